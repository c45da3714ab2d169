//! The rules of `docs/CERTIFICATE.md`: the only code that has to be right for a certificate to be trusted.
//!
//! Nothing here searches or guesses. Each node is looked at once, and only its goal and two sets are kept. This file
//! does not depend on the form in which nodes arrive. `pieces` finds what is connected on a board, `goals` holds the
//! goals, and `sets` keeps equal sets once.

use tesuji_board::{Bits, Cell, CellSet};

use crate::goals::GoalTable;
use crate::pieces::Connectivity;
use crate::sets::{SetId, Sets};
use crate::statement::{Keep, Proven, RuleNode, Statement, Steps};
use crate::{CertificateError, FilledCells, GoalId, NodeFault, NodeId, RootFault, Verdict, WalkStep};

/// The most combinations of alternatives that a `Join` may ask the checker to go through.
pub const MAX_COMBINATIONS: usize = 4096;

/// The most edges that the board of a certificate may have.
pub const MAX_EDGES: usize = 1024;

/// The steps of work that any certificate may take, however short it is. Each byte up to the place where the steps are
/// needed adds [`STEPS_PER_BYTE`].
///
/// `docs/CERTIFICATE.md` says what a step is (section 4, "Work").
pub const FREE_STEPS: u64 = 1 << 23;
/// See [`FREE_STEPS`].
pub const STEPS_PER_BYTE: u64 = 1 << 9;

/// Result of a node: the prover, given the cells `assumes` besides those of the claim, succeeds in `carrier`
/// although the other player moves first. The two sets are disjoint and lie in the claim's carrier.
#[derive(Clone, Copy)]
struct NodeFacts<const W: usize> {
    goal: GoalId,
    assumes: Bits<W>,
    carrier: Bits<W>,
}

/// [`NodeFacts`] as stored, with equal sets kept once.
#[derive(Clone, Copy)]
struct StoredFacts {
    goal: GoalId,
    assumes: SetId,
    carrier: SetId,
}

/// A way from one step of a walk to the next: the alternatives of parts, as numbers of part and alternative, that are
/// achieved if the walk goes it.
type Way = [Option<(u32, u32)>; 3];

/// Whether two ways need different alternatives of one part.
fn excludes(way: &Way, other: &Way) -> bool {
    let differs = |a: &(u32, u32)| other.iter().flatten().any(|b| a.0 == b.0 && a.1 != b.1);
    way.iter().flatten().any(differs)
}

pub(crate) struct NodeRules<'a, const W: usize> {
    statement: &'a Statement<'a>,
    pieces: Connectivity<W>,
    stones: Bits<W>,
    carrier: Bits<W>,
    goals: GoalTable,
    sets: Sets<W>,
    proven: Vec<StoredFacts>,
    /// Steps of work so far, and the most that are allowed.
    n_steps: u64,
    most_steps: u64,
    /// Scratch of `join`: the alternative of each child in a combination.
    chosen: Vec<usize>,
}

impl<'a, const W: usize> NodeRules<'a, W> {
    pub(crate) fn new(statement: &'a Statement<'a>) -> Self {
        let claim = statement.claim;
        let bits = |cells: &CellSet| -> Bits<W> { cells.iter().map(Cell::index).collect() };
        Self {
            statement,
            pieces: Connectivity::new(&claim.topology),
            stones: bits(&claim.stones),
            carrier: bits(&claim.carrier),
            goals: GoalTable::new(statement.goals, claim.topology.n_cells()),
            sets: Sets::new(),
            proven: Vec::new(),
            n_steps: 0,
            most_steps: 0,
            chosen: Vec::new(),
        }
    }

    /// Checks every node, in order, and that the last one proves the claim.
    pub(crate) fn prove(mut self, steps: &mut impl Steps, keep: Keep) -> Result<Vec<Proven>, CertificateError> {
        while let Some((step, n_bytes)) = steps.next()? {
            let node = self.proven.len() as NodeId;
            self.most_steps = n_bytes.saturating_mul(STEPS_PER_BYTE).saturating_add(FREE_STEPS);
            let kept = self.derive(step).and_then(|derived| self.keep(&derived));
            self.proven.push(kept.map_err(|fault| CertificateError::Node { node, fault })?);
        }
        let root = self.proven.last().ok_or(CertificateError::NoNodes)?;
        self.accept(&self.derived(root)).map_err(CertificateError::Root)?;
        let cells = |set: SetId| self.sets.get(set).iter().map(Cell::new).collect();
        let wanted = if keep == Keep::All { &self.proven[..] } else { std::slice::from_ref(root) };
        let public =
            |kept: &StoredFacts| Proven { goal: kept.goal, assumes: cells(kept.assumes), carrier: cells(kept.carrier) };
        Ok(wanted.iter().map(public).collect())
    }

