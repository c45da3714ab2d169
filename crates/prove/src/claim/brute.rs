//! The referee: plain exhaustive search, for claims of at most [`MAX_EMPTIES`] empty cells.
//!
//! Useful for: judging the other programs on small random claims, and for small certificates.
//!
//! Not useful for: anything large. It shares no reasoning with the other programs. It tests the goal on stones alone,
//! tries the moves in order, and remembers each position by who owns which cell.

use std::collections::HashMap;

use tesuji_board::{Cell, CellSet, Pieces};
use tesuji_proof::{Certificate, CertificateBuilder, Claim, Mover, Node, Subproof, Terminal, Verdict};
use tesuji_search::{Limits, Stopped};

use crate::{VerifyOutcome, VerifyReport};

/// The maximum number of empty cells for the referee; a larger claim is left undecided.
pub const MAX_EMPTIES: usize = 20;

/// Whether these stones, all that the owner has, achieve an alternative of the goal.
///
/// Stones are joined by adjacency and through the edges that the goal names.
#[must_use]
pub fn goal_achieved(claim: &Claim, owner_stones: &CellSet) -> bool {
    let board = &claim.topology;
    let n_cells = board.n_cells();
    let mut pieces = Pieces::single(n_cells + board.edges().len());
    for cell in owner_stones.iter() {
        for &next in board.neighbours(cell) {
            if owner_stones.contains(next) {
                pieces.join(cell.index(), next.index());
            }
        }
    }
    for edge in claim.goal.edges() {
        for cell in board.edges()[edge].cells.iter() {
            if owner_stones.contains(cell) {
                pieces.join(cell.index(), n_cells + edge);
            }
        }
    }
    let place = |terminal: &Terminal| match *terminal {
        Terminal::Cell(cell) => owner_stones.contains(cell).then_some(cell.index()),
        Terminal::Edge(edge) => Some(n_cells + edge),
    };
    let mut joined = |group: &Vec<Terminal>| {
        let places: Option<Vec<usize>> = group.iter().map(place).collect();
        places.is_some_and(|places| places.windows(2).all(|pair| pieces.are_joined(pair[0], pair[1])))
    };
    claim.goal.alternatives().iter().any(|groups| groups.iter().all(&mut joined))
}

/// Whether the owner could still achieve the goal with every cell that is not in `opponent_cells`.
#[must_use]
pub fn goal_still_possible(claim: &Claim, opponent_cells: &CellSet) -> bool {
    goal_achieved(claim, &claim.topology.cells().filter(|&cell| !opponent_cells.contains(cell)).collect())
}

/// Answers `claim` by trying everything. The answer has a certificate, unless it is undecided.
///
/// Nodes are the distinct positions examined.
#[must_use]
pub fn verify_brute(claim: &Claim, limits: &Limits) -> VerifyReport {
    if claim.carrier.len() > MAX_EMPTIES {
        return VerifyReport { outcome: VerifyOutcome::Undecided, decided: None, nodes: 0 };
    }
    let mut search = BruteSearch::new(claim, limits);
    let outcome = match search.answer() {
        Ok(certificate) if certificate.verdict == Verdict::Holds => VerifyOutcome::Holds(Some(certificate)),
        Ok(certificate) => VerifyOutcome::Fails(Some(certificate)),
        Err(Stopped) => VerifyOutcome::Undecided,
    };
    VerifyReport { outcome, decided: None, nodes: search.values.len() as u64 }
}

/// A set of empty cells, by their numbers in the carrier.
type Mask = u32;

/// Cells of the carrier that each player has taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct BrutePosition {
    owner: Mask,
    opponent: Mask,
    to_move: Mover,
}

impl BrutePosition {
    fn after(self, cell_idx: usize) -> Self {
        match self.to_move {
            Mover::Owner => Self { owner: self.owner | 1 << cell_idx, to_move: Mover::Opponent, ..self },
            Mover::Opponent => Self { opponent: self.opponent | 1 << cell_idx, to_move: Mover::Owner, ..self },
        }
    }
}

struct BruteSearch<'a> {
    claim: &'a Claim,
    limits: &'a Limits,
    /// The cells of the carrier; masks number them.
    cells: Vec<Cell>,
    /// Whether the goal is achieved if the owner has taken these cells.
    achieved: HashMap<Mask, bool>,
    /// Whether it is out of reach if the opponent has taken these cells.
    cut: HashMap<Mask, bool>,
    /// Whether the owner achieves the goal from this position.
    values: HashMap<BrutePosition, bool>,
}

impl<'a> BruteSearch<'a> {
    fn new(claim: &'a Claim, limits: &'a Limits) -> Self {
        Self {
            claim,
            limits,
            cells: claim.carrier.iter().collect(),
            achieved: HashMap::new(),
            cut: HashMap::new(),
            values: HashMap::new(),
        }
    }

