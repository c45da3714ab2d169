//! Problem files as an article shows them: a few headers, then the board.
//!
//! ```text
//! id:     ziggurat
//! goal:   A-bottom
//! expect: holds
//!
//!     a b c d
//!  1  # # A .
//!   2  # . . .
//!    3  . . . .
//!
//! ---
//! (the next problem)
//! ```
//!
//! A header is a line `key: value`; indented lines right below it continue it. The first line that is not a header
//! begins the drawing. A line of dashes ends a problem; lines that begin with `;` are comments.

use std::fmt::Write;
use std::ops::Range;

use super::draft::{ProblemDraft, ProblemFields};
use super::error::{Fault, Flaw, line_of};
use super::names::SharedBoards;
use super::published::NUMBERS;
use super::text::SpannedText;
use super::{Placed, Problem};

const KEYS: &str = "a header (id, origin, verified, all of, owner, to move, expect, goal, board, nodes, links, \
                    terminal NAME, stones, carrier, needed, droppable, published source, published a seconds, published a nodes, \
                    published b seconds, published b nodes) or the drawing";

/// A line without its line end, and where it begins.
#[derive(Clone, Copy)]
struct DiagramLine<'a> {
    start: usize,
    text: &'a str,
}

impl DiagramLine<'_> {
    /// The place of the line without surrounding blanks.
    fn span(&self) -> Range<usize> {
        let start = self.start + (self.text.len() - self.text.trim_start().len());
        start..start + self.text.trim().len()
    }

    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    fn is_comment(&self) -> bool {
        self.text.trim_start().starts_with(';')
    }

    fn is_separator(&self) -> bool {
        let text = self.text.trim();
        text.len() >= 3 && text.bytes().all(|byte| byte == b'-')
    }

    /// Whether the line could belong to a drawing.
    fn is_row(&self) -> bool {
        self.text.contains(['.', '#'])
            && self
                .text
                .chars()
                .all(|c| c.is_whitespace() || c.is_ascii_digit() || c.is_ascii_uppercase() || ".#o".contains(c))
    }
}

/// Whether some line is a known header with its colon, and no line begins a table of TOML.
pub(super) fn has_headers(file: &str) -> bool {
    let is_header = |line: &str| {
        let key = line.split_once(':').map_or("", |(key, _)| key.trim());
        !key.is_empty() && slot(&mut ProblemDraft::default(), key).is_some()
    };
    file.lines().any(is_header) && !file.lines().any(|line| line.trim_start().starts_with("[["))
}

pub(super) fn read(file: &str) -> Result<Placed, Flaw> {
    let mut at = 0;
    let mut lines: Vec<DiagramLine<'_>> = Vec::new();
    for text in file.split('\n') {
        lines.push(DiagramLine { start: at, text });
        at += text.len() + 1;
    }
    let mut boards = SharedBoards::default();
    let mut problems = Vec::new();
    for section in lines.split(DiagramLine::is_separator) {
        if section.iter().any(|line| !line.is_blank() && !line.is_comment()) {
            let draft = read_section(file, section)?;
            let problem = draft.resolve(file, &mut boards)?;
            problems.push((draft.id.as_ref().map_or(draft.here, SpannedText::span), problem));
        }
    }
    Ok(problems)
}

