//! The players of a game, as the referee sees them.

mod external;
mod own;

use std::time::Duration;

use tesuji_board::Player;
use tesuji_engine::{Choice, GameSpec};

use crate::control::TimeLimits;
use crate::record::Forfeit;

pub use external::GtpProgram;
pub use own::Own;

/// A player in a game led by a referee.
///
/// The referee calls [`begin`](Self::begin), then for each move either [`choose`](Self::choose) or
/// [`watch`](Self::watch), then [`end`](Self::end). A game may be broken off at any point, and the next one starts with
/// `begin` again. The referee never relies on what the player says: it has its own board.
pub trait Competitor: Send {
    /// Sets up a game and its opening.
    ///
    /// # Errors
    ///
    /// [`PlayerError`], which ends the game.
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), PlayerError>;

    /// Places up to `n_stones` handicap stones of its own choice, after [`begin`](Self::begin), and returns their
    /// cells. It may place fewer.
    ///
    /// # Errors
    ///
    /// [`PlayerError`], which ends the game.
    fn place_handicap(&mut self, n_stones: usize) -> Result<Vec<String>, PlayerError>;

    /// Takes the opponent's move, which is legal.
    ///
    /// # Errors
    ///
    /// [`PlayerError`], which ends the game.
    fn watch(&mut self, player: Player, mv: &str) -> Result<(), PlayerError>;

    /// Chooses a move for `player` and makes it on its own board.
    ///
    /// # Errors
    ///
    /// [`PlayerError`], which ends the game.
    fn choose(&mut self, player: Player, budget: &MoveBudget) -> Result<PlayerChoice, PlayerError>;

    /// Takes the score with which the rules have ended the game. May return who won by its own account.
    ///
    /// A player who fails here does not lose by it, because the game was over.
    fn end(&mut self, score: &str) -> Option<ResultClaim>;

    /// The name and version that it gives; empty before the first game.
    fn version(&self) -> String;

    /// Called once there are no more games.
    fn leave(&mut self) {}
}

/// Set-up of a game for a player.
#[derive(Clone, Copy, Debug)]
pub struct NewGame<'g> {
    /// The game and its board.
    pub spec: &'g GameSpec,
    /// The colour of this player.
    pub player: Player,
    /// The seed of its randomness.
    pub seed: u64,
    /// The time it has.
    pub limits: &'g TimeLimits,
    /// Handicap stones that are placed before the first move. Black's own free ones are placed later.
    pub handicap: HandicapStones<'g>,
    /// The moves that have already been made.
    pub opening: &'g [(Player, String)],
}

/// Handicap stones, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandicapStones<'g> {
    /// No stones.
    None,
    /// On the fixed points of the board.
    Fixed(&'g [String]),
    /// Points chosen by Black.
    Free(&'g [String]),
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveBudget {
    /// Time by the clock on the wall.
    pub wall: Duration,
    /// Processor time, if it is limited.
    pub cpu: Option<Duration>,
    /// Time left for the whole game, if limited.
    pub left: Option<Duration>,
}

/// A player's choice.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerChoice {
    /// The decision.
    pub decision: PlayerAction,
    /// The processor time it took, where that is known.
    pub cpu: Option<Duration>,
    /// Comment for the record.
    pub comment: String,
    /// The choice of one of our own players, which do not resign by themselves; the referee does it for them.
    pub hope: Option<Choice>,
}

/// A player's action on its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerAction {
    /// It moves. The referee judges whether that is a legal move, or a move at all.
    Play(String),
    /// It gives up the game.
    Resign,
}

/// Winner according to a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultClaim {
    /// `None` for a draw.
    pub winner: Option<Player>,
    /// In the player's words.
    pub words: String,
}

/// Failure of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerError {
    /// It is at fault.
    Fault {
        /// The kind of fault.
        forfeit: Forfeit,
        /// Description in one line.
        detail: String,
    },
    /// Nobody is known to be at fault. The game does not count and is played again.
    Void(String),
    /// The match is being stopped.
    Stopped,
}
