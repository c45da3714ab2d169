//! Strategies that a person puts together from moves and parts: which leaves are proved, and one certificate.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::claim::ClaimView;
use crate::types::Budget;
use crate::{Desk, Trouble};

/// Asks which parts of a strategy hold.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StrategyText {
    /// The strategy, as `docs/STRATEGIES.md` describes it.
    pub text: String,
    /// How much work for each leaf.
    #[serde(default)]
    pub budget: Budget,
}

/// What is known about a strategy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StrategyView {
    /// The claim of the whole.
    pub claim: ClaimView,
    /// The leaves, in the order of the text.
    pub leaves: Vec<LeafView>,
    /// Replies of the opponent for which the strategy has no plan, as lines of moves.
    pub missing: Vec<Vec<String>>,
    /// The certificate of the whole, if all leaves are proved.
    pub certificate: Option<String>,
    /// One sentence for people.
    pub words: String,
}

/// A leaf of a strategy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LeafView {
    /// The moves that lead to it.
    pub line: Vec<String>,
    /// Its claim.
    pub claim: ClaimView,
    /// Whether it holds.
    pub holds: Option<bool>,
    /// One sentence for people.
    pub words: String,
}

pub(crate) fn strategy(_asked: &StrategyText, _desk: &impl Desk) -> Result<StrategyView, Trouble> {
    Err(Trouble::new("`strategy` is not built yet"))
}
