//! Faults of JSON and TOML in plain words: what the parsers report, for people who have never seen a parser.

use std::ops::Range;

/// A fault of a text in JSON or TOML.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {words}")]
pub struct SyntaxFault {
    /// Counted from 1.
    pub line: usize,
    /// Counted in characters from 1.
    pub column: usize,
    /// What was expected there, with the part of the line in question.
    pub words: String,
}

impl SyntaxFault {
    /// The fault that a parser of JSON reports of a text.
    #[must_use]
    pub fn of_json(text: &str, error: &serde_json::Error) -> Self {
        let start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        // The parser counts bytes, and the end of a line as column 0 of the next.
        Self::at(text, (start + error.column()).saturating_sub(1), &error.to_string())
    }

    /// The fault that a parser of TOML reports of a text, at these bytes.
    #[must_use]
    pub fn of_toml(text: &str, message: &str, span: Option<Range<usize>>) -> Self {
        Self::at(text, span.map_or(0, |span| span.start), message)
    }

    fn at(text: &str, byte: usize, message: &str) -> Self {
        let at = text.floor_char_boundary(byte);
        let before = &text[..at];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let words = if text.trim().is_empty() { "the text is empty".to_owned() } else { plain(message) };
        let words = match excerpt(text[start..].lines().next().unwrap_or_default(), at - start) {
            Some(line) if words.starts_with("expected") => format!("`{line}`: {words}"),
            _ => words,
        };
        Self { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1, words }
    }
}

/// The part of a line around the byte `at`.
fn excerpt(line: &str, at: usize) -> Option<String> {
    const AROUND: usize = 24;
    let n_before = line.get(..at).map_or(0, |before| before.chars().count());
    let n_left_out = if line.chars().count() <= 2 * AROUND { 0 } else { n_before.saturating_sub(AROUND) };
    let part: String = line.chars().skip(n_left_out).take(2 * AROUND).collect();
    let is_cut = line.chars().count() > n_left_out + 2 * AROUND;
    let part = part.trim();
    let dots = |is_there| if is_there { ".." } else { "" };
    (!part.is_empty()).then(|| format!("{}{part}{}", dots(n_left_out > 0), dots(is_cut)))
}

/// A message of a parser in plain words; other messages stay as they are. The place that JSON adds to it is left out.
///
/// ```
/// let error = serde_json::from_str::<u8>("7 8").unwrap_err();
/// assert_eq!(tesuji_board::syntax::plain(&error.to_string()), "expected nothing more after the end of the data");
/// ```
#[must_use]
pub fn plain(message: &str) -> String {
    let is_place = |end: &str| end.split(" column ").all(|number| number.parse::<usize>().is_ok());
    let cut = message.rsplit_once(" at line ").filter(|(_, end)| is_place(end));
    let message = cut.map_or(message, |(message, _)| message);
    let sentences = SENTENCES.lines().filter_map(|line| line.split_once(" | "));
    if let Some((_, words)) = { sentences }.find(|(beginning, _)| message.starts_with(beginning)) {
        return words.to_owned();
    }
    let named = |beginning: &str| message.strip_prefix(beginning)?.split_once('`');
    if let Some((name, _)) = named("missing field `") {
        return format!("`{name}` is missing");
    }
    if let Some((name, _)) = named("duplicate field `") {
        return format!("`{name}` is given twice");
    }
    if let Some((name, expected)) = named("unknown field `").or_else(|| named("unknown variant `")) {
        return unknown(name, expected.trim_start_matches(", "));
    }
    let mismatch = ["invalid type: ", "invalid value: ", "invalid length "];
    let mismatch = mismatch.iter().find_map(|beginning| message.strip_prefix(beginning));
    match mismatch.and_then(|rest| rest.rsplit_once(", expected ")) {
        Some((found, wanted)) => format!("{}: expected {}", found_value(found), kind(wanted)),
        None => message.to_owned(),
    }
}

/// Beginnings of messages of JSON and TOML, each with ` | ` and its meaning. Of two that fit the first counts.
const SENTENCES: &str = include_str!("syntax.txt");

