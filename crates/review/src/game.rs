//! A game as it comes to a review.

use tesuji_engine::{AnyRecord, GameSpec};

/// A game to be reviewed.
#[derive(Clone, Debug)]
pub struct GameToReview {
    /// Its name; certificates are named after it.
    pub id: String,
    /// The settings of the game that the record does not state.
    pub spec: GameSpec,
    /// The record.
    pub record: AnyRecord,
}
