//! Routes: ways to the goal that still have to cross some bridges.
//!
//! If a bridge is *held*, the winner counts its ends as joined, and nobody plays on its cells. A proof made under this
//! assumption does not show that the goal is achieved. It shows that stones will join the *legs* of one of several
//! *routes*, and held bridges lie between the legs. In the goal of a certificate, a route is an alternative and each
//! leg a group.

use std::rc::Rc;

use tesuji_proof::{Goal, Group};

use super::ground::{BridgeId, Ground, Vertex};

/// A part of a route that stones have to join.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Leg {
    from: Vertex,
    to: Vertex,
    /// The edges that the leg passes between its ends, one bit each: an edge joins stones only if a goal names it.
    through: u8,
}

/// Legs, with held bridges between them.
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

    /// This leg followed by one that starts where it ends, perhaps on the far side of a bridge.
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

    /// From a vertex to an adjacent one.
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

    /// This route followed by `next`, which begins where this one ends.
    pub(super) fn then<const W: usize>(mut self, ground: &Ground<W>, next: &Self) -> Self {
        debug_assert_eq!(self.to(), next.from(), "routes that do not meet");
        if let Some(last) = self.legs.last_mut() {
            *last = last.then(ground, &next.legs[0]);
        }
        self.legs.extend_from_slice(&next.legs[1..]);
        self.bridges.extend_from_slice(&next.bridges);
        self
    }

    /// The same route in the opposite direction.
    pub(super) fn reversed(&self) -> Self {
        let legs = self.legs.iter().rev().map(|leg| Leg { from: leg.to, to: leg.from, ..*leg }).collect();
        Self { legs, bridges: self.bridges.iter().rev().copied().collect() }
    }

    /// The route after the bridges chosen by `is_built` have been built: the two legs beside such a bridge become one.
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

    /// Its legs as groups of a goal; a leg from a vertex to itself gives no group.
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

/// Several routes, one of which is enough: a goal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Routes(Rc<[Route]>);

impl Routes {
    /// These routes, sorted and without repetition.
    pub(super) fn new(mut all: Vec<Route>) -> Self {
        all.sort_unstable();
        all.dedup();
        Self(all.into())
    }

    pub(super) fn all(&self) -> &[Route] {
        &self.0
    }

    /// The bridges that they cross, in ascending order, each once.
    pub(super) fn bridges(&self) -> Vec<BridgeId> {
        let mut bridges: Vec<BridgeId> = self.0.iter().flat_map(|route| &route.bridges).copied().collect();
        bridges.sort_unstable();
        bridges.dedup();
        bridges
    }

    /// The routes as a goal; `None` if some route consists of held bridges only, so that stones have nothing to join.
    pub(super) fn goal<const W: usize>(&self, ground: &Ground<W>) -> Option<Goal> {
        let mut alternatives: Vec<Vec<Group>> = self.0.iter().map(|route| route.groups(ground)).collect();
        alternatives.sort_unstable();
        alternatives.dedup();
        Goal::new(alternatives).ok()
    }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_proof::Terminal;

    use super::super::ground::tests::ground;
    use super::*;

    /// Bridges from the top (9) to 4 and from 4 to 8, named 0 and 1, with a leg from 4 to itself between them.
    ///
    /// ```text
    ///  0 1 2
    ///   3 4 5
    ///    6 7 8
    /// ```
    #[test]
    fn building_a_bridge_joins_its_legs() {
        let (ground, topology) = ground(3, 3);
        let [top, bottom] = ground.goal();
        let route = Route::across(0, top, 4).then(&ground, &Route::across(1, 4, 8));
        let route = route.then(&ground, &Route::step(8, bottom));
        assert_eq!((route.from(), route.to(), route.bridges()), (top, bottom, &[0, 1][..]));
        assert_eq!(route.reversed().reversed(), route);
        let cell = |name: &str| Terminal::Cell(topology.cell(name).unwrap());
        let (start, end) = (ground.terminal(top), ground.terminal(bottom));
        let goal = |route: &Route| Routes::new(vec![route.clone()]).goal(&ground).unwrap();
        assert_eq!(goal(&route), Goal::pair(cell("c3"), end), "the first legs go nowhere");
        let both = route.with_built(&ground, |_| true);
        assert_eq!((goal(&both), both.bridges()), (Goal::pair(start, end), &[][..]));
        let second = route.with_built(&ground, |id| id == 1);
        assert_eq!((goal(&second), second.bridges()), (Goal::pair(cell("b2"), end), &[0][..]));
        let first = route.with_built(&ground, |id| id == 0);
        assert_eq!(goal(&first).alternatives(), [[vec![cell("b2"), start], vec![cell("c3"), end]]]);
        assert_eq!(first.with_built(&ground, |id| id == 1), both);
        assert_eq!(Routes::new(vec![Route::across(0, top, 4)]).goal(&ground), None);
    }

    #[test]
    fn an_edge_on_the_way_is_named() {
        let (ground, _) = ground(3, 3);
        let [top, _] = ground.goal();
        let route = Route::step(0, top).then(&ground, &Route::step(top, 2));
        let goal = Routes::new(vec![route]).goal(&ground).unwrap();
        let vertices = [0, 2, top].map(|vertex| ground.terminal(vertex));
        assert_eq!(goal.alternatives(), [[vertices.to_vec()]]);
    }
}
