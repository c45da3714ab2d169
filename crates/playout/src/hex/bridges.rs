//! Playouts in which broken bridges are repaired.
//!
//! Two stones of a player with two empty common neighbours are as good as joined: if the opponent takes one of the two,
//! the player takes the other. A uniform playout ignores that. This one always answers on the other cell. Edges count
//! as stones. If asked to ([`HexBridges::reply`]), it also answers the last move on one of the six cells around it, as
//! often as learnt patterns suggest, and otherwise plays anywhere. Sources: Arneson, Hayward and Henderson, "Monte
//! Carlo tree search in Hex", IEEE TCIAIG 2 (2010); Huang and others, "MoHex 2.0: a pattern-based MCTS Hex player", CG
//! 2013.
//!
//! The board is played full, as in [`HexFill`](super::HexFill) and for the same reason.

use rand::RngCore;
use tesuji_board::{Bits, Cell, Player};
use tesuji_game::{Game, Outcome};
use tesuji_hex::{MAX_SIDE, Move, Position};
use tesuji_search::mcts::guided::TracedPlayout;
use tesuji_search::mcts::{Playout, PlayoutRng};

use super::replies::{N_DIRECTIONS, NearReplies};
use super::{Rows, joins_top_and_bottom};

/// The length of a row of the padded board. Its cells begin one column in and below a row of edge.
const STRIDE: usize = 32;
const N_PLACES: usize = STRIDE * (MAX_SIDE + 2);

const _: () = assert!(MAX_SIDE + 2 <= STRIDE, "a row and both its edges fit");

/// The neighbours of a place in a circle: above, above right, right, below, below left, left.
const AROUND: [usize; 6] = [N_PLACES - STRIDE, N_PLACES - STRIDE + 1, 1, STRIDE, STRIDE - 1, N_PLACES - 1];

/// Content of a place: a player by its index, or nothing.
const EMPTY: u8 = 2;
/// The corners of the edge, which belong to nobody.
const NOBODY: u8 = 3;

/// Every cell of the largest board.
type Cells = Bits<6>;

/// Playouts of Hex that repair bridges and remember who played where. Keeps scratch memory.
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
    /// How the last move is answered, besides repairing bridges.
    replies: Option<&'static NearReplies>,
    /// The weight of not answering, compared with the weights of answers.
    elsewhere: u32,
    /// The board that `places` has edges for.
    size: (usize, usize),
    /// By player: the cells taken in the last playout.
    played: [Cells; 2],
    /// Where the move before the next playout was made, if that was given.
    before: Option<Cell>,
}

