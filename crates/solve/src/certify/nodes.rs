//! The certificate under construction, with the routes that its goals stand for.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, Cell};
use tesuji_proof::{CertificateBuilder, GoalId, MAX_COMBINATIONS, NodeSink, Subproof};

use super::ground::{BridgeId, Ground};
use super::routes::{Route, Routes};

/// The number of a set of routes.
pub(super) type RoutesId = u32;

/// Nodes for goals that are made of routes.
pub(super) struct RouteNodes<'a, const W: usize> {
    pub(super) ground: &'a Ground<W>,
    pub(super) builder: CertificateBuilder<&'a mut dyn NodeSink, Bits<W>>,
    /// By number: the routes, the goal that they form, and the bridges that they cross.
    routes: Vec<(Routes, GoalId, Vec<BridgeId>)>,
    known_routes: HashMap<Routes, RoutesId, FxBuildHasher>,
}

impl<'a, const W: usize> RouteNodes<'a, W> {
    pub(super) fn new(ground: &'a Ground<W>, builder: CertificateBuilder<&'a mut dyn NodeSink, Bits<W>>) -> Self {
        Self { ground, builder, routes: Vec::new(), known_routes: HashMap::default() }
    }

    /// The number of these routes. `None` if stones have nothing to join on one of them, or if there are too many.
    pub(super) fn routes(&mut self, all: Vec<Route>) -> Option<RoutesId> {
        let routes = Routes::new(all);
        if routes.all().len() > MAX_COMBINATIONS {
            return None;
        }
        if let Some(&id) = self.known_routes.get(&routes) {
            return Some(id);
        }
        let goal = self.builder.goal(&routes.goal(self.ground)?);
        let id = self.routes.len() as RoutesId;
        self.known_routes.insert(routes.clone(), id);
        let bridges = routes.bridges();
        self.routes.push((routes, goal, bridges));
        Some(id)
    }

    /// The routes of this number.
    pub(super) fn routes_of(&self, id: RoutesId) -> &[Route] {
        self.routes[id as usize].0.all()
    }

    /// The bridges that these routes cross.
    pub(super) fn bridges_of(&self, id: RoutesId) -> &[BridgeId] {
        &self.routes[id as usize].2
    }

    /// The goal that these routes form.
    pub(super) fn goal_of(&self, id: RoutesId) -> GoalId {
        self.routes[id as usize].1
    }

    /// The goal that these routes form, without keeping the routes.
    pub(super) fn passing_goal(&mut self, all: Vec<Route>) -> Option<GoalId> {
        let goal = Routes::new(all).goal(self.ground)?;
        Some(self.builder.goal(&goal))
    }

    /// The ends of a bridge are joined, whoever moves first on its cells.
    pub(super) fn bridge(&mut self, id: BridgeId) -> Option<Subproof<Bits<W>>> {
        let bridge = self.ground.bridge(id);
        let goal = self.passing_goal(vec![Route::step(bridge.ends[0], bridge.ends[1])])?;
        let stones = self.ground.end_cells(id);
        let replies = bridge.cells.map(usize::from);
        let replies = replies.map(|cell| (Cell::new(cell), self.builder.linked(goal, stones.with(cell))));
        Some(self.builder.replies(goal, &replies))
    }
}
