//! The proof of the whole: its parts, which are proved one by one, and the certificate that they make.

use std::collections::{BTreeMap, BTreeSet};

use tesuji_board::{Cell, Player};
use tesuji_proof::{Certificate, Subproof, Verdict};

use super::{PARTS, PositionStatus, ProofTree};
use crate::kinds::proof::splice::Builder;

impl ProofTree {
    /// Positions, decided positions, lemmas.
    pub(in super::super) fn size(&self) -> [usize; 3] {
        let decided = (0..self.positions.len()).filter(|&number| self.winner_of(number).is_some());
        [self.positions.len(), decided.count(), self.lemmas.iter().flatten().count()]
    }

    /// Finds the positions that are to be proved once the root is decided: enough for all workers, as large as possible.
    pub(super) fn note_unproved(&mut self) {
        if self.winner_of(0).is_none() {
            self.unproved.clear();
            return;
        }
        // Those that are given out stay, so that nothing is proved twice.
        let mut parts = BTreeMap::new();
        let old = std::mem::take(&mut self.unproved);
        let is_new = old.is_empty();
        for number in if is_new { BTreeSet::from([0]) } else { old } {
            let work = self.unproved_below(number);
            parts.extend((work > 0).then_some((number, work)));
        }
        if is_new || parts.is_empty() {
            let most = PARTS * self.most_out;
            parts.extend(parts.is_empty().then(|| (0, self.unproved_below(0))).filter(|(_, work)| *work > 0));
            loop {
                let may_split = |&(&number, _): &(&usize, &u64)| {
                    let in_parts = self.positions[number].is_in_parts;
                    (in_parts || self.most_out > 1 && parts.len() < most) && !self.parts(number).is_empty()
                };
                let heaviest = parts.iter().filter(may_split).max_by_key(|(_, work)| **work);
                let Some(number) = heaviest.map(|(&number, _)| number) else { break };
                parts.remove(&number);
                parts.extend(self.unproved_parts(number));
            }
        }
        self.unproved = parts.into_keys().collect();
    }

    fn unproved_parts(&self, number: usize) -> impl Iterator<Item = (usize, u64)> {
        let below = self.parts(number).into_iter().map(|child| (child, self.unproved_below(child)));
        below.filter(|(_, work)| *work > 0)
    }

    /// The positions searched for those of the lemmas below a decided position that have no proof; 0 if all have one.
    pub(super) fn unproved_below(&self, number: usize) -> u64 {
        let (mut seen, mut next, mut work) = (BTreeSet::new(), vec![number], 0);
        while let Some(number) = next.pop() {
            if seen.insert(number) {
                let position = &self.positions[number];
                match position.known {
                    PositionStatus::Lemma(lemma) => {
                        let is_open = self.lemmas[lemma].as_ref().is_some_and(|lemma| !lemma.is_proved());
                        work += if is_open { position.n_nodes.max(1) } else { 0 };
                    }
                    _ => next.extend(self.parts(number)),
                }
            }
        }
        work
    }

    /// The children of whose proofs that of a decided position is made.
    pub(super) fn parts(&self, number: usize) -> Vec<usize> {
        let position = &self.positions[number];
        match position.known {
            PositionStatus::Children(winner) if position.question.to_move == winner => {
                let won = position.children.iter().find(|&&(_, child)| self.winner_of(child) == Some(winner));
                won.map(|&(_, child)| child).into_iter().collect()
            }
            PositionStatus::Children(_) => self.answers(number).0,
            _ => Vec::new(),
        }
    }

    /// The certificate of who wins the root.
    pub(in super::super) fn certificate(&self) -> Result<Option<Certificate>, String> {
        self.winner().map(|winner| Assembly::new(self, winner).certificate()).transpose()
    }
}

/// A part of the proof: a position that the winner wins.
#[derive(Clone)]
struct ProofPart {
    /// The winner's move, if it is its turn.
    first: Option<Cell>,
    /// The proof of the position after it.
    proof: Subproof,
}

/// The proof of the whole while it is put together.
struct Assembly<'t> {
    tree: &'t ProofTree,
    builder: Builder,
    winner: Player,
    built: BTreeMap<usize, ProofPart>,
}

impl<'t> Assembly<'t> {
    fn new(tree: &'t ProofTree, winner: Player) -> Self {
        let builder = Builder::in_memory(&tree.positions[0].question.claim(winner), Verdict::Holds);
        Self { tree, builder, winner, built: BTreeMap::new() }
    }

    fn certificate(mut self) -> Result<Certificate, String> {
        let part = self.part(0)?;
        Ok(self.builder.certificate(part.first, part.proof.node))
    }

    /// Builds the parts below a position, children first, without recursion.
    fn part(&mut self, root: usize) -> Result<ProofPart, String> {
        let mut stack = vec![root];
        while let Some(&number) = stack.last() {
            if self.built.contains_key(&number) {
                stack.pop();
                continue;
            }
            match self.tree.parts(number).into_iter().find(|child| !self.built.contains_key(child)) {
                Some(child) => stack.push(child),
                None => {
                    let part = self.build(number)?;
                    self.built.insert(number, part);
                    stack.pop();
                }
            }
        }
        self.built.get(&root).cloned().ok_or_else(|| "the proof has no root".to_owned())
    }

    fn build(&mut self, number: usize) -> Result<ProofPart, String> {
        let position = &self.tree.positions[number];
        if let PositionStatus::Lemma(lemma) = position.known {
            let lemma = self.tree.lemmas[lemma].as_ref().ok_or("a lemma is missing")?;
            return Ok(ProofPart { first: lemma.first, proof: lemma.add_to(&mut self.builder)? });
        }
        if position.question.to_move == self.winner {
            let child = *self.tree.parts(number).first().ok_or("a position without its winning move")?;
            let part = self.built.get(&child).ok_or("a part is missing")?;
            let first = position.children.iter().find(|(_, of)| *of == child).map(|&(cell, _)| cell);
            return Ok(ProofPart { first, proof: part.proof.clone() });
        }
        let mut replies = Vec::new();
        for child in self.tree.parts(number) {
            let part = self.built.get(&child).ok_or("a part is missing")?;
            replies.push((part.first.ok_or("a part without its reply")?, &part.proof));
        }
        Ok(ProofPart { first: None, proof: self.builder.replies(0, &replies) })
    }
}
