//! Results of the search: who succeeds, with which stones and in which cells.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::Bits;
use tesuji_connection::Side;
use tesuji_decide::{KnownWins, WinNeed};

/// The number of a proof.
pub(crate) type ProofId = u32;

/// Why a proof holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ProofReason {
    /// Virtual connections show it, built only from the proof's stones in its carrier.
    Connections,
    /// Wherever the other side moves, one of these replies leaves its region untouched.
    Replies(Box<[(u16, ProofId)]>),
}

/// `side` succeeds with these stones (besides those of the claim) in this carrier, with the other side to move.
#[derive(Clone, Debug)]
pub(crate) struct SearchProof<const W: usize> {
    pub side: Side,
    pub stones: Bits<W>,
    pub carrier: Bits<W>,
    pub reason: ProofReason,
}

/// All proofs found, and those with which searched positions are compared.
#[derive(Debug)]
pub(crate) struct Proofs<const W: usize> {
    all: Vec<SearchProof<W>>,
    /// The winner's proofs that took a search.
    pub known: KnownWins<ProofId, W>,
}

/// The maximum number of proofs with which positions are compared.
const MAX_KNOWN: usize = 1 << 20;

impl<const W: usize> Proofs<W> {
    pub(crate) fn new() -> Self {
        Self { all: Vec::new(), known: KnownWins::new(MAX_KNOWN) }
    }

    pub(crate) fn get(&self, id: ProofId) -> &SearchProof<W> {
        &self.all[id as usize]
    }

    pub(crate) fn add(&mut self, proof: SearchProof<W>) -> ProofId {
        let id = self.all.len() as ProofId;
        if let ProofReason::Replies(_) = &proof.reason {
            self.known.push(WinNeed { stones: proof.stones, carrier: proof.carrier }, id);
        }
        self.all.push(proof);
        id
    }

    /// A proof like `id` that needs none of the cells `own` empty. `own` are stones of the prover, including those that
    /// `id` needs.
    pub(crate) fn with_stones(&mut self, id: ProofId, own: Bits<W>) -> ProofId {
        self.with_stones_known(id, own, &mut HashMap::default())
    }

    fn with_stones_known(
        &mut self,
        id: ProofId,
        own: Bits<W>,
        known: &mut HashMap<(ProofId, Bits<W>), ProofId, FxBuildHasher>,
    ) -> ProofId {
        let proof = self.get(id);
        let filled = proof.carrier & own;
        if filled.is_empty() {
            return id;
        }
        if let Some(&done) = known.get(&(id, filled)) {
            return done;
        }
        let proof = proof.clone();
        let done = match &proof.reason {
            ProofReason::Connections => {
                self.add(SearchProof { stones: proof.stones | filled, carrier: proof.carrier - filled, ..proof })
            }
            ProofReason::Replies(replies) => match replies.iter().find(|&&(key, _)| own.contains(usize::from(key))) {
                // This reply has already been played.
                Some(&(_, child)) => self.with_stones_known(child, own, known),
                None => {
                    let replies = replies
                        .iter()
                        .map(|&(key, child)| (key, self.with_stones_known(child, own.with(usize::from(key)), known)))
                        .collect();
                    self.add_replies(proof.side, replies)
                }
            },
        };
        known.insert((id, filled), done);
        done
    }

    /// The proof by these replies, whose regions have no common cell.
    pub(crate) fn add_replies(&mut self, side: Side, replies: Vec<(u16, ProofId)>) -> ProofId {
        let (mut stones, mut carrier) = (Bits::EMPTY, Bits::EMPTY);
        for &(key, child) in &replies {
            let (cell, child) = (usize::from(key), self.get(child));
            stones |= child.stones.without(cell);
            carrier |= child.carrier.with(cell);
        }
        let carrier = carrier - stones;
        self.add(SearchProof { side, stones, carrier, reason: ProofReason::Replies(replies.into()) })
    }
}
