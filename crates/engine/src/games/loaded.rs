//! A game as it comes from a record.

use tesuji_board::Player;

use crate::GameSpec;

/// A game played from a record.
pub(crate) struct Loaded<G> {
    pub(crate) spec: GameSpec,
    pub(crate) game: G,
    pub(crate) moves: Vec<(Player, String)>,
    /// What was not taken over as the record has it, and why.
    pub(crate) notices: Vec<String>,
}

impl<G> Loaded<G> {
    /// The same, with the game as another type.
    pub(super) fn map<T>(self, of: fn(G) -> T) -> Loaded<T> {
        Loaded { spec: self.spec, game: of(self.game), moves: self.moves, notices: self.notices }
    }
}
