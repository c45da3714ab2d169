//! What is to be played: players, game, format, openings, limits.
//!
//! Not here: reading it (`file`), saying how two of them differ (`change`), what follows for one game
//! ([`Schedule`](crate::Schedule)).

mod book;
mod change;
mod file;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_engine::book::Book;
use tesuji_engine::{GameSpec, Handicap, PlayerSpec, Session, SessionError};
use tesuji_store::Digest;

pub use book::BookFile;
pub use change::{Change, changes};
pub use file::ControlError;

/// All that a control file says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Control {
    /// What the games depend on. If it changes it is another match.
    pub terms: Terms,
    /// How many of the games are played, and how. It may change between runs of a match.
    pub plan: Plan,
}

/// What the games of a match depend on, and nothing else: equal terms, equal games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// Which game on which board.
    pub game: GameSpec,
    /// Who meets whom.
    pub format: Format,
    /// The players, in the order that the format speaks of. At least two, with different names.
    pub players: Vec<Contestant>,
    /// Stones that Black is given before the first move, which White then makes; in games that have handicap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<HandicapTerms>,
    /// How games begin.
    pub openings: Openings,
    /// Time for every player that has no limits of its own.
    pub limits: TimeLimits,
    /// How games end that the rules have not ended yet.
    pub adjudication: Adjudication,
    /// What all seeds come from.
    pub seed: u64,
}

impl Terms {
    /// The hash that names a match, from its content: comments, order and layout of the control file do not enter.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&serde_json::to_vec(self).expect("terms are plain data with text for keys"))
    }

    /// The game before its first move. Handicap stones that Black places freely are not there yet.
    ///
    /// # Errors
    ///
    /// If such a board cannot be played on, or has no such handicap.
    pub fn begin(&self) -> Result<Session, SessionError> {
        begin(&self.game, self.handicap)
    }

    /// Who makes the first move.
    #[must_use]
    pub const fn first_player(&self) -> Player {
        if self.handicap.is_some() { Player::White } else { Player::Black }
    }

    /// The time that player number `player` has.
    #[must_use]
    pub fn limits_of(&self, player: usize) -> &TimeLimits {
        self.players[player].limits.as_ref().unwrap_or(&self.limits)
    }
}

/// The game before its first move, with the handicap stones whose places are fixed.
pub(crate) fn begin(game: &GameSpec, handicap: Option<HandicapTerms>) -> Result<Session, SessionError> {
    let mut session = Session::new(game)?;
    if let Some(HandicapTerms { stones, placed: Placed::Fixed }) = handicap {
        set_handicap(&mut session, &Handicap::Fixed(stones))?;
    }
    Ok(session)
}

/// Gives Black handicap stones, and returns their names.
pub(crate) fn set_handicap(session: &mut Session, handicap: &Handicap) -> Result<Vec<String>, SessionError> {
    session.table_mut().ok_or(SessionError::Unsupported("handicap"))?.set_handicap(handicap)
}

/// Gives the strong player a book.
pub(crate) fn set_book(session: &mut Session, book: Arc<Book>) -> Result<(), SessionError> {
    session.hex_mut().ok_or(SessionError::Book { side: book.config().side })?.set_book(book)
}

/// How many stones Black is given, and where they stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandicapTerms {
    /// How many.
    pub stones: usize,
    /// Who says where.
    #[serde(default)]
    pub placed: Placed,
}

/// Who says where handicap stones stand.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Placed {
    /// The board: on its fixed points.
    #[default]
    Fixed,
    /// Whoever has Black, in each game anew.
    Free,
}

/// How much of a match is played, and how it is run and called.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// What people call it; may be empty.
    pub title: String,
    /// Games between each two players that meet; even, as each opening is played with both colours.
    pub games: u64,
    /// Games at a time, if not one for each core.
    pub concurrency: Option<NonZeroUsize>,
    /// When to stop early.
    pub sprt: Option<SprtTerms>,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two players.
    Match,
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Each player meets the next: steps of one player that grows, which Bradley-Terry joins to one scale.
    Ladder,
}

