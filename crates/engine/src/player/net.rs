//! Settings of the strong player with a learned net.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};
use tesuji_neural::{Net, graph};
use tesuji_search::mcts::leaves::LeavesConfig;

use super::wrong;
use crate::SessionError;

/// The learned net that the strong player of Hex uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum NetworkChoice {
    /// The small one that comes with the product ([`tesuji_neural::Net::shipped`]).
    Small,
    /// The large one ([`tesuji_neural::Net::large`]): it judges better and costs four times as much. A page without a server
    /// does not have it.
    Large,
}

/// The large one where the program has it.
impl Default for NetworkChoice {
    fn default() -> Self {
        if Net::HAS_LARGE { Self::Large } else { Self::Small }
    }
}

impl NetworkChoice {
    /// The net.
    ///
    /// # Errors
    ///
    /// If this program was built without it.
    pub fn net(self) -> Result<&'static Net, SessionError> {
        match self {
            Self::Small => Ok(Net::shipped()),
            Self::Large => {
                Net::large().ok_or_else(|| wrong("network", "large", "small: this program comes without the large net"))
            }
        }
    }
}

/// The learned net of the strong player of Go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum GoNetwork {
    /// None: trees grow by playouts.
    None,
    /// The one for every board ([`tesuji_neural::graph::Net::shipped`]).
    Small,
}

impl GoNetwork {
    /// The net.
    ///
    /// # Errors
    ///
    /// If this program was built without it.
    pub(crate) fn net(self) -> Result<Option<&'static graph::Net>, SessionError> {
        match (self, graph::Net::shipped()) {
            (Self::None, _) => Ok(None),
            (Self::Small, None) => Err(wrong("go.network", "small", "none: this program comes without a net for Go")),
            (Self::Small, net) => Ok(net),
        }
    }
}

/// How the strong player of Hex searches with a net; see [`tesuji_search::mcts::leaves`] for the formula.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NetSettings {
    /// Weight of moves that seem likely and are little known, at least 0.
    pub exploration: f64,
    /// By how much a move is worth less than its position before its first visit, times the square root of the chance of
    /// the moves that were visited; at least 0.
    pub reduction: f64,
    /// A node is examined with knowledge when it is reached after this many visits, at least 1.
    pub look_after: u32,
    /// Nodes that the solver searches for every 200 evaluations, times a factor: `docs/NETWORK.md`.
    pub solver_nodes: u64,
}

impl Default for NetSettings {
    fn default() -> Self {
        Self { exploration: 0.8, reduction: 0.3, look_after: 16, solver_nodes: 20 }
    }
}

impl NetSettings {
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// The settings of a search for trees of at most `max_nodes` nodes.
    pub(crate) fn config(&self, max_nodes: usize) -> Result<LeavesConfig, SessionError> {
        for (setting, value) in [("net.exploration", self.exploration), ("net.reduction", self.reduction)] {
            if !value.is_finite() || value < 0.0 {
                return Err(wrong(setting, value, "a number not below 0"));
            }
        }
        let look_after = NonZeroU32::new(self.look_after).ok_or_else(|| wrong("net.look_after", 0, "at least 1"))?;
        Ok(LeavesConfig {
            exploration: self.exploration,
            reduction: self.reduction,
            look_after: Some(look_after),
            max_nodes,
            settled_within: None,
        })
    }
}
