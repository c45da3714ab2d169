//! Control of a match: players, game, format, openings and limits.
//!
//! Not here: reading it (`file`), describing how two of them differ (`change`), and what follows for one game
//! ([`Schedule`](crate::Schedule)).

mod change;
mod file;
mod reach;
#[cfg(feature = "testing")]
mod tests;

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tesuji_archive::store::Digest;
use tesuji_board::Player;
use tesuji_engine::{GameSpec, Handicap, PlayerSpec, Session, SessionError};

pub use change::{Change, changes};
pub use file::ControlError;
pub use reach::FindGuest;

/// The whole content of a control file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Control {
    /// Everything that the games depend on. A change makes it another match.
    pub terms: MatchTerms,
    /// Number of games and manner of play. It may change between runs of a match.
    pub plan: MatchPlan,
}

/// Everything that the games of a match depend on: equal terms give equal games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchTerms {
    /// The game and its board.
    pub game: GameSpec,
    /// Format of the pairings.
    pub format: Format,
    /// Assignment of Black in the games of two players.
    #[serde(default, skip_serializing_if = "Colours::are_exchanged")]
    pub colours: Colours,
    /// Of the format [`Format::List`], who meets whom with which colour, each once; empty otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairings: Vec<ListedPairing>,
    /// The players, in the order to which the format refers. At least two, with different names.
    pub players: Vec<Contestant>,
    /// Stones that Black gets before the first move, which White then makes. Only in games with handicap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<HandicapTerms>,
    /// Openings of games.
    pub openings: OpeningPlan,
    /// The time of every player without limits of its own.
    pub limits: TimeLimits,
    /// Adjudication of games that the rules have not ended.
    pub adjudication: Adjudication,
    /// The seed from which all others are made.
    pub seed: u64,
}

impl Control {
    /// A match on the empty board of players who meet with fixed colours, each pairing as often as the number beside
    /// it says. Openings, limits and all else can be set afterwards; [`Self::check`] then says whether it makes sense.
    ///
    /// Games are repeatable: which seeds a game has follows from `seed` and the list of pairings.
    ///
    /// # Errors
    ///
    /// If the game cannot be begun, a player cannot play it, or the list makes no sense.
    pub fn of_pairings(
        game: GameSpec,
        players: Vec<Contestant>,
        pairings: &[(ListedPairing, u64)],
        seed: u64,
    ) -> Result<Self, ControlError> {
        let terms = MatchTerms {
            game,
            format: Format::List,
            colours: Colours::First,
            pairings: pairings.iter().map(|(pairing, _)| pairing.clone()).collect(),
            players,
            handicap: None,
            openings: OpeningPlan::Empty,
            limits: TimeLimits::default(),
            adjudication: Adjudication::default(),
            seed,
        };
        let pairing_games: Vec<u64> = pairings.iter().map(|(_, games)| *games).collect();
        let games = pairing_games.iter().copied().max().unwrap_or(0);
        let plan = MatchPlan { title: String::new(), games, pairing_games, concurrency: None, sprt: None };
        let control = Self { terms, plan };
        control.check()?;
        Ok(control)
    }
}

impl MatchTerms {
    /// The hash that identifies a match, computed from its content. Comments, order and layout of the control file do
    /// not affect it.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&serde_json::to_vec(self).expect("terms are plain data with text for keys"))
    }

    /// The game before its first move. Handicap stones that Black places freely are not there yet.
    ///
    /// # Errors
    ///
    /// If the board cannot be played on, or does not have this handicap.
    pub fn begin(&self) -> Result<Session, SessionError> {
        begin(&self.game, self.handicap)
    }

    /// The player who moves first.
    #[must_use]
    pub const fn first_player(&self) -> Player {
        if self.handicap.is_some() { Player::White } else { Player::Black }
    }

    /// The time limits of player number `player`.
    #[must_use]
    pub fn limits_of(&self, player: usize) -> &TimeLimits {
        self.players[player].limits.as_ref().unwrap_or(&self.limits)
    }
}

/// The game before its first move, with those handicap stones that have fixed places.
pub(crate) fn begin(game: &GameSpec, handicap: Option<HandicapTerms>) -> Result<Session, SessionError> {
    let mut session = Session::new(game)?;
    if let Some(HandicapTerms { stones, placed: HandicapPlacement::Fixed }) = handicap {
        set_handicap(&mut session, &Handicap::Fixed(stones))?;
    }
    Ok(session)
}

