//! One side's view of a region: its stones, their neighbours, and the connections between its chains.
//!
//! The owner wants to join the terminals; the opponent wants to go around them. What a chain of the opponent goes
//! around is stored as a *parity*. It has one bit for each two terminals, which says how often a path crosses a line
//! drawn between them, even or odd. A closed path that crosses the line an odd number of times separates the two. All
//! of the owner's paths have parity 0.

use tesuji_board::Bits;

use super::semi;

/// One bit for each two terminals: whether a path crosses the line between them an odd number of times.
pub(super) type Parity = u64;

/// A stored pattern at its place in the field.
pub(super) struct PlacedPattern<const W: usize> {
    /// The nodes where the side needs stones.
    pub(super) stones: Bits<W>,
    /// The nodes it joins; the second is an edge if the pattern leads to one.
    pub(super) ends: [usize; 2],
    /// The parity of the paths between the ends.
    pub(super) parity: Parity,
    /// A stone that is not an end, and the parity of the paths from it to the second end.
    pub(super) other_stone: Option<(usize, Parity)>,
    /// The nodes that must be empty.
    pub(super) carrier: Bits<W>,
}

impl<const W: usize> PlacedPattern<W> {
    /// The end to which a stone of the pattern is joined, and the parity of the paths there.
    pub(super) fn way_from(&self, stone: usize) -> Option<(usize, Parity)> {
        match (self.ends, self.other_stone) {
            ([a, b], _) if a == stone => Some((b, self.parity)),
            ([a, b], _) if b == stone => Some((a, self.parity)),
            ([_, b], Some((other, parity))) if other == stone => Some((b, parity)),
            _ => None,
        }
    }
}

/// A connection between two chains.
#[derive(Clone, Copy)]
pub(super) struct ParityLink<const W: usize> {
    pub(super) chains: [usize; 2],
    pub(super) parity: Parity,
    pub(super) carrier: Bits<W>,
}

impl<const W: usize> ParityLink<W> {
    /// The chain at the other end, if one end is `chain`.
    #[inline]
    pub(super) fn beyond(&self, chain: usize) -> Option<usize> {
        match self.chains {
            [a, b] if a == chain => Some(b),
            [a, b] if b == chain => Some(a),
            _ => None,
        }
    }
}

/// A side's stones and pieces, grouped by adjacency.
pub(super) struct Chains {
    pub(super) n_chains: usize,
    /// For each node of the side, its chain, and the parity of a path to it from the first node of the chain.
    pub(super) of_node: Vec<(usize, Parity)>,
    /// Cells that some chain goes around by itself.
    pub(super) round: Parity,
}

/// One side's nodes: the region's empty nodes under the same numbers, followed by the side's pieces.
pub(super) struct PaperField<const W: usize> {
    /// For each node, its neighbours and the parity of the step.
    pub(super) touching: Vec<Vec<(usize, Parity)>>,
    pub(super) stored: Vec<PlacedPattern<W>>,
    /// For each node, the stored patterns with a stone there.
    with_stone_at: Vec<Vec<usize>>,
    /// Whether pairs of disjoint semi-connections count (Program B).
    semi_connections: bool,
}

impl<const W: usize> PaperField<W> {
    pub(super) fn new(
        touching: Vec<Vec<(usize, Parity)>>,
        stored: Vec<PlacedPattern<W>>,
        semi_connections: bool,
    ) -> Self {
        let mut with_stone_at = vec![Vec::new(); touching.len()];
        for (stored_idx, pattern) in stored.iter().enumerate() {
            for node in pattern.stones.iter() {
                with_stone_at[node].push(stored_idx);
            }
        }
        Self { touching, stored, with_stone_at, semi_connections }
    }

    /// The stored patterns with a stone at `node`.
    pub(super) fn stored_at(&self, node: usize) -> impl Iterator<Item = &PlacedPattern<W>> {
        self.with_stone_at[node].iter().map(|&stored_idx| &self.stored[stored_idx])
    }

