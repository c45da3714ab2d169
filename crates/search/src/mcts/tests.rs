//! The search on noughts and crosses, which has draws, short games and a referee: looking at every line.

use std::num::NonZeroU32;
use std::sync::atomic::Ordering;

use rand::{Rng, SeedableRng};
use tesuji_game::{Game, Outcome};

use super::tree::SearchTree;
use super::*;
use crate::testing::{Crosses, after};
use crate::{Limits, random_move};

/// The value for the player to move, by looking at every line: 2 win, 1 draw, 0 loss.
fn half_points(position: &Crosses) -> u32 {
    match position.outcome() {
        Some(Outcome::Draw) => 1,
        // Nobody wins on the opponent's move.
        Some(Outcome::Win(_)) => 0,
        None => position.moves().into_iter().map(|mv| 2 - half_points(&after(position, mv))).max().unwrap(),
    }
}

const PLAIN: UctConfig =
    UctConfig { exploration: 0.7, all_playouts: false, expand_after: NonZeroU32::MIN, max_nodes: usize::MAX };

fn search(position: &Crosses, config: &UctConfig, n_playouts: u64, seed: u64) -> TreeReport<u8> {
    Uct::new(Uniform::default()).search(position, config, &Limits::nodes(n_playouts), seed).unwrap()
}

/// Positions from random play, each with at least two moves left.
fn positions(n_positions: usize) -> Vec<Crosses> {
    let mut rng = PlayoutRng::seed_from_u64(3);
    let mut found = Vec::new();
    while found.len() < n_positions {
        let mut position = Crosses::new(".........");
        for _ in 0..rng.random_range(0..8) {
            if let Some(mv) = random_move(&position, rng.random()) {
                position.play_unchecked(mv);
            }
        }
        if position.moves().len() > 1 {
            found.push(position);
        }
    }
    found
}

#[test]
fn the_move_is_one_that_looking_at_every_line_would_play() {
    for (seed, position) in positions(60).iter().enumerate() {
        let report = search(position, &PLAIN, 4_000, seed as u64);
        let best = 2 - half_points(&after(position, report.best()));
        assert_eq!(best, half_points(position), "{position:?}: {report:?}");
        assert!((report.moves[0].value - f64::from(best) / 2.0).abs() < 0.3, "{position:?}: {report:?}");
    }
}

#[test]
fn values_are_those_of_the_player_to_move() {
    // X has three winning squares; O can take only one of them, or none if X is to move.
    let won = search(&Crosses::new("X.XOXO.O."), &PLAIN, 500, 1);
    assert!(won.value > 0.9 && won.moves[0].value == 1.0, "{won:?}");
    assert!([1, 6, 8].contains(&won.best()), "{won:?}");
    let lost = search(&Crosses::new("X.XOX..O."), &PLAIN, 500, 1);
    assert!(lost.value < 0.1, "{lost:?}");
    let even = search(&Crosses::new("XOXXOO.X."), &PLAIN, 500, 1);
    assert_eq!(even.moves.iter().map(|stats| stats.value).fold(0.0, f64::max), 0.5, "{even:?}");
}

#[test]
fn visits_add_up() {
    for (seed, position) in positions(20).iter().enumerate() {
        let report = search(position, &PLAIN, 300, seed as u64);
        assert_eq!(report.n_playouts, 300);
        assert_eq!(report.moves.iter().map(|stats| stats.visits).sum::<u32>(), 300);
        assert!(report.moves.is_sorted_by_key(|stats| std::cmp::Reverse(stats.visits)));
        let mut all: Vec<u8> = report.moves.iter().map(|stats| stats.mv).collect();
        all.sort();
        assert_eq!(all, position.moves());
        assert_eq!(report.line[0], report.best());
        let mut end = position.clone();
        report.line.iter().for_each(|&mv| end.play(mv).expect("the line is legal"));
    }
}

#[test]
fn a_seed_fixes_everything_and_another_changes_something() {
    let start = Crosses::new(".........");
    let reports: Vec<_> = (0..5).map(|seed| search(&start, &PLAIN, 200, seed)).collect();
    for (seed, report) in reports.iter().enumerate() {
        assert_eq!(&search(&start, &PLAIN, 200, seed as u64), report);
        assert!(reports[..seed].iter().all(|other| other != report));
    }
    // Earlier searches leave no trace.
    let mut used = Uct::new(Uniform::default());
    used.search(&Crosses::new("X...O...."), &PLAIN, &Limits::nodes(1_000), 9);
    assert_eq!(used.search(&start, &PLAIN, &Limits::nodes(200), 4).as_ref(), reports.last());
}

