//! Players, which choose moves, and what they choose.

mod alpha_beta;
mod finish;
mod leaf_judge;
mod map;
mod net;
pub(crate) mod side_by_side;
mod strong;
mod uct;

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tesuji_game::{Evaluation, Game, Undo};
use tesuji_search::mcts::{Playout, Uct};
use tesuji_search::{Limits, random_move};

use crate::games::StrongSection;
use crate::{Analysis, Choice, Evaluators, GameKind, Proved, SessionError, games, machine, plain};

pub(crate) use alpha_beta::EvaluatedGame;
pub use alpha_beta::{AlphaBetaSpec, ThroughEdge, Ties};
use alpha_beta::{Evaluated, Minimax};
pub(crate) use finish::Finish;
pub(crate) use leaf_judge::CallersNet;
pub use leaf_judge::{LeafJudge, LeafOpinions};
pub(crate) use map::ByMap;
pub use map::{MapEyes, MapPassing, MapSpec};
pub use net::{GoNetwork, NetSettings, NetworkChoice};
pub use strong::{
    AmazonsEvaluation, AmazonsSettings, GoSettings, HexSettings, OpeningSource, Priors, Replies, StrongGame,
    StrongSpec, TreeSettings,
};
pub(crate) use strong::{Chosen, Judgement, Strong};
pub use uct::UctSpec;

/// A player: plain data, for control files and requests.
///
/// In TOML: `{ kind = "random" }`, `{ kind = "uct", playouts = 1000, exploration = 0.7 }`,
/// `{ kind = "uct", preset = "takada2014" }`, `{ kind = "alpha-beta", evaluator = "resistance", depth = 3 }`,
/// `{ kind = "alpha-beta", preset = "saijo1999", evaluator = "path-interception" }`,
/// `{ kind = "strong", playouts = 20000 }`, `{ kind = "map", map = "sato-1" }`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PlayerSpec {
    /// Every legal move equally likely.
    #[serde(deserialize_with = "no_settings")]
    Random,
    /// Plain UCT.
    Uct(UctSpec),
    /// Alpha-beta, in games that have evaluators.
    AlphaBeta(AlphaBetaSpec),
    /// Tree search with knowledge; in Hex with a solver next to it.
    Strong(StrongSpec),
    /// Uniform among the cells to which a tactical map points. Only Go has maps.
    Map(MapSpec),
}

impl Serialize for PlayerSpec {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for PlayerSpec {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        plain::read(from, Self::deserialize)
    }
}

/// Refuses settings for a player that has none, which serde alone would accept.
fn no_settings<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}

    Nothing::deserialize(from).map(|Nothing {}| ())
}

impl PlayerSpec {
    /// Checks that the settings are in their bounds and that there is such an evaluator.
    /// [`Session::accepts`](crate::Session::accepts) says whether a game has such a player.
    ///
    /// # Errors
    ///
    /// [`SessionError::Player`] for the first wrong setting.
    pub fn check(&self) -> Result<(), SessionError> {
        match self {
            Self::Random => Ok(()),
            Self::Uct(spec) => spec.config(1).map(|_| ()),
            Self::AlphaBeta(spec) => {
                spec.config()?;
                spec.evaluators().try_for_each(|name| games::check_evaluator(name))
            }
            Self::Strong(spec) => spec.config(1).map(|_| ()),
            Self::Map(spec) => spec.map().map(|_| ()),
        }
    }

    /// The most memory that its searches take, in MiB: of the strong player for its trees and as much for its solver.
    #[must_use]
    pub const fn memory_mib(&self) -> usize {
        match self {
            Self::Random | Self::Map(_) => 0,
            Self::Uct(spec) => spec.memory_mib,
            Self::AlphaBeta(spec) => spec.memory_mib,
            Self::Strong(spec) => spec.memory_mib.saturating_mul(2),
        }
    }

    /// The threads of one of its searches.
    #[must_use]
    pub const fn threads(&self) -> usize {
        if let Self::Strong(spec) = self { spec.threads } else { 1 }
    }

