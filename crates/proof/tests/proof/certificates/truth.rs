//! Brute force: finds the winner of a claim by playing it out. Shares no code with the checker.

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Claim, Goal, Mover, Terminal};

/// The most empty cells that [`achieved_by_mask`] accepts.
pub(crate) const MAX_EMPTY: usize = 12;

/// Whether these stones achieve `goal`. Finds components by repeated relabelling.
pub(crate) fn achieved(claim: &Claim, goal: &Goal, stones: &CellSet) -> bool {
    let board = &claim.topology;
    let n_cells = board.n_cells();
    let named = goal.edges();
    let mut label: Vec<usize> = (0..n_cells + board.edges().len()).collect();
    let mut links = Vec::new();
    for cell in stones.iter() {
        links.extend(
            board.neighbours(cell).iter().filter(|&&to| stones.contains(to)).map(|to| (cell.index(), to.index())),
        );
        links.extend(
            named.iter().filter(|&&e| board.edges()[e].cells.contains(cell)).map(|e| (cell.index(), n_cells + e)),
        );
    }
    for (a, b) in links {
        let (from, to) = (label[a], label[b]);
        label.iter_mut().filter(|l| **l == from).for_each(|l| *l = to);
    }
    let place = |terminal: &Terminal| match *terminal {
        Terminal::Cell(cell) => stones.contains(cell).then(|| label[cell.index()]),
        Terminal::Edge(edge) => Some(label[n_cells + edge]),
    };
    goal.alternatives().iter().any(|groups| {
        groups.iter().all(|group| {
            let places: Vec<_> = group.iter().map(place).collect();
            places.iter().all(|p| p.is_some() && *p == places[0])
        })
    })
}

/// For each set of carrier cells (bit i stands for the i-th), whether the goal would be achieved if the owner had
/// exactly these cells.
pub(crate) fn achieved_by_mask(claim: &Claim, goal: &Goal) -> Vec<bool> {
    let cells: Vec<Cell> = claim.carrier.iter().collect();
    assert!(cells.len() <= MAX_EMPTY, "too many empty cells for brute force");
    (0_usize..1 << cells.len())
        .map(|mask| {
            let mut stones = claim.stones.clone();
            cells.iter().enumerate().filter(|(i, _)| mask >> i & 1 != 0).for_each(|(_, &cell)| {
                stones.insert(cell);
            });
            achieved(claim, goal, &stones)
        })
        .collect()
}

/// Whether the claim holds. Plays every line until the board is full, except where more stones change nothing.
pub(crate) fn holds(claim: &Claim) -> bool {
    let achieved = achieved_by_mask(claim, &claim.goal);
    let n = claim.carrier.len();
    let mut known = vec![None; 3_usize.pow(n as u32)];
    owner_wins(&achieved, n, 0, 0, claim.to_move, &mut known)
}

fn owner_wins(
    achieved: &[bool],
    n: usize,
    own: usize,
    other: usize,
    to_move: Mover,
    known: &mut [Option<bool>],
) -> bool {
    let all = (1 << n) - 1;
    if achieved[own] || !achieved[all & !other] {
        return achieved[own];
    }
    // The number of stones tells who is to move, so the position alone is the key.
    let key = (0..n).rev().fold(0, |key, i| key * 3 + (own >> i & 1) + 2 * (other >> i & 1));
    if let Some(value) = known[key] {
        return value;
    }
    let mut moves = (0..n).map(|i| 1 << i).filter(|bit| (own | other) & bit == 0);
    let value = match to_move {
        Mover::Owner => moves.any(|bit| owner_wins(achieved, n, own | bit, other, Mover::Opponent, known)),
        Mover::Opponent => moves.all(|bit| owner_wins(achieved, n, own, other | bit, Mover::Owner, known)),
    };
    known[key] = Some(value);
    value
}
