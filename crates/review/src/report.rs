//! Content of a review: plain data.

use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_endings::Margin;
use tesuji_engine::Session;

use crate::GameToReview;

/// A game with what is known about each position and each move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Review {
    /// The version of this form: 1.
    pub tesuji_review: u32,
    /// The name of the game.
    pub id: String,
    /// The settings of the review in words. Reviews with the same words were made in the same way.
    pub settings: String,
    /// The engine of somebody else whose values the estimates are; absent if they are ours. Proofs are ours always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<String>,
    /// The game: `Hex`, `Go`, `Amazons`.
    pub game: String,
    /// The board as text: `11x11`, `torus:9x9`.
    pub board: String,
    /// The names of Black and White; empty if not known.
    pub players: [String; 2],
    /// The result as the record states it, as in SGF (`B+Resign`); empty if not stated.
    pub result: String,
    /// A link that shows the game, if there is a place on the web for it.
    pub link: Option<String>,
    /// The positions, from the start on: one more than there are moves.
    pub positions: Vec<PositionReview>,
    /// The moves, in order.
    pub moves: Vec<MoveReview>,
    /// The player who wins from `certain_from` on, and the last move that changed who wins.
    pub turning: Option<Turning>,
    /// The winner of every position from here to the end is proved and the same: after this many moves.
    pub certain_from: Option<usize>,
    /// The proved winner of the last position.
    pub winner: Option<Side>,
    /// The number of the biggest mistakes, as numbers of moves from 1, the biggest first.
    pub mistakes: Vec<usize>,
    /// Apparent loss of a move without fault between two estimates, for the player who makes it: the median. Half of
    /// this swing is taken off the estimates before moves and added to those after them.
    pub bias: f64,
    /// The work that it took.
    pub spent: Spent,
}

/// A player as plain data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::Black => Self::Black,
            Player::White => Self::White,
        }
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

impl Side {
    /// The name in sentences: `Black`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }
}

/// Results for one position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PositionReview {
    /// After this many moves.
    pub n_moves: usize,
    /// Whose turn it is.
    pub to_move: Side,
    /// The result.
    pub known: Known,
}

/// Kinds of result: proved things are certain, estimates are not.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Known {
    /// The winner is proved.
    Proved(Proof),
    /// The winner is not known; an engine estimates.
    Estimated(Estimate),
    /// Nothing: the work ended before the position was looked at.
    Nothing,
}

/// The certain winner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// The winner; `None` for a draw, which only Go has.
    pub winner: Option<Side>,
    /// The kind of proof.
    pub by: ProvedBy,
    /// Moves of the player to move that are known to win, in the order of the board.
    pub winning: Vec<String>,
    /// Whether these are all moves that win. Always so for a player who loses.
    pub is_complete: bool,
    /// A line of play in which the loser holds out, if one was searched.
    pub line: Vec<String>,
    /// Number of stones that the winner still places if the loser holds out as long as possible: at least, and at most
    /// if that is known. Only in Hex.
    pub stones_left: Option<(usize, Option<usize>)>,
    /// The margin in moves, if that was searched. Only in Amazons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<Margin>,
    /// The file of the certificate, if one was written.
    pub certificate: Option<String>,
}

/// Kinds of proof of a winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProvedBy {
    /// The game is over.
    End,
    /// The next move of the game wins, which is proved.
    Next,
    /// A search.
    Search,
    /// The swap rule: one of the two choices wins.
    Swap,
    /// Go: unconditional life decides more than half of the board.
    Life,
}

/// Estimate of an engine. Values go from 0 (White wins) to 1 (Black wins).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean over independent searches.
    pub black: f64,
    /// The 95 % interval of the mean: by Student's distribution from the spread of the searches, and wider by how far
    /// the value moves with the player who makes the last move of the lines. It says how much the search varies. It
    /// does not say how right the engine is. From 0 to 1 with one sample, unless the search measures how far it moves.
    pub interval: [f64; 2],
    /// The number of searches. Searches with one and the same value are one sample: the engine has repeated itself.
    pub samples: u32,
    /// Playouts of all searches together.
    pub playouts: u64,
    /// Source of the value.
    #[serde(default)]
    pub by: EstimatedBy,
    /// The move that most playouts began with, among those that are not refuted.
    pub best: String,
    /// The line that is expected, with `best` first.
    pub line: Vec<String>,
    /// Moves that the solver has refuted: they are proved to lose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refuted: Vec<String>,
    /// Nodes that the solver has searched after `best` without an answer; absent if it was not asked, or not for as long
    /// as the proof next to the position took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver_nodes: Option<u64>,
}

