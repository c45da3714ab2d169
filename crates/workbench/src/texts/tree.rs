//! Trees of games: what stands at a node.

use super::{GameTree, TreeNode};
use crate::Trouble;
use crate::types::GameState;

impl GameTree {
    /// A game without moves.
    pub(super) fn begun(start: GameState) -> Self {
        Self {
            id: String::new(),
            start,
            players: [String::new(), String::new()],
            result: String::new(),
            nodes: vec![TreeNode::default()],
            current: None,
        }
    }

    /// The nodes from the root to this one.
    pub(super) fn path_to(&self, node: usize) -> Vec<usize> {
        let mut path: Vec<usize> = std::iter::successors(Some(node), |&node| self.nodes[node].parent).collect();
        path.reverse();
        path
    }

    /// The nodes after each node, the main line first.
    pub(super) fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (idx, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(idx);
            }
        }
        children
    }

    /// The last node of the main line.
    pub(super) fn main_leaf(&self) -> usize {
        let children = self.children();
        let mut node = 0;
        while let Some(&next) = children[node].first() {
            node = next;
        }
        node
    }

    /// Whether parents come before their children, and the first node is the only root.
    pub(crate) fn check(&self) -> Result<(), Trouble> {
        for (idx, node) in self.nodes.iter().enumerate() {
            let is_right = match node.parent {
                None => idx == 0,
                Some(parent) => parent < idx,
            };
            if !is_right {
                let what = format!("node {idx} of the tree: expected a parent that comes before it");
                return Err(Trouble::new(what));
            }
        }
        if self.nodes.is_empty() {
            return Err(Trouble::new("the tree has no nodes: expected at least a root"));
        }
        Ok(())
    }
}

/// The game as far as this node, which the tree must have.
pub(crate) fn state_at(tree: &GameTree, node: usize) -> GameState {
    let mut state = GameState { moves: Vec::new(), ..tree.start.clone() };
    for node in tree.path_to(node) {
        let node = &tree.nodes[node];
        if let Some(setup) = &node.setup {
            state.setup = setup.clone();
            state.moves.clear();
        }
        state.moves.extend(node.mv.clone());
    }
    state
}
