//! Links to HexWorld's board, and their fragments alone: `https://hexworld.org/board/#11r9c1,b4:sh4g8i8`.
//!
//! After the `#` come the side, or columns `x` rows; options (`r` and a number for the rotation, `c0` or `c1` for
//! coordinates, `n`); a comma; and the moves. A second comma marks the cursor: the moves after it are not yet on the
//! board. A move is a cell, `:s` (swap-pieces), `:p` (pass), `:rb` or `:rw` (the first or second player resigns), or
//! `:fb` or `:fw` (forfeits, also by time). Red, our Black, moves first.

use tesuji_board::{Cell, Player, parse_cell_name};

use super::{Inexpressible, Notation, NotationError, move_list};
use crate::{Action, Record, RecordMove};

/// A board as a link shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexWorldLink {
    /// The game: all moves, including those after the cursor.
    pub record: Record,
    /// The number of moves on the board, if the link has a cursor; without one, all moves are on it.
    pub cursor: Option<usize>,
    /// Options of the board's display.
    pub options: HexWorldOptions,
}

/// Options of the board's display.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HexWorldOptions {
    /// The rotation as an hour on a clock, 1 to 12; 10 if not given.
    pub rotation: Option<u8>,
    /// The option `n`.
    pub n: bool,
    /// Whether coordinates are shown, if given.
    pub coordinates: Option<bool>,
    /// Other options, unchanged; letters and digits only.
    pub other: String,
}

impl HexWorldLink {
    /// A link to the end of a game, with coordinates shown.
    #[must_use]
    pub fn new(record: Record) -> Self {
        Self {
            record,
            cursor: None,
            options: HexWorldOptions { coordinates: Some(true), ..HexWorldOptions::default() },
        }
    }
}

/// Beginning of the fragment: after the `#` if there is one.
fn fragment_start(text: &str) -> usize {
    text.find('#').map_or_else(|| text.len() - text.trim_start().len(), |hash| hash + 1)
}

/// Reads a link or its fragment. Percent encoding by browsers (`%3A`, `%2C`) is understood.
///
/// # Errors
///
/// At the first thing that does not belong there.
pub fn read(text: &str) -> Result<HexWorldLink, NotationError> {
    let mut reader = LinkReader { text, offset: fragment_start(text) };
    let size_at = reader.offset;
    let columns = reader.number("the size of the board")?;
    let rows = if reader.eat("x") { reader.number("the number of rows")? } else { columns };
    let mut record =
        Record::new(columns, rows).map_err(|error| NotationError::new(Notation::HexWorld, text, size_at, error))?;
    let options = reader.options()?;
    let mut cursor = None;
    if reader.eat_special(',') {
        loop {
            if cursor.is_none() && reader.eat_special(',') {
                cursor = Some(record.moves.len());
            } else if reader.rest().trim_start().is_empty() {
                break;
            } else {
                let mv = reader.action(&record)?;
                record.moves.push(mv);
            }
        }
    } else if !reader.rest().trim_start().is_empty() {
        return Err(reader.unexpected("an option or `,`"));
    }
    Ok(HexWorldLink { record, cursor, options })
}

