//! The rules of `docs/CERTIFICATE.md`: the only code that has to be right for a certificate to be trusted.
//!
//! Nothing here searches, guesses or hashes. Each node is looked at once; what is kept of it is
//! its goal and two sets. The form in which nodes arrive is no matter of this file.

use tesuji_board::{Bits, Cell, CellSet};

use crate::statement::{Keep, Proven, Statement, Step, Steps};
use crate::{CertificateError, Goal, GoalId, NodeFault, NodeId, RootFault, Terminal, Verdict};

/// The most combinations of alternatives that a `Join` may ask the checker to go through.
pub const MAX_COMBINATIONS: usize = 4096;

/// The most edges that the board of a certificate may have.
pub const MAX_EDGES: usize = 1024;

/// What a node has proved: the prover, who has the cells `assumes` besides those of the claim, succeeds
/// in `carrier` although the other moves first. The two sets are disjoint and lie in the claim's carrier.
#[derive(Clone, Copy)]
struct Derived<const W: usize> {
    goal: GoalId,
    assumes: Bits<W>,
    carrier: Bits<W>,
}

/// A goal as sets of vertices: cells, then edges.
struct GoalSets<const W: usize> {
    edges: Bits<W>,
    alternatives: Vec<Vec<Bits<W>>>,
}

pub(crate) struct Rules<'a, const W: usize> {
    statement: &'a Statement<'a>,
    /// By vertex: the cells and edges that touch it.
    near: Vec<Bits<W>>,
    stones: Bits<W>,
    carrier: Bits<W>,
    goals: Vec<GoalSets<W>>,
    proven: Vec<Derived<W>>,
    /// Scratch of `join`: the groups that the children have joined.
    links: Vec<Bits<W>>,
}

impl<'a, const W: usize> Rules<'a, W> {
    pub(crate) fn new(statement: &'a Statement<'a>) -> Self {
        let claim = statement.claim;
        let n_cells = claim.topology.n_cells();
        let bits = |cells: &CellSet| -> Bits<W> { cells.iter().map(Cell::index).collect() };
        let mut near: Vec<Bits<W>> = claim
            .topology
            .cells()
            .map(|cell| claim.topology.neighbours(cell).iter().map(|to| to.index()).collect())
            .collect();
        for (edge, vertex) in claim.topology.edges().iter().zip(n_cells..) {
            edge.cells.iter().for_each(|cell| near[cell.index()].insert(vertex));
            near.push(bits(&edge.cells));
        }
        let vertex = |terminal: &Terminal| match *terminal {
            Terminal::Cell(cell) => cell.index(),
            Terminal::Edge(edge) => n_cells + edge,
        };
        let sets = |goal: &Goal| GoalSets {
            edges: goal.edges().into_iter().map(|edge| n_cells + edge).collect(),
            alternatives: goal
                .alternatives()
                .iter()
                .map(|groups| groups.iter().map(|group| group.iter().map(vertex).collect()).collect())
                .collect(),
        };
        Self {
            statement,
            near,
            stones: bits(&claim.stones),
            carrier: bits(&claim.carrier),
            goals: statement.goals.iter().map(sets).collect(),
            proven: Vec::new(),
            links: Vec::new(),
        }
    }

    /// Checks every node, in order, and that the last proves the claim.
    pub(crate) fn prove(mut self, steps: &mut impl Steps, keep: Keep) -> Result<Vec<Proven>, CertificateError> {
        while let Some(step) = steps.next()? {
            let node = self.proven.len() as NodeId;
            let derived = self.derive(step).map_err(|fault| CertificateError::Node { node, fault })?;
            self.proven.push(derived);
        }
        let root = self.proven.last().ok_or(CertificateError::NoNodes)?;
        self.accept(root).map_err(CertificateError::Root)?;
        let cells = |bits: &Bits<W>| bits.iter().map(Cell::new).collect();
        let wanted = if keep == Keep::All { &self.proven[..] } else { std::slice::from_ref(root) };
        let public = |d: &Derived<W>| Proven { goal: d.goal, assumes: cells(&d.assumes), carrier: cells(&d.carrier) };
        Ok(wanted.iter().map(public).collect())
    }

