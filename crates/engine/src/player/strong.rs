//! Settings of the strong player, and what a game gives that has one.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_game::Game;
use tesuji_search::mcts::Report;
use tesuji_search::mcts::guided::GuidedConfig;
use tesuji_search::mcts::leaves::LeavesConfig;
use tesuji_search::{Limits, MOST_THREADS};

use super::{Choice, Proved, check_memory, line_text, wrong};
use crate::{Analysis, ExpectedEnd, SessionError};

/// Settings of the strong player: a part that all games have, and parts that mean something in some games alone. Which those are,
/// says [`GameDescription::sections`](crate::GameDescription::sections).
///
/// A player in a control file belongs to no game, so it has all parts; the player of a game reads its own. As text the settings of
/// [`formula`](Self::formula) and [`hex`](Self::hex) stand beside the common ones, and `go` and `amazons` are tables.
///
/// It remembers: its choice depends on what it was asked earlier in the session, for it goes on with its tree and, in Hex, with
/// what its solver knows. The same questions in the same order have the same answers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "text::Settings", into = "text::Settings")]
pub struct StrongSpec {
    /// Playouts a move, at least 1.
    pub playouts: u64,
    /// Trees, which are searched side by side and share the playouts and the memory; from 1 to 64. What they found is
    /// joined at the end, in Hex after each turn of 5,000 playouts. In Amazons, where alpha-beta has no trees, as many searchers
    /// share out the moves of the position, and meet after each depth.
    pub trees: usize,
    /// Threads on which trees and solver run, from 1 to 1,024. They change how long a move takes, and nothing else.
    pub threads: usize,
    /// Whether it stops before all playouts are made once no other move can become the most visited. The move is the same
    /// then, but for what might still have been proved. Of several trees each stops for itself.
    pub stop_early: bool,
    /// Memory that the trees may take, and as much for the solver, in MiB, at least 1. The proof of a win that was found
    /// comes on top.
    pub memory_mib: usize,
    /// Hex and Go: the formula of the trees.
    pub formula: TreeSettings,
    /// Hex alone.
    pub hex: HexSettings,
    /// Go alone: how it plays out.
    pub go: GoSettings,
    /// Amazons alone: how it searches, in the place of the formula of the other games.
    pub amazons: AmazonsSettings,
}

/// A part of [`StrongSpec`] that means something in some games alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrongSection {
    /// [`StrongSpec::formula`].
    Formula,
    /// [`StrongSpec::hex`].
    Hex,
    /// [`StrongSpec::go`].
    Go,
    /// [`StrongSpec::amazons`].
    Amazons,
}

/// The formula by which trees of Hex and Go are searched; [`tesuji_search::mcts::guided`] has it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TreeSettings {
    /// Weight of what is little known.
    pub exploration: f64,
    /// After this many visits a move's own results weigh as much as those among all moves.
    pub equivalence: f64,
    /// What new moves begin with. In Go `Patterns` is all that is known of a move at sight.
    pub priors: Priors,
    /// Weight of how likely patterns think a move.
    pub bias: f64,
    /// A leaf grows children when it is reached after this many visits, at least 1.
    pub expand_after: u32,
}

/// What the strong player has in Hex alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HexSettings {
    /// Playouts answer the last move next to it as often as learnt patterns have it, against this weight of playing
    /// anywhere; with 0 they repair bridges alone.
    pub elsewhere: u32,
    /// A node is looked at with knowledge when it is reached after this many visits, at least 1.
    pub look_after: u32,
    /// Nodes that the solver searches in each turn of 5,000 playouts, beside the trees. With 0 it is only asked for the proof of a
    /// win that the trees have found.
    pub solver_nodes: u64,
    /// What it opens and swaps by, where the game has swapping.
    pub openings: OpeningSource,
}

