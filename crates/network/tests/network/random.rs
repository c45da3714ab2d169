//! Random positions and graphs.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Bits, CellSet, Player};
use tesuji_hex::Position;
use tesuji_network::Network;

pub(crate) type W4 = Network<4>;

pub(crate) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A position with up to `most` stones on random cells, half of them Black's. Somebody may have won.
pub(crate) fn position(rng: &mut impl Rng, (columns, rows): (usize, usize), most: usize) -> Position {
    let mut cells: Vec<_> = (0..columns * rows).map(tesuji_board::Cell::new).collect();
    cells.shuffle(rng);
    cells.truncate(rng.random_range(0..=most));
    let (black, white) = cells.split_at(cells.len().div_ceil(2));
    let [black, white]: [CellSet; 2] = [black, white].map(|cells| cells.iter().copied().collect());
    Position::setup((columns, rows), &black, &white, Player::Black).expect("different cells of a board")
}

/// A graph with some of `n_cells` cells. Any two nodes are linked with this probability.
pub(crate) fn network(rng: &mut impl Rng, n_cells: usize, density: f64) -> W4 {
    let mut network = Network::new(n_cells).expect("small enough");
    let cells: Bits<4> = (0..n_cells).filter(|_| rng.random_bool(0.9)).collect();
    network.clear(cells);
    for a in network.nodes().iter() {
        for b in network.nodes().iter().take_while(|&b| b < a) {
            if rng.random_bool(density) {
                network.link(a, b);
            }
        }
    }
    network
}