/// Source of the value of an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EstimatedBy {
    /// Searches.
    #[default]
    Search,
    /// The table of first moves, without a search.
    Table,
    /// One look of the net at every first move, without a search.
    Net,
}

/// Results for one move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveReview {
    /// Its number, from 1.
    pub number: usize,
    /// The player who made it.
    pub player: Side,
    /// The move as the game writes it.
    pub mv: String,
    /// Loss of the player: the value before it minus the value after it, for its player. Negative if the engine thinks
    /// better of the position after it. `None` if one of the two is not known.
    pub loss: Option<f64>,
    /// The 95 % interval of the loss; both ends are the loss itself if both positions are proved.
    pub interval: Option<[f64; 2]>,
    /// Kind of mistake, if it is one.
    pub mistake: Option<MistakeKind>,
    /// Whether it was the only move that wins, which is proved.
    pub is_only_move: bool,
    /// A better alternative, if it is a mistake.
    pub better: Option<Alternative>,
}

/// Certainty of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MistakeKind {
    /// Proved: the player was winning before it, and is losing after it.
    Proved,
    /// The position after it is proved lost. Before it, the engine gave the player a chance.
    Lost,
    /// Estimated: the loss is larger than its interval.
    Estimated,
}

/// A better alternative.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alternative {
    /// The moves: those that win if that is proved, otherwise the one that the engine prefers.
    pub moves: Vec<String>,
    /// A line that begins with the first of them.
    pub line: Vec<String>,
    /// Whether they are proved to win. Otherwise they are an opinion of the engine.
    pub is_proved: bool,
    /// Of an opinion: nodes that the solver has searched after it without an answer, if it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver_nodes: Option<u64>,
}

/// The last move that changed who wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turning {
    /// The number of the move, from 1.
    pub number: usize,
    /// The player who threw the win away.
    pub player: Side,
}

/// The work that a review took.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Spent {
    /// Seconds, as the timekeeper counts them; 0 if the work was bounded instead.
    pub seconds: f64,
    /// Nodes of the solver.
    pub nodes: u64,
    /// Playouts of the player.
    pub playouts: u64,
    /// Positions whose answer was in the store.
    pub stored: usize,
    /// Whether it was stopped before its end.
    pub is_stopped: bool,
}

impl PositionReview {
    /// The value for Black with its interval: 0 or 1 (a draw 0.5) if the winner is proved, otherwise the estimate.
    #[must_use]
    pub fn black(&self) -> Option<(f64, [f64; 2])> {
        match &self.known {
            Known::Proved(proof) => {
                let value = match proof.winner {
                    Some(Side::Black) => 1.0,
                    Some(Side::White) => 0.0,
                    None => 0.5,
                };
                Some((value, [value, value]))
            }
            Known::Estimated(estimate) => Some((estimate.black, estimate.interval)),
            Known::Nothing => None,
        }
    }

    /// The interval of [`Self::black`] where it says anything: not if it spans everything, nor without a search.
    #[must_use]
    pub fn interval(&self) -> Option<[f64; 2]> {
        let is_spread = match &self.known {
            Known::Estimated(estimate) => estimate.interval != [0.0, 1.0] && estimate.by == EstimatedBy::Search,
            Known::Proved(_) | Known::Nothing => true,
        };
        self.black().map(|(_, interval)| interval).filter(|_| is_spread)
    }

    /// The proof, if there is one.
    #[must_use]
    pub const fn proof(&self) -> Option<&Proof> {
        if let Known::Proved(proof) = &self.known { Some(proof) } else { None }
    }

    /// The proved winner.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        self.proof().and_then(|proof| proof.winner)
    }
}

impl Review {
    /// Whether this is a review of these moves.
    #[must_use]
    pub fn is_of(&self, game: &GameToReview) -> bool {
        let Ok(session) = Session::replay(&game.spec, &game.record, usize::MAX) else { return false };
        let moves = session.moves();
        moves.len() == self.moves.len()
            && moves.iter().zip(&self.moves).all(|(played, mv)| *played == (mv.player.into(), mv.mv.clone()))
    }

    /// The number of positions of which nothing is known, because the work ended first.
    #[must_use]
    pub fn n_unknown(&self) -> usize {
        self.positions.iter().filter(|position| matches!(position.known, Known::Nothing)).count()
    }

    /// The number of positions whose winner is proved.
    #[must_use]
    pub fn n_proved(&self) -> usize {
        self.positions.iter().filter(|position| position.proof().is_some()).count()
    }
}
