//! Results of a run of a study.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};
use tesuji_figures::Picture;

/// A number of ours, with what is known about its error.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Number {
    /// Its name, which a published number may have as well.
    pub name: String,
    /// The number; a share is from 0 to 1.
    pub value: f64,
    /// Its interval of 95 %. `None`: it has no error, or its error is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// The number of trials, if it is a share of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// The degrees of freedom of a Student interval: one less than the cases behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub freedom: Option<u32>,
    /// The standard deviation over samples, each as large as the paper's one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<f64>,
    /// Whether the interval is not an error but a range, that of 19 in 20 cases.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_range: bool,
}

impl Number {
    /// A number without an error.
    #[must_use]
    pub fn exact(name: impl Into<String>, value: f64) -> Self {
        Self { name: name.into(), value, ..Self::default() }
    }

    /// A number with its interval of 95 %, if that is known.
    #[must_use]
    pub fn measured(name: impl Into<String>, value: f64, interval: Option<[f64; 2]>) -> Self {
        Self { name: name.into(), value, interval, ..Self::default() }
    }

    /// The share of `of` trials that succeeded, where half a success is a draw. Wilson's interval.
    #[must_use]
    pub fn share(name: impl Into<String>, half_successes: u64, of: u64) -> Self {
        let value = half_successes as f64 / 2.0 / of.max(1) as f64;
        let ends = |successes| tesuji_numeric::wilson(successes, of, Z_95);
        let interval = match (ends(half_successes / 2), ends(half_successes.div_ceil(2))) {
            (Some((low, _)), Some((_, high))) => Some([low, high]),
            _ => None,
        };
        Self { name: name.into(), value, interval, of: Some(of), ..Self::default() }
    }
}

/// The quantile of the normal distribution that leaves 2.5 % above.
pub(crate) const Z_95: f64 = 1.959_963_984_540_054;

/// A table of a run: whatever else it found.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunTable {
    /// Its title.
    pub title: String,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows, each with a text for each column.
    pub rows: Vec<Vec<String>>,
}

impl RunTable {
    /// A table without rows.
    #[must_use]
    pub fn new<const N: usize>(title: &str, columns: [&str; N]) -> Self {
        Self { title: title.to_owned(), columns: columns.map(str::to_owned).to_vec(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.columns.len(), "a row of {} has a text for each column", self.title);
        self.rows.push(cells.to_vec());
    }
}

/// A picture of a run, with the name of its file.
#[derive(Clone, Debug)]
pub struct RunPicture {
    /// A short name: `network`, `white`. It may be empty if the run has one picture.
    pub name: String,
    /// The picture.
    pub picture: Picture,
}

/// Results of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RunOutcome {
    /// The numbers, of which some were published.
    pub numbers: Vec<Number>,
    /// More of what was found.
    pub tables: Vec<RunTable>,
    /// Remarks: what the numbers rest on.
    pub notes: Vec<String>,
    /// Whether the run was stopped before its end.
    pub stopped: bool,
    /// Pictures, which are not kept with the numbers.
    #[serde(skip)]
    pub pictures: Vec<RunPicture>,
}

impl RunOutcome {
    /// The number with this name.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<&Number> {
        self.numbers.iter().find(|number| number.name == name)
    }

    /// Checks an outcome that comes from elsewhere as far as that goes without a run: that its numbers can be such numbers.
    ///
    /// # Errors
    ///
    /// The first number that cannot.
    pub fn check(&self) -> Result<(), String> {
        for Number { name, value, interval, of, spread, .. } in &self.numbers {
            let wrong = |what: &str| Err(format!("{what} of `{name:.60}`"));
            if !value.is_finite() || (of.is_some() && !(0.0..=1.0).contains(value)) {
                return wrong("the value");
            }
            if interval.is_some_and(|[low, high]| !low.is_finite() || !high.is_finite() || low > high) {
                return wrong("the interval");
            }
            if spread.is_some_and(|spread| !spread.is_finite() || spread < 0.0) {
                return wrong("the spread");
            }
        }
        Ok(())
    }

    pub(crate) fn picture(&mut self, name: &str, picture: Picture) {
        self.pictures.push(RunPicture { name: name.to_owned(), picture });
    }

    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }
}

/// Whether two shares may be one: Newcombe's interval of their difference, made of Wilson's, holds 0.
pub(crate) fn may_be_equal(ours: (f64, u64), theirs: (f64, u64), z: f64) -> bool {
    let ends = |(share, of): (f64, u64)| {
        let successes = (share * of as f64).round() as u64;
        tesuji_numeric::wilson(successes, of, z).unwrap_or((0.0, 1.0))
    };
    let ((low, high), (their_low, their_high)) = (ends(ours), ends(theirs));
    let difference = ours.0 - theirs.0;
    difference - (ours.0 - low).hypot(their_high - theirs.0) <= 0.0
        && difference + (high - ours.0).hypot(theirs.0 - their_low) >= 0.0
}

/// The quantile of the normal distribution.
pub(crate) fn quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}
