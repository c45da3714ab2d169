//! The input of a net: a few numbers for each point, from the view of the player to move.

use tesuji_board::{Cell, Player};
use tesuji_game::Game as _;
use tesuji_go::{Ko, Liberties, Move, Position, View};

use super::net::whole_size;

/// Numbers of a point. Yes is 127, no is 0; numbers that count are cut off at 127.
///
/// | plane | number |
/// | --- | --- |
/// | 0, 1 | a stone of the mover's; of the other player's |
/// | 2 to 5 | the mover's chain has 1, 2, 3, or at least 4 liberties |
/// | 6 to 9 | the same for the other's |
/// | 10 | an empty point where the mover may not play |
/// | 11, 12 | the last move; the one before |
/// | 13, 14 | unconditionally alive or territory: the mover's; the other's |
/// | 15 | the number of neighbours, times 16 |
/// | 16 | yes |
/// | 17, 18 | the points that komi gives the mover, times 6.4; that it takes |
/// | 19 | the last move was a pass |
/// | 20, 21 | suicide is allowed; superko |
/// | 22 | the root of the number of points, times 4 |
/// | 23 | the share of empty points |
/// | 24, 25 | a stone of the mover's here would have one liberty; one of the other's |
/// | 26, 27 | the stones of the chain, times 8; its liberties, times 8 |
pub const PLANES: usize = 28;

/// The number for yes.
const YES: u8 = 127;

/// Writes the numbers of all points, point by point, and for each point the lowest point of its chain (its own number for
/// an empty point).
pub fn write_planes(position: &Position, planes: &mut Vec<[u8; PLANES]>, chains: &mut Vec<u16>) {
    let (topology, mover) = (position.topology(), position.to_move());
    let n = topology.n_cells();
    let cut = |number: usize| number.min(usize::from(YES)) as u8;
    let yes = |is: bool| if is { YES } else { 0 };
    let komi = isize::from(position.komi().half_points()) * if mover == Player::White { 1 } else { -1 };
    let n_empty = topology.cells().filter(|&cell| position.stone(cell).is_none()).count();
    let mut usual = [0; PLANES];
    usual[16] = YES;
    usual[17] = cut((komi.max(0) as usize * 16).div_ceil(5));
    usual[18] = cut((komi.min(0).unsigned_abs() * 16).div_ceil(5));
    usual[19] = yes(position.n_passes() > 0);
    usual[20] = yes(position.rules().suicide.is_allowed());
    usual[21] = yes(position.rules().ko != Ko::Simple);
    usual[22] = cut(whole_size(n));
    usual[23] = (usize::from(YES) * n_empty / n) as u8;
    planes.clear();
    planes.resize(n, usual);
    chains.clear();
    chains.extend(0..n as u16);

    let view = position.view();
    let mut is_done = vec![false; n];
    for cell in topology.cells() {
        let at = cell.index();
        planes[at][15] = cut(16 * topology.neighbours(cell).len());
        let Some(player) = position.stone(cell) else {
            planes[at][10] = yes(!may_play(position, cell));
            planes[at][24] = yes(matches!(view.liberties_after(cell, mover), Liberties::One(_)));
            planes[at][25] = yes(matches!(view.liberties_after(cell, !mover), Liberties::One(_)));
            continue;
        };
        if is_done[at] {
            continue;
        }
        let side = usize::from(player != mover);
        let mut liberties = Vec::new();
        let mut n_stones = 0;
        for stone in view.chain_cells(cell) {
            n_stones += 1;
            let around = topology.neighbours(stone).iter();
            liberties.extend(around.filter(|&&to| position.stone(to).is_none()).map(|to| to.index()));
        }
        liberties.sort_unstable();
        liberties.dedup();
        for stone in view.chain_cells(cell) {
            is_done[stone.index()] = true;
            // Cells come in ascending order, so this one is the lowest of its chain.
            chains[stone.index()] = at as u16;
            let planes = &mut planes[stone.index()];
            planes[side] = YES;
            planes[2 + 4 * side + liberties.len().clamp(1, 4) - 1] = YES;
            planes[26] = cut(8 * n_stones);
            planes[27] = cut(8 * liberties.len());
        }
    }
    for (plane, cell) in (11..).zip(position.last_cells()) {
        if let Some(cell) = cell {
            planes[cell.index()][plane] = YES;
        }
    }
    for (plane, player) in [(13, mover), (14, !mover)] {
        let life = position.life(player);
        for cell in life.stones.iter().chain(life.territory.iter()) {
            planes[cell.index()][plane] = YES;
        }
    }
}

fn may_play(position: &Position, cell: Cell) -> bool {
    position.check(Move::Place(cell)).is_ok() || position.is_over()
}
