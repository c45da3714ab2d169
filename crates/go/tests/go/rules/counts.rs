//! Known counts of legal positions and of games.
//!
//! Sources: J. Tromp and G. Farnebäck, Combinatorics of Go (2006), for rectangles and games; the counts of graph boards
//! are those of this project's list of requirements.
//!
//! Games are counted as in that paper: a game is a simple path from the empty board. Each step is a stone of either
//! colour, whoever moved last, and no board occurs twice. Passes are not steps, and suicide is allowed.

use std::collections::BTreeSet;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_game::Game;
use tesuji_go::{Komi, Move, Position, Rules};

use crate::boards;

fn known() -> Vec<(Topology, usize)> {
    let square = |columns, rows| Topology::square(columns, rows).unwrap();
    vec![
        (square(1, 1), 1),
        (square(2, 1), 5),
        (square(1, 3), 15),
        (square(7, 1), 867),
        (square(2, 2), 57),
        (square(2, 3), 489),
        (square(4, 2), 4_125),
        (square(3, 3), 12_675),
        (boards::named("ring:6"), 449),
        (boards::named("hexagon:2"), 1_771),
        (boards::named("triangle:4"), 41_293),
        (boards::named("torus:3x3"), 17_767),
    ]
}

/// Every placement of stones that can be set up.
#[test]
fn legal_positions_that_can_be_set_up() {
    for (topology, n_legal) in known() {
        let n_cells = topology.n_cells();
        let empty = Position::empty(topology, Rules::CHINESE, Komi::default());
        let n_settings = (0..3_usize.pow(n_cells as u32)).filter(|&number| {
            let stone = |digit: usize| {
                empty
                    .topology()
                    .cells()
                    .filter(move |cell| number / 3_usize.pow(cell.index() as u32) % 3 == digit)
                    .collect()
            };
            let stones: [CellSet; 2] = [stone(1), stone(2)];
            let [black, white] = &stones;
            let topology = empty.topology().clone();
            Position::setup(topology, Rules::CHINESE, Komi::default(), [black, white], Player::Black).is_ok()
        });
        assert_eq!(n_settings.count(), n_legal, "{n_cells} cells");
    }
}

/// 4x4 has 43,046,721 placements, too many to set up one by one, so the legal ones are counted by bits. So are those of
/// the smaller boards, where both methods are compared.
#[test]
fn legal_positions_by_bits() {
    for (topology, n_legal) in known() {
        assert_eq!(count_by_bits(&topology), n_legal, "{} cells", topology.n_cells());
    }
    assert_eq!(count_by_bits(&Topology::square(4, 4).unwrap()), 24_318_165);
}

/// The number of placements in which every chain touches an empty cell, for boards of at most 16 cells.
fn count_by_bits(topology: &Topology) -> usize {
    let bit = |cell: Cell| 1_u16 << cell.index();
    let around: Vec<u16> =
        topology.cells().map(|cell| topology.neighbours(cell).iter().map(|&to| bit(to)).sum()).collect();
    // The cells that touch a set, found for the two halves of the set.
    let touching = |set: u16| (0..around.len()).filter(|i| set >> i & 1 != 0).fold(0, |all, i| all | around[i]);
    let low: Vec<u16> = (0..=0xff).map(touching).collect();
    let high: Vec<u16> = (0..=0xff_u16).map(|set| touching(set << 8)).collect();
    let touching = |set: u16| low[usize::from(set & 0xff)] | high[usize::from(set >> 8)];
    let has_liberties = |stones: u16, beside_empty: u16| {
        let mut reached = stones & beside_empty;
        loop {
            let more = stones & (reached | touching(reached));
            if more == reached {
                return reached == stones;
            }
            reached = more;
        }
    };
    let board = ((1_u32 << topology.n_cells()) - 1) as u16;
    let mut n_legal = 0;
    for taken in 0..=board {
        let beside_empty = touching(board & !taken);
        let mut black = taken;
        loop {
            n_legal += usize::from(has_liberties(black, beside_empty) && has_liberties(taken & !black, beside_empty));
            if black == 0 {
                break;
            }
            black = (black - 1) & taken;
        }
    }
    n_legal
}

/// Every board that can be reached if both colours play in any order.
#[test]
fn legal_positions_that_can_be_played() {
    for (topology, n_legal) in known() {
        let start = Position::empty(topology, Rules::CHINESE, Komi::default());
        let stones = |position: &Position| Player::BOTH.map(|player| position.stones(player).words().to_vec());
        let mut seen = BTreeSet::from([stones(&start)]);
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            for player in Player::BOTH {
                let mut position = position.clone();
                // Twice, because it may already be the player's turn, with a ko.
                position.set_to_move(player.opponent());
                position.set_to_move(player);
                for mv in position.moves() {
                    let mut next = position.clone();
                    next.play_unchecked(mv);
                    if mv != Move::Pass && seen.insert(stones(&next)) {
                        open.push(next);
                    }
                }
            }
        }
        assert_eq!(seen.len(), n_legal);
    }
}

/// The number of ways to go on from `position` without repetition, both colours playing in any order; going nowhere
/// counts as one.
fn n_games(position: &Position) -> u64 {
    let mut total = 1;
    for player in Player::BOTH {
        let mut position = position.clone();
        position.set_to_move(player);
        for mv in position.moves() {
            if mv != Move::Pass {
                let mut next = position.clone();
                next.play_unchecked(mv);
                total += n_games(&next);
            }
        }
    }
    total
}

#[test]
fn games_without_repetition() {
    for (columns, expected) in [(1, 1), (2, 9), (3, 907)] {
        let board = Topology::square(columns, 1).unwrap();
        assert_eq!(n_games(&Position::empty(board, Rules::TROMP_TAYLOR, Komi::default())), expected, "1x{columns}");
    }
}