/// How the strong player of Amazons searches; [`tesuji_search::mcts::leaves`] has the formula. Estimates are in squares.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AmazonsSettings {
    /// Which search.
    pub search: AmazonsSearch,
    /// Of alpha-beta: so many moves are given values, at least 1. A player needs one; each more costs time. What follows is for trees
    /// alone.
    pub lines: usize,
    /// Weight of what is thought likely and little known, at least 0.
    pub exploration: f64,
    /// Weight of minimax values against means, from 0 to 1.
    pub minimax: f64,
    /// A lead of so many squares is a win in 73 % of all cases; above 0.
    pub scale: f64,
    /// A move rated lower by so many squares is `e` times less likely; above 0.
    pub temperature: f64,
    /// So many moves of a stage are kept, at least 1.
    pub width: usize,
    /// Ratings are changed by lot by up to so many squares, at least 0. It makes games differ, and trees that are searched side
    /// by side.
    pub jitter: f64,
}

/// By which search the strong player of Amazons chooses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AmazonsSearch {
    /// Alpha-beta over whole moves with late-move reductions, and a solver beside it.
    #[default]
    AlphaBeta,
    /// A tree with judged leaves.
    Tree,
}

impl Default for AmazonsSettings {
    fn default() -> Self {
        Self {
            search: AmazonsSearch::AlphaBeta,
            lines: 1,
            exploration: 1.0,
            minimax: 0.9,
            scale: 6.0,
            temperature: 3.0,
            width: 30,
            jitter: 0.3,
        }
    }
}

impl AmazonsSettings {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// The settings of a search for trees of so many nodes.
    pub(crate) fn config(&self, max_nodes: usize) -> Result<LeavesConfig, SessionError> {
        let at_least_0 = [("amazons.exploration", self.exploration), ("amazons.jitter", self.jitter)];
        for (setting, value) in at_least_0 {
            if !value.is_finite() || value < 0.0 {
                return Err(wrong(setting, value, "a number not below 0"));
            }
        }
        for (setting, value) in [("amazons.scale", self.scale), ("amazons.temperature", self.temperature)] {
            if !value.is_finite() || value <= 0.0 {
                return Err(wrong(setting, value, "a number above 0"));
            }
        }
        if !(0.0..=1.0).contains(&self.minimax) {
            return Err(wrong("amazons.minimax", self.minimax, "from 0 to 1"));
        }
        for (setting, value) in [("amazons.width", self.width), ("amazons.lines", self.lines)] {
            if value == 0 {
                return Err(wrong(setting, 0, "at least 1"));
            }
        }
        Ok(LeavesConfig {
            exploration: self.exploration,
            minimax: self.minimax,
            scale: self.scale,
            temperature: self.temperature,
            width: self.width,
            max_nodes,
            settled_within: None,
        })
    }
}

/// What the strong player does in playouts of Go, beside playing anywhere but in own eyes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GoSettings {
    /// Captures and saves what the last move has put in atari, or left there.
    pub tactics: bool,
    /// Answers the last move by shape.
    pub shapes: bool,
    /// Mostly leaves out what puts own stones in atari.
    pub spares_own: bool,
    /// Plays first where one cell of a small space decides, and never gives up many stones for nothing.
    pub spaces: bool,
    /// Reads out closed fights, and plays them to their end before anything else.
    pub reads: bool,
    /// Which last good replies are remembered, to be forgotten when they lose.
    pub replies: Replies,
    /// Answers one of two cells that are miai on the other.
    pub miai: bool,
    /// Puts off moves that had better come late.
    pub order: bool,
    /// Begins with more for moves of the position that had better come early.
    pub early: bool,
    /// Light playouts from each position from which miai, order and early moves are learnt, at least 1.
    pub sample: u32,
}

/// Which last good replies are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replies {
    /// None.
    None,
    /// Those within two steps of the move that they answer.
    Near,
    /// All.
    All,
}

impl Default for GoSettings {
    fn default() -> Self {
        Self {
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
}

/// What the strong player opens and swaps by.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OpeningSource {
    /// What is known of first moves ([`openings`](crate::openings)); a search where nothing is.
    #[default]
    Table,
    /// A search of the position as it stands, and always the same first move.
    Search,
}

/// What moves that are new in the tree begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Priors {
    /// A little more for what touches a stone.
    Plain,
    /// The chances of learnt patterns as well.
    Patterns,
}