    /// The chains of the nodes `own`.
    pub(super) fn chains(&self, own: Bits<W>) -> Chains {
        let mut of_node = vec![(usize::MAX, 0); self.touching.len()];
        let mut round = 0;
        let mut n_chains = 0;
        let mut to_visit = Vec::new();
        for start in own.iter() {
            if of_node[start].0 != usize::MAX {
                continue;
            }
            of_node[start] = (n_chains, 0);
            to_visit.push(start);
            while let Some(node) = to_visit.pop() {
                let parity_here = of_node[node].1;
                for &(next, step) in self.touching[node].iter().filter(|(next, _)| own.contains(*next)) {
                    if of_node[next].0 == usize::MAX {
                        of_node[next] = (n_chains, parity_here ^ step);
                        to_visit.push(next);
                    } else {
                        round |= of_node[next].1 ^ parity_here ^ step;
                    }
                }
            }
            n_chains += 1;
        }
        Chains { n_chains, of_node, round }
    }

    /// The connections between the chains of the nodes `own`.
    pub(super) fn links(&self, chains: &Chains, own: Bits<W>, empty: Bits<W>) -> Vec<ParityLink<W>> {
        let mut links = Vec::new();
        for pattern in &self.stored {
            if pattern.stones.is_subset(&own) && pattern.carrier.is_subset(&empty) {
                let [(a, parity_a), (b, parity_b)] = pattern.ends.map(|node| chains.of_node[node]);
                let parity = pattern.parity ^ parity_a ^ parity_b;
                if a != b || parity != 0 {
                    links.push(ParityLink { chains: [a, b], parity, carrier: pattern.carrier });
                }
            }
        }
        if self.semi_connections {
            semi::add_links(self, chains, own, empty, &mut links);
        }
        links
    }
}

/// A connection between two places, for [`shortest_way`].
pub(super) struct ParityStep<const W: usize> {
    pub(super) places: [usize; 2],
    pub(super) carrier: Bits<W>,
    /// The caller's number for it.
    pub(super) link_idx: usize,
}

/// A path found by [`shortest_way`].
pub(super) struct ShortestWay<const W: usize> {
    /// The places on it, from the target back to the start.
    pub(super) places: Vec<usize>,
    /// The links on it.
    pub(super) link_idxs: Vec<usize>,
    /// The cells that they need, not counting those taken before.
    pub(super) carrier: Bits<W>,
}

/// A path with a small carrier, disjoint from `taken`, from `start` to a target. Its steps are pairwise disjoint.
///
/// It keeps only the smallest path to each place, so it may miss one.
pub(super) fn shortest_way<const W: usize>(
    n_places: usize,
    start: usize,
    is_target: impl Fn(usize) -> bool,
    steps: &[ParityStep<W>],
    taken: Bits<W>,
) -> Option<ShortestWay<W>> {
    #[derive(Clone, Copy)]
    struct ReachStage<const W: usize> {
        carrier: Bits<W>,
        n_cells: usize,
        from: usize,
        link_idx: usize,
        settled: bool,
    }
    let mut reached: Vec<Option<ReachStage<W>>> = vec![None; n_places];
    reached[start] = Some(ReachStage { carrier: Bits::EMPTY, n_cells: 0, from: start, link_idx: 0, settled: false });
    loop {
        let open = |(place, reached): (usize, &Option<ReachStage<W>>)| {
            reached.filter(|reached| !reached.settled).map(|reached| (reached.n_cells, place))
        };
        let (_, place) = reached.iter().enumerate().filter_map(open).min()?;
        let here = reached[place]?;
        if is_target(place) {
            let mut way = ShortestWay { places: vec![place], link_idxs: Vec::new(), carrier: here.carrier };
            let mut at = place;
            while at != start {
                let step = reached[at]?;
                way.link_idxs.push(step.link_idx);
                at = step.from;
                way.places.push(at);
            }
            return Some(way);
        }
        reached[place] = Some(ReachStage { settled: true, ..here });
        for step in steps {
            let to = match step.places {
                [a, b] if a == place => b,
                [a, b] if b == place => a,
                _ => continue,
            };
            if step.carrier.meets(&taken) || step.carrier.meets(&here.carrier) {
                continue;
            }
            let n_cells = here.n_cells + step.carrier.len();
            if reached[to].is_none_or(|known| !known.settled && n_cells < known.n_cells) {
                let carrier = here.carrier | step.carrier;
                reached[to] =
                    Some(ReachStage { carrier, n_cells, from: place, link_idx: step.link_idx, settled: false });
            }
        }
    }
}
