//! Playouts in which broken bridges are repaired.
//!
//! Two stones of a player with two empty common neighbours are as good as joined: if the opponent takes one of the two,
//! the player takes the other. A uniform playout ignores that. This one always answers on the other cell. Edges count
//! as stones. Source: Arneson, Hayward and Henderson, "Monte Carlo tree search in Hex", IEEE TCIAIG 2 (2010).
//!
//! The board is played full, as in [`HexFill`](super::HexFill) and for the same reason.

use rand::RngCore;
use tesuji_board::Player;
use tesuji_game::{Game, Outcome};
use tesuji_hex::{MAX_SIDE, Position};
use tesuji_search::mcts::{Playout, PlayoutRng};

use super::{Rows, joins_top_and_bottom};

/// The length of a row of the padded board. Its cells begin one column in and below a row of edge.
const STRIDE: usize = 32;
const N_PLACES: usize = STRIDE * (MAX_SIDE + 2);

/// The neighbours of a cell are numbered in a circle: above, above right, right, below, below left, left.
const N_DIRECTIONS: usize = AROUND.len();

const _: () = assert!(MAX_SIDE + 2 <= STRIDE, "a row and both its edges fit");

/// The neighbours of a place in a circle: above, above right, right, below, below left, left.
const AROUND: [usize; 6] = [N_PLACES - STRIDE, N_PLACES - STRIDE + 1, 1, STRIDE, STRIDE - 1, N_PLACES - 1];

/// Content of a place: a player by its index, or nothing.
const EMPTY: u8 = 2;
/// The corners of the edge, which belong to nobody.
const NOBODY: u8 = 3;

/// Playouts of Hex that repair bridges. Keeps scratch memory.
#[derive(Clone, Debug)]
pub struct HexBridges {
    /// The padded board.
    places: Box<[u8; N_PLACES]>,
    /// Empty places in any order.
    empties: Vec<u16>,
    /// By place: its index in `empties`.
    order: Box<[u16; N_PLACES]>,
    /// By place: its neighbours with a stone or edge of Black, one bit for each direction, and above these the ones of
    /// White. Corners of the edge count for both. Correct for empty places and for those taken in the playout.
    codes: Box<[u16; N_PLACES]>,
    /// The board that `places` has edges for.
    size: (usize, usize),
}

impl Default for HexBridges {
    fn default() -> Self {
        Self {
            places: Box::new([NOBODY; N_PLACES]),
            empties: Vec::new(),
            order: Box::new([0; N_PLACES]),
            codes: Box::new([0; N_PLACES]),
            size: (0, 0),
        }
    }
}

const fn place(column: usize, row: usize) -> usize {
    (row + 1) * STRIDE + column + 1
}

/// The neighbour of a place in a direction.
const fn beside(place: usize, direction: usize) -> usize {
    (place + AROUND[direction]) % N_PLACES
}

impl HexBridges {
    fn set_up(&mut self, position: &Position) {
        let size @ (columns, rows) = position.size();
        if self.size != size {
            self.size = size;
            self.places.fill(NOBODY);
            for column in 0..columns {
                self.places[column + 1] = Player::Black.index() as u8;
                self.places[place(column, rows)] = Player::Black.index() as u8;
            }
            for row in 0..rows {
                self.places[place(0, row) - 1] = Player::White.index() as u8;
                self.places[place(columns, row)] = Player::White.index() as u8;
            }
        }
        self.set_up_places(position);
        for &at in &self.empties {
            self.codes[usize::from(at)] = self.code_from_scratch(usize::from(at));
        }
    }

    /// Code of the surroundings of a place.
    fn code_from_scratch(&self, at: usize) -> u16 {
        (0..N_DIRECTIONS).fold(0, |code, direction| {
            code | match self.places[beside(at, direction)] {
                EMPTY => 0,
                NOBODY => 1 << direction | 1 << (direction + N_DIRECTIONS),
                player => 1 << (direction + N_DIRECTIONS * usize::from(player)),
            }
        })
    }

    fn set_up_places(&mut self, position: &Position) {
        let (columns, rows) = self.size;
        self.empties.clear();
        let mut cells = position.topology().cells();
        for row in 0..rows {
            for (at, cell) in (place(0, row)..place(columns, row)).zip(&mut cells) {
                self.places[at] = match position.stone(cell) {
                    Some(player) => player.index() as u8,
                    None => {
                        self.order[at] = self.empties.len() as u16;
                        self.empties.push(at as u16);
                        EMPTY
                    }
                };
            }
        }
    }

    /// The cell on which `mover` repairs a bridge that an opponent's stone on `at` broke. If there are several, `start`
    /// chooses.
    fn repair(&self, at: usize, mover: u8, start: usize) -> Option<usize> {
        let [black, white] = [self.codes[at] & 0x3f, self.codes[at] >> N_DIRECTIONS];
        let (own, empty) = (if mover == 0 { black & !white } else { white & !black }, !(black | white) & 0x3f);
        let turned = |set: u16, by: u32| (set << by | set >> (6 - by)) & 0x3f;
        // An empty neighbour between two of the mover's own.
        let repairs = empty & turned(own, 1) & turned(own, 5);
        if repairs == 0 {
            return None;
        }
        let ahead = repairs >> start << start;
        let chosen = if ahead == 0 { repairs } else { ahead };
        Some(beside(at, chosen.trailing_zeros() as usize))
    }

