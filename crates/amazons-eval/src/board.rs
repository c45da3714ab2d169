//! A position in the form that the kernels use.

use tesuji_amazons::{Position, Size};
use tesuji_board::{Bits, NARROW, Player};

use super::{BoardLines, Squares};

/// The lines of a board, in as few words as hold its squares. They are boxed because they take some thousand bytes.
#[derive(Clone, Debug)]
pub(super) enum LinesBySize {
    One(Box<BoardLines<NARROW>>),
    Two(Box<BoardLines<2>>),
    Three(Box<BoardLines<3>>),
}

impl LinesBySize {
    pub(super) fn new(size: Size) -> Self {
        let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
        let one = || BoardLines::new(columns, rows).map(Box::new).map(Self::One);
        let two = || BoardLines::new(columns, rows).map(Box::new).map(Self::Two);
        let three = || BoardLines::new(columns, rows).map(Box::new).map(Self::Three);
        one().or_else(two).or_else(three).expect("three words hold every board of a position")
    }
}

impl<const W: usize> Squares<W> {
    /// The squares of a position, whose board has at most 64 * `W` squares.
    #[inline]
    #[must_use]
    pub fn of(position: &Position) -> Self {
        Self::seen_by(position, position.to_move())
    }

    /// As above, as if it were the turn of `player`.
    #[inline]
    #[must_use]
    pub fn seen_by(position: &Position, player: Player) -> Self {
        let [own, other] = [position.amazon_squares(player), position.amazon_squares(!player)];
        Self { empty: words(position.empty()), amazons: [words(own), words(other)] }
    }
}

/// The first words of a set. PERF: a loop, because `array::from_fn` and `map` become calls.
#[inline(always)]
fn words<const W: usize>(set: Bits<3>) -> [u64; W] {
    let mut words = [0; W];
    words.copy_from_slice(&set.words()[..W]);
    words
}
