//! The players of each game.

use std::sync::Arc;

use tesuji_amazons::Move as AmazonsMove;
use tesuji_playout::{GoLight, HexFill};
use tesuji_search::Limits;
use tesuji_search::mcts::Uniform;

use super::amazons::strong::AmazonsStrong;
use super::go::maps::GoMaps;
use super::go::strong::GoStrong;
use super::hex::strong::HexStrong;
use super::in_play::Written;
use super::{GameKind, PositionRef, amazons, hex};
use crate::player::{EvaluatedGame, Players, Turn};
use crate::{Analysis, Evaluators, LeafJudge, PlayerSpec, SessionError};

/// The players of one session, whichever game it plays, with what they remember from move to move.
pub(crate) enum AnyPlayers {
    Hex(Box<Players<tesuji_hex::Position, HexFill, HexStrong>>),
    Go(Box<Players<tesuji_go::Position, GoLight, GoStrong>>),
    Amazons(Box<Players<tesuji_amazons::Position, Uniform<AmazonsMove>, AmazonsStrong>>),
}

/// Does the same for the players of each game and a position of that game.
macro_rules! of_each {
    ($self:expr, $position:expr, $players:ident, $at:ident => $body:expr, _ => $other:expr) => {
        match ($self, $position) {
            (AnyPlayers::Hex($players), PositionRef::Hex($at)) => $body,
            (AnyPlayers::Go($players), PositionRef::Go($at)) => $body,
            (AnyPlayers::Amazons($players), PositionRef::Amazons($at)) => $body,
            _ => $other,
        }
    };
}

impl AnyPlayers {
    /// The players of this game, with nothing to remember yet.
    pub(crate) fn new(game: GameKind) -> Self {
        match game {
            GameKind::Hex => {
                let evaluators = EvaluatedGame {
                    check: hex::check_evaluator,
                    make: hex::evaluator,
                    n_moves_of: Written::n_moves_of,
                    chance_of: tesuji_hex::Position::chance_of,
                };
                let players = Players::new(HexFill::default(), HexStrong::default());
                Self::Hex(Box::new(players.with_alpha_beta(evaluators)))
            }
            GameKind::Go => {
                let players = Players::new(GoLight::default(), GoStrong::default());
                Self::Go(Box::new(players.with_maps(GoMaps::default())))
            }
            GameKind::Amazons => {
                let evaluators = EvaluatedGame {
                    check: amazons::check_evaluator,
                    make: amazons::evaluator,
                    n_moves_of: Written::n_moves_of,
                    chance_of: tesuji_amazons::Position::chance_of,
                };
                let players = Players::new(Uniform::default(), AmazonsStrong::default());
                Self::Amazons(Box::new(players.with_alpha_beta(evaluators)))
            }
        }
    }

    /// Whether there is such a player in this game.
    pub(crate) fn accepts(&self, player: &PlayerSpec) -> Result<(), SessionError> {
        match self {
            Self::Hex(players) => players.accepts(player),
            Self::Go(players) => players.accepts(player),
            Self::Amazons(players) => players.accepts(player),
        }
    }

    /// Makes a net of the caller the judge of the strong player's leaves.
    pub(crate) fn judge_by(&mut self, judge: Arc<dyn LeafJudge>) -> Result<(), SessionError> {
        match self {
            Self::Hex(players) => players.judge_by(judge),
            Self::Go(players) => players.judge_by(judge),
            Self::Amazons(players) => players.judge_by(judge),
        }
    }

    /// Lets the player that `spec` describes think about a position that was reached after `n_played` moves.
    pub(crate) fn analyze(
        &mut self,
        spec: &PlayerSpec,
        position: PositionRef<'_>,
        n_played: usize,
        limits: &Limits,
        seed: u64,
    ) -> Result<Analysis, SessionError> {
        of_each!(self, position, players, position => {
            let text = |mv| Written::move_text(position, mv);
            players.analyze(spec, &Turn { position, n_played, seed, text: &text }, limits)
        }, _ => Err(SessionError::Unsupported("players of another game")))
    }

    /// The evaluators of the game, for this position; `None` in games without any.
    pub(crate) fn evaluators<'a>(&'a self, position: PositionRef<'a>) -> Option<Box<dyn Evaluators + 'a>> {
        of_each!(self, position, players, position => {
            Some(Box::new(players.judges(position, Written::move_text)?))
        }, _ => None)
    }
}
