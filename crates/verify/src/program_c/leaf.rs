//! Writes what connections show as nodes.

use std::collections::HashMap;
use std::rc::Rc;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, CellSet, EdgeId, SortOnce as _};
use tesuji_connection::vc::{Connections, Origin, VcConfig};
use tesuji_connection::{Region, Side};
use tesuji_proof::{Claim, Goal, GoalId, Subproof, Terminal};

use super::extract::ProofWriter;
use crate::adjacency::{is_cut, smallest_cut};

/// A way to the goal with its own copy of the links.
struct OwnedWay<const W: usize> {
    key: Option<usize>,
    carrier: Bits<W>,
    links: Vec<u32>,
}

/// A link that has been written, and the edges that its goal names.
#[derive(Clone)]
struct LinkNode {
    part: Subproof,
    named: Vec<EdgeId>,
}

impl ProofWriter<'_> {
    /// The node of a part that connections decide for the prover with the other side to move; `None` if they do not.
    pub(super) fn leaf<const W: usize>(&mut self, part: &Claim, region: &Region<W>) -> Option<Subproof> {
        if self.side == Side::Opponent && is_cut(self.claim, &part.opponent_cells()) {
            let stones = smallest_cut(self.claim, &part.opponent_cells());
            return Some(self.builder.cut(stones));
        }
        // The search's own lists come first: what decides a part at once there must decide it here.
        [VcConfig::default(), VcConfig::WIDER].into_iter().find_map(|config| self.leaf_with(part, region, config))
    }

    fn leaf_with<const W: usize>(&mut self, part: &Claim, region: &Region<W>, config: VcConfig) -> Option<Subproof> {
        let connections = Connections::traced(region, self.side, config);
        let ways = best_ways(&connections, region)?;
        match self.side {
            Side::Owner => {
                let mut links =
                    OwnerLinks { writer: self, region, connections: &connections, part, done: HashMap::default() };
                links.goal_node(&ways)
            }
            Side::Opponent => {
                let mut cuts = Cuts { writer: self, region, connections: &connections, part, done: HashMap::default() };
                cuts.goal_node(&ways)
            }
        }
    }
}

/// The most combinations of open links that one part is written out in. A part with more is searched again.
const MOST_OPEN: usize = 1 << 20;

