//! A game as it comes from a record.

use tesuji_board::Player;

use crate::GameSpec;

/// A game played from a record.
pub(crate) struct Loaded<G> {
    pub(crate) spec: GameSpec,
    pub(crate) game: G,
    pub(crate) moves: Vec<(Player, String)>,
    /// The parts that were not taken over as the record has them, with reasons.
    pub(crate) notices: Vec<String>,
}

impl<G> Loaded<G> {
    /// The loaded game as another type.
    pub(super) fn map<T>(self, of: fn(G) -> T) -> Loaded<T> {
        Loaded { spec: self.spec, game: of(self.game), moves: self.moves, notices: self.notices }
    }
}
