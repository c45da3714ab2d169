//! The certificate under construction, with the plans that its goals stand for.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, Cell};
use tesuji_proof::{CertificateBuilder, FilledCells, GoalId, MAX_COMBINATIONS, NodeId, NodeSink, Subproof};

use super::graph::{BridgeId, Graph};
use super::routes::{Plan, Plans, Route, goal_of};

/// Cells filled in for the winner, and its stones on which that rests.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofFill<const W: usize> {
    pub cells: FilledCells,
    pub rests_on: Bits<W>,
}

/// The number of a set of plans.
pub(super) type PlansId = u32;

/// A part of the proof. Cells are numbered as in the region.
pub(super) type Part<const W: usize> = Subproof<Bits<W>>;

/// A link that has been written, with its routes from one end to the other, which are its goal.
#[derive(Clone)]
pub(super) struct LeafLink<const W: usize> {
    pub part: Part<W>,
    pub routes: Vec<Route>,
    pub goal: GoalId,
}

/// Nodes for goals that are made of plans.
pub(super) struct PlanNodes<'a, const W: usize> {
    pub(super) graph: &'a Graph<W>,
    pub(super) builder: CertificateBuilder<&'a mut dyn NodeSink, Bits<W>>,
    /// By number: the plans, the goal that they form, and the bridges that they cross.
    plans: Vec<(Plans, GoalId, Vec<BridgeId>)>,
    known_plans: HashMap<Plans, PlansId, FxBuildHasher>,
    /// The replies of a refutation, by node, for [`Self::without`].
    refuted: HashMap<NodeId, Box<[(u16, Part<W>)]>, FxBuildHasher>,
    /// Filled cells, by node, for the same purpose.
    fills: HashMap<NodeId, (ProofFill<W>, Part<W>), FxBuildHasher>,
}

impl<'a, const W: usize> PlanNodes<'a, W> {
    pub(super) fn new(graph: &'a Graph<W>, builder: CertificateBuilder<&'a mut dyn NodeSink, Bits<W>>) -> Self {
        let (plans, known_plans) = (Vec::new(), HashMap::default());
        Self { graph, builder, plans, known_plans, refuted: HashMap::default(), fills: HashMap::default() }
    }

    /// The number of these plans. `None` if stones have nothing to join in one of them, or if there are too many.
    pub(super) fn plans(&mut self, all: Vec<Plan>) -> Option<PlansId> {
        let plans = Plans::new(all);
        if let Some(&id) = self.known_plans.get(&plans) {
            return Some(id);
        }
        let goal = plans.goal(self.graph)?;
        if plans.all().len() > 1 && goal.alternatives().len() > MAX_COMBINATIONS {
            return None;
        }
        let goal = self.builder.goal(&goal);
        let id = self.plans.len() as PlansId;
        self.known_plans.insert(plans.clone(), id);
        let bridges = plans.bridges();
        self.plans.push((plans, goal, bridges));
        Some(id)
    }

    /// The plans of this number.
    pub(super) fn plans_of(&self, id: PlansId) -> &[Plan] {
        self.plans[id as usize].0.all()
    }

    /// The bridges that these plans cross.
    pub(super) fn bridges_of(&self, id: PlansId) -> &[BridgeId] {
        &self.plans[id as usize].2
    }

    /// The goal that these plans form.
    pub(super) fn goal_of(&self, id: PlansId) -> GoalId {
        self.plans[id as usize].1
    }

    /// The goal to connect along one of these routes.
    pub(super) fn route_goal(&mut self, routes: &[Route]) -> Option<GoalId> {
        Some(self.builder.goal(&goal_of(self.graph, routes)?))
    }

    /// The ends of a bridge are joined, whoever moves first on its cells.
    pub(super) fn bridge(&mut self, id: BridgeId) -> Option<Part<W>> {
        let bridge = self.graph.bridge(id);
        let goal = self.route_goal(&[Route::step(bridge.ends[0], bridge.ends[1])])?;
        let stones = self.graph.end_cells(id);
        let replies = bridge.cells.map(usize::from);
        let replies = replies.map(|cell| (Cell::new(cell), self.builder.linked(goal, stones.with(cell))));
        Some(self.builder.replies(goal, &replies))
    }

    /// A refutation by these replies.
    pub(super) fn refuted(&mut self, replies: &[(u16, Part<W>)]) -> Part<W> {
        let cells: Vec<_> = replies.iter().map(|&(key, part)| (Cell::new(key.into()), part)).collect();
        let part = self.builder.replies(0, &cells);
        self.refuted.entry(part.node).or_insert_with(|| replies.into());
        part
    }

    /// The part without the cells that are filled in.
    pub(super) fn filled(&mut self, plans: PlansId, fill: &ProofFill<W>, part: Part<W>) -> Part<W> {
        self.filled_for(self.goal_of(plans), fill, part)
    }

    fn filled_for(&mut self, goal: GoalId, fill: &ProofFill<W>, part: Part<W>) -> Part<W> {
        let filled = self.builder.fill(goal, fill.cells, fill.rests_on, &part);
        self.fills.entry(filled.node).or_insert((*fill, part));
        filled
    }

    /// A refutation like `part` that needs none of the cells `own` empty. `own` are stones of the prover, including those
    /// that `part` assumes.
    pub(super) fn without(&mut self, part: Part<W>, own: Bits<W>) -> Part<W> {
        self.without_in(part, own, &mut HashMap::default())
    }

    fn without_in(
        &mut self,
        part: Part<W>,
        own: Bits<W>,
        done: &mut HashMap<(NodeId, Bits<W>), Part<W>, FxBuildHasher>,
    ) -> Part<W> {
        let filled = part.carrier & own;
        if filled.is_empty() {
            return part;
        }
        if let Some(&known) = done.get(&(part.node, filled)) {
            return known;
        }
        if let Some(&(fill, below)) = self.fills.get(&part.node) {
            let child = self.without_in(below, own | fill.cells.filled().map(Cell::index).collect(), done);
            let mut rest = fill.cells.cells().filter(|cell| !own.contains(cell.index()));
            let mut fill = fill;
            fill.rests_on |= fill.cells.cells().map(Cell::index).filter(|&cell| own.contains(cell)).collect();
            let without = match (fill.cells, rest.next(), rest.next()) {
                (_, _, Some(_)) | (FilledCells::Dead(_), Some(_), _) => Some(fill.cells),
                (FilledCells::Captured(..), Some(cell), None) => Some(FilledCells::Dead(cell)),
                (FilledCells::Permanent(cell, _), Some(left), None) if left == cell => Some(FilledCells::Dead(cell)),
                _ => None,
            };
            let without = without.map_or(child, |cells| self.filled_for(0, &ProofFill { cells, ..fill }, child));
            done.insert((part.node, filled), without);
            return without;
        }
        let Some(replies) = self.refuted.get(&part.node).cloned() else { return part };
        let without = match replies.iter().find(|&&(key, _)| own.contains(key.into())) {
            // This reply has already been played.
            Some(&(_, child)) => self.without_in(child, own, done),
            None => {
                let mut rest = Vec::with_capacity(replies.len());
                for &(key, child) in &replies {
                    rest.push((key, self.without_in(child, own.with(key.into()), done)));
                }
                self.refuted(&rest)
            }
        };
        done.insert((part.node, filled), without);
        without
    }
}