impl Default for TreeSettings {
    fn default() -> Self {
        Self { exploration: 0.0, equivalence: 500.0, priors: Priors::Patterns, bias: 0.5, expand_after: 2 }
    }
}

impl Default for HexSettings {
    fn default() -> Self {
        Self { elsewhere: 200, look_after: 60, solver_nodes: 20, openings: OpeningSource::default() }
    }
}

impl Default for StrongSpec {
    fn default() -> Self {
        Self {
            playouts: 10_000,
            trees: 1,
            threads: 1,
            stop_early: false,
            memory_mib: 1024,
            formula: TreeSettings::default(),
            hex: HexSettings::default(),
            go: GoSettings::default(),
            amazons: AmazonsSettings::default(),
        }
    }
}

impl StrongSection {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Formula, Self::Hex, Self::Go, Self::Amazons];

    /// The table that the section is as text; `None` if its settings stand beside the common ones.
    #[must_use]
    pub const fn table(self) -> Option<&'static str> {
        match self {
            Self::Formula | Self::Hex => None,
            Self::Go => Some("go"),
            Self::Amazons => Some("amazons"),
        }
    }

    /// The section that a setting of this name stands in, such as `bias` or `go.tactics`; `None` of settings that every game has,
    /// and of names that are none.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let first = name.split_once('.').map_or(name, |(table, _)| table);
        Self::ALL.into_iter().find(|section| match section.table() {
            Some(table) => table == first,
            None => section.settings(&StrongSpec::default()).is_ok_and(|settings| settings.contains_key(name)),
        })
    }

    /// The settings of this section as plain data, by name.
    ///
    /// # Errors
    ///
    /// If a number is larger than TOML has them.
    pub fn settings(self, spec: &StrongSpec) -> Result<toml::Table, toml::ser::Error> {
        match self {
            Self::Formula => toml::Table::try_from(spec.formula),
            Self::Hex => toml::Table::try_from(spec.hex),
            Self::Go => toml::Table::try_from(spec.go),
            Self::Amazons => toml::Table::try_from(spec.amazons),
        }
    }
}

impl StrongSpec {
    const MOST_TREES: usize = 64;

    /// The settings of a search for trees of which a MiB holds `nodes_in_mib` nodes.
    pub(crate) fn config(&self, nodes_in_mib: usize) -> Result<GuidedConfig, SessionError> {
        let positive = |setting, value| NonZeroU32::new(value).ok_or_else(|| wrong(setting, 0, "at least 1"));
        if self.playouts == 0 {
            return Err(wrong("playouts", 0, "at least 1"));
        }
        if !self.formula.exploration.is_finite() || self.formula.exploration < 0.0 {
            return Err(wrong("exploration", self.formula.exploration, "a number not below 0"));
        }
        if !self.formula.equivalence.is_finite() || self.formula.equivalence <= 0.0 {
            return Err(wrong("equivalence", self.formula.equivalence, "a number above 0"));
        }
        if !self.formula.bias.is_finite() || self.formula.bias < 0.0 {
            return Err(wrong("bias", self.formula.bias, "a number not below 0"));
        }
        check_memory(self.memory_mib)?;
        if !(1..=Self::MOST_TREES).contains(&self.trees) {
            return Err(wrong("trees", self.trees, "from 1 to 64"));
        }
        if !(1..=MOST_THREADS).contains(&self.threads) {
            return Err(wrong("threads", self.threads, "from 1 to 1024"));
        }
        if self.go.sample == 0 {
            return Err(wrong("go.sample", 0, "at least 1"));
        }
        self.amazons.config(0)?;
        Ok(GuidedConfig {
            exploration: self.formula.exploration,
            equivalence: self.formula.equivalence,
            bias: self.formula.bias,
            expand_after: positive("expand_after", self.formula.expand_after)?,
            look_after: Some(positive("look_after", self.hex.look_after)?),
            max_nodes: self.memory_mib.saturating_mul(nodes_in_mib) / self.trees,
            settled_within: None,
        })
    }
}