struct LinkReader<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> LinkReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn unexpected(&self, expected: &str) -> NotationError {
        NotationError::unexpected(Notation::HexWorld, self.text, self.offset, expected)
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.offset += word.len();
        }
        found
    }

    /// Consumes `:` or `,`, plain or percent-encoded.
    fn eat_special(&mut self, character: char) -> bool {
        let mut plain = [0; 4];
        self.eat(character.encode_utf8(&mut plain))
            || self.eat(&format!("%{:02X}", u32::from(character)))
            || self.eat(&format!("%{:02x}", u32::from(character)))
    }

    /// A number of at most four digits.
    fn number(&mut self, expected: &str) -> Result<usize, NotationError> {
        let n_digits = self.rest().bytes().take(4).take_while(u8::is_ascii_digit).count();
        let number = self.rest()[..n_digits].parse().map_err(|_| self.unexpected(expected))?;
        self.offset += n_digits;
        Ok(number)
    }

    fn options(&mut self) -> Result<HexWorldOptions, NotationError> {
        let mut options = HexWorldOptions::default();
        while let Some(&byte) = self.rest().as_bytes().first() {
            let start = self.offset;
            match byte {
                b'r' => {
                    self.offset += 1;
                    let rotation = self.number("a rotation from 1 to 12")?;
                    if !(1..=12).contains(&rotation) {
                        self.offset = start + 1;
                        return Err(self.unexpected("a rotation from 1 to 12"));
                    }
                    options.rotation = Some(rotation as u8);
                }
                b'n' => {
                    self.offset += 1;
                    options.n = true;
                }
                b'c' if self.eat("c0") => options.coordinates = Some(false),
                b'c' if self.eat("c1") => options.coordinates = Some(true),
                _ if byte.is_ascii_alphanumeric() => {
                    self.offset += 1;
                    options.other.push(char::from(byte));
                }
                _ => break,
            }
        }
        Ok(options)
    }

    fn action(&mut self, record: &Record) -> Result<RecordMove, NotationError> {
        if self.eat_special(':') {
            let rest = self.rest();
            let action = match rest.as_bytes() {
                [b's', ..] => (record.turn(), Action::SwapPieces),
                [b'p', ..] => (record.turn(), Action::Pass),
                [b'r', loser @ (b'b' | b'w'), ..] => (colour(*loser), Action::Resign),
                [b'f', loser @ (b'b' | b'w'), ..] => (colour(*loser), Action::Forfeit),
                _ => return Err(self.unexpected("s, p, rb, rw, fb or fw after the colon")),
            };
            self.offset += if matches!(action.1, Action::SwapPieces | Action::Pass) { 1 } else { 2 };
            return Ok(RecordMove { player: action.0, action: action.1 });
        }
        let rest = self.rest();
        let n_letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
        let n_digits = rest[n_letters..].bytes().take_while(u8::is_ascii_digit).count();
        if n_letters == 0 || n_digits == 0 {
            return Err(self.unexpected("a cell such as `a1`, `:s`, `:p`, `:rb`, `:rw`, `:fb`, `:fw` or the end"));
        }
        let (columns, rows) = record.size();
        let (column, row) = parse_cell_name(&rest[..n_letters + n_digits], columns, rows)
            .map_err(|error| NotationError::new(Notation::HexWorld, self.text, self.offset, error))?;
        self.offset += n_letters + n_digits;
        Ok(RecordMove { player: record.turn(), action: Action::Place(Cell::new(row * columns + column)) })
    }
}

const fn colour(letter: u8) -> Player {
    if letter == b'b' { Player::Black } else { Player::White }
}

/// The link with its address.
///
/// # Errors
///
/// As [`write_fragment`].
pub fn write(link: &HexWorldLink) -> Result<String, Inexpressible> {
    Ok(format!("https://hexworld.org/board/#{}", write_fragment(link)?))
}

/// The part after the `#`.
///
/// # Errors
///
/// If the record has set-up stones, if White moves first, or if a move is out of turn or swap-sides. Names, remarks and
/// the stated result are left out.
pub fn write_fragment(link: &HexWorldLink) -> Result<String, Inexpressible> {
    let (columns, rows) = link.record.size();
    let mut text = if columns == rows { columns.to_string() } else { format!("{columns}x{rows}") };
    if let Some(rotation) = link.options.rotation {
        text += &format!("r{rotation}");
    }
    if link.options.n {
        text.push('n');
    }
    if let Some(shown) = link.options.coordinates {
        text += if shown { "c1" } else { "c0" };
    }
    text += &link.options.other;
    text.push(',');
    let losers: Vec<Player> = link.record.moves.iter().map(|mv| mv.player).collect();
    // A player may resign out of turn.
    let mut in_turn = link.record.clone();
    let mut turn = in_turn.to_move;
    for mv in &mut in_turn.moves {
        if matches!(mv.action, Action::Resign | Action::Forfeit) {
            mv.player = turn;
        }
        turn = mv.next_turn();
    }
    let words = move_list::words(&in_turn, Notation::HexWorld, |action, name| {
        Ok(match action {
            Action::Place(_) => name,
            Action::SwapPieces => ":s".to_owned(),
            Action::Pass => ":p".to_owned(),
            Action::Resign => ":r".to_owned(),
            Action::Forfeit => ":f".to_owned(),
            Action::SwapSides => return Err(Inexpressible::new(Notation::HexWorld, "swap-sides")),
        })
    })?;
    for (index, word) in words.iter().enumerate() {
        if link.cursor == Some(index) {
            text.push(',');
        }
        text += word;
        if matches!(word.as_str(), ":r" | ":f") {
            text.push(if losers[index] == Player::Black { 'b' } else { 'w' });
        }
    }
    if link.cursor.is_some_and(|cursor| cursor >= words.len()) {
        text.push(',');
    }
    Ok(text)
}
