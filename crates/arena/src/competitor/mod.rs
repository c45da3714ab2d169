//! Whoever plays a game, as the referee meets it.

mod external;
mod own;
mod thinking;

use std::time::Duration;

use tesuji_board::Player;
use tesuji_engine::GameSpec;

use crate::control::TimeLimits;
use crate::record::Forfeit;

pub use external::Program;
pub use own::Own;

/// A player in a game that a referee leads.
///
/// The referee calls [`begin`](Self::begin), then for each move either [`choose`](Self::choose) or
/// [`watch`](Self::watch), then [`end`](Self::end). A game may be broken off at any point; the next one starts with
/// `begin` again. What the player says is never believed: the referee has a board of its own.
pub trait Competitor: Send {
    /// Sets up a game and its opening.
    ///
    /// # Errors
    ///
    /// [`Trouble`]; it ends the game.
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), Trouble>;

    /// Gives itself so many handicap stones where it likes, after [`begin`](Self::begin), and names them. It may want fewer.
    ///
    /// # Errors
    ///
    /// [`Trouble`]; it ends the game.
    fn place_handicap(&mut self, n_stones: usize) -> Result<Vec<String>, Trouble>;

    /// Learns of the opponent's move, which is legal.
    ///
    /// # Errors
    ///
    /// [`Trouble`]; it ends the game.
    fn watch(&mut self, player: Player, mv: &str) -> Result<(), Trouble>;

    /// Chooses a move for `player` and makes it on its own board.
    ///
    /// # Errors
    ///
    /// [`Trouble`]; it ends the game.
    fn choose(&mut self, player: Player, budget: &Budget) -> Result<Chosen, Trouble>;

    /// Learns that the rules have ended the game with this score. May say who won by its own account.
    ///
    /// A player who fails here has not lost by it: the game was over.
    fn end(&mut self, score: &str) -> Option<Claim>;

    /// Name and version that it gives itself; empty before the first game.
    fn version(&self) -> String;

    /// Learns that there are no more games.
    fn leave(&mut self) {}
}

/// What a player needs to know of a game.
#[derive(Clone, Copy, Debug)]
pub struct NewGame<'g> {
    /// Which game on which board.
    pub spec: &'g GameSpec,
    /// The player's own colour.
    pub player: Player,
    /// What its randomness comes from.
    pub seed: u64,
    /// The time it has.
    pub limits: &'g TimeLimits,
    /// Handicap stones that are there before the first move; Black's own free ones are placed later.
    pub handicap: Stones<'g>,
    /// The moves that are already made.
    pub opening: &'g [(Player, String)],
}

/// Handicap stones, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stones<'g> {
    /// None.
    None,
    /// On the fixed points of the board.
    Fixed(&'g [String]),
    /// Where Black has placed them.
    Free(&'g [String]),
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// By the clock.
    pub wall: Duration,
    /// Of the processors, if that is bounded.
    pub cpu: Option<Duration>,
    /// What is left of the time for the whole game, if that is bounded.
    pub left: Option<Duration>,
}

/// What a player chose.
#[derive(Clone, PartialEq, Debug)]
pub struct Chosen {
    /// What it does.
    pub decision: Decision,
    /// The processor time that it took, where that is known.
    pub cpu: Option<Duration>,
    /// What the player says about it, for the record.
    pub comment: String,
    /// What it thinks of its chances, for whoever gives up games for it: a player of ours does not resign by itself.
    pub hope: Option<Hope>,
}

/// How a player sees its game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Hope {
    /// The result that it expects, from 0 (loss) to 1 (win).
    Value(f64),
    /// It has proved that it wins.
    Won,
    /// It has proved that it loses.
    Lost,
}

/// What a player does in its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It moves. Whether that is a legal move, or a move at all, is for the referee to say.
    Play(String),
    /// It gives up the game.
    Resign,
}

/// Who won, by a player's own account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// `None` for a draw.
    pub winner: Option<Player>,
    /// In the player's words.
    pub words: String,
}

/// Why a player does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// By its own fault.
    Fault {
        /// Which.
        forfeit: Forfeit,
        /// What happened, for people, in a line.
        detail: String,
    },
    /// By nobody's fault that is known: the game does not count and is played again.
    Void(String),
    /// Because the match is being stopped.
    Stopped,
}
