//! Who chooses a move, and what was chosen.

use std::num::NonZeroU32;

use serde::{Deserialize, Deserializer, Serialize};
use tesuji_game::Game;
use tesuji_search::mcts::{Playout, Report, Uct, UctConfig};
use tesuji_search::{Limits, random_move};

use crate::SessionError;

mod strong;

pub use strong::StrongSpec;
pub(crate) use strong::{Judgement, Strong};

/// Who chooses a move: plain data, for control files and requests.
///
/// In TOML: `{ kind = "random" }`, `{ kind = "uct", playouts = 1000, exploration = 0.7 }`,
/// `{ kind = "strong", playouts = 20000 }`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum PlayerSpec {
    /// Every legal move equally likely.
    #[serde(deserialize_with = "no_settings")]
    Random,
    /// Plain UCT.
    Uct(UctSpec),
    /// Tree search with knowledge, beside it a solver. Hex alone has it.
    Strong(StrongSpec),
}

/// Refuses settings for a player that has none, which serde by itself lets pass.
fn no_settings<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}

    Nothing::deserialize(from).map(|Nothing {}| ())
}

/// Settings of the player by plain UCT; see [`tesuji_search::mcts`] for the formula.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UctSpec {
    /// Playouts a move, at least 1.
    pub playouts: u64,
    /// Weight of what is little known; 1 is UCB1.
    pub exploration: f64,
    /// A leaf grows children when it is reached after so many visits, at least 1.
    pub expand_after: u32,
    /// Memory that the tree may take, in MiB, at least 1.
    pub memory_mib: usize,
}

impl Default for UctSpec {
    fn default() -> Self {
        Self { playouts: 1_000, exploration: 0.2, expand_after: 1, memory_mib: 256 }
    }
}

/// A move chosen, and what the player thinks of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The move, as [`Session::play`](crate::Session::play) takes it.
    pub mv: String,
    /// One line for people and records: value for the player to move, visits, expected line. May be empty.
    pub comment: String,
    /// Positions searched, in the player's own count; playouts for tree searches.
    pub nodes: u64,
    /// What is proved of the position, if something is. Whoever runs the game may resign for it; a player does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<Proved>,
}

/// What is proved of a position, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proved {
    /// The move chosen wins.
    Win,
    /// Every move loses.
    Loss,
}

impl PlayerSpec {
    /// Are the settings in their bounds?
    ///
    /// # Errors
    ///
    /// [`SessionError::Player`] for the first that is not.
    pub fn check(&self) -> Result<(), SessionError> {
        match self {
            Self::Random => Ok(()),
            Self::Uct(spec) => spec.config(1).map(|_| ()),
            Self::Strong(spec) => spec.config(1).map(|_| ()),
        }
    }
}

impl UctSpec {
    /// The settings for trees of which a MiB holds `nodes_in_mib` nodes.
    fn config(&self, nodes_in_mib: usize) -> Result<UctConfig, SessionError> {
        let wrong = |setting, found, expected| SessionError::Player { setting, found, expected };
        if self.playouts == 0 {
            return Err(wrong("playouts", "0".to_owned(), "at least 1"));
        }
        if !self.exploration.is_finite() || self.exploration < 0.0 {
            return Err(wrong("exploration", self.exploration.to_string(), "a number not below 0"));
        }
        let Some(expand_after) = NonZeroU32::new(self.expand_after) else {
            return Err(wrong("expand_after", "0".to_owned(), "at least 1"));
        };
        if self.memory_mib == 0 {
            return Err(wrong("memory_mib", "0".to_owned(), "at least 1"));
        }
        Ok(UctConfig {
            exploration: self.exploration,
            expand_after,
            max_nodes: self.memory_mib.saturating_mul(nodes_in_mib),
        })
    }
}

/// The players of one session, with the memory that they use again for each move.
pub(crate) struct Players<G: Game, P> {
    uct: Uct<G, P>,
    strong: Option<Box<dyn Strong<G>>>,
}

impl<G: Game, P: Playout<G>> Players<G, P> {
    pub(crate) fn new(playout: P) -> Self {
        Self { uct: Uct::new(playout), strong: None }
    }

    /// Adds the strong player, for games that have one.
    pub(crate) fn add_strong(&mut self, strong: Box<dyn Strong<G>>) {
        self.strong = Some(strong);
    }

    /// Lets the player that `spec` describes choose in a position; `text` writes its moves.
    pub(crate) fn choose(
        &mut self,
        spec: &PlayerSpec,
        position: &G,
        limits: &Limits,
        seed: u64,
        text: &dyn Fn(G::Move) -> String,
    ) -> Result<Choice, SessionError> {
        match spec {
            PlayerSpec::Random => {
                let mv = random_move(position, seed).ok_or(SessionError::Over)?;
                Ok(Choice { mv: text(mv), comment: String::new(), nodes: 0, proved: None })
            }
            PlayerSpec::Uct(spec) => {
                let config = spec.config(Uct::<G, P>::nodes_in(1 << 20))?;
                let most = limits.nodes.map_or(spec.playouts, |nodes| nodes.min(spec.playouts));
                let limits = Limits { nodes: Some(most), ..limits.clone() };
                let report = self.uct.search(position, &config, &limits, seed).ok_or(SessionError::Over)?;
                let comment = comment(&report, report.n_playouts, text);
                Ok(Choice { mv: text(report.best()), comment, nodes: report.n_playouts, proved: None })
            }
            PlayerSpec::Strong(spec) => {
                let Some(strong) = &mut self.strong else {
                    return Err(SessionError::Player {
                        setting: "kind",
                        found: "strong".to_owned(),
                        expected: "a player of this game",
                    });
                };
                let Judgement { mv, winner, report, n_playouts } = strong.choose(spec, position, limits, seed)?;
                let win = |winner| if winner == position.to_move() { Proved::Win } else { Proved::Loss };
                let proved = winner.map(win);
                let proof = proved.map(|proved| match proved {
                    Proved::Win => "proved win".to_owned(),
                    Proved::Loss => "proved loss".to_owned(),
                });
                let thoughts = report.map(|report| comment(&report, n_playouts, text));
                let comment = proof.into_iter().chain(thoughts).collect::<Vec<_>>().join(", ");
                Ok(Choice { mv: text(mv), comment, nodes: n_playouts, proved })
            }
        }
    }
}

/// How many moves of the expected line a comment tells.
const LONGEST_LINE: usize = 6;

/// What a report says in one line.
fn comment<M: Copy>(report: &Report<M>, n_playouts: u64, text: &dyn Fn(M) -> String) -> String {
    let best = report.moves[0];
    let line: Vec<String> = report.line.iter().take(LONGEST_LINE).map(|&mv| text(mv)).collect();
    format!("value {:.3}, {} of {n_playouts} playouts, line {}", best.value, best.visits, line.join(" "))
}