fn read_section<'a>(file: &'a str, section: &[DiagramLine<'a>]) -> Result<ProblemDraft<'a>, Flaw> {
    let first = section.iter().find(|line| !line.is_blank() && !line.is_comment());
    let mut draft = ProblemDraft { here: first.map_or(0..0, DiagramLine::span), ..ProblemDraft::default() };
    let mut lines = section.iter().enumerate().peekable();
    while let Some((i, line)) = lines.next() {
        if line.is_blank() || line.is_comment() {
            continue;
        }
        let Some((key, value_start)) = header(line)? else {
            if let Some((key, _)) = line.text.split_once('=') {
                let expected = format!("a header with a colon, as in `{}: ...`", key.trim().to_ascii_lowercase());
                return Err(Flaw::unexpected(line.span(), line.text, expected));
            }
            let end = section[i..].iter().rfind(|line| !line.is_blank()).map_or(0, |last| last.span().end);
            draft.diagram = Some(SpannedText::slice(file, line.start..end));
            break;
        };
        let mut end = line.span().end;
        while let Some((_, next)) =
            lines.next_if(|(_, next)| next.text.starts_with([' ', '\t']) && continues(next).unwrap_or(false))
        {
            if next.is_row() {
                return Err(Flaw::unexpected(next.span(), next.text, "a blank line before the drawing"));
            }
            end = next.span().end;
        }
        let value = file[value_start..end].trim_start();
        let value = SpannedText::slice(file, end - value.len()..end);
        let key = SpannedText::slice(file, key);
        if let Some(name) = terminal_name(&key) {
            draft.terminals.push((name, value));
            continue;
        }
        let Some((name, slot)) = slot(&mut draft, key.as_str()) else { return Err(key.unexpected(KEYS)) };
        if let Some(first) = slot {
            let first_line = line_of(file, first.span().start);
            return Err(Flaw::new(key.span(), Fault::Twice { what: "header", name: name.to_owned(), first_line }));
        }
        *slot = Some(value);
    }
    Ok(draft)
}

/// Whether this indented line continues the header above it.
fn continues(line: &DiagramLine<'_>) -> Result<bool, Flaw> {
    Ok(!line.is_blank() && !line.is_comment() && header(line)?.is_none())
}

/// The places of key and value if the line is `key: value`.
fn header(line: &DiagramLine<'_>) -> Result<Option<(Range<usize>, usize)>, Flaw> {
    let Some(colon) = line.text.find(':') else { return Ok(None) };
    let key = line.text[..colon].trim_end();
    let start = line.span().start;
    let end = line.start + key.len();
    if end <= start {
        return Err(Flaw::unexpected(line.span(), line.text, KEYS));
    }
    Ok(Some((start..end, line.start + colon + 1)))
}

/// The name in a key of the form `terminal NAME`.
fn terminal_name<'a>(key: &SpannedText<'a>) -> Option<SpannedText<'a>> {
    let name = key.as_str().strip_prefix("terminal")?;
    let length = name.trim_start().len();
    (length < name.len()).then(|| key.rest(key.as_str().len() - length))
}

/// The field of the draft for this key; blanks, `-` and `_` are equivalent in keys.
fn slot<'d, 'a>(draft: &'d mut ProblemDraft<'a>, key: &str) -> Option<(&'static str, &'d mut Option<SpannedText<'a>>)> {
    let key = key.to_ascii_lowercase().replace([' ', '-'], "_");
    Some(match key.as_str() {
        "id" => ("id", &mut draft.id),
        "origin" => ("origin", &mut draft.origin),
        "verified" => ("verified", &mut draft.verified),
        "all_of" => ("all of", &mut draft.all_of),
        "owner" => ("owner", &mut draft.owner),
        "to_move" => ("to move", &mut draft.to_move),
        "expect" => ("expect", &mut draft.expect),
        "goal" => ("goal", &mut draft.goal),
        "board" => ("board", &mut draft.board),
        "nodes" => ("nodes", &mut draft.nodes),
        "links" => ("links", &mut draft.links),
        "stones" => ("stones", &mut draft.stones),
        "carrier" | "region" => ("carrier", &mut draft.carrier),
        "needed" => ("needed", &mut draft.needed),
        "droppable" => ("droppable", &mut draft.droppable),
        "published_source" => ("published source", &mut draft.published.source),
        "published_a_seconds" => ("published a seconds", &mut draft.published.numbers[0]),
        "published_a_nodes" => ("published a nodes", &mut draft.published.numbers[1]),
        "published_b_seconds" => ("published b seconds", &mut draft.published.numbers[2]),
        "published_b_nodes" => ("published b nodes", &mut draft.published.numbers[3]),
        _ => return None,
    })
}

/// Problems as headers and drawings. Graphs have no drawing and become lists under headers.
///
/// [`parse_file_text`](super::parse_file_text) gives the same problems back, under the conditions of
/// [`write_toml`](super::write_toml).
#[must_use]
pub fn write_diagram(problems: &[Problem]) -> String {
    let mut file = String::new();
    // Writing to a string cannot fail.
    for (i, problem) in problems.iter().enumerate() {
        if i != 0 {
            file.push_str("\n---\n\n");
        }
        let typed = ProblemFields::new(problem);
        let terminals = typed.terminals.into_iter().map(|(name, nodes)| (format!("terminal {name}"), nodes));
        let headers = typed.headers.into_iter().map(|(key, value)| (key.replace('_', " "), value));
        let (source, numbers) = typed.published.unwrap_or_default();
        let numbers = NUMBERS.iter().zip(numbers).filter_map(|(key, number)| Some((*key, number?)));
        let published = source.map(|source| ("source", source)).into_iter().chain(numbers);
        let published = published.map(|(key, value)| (format!("published {}", key.replace('_', " ")), value));
        let headers: Vec<_> = headers.chain(terminals).chain(published).collect();
        let width = headers.iter().map(|(key, _)| key.len() + 1).max().unwrap_or(0);
        for (key, value) in headers {
            let value = value.replace('\n', &format!("\n{:width$} ", ""));
            let _ = writeln!(file, "{:width$} {value}", format!("{key}:"));
        }
        if let Some(drawing) = typed.drawing {
            let _ = write!(file, "\n{drawing}");
        }
    }
    file
}
