//! The goals that two parts of a position can have.
//!
//! A position's *blocks* are what its goal could join: chains of the owner's, edges that the goal names, and single
//! empty cells that it names. What a part achieves is given by the blocks that it joins.

use tesuji_board::{CellSet, SortOnce as _, Topology};
use tesuji_proof::{Claim, Goal, Group, Terminal};

use crate::strategy::links::{achieves, chains};

/// The maximum number of blocks of a position that is divided; there are 203 ways to join six.
const MAX_BLOCKS: usize = 6;
/// The maximum number of alternatives of the first of two parts.
const MAX_ALTERNATIVES: usize = 3;

/// One terminal of each block that matters: edges first, then chains and cells in their order. `None` if there are too
/// many.
pub(crate) fn blocks(position: &Claim) -> Option<Vec<Terminal>> {
    let board = &*position.topology;
    let mut blocks: Vec<Terminal> = Vec::new();
    // Chains that touch an edge belong to it, and chains that touch two edges join them.
    let edges = position.goal.edges();
    let touches = |chain: &CellSet, edge: usize| board.edges()[edge].cells.meets(chain);
    let chains = chains(board, &position.stones);
    for &edge in &edges {
        let joined = |&earlier: &usize| {
            earlier < edge && chains.iter().any(|chain| touches(chain, earlier) && touches(chain, edge))
        };
        if !edges.iter().any(joined) {
            blocks.push(Terminal::Edge(edge));
        }
    }
    let named: CellSet = position.goal.terminals().filter_map(|terminal| as_cell(&terminal)).collect();
    for chain in &chains {
        let matters = chain.meets(&named) || borders(board, chain, &position.carrier);
        if matters && !edges.iter().any(|&edge| touches(chain, edge)) {
            let shown = chain.iter().find(|&cell| named.contains(cell)).or_else(|| chain.iter().next());
            blocks.extend(shown.map(Terminal::Cell));
        }
    }
    blocks.extend(named.iter().filter(|&cell| position.carrier.contains(cell)).map(Terminal::Cell));
    (blocks.len() <= MAX_BLOCKS).then_some(blocks)
}

fn as_cell(terminal: &Terminal) -> Option<tesuji_board::Cell> {
    match *terminal {
        Terminal::Cell(cell) => Some(cell),
        Terminal::Edge(_) => None,
    }
}

fn borders(board: &Topology, chain: &CellSet, carrier: &CellSet) -> bool {
    chain.iter().any(|cell| board.neighbours(cell).iter().any(|&to| carrier.contains(to)))
}

/// Goals for the first of two parts, the simplest first: one block is joined to one of several others.
pub(crate) fn first_goals(blocks: &[Terminal]) -> Vec<Goal> {
    let mut goals = Vec::new();
    for n_alternatives in 1..=MAX_ALTERNATIVES {
        for &from in blocks {
            let others: Vec<Terminal> = blocks.iter().copied().filter(|&to| to != from).collect();
            for chosen in 1_u32..1 << others.len() {
                if chosen.count_ones() as usize != n_alternatives {
                    continue;
                }
                let pairs = others.iter().enumerate().filter(|&(i, _)| chosen >> i & 1 != 0);
                let alternatives = pairs.map(|(_, &to)| vec![vec![from.min(to), from.max(to)]]).collect();
                goals.extend(Goal::new(alternatives).ok().filter(|goal| !goals.contains(goal)));
            }
        }
    }
    goals
}

/// The weakest goal that achieves the position's goal together with every alternative of `first`.
///
/// Its alternatives are the least that the second part has to join. `None` if there is none, or if nothing is missing.
pub(crate) fn weakest_second(position: &Claim, blocks: &[Terminal], first: &Goal) -> Option<Goal> {
    let mut least: Vec<Vec<usize>> = Vec::new();
    for partition in partitions(blocks.len()) {
        if least.iter().any(|finer| is_coarser(&partition, finer)) {
            continue;
        }
        let groups = groups(blocks, &partition);
        let suffices = |alternative: &Vec<Group>| {
            let links: Vec<&Group> = alternative.iter().chain(&groups).collect();
            achieves(&position.topology, &position.goal, &position.stones, &links)
        };
        if first.alternatives().iter().all(suffices) {
            if groups.is_empty() {
                return None;
            }
            least.push(partition);
        }
    }
    Goal::new(least.iter().map(|partition| groups(blocks, partition)).collect()).ok()
}

/// The groups of blocks that a partition puts together.
fn groups(blocks: &[Terminal], partition: &[usize]) -> Vec<Group> {
    let members = |class| {
        let mut group: Group = (0..blocks.len()).filter(|&i| partition[i] == class).map(|i| blocks[i]).collect();
        group.sort_unstable();
        group
    };
    (0..blocks.len()).map(members).filter(|group| group.len() >= 2).collect()
}

/// Every partition of `n` things, finer ones before coarser ones: for each thing, the number of its class.
fn partitions(n: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..n {
        let more = |start: Vec<usize>| {
            let n_classes = start.iter().max().map_or(0, |&last| last + 1);
            (0..=n_classes).map(move |class| start.iter().copied().chain([class]).collect())
        };
        all = all.into_iter().flat_map(more).collect();
    }
    let n_classes = |partition: &Vec<usize>| partition.iter().max().map_or(0, |&last| last + 1);
    all.sort_once_by_key(|partition| std::cmp::Reverse(n_classes(partition)));
    all
}

/// Whether `coarse` puts together everything that `fine` does.
fn is_coarser(coarse: &[usize], fine: &[usize]) -> bool {
    let pairs = (0..fine.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.filter(|&(i, j)| fine[i] == fine[j]).all(|(i, j)| coarse[i] == coarse[j])
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_counted_by_bell_and_finest_first() {
        for (n, n_ways) in [(0, 1), (1, 1), (2, 2), (3, 5), (4, 15), (5, 52), (6, 203)] {
            let all = partitions(n);
            assert_eq!(all.len(), n_ways);
            for (i, later) in all.iter().enumerate() {
                assert!(all[..i].iter().all(|earlier| !is_coarser(earlier, later)), "{later:?} stands too late");
            }
        }
    }
}
