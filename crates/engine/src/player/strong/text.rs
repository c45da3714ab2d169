//! The settings of the strong player as written in files and commands: without parts, except for two tables.

use serde::{Deserialize, Serialize};

use super::{AmazonsSettings, GoSettings, HexSettings, OpeningSource, Priors, StrongGame, StrongSpec, TreeSettings};
use crate::player::net::{NetSettings, NetworkChoice};

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
    network: NetworkChoice,
    #[serde(skip_serializing_if = "NetSettings::is_default")]
    net: NetSettings,
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
        let StrongSpec { playouts, trees, threads, stop_early, memory_mib, game } = spec;
        let TreeSettings { exploration, equivalence, priors, bias, expand_after } = game.formula();
        let HexSettings { elsewhere, look_after, solver_nodes, openings, network, net } = game.hex();
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
            network,
            net,
            go: game.go(),
            amazons: game.amazons(),
        }
    }
}

impl TryFrom<Settings> for StrongSpec {
    type Error = &'static str;

    /// The game is that of the settings that are not the usual ones. A table names its game: what is among the common
    /// settings beside it, and only Hex has, does not count, since matches of older versions were stored with it.
    fn try_from(text: Settings) -> Result<Self, &'static str> {
        let Settings { exploration, equivalence, priors, bias, expand_after, .. } = text;
        let Settings { elsewhere, look_after, solver_nodes, openings, network, net, .. } = text;
        let Settings { playouts, trees, threads, stop_early, memory_mib, go, amazons, .. } = text;
        let formula = TreeSettings { exploration, equivalence, priors, bias, expand_after };
        let hex = HexSettings { elsewhere, look_after, solver_nodes, openings, network, net };
        let is_usual = [formula == TreeSettings::default(), hex == HexSettings::default()];
        let game = match (go.is_default(), amazons.is_default(), is_usual) {
            (false, false, _) => return Err("`go` and `amazons` are settings of two games, expected those of one"),
            (false, true, _) => StrongGame::Go(formula, go),
            (true, false, _) => StrongGame::Amazons(amazons),
            (true, true, [_, false]) => StrongGame::Hex(formula, hex),
            (true, true, [false, true]) => StrongGame::Trees(formula),
            (true, true, [true, true]) => StrongGame::Usual,
        };
        Ok(Self { playouts, trees, threads, stop_early, memory_mib, game })
    }
}
