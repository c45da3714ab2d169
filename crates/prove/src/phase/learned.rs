//! Links that the solver has learned, as parts of a proof: each is a claim of its own.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::Bits;
use tesuji_connection::vc::{Connections, KnownLink};
use tesuji_connection::{Region, Side};
use tesuji_proof::{Certificate, Claim, Mover};
use tesuji_search::Limits;

use super::graph::Vertex;
use super::nodes::{LeafLink, PlanNodes};
use super::routes::{Route, goal_of};
use crate::search::{Decider, WinNeed};

/// Proves that a claim holds, if that is possible within limits, and says how many positions it took.
pub(crate) type ProveClaim = fn(&Claim, &Limits) -> (Option<Certificate>, u64);

/// A link that applies to a position: what it needs there, and the vertices that it joins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct LearnedLink<const W: usize> {
    /// Stones, and empty cells.
    pub need: WinNeed<W>,
    pub ends: [Vertex; 2],
    /// The stone that is missing, if the link needs one besides its ends.
    pub key: Option<usize>,
}

/// The links that the winner has learned, and the proofs of those that were needed.
pub(super) struct Learned<'a, const W: usize> {
    decider: &'a Decider<W>,
    winner: usize,
    claim: &'a Claim,
    /// Stones of the claim on cells of the region.
    claimed: Bits<W>,
    region: &'a Region<W>,
    prove: ProveClaim,
    limits: &'a Limits,
    proved: HashMap<LearnedLink<W>, Option<LeafLink<W>>, FxBuildHasher>,
    /// The positions that were searched for them.
    pub n_nodes: u64,
    links: Vec<KnownLink<W>>,
}

impl<'a, const W: usize> Learned<'a, W> {
    pub(super) fn new(
        decider: &'a Decider<W>,
        winner: usize,
        claim: &'a Claim,
        (prove, limits): (ProveClaim, &'a Limits),
    ) -> Self {
        let (region, proved) = (&decider.ground().regions[winner], HashMap::default());
        let cells = region.cells.iter().enumerate();
        let claimed = cells.filter(|&(_, &cell)| claim.stones.contains(cell)).map(|(number, _)| number).collect();
        Self { decider, winner, claim, claimed, region, prove, limits, proved, n_nodes: 0, links: Vec::new() }
    }

    /// Keeps the links that are part of a win. It need not name stones of the claim.
    pub(super) fn learn(&mut self, WinNeed { stones, carrier }: WinNeed<W>) {
        let stones = self.region.stones_that_matter(Side::Owner, stones | self.claimed, &carrier);
        self.decider.learn(self.winner, WinNeed { stones, carrier });
    }

    /// Calls `visit` with each link that applies where the winner has the stones `own` and the other player the cells `other`.
    ///
    /// Each has at most half of the cells of the claim. So a link that is proved as a claim rests on much smaller ones at most.
    pub(super) fn matches(&self, own: Bits<W>, other: Bits<W>, mut visit: impl FnMut(LearnedLink<W>)) {
        self.decider.learned(self.winner, [own, other], |found| {
            let WinNeed { stones, carrier } = found.need;
            let need = WinNeed { stones: stones | (carrier & own), carrier: carrier - own };
            if 2 * need.carrier.len() <= self.region.n_cells() {
                visit(LearnedLink { need, ends: *found.with, key: found.key() });
            }
        });
    }

    /// Adds to the winner's connections those that apply.
    pub(super) fn add(&mut self, connections: &mut Connections<W>, own: Bits<W>, other: Bits<W>) {
        let mut links = std::mem::take(&mut self.links);
        links.clear();
        self.matches(own, other, |LearnedLink { need, ends, key }| {
            let ends = ends.map(|end| connections.chain_of(end));
            if ends[0] != ends[1] {
                links.push(KnownLink { ends, carrier: key.map_or(need.carrier, |key| need.carrier.with(key)), key });
            }
        });
        if !links.is_empty() {
            connections.add(&links);
        }
        self.links = links;
    }

    /// The proof of a link; `None` if a limit is reached first.
    pub(super) fn prove(&mut self, nodes: &mut PlanNodes<'_, W>, link: &LearnedLink<W>) -> Option<LeafLink<W>> {
        if let Some(known) = self.proved.get(link) {
            return known.clone();
        }
        let proved = self.prove_afresh(nodes, link);
        self.proved.insert(*link, proved.clone());
        proved
    }

    fn prove_afresh(&mut self, nodes: &mut PlanNodes<'_, W>, link: &LearnedLink<W>) -> Option<LeafLink<W>> {
        let routes = vec![Route::step(link.ends[0], link.ends[1])];
        let goal = goal_of(nodes.graph, &routes)?;
        let mut stones = self.region.to_board(&link.need.stones);
        stones.union_with(&self.claim.stones);
        let carrier = self.region.to_board(&link.need.carrier);
        let claim = Claim { stones, carrier, goal, to_move: Mover::Opponent, ..self.claim.clone() };
        let (certificate, n_nodes) = (self.prove)(&claim, self.limits);
        self.n_nodes += n_nodes;
        let part = nodes.builder.import(&certificate?).ok()?;
        Some(LeafLink { part, goal: nodes.builder.goal(&claim.goal), routes })
    }
}
