//! Routes: ways to the goal that still have to cross some bridges.
//!
//! If a bridge is *held*, the winner counts its ends as joined, and nobody plays on its cells. A proof made under this
//! assumption does not show that the goal is achieved. It shows that stones will join the *legs* of one of several
//! *routes*, and held bridges lie between the legs. A goal may need several routes at a time: a *plan*. In the goal of a
//! certificate, a plan is an alternative and each leg of its routes a group.

use std::rc::Rc;

use tesuji_proof::{Goal, Group};

use super::graph::{BridgeId, Edges, Graph, Vertex, set_of};

/// A part of a route that stones have to join.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Leg {
    from: Vertex,
    to: Vertex,
    /// The edges that the leg passes between its ends: an edge joins stones only if a goal names it.
    through: Edges,
}

/// Legs, with held bridges between them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Route {
    legs: Vec<Leg>,
    bridges: Vec<BridgeId>,
}

impl Leg {
    /// This leg followed by one that starts where it ends, perhaps on the far side of a bridge.
    fn then<const W: usize>(&self, graph: &Graph<W>, next: &Self) -> Self {
        let passed = [&self.through, &next.through, graph.edges(self.to), graph.edges(next.from)].into_iter().flatten();
        let is_end = |edge| graph.edges(self.from).contains(edge) || graph.edges(next.to).contains(edge);
        Self { from: self.from, to: next.to, through: set_of(passed.filter(|edge| !is_end(edge)).copied()) }
    }
}

impl Route {
    /// From a vertex to itself.
    pub(super) fn at(vertex: Vertex) -> Self {
        Self { legs: vec![Leg { from: vertex, to: vertex, through: Edges::new() }], bridges: Vec::new() }
    }

    /// From a vertex to an adjacent one.
    pub(super) fn step(from: Vertex, to: Vertex) -> Self {
        Self { legs: vec![Leg { from, to, through: Edges::new() }], bridges: Vec::new() }
    }

    /// Across a bridge, from one of its ends to the other.
    pub(super) fn across(bridge: BridgeId, from: Vertex, to: Vertex) -> Self {
        let legs = [from, to].map(|end| Leg { from: end, to: end, through: Edges::new() });
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
    pub(super) fn then<const W: usize>(mut self, graph: &Graph<W>, next: &Self) -> Self {
        debug_assert_eq!(self.to(), next.from(), "routes that do not meet");
        if let Some(last) = self.legs.last_mut() {
            *last = last.then(graph, &next.legs[0]);
        }
        self.legs.extend_from_slice(&next.legs[1..]);
        self.bridges.extend_from_slice(&next.bridges);
        self
    }

    /// The route in the opposite direction.
    pub(super) fn reversed(&self) -> Self {
        let legs = self
            .legs
            .iter()
            .rev()
            .map(|leg| Leg { from: leg.to, to: leg.from, through: leg.through.clone() })
            .collect();
        Self { legs, bridges: self.bridges.iter().rev().copied().collect() }
    }

    /// The route after the bridges chosen by `is_built` have been built: the two legs beside such a bridge become one.
    pub(super) fn with_built<const W: usize>(&self, graph: &Graph<W>, is_built: impl Fn(BridgeId) -> bool) -> Self {
        let mut route = Self { legs: vec![self.legs[0].clone()], bridges: Vec::new() };
        for (&bridge, next) in self.bridges.iter().zip(&self.legs[1..]) {
            let last = route.legs.len() - 1;
            if is_built(bridge) {
                route.legs[last] = route.legs[last].then(graph, next);
            } else {
                route.legs.push(next.clone());
                route.bridges.push(bridge);
            }
        }
        route
    }

    /// Its legs as groups of a goal; a leg from a vertex to itself gives no group.
    fn groups<const W: usize>(&self, graph: &Graph<W>) -> impl Iterator<Item = Group> {
        self.legs.iter().filter(|leg| leg.from != leg.to).map(|leg| {
            let mut group = graph.names(leg.from);
            group.extend(graph.names(leg.to));
            group.extend(graph.terminals_of(&leg.through));
            group.sort_unstable();
            group
        })
    }
}

/// Routes that together achieve the goal once their bridges are built. If they cross none, it has no routes, and stands for
/// the goal itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Plan(Vec<Route>);

impl Plan {
    /// The goal itself.
    pub(super) const DONE: Self = Self(Vec::new());