/// One way that needs no first move, or several that have no common cell.
fn best_ways<const W: usize>(connections: &Connections<W>, region: &Region<W>) -> Option<Vec<OwnedWay<W>>> {
    let mut ways: Vec<OwnedWay<W>> = Vec::new();
    connections.for_each_way(&region.goal, |way| {
        ways.push(OwnedWay { key: way.key, carrier: way.carrier, links: way.links.to_vec() });
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

/// Writes the owner's links as `Linked`, `Replies` and `Join`.
struct OwnerLinks<'a, 'w, const W: usize> {
    writer: &'a mut ProofWriter<'w>,
    region: &'a Region<W>,
    connections: &'a Connections<W>,
    part: &'a Claim,
    done: HashMap<u32, LinkNode, FxBuildHasher>,
}

impl<const W: usize> OwnerLinks<'_, '_, W> {
    fn goal_node(&mut self, ways: &[OwnedWay<W>]) -> Option<Subproof> {
        let mut replies = Vec::new();
        for way in ways {
            let mut children = Vec::new();
            for &link in &way.links {
                match self.connections.origin(link)? {
                    (_, _, Origin::And(left, right)) if self.connections.link(link)?.key().is_some() => {
                        children.push(self.link_node(*left)?.part);
                        children.push(self.link_node(*right)?.part);
                    }
                    _ => children.push(self.link_node(link)?.part),
                }
            }
            let stones = self.part.stones.clone();
            let node = match &children[..] {
                [] => self.writer.builder.linked(0, stones),
                parts => self.writer.builder.join(0, stones, parts),
            };
            match way.key {
                None => return Some(node),
                Some(key) => replies.push((self.region.cells[key], node)),
            }
        }
        Some(self.writer.builder.replies(0, &replies))
    }

    /// The terminal that names a node, the stones that it represents, and the edges it includes.
    fn end(&self, node: u16) -> (Option<Terminal>, CellSet, &[EdgeId]) {
        match usize::from(node).checked_sub(self.region.n_cells()) {
            None => {
                let cell = self.region.cells[usize::from(node)];
                (Some(Terminal::Cell(cell)), CellSet::from_iter([cell]), &[])
            }
            Some(chain) => {
                let chain = &self.region.sides[Side::Owner.index()].chains[chain];
                let name = chain.cells.iter().next().map(Terminal::Cell);
                let name = name.or_else(|| chain.edges.first().map(|&edge| Terminal::Edge(edge)));
                (name, chain.cells.clone(), &chain.edges)
            }
        }
    }

    /// A connection between two nodes, written as a node whose goal is to join them.
    fn link_node(&mut self, link: u32) -> Option<LinkNode> {
        if let Some(done) = self.done.get(&link) {
            return Some(done.clone());
        }
        if self.region.watch.is_over() {
            return None;
        }
        let (a, b, origin) = self.connections.origin(link)?;
        let origin = origin.clone();
        let mut stones = CellSet::new();
        let mut named = Vec::new();
        let mut ends = Vec::new();
        // A chain is named by one of its stones. Its other stones and its edges join what touches them to that stone.
        for node in [self.connections.chain_of(a), self.connections.chain_of(b)] {
            let (name, end_stones, edges) = self.end(node);
            ends.push(name?);
            stones.union_with(&end_stones);
            named.extend_from_slice(edges);
        }
        let written = match origin {
            Origin::Neighbours => {
                let goal = self.link_goal(&ends, &mut named)?;
                self.writer.builder.linked(goal, stones)
            }
            Origin::And(left, right) => {
                let children = [self.link_node(left)?, self.link_node(right)?];
                children.iter().for_each(|child| named.extend_from_slice(&child.named));
                let goal = self.link_goal(&ends, &mut named)?;
                self.writer.builder.join(goal, CellSet::new(), &children.map(|child| child.part))
            }
            Origin::Or(semis) => {
                let mut parts = Vec::new();
                for semi in semis {
                    let key = self.connections.link(semi)?.key()?;
                    let (_, _, &Origin::And(left, right)) = self.connections.origin(semi)? else { return None };
                    let children = [self.link_node(left)?, self.link_node(right)?];
                    children.iter().for_each(|child| named.extend_from_slice(&child.named));
                    parts.push((self.region.cells[key], children.map(|child| child.part)));
                }
                let goal = self.link_goal(&ends, &mut named)?;
                let mut join = |children: &_| self.writer.builder.join(goal, CellSet::new(), children);
                let replies: Vec<_> = parts.iter().map(|(key, children)| (*key, join(children))).collect();
                self.writer.builder.replies(goal, &replies)
            }
        };
        let link_node = LinkNode { part: written, named };
        self.done.insert(link, link_node.clone());
        Some(link_node)
    }

    /// The goal to join two ends where the edges `named` may help. Edges join stones only if the goal names them, so a
    /// second alternative names them; it contains the first.
    fn link_goal(&mut self, ends: &[Terminal], named: &mut Vec<EdgeId>) -> Option<GoalId> {
        named.sort_unstable();
        named.dedup();
        let mut alternatives = vec![vec![ends.to_vec()]];
        let beyond: Vec<Terminal> =
            named.iter().map(|&edge| Terminal::Edge(edge)).filter(|terminal| !ends.contains(terminal)).collect();
        if !beyond.is_empty() {
            alternatives.push(vec![ends.iter().copied().chain(beyond).collect()]);
        }
        Some(self.writer.builder.goal(&Goal::new(alternatives).ok()?))
    }
}

/// Writes the opponent's cycles as `Replies` and `Cut`: every combination of what is still open is written out.
struct Cuts<'a, 'w, const W: usize> {
    writer: &'a mut ProofWriter<'w>,
    region: &'a Region<W>,
    connections: &'a Connections<W>,
    part: &'a Claim,
    done: HashMap<(Vec<u32>, Bits<W>), Rc<Subproof>, FxBuildHasher>,
}

impl<const W: usize> Cuts<'_, '_, W> {
    fn goal_node(&mut self, ways: &[OwnedWay<W>]) -> Option<Subproof> {
        let mut replies = Vec::new();
        for way in ways {
            let mut open = Vec::new();
            match way.key {
                None => {
                    way.links.iter().try_for_each(|&link| self.unfold(link, &mut open))?;
                    return self.open_node(open, Bits::EMPTY).map(Rc::unwrap_or_clone);
                }
                Some(key) => {
                    for &link in &way.links {
                        self.play(link, &mut open)?;
                    }
                    replies.push((self.region.cells[key], self.open_node(open, Bits::single(key))?));
                }
            }
        }
        Some(self.writer.builder.replies(0, &replies))
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
    fn open_node(&mut self, mut open: Vec<u32>, played: Bits<W>) -> Option<Rc<Subproof>> {
        open.sort_unstable();
        let key = (open, played);
        if let Some(node) = self.done.get(&key) {
            return Some(Rc::clone(node));
        }
        let (open, _) = &key;
        if self.done.len() >= MOST_OPEN || self.region.watch.is_over() {
            return None;
        }
        let node = if open.is_empty() {
            let mut cells = self.part.opponent_cells();
            cells.union_with(&self.region.to_board(&played));
            let stones = smallest_cut(self.writer.claim, &cells);
            self.writer.builder.cut(stones)
        } else {
            let mut replies = Vec::new();
            for i in 0..open.len() {
                let (_, _, Origin::Or(semis)) = self.connections.origin(open[i])? else { return None };
                for &semi in semis {
                    let key = self.connections.link(semi)?.key()?;
                    let mut rest = open.clone();
                    rest.remove(i);
                    self.play(semi, &mut rest)?;
                    replies.push((self.region.cells[key], self.open_node(rest, played.with(key))?));
                }
            }
            self.writer.builder.replies(0, &replies)
        };
        let node = Rc::new(node);
        self.done.insert(key, Rc::clone(&node));
        Some(node)
    }
}
