//! Positions that are searched as tasks.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_problem::board::Question;

/// The most bytes for the table of a leaf's search, and as much again for its proof.
const TABLE_BYTES: u64 = 64 << 20;

/// A position to be solved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeafPosition {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) black: Vec<String>,
    pub(super) white: Vec<String>,
    pub(super) to_move: Player,
    pub(super) nodes: u64,
    /// The search forgets when its table is full, so its nodes depend on the size of the table.
    pub(super) table_bytes: u64,
    /// Whether the answer has to be proved at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_proof: bool,
    /// Records with which the search begins, in Base64.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) records: String,
}

impl LeafPosition {
    pub(super) fn of(question: &Question, nodes: u64) -> Self {
        let (columns, rows) = question.size();
        let [black, white] = [&question.black, &question.white].map(|cells| names(&question.topology, cells));
        Self {
            columns,
            rows,
            black,
            white,
            to_move: question.to_move,
            nodes,
            table_bytes: TABLE_BYTES,
            is_proof: false,
            records: String::new(),
        }
    }

    pub(super) fn question(&self) -> Result<Question, String> {
        let topology = Topology::rhombus(self.columns, self.rows).map_err(|error| error.to_string())?;
        let (black, white) = (cells(&topology, &self.black)?, cells(&topology, &self.white)?);
        let question = Question { topology: Arc::new(topology), black, white, to_move: self.to_move };
        question.position().map_err(|error| error.to_string())?;
        Ok(question)
    }
}

/// The names of cells.
pub(super) fn names(topology: &Topology, cells: &CellSet) -> Vec<String> {
    cells.iter().map(|cell| topology.name(cell).to_owned()).collect()
}

/// The cells with these names.
pub(super) fn cells(topology: &Topology, names: &[String]) -> Result<CellSet, String> {
    names.iter().map(|name| cell(topology, name)).collect()
}

/// The cell with this name.
pub(super) fn cell(topology: &Topology, name: &str) -> Result<Cell, String> {
    topology.cell(name).ok_or_else(|| format!("`{name:.20}` is no cell"))
}
