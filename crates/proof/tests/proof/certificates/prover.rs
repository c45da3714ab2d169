//! A small exhaustive prover that writes certificates with every kind of node.

use std::collections::HashMap;

use rand::Rng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::Cell;
use tesuji_proof::{Certificate, Claim, Goal, GoalId, Mover, Node, NodeId, Terminal, Verdict};

use crate::certificates::truth::achieved_by_mask;

/// Searches for a proof of either verdict; fails the test unless there is exactly one.
pub(crate) fn certify(claim: &Claim, rng: &mut Xoshiro256PlusPlus) -> Certificate {
    let proofs: Vec<_> = [Verdict::Holds, Verdict::Fails]
        .into_iter()
        .filter_map(|verdict| Prover::new(claim, verdict, rng).prove())
        .collect();
    assert_eq!(proofs.len(), 1, "one side wins: {claim:?}");
    proofs.into_iter().next().unwrap()
}

/// Ways to break a rule. Each one proves false claims to a checker that does not check that rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lie {
    /// A leaf that is neither linked nor cut.
    Leaf,
    /// An intrusion without reply.
    Unanswered,
    /// A node about an easier goal in place of one about goal 0.
    OtherGoal,
    /// Parts that share empty cells.
    Overlap,
    /// Parts, one of which is missing.
    MissingPart,
    /// Parts held together by an edge that the goal does not name.
    ForeignEdge,
}

impl Lie {
    pub(crate) const ALL: [Self; 6] =
        [Self::Leaf, Self::Unanswered, Self::OtherGoal, Self::Overlap, Self::MissingPart, Self::ForeignEdge];
}

/// A certificate with the wrong verdict on `claim`, if this lie is enough to make one.
pub(crate) fn lie(claim: &Claim, verdict: Verdict, lie: Lie, rng: &mut Xoshiro256PlusPlus) -> Option<Certificate> {
    let mut prover = Prover::new(claim, verdict, rng);
    prover.lie = Some(lie);
    if lie == Lie::ForeignEdge && verdict == Verdict::Holds {
        prover.split_at_foreign_edge();
    }
    prover.prove()
}

struct Prover<'a> {
    claim: &'a Claim,
    verdict: Verdict,
    lie: Option<Lie>,
    cells: Vec<Cell>,
    goals: Vec<Goal>,
    /// For each goal, whether each set of the owner's carrier cells achieves it.
    achieved: Vec<Vec<bool>>,
    nodes: Vec<Node>,
    /// For each node, what it assumes and its carrier.
    derived: Vec<(usize, usize)>,
    known: HashMap<(GoalId, usize, usize), Option<NodeId>>,
    rng: &'a mut Xoshiro256PlusPlus,
}

impl<'a> Prover<'a> {
    fn new(claim: &'a Claim, verdict: Verdict, rng: &'a mut Xoshiro256PlusPlus) -> Self {
        let mut goals = vec![claim.goal.clone()];
        if let (Verdict::Holds, [groups]) = (verdict, claim.goal.alternatives()) {
            match &groups[..] {
                [group] if group.len() == 2 => {}
                [group] => goals.extend(group.windows(2).map(|pair| Goal::pair(pair[0], pair[1]))),
                _ => goals.extend(groups.iter().map(|group| Goal::new(vec![vec![group.clone()]]).unwrap())),
            }
        }
        let achieved = goals.iter().map(|goal| achieved_by_mask(claim, goal)).collect();
        let cells = claim.carrier.iter().collect();
        Self {
            claim,
            verdict,
            lie: None,
            cells,
            goals,
            achieved,
            nodes: vec![],
            derived: vec![],
            known: HashMap::new(),
            rng,
        }
    }

    /// For a goal of one pair: parts that meet at an edge that the goal does not name.
    fn split_at_foreign_edge(&mut self) {
        let named = self.claim.goal.edges();
        let foreign = (0..self.claim.topology.edges().len()).find(|edge| !named.contains(edge)).map(Terminal::Edge);
        if let (Some(edge), [groups]) = (foreign, self.claim.goal.alternatives())
            && let [group] = &groups[..]
        {
            self.goals = vec![self.claim.goal.clone()];
            self.goals.extend(group.iter().map(|&terminal| Goal::pair(terminal, edge)));
            self.achieved = self.goals.iter().map(|goal| achieved_by_mask(self.claim, goal)).collect();
        }
    }

    fn prove(mut self) -> Option<Certificate> {
        let moves_first = (self.verdict == Verdict::Holds) == (self.claim.to_move == Mover::Owner);
        let (first, root) = if moves_first && !self.cells.is_empty() {
            self.shuffled(0).into_iter().find_map(|i| Some((Some(self.cells[i]), self.answers(0, 1 << i, 0)?)))?
        } else {
            (None, self.answers(0, 0, 0)?)
        };
        self.nodes.truncate(root as usize + 1);
        let (claim, verdict) = (self.claim.clone(), self.verdict);
        Some(Certificate { claim, verdict, first, goals: self.goals, nodes: self.nodes })
    }

