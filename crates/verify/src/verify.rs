//! One question, several programs, one form of answer.

use tesuji_proof::{Certificate, Claim};
use tesuji_search::Limits;

use crate::brute::verify_brute;
use crate::paper::{PaperConfig, verify_paper};

/// The verifier that answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Program {
    /// Program A of Mishima et al. 2008: AND-OR search with five stored patterns.
    A,
    /// Program B of Mishima et al. 2008: Program A with virtual semi-connections.
    B,
    /// Program C, ours: proof-number search over virtual connections of both sides.
    C,
    /// The referee: plain exhaustive search, for about 16 empty cells.
    BruteForce,
}

impl Program {
    /// Its name in files and on the command line: `a`, `b`, `c` or `brute`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::C => "c",
            Self::BruteForce => "brute",
        }
    }

    /// The settings with which it searches, if it is Program A or B: the given ones, and semi-connections for B alone.
    #[must_use]
    pub fn settings(self, config: &PaperConfig) -> Option<PaperConfig> {
        let semi_connections = match self {
            Self::A => false,
            Self::B => true,
            Self::C | Self::BruteForce => return None,
        };
        Some(PaperConfig { semi_connections, ..config.clone() })
    }
}

/// The answer of a verifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyOutcome {
    /// The claim holds, with the proof if the program gives one (Program C always does).
    Holds(Option<Certificate>),
    /// The claim fails, with the refutation if the program gives one (Program C always does).
    Fails(Option<Certificate>),
    /// No answer: a limit was reached first, the claim is too large for the program, or Program C could not write its
    /// proof down.
    Undecided,
}

/// An answer and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyReport {
    /// The answer.
    pub outcome: VerifyOutcome,
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

/// Answers `claim` with the chosen program.
#[must_use]
pub fn verify(claim: &Claim, program: Program, limits: &Limits) -> VerifyReport {
    verify_with(claim, program, &PaperConfig::default(), limits)
}

/// Answers `claim` with the chosen program. Programs A and B take their patterns, coefficients, walks and table from
/// `config`; whether semi-connections count follows from the program. The other programs have no settings.
#[must_use]
pub fn verify_with(claim: &Claim, program: Program, config: &PaperConfig, limits: &Limits) -> VerifyReport {
    match (program.settings(config), program) {
        (Some(config), _) => verify_paper(claim, &config, limits),
        (None, Program::BruteForce) => verify_brute(claim, limits),
        (None, _) => crate::program_c::verify(claim, limits, 1),
    }
}

/// Answers `claim` with Program C, on several threads that search it together.
///
/// The verdict is the same with any number of threads. The positions and the certificate are not: with more than one
/// thread they differ from one run to the next.
#[must_use]
pub fn verify_on_threads(claim: &Claim, n_threads: usize, limits: &Limits) -> VerifyReport {
    crate::program_c::verify(claim, limits, n_threads)
}
