//! The results of first moves in games that people played.

use tesuji_board::{Player, Topology};
use tesuji_hex::{Action, GameResult, Record};

/// The results of each first move on one board, cell by cell in the order of the board. A move and its image under the
/// half turn are counted together, for both cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecords {
    /// Number of games with a winner that began with this move.
    pub games: Vec<u32>,
    /// In how many of them the second player swapped.
    pub swapped: Vec<u32>,
    /// Number of these that were won by the final owner of the first stone.
    pub won: Vec<u32>,
}

impl GameRecords {
    /// Counts the games on this board, which is square. Games on other boards, without a winner or without a move are
    /// skipped.
    #[must_use]
    pub fn count(games: &[Record], board: &Topology) -> Self {
        let n_cells = board.n_cells();
        let mut counts = Self { games: vec![0; n_cells], swapped: vec![0; n_cells], won: vec![0; n_cells] };
        for game in games.iter().filter(|game| Some(game.size()) == board.size()) {
            let Some(GameResult::Win(winner, _)) = game.result else { continue };
            let mut moves = game.moves.iter().map(|mv| mv.action);
            let Some(Action::Place(first)) = moves.next() else { continue };
            let is_swapped = moves.next() == Some(Action::SwapPieces);
            let owner = if is_swapped { Player::White } else { Player::Black };
            if first.index() >= n_cells {
                continue;
            }
            let twin = n_cells - 1 - first.index();
            for place in [first.index(), twin].into_iter().take(if first.index() == twin { 1 } else { 2 }) {
                counts.games[place] += 1;
                counts.swapped[place] += u32::from(is_swapped);
                counts.won[place] += u32::from(owner == winner);
            }
        }
        counts
    }
}
