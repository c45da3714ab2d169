//! Certificates: checked, and played through.
//!
//! This file has the types. Checking is in `checked`, playing against a certificate in `played`.

mod checked;
mod played;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::claim::ClaimView;
use crate::types::Colour;

pub(crate) use checked::check;
pub(crate) use played::{answers, defend, replay};

/// A certificate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CertificateText {
    /// The readable form, or the compact one in Base64.
    pub certificate: String,
}

/// The verdict of the checker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Checked {
    /// Whether the certificate proves what it states.
    pub is_valid: bool,
    /// One sentence for people: what is proved, or the fault and its place.
    pub words: String,
    /// The claim.
    pub claim: ClaimView,
    /// Whether the certificate states that the claim holds, or that it fails.
    pub holds: bool,
    /// Its number of nodes.
    pub n_nodes: usize,
    /// Its size in compact form, in bytes.
    pub n_bytes: usize,
    /// The certificate in compact form, in Base64: for a file.
    pub compact: String,
}

/// The answers of a certificate to each first move of the other side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnswersView {
    /// The claim.
    pub claim: ClaimView,
    /// An answer for each cell.
    pub answers: Vec<IntrusionView>,
}

/// The answer to one intrusion.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct IntrusionView {
    /// Where the opponent plays.
    pub intrusion: String,
    /// The reply; absent if none is needed.
    pub reply: Option<String>,
    /// The region that the reply needs.
    pub region: Vec<String>,
    /// One sentence for people.
    pub sentence: String,
}

/// Asks how a proof goes on after some moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Defend {
    /// The certificate.
    pub certificate: String,
    /// The moves of the person, who plays against the proof. Replies are not listed.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A proof that is being played against.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Defence {
    /// The claim.
    pub claim: ClaimView,
    /// Which colour the proof plays; the person plays the other.
    pub proof_plays: Colour,
    /// All moves so far, of both, in order.
    pub moves: Vec<(Colour, String)>,
    /// The last reply; absent at the start, or if none was needed.
    pub reply: Option<String>,
    /// Stones of Black.
    pub black: Vec<String>,
    /// Stones of White.
    pub white: Vec<String>,
    /// Cells that still matter to the proof.
    pub region: Vec<String>,
    /// Where the person may play; none if it is over.
    pub open: Vec<String>,
    /// Whether the proof has reached its end.
    pub is_over: bool,
    /// One sentence for people.
    pub words: String,
}
