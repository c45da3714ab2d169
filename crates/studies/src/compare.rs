//! Ours beside the published: do they agree?
//!
//! Several numbers of a study are compared together. So each is tested at a level at which all of them together are right
//! in 19 of 20 cases (Bonferroni). The interval that is shown is the plain one of 95 %. Our own checks are judged in the
//! same way, but say nothing about the paper.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};
use tesuji_numeric::student_quantile;

use crate::outcome::{Number, RunOutcome, Z_95, may_be_equal, quantile};
use crate::study::{Published, RunSize, Study};

/// Result of one comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// Ours and the published number may be the same; what the text says holds.
    Agrees,
    /// They are not the same; what the text says does not hold.
    Differs,
    /// Our interval holds both what the text says and its opposite.
    Unsettled,
    /// The run was stopped before it had this number.
    Missing,
    /// The small run has another set-up than the paper, or another player stands in: the two are not compared.
    Other,
}

/// A published number beside ours.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NumberComparison {
    /// As published.
    pub published: Published,
    /// Ours; `None` if the run has none.
    pub ours: Option<Number>,
    /// The result.
    pub agreement: Agreement,
}

/// Verdict of a study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum StudyVerdict {
    /// All that was published came out, and our checks hold.
    Replicated,
    /// Some of it did not, and the text leaves nothing open on which it depends.
    NotReplicated,
    /// Some of it did not come out, or only after fitting, and the text leaves open what it depends on.
    Undecidable {
        /// The fact that the text does not say.
        why: String,
    },
    /// Too little has been run.
    Open {
        /// The missing runs, and their cost.
        why: String,
    },
    /// No paper says anything of this.
    Ours,
}

impl StudyVerdict {
    /// `replicated`, `not replicated`, `cannot be decided from the text`, `open`, or `ours`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Replicated => "replicated",
            Self::NotReplicated => "not replicated",
            Self::Undecidable { .. } => "cannot be decided from the text",
            Self::Open { .. } => "open",
            Self::Ours => "ours",
        }
    }
}

/// All comparisons of a study, and what they say together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudyJudgement {
    /// One for each published number and claim, in the order of the paper.
    pub comparisons: Vec<NumberComparison>,
    /// One for each check of ours.
    pub checks: Vec<NumberComparison>,
    /// All together.
    pub verdict: StudyVerdict,
}

impl StudyJudgement {
    /// The count of printed numbers that agree, and of those that were compared.
    #[must_use]
    pub fn printed(&self) -> [usize; 2] {
        count(self.comparisons.iter().filter(|comparison| comparison.published.value.is_some()))
    }

    /// The count of claims in words that hold, and of those that were compared.
    #[must_use]
    pub fn claims(&self) -> [usize; 2] {
        count(self.comparisons.iter().filter(|comparison| comparison.published.value.is_none()))
    }

    /// The count of our checks that hold, and of all.
    #[must_use]
    pub fn checks(&self) -> [usize; 2] {
        count(self.checks.iter())
    }
}

/// The count of those that agree, and of those that were compared.
fn count<'c>(comparisons: impl Iterator<Item = &'c NumberComparison>) -> [usize; 2] {
    let is_compared = |agreement| !matches!(agreement, Agreement::Other | Agreement::Missing);
    comparisons.filter(|comparison| is_compared(comparison.agreement)).fold([0, 0], |[agree, all], comparison| {
        [agree + usize::from(comparison.agreement == Agreement::Agrees), all + 1]
    })
}

/// Puts the numbers of a run beside the published ones.
#[must_use]
pub fn judge(study: &Study, size: RunSize, outcome: &RunOutcome) -> StudyJudgement {
    judge_among(study, size, outcome, study.published.len())
}

/// [`judge`] where each number is tested as one of `n_tests` that are to be right together in 19 of 20 cases.
pub(crate) fn judge_among(study: &Study, size: RunSize, outcome: &RunOutcome, n_tests: usize) -> StudyJudgement {
    let small_is = study.small_is.as_deref().filter(|_| size == RunSize::Small);
    let beside = |published: &[Published], n_tests: usize| -> Vec<NumberComparison> {
        let z = quantile(1.0 - 0.025 / n_tests.max(1) as f64);
        let compared = published.iter().map(|published| {
            let ours = outcome.number(&published.name);
            let agreement = match ours {
                None => Agreement::Missing,
                Some(_) if small_is.is_some() || published.stand_in.is_some() => Agreement::Other,
                Some(ours) => compare(published, ours, z),
            };
            NumberComparison { published: published.clone(), ours: ours.cloned(), agreement }
        });
        compared.collect()
    };
    let (comparisons, checks) = (beside(&study.published, n_tests), beside(&study.checks, study.checks.len()));
    let verdict = verdict(study, size, outcome, &comparisons, &checks);
    StudyJudgement { comparisons, checks, verdict }
}

