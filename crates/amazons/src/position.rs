//! Positions: amazons, arrows, whose turn it is.
//!
//! `play` says how moves change them.

use std::fmt;
use std::hash::{Hash, Hasher};

use tesuji_board::{Bits, Player};
use tesuji_game::zobrist_key;

use crate::notation::diagram;
use crate::{Lines, MAX_AMAZONS, Setup, SetupError, Size};

/// Content of a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Square {
    /// Nothing.
    Empty,
    /// An arrow, or a square that is out of play.
    Arrow,
    /// An amazon of this player.
    Amazon(Player),
}

/// A position of Amazons: what is on each square, and whose turn it is. The rules depend on nothing else.
///
/// ```
/// use tesuji_amazons::{Move, Position, Setup};
/// use tesuji_game::Game;
///
/// let mut position = Position::new(&Setup::standard(10)?)?;
/// assert_eq!(position.moves().len(), 2176);
/// let [from, to, arrow] = ["d1", "d7", "g7"].map(|name| position.size().square_of(name).unwrap());
/// position.play(Move { from, to, arrow })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    size: Size,
    pub(crate) to_move: Player,
    n_amazons: [u8; 2],
    /// Ascending; unused entries are 0.
    amazons: [[u8; MAX_AMAZONS]; 2],
    amazon_squares: [Bits<3>; 2],
    arrows: Bits<3>,
    pub(crate) lines: Lines,
    pub(crate) zobrist: u64,
}

