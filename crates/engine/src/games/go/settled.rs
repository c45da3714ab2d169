//! Dead stones at the end of a game of Go, by unconditional life, by reading, and by random games.

use std::sync::{Arc, Mutex};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Cell, CellSet, Player};
use tesuji_game::Game;
use tesuji_go::{Ownership, Position, Status, StatusConfig};
use tesuji_playout::{Fights, GoSteered, Remember, Steering};
use tesuji_search::mcts::Playout;

use crate::{Settled, StoneStatus};

/// The number of random games: enough to know a share to within about five percent.
const N_GAMES: u32 = 400;
/// Nodes for each fight that is read.
const MOST_NODES: u64 = 100_000;
/// Where random games decide, a chain is called dead only if hardly any of its stones are left at their end. To remove
/// a safe chain costs more than to leave a dead one, which can still be played out.
const STATUS: StatusConfig = StatusConfig { dead_percent: 20, alive_percent: 65 };
const STEERING: Steering =
    Steering { tactics: true, shapes: true, spares_own: true, spaces: true, replies: Remember::Nothing };

pub(super) fn settle(position: &Position, seed: u64) -> Settled {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut fights = Fights::default();
    fights.find(position, &mut rng);
    let read = fights.statuses(position, MOST_NODES);
    let statuses = position.statuses(&ownership(position, fights, &mut rng), &STATUS);
    let is_certain = Player::BOTH.map(|player| position.life(player));
    let topology = position.topology();
    let mut seen = CellSet::new();
    let mut dead = CellSet::new();
    let mut chains = Vec::new();
    for cell in topology.cells() {
        let Some(guess) = statuses[cell.index()].filter(|_| !seen.contains(cell)) else { continue };
        let is_certain = is_certain.iter().any(|life| life.stones.contains(cell) || life.territory.contains(cell));
        let status = read[cell.index()].filter(|_| !is_certain).unwrap_or(guess);
        let chain = position.chain(cell);
        seen.union_with(&chain);
        if status == Status::Dead {
            dead.union_with(&chain);
        }
        let names = chain.iter().map(|at| topology.name(at).to_owned()).collect();
        let status = match status {
            Status::Alive => StoneStatus::Alive,
            Status::Seki => StoneStatus::Seki,
            Status::Dead => StoneStatus::Dead,
        };
        chains.push((names, status));
    }
    Settled { chains, score: position.score_without(&dead).to_string() }
}

/// Owner of each cell at the end of random games. They begin with the fights that were read; Black and White move first
/// in turn.
fn ownership(position: &Position, fights: Fights, rng: &mut Xoshiro256PlusPlus) -> Ownership {
    let mut playouts = GoSteered::default();
    (playouts.steering, playouts.fights) = (STEERING, Arc::new(Mutex::new(fights)));
    let mut ownership = Ownership::new(position.topology().n_cells());
    let mut start = position.clone();
    for game in 0..N_GAMES {
        start.clone_from(position);
        start.reopen(if game % 2 == 0 { position.to_move() } else { position.to_move().opponent() });
        playouts.play_out(&mut start, rng);
        let owners: Vec<_> = playouts.owners().collect();
        ownership.add(|cell: Cell| owners[cell.index()]);
    }
    ownership
}
