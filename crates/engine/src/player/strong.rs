//! Settings of the strong player, and what a game with such a player provides.

mod text;

use std::num::NonZeroU32;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_game::Game;
use tesuji_search::mcts::TreeReport;
use tesuji_search::mcts::guided::GuidedConfig;
use tesuji_search::mcts::leaves::LeavesConfig;
use tesuji_search::{Limits, MOST_THREADS};

use super::leaf_judge::LeafJudge;
use super::net::{GoNetwork, NetSettings, NetworkChoice};
use super::{check_memory, wrong};
use crate::games::StrongSection;
use crate::{Analysis, Choice, ExpectedEnd, GameKind, GameSpec, PlayerSpec, Proved, SessionError};

/// Settings of the strong player: those that all games have, and those of one game.
///
/// In text, the settings of trees and of Hex are among the common ones, and `go` and `amazons` are tables. A player in
/// a control file without settings of one game plays all games.
///
/// The player remembers: its choice depends on earlier requests in the session, because it continues its tree and, in
/// Hex, uses what its solver knows. The same requests in the same order get the same answers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "text::Settings", into = "text::Settings")]
pub struct StrongSpec {
    /// Playouts a move, at least 1.
    pub playouts: u64,
    /// The number of trees, from 1 to 64. They are searched side by side and share the playouts and the memory. Their
    /// results are joined at the end, in Hex after each turn of 5,000 playouts. Alpha-beta in Amazons has no trees:
    /// there, this many searchers share the moves of the position, and meet after each depth.
    pub trees: usize,
    /// Threads on which trees and solver run, from 1 to 1,024. They change how long a move takes, and nothing else.
    pub threads: usize,
    /// Whether it stops before all playouts are made, once no other move can become the most visited. The move is then
    /// the same, except for what might still have been proved. Each of several trees stops on its own.
    pub stop_early: bool,
    /// Memory that the trees may take, and as much again for the solver, in MiB, at least 1. The proof of a win takes
    /// more memory on top.
    pub memory_mib: usize,
    /// The settings of one game.
    pub game: StrongGame,
}

/// The settings that [`StrongSpec`] has for one game. A session of another game refuses the player.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub enum StrongGame {
    /// The usual settings of whichever game is played.
    #[default]
    Usual,
    /// For Hex.
    Hex(HexSettings),
    /// For Go: the formula of the trees, and the playouts.
    Go(TreeSettings, GoSettings),
    /// For Amazons: the search, instead of the formula of the other games.
    Amazons(AmazonsSettings),
}

impl StrongGame {
    /// The sections that have settings here.
    #[must_use]
    pub const fn sections(&self) -> &'static [StrongSection] {
        match self {
            Self::Usual => &[],
            Self::Hex(_) => &[StrongSection::Hex],
            Self::Go(..) => &[StrongSection::Formula, StrongSection::Go],
            Self::Amazons(_) => &[StrongSection::Amazons],
        }
    }

    /// The formula of the trees of Go.
    #[must_use]
    pub fn formula(&self) -> TreeSettings {
        if let Self::Go(formula, _) = *self { formula } else { TreeSettings::default() }
    }

    /// The settings for Hex.
    #[must_use]
    pub fn hex(&self) -> HexSettings {
        if let Self::Hex(hex) = *self { hex } else { HexSettings::default() }
    }

    /// The settings for Go.
    #[must_use]
    pub fn go(&self) -> GoSettings {
        if let Self::Go(_, go) = *self { go } else { GoSettings::default() }
    }

    /// The settings for Amazons.
    #[must_use]
    pub fn amazons(&self) -> AmazonsSettings {
        if let Self::Amazons(amazons) = *self { amazons } else { AmazonsSettings::default() }
    }
}

impl From<HexSettings> for StrongGame {
    fn from(hex: HexSettings) -> Self {
        Self::Hex(hex)
    }
}

impl From<AmazonsSettings> for StrongGame {
    fn from(amazons: AmazonsSettings) -> Self {
        Self::Amazons(amazons)
    }
}

