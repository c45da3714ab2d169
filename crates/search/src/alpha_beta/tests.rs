//! The search against its referee, plain minimax, on games that end, that repeat positions, and that have draws.

use std::num::NonZeroU8;
use std::sync::atomic::Ordering;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::Player;
use tesuji_game::{Evaluation, Evaluator, Game, Outcome, Undo};

use super::score::{SearchScore, Value};
use super::*;
use crate::Limits;
use crate::testing::{Amazon, Crosses, Link, Lots, Ring, after};

/// The score for the player to move, by looking at every line of `depth` plies.
fn minimax<G: Game>(position: &G, evaluator: &mut impl Evaluator<G>, depth: u8, ply: u32) -> SearchScore {
    if let Some(outcome) = position.outcome() {
        return SearchScore::outcome(outcome, position.to_move(), ply);
    }
    if ply > 0 {
        match evaluator.evaluate(position) {
            Evaluation::Decided(outcome) => return SearchScore::outcome(outcome, position.to_move(), ply),
            Evaluation::Estimate(value) if depth == 0 => return SearchScore::estimate(value),
            Evaluation::Estimate(_) => {}
        }
    }
    let scores = position.moves().into_iter().map(|mv| {
        let next = after(position, mv);
        let score = minimax(&next, evaluator, depth - 1, ply + 1);
        if next.to_move() == position.to_move() { score } else { -score }
    });
    scores.max().expect("a game that goes on has a move")
}

fn config(depth: u8, table_bytes: usize) -> AlphaBetaConfig {
    let depth = NonZeroU8::new(depth).unwrap();
    AlphaBetaConfig { depth, table_bytes, late: 0, reduction: 0, width: usize::MAX, n_best: 1 }
}

fn search<G: Undo>(root: &G, lots: Lots, depth: u8, table_bytes: usize) -> AlphaBetaReport<G::Move> {
    let mut lots = lots;
    let report = AlphaBeta::new().search(root, &mut lots, &config(depth, table_bytes), &Limits::default());
    let report = report.expect("the game goes on");
    assert_eq!(report.statistics.evaluations, lots.n_calls);
    report
}

