//! Published nodes and times beside a problem.

use std::time::Duration;

use super::error::Flaw;
use super::text::{SpannedText, one_line};

/// Published cost of a claim for Programs A and B.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PublishedNodes {
    /// The publication, and the place in it; one line in files.
    pub source: Option<String>,
    /// The cost for Program A.
    pub a: PublishedCost,
    /// The cost for Program B.
    pub b: PublishedCost,
}

/// A published cost, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PublishedCost {
    /// The time on the machine of the publication.
    pub time: Option<Duration>,
    /// Positions searched.
    pub nodes: Option<u64>,
}

/// The names of the numbers in files, in the order of [`PublishedDraft::numbers`].
pub(super) const NUMBERS: [&str; 4] = ["a_seconds", "a_nodes", "b_seconds", "b_nodes"];

/// The typed values, not yet examined.
#[derive(Default)]
pub(super) struct PublishedDraft<'a> {
    pub(super) source: Option<SpannedText<'a>>,
    pub(super) numbers: [Option<SpannedText<'a>>; 4],
}

impl PublishedDraft<'_> {
    /// The published numbers; `None` if there are none.
    pub(super) fn resolve(&self) -> Result<Option<PublishedNodes>, Flaw> {
        let [a_seconds, a_nodes, b_seconds, b_nodes] = &self.numbers;
        let published = PublishedNodes {
            source: self.source.as_ref().map(|text| one_line(text.as_str())).filter(|text| !text.is_empty()),
            a: PublishedCost { time: seconds(a_seconds)?, nodes: nodes(a_nodes)? },
            b: PublishedCost { time: seconds(b_seconds)?, nodes: nodes(b_nodes)? },
        };
        Ok(Some(published).filter(|published| *published != PublishedNodes::default()))
    }
}

impl PublishedNodes {
    /// Its numbers as texts, in the order of [`NUMBERS`].
    pub(super) fn numbers(&self) -> [Option<String>; 4] {
        let seconds = |cost: &PublishedCost| cost.time.map(|time| time.as_secs_f64().to_string());
        let nodes = |cost: &PublishedCost| cost.nodes.map(|nodes| nodes.to_string());
        [seconds(&self.a), nodes(&self.a), seconds(&self.b), nodes(&self.b)]
    }
}

/// The longest time that is believed: a hundred years.
const MOST_SECONDS: f64 = 100.0 * 366.0 * 86_400.0;

fn seconds(text: &Option<SpannedText<'_>>) -> Result<Option<Duration>, Flaw> {
    let Some(text) = text else { return Ok(None) };
    let number = text.as_str().trim().parse().ok().filter(|number| (0.0..=MOST_SECONDS).contains(number));
    match number.and_then(|number| Duration::try_from_secs_f64(number).ok()) {
        Some(time) => Ok(Some(time)),
        None => Err(text.unexpected("a number of seconds")),
    }
}

fn nodes(text: &Option<SpannedText<'_>>) -> Result<Option<u64>, Flaw> {
    let Some(text) = text else { return Ok(None) };
    match text.as_str().trim().parse() {
        Ok(nodes) => Ok(Some(nodes)),
        Err(_) => Err(text.unexpected("a number of nodes")),
    }
}
