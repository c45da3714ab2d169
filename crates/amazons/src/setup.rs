//! Starts: what is on each square, and who moves first.

use tesuji_board::{Player, SizeError};

#[cfg(doc)]
use crate::MAX_SIDE;
use crate::Size;

/// The most amazons of one player.
pub const MAX_AMAZONS: usize = 16;

/// The sides of the boards that have a usual start, see [`Setup::standard`].
pub const STANDARD_SIDES: [u8; 5] = [4, 5, 6, 8, 10];

/// The contents of a board, and whose turn it is.
///
/// Squares are given by number, see [`Size`]; their order does not matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The board.
    pub size: Size,
    /// Squares of Black's amazons.
    pub black: Vec<u8>,
    /// Squares of White's amazons.
    pub white: Vec<u8>,
    /// Squares of arrows.
    pub arrows: Vec<u8>,
    /// The player who moves first.
    pub to_move: Player,
}

/// Error of a set-up that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A side of 0 or more than [`MAX_SIDE`].
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A square with two things on it.
    #[error("{0} has two things on it")]
    Occupied(String),
    /// A square that is not on the board.
    #[error("square number {square} is not on the board of {size}")]
    Beyond {
        /// The number.
        square: u8,
        /// The board.
        size: Size,
    },
    /// More than [`MAX_AMAZONS`] of one player.
    #[error("{player} has {n} amazons, and at most {MAX_AMAZONS} are possible")]
    TooMany {
        /// The player.
        player: Player,
        /// The number of amazons.
        n: usize,
    },
    /// A square board without a usual start.
    #[error("no usual start is known for {0}x{0}, only for 4x4, 5x5, 6x6, 8x8 and 10x10")]
    NoStandard(usize),
}

impl Setup {
    /// The usual start on a square board of one of [`STANDARD_SIDES`]: Black is below and moves first.
    ///
    /// | board | Black | White |
    /// | --- | --- | --- |
    /// | 10x10 | a4 d1 g1 j4 | a7 d10 g10 j7 |
    /// | 8x8 | a3 c1 f1 h3 | a6 c8 f8 h6 |
    /// | 6x6 | a2 b1 e1 f2 | a5 b6 e6 f5 |
    /// | 5x5 | a2 b1 d1 e2 | a4 b5 d5 e4 |
    /// | 4x4 | a2 b1 c1 d2 | a3 b4 c4 d3 |
    ///
    /// # Errors
    ///
    /// [`SetupError::NoStandard`] for another side.
    pub fn standard(side: usize) -> Result<Self, SetupError> {
        // How far the amazons on the left edge are above the bottom row, and those on the bottom row from the left
        // edge.
        let (above, inside) = match side {
            10 => (3, 3),
            8 => (2, 2),
            4..=6 => (1, 1),
            _ => return Err(SetupError::NoStandard(side)),
        };
        let size = Size::new(side, side)?;
        let last = size.rows - 1;
        let places = [(0, above), (inside, 0), (last - inside, 0), (last, above)];
        Ok(Self {
            size,
            black: places.map(|(column, from_below)| size.square(column, last - from_below)).to_vec(),
            white: places.map(|(column, from_above)| size.square(column, from_above)).to_vec(),
            arrows: Vec::new(),
            to_move: Player::Black,
        })
    }

    /// An empty board with Black to move.
    #[must_use]
    pub const fn empty(size: Size) -> Self {
        Self { size, black: Vec::new(), white: Vec::new(), arrows: Vec::new(), to_move: Player::Black }
    }

    /// The squares of a player's amazons.
    #[must_use]
    pub const fn amazons(&self, player: Player) -> &Vec<u8> {
        match player {
            Player::Black => &self.black,
            Player::White => &self.white,
        }
    }

    /// The squares of a player's amazons, mutably.
    pub const fn amazons_mut(&mut self, player: Player) -> &mut Vec<u8> {
        match player {
            Player::Black => &mut self.black,
            Player::White => &mut self.white,
        }
    }

    /// The set-up with all squares in ascending order: equal positions have equal sorted set-ups.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.black.sort_unstable();
        self.white.sort_unstable();
        self.arrows.sort_unstable();
        self
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn usual_starts_stand_where_their_table_says() {
        for (side, black, white) in [
            (10, "a4 d1 g1 j4", "a7 d10 g10 j7"),
            (8, "a3 c1 f1 h3", "a6 c8 f8 h6"),
            (6, "a2 b1 e1 f2", "a5 b6 e6 f5"),
            (5, "a2 b1 d1 e2", "a4 b5 d5 e4"),
            (4, "a2 b1 c1 d2", "a3 b4 c4 d3"),
        ] {
            let setup = Setup::standard(side).unwrap();
            let names = |squares: &[u8]| squares.iter().map(|&square| setup.size.name_of(square)).collect::<Vec<_>>();
            assert_eq!(names(&setup.black).join(" "), black);
            assert_eq!(names(&setup.white).join(" "), white);
        }
        assert_eq!(Setup::standard(7), Err(SetupError::NoStandard(7)));
    }
}
