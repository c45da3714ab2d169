//! Moves as text: three squares, with whatever people write between them.

use super::NotationError;
use crate::{Move, Size};

/// Reads one move in any usual spelling. Case does not matter, nor do spaces between its parts.
///
/// | spelling | of |
/// | --- | --- |
/// | `d1-d7/g7`, also after a number, `75.j3-h3/j3` | Abstract Play, Little Golem |
/// | `E4-H7 x E4`, `B1-B3xD3` | Little Golem's forum, papers |
/// | `d10-c9(h4)`, `D1 - D9 (C10)` | courses, Invader |
/// | `d1d7,d7g7` | Fairy-Stockfish |
/// | `d1d7 P@g7` | PlayStrategy |
/// | `d1 d7 g7`, `d1d7g7`, `d1,d7,g7` | programs |
///
/// The move need not be legal.
///
/// # Errors
///
/// If the text is something else, or names a square that the board does not have.
pub fn read_move(size: Size, text: &str) -> Result<Move, NotationError> {
    let mut reader = MoveReader { size, text, offset: 0 };
    reader.skip_number();
    let mv = reader.mv()?;
    reader.skip_space();
    if reader.offset < text.len() {
        return Err(NotationError::unexpected(text, reader.offset, "the end of the move"));
    }
    Ok(mv)
}

/// Reads any number of moves, each as [`read_move`] reads it, with spaces, line ends, commas or semicolons between them.
///
/// # Errors
///
/// At the first thing that is not a move.
pub fn read_moves(size: Size, text: &str) -> Result<Vec<Move>, NotationError> {
    let mut reader = MoveReader { size, text, offset: 0 };
    let mut moves = Vec::new();
    loop {
        reader.skip_number();
        reader.skip_space();
        if reader.offset == text.len() {
            return Ok(moves);
        }
        moves.push(reader.mv()?);
        let end = reader.offset;
        reader.skip_space();
        let is_parted = reader.skip_one_of(&[",", ";"]) || reader.offset > end;
        if !is_parted && reader.offset < text.len() {
            return Err(NotationError::unexpected(text, reader.offset, "a space, and then the next move"));
        }
    }
}

/// A move as `d1-d7/g7`.
#[must_use]
pub fn write_move(size: Size, mv: Move) -> String {
    format!("{}-{}/{}", size.name_of(mv.from), size.name_of(mv.to), size.name_of(mv.arrow))
}

/// A move as Fairy-Stockfish writes it: `d1d7,d7g7`.
#[must_use]
pub fn write_uci_move(size: Size, mv: Move) -> String {
    let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|square| size.name_of(square));
    format!("{from}{to},{to}{arrow}")
}

struct MoveReader<'a> {
    size: Size,
    text: &'a str,
    offset: usize,
}

