//! Cut test: has the opponent prevented the goal, by stones and disjoint bridges?

use tesuji_board::Bits;

use crate::region::Region;

/// Two empty cells that touch where nothing else of the owner's could join them: a bridge of the opponent's.
///
/// ```text
///    G        The opponent has both cells G. If the owner takes x, the opponent takes y, and the other way round:
///   x y       so the owner never passes from x to y.
///    G
/// ```
///
/// Beside an edge that the goal does not name, one G is enough.
type Pair = [usize; 2];

/// The empty cells that the opponent needs to prevent the goal though the owner moves first, if it is found to.
///
/// `usable` is what the owner has and what is empty.
pub(super) fn cut_region<const W: usize>(region: &Region<W>, usable: Bits<W>, empty: Bits<W>) -> Option<Bits<W>> {
    if !region.achieved_by(usable) {
        return Some(Bits::EMPTY);
    }
    let mut pairs = pairs(region, usable, empty);
    if pairs.is_empty() || possible_without(region, usable, &pairs) {
        return None;
    }
    // Pairs that share a cell do not hold together. Those go first that share most; what is left is needed.
    let n_shared = |pair: &Pair, pairs: &[Pair]| pairs.iter().filter(|other| shares(pair, other)).count();
    let mut order: Vec<Pair> = pairs.clone();
    order.sort_by_key(|pair| std::cmp::Reverse(n_shared(pair, &pairs)));
    for pair in order {
        let fewer: Vec<Pair> = pairs.iter().filter(|kept| **kept != pair).copied().collect();
        if !possible_without(region, usable, &fewer) {
            pairs = fewer;
        }
    }
    let disjoint = pairs.iter().enumerate().all(|(i, pair)| !pairs[i + 1..].iter().any(|other| shares(pair, other)));
    disjoint.then(|| pairs.iter().flatten().copied().collect())
}

/// The cell that saves a bridge of the opponent's on which the owner has intruded at `intrusion`, if there is one.
pub(super) fn saved_by<const W: usize>(
    region: &Region<W>,
    usable: Bits<W>,
    empty: Bits<W>,
    intrusion: usize,
) -> Option<usize> {
    (region.neighbours[intrusion] & empty)
        .iter()
        .find(|&saving| !(region.neighbours[intrusion] & region.neighbours[saving]).meets(&usable))
}

fn shares(a: &Pair, b: &Pair) -> bool {
    a.iter().any(|node| b.contains(node))
}

fn pairs<const W: usize>(region: &Region<W>, usable: Bits<W>, empty: Bits<W>) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for a in empty.iter() {
        for b in (region.neighbours[a] & empty).iter().filter(|&b| b > a) {
            if !(region.neighbours[a] & region.neighbours[b]).meets(&usable) {
                pairs.push([a, b]);
            }
        }
    }
    pairs
}

/// Could the owner achieve the goal with all of `usable` if it never passed from one cell of a pair to the other?
fn possible_without<const W: usize>(region: &Region<W>, usable: Bits<W>, pairs: &[Pair]) -> bool {
    let mut barred = vec![Bits::<W>::EMPTY; region.cells.len()];
    for &[a, b] in pairs {
        barred[a].insert(b);
        barred[b].insert(a);
    }
    let reach = |start: usize| {
        let mut reached = Bits::single(start);
        let mut frontier = reached;
        while !frontier.is_empty() {
            let mut next = Bits::EMPTY;
            for node in frontier.iter() {
                let here = barred.get(node).copied().unwrap_or_default();
                next |= region.neighbours[node] - here;
            }
            frontier = (next & usable) - reached;
            reached |= frontier;
        }
        reached
    };
    let joined = |group: &Bits<W>| {
        group.is_subset(&usable) && group.first().is_some_and(|start| group.is_subset(&reach(start)))
    };
    region.alternatives.iter().any(|groups| groups.iter().all(joined))
}
