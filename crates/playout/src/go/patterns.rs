//! Patterns of a cell and the eight cells around it on a square lattice: shapes that call for an answer nearby.
//!
//! Source: Gelly, Wang, Munos and Teytaud, "Modification of UCT with patterns in Monte-Carlo Go", INRIA RR-6062 (2006);
//! written as in Baudiš' michi.

use std::sync::OnceLock;

use super::links::{BEYOND, BLACK, EMPTY, WHITE};

/// The cell in the middle is empty. `X` and `O` are the players, `x` and `o` anything but that player, `.` is empty,
/// `#` beyond the edge, and `?` anything.
const PATTERNS: [[&str; 3]; 12] = [
    // Hane.
    ["XOX", "...", "???"],
    ["XO.", "...", "?.?"],
    ["XO?", "X..", "x.?"],
    // An attachment or a diagonal contact.
    [".O.", "X..", "..."],
    // Cuts.
    ["XO?", "O.o", "?o?"],
    ["XO?", "O.X", "???"],
    ["?X?", "O.O", "ooo"],
    ["OX?", "o.O", "???"],
    // At the edge of the board.
    ["X.?", "O.?", "##?"],
    ["OX?", "X.O", "###"],
    ["?X?", "x.O", "###"],
    ["?OX", "X.O", "###"],
];

/// Places of the cells of a code in the text: left, right, above, below, then the corners.
const PLACES: [(usize, usize); 8] = [(1, 0), (1, 2), (0, 1), (2, 1), (0, 0), (0, 2), (2, 0), (2, 2)];

const N_CODES: usize = 1 << 16;

/// Puts the bits for one cell in their place in a code.
const fn in_place(at: usize, bits: u16) -> u16 {
    bits << (at % 4 + 8 * (at / 4))
}

/// Codes that match a pattern. The same for both players, because each pattern also stands for its colour-reversed
/// copy.
#[derive(Debug)]
pub(super) struct PatternTable {
    words: Box<[u64]>,
}

impl PatternTable {
    pub(super) fn shared() -> &'static Self {
        static SHARED: OnceLock<PatternTable> = OnceLock::new();
        SHARED.get_or_init(Self::new)
    }

    fn new() -> Self {
        let mut patterns = Self { words: vec![0; N_CODES / 64].into_boxed_slice() };
        for rows in PATTERNS {
            let text: [[u8; 3]; 3] = rows.map(|row| std::array::from_fn(|at| row.as_bytes()[at]));
            let mut image = text;
            for turn in 0..8 {
                // A quarter turn; after four of them, the mirror image.
                image = std::array::from_fn(|row| std::array::from_fn(|column| image[2 - column][row]));
                if turn == 4 {
                    image.reverse();
                }
                for is_negative in [false, true] {
                    patterns.add(&image, is_negative, 0, 0);
                }
            }
        }
        patterns
    }

    /// Adds all matching codes, with the cells before `at` already fixed.
    fn add(&mut self, text: &[[u8; 3]; 3], is_negative: bool, at: usize, code: u16) {
        let Some(&(row, column)) = PLACES.get(at) else {
            self.words[usize::from(code) / 64] |= 1 << (code % 64);
            return;
        };
        let (x, o) = if is_negative { (WHITE, BLACK) } else { (BLACK, WHITE) };
        let stones: &[u16] = match text[row][column] {
            b'X' => &[x],
            b'O' => &[o],
            b'x' => &[o, EMPTY, BEYOND],
            b'o' => &[x, EMPTY, BEYOND],
            b'.' => &[EMPTY],
            b'#' => &[BEYOND],
            _ => &[x, o, EMPTY, BEYOND],
        };
        for &stone in stones {
            self.add(text, is_negative, at + 1, code | in_place(at, stone));
        }
    }

    #[inline]
    pub(super) fn matches(&self, code: u16) -> bool {
        self.words[usize::from(code) / 64] >> (code % 64) & 1 == 1
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    /// The code of what stands around, given row by row with the empty middle.
    fn code(text: &str) -> u16 {
        let cells: Vec<u8> = text.bytes().filter(|byte| *byte != b' ').collect();
        let stone = |(row, column)| match cells[3 * row + column] {
            b'B' => BLACK,
            b'W' => WHITE,
            b'#' => BEYOND,
            _ => EMPTY,
        };
        PLACES.iter().enumerate().map(|(at, &place)| in_place(at, stone(place))).sum()
    }

    #[test]
    fn every_image_of_a_pattern_matches() {
        let patterns = PatternTable::shared();
        for text in
            ["BWB ... ...", "WBW ... ...", "B.. W.. B..", "... ... WBW", "..W ..B ..W", "WB. B.W ###", "#B. #.. #.."]
        {
            let is_hane_at_edge = text.starts_with('#');
            assert_eq!(patterns.matches(code(text)), !is_hane_at_edge, "{text}");
        }
        assert!(!patterns.matches(code("... ... ...")));
        assert!(!patterns.matches(code("BBB B.B BBB")));
    }
}