/// A player in a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Contestant {
    /// The name in tables and records.
    pub name: String,
    /// What plays.
    pub engine: Engine,
    /// Its time, if it is not that of the match.
    pub limits: Option<TimeLimits>,
    /// How long a player of ours thinks about a move, in processor time, if its settings alone do not say when it is done.
    #[serde(default, with = "maybe_duration", skip_serializing_if = "Option::is_none")]
    pub think: Option<Duration>,
    /// What a strong player of ours opens by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<BookFile>,
}

/// What plays for a contestant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// A player of ours, in this process.
    Own(PlayerSpec),
    /// Any program that speaks GTP, in a process of its own.
    External(External),
}

/// A program that speaks GTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct External {
    /// The program and its arguments. A program that is a relative path is looked up from the control file.
    pub command: Vec<String>,
    /// Variables of the environment, set beside those that we have.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// Where it runs, if not where we do; looked up from the control file.
    #[serde(default)]
    pub directory: Option<String>,
    /// GTP commands for each new process, before the board is set up.
    #[serde(default)]
    pub startup: Vec<String>,
    /// GTP commands for each game, before the board is set up; `{seed}` stands for the seed of this player's game.
    #[serde(default)]
    pub every_game: Vec<String>,
    /// When it gets a new process, beside after a fault.
    #[serde(default)]
    pub restart: Restart,
    /// The longest that any command but a move may take.
    #[serde(default = "patience", with = "duration")]
    pub patience: Duration,
    /// Does the winner that it names at the end have to be that of the rules? By default in games where the rules
    /// leave no doubt.
    #[serde(default)]
    pub judge: Judge,
    /// How it is told that White swaps.
    #[serde(default, skip_serializing_if = "SwapWord::is_usual")]
    pub swap: SwapWord,
}

/// How a program is told of a swap. What it answers itself may be `swap-pieces` or `swap` in any case.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SwapWord {
    /// `play w swap-pieces`, as MoHex, Wolve and HexGui have it.
    #[default]
    SwapPieces,
    /// `play w swap`.
    Swap,
    /// By a board with nothing but the mirrored stone, a white one, as HexGui tells of swaps made in its window; for
    /// programs that know nothing of swapping.
    Stone,
}

impl SwapWord {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over by reference")]
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// When a program gets a new process, beside after a fault.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restart {
    /// Never: its memory of earlier games is its own business.
    #[default]
    AfterFault,
    /// For each game, so that games do not depend on each other.
    EveryGame,
}

/// What the winner that a program names at the end (`final_score`) is worth.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judge {
    /// To name another winner than the rules is a forfeit where the game has no scores to argue about.
    #[default]
    Rules,
    /// It is not asked.
    Never,
    /// To name another winner than the rules is a forfeit.
    Always,
}

/// How games begin. The two games of a pair begin alike.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// From the empty board.
    Empty,
    /// From these in turn, each a list of moves that the rules allow.
    Listed(Vec<Vec<String>>),
    /// With moves drawn by lot.
    Random {
        /// How many.
        plies: NonZeroU32,
        /// Which of them count as fair; all, if this is not said.
        balance: Option<Balance>,
    },
}

/// Which random openings are fair: those that our plain search holds for even.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// Playouts of the search that judges an opening.
    pub playouts: NonZeroU64,
    /// How far from one half the expected result may be. If a hundred openings are further off, the nearest is taken.
    pub within: f64,
}