    /// The prover has `own`; the other player has `other` and is to move. Returns the node that proves success, if
    /// there is one.
    fn answers(&mut self, goal: GoalId, own: usize, other: usize) -> Option<NodeId> {
        if let Some(&known) = self.known.get(&(goal, own, other)) {
            return known;
        }
        // Try a join first, where one is possible: it also proves goals that are already achieved, with other sets.
        let node = self.join(goal, own, other);
        let node = node.or_else(|| self.done(goal, own)).or_else(|| self.replies(goal, own, other));
        let node = match self.lie {
            Some(Lie::OtherGoal) if goal == 0 => {
                node.or_else(|| (1..self.goals.len() as GoalId).find_map(|part| self.answers(part, own, other)))
            }
            _ => node,
        };
        self.known.insert((goal, own, other), node);
        node
    }

    fn succeeds(&self, goal: GoalId, own: usize) -> bool {
        let all = (1 << self.cells.len()) - 1;
        match self.verdict {
            Verdict::Holds => self.achieved[goal as usize][own],
            Verdict::Fails => !self.achieved[goal as usize][all & !own],
        }
    }

    fn done(&mut self, goal: GoalId, own: usize) -> Option<NodeId> {
        let lies = self.lie == Some(Lie::Leaf) && self.rng.random_bool(0.3);
        if !lies && !self.succeeds(goal, own) {
            return None;
        }
        // Stones that are not needed are not assumed.
        let mut needed = own;
        for i in self.shuffled(0) {
            if self.succeeds(goal, needed & !(1 << i)) {
                needed &= !(1 << i);
            }
        }
        let stones =
            self.cells.iter().enumerate().filter(|(i, _)| needed >> i & 1 != 0).map(|(_, &cell)| cell).collect();
        let node = match self.verdict {
            Verdict::Holds => Node::Linked { goal, stones },
            Verdict::Fails => Node::Cut { stones },
        };
        Some(self.push(node, needed, 0))
    }

    fn join(&mut self, goal: GoalId, own: usize, other: usize) -> Option<NodeId> {
        if goal != 0 || self.goals.len() < 3 || self.lie.is_none() && self.rng.random_bool(0.5) {
            return None;
        }
        let parts = 1..self.goals.len() as GoalId;
        let proofs: Vec<Option<NodeId>> = parts.map(|part| self.answers(part, own, other)).collect();
        if proofs.contains(&None) && self.lie != Some(Lie::MissingPart) {
            return None;
        }
        let children: Vec<NodeId> = proofs.into_iter().flatten().collect();
        let assumes = children.iter().fold(0, |all, &child| all | self.derived[child as usize].0);
        let mut carrier = 0;
        for &child in &children {
            let rest = self.derived[child as usize].1 & !assumes;
            if carrier & rest != 0 && self.lie != Some(Lie::Overlap) {
                return None;
            }
            carrier |= rest;
        }
        Some(self.push(Node::Join { goal, stones: vec![], children }, assumes, carrier))
    }

    fn replies(&mut self, goal: GoalId, own: usize, other: usize) -> Option<NodeId> {
        let (mut assumes, mut carrier, mut in_all) = (0, 0, ((1 << self.cells.len()) - 1) & !(own | other));
        let mut replies = Vec::new();
        // Give one reply even if the other player has no move left: there it would be a free stone.
        for intrusion in self.shuffled(own | other) {
            if in_all >> intrusion & 1 == 0 {
                continue;
            }
            let other = other | 1 << intrusion;
            let found = self
                .shuffled(own | other)
                .into_iter()
                .find_map(|i| Some((i, self.answers(goal, own | 1 << i, other)?)));
            let Some((reply, child)) = found else {
                if self.lie == Some(Lie::Unanswered) {
                    continue;
                }
                return None;
            };
            replies.push((self.cells[reply], child));
            let (child_assumes, child_carrier) = self.derived[child as usize];
            assumes |= child_assumes & !(1 << reply);
            carrier |= child_carrier | 1 << reply;
            in_all &= child_carrier | 1 << reply;
        }
        let node = (!replies.is_empty()).then_some(Node::Replies { goal, replies })?;
        Some(self.push(node, assumes, carrier & !assumes))
    }

    fn push(&mut self, node: Node, assumes: usize, carrier: usize) -> NodeId {
        self.nodes.push(node);
        self.derived.push((assumes, carrier));
        self.nodes.len() as NodeId - 1
    }

    /// The numbers of the carrier cells that are not in `taken`.
    fn shuffled(&mut self, taken: usize) -> Vec<usize> {
        let mut free: Vec<usize> = (0..self.cells.len()).filter(|i| taken >> i & 1 == 0).collect();
        free.shuffle(self.rng);
        free
    }
}
