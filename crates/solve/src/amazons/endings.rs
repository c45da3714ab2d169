//! The best move where every region has an owner or a value.

use tesuji_amazons::{Move, Position};
use tesuji_board::Player;
use tesuji_cgt::{Arena, Dyadic, Exceeded, Value};
use tesuji_search::Limits;

use super::fill::{Filling, fill};
use super::plot::Plot;
use super::regions::{RegionKind, regions};
use super::values::{PlotTables, ValueBounds, Valuer};

/// What is known of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who wins, both playing their best from here. `None` if some region of one owner is too large for an exact count, and
    /// the intervals leave it open; never if all are exact.
    pub winner: Option<Player>,
    /// A move that wins if the player to move can; else the one that costs least. `None` only if there is no move.
    pub mv: Option<Move>,
}

/// Plays endings; keeps the values of the shapes it met.
#[derive(Debug, Default)]
pub struct Endings {
    valuer: Valuer,
    bounds: ValueBounds,
}

/// A region of one owner, as a lower and an upper number for Black, and the first move of a walk.
struct Part {
    filling: Filling,
    owner: Player,
}

/// What the position comes to after a move.
struct Candidate {
    mv: Move,
    /// The sum of the contested regions after it, and the change of the numbers of the others.
    rest: Value,
    change: i64,
}

impl Endings {
    /// With bounds on what is valued.
    #[must_use]
    pub fn new(bounds: ValueBounds) -> Self {
        Self { valuer: Valuer::new(bounds), bounds }
    }

    /// The best move in `position`, if each region is dead, has one owner, or is contested and small enough for a value;
    /// else `None`, and then nothing is known here.
    ///
    /// The winner is exact: sums of values are compared with 0, temperatures choose only between moves that win, or between
    /// moves that lose. Who plays every move by this, from a won position, wins. The cost: milliseconds for regions of one
    /// owner; the contested are bounded by [`ValueBounds`] and `limits` (nodes: contested stands whose moves are generated).
    #[must_use]
    pub fn best_filling_move(&mut self, position: &Position, limits: &Limits) -> Option<Ending> {
        self.valuer.begin();
        let mut owned = Vec::new();
        let mut contested = Vec::new();
        for region in regions(position) {
            match region.kind {
                RegionKind::Dead => {}
                RegionKind::Owned(owner) => {
                    let filling = fill(position, &region, self.bounds.walk_nodes)?;
                    owned.push(Part { filling, owner });
                }
                RegionKind::Contested => {
                    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 144 squares")]
                    if region.empty.len() as u32 > self.bounds.empty {
                        return None;
                    }
                    let (plot, stand) = Plot::new(position, region.squares)?;
                    contested.push((plot, PlotTables::default(), stand));
                }
            }
        }
        let mut values = Vec::with_capacity(contested.len());
        for (plot, tables, stand) in &mut contested {
            values.push(self.valuer.value_of(plot, tables, *stand, limits).ok()?);
        }
        let mover = position.to_move();
        let mut candidates = Vec::new();
        let total = sum(&mut self.valuer.arena, values.iter().copied()).ok()?;
        for part in owned.iter().filter(|part| part.owner == mover) {
            if let Some(&mv) = part.filling.walk.first() {
                candidates.push(Candidate { mv, rest: total, change: -sign(mover) });
            }
        }
        for (i, (plot, tables, stand)) in contested.iter_mut().enumerate() {
            let others = values.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &value)| value);
            let others = sum(&mut self.valuer.arena, others).ok()?;
            let mut steps = Vec::new();
            plot.for_each_step(*stand, mover, |step, next| steps.push((step, next)));
            for (step, next) in steps {
                let option = self.valuer.value_of(plot, tables, next, limits).ok()?;
                let rest = self.valuer.arena.sum(others, option).ok()?;
                candidates.push(Candidate { mv: plot.board_move(step), rest, change: 0 });
            }
        }
        self.choose(mover, &owned, total, &candidates).ok()
    }

    fn choose(&mut self, mover: Player, owned: &[Part], total: Value, moves: &[Candidate]) -> Result<Ending, Exceeded> {
        let arena = &mut self.valuer.arena;
        // Between which numbers the owned regions lie, for Black; the worse and the better end for the mover.
        let low: i64 = owned.iter().map(|part| end(part, Player::White)).sum();
        let high: i64 = owned.iter().map(|part| end(part, Player::Black)).sum();
        let (worse, better) = if mover == Player::Black { (low, high) } else { (high, low) };
        let mut best: Option<(bool, Dyadic, Move)> = None;
        for candidate in moves {
            let number = arena.integer(worse + candidate.change)?;
            let after = arena.sum(candidate.rest, number)?;
            let mean = arena.mean(after)?;
            let (wins, mean) = match mover {
                Player::Black => (arena.is_at_most(Value::ZERO, after)?, mean),
                Player::White => (arena.is_at_most(after, Value::ZERO)?, -mean),
            };
            // The first of equals stays: the least move of the first region.
            if best.is_none_or(|(known, value, _)| (wins, mean) > (known, value)) {
                best = Some((wins, mean, candidate.mv));
            }
        }
        let wins = best.is_some_and(|(wins, _, _)| wins);
        let hope = {
            let number = arena.integer(better)?;
            let sum = arena.sum(total, number)?;
            // The mover wins the better end by moving first, if any end.
            match mover {
                Player::Black => !arena.is_at_most(sum, Value::ZERO)?,
                Player::White => !arena.is_at_most(Value::ZERO, sum)?,
            }
        };
        let winner = match (wins, hope) {
            (true, _) => Some(mover),
            (false, false) => Some(mover.opponent()),
            (false, true) => None,
        };
        Ok(Ending { winner, mv: best.map(|(_, _, mv)| mv) })
    }
}

fn sum(arena: &mut Arena, values: impl Iterator<Item = Value>) -> Result<Value, Exceeded> {
    let mut sum = Value::ZERO;
    for value in values {
        sum = arena.sum(sum, value)?;
    }
    Ok(sum)
}

const fn sign(player: Player) -> i64 {
    match player {
        Player::Black => 1,
        Player::White => -1,
    }
}

/// The number of the region for Black, at the end of the interval that is better for `best_for`.
fn end(part: &Part, best_for: Player) -> i64 {
    let count = if part.owner == best_for { part.filling.upper } else { part.filling.lower };
    sign(part.owner) * i64::from(count)
}
