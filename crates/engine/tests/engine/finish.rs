//! Wins that are there to be taken: whoever searches takes them at once, with any settings.

use std::sync::atomic::Ordering;

use tesuji_board::{BoardSpec, Player};
use tesuji_engine::{
    AlphaBetaSpec, GameSpec, HexSettings, NetSettings, NetworkChoice, OpeningSource, PlayerSpec, Session, StrongSpec,
    UctSpec,
};
use tesuji_game::Outcome;
use tesuji_go::{Komi, Rules};
use tesuji_search::Limits;

/// Every player that searches in this game, with as little search as it can have.
fn players(game: &str) -> Vec<PlayerSpec> {
    let small = StrongSpec { playouts: 1, memory_mib: 4, ..StrongSpec::default() };
    let alpha_beta = |spec: AlphaBetaSpec| PlayerSpec::AlphaBeta(AlphaBetaSpec { depth: 1, node_limit: None, ..spec });
    let mut players = vec![
        PlayerSpec::Strong(StrongSpec { playouts: 10_000, ..small }),
        PlayerSpec::Strong(small),
        PlayerSpec::Strong(StrongSpec { trees: 2, stop_early: true, ..small }),
        PlayerSpec::Uct(UctSpec { playouts: 1, ..UctSpec::default() }),
    ];
    let hex = |hex: HexSettings| PlayerSpec::Strong(StrongSpec { game: hex.into(), ..small });
    match game {
        "hex" => players.extend([
            hex(HexSettings {
                network: NetworkChoice::Small,
                net: NetSettings { solver_nodes: 0, ..NetSettings::default() },
                ..HexSettings::default()
            }),
            hex(HexSettings { openings: OpeningSource::Search, ..HexSettings::default() }),
            alpha_beta(AlphaBetaSpec::takada_2014()),
        ]),
        "amazons" => players.push(alpha_beta(AlphaBetaSpec::saijo_1999())),
        _ => {}
    }
    players
}

/// Asserts that each player ends the game with a win by its next move, even if it has no time.
fn take(session: &mut Session, players: &[PlayerSpec]) {
    let winner = session.to_move();
    for player in players {
        for is_stopped in [false, true] {
            let limits = Limits::default();
            limits.interrupt.store(is_stopped, Ordering::Relaxed);
            let choice = session.genmove(player, &limits, 1).unwrap();
            session.play(winner, &choice.mv).unwrap();
            assert_eq!(session.outcome(), Some(Outcome::Win(winner)), "{player:?} after {:?}", session.moves());
            session.undo().unwrap();
        }
    }
}

/// Plays at random to the end. Returns the session before the last move, and the winner.
fn before_the_end(spec: &GameSpec, seed: u64) -> (Session, Player) {
    let mut session = Session::new(spec).unwrap();
    while session.outcome().is_none() {
        let mv = session.genmove(&PlayerSpec::Random, &Limits::default(), seed).unwrap().mv;
        session.play(session.to_move(), &mv).unwrap();
    }
    let Some(Outcome::Win(winner)) = session.outcome() else { panic!("a draw") };
    session.undo().unwrap();
    (session, winner)
}

/// Issue 40: the player played b1, where b5 and c5 win at once.
#[test]
fn a_game_of_hex_is_ended_where_it_can_be() {
    let mut session = Session::new(&GameSpec::hex(5, 5)).unwrap();
    for mv in ["c1", "a1", "c2", "a2", "c3", "e1", "c4", "e2"] {
        session.play(session.to_move(), mv).unwrap();
    }
    take(&mut session, &players("hex"));
    let mut n_won = [0; 2];
    for seed in 0..24 {
        let side = 3 + seed as usize % 9;
        let (mut session, winner) = before_the_end(&GameSpec::Hex { columns: side, rows: side, swap: false }, seed);
        take(&mut session, &players("hex"));
        n_won[winner.index()] += 1;
    }
    assert!(n_won.iter().all(|&n| n > 5), "{n_won:?}");
}

#[test]
fn an_amazon_is_shut_in_where_it_ends_the_game() {
    let mut n_won = [0; 2];
    for seed in 0..16 {
        let (mut session, winner) = before_the_end(&GameSpec::amazons(6, 6), seed);
        take(&mut session, &players("amazons"));
        n_won[winner.index()] += 1;
    }
    assert!(n_won.iter().all(|&n| n > 2), "{n_won:?}");
}

#[test]
fn a_pass_that_wins_answers_a_pass() {
    let (komi, rules) = (Komi::from_half_points(15), Rules::TROMP_TAYLOR);
    for (moves, winner) in [("C3 pass", Player::Black), ("pass", Player::White), ("C3 pass A1 B2 pass", Player::White)]
    {
        let spec = GameSpec::Go { board: BoardSpec::square(5, 5), komi, rules };
        let mut session = Session::new(&spec).unwrap();
        for mv in moves.split_whitespace() {
            session.play(session.to_move(), mv).unwrap();
        }
        assert_eq!(session.to_move(), winner, "{moves}");
        take(&mut session, &players("go"));
    }
}
