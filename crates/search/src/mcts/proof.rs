//! What trees prove about their nodes.

use tesuji_board::Player;
use tesuji_game::Outcome;

/// What is certain about a node, for the player who moved there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    Open,
    Won,
    Lost,
}

impl Proof {
    /// What `outcome` proves for `mover`; a draw proves nothing.
    pub(super) fn of(mover: Player, outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(winner) if winner == mover => Self::Won,
            Outcome::Win(_) => Self::Lost,
            Outcome::Draw => Self::Open,
        }
    }
}
