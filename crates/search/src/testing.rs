//! Small games for the tests of searches, each with a feature that the others lack.
//!
//! [`Crosses`] has draws. [`Link`] is won by connection and never drawn. [`Amazon`] moves a stone and shoots, and a
//! player who cannot move loses. [`Ring`] never ends and comes back to the same positions in lines of different
//! lengths.

use std::ops::ControlFlow;

use tesuji_board::Player;
use tesuji_game::{Evaluation, Evaluator, Game, Outcome, Undo, zobrist_key};

/// The position after `mv`.
pub(crate) fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

/// Noughts and crosses: three in a row on nine squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Crosses {
    /// The squares of each player, by [`Player::index`], with a bit for each.
    squares: [u16; 2],
    to_move: Player,
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Crosses {
    /// Reads a drawing of `X` (Black), `O` and `.`; Black is to move if both have equally many.
    pub(crate) fn new(drawing: &str) -> Self {
        let squares = ['X', 'O'].map(|sign| {
            drawing
                .chars()
                .enumerate()
                .filter(|&(_, c)| c == sign)
                .fold(0, |squares, (square, _)| squares | 1 << square)
        });
        let n_stones: u32 = squares.iter().map(|squares: &u16| squares.count_ones()).sum();
        Self { squares, to_move: if n_stones.is_multiple_of(2) { Player::Black } else { Player::White } }
    }
}

