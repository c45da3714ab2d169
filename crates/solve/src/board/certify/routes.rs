//! Routes: ways to the goal on which some bridges are still to be crossed.
//!
//! Where a bridge is *held*, the winner counts its ends as joined and nobody plays on its cells. A proof made there says
//! less than that the goal is achieved: stones will join the *legs* of one of several *routes*, and between
//! the legs lie held bridges. As a goal of a certificate, a route is an alternative, and each leg a group.

use std::rc::Rc;

use tesuji_proof::{Goal, Group};

use super::ground::{BridgeId, Ground, Vertex};

/// A part of a route that stones have to join.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Leg {
    from: Vertex,
    to: Vertex,
    /// The edges through which it runs between its ends, one bit each: they join stones only if a goal names them.
    through: u8,
}

/// Legs, and between them held bridges.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Route {
    legs: Vec<Leg>,
    bridges: Vec<BridgeId>,
}

impl Leg {
    fn new<const W: usize>(ground: &Ground<W>, from: Vertex, to: Vertex, mut through: u8) -> Self {
        for end in [from, to] {
            if let Some(edge) = ground.edge(end) {
                through &= !(1 << edge);
            }
        }
        Self { from, to, through }
    }

    /// This leg and one that goes on where it ends, perhaps on the far side of a bridge.
    fn then<const W: usize>(&self, ground: &Ground<W>, next: &Self) -> Self {
        let between = [self.to, next.from].into_iter().filter_map(|end| ground.edge(end));
        let through = between.fold(self.through | next.through, |all, edge| all | 1 << edge);
        Self::new(ground, self.from, next.to, through)
    }
}

impl Route {
    /// From a vertex to itself.
    pub(super) fn at(vertex: Vertex) -> Self {
        Self { legs: vec![Leg { from: vertex, to: vertex, through: 0 }], bridges: Vec::new() }
    }

    /// From a vertex to one that it touches.
    pub(super) fn step(from: Vertex, to: Vertex) -> Self {
        Self { legs: vec![Leg { from, to, through: 0 }], bridges: Vec::new() }
    }

    /// Across a bridge, from one of its ends to the other.
    pub(super) fn across(bridge: BridgeId, from: Vertex, to: Vertex) -> Self {
        let legs = [from, to].map(|end| Leg { from: end, to: end, through: 0 });
        Self { legs: legs.to_vec(), bridges: vec![bridge] }
    }

    pub(super) fn from(&self) -> Vertex {
        self.legs[0].from
    }

    pub(super) fn to(&self) -> Vertex {
        self.legs[self.legs.len() - 1].to
    }

    /// The held bridges that it crosses.
    pub(super) fn bridges(&self) -> &[BridgeId] {
        &self.bridges
    }

    /// This route and then `next`, which begins where it ends.
    pub(super) fn then<const W: usize>(mut self, ground: &Ground<W>, next: &Self) -> Self {
        debug_assert_eq!(self.to(), next.from(), "routes that do not meet");
        if let Some(last) = self.legs.last_mut() {
            *last = last.then(ground, &next.legs[0]);
        }
        self.legs.extend_from_slice(&next.legs[1..]);
        self.bridges.extend_from_slice(&next.bridges);
        self
    }

    /// The other way round.
    pub(super) fn reversed(&self) -> Self {
        let legs = self.legs.iter().rev().map(|leg| Leg { from: leg.to, to: leg.from, ..*leg }).collect();
        Self { legs, bridges: self.bridges.iter().rev().copied().collect() }
    }

    /// The route when what `is_built` tells of its bridges have been built: the legs on both sides of one become one.
    pub(super) fn with_built<const W: usize>(&self, ground: &Ground<W>, is_built: impl Fn(BridgeId) -> bool) -> Self {
        let mut route = Self { legs: vec![self.legs[0]], bridges: Vec::new() };
        for (&bridge, next) in self.bridges.iter().zip(&self.legs[1..]) {
            let last = route.legs.len() - 1;
            if is_built(bridge) {
                route.legs[last] = route.legs[last].then(ground, next);
            } else {
                route.legs.push(*next);
                route.bridges.push(bridge);
            }
        }
        route
    }

    /// Its legs as groups of a goal; a leg that goes nowhere is none.
    fn groups<const W: usize>(&self, ground: &Ground<W>) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for leg in self.legs.iter().filter(|leg| leg.from != leg.to) {
            let through = ground.goal().into_iter().enumerate().filter(|(edge, _)| leg.through >> edge & 1 != 0);
            let vertices = [leg.from, leg.to].into_iter().chain(through.map(|(_, vertex)| vertex));
            let mut group: Group = vertices.map(|vertex| ground.terminal(vertex)).collect();
            group.sort_unstable();
            groups.push(group);
        }
        groups.sort_unstable();
        groups.dedup();
        groups
    }
}

/// Several routes, of which one is enough: a goal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Routes(Rc<[Route]>);

impl Routes {
    /// These routes, each once, in order.
    pub(super) fn new(mut all: Vec<Route>) -> Self {
        all.sort_unstable();
        all.dedup();
        Self(all.into())
    }

    pub(super) fn all(&self) -> &[Route] {
        &self.0
    }

    /// The bridges that they cross, ascending, each once.
    pub(super) fn bridges(&self) -> Vec<BridgeId> {
        let mut bridges: Vec<BridgeId> = self.0.iter().flat_map(|route| &route.bridges).copied().collect();
        bridges.sort_unstable();
        bridges.dedup();
        bridges
    }

    /// As a goal; `None` if stones have nothing to do on some route, as held bridges are all of it.
    pub(super) fn goal<const W: usize>(&self, ground: &Ground<W>) -> Option<Goal> {
        let mut alternatives: Vec<Vec<Group>> = self.0.iter().map(|route| route.groups(ground)).collect();
        alternatives.sort_unstable();
        alternatives.dedup();
        Goal::new(alternatives).ok()
    }
}
