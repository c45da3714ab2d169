//! Results of the search: who succeeds, with which stones and in which cells.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::Bits;
use tesuji_connection::Side;

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
    /// For each side, the stones and carriers of the proofs that took a search.
    patterns: [Vec<(Bits<W>, Bits<W>, ProofId)>; 2],
}

/// How a pattern applies to a position.
pub(crate) enum ClaimMatch {
    /// All its stones are in place.
    Whole(ProofId),
    /// One of its stones is missing, on this empty cell.
    AllBut(usize, ProofId),
}

impl<const W: usize> Proofs<W> {
    pub(crate) const fn new() -> Self {
        Self { all: Vec::new(), patterns: [Vec::new(), Vec::new()] }
    }

    pub(crate) fn get(&self, id: ProofId) -> &SearchProof<W> {
        &self.all[id as usize]
    }

    pub(crate) fn add(&mut self, proof: SearchProof<W>) -> ProofId {
        let id = self.all.len() as ProofId;
        if let ProofReason::Replies(_) = &proof.reason {
            let side = proof.side.index();
            self.patterns[side].push((proof.stones, proof.carrier, id));
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

    /// Calls `visit` with every pattern of `side` from number `n_seen` on that applies with at most one stone missing, and
    /// raises `n_seen` beyond them. `own` are the side's stones, `other` the other side's.
    pub(crate) fn matches_since(
        &self,
        side: Side,
        own: Bits<W>,
        other: Bits<W>,
        n_seen: &mut usize,
        mut visit: impl FnMut(ClaimMatch),
    ) {
        let patterns = &self.patterns[side.index()];
        for &(stones, carrier, id) in &patterns[(*n_seen).min(patterns.len())..] {
            if carrier.meets(&other) {
                continue;
            }
            let missing = stones - own;
            match missing.first() {
                None => visit(ClaimMatch::Whole(id)),
                Some(cell) if missing.without(cell).is_empty() && !other.contains(cell) => {
                    visit(ClaimMatch::AllBut(cell, id));
                }
                Some(_) => {}
            }
        }
        *n_seen = patterns.len();
    }
}