    /// Is the claim proved once `root` is?
    fn accept(&self, root: &Derived<W>) -> Result<(), RootFault> {
        let first: Bits<W> = self.statement.first.iter().map(|cell| cell.index()).collect();
        if root.goal != 0 {
            return Err(RootFault::Goal(root.goal));
        }
        if let Some(cell) = (root.assumes - first).first() {
            return Err(RootFault::Assumes(self.name(cell)));
        }
        match (root.carrier & first).first() {
            Some(cell) => Err(RootFault::Carrier(self.name(cell))),
            None => Ok(()),
        }
    }

    fn derive(&mut self, step: Step<'_>) -> Result<Derived<W>, NodeFault> {
        let verdict = self.statement.verdict;
        match (step, verdict) {
            (Step::Linked { goal, stones }, Verdict::Holds) => self.linked(goal, stones),
            (Step::Join { goal, stones, children }, Verdict::Holds) => self.join(goal, stones, children),
            (Step::Cut { stones }, Verdict::Fails) => self.cut(stones),
            (Step::Replies { goal, replies }, _) => self.replies(goal, replies),
            (Step::Linked { .. }, _) => Err(NodeFault::Kind { kind: "linked", verdict }),
            (Step::Join { .. }, _) => Err(NodeFault::Kind { kind: "join", verdict }),
            (Step::Cut { .. }, _) => Err(NodeFault::Kind { kind: "cut", verdict }),
        }
    }

    /// Some alternative is achieved by the owner's stones as they stand.
    fn linked(&self, goal: GoalId, stones: &[Cell]) -> Result<Derived<W>, NodeFault> {
        let assumes = self.playable(stones)?;
        if !self.achieved(self.goal(goal)?, self.stones | assumes, &[]) {
            return Err(NodeFault::NotLinked(goal));
        }
        Ok(Derived { goal, assumes, carrier: Bits::EMPTY })
    }

    /// No alternative is achieved even if the owner gets every cell but the opponent's.
    fn cut(&self, stones: &[Cell]) -> Result<Derived<W>, NodeFault> {
        let assumes = self.playable(stones)?;
        if self.achieved(self.goal(0)?, (self.stones | self.carrier) - assumes, &[]) {
            return Err(NodeFault::NotCut);
        }
        Ok(Derived { goal: 0, assumes, carrier: Bits::EMPTY })
    }

    /// Wherever the other moves, some reply's region is untouched.
    ///
    /// A cell that one child assumes and another wants empty counts as assumed: a stone of the
    /// prover's never hurts it. For the same reason a child's carrier may contain its reply.
    fn replies(&self, goal: GoalId, replies: &[(Cell, NodeId)]) -> Result<Derived<W>, NodeFault> {
        self.goal(goal)?;
        let (mut assumes, mut carrier, mut in_all) = (Bits::EMPTY, Bits::EMPTY, !Bits::EMPTY);
        for &(reply, id) in replies {
            let child = self.child(id)?;
            if child.goal != goal {
                return Err(NodeFault::ChildGoal { child: id, found: child.goal, expected: goal });
            }
            let reply = self.playable(&[reply])?;
            let region = child.carrier | reply;
            assumes |= child.assumes - reply;
            carrier |= region;
            in_all &= region;
        }
        // Nothing lies outside the intersection of no regions.
        if replies.is_empty() {
            return Err(NodeFault::NoReplies);
        }
        if let Some(cell) = in_all.first() {
            return Err(NodeFault::Unanswered(self.name(cell)));
        }
        Ok(Derived { goal, assumes, carrier: carrier - assumes })
    }