fn verdict(
    study: &Study,
    size: RunSize,
    outcome: &RunOutcome,
    comparisons: &[NumberComparison],
    checks: &[NumberComparison],
) -> StudyVerdict {
    if study.paper() == BEYOND {
        return StudyVerdict::Ours;
    }
    let decides = |comparison: &&NumberComparison| comparison.published.stand_in.is_none();
    let n = |agreement| {
        let all = comparisons.iter().filter(decides).chain(checks);
        all.filter(|comparison| comparison.agreement == agreement).count()
    };
    let open = |what: String| StudyVerdict::Open { why: format!("{what}; the full run takes {}", study.time[1]) };
    let fitted = study.fitted.as_ref().map(|tried| format!("fitted to what is printed ({tried})"));
    if let Some(other) = study.small_is.as_deref().filter(|_| size == RunSize::Small) {
        return open(other.trim_end_matches('.').to_owned());
    }
    match (n(Agreement::Differs), &study.unknown, n(Agreement::Missing), n(Agreement::Unsettled)) {
        (1.., Some(why), ..) => {
            let why: Vec<&str> = std::iter::once(why.as_str()).chain(fitted.as_deref()).collect();
            StudyVerdict::Undecidable { why: why.join("; ") }
        }
        (1.., None, ..) => StudyVerdict::NotReplicated,
        (0, _, missing @ 1.., _) => open(format!("{missing} numbers have not been run")),
        (0, _, 0, unsettled @ 1..) => open(format!("too few cases for {unsettled} numbers")),
        (0, _, 0, 0) if outcome.stopped => open("the run was stopped".to_owned()),
        // Checks of ours alone decide nothing where the text leaves open what they depend on.
        (0, Some(why), 0, 0) if !comparisons.iter().any(|number| decides(&number)) => {
            StudyVerdict::Undecidable { why: why.clone() }
        }
        (0, _, 0, 0) => fitted.map_or(StudyVerdict::Replicated, |why| StudyVerdict::Undecidable { why }),
    }
}

/// The name of what goes beyond the papers, where a paper's name stands.
pub(crate) const BEYOND: &str = "beyond";

/// Whether ours is what was published, where `z` standard errors are allowed.
fn compare(published: &Published, ours: &Number, z: f64) -> Agreement {
    let within = published.within.unwrap_or(0.0) + 1e-9;
    if let (Some(value), Some([low, high]), true) = (published.value, ours.interval, ours.is_range) {
        return if (low..=high).contains(&value) { Agreement::Agrees } else { Agreement::Differs };
    }
    // An interval need not be the same on both sides: what counts is the side that looks at the other number.
    let error_towards = |other: f64| {
        let reach = match (ours.of, ours.interval) {
            (Some(of), _) => {
                let successes = (ours.value * of as f64).round() as u64;
                let (low, high) = tesuji_numeric::wilson(successes, of, z).unwrap_or((0.0, 1.0));
                return if other < ours.value { (ours.value - low) / z } else { (high - ours.value) / z };
            }
            (None, Some([low, high])) => {
                if other < ours.value {
                    ours.value - low
                } else {
                    high - ours.value
                }
            }
            (None, None) => 0.0,
        };
        // Of few cases the interval for many numbers is wider than a normal one would be.
        let student = |probability| ours.freedom.and_then(|n| student_quantile(f64::from(n), probability));
        match (student(0.975), student(probability_of(z))) {
            (Some(plain), Some(wide)) => reach * wide / plain / z,
            _ => reach / Z_95,
        }
    };
    let mut agreement = Agreement::Agrees;
    if let (Some(value), Some(error)) = (published.value, published.log_error) {
        let end = ours.interval.map_or(ours.value, |[low, high]| if value < ours.value { low } else { high });
        let ours_error = (end / ours.value).ln() / Z_95;
        let is_near = (ours.value / value).ln().abs() <= z * error.hypot(ours_error);
        return if is_near { Agreement::Agrees } else { Agreement::Differs };
    }
    if let Some(value) = published.value {
        let agrees = match (published.of, ours.of) {
            (Some(their_trials), Some(our_trials)) => may_be_equal((ours.value, our_trials), (value, their_trials), z),
            _ => {
                let sampled = ours.spread.filter(|_| published.sampled);
                let error = error_towards(value).hypot(published.error.or(sampled).unwrap_or(0.0));
                (ours.value - value).abs() <= within + z * error
            }
        };
        if !agrees {
            agreement = Agreement::Differs;
        }
    }
    let mut side = |bound: f64, sign: f64| {
        let distance = sign * (ours.value - bound);
        let margin = z * error_towards(bound);
        // A number without an error has to be on the right side, one with an error surely so.
        let says = if distance > 0.0 && distance >= margin {
            Agreement::Agrees
        } else if distance <= 0.0 && -distance >= margin {
            Agreement::Differs
        } else {
            Agreement::Unsettled
        };
        agreement = match (agreement, says) {
            (Agreement::Differs, _) | (_, Agreement::Differs) => Agreement::Differs,
            (Agreement::Unsettled, _) | (_, Agreement::Unsettled) => Agreement::Unsettled,
            _ => Agreement::Agrees,
        };
    };
    if let Some(bound) = published.above {
        side(bound, 1.0);
    }
    if let Some(bound) = published.below {
        side(bound, -1.0);
    }
    agreement
}

