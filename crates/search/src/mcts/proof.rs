//! Proofs at nodes of search trees.

use tesuji_board::Player;
use tesuji_game::Outcome;

/// Proved result of a node, for the player who moved there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeProof {
    Open,
    Won,
    Lost,
}

impl NodeProof {
    /// Proof that `outcome` gives for `mover`; a draw gives none.
    pub(super) fn of(mover: Player, outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(winner) if winner == mover => Self::Won,
            Outcome::Win(_) => Self::Lost,
            Outcome::Draw => Self::Open,
        }
    }
}
