//! Light playouts: random games to the end.

use rand::RngCore;
use tesuji_board::{Cell, Player};

use crate::board::Board;
use crate::position::PASSES_TO_END;
use crate::stones::Stones;
use crate::{Position, Score};

/// A playout is broken off after so many plies a cell of the board.
///
/// Random games that spare the own eyes take about 1.4 plies a cell on boards that are not tiny.
const MOST_PLIES_A_CELL: usize = 4;

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// The area of both, and the komi of the position.
    ///
    /// At the end no empty cell touches another, so cells are counted one by one. After a playout that was broken off
    /// an empty cell counts only if it touches stones, all of one player.
    pub score: Score,
    /// How many plies were played, passes included.
    pub n_plies: u32,
    /// Was it broken off, because it became too long?
    pub is_capped: bool,
}

/// Plays random games to the end, with the memory that each uses again.
///
/// Every ply is a uniform choice among the moves that are legal under the simple ko rule without suicide and do not fill
/// an own eye; without any, a pass. Two passes end the game. Superko is not looked at, nor is suicide ever played,
/// whatever the rules of the position: both are far too rare to change a statistic, and superko far too slow.
///
/// An own eye is an empty cell between own stones alone, unless it may be needed to join them: on the square lattice by the
/// usual rule of corners; on a graph unless its neighbours are of several chains and one of them has no other liberty.
///
/// The same position and state of the generator give the same game on any machine.
///
/// ```
/// use rand::SeedableRng;
/// use rand_xoshiro::Xoshiro256PlusPlus;
/// use tesuji_board::Topology;
/// use tesuji_go::{Komi, Playouts, Position, Rules};
///
/// let position = Position::empty(Topology::square(9, 9).unwrap(), Rules::CHINESE, Komi::from_half_points(15));
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let playout = Playouts::new().play_out(&position, &mut rng);
/// assert!(!playout.is_capped && playout.score.black + playout.score.white == 81);
/// ```
#[derive(Clone, Default)]
pub struct Playouts {
    stones: Stones,
    /// The empty cells, in no order that means anything; at the start of a playout ascending.
    empties: Vec<Cell>,
}

impl Playouts {
    /// Without memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Plays on from `position` to the end. A position that is over is counted as it is.
    pub fn play_out(&mut self, position: &Position, rng: &mut impl RngCore) -> Playout {
        if position.is_over() {
            return Playout { score: position.score(), n_plies: 0, is_capped: false };
        }
        let board = &*position.board;
        self.stones.clone_from(&position.stones);
        self.empties.clear();
        let mut n_stones = [0; 2];
        for cell in board.topology.cells() {
            match self.stones.stone(cell) {
                Some(player) => n_stones[player.index()] += 1,
                None => self.empties.push(cell),
            }
        }
        let most_plies = (MOST_PLIES_A_CELL * board.topology.n_cells()) as u32;
        let (mut player, mut ko) = (position.to_move, position.ko);
        let (mut n_passes, mut n_plies) = (position.n_passes, 0);
        while n_passes < PASSES_TO_END && n_plies < most_plies {
            n_plies += 1;
            if let Some(cell) = self.choose(board, player, ko, rng) {
                n_passes = 0;
                n_stones[player.index()] += 1;
                ko = self.stones.place(&board.topology, cell, player, |cell, owner| {
                    self.empties.push(cell);
                    n_stones[owner.index()] -= 1;
                });
            } else {
                n_passes += 1;
                ko = None;
            }
            player = player.opponent();
        }
        for &cell in &self.empties {
            if let Some(player) = self.only_neighbour(board, cell) {
                n_stones[player.index()] += 1;
            }
        }
        let [black, white] = n_stones;
        let score = Score { black, white, komi: position.komi() };
        Playout { score, n_plies, is_capped: n_passes < PASSES_TO_END }
    }

    /// Draws an empty cell that `player` may and would play on, takes it out of the list, and returns it.
    ///
    /// Cells that are refused change places with those at the end of what is left to draw from, so every cell that
    /// is not refused is equally likely.
    #[inline]
    fn choose(&mut self, board: &Board, player: Player, ko: Option<Cell>, rng: &mut impl RngCore) -> Option<Cell> {
        let mut n_left = self.empties.len();
        while n_left > 0 {
            let idx = below(n_left, rng);
            let cell = self.empties[idx];
            if ko != Some(cell) && self.would_play(board, cell, player) {
                self.empties.swap_remove(idx);
                return Some(cell);
            }
            n_left -= 1;
            self.empties.swap(idx, n_left);
        }
        None
    }

    #[inline]
    fn would_play(&self, board: &Board, cell: Cell, player: Player) -> bool {
        if self.stones.has_room(cell) {
            return true;
        }
        let is_eye = self.stones.is_surrounded_by(cell, player)
            && board.eyes.is_eye(&board.topology, &self.stones, cell, player);
        !is_eye && !self.stones.is_suicide(&board.topology, cell, player)
    }

    /// The only player whose stones touch `cell`.
    fn only_neighbour(&self, board: &Board, cell: Cell) -> Option<Player> {
        let mut owners = board.topology.neighbours(cell).iter().filter_map(|&to| self.stones.stone(to));
        let first = owners.next()?;
        owners.all(|owner| owner == first).then_some(first)
    }
}

