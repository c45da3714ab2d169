//! Dead stones at the end of a game of Go, by unconditional life and random games.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::CellSet;
use tesuji_go::{Ownership, Position, Status, StatusConfig};

use crate::{Settled, StoneStatus};

/// So many random games tell a share to within five percent or so.
const N_GAMES: u32 = 400;

pub(super) fn settle(position: &Position, seed: u64) -> Settled {
    let ownership = Ownership::of_playouts(position, N_GAMES, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let config = StatusConfig::default();
    let statuses = position.statuses(&ownership, &config);
    let topology = position.topology();
    let mut seen = CellSet::new();
    let mut chains = Vec::new();
    for cell in topology.cells() {
        let Some(status) = statuses[cell.index()].filter(|_| !seen.contains(cell)) else { continue };
        let chain = position.chain(cell);
        seen.union_with(&chain);
        let names = chain.iter().map(|at| topology.name(at).to_owned()).collect();
        let status = match status {
            Status::Alive => StoneStatus::Alive,
            Status::Seki => StoneStatus::Seki,
            Status::Dead => StoneStatus::Dead,
        };
        chains.push((names, status));
    }
    let dead = topology.cells().filter(|cell| statuses[cell.index()] == Some(Status::Dead)).collect();
    Settled { chains, score: position.score_without(&dead).to_string() }
}
