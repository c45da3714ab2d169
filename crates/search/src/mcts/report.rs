//! What a tree search found.

/// What is known of one move of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveStats<M> {
    /// The move.
    pub mv: M,
    /// How many playouts began with it.
    pub visits: u32,
    /// Their mean result for the player to move: 0 loss, 1/2 draw, 1 win. 1/2 if there was none.
    pub value: f64,
}

/// What a tree search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// Every legal move, the most visited first, of those the more valued; there is at least one.
    pub moves: Vec<MoveStats<M>>,
    /// Mean result of all playouts for the player to move: 0 loss, 1/2 draw, 1 win. 1/2 if there was none.
    pub value: f64,
    /// The most visited move, the most visited reply, and so on as far as there were visits; begins with
    /// [`best`](Self::best), and is empty if there was no playout.
    pub line: Vec<M>,
    /// How many playouts were made.
    pub n_playouts: u64,
    /// How many nodes the tree had, the root not counted.
    pub n_nodes: usize,
    /// Did the tree reach its bound, so that playouts went on from leaves that should have grown?
    pub is_full: bool,
}

impl<M: Copy> Report<M> {
    /// The move to play.
    #[must_use]
    pub fn best(&self) -> M {
        self.moves[0].mv
    }
}
