//! Status of a goal, from one side's connections.

use tesuji_board::Bits;

use super::lists::Link;
use super::state::Connections;
use crate::region::{GoalTerms, Side};

/// A way to the goal that needs this side to move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalSemi<const W: usize> {
    /// The move.
    pub key: usize,
    /// The empty cells it needs, the key included.
    pub carrier: Bits<W>,
}

/// Status of a side's goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing<const W: usize> {
    /// It has its goal even if the other side moves first, within this carrier (empty if its stones suffice).
    Secured(Bits<W>),
    /// It has its goal if it moves first, in each of these ways; there may be none.
    Open,
}

/// One way to the goal.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a, const W: usize> {
    /// The first move it needs; `None` if the other side may move first.
    pub key: Option<usize>,
    /// The empty cells it needs, the key included.
    pub carrier: Bits<W>,
    /// Its disjoint links, each with the chains that it joins.
    pub links: &'a [([u16; 2], &'a Link<W>)],
}

/// Most combinations tried for a goal of several groups.
const MAX_COMBINATIONS: usize = 3_000;

impl<const W: usize> Connections<W> {
    /// Status of this side's goal. `semis` is emptied. If the goal is not secured, it is then filled with the
    /// ways that need the first move.
    pub fn standing(&self, goal: &GoalTerms, semis: &mut Vec<GoalSemi<W>>) -> Standing<W> {
        semis.clear();
        match self.side {
            Side::Owner => self.owner_standing(goal, semis),
            Side::Opponent => self.opponent_standing(goal, semis),
        }
    }

    fn opponent_standing(&self, goal: &GoalTerms, semis: &mut Vec<GoalSemi<W>>) -> Standing<W> {
        let mut best: Option<Bits<W>> = None;
        self.for_each_cut(goal, |way| way.sort_into(semis, &mut best));
        best.map_or(Standing::Open, Standing::Secured)
    }

    fn owner_standing(&self, goal: &GoalTerms, semis: &mut Vec<GoalSemi<W>>) -> Standing<W> {
        let mut best: Option<Bits<W>> = None;
        self.for_each_joining(goal, |way| way.sort_into(semis, &mut best));
        best.map_or(Standing::Open, Standing::Secured)
    }

    /// Whether a cycle of this side with this label prevents something that its stones do not prevent already.
    #[must_use]
    pub fn prevents(&self, goal: &GoalTerms, label: u8) -> bool {
        goal.prevents(label, self.dead)
    }

    /// Calls `visit` for every known way of this side to its goal.
    pub fn for_each_way(&self, goal: &GoalTerms, visit: impl FnMut(&Way<'_, W>)) {
        match self.side {
            Side::Owner => self.for_each_joining(goal, visit),
            Side::Opponent => self.for_each_cut(goal, visit),
        }
    }

    /// Calls `visit` for every known cycle of the opponent that prevents the goal.
    fn for_each_cut(&self, goal: &GoalTerms, mut visit: impl FnMut(&Way<'_, W>)) {
        if self.dead.count_ones() as usize == goal.alternatives.len() {
            visit(&Way { key: None, carrier: Bits::EMPTY, links: &[] });
        }
        for node in 0..self.n_nodes as u16 {
            if self.is_chain(node) && self.chain_of(node) == node {
                for link in self.links_between(node, node) {
                    if self.prevents(goal, link.label) {
                        visit(&Way { key: link.key(), carrier: link.carrier, links: &[([node; 2], link)] });
                    }
                }
            }
        }
    }

    /// Calls `visit` for every known way to join the groups of an alternative.
    fn for_each_joining(&self, goal: &GoalTerms, mut visit: impl FnMut(&Way<'_, W>)) {
        let mut left = MAX_COMBINATIONS;
        for alternative in &goal.alternatives {
            if alternative.iter().flatten().any(|&node| !self.is_chain(node)) {
                continue;
            }
            // Each group as the distinct chains that it still has to join.
            let mut groups: Vec<Vec<u16>> = alternative
                .iter()
                .map(|group| {
                    let mut chains: Vec<u16> = group.iter().map(|&node| self.chain_of(node)).collect();
                    chains.sort_unstable();
                    chains.dedup();
                    chains
                })
                .filter(|chains| chains.len() > 1)
                .collect();
            groups.sort();
            groups.dedup();
            let mut joining = Joining { groups: &groups, joined: Vec::new(), links: Vec::new(), left: &mut left };
            self.join_groups(&mut joining, Bits::EMPTY, None, &mut visit);
        }
    }

    /// Tries all ways to join what is left of the groups with disjoint links, at most one of them a semi-connection.
    fn join_groups<'c>(
        &'c self,
        joining: &mut Joining<'_, 'c, W>,
        used: Bits<W>,
        key: Option<usize>,
        visit: &mut impl FnMut(&Way<'_, W>),
    ) {
        let groups = joining.groups;
        let Some(group) = groups.iter().find(|group| group.iter().any(|&n| joining.root(n) != joining.root(group[0])))
        else {
            visit(&Way { key, carrier: used, links: &joining.links });
            return;
        };
        // Links a member of the first member's piece with one outside that piece.
        let (inside, outside): (Vec<u16>, Vec<u16>) =
            group.iter().partition(|&&node| joining.root(node) == joining.root(group[0]));
        for &a in &inside {
            for &b in &outside {
                for link in self.links_between(a, b) {
                    if *joining.left == 0 {
                        return;
                    }
                    *joining.left -= 1;
                    if (link.key().is_some() && key.is_some()) || used.meets(&link.carrier) {
                        continue;
                    }
                    joining.joined.push((joining.root(b), joining.root(a)));
                    joining.links.push(([a, b], link));
                    self.join_groups(joining, used | link.carrier, key.or(link.key()), visit);
                    joining.joined.pop();
                    joining.links.pop();
                }
            }
        }
    }
}

impl GoalTerms {
    /// The pairs of different chains, as they are now, that some group wants joined. They are neighbours in the group's
    /// list.
    #[must_use]
    pub fn pairs<const W: usize>(&self, owner: &Connections<W>) -> Vec<(u16, u16)> {
        let mut pairs = Vec::new();
        for group in self.alternatives.iter().flatten() {
            for window in group.windows(2) {
                let (a, b) = (owner.chain_of(window[0]), owner.chain_of(window[1]));
                let pair = (a.min(b), a.max(b));
                if a != b && owner.is_chain(a) && owner.is_chain(b) && !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        pairs
    }
}

/// The state of joining groups link by link.
struct Joining<'a, 'c, const W: usize> {
    groups: &'a [Vec<u16>],
    /// Chains joined so far: the first of each pair now counts as the second.
    joined: Vec<(u16, u16)>,
    links: Vec<([u16; 2], &'c Link<W>)>,
    /// Combinations left to try.
    left: &'a mut usize,
}

impl<const W: usize> Joining<'_, '_, W> {
    fn root(&self, node: u16) -> u16 {
        self.joined.iter().fold(node, |node, &(from, to)| if node == from { to } else { node })
    }
}

impl<const W: usize> Way<'_, W> {
    fn sort_into(&self, semis: &mut Vec<GoalSemi<W>>, best: &mut Option<Bits<W>>) {
        match self.key {
            Some(key) => semis.push(GoalSemi { key, carrier: self.carrier }),
            None if best.is_none_or(|best| self.carrier.len() < best.len()) => *best = Some(self.carrier),
            None => {}
        }
    }
}
