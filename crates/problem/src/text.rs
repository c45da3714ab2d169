//! Pieces of a file that know their place, and their words.

use std::borrow::Cow;
use std::ops::Range;

use super::error::Flaw;

/// A value from the file and its place there.
#[derive(Clone, Debug)]
pub(crate) struct SpannedText<'a> {
    value: Cow<'a, str>,
    span: Range<usize>,
    /// Whether the file contains the value letter by letter at `span`; then each part of the value has its own place.
    verbatim: bool,
}

impl<'a> SpannedText<'a> {
    /// The part of `file` at `span`, which lies on character boundaries.
    pub(crate) fn slice(file: &'a str, span: Range<usize>) -> Self {
        Self { value: Cow::Borrowed(&file[span.clone()]), span, verbatim: true }
    }

    /// A value that a parser decoded (quotes, escapes) from `span` of `file`.
    pub(crate) fn decoded(file: &str, span: Range<usize>, value: String) -> Self {
        match file.get(span.clone()).and_then(|raw| raw.find(&value)) {
            Some(start) => {
                let start = span.start + start;
                Self { span: start..start + value.len(), value: Cow::Owned(value), verbatim: true }
            }
            None => Self { value: Cow::Owned(value), span, verbatim: false },
        }
    }

    /// The rest of a slice of the file from byte `start` of its value.
    pub(crate) fn rest(&self, start: usize) -> Self {
        let value = match &self.value {
            Cow::Borrowed(value) => Cow::Borrowed(&value[start..]),
            Cow::Owned(value) => Cow::Owned(value[start..].to_owned()),
        };
        Self { span: self.span_of(start..self.value.len()), value, verbatim: self.verbatim }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.value
    }

    pub(crate) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The place of a part of the value; the place of the whole value if it was escaped.
    pub(crate) fn span_of(&self, part: Range<usize>) -> Range<usize> {
        if self.verbatim { self.span.start + part.start..self.span.start + part.end } else { self.span() }
    }

    /// The fault that the whole value is not what was expected.
    pub(crate) fn unexpected(&self, expected: impl Into<String>) -> Flaw {
        Flaw::unexpected(self.span(), self.as_str(), expected)
    }

    /// Its words, see [`Words`].
    pub(crate) fn words(&self) -> Words<'_, 'a> {
        Words { text: self, at: 0 }
    }
}

/// Splits a text into names and dashes; blanks, line breaks and commas only separate words.
///
/// A name consists of ASCII letters, digits and `_`. A name with other characters, or one that would be taken for a
/// word of the language (`or`), is written in single quotes.
pub(crate) struct Words<'t, 'a> {
    text: &'t SpannedText<'a>,
    at: usize,
}

/// One word of a text.
#[derive(Clone, Debug)]
pub(crate) struct Word<'t> {
    pub(crate) kind: WordKind,
    /// Without quotes.
    pub(crate) text: &'t str,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WordKind {
    Name,
    Quoted,
    Dash,
}

/// Names that have a meaning in lists of cells or goals.
const RESERVED: [&str; 5] = ["all", "and", "except", "none", "or"];

impl Word<'_> {
    /// Whether it is this word of the language; case does not matter.
    pub(crate) fn is(&self, reserved: &str) -> bool {
        self.kind == WordKind::Name && self.text.eq_ignore_ascii_case(reserved)
    }

    /// Whether it is a name on the board.
    pub(crate) fn is_name(&self) -> bool {
        self.kind == WordKind::Quoted
            || self.kind == WordKind::Name && !RESERVED.iter().any(|reserved| self.is(reserved))
    }

    pub(crate) fn unexpected(&self, expected: impl Into<String>) -> Flaw {
        Flaw::unexpected(self.span.clone(), self.text, expected)
    }
}

const fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl<'t> Words<'t, '_> {
    /// The place after the last word.
    pub(crate) fn end(&self) -> Range<usize> {
        let end = self.text.as_str().trim_end().len();
        self.text.span_of(end..end)
    }

    fn read(&mut self) -> Option<Result<Word<'t>, Flaw>> {
        let value = self.text.as_str();
        let start = self.at + value[self.at..].find(|c: char| !c.is_whitespace() && c != ',')?;
        let rest = &value[start..];
        let first = rest.chars().next()?;
        let (length, kind) = match first {
            '-' => (1, WordKind::Dash),
            '\'' => match rest[1..].find('\'') {
                Some(length) => (length + 2, WordKind::Quoted),
                None => {
                    let span = self.text.span_of(start..start + 1);
                    return Some(Err(Flaw::unexpected(span, rest, "a closing `'`")));
                }
            },
            _ => (rest.find(|c| !is_plain(c)).unwrap_or(rest.len()), WordKind::Name),
        };
        if length == 0 {
            let span = self.text.span_of(start..start + first.len_utf8());
            let expected = "a name (letters, digits, `_`; anything else in single quotes) or `-`";
            return Some(Err(Flaw::unexpected(span, &rest[..first.len_utf8()], expected)));
        }
        self.at = start + length;
        let text = if kind == WordKind::Quoted { &rest[1..length - 1] } else { &rest[..length] };
        Some(Ok(Word { kind, text, span: self.text.span_of(start..start + length) }))
    }
}

impl<'t> Iterator for Words<'t, '_> {
    type Item = Result<Word<'t>, Flaw>;

    fn next(&mut self) -> Option<Self::Item> {
        let word = self.read();
        if !matches!(word, Some(Ok(_))) {
            self.at = self.text.as_str().len();
        }
        word
    }
}

/// A name as it is written in lists and goals, in quotes where needed.
pub(crate) fn spelled(name: &str) -> Cow<'_, str> {
    let plain = !name.is_empty()
        && name.chars().all(is_plain)
        && !RESERVED.iter().any(|reserved| name.eq_ignore_ascii_case(reserved));
    if plain { Cow::Borrowed(name) } else { Cow::Owned(format!("'{name}'")) }
}

/// The text on one line: each run of blanks and line breaks becomes one blank.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