    /// This player without a bound of its own on playouts or depth: it thinks until its limits stop it.
    #[must_use]
    pub fn without_bound(mut self) -> Self {
        match &mut self {
            Self::Random | Self::Map(_) => {}
            Self::Uct(spec) => spec.playouts = u64::MAX,
            Self::AlphaBeta(spec) => (spec.depth, spec.node_limit) = (u8::MAX, None),
            Self::Strong(spec) => spec.playouts = u64::MAX,
        }
        self
    }

    /// The player, set to report on `n` moves of this game. This matters for players that otherwise compare only
    /// as many as they need.
    #[must_use]
    pub fn with_lines(mut self, game: GameKind, n: usize) -> Self {
        if let Self::Strong(spec) = &mut self
            && matches!(spec.game, StrongGame::Usual | StrongGame::Amazons(_))
            && game.description().sections.contains(&StrongSection::Amazons)
        {
            let amazons = spec.game.amazons();
            spec.game = StrongGame::Amazons(AmazonsSettings { lines: amazons.lines.max(n), ..amazons });
        }
        self
    }

    /// Refuses settings that only other games have.
    pub(crate) fn check_game(&self, game: GameKind) -> Result<(), SessionError> {
        let of_game = game.description().sections;
        match self {
            Self::Strong(spec) => match spec.game.sections().iter().find(|section| !of_game.contains(section)) {
                None => Ok(()),
                Some(section) => {
                    Err(wrong("kind", format!("strong with {}", section.words()), "settings that this game has"))
                }
            },
            Self::Random | Self::Uct(_) | Self::AlphaBeta(_) | Self::Map(_) => Ok(()),
        }
    }
}

/// Refuses memory that the machine does not have.
fn check_memory(mib: usize) -> Result<(), SessionError> {
    let most = machine::memory() >> 20;
    if (1..=most).contains(&(mib as u64)) {
        Ok(())
    } else {
        Err(wrong("memory_mib", mib, "at least 1 and no more MiB than the machine has"))
    }
}

/// A setting out of its bounds.
pub(crate) fn wrong(setting: &'static str, found: impl ToString, expected: &'static str) -> SessionError {
    SessionError::Player { setting, found: found.to_string(), expected }
}

/// The error for a player by tactical maps in other games.
fn no_maps() -> SessionError {
    wrong("kind", "map", "another player: this game has no tactical maps")
}

/// The error for a player by alpha-beta in games without evaluators.
fn no_evaluator() -> SessionError {
    wrong("kind", "alpha-beta", "another player: this game has no evaluator")
}

/// The choice of a player that does not compare moves.
fn without_opinion(mv: String) -> Analysis {
    let choice = Choice { mv, value: None, comment: String::new(), nodes: 0, proved: None };
    Analysis { choice, moves: Vec::new(), spread: None, ends: None }
}

/// The beginning of the line that a player expects, for its comment.
fn line_text<M: Copy>(line: &[M], text: &dyn Fn(M) -> String) -> String {
    /// Most moves that are written.
    const LONGEST_LINE: usize = 6;
    let moves: Vec<String> = line.iter().take(LONGEST_LINE).map(|&mv| text(mv)).collect();
    moves.join(" ")
}

/// A request to a player: to choose in a position that is not over.
pub(crate) struct Turn<'a, G: Game> {
    pub(crate) position: &'a G,
    /// The number of moves made before, by both players.
    pub(crate) n_played: usize,
    pub(crate) seed: u64,
    /// Writes moves.
    pub(crate) text: &'a dyn Fn(G::Move) -> String,
}

/// The players of one session, with the memory that they use again for each move.
pub(crate) struct Players<G: Game, P, S> {
    uct: Uct<G, P>,
    minimax: Option<Box<dyn Minimax<G>>>,
    strong: S,
    maps: Option<Box<dyn ByMap<G>>>,
}

impl<G: Finish, P: Playout<G>, S: Strong<G>> Players<G, P, S> {
    pub(crate) fn new(playout: P, strong: S) -> Self {
        Self { uct: Uct::new(playout), minimax: None, strong, maps: None }
    }

    /// Makes a net of the caller the judge of the strong player's leaves.
    pub(crate) fn judge_by(&mut self, judge: Arc<dyn LeafJudge>) -> Result<(), SessionError> {
        self.strong.judge_by(judge)
    }

