//! What evaluators say about a position without search.

use tesuji_game::Evaluation;

use crate::{Session, SessionError};

/// A position with the evaluators of its game.
pub(crate) trait Judges {
    fn judge(&self, evaluator: &str) -> Result<Evaluation, SessionError>;
    fn judge_moves(&self, evaluator: &str) -> Result<Vec<(String, Evaluation)>, SessionError>;
}

/// The evaluators of a game, for the position of a session.
pub struct Evaluators<'a> {
    judges: Box<dyn Judges + 'a>,
}

impl Session {
    /// The evaluators of the game; `None` in games that have none.
    #[must_use]
    pub fn evaluators(&self) -> Option<Evaluators<'_>> {
        self.game.core().evaluators()
    }
}

impl<'a> Evaluators<'a> {
    pub(crate) fn new(judges: Box<dyn Judges + 'a>) -> Self {
        Self { judges }
    }

    /// What the evaluator of this name says about the position, for the player to move.
    ///
    /// # Errors
    ///
    /// [`SessionError::Over`], or [`SessionError::Player`] if the game has no such evaluator.
    pub fn judge(&self, evaluator: &str) -> Result<Evaluation, SessionError> {
        self.judges.judge(evaluator)
    }

    /// What it says about the position after each move, for the player who makes it, in the order of the game. After
    /// the end of the game there are no moves.
    ///
    /// # Errors
    ///
    /// [`SessionError::Player`] if the game has no such evaluator.
    pub fn judge_moves(&self, evaluator: &str) -> Result<Vec<(String, Evaluation)>, SessionError> {
        self.judges.judge_moves(evaluator)
    }
}

impl std::fmt::Debug for Evaluators<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluators").finish_non_exhaustive()
    }
}