impl Default for HexBridges {
    fn default() -> Self {
        Self {
            places: Box::new([NOBODY; N_PLACES]),
            empties: Vec::new(),
            order: Box::new([0; N_PLACES]),
            codes: Box::new([0; N_PLACES]),
            replies: None,
            elsewhere: 0,
            size: (0, 0),
            played: [Cells::EMPTY; 2],
            before: None,
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
    /// From now on the last move is also answered next to it. Learnt patterns say how often, against the weight
    /// `elsewhere`. With 0 it is not answered.
    pub fn reply(&mut self, elsewhere: u32) {
        self.replies = (elsewhere > 0).then(NearReplies::shipped);
        self.elsewhere = elsewhere;
    }

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

    /// Where `mover` repairs a bridge that an opponent's stone on `at` broke. If there are several, `start` chooses.
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

    /// The answer of `mover` next to a stone on `at`, if there is one. 16 random bits decide.
    fn answer(&self, replies: &NearReplies, at: usize, mover: u8, chance: u32) -> Option<usize> {
        let mut weights = [0; N_DIRECTIONS];
        let mut sum = 0;
        for (answer, weight) in weights.iter_mut().enumerate() {
            let there = beside(at, answer);
            if self.places[there] == EMPTY {
                *weight = replies.weight(usize::from(mover), answer, self.codes[there]);
                sum += *weight;
            }
        }
        let mut left = (u64::from(chance) * (u64::from(sum) + u64::from(self.elsewhere))) >> 16;
        // What is left after all weights means a move elsewhere.
        for (answer, weight) in weights.into_iter().map(u64::from).enumerate() {
            if left < weight {
                return Some(beside(at, answer));
            }
            left -= weight;
        }
        None
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
        let cell = (at / STRIDE - 1) * self.size.0 + at % STRIDE - 1;
        self.played[usize::from(mover)].insert(cell);
    }
}

/// A number below `n` from the high half of a random word. The lowest number is favoured by less than `n` in 2^32.
const fn below(word: u64, n: usize) -> usize {
    (((word >> 32) * n as u64) >> 32) as usize
}

impl Playout<Position> for HexBridges {
    fn play_out(&mut self, position: &mut Position, rng: &mut PlayoutRng) -> Outcome {
        self.set_up(position);
        self.played = [Cells::EMPTY; 2];
        let mut mover = position.to_move().index() as u8;
        let mut last = self
            .before
            .take()
            .filter(|cell| cell.index() < position.topology().n_cells())
            .map(|cell| place(cell.index() % self.size.0, cell.index() / self.size.0));
        if let Some(at) = last {
            self.codes[at] = self.code_from_scratch(at);
        }
        while !self.empties.is_empty() {
            let word = rng.next_u64();
            let reply = last.and_then(|at| {
                let repair = self.repair(at, mover, ((word & 0xffff) as usize * 6) >> 16);
                repair.or_else(|| self.answer(self.replies?, at, mover, (word >> 16 & 0xffff) as u32))
            });
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

impl TracedPlayout<Position> for HexBridges {
    fn follow(&mut self, mv: Move) {
        self.before = match mv {
            Move::Place(cell) => Some(cell),
            Move::Swap => None,
        };
    }

    fn add(&mut self, player: Player, mv: Move) {
        if let Move::Place(cell) = mv {
            self.played[player.index()].insert(cell.index());
        }
    }

    fn has_played(&self, player: Player, mv: Move) -> bool {
        match mv {
            Move::Place(cell) => self.played[player.index()].contains(cell.index()),
            Move::Swap => false,
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use rand::SeedableRng;
    use tesuji_board::CellSet;

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
                    let cells = playout.played[player.index()].iter().map(Cell::new).collect::<CellSet>();
                    assert!(!cells.meets(&start.stones(player)) && cells.is_subset(&start.empties()));
                    cells.iter().chain(start.stones(player).iter()).collect::<CellSet>()
                });
                assert_eq!(black.len() + white.len(), columns * rows);
                // The players take turns.
                assert!(black.len().abs_diff(white.len()) <= 1, "{black:?} {white:?}");
                let full = Position::setup(size, &black, &white, Player::Black).unwrap();
                assert_eq!(outcome.winner(), full.winner());
                n_black += u32::from(outcome == Outcome::Win(Player::Black));
                let placed = |player, cell| playout.has_played(player, Move::Place(cell));
                assert!(start.topology().cells().all(|cell| {
                    placed(Player::Black, cell) == (black.contains(cell) && start.stone(cell).is_none())
                }));
            }
            assert!(size != (11, 11) || (1..50).contains(&n_black), "{n_black}");
        }
    }

    #[test]
    fn what_stands_around_a_place_is_kept_move_by_move() {
        let mut rng = PlayoutRng::seed_from_u64(2);
        let mut playout = HexBridges::default();
        playout.reply(200);
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
    fn answers_are_neighbours_and_as_often_as_they_weigh() {
        const N_TRIALS: u32 = 1 << 16;
        let mut start = Position::empty(11, 11).unwrap();
        let last = Cell::new(5 * 11 + 5);
        start.play(Move::Place(last)).unwrap();
        let mut playout = HexBridges::default();
        playout.set_up(&start);
        let (at, replies) = (place(5, 5), NearReplies::shipped());
        playout.codes[at] = playout.code_from_scratch(at);
        let weights = |mover: usize| -> Vec<u32> {
            (0..N_DIRECTIONS).map(|answer| replies.weight(mover, answer, playout.codes[beside(at, answer)])).collect()
        };
        for mover in [0, 1] {
            let weights = weights(mover);
            let sum: u32 = weights.iter().sum();
            assert!(sum > 0);
            let mut counting = playout.clone();
            counting.elsewhere = sum;
            // Every chance once: half of them are answers, each in proportion to its weight.
            let answers: Vec<usize> =
                (0..N_TRIALS).filter_map(|chance| counting.answer(replies, at, mover as u8, chance)).collect();
            assert!(answers.len().abs_diff(N_TRIALS as usize / 2) <= 1);
            for (answer, &weight) in weights.iter().enumerate() {
                let there = beside(at, answer);
                let n = answers.iter().filter(|&&chosen| chosen == there).count();
                assert!(n.abs_diff((u64::from(N_TRIALS / 2) * u64::from(weight) / u64::from(sum)) as usize) <= 1);
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
        // A bridge broken before the playout is repaired as well.
        let broken = Move::Place(Cell::new(1));
        let mut start = start;
        start.play(broken).unwrap();
        for _ in 0..200 {
            playout.follow(broken);
            let outcome = playout.play_out(&mut start.clone(), &mut rng);
            assert_eq!(outcome, Outcome::Win(Player::Black));
        }
    }
}
