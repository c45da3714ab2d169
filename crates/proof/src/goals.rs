//! The goals of a certificate as the checker sees them: lists of vertices (cells, then edges), stored one goal after
//! another.

use std::ops::Range;

use crate::{Goal, Terminal};

/// All goals, in two bytes per terminal and eight per group, alternative and goal.
pub(crate) struct GoalTable {
    terminals: Vec<u16>,
    /// For each group, where its terminals end; likewise for each alternative its groups, and for each goal its
    /// alternatives.
    group_ends: Vec<usize>,
    alternative_ends: Vec<usize>,
    goal_ends: Vec<usize>,
}

impl GoalTable {
    pub(crate) fn new(goals: &[Goal], n_cells: usize) -> Self {
        let (terminals, group_ends, alternative_ends, goal_ends) = (Vec::new(), vec![0], vec![0], vec![0]);
        let mut table = Self { terminals, group_ends, alternative_ends, goal_ends };
        let vertex = |terminal: &Terminal| match *terminal {
            Terminal::Cell(cell) => cell.index() as u16,
            Terminal::Edge(edge) => (n_cells + edge) as u16,
        };
        for goal in goals {
            for groups in goal.alternatives() {
                for group in groups {
                    table.terminals.extend(group.iter().map(vertex));
                    table.group_ends.push(table.terminals.len());
                }
                table.alternative_ends.push(table.group_ends.len() - 1);
            }
            table.goal_ends.push(table.alternative_ends.len() - 1);
        }
        table
    }

    /// The number of goals.
    pub(crate) fn len(&self) -> usize {
        self.goal_ends.len() - 1
    }

    /// The alternatives of a goal, numbered across all goals.
    pub(crate) fn alternatives(&self, goal: usize) -> Range<usize> {
        self.goal_ends[goal]..self.goal_ends[goal + 1]
    }

    /// The groups of an alternative, numbered across all goals.
    pub(crate) fn groups(&self, alternative: usize) -> Range<usize> {
        self.alternative_ends[alternative]..self.alternative_ends[alternative + 1]
    }

    /// The terminals of a group.
    pub(crate) fn group(&self, group: usize) -> &[u16] {
        &self.terminals[self.group_ends[group]..self.group_ends[group + 1]]
    }

    /// Every terminal that a goal names, with repetitions.
    pub(crate) fn terminals(&self, goal: usize) -> &[u16] {
        let Range { start, end } = self.alternatives(goal);
        let [start, end] = [start, end].map(|alternative| self.group_ends[self.alternative_ends[alternative]]);
        &self.terminals[start..end]
    }
}
