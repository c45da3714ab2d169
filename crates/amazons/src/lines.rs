//! The occupied squares of each row, column and diagonal, and what an amazon sees from a square.
//!
//! A line is a word of 16 bits with a bit for each occupied square. Squares that the board does not have count as
//! occupied, so no code needs to know where the board ends.

use std::fmt;

use crate::Size;

/// The place of a square, counted from 0 from the top left.
#[derive(Clone, Copy)]
pub(crate) struct LinePlace {
    pub(crate) row: u8,
    pub(crate) column: u8,
}

/// The places of all squares, for boards with each number of columns.
static PLACES: [[LinePlace; 256]; 16] = {
    let mut places = [[LinePlace { row: 0, column: 0 }; 256]; 16];
    let mut columns = 1;
    while columns < 16 {
        let mut square = 0;
        while square < 256 {
            places[columns][square] = LinePlace { row: (square / columns) as u8, column: (square % columns) as u8 };
            square += 1;
        }
        columns += 1;
    }
    places
};

/// The number of bits of a line that can be free.
const LINE_BITS: usize = 12;

/// The number of free squares on a line on both sides of a place, up to the first occupied one. The index is the low 12
/// bits of the line, then 4 bits of the place.
///
/// PERF: a table of 64 KiB; a board of 10 rows touches 16 KiB. Because of it, `perft(3)` of 10x10 takes only a second
/// (`cargo bench -p tesuji-amazons`).
static STEPS: [u8; 1 << 16] = {
    let mut steps = [0; 1 << 16];
    let mut line = 0;
    while line < 1 << LINE_BITS {
        let mut place = 0;
        while place < LINE_BITS {
            let line_bits = line as u16 | !((1 << LINE_BITS) - 1);
            let [below, above] = free_on_both_sides(line_bits, place as u32);
            steps[line << 4 | place] = below + above;
            place += 1;
        }
        line += 1;
    }
    steps
};

/// The number of free squares below and above `place` on `line`; some bit above `place` is occupied.
const fn free_on_both_sides(line: u16, place: u32) -> [u8; 2] {
    let line = line as u32;
    // An occupied square stands in for the end of the line at 0.
    let lower = (line & ((1 << place) - 1)) << 1 | 1;
    let below = place - lower.ilog2();
    let above = (line >> place >> 1).trailing_zeros();
    [below as u8, above as u8]
}

/// The occupied squares on every row, column and diagonal of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Lines {
    size: Size,
    /// For each row, a bit for each column.
    rows: [u16; 16],
    /// For each column, a bit for each row.
    columns: [u16; 16],
    /// Diagonals that fall to the right, a bit for each column. The index is row - column + 16.
    falling: [u16; 32],
    /// Diagonals that rise to the right, a bit for each column. The index is row + column.
    rising: [u16; 32],
}

impl Lines {
    /// The lines of an empty board.
    pub(crate) fn empty(size: Size) -> Self {
        let mut lines = Self { size, rows: [!0; 16], columns: [!0; 16], falling: [!0; 32], rising: [!0; 32] };
        for square in 0..size.n_squares() as u8 {
            lines.lift(square);
        }
        lines
    }

    /// Occupies a square.
    #[inline]
    pub(crate) fn put(&mut self, square: u8) {
        let LinePlace { row, column } = self.place(square);
        self.rows[usize::from(row & 15)] |= 1 << column;
        self.columns[usize::from(column & 15)] |= 1 << row;
        self.falling[falling(row, column)] |= 1 << column;
        self.rising[rising(row, column)] |= 1 << column;
    }

    /// Frees a square.
    #[inline]
    pub(crate) fn lift(&mut self, square: u8) {
        let LinePlace { row, column } = self.place(square);
        self.rows[usize::from(row & 15)] &= !(1 << column);
        self.columns[usize::from(column & 15)] &= !(1 << row);
        self.falling[falling(row, column)] &= !(1 << column);
        self.rising[rising(row, column)] &= !(1 << column);
    }

    /// Whether the square is occupied.
    #[must_use]
    #[inline]
    pub fn is_taken(&self, square: u8) -> bool {
        let LinePlace { row, column } = self.place(square);
        self.rows[usize::from(row & 15)] >> (column & 15) & 1 != 0
    }

    /// The number of squares one queen move away, whether or not the square itself is occupied.
    #[must_use]
    #[inline]
    pub fn n_targets(&self, square: u8) -> u32 {
        let LinePlace { row, column } = self.place(square);
        self.n_targets_at(row, column)
    }

    #[inline]
    pub(crate) fn n_targets_at(&self, row: u8, column: u8) -> u32 {
        let steps = |line: u16, place: u8| u32::from(STEPS[usize::from(line << 4) | usize::from(place & 15)]);
        steps(self.rows[usize::from(row & 15)], column)
            + steps(self.columns[usize::from(column & 15)], row)
            + steps(self.falling[falling(row, column)], column)
            + steps(self.rising[rising(row, column)], column)
    }

