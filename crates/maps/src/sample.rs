//! Sampled positions, by which maps are distinguished.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Bits, Player, Topology, with_width};
use tesuji_game::zobrist_key;

use super::field::{MapField, Neighbours};
use super::{Map, Operator};

/// Positions of random games on some boards. Two maps with equal values on all of them count as equivalent.
///
/// The same boards, count and seed give the same positions on any machine.
pub struct PositionSample {
    boards: Vec<Box<dyn Positions + Send + Sync>>,
}

impl PositionSample {
    /// `n_positions` positions on each board, from random games of all lengths up to nearly the end.
    #[must_use]
    pub fn new(boards: &[Arc<Topology>], n_positions: usize, seed: u64) -> Self {
        let positions = |board: &Arc<Topology>| {
            with_width!([1, 2, 6, 16], board.n_cells(), W => {
                let positions: Box<dyn Positions + Send + Sync> = Box::new(OneBoard::<W>::new(board, n_positions, seed));
                positions
            })
        };
        Self { boards: boards.iter().map(positions).collect() }
    }

    /// A number that stands for the values of `map` on all positions. Equal values give equal numbers; different values
    /// give different numbers except with a probability of about 2^-128.
    #[must_use]
    pub fn fingerprint(&self, map: &Map) -> u128 {
        let values = map.fold(|operator, operands: &mut [Vec<u64>]| {
            let empty = Vec::new();
            let [set, other] = [0, 1].map(|idx| operands.get(idx).unwrap_or(&empty));
            self.apply(operator, set, other)
        });
        fingerprint(&values)
    }

    /// The value of an operator on all positions, given those of its operands, as words in a row.
    pub(crate) fn apply(&self, operator: Operator, set: &[u64], other: &[u64]) -> Vec<u64> {
        let mut values = Vec::new();
        self.boards.iter().for_each(|board| board.apply(operator, set, other, &mut values));
        values
    }
}

/// See [`PositionSample::fingerprint`].
pub(crate) fn fingerprint(values: &[u64]) -> u128 {
    let mut halves = [0, 1];
    for &word in values {
        // Two chains with different mixing, so that the position of a word counts.
        halves = [zobrist_key(halves[0] ^ word), zobrist_key(halves[1].rotate_left(32) ^ word)];
    }
    u128::from(halves[0]) | u128::from(halves[1]) << 64
}

trait Positions {
    /// Appends the words of this board's values to `values`; the operands start at the same place.
    fn apply(&self, operator: Operator, set: &[u64], other: &[u64], values: &mut Vec<u64>);
}

struct OneBoard<const W: usize> {
    ground: Neighbours<W>,
    /// The positions; in each, Black is the map's Black.
    fields: Vec<MapField<W>>,
}

impl<const W: usize> OneBoard<W> {
    fn new(board: &Topology, n_positions: usize, seed: u64) -> Self {
        let ground = Neighbours::new(board);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut fields = Vec::with_capacity(n_positions);
        while fields.len() < n_positions {
            let mut field = MapField::new(&ground);
            let mut player = if rng.random_bool(0.5) { Player::Black } else { Player::White };
            for _ in 0..rng.random_range(1..=2 * board.n_cells()) {
                let legal = field.legal(player);
                if !legal.is_empty()
                    && let Some(cell) = legal.iter().nth(rng.random_range(0..legal.len()))
                {
                    field.play(&ground, cell, player);
                }
                // Now and then a player moves twice in a row, so that uneven positions occur too.
                player = if rng.random_bool(0.9) { player.opponent() } else { player };
            }
            fields.push(field);
        }
        Self { ground, fields }
    }
}

impl<const W: usize> Positions for OneBoard<W> {
    fn apply(&self, operator: Operator, set: &[u64], other: &[u64], values: &mut Vec<u64>) {
        for field in &self.fields {
            let from = values.len();
            let words = |operand: &[u64]| Bits::from_words(operand.get(from..from + W).unwrap_or_default());
            let value = field.apply(&self.ground, operator, &[words(set), words(other)], Player::Black);
            values.extend_from_slice(value.words());
        }
    }
}
