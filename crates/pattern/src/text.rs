//! The file of a model: text, with one block for each kind of feature.
//!
//! ```text
//! hex-patterns 1
//! origin 7,111 games of Little Golem on 11x11 and 13x13, `tesuji fit patterns`, seed 1
//! near 2
//! 5:-120 1f:1033
//! ```
//!
//! A block begins with the name of the kind and the number of its features. Each feature follows as the difference, in
//! hexadecimal, between its number and the one before it, and its weight in thousandths of a nat.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::feature::{Family, Feature};
use crate::model::Model;

const HEADING: &str = "hex-patterns 1";

/// A line of features is broken once it has this length.
const LINE_LEN: usize = 116;

/// Why a text is not a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("line {line}: expected {expected}")]
pub struct PatternError {
    /// Counted from 1.
    pub line: usize,
    /// Expected content.
    pub expected: &'static str,
}

impl Model {
    /// The text of this model's file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADING}\norigin {}\n", self.origin());
        for family in Family::ALL {
            let features = || self.weights().iter().filter(|(feature, _)| feature.family() == family);
            writeln!(text, "{} {}", family.name(), features().count()).expect("writing to a string cannot fail");
            let (mut before, mut line_start) = (0, text.len());
            for (feature, weight) in features() {
                if text.len() > line_start {
                    let is_long = text.len() - line_start >= LINE_LEN;
                    text.push(if is_long { '\n' } else { ' ' });
                    if is_long {
                        line_start = text.len();
                    }
                }
                write!(text, "{:x}:{weight}", feature.number() - before).expect("writing to a string cannot fail");
                before = feature.number();
            }
            if text.len() > line_start {
                text.push('\n');
            }
        }
        text
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// At the first line that differs from what [`Self::to_text`] writes, apart from spaces and line breaks within a
    /// block.
    pub fn from_text(text: &str) -> Result<Self, PatternError> {
        let fault = |line: usize, expected| PatternError { line: line + 1, expected };
        let mut lines = text.lines().enumerate().peekable();
        if lines.next().is_none_or(|(_, line)| line != HEADING) {
            return Err(fault(0, "the heading `hex-patterns 1`"));
        }
        let origin = lines.next().and_then(|(_, line)| line.strip_prefix("origin "));
        let origin = origin.ok_or_else(|| fault(1, "`origin` and what the weights were fitted to"))?;
        let mut weights = BTreeMap::new();
        for family in Family::ALL {
            let (at, line) = lines.next().ok_or_else(|| fault(text.lines().count(), "the next kind of feature"))?;
            let count = line.split_once(' ').filter(|(name, _)| *name == family.name());
            let count: usize = count
                .and_then(|(_, count)| count.parse().ok())
                .ok_or_else(|| fault(at, "the next kind of feature, and how many there are"))?;
            let (mut n_read, mut number, mut last_at) = (0, 0_u64, at);
            while n_read < count {
                let (at, line) = lines.next().ok_or_else(|| fault(last_at + 1, "more features of this kind"))?;
                last_at = at;
                for word in line.split_whitespace() {
                    let (delta, weight) = word
                        .split_once(':')
                        .and_then(|(delta, weight)| Some((u64::from_str_radix(delta, 16).ok()?, weight.parse().ok()?)))
                        .ok_or_else(|| fault(at, "features, each as `1f:-120`"))?;
                    let is_new = n_read == 0 || delta > 0;
                    number = number.checked_add(delta).filter(|_| is_new).unwrap_or(u64::MAX);
                    let feature = Feature::from_parts(family, number)
                        .filter(|feature| feature.canonical() == *feature)
                        .ok_or_else(|| fault(at, "a feature that this kind has, written once"))?;
                    weights.insert(feature, weight);
                    n_read += 1;
                }
            }
            if n_read > count {
                return Err(fault(last_at, "no more features than were announced"));
            }
        }
        match lines.next() {
            None => Ok(Self::new(origin, weights)),
            Some((at, _)) => Err(fault(at, "the end of the file")),
        }
    }
}