#[test]
fn the_tree_keeps_to_its_bound() {
    let start = Crosses::new(".........");
    let free = search(&start, &PLAIN, 2_000, 1);
    assert!(!free.is_full && free.n_nodes > 1_000, "{}", free.n_nodes);
    for max_nodes in [0, 9, 50, 500] {
        let mut uct = Uct::new(Uniform::default());
        let config = UctConfig { max_nodes, ..PLAIN };
        let report = uct.search(&start, &config, &Limits::nodes(2_000), 1).unwrap();
        assert!(report.is_full && report.n_nodes <= max_nodes.max(9), "{} of {max_nodes}", report.n_nodes);
        assert!(uct.n_reserved() <= max_nodes.max(64), "{} of {max_nodes}", uct.n_reserved());
        assert_eq!(report.n_playouts, 2_000);
    }
}

#[test]
fn leaves_wait_until_they_are_ripe() {
    let start = Crosses::new(".........");
    let expand_after = |visits| UctConfig { expand_after: NonZeroU32::new(visits).unwrap(), ..PLAIN };
    // After nine playouts each move of the root has one visit; the tenth finds a leaf with one visit.
    assert_eq!(search(&start, &expand_after(1), 9, 1).n_nodes, 9);
    assert_eq!(search(&start, &expand_after(1), 10, 1).n_nodes, 17);
    assert_eq!(search(&start, &expand_after(2), 10, 1).n_nodes, 9);
    assert_eq!(search(&start, &expand_after(1_000), 1_000, 1).n_nodes, 9);
}

#[test]
fn without_a_playout_the_move_is_a_random_one() {
    let start = Crosses::new("X...O....");
    let mut seen: Vec<u8> = (0..100).map(|seed| search(&start, &PLAIN, 0, seed).best()).collect();
    seen.sort();
    seen.dedup();
    assert_eq!(seen, start.moves());
    let limits = Limits::default();
    limits.interrupt.store(true, Ordering::Relaxed);
    let stopped = Uct::new(Uniform::default()).search(&start, &PLAIN, &limits, 1).unwrap();
    assert_eq!(stopped.n_playouts, 1, "an interrupt before the first playout leaves one");
    let none = search(&start, &PLAIN, 0, 1);
    assert_eq!((none.n_playouts, none.has_value(), none.line.len()), (0, false, 0));
}

#[test]
fn a_game_that_is_over_has_no_move() {
    for over in ["XXXOO....", "XOXXOOOXX"] {
        let over = Crosses::new(over);
        assert_eq!(Uct::new(Uniform::default()).search(&over, &PLAIN, &Limits::nodes(5), 1), None);
        assert_eq!(random_move(&over, 1), None);
    }
}

#[test]
fn the_formula_chooses() {
    let mut tree = SearchTree::new();
    let mut rng = PlayoutRng::seed_from_u64(1);
    let children = tree.grow(&Crosses::new("XOXOXO..."), usize::MAX, &mut rng);
    // Values 0.6, 0.5 and 0.2.
    for (node_idx, (visits, half_points)) in children.range().zip([(50, 60), (20, 20), (5, 2)]) {
        (tree.nodes[node_idx].visits, tree.nodes[node_idx].half_points) = (visits, half_points);
    }
    // With c the exploration: 0.6 + 0.416 c, 0.5 + 0.657 c, 0.2 + 1.314 c.
    let chosen = |exploration| tree.select(children, 75, exploration) - children.range().start;
    assert_eq!([0.0, 0.41, 0.42, 0.45, 0.46, 1.0].map(chosen), [0, 0, 1, 1, 2, 2]);
}

#[test]
fn uniform_playouts_take_every_move_equally_often() {
    // O wins on one of the two squares; the other is a draw.
    let start = Crosses::new("XX.OO.XOX");
    let mut rng = PlayoutRng::seed_from_u64(2);
    let mut uniform = Uniform::default();
    let mut outcomes = [0_u32; 3];
    for _ in 0..8_000 {
        match uniform.play_out(&mut start.clone(), &mut rng) {
            Outcome::Win(player) => outcomes[player.index()] += 1,
            Outcome::Draw => outcomes[2] += 1,
        }
    }
    assert!(outcomes[1].abs_diff(4_000) < 250 && outcomes[0] == 0, "{outcomes:?}");
    // A game that is broken off is drawn.
    let never = Uniform::new(0).play_out(&mut start.clone(), &mut rng);
    assert_eq!(never, Outcome::Draw);
}

#[test]
fn the_random_player_takes_every_move_equally_often() {
    let start = Crosses::new("X...O....");
    let mut counts = [0_u32; 9];
    for seed in 0..7_000 {
        counts[usize::from(random_move(&start, seed).unwrap())] += 1;
    }
    for mv in 0..9 {
        let expected = if start.is_legal(mv) { 1_000 } else { 0 };
        assert!(counts[usize::from(mv)].abs_diff(expected) < 160, "{counts:?}");
    }
}