/// A position after `n_moves` random moves, or fewer if the game ends before.
fn random_position<G: Game>(start: &G, n_moves: usize, rng: &mut Xoshiro256PlusPlus) -> G {
    let mut position = start.clone();
    for _ in 0..n_moves {
        let moves = position.moves();
        let mv = moves[rng.random_range(0..moves.len())];
        let next = after(&position, mv);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// The value that the best line ends in, for the player to move at its start.
fn value_of_line<G: Game>(root: &G, line: &[G::Move], depth: u8, mut lots: Lots) -> SearchScore {
    let mut position = root.clone();
    for &mv in line {
        position.play(mv).expect("the best line is legal");
    }
    let ply = line.len() as u32;
    let is_end = position.outcome().is_some() || matches!(lots.evaluate(&position), Evaluation::Decided(_));
    assert!(is_end || line.len() == usize::from(depth), "a line of {ply} plies for a search of {depth}");
    let score = minimax(&position, &mut lots, 0, ply);
    if position.to_move() == root.to_move() { score } else { -score }
}

/// Compares the search, with tables of several sizes and without, with minimax.
fn agree<G: Undo + std::fmt::Debug>(start: &G, n_random: usize, deepest: u8, n_positions: u64, salt: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(salt);
    for round in 0..n_positions {
        let n_moves = rng.random_range(0..=n_random);
        let position = random_position(start, n_moves, &mut rng);
        let n_values = [2, 5, 1_000_000][rng.random_range(0..3)];
        let decided_in = [0, 4, 15][rng.random_range(0..3)];
        let lots = Lots { seed: round, n_values, decided_in, n_calls: 0 };
        let depth = rng.random_range(1..=deepest);
        let expected = minimax(&position, &mut { lots }, depth, 0).value();
        for table_bytes in [0, 200, 5_000, 1 << 20] {
            let report = search(&position, lots, depth, table_bytes);
            let context = format!("{position:?} {lots:?}, depth {depth}, table {table_bytes}");
            assert_eq!(report.value, Some(expected), "{context}");
            assert_eq!(report.line[0], report.best, "{context}");
            assert_eq!(value_of_line(&position, &report.line, depth, lots).value(), expected, "{context}");
            for iteration in &report.iterations {
                let expected = minimax(&position, &mut { lots }, iteration.depth, 0).value();
                assert_eq!(iteration.value, expected, "{context}, iteration {}", iteration.depth);
            }
        }
    }
}

#[test]
fn noughts_and_crosses_agree_with_minimax() {
    agree(&Crosses::new("........."), 6, 5, 200, 1);
}

#[test]
fn a_game_of_connection_agrees_with_minimax() {
    agree(&Link::new(), 5, 5, 200, 2);
}

#[test]
fn a_game_of_territory_agrees_with_minimax() {
    agree(&Amazon::new(), 8, 3, 200, 3);
}

#[test]
fn a_game_that_comes_back_agrees_with_minimax() {
    // The same position occurs at many depths, and a player may move twice in a row.
    for n_places in [3, 5, 8, 13] {
        agree(&Ring { n_places, place: 0, to_move: Player::White }, 5, 9, 300, 4);
    }
}

#[test]
fn whole_games_are_proved() {
    let unsure = Lots { seed: 1, n_values: 1_000, decided_in: 0, n_calls: 0 };
    // The first move wins, and the search goes no deeper than the win needs.
    let report = search(&Link::new(), unsure, 100, 1 << 20);
    assert_eq!((report.value, report.best, report.depth), (Some(Value::Win { plies: 5 }), 4, 5));
    // Noughts and crosses is drawn, but only a complete search sees that. A draw proves nothing for either player, so
    // it is an estimate.
    let report = search(&Crosses::new("........."), unsure, 9, 1 << 20);
    assert_eq!((report.value, report.depth), (Some(Value::Estimate(0.0)), 9));
    //  X X .    X . X
    //  . X .    . O .     O wins at once on the left, and on the right X wins in one of two ways.
    //  O . O    O . X
    let report = search(&Crosses::new("XX..X.O.O"), unsure, 9, 1 << 20);
    assert_eq!((report.value, report.best, report.depth), (Some(Value::Win { plies: 1 }), 7, 1));
    let report = search(&Crosses::new("X.X.O.O.X"), unsure, 9, 1 << 20);
    assert_eq!((report.value, report.depth), (Some(Value::Loss { plies: 2 }), 2));
}

/// An evaluator that is a function of the position.
struct Said<F>(F);

impl<G: Game, F: FnMut(&G) -> Evaluation> Evaluator<G> for Said<F> {
    fn evaluate(&mut self, position: &G) -> Evaluation {
        self.0(position)
    }
}

#[test]
fn no_opinion_is_above_a_proof() {
    //  X X .     X wins at once on the right, however well the evaluator thinks of the rest.
    //  O O .
    //  . . .
    let position = Crosses::new("XX.OO....");
    for opinion in [f64::MAX, -f64::MAX, f64::INFINITY, f64::NAN] {
        let mut evaluator = Said(|_: &Crosses| Evaluation::Estimate(opinion));
        let report = AlphaBeta::new().search(&position, &mut evaluator, &config(1, 0), &Limits::default()).unwrap();
        assert_eq!((report.best, report.value), (2, Some(Value::Win { plies: 1 })), "{opinion}");
    }
    // A certain loss is worse than any estimate.
    let mut evaluator = Said(|position: &Crosses| match after(position, 2).outcome() {
        Some(outcome) => Evaluation::Decided(outcome),
        None => Evaluation::Estimate(f64::MAX),
    });
    let position = Crosses::new("XX.O.....");
    let report = AlphaBeta::new().search(&position, &mut evaluator, &config(1, 0), &Limits::default()).unwrap();
    assert_eq!(report.best, 2);
}

#[test]
fn what_is_decided_is_not_searched() {
    // The evaluator says that White has won unless Black's first stone is in the middle.
    let mut evaluator = Said(|position: &Crosses| match position.is_legal(4) {
        true => Evaluation::Decided(Outcome::Win(Player::White)),
        false => Evaluation::Estimate(-7.0),
    });
    let mut searcher = AlphaBeta::new();
    let start = Crosses::new(".........");
    for depth in 1..=2 {
        let report = searcher.search(&start, &mut evaluator, &config(depth, 0), &Limits::default()).unwrap();
        assert_eq!(report.best, 4);
    }
    let report = searcher.search(&start, &mut evaluator, &config(2, 1 << 16), &Limits::default()).unwrap();
    // Nine moves, then the middle and its eight replies, and eight moves that the table knows to be lost.
    assert_eq!((report.statistics.nodes, report.statistics.evaluations), (9 + 1 + 8 + 8, 9 + 8));
    assert_eq!((report.statistics.table_hits, report.value), (8, Some(Value::Estimate(-7.0))));
}

#[test]
fn far_fewer_positions_are_entered() {
    let mut lots = Lots { seed: 5, n_values: 1_000, decided_in: 0, n_calls: 0 };
    minimax(&Link::new(), &mut lots, 6, 0);
    let plain = search(&Link::new(), Lots { n_calls: 0, ..lots }, 6, 0).statistics;
    let with_table = search(&Link::new(), Lots { n_calls: 0, ..lots }, 6, 1 << 20).statistics;
    assert!(plain.evaluations * 5 < lots.n_calls, "{plain:?}, minimax {lots:?}");
    assert!(with_table.evaluations * 2 < plain.evaluations, "{with_table:?}, without {plain:?}");
    assert!(with_table.table_hits > 0 && with_table.researches > 0);
    assert!(with_table.first_refutations <= with_table.refutations && with_table.refutations > 0);
}

#[test]
fn limits_are_kept() {
    let lots = Lots { seed: 9, n_values: 1_000, decided_in: 0, n_calls: 0 };
    let whole = search(&Amazon::new(), lots, 3, 1 << 20);
    assert!(!whole.is_stopped && whole.depth == 3);
    let mut searcher = AlphaBeta::new();
    let mut n_partial = 0;
    for n_nodes in (0..whole.statistics.nodes).step_by(37) {
        let mut stopped =
            || searcher.search(&Amazon::new(), &mut { lots }, &config(3, 1 << 20), &Limits::nodes(n_nodes));
        let report = stopped().unwrap();
        assert_eq!(stopped().unwrap(), report, "a search leaves something behind");
        assert!(report.is_stopped && report.statistics.nodes <= n_nodes && report.depth < 3);
        assert!(Amazon::new().is_legal(report.best));
        assert_eq!(report.iterations, whole.iterations[..usize::from(report.depth)]);
        assert_eq!(report.value.is_none(), report.line.is_empty());
        n_partial += u32::from(report.iterations.last().is_some_and(|last| Some(last.value) != report.value));
    }
    assert!(n_partial > 0, "no search was stopped after a first move");
    let limits = Limits::default();
    limits.interrupt.store(true, Ordering::Relaxed);
    let report = searcher.search(&Amazon::new(), &mut { lots }, &config(3, 0), &limits).unwrap();
    assert_eq!((report.statistics.nodes, report.value), (0, None));
    let report = searcher.search(&Amazon::new(), &mut { lots }, &config(3, 0), &Limits::nodes(u64::MAX)).unwrap();
    assert!(!report.is_stopped);
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mut lots = Lots { seed: 1, n_values: 2, decided_in: 0, n_calls: 0 };
    for over in ["XXXOO....", "XOXXOOOXX"] {
        assert_eq!(AlphaBeta::new().search(&Crosses::new(over), &mut lots, &config(3, 0), &Limits::default()), None);
    }
    assert_eq!(lots.n_calls, 0);
}

/// The winner, by looking at every line to its end; `None` for a draw.
fn winner<G: Game>(position: &G) -> Option<Player> {
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Win(winner) => Some(winner),
            Outcome::Draw => None,
        };
    }
    let player = position.to_move();
    let mut worst = Some(!player);
    for mv in position.moves() {
        match winner(&after(position, mv)) {
            Some(found) if found == player => return Some(player),
            None => worst = None,
            Some(_) => {}
        }
    }
    worst
}

