//! Hex: fills the empty cells at random, then looks who won.
//!
//! Playing on after the win does not change the winner, and exactly one player wins on a full board. So filling gives
//! the same chances as playing move by move, and costs one look at the board. The swap rule is left out: a player who
//! may swap places a stone.

mod bridges;

use rand::Rng;
use tesuji_board::{Cell, CellSet, Player};
use tesuji_game::{Game, Outcome};
use tesuji_hex::{MAX_SIDE, Position};
use tesuji_search::mcts::{Playout, PlayoutRng};

use crate::statistics::{ObservedPlayout, Trace};

pub use bridges::HexBridges;

/// Uniform playouts of Hex. Keeps scratch memory, so that a playout allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct HexFill {
    /// The row and the bit of each empty cell.
    empties: Vec<(u8, u32)>,
}

/// Black's stones, one word for each row, with column a in the lowest bit.
type Rows = [u32; MAX_SIDE];

const _: () = assert!(MAX_SIDE < u32::BITS as usize, "a row and the carry out of it fit a word");

impl HexFill {
    /// Notes the empty cells, and reports each stone. Returns those of Black.
    #[inline]
    fn begin(&mut self, position: &Position, mut stone: impl FnMut(Cell, Player)) -> Rows {
        let (columns, _) = position.size();
        let mut black: Rows = [0; MAX_SIDE];
        self.empties.clear();
        for cell in position.topology().cells() {
            let (row, bit) = (cell.index() / columns, 1 << (cell.index() % columns));
            let Some(player) = position.stone(cell) else {
                self.empties.push((row as u8, bit));
                continue;
            };
            stone(cell, player);
            if player == Player::Black {
                black[row] |= bit;
            }
        }
        black
    }
}

impl Playout<Position> for HexFill {
    fn play_out(&mut self, position: &mut Position, rng: &mut PlayoutRng) -> Outcome {
        let (_, n_rows) = position.size();
        let mut black = self.begin(position, |_, _| {});
        // If the number of cells is odd, the mover has one more.
        let n_empties = self.empties.len();
        let n_black = match position.to_move() {
            Player::Black => n_empties.div_ceil(2),
            Player::White => n_empties / 2,
        };
        for idx in 0..n_black {
            let chosen = rng.random_range(idx as u32..n_empties as u32) as usize;
            self.empties.swap(idx, chosen);
            let (row, bit) = self.empties[idx];
            black[usize::from(row)] |= bit;
        }
        Outcome::Win(if joins_top_and_bottom(&black[..n_rows]) { Player::Black } else { Player::White })
    }
}

/// A cell belongs to the player who filled it. The margin is half a point for the winner.
impl ObservedPlayout<Position> for HexFill {
    fn n_cells(&self, position: &Position) -> usize {
        position.topology().n_cells()
    }

    fn playable(&self, position: &Position, _: Player) -> CellSet {
        position.topology().cells().filter(|&cell| position.stone(cell).is_none()).collect()
    }

    fn observe(&mut self, position: &Position, rng: &mut PlayoutRng, trace: &mut Trace) {
        let (columns, n_rows) = position.size();
        let mut black = self.begin(position, |cell, player| trace.own(cell, player));
        let mut player = position.to_move();
        for idx in 0..self.empties.len() {
            let chosen = rng.random_range(idx as u32..self.empties.len() as u32) as usize;
            self.empties.swap(idx, chosen);
            let (row, bit) = self.empties[idx];
            if player == Player::Black {
                black[usize::from(row)] |= bit;
            }
            let cell = Cell::new(usize::from(row) * columns + bit.trailing_zeros() as usize);
            trace.place(cell, player);
            trace.own(cell, player);
            player = player.opponent();
        }
        trace.end(if joins_top_and_bottom(&black[..n_rows]) { 1 } else { -1 });
    }
}

/// Whether these stones join the first row and the last.
///
/// What the first row reaches is spread downward, then upward for ways that turn back, until nothing is new.
fn joins_top_and_bottom(rows: &[u32]) -> bool {
    let mut reached: Rows = [0; MAX_SIDE];
    let last = rows.len() - 1;
    reached[0] = rows[0];
    loop {
        let mut is_new = false;
        for row in 1..=last {
            // b2 touches b1 and c1 above.
            let above = reached[row - 1];
            is_new |= spread(&mut reached[row], above | above >> 1, rows[row]);
        }
        if reached[last] != 0 {
            return true;
        }
        if !is_new {
            return false;
        }
        is_new = false;
        for row in (0..last).rev() {
            // b2 touches a3 and b3 below.
            let below = reached[row + 1];
            is_new |= spread(&mut reached[row], below | below << 1, rows[row]);
        }
        if !is_new {
            return false;
        }
    }
}

