//! Play in decided games.
//!
//! A player that proves wins plays a move that ends the game with a win wherever there is one. Of proved wins it plays
//! the shortest that is known, of proved losses the one that lasts longest.

use tesuji_game::{Game, Outcome};
use tesuji_search::Limits;

use super::PlayerSpec;
use crate::{Analysis, CandidateMove, Proved};

/// The moves by which a decided game is finished.
pub(crate) trait Finish: Game {
    /// A move that ends the game at once and wins it.
    fn winning_move(&self) -> Option<Self::Move> {
        self.moves().into_iter().find(|&mv| self.is_won_by(mv))
    }

    /// Whether a legal move ends the game and wins it.
    fn is_won_by(&self, mv: Self::Move) -> bool {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next.outcome() == Some(Outcome::Win(self.to_move()))
    }

    /// The first move of the quickest win; `None` if a short search finds none. A player that makes more playouts a move
    /// searches longer.
    fn quickest_win(&self, _playouts: u64, _limits: &Limits) -> Option<Self::Move> {
        None
    }

    /// The move after which a lost game lasts longest, the first of `preferred` if there are several; `None` if a short
    /// search finds none.
    fn longest_defence(&self, _preferred: &[Self::Move], _playouts: u64, _limits: &Limits) -> Option<Self::Move> {
        None
    }
}

impl PlayerSpec {
    /// Whether the player takes the wins that it sees. One without a search chooses by other rules.
    pub(super) const fn takes_wins(&self) -> bool {
        match self {
            Self::Uct(_) | Self::AlphaBeta(_) | Self::Strong(_) => true,
            Self::Random | Self::Map(_) => false,
        }
    }
}

impl Analysis {
    /// This choice with another move, which is proved to win or to lose.
    pub(super) fn choosing(mut self, mv: String, proved: Proved) -> Self {
        let value = match proved {
            Proved::Win => 1.0,
            Proved::Loss => 0.0,
        };
        let place = self.moves.iter().position(|candidate| candidate.mv == mv);
        let mut chosen = place.map_or_else(
            || CandidateMove {
                mv: mv.clone(),
                visits: 0,
                value: None,
                prior: None,
                line: vec![mv.clone()],
                proved: None,
            },
            |place| self.moves.remove(place),
        );
        (chosen.value, chosen.proved) = (Some(value), Some(proved));
        self.moves.insert(0, chosen);
        (self.choice.mv, self.choice.value, self.choice.proved) = (mv, Some(value), Some(proved));
        self.choice.comment = match proved {
            Proved::Win => "proved win".to_owned(),
            Proved::Loss => "proved loss".to_owned(),
        };
        self
    }
}
