//! The result of a tree search.

/// Statistics of one root move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveStats<M> {
    /// The move.
    pub mv: M,
    /// The number of playouts that began with it.
    pub visits: u32,
    /// Their mean result for the player to move: 0 loss, 1/2 draw, 1 win; 1/2 if there were none.
    pub value: f64,
    /// The chance that was given to it before any search, in searches with such chances.
    pub prior: Option<f64>,
    /// Whether it is proved to lose.
    pub is_lost: bool,
}

/// The result of a tree search.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeReport<M> {
    /// Every legal move, the most visited first, then by value; there is at least one.
    pub moves: Vec<MoveStats<M>>,
    /// The mean result of all playouts for the player to move: 0 loss, 1/2 draw, 1 win; 1/2 if there were none.
    pub value: f64,
    /// The most visited move, the most visited reply, and so on as far as there were visits. It begins with
    /// [`best`](Self::best), and is empty if there was no playout.
    pub line: Vec<M>,
    /// The number of playouts.
    pub n_playouts: u64,
    /// The number of nodes of the tree, not counting the root.
    pub n_nodes: usize,
    /// Whether the tree reached its bound, so that playouts started from leaves that should have grown.
    pub is_full: bool,
    /// Change of the value when the search ends with the other player's move, if measured.
    pub spread: Option<f64>,
}

impl<M: Copy> TreeReport<M> {
    /// Whether anything stands behind the value: playouts of this search or of an earlier one, or a table that has the
    /// value without a tree.
    #[must_use]
    pub fn has_value(&self) -> bool {
        self.n_playouts > 0 || self.n_nodes == 0 || self.moves.iter().any(|stats| stats.visits > 0)
    }

    /// The move to play.
    #[must_use]
    pub fn best(&self) -> M {
        self.moves[0].mv
    }
}
