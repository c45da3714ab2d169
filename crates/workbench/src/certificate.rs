//! Certificates: checked, and played through.
//!
//! This file has the types. Checking is in `checked`, playing against a certificate in `played`.

mod checked;
mod played;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::claim::ClaimView;
use crate::types::Colour;

pub use checked::check;
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
    /// The opponent's move.
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

/// Reason for an answer of a proof, as far as the certificate has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReasonView {
    /// The kind.
    pub kind: ReasonName,
    /// Whether it is about what is left after the answer.
    pub is_left: bool,
    /// The link: `c1-bottom`; empty if it is no link.
    pub link: String,
    /// The name of the template; empty without one.
    pub template: String,
    /// Number of threats or links.
    pub n: usize,
    /// The empty cells it is about.
    pub cells: Vec<String>,
    /// Answers that are compared; the escape of a ladder.
    pub stones: Vec<String>,
    /// One sentence for people.
    pub sentence: String,
}

/// A kind of reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReasonName {
    /// The proof does not need the cell.
    NotNeeded,
    /// The answer is there already.
    AlreadyThere,
    /// Two cells that touch each other, of which one is enough.
    Bridge,
    /// Two cells of which one is enough.
    Pair,
    /// An edge template that has a name.
    Template,
    /// Two threats that do not overlap.
    TwoThreats,
    /// Threats that no cell stops at once.
    Threats,
    /// A ladder.
    Ladder,
    /// Links that do not overlap.
    Apart,
}

/// A proof that is being played against.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Defence {
    /// The claim.
    pub claim: ClaimView,
    /// The colour that the proof plays; the person plays the other.
    pub proof_plays: Colour,
    /// All moves so far, of both, in order.
    pub moves: Vec<(Colour, String)>,
    /// The last reply; absent at the start, or if none was needed.
    pub reply: Option<String>,
    /// Stones of Black. Of a claim about a whole position these are all of them.
    pub black: Vec<String>,
    /// Stones of White, likewise.
    pub white: Vec<String>,
    /// Stones of either side that no longer matter.
    pub idle: Vec<String>,
    /// Reasons for the answer to the last move; at the start, the links on which the proof rests.
    pub why: Vec<ReasonView>,
    /// Cells that still matter to the proof.
    pub region: Vec<String>,
    /// Cells on which the person may play; none if it is over.
    pub open: Vec<String>,
    /// A difficult move for the person to try: it leaves the proof the fewest answers. Absent if no move matters.
    pub hint: Option<String>,
    /// Whether the proof has reached its end.
    pub is_over: bool,
    /// One sentence for people.
    pub words: String,
}
