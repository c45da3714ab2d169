//! A decision, proved again with only the stones that were played.
//!
//! The decider counts filled-in cells as stones and leaves out moves that cannot matter, and certificates have no rules
//! for these. So it only suggests the winner's moves. What they achieve is shown by the winner's connections, by results
//! proved before, and by replies whose regions have no common cell. If the advice were wrong, there would be no proof,
//! but never a wrong one.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, Player};
use tesuji_connection::order::GoalCurrents;
use tesuji_connection::vc::{Connections, GoalSemi, Standing, VcConfig};
use tesuji_connection::{Region, Side};
use tesuji_decide::{Advisor, Decider, Ground, Guide, NO_MOVE, SearchLimits, WinDecision};
use tesuji_proof::{Claim, Mover};
use tesuji_search::Limits;

use super::guess::ClaimGuesser;
use super::proofs::{ClaimReply, ProofId, Proofs};
use super::search::ClaimSearch;

/// The maximum number of bytes for the table of positions.
const TABLE_BYTES: usize = 1 << 30;

/// How many positions a proof may take for each that was searched, and how many at least, before the search without
/// fill-in gets [`POSITIONS_FOR_SEARCH`] times as many. If it finds no proof either, both get twice as many, and so on.
///
/// PERF: on all claims of `testdata` that took a search, proofs took at most 7 positions for each searched one. A board of
/// 9x9 with six stones (`vc-53` of benzene's tests) takes 12,663 positions in all, and 26,292 if the search without fill-in
/// goes on alone at its first turn.
const POSITIONS_PER_NODE: u64 = 16;
const LEAST_POSITIONS: u64 = 1_000;
const POSITIONS_FOR_SEARCH: u64 = 2;

/// What a claim's search found.
pub(crate) struct ProvedClaim<const W: usize> {
    /// All results, of which some are part of the proof.
    pub proofs: Proofs<W>,
    /// The prover's first move, if it moves first and there is a cell, and the result that proves the claim. `None` if a
    /// limit was reached first.
    pub result: Option<(Option<u16>, ProofId)>,
    /// The number of positions searched.
    pub n_nodes: u64,
}

/// Decides the claim, whose region this is, and proves the decision. The limits apply to each of the two; the threads decide
/// together, and one proves.
pub(crate) fn prove<const W: usize>(claim: &Claim, region: &Region<W>, within: SearchLimits<'_>) -> ProvedClaim<W> {
    let limits = within.limits;
    let mover = first_side(claim);
    let decider = decider_of(claim, region, TABLE_BYTES);
    let (decision, n_nodes) = decider.decide([Bits::EMPTY; 2], Player::BOTH[mover.index()], within);
    let proofs = Proofs::new();
    let Some(decision) = decision else { return ProvedClaim { proofs, result: None, n_nodes } };
    let (winner, first) = match decision {
        // With fill-in the board is full, so any first move will do.
        WinDecision::Wins(NO_MOVE, _) => (mover, Bits::<W>::first_n(region.n_cells()).first()),
        WinDecision::Wins(key, _) => (mover, Some(usize::from(key))),
        WinDecision::Loses(_) => (mover.other(), None),
    };
    let own = first.into_iter().collect::<Bits<W>>();
    let mut advisor = Advisor::new(&decider, winner.index(), limits);
    let mut stones = [Bits::EMPTY; 2];
    stones[winner.index()] = own;
    let guide = advisor.guide(stones);
    let mut prover = ClaimProver {
        region,
        winner,
        connections: Connections::with_stones(region, winner, VcConfig::default(), own, Bits::EMPTY),
        advisor,
        proofs,
        known: HashMap::default(),
        circuit: GoalCurrents::default(),
        limits,
        n_positions: 0,
        most_positions: LEAST_POSITIONS + n_nodes.saturating_mul(POSITIONS_PER_NODE),
    };
    let mut search: Option<ClaimSearch<'_, W>> = None;
    loop {
        let result = prover.defend(&guide);
        let n_nodes = n_nodes + prover.advisor.n_nodes + search.as_ref().map_or(0, ClaimSearch::n_nodes);
        if result.is_some() || prover.n_positions < prover.most_positions {
            let result = result.map(|proof| (first.map(|cell| cell as u16), proof));
            return ProvedClaim { proofs: prover.proofs, result, n_nodes };
        }
        let other = search.get_or_insert_with(|| ClaimSearch::new(region, limits));
        let before = other.n_nodes();
        let result = other.run(mover, prover.most_positions.saturating_mul(POSITIONS_FOR_SEARCH));
        let n_nodes = n_nodes + other.n_nodes() - before;
        if result.is_some() || limits.reached(other.n_nodes()) {
            let proofs = search.map_or(prover.proofs, ClaimSearch::into_proofs);
            return ProvedClaim { proofs, result, n_nodes };
        }
        prover.most_positions = prover.most_positions.saturating_mul(2);
    }
}

/// What decides this claim, with the net's guesses where there are any.
pub(super) fn decider_of<const W: usize>(claim: &Claim, region: &Region<W>, table_bytes: usize) -> Decider<W> {
    let decider = Decider::new(Ground::of_claim(region.clone()), table_bytes);
    match ClaimGuesser::new(claim, region) {
        Some(guesser) => decider.with_guesser(Box::new(guesser)),
        None => decider,
    }
}

/// Who moves first.
pub(super) const fn first_side(claim: &Claim) -> Side {
    match claim.to_move {
        Mover::Owner => Side::Owner,
        Mover::Opponent => Side::Opponent,
    }
}