    /// These routes, sorted and without repetition.
    pub(super) fn new(mut routes: Vec<Route>) -> Self {
        if routes.iter().all(|route| route.bridges.is_empty()) {
            return Self::DONE;
        }
        routes.sort_unstable();
        routes.dedup();
        Self(routes)
    }

    /// The plan after the bridges chosen by `is_built` have been built.
    pub(super) fn with_built<const W: usize>(&self, graph: &Graph<W>, is_built: impl Fn(BridgeId) -> bool) -> Self {
        Self::new(self.0.iter().map(|route| route.with_built(graph, &is_built)).collect())
    }

    fn groups<const W: usize>(&self, graph: &Graph<W>) -> Vec<Group> {
        sorted(self.0.iter().flat_map(|route| route.groups(graph)).collect())
    }
}

fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}

/// The goal to connect along one of these routes; `None` if one of them consists of held bridges only, so that stones have
/// nothing to join.
pub(super) fn goal_of<const W: usize>(graph: &Graph<W>, routes: &[Route]) -> Option<Goal> {
    Goal::new(sorted(routes.iter().map(|route| sorted(route.groups(graph).collect())).collect())).ok()
}

/// Several plans, one of which is enough: a goal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Plans(Rc<[Plan]>);

impl Plans {
    /// These plans, sorted and without repetition.
    pub(super) fn new(all: Vec<Plan>) -> Self {
        Self(sorted(all).into())
    }

    pub(super) fn all(&self) -> &[Plan] {
        &self.0
    }

    /// The bridges that they cross, in ascending order, each once.
    pub(super) fn bridges(&self) -> Vec<BridgeId> {
        sorted(self.0.iter().flat_map(|plan| &plan.0).flat_map(|route| &route.bridges).copied().collect())
    }

    /// The plans as a goal; `None` if one of them consists of held bridges only, so that stones have nothing to join.
    pub(super) fn goal<const W: usize>(&self, graph: &Graph<W>) -> Option<Goal> {
        if *self.0 == [Plan::DONE] {
            return Some(graph.goal().clone());
        }
        let (done, open): (Vec<&Plan>, Vec<&Plan>) = self.0.iter().partition(|plan| **plan == Plan::DONE);
        let mut alternatives: Vec<Vec<Group>> = open.iter().map(|plan| plan.groups(graph)).collect();
        if !done.is_empty() {
            alternatives.extend_from_slice(graph.goal().alternatives());
        }
        Goal::new(sorted(alternatives)).ok()
    }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_board::{BOTTOM, TOP};
    use tesuji_proof::Terminal;

    use super::super::graph::tests::graph;
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
        let (graph, topology) = graph(3, 3);
        let [top, bottom] = [9, 10];
        let route = Route::across(0, top, 4).then(&graph, &Route::across(1, 4, 8));
        let route = route.then(&graph, &Route::step(8, bottom));
        assert_eq!((route.from(), route.to(), route.bridges()), (top, bottom, &[0, 1][..]));
        assert_eq!(route.reversed().reversed(), route);
        let cell = |name: &str| Terminal::Cell(topology.cell(name).unwrap());
        let (start, end) = (Terminal::Edge(TOP), Terminal::Edge(BOTTOM));
        let goal = |route: &Route| goal_of(&graph, std::slice::from_ref(route)).unwrap();
        assert_eq!(goal(&route), Goal::pair(cell("c3"), end), "the first legs go nowhere");
        let both = route.with_built(&graph, |_| true);
        assert_eq!((goal(&both), both.bridges()), (Goal::pair(start, end), &[][..]));
        let second = route.with_built(&graph, |id| id == 1);
        assert_eq!((goal(&second), second.bridges()), (Goal::pair(cell("b2"), end), &[0][..]));
        let first = route.with_built(&graph, |id| id == 0);
        assert_eq!(goal(&first).alternatives(), [[vec![cell("b2"), start], vec![cell("c3"), end]]]);
        assert_eq!(first.with_built(&graph, |id| id == 1), both);
        assert_eq!(goal_of(&graph, &[Route::across(0, top, 4)]), None);
    }

    #[test]
    fn an_edge_on_the_way_is_named() {
        let (graph, _) = graph(3, 3);
        let top = 9;
        let route = Route::step(0, top).then(&graph, &Route::step(top, 2));
        let goal = goal_of(&graph, &[route]).unwrap();
        let vertices = [0, 2, top].map(|vertex| graph.names(vertex)[0]);
        assert_eq!(goal.alternatives(), [[vertices.to_vec()]]);
    }
}
