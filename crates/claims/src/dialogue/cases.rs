//! A proved strategy as cases for a book: one for each position, and lemmas for parts that recur.

use tesuji_board::{Cell, CellSet};
use tesuji_problem::strategy::{Mark, Plan};
use tesuji_proof::{Certificate, Claim, Terminal};

use super::node::DialogueNode;
use super::session::Dialogue;

/// One case of a book.
#[derive(Clone, PartialEq, Debug)]
pub struct BookCase {
    /// Its place.
    pub place: String,
    /// The proof of its position.
    pub proof: Certificate,
    /// The cells that the proof needs.
    pub region: CellSet,
    /// Treatment of the case.
    pub kind: BookKind,
}

/// Treatment of a case. Cases are numbers in the list.
#[derive(Clone, PartialEq, Debug)]
pub enum BookKind {
    /// The opponent's moves, the reply to them, and the case that follows; then the moves that only a search has answered.
    /// Each move of the opponent is in one class.
    Moves(Vec<(CellSet, Cell, usize)>, CellSet),
    /// Parts that together achieve the goal.
    Parts(Vec<usize>),
    /// A search proves it.
    Proved,
    /// It is the same as another case, on the same cells or moved along the edge of its goal.
    Lemma(usize),
}

impl Dialogue<'_> {
    /// The cases of the strategy, each before those that follow from it; none unless the whole is proved. A case that occurs
    /// again is a lemma. Replies that are not needed are left out.
    pub fn cases(&mut self) -> Vec<BookCase> {
        let mut cases = Vec::new();
        let (root, plan) = (self.root.clone(), self.strategy.plan.clone());
        if root.mark == Mark::Proved {
            self.add_case(&root, &plan, &mut cases);
        }
        cases
    }

    fn add_case(&mut self, node: &DialogueNode, plan: &Plan, cases: &mut Vec<BookCase>) -> usize {
        let number = cases.len();
        let Some(proof) = self.answers.recall(&node.claim) else { return number };
        let case = |kind| BookCase {
            place: node.place.clone(),
            proof: proof.certificate.clone(),
            region: proof.region.clone(),
            kind,
        };
        let shape = shape(&needed(&node.claim, &proof.region));
        if let Some(known) = cases.iter().position(|known| {
            !matches!(known.kind, BookKind::Lemma(_))
                && self::shape(&needed(&known.proof.claim, &known.region)) == shape
        }) {
            cases.push(case(BookKind::Lemma(known)));
            return number;
        }
        cases.push(case(BookKind::Proved));
        let kind = match plan {
            Plan::Search => BookKind::Proved,
            Plan::Parts(parts) => {
                let children = parts.iter().zip(&node.children);
                BookKind::Parts(children.map(|(part, child)| self.add_case(child, &part.plan, cases)).collect())
            }
            Plan::Moves(branches) => {
                let mut left = node.claim.carrier.clone();
                let mut classes = Vec::new();
                for (branch, child) in
                    branches.iter().zip(&node.children).filter(|(_, child)| child.mark == Mark::Proved)
                {
                    let mut moves = left.clone();
                    moves.subtract(&child.region);
                    moves.remove(branch.reply);
                    if !moves.is_empty() {
                        left.subtract(&moves);
                        classes.push((moves, branch.reply, self.add_case(child, &branch.plan, cases)));
                    }
                }
                BookKind::Moves(classes, left)
            }
        };
        cases[number].kind = kind;
        number
    }
}

/// The claim in the cells that its proof needs.
fn needed(claim: &Claim, region: &CellSet) -> Claim {
    Claim { carrier: region.clone(), ..claim.clone() }
}

/// Cells as columns and rows.
type Spots = Vec<[usize; 2]>;

/// A claim on a rhombus, moved along edges that its goal does not name: cells as columns and rows. Equal for claims that
/// are the same but for their place. On other boards cells are as they are.
fn shape(claim: &Claim) -> (Spots, Spots, Vec<Vec<Spots>>) {
    let board = &*claim.topology;
    let columns = board.size().map_or(board.n_cells(), |(columns, _)| columns);
    let near = crate::strategy::links::stones_near(board, &claim.stones, &claim.carrier, &claim.goal);
    let all: Vec<[usize; 2]> = near.iter().chain(claim.carrier.iter()).map(|cell| at(cell, columns)).collect();
    // Top and bottom are the edges 0 and 1, or what else the names say.
    let names = |wanted: [&str; 2]| claim.goal.edges().iter().any(|&edge| wanted.contains(&&*board.edges()[edge].name));
    let least = |axis: usize| all.iter().map(|cell| cell[axis]).min().unwrap_or(0);
    let is_board = board.size().is_some();
    let origin = [
        if is_board && !names(["left", "right"]) { least(0) } else { 0 },
        if is_board && !names(["top", "bottom"]) { least(1) } else { 0 },
    ];
    let moved = |cell: Cell| {
        let [column, row] = at(cell, columns);
        [column.wrapping_sub(origin[0]), row.wrapping_sub(origin[1])]
    };
    let set = |cells: &CellSet| cells.iter().map(moved).collect::<Vec<_>>();
    let terminal = |terminal: &Terminal| match *terminal {
        Terminal::Cell(cell) => moved(cell),
        Terminal::Edge(edge) => [usize::MAX, edge],
    };
    let goal = claim.goal.alternatives().iter();
    let goal = goal.map(|groups| groups.iter().map(|group| group.iter().map(terminal).collect()).collect()).collect();
    (set(&near), set(&claim.carrier), goal)
}

fn at(cell: Cell, columns: usize) -> [usize; 2] {
    [cell.index() % columns, cell.index() / columns]
}
