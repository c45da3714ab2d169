//! Places in a text, and the words found there.

/// A place in a text. Columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TextPlace {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1.
    pub column: usize,
}

impl TextPlace {
    /// The place of the byte of `text` at `offset`.
    #[must_use]
    pub fn of(text: &str, offset: usize) -> Self {
        let before = &text[..text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        Self { line, column: before[line_start..].chars().count() + 1 }
    }
}

/// The first word of `rest` in backquotes, at most 24 characters; in words if it begins with a space, a line break or
/// the end.
#[must_use]
pub fn quoted(rest: &str) -> String {
    match rest.chars().next() {
        None => "the end".to_owned(),
        Some('\n' | '\r') => "the end of the line".to_owned(),
        Some(first) if first.is_whitespace() => "a space".to_owned(),
        Some(_) => {
            let word: String = rest.chars().take(24).take_while(|c| !c.is_whitespace()).collect();
            format!("`{}`", word.escape_debug())
        }
    }
}
