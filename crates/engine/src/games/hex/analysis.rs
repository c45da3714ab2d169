//! The capabilities of Hex: knowledge about a position, and what only a session of Hex accepts.

use tesuji_board::Player;
use tesuji_hex::{Position, Swap};
use tesuji_prove::Question;
use tesuji_search::Limits;

use super::{HexGame, connections};
use crate::games::AnyGame;
use crate::{Linked, Session, SessionError, VirtualConnection};

/// Knowledge about a position of Hex without search.
#[derive(Clone, Copy, Debug)]
pub struct HexAnalysis<'a> {
    position: &'a Position,
}

/// Requests and answers of a session of Hex besides moves.
pub struct HexTools<'a> {
    game: &'a mut HexGame,
}

impl Session {
    /// Knowledge about the position without search; `None` in other games than Hex.
    #[must_use]
    pub const fn hex(&self) -> Option<HexAnalysis<'_>> {
        match &self.game {
            AnyGame::Hex(game) => Some(HexAnalysis { position: game.play.position() }),
            AnyGame::Go(_) | AnyGame::Amazons(_) => None,
        }
    }

    /// The solved lines of Hex; `None` in other games.
    #[must_use]
    pub const fn hex_mut(&mut self) -> Option<HexTools<'_>> {
        match &mut self.game {
            AnyGame::Hex(game) => Some(HexTools { game }),
            AnyGame::Go(_) | AnyGame::Amazons(_) => None,
        }
    }
}

impl HexAnalysis<'_> {
    /// The virtual connections and semi-connections of `player` between two cells or chains, the smallest first.
    ///
    /// A chain is named by any of its cells, an edge is `north`, `south`, `west` or `east`.
    ///
    /// # Errors
    ///
    /// If a name is not a cell or edge that `player` can use.
    pub fn connections(&self, player: Player, from: &str, to: &str) -> Result<Vec<VirtualConnection>, SessionError> {
        connections::links(self.position, player, from, to)
    }

    /// Cells and edges that `player` has connected with a cell or chain, named as for [`Self::connections`].
    ///
    /// # Errors
    ///
    /// Those of [`Self::connections`].
    pub fn connected(&self, player: Player, from: &str) -> Result<Linked, SessionError> {
        connections::linked(self.position, player, from)
    }

    /// The position as the solver of whole boards takes it. `None` while White may still swap, because then the stones
    /// are not the whole position.
    #[must_use]
    pub fn question(&self) -> Option<Question> {
        (self.position.swap() == Swap::Off).then(|| Question::from(self.position))
    }
}

impl HexTools<'_> {
    /// A line of play from here with `player` to move, in which the winner's moves are proved to win and the loser
    /// resists. It ends when the winner's edges are connected, or where a limit was reached. Empty if no winner is
    /// known.
    #[must_use]
    pub fn solved_line(&mut self, player: Player, limits: &Limits) -> Vec<String> {
        self.game.solved_line(player, limits)
    }
}

impl std::fmt::Debug for HexTools<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HexTools").field("position", self.game.play.position()).finish_non_exhaustive()
    }
}
