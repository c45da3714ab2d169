//! Searches that go on from a journal: after a kill at any record, after a limit, with several threads, and when the journal
//! was made shorter.

use std::sync::{Arc, Mutex};

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_proof::Claim;
use tesuji_prove::{
    BoardConfig, BoardSolver, JournalWish, Question, RecordSink, SearchJournal, SearchState, SettledReply, claim_state,
    verify, verify_kept,
};
use tesuji_search::Limits;

/// A journal in memory.
#[derive(Debug, Default)]
struct Memory {
    pages: Mutex<Pages>,
    /// The bytes from which on it wants to be rewritten; 0: never.
    bound: usize,
}

#[derive(Debug, Default)]
struct Pages {
    /// The records, each with the positions searched when it came.
    records: Vec<(u64, Vec<u8>)>,
    n_rewritten: usize,
    settled: Vec<(Vec<u16>, bool, u64)>,
    states: Vec<(SearchState, bool)>,
}

impl SearchJournal for Memory {
    fn replay(&self, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        self.pages.lock().unwrap().records.iter().all(|(_, record)| take(record))
    }

    fn append(&self, record: &[u8], n_nodes: u64) -> JournalWish {
        let mut pages = self.pages.lock().unwrap();
        pages.records.push((n_nodes, record.to_vec()));
        let length: usize = pages.records.iter().map(|(_, record)| record.len()).sum();
        match pages.records.len() {
            _ if self.bound > 0 && length > self.bound => JournalWish::Rewrite,
            n if n.is_multiple_of(1_000) => JournalWish::State,
            _ => JournalWish::Nothing,
        }
    }

    fn rewrite(&self, records: &mut dyn FnMut(&mut RecordSink<'_>)) {
        let mut pages = self.pages.lock().unwrap();
        pages.n_rewritten += 1;
        pages.records.clear();
        records(&mut |record| pages.records.push((0, record.to_vec())));
    }

    fn least_settled(&self) -> u64 {
        100
    }

    fn settle(&self, settled: &SettledReply<'_>) {
        self.pages.lock().unwrap().settled.push((settled.moves.to_vec(), settled.wins, settled.nodes));
    }

    fn is_watched(&self) -> bool {
        true
    }

    fn show(&self, state: &SearchState, is_last: bool) {
        self.pages.lock().unwrap().states.push((state.clone(), is_last));
    }
}

impl Memory {
    /// State that a kill after this many positions leaves.
    fn killed_after(&self, n_nodes: u64) -> Self {
        let pages = self.pages.lock().unwrap();
        let records = pages.records.iter().take_while(|(at, _)| *at <= n_nodes).cloned().collect();
        Self { pages: Mutex::new(Pages { records, ..Pages::default() }), bound: 0 }
    }

