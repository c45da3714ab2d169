//! Cut test: whether the opponent has prevented the goal, with stones and connections with disjoint carriers.
//!
//! On the rhombus, the opponent's stones and edges form a side like the owner's, with the same stored patterns and, in
//! Program B, the same semi-connections ([`Walls`]). On a graph, the opponent has only bridges: two adjacent empty
//! cells, and no third usable cell that touches both.

use crate::patterns::Placement;
use tesuji_board::{Bits, SortOnce as _};
use tesuji_proof::Claim;

use super::field::{ParityStep, shortest_way};
use super::walls::Walls;
use crate::region::ClaimRegion;

/// The cut test of one claim.
pub(super) struct CutTest<'a, const W: usize> {
    region: &'a ClaimRegion<W>,
    walls: Option<Walls<W>>,
}

impl<'a, const W: usize> CutTest<'a, W> {
    pub(super) fn new(claim: &Claim, region: &'a ClaimRegion<W>, stored: &[Placement], semi_connections: bool) -> Self {
        Self { region, walls: Walls::new(claim, region, stored, semi_connections) }
    }

    /// The empty cells that the opponent needs to prevent the goal even if the owner moves first; `None` if the test
    /// does not find this.
    ///
    /// The opponent has taken the empty cells `taken`; `usable` are the owner's cells and the empty ones.
    pub(super) fn region(&self, taken: Bits<W>, usable: Bits<W>, empty: Bits<W>) -> Option<Bits<W>> {
        if !self.region.achieved_by(usable) {
            return Some(Bits::EMPTY);
        }
        let by_walls = self.walls.as_ref().and_then(|walls| cut_by_walls(walls, taken, empty));
        by_walls.or_else(|| cut_by_pairs(self.region, usable, empty))
    }
}

/// Finds closed paths of the opponent around terminals of every alternative.
fn cut_by_walls<const W: usize>(walls: &Walls<W>, taken: Bits<W>, empty: Bits<W>) -> Option<Bits<W>> {
    let own = taken | walls.pieces;
    let chains = walls.field.chains(own);
    let links = walls.field.links(&chains, own, empty);
    let mut used = Bits::EMPTY;
    let mut chosen = vec![false; links.len()];
    for &(terminals, cutting) in &walls.alternatives {
        if terminals.meets(&taken) || chains.round & cutting != 0 {
            continue;
        }
        let mut smallest = None;
        for bit in (0..Bits::<1>::CAPACITY).filter(|bit| cutting >> bit & 1 != 0) {
            // Every chain occurs twice, once for each side of the line. A closed path leads from one to the other.
            let steps: Vec<ParityStep<W>> = links
                .iter()
                .enumerate()
                .flat_map(|(link_idx, link)| {
                    let carrier = if chosen[link_idx] { Bits::EMPTY } else { link.carrier };
                    let other_side = (link.parity >> bit & 1) as usize;
                    let [a, b] = link.chains;
                    [0, 1].map(|side| ParityStep {
                        places: [2 * a + side, 2 * b + (side ^ other_side)],
                        carrier,
                        link_idx,
                    })
                })
                .collect();
            if links.iter().all(|link| link.parity >> bit & 1 == 0) {
                continue;
            }
            for chain in 0..chains.n_chains {
                let is_target = |place: usize| place == 2 * chain + 1;
                if let Some(way) = shortest_way(2 * chains.n_chains, 2 * chain, is_target, &steps, used)
                    && smallest.as_ref().is_none_or(|(n_cells, _)| way.carrier.len() < *n_cells)
                {
                    smallest = Some((way.carrier.len(), way));
                }
            }
        }
        let (_, way) = smallest?;
        used |= way.carrier;
        for link_idx in way.link_idxs {
            chosen[link_idx] = true;
        }
    }
    Some(used)
}

/// Two adjacent empty cells where no other cell of the owner's could join them: a bridge of the opponent.
///
/// ```text
///    G        The opponent has both cells G. If the owner takes x, the opponent takes y, and the other way round:
///   x y       so the owner never passes from x to y.
///    G
/// ```
type Pair = [usize; 2];

/// Finds disjoint bridges that bar every path to the goal.
fn cut_by_pairs<const W: usize>(region: &ClaimRegion<W>, usable: Bits<W>, empty: Bits<W>) -> Option<Bits<W>> {
    let mut pairs = pairs(region, usable, empty);
    if pairs.is_empty() || possible_without(region, usable, &pairs) {
        return None;
    }
    // Pairs that share a cell are not independent. Those that share the most are removed first; the remaining ones are
    // needed.
    let n_shared = |pair: &Pair, pairs: &[Pair]| pairs.iter().filter(|other| shares(pair, other)).count();
    let mut order: Vec<Pair> = pairs.clone();
    order.sort_once_by_key(|pair| std::cmp::Reverse(n_shared(pair, &pairs)));
    for pair in order {
        let fewer: Vec<Pair> = pairs.iter().filter(|kept| **kept != pair).copied().collect();
        if !possible_without(region, usable, &fewer) {
            pairs = fewer;
        }
    }
    let disjoint = pairs.iter().enumerate().all(|(i, pair)| !pairs[i + 1..].iter().any(|other| shares(pair, other)));
    disjoint.then(|| pairs.iter().flatten().copied().collect())
}

/// The cell that saves a bridge of the opponent on which the owner has intruded at `intrusion`, if there is one.
pub(super) fn saved_by<const W: usize>(
    region: &ClaimRegion<W>,
    usable: Bits<W>,
    empty: Bits<W>,
    intrusion: usize,
) -> Option<usize> {
    (region.neighbours[intrusion] & empty)
        .iter()
        .find(|&saving| !(region.neighbours[intrusion] & region.neighbours[saving]).meets(&usable))
}

fn shares(a: &Pair, b: &Pair) -> bool {
    a.iter().any(|node| b.contains(node))
}

fn pairs<const W: usize>(region: &ClaimRegion<W>, usable: Bits<W>, empty: Bits<W>) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for a in empty.iter() {
        for b in (region.neighbours[a] & empty).iter().filter(|&b| b > a) {
            if !(region.neighbours[a] & region.neighbours[b]).meets(&usable) {
                pairs.push([a, b]);
            }
        }
    }
    pairs
}

/// Whether the owner could achieve the goal with all of `usable` without ever passing from one cell of a pair to the
/// other.
fn possible_without<const W: usize>(region: &ClaimRegion<W>, usable: Bits<W>, pairs: &[Pair]) -> bool {
    let mut barred = vec![Bits::<W>::EMPTY; region.cells.len()];
    for &[a, b] in pairs {
        barred[a].insert(b);
        barred[b].insert(a);
    }
    let reach = |start: usize| {
        let mut reached = Bits::single(start);
        let mut frontier = reached;
        while !frontier.is_empty() {
            let mut next = Bits::EMPTY;
            for node in frontier.iter() {
                let here = barred.get(node).copied().unwrap_or_default();
                next |= region.neighbours[node] - here;
            }
            frontier = (next & usable) - reached;
            reached |= frontier;
        }
        reached
    };
    let joined =
        |group: &Bits<W>| group.is_subset(&usable) && group.first().is_some_and(|start| group.is_subset(&reach(start)));
    region.alternatives.iter().any(|groups| groups.iter().all(joined))
}
