//! The certificate of the whole, put together from those of the lemmas.

use std::collections::BTreeMap;

use tesuji_board::{Cell, Player};
use tesuji_proof::{Certificate, Subproof, Verdict};

use super::{PositionStatus, ProofTree};
use crate::kinds::proof::splice::Builder;

impl ProofTree {
    /// Positions, decided positions, lemmas.
    pub(in super::super) fn size(&self) -> [usize; 3] {
        let decided = (0..self.positions.len()).filter(|&number| self.winner_of(number).is_some());
        [self.positions.len(), decided.count(), self.lemmas.iter().flatten().count()]
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
