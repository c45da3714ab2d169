//! Number of stones of a certificate: it is a winning strategy, and the stones that it can need are bounded.

use std::collections::BTreeSet;

use tesuji_board::{Cell, CellSet, Player, SortOnce as _};
use tesuji_proof::{Certificate, Node, NodeId, Proven};

use crate::Question;

/// For each node of a certificate, the maximum number of stones that the prover places until it is achieved. `proven` is
/// what [`Certificate::prove`] gives.
#[must_use]
pub fn most_stones(certificate: &Certificate, proven: &[Proven]) -> Vec<usize> {
    let mut most = Vec::with_capacity(certificate.nodes.len());
    for node in &certificate.nodes {
        most.push(most_of(node, proven, &most));
    }
    most
}

/// The maximum for a node whose children are known.
///
/// Parts add up: wherever the loser moves, a part that the move does not meet loses nothing, and the part that it
/// meets answers. Of several replies, the quickest that the move does not meet is chosen.
fn most_of(node: &Node, proven: &[Proven], most: &[usize]) -> usize {
    let parts: BTreeSet<NodeId> = node.parts().iter().copied().collect();
    let all_parts = parts.into_iter().map(|child| most[child as usize]).sum();
    let mut replies: Vec<_> = node.replies().iter().map(|&(cell, child)| reply(cell, child, proven, most)).collect();
    replies.sort_once_by_key(|reply| reply.most);
    // A slower reply is needed only after a move in the regions of all quicker ones.
    let mut common: Option<CellSet> = None;
    for reply in &replies {
        let common = common.get_or_insert_with(|| reply.region.clone());
        common.intersect_with(&reply.region);
        if common.is_empty() {
            return reply.most;
        }
    }
    replies.last().map_or(all_parts, |reply| reply.most)
}

fn reply(cell: Cell, child: NodeId, proven: &[Proven], most: &[usize]) -> StrategyReply {
    let mut region = proven[child as usize].carrier.clone();
    region.insert(cell);
    StrategyReply { cell, child, region, most: 1 + most[child as usize] }
}

/// A certificate, with the maximum number of stones for each node.
#[derive(Debug)]
pub(super) struct Strategy<'c> {
    certificate: &'c Certificate,
    proven: Vec<Proven>,
    most: Vec<usize>,
}

impl<'c> Strategy<'c> {
    /// `None` if the certificate does not check.
    pub(super) fn new(certificate: &'c Certificate) -> Option<Self> {
        let proven = certificate.prove().ok()?;
        let most = most_stones(certificate, &proven);
        Some(Self { certificate, proven, most })
    }

    /// The maximum number of stones that the whole strategy may take.
    pub(super) fn n_stones(&self) -> usize {
        usize::from(self.certificate.first.is_some()) + self.most.last().copied().unwrap_or(0)
    }

    /// A game against the strategy from `question`; it ends with a win of `prover`.
    ///
    /// The loser makes it last as long as possible if `most_positions` are enough to find out how. Otherwise the loser
    /// plays the move that saves the strategy the fewest stones; this does not foresee that one stone may serve several
    /// parts.
    pub(super) fn line(&self, question: &Question, prover: Player, most_positions: usize) -> Vec<Cell> {
        let mut game = Game { strategy: self, prover, at: question.clone(), open: Vec::new(), line: Vec::new() };
        // A certificate names a first move even if the prover has already won; it is not played then.
        if let Some(first) = self.certificate.first.filter(|_| question.winner().is_none()) {
            game.play(first);
        }
        game.open_node(self.certificate.nodes.len().saturating_sub(1) as NodeId);
        let mut left = most_positions;
        game.longest(&mut left).unwrap_or_else(|| game.greedy())
    }
}

/// One of several replies: the move and what remains after it.
#[derive(Debug)]
struct StrategyReply {
    cell: Cell,
    child: NodeId,
    /// The cells that it needs, including its own.
    region: CellSet,
    /// The maximum number of stones it takes, including its own.
    most: usize,
}

