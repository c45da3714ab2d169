//! Values of evaluators for a position without search.

use tesuji_game::Evaluation;

use crate::SessionError;

/// The evaluators of a game, for the position of a session.
pub trait Evaluators {
    /// Value of the position by the evaluator of this name, for the player to move.
    ///
    /// # Errors
    ///
    /// [`SessionError::Over`], or [`SessionError::Player`] if the game has no such evaluator.
    fn judge(&self, evaluator: &str) -> Result<Evaluation, SessionError>;

    /// Value of the position after each move, for the player who makes it, in the order of the game. After the end of
    /// the game there are no moves.
    ///
    /// # Errors
    ///
    /// [`SessionError::Player`] if the game has no such evaluator.
    fn judge_moves(&self, evaluator: &str) -> Result<Vec<(String, Evaluation)>, SessionError>;
}