    fn keep(&mut self, derived: &NodeFacts<W>) -> Result<StoredFacts, NodeFault> {
        let mut id = |set| self.sets.id(set).ok_or(NodeFault::TooMany);
        Ok(StoredFacts { goal: derived.goal, assumes: id(derived.assumes)?, carrier: id(derived.carrier)? })
    }

    fn derived(&self, kept: &StoredFacts) -> NodeFacts<W> {
        NodeFacts { goal: kept.goal, assumes: self.sets.get(kept.assumes), carrier: self.sets.get(kept.carrier) }
    }

    /// Checks that `root` proves the claim.
    fn accept(&self, root: &NodeFacts<W>) -> Result<(), RootFault> {
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

    fn derive(&mut self, step: RuleNode<'_>) -> Result<NodeFacts<W>, NodeFault> {
        let verdict = self.statement.verdict;
        match (step, verdict) {
            (RuleNode::Linked { goal, stones }, Verdict::Holds) => self.linked(goal, stones),
            (RuleNode::Join { goal, stones, children }, Verdict::Holds) => self.join(goal, stones, children),
            (RuleNode::Walk { goal, stones, children, steps }, Verdict::Holds) => {
                self.walk(goal, stones, children, steps)
            }
            (RuleNode::Fill { goal, cells, stones, child }, _) => self.fill(goal, cells, stones, child),
            (RuleNode::Cut { stones }, Verdict::Fails) => self.cut(stones),
            (RuleNode::Replies { goal, replies }, _) => self.replies(goal, replies),
            (RuleNode::Linked { .. }, _) => Err(NodeFault::Kind { kind: "linked", verdict }),
            (RuleNode::Join { .. }, _) => Err(NodeFault::Kind { kind: "join", verdict }),
            (RuleNode::Walk { .. }, _) => Err(NodeFault::Kind { kind: "walk", verdict }),
            (RuleNode::Cut { .. }, _) => Err(NodeFault::Kind { kind: "cut", verdict }),
        }
    }

    /// The owner's present stones achieve some alternative.
    fn linked(&mut self, goal: GoalId, stones: &[Cell]) -> Result<NodeFacts<W>, NodeFault> {
        let assumes = self.playable(stones)?;
        if !self.achieved(self.goal(goal)?, self.stones | assumes)? {
            return Err(NodeFault::NotLinked(goal));
        }
        Ok(NodeFacts { goal, assumes, carrier: Bits::EMPTY })
    }

    /// No alternative is achieved even if the owner gets every cell except the opponent's.
    fn cut(&mut self, stones: &[Cell]) -> Result<NodeFacts<W>, NodeFault> {
        let assumes = self.playable(stones)?;
        if self.achieved(self.goal(0)?, (self.stones | self.carrier) - assumes)? {
            return Err(NodeFault::NotCut);
        }
        Ok(NodeFacts { goal: 0, assumes, carrier: Bits::EMPTY })
    }

    /// Wherever the other player moves, the region of some reply is untouched.
    ///
    /// A cell that one child assumes and another needs empty counts as assumed, because a stone of the prover's never
    /// hurts the prover. For the same reason a child's carrier may contain its reply.
    fn replies(&self, goal: GoalId, replies: &[(Cell, NodeId)]) -> Result<NodeFacts<W>, NodeFault> {
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
        // The intersection of no regions would be every cell.
        if replies.is_empty() {
            return Err(NodeFault::NoReplies);
        }
        if let Some(cell) = in_all.first() {
            return Err(NodeFault::Unanswered(self.name(cell)));
        }
        Ok(NodeFacts { goal, assumes, carrier: carrier - assumes })
    }

    /// What the child achieves with the filled cells, the prover achieves without them: in the end it has each of them, or
    /// has it not and its colour does not matter.
    fn fill(
        &mut self,
        goal: GoalId,
        cells: FilledCells,
        stones: &[Cell],
        id: NodeId,
    ) -> Result<NodeFacts<W>, NodeFault> {
        let whole = self.goal(goal)?;
        let child = self.child(id)?;
        if child.goal != goal {
            return Err(NodeFault::ChildGoal { child: id, found: child.goal, expected: goal });
        }
        let mut all = Bits::EMPTY;
        let filled = self.playable(&cells.filled().collect::<Vec<_>>())?;
        let assumes = (child.assumes - filled) | self.playable(stones)?;
        let terminals: Bits<W> = self.goals.terminals(whole).iter().map(|&vertex| usize::from(vertex)).collect();
        for cell in cells.cells() {
            let at = self.playable(&[cell])?;
            if at.meets(&(all | assumes | terminals)) {
                return Err(NodeFault::Filled(self.name(cell.index())));
            }
            all |= at;
        }
        let open = child.carrier - assumes - all;
        let with = |cell: Cell| assumes.with(cell.index());
        match cells {
            FilledCells::Dead(cell) => self.dead(cell, whole, assumes, open)?,
            FilledCells::Captured(a, b) => {
                self.dead(a, whole, with(b), open)?;
                self.dead(b, whole, with(a), open)?;
            }
            FilledCells::Permanent(cell, spare) => {
                self.dead(cell, whole, with(spare), open)?;
                self.dead(cell, whole, assumes, open)?;
            }
        }
        let taken = if matches!(cells, FilledCells::Dead(_)) { Bits::EMPTY } else { all };
        Ok(NodeFacts { goal, assumes, carrier: (child.carrier - filled - assumes) | taken })
    }

    /// Checks that the colour of `cell` does not matter to the goal if the prover has `own` besides its cells, anyone
    /// has the cells `open`, and the other player has the rest.
    ///
    /// Suppose that a path between terminals runs through the cell. Cut short, it meets the neighbours of the cell only
    /// just before and just after it, so each of these two is joined to a terminal by a way past all the other neighbours.
    /// If any two such neighbours are linked by cells that the owner has for certain, there is a path without the cell.
    fn dead(&mut self, cell: Cell, goal: usize, own: Bits<W>, open: Bits<W>) -> Result<(), NodeFault> {
        // What the owner has for certain, and what it may have.
        let (sure, possible) = match self.statement.verdict {
            Verdict::Holds => (self.stones | own, self.stones | own | open),
            Verdict::Fails => {
                let possible = (self.stones | self.carrier) - own;
                (possible - open, possible)
            }
        };
        let edges = self.edges(goal);
        let [sure, possible] = [sure | edges, possible | edges].map(|set| set.without(cell.index()));
        let terminals: Bits<W> = self.goals.terminals(goal).iter().map(|&vertex| usize::from(vertex)).collect();
        let around = self.pieces.near(cell.index()) & possible;
        self.work(self.pieces.n_vertices() as u64)?;
        let beyond = self.pieces.reach(terminals & (possible - around), possible - around);
        let counts = |&at: &usize| terminals.contains(at) || self.pieces.near(at).meets(&beyond);
        let relevant: Bits<W> = around.iter().filter(counts).collect();
        for at in relevant.iter() {
            self.work(self.pieces.n_vertices() as u64)?;
            let joined = self.pieces.reach(Bits::single(at), sure);
            let linked = joined.iter().fold(joined, |all, at| all | self.pieces.near(at));
            if !relevant.is_subset(&linked) {
                return Err(NodeFault::NotDead(self.name(cell.index())));
            }
        }
        Ok(())
    }

    /// Parts that do not overlap achieve the goal together, however each of them ends.
    fn join(&mut self, goal: GoalId, stones: &[Cell], children: &[NodeId]) -> Result<NodeFacts<W>, NodeFault> {
        let (whole, assumes, carrier) = self.parts(goal, stones, children)?;
        let n_alternatives = |&id: &NodeId| self.goals.alternatives(self.proven[id as usize].goal as usize).len();
        let n_combinations = children.iter().map(n_alternatives).fold(1, usize::saturating_mul);
        if n_combinations > MAX_COMBINATIONS {
            return Err(NodeFault::TooManyCombinations);
        }
        for combination in 0..n_combinations {
            if !self.joined(whole, self.stones | assumes, children, combination)? {
                let first = |&id: &NodeId| self.goals.alternatives(self.proven[id as usize].goal as usize).start;
                let chosen = self.chosen.iter().zip(children).map(|(chosen, id)| chosen - first(id)).collect();
                return Err(NodeFault::NotJoined { goal, chosen });
            }
        }
        Ok(NodeFacts { goal, assumes, carrier })
    }

    /// Parts that do not overlap join the two terminals of the goal, however each of them ends, because a walk over them
    /// ends where the two are joined.
    ///
    /// Let each part end, and choose one of the alternatives that it achieves. The walk begins with step 0 and goes on
    /// as these choices say. What a step names as an end is then achieved, and is joined to the terminal: this is so at
    /// the start, and each step leads only to ends that are joined to the ones before by what the walk has seen. Nor does
    /// it come to a step twice. The first step that it came to twice would not be step 0, to which no way leads, so it
    /// would have two ways to it, both of which the choices allow; but of any two ways to a step, one needs another
    /// alternative of some part than the other. There are finitely many steps, so the walk ends, and it ends only where
    /// both ends are joined.
    fn walk(
        &mut self,
        goal: GoalId,
        stones: &[Cell],
        children: &[NodeId],
        steps: &[WalkStep],
    ) -> Result<NodeFacts<W>, NodeFault> {
        let (whole, assumes, carrier) = self.parts(goal, stones, children)?;
        let alternatives = self.goals.alternatives(whole);
        let is_pair = alternatives.len() == 1 && self.goals.groups(alternatives.start).len() == 1;
        let fault = |step: usize, fault: &'static str| NodeFault::Walk { step, fault };
        let terminals = match *self.goals.terminals(whole) {
            [left, right] if is_pair && steps.first().is_some_and(|first| first.ends == [None; 2]) => [left, right],
            _ => return Err(fault(0, "must begin at the two terminals of the goal, its only group")),
        };
        let mut ways: Vec<Vec<Way>> = vec![Vec::new(); steps.len()];
        for (number, step) in steps.iter().enumerate() {
            let looked_at = self.alternative(children, (step.part, 0)).map_or(0..0, |_| {
                self.goals.alternatives(self.proven[children[step.part as usize] as usize].goal as usize)
            });
            if looked_at.len() != step.next.len() || looked_at.is_empty() {
                return Err(fault(number, "does not have one step for each alternative of its part"));
            }
            for (alternative, &next) in step.next.iter().enumerate() {
                let way: Way = [step.ends[0], step.ends[1], Some((step.part, alternative as u32))];
                let after = match next as usize {
                    0 => None,
                    next => Some(steps.get(next).ok_or_else(|| fault(number, "leads to no step"))?),
                };
                if after.is_some_and(|after| !after.ends.iter().all(|end| end.is_none() || way.contains(end))) {
                    return Err(fault(number, "does not have what the next one is joined to"));
                }
                let at = |end: Option<(u32, u32)>, side: usize| match end {
                    None => Ok(terminals[side]),
                    Some(end) => {
                        let known = self.alternative(children, end).ok_or_else(|| fault(number, "names no part"))?;
                        Ok(self.goals.group(self.goals.groups(known).start)[0])
                    }
                };
                let before = [at(way[0], 0)?, at(way[1], 1)?];
                let pairs = match after {
                    None => [before; 2],
                    Some(after) => [[before[0], at(after.ends[0], 0)?], [before[1], at(after.ends[1], 1)?]],
                };
                if !self.all_joined(self.stones | assumes | self.edges(whole), children, &way, pairs)? {
                    return Err(fault(number, "is not joined to what comes next"));
                }
                if after.is_some() {
                    let earlier = &mut ways[next as usize];
                    self.work(earlier.len() as u64)?;
                    if !earlier.iter().all(|other| excludes(other, &way)) {
                        return Err(fault(next as usize, "might be reached by two ways at once"));
                    }
                    earlier.push(way);
                }
            }
        }
        Ok(NodeFacts { goal, assumes, carrier })
    }

    /// The number, among all goals, of a part's alternative.
    fn alternative(&self, children: &[NodeId], (part, alternative): (u32, u32)) -> Option<usize> {
        let id = children.get(part as usize)?;
        self.goals.alternatives(self.proven[*id as usize].goal as usize).nth(alternative as usize)
    }

    /// Whether either pair lies in one piece of `own` if these alternatives of parts are achieved.
    fn all_joined(
        &mut self,
        mut own: Bits<W>,
        children: &[NodeId],
        way: &Way,
        pairs: [[u16; 2]; 2],
    ) -> Result<bool, NodeFault> {
        let chosen = way.iter().flatten().filter_map(|&end| self.alternative(children, end));
        let groups: Vec<usize> = chosen.flat_map(|alternative| self.goals.groups(alternative)).collect();
        let n_named = groups.iter().map(|&group| self.goals.group(group).len()).sum::<usize>();
        self.work((self.pieces.n_vertices() + n_named) as u64)?;
        for group in groups.iter().map(|&group| self.goals.group(group)) {
            self.pieces.link(group);
            group.iter().for_each(|&vertex| own.insert(usize::from(vertex)));
        }
        self.pieces.ask(own);
        let are_joined = pairs.iter().all(|pair| self.pieces.joins(pair));
        groups.iter().for_each(|&group| self.pieces.unlink(self.goals.group(group)));
        Ok(are_joined)
    }

    /// The goal, what the parts assume together with `stones`, and their carriers, which do not overlap.
    fn parts(
        &mut self,
        goal: GoalId,
        stones: &[Cell],
        children: &[NodeId],
    ) -> Result<(usize, Bits<W>, Bits<W>), NodeFault> {
        let whole = self.goal(goal)?;
        let mut assumes = self.playable(stones)?;
        let edges = self.edges(whole);
        for &id in children {
            let child = self.child(id)?;
            self.work(self.goals.terminals(child.goal as usize).len() as u64)?;
            if let Some(vertex) = (self.edges(child.goal as usize) - edges).first() {
                return Err(NodeFault::ForeignEdge { child: id, edge: self.name(vertex), goal });
            }
            assumes |= child.assumes;
        }
        let mut carrier = Bits::EMPTY;
        for &id in children {
            let rest = self.child(id)?.carrier - assumes;
            if let Some(cell) = (carrier & rest).first() {
                return Err(NodeFault::Overlap { child: id, cell: self.name(cell) });
            }
            carrier |= rest;
        }
        Ok((whole, assumes, carrier))
    }

    /// Whether the goal is achieved if each child achieves its alternative in this combination. All children exist.
    fn joined(
        &mut self,
        goal: usize,
        mut own: Bits<W>,
        children: &[NodeId],
        combination: usize,
    ) -> Result<bool, NodeFault> {
        self.chosen.clear();
        let mut rest = combination;
        for &id in children {
            let alternatives = self.goals.alternatives(self.proven[id as usize].goal as usize);
            self.chosen.push(alternatives.start + rest % alternatives.len());
            rest /= alternatives.len();
        }
        for &alternative in &self.chosen {
            for group in self.goals.groups(alternative).map(|group| self.goals.group(group)) {
                self.n_steps += group.len() as u64;
                self.pieces.link(group);
                // A cell in a group that a child has joined has a stone of the owner's.
                group.iter().for_each(|&vertex| own.insert(usize::from(vertex)));
            }
        }
        let achieved = self.achieved(goal, own);
        for &alternative in &self.chosen {
            self.goals.groups(alternative).for_each(|group| self.pieces.unlink(self.goals.group(group)));
        }
        achieved
    }

    /// Whether the owner, with the cells `own`, achieves an alternative of the goal through adjacency and the present
    /// links.
    fn achieved(&mut self, goal: usize, own: Bits<W>) -> Result<bool, NodeFault> {
        self.work((self.pieces.n_vertices() + self.goals.terminals(goal).len()) as u64)?;
        self.pieces.ask(own | self.edges(goal));
        let (goals, pieces) = (&self.goals, &mut self.pieces);
        Ok(goals.alternatives(goal).any(|groups| goals.groups(groups).all(|group| pieces.joins(goals.group(group)))))
    }

    /// Counts steps before they are taken.
    fn work(&mut self, n_steps: u64) -> Result<(), NodeFault> {
        self.n_steps = self.n_steps.saturating_add(n_steps);
        if self.n_steps > self.most_steps { Err(NodeFault::TooMuchWork(self.most_steps)) } else { Ok(()) }
    }

    /// The edges that a goal names.
    fn edges(&self, goal: usize) -> Bits<W> {
        let n_cells = self.statement.claim.topology.n_cells();
        let vertices = self.goals.terminals(goal).iter().map(|&vertex| usize::from(vertex));
        vertices.filter(|&vertex| vertex >= n_cells).collect()
    }

    /// These cells as a set, if the prover may have played on all of them.
    fn playable(&self, cells: &[Cell]) -> Result<Bits<W>, NodeFault> {
        let mut set = Bits::EMPTY;
        for &cell in cells {
            if cell.index() >= self.pieces.n_vertices() || !self.carrier.contains(cell.index()) {
                return Err(NodeFault::OutsideCarrier(self.name(cell.index())));
            }
            set.insert(cell.index());
        }
        Ok(set)
    }

    fn goal(&self, id: GoalId) -> Result<usize, NodeFault> {
        if (id as usize) < self.goals.len() { Ok(id as usize) } else { Err(NodeFault::UnknownGoal(id)) }
    }

    fn child(&self, id: NodeId) -> Result<NodeFacts<W>, NodeFault> {
        self.proven.get(id as usize).map(|kept| self.derived(kept)).ok_or(NodeFault::LaterChild(id))
    }

    fn name(&self, vertex: usize) -> String {
        let topology = &self.statement.claim.topology;
        match vertex.checked_sub(topology.n_cells()) {
            None => topology.name(Cell::new(vertex)).to_owned(),
            Some(edge) => topology.edges().get(edge).map_or_else(|| format!("cell {vertex}"), |edge| edge.name.clone()),
        }
    }
}
