//! Move ordering: the five terms of the paper's section 3.4.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_board::{Bits, SortOnce as _};
use tesuji_proof::Mover;

use super::PaperConfig;
use super::cut;
use super::links::LinkTest;
use super::search::PaperPosition;
use crate::region::ClaimRegion;

/// Knowledge of the ordering so far.
pub(super) struct OrderMemory {
    /// Number of times that each node decided a position, for each side.
    decided: [Vec<u32>; 2],
    /// The last two nodes that decided a position, for each ply.
    killers: Vec<[Option<usize>; 2]>,
    rng: Xoshiro256StarStar,
}

/// The place in the tree: the number of moves above it, and the last of them.
#[derive(Clone, Copy)]
pub(super) struct TreePlace {
    pub(super) ply: usize,
    pub(super) last: Option<usize>,
}

impl OrderMemory {
    pub(super) fn new(n_empties: usize, seed: u64) -> Self {
        Self {
            decided: [vec![0; n_empties], vec![0; n_empties]],
            killers: vec![[None; 2]; n_empties + 1],
            rng: Xoshiro256StarStar::seed_from_u64(seed),
        }
    }

    /// `mv` decided a position for the side that made it.
    pub(super) fn remember(&mut self, mover: Mover, ply: usize, mv: usize) {
        self.decided[mover as usize][mv] += 1;
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

/// `moves` in the order in which they are to be searched.
pub(super) fn order<const W: usize>(
    region: &ClaimRegion<W>,
    test: &LinkTest<'_, W>,
    config: &PaperConfig,
    memory: &mut OrderMemory,
    position: &PaperPosition<W>,
    moves: Bits<W>,
    place: TreePlace,
) -> Vec<usize> {
    if moves.len() < 2 {
        return moves.iter().collect();
    }
    let weights = &config.weights;
    let needs = stones_needed(region, test, position);
    let saving = place.last.and_then(|last| saved_bridge(region, test, position, last));
    let walks = if place.ply < config.walk_plies && weights.walks != 0.0 {
        walk(region, test, config, memory, position)
    } else {
        Vec::new()
    };
    let most_decided = memory.decided[position.to_move as usize].iter().max().copied().unwrap_or(0).max(1);
    let mut scored: Vec<(f64, usize)> = moves
        .iter()
        .map(|mv| {
            let flag = |holds: bool| if holds { 1.0 } else { 0.0 };
            let n_beside = (region.neighbours[mv] & position.usable()).len().min(6) as f64;
            let score = weights.place * n_beside / 6.0
                + weights.nearness / f64::from(needs[mv].clamp(1, 1000))
                + weights.history * f64::from(memory.decided[position.to_move as usize][mv]) / f64::from(most_decided)
                + weights.killer * flag(memory.killers[place.ply].contains(&Some(mv)))
                + weights.two_moves * flag(two_moves_decide(region, position, &needs, mv))
                + weights.saved_bridge * flag(saving == Some(mv))
                + weights.walks * walks.get(mv).copied().unwrap_or(0.0);
            (score, mv)
        })
        .collect();
    scored.sort_once_by(|(a, _), (b, _)| b.total_cmp(a));
    scored.into_iter().map(|(_, mv)| mv).collect()
}

/// For each empty node, the number of stones, including this one, that the owner still needs to achieve the goal
/// through it. Stored patterns cost nothing. The number is large if there is no path.
fn stones_needed<const W: usize>(
    region: &ClaimRegion<W>,
    test: &LinkTest<'_, W>,
    position: &PaperPosition<W>,
) -> Vec<u32> {
    const FAR: u32 = 1 << 16;
    let (owner, empty) = (position.owner, position.empty(region));
    let mut near = region.neighbours.clone();
    for pattern in &test.field.stored {
        let [a, b] = pattern.ends;
        if pattern.carrier.is_subset(&empty) && pattern.stones.without(a).without(b).is_subset(&owner) {
            near[a].insert(b);
            near[b].insert(a);
        }
    }
    // The number of stones needed to lead from `start` to each node; both ends count unless they already have stones.
    let distances = |start: usize| {
        let mut distances = vec![FAR; region.neighbours.len()];
        let mut distance = u32::from(!owner.contains(start));
        let mut layer = Bits::single(start);
        let mut unreached = position.usable();
        while !layer.is_empty() {
            let mut frontier = layer;
            let mut beyond = Bits::EMPTY;
            while !frontier.is_empty() {
                unreached -= frontier;
                for node in frontier.iter() {
                    distances[node] = distance;
                    beyond |= near[node];
                }
                beyond &= unreached;
                frontier = beyond & owner;
            }
            layer = beyond & unreached;
            distance += 1;
        }
        distances
    };
    let through_group = |group: &Bits<W>| {
        let mut needed = vec![1_u32; region.cells.len()];
        for terminal in group.iter() {
            let distances = distances(terminal);
            for (needed, distance) in needed.iter_mut().zip(distances) {
                *needed = (*needed + distance.saturating_sub(1)).min(FAR);
            }
        }
        needed
    };
    let mut best = vec![FAR; region.cells.len()];
    for groups in &region.alternatives {
        let through: Vec<Vec<u32>> = groups.iter().map(through_group).collect();
        let least: Vec<u32> =
            through.iter().map(|needed| empty.iter().map(|node| needed[node]).min().unwrap_or(FAR)).collect();
        let all: u32 = least.iter().sum();
        for (node, best) in best.iter_mut().enumerate() {
            for (needed, least) in through.iter().zip(&least) {
                *best = (*best).min(needed[node] + all - least);
            }
        }
    }
    best
}

/// Whether the side to move achieves its aim by playing `mv` and then moving once more.
fn two_moves_decide<const W: usize>(
    region: &ClaimRegion<W>,
    position: &PaperPosition<W>,
    needs: &[u32],
    mv: usize,
) -> bool {
    match position.to_move {
        Mover::Owner => needs[mv] <= 2,
        Mover::Opponent => {
            let usable = position.usable().without(mv);
            let empty = position.empty(region);
            // A second cell that cuts lies on every remaining path, so it lies on any single one.
            way(region, usable)
                .is_none_or(|way| (way & empty).iter().any(|second| !region.achieved_by(usable.without(second))))
        }
    }
}

/// Nodes of `usable` that achieve an alternative: a shortest path for each two terminals of a group.
fn way<const W: usize>(region: &ClaimRegion<W>, usable: Bits<W>) -> Option<Bits<W>> {
    let group_way = |group: &Bits<W>| {
        let start = group.first()?;
        let mut layers = vec![Bits::single(start)];
        let mut reached = Bits::single(start) & usable;
        while !group.is_subset(&reached) {
            let mut next = Bits::EMPTY;
            for node in layers.last()?.iter() {
                next |= region.neighbours[node];
            }
            let layer = (next & usable) - reached;
            if layer.is_empty() {
                return None;
            }
            reached |= layer;
            layers.push(layer);
        }
        let mut way = *group;
        for pair in (1..layers.len()).rev() {
            for node in (way & layers[pair]).iter() {
                let before = region.neighbours[node] & layers[pair - 1];
                if !before.meets(&way) {
                    way.insert(before.first()?);
                }
            }
        }
        Some(way)
    };
    region
        .alternatives
        .iter()
        .find_map(|groups| groups.iter().try_fold(Bits::EMPTY, |all, group| group_way(group).map(|way| all | way)))
}

/// The cell that saves a bridge of the side to move on which `last` has intruded.
fn saved_bridge<const W: usize>(
    region: &ClaimRegion<W>,
    test: &LinkTest<'_, W>,
    position: &PaperPosition<W>,
    last: usize,
) -> Option<usize> {
    let empty = position.empty(region);
    match position.to_move {
        Mover::Opponent => cut::saved_by(region, position.usable(), empty, last),
        Mover::Owner => test
            .field
            .stored
            .iter()
            .filter(|pattern| {
                pattern.carrier.len() == 2
                    && pattern.carrier.contains(last)
                    && pattern.stones.is_subset(&position.owner)
            })
            .find_map(|bridge| (bridge.carrier & empty).first()),
    }
}

/// For each node, the share of random walks with the mover's stone on it that end well for the mover.
fn walk<const W: usize>(
    region: &ClaimRegion<W>,
    test: &LinkTest<'_, W>,
    config: &PaperConfig,
    memory: &mut OrderMemory,
    position: &PaperPosition<W>,
) -> Vec<f64> {
    let empties: Vec<usize> = position.empty(region).iter().collect();
    let mut counts = vec![(0_u32, 0_u32); region.cells.len()];
    for _ in 0..config.n_walks {
        let mut rest = empties.clone();
        let mut end = *position;
        let mut own = Vec::with_capacity(config.walk_depth);
        for _ in 0..config.walk_depth.min(empties.len()) {
            let mv = rest.swap_remove(memory.rng.random_range(0..rest.len()));
            if end.to_move == position.to_move {
                own.push(mv);
            }
            end = end.after(mv);
        }
        let achieved = test.achieved(end.owner, end.empty(region));
        for mv in own {
            counts[mv].0 += 1;
            counts[mv].1 += u32::from(achieved == (position.to_move == Mover::Owner));
        }
    }
    counts.into_iter().map(|(n_walks, n_good)| f64::from(n_good) / f64::from(n_walks.max(1))).collect()
}
