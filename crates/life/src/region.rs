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

/// Attackers with a liberty in an empty part of at least this many cells away from the group have friends outside.
const OUTER_EMPTIES: usize = 4;
/// So far is away from the group.
const AWAY: usize = 3;

/// The region of these chains of the defender. Attackers without friends outside belong to it if they can be searched then.
pub(crate) fn find(position: &Position, target: &CellSet, defender: Player) -> CellSet {
    let near = group(position, target, defender, 1);
    let loose = loose(position, &near, defender);
    let group = with_friends(position, &near, &loose, defender);
    let region = find_with(position, target, &group, &loose, defender);
    if fits(position, &region, MOST_EMPTIES) {
        return completed(position, &region);
    }
    completed(position, &find_with(position, target, &near, &CellSet::new(), defender))
}

fn fits(position: &Position, region: &CellSet, most_empties: usize) -> bool {
    region.len() <= Field::MOST_CELLS && empties(position, region) <= most_empties
}

/// Whether the chain of this stone outside a region has at most one liberty there, so that it may be captured.
pub(crate) fn is_weak(position: &Position, region: &CellSet, cell: Cell) -> bool {
    position.liberties(cell).iter().filter(|&to| !region.contains(to)).count() <= 1
}

/// The cells with the liberties of all chains that lie in them.
pub(crate) fn completed(position: &Position, cells: &CellSet) -> CellSet {
    let mut completed = cells.clone();
    for cell in cells.iter().filter(|&cell| position.chain(cell).is_subset(cells)) {
        completed.union_with(&position.liberties(cell));
    }
    completed
}

/// The cells that touch these.
pub(crate) fn around(position: &Position, cells: &CellSet) -> CellSet {
    let near = cells.iter().flat_map(|cell| position.topology().neighbours(cell).iter().copied());
    near.filter(|&to| !cells.contains(to)).collect()
}

/// A completed region with these cells outside, the empty cells around those that are empty, the attacker's chains that
/// lie among them, and the defender's chains that these touch; `None` if it is too large.
pub(crate) fn widened(position: &Position, region: &CellSet, gaps: &CellSet, defender: Player) -> Option<CellSet> {
    let mut wider = region.clone();
    for cell in gaps.iter() {
        wider.union_with(&position.chain(cell));
        let _ = wider.insert(cell);
    }
    for cell in around(position, &wider).iter().filter(|&cell| position.stone(cell) == Some(defender)) {
        wider.union_with(&position.chain(cell));
    }
    let wider = completed(position, &wider);
    (fits(position, &wider, USUAL_EMPTIES) && !wider.is_subset(region)).then_some(wider)
}

fn empties(position: &Position, cells: &CellSet) -> usize {
    cells.iter().filter(|&cell| position.stone(cell).is_none()).count()
}

fn find_with(position: &Position, target: &CellSet, group: &CellSet, loose: &CellSet, defender: Player) -> CellSet {
    let is_inside = |cell| position.stone(cell) != Some(defender.opponent()) || loose.contains(cell);
    let closed = with_captives(position, spread(position, target, &is_inside), defender);
    if fits(position, &closed, MOST_EMPTIES) {
        return closed;
    }
    let mut smallest = group.clone();
    for reach in (1..=REACH).rev() {
        smallest = open_region(position, group, loose, defender, reach);
        if fits(position, &smallest, USUAL_EMPTIES) {
            break;
        }
    }
    smallest
}

/// The attacker's chains that are in atari, or have no liberty in a larger empty part away from the group.
fn loose(position: &Position, group: &CellSet, defender: Player) -> CellSet {
    let from_group = distances(position, group);
    let is_away = |cell: Cell| position.stone(cell).is_none() && from_group[cell.index()] >= AWAY;
    let (mut outer, mut seen, mut loose) = (CellSet::new(), CellSet::new(), CellSet::new());
    for cell in position.topology().cells().filter(|&cell| is_away(cell)) {
        if !seen.contains(cell) {
            let part = spread(position, &[cell].into_iter().collect(), &is_away);
            seen.union_with(&part);
            if part.len() >= OUTER_EMPTIES {
                outer.union_with(&part);
            }
        }
    }
    for cell in position.stones(defender.opponent()).iter() {
        let liberties = position.liberties(cell);
        if liberties.len() <= 1 || !liberties.iter().any(|cell| outer.contains(cell)) {
            loose.insert(cell);
        }
    }
    loose
}

/// The group with the chains that touch loose attackers, or liberties of these, that touch the group or each other.
fn with_friends(position: &Position, group: &CellSet, loose: &CellSet, defender: Player) -> CellSet {
    let mut from = group.clone();
    let around = group.iter().flat_map(|cell| position.topology().neighbours(cell).iter().copied());
    from.union_with(&around.filter(|&cell| position.stone(cell).is_none()).collect());
    let mut liberties = CellSet::new();
    loose.iter().for_each(|cell| liberties.union_with(&position.liberties(cell)));
    let belongs =
        |cell: Cell| loose.contains(cell) || liberties.contains(cell) || position.stone(cell) == Some(defender);
    spread(position, &from, &belongs).iter().filter(|&cell| position.stone(cell) == Some(defender)).collect()
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

/// The target with the chains that can be reached from it through this number of empty cells, and so on.
fn group(position: &Position, target: &CellSet, defender: Player, steps: usize) -> CellSet {
    let topology = position.topology();
    let mut group = target.clone();
    loop {
        let mut near = group.clone();
        for _ in 0..steps {
            let around = near.iter().flat_map(|cell| topology.neighbours(cell).iter().copied());
            near.union_with(&around.filter(|&cell| position.stone(cell).is_none()).collect());
        }
        let around = near.iter().flat_map(|cell| topology.neighbours(cell).iter().copied());
        let joined = around.filter(|&cell| position.stone(cell) == Some(defender) && !group.contains(cell));
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

/// The distances from these cells through empty cells.
fn distances(position: &Position, from: &CellSet) -> Vec<usize> {
    let topology = position.topology();
    let mut distances = vec![usize::MAX; topology.n_cells()];
    let mut open: VecDeque<Cell> = from.iter().collect();
    from.iter().for_each(|cell| distances[cell.index()] = 0);
    while let Some(cell) = open.pop_front() {
        for &to in topology.neighbours(cell).iter().filter(|&&to| position.stone(to).is_none()) {
            if distances[to.index()] == usize::MAX {
                distances[to.index()] = distances[cell.index()] + 1;
                open.push_back(to);
            }
        }
    }
    distances
}

/// The empty cells up to `reach` from the group that are hardly nearer to attackers outside, with captives.
fn open_region(position: &Position, group: &CellSet, loose: &CellSet, defender: Player, reach: usize) -> CellSet {
    let topology = position.topology();
    let from_group = distances(position, group);
    // The defender's other stones are no part of the question, so play stops before them.
    let is_free = |cell: Cell| {
        let others = |&&to: &&Cell| position.stone(to) == Some(defender) && !group.contains(to);
        position.stone(cell).is_none() && !topology.neighbours(cell).iter().any(|to| others(&to))
    };
    let mut captives = loose.clone();
    loop {
        let walls: CellSet =
            position.stones(defender.opponent()).iter().filter(|&cell| !captives.contains(cell)).collect();
        let from_walls = distances(position, &walls);
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