/// Adds to `reached` every run of `stones` that `touched` meets. Returns whether it grew.
fn spread(reached: &mut u32, touched: u32, stones: u32) -> bool {
    let seeds = touched & stones & !*reached;
    if seeds == 0 {
        return false;
    }
    // A carry runs from the lowest seed of a run to its end. What lies below a seed is found in steps of 1, 2, 4, 8 and 16.
    let mut run = stones & (stones ^ (stones + seeds)) | seeds;
    let mut passable = stones;
    for step in [1, 2, 4, 8, 16] {
        run |= passable & run >> step;
        passable &= passable >> step;
    }
    *reached |= run;
    true
}

#[cfg(feature = "testing")]
mod tests {
    use rand::SeedableRng;
    use tesuji_search::mcts::Uniform;

    use super::*;

    /// Winner of a full board, by the rules.
    fn winner(size: (usize, usize), black: &CellSet) -> Option<Player> {
        let mut white = CellSet::full(size.0 * size.1);
        white.subtract(black);
        Position::setup(size, black, &white, Player::Black).unwrap().winner()
    }

    fn rows(columns: usize, black: &CellSet) -> Rows {
        let mut rows = [0; MAX_SIDE];
        black.iter().for_each(|cell| rows[cell.index() / columns] |= 1 << (cell.index() % columns));
        rows
    }

    #[test]
    fn every_small_full_board_has_the_winner_of_the_rules() {
        for (columns, n_rows) in [(1, 1), (1, 4), (5, 1), (3, 3), (2, 5), (4, 3), (3, 4), (4, 4)] {
            for filling in 0..1_u32 << (columns * n_rows) {
                let black: CellSet =
                    (0..columns * n_rows).filter(|cell| filling >> cell & 1 == 1).map(Cell::new).collect();
                let joins = joins_top_and_bottom(&rows(columns, &black)[..n_rows]);
                let expected = winner((columns, n_rows), &black);
                assert_eq!(Some(if joins { Player::Black } else { Player::White }), expected, "{black:?}");
            }
        }
    }

    #[test]
    fn large_full_boards_have_the_winner_of_the_rules() {
        let mut rng = PlayoutRng::seed_from_u64(1);
        let mut wins = [0; 2];
        for (columns, n_rows) in [(19, 19), (19, 18), (11, 11), (7, 19)] {
            for _ in 0..2_000 {
                let black: CellSet = (0..columns * n_rows).filter(|_| rng.random()).map(Cell::new).collect();
                let joins = joins_top_and_bottom(&rows(columns, &black)[..n_rows]);
                assert_eq!(joins, winner((columns, n_rows), &black) == Some(Player::Black), "{black:?}");
                wins[usize::from(joins)] += 1;
            }
        }
        assert!(wins.iter().all(|&wins| wins > 500), "one side hardly wins: {wins:?}");
    }

    /// Wins of Black from `start` in `n_playouts` playouts.
    fn black_wins(start: &Position, playout: &mut impl Playout<Position>, n_playouts: u32) -> u32 {
        let mut rng = PlayoutRng::seed_from_u64(7);
        let mut play = || playout.play_out(&mut start.clone(), &mut rng);
        (0..n_playouts).filter(|_| play() == Outcome::Win(Player::Black)).count() as u32
    }

    #[test]
    fn filling_has_the_chances_of_playing() {
        const N_PLAYOUTS: u32 = 40_000;
        // Five standard deviations of the difference between two such counts.
        const MOST_APART: u32 = 5 * 142;
        let mut one_stone = Position::empty(4, 4).unwrap();
        one_stone.play_unchecked(tesuji_hex::Move::Place(Cell::new(6)));
        for start in [Position::empty(3, 3).unwrap(), Position::empty(4, 3).unwrap(), one_stone] {
            let filled = black_wins(&start, &mut HexFill::default(), N_PLAYOUTS);
            let played = black_wins(&start, &mut Uniform::default(), N_PLAYOUTS);
            assert!(filled.abs_diff(played) < MOST_APART, "{filled} and {played} wins from {start:?}");
        }
    }
}