    /// Parts that do not touch each other together achieve the goal, however each of them ends.
    fn join(&mut self, goal: GoalId, stones: &[Cell], children: &[NodeId]) -> Result<Derived<W>, NodeFault> {
        let whole = self.goal(goal)?;
        let mut assumes = self.playable(stones)?;
        let mut n_combinations = 1_usize;
        for &id in children {
            let child = self.child(id)?;
            let part = self.goal(child.goal)?;
            if let Some(vertex) = (part.edges - whole.edges).first() {
                return Err(NodeFault::ForeignEdge { child: id, edge: self.name(vertex), goal });
            }
            assumes |= child.assumes;
            n_combinations = n_combinations.saturating_mul(part.alternatives.len());
        }
        let mut carrier = Bits::EMPTY;
        for &id in children {
            let rest = self.child(id)?.carrier - assumes;
            if let Some(cell) = (carrier & rest).first() {
                return Err(NodeFault::Overlap { child: id, cell: self.name(cell) });
            }
            carrier |= rest;
        }
        if n_combinations > MAX_COMBINATIONS {
            return Err(NodeFault::TooManyCombinations);
        }
        let mut links = std::mem::take(&mut self.links);
        for combination in 0..n_combinations {
            links.clear();
            for (_, groups) in self.chosen(children, combination) {
                links.extend(groups);
            }
            // A cell in a group that a child has joined bears a stone of the owner's.
            let own = links.iter().fold(self.stones | assumes, |own, &group| own | group);
            if !self.achieved(self.goal(goal)?, own, &links) {
                let chosen = self.chosen(children, combination).map(|(alternative, _)| alternative).collect();
                return Err(NodeFault::NotJoined { goal, chosen });
            }
        }
        self.links = links;
        Ok(Derived { goal, assumes, carrier })
    }

    /// For each child (all exist) its alternative in this combination: number and groups.
    fn chosen(&self, children: &[NodeId], combination: usize) -> impl Iterator<Item = (usize, &[Bits<W>])> {
        children.iter().scan(combination, |rest, &id| {
            let alternatives = &self.goals[self.proven[id as usize].goal as usize].alternatives;
            let chosen = *rest % alternatives.len();
            *rest /= alternatives.len();
            Some((chosen, &alternatives[chosen][..]))
        })
    }

    /// Does the owner, with the cells `own`, achieve an alternative of `goal` if the cells and edges of each link are joined?
    fn achieved(&self, goal: &GoalSets<W>, own: Bits<W>, links: &[Bits<W>]) -> bool {
        let own = own | goal.edges;
        goal.alternatives.iter().any(|groups| groups.iter().all(|group| self.joined(group, own, links)))
    }

    /// Do all of `group` lie in one piece of `own`? Floods the piece of its first vertex.
    fn joined(&self, group: &Bits<W>, own: Bits<W>, links: &[Bits<W>]) -> bool {
        if !group.is_subset(&own) {
            return false;
        }
        let mut reached: Bits<W> = group.first().into_iter().collect();
        let mut fresh = reached;
        loop {
            while let Some(vertex) = fresh.first() {
                let more = (self.near[vertex] & own) - reached;
                reached |= more;
                fresh = fresh.without(vertex) | more;
            }
            if group.is_subset(&reached) {
                return true;
            }
            for link in links.iter().filter(|link| link.meets(&reached)) {
                fresh |= *link - reached;
            }
            if fresh.is_empty() {
                return false;
            }
            reached |= fresh;
        }
    }

    /// These cells as a set, if the prover can have played on all of them.
    fn playable(&self, cells: &[Cell]) -> Result<Bits<W>, NodeFault> {
        let mut set = Bits::EMPTY;
        for &cell in cells {
            if cell.index() >= self.near.len() || !self.carrier.contains(cell.index()) {
                return Err(NodeFault::OutsideCarrier(self.name(cell.index())));
            }
            set.insert(cell.index());
        }
        Ok(set)
    }

    fn goal(&self, id: GoalId) -> Result<&GoalSets<W>, NodeFault> {
        self.goals.get(id as usize).ok_or(NodeFault::UnknownGoal(id))
    }

    fn child(&self, id: NodeId) -> Result<&Derived<W>, NodeFault> {
        self.proven.get(id as usize).ok_or(NodeFault::LaterChild(id))
    }

    fn name(&self, vertex: usize) -> String {
        let topology = &self.statement.claim.topology;
        match vertex.checked_sub(topology.n_cells()) {
            None => topology.name(Cell::new(vertex)).to_owned(),
            Some(edge) => topology.edges().get(edge).map_or_else(|| format!("cell {vertex}"), |edge| edge.name.clone()),
        }
    }
}
