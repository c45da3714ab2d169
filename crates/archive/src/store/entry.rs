//! Entries of a store.

use std::collections::BTreeSet;
use std::sync::Arc;

use tesuji_board::{Cell, CellSet, EdgeId, Player, Topology};
use tesuji_problem::board::{Distance, MAX_SIDE, Question, Symmetry};
use tesuji_proof::{Certificate, Claim, Mover, Terminal, Verdict};

use super::Digest;

/// An answer, with the position as its finder saw it.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The winner; `None` if the search was given up.
    pub winner: Option<Player>,
    /// A winning move, if the player to move wins and one is known.
    pub winning_move: Option<Cell>,
    /// The number of positions searched for it.
    pub nodes: u64,
    /// Seconds of processor time it took.
    pub seconds: f64,
    /// The name and version of the program that found it.
    pub solver: String,
    /// A certificate for it that [`Store::keep_certificate`](super::Store::keep_certificate) has stored.
    pub certificate: Option<Digest>,
    /// Proof numbers when the search was given up, if known.
    pub distance: Option<Distance>,
}

/// A position and what is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct StoreEntry {
    /// The position. In lists it is the one that stands for all its images.
    pub question: Question,
    /// The finding. For an undecided position, the work spent.
    pub finding: Finding,
}

impl StoreEntry {
    /// The entry for an image of the position.
    pub(crate) fn image(self, symmetry: Symmetry) -> Self {
        let size = self.question.size();
        let finding = Finding {
            winner: self.finding.winner.map(|winner| symmetry.player(winner)),
            winning_move: self.finding.winning_move.map(|mv| symmetry.cell(size, mv)),
            ..self.finding
        };
        Self { question: symmetry.question(&self.question), finding }
    }
}

/// A claim and what is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct ClaimEntry {
    /// The claim.
    pub claim: Claim,
    /// The answer; `None` if the search was given up.
    pub verdict: Option<Verdict>,
    /// The prover's first move, if the prover moves first.
    pub first: Option<Cell>,
    /// The number of nodes searched.
    pub nodes: u64,
    /// Seconds of processor time.
    pub seconds: f64,
    /// The name and version of the program that found it.
    pub solver: String,
    /// The certificate of a decided claim.
    pub certificate: Option<Digest>,
}

/// The key of a claim. Claims that differ only in the order of cells, links, edges, alternatives and groups share it.
/// `docs/SOLVE.md` says how it is computed.
#[must_use]
pub fn claim_key(claim: &Claim) -> Digest {
    let board = &claim.topology;
    let names = |cells: &[Cell]| cells.iter().map(|&cell| board.name(cell)).collect::<BTreeSet<_>>();
    let of_set = |cells: &CellSet| cells.iter().map(|cell| board.name(cell)).collect::<BTreeSet<_>>();
    let links = board.links().map(|(a, b)| names(&[a, b])).collect::<BTreeSet<_>>();
    let edges = board.edges().iter().map(|edge| (&edge.name, of_set(&edge.cells))).collect::<BTreeSet<_>>();
    let terminal = |&terminal: &Terminal| match terminal {
        Terminal::Cell(cell) => ("cell", board.name(cell)),
        Terminal::Edge(edge) => ("edge", board.edges()[edge].name.as_str()),
    };
    let group = |group: &Vec<Terminal>| group.iter().map(terminal).collect::<BTreeSet<_>>();
    let alternative = |groups: &Vec<Vec<Terminal>>| groups.iter().map(group).collect::<BTreeSet<_>>();
    let goal = claim.goal.alternatives().iter().map(alternative).collect::<BTreeSet<_>>();
    let players = [claim.owner.name(), if claim.to_move == Mover::Owner { "owner" } else { "opponent" }];
    let cells = (of_set(&board.cells().collect()), of_set(&claim.stones), of_set(&claim.carrier));
    Digest::of(serde_json::json!([players, cells, links, edges, goal]).to_string().as_bytes())
}

/// The certificate of an equal claim, about `claim` in the order in which that is written; `None` if the two do not
/// have the same cells and edges. Whether it still proves anything is for the checker to say.
pub(crate) fn rewritten(certificate: Certificate, claim: &Claim) -> Option<Certificate> {
    let (from, to) = (&certificate.claim.topology, &claim.topology);
    let cells: Vec<Cell> = from.cells().map(|cell| to.cell(from.name(cell))).collect::<Option<_>>()?;
    let edges: Vec<EdgeId> = from.edges().iter().map(|edge| to.edge(&edge.name)).collect::<Option<_>>()?;
    let image = |terminal: Terminal| match terminal {
        Terminal::Cell(cell) => Terminal::Cell(cells[cell.index()]),
        Terminal::Edge(edge) => Terminal::Edge(edges[edge]),
    };
    let mut goals = vec![claim.goal.clone()];
    goals.extend(certificate.goals.iter().skip(1).map(|goal| goal.image(image)));
    let mut nodes = certificate.nodes;
    nodes.iter_mut().for_each(|node| node.map_terminals(&certificate.goals, image));
    let first = certificate.first.map(|cell| cells[cell.index()]);
    Some(Certificate { claim: claim.clone(), verdict: certificate.verdict, first, goals, nodes })
}

/// Filter of listed entries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Columns and rows, with no more columns than rows.
    pub size: Option<(usize, usize)>,
    /// `Some(None)` for undecided entries.
    pub winner: Option<Option<Player>>,
}

impl Filter {
    pub(crate) fn admits(&self, entry: &StoreEntry) -> bool {
        let (columns, rows) = entry.question.size();
        self.size.is_none_or(|(a, b)| (columns, rows) == (a.min(b), a.max(b)))
            && self.winner.is_none_or(|winner| winner == entry.finding.winner)
    }
}

/// Cells as a row stores them: their names in ascending order, separated by blanks.
pub(crate) fn cell_names(topology: &Topology, cells: &CellSet) -> String {
    cells.iter().map(|cell| topology.name(cell)).collect::<Vec<_>>().join(" ")
}

/// The cells in such a list; `None` if the text is not one.
pub(crate) fn cells_named(topology: &Topology, names: &str) -> Option<CellSet> {
    names.split_ascii_whitespace().map(|name| topology.cell(name)).collect()
}

/// The player with this name.
pub(crate) fn player_named(name: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| player.name() == name)
}

/// The board of this size, if a store can hold it.
pub(crate) fn board(columns: i64, rows: i64) -> Option<Arc<Topology>> {
    let side = |n: i64| usize::try_from(n).ok().filter(|n| (1..=MAX_SIDE).contains(n));
    Topology::rhombus(side(columns)?, side(rows)?).ok().map(Arc::new)
}
