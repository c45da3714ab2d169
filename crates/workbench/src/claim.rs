//! Claims: "with these stones, in this region, the owner achieves this goal". Proved, shrunk, repaired, divided.
//!
//! This file has the types. Stating a claim is in `stated`, finding out about it in `found`.

mod found;
mod stated;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::BoardView;
use crate::types::{Budget, Colour};

pub(crate) use found::{minimize, repair, split, verify};
pub(crate) use stated::{draft, read, view};

/// Asks for a claim that a person marked on a board of Hex.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClaimDraft {
    /// Its name.
    #[serde(default)]
    pub id: String,
    /// Columns of the board.
    pub columns: usize,
    /// Rows of the board.
    pub rows: usize,
    /// Whose claim it is.
    pub owner: Colour,
    /// The owner's stones.
    pub stones: Vec<String>,
    /// The empty cells that may be used: the region.
    pub region: Vec<String>,
    /// The goal, as problem files write it: `top-e5 and bottom-d7 or d7-b8`.
    pub goal: String,
    /// Whether the owner moves first.
    #[serde(default)]
    pub owner_first: bool,
}

/// A claim.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClaimView {
    /// Its name.
    pub id: String,
    /// The claim as a problem file (TOML), which all questions about claims take.
    pub text: String,
    /// One sentence for people: what is claimed.
    pub words: String,
    /// Whose claim it is.
    pub owner: Colour,
    /// Whether the owner moves first.
    pub owner_first: bool,
    /// The goal, as problem files write it.
    pub goal: String,
    /// The board as it is drawn.
    pub board: BoardView,
    /// Columns and rows, on a board of Hex.
    pub size: Option<[usize; 2]>,
    /// The owner's stones.
    pub stones: Vec<String>,
    /// The empty cells that may be used.
    pub region: Vec<String>,
    /// The answer that the text states: whether it holds.
    pub expected: Option<bool>,
}

/// A claim as text, for a question about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClaimText {
    /// A problem file in any form. Its first claim is taken.
    pub text: String,
    /// Amount of work.
    #[serde(default)]
    pub budget: Budget,
}

/// Answer to a claim.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// Whether it holds; absent if a limit was reached first.
    pub holds: Option<bool>,
    /// Answer of the search if `holds` is absent only because no certificate was made within the limit. No proof.
    pub decided: Option<bool>,
    /// One sentence for people.
    pub words: String,
    /// The certificate: of the claim if it holds, of a refutation if not. The checker has accepted it.
    pub certificate: Option<String>,
    /// The cells that matter if it is open: where every successful attack must begin.
    pub must_play: Vec<String>,
    /// Nodes searched.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

/// The needed cells of a region.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Minimized {
    /// Cells without which the claim is false.
    pub needed: Vec<String>,
    /// Cells that can go, each alone.
    pub droppable: Vec<String>,
    /// Cells that a limit left open.
    pub undecided: Vec<String>,
    /// A smaller claim inside, if one was found: minimal, unless `words` says that a limit came first.
    pub minimal: Option<ClaimView>,
    /// Its certificate.
    pub certificate: Option<String>,
    /// One sentence for people.
    pub words: String,
}

/// Repairs of a false claim.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Repaired {
    /// The smallest sets of cells that are enough.
    pub repairs: Vec<RepairView>,
    /// Whether there are no others of this size.
    pub is_complete: bool,
    /// One sentence for people.
    pub words: String,
}

/// A set of cells that makes a claim true.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RepairView {
    /// Cells to be added to the region.
    pub empties: Vec<String>,
    /// Cells to be given to the owner as stones.
    pub stones: Vec<String>,
    /// The claim with them.
    pub claim: ClaimView,
    /// Its certificate.
    pub certificate: String,
}

/// Parts of a claim that hold side by side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SplitView {
    /// The parts; none if no split was found.
    pub parts: Vec<PartView>,
    /// The certificate of the whole, put together from the parts.
    pub certificate: Option<String>,
    /// The strategy as text, which `strategy` takes.
    pub strategy: Option<String>,
    /// One sentence for people.
    pub words: String,
}

/// A part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PartView {
    /// Its claim.
    pub claim: ClaimView,
    /// Whether it holds.
    pub holds: Option<bool>,
}
