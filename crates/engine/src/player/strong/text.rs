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
    expand_after: u32,
    trees: usize,
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
    /// This and the next two are settings that Hex had when playouts judged its leaves. Matches were stored with them.
    #[serde(skip_serializing)]
    elsewhere: Option<u64>,
    #[serde(skip_serializing)]
    look_after: Option<u64>,
    #[serde(skip_serializing)]
    solver_nodes: Option<u64>,
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
        let HexSettings { openings, network, net } = game.hex();
        Self {
            playouts,
            exploration,
            equivalence,
            priors,
            bias,
            expand_after,
            trees,
            threads,
            stop_early,
            memory_mib,
            openings,
            network,
            net,
            go: game.go(),
            amazons: game.amazons(),
            elsewhere: None,
            look_after: None,
            solver_nodes: None,
        }
    }
}

impl TryFrom<Settings> for StrongSpec {
    type Error = &'static str;

    /// The game is that of the settings that are not the usual ones. A table names its game: what is among the common
    /// settings beside it, and only Hex has, does not count, since matches of older versions were stored with it.
    fn try_from(text: Settings) -> Result<Self, &'static str> {
        let Settings { exploration, equivalence, priors, bias, expand_after, .. } = text;
        let Settings { openings, network, net, .. } = text;
        let Settings { playouts, trees, threads, stop_early, memory_mib, go, amazons, .. } = text;
        let formula = TreeSettings { exploration, equivalence, priors, bias, expand_after };
        let hex = HexSettings { openings, network, net };
        let is_usual = [formula == TreeSettings::default(), hex == HexSettings::default()];
        let retired = [(text.elsewhere, 200), (text.look_after, 60), (text.solver_nodes, 20)];
        let is_retired = retired.iter().any(|&(value, usual)| value.is_some_and(|value| value != usual));
        if go.is_default() && amazons.is_default() && is_retired {
            return Err(
                "`elsewhere`, `look_after` and `solver_nodes` were settings of Hex without a net, which is gone",
            );
        }
        let game = match (go.is_default(), amazons.is_default(), is_usual) {
            (false, false, _) => return Err("`go` and `amazons` are settings of two games, expected those of one"),
            (false, true, _) => StrongGame::Go(formula, go),
            (true, false, _) => StrongGame::Amazons(amazons),
            (true, true, [_, false]) => StrongGame::Hex(hex),
            (true, true, [false, true]) => StrongGame::Go(formula, go),
            (true, true, [true, true]) => StrongGame::Usual,
        };
        Ok(Self { playouts, trees, threads, stop_early, memory_mib, game })
    }
}