struct ClaimProver<'a, const W: usize> {
    region: &'a Region<W>,
    winner: Side,
    /// The winner's connections in the current position.
    connections: Connections<W>,
    advisor: Advisor<'a, W>,
    proofs: Proofs<W>,
    /// Positions with the loser to move that have been proved: the stones of the winner and of the loser.
    known: HashMap<(Bits<W>, Bits<W>), ProofId, FxBuildHasher>,
    circuit: GoalCurrents,
    limits: &'a Limits,
    n_positions: u64,
    /// The number of positions after which another way is tried.
    most_positions: u64,
}

impl<const W: usize> ClaimProver<'_, W> {
    fn stopped(&self) -> bool {
        self.n_positions >= self.most_positions || self.limits.reached(self.n_positions + self.advisor.n_nodes)
    }

    /// The stones of the winner and of the loser.
    fn stones(&self) -> (Bits<W>, Bits<W>) {
        let own = self.connections.own();
        (own, Bits::first_n(self.region.n_cells()) - own - self.connections.empties())
    }

    /// Proves that the winner wins the position, in which the loser is to move; `None` if no proof is found or a limit is
    /// reached.
    fn defend(&mut self, guide: &Guide<W>) -> Option<ProofId> {
        let (own, other) = self.stones();
        if let Some(&known) = self.known.get(&(own, other)) {
            return Some(known);
        }
        if self.stopped() {
            return None;
        }
        self.n_positions += 1;
        let proof = self.defend_new(guide, own, other)?;
        self.known.insert((own, other), proof);
        Some(proof)
    }

    fn defend_new(&mut self, guide: &Guide<W>, own: Bits<W>, other: Bits<W>) -> Option<ProofId> {
        let empties = self.connections.empties();
        if self.winner == Side::Opponent && !self.region.is_possible(other | empties) {
            return Some(self.connection_proof(own, Bits::EMPTY));
        }
        let mut semis: Vec<GoalSemi<W>> = Vec::new();
        if let Standing::Secured(carrier) = self.connections.standing(&self.region.goal, &mut semis) {
            return Some(self.connection_proof(own, carrier));
        }
        let mut replies: Vec<ClaimReply<W>> =
            semis.iter().map(|semi| ClaimReply { key: semi.key as u16, region: semi.carrier, proof: None }).collect();
        let mut must_play = replies.iter().fold(empties, |set, reply| set & reply.region);
        let mut n_seen = 0;
        let mut order = None;
        loop {
            // What was proved since the last look may apply here too.
            let mut whole = None;
            self.proofs.known[self.winner.index()].matches(own, other, n_seen, |found| match found.missing {
                None => whole = whole.or(Some(*found.with)),
                Some(cell) => {
                    let region = (found.need.carrier - own).with(cell);
                    if !must_play.is_subset(&region) {
                        must_play &= region;
                        replies.push(ClaimReply { key: cell as u16, region, proof: Some(*found.with) });
                    }
                }
            });
            n_seen = self.proofs.known[self.winner.index()].n_seen();
            if whole.is_some() {
                return whole;
            }
            if must_play.is_empty() {
                if replies.is_empty() {
                    return None;
                }
                return Some(self.proofs.combined(self.region, self.winner, own, empties, &replies));
            }
            let order = order.get_or_insert_with(|| self.order(guide, empties));
            let cell = must_play
                .iter()
                .min_by(|&a, &b| order[a].0.cmp(&order[b].0).then(order[a].1.total_cmp(&order[b].1)))?;
            let (key, proof) = self.answer(guide, cell)?;
            let region = (self.proofs.get(proof).carrier - own).with(key);
            must_play &= region.without(cell);
            replies.push(ClaimReply { key: key as u16, region, proof: Some(proof) });
        }
    }

    /// For each cell, how late the loser's move there is answered.
    ///
    /// Moves that the decider looked at come first, because the winner's answers to them say the most. Then come cells with
    /// much current, because the regions of their answers have the least in common with others.
    fn order(&mut self, guide: &Guide<W>, empties: Bits<W>) -> Vec<(bool, f64)> {
        let filled = guide.occupied();
        let n_cells = self.region.n_cells();
        if self.winner == Side::Opponent {
            return (0..n_cells).map(|cell| (filled.contains(cell), 0.0)).collect();
        }
        let (_, currents) = self.circuit.currents(&self.connections, empties, &self.region.goal, n_cells);
        (0..n_cells).map(|cell| (filled.contains(cell), -currents[cell])).collect()
    }

    /// The winner's answer to the loser's move on `cell`, and the proof that it wins.
    fn answer(&mut self, guide: &Guide<W>, cell: usize) -> Option<(usize, ProofId)> {
        let open = self.connections.empties().without(cell);
        let (own, other) = self.stones();
        if let Some((key, guide)) = self.advisor.answer(guide, cell, open, [own, other])
            && let Some(proof) = self.defend_after(cell, key, &guide)
        {
            return Some((key, proof));
        }
        if self.stopped() {
            return None;
        }
        let (key, guide) = self.advisor.answer_afresh(cell, open, [own, other])?;
        Some((key, self.defend_after(cell, key, &guide)?))
    }

    /// The proof after the loser's move on `cell` and the winner's on `key`.
    fn defend_after(&mut self, cell: usize, key: usize, guide: &Guide<W>) -> Option<ProofId> {
        self.connections.play(self.region, Bits::single(key), Bits::single(cell));
        let proof = self.defend(guide);
        self.connections.undo();
        proof
    }

    /// A proof by connections in `carrier`, with those stones of `own` that may matter.
    fn connection_proof(&mut self, own: Bits<W>, carrier: Bits<W>) -> ProofId {
        self.proofs.connected(self.region, self.winner, own, carrier)
    }
}