impl From<GoSettings> for StrongGame {
    fn from(go: GoSettings) -> Self {
        Self::Go(TreeSettings::default(), go)
    }
}

/// The settings of the formula by which trees of Go are searched; see [`tesuji_search::mcts::guided`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TreeSettings {
    /// Weight of moves that are little known.
    pub exploration: f64,
    /// After this many visits a move's own results weigh as much as those among all moves.
    pub equivalence: f64,
    /// The priors of new moves.
    pub priors: Priors,
    /// Weight of the chance that priors give to a move.
    pub bias: f64,
    /// A leaf grows children when it is reached after this many visits, at least 1.
    pub expand_after: u32,
}

/// Settings of the strong player in Hex alone.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct HexSettings {
    /// Opening and swapping, if the game has swapping.
    pub openings: OpeningSource,
    /// The learned net that judges the leaves of the trees.
    pub network: NetworkChoice,
    /// The search with it.
    pub net: NetSettings,
}

/// Settings of the strong player's search of Amazons.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AmazonsSettings {
    /// Which evaluation.
    pub evaluation: AmazonsEvaluation,
    /// The number of moves that get values, at least 1. A player needs one; each further one costs time.
    pub lines: usize,
}

/// The evaluation of the strong player of Amazons.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AmazonsEvaluation {
    /// A learned net on 8x8; on other boards as [`Self::Learned`].
    #[default]
    Net,
    /// Sums of learned weights.
    Learned,
}

impl Default for AmazonsSettings {
    fn default() -> Self {
        Self { evaluation: AmazonsEvaluation::Net, lines: 1 }
    }
}

impl AmazonsSettings {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Checks that the settings are in their bounds.
    fn check(&self) -> Result<(), SessionError> {
        if self.lines == 0 { Err(wrong("amazons.lines", 0, "at least 1")) } else { Ok(()) }
    }
}

/// The net and the playouts of the strong player of Go. Without any of these, playouts play anywhere except in their own
/// eyes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GoSettings {
    /// The learned net that guides the trees.
    pub network: GoNetwork,
    /// With a net: weight of moves that seem likely and are little known, at least 0.
    pub net_exploration: f64,
    /// With a net: its share of the value of a leaf, from 0 to 1; the rest is a playout.
    pub net_share: f64,
    /// Captures or saves chains that the last move has put in atari, or left there.
    pub tactics: bool,
    /// Answers the last move by shape.
    pub shapes: bool,
    /// Mostly avoids moves that put its own stones in atari.
    pub spares_own: bool,
    /// Plays first at the cell that decides a small space, and never gives up many stones for nothing.
    pub spaces: bool,
    /// Reads closed fights, and plays them to their end before anything else.
    pub reads: bool,
    /// Last good replies that are remembered; they are forgotten when they lose.
    pub replies: Replies,
    /// Answers a move at one of two cells that are miai with the other.
    pub miai: bool,
    /// Delays moves that are better played late.
    pub order: bool,
    /// Gives a higher prior to moves of the position that are better played early.
    pub early: bool,
    /// The number of light playouts from each position from which miai, order and early moves are learnt, at least 1.
    pub sample: u32,
}

/// Kinds of last good replies that are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replies {
    /// None.
    None,
    /// Only replies within two steps of the move answered.
    Near,
    /// All.
    All,
}

impl Default for GoSettings {
    fn default() -> Self {
        Self {
            network: GoNetwork::None,
            net_exploration: 0.8,
            net_share: 0.5,
            tactics: true,
            shapes: true,
            spares_own: true,
            spaces: false,
            reads: true,
            replies: Replies::None,
            miai: false,
            order: false,
            early: false,
            sample: 1_000,
        }
    }
}

