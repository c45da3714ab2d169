//! Results of the search: who succeeds, with which stones and in which cells.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::Bits;
use tesuji_connection::replies::few;
use tesuji_connection::{Region, Side};
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

/// A reply that leaves its region untouched.
pub(crate) struct ClaimReply<const W: usize> {
    pub key: u16,
    pub region: Bits<W>,
    /// The proof of the rest; `None` if connections show it.
    pub proof: Option<ProofId>,
}

/// All proofs found, and those with which searched positions are compared.
#[derive(Debug)]
pub(crate) struct Proofs<const W: usize> {
    all: Vec<SearchProof<W>>,
    /// By side: its proofs that took a search.
    pub known: [KnownWins<ProofId, W>; 2],
}

/// The maximum number of proofs with which positions are compared.
const MAX_KNOWN: usize = 1 << 20;

impl<const W: usize> Proofs<W> {
    pub(crate) fn new() -> Self {
        Self { all: Vec::new(), known: [KnownWins::new(MAX_KNOWN), KnownWins::new(MAX_KNOWN)] }
    }

    pub(crate) fn get(&self, id: ProofId) -> &SearchProof<W> {
        &self.all[id as usize]
    }

    pub(crate) fn add(&mut self, proof: SearchProof<W>) -> ProofId {
        let id = self.all.len() as ProofId;
        if let ProofReason::Replies(_) = &proof.reason {
            self.known[proof.side.index()].push(WinNeed { stones: proof.stones, carrier: proof.carrier }, id);
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

    /// A proof by connections of `side` in `carrier`, with those of its stones `own` that may matter.
    pub(crate) fn connected(&mut self, region: &Region<W>, side: Side, own: Bits<W>, carrier: Bits<W>) -> ProofId {
        let stones = region.stones_that_matter(side, own, &carrier);
        self.add(SearchProof { side, stones, carrier, reason: ProofReason::Connections })
    }

    /// The proof that `side`, with the stones `own`, succeeds by these replies, whose regions have no common cell of
    /// `empties`. A greedy choice keeps them few.
    pub(crate) fn combined(
        &mut self,
        region: &Region<W>,
        side: Side,
        own: Bits<W>,
        empties: Bits<W>,
        replies: &[ClaimReply<W>],
    ) -> ProofId {
        let (chosen, _) = few(empties, replies, |reply| (reply.key, reply.region));
        if chosen.iter().all(|reply| reply.proof.is_none()) {
            let carrier = chosen.iter().fold(Bits::EMPTY, |union, reply| union | reply.region);
            return self.connected(region, side, own, carrier);
        }
        let mut children = Vec::with_capacity(chosen.len());
        let mut in_all = !Bits::EMPTY;
        for reply in chosen {
            let cell = usize::from(reply.key);
            let proof = match reply.proof {
                Some(proof) => proof,
                None => self.connected(region, side, own.with(cell), reply.region.without(cell)),
            };
            in_all &= self.get(proof).carrier.with(cell);
            children.push((reply.key, proof));
        }
        // Known proofs may want cells empty on which the winner has stones here. At least one child must assume these
        // stones instead, or the proof would not say what to do if such a cell is the other side's.
        if !in_all.is_empty() {
            let (key, proof) = children[0];
            children[0].1 = self.with_stones(proof, own.with(usize::from(key)));
        }
        self.add_replies(side, children)
    }
}