/// A kind of value as the programming language calls it, in other words.
fn kind(wanted: &str) -> String {
    let name = wanted.trim_end_matches(|c: char| c.is_ascii_digit());
    let plain = match (name, wanted) {
        ("a string" | "a borrowed string" | "str", _) => "a text in quotes",
        ("a sequence", _) => "a list",
        ("a boolean", _) => "`true` or `false`",
        (_, "u8") => "a whole number from 0 to 255",
        (_, "u16") => "a whole number from 0 to 65535",
        ("u" | "usize", _) => "a whole number, 0 or more",
        ("a nonzero u" | "a nonzero usize", _) => "a whole number, 1 or more",
        ("i" | "isize", _) => "a whole number",
        ("f", _) => "a number",
        ("a tuple of size " | "an array of length ", _) => {
            return format!("a list of {} values", &wanted[name.len()..]);
        }
        _ if ["struct ", "a map", "map", "internally tagged"].iter().any(|kind| name.starts_with(kind)) => {
            "a table of names and values"
        }
        _ if ["enum ", "variant identifier"].iter().any(|kind| name.starts_with(kind)) => "a name that is known here",
        _ => wanted,
    };
    plain.to_owned()
}

fn found_value(found: &str) -> String {
    let quoted = found.split_once(['`', '"']).and_then(|(_, rest)| rest.rsplit_once(['`', '"']));
    match (found, quoted, found.parse()) {
        ("sequence", ..) => "`[..]`".to_owned(),
        ("map", ..) => "`{..}`".to_owned(),
        ("null" | "unit value", ..) => "nothing".to_owned(),
        (_, Some((value, _)), _) => format!("`{value}`"),
        (.., Ok(1_u64)) => "1 value".to_owned(),
        (.., Ok(n_values)) => format!("{n_values} values"),
        _ => found.to_owned(),
    }
}

/// A name that is in no list, with the nearest of those that are, or with all of them.
fn unknown(name: &str, expected: &str) -> String {
    let near = expected.split('`').skip(1).step_by(2).min_by_key(|known| distance(name, known));
    match near.filter(|near| distance(name, near) <= (near.len() / 2).min(2)) {
        Some(near) => format!("`{name}` is not known here; the nearest name is `{near}`"),
        None if expected.starts_with("expected") => format!("`{name}` is not known here: {expected}"),
        None => format!("`{name}` is not known here"),
    }
}

/// Number of letters to insert, remove or replace until one name is the other.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.bytes().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn messages_of_parsers_become_plain_words_with_their_line() {
        let json = [
            ("", "line 1, column 1: the text is empty"),
            (
                "{\n\"a\": [1 2]}",
                "line 2, column 9: `\"a\": [1 2]}`: expected `,` before the next value of the list, or `]` at its end",
            ),
            ("{\"é\" 3}", "line 1, column 6: `{\"é\" 3}`: expected `:` between a name and its value"),
            ("[\"a\nb\"]", "line 1, column 4: `[\"a`: expected `\"` at the end of the text, on the same line"),
            ("{a: 1}", "line 1, column 2: `{a: 1}`: expected a name in double quotes"),
        ];
        for (text, words) in json {
            let error = serde_json::from_str::<serde_json::Value>(text).unwrap_err();
            assert_eq!(SyntaxFault::of_json(text, &error).to_string(), words, "{text}");
        }
        let of_toml = SyntaxFault::of_toml("id = 'a'\nowner black\n", "key with no value, expected `=`", Some(14..14));
        assert_eq!(of_toml.to_string(), "line 2, column 6: `owner black`: expected `=` and a value after the name");
        let long = format!("id = '{}' b = 3", "x".repeat(90));
        let of_toml = SyntaxFault::of_toml(&long, "unexpected key or value, expected newline, `#`", Some(98..98));
        assert_eq!(of_toml.words, format!("`..{}' b = 3`: expected the end of the line here", "x".repeat(22)));
    }

    #[test]
    fn kinds_of_values_are_called_as_outside_programs() {
        for (message, words) in [
            ("invalid type: integer `3`, expected a string at line 1 column 9", "`3`: expected a text in quotes"),
            ("invalid value: integer `-1`, expected u32", "`-1`: expected a whole number, 0 or more"),
            ("invalid type: map, expected a sequence", "`{..}`: expected a list"),
            ("invalid length 1, expected a tuple of size 2", "1 value: expected a list of 2 values"),
            (
                "unknown field `gmaes`, expected one of `game`, `games`",
                "`gmaes` is not known here; the nearest name is `games`",
            ),
            ("unknown variant `x`, expected `a` or `b`", "`x` is not known here: expected `a` or `b`"),
            ("missing field `rows` at line 2 column 1", "`rows` is missing"),
            ("komi 400: expected at most 361 at line break", "komi 400: expected at most 361 at line break"),
        ] {
            assert_eq!(plain(message), words);
        }
    }
}