    /// These players and one by tactical maps.
    pub(crate) fn with_maps(self, maps: impl ByMap<G> + 'static) -> Self {
        Self { maps: Some(Box::new(maps)), ..self }
    }

    /// These players and one by alpha-beta.
    pub(crate) fn with_alpha_beta(self, evaluators: EvaluatedGame<G>) -> Self
    where
        G: Undo<Move: Send> + 'static,
    {
        Self { minimax: Some(Box::new(Evaluated::new(evaluators))), ..self }
    }

    /// Whether there is such a player in this game.
    pub(crate) fn accepts(&self, spec: &PlayerSpec) -> Result<(), SessionError> {
        match spec {
            PlayerSpec::AlphaBeta(spec) => match &self.minimax {
                Some(minimax) => minimax.accepts(spec),
                None => Err(no_evaluator()),
            },
            PlayerSpec::Map(_) if self.maps.is_none() => Err(no_maps()),
            PlayerSpec::Random | PlayerSpec::Uct(_) | PlayerSpec::Strong(_) | PlayerSpec::Map(_) => Ok(()),
        }
    }

    /// The evaluators of the game, if it has any, for a position whose moves `text` writes.
    pub(crate) fn judges<'a>(&'a self, position: &'a G, text: fn(&G, G::Move) -> String) -> Option<Judged<'a, G>> {
        Some(Judged { minimax: self.minimax.as_deref()?, position, text })
    }

    /// Lets the player that `spec` describes think.
    pub(crate) fn analyze(
        &mut self,
        spec: &PlayerSpec,
        turn: &Turn<'_, G>,
        limits: &Limits,
    ) -> Result<Analysis, SessionError> {
        let Turn { position, seed, text, .. } = *turn;
        // Checked before any search, so that no setting and no limit can miss a win that is there to be taken.
        let ending = if spec.takes_wins() { position.winning_move() } else { None };
        let analysis = match spec {
            PlayerSpec::Random => {
                let mv = random_move(position, seed).ok_or(SessionError::Over)?;
                Ok(without_opinion(text(mv)))
            }
            PlayerSpec::Map(spec) => match &mut self.maps {
                Some(maps) => Ok(without_opinion(text(maps.choose(spec, position, seed)?))),
                None => Err(no_maps()),
            },
            PlayerSpec::Uct(spec) => spec.analyze(&mut self.uct, position, limits, seed, text),
            PlayerSpec::AlphaBeta(spec) => match &mut self.minimax {
                Some(minimax) => minimax.analyze(spec, turn, limits),
                None => Err(no_evaluator()),
            },
            PlayerSpec::Strong(spec) => match ending {
                Some(mv) => {
                    spec.config(1)?;
                    Ok(Judgement::won_by(mv, position.to_move()).into_analysis(position.to_move(), text))
                }
                None => {
                    let judgement = self.strong.choose(spec, position, limits, seed)?;
                    Ok(judgement.into_analysis(position.to_move(), text))
                }
            },
        }?;
        let wins = |mv: &G::Move| text(*mv) == analysis.choice.mv && position.is_won_by(*mv);
        Ok(match ending {
            Some(mv) if !position.moves().iter().any(wins) => analysis.choosing(text(mv), Proved::Win),
            _ => analysis,
        })
    }
}

/// A position with the evaluators of its game.
pub(crate) struct Judged<'a, G: Game> {
    minimax: &'a dyn Minimax<G>,
    position: &'a G,
    text: fn(&G, G::Move) -> String,
}

impl<G: Game> Evaluators for Judged<'_, G> {
    fn judge(&self, evaluator: &str) -> Result<Evaluation, SessionError> {
        self.minimax.judge(evaluator, self.position)
    }

    fn judge_moves(&self, evaluator: &str) -> Result<Vec<(String, Evaluation)>, SessionError> {
        let judged = self.minimax.judge_moves(evaluator, self.position)?;
        Ok(judged.into_iter().map(|(mv, evaluation)| ((self.text)(self.position, mv), evaluation)).collect())
    }
}