/// A number below `n`, which is below 2^16: each equally likely up to 2^-16 of its share.
#[inline]
fn below(n: usize, rng: &mut impl RngCore) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use tesuji_board::Topology;

    use super::*;
    use crate::score::areas;
    use crate::{Komi, Move, Rules};

    /// A square lattice, or with its opposite sides joined.
    fn board(side: usize, is_torus: bool) -> Topology {
        if !is_torus {
            return Topology::square(side, side).unwrap();
        }
        let at = |column: usize, row: usize| row % side * side + column % side;
        let names = (0..side * side).map(|node| node.to_string()).collect();
        let ends = (0..side * side).map(|node| (node % side, node / side));
        let links: Vec<_> = ends.flat_map(|(c, r)| [(at(c, r), at(c + 1, r)), (at(c, r), at(c, r + 1))]).collect();
        Topology::graph(names, &links, vec![]).unwrap()
    }

    fn empty(topology: Topology) -> Position {
        Position::empty(topology, Rules::TROMP_TAYLOR, Komi::from_half_points(13))
    }

    #[test]
    fn games_end_and_are_counted_right() {
        for (side, is_torus) in [(5, false), (9, false), (13, false), (5, true), (9, true)] {
            let position = empty(board(side, is_torus));
            let topology = position.topology();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(side as u64);
            let mut playouts = Playouts::new();
            let mut n_capped = 0;
            for _ in 0..1000 {
                let playout = playouts.play_out(&position, &mut rng);
                playouts.stones.assert_valid(position.topology());
                n_capped += u32::from(playout.is_capped);
                if playout.is_capped {
                    continue;
                }
                let [black, white] = areas(topology, |cell| playouts.stones.stone(cell)).map(|area| area.len() as u16);
                assert_eq!(playout.score, Score { black, white, komi: position.komi() });
                let is_empty = |&cell: &Cell| playouts.stones.stone(cell).is_none();
                let mut empties = topology.cells().filter(is_empty);
                assert!(empties.all(|cell| !topology.neighbours(cell).iter().any(&is_empty)));
            }
            assert!(n_capped <= 1, "{n_capped} playouts of 1000 were broken off on side {side}, torus {is_torus}");
        }
    }

    #[test]
    fn a_playout_depends_on_position_and_generator_alone() {
        // The same stones in two orders, and a memory that has seen another board.
        let [one, other] = [[0, 80, 40, 3], [40, 3, 0, 80]].map(|cells| {
            let mut position = Position::empty(board(9, false), Rules::CHINESE, Komi::default());
            for cell in cells {
                tesuji_game::Game::play(&mut position, Move::Place(Cell::new(cell))).unwrap();
            }
            position
        });
        let mut used = Playouts::new();
        used.play_out(&empty(board(5, true)), &mut Xoshiro256PlusPlus::seed_from_u64(1));
        for seed in 0..20 {
            let play_out = |playouts: &mut Playouts, position: &Position| {
                playouts.play_out(position, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
            };
            assert_eq!(play_out(&mut Playouts::new(), &one), play_out(&mut used, &other));
        }
    }

    #[test]
    fn each_sensible_move_is_equally_likely() {
        // Black does not fill the eye at A1, and plays on the other five empty cells.
        //  3 . . . W
        //  2 B B . W
        //  1 . B . W
        //    A B C D
        let mut position = empty(Topology::square(4, 3).unwrap());
        for (name, player) in [
            ("A2", Player::Black),
            ("B2", Player::Black),
            ("B1", Player::Black),
            ("D1", Player::White),
            ("D2", Player::White),
            ("D3", Player::White),
        ] {
            position.set_stone(position.topology().cell(name).unwrap(), player).unwrap();
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut playouts = Playouts::new();
        let mut counts = [0_i32; 12];
        let n_draws = 50_000;
        for _ in 0..n_draws {
            playouts.stones.clone_from(&position.stones);
            playouts.empties.clear();
            playouts.empties.extend(position.topology().cells().filter(|&cell| position.stone(cell).is_none()));
            let cell = playouts.choose(&position.board, Player::Black, None, &mut rng).unwrap();
            counts[cell.index()] += 1;
        }
        let would_play = [0, 1, 2, 6, 10];
        let expected = n_draws / 5;
        for (cell_idx, &count) in counts.iter().enumerate() {
            if would_play.contains(&cell_idx) {
                // Five standard deviations of a binomial count.
                assert!((count - expected).abs() < 450, "cell {cell_idx}: {count} of {n_draws}");
            } else {
                assert_eq!(count, 0, "cell {cell_idx}");
            }
        }
    }

    #[test]
    fn a_finished_game_is_counted_as_it_is() {
        let mut position = empty(board(5, false));
        for mv in [Move::Place(Cell::new(12)), Move::Pass, Move::Pass] {
            tesuji_game::Game::play(&mut position, mv).unwrap();
        }
        let playout = Playouts::new().play_out(&position, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert_eq!((playout.n_plies, playout.is_capped), (0, false));
        assert_eq!(playout.score, position.score());
    }
}