impl MoveReader<'_> {
    fn mv(&mut self) -> Result<Move, NotationError> {
        let from = self.square()?;
        self.skip_space();
        self.skip_one_of(&["-", "–", ",", ":"]);
        let to = self.square()?;
        self.skip_space();
        let is_in_brackets = self.skip_one_of(&["("]);
        if !is_in_brackets {
            self.skip_one_of(&["/", "x", "X", ",", "-", "–", ":"]);
            self.skip_space();
            self.skip_one_of(&["P@", "p@", "@"]);
        }
        self.skip_space();
        let mut start = self.offset;
        let mut arrow = self.square()?;
        // No arrow lands where the amazon stands, so the square is its second mention, as the place from which the
        // arrow is shot.
        if arrow == to && !is_in_brackets {
            self.skip_space();
            self.skip_one_of(&["-"]);
            self.skip_space();
            start = self.offset;
            arrow = self.square()?;
        }
        if arrow == to {
            return Err(NotationError::unexpected(self.text, start, "a square for the arrow other than the amazon's"));
        }
        if is_in_brackets {
            self.skip_space();
            if !self.skip_one_of(&[")"]) {
                return Err(NotationError::unexpected(self.text, self.offset, "`)` behind the arrow"));
            }
        }
        Ok(Move { from, to, arrow })
    }

    fn square(&mut self) -> Result<u8, NotationError> {
        self.skip_space();
        let rest = self.rest();
        let is_letter = rest.starts_with(|letter: char| letter.is_ascii_alphabetic());
        let n_digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        if !is_letter || n_digits == 0 {
            return Err(NotationError::unexpected(self.text, self.offset, "a square such as d1"));
        }
        let name = &rest[..=n_digits];
        let square = self.size.square_of(name).map_err(|error| NotationError::square(self.text, self.offset, error))?;
        self.offset += name.len();
        Ok(square)
    }

    /// Skips the number of a move, `75.` or `3...`.
    fn skip_number(&mut self) {
        self.skip_space();
        let rest = self.rest();
        let behind = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if behind.len() < rest.len() && behind.starts_with('.') {
            self.offset = self.text.len() - behind.trim_start_matches('.').len();
        }
    }

    fn skip_one_of(&mut self, texts: &[&str]) -> bool {
        let found = texts.iter().find(|text| self.rest().starts_with(**text));
        self.offset += found.map_or(0, |text| text.len());
        found.is_some()
    }

    fn skip_space(&mut self) {
        self.offset = self.text.len() - self.rest().trim_start().len();
    }

    fn rest(&self) -> &str {
        &self.text[self.offset..]
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn size() -> Size {
        Size::new(10, 10).unwrap()
    }

    #[test]
    fn all_usual_spellings_are_read() {
        for (text, canonical) in [
            ("d1-d7/g7", "d1-d7/g7"),
            ("D1 - D9 (C10)", "d1-d9/c10"),
            ("d1d7,d7g7", "d1-d7/g7"),
            ("B1-B3xD3", "b1-b3/d3"),
            ("d10-c9(h4)", "d10-c9/h4"),
            ("75.j3-h3/j3", "j3-h3/j3"),
            ("E4-H7 x E4", "e4-h7/e4"),
            ("d1d6 P@g9", "d1-d6/g9"),
            ("d1d6P@g9", "d1-d6/g9"),
            ("  12... d1 d10 g10 ", "d1-d10/g10"),
            ("d1d10g10", "d1-d10/g10"),
            ("d1,d7,g7", "d1-d7/g7"),
        ] {
            let mv = read_move(size(), text).unwrap();
            assert_eq!(write_move(size(), mv), canonical, "{text}");
            assert_eq!(read_move(size(), &write_uci_move(size(), mv)), Ok(mv));
        }
    }

    #[test]
    fn faults_are_told_with_their_place() {
        for (text, message) in [
            ("", "line 1, column 1: expected a square such as d1, found the end"),
            ("d1-d7", "line 1, column 6: expected a square such as d1, found the end"),
            ("d1-k7/g7", "line 1, column 4: `k7` lies outside the 10x10 board"),
            ("d1-d7/g0", "line 1, column 7: `g0` is not a cell name such as `a1`"),
            ("d1-d7(g7", "line 1, column 9: expected `)` behind the arrow, found the end"),
            ("d1-d7/g7 g8", "line 1, column 10: expected the end of the move, found `g8`"),
            ("d1-d7/d7", "line 1, column 9: expected a square such as d1, found the end"),
            ("d1-d7(d7)", "line 1, column 7: expected a square for the arrow other than the amazon's, found `d7)`"),
            ("d1d7,d7d7", "line 1, column 8: expected a square for the arrow other than the amazon's, found `d7`"),
            ("d1-d7//g7", "line 1, column 7: expected a square such as d1, found `/g7`"),
        ] {
            assert_eq!(read_move(size(), text).unwrap_err().to_string(), message, "{text}");
        }
        let error = read_moves(size(), "1. d1-d7/g7\n2. d10-d8/x8").unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 11: `x8` lies outside the 10x10 board");
    }

    #[test]
    fn several_moves_are_read() {
        let text = "1. d1-d7/g7 d10-d8 (c8)\n2. a4a5,a5a4; a7-b8xa7,j4-j5/j4";
        let moves = read_moves(size(), text).unwrap();
        let written: Vec<_> = moves.iter().map(|&mv| write_move(size(), mv)).collect();
        assert_eq!(written, ["d1-d7/g7", "d10-d8/c8", "a4-a5/a4", "a7-b8/a7", "j4-j5/j4"]);
        assert_eq!(read_moves(size(), &written.join(" ")), Ok(moves));
        assert_eq!(read_moves(size(), " \n"), Ok(Vec::new()));
        assert!(read_moves(size(), "d1-d7/g7d1-d7/g7").is_err());
    }
}