/// Gives Black handicap stones, and returns their names.
pub(crate) fn set_handicap(session: &mut Session, handicap: &Handicap) -> Result<Vec<String>, SessionError> {
    session.table_mut().ok_or(SessionError::Unsupported("handicap"))?.set_handicap(handicap)
}

/// Number and placement of handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandicapTerms {
    /// The number of stones.
    pub stones: usize,
    /// Choice of their placement.
    #[serde(default)]
    pub placed: HandicapPlacement,
}

/// Choice of the placement of handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandicapPlacement {
    /// The board: on its fixed points.
    #[default]
    Fixed,
    /// The player with Black, in each game again.
    Free,
}

/// Amount, manner and title of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchPlan {
    /// A title for people; may be empty.
    pub title: String,
    /// The number of games between any two players that meet. It is even if colours are exchanged, because each
    /// opening is then played with both colours.
    pub games: u64,
    /// Of the format [`Format::List`], the games of each pairing in the order of the list; empty if all have
    /// [`games`](Self::games).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairing_games: Vec<u64>,
    /// The number of games played at a time; by default one for each core.
    pub concurrency: Option<NonZeroUsize>,
    /// Condition for stopping early.
    pub sprt: Option<SprtTerms>,
}

/// Format of the pairings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two players.
    Match,
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Each player meets the next. For versions of one player that improves step by step; Bradley-Terry puts them on
    /// one scale.
    Ladder,
    /// The listed pairings, each with its colours and its number of games.
    List,
}

/// Assignment of Black in the games of two players.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colours {
    /// Both in turn: each opening is played twice, with colours exchanged.
    #[default]
    Exchanged,
    /// The first of each pairing, always: each opening is played once.
    First,
}

impl Colours {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over by reference")]
    fn are_exchanged(&self) -> bool {
        *self == Self::Exchanged
    }
}

/// Two players that meet with fixed colours, by their names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedPairing {
    /// The player with Black.
    pub black: String,
    /// The player with White.
    pub white: String,
}

/// A player in a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Contestant {
    /// The name in tables and records.
    pub name: String,
    /// The engine.
    pub engine: Engine,
    /// Its time, if it differs from that of the match.
    pub limits: Option<TimeLimits>,
    /// Thinking time of one of our own players for a move, in processor time, if its settings do not end the search
    /// earlier. Of a guest, the time by the clock that it gets as its limit.
    #[serde(default, with = "maybe_duration", skip_serializing_if = "Option::is_none")]
    pub think: Option<Duration>,
}

impl Contestant {
    /// One of our own players, without limits or time to think.
    #[must_use]
    pub fn own(name: &str, player: PlayerSpec) -> Self {
        Self { name: name.to_owned(), engine: Engine::Own(player), limits: None, think: None }
    }
}

/// Engine of a contestant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// One of our own players, in this process.
    Own(PlayerSpec),
    /// Any program that speaks GTP, in a separate process.
    External(External),
}

/// A program that speaks GTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct External {
    /// The program and its arguments. If the program is a relative path, it is looked up from the folder of the control
    /// file.
    pub command: Vec<String>,
    /// Environment variables, set in addition to ours.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// The folder where it runs, looked up from that of the control file. By default it runs where we do.
    #[serde(default)]
    pub directory: Option<String>,
    /// GTP commands for each new process, before the board is set up.
    #[serde(default)]
    pub startup: Vec<String>,
    /// GTP commands for each game, before the board is set up; `{seed}` stands for the seed of this player's game.
    #[serde(default)]
    pub every_game: Vec<String>,
    /// Occasions for a new process, other than a fault.
    #[serde(default)]
    pub restart: Restart,
    /// The longest time for any command except a move.
    #[serde(default = "patience", with = "duration")]
    pub patience: Duration,
    /// Whether the winner that it names at the end has to be the winner by the rules. By default this applies to games
    /// where the rules leave no doubt.
    #[serde(default)]
    pub judge: ScoreJudge,
    /// The most memory of all its processes together, in MiB; by default it is not limited.
    #[serde(default, rename = "memory_mib", skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<u64>,
    /// Word for a swap in messages to it.
    #[serde(default, skip_serializing_if = "SwapWord::is_usual")]
    pub swap: SwapWord,
}

/// Word for a swap in messages to a program. Its own answer may be `swap-pieces` or `swap`, in upper or lower case.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SwapWord {
    /// `play w swap-pieces`, as in MoHex, Wolve and HexGui.
    #[default]
    SwapPieces,
    /// `play w swap`.
    Swap,
    /// With a board that has nothing but the mirrored stone, now white. HexGui does this for swaps made in its window.
    /// For programs that do not know swapping.
    Stone,
}