impl GoSettings {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }

    fn check(&self) -> Result<(), SessionError> {
        if self.sample == 0 {
            return Err(wrong("go.sample", 0, "at least 1"));
        }
        if !self.net_exploration.is_finite() || self.net_exploration < 0.0 {
            return Err(wrong("go.net_exploration", self.net_exploration, "a number not below 0"));
        }
        if !(0.0..=1.0).contains(&self.net_share) {
            return Err(wrong("go.net_share", self.net_share, "from 0 to 1"));
        }
        self.network.net().map(|_| ())
    }

    /// The settings of a search with a net for trees of at most `max_nodes` nodes.
    pub(crate) const fn leaves(&self, max_nodes: usize, settled_within: Option<u64>) -> LeavesConfig {
        LeavesConfig { exploration: self.net_exploration, reduction: 0.3, look_after: None, max_nodes, settled_within }
    }
}

/// The strong player's opening and swapping.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// By what is known of first moves ([`openings`](crate::openings)): where the solver has found the winners by these,
    /// elsewhere by the net.
    #[default]
    Table,
    /// By a search of the position as it is, and always with the same first move.
    Search,
}

/// The priors of moves that are new in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Priors {
    /// Nothing is known of a move.
    Plain,
    /// All that is known about a move without search.
    Patterns,
}

impl Default for TreeSettings {
    fn default() -> Self {
        Self { exploration: 0.0, equivalence: 500.0, priors: Priors::Patterns, bias: 0.5, expand_after: 2 }
    }
}

impl Default for StrongSpec {
    fn default() -> Self {
        Self { playouts: 10_000, trees: 1, threads: 1, stop_early: false, memory_mib: 1024, game: StrongGame::Usual }
    }
}

impl StrongSection {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Formula, Self::Hex, Self::Go, Self::Amazons];

    /// The name of the section's table in text; `None` if its settings are among the common ones.
    #[must_use]
    pub const fn table(self) -> Option<&'static str> {
        match self {
            Self::Formula | Self::Hex => None,
            Self::Go => Some(GameKind::Go.description().name),
            Self::Amazons => Some(GameKind::Amazons.description().name),
        }
    }

    /// The settings of this section in a sentence.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Formula => "a formula of trees of Go",
            Self::Hex => "settings of Hex",
            Self::Go => "settings of Go",
            Self::Amazons => "settings of Amazons",
        }
    }

    /// The section of the setting with this name, such as `bias` or `go.tactics`. `None` for settings that every game
    /// has, and for names that are not settings.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let first = name.split_once('.').map_or(name, |(table, _)| table);
        Self::ALL.into_iter().find(|section| match section.table() {
            Some(table) => table == first,
            None => section.settings(&StrongSpec::default()).is_ok_and(|settings| settings.contains_key(first)),
        })
    }

    /// The settings of this section as plain data, by name.
    ///
    /// # Errors
    ///
    /// If a number is too large for TOML.
    pub fn settings(self, spec: &StrongSpec) -> Result<toml::Table, toml::ser::Error> {
        match self {
            Self::Formula => toml::Table::try_from(spec.game.formula()),
            Self::Hex => toml::Table::try_from(spec.game.hex()),
            Self::Go => toml::Table::try_from(spec.game.go()),
            Self::Amazons => toml::Table::try_from(spec.game.amazons()),
        }
    }
}

impl StrongSpec {
    const MOST_TREES: usize = 64;

    /// The settings of a search for trees of Go, of which one MiB holds `nodes_in_mib` nodes.
    pub(crate) fn config(&self, nodes_in_mib: usize) -> Result<GuidedConfig, SessionError> {
        let formula = self.game.formula();
        if self.playouts == 0 {
            return Err(wrong("playouts", 0, "at least 1"));
        }
        if !formula.exploration.is_finite() || formula.exploration < 0.0 {
            return Err(wrong("exploration", formula.exploration, "a number not below 0"));
        }
        if !formula.equivalence.is_finite() || formula.equivalence <= 0.0 {
            return Err(wrong("equivalence", formula.equivalence, "a number above 0"));
        }
        if !formula.bias.is_finite() || formula.bias < 0.0 {
            return Err(wrong("bias", formula.bias, "a number not below 0"));
        }
        check_memory(self.memory_mib)?;
        if !(1..=Self::MOST_TREES).contains(&self.trees) {
            return Err(wrong("trees", self.trees, "from 1 to 64"));
        }
        if !(1..=MOST_THREADS).contains(&self.threads) {
            return Err(wrong("threads", self.threads, "from 1 to 1024"));
        }
        self.game.go().check()?;
        self.game.amazons().check()?;
        self.game.hex().net.config(0)?;
        self.game.hex().network.net()?;
        Ok(GuidedConfig {
            exploration: formula.exploration,
            equivalence: formula.equivalence,
            bias: formula.bias,
            expand_after: NonZeroU32::new(formula.expand_after)
                .ok_or_else(|| wrong("expand_after", 0, "at least 1"))?,
            max_nodes: self.memory_mib.saturating_mul(nodes_in_mib) / self.trees,
            settled_within: None,
        })
    }
}