impl Position {
    /// The position of a set-up.
    ///
    /// # Errors
    ///
    /// If the size or a square is faulty: see [`SetupError`].
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        let size = setup.size;
        size.check()?;
        let mut position = Self {
            size,
            to_move: setup.to_move,
            n_amazons: [0; 2],
            amazons: [[0; MAX_AMAZONS]; 2],
            amazon_squares: [Bits::EMPTY; 2],
            arrows: Bits::EMPTY,
            lines: Lines::empty(size),
            zobrist: 0,
        };
        for player in Player::BOTH {
            let squares = setup.amazons(player);
            if squares.len() > MAX_AMAZONS {
                return Err(SetupError::TooMany { player, n: squares.len() });
            }
            for &square in squares {
                position.check_free(square)?;
                position.lines.put(square);
                let side = player.index();
                position.amazon_squares[side].insert(usize::from(square));
                position.amazons[side][usize::from(position.n_amazons[side])] = square;
                position.n_amazons[side] += 1;
            }
            let n = squares.len();
            position.amazons[player.index()][..n].sort_unstable();
        }
        for &square in &setup.arrows {
            position.check_free(square)?;
            position.put_arrow(square);
        }
        position.zobrist = position.zobrist_from_scratch();
        Ok(position)
    }

    fn check_free(&self, square: u8) -> Result<(), SetupError> {
        if usize::from(square) >= self.size.n_squares() {
            return Err(SetupError::Beyond { square, size: self.size });
        }
        if self.lines.is_taken(square) {
            return Err(SetupError::Occupied(self.size.name_of(square)));
        }
        Ok(())
    }

    /// The usual start of a square board, see [`Setup::standard`].
    ///
    /// # Errors
    ///
    /// [`SetupError::NoStandard`] if the board has none.
    pub fn standard(side: usize) -> Result<Self, SetupError> {
        Self::new(&Setup::standard(side)?)
    }

    /// The position as a set-up with its squares in ascending order.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            size: self.size,
            black: self.amazons(Player::Black).to_vec(),
            white: self.amazons(Player::White).to_vec(),
            arrows: self.arrows.iter().map(|square| square as u8).collect(),
            to_move: self.to_move,
        }
    }

    /// The board.
    #[must_use]
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The number of squares of the board.
    #[must_use]
    #[inline]
    pub const fn n_squares(&self) -> usize {
        self.size.n_squares()
    }

    /// Whose turn it is; after the end, the player who cannot move. As [`Game::to_move`](tesuji_game::Game::to_move).
    #[must_use]
    #[inline]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// Content of a square of the board.
    #[must_use]
    pub fn at(&self, square: u8) -> Square {
        let index = usize::from(square);
        if self.arrows.contains(index) {
            return Square::Arrow;
        }
        let owner = Player::BOTH.into_iter().find(|player| self.amazon_squares[player.index()].contains(index));
        owner.map_or(Square::Empty, Square::Amazon)
    }

    /// The squares of a player's amazons, ascending.
    #[must_use]
    #[inline]
    pub fn amazons(&self, player: Player) -> &[u8] {
        &self.amazons[player.index()][..usize::from(self.n_amazons[player.index()])]
    }

    /// The squares of a player's amazons as a set.
    #[must_use]
    #[inline]
    pub const fn amazon_squares(&self, player: Player) -> Bits<3> {
        self.amazon_squares[player.index()]
    }

    /// The squares with arrows.
    #[must_use]
    #[inline]
    pub const fn arrows(&self) -> Bits<3> {
        self.arrows
    }

    /// The squares that are not empty.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Bits<3> {
        self.arrows | self.amazon_squares[0] | self.amazon_squares[1]
    }

    /// The empty squares.
    #[must_use]
    #[inline]
    pub fn empty(&self) -> Bits<3> {
        let n = self.n_squares();
        let up_to = |word: usize| match n.saturating_sub(64 * word) {
            0 => 0,
            n if n < 64 => (1 << n) - 1,
            _ => !0,
        };
        Bits::from_words(&[up_to(0), up_to(1), up_to(2)]) - self.occupied()
    }

    /// The occupied squares, line by line.
    #[must_use]
    #[inline]
    pub const fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The position with `player` to move, as after a pass. For analysis only: the rules have no passes.
    #[must_use]
    pub fn with_to_move(&self, player: Player) -> Self {
        let mut position = self.clone();
        if player != self.to_move {
            position.give_turn();
        }
        position
    }

    /// The hash computed from scratch, for tests; [`Game::zobrist`](tesuji_game::Game::zobrist) must equal it.
    #[must_use]
    pub fn zobrist_from_scratch(&self) -> u64 {
        let mut hash = size_key(self.size);
        if self.to_move == Player::White {
            hash ^= turn_key();
        }
        for player in Player::BOTH {
            for &square in self.amazons(player) {
                hash ^= amazon_key(square, player);
            }
        }
        self.arrows.iter().fold(hash, |hash, square| hash ^ arrow_key(square as u8))
    }

    /// Recomputes everything that moves update, and compares. For tests.
    ///
    /// # Panics
    ///
    /// If something differs.
    pub fn assert_valid(&self) {
        assert_eq!(self.zobrist, self.zobrist_from_scratch(), "zobrist drifted");
        let mut lines = Lines::empty(self.size);
        for square in self.occupied().iter() {
            lines.put(square as u8);
        }
        assert!(lines == self.lines, "lines drifted");
        for player in Player::BOTH {
            assert!(self.amazons(player).is_sorted_by(|a, b| a < b), "amazons unsorted");
            let set: Bits<3> = self.amazons(player).iter().map(|&square| usize::from(square)).collect();
            assert_eq!(set, self.amazon_squares(player), "squares of {player} drifted");
        }
    }

    /// Moves an amazon of `player`.
    #[inline]
    pub(crate) fn step(&mut self, player: Player, from: u8, to: u8) {
        let side = player.index();
        self.lines.lift(from);
        self.lines.put(to);
        self.amazon_squares[side].remove(usize::from(from));
        self.amazon_squares[side].insert(usize::from(to));
        self.zobrist ^= amazon_key(from, player) ^ amazon_key(to, player);
        let amazons = &mut self.amazons[side][..usize::from(self.n_amazons[side])];
        let Some(mut place) = amazons.iter().position(|&square| square == from) else { return };
        while place > 0 && amazons[place - 1] > to {
            amazons[place] = amazons[place - 1];
            place -= 1;
        }
        while place + 1 < amazons.len() && amazons[place + 1] < to {
            amazons[place] = amazons[place + 1];
            place += 1;
        }
        amazons[place] = to;
    }

    #[inline]
    pub(crate) fn put_arrow(&mut self, square: u8) {
        self.lines.put(square);
        self.arrows.insert(usize::from(square));
        self.zobrist ^= arrow_key(square);
    }

    #[inline]
    pub(crate) fn lift_arrow(&mut self, square: u8) {
        self.lines.lift(square);
        self.arrows.remove(usize::from(square));
        self.zobrist ^= arrow_key(square);
    }

    #[inline]
    pub(crate) fn give_turn(&mut self) {
        self.to_move = self.to_move.opponent();
        self.zobrist ^= turn_key();
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        // The rest follows from these.
        self.size == other.size
            && self.to_move == other.to_move
            && self.amazon_squares == other.amazon_squares
            && self.arrows == other.arrows
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.zobrist.hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        f.write_str(&diagram::write(self))
    }
}

// Numbers of the Zobrist keys: contents of squares, then sizes, then the turn.
#[inline]
const fn amazon_key(square: u8, player: Player) -> u64 {
    zobrist_key(square as u64 * 4 + player as u64)
}

#[inline]
const fn arrow_key(square: u8) -> u64 {
    zobrist_key(square as u64 * 4 + 2)
}

const fn size_key(size: Size) -> u64 {
    zobrist_key(1024 + size.columns as u64 * 16 + size.rows as u64)
}

const fn turn_key() -> u64 {
    zobrist_key(2048)
}