impl SwapWord {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over by reference")]
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// Occasions for a new process of a program, other than a fault.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restart {
    /// Never. Whether it remembers earlier games is up to the program.
    #[default]
    AfterFault,
    /// For each game, so that games do not depend on each other.
    EveryGame,
}

/// Treatment of the winner that a program names at the end (`final_score`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreJudge {
    /// Naming a different winner than the rules is a forfeit, in games without scores to argue about.
    #[default]
    Rules,
    /// The program is not asked.
    Never,
    /// Naming a different winner than the rules is a forfeit.
    Always,
}

/// Openings of games. Both games of a pair begin alike.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningPlan {
    /// From the empty board.
    Empty,
    /// With these in turn. Each is a list of moves that the rules allow.
    Listed(Vec<Vec<String>>),
    /// With random moves.
    Random {
        /// The number of moves.
        plies: NonZeroU32,
        /// Bounds of fairness; absent: all count as fair.
        balance: Option<Balance>,
    },
}

/// Fairness of random openings: those that our plain search rates as even.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The playouts of the search that judges an opening.
    pub playouts: NonZeroU64,
    /// Maximum distance of the expected result from one half. If a hundred openings are further off, the nearest one is
    /// taken.
    pub within: f64,
}

/// The time of one player in one game. A time that is not given is not limited, but see [`Self::PATIENCE`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TimeLimits {
    /// For each move.
    #[serde(rename = "move", with = "maybe_duration", skip_serializing_if = "Option::is_none")]
    pub per_move: Option<Duration>,
    /// For all moves of a game.
    #[serde(rename = "game", with = "maybe_duration", skip_serializing_if = "Option::is_none")]
    pub per_game: Option<Duration>,
    /// Processor time for each move, of the program and everything it starts.
    #[serde(rename = "move-cpu", with = "maybe_duration", skip_serializing_if = "Option::is_none")]
    pub cpu_per_move: Option<Duration>,
    /// Processor time for all moves of a game.
    #[serde(rename = "game-cpu", with = "maybe_duration", skip_serializing_if = "Option::is_none")]
    pub cpu_per_game: Option<Duration>,
}

impl TimeLimits {
    /// The time for a move if no limit is given: a program that hangs must not hang the match.
    pub const PATIENCE: Duration = Duration::from_secs(600);
}

/// Adjudication of games that the rules have not ended.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A game with this many moves, including those of the opening, is a draw.
    #[serde(default = "most_moves")]
    pub moves: NonZeroU32,
    /// A solver that ends a game once it has proved who wins.
    #[serde(default)]
    pub solver: Option<SolverTerms>,
    /// Conditions under which our players resign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignTerms>,
}

impl Adjudication {
    /// Nodes of the check that a resigned position was not won; `None` without the check.
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

/// Conditions under which our players resign, and the check before that. Other programs resign when they like.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignTerms {
    /// A move counts if the player rates its own chances below this value, which is from 0 to 1/2.
    pub below: f64,
    /// The player resigns after this many such moves of its own in a row.
    #[serde(default = "three")]
    pub moves: NonZeroU32,
    /// In games with a solver: how many nodes it may search to prove that the player who resigns would win. If it does,
    /// our player plays on.
    #[serde(default = "nodes_to_check")]
    pub nodes: NonZeroU64,
}

/// Positions in which a solver is asked, and the bound of its search. If it proves nothing, the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolverTerms {
    /// The most nodes for each position.
    pub nodes: NonZeroU64,
    /// The solver is asked about positions with at most this many legal moves. Where moves are not cells, it is asked
    /// about those in which no region that both players can reach has more empty cells.
    pub empties: NonZeroU32,
}

/// A sequential probability ratio test between two players: whether the first is stronger by `elo1` rather than by
/// `elo0`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtTerms {
    /// The difference in Elo, first player over second, under H0.
    pub elo0: f64,
    /// The difference under H1.
    pub elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// The probability of accepting `elo0` if `elo1` is true.
    #[serde(default = "five_percent")]
    pub beta: f64,
}

const fn five_percent() -> f64 {
    0.05
}

const fn three() -> NonZeroU32 {
    NonZeroU32::new(3).expect("3 is not 0")
}

const fn nodes_to_check() -> NonZeroU64 {
    NonZeroU64::new(10_000).expect("10,000 is not 0")
}

const fn patience() -> Duration {
    Duration::from_secs(60)
}

const fn most_moves() -> NonZeroU32 {
    NonZeroU32::new(1000).expect("1000 is not 0")
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
