//! The opponent's cycles as nodes of a refutation.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, CellSet, SortOnce as _};
use tesuji_connection::vc::{Connections, Origin, VcConfig};
use tesuji_connection::{Region, Side};
use tesuji_proof::{Claim, Mover};

use super::adjacency::{is_cut, smallest_cut};
use super::nodes::{Part, PlanNodes};
use crate::search::LISTS;

/// The most combinations of open links that one part is written out in.
const MOST_OPEN: usize = 1 << 20;

/// A way to prevent the goal: the opponent's first move, if it needs one, and its links.
struct Way<const W: usize> {
    key: Option<usize>,
    carrier: Bits<W>,
    links: Vec<u32>,
}

/// The part of a goal that the opponent with the stones `own` prevents in `carrier`, in a region of `claim`; `None` if
/// it is not found again.
pub(super) fn connected<const W: usize>(
    nodes: &mut PlanNodes<'_, W>,
    (claim, whole): (&Claim, &Region<W>),
    own: Bits<W>,
    carrier: Bits<W>,
) -> Option<Part<W>> {
    let own = whole.stones_that_matter(Side::Opponent, own, &carrier);
    let mut part = claim.clone();
    part.stones.union_with(&whole.to_board(&(Bits::first_n(whole.n_cells()) - own - carrier)));
    part.carrier = whole.to_board(&carrier);
    part.to_move = Mover::Owner;
    let cells = part.opponent_cells();
    if is_cut(claim, &cells) {
        return Some(cut(nodes, claim, &cells));
    }
    let region = Region::<W>::new(&part).ok()?.watched(whole.watch.clone());
    // The lists with which this part was decided come first: what decides it at once there must decide it here.
    [LISTS, VcConfig::default(), VcConfig::WIDER].into_iter().find_map(|config| {
        let connections = Connections::traced(&region, Side::Opponent, config);
        let ways = best_ways(&connections, &region)?;
        let done = HashMap::default();
        Cuts { nodes, claim, region: &region, connections: &connections, cells: &cells, done }.goal(&ways)
    })
}

/// The node for these cells of the opponent's, which cut the goal.
fn cut<const W: usize>(nodes: &mut PlanNodes<'_, W>, claim: &Claim, cells: &CellSet) -> Part<W> {
    let stones = smallest_cut(claim, cells);
    let stones = stones.iter().filter_map(|cell| nodes.graph.number(cell)).collect();
    nodes.builder.cut(stones)
}

/// One way that needs no first move, or several that have no common cell.
fn best_ways<const W: usize>(connections: &Connections<W>, region: &Region<W>) -> Option<Vec<Way<W>>> {
    let mut ways: Vec<Way<W>> = Vec::new();
    connections.for_each_way(&region.goal, |way| {
        let links = way.links.iter().map(|(_, link)| link.number()).collect();
        ways.push(Way { key: way.key, carrier: way.carrier, links });
    });
    ways.sort_once_by_key(|way| way.carrier.len());
    if let Some(at) = ways.iter().position(|way| way.key.is_none()) {
        return Some(vec![ways.swap_remove(at)]);
    }
    let mut common = Bits::first_n(region.n_cells());
    let mut chosen = Vec::new();
    for way in ways {
        if !common.is_subset(&way.carrier) {
            common &= way.carrier;
            chosen.push(way);
            if common.is_empty() {
                return Some(chosen);
            }
        }
    }
    None
}

/// Writes the opponent's cycles as `Replies` and `Cut`: every combination of what is still open is written out.
struct Cuts<'c, 'a, const W: usize> {
    nodes: &'c mut PlanNodes<'a, W>,
    claim: &'c Claim,
    region: &'c Region<W>,
    connections: &'c Connections<W>,
    /// The opponent's cells before any of its moves here.
    cells: &'c CellSet,
    done: HashMap<(Vec<u32>, Bits<W>), Part<W>, FxBuildHasher>,
}

impl<const W: usize> Cuts<'_, '_, W> {
    fn goal(&mut self, ways: &[Way<W>]) -> Option<Part<W>> {
        let mut replies = Vec::new();
        for way in ways {
            let mut open = Vec::new();
            match way.key {
                None => {
                    way.links.iter().try_for_each(|&link| self.unfold(link, &mut open))?;
                    return self.open_node(open, Bits::EMPTY);
                }
                Some(key) => {
                    for &link in &way.links {
                        self.play(link, &mut open)?;
                    }
                    replies.push((self.number(key)?, self.open_node(open, Bits::single(key))?));
                }
            }
        }
        Some(self.nodes.refuted(&replies))
    }

    /// The number in the whole region of a cell of this part.
    fn number(&self, cell: usize) -> Option<u16> {
        self.nodes.graph.number(self.region.cells[cell]).map(|cell| cell as u16)
    }

    /// Adds the parts of a connection that still have to be answered: those made by the or-rule.
    fn unfold(&self, link: u32, open: &mut Vec<u32>) -> Option<()> {
        match self.connections.origin(link)? {
            (_, _, Origin::Neighbours) => {}
            (_, _, Origin::And(left, right)) => {
                self.unfold(*left, open)?;
                self.unfold(*right, open)?;
            }
            (_, _, Origin::Or(_)) => open.push(link),
            (_, _, Origin::Known(_)) => return None,
        }
        Some(())
    }

    /// Adds the parts of a semi-connection whose key has been played.
    fn play(&self, semi: u32, open: &mut Vec<u32>) -> Option<()> {
        let (_, _, Origin::And(left, right)) = self.connections.origin(semi)? else { return None };
        self.unfold(*left, open)?;
        self.unfold(*right, open)
    }

    /// The node where these links are open, and `played` are the opponent's stones since the leaf.
    fn open_node(&mut self, mut open: Vec<u32>, played: Bits<W>) -> Option<Part<W>> {
        open.sort_unstable();
        let key = (open, played);
        if let Some(&node) = self.done.get(&key) {
            return Some(node);
        }
        let (open, _) = &key;
        if self.done.len() >= MOST_OPEN || self.region.watch.is_over() {
            return None;
        }
        let node = if open.is_empty() {
            let mut cells = self.cells.clone();
            cells.union_with(&self.region.to_board(&played));
            cut(self.nodes, self.claim, &cells)
        } else {
            let mut replies = Vec::new();
            for i in 0..open.len() {
                let (_, _, Origin::Or(semis)) = self.connections.origin(open[i])? else { return None };
                for &semi in semis {
                    let key = self.connections.link(semi)?.key()?;
                    let mut rest = open.clone();
                    rest.remove(i);
                    self.play(semi, &mut rest)?;
                    replies.push((self.number(key)?, self.open_node(rest, played.with(key))?));
                }
            }
            self.nodes.refuted(&replies)
        };
        self.done.insert(key, node);
        Some(node)
    }
}
