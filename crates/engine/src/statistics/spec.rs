//! The request for statistics.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tesuji_go::Komi;
use tesuji_playout::statistics::{StatisticsConfig, Threshold};
use tesuji_search::MOST_THREADS;

use crate::SessionError;

/// A request for statistics of playouts, as plain data.
///
/// Two requests that are equal have equal answers, on any machine and any number of threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StatisticsSpec {
    /// Number of playouts of a sample, at least 1.
    pub playouts: u32,
    /// The seed of the first sample; the others have the numbers that follow.
    pub seed: u64,
    /// Number of samples, at least 1. With one, each number has the interval that its counts give; with more, it is the
    /// mean over the samples with the interval of their spread (Student's), which trusts no formula.
    pub samples: u32,
    /// The margin from which on a playout counts as won.
    pub threshold: WinAt,
    /// Whose playouts are counted.
    #[serde(skip_serializing_if = "PlayedBy::is_light")]
    pub by: PlayedBy,
    /// Contribution of one comparison to the rank of a move, as in the paper.
    pub alpha: f64,
    /// Smaller differences of orders add nothing.
    pub beta: f64,
    /// The cells that pairs, orders and ranks are about; empty for all. For example one fight, which others would drown
    /// out.
    pub region: Vec<String>,
    /// Whether to leave out what is known to mislead: cells that cannot be played now, and orders with an alternative
    /// that never happens.
    pub filters: bool,
    /// The most pairs listed for each player, the highest joint criticality first; miai pairs are always listed; 0:
    /// none.
    pub pairs: usize,
    /// The most orders listed for each player; 0: none.
    pub orders: usize,
    /// The most moves ranked for each player; `None`: all; 0: none.
    pub ranks: Option<usize>,
    /// Number of threads that play and count.
    pub threads: usize,
}

impl Default for StatisticsSpec {
    fn default() -> Self {
        Self {
            playouts: 10_000,
            seed: 1,
            samples: 1,
            threshold: WinAt::Median,
            by: PlayedBy::Light,
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
    /// The settings of the paper (Ishida and Nakamura 2016): 10,000 playouts won by the komi of the game, alpha and beta
    /// 0.01, and nothing left out.
    #[must_use]
    pub fn paper() -> Self {
        Self { threshold: WinAt::Komi, filters: false, ..Self::default() }
    }

    /// The most entries kept of playouts, one for each cell: 1.2 GB.
    const MOST_TRACES: u64 = 400_000_000;
    /// The most counters that are kept: 2 GB.
    const MOST_COUNTERS: u64 = 500_000_000;

    /// Checks that all this can be counted on a board of `n_cells` cells.
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

    /// In how many parts a sample is counted, so that errors of ranks are known. Each part needs its own table. Several
    /// samples need no parts.
    pub(crate) fn n_parts(&self) -> usize {
        if self.samples > 1 { 1 } else { StatisticsConfig::default().n_parts }
    }
}

/// Whose playouts are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayedBy {
    /// The game's light playouts.
    #[default]
    Light,
    /// Playouts of libEGO, in Go alone ([`GoLibEgo`](tesuji_playout::GoLibEgo)).
    Libego,
}

impl PlayedBy {
    const fn is_light(&self) -> bool {
        matches!(self, Self::Light)
    }
}

/// The margin from which on a playout counts as won. As text it is `komi`, `median`, or Black's margin on the board in
/// points: `7.5` means that Black must be ahead of White by more than that before komi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "Text")]
pub enum WinAt {
    /// The komi of the game.
    Komi,
    /// The margin that divides the playouts evenly. A komi with which one side wins nearly always flattens every
    /// statistic.
    #[default]
    Median,
    /// This komi instead of that of the game.
    Points(Komi),
}

impl WinAt {
    /// The threshold for playouts whose margins include this komi.
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

/// The form in files and requests, where points are a number.
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
