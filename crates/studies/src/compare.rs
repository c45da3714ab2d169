//! Ours beside the published: do they agree?
//!
//! Several numbers of a study are compared together. So each is tested at a level at which all of them together are right
//! in 19 of 20 cases (Bonferroni). The interval that is shown is the plain one of 95 %.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};
use tesuji_numeric::student_quantile;

use crate::outcome::{Number, Outcome, Z_95};
use crate::study::{Published, Size, Study};

/// What one comparison says.
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
    /// The small run has another set-up than the paper, so the two are not compared.
    Other,
}

/// A published number beside ours.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Comparison {
    /// As published.
    pub published: Published,
    /// Ours; `None` if the run has none.
    pub ours: Option<Number>,
    /// What that says.
    pub agreement: Agreement,
}

/// What a study says in the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Verdict {
    /// All compared numbers agree.
    Agrees,
    /// Some do not.
    Differs,
    /// The numbers are not those of the paper's set-up.
    Incomplete {
        /// What is missing.
        why: String,
    },
    /// There are no published numbers.
    Uncompared,
}

impl Verdict {
    /// `agrees`, `differs`, `set-up incomplete` or `nothing to compare`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::Incomplete { .. } => "set-up incomplete",
            Self::Uncompared => "nothing to compare",
        }
    }
}

/// All comparisons of a study, and what they say together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judgement {
    /// One for each published number, in the order of the paper.
    pub comparisons: Vec<Comparison>,
    /// All together.
    pub verdict: Verdict,
}

impl Judgement {
    /// How many comparisons say this.
    #[must_use]
    pub fn count(&self, agreement: Agreement) -> usize {
        self.comparisons.iter().filter(|comparison| comparison.agreement == agreement).count()
    }
}

/// Puts the numbers of a run beside the published ones.
#[must_use]
pub fn judge(study: &Study, size: Size, outcome: &Outcome) -> Judgement {
    let small_is = study.small_is.as_deref().filter(|_| size == Size::Small);
    let is_other = small_is.is_some();
    let n_tests = study.published.len().max(1);
    let z = quantile(1.0 - 0.025 / n_tests as f64);
    let comparisons: Vec<_> = study
        .published
        .iter()
        .map(|published| {
            let ours = outcome.number(&published.name);
            let agreement = match ours {
                None => Agreement::Missing,
                Some(_) if is_other => Agreement::Other,
                Some(ours) => compare(published, ours, z),
            };
            Comparison { published: published.clone(), ours: ours.cloned(), agreement }
        })
        .collect();
    let count = |agreement| comparisons.iter().filter(|comparison| comparison.agreement == agreement).count();
    let reasons: Vec<&str> = small_is.into_iter().chain(study.incomplete.as_deref()).collect();
    let verdict = match (!reasons.is_empty()).then(|| reasons.join(" ")) {
        Some(why) => Verdict::Incomplete { why },
        None if outcome.stopped => Verdict::Incomplete { why: "the run was stopped before its end".to_owned() },
        None if comparisons.is_empty() => Verdict::Uncompared,
        None if count(Agreement::Differs) > 0 => Verdict::Differs,
        None if count(Agreement::Missing) > 0 => {
            Verdict::Incomplete { why: format!("the run was stopped before {} numbers", count(Agreement::Missing)) }
        }
        None if count(Agreement::Unsettled) > 0 => {
            Verdict::Incomplete { why: format!("too few cases to settle {} numbers", count(Agreement::Unsettled)) }
        }
        None => Verdict::Agrees,
    };
    Judgement { comparisons, verdict }
}

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

/// Whether two shares may be one: Newcombe's interval of their difference, made of Wilson's, holds 0.
fn may_be_equal(ours: (f64, u64), theirs: (f64, u64), z: f64) -> bool {
    let ends = |(share, of): (f64, u64)| {
        let successes = (share * of as f64).round() as u64;
        tesuji_numeric::wilson(successes, of, z).unwrap_or((0.0, 1.0))
    };
    let ((low, high), (their_low, their_high)) = (ends(ours), ends(theirs));
    let difference = ours.0 - theirs.0;
    difference - (ours.0 - low).hypot(their_high - theirs.0) <= 0.0
        && difference + (high - ours.0).hypot(theirs.0 - their_low) >= 0.0
}

/// The probability that a normal number stays below this many standard deviations.
fn probability_of(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

/// The quantile of the normal distribution.
pub(crate) fn quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
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