#[test]
fn what_selective_searches_find_won_is_won() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut n_decided = 0;
    for seed in 0..300 {
        let position = random_position(&Crosses::new("........."), 5, &mut rng);
        let mut lots = Lots { seed, n_values: 20, decided_in: 0, n_calls: 0 };
        let (late, reduction, width) = (1 + seed as usize % 3, 1 + seed as u8 % 4, 1 + seed as usize % 5);
        let reduced = AlphaBetaConfig { late, reduction, width, ..config(6, 5_000) };
        let found = AlphaBeta::new().search(&position, &mut lots, &reduced, &Limits::default()).unwrap();
        let expected = match found.value.unwrap() {
            Value::Win { .. } => Some(position.to_move()),
            Value::Loss { .. } => Some(!position.to_move()),
            Value::Estimate(_) => continue,
        };
        n_decided += 1;
        assert_eq!(winner(&position), expected, "{position:?}, {reduced:?}");
    }
    assert!(n_decided > 50, "{n_decided}");
}

#[test]
fn reductions_save_nodes() {
    let search = |late: usize, reduction: u8| {
        let mut lots = Lots { seed: 5, n_values: 1_000, decided_in: 0, n_calls: 0 };
        let config = AlphaBetaConfig { late, reduction, ..config(5, 1 << 20) };
        AlphaBeta::new().search(&Link::new(), &mut lots, &config, &Limits::default()).unwrap()
    };
    let [whole, reduced, none_is_late] = [search(0, 0), search(2, 2), search(100, 2)];
    assert!(2 * reduced.statistics.nodes < whole.statistics.nodes);
    assert_eq!(none_is_late, whole);
}

