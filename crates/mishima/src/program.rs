//! The programs that answer claims, under one name each.

use tesuji_proof::Claim;
use tesuji_prove::{VerifyReport, brute::verify_brute};
use tesuji_search::Limits;

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

    /// Answers `claim`. Programs A and B take their patterns, coefficients, walks and table from `config`; whether
    /// semi-connections count follows from the program. The other programs have no settings.
    #[must_use]
    pub fn verify(self, claim: &Claim, config: &PaperConfig, limits: &Limits) -> VerifyReport {
        match (self.settings(config), self) {
            (Some(config), _) => verify_paper(claim, &config, limits),
            (None, Self::BruteForce) => verify_brute(claim, limits),
            (None, _) => tesuji_prove::verify(claim, limits),
        }
    }
}
