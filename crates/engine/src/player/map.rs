//! The player by a tactical map: its settings, and what a game with such maps provides.

use serde::{Deserialize, Serialize};
use tesuji_game::Game;
use tesuji_maps::{Eyes, Map, Passing, named};

use super::wrong;
use crate::SessionError;

/// Settings of a player who plays uniformly among the legal cells to which a tactical map points. Only Go has maps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MapSpec {
    /// A name such as `sato-1` or a text such as `V & F(H & W)`; B is the player to move.
    pub map: String,
    /// Passing if the map points nowhere.
    pub passing: MapPassing,
    /// Whether it fills its own eyes.
    pub eyes: MapEyes,
}

/// Occasions on which a player by a map passes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MapPassing {
    /// As likely as any other move, if the map points nowhere.
    #[default]
    Candidate,
    /// Only if it has no other move.
    LastResort,
}

/// Whether a player by a map fills an empty cell if all its neighbours are the player's own stones.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MapEyes {
    /// It may.
    #[default]
    Filled,
    /// Never.
    Spared,
}

impl Default for MapSpec {
    fn default() -> Self {
        Self { map: "tesuji-2".to_owned(), passing: MapPassing::default(), eyes: MapEyes::default() }
    }
}

impl MapSpec {
    /// The map.
    ///
    /// # Errors
    ///
    /// If the text is neither a map nor the name of one.
    pub(crate) fn map(&self) -> Result<Map, SessionError> {
        named::read(&self.map).map_err(|error| wrong("map", error, "the name or text of a tactical map"))
    }

    pub(crate) const fn passing(&self) -> Passing {
        match self.passing {
            MapPassing::Candidate => Passing::Candidate,
            MapPassing::LastResort => Passing::LastResort,
        }
    }

    pub(crate) const fn eyes(&self) -> Eyes {
        match self.eyes {
            MapEyes::Filled => Eyes::Filled,
            MapEyes::Spared => Eyes::Spared,
        }
    }
}

/// The player by a map of a game that has one.
pub(crate) trait ByMap<G: Game>: Send {
    /// Chooses in a position that is not over.
    fn choose(&mut self, spec: &MapSpec, position: &G, seed: u64) -> Result<G::Move, SessionError>;
}
