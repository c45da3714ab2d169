//! Connection test: has the owner achieved the goal, by stones and connections with disjoint carriers?

use tesuji_board::Bits;
use tesuji_connection::patterns::{Placement, placements};
use tesuji_proof::{Claim, Terminal};

use super::semi;
use crate::region::Region;

/// A stored pattern where it lies in the region.
pub(super) struct Stored<const W: usize> {
    /// The nodes that must be the owner's.
    pub(super) stones: Bits<W>,
    /// The nodes it joins, the second an edge if it leads to one.
    pub(super) ends: [usize; 2],
    /// The nodes that must be empty.
    pub(super) carrier: Bits<W>,
}

/// A connection between two chains.
#[derive(Clone, Copy)]
pub(super) struct Link<const W: usize> {
    pub(super) chains: [usize; 2],
    pub(super) carrier: Bits<W>,
}

/// The owner's stones and pieces as they hang together by adjacency.
pub(super) struct Chains {
    /// Chain of each node that the owner has.
    pub(super) of_node: Vec<usize>,
    pub(super) n_chains: usize,
}

/// The connection test of one claim.
pub(super) struct LinkTest<'a, const W: usize> {
    region: &'a Region<W>,
    pub(super) stored: Vec<Stored<W>>,
    /// For each node, the stored patterns with a stone there.
    with_stone_at: Vec<Vec<usize>>,
    semi_connections: bool,
}

impl<'a, const W: usize> LinkTest<'a, W> {
    pub(super) fn new(claim: &Claim, region: &'a Region<W>, semi_connections: bool) -> Self {
        let stored: Vec<Stored<W>> =
            placements(&claim.topology).iter().filter_map(|placement| localise(region, placement)).collect();
        let mut with_stone_at = vec![Vec::new(); region.neighbours.len()];
        for (stored_idx, pattern) in stored.iter().enumerate() {
            for node in pattern.stones.iter() {
                with_stone_at[node].push(stored_idx);
            }
        }
        Self { region, stored, with_stone_at, semi_connections }
    }

    /// The stored patterns with a stone at `node`.
    pub(super) fn stored_at(&self, node: usize) -> impl Iterator<Item = &Stored<W>> {
        self.with_stone_at[node].iter().map(|&stored_idx| &self.stored[stored_idx])
    }

    /// The empty cells that the owner needs to achieve an alternative though the opponent moves first: one set for
    /// each alternative that is found achieved.
    pub(super) fn regions(&self, owner: Bits<W>, empty: Bits<W>) -> impl Iterator<Item = Bits<W>> {
        let chains = self.chains(owner);
        let links = self.links(&chains, owner, empty);
        self.region
            .alternatives
            .iter()
            .filter(move |groups| groups.iter().all(|group| group.is_subset(&owner)))
            .filter_map(move |groups| join(groups, &chains, &links))
    }

    /// Is the goal achieved though the opponent moves first?
    pub(super) fn achieved(&self, owner: Bits<W>, empty: Bits<W>) -> bool {
        self.regions(owner, empty).next().is_some()
    }

    fn chains(&self, owner: Bits<W>) -> Chains {
        let mut of_node = vec![usize::MAX; self.region.neighbours.len()];
        let mut n_chains = 0;
        let mut rest = owner;
        while let Some(start) = rest.first() {
            let chain = self.region.reach(Bits::single(start), owner);
            for node in chain.iter() {
                of_node[node] = n_chains;
            }
            n_chains += 1;
            rest -= chain;
        }
        Chains { of_node, n_chains }
    }

    fn links(&self, chains: &Chains, owner: Bits<W>, empty: Bits<W>) -> Vec<Link<W>> {
        let mut links = Vec::new();
        for pattern in &self.stored {
            if pattern.stones.is_subset(&owner) && pattern.carrier.is_subset(&empty) {
                let ends = pattern.ends.map(|node| chains.of_node[node]);
                if ends[0] != ends[1] {
                    links.push(Link { chains: ends, carrier: pattern.carrier });
                }
            }
        }
        if self.semi_connections {
            semi::add_links(self.region, self, chains, owner, empty, &mut links);
        }
        links
    }
}

