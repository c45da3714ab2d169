//! Notes about each position in the file of a strategy in the making: a mark, and the comments of its authors.

use std::fmt;

/// The state of a position according to the file. A statement only: whoever reads it asks for the proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The owner achieves the goal of the position.
    Proved,
    /// The opponent prevents it.
    Refuted,
    /// Nobody knows.
    Open,
    /// Somebody expects it to hold; nothing rests on it.
    Believed(String),
}

impl Mark {
    /// Reads a mark without its brackets.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["proved"] => Some(Self::Proved),
            ["refuted"] => Some(Self::Refuted),
            ["open"] => Some(Self::Open),
            ["believed", "by", name @ ..] if !name.is_empty() => Some(Self::Believed(name.join(" "))),
            _ => None,
        }
    }

    /// Whether it is proved or refuted.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        matches!(self, Self::Proved | Self::Refuted)
    }

    /// The belief of this person; characters that would end the mark in a file are left out of the name.
    #[must_use]
    pub fn believed(name: &str) -> Option<Self> {
        let name: String = name.chars().filter(|c| !matches!(c, '[' | ']' | ';' | ':' | '>')).collect();
        Self::parse(&format!("believed by {name}"))
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proved => f.write_str("proved"),
            Self::Refuted => f.write_str("refuted"),
            Self::Open => f.write_str("open"),
            Self::Believed(name) => write!(f, "believed by {name}"),
        }
    }
}

/// Notes of the file about a position besides its moves and parts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Note {
    /// Its state, if the file states one.
    pub mark: Option<Mark>,
    /// The comments above and beside its line.
    pub comments: Vec<String>,
}
