//! Share of its time that a player uses, measured by a clock that counts the nodes of searches.

use tesuji_board::BoardSpec;
use tesuji_engine::time::TimeSettings;
use tesuji_engine::{AlphaBetaSpec, GameSpec, StrongSpec, UctSpec};
use tesuji_go::{Komi, Rules};

use super::super::EngineSettings;
use super::super::clock::Clock;
use super::*;

/// A node takes a millisecond.
const TIME: Duration = Duration::from_secs(1);

fn games() -> [GameSpec; 3] {
    let go = GameSpec::Go { board: BoardSpec::square(7, 7), komi: Komi::from_half_points(15), rules: Rules::CHINESE };
    [GameSpec::Hex { columns: 9, rows: 9, swap: false }, go, GameSpec::Amazons { columns: 6, rows: 6, setup: None }]
}

/// Every kind of player that searches.
fn players(game: &GameSpec) -> Vec<PlayerSpec> {
    let mut players = vec![PlayerSpec::Strong(StrongSpec::default()), PlayerSpec::Uct(UctSpec::default())];
    match game {
        GameSpec::Hex { .. } => players.push(PlayerSpec::AlphaBeta(AlphaBetaSpec::default())),
        GameSpec::Amazons { .. } => {
            let evaluator = "first-reach".to_owned();
            let by_reach = AlphaBetaSpec { evaluator, evaluator_white: None, ..AlphaBetaSpec::default() };
            players.push(PlayerSpec::AlphaBeta(by_reach));
        }
        _ => {}
    }
    players
}

fn board(game: &GameSpec, player: &PlayerSpec) -> Board {
    let settings = EngineSettings::new(game.clone(), player.clone(), 1);
    let mut board = Board::new(settings, Arc::default()).unwrap();
    board.clock = Clock::by_work();
    board
}

/// Whether the winner is certain. Alpha-beta says so by its value.
fn is_decided(analysis: &Analysis) -> bool {
    analysis.choice.proved.is_some() || matches!(analysis.choice.value, Some(0.0 | 1.0))
}

/// The share of its time that each move takes, for those of the first moves of a game that are not decided.
fn used(board: &mut Board, time: Duration) -> Vec<f64> {
    let mut used = Vec::new();
    for _ in 0..3 {
        let player = board.session.to_move();
        let before = board.clock.now();
        board.genmove(player, &mut |_| {}).unwrap();
        if !board.analysis.as_ref().is_some_and(|(_, analysis)| is_decided(analysis)) {
            used.push(board.clock.since(before).as_secs_f64() / time.as_secs_f64());
        }
    }
    assert!(!used.is_empty(), "hardly a move is decided so early");
    used
}

#[test]
fn a_given_time_is_used() {
    for game in games() {
        for player in players(&game) {
            let mut for_a_move = board(&game, &player);
            for_a_move.settings.move_time = Some(TIME);
            let mut by_periods = board(&game, &player);
            by_periods.clock.time.set(TimeSettings { period: TIME, stones: 1, ..TimeSettings::default() });
            for mut board in [for_a_move, by_periods] {
                let used = used(&mut board, TIME);
                assert!(used.iter().all(|used| (0.8..=1.001).contains(used)), "{used:?}: {player:?}, {game:?}");
            }
        }
    }
}

/// Every node of a search passes on the clock, and so does what a move costs beside its search.
#[test]
fn no_game_oversteps_its_clock() {
    const MAIN: Duration = Duration::from_secs(4);
    for game in games() {
        let mut board = board(&game, &PlayerSpec::Strong(StrongSpec::default()));
        board.clock.time.set(TimeSettings { main: MAIN, ..TimeSettings::default() });
        let mut used = [Duration::ZERO; 2];
        let mut n_moves = 0;
        while board.session.outcome().is_none() && n_moves < 200 {
            let player = board.session.to_move();
            let before = board.clock.now();
            board.clock.receive(None);
            board.genmove(player, &mut |_| {}).unwrap();
            board.clock.pass(Duration::from_millis(5 + n_moves % 7));
            board.clock.answered();
            used[player.index()] += board.clock.since(before);
            n_moves += 1;
        }
        assert!(used.iter().all(|used| *used < MAIN), "{used:?} in {n_moves} moves: {game:?}");
        assert!(used.iter().any(|used| *used > MAIN / 2), "{used:?} in {n_moves} moves: {game:?}");
    }
}

/// As a match and `tesuji analyze` do it: one search with an interrupt.
#[test]
fn one_search_uses_the_time_too() {
    for game in games() {
        for player in players(&game) {
            let mut board = board(&game, &player);
            let (clock, session, spec) = (&board.clock, &mut board.session, player.clone().without_bound());
            let analysis = clock.limited(TIME, Limits::default(), |limits| session.analyze(&spec, limits, 1));
            let analysis = analysis.unwrap().unwrap();
            let used = board.clock.now().as_secs_f64() / TIME.as_secs_f64();
            let is_used = (0.8..=1.001).contains(&used) || is_decided(&analysis);
            assert!(is_used, "{used}: {player:?}, {game:?}");
        }
    }
}
