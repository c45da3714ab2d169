//! The region around a target: the part of the board that the attacker's stones close off, and where they leave gaps, as
//! much of it as is nearer to the target than to what is outside.
//!
//! A wrong region makes no wrong proof, only a proof of another question: what is outside is stated as an assumption.

use std::collections::VecDeque;

use tesuji_board::{Cell, CellSet, Player};
use tesuji_go::Position;
use tesuji_reading::Field;

/// With this many empty cells or fewer, a part of the board is closed by itself.
const MOST_EMPTIES: usize = 32;
/// Largest distance of the region from the group where it is not closed.
const REACH: usize = 4;
/// Largest distance among cells that are nearer to attackers outside.
const REACH_OUT: usize = 3;
/// The region of a large group reaches less far, until it has at most this many empty cells.
const USUAL_EMPTIES: usize = 26;

/// The region of these chains of the defender.
pub(crate) fn find(position: &Position, target: &CellSet, defender: Player) -> CellSet {
    let empties = |cells: &CellSet| cells.iter().filter(|&cell| position.stone(cell).is_none()).count();
    let closed = spread(position, target, &|cell| position.stone(cell) != Some(defender.opponent()));
    let closed = with_captives(position, closed, defender);
    if empties(&closed) <= MOST_EMPTIES && closed.len() <= Field::MOST_CELLS {
        return closed;
    }
    let group = group(position, target, defender);
    let mut smallest = group.clone();
    for reach in (1..=REACH).rev() {
        let region = open_region(position, &group, defender, reach);
        if region.len() <= Field::MOST_CELLS && empties(&region) <= USUAL_EMPTIES {
            return region;
        }
        smallest = region;
    }
    smallest
}

/// The cells that can be reached from these through cells that belong.
fn spread(position: &Position, from: &CellSet, belongs: &dyn Fn(Cell) -> bool) -> CellSet {
    let mut found = from.clone();
    let mut new: Vec<Cell> = from.iter().collect();
    while let Some(cell) = new.pop() {
        for &to in position.topology().neighbours(cell) {
            if belongs(to) && found.insert(to) {
                new.push(to);
            }
        }
    }
    found
}

/// The target with the chains that share liberties with it, and so on.
fn group(position: &Position, target: &CellSet, defender: Player) -> CellSet {
    let topology = position.topology();
    let mut group = target.clone();
    loop {
        let around = group.iter().flat_map(|cell| topology.neighbours(cell).iter().copied());
        let liberties: CellSet = around.filter(|&cell| position.stone(cell).is_none()).collect();
        let near = liberties.iter().flat_map(|cell| topology.neighbours(cell).iter().copied());
        let joined = near.filter(|&cell| position.stone(cell) == Some(defender) && !group.contains(cell));
        let joined: Vec<Cell> = joined.collect();
        if joined.is_empty() || group.len() > Field::MOST_CELLS {
            return group;
        }
        joined.into_iter().for_each(|cell| group.union_with(&position.chain(cell)));
    }
}

/// Adds the attacker's chains that have no liberty and no friend outside.
fn with_captives(position: &Position, mut region: CellSet, defender: Player) -> CellSet {
    let topology = position.topology();
    let around: CellSet = region.iter().flat_map(|cell| topology.neighbours(cell).iter().copied()).collect();
    for cell in around.iter().filter(|&cell| position.stone(cell) == Some(defender.opponent())) {
        if !region.contains(cell) && position.liberties(cell).is_subset(&region) {
            region.union_with(&position.chain(cell));
        }
    }
    region
}

/// The empty cells up to `reach` from the group that are hardly nearer to attackers outside, with captives.
fn open_region(position: &Position, group: &CellSet, defender: Player, reach: usize) -> CellSet {
    let topology = position.topology();
    let is_empty = |cell: Cell| position.stone(cell).is_none();
    let distances = |from: &CellSet| {
        let mut distances = vec![usize::MAX; topology.n_cells()];
        let mut open: VecDeque<Cell> = from.iter().collect();
        from.iter().for_each(|cell| distances[cell.index()] = 0);
        while let Some(cell) = open.pop_front() {
            for &to in topology.neighbours(cell).iter().filter(|&&to| is_empty(to)) {
                if distances[to.index()] == usize::MAX {
                    distances[to.index()] = distances[cell.index()] + 1;
                    open.push_back(to);
                }
            }
        }
        distances
    };
    let from_group = distances(group);
    // The defender's other stones are no part of the question, so play stops before them.
    let is_free = |cell: Cell| {
        let others = |&&to: &&Cell| position.stone(to) == Some(defender) && !group.contains(to);
        is_empty(cell) && !topology.neighbours(cell).iter().any(|to| others(&to))
    };
    let mut captives = CellSet::new();
    loop {
        let walls: CellSet =
            position.stones(defender.opponent()).iter().filter(|&cell| !captives.contains(cell)).collect();
        let from_walls = distances(&walls);
        let belongs = |cell: Cell| {
            let (own, other) = (from_group[cell.index()], from_walls[cell.index()]);
            let most = if own <= REACH_OUT { other.saturating_add(1) } else { other };
            is_free(cell) && own <= reach.min(most)
        };
        let region = spread(position, group, &|cell| belongs(cell) || captives.contains(cell));
        let region = with_captives(position, region, defender);
        let now: CellSet = region.iter().filter(|&cell| position.stone(cell) == Some(defender.opponent())).collect();
        if now.is_subset(&captives) {
            return region;
        }
        captives.union_with(&now);
    }
}