    /// The number of free squares that an amazon sees from a place in each direction: left, right, up, down, up left,
    /// down right, down left, up right.
    #[inline]
    pub(crate) fn rays(&self, row: u8, column: u8) -> [u8; 8] {
        let [left, right] = free_on_both_sides(self.rows[usize::from(row & 15)], u32::from(column & 15));
        let [up, down] = free_on_both_sides(self.columns[usize::from(column & 15)], u32::from(row & 15));
        let [up_left, down_right] = free_on_both_sides(self.falling[falling(row, column)], u32::from(column & 15));
        let [down_left, up_right] = free_on_both_sides(self.rising[rising(row, column)], u32::from(column & 15));
        [left, right, up, down, up_left, down_right, down_left, up_right]
    }

    /// The squares one queen move away, ascending, whether or not the square itself is occupied.
    #[must_use]
    #[inline]
    pub fn targets(&self, square: u8) -> Targets {
        let LinePlace { row, column } = self.place(square);
        let [left, right, up, down, up_left, down_right, down_left, up_right] = self.rays(row, column);
        let mut targets = Targets { n: 0, squares: [0; 64] };
        let width = self.size.columns;
        for k in (1..=up.max(up_left).max(up_right)).rev() {
            let middle = square - k * width;
            targets.push_if(k <= up_left, middle.wrapping_sub(k));
            targets.push_if(k <= up, middle);
            targets.push_if(k <= up_right, middle.wrapping_add(k));
        }
        for k in (1..=left).rev() {
            targets.push_if(true, square - k);
        }
        for k in 1..=right {
            targets.push_if(true, square + k);
        }
        for k in 1..=down.max(down_left).max(down_right) {
            let middle = square + k * width;
            targets.push_if(k <= down_left, middle.wrapping_sub(k));
            targets.push_if(k <= down, middle);
            targets.push_if(k <= down_right, middle.wrapping_add(k));
        }
        targets
    }

    /// Whether `to` is one queen move away from `from`.
    #[must_use]
    pub fn sees(&self, from: u8, to: u8) -> bool {
        let n_squares = self.size.n_squares();
        usize::from(from) < n_squares && usize::from(to) < n_squares && self.targets(from).contains(&to)
    }

    #[inline]
    pub(crate) fn place(&self, square: u8) -> LinePlace {
        PLACES[usize::from(self.size.columns & 15)][usize::from(square)]
    }
}

#[inline]
const fn falling(row: u8, column: u8) -> usize {
    (row as usize + 16).wrapping_sub(column as usize) & 31
}

#[inline]
const fn rising(row: u8, column: u8) -> usize {
    (row as usize + column as usize) & 31
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.rows.iter().take(usize::from(self.size.rows)).map(|row| format!("{row:016b}")))
            .finish()
    }
}

/// Squares one queen move away from a square, in ascending order, without allocation.
#[derive(Clone, Copy, Debug)]
pub struct Targets {
    n: u8,
    squares: [u8; 64],
}

impl Targets {
    #[inline]
    fn push_if(&mut self, is_target: bool, square: u8) {
        // Always written, even if it does not count, to avoid a branch. A queen sees at most 43 squares of 12x12.
        self.squares[usize::from(self.n & 63)] = square;
        self.n += u8::from(is_target);
    }
}

impl std::ops::Deref for Targets {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.squares[..usize::from(self.n & 63)]
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    /// Walks each ray square by square.
    fn slow_targets(size: Size, taken: &[bool], square: u8) -> Vec<u8> {
        let mut targets = Vec::new();
        for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let (mut x, mut y) = (i16::from(size.column_of(square)), i16::from(size.row_of(square)));
            loop {
                (x, y) = (x + dx, y + dy);
                if !(0..i16::from(size.columns)).contains(&x) || !(0..i16::from(size.rows)).contains(&y) {
                    break;
                }
                let to = size.square(x as u8, y as u8);
                if taken[usize::from(to)] {
                    break;
                }
                targets.push(to);
            }
        }
        targets.sort_unstable();
        targets
    }

    #[test]
    fn targets_are_those_of_a_walk() {
        let mut word = 1_u64;
        for (columns, rows) in [(1, 1), (1, 12), (12, 1), (3, 7), (10, 10), (12, 12), (7, 5)] {
            let size = Size::new(columns, rows).unwrap();
            for sparseness in [1, 3, 8, 40] {
                let mut lines = Lines::empty(size);
                let mut taken = vec![false; size.n_squares()];
                for square in 0..size.n_squares() as u8 {
                    word = tesuji_game::zobrist_key(word);
                    if word.is_multiple_of(sparseness) {
                        lines.put(square);
                        taken[usize::from(square)] = true;
                    }
                }
                for square in 0..size.n_squares() as u8 {
                    let expected = slow_targets(size, &taken, square);
                    assert_eq!(&*lines.targets(square), expected, "{size} {square}");
                    assert_eq!(lines.n_targets(square), expected.len() as u32);
                    assert_eq!(lines.is_taken(square), taken[usize::from(square)]);
                    for to in 0..size.n_squares() as u8 {
                        assert_eq!(lines.sees(square, to), expected.contains(&to));
                    }
                }
            }
        }
    }
}
