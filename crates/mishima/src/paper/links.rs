//! Connection test: whether the owner has achieved the goal, with stones and connections with disjoint carriers.

use crate::patterns::Placement;
use tesuji_board::Bits;
use tesuji_proof::Terminal;

use super::field::{Chains, PaperField, ParityLink, ParityStep, PlacedPattern, shortest_way};
use crate::region::ClaimRegion;

/// The connection test of one claim.
pub(super) struct LinkTest<'a, const W: usize> {
    region: &'a ClaimRegion<W>,
    pub(super) field: PaperField<W>,
}

impl<'a, const W: usize> LinkTest<'a, W> {
    pub(super) fn new(region: &'a ClaimRegion<W>, stored: &[Placement], semi_connections: bool) -> Self {
        let stored = stored.iter().filter_map(|placement| localise(region, placement)).collect();
        let touching = region.neighbours.iter().map(|near| near.iter().map(|node| (node, 0)).collect()).collect();
        Self { region, field: PaperField::new(touching, stored, semi_connections) }
    }

    /// The empty cells that the owner needs to achieve an alternative even if the opponent moves first: one set for
    /// each alternative that is found achieved.
    pub(super) fn regions(&self, owner: Bits<W>, empty: Bits<W>) -> impl Iterator<Item = Bits<W>> {
        let chains = self.field.chains(owner);
        let links = self.field.links(&chains, owner, empty);
        self.region
            .alternatives
            .iter()
            .filter(move |groups| groups.iter().all(|group| group.is_subset(&owner)))
            .filter_map(move |groups| join(groups, &chains, &links))
    }

    /// Whether the goal is achieved even if the opponent moves first.
    pub(super) fn achieved(&self, owner: Bits<W>, empty: Bits<W>) -> bool {
        self.regions(owner, empty).next().is_some()
    }
}

fn localise<const W: usize>(region: &ClaimRegion<W>, placement: &Placement) -> Option<PlacedPattern<W>> {
    let (a, b) = placement.ends();
    let ends = [region.node(a)?, region.node(b)?];
    let node = |cell| region.node(Terminal::Cell(cell));
    let stones: Bits<W> = placement.stones.iter().map(|&cell| node(cell)).collect::<Option<_>>()?;
    let carrier: Bits<W> = placement.carrier.iter().map(node).collect::<Option<_>>()?;
    let other_stone = stones.iter().find(|stone| !ends.contains(stone)).map(|stone| (stone, 0));
    let is_sound = ends[0] != ends[1] && carrier.is_subset(&region.carrier());
    is_sound.then_some(PlacedPattern { stones: stones.with(ends[1]), ends, parity: 0, other_stone, carrier })
}

/// The carriers, pairwise disjoint, of links that join all of `groups`. All nodes of the groups are the owner's.
///
/// Takes the smallest path at each step and never goes back, so it may miss a solution.
fn join<const W: usize>(groups: &[Bits<W>], chains: &Chains, links: &[ParityLink<W>]) -> Option<Bits<W>> {
    let mut used = Bits::EMPTY;
    // Chains that the links taken so far have joined have the same label.
    let mut labels: Vec<usize> = (0..chains.n_chains).collect();
    for group in groups {
        let first = chains.of_node[group.first()?].0;
        let label = |labels: &[usize], node: usize| labels[chains.of_node[node].0];
        while group.iter().any(|node| label(&labels, node) != labels[first]) {
            let start = labels[first];
            let is_target = |place: usize| place != start && group.iter().any(|node| label(&labels, node) == place);
            let steps: Vec<ParityStep<W>> = links
                .iter()
                .enumerate()
                .map(|(link_idx, link)| ParityStep {
                    places: link.chains.map(|chain| labels[chain]),
                    carrier: link.carrier,
                    link_idx,
                })
                .collect();
            let way = shortest_way(chains.n_chains, start, is_target, &steps, used)?;
            used |= way.carrier;
            for label in &mut labels {
                if way.places.contains(label) {
                    *label = start;
                }
            }
        }
    }
    Some(used)
}