    fn take(&mut self, at: usize, mover: u8) {
        let gap = self.order[at];
        self.empties.swap_remove(usize::from(gap));
        if let Some(&moved) = self.empties.get(usize::from(gap)) {
            self.order[usize::from(moved)] = gap;
        }
        self.places[at] = mover;
        for direction in 0..N_DIRECTIONS {
            let from_there = (direction + N_DIRECTIONS / 2) % N_DIRECTIONS;
            self.codes[beside(at, direction)] |= 1 << (from_there + N_DIRECTIONS * usize::from(mover));
        }
    }
}

/// A number below `n` from the high half of a random word. The lowest number is favoured by less than `n` in 2^32.
const fn below(word: u64, n: usize) -> usize {
    (((word >> 32) * n as u64) >> 32) as usize
}

impl Playout<Position> for HexBridges {
    fn play_out(&mut self, position: &mut Position, rng: &mut PlayoutRng) -> Outcome {
        self.set_up(position);
        let mut mover = position.to_move().index() as u8;
        let mut last = None;
        while !self.empties.is_empty() {
            let word = rng.next_u64();
            let reply = last.and_then(|at| self.repair(at, mover, ((word & 0xffff) as usize * 6) >> 16));
            let at = reply.unwrap_or_else(|| usize::from(self.empties[below(word, self.empties.len())]));
            self.take(at, mover);
            last = Some(at);
            mover = 1 - mover;
        }
        let (columns, n_rows) = self.size;
        let mut black: Rows = [0; MAX_SIDE];
        for (row, stones) in black[..n_rows].iter_mut().enumerate() {
            let places = &self.places[place(0, row)..place(columns, row)];
            *stones = places.iter().rev().fold(0, |set, &stone| set << 1 | u32::from(stone == 0));
        }
        Outcome::Win(if joins_top_and_bottom(&black[..n_rows]) { Player::Black } else { Player::White })
    }
}

#[cfg(feature = "testing")]
mod tests {
    use rand::SeedableRng;
    use tesuji_board::{Cell, CellSet};
    use tesuji_hex::Move;

    use super::*;

    #[test]
    fn the_board_is_filled_and_the_winner_is_that_of_the_rules() {
        let mut rng = PlayoutRng::seed_from_u64(1);
        let mut playout = HexBridges::default();
        for size @ (columns, rows) in [(11, 11), (3, 3), (7, 4), (4, 7), (19, 19), (1, 1), (11, 11)] {
            let mut start = Position::empty(columns, rows).unwrap();
            for cell in [0, columns * rows / 2] {
                start.play(Move::Place(Cell::new(cell))).ok();
            }
            let mut n_black = 0;
            for _ in 0..50 {
                let outcome = playout.play_out(&mut start.clone(), &mut rng);
                let [black, white] = Player::BOTH.map(|player| {
                    let holds = |cell: &Cell| {
                        let (column, row) = (cell.index() % columns, cell.index() / columns);
                        usize::from(playout.places[place(column, row)]) == player.index()
                    };
                    let cells = start.topology().cells().filter(holds).collect::<CellSet>();
                    assert!(start.stones(player).is_subset(&cells));
                    cells
                });
                assert_eq!(black.len() + white.len(), columns * rows);
                // The players take turns.
                assert!(black.len().abs_diff(white.len()) <= 1, "{black:?} {white:?}");
                let full = Position::setup(size, &black, &white, Player::Black).unwrap();
                assert_eq!(outcome.winner(), full.winner());
                n_black += u32::from(outcome == Outcome::Win(Player::Black));
            }
            assert!(size != (11, 11) || (1..50).contains(&n_black), "{n_black}");
        }
    }

    #[test]
    fn what_stands_around_a_place_is_kept_move_by_move() {
        let mut rng = PlayoutRng::seed_from_u64(2);
        let mut playout = HexBridges::default();
        for size @ (columns, rows) in [(11, 11), (3, 5), (1, 1), (19, 19)] {
            let mut position = Position::empty(columns, rows).unwrap();
            position.play(Move::Place(Cell::new(columns * rows / 2))).unwrap();
            playout.set_up(&position);
            assert_eq!(playout.size, size);
            let mut mover = 0;
            while let Some(&at) = playout.empties.get(below(rng.next_u64(), playout.empties.len().max(1))) {
                playout.take(usize::from(at), mover);
                mover = 1 - mover;
                for &empty in &playout.empties {
                    let place = usize::from(empty);
                    assert_eq!(playout.codes[place], playout.code_from_scratch(place));
                }
                assert_eq!(playout.codes[usize::from(at)], playout.code_from_scratch(usize::from(at)));
            }
        }
    }

    #[test]
    fn a_broken_bridge_is_repaired() {
        //  a b c
        // 1 . * *
        //  2 . B .      Black has a bridge to either edge.
        //   3 * * .
        let b2 = Cell::new(4);
        let mut black = CellSet::new();
        black.insert(b2);
        let start = Position::setup((3, 3), &black, &CellSet::new(), Player::White).unwrap();
        let mut playout = HexBridges::default();
        playout.set_up(&start);
        let mover = Player::Black.index() as u8;
        let (b1, c1, a3, b3) = (place(1, 0), place(2, 0), place(0, 2), place(1, 2));
        for first in 0..6 {
            for (broken, saved) in [(b1, c1), (c1, b1), (a3, b3), (b3, a3)] {
                assert_eq!(playout.repair(broken, mover, first), Some(saved));
                assert_eq!(playout.repair(broken, 1 - mover, first), None);
            }
            assert_eq!(playout.repair(place(0, 0), mover, first), None);
        }
        // So Black has won already, whatever is played.
        let mut rng = PlayoutRng::seed_from_u64(1);
        for _ in 0..200 {
            let outcome = playout.play_out(&mut start.clone(), &mut rng);
            assert_eq!(outcome, Outcome::Win(Player::Black));
        }
    }
}
