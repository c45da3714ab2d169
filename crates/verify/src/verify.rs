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

/// Answers `claim` with the chosen program.
#[must_use]
pub fn verify(claim: &Claim, program: Program, limits: &Limits) -> VerifyReport {
    match program {
        Program::BruteForce => verify_brute(claim, limits),
        Program::A => verify_paper(claim, &PaperConfig::program_a(), limits),
        Program::B => verify_paper(claim, &PaperConfig::program_b(), limits),
        Program::C => crate::program_c::verify(claim, limits),
    }
}