/// A game against a strategy.
#[derive(Clone, Debug)]
struct Game<'s, 'c> {
    strategy: &'s Strategy<'c>,
    prover: Player,
    at: Question,
    /// Nodes with replies that are not yet achieved.
    open: Vec<NodeId>,
    line: Vec<Cell>,
}

impl Game<'_, '_> {
    fn play(&mut self, cell: Cell) {
        self.at = self.at.after(cell);
        self.line.push(cell);
    }

    fn open_node(&mut self, root: NodeId) {
        let mut stack = vec![root];
        while let Some(number) = stack.pop() {
            let node = &self.strategy.certificate.nodes[number as usize];
            stack.extend(node.parts().iter().rev());
            if !node.replies().is_empty() && !self.open.contains(&number) {
                self.open.push(number);
            }
        }
    }

    fn replies(&self, node: NodeId) -> Vec<StrategyReply> {
        let Strategy { certificate, proven, most } = self.strategy;
        let replies = certificate.nodes[node as usize].replies().iter();
        replies.map(|&(cell, child)| reply(cell, child, proven, most)).collect()
    }

    /// The longest line from here; `None` if it takes more positions than are left.
    fn longest(&self, left: &mut usize) -> Option<Vec<Cell>> {
        if self.at.winner().is_some() {
            return Some(self.line.clone());
        }
        *left = left.checked_sub(1)?;
        if self.at.to_move == self.prover {
            let mut next = self.clone();
            return if next.play_any() { Some(next.line) } else { next.longest(left) };
        }
        let mut longest = Vec::new();
        for cell in self.at.empties().iter() {
            let mut next = self.clone();
            next.intrude(cell);
            let line = next.longest(left)?;
            if line.len() > longest.len() {
                longest = line;
            }
        }
        Some(longest)
    }

    /// The line in which the loser always saves the strategy the fewest stones.
    fn greedy(mut self) -> Vec<Cell> {
        while self.at.winner().is_none() {
            if self.at.to_move == self.prover {
                if self.play_any() {
                    break;
                }
                continue;
            }
            let empties = self.at.empties();
            let saved = |&cell: &Cell| {
                let (open_idx, answer) = self.answer_to(cell)?;
                Some((self.strategy.most[self.open[open_idx] as usize].saturating_sub(answer.most), cell))
            };
            let best = empties.iter().filter_map(|cell| saved(&cell)).min();
            // If no part can be met, the loser may move anywhere.
            let Some(cell) = best.map(|(_, cell)| cell).or_else(|| empties.iter().next()) else { break };
            self.intrude(cell);
        }
        self.line
    }

    /// The open part that a move of the loser meets, and the quickest reply there.
    fn answer_to(&self, cell: Cell) -> Option<(usize, StrategyReply)> {
        self.open.iter().enumerate().find_map(|(open_idx, &node)| {
            let avoiding = |reply: &StrategyReply| !reply.region.contains(cell);
            let is_met = self.strategy.proven[node as usize].carrier.contains(cell);
            let answer = is_met.then(|| self.replies(node).into_iter().filter(avoiding).min_by_key(|reply| reply.most));
            answer.flatten().map(|answer| (open_idx, answer))
        })
    }

    /// The loser moves, and the strategy answers if the move meets one of its parts.
    fn intrude(&mut self, cell: Cell) {
        let answer = self.answer_to(cell);
        self.play(cell);
        if let Some((open_idx, answer)) = answer {
            self.open.remove(open_idx);
            self.open_node(answer.child);
            if self.at.winner().is_none() && self.at.empties().contains(answer.cell) {
                self.play(answer.cell);
            }
        }
    }

    /// The prover moves where it likes. Returns whether nothing is left to do.
    fn play_any(&mut self) -> bool {
        let Some(node) = self.open.pop() else { return true };
        let Some(reply) = self.replies(node).into_iter().min_by_key(|reply| reply.most) else { return false };
        self.open_node(reply.child);
        if self.at.empties().contains(reply.cell) {
            self.play(reply.cell);
        }
        false
    }
}