/// Time for one player in one game. What is not said is not bounded, but see [`Self::PATIENCE`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TimeLimits {
    /// For each move.
    #[serde(rename = "move", with = "maybe_duration", skip_serializing_if = "Option::is_none")]
    pub per_move: Option<Duration>,
    /// For all moves of a game.
    #[serde(rename = "game", with = "maybe_duration", skip_serializing_if = "Option::is_none")]
    pub per_game: Option<Duration>,
    /// Processor time for each move, of the program and all that it starts.
    #[serde(rename = "move-cpu", with = "maybe_duration", skip_serializing_if = "Option::is_none")]
    pub cpu_per_move: Option<Duration>,
    /// Processor time for all moves of a game.
    #[serde(rename = "game-cpu", with = "maybe_duration", skip_serializing_if = "Option::is_none")]
    pub cpu_per_game: Option<Duration>,
}

impl TimeLimits {
    /// The most time for a move that nobody has bounded: a program that hangs must not hang the match.
    pub const PATIENCE: Duration = Duration::from_secs(600);
}

/// How games end that the rules have not ended yet.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A game that has this many moves, those of the opening included, is drawn.
    #[serde(default = "most_moves")]
    pub moves: NonZeroU32,
    /// A solver that ends a game once it has proved who wins.
    #[serde(default)]
    pub solver: Option<SolverTerms>,
    /// When a player of ours gives up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignTerms>,
}

impl Adjudication {
    /// How many nodes a solver may search to check that a position that is given up was not won; `None` if nothing checks.
    #[must_use]
    pub fn nodes_to_check(&self) -> Option<NonZeroU64> {
        self.resign.map(|resign| resign.nodes).or(self.solver.map(|solver| solver.nodes))
    }
}

impl Default for Adjudication {
    fn default() -> Self {
        Self { moves: most_moves(), solver: None, resign: None }
    }
}

/// When a player of ours gives up, and what is looked at before. Other programs resign when they like.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignTerms {
    /// The value, from 0 to 1/2, of the player's own chances, below which a move counts.
    pub below: f64,
    /// After so many own moves in a row.
    #[serde(default = "three")]
    pub moves: NonZeroU32,
    /// In games with a solver: the nodes it may search to prove that the position is won for whoever resigns. Then a player
    /// of ours plays on.
    #[serde(default = "nodes_to_check")]
    pub nodes: NonZeroU64,
}

/// When a solver is asked, and how long it may search. What it does not prove does not end a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolverTerms {
    /// The most nodes for each position.
    pub nodes: NonZeroU64,
    /// Positions with at most so many legal moves are looked at; where moves are no cells, those in which no part that both
    /// players can reach has more empty cells.
    pub empties: NonZeroU32,
}

/// A sequential probability ratio test between two players: is the first better by `elo1` rather than by `elo0`?
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtTerms {
    /// The difference in Elo, first player over second, that is to be rejected.
    pub elo0: f64,
    /// The difference that is to be accepted.
    pub elo1: f64,
    /// The chance to accept `elo1` where `elo0` is true.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// The chance to accept `elo0` where `elo1` is true.
    #[serde(default = "five_percent")]
    pub beta: f64,
}

const fn five_percent() -> f64 {
    0.05
}

const fn three() -> NonZeroU32 {
    NonZeroU32::new(3).expect("it is not 0")
}

const fn nodes_to_check() -> NonZeroU64 {
    NonZeroU64::new(10_000).expect("it is not 0")
}

const fn patience() -> Duration {
    Duration::from_secs(60)
}

const fn most_moves() -> NonZeroU32 {
    NonZeroU32::new(1000).expect("it is not 0")
}

/// Durations as people write them.
mod duration {
    use std::time::Duration;

    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&humantime::format_duration(*duration))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let text = String::deserialize(deserializer)?;
        match humantime::parse_duration(&text) {
            Ok(duration) if !duration.is_zero() => Ok(duration),
            _ => Err(D::Error::custom(format!("`{text}` is no time such as `10s`, `500ms` or `1m 30s`"))),
        }
    }
}

mod maybe_duration {
    use std::time::Duration;

    use serde::{Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "serde hands fields over by reference")]
    pub(super) fn serialize<S: Serializer>(duration: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        match duration {
            Some(duration) => super::duration::serialize(duration, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        super::duration::deserialize(deserializer).map(Some)
    }
}
