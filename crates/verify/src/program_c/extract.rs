//! From a tree of search results to a certificate, which contains no inferences.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::CellSet;
use tesuji_connection::{Region, Side, Watch};
use tesuji_decide::SearchLimits;
use tesuji_proof::{Certificate, CertificateBuilder, Claim, Mover, Node, Subproof, Verdict};
use tesuji_search::Limits;

use super::proofs::{ProofId, ProofReason, Proofs};
use super::prove::prove;

/// The certificate of a decided search. `first` is the prover's first move if it moves first.
///
/// `None` if the limits stop the work, which may have to repeat small searches, or if what connections show cannot be
/// written down.
pub(crate) fn certificate<const W: usize>(
    claim: &Claim,
    region: &Region<W>,
    proofs: &Proofs<W>,
    (first, proof): (Option<u16>, ProofId),
    limits: &Limits,
) -> Option<Certificate> {
    let side = proofs.get(proof).side;
    let verdict = match side {
        Side::Owner => Verdict::Holds,
        Side::Opponent => Verdict::Fails,
    };
    let builder = CertificateBuilder::in_memory(claim, verdict);
    let mut writer = ProofWriter { claim, side, builder, limits, leaves: HashMap::default() };
    let root = writer.proof_node(claim, region, proofs, proof, &mut Done::default())?;
    let first = first.map(|cell| region.cells[usize::from(cell)]);
    Some(writer.builder.certificate(first, root.node))
}

/// Writes the certificate.
pub(super) struct ProofWriter<'a> {
    pub(super) claim: &'a Claim,
    pub(super) side: Side,
    pub(super) builder: CertificateBuilder<Vec<Node>>,
    limits: &'a Limits,
    /// Subproofs made by connections alone, by carrier. Many proofs share them, also those of parts that are searched again.
    leaves: HashMap<CellSet, Vec<Subproof>, FxBuildHasher>,
}

/// The proofs of one search that are written already.
type Done = HashMap<ProofId, Subproof, FxBuildHasher>;

impl ProofWriter<'_> {
    /// The node of a search result about `base`, whose region is `region`. `done` belongs to the same search.
    fn proof_node<const W: usize>(
        &mut self,
        base: &Claim,
        region: &Region<W>,
        proofs: &Proofs<W>,
        id: ProofId,
        done: &mut Done,
    ) -> Option<Subproof> {
        if let Some(known) = done.get(&id) {
            return Some(known.clone());
        }
        if self.limits.is_interrupted() {
            return None;
        }
        let proof = proofs.get(id);
        let node = match &proof.reason {
            ProofReason::Replies(children) => {
                let mut replies = Vec::with_capacity(children.len());
                for &(key, child) in children {
                    replies.push((region.cells[usize::from(key)], self.proof_node(base, region, proofs, child, done)?));
                }
                self.builder.replies(0, &replies)
            }
            ProofReason::Connections => {
                let [stones, carrier] = [&proof.stones, &proof.carrier].map(|set| region.to_board(set));
                self.part_node::<W>(&part_of(base, self.side, &stones, &carrier), &region.watch)?
            }
        };
        done.insert(id, node.clone());
        Some(node)
    }

    /// The node for a part that connections decide.
    fn part_node<const W: usize>(&mut self, part: &Claim, watch: &Watch) -> Option<Subproof> {
        let stones = match self.side {
            Side::Owner => part.stones.clone(),
            Side::Opponent => part.opponent_cells(),
        };
        let mut known = self.leaves.get(&part.carrier).into_iter().flatten();
        if let Some(known) = known.find(|known| known.assumes.is_subset(&stones)) {
            return Some(known.clone());
        }
        let region = Region::<W>::new(part).ok()?.watched(watch.clone());
        let node = match self.leaf(part, &region) {
            Some(node) => node,
            // Lists of connections are bounded, so another order may miss what the search saw. The part is small, so
            // search it.
            None => self.search_again(part, &region)?,
        };
        self.leaves.entry(part.carrier.clone()).or_default().push(node.clone());
        Some(node)
    }

    fn search_again<const W: usize>(&mut self, part: &Claim, region: &Region<W>) -> Option<Subproof> {
        let proved = prove(part, region, SearchLimits { limits: self.limits, n_threads: 1 });
        let (_, proof) = proved.result?;
        if proved.proofs.get(proof).reason == ProofReason::Connections {
            // The search again sees only connections, which cannot be written. No answer is better than an endless
            // loop.
            return None;
        }
        self.proof_node(part, region, &proved.proofs, proof, &mut Done::default())
    }
}

/// The claim reduced to what a proof needs: the prover also has `stones` and may play in `carrier`. The other side
/// moves first and has everything else.
fn part_of(claim: &Claim, prover: Side, stones: &CellSet, carrier: &CellSet) -> Claim {
    let mut part = claim.clone();
    part.carrier = carrier.clone();
    match prover {
        Side::Owner => {
            part.stones.union_with(stones);
            part.to_move = Mover::Opponent;
        }
        Side::Opponent => {
            let mut rest = claim.carrier.clone();
            rest.subtract(stones);
            rest.subtract(carrier);
            part.stones.union_with(&rest);
            part.to_move = Mover::Owner;
        }
    }
    part
}