fn localise<const W: usize>(region: &Region<W>, placement: &Placement) -> Option<Stored<W>> {
    let (a, b) = placement.ends();
    let ends = [region.node(a)?, region.node(b)?];
    let node = |cell| region.node(Terminal::Cell(cell));
    let stones: Bits<W> = placement.stones.iter().map(|&cell| node(cell)).collect::<Option<_>>()?;
    let carrier: Bits<W> = placement.carrier.iter().map(node).collect::<Option<_>>()?;
    let is_sound = ends[0] != ends[1] && carrier.is_subset(&region.carrier()) && !carrier.meets(&stones);
    is_sound.then_some(Stored { stones: stones.with(ends[1]), ends, carrier })
}

/// The carriers, pairwise disjoint, of links that join all of `groups`, all of whose nodes are the owner's.
///
/// Takes the smallest way it sees at each step and never goes back, so it may miss one.
fn join<const W: usize>(groups: &[Bits<W>], chains: &Chains, links: &[Link<W>]) -> Option<Bits<W>> {
    let mut used = Bits::EMPTY;
    // Chains that are joined by the links taken so far bear the same label.
    let mut labels: Vec<usize> = (0..chains.n_chains).collect();
    for group in groups {
        let start = chains.of_node[group.first()?];
        while group.iter().any(|node| labels[chains.of_node[node]] != labels[start]) {
            let is_target = |label: usize| {
                label != labels[start] && group.iter().any(|node| labels[chains.of_node[node]] == label)
            };
            let (path, carrier) = shortest_path(labels[start], is_target, &labels, links, used)?;
            used |= carrier;
            for label in &mut labels {
                if path.contains(label) {
                    *label = path[0];
                }
            }
        }
    }
    Some(used)
}

/// The labels on a way of small carrier from `start` to a target, from the target back, and its carrier.
fn shortest_path<const W: usize>(
    start: usize,
    is_target: impl Fn(usize) -> bool,
    labels: &[usize],
    links: &[Link<W>],
    taken: Bits<W>,
) -> Option<(Vec<usize>, Bits<W>)> {
    #[derive(Clone, Copy)]
    struct Reached<const W: usize> {
        carrier: Bits<W>,
        n_cells: usize,
        from: usize,
        settled: bool,
    }
    let mut reached: Vec<Option<Reached<W>>> = vec![None; labels.len()];
    reached[start] = Some(Reached { carrier: Bits::EMPTY, n_cells: 0, from: start, settled: false });
    loop {
        let nearest = |(label, reached): (usize, &Option<Reached<W>>)| {
            reached.filter(|reached| !reached.settled).map(|reached| (reached.n_cells, label))
        };
        let (_, label) = reached.iter().enumerate().filter_map(nearest).min()?;
        let here = reached[label]?;
        if is_target(label) {
            let mut path = vec![label];
            let mut at = label;
            while at != start {
                at = reached[at]?.from;
                path.push(at);
            }
            return Some((path, here.carrier));
        }
        reached[label] = Some(Reached { settled: true, ..here });
        for link in links {
            let [a, b] = link.chains.map(|chain| labels[chain]);
            let to = if a == label {
                b
            } else if b == label {
                a
            } else {
                continue;
            };
            if link.carrier.meets(&taken) || link.carrier.meets(&here.carrier) {
                continue;
            }
            let n_cells = here.n_cells + link.carrier.len();
            if reached[to].is_none_or(|known| !known.settled && n_cells < known.n_cells) {
                let carrier = here.carrier | link.carrier;
                reached[to] = Some(Reached { carrier, n_cells, from: label, settled: false });
            }
        }
    }
}