#[test]
fn several_find_what_one_finds() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    for seed in 0..120 {
        let position = random_position(&Amazon::new(), 6, &mut rng);
        let lots = Lots { seed, n_values: 1 + seed % 30, decided_in: seed % 2 * 40, n_calls: 0 };
        let depth = rng.random_range(1..=3);
        let expected = minimax(&position, &mut { lots }, depth, 0).value();
        for n_searchers in [1, 2, 3, 50] {
            let found = [1, 2, 64].map(|n_threads| {
                let mut searchers: Vec<_> = (0..n_searchers).map(|_| (AlphaBeta::new(), lots)).collect();
                let limits = Limits::default();
                let report =
                    search_together(&mut searchers, &position, &config(depth, 10_000), &limits, n_threads).unwrap();
                assert_eq!(limits.progress.load(Ordering::Relaxed), report.statistics.nodes);
                report
            });
            let context = format!("{position:?} {lots:?}, depth {depth}, {n_searchers} searchers");
            assert_eq!(found[0].value, Some(expected), "{context}");
            assert!(found.iter().all(|report| *report == found[0]), "{context}");
            assert_eq!(value_of_line(&position, &found[0].line, depth, lots).value(), expected, "{context}");
        }
        let one = search(&position, lots, depth, 10_000);
        let mut searchers = [(AlphaBeta::new(), lots)];
        let alone = search_together(&mut searchers, &position, &config(depth, 10_000), &Limits::default(), 2).unwrap();
        assert_eq!(alone, one);
    }
}

