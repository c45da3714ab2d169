//! Finding out which notation a text is in.

use tesuji_game::moves::{is_gtp, player_of};

use super::{Notation, NotationError, ascii, game_list, games, hdg, hexwiki, hexworld, move_list, sgf};
use crate::{Diagram, Record};

/// A text that has been read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// The notation it was read in.
    pub notation: Notation,
    /// Its content.
    pub content: NotationContent,
}

/// Content of a text: a game, or pictures of boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotationContent {
    /// A game. For an SGF file this is the main line of the first game; for a list, the first game; for a link, all
    /// moves.
    Record(Box<Record>),
    /// One picture, or several of an `.hdg` file.
    Diagrams(Vec<Diagram>),
}

/// The notation that a text is most likely in. Every text gets an answer; reading shows whether it is right.
#[must_use]
pub fn detect(text: &str) -> Notation {
    let start = text.trim_start();
    if start.starts_with('(') {
        return match sgf::HexDialect::of(text) {
            sgf::HexDialect::HexGui => Notation::HexGuiSgf,
            sgf::HexDialect::LittleGolem => Notation::LittleGolemSgf,
        };
    }
    if text.contains("<hexboard") || text.contains("<hex>") {
        return Notation::HexWiki;
    }
    if start.contains("hexworld.org") || is_fragment(start) {
        return Notation::HexWorld;
    }
    if is_hdg(text) {
        return Notation::Hdg;
    }
    if game_list::is_one(text) {
        return Notation::GameList;
    }
    if starts_with_move(start) { Notation::MoveList } else { Notation::Ascii }
}

/// Reads a text in whichever notation it is in.
///
/// # Errors
///
/// The errors of the reader for the notation that [`detect`] returns.
pub fn read(text: &str) -> Result<Document, NotationError> {
    let record = |record: Record| NotationContent::Record(Box::new(record));
    let notation = detect(text);
    let content = match notation {
        Notation::HexGuiSgf | Notation::LittleGolemSgf => record(sgf::read(text)?),
        Notation::HexWorld => record(hexworld::read(text)?.record),
        Notation::MoveList => record(move_list::read_unsized(text)?),
        Notation::GameList => record(games::read_first(text)?),
        Notation::HexWiki => NotationContent::Diagrams(vec![hexwiki::read(text)?.diagram]),
        Notation::Ascii => NotationContent::Diagrams(vec![ascii::read(text)?]),
        Notation::Hdg => match (hdg::read(text), ascii::read(text)) {
            (Ok(diagrams), _) => NotationContent::Diagrams(diagrams),
            // A board of A, V, O and dots whose rows are not slanted.
            (Err(_), Ok(diagram)) => {
                return Ok(Document { notation: Notation::Ascii, content: NotationContent::Diagrams(vec![diagram]) });
            }
            (Err(error), Err(_)) => return Err(error),
        },
    };
    Ok(Document { notation, content })
}

/// `11r9c1,...`, with or without `#` before it; after a `#` the comma may be missing.
fn is_fragment(text: &str) -> bool {
    let (text, has_hash) = text.strip_prefix('#').map_or((text, false), |rest| (rest, true));
    let n_head = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let starts_with_digit = text.starts_with(|c: char| c.is_ascii_digit());
    starts_with_digit && (has_hash || text[n_head..].starts_with(',') || text[n_head..].starts_with("%2"))
}

/// Only the symbols of `.hdg`, including an edge or an end of the connection.
fn is_hdg(text: &str) -> bool {
    let content = || text.lines().map(|line| line.split(';').next().unwrap_or_default().trim());
    content().all(|line| line.bytes().all(|byte| matches!(byte, b'A' | b'V' | b'O' | b'.' | b'X' | b'-' | b' ')))
        && content().any(|line| line.contains(['A', 'V']) || !line.is_empty() && line.bytes().all(|byte| byte == b'-'))
}

/// A move number, a word of a move list, a colour before one, or a cell; or a conversation in GTP.
fn starts_with_move(text: &str) -> bool {
    if is_gtp(text) {
        return true;
    }
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = text.trim_start_matches(['.', ')', ':']).trim_start();
    // Behind a colour stands a blank, a colon or a bracket: `b a1`, `W: a1`, `B[a1]`.
    let n_letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let is_named = player_of(&text[..n_letters]).is_some() && text[n_letters..].starts_with([' ', '\t', ':', '[']);
    let text = if is_named { text[n_letters..].trim_start_matches([' ', '\t', ':', '[']) } else { text };
    let n_letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let has_digit = text[n_letters..].starts_with(|c: char| c.is_ascii_digit());
    let word = text[..n_letters].to_ascii_lowercase();
    n_letters > 0 && has_digit || matches!(word.as_str(), "pass" | "resign" | "forfeit" | "swap")
}