impl GameSpec {
    /// Whether searches of this player with different seeds may differ.
    #[must_use]
    pub const fn varies(&self, player: &PlayerSpec) -> bool {
        !matches!((self, player), (Self::Amazons { .. }, PlayerSpec::Strong(_)) | (_, PlayerSpec::AlphaBeta(_)))
    }

    /// Whether a search of this player continues from its last one. If not, one long search is worth more than several
    /// short ones.
    #[must_use]
    pub fn keeps_search(&self, player: &PlayerSpec) -> bool {
        match (self, player) {
            (GameSpec::Hex { .. } | GameSpec::Go { .. }, PlayerSpec::Strong(_)) => true,
            (GameSpec::Amazons { .. }, PlayerSpec::Strong(_))
            | (_, PlayerSpec::Random | PlayerSpec::Uct(_) | PlayerSpec::AlphaBeta(_) | PlayerSpec::Map(_)) => false,
        }
    }
}

/// The strong player's evaluation of a position.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Judgement<M> {
    pub(crate) mv: M,
    /// The winner, if that is proved.
    pub(crate) winner: Option<Player>,
    /// The result of the tree search; `None` if none was needed.
    pub(crate) report: Option<TreeReport<M>>,
    pub(crate) n_playouts: u64,
    pub(crate) ends: Option<ExpectedEnd>,
}

impl<M: Copy + PartialEq> Judgement<M> {
    /// A win by this move for the player to move, without a search.
    pub(crate) const fn won_by(mv: M, mover: Player) -> Self {
        Self { mv, winner: Some(mover), report: None, n_playouts: 0, ends: None }
    }

    /// The judgement as plain data, for the player to move.
    pub(super) fn into_analysis(self, to_move: Player, text: &dyn Fn(M) -> String) -> Analysis {
        let proved = self.winner.map(|winner| if winner == to_move { Proved::Win } else { Proved::Loss });
        let by_search = self.report.as_ref().filter(|report| report.has_value()).map(|report| report.value);
        let value = match proved {
            Some(Proved::Win) => Some(1.0),
            Some(Proved::Loss) => Some(0.0),
            None => by_search,
        };
        let choice = Choice { mv: text(self.mv), value, comment: String::new(), nodes: self.n_playouts, proved };
        let mut analysis = Analysis { ends: self.ends, ..Analysis::of_report(choice, self.report.as_ref(), text) };
        let work = match &self.report {
            // Alpha-beta has no tree.
            Some(report) if report.n_nodes == 0 && report.n_playouts > 0 => {
                Some(format!("{} positions", self.n_playouts))
            }
            Some(_) => Some(analysis.playouts_text()),
            None => None,
        };
        analysis.choice.comment = analysis.comment(work.as_deref());
        analysis
    }
}

/// A strong player's evaluation of a position, unless it cannot play there.
pub(crate) type Chosen<M> = Result<Judgement<M>, SessionError>;

/// The strong player of a game that has one.
pub(crate) trait Strong<G: Game>: Send {
    /// Chooses in a position that is not over.
    fn choose(&mut self, spec: &StrongSpec, position: &G, limits: &Limits, seed: u64) -> Chosen<G::Move>;

    /// Makes a net of the caller the judge of leaves from now on.
    fn judge_by(&mut self, judge: Arc<dyn LeafJudge>) -> Result<(), SessionError> {
        _ = judge;
        Err(SessionError::Unsupported("nets of your own"))
    }
}