/// The probability that a normal number stays below this many standard deviations.
fn probability_of(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn published(text: &str) -> Published {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn shares_are_compared_with_both_errors() {
        let theirs = published("name = 'x'\nvalue = 0.795\nof = 200");
        let ours = |wins: u64, of| Number::share("x", 2 * wins, of);
        assert_eq!(compare(&theirs, &ours(150, 200), Z_95), Agreement::Agrees);
        assert_eq!(compare(&theirs, &ours(140, 200), Z_95), Agreement::Differs);
        // With few games nearly everything is possible, but not everything.
        assert_eq!(compare(&theirs, &ours(1, 2), Z_95), Agreement::Agrees);
        assert_eq!(compare(&theirs, &ours(0, 10), Z_95), Agreement::Differs);
    }

    #[test]
    fn words_are_settled_or_not() {
        let above = published("name = 'x'\nabove = 1.0");
        let ours = |value: f64, half: f64| Number::measured("x", value, Some([value - half, value + half]));
        assert_eq!(compare(&above, &ours(1.2, 0.1), Z_95), Agreement::Agrees);
        assert_eq!(compare(&above, &ours(1.2, 0.3), Z_95), Agreement::Unsettled);
        assert_eq!(compare(&above, &ours(0.8, 0.3), Z_95), Agreement::Unsettled);
        assert_eq!(compare(&above, &ours(0.8, 0.1), Z_95), Agreement::Differs);
        assert_eq!(compare(&above, &Number::exact("x", 1.0), Z_95), Agreement::Differs);
        let between = published("name = 'x'\nabove = 1.0\nbelow = 2.0");
        assert_eq!(compare(&between, &Number::exact("x", 1.5), Z_95), Agreement::Agrees);
        assert_eq!(compare(&between, &Number::exact("x", 2.5), Z_95), Agreement::Differs);
    }

    #[test]
    fn printed_numbers_are_rounded() {
        let printed = published("name = 'x'\nvalue = 0.24\nwithin = 0.005");
        assert_eq!(compare(&printed, &Number::exact("x", 0.2449), Z_95), Agreement::Agrees);
        assert_eq!(compare(&printed, &Number::exact("x", 0.2461), Z_95), Agreement::Differs);
        let measured = published("name = 'x'\nvalue = 0.238\nerror = 0.0035");
        let ours = Number::measured("x", 0.246, Some([0.239, 0.253]));
        assert_eq!(compare(&measured, &ours, Z_95), Agreement::Agrees);
        assert_eq!(compare(&measured, &Number::exact("x", 0.246), Z_95), Agreement::Differs);
    }

    #[test]
    fn effects_are_compared_by_their_ratio() {
        let theirs = published("name = 'x'\nvalue = 120\nlog_error = 0.93");
        let ours = |value: f64, low, high| Number::measured("x", value, Some([low, high]));
        assert_eq!(compare(&theirs, &ours(40.0, 20.0, 80.0), Z_95), Agreement::Agrees);
        assert_eq!(
            compare(&theirs, &ours(3.3, 2.0, 5.4), Z_95),
            Agreement::Differs,
            "of one sign, and 36 times smaller"
        );
    }

    #[test]
    fn few_samples_are_tested_by_students_distribution() {
        let printed = published("name = 'x'\nvalue = 0.0");
        // Three standard errors away: four of them are allowed with two degrees of freedom, two with many.
        let ours = |freedom: u32| {
            let half = 0.1 * student_quantile(f64::from(freedom), 0.975).unwrap();
            Number { freedom: Some(freedom), ..Number::measured("x", 0.3, Some([0.3 - half, 0.3 + half])) }
        };
        assert_eq!(compare(&printed, &ours(2), Z_95), Agreement::Agrees);
        assert_eq!(compare(&printed, &ours(200), Z_95), Agreement::Differs);
    }
}