/// What the strong player of a game says of a position.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Judgement<M> {
    pub(crate) mv: M,
    /// Who wins, if that is proved.
    pub(crate) winner: Option<Player>,
    /// What the tree search says; `None` if none was needed.
    pub(crate) report: Option<Report<M>>,
    pub(crate) n_playouts: u64,
    pub(crate) ends: Option<ExpectedEnd>,
}

impl<M: Copy> Judgement<M> {
    /// As plain data, for the player to move.
    pub(super) fn into_analysis(self, to_move: Player, text: &dyn Fn(M) -> String) -> Analysis {
        let proved = self.winner.map(|winner| if winner == to_move { Proved::Win } else { Proved::Loss });
        let proof = proved.map(|proved| match proved {
            Proved::Win => "proved win".to_owned(),
            Proved::Loss => "proved loss".to_owned(),
        });
        let thought = |report: &Report<M>| {
            let (best, line) = (report.moves[0], line_text(&report.line, text));
            format!("value {:.3}, {} of {} playouts, line {line}", best.value, best.visits, self.n_playouts)
        };
        let by_search = self.report.as_ref().map(|report| report.value);
        let value = match proved {
            Some(Proved::Win) => Some(1.0),
            Some(Proved::Loss) => Some(0.0),
            None => by_search,
        };
        let comment = proof.into_iter().chain(self.report.as_ref().map(thought)).collect::<Vec<_>>().join(", ");
        let choice = Choice { mv: text(self.mv), value, comment, nodes: self.n_playouts, proved };
        Analysis { ends: self.ends, ..Analysis::of_report(choice, self.report.as_ref(), text) }
    }
}

/// The strong player of a game that has one.
pub(crate) trait Strong<G: Game>: Send {
    /// Chooses in a position that is not over.
    fn choose(
        &mut self,
        spec: &StrongSpec,
        position: &G,
        limits: &Limits,
        seed: u64,
    ) -> Result<Judgement<G::Move>, SessionError>;
}

/// The settings as they stand in files and commands: without parts, but for two tables.
mod text {
    use serde::{Deserialize, Serialize};

    use super::{AmazonsSettings, GoSettings, HexSettings, OpeningSource, Priors, StrongSpec, TreeSettings};

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "StrongSpec", default, deny_unknown_fields)]
    pub(super) struct Settings {
        playouts: u64,
        exploration: f64,
        equivalence: f64,
        priors: Priors,
        bias: f64,
        elsewhere: u32,
        expand_after: u32,
        look_after: u32,
        trees: usize,
        solver_nodes: u64,
        threads: usize,
        stop_early: bool,
        memory_mib: usize,
        openings: OpeningSource,
        #[serde(skip_serializing_if = "GoSettings::is_default")]
        go: GoSettings,
        #[serde(skip_serializing_if = "AmazonsSettings::is_default")]
        amazons: AmazonsSettings,
    }

    impl Default for Settings {
        fn default() -> Self {
            StrongSpec::default().into()
        }
    }

    impl From<StrongSpec> for Settings {
        fn from(spec: StrongSpec) -> Self {
            let StrongSpec { playouts, trees, threads, stop_early, memory_mib, formula, hex, go, amazons } = spec;
            let TreeSettings { exploration, equivalence, priors, bias, expand_after } = formula;
            let HexSettings { elsewhere, look_after, solver_nodes, openings } = hex;
            Self {
                playouts,
                exploration,
                equivalence,
                priors,
                bias,
                elsewhere,
                expand_after,
                look_after,
                trees,
                solver_nodes,
                threads,
                stop_early,
                memory_mib,
                openings,
                go,
                amazons,
            }
        }
    }

    impl From<Settings> for StrongSpec {
        fn from(text: Settings) -> Self {
            let Settings { exploration, equivalence, priors, bias, expand_after, .. } = text;
            let Settings { elsewhere, look_after, solver_nodes, openings, .. } = text;
            let Settings { playouts, trees, threads, stop_early, memory_mib, go, amazons, .. } = text;
            Self {
                playouts,
                trees,
                threads,
                stop_early,
                memory_mib,
                formula: TreeSettings { exploration, equivalence, priors, bias, expand_after },
                hex: HexSettings { elsewhere, look_after, solver_nodes, openings },
                go,
                amazons,
            }
        }
    }
}