impl Game for Crosses {
    type Move = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_line = |player: &Player| LINES.iter().any(|line| self.squares[player.index()] & line == *line);
        let winner = Player::BOTH.iter().find(|player| has_line(player)).map(|&player| Outcome::Win(player));
        winner.or_else(|| (self.squares[0] | self.squares[1] == 0o777).then_some(Outcome::Draw))
    }

    fn try_for_each_move<B>(&self, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.outcome().is_none() {
            for square in 0..9 {
                if (self.squares[0] | self.squares[1]) >> square & 1 == 0 {
                    visit(square)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.squares[self.to_move.index()] |= 1 << mv;
        self.to_move = self.to_move.opponent();
    }

    fn zobrist(&self) -> u64 {
        zobrist_key(u64::from(self.squares[0]) << 16 | u64::from(self.squares[1]))
    }
}

/// Takes moves back by keeping the previous position, for all games here.
macro_rules! undo_by_copy {
    ($($game:ty),*) => {$(
        impl Undo for $game {
            type Undone = Self;

            fn play_undoable(&mut self, mv: Self::Move) -> Self {
                let before = self.clone();
                self.play_unchecked(mv);
                before
            }

            fn undo(&mut self, before: Self) {
                *self = before;
            }
        }
    )*};
}

undo_by_copy!(Crosses, Link, Amazon, Ring);

/// Three by three hexagons: Black joins top and bottom, White left and right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    stones: [u16; 2],
    to_move: Player,
}

impl Link {
    pub(crate) const fn new() -> Self {
        Self { stones: [0, 0], to_move: Player::Black }
    }

    fn is_joined(&self, player: Player) -> bool {
        let stones = self.stones[player.index()];
        let (from, to) = if player == Player::Black { (0o007, 0o700) } else { (0o111, 0o444) };
        let mut reached = stones & from;
        loop {
            // b2 touches a2, c2, b1, b3, and at the corners c1 and a3.
            let (not_last, not_first) = (reached & 0o333, reached & 0o666);
            let in_rows = not_last << 1 | not_first >> 1;
            let around = in_rows | reached << 3 | reached >> 3 | not_last >> 2 | not_first << 2;
            let grown = (reached | around) & stones;
            if grown == reached {
                return reached & to != 0;
            }
            reached = grown;
        }
    }
}

impl Game for Link {
    type Move = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        Player::BOTH.into_iter().find(|&player| self.is_joined(player)).map(Outcome::Win)
    }

    fn try_for_each_move<B>(&self, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.outcome().is_none() {
            for cell in 0..9 {
                if (self.stones[0] | self.stones[1]) >> cell & 1 == 0 {
                    visit(cell)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.stones[self.to_move.index()] |= 1 << mv;
        self.to_move = self.to_move.opponent();
    }

    fn zobrist(&self) -> u64 {
        zobrist_key(u64::from(self.stones[0]) << 16 | u64::from(self.stones[1]))
    }
}

/// Three by four squares with a stone of each player. A move takes one's own stone to an adjacent square, diagonals
/// included, and burns another square adjacent to that. A player who cannot move loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Amazon {
    burnt: u16,
    stones: [u8; 2],
    to_move: Player,
}

const WIDTH: u8 = 4;
const N_SQUARES: u8 = 12;

impl Amazon {
    pub(crate) const fn new() -> Self {
        Self { burnt: 0, stones: [0, N_SQUARES - 1], to_move: Player::Black }
    }

    fn free_beside(&self, square: u8, left: u8) -> impl Iterator<Item = u8> {
        let beside = move |other: &u8| {
            let (columns, rows) = ((other % WIDTH).abs_diff(square % WIDTH), (other / WIDTH).abs_diff(square / WIDTH));
            *other != square && columns <= 1 && rows <= 1
        };
        let (burnt, opponent) = (self.burnt, self.stones[self.to_move.opponent().index()]);
        (0..N_SQUARES)
            .filter(beside)
            .filter(move |&other| other == left || burnt >> other & 1 == 0 && other != opponent)
    }
}

impl Game for Amazon {
    /// The square to move to, and the square to burn.
    type Move = (u8, u8);

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        let own = self.stones[self.to_move.index()];
        self.free_beside(own, own).next().is_none().then(|| Outcome::Win(self.to_move.opponent()))
    }

    fn try_for_each_move<B>(&self, mut visit: impl FnMut((u8, u8)) -> ControlFlow<B>) -> ControlFlow<B> {
        let own = self.stones[self.to_move.index()];
        for to in self.free_beside(own, own) {
            for burnt in self.free_beside(to, own) {
                visit((to, burnt))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, (to, burnt): (u8, u8)) {
        self.stones[self.to_move.index()] = to;
        self.burnt |= 1 << burnt;
        self.to_move = self.to_move.opponent();
    }

    fn zobrist(&self) -> u64 {
        let [black, white] = self.stones.map(u64::from);
        zobrist_key(u64::from(self.burnt) << 16 | black << 8 | white << 4 | self.to_move.index() as u64)
    }
}

/// A walker on a ring of `n_places` places, moved by both players: a step back, a step forward, or two steps forward,
/// after which the same player moves again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ring {
    pub(crate) n_places: i8,
    pub(crate) place: i8,
    pub(crate) to_move: Player,
}

impl Game for Ring {
    type Move = i8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn try_for_each_move<B>(&self, mut visit: impl FnMut(i8) -> ControlFlow<B>) -> ControlFlow<B> {
        [-1, 1, 2].into_iter().try_for_each(&mut visit)
    }

    fn play_unchecked(&mut self, mv: i8) {
        self.place = (self.place + mv).rem_euclid(self.n_places);
        if mv != 2 {
            self.to_move = self.to_move.opponent();
        }
    }

    fn zobrist(&self) -> u64 {
        zobrist_key(self.place as u64 * 2 + self.to_move.index() as u64)
    }
}

/// An evaluator that knows nothing but is consistent. Its opinions are random numbers from `n_values`, the same for
/// equal positions. One position in `decided_in` (0 for none) is decided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lots {
    pub(crate) seed: u64,
    pub(crate) n_values: u64,
    pub(crate) decided_in: u64,
    pub(crate) n_calls: u64,
}

impl<G: Game> Evaluator<G> for Lots {
    fn evaluate(&mut self, position: &G) -> Evaluation {
        self.n_calls += 1;
        let lot = zobrist_key(position.zobrist() ^ zobrist_key(self.seed));
        if self.decided_in > 0 && (lot >> 32).is_multiple_of(self.decided_in) {
            return Evaluation::Decided(match lot >> 16 & 3 {
                0 => Outcome::Draw,
                1 => Outcome::Win(Player::Black),
                _ => Outcome::Win(Player::White),
            });
        }
        Evaluation::Estimate((lot % self.n_values) as f64 - (self.n_values / 2) as f64)
    }

    fn rate(&mut self, position: &G, moves: &[G::Move], ratings: &mut [f64]) {
        for (idx, (_, rating)) in moves.iter().zip(ratings).enumerate() {
            *rating = (zobrist_key(position.zobrist() ^ idx as u64 ^ self.seed) % 3) as f64;
        }
    }
}
