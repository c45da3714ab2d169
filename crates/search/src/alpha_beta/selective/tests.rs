//! The search against minimax of the moves that are kept.

use tesuji_board::Player;
use tesuji_game::{Evaluation, Evaluator, Game, Undo};

use super::super::{AlphaBeta, AlphaBetaConfig, Value};
use super::{Score, Selective, SelectiveConfig};
use crate::Limits;
use crate::testing::{Amazon, Link, Lots, Ring, after};

const CONFIG: SelectiveConfig = SelectiveConfig {
    depth: std::num::NonZeroU8::MIN,
    width: usize::MAX / 512,
    width_a_ply: 0,
    late: 1,
    reduction: 0,
    table_bytes: 0,
};

fn deep(depth: u8, config: SelectiveConfig) -> SelectiveConfig {
    SelectiveConfig { depth: depth.try_into().unwrap(), ..config }
}

/// By looking at every line of the moves kept: the score for the player to move.
fn minimax<G: Game>(position: &G, lots: &mut Lots, config: &SelectiveConfig, depth: u8, ply: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::outcome(outcome, position.to_move(), ply);
    }
    if ply > 0 {
        match lots.evaluate(position) {
            Evaluation::Decided(outcome) => return Score::outcome(outcome, position.to_move(), ply),
            Evaluation::Estimate(value) if depth == 0 => return Score::estimate(value),
            Evaluation::Estimate(_) => {}
        }
    }
    let moves = position.moves();
    let mut ratings = vec![0.0; moves.len()];
    lots.rate(position, &moves, &mut ratings);
    let mut kept: Vec<(f64, G::Move)> = ratings.into_iter().zip(moves).collect();
    kept.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    if ply > 0 {
        kept.truncate(config.width + config.width_a_ply * usize::from(depth - 1));
    }
    let scores = kept.into_iter().map(|(_, mv)| {
        let next = after(position, mv);
        let score = minimax(&next, lots, config, depth - 1, ply + 1);
        if next.to_move() == position.to_move() { score } else { -score }
    });
    scores.max().expect("a game that goes on has a move")
}

fn agree<G: Undo + std::fmt::Debug>(start: &G, deepest: u8) {
    for seed in 0..60 {
        let lots = Lots { seed, n_values: 50, decided_in: [0, 9][seed as usize % 2], n_calls: 0 };
        let width = [1, 2, 3, CONFIG.width][seed as usize / 2 % 4];
        let config = SelectiveConfig { width, width_a_ply: seed as usize % 3, ..CONFIG };
        let depth = 1 + (seed % u64::from(deepest)) as u8;
        let found = Selective::new().search(start, &mut { lots }, &deep(depth, config), &Limits::default()).unwrap();
        let expected = minimax(start, &mut { lots }, &config, found.depth, 0).value();
        assert_eq!(found.value, Some(expected), "{start:?}, seed {seed}");
        assert_eq!(found.line[0], found.best);
    }
}

#[test]
fn without_reductions_it_is_minimax_of_the_moves_kept() {
    agree(&Link::new(), 5);
    agree(&Amazon::new(), 3);
    agree(&Ring { n_places: 13, place: 0, to_move: Player::White }, 8);
}

#[test]
fn full_width_is_alpha_beta() {
    for seed in 0..30 {
        let lots = Lots { seed, n_values: 1_000, decided_in: 0, n_calls: 0 };
        let config = deep(4, CONFIG);
        let found = Selective::new().search(&Link::new(), &mut { lots }, &config, &Limits::default()).unwrap();
        let plain = AlphaBetaConfig { depth: config.depth, table_bytes: 0 };
        let plain = AlphaBeta::new().search(&Link::new(), &mut { lots }, &plain, &Limits::default()).unwrap();
        assert_eq!(found.value, plain.value);
    }
}

#[test]
fn reductions_and_a_table_save_nodes_and_keep_what_is_certain() {
    let lots = Lots { seed: 5, n_values: 1_000, decided_in: 0, n_calls: 0 };
    let search = |config: SelectiveConfig| {
        Selective::new().search(&Link::new(), &mut { lots }, &deep(9, config), &Limits::default()).unwrap()
    };
    let whole = search(CONFIG);
    let with_table = search(SelectiveConfig { table_bytes: 1 << 20, ..CONFIG });
    let reduced = search(SelectiveConfig { table_bytes: 1 << 20, late: 2, reduction: 2, ..CONFIG });
    for found in [&whole, &with_table, &reduced] {
        assert!(matches!(found.value, Some(Value::Win { .. })), "the first player wins: {:?}", found.value);
        assert_eq!(found.best, 4);
    }
    assert!(with_table.statistics.nodes < whole.statistics.nodes);
    assert!(with_table.statistics.table_hits > 0 && whole.statistics.table_hits == 0);
}

#[test]
fn limits_are_kept() {
    let lots = Lots { seed: 9, n_values: 1_000, decided_in: 0, n_calls: 0 };
    let config = deep(6, SelectiveConfig { width: 3, ..CONFIG });
    let ring = Ring { n_places: 13, place: 0, to_move: Player::White };
    let whole = Selective::new().search(&ring, &mut { lots }, &config, &Limits::default()).unwrap();
    let mut searcher = Selective::new();
    for n_nodes in (0..whole.statistics.nodes).step_by(7) {
        let mut stopped = || searcher.search(&ring, &mut { lots }, &config, &Limits::nodes(n_nodes)).unwrap();
        let found = stopped();
        assert_eq!(stopped(), found, "a search leaves something behind");
        assert!(found.is_stopped && found.statistics.nodes <= n_nodes);
        assert_eq!(found.iterations, whole.iterations[..usize::from(found.depth)]);
    }
    let over = crate::testing::Crosses::new("XXXOO....");
    assert_eq!(Selective::new().search(&over, &mut { lots }, &config, &Limits::default()), None);
}
