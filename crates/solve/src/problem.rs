//! Problem files: claims with names and expected answers.

use tesuji_proof::Claim;
use tesuji_board::CellSet;

/// A claim with its name and, where known, its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Its name, unique in its file.
    pub id: String,
    /// The question.
    pub claim: Claim,
    /// The expected answer.
    pub expected: Option<bool>,
    /// Where the position and its answer come from.
    pub origin: Option<String>,
    /// Carrier cells known to be needed: given to the opponent, each alone makes the claim false.
    pub needed: Option<CellSet>,
    /// Carrier cells known to be droppable, each alone.
    pub droppable: Option<CellSet>,
}
