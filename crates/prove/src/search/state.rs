//! Progress of a search, read off its table: the refuted and the open replies, and an estimate of the rest.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, RwLock};

use tesuji_board::{Bits, Player};
use tesuji_search::Limits;

use super::decider::Ground;
use super::dfpn::{Shared, WinSearch};
use super::guess::Guess;
use super::lemmas::no_lemmas;
use super::moves::Move;
use super::table::{WinDecision, WinEntry, WinTable};
use crate::view::NetGuesser;

/// Progress of a search. Cells are numbers, in the order of the cells in question.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SearchState {
    /// Whether the player to move wins, if that is decided.
    pub wins: Option<bool>,
    /// Moves that are known to lose: they were searched, or an answer to another move refutes them too.
    pub refuted: Vec<usize>,
    /// Moves that may still win, the one first that the search prefers. Moves that cannot matter are in neither list.
    pub open: Vec<OpenReply>,
    /// The moves that the search prefers now, from the position in question on.
    pub line: Vec<usize>,
    /// An estimate of how many more positions have to be searched: as if each open reply took as many as the refuted ones
    /// took on average, and those that took more already as many again. `None` if nothing comparable has been refuted.
    pub left: Option<u64>,
    /// The learned net's chance that the player to move wins: an opinion, on which nothing rests.
    pub opinion: Option<f64>,
}

/// A move that may still win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenReply {
    /// The move.
    pub cell: usize,
    /// The number of positions searched after it so far.
    pub nodes: u64,
    /// Proof number and disproof number of a win by it, once it has been examined.
    pub numbers: Option<(u32, u32)>,
}

/// A move, and the table's entry for the position after it.
type Known<const W: usize> = (usize, Option<(WinEntry<W>, u32)>);

/// The state of the search of the position with these stones.
pub(crate) fn state<const W: usize>(
    ground: &Ground<W>,
    table: &WinTable<W>,
    guesser: Option<NetGuesser>,
    stones: [Bits<W>; 2],
    to_move: Player,
) -> SearchState {
    let limits = Limits::default();
    let shared = Shared {
        ground,
        table,
        patterns: &RwLock::default(),
        lemmas: &RwLock::new(no_lemmas()),
        guesser: None,
        guesses: &Mutex::default(),
        limits: &limits,
        journal: None,
        n_threads: 1,
        n_nodes: AtomicU64::new(0),
        stop: AtomicBool::new(false),
    };
    let mut search = WinSearch::new(&shared, stones, to_move);
    let (first, filled) = (to_move.index(), search.filled[0].stones);
    let mut state = SearchState {
        wins: table.get(&search.key(0)).and_then(|entry| entry.decision).map(wins),
        opinion: guesser.map(|mut guesser| {
            let mut guess = Guess::default();
            guesser.guess(filled, first, &mut guess);
            1.0 / (1.0 + libm::exp(-guess.win))
        }),
        ..SearchState::default()
    };
    let known = replies(&mut search, 0);
    let mut must_play = Bits::EMPTY;
    match search.recall(0).or_else(|sight| search.decide(0, sight)) {
        Ok(decision) => state.wins = Some(wins(decision)),
        Err(mut sight) => {
            for &(cell, entry) in &known {
                if let Some((entry, _)) = entry.filter(|(entry, _)| entry.decision.is_some()) {
                    search.fill_child(0, cell as u16);
                    let mv = Move { cell: cell as u16, unseen: false, waits: false, late: 1.0, key: None, entry };
                    if search.take_up(0, &mv, &mut sight).is_some() {
                        state.wins = Some(true);
                    }
                }
            }
            let inferior: Bits<W> = sight.vulnerable.iter().map(|vulnerable| vulnerable.cell).collect();
            must_play = sight.must_play;
            state.refuted = (search.empties(0) - must_play - inferior).iter().collect();
        }
    }
    if state.wins.is_some() {
        // Whatever was not needed for the decision is open no more.
        return state;
    }
    let mut open: Vec<Known<W>> = known.iter().filter(|(cell, _)| must_play.contains(*cell)).copied().collect();
    open.sort_by_key(|(_, entry)| entry.map_or(u32::MAX, |(entry, _)| entry.delta));
    let nodes = |(_, entry): &Known<W>| entry.map_or(0, |(_, work)| u64::from(work));
    let reply = |known: &Known<W>| OpenReply {
        cell: known.0,
        nodes: nodes(known),
        numbers: known.1.map(|(entry, _)| (entry.delta, entry.phi)),
    };
    state.open = open.iter().map(reply).collect();
    let Some(best) = state.open.first() else { return state };
    let seems_to_win =
        state.opinion.map_or_else(|| best.numbers.is_some_and(|(win, lose)| win < lose), |win| win > 0.5);
    let searched = |known: &[Known<W>]| known.iter().filter(|of| is_refuted(of)).map(nodes).collect::<Vec<_>>();
    state.left = if seems_to_win {
        // One win is enough, so what is left is to refute the replies to the move that seems to win.
        search.fill_child(0, best.cell as u16);
        let known = replies(&mut search, 1);
        let open = known.iter().filter(|(_, entry)| entry.is_some_and(|(entry, _)| entry.decision.is_none()));
        left(&searched(&known), open.map(nodes))
    } else {
        left(&searched(&known), open.iter().map(nodes))
    };
    state.line = line(&mut search, best.cell);
    state
}

const fn wins<const W: usize>(decision: WinDecision<W>) -> bool {
    matches!(decision, WinDecision::Wins(..))
}

fn is_refuted<const W: usize>((_, entry): &Known<W>) -> bool {
    entry.is_some_and(|(entry, _)| entry.decision.is_some_and(wins))
}

/// All moves of the position at `depth`, with what the table has after each.
fn replies<const W: usize>(search: &mut WinSearch<'_, W>, depth: usize) -> Vec<Known<W>> {
    let empties = search.empties(depth);
    let known = |cell: usize| {
        search.fill_child(depth, cell as u16);
        (cell, search.shared.table.worked(&search.key(depth + 1)))
    };
    empties.iter().map(known).collect()
}

/// The moves that the search prefers, beginning with this one.
fn line<const W: usize>(search: &mut WinSearch<'_, W>, first: usize) -> Vec<usize> {
    let (mut line, mut next) = (Vec::new(), Some(first));
    while let Some(cell) = next {
        search.fill_child(line.len(), cell as u16);
        line.push(cell);
        let known = replies(search, line.len());
        let open = known.iter().filter_map(|&(cell, entry)| Some((entry?.0, cell)));
        next = open.filter(|(entry, _)| entry.decision.is_none()).min_by_key(|(entry, _)| entry.delta).map(|of| of.1);
    }
    line
}

/// The estimate of [`SearchState::left`], from the positions that refuted and open replies have taken.
fn left(refuted: &[u64], open: impl Iterator<Item = u64>) -> Option<u64> {
    // What was decided at sight says nothing about what a search takes.
    let searched: Vec<u64> = refuted.iter().copied().filter(|&nodes| nodes > 1).collect();
    let mean = searched.iter().sum::<u64>().checked_div(searched.len() as u64)?;
    Some(open.map(|nodes| if nodes < mean { mean - nodes } else { nodes }).sum())
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_from_what_was_refuted() {
        assert_eq!(left(&[], [5].into_iter()), None);
        assert_eq!(left(&[1, 1], [5].into_iter()), None, "decided at sight");
        assert_eq!(left(&[1, 10, 30], [0, 15, 50].into_iter()), Some(20 + 5 + 50));
    }
}