fn number(value: Value) -> f64 {
    match value {
        Value::Win { .. } => f64::INFINITY,
        Value::Estimate(value) => value,
        Value::Loss { .. } => f64::NEG_INFINITY,
    }
}

#[test]
fn several_share_the_limits() {
    let lots = Lots { seed: 9, n_values: 1_000, decided_in: 0, n_calls: 0 };
    let start = Amazon::new();
    for n_nodes in [0, 1, 2, 3, 50, 1_001] {
        let mut searchers: Vec<_> = (0..3).map(|_| (AlphaBeta::new(), lots)).collect();
        let limits = Limits::nodes(n_nodes);
        let report = search_together(&mut searchers, &start, &config(3, 1 << 16), &limits, 2).unwrap();
        assert!(report.is_stopped && report.statistics.nodes <= n_nodes);
        assert!(start.is_legal(report.best) && report.value.is_none() == report.line.is_empty());
        // The values of several moves are all from one depth, and in order.
        let limits = Limits::nodes(20 * n_nodes);
        let several = AlphaBetaConfig { n_best: 5, ..config(3, 1 << 16) };
        let report = search_together(&mut searchers, &start, &several, &limits, 2).unwrap();
        assert!(report.depth == 0 || report.moves.len() == 5, "{report:?}");
        let scores: Vec<f64> = report.moves.iter().map(|(value, _)| number(*value)).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{report:?}");
    }
    let mut none: [(AlphaBeta<Amazon>, Lots); 0] = [];
    assert_eq!(search_together(&mut none, &start, &config(3, 0), &Limits::default(), 2), None);
    let over = Crosses::new("XXXOO....");
    let mut searchers = [(AlphaBeta::new(), lots)];
    assert_eq!(search_together(&mut searchers, &over, &config(3, 0), &Limits::default(), 2), None);
}

#[test]
fn the_best_moves_have_their_values() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    for seed in 0..100 {
        let position = random_position(&Amazon::new(), 6, &mut rng);
        let lots = Lots { seed, n_values: 1 + seed % 30, decided_in: 0, n_calls: 0 };
        let depth = rng.random_range(1..=3);
        let expected_at = |depth: u8| {
            let moves = position.moves().into_iter();
            let score = |mv| -minimax(&after(&position, mv), &mut { lots }, depth - 1, 1);
            let mut scores: Vec<SearchScore> = moves.map(score).collect();
            scores.sort_by_key(|&score| -score);
            scores
        };
        for (n_best, n_searchers) in [(1, 1), (3, 1), (3, 2), (1_000, 3)] {
            let config = AlphaBetaConfig { n_best, ..config(depth, 10_000) };
            let mut searchers: Vec<_> = (0..n_searchers).map(|_| (AlphaBeta::new(), lots)).collect();
            let report = search_together(&mut searchers, &position, &config, &Limits::default(), 2).unwrap();
            let context = format!("{position:?} {lots:?}, depth {depth}, {n_best} moves by {n_searchers}");
            let values: Vec<Value> = report.moves.iter().map(|&(value, _)| value).collect();
            // Once the best move is proved to win, the others are not searched more deeply.
            let depth = report.depth;
            let expected: Vec<Value> = expected_at(depth).iter().take(n_best).map(|score| score.value()).collect();
            assert_eq!(values, expected, "{context}");
            assert_eq!((report.value, &report.line), (Some(values[0]), &report.moves[0].1), "{context}");
            for (value, line) in &report.moves {
                assert_eq!(value_of_line(&position, line, depth, lots).value(), *value, "{context}");
            }
            let mut firsts: Vec<_> = report.moves.iter().map(|(_, line)| line[0]).collect();
            firsts.sort_unstable();
            firsts.dedup();
            assert_eq!(firsts.len(), report.moves.len(), "{context}: a move is reported twice");
        }
    }
}
