//! Last good replies, with forgetting.
//!
//! Source: Baier and Drake, "The power of forgetting: improving the last-good-reply policy in Monte Carlo Go", IEEE TCIAIG 2
//! (2010), LGRF-1.

use tesuji_board::{Cell, Player};

/// Last good replies: the last answer to each move in a playout that the answering player won.
#[derive(Clone, Default, Debug)]
pub(super) struct LastReplies([Vec<Option<Cell>>; 2]);

impl LastReplies {
    pub(super) fn new(n_cells: usize) -> Self {
        Self([vec![None; n_cells], vec![None; n_cells]])
    }

    /// The reply of a player to the opponent's move.
    pub(super) fn to(&self, player: Player, last: Cell) -> Option<Cell> {
        self.0[player.index()][last.index()]
    }

    /// Learns the winner's replies, where `is_kept` accepts a move and its reply, and forgets the loser's.
    pub(super) fn learn(&mut self, moves: &[(Player, Cell)], winner: Player, is_kept: impl Fn(Cell, Cell) -> bool) {
        for pair in moves.windows(2) {
            let [(before, last), (player, reply)] = [pair[0], pair[1]];
            if before == player {
                continue;
            }
            let known = &mut self.0[player.index()][last.index()];
            if player == winner {
                if is_kept(last, reply) {
                    *known = Some(reply);
                }
            } else if *known == Some(reply) {
                *known = None;
            }
        }
    }

    pub(super) fn forget(&mut self) {
        self.0.iter_mut().for_each(|replies| replies.fill(None));
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn the_winner_is_remembered_and_the_loser_forgotten() {
        let mut replies = LastReplies::new(9);
        let cell = Cell::new;
        let (black, white) = (Player::Black, Player::White);
        let known = |replies: &LastReplies, asked: [(Player, usize); 4]| {
            asked.map(|(player, last)| replies.to(player, cell(last)).map(Cell::index))
        };
        // White plays twice at the end.
        let moves = [(black, 0), (white, 1), (black, 2), (white, 3), (white, 4)].map(|(who, at)| (who, cell(at)));
        replies.learn(&moves, white, |_, _| true);
        let asked = [(white, 0), (white, 2), (white, 3), (black, 1)];
        assert_eq!(known(&replies, asked), [Some(1), Some(3), None, None]);
        replies.learn(&moves[..3], black, |last, reply| (last, reply) != (cell(1), cell(2)));
        assert_eq!(known(&replies, asked), [None, Some(3), None, None]);
        replies.forget();
        assert_eq!(known(&replies, asked), [None; 4]);
    }
}
