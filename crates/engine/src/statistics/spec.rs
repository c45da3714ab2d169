//! What is asked.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tesuji_go::Komi;
use tesuji_playout::statistics::{StatisticsConfig, Threshold};
use tesuji_search::MOST_THREADS;

use crate::SessionError;

/// What is asked of playouts: plain data, for requests.
///
/// Two requests that are equal have equal answers, on any machine and any number of threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StatisticsSpec {
    /// How many playouts a sample has, at least 1.
    pub playouts: u32,
    /// The seed of the first sample; the others have the numbers that follow.
    pub seed: u64,
    /// How many samples, at least 1. With one, each number has the interval that its counts give; with more, it is the mean
    /// over the samples with the interval of their spread (Student's), which trusts no formula.
    pub samples: u32,
    /// From which margin on a playout is won.
    pub threshold: WinAt,
    /// What one comparison adds to the rank of a move, as in the paper.
    pub alpha: f64,
    /// Smaller differences of orders add nothing.
    pub beta: f64,
    /// The cells that pairs, orders and ranks are about; empty: all. A fight by itself, which others would drown.
    pub region: Vec<String>,
    /// Leave out what is known to mislead: cells that cannot be played now, and orders of which an alternative never happens.
    pub filters: bool,
    /// How many pairs of each player are listed at most, the most joined first; those that are miai in any case; 0: none.
    pub pairs: usize,
    /// How many orders of each player are listed at most; 0: none.
    pub orders: usize,
    /// How many moves of each player are ranked at most; `None`: all; 0: none.
    pub ranks: Option<usize>,
    /// How many threads play and count.
    pub threads: usize,
}

impl Default for StatisticsSpec {
    fn default() -> Self {
        Self {
            playouts: 10_000,
            seed: 1,
            samples: 1,
            threshold: WinAt::Median,
            alpha: 0.01,
            beta: 0.01,
            region: Vec::new(),
            filters: true,
            pairs: 10,
            orders: 10,
            ranks: None,
            threads: 1,
        }
    }
}

impl StatisticsSpec {
    /// So much is kept of playouts, cell by cell, at most: 1.2 GB.
    const MOST_TRACES: u64 = 400_000_000;
    /// So many counters are kept at most: 2 GB.
    const MOST_COUNTERS: u64 = 500_000_000;

    /// Can all this be counted on a board of so many cells?
    pub(crate) fn check(&self, n_cells: usize) -> Result<(), SessionError> {
        let n_cells = n_cells as u64;
        let counters = 8 * n_cells * n_cells * u64::from(self.samples).max(self.n_parts() as u64);
        let share = |value: f64| value.is_finite() && value >= 0.0;
        for (setting, is_fine, found, expected) in [
            (
                "playouts",
                self.playouts > 0 && u64::from(self.playouts) * n_cells <= Self::MOST_TRACES,
                self.playouts.to_string(),
                "at least 1, and times the cells of the board at most 400,000,000",
            ),
            (
                "samples",
                self.samples > 0 && counters <= Self::MOST_COUNTERS,
                self.samples.to_string(),
                "at least 1, and times the squared cells of the board at most 60,000,000",
            ),
            ("alpha", share(self.alpha), self.alpha.to_string(), "a number from 0"),
            ("beta", share(self.beta), self.beta.to_string(), "a number from 0"),
            ("threads", (1..=MOST_THREADS).contains(&self.threads), self.threads.to_string(), "1 to 1024"),
        ] {
            if !is_fine {
                return Err(SessionError::Statistics { setting, found, expected });
            }
        }
        Ok(())
    }

    /// In how many parts a sample is counted, so that errors of ranks are known: each needs a table of its own. Of several
    /// samples it is not asked.
    pub(crate) fn n_parts(&self) -> usize {
        if self.samples > 1 { 1 } else { StatisticsConfig::default().n_parts }
    }
}

/// From which margin on a playout counts as won. As text `komi`, `median`, or Black's margin on the board in points, such
/// as `7.5`, which means that Black has to be more than that ahead of White before komi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "Text")]
pub enum WinAt {
    /// As the rules say.
    Komi,
    /// Where the playouts divide evenly. A komi that makes one side win nearly always flattens every statistic.
    #[default]
    Median,
    /// The komi to be counted with in the place of the game's.
    Points(Komi),
}

impl WinAt {
    /// For playouts whose margins have this komi in them.
    pub(crate) fn threshold(self, komi: Komi) -> Threshold {
        match self {
            Self::Komi => Threshold::Komi,
            Self::Median => Threshold::Median,
            Self::Points(other) => Threshold::Margin(i32::from(other.half_points()) - i32::from(komi.half_points())),
        }
    }
}

impl fmt::Display for WinAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Komi => f.write_str("komi"),
            Self::Median => f.write_str("median"),
            Self::Points(komi) => komi.fmt(f),
        }
    }
}

impl FromStr for WinAt {
    type Err = SessionError;

    fn from_str(text: &str) -> Result<Self, SessionError> {
        match text {
            "komi" => Ok(Self::Komi),
            "median" => Ok(Self::Median),
            _ => text.parse().map(Self::Points).map_err(|_| SessionError::Statistics {
                setting: "threshold",
                found: text.chars().take(32).collect(),
                expected: "`median`, `komi` or a number of points such as 7.5",
            }),
        }
    }
}

/// As files and requests have it: points are a number there.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Text {
    Points(f64),
    Name(String),
}

impl From<WinAt> for Text {
    fn from(threshold: WinAt) -> Self {
        match threshold {
            WinAt::Points(komi) => Self::Points(f64::from(komi.half_points()) / 2.0),
            named => Self::Name(named.to_string()),
        }
    }
}

impl TryFrom<Text> for WinAt {
    type Error = SessionError;

    fn try_from(text: Text) -> Result<Self, SessionError> {
        match text {
            Text::Points(points) => points.to_string(),
            Text::Name(name) => name,
        }
        .parse()
    }
}
