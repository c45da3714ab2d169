//! The player by plain UCT.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};
use tesuji_game::Game;
use tesuji_search::Limits;
use tesuji_search::mcts::{Playout, Uct, UctConfig};

use super::{check_memory, line_text, wrong};
use crate::{Analysis, Choice, SessionError};

/// Settings of the player by plain UCT; see [`tesuji_search::mcts`] for the formula.
///
/// In text, a setting that is not given has the value of the preset, `preset = "takada2014"`, or without one that of
/// [`UctSpec::default`]. When written, all settings are stated and no preset is named.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "Given")]
pub struct UctSpec {
    /// Playouts a move, at least 1.
    pub playouts: u64,
    /// Weight of moves that are little known; 1 is UCB1.
    pub exploration: f64,
    /// Takes all playouts of the search as n of UCB1, in place of the visits of the node.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub all_playouts: bool,
    /// A leaf grows children when it is reached after this many visits, at least 1.
    pub expand_after: u32,
    /// Memory that the tree may take, in MiB, at least 1.
    pub memory_mib: usize,
}

impl UctSpec {
    /// The opponent in the experiments of Takada et al., Developing evaluation functions of Hex using network
    /// characteristics, 2014: formula 9 with the numbers given there.
    pub const TAKADA_2014: Self = Self { playouts: 1_000_000, exploration: 0.38, expand_after: 5_000, ..DEFAULT };
}

const DEFAULT: UctSpec =
    UctSpec { playouts: 1_000, exploration: 0.2, all_playouts: false, expand_after: 1, memory_mib: 256 };

impl Default for UctSpec {
    fn default() -> Self {
        DEFAULT
    }
}

/// Presets: settings with a name.
#[derive(Clone, Copy, Deserialize)]
enum Preset {
    /// Takada et al. 2014.
    #[serde(rename = "takada2014")]
    Takada2014,
}

/// Settings as given in text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    preset: Option<Preset>,
    playouts: Option<u64>,
    exploration: Option<f64>,
    all_playouts: Option<bool>,
    expand_after: Option<u32>,
    memory_mib: Option<usize>,
}

impl From<Given> for UctSpec {
    fn from(given: Given) -> Self {
        let preset = match given.preset {
            None => DEFAULT,
            Some(Preset::Takada2014) => Self::TAKADA_2014,
        };
        Self {
            playouts: given.playouts.unwrap_or(preset.playouts),
            exploration: given.exploration.unwrap_or(preset.exploration),
            all_playouts: given.all_playouts.unwrap_or(preset.all_playouts),
            expand_after: given.expand_after.unwrap_or(preset.expand_after),
            memory_mib: given.memory_mib.unwrap_or(preset.memory_mib),
        }
    }
}

impl UctSpec {
    /// The settings for trees, of which one MiB holds `nodes_in_mib` nodes.
    pub(super) fn config(&self, nodes_in_mib: usize) -> Result<UctConfig, SessionError> {
        if self.playouts == 0 {
            return Err(wrong("playouts", 0, "at least 1"));
        }
        if !self.exploration.is_finite() || self.exploration < 0.0 {
            return Err(wrong("exploration", self.exploration, "a number not below 0"));
        }
        let Some(expand_after) = NonZeroU32::new(self.expand_after) else {
            return Err(wrong("expand_after", 0, "at least 1"));
        };
        check_memory(self.memory_mib)?;
        Ok(UctConfig {
            exploration: self.exploration,
            all_playouts: self.all_playouts,
            expand_after,
            max_nodes: self.memory_mib.saturating_mul(nodes_in_mib),
        })
    }

    /// Lets `uct` think with these settings.
    pub(super) fn analyze<G: Game, P: Playout<G>>(
        &self,
        uct: &mut Uct<G, P>,
        position: &G,
        limits: &Limits,
        seed: u64,
        text: &dyn Fn(G::Move) -> String,
    ) -> Result<Analysis, SessionError> {
        let config = self.config(Uct::<G, P>::nodes_in(1 << 20))?;
        let most = limits.nodes.map_or(self.playouts, |nodes| nodes.min(self.playouts));
        let limits = Limits { nodes: Some(most), ..limits.clone() };
        let report = uct.search(position, &config, &limits, seed).ok_or(SessionError::Over)?;
        let best = report.moves[0];
        let line = line_text(&report.line, text);
        let comment =
            format!("value {:.3}, {} of {} playouts, line {line}", best.value, best.visits, report.n_playouts);
        let value = report.has_value().then_some(best.value);
        let choice = Choice { mv: text(best.mv), value, comment, nodes: report.n_playouts, proved: None };
        Ok(Analysis::of_report(choice, Some(&report), text))
    }
}
