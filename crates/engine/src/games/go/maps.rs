//! The player of Go by a tactical map.

use tesuji_go::{Move, Position};
use tesuji_maps::MapPlayer;

use crate::SessionError;
use crate::player::{ByMap, MapSpec};

/// The player, with its memory for the board of the last request.
#[derive(Default)]
pub(crate) struct GoMaps {
    latest: Option<(MapSpec, MapPlayer)>,
}

impl ByMap<Position> for GoMaps {
    fn choose(&mut self, spec: &MapSpec, position: &Position, seed: u64) -> Result<Move, SessionError> {
        let map = spec.map()?;
        let is_known = |(known, player): &(MapSpec, MapPlayer)| known == spec && player.is_for(position);
        let (_, player) = match self.latest.take().filter(is_known) {
            Some(latest) => self.latest.insert(latest),
            None => {
                let player = MapPlayer::new(position, spec.passing(), spec.eyes());
                self.latest.insert((spec.clone(), player))
            }
        };
        player.choose(&map, position, seed).ok_or(SessionError::Over)
    }
}