    fn answer(&mut self) -> Result<Certificate, Stopped> {
        let start = BrutePosition { owner: 0, opponent: 0, to_move: self.claim.to_move };
        let verdict = if self.owner_wins(start)? { Verdict::Holds } else { Verdict::Fails };
        let prover = if verdict == Verdict::Holds { Mover::Owner } else { Mover::Opponent };
        let (first, root) = if start.to_move != prover || self.cells.is_empty() {
            (None, start)
        } else {
            let cell_idx = self.winning_move(start, verdict)?;
            (Some(self.cells[cell_idx]), start.after(cell_idx))
        };
        let builder = CertificateBuilder::in_memory(self.claim, verdict);
        let mut writer = BruteWriter { search: self, verdict, builder, written: HashMap::new() };
        let root = writer.write(root)?;
        Ok(writer.builder.certificate(first, root.node))
    }

    fn taken(&self, mask: Mask) -> impl Iterator<Item = Cell> + '_ {
        self.cells.iter().enumerate().filter(move |(i, _)| mask >> i & 1 != 0).map(|(_, &cell)| cell)
    }

    fn empties(&self, position: BrutePosition) -> Vec<usize> {
        (0..self.cells.len()).filter(|&i| (position.owner | position.opponent) >> i & 1 == 0).collect()
    }

    fn is_achieved(&mut self, position: BrutePosition) -> bool {
        if let Some(&known) = self.achieved.get(&position.owner) {
            return known;
        }
        let mut stones: CellSet = self.taken(position.owner).collect();
        stones.union_with(&self.claim.stones);
        let achieved = goal_achieved(self.claim, &stones);
        self.achieved.insert(position.owner, achieved);
        achieved
    }

    fn is_cut(&mut self, position: BrutePosition) -> bool {
        if let Some(&known) = self.cut.get(&position.opponent) {
            return known;
        }
        let mut opponent: CellSet = self.taken(position.opponent).collect();
        opponent.union_with(&self.claim.opponent_cells());
        let cut = !goal_still_possible(self.claim, &opponent);
        self.cut.insert(position.opponent, cut);
        cut
    }

    fn owner_wins(&mut self, position: BrutePosition) -> Result<bool, Stopped> {
        if self.is_achieved(position) {
            return Ok(true);
        }
        if self.is_cut(position) {
            return Ok(false);
        }
        if let Some(&known) = self.values.get(&position) {
            return Ok(known);
        }
        if self.limits.reached(self.values.len() as u64) {
            return Err(Stopped);
        }
        // On a full board the goal is achieved or cut. So the mover has a move here, and wins if one move wins.
        let wish = position.to_move == Mover::Owner;
        let mut value = !wish;
        for cell_idx in self.empties(position) {
            if self.owner_wins(position.after(cell_idx))? == wish {
                value = wish;
                break;
            }
        }
        self.values.insert(position, value);
        Ok(value)
    }

    /// The first move that keeps the verdict, in a position where the prover has such a move.
    fn winning_move(&mut self, position: BrutePosition, verdict: Verdict) -> Result<usize, Stopped> {
        for cell_idx in self.empties(position) {
            if self.owner_wins(position.after(cell_idx))? == (verdict == Verdict::Holds) {
                return Ok(cell_idx);
            }
        }
        unreachable!("a decided prover with an empty cell has a move that keeps its verdict")
    }
}

/// Writes the winning tree of one side, each position once.
struct BruteWriter<'s, 'a> {
    search: &'s mut BruteSearch<'a>,
    verdict: Verdict,
    builder: CertificateBuilder<Vec<Node>>,
    written: HashMap<BrutePosition, Subproof>,
}

impl BruteWriter<'_, '_> {
    /// Writes the proof of a position with the prover's adversary to move.
    fn write(&mut self, position: BrutePosition) -> Result<Subproof, Stopped> {
        if let Some(written) = self.written.get(&position) {
            return Ok(written.clone());
        }
        let written = match self.verdict {
            Verdict::Holds if self.search.is_achieved(position) => {
                self.builder.linked(0, self.search.taken(position.owner).collect())
            }
            Verdict::Fails if self.search.is_cut(position) => {
                self.builder.cut(self.search.taken(position.opponent).collect())
            }
            _ => {
                let mut replies = Vec::new();
                let mut in_all_regions = self.search.claim.carrier.clone();
                for cell_idx in self.search.empties(position) {
                    if !in_all_regions.contains(self.search.cells[cell_idx]) {
                        continue;
                    }
                    let moved = position.after(cell_idx);
                    let reply = self.search.winning_move(moved, self.verdict)?;
                    let child = self.write(moved.after(reply))?;
                    let reply = self.search.cells[reply];
                    in_all_regions.intersect_with(&child.region(reply));
                    replies.push((reply, child));
                }
                self.builder.replies(0, &replies)
            }
        };
        self.written.insert(position, written.clone());
        Ok(written)
    }
}

#[cfg(feature = "testing")]
mod tests;
