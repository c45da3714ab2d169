//! A small exhaustive prover that writes certificates with every kind of node.

use std::collections::HashMap;

use rand::Rng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::Cell;
use tesuji_proof::{Certificate, Claim, Goal, GoalId, Mover, Node, NodeId, Verdict};

use crate::truth::achieved_by_mask;

/// Searches both ways; fails the test if neither side can be proved to win.
pub(crate) fn certify(claim: &Claim, rng: &mut Xoshiro256PlusPlus) -> Certificate {
    let proofs: Vec<_> = [Verdict::Holds, Verdict::Fails]
        .into_iter()
        .filter_map(|verdict| Prover::new(claim, verdict, rng).prove())
        .collect();
    assert_eq!(proofs.len(), 1, "one side wins: {claim:?}");
    proofs.into_iter().next().unwrap()
}

struct Prover<'a> {
    claim: &'a Claim,
    verdict: Verdict,
    cells: Vec<Cell>,
    goals: Vec<Goal>,
    /// By goal and set of the owner's carrier cells.
    achieved: Vec<Vec<bool>>,
    nodes: Vec<Node>,
    /// By node, what it assumes and its carrier.
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
        Self { claim, verdict, cells, goals, achieved, nodes: vec![], derived: vec![], known: HashMap::new(), rng }
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

    /// The prover has `own`, the other has `other` and moves. The node that proves success, if there is one.
    fn answers(&mut self, goal: GoalId, own: usize, other: usize) -> Option<NodeId> {
        if let Some(&known) = self.known.get(&(goal, own, other)) {
            return known;
        }
        // A join first, where there may be one: it also proves what is done already, with other sets.
        let node = self.join(goal, own, other);
        let node = node.or_else(|| self.done(goal, own)).or_else(|| self.replies(goal, own, other));
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
        if !self.succeeds(goal, own) {
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
        if goal != 0 || self.goals.len() < 3 || self.rng.random_bool(0.5) {
            return None;
        }
        let children =
            (1..self.goals.len()).map(|part| self.answers(part as GoalId, own, other)).collect::<Option<Vec<_>>>()?;
        let assumes = children.iter().fold(0, |all, &child| all | self.derived[child as usize].0);
        let mut carrier = 0;
        for &child in &children {
            let rest = self.derived[child as usize].1 & !assumes;
            if carrier & rest != 0 {
                return None;
            }
            carrier |= rest;
        }
        Some(self.push(Node::Join { goal, stones: vec![], children }, assumes, carrier))
    }

    fn replies(&mut self, goal: GoalId, own: usize, other: usize) -> Option<NodeId> {
        let (mut assumes, mut carrier, mut in_all) = (0, 0, ((1 << self.cells.len()) - 1) & !(own | other));
        let mut replies = Vec::new();
        // One reply even if the other has no move left: there it would be a free stone.
        for intrusion in self.shuffled(own | other) {
            if in_all >> intrusion & 1 == 0 {
                continue;
            }
            let other = other | 1 << intrusion;
            let found = self
                .shuffled(own | other)
                .into_iter()
                .find_map(|i| Some((i, self.answers(goal, own | 1 << i, other)?)));
            let (reply, child) = found?;
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
