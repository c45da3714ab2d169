//! One question, several programs, one form of answer.

use tesuji_proof::{Certificate, Claim};
use tesuji_search::Limits;

use crate::search::{SearchJournal, SearchLimits};

/// The answer of a verifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyOutcome {
    /// The claim holds, with the proof if the program gives one (Program C always does).
    Holds(Option<Certificate>),
    /// The claim fails, with the refutation if the program gives one (Program C always does).
    Fails(Option<Certificate>),
    /// No proven answer: a limit was reached first, perhaps only before the proof was written down (see
    /// [`VerifyReport::decided`]), or the claim is too large for the program.
    Undecided,
}

/// An answer and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyReport {
    /// The answer.
    pub outcome: VerifyOutcome,
    /// Answer of the search if the outcome is `Undecided` because a limit was reached before the certificate was made:
    /// whether the claim holds. It is certain as far as the search is right, but it is no proof and must not be used as
    /// one.
    pub decided: Option<bool>,
    /// Positions searched, in the program's own count; the same for the same input on any machine.
    pub nodes: u64,
}

impl VerifyOutcome {
    /// Whether the claim holds; `None` if it is undecided.
    #[must_use]
    pub const fn holds(&self) -> Option<bool> {
        match self {
            Self::Holds(_) => Some(true),
            Self::Fails(_) => Some(false),
            Self::Undecided => None,
        }
    }
}

/// A program that answers claims within limits.
pub type Verifier<'a> = dyn Fn(&Claim, &Limits) -> VerifyReport + 'a;

/// Answers `claim` with Program C.
#[must_use]
pub fn verify(claim: &Claim, limits: &Limits) -> VerifyReport {
    verify_on_threads(claim, 1, limits)
}

/// Answers `claim` with Program C, on several threads that search it together.
///
/// The verdict is the same with any number of threads. The positions and the certificate are not: with more than one
/// thread they differ from one run to the next.
#[must_use]
pub fn verify_on_threads(claim: &Claim, n_threads: usize, limits: &Limits) -> VerifyReport {
    super::program_c(claim, SearchLimits { limits, n_threads, journal: None })
}

/// Verifies with a journal that keeps what the search learns, and has what earlier searches of the claim learned.
#[must_use]
pub fn verify_kept(claim: &Claim, n_threads: usize, limits: &Limits, journal: &dyn SearchJournal) -> VerifyReport {
    super::program_c(claim, SearchLimits { limits, n_threads, journal: Some(journal) })
}