    fn pages(self) -> Pages {
        self.pages.into_inner().unwrap()
    }
}

/// White to move on 7x7 after Black has begun there.
fn opening(name: &str) -> Question {
    let topology = Arc::new(Topology::rhombus(7, 7).unwrap());
    let black: CellSet = topology.cell(name).into_iter().collect();
    Question { topology, black, white: CellSet::new(), to_move: Player::White }
}

fn solver(n_threads: usize) -> BoardSolver {
    BoardSolver::new(BoardConfig { table_bytes: 64 << 20, n_threads, uses_net: true, ..BoardConfig::default() })
}

/// The claim that Black wins the 7x7 board after this opening.
fn claim() -> Claim {
    opening("b5").claim(Player::Black)
}

#[test]
fn a_search_that_was_killed_goes_on_and_searches_little_twice() {
    for name in ["a7", "b5"] {
        let question = opening(name);
        let whole = Memory::default();
        let once = solver(1).solve_kept(&question, &Limits::default(), Some(&whole));
        assert_eq!(once.nodes, solver(1).solve(&question, &Limits::default()).nodes, "a journal changes no search");
        for share in [1, 2, 3] {
            let killed_after = once.nodes * share / 4;
            let left = whole.killed_after(killed_after);
            let rest = solver(1).solve_kept(&question, &Limits::default(), Some(&left));
            assert_eq!(rest.winner, once.winner, "{name} after {killed_after}");
            let sum = killed_after + rest.nodes;
            // Nodes of single searches rise and fall with their order; without the table it is all of `once` again.
            assert!(sum < once.nodes * 5 / 4, "{name}: {killed_after} and {} for {}", rest.nodes, once.nodes);
        }
        let again = solver(1).solve_kept(&question, &Limits::default(), Some(&whole));
        assert!(again.winner == once.winner && again.nodes <= 1, "all was known: {}", again.nodes);
    }
}

#[test]
fn a_search_that_reached_a_limit_goes_on() {
    let (question, journal) = (opening("b5"), Memory::default());
    let once = solver(1).solve(&question, &Limits::default());
    let (mut n_nodes, mut n_runs) = (0, 0);
    let winner = loop {
        let answer = solver(1).solve_kept(&question, &Limits::nodes(1_000), Some(&journal));
        (n_nodes, n_runs) = (n_nodes + answer.nodes, n_runs + 1);
        if answer.winner.is_some() {
            break answer.winner;
        }
        assert!(n_runs < 20, "{n_nodes} positions");
    };
    assert!(winner == once.winner && n_runs > 3 && n_nodes < once.nodes * 3 / 2, "{n_nodes} in {n_runs} runs");
}

#[test]
fn several_threads_keep_a_search_with_the_same_verdict() {
    let question = opening("b5");
    let once = solver(1).solve(&question, &Limits::default());
    let journal = Memory::default();
    let first = solver(3).solve_kept(&question, &Limits::nodes(once.nodes / 2), Some(&journal));
    let rest = solver(3).solve_kept(&question, &Limits::default(), Some(&journal));
    assert_eq!(rest.winner, once.winner);
    // Three threads search different positions, and more of them than one thread.
    assert!(first.nodes + rest.nodes < 3 * once.nodes, "{} and {} for {}", first.nodes, rest.nodes, once.nodes);
    let alone = solver(1).solve_kept(&question, &Limits::default(), Some(&journal));
    assert!(alone.winner == once.winner && alone.nodes <= 1);
}

#[test]
fn a_claim_goes_on() {
    let (claim, journal) = (claim(), Memory::default());
    let once = verify(&claim, &Limits::default());
    let first = verify_kept(&claim, 1, &Limits::nodes(1_000), &journal);
    assert_eq!(first.outcome.holds(), None);
    let state = claim_state(&claim, &journal).unwrap();
    assert!(state.wins.is_none() && !state.open.is_empty() && !state.line.is_empty(), "{state:?}");
    let rest = verify_kept(&claim, 1, &Limits::default(), &journal);
    assert!(rest.outcome.holds().is_some() && rest.outcome.holds() == once.outcome.holds());
    assert!(first.nodes + rest.nodes < once.nodes * 5 / 4, "{} and {} for {}", first.nodes, rest.nodes, once.nodes);
}

#[test]
fn a_journal_that_is_made_shorter_has_all_that_the_table_has() {
    let question = opening("b5");
    let once = solver(1).solve(&question, &Limits::default());
    let journal = Memory { bound: 100_000, ..Memory::default() };
    let first = solver(1).solve_kept(&question, &Limits::nodes(once.nodes * 3 / 4), Some(&journal));
    let rest = solver(1).solve_kept(&question, &Limits::default(), Some(&journal));
    assert_eq!(rest.winner, once.winner);
    assert!(first.nodes + rest.nodes < once.nodes * 5 / 4, "{} and {} for {}", first.nodes, rest.nodes, once.nodes);
    assert!(journal.pages().n_rewritten > 0);
}

#[test]
fn a_search_says_how_far_it_is_and_what_it_has_settled() {
    let (question, journal) = (opening("b5"), Memory::default());
    let answer = solver(1).solve_kept(&question, &Limits::nodes(3_000), Some(&journal));
    assert_eq!(answer.winner, None);
    let kept = solver(1).state(&question, &journal).unwrap();
    let Pages { settled, states, .. } = journal.pages();
    let (last, is_last) = states.last().unwrap();
    assert!(*is_last && states.len() > 1 && states[..states.len() - 1].iter().all(|(_, is_last)| !is_last));
    // The journal leaves out numbers that took few positions, so these may differ.
    let mut replies = [last, &kept].map(|state| {
        let mut open: Vec<usize> = state.open.iter().map(|reply| reply.cell).collect();
        open.sort_unstable();
        (state.refuted.clone(), open)
    });
    assert_eq!(replies[0], replies[1]);
    let (refuted, open) = std::mem::take(&mut replies[0]);
    assert!(refuted.len() + open.len() <= 48 && !open.is_empty() && refuted.iter().all(|cell| !open.contains(cell)));
    let of_line = question.clone();
    let after = last.line.iter().fold(of_line, |question, &cell| question.after(Cell::new(cell)));
    assert_eq!(after.black.len() + after.white.len(), 1 + last.line.len(), "no cell is played twice");
    assert!(last.opinion.is_some_and(|chance| (0.0..=1.0).contains(&chance)));
    // What it has settled is true.
    assert!(!settled.is_empty());
    for (moves, wins, nodes) in settled {
        let question = moves.iter().fold(question.clone(), |at, &cell| at.after(Cell::new(usize::from(cell))));
        let winner = if wins { question.to_move } else { question.to_move.opponent() };
        assert!(moves.len() == 1 || nodes >= 100);
        assert_eq!(solver(1).solve(&question, &Limits::default()).winner, Some(winner), "{moves:?}");
    }
    // A move that is called refuted loses.
    for cell in refuted {
        let winner = solver(1).solve(&question.after(Cell::new(cell)), &Limits::default()).winner;
        assert_eq!(winner, Some(question.to_move.opponent()), "{cell}");
    }
}

#[test]
fn a_journal_without_sense_is_refused() {
    let question = opening("b5");
    for record in [vec![0xff], vec![1], vec![6; 3], vec![0x0a; 400]] {
        let journal = Memory::default();
        journal.append(&record, 0);
        let answer = solver(1).solve_kept(&question, &Limits::default(), Some(&journal));
        assert_eq!((answer.winner, answer.nodes), (None, 0));
        assert!(solver(1).state(&question, &journal).is_none());
    }
}
