//! Players in a session: what they choose, and that the same question has the same answer.

use std::sync::atomic::Ordering;

use tesuji_board::Player::{Black, White};
use tesuji_engine::{Choice, GameSpec, PlayerSpec, Session, SessionError, UctSpec};
use tesuji_game::Outcome;
use tesuji_go::{Komi, Rules};
use tesuji_search::Limits;

fn hex(side: usize, moves: &str) -> Session {
    let mut session = Session::new(&GameSpec::Hex { columns: side, rows: side, swap: false }).unwrap();
    for mv in moves.split_whitespace() {
        session.play(session.to_move(), mv).unwrap();
    }
    session
}

fn go(side: usize, moves: &str) -> Session {
    let (komi, rules) = (Komi::from_half_points(15), Rules::TROMP_TAYLOR);
    let mut session = Session::new(&GameSpec::Go { columns: side, rows: side, komi, rules }).unwrap();
    for mv in moves.split_whitespace() {
        session.play(session.to_move(), mv).unwrap();
    }
    session
}

fn uct(playouts: u64) -> PlayerSpec {
    PlayerSpec::Uct(UctSpec { playouts, ..UctSpec::default() })
}

fn choose(session: &mut Session, player: &PlayerSpec, seed: u64) -> Choice {
    let before = (session.position_hash(), session.moves().len());
    let choice = session.genmove(player, &Limits::default(), seed).unwrap();
    assert_eq!((session.position_hash(), session.moves().len()), before, "choosing plays nothing");
    choice
}

#[test]
fn the_openings_chosen_are_those_that_win() {
    // On 4x4 the four cells of the short diagonal win, and no other.
    for seed in 0..5 {
        let choice = choose(&mut hex(4, ""), &uct(20_000), seed);
        assert!(["a4", "b3", "c2", "d1"].contains(&choice.mv.as_str()), "{choice:?}");
        assert_eq!(choice.nodes, 20_000);
    }
}

#[test]
fn wins_are_taken_and_stopped() {
    //  a b c d e
    // 1 . . B . .
    //  2 . . B . W
    //   3 . . B . W      Only c5 or b5 joins; to stop both White has one cell, which touches them.
    //    4 . . . . W
    //     5 . . . . .
    let taken = choose(&mut hex(5, "c1 e2 c2 e3 c3 e4 c4 d5"), &uct(300), 1);
    assert!(["b5", "c5"].contains(&taken.mv.as_str()), "{taken:?}");
    assert!(taken.comment.starts_with("value 1.000, "), "{taken:?}");
    let stopped = choose(&mut hex(5, "c1 e2 c2 e3 c3 e4 b4 d5 e1 b5"), &uct(300), 1);
    assert_eq!(stopped.mv, "a5", "{stopped:?}");
}

#[test]
fn stones_are_captured_and_the_end_is_seen() {
    //  5 . . . . .
    //  4 . . B . .
    //  3 . B W . .      Black takes the three at D2, or White gets away there.
    //  2 . B W * .
    //  1 . . B . .
    //    A B C D E
    for moves in ["b2 c2 b3 c3 c1 a5 c4 e5 d3 a1", "b2 c2 b3 c3 c1 a5 c4 e5 d3"] {
        let choice = choose(&mut go(5, moves), &uct(2_000), 1);
        assert_eq!(choice.mv, "D2", "{choice:?}");
    }
    // Black has all of the board but two eyes, and White has passed.
    let filled = "a1 pass b2 pass c1 pass c2 pass c3 pass b3 pass a2 pass";
    let choice = choose(&mut go(3, filled), &uct(500), 1);
    assert_eq!(choice.mv, "pass", "{choice:?}");
    assert!(choice.comment.starts_with("value 1.000, "), "{choice:?}");
}

#[test]
fn uct_beats_the_random_player() {
    for seed in 0..10 {
        let mut session = if seed % 4 < 2 { hex(7, "") } else { go(5, "") };
        let players = if seed % 2 == 0 { [uct(500), PlayerSpec::Random] } else { [PlayerSpec::Random, uct(500)] };
        while session.outcome().is_none() {
            let player = session.to_move();
            let choice = choose(&mut session, &players[player.index()], seed);
            session.play(player, &choice.mv).unwrap();
        }
        let winner = if seed % 2 == 0 { Black } else { White };
        assert_eq!(session.outcome(), Some(Outcome::Win(winner)), "game {seed}");
    }
}

#[test]
fn the_random_player_plays_every_move() {
    let mut session = hex(3, "b2");
    let mut seen: Vec<String> = (0..200).map(|seed| choose(&mut session, &PlayerSpec::Random, seed).mv).collect();
    seen.sort();
    seen.dedup();
    let mut legal = session.legal_moves();
    legal.sort();
    assert_eq!(seen, legal);
}

#[test]
fn limits_are_kept() {
    let mut session = hex(9, "");
    let choice = session.genmove(&uct(1_000), &Limits::nodes(17), 1).unwrap();
    assert_eq!(choice.nodes, 17);
    let stopped = Limits::default();
    stopped.interrupt.store(true, Ordering::Relaxed);
    let choice = session.genmove(&uct(1_000_000_000), &stopped, 1).unwrap();
    assert_eq!(choice.nodes, 0);
    assert!(session.legal_moves().contains(&choice.mv));
}

#[test]
fn over_is_over_and_nonsense_is_refused() {
    let mut session = hex(2, "a1 b1 a2");
    for player in [PlayerSpec::Random, uct(10)] {
        assert_eq!(session.genmove(&player, &Limits::default(), 1), Err(SessionError::Over));
    }
    let nonsense = PlayerSpec::Uct(UctSpec { exploration: f64::INFINITY, ..UctSpec::default() });
    let refused = hex(3, "").genmove(&nonsense, &Limits::default(), 1);
    assert_eq!(refused.unwrap_err().to_string(), "player: exploration is inf, expected a number not below 0");
}

/// Written down, so that another machine or compiler that chooses otherwise is noticed.
#[test]
fn a_seed_gives_the_same_choice_on_any_machine() {
    let text = |choice: Choice| format!("{}: {}", choice.mv, choice.comment);
    assert_eq!(text(choose(&mut hex(11, ""), &uct(5_000), 1)), "j5: value 0.585, 318 of 5000 playouts, line j5 e5 g2");
    assert_eq!(
        text(choose(&mut hex(9, "e5 d4"), &uct(3_000), 2)),
        "e4: value 0.611, 432 of 3000 playouts, line e4 a5 a6"
    );
    assert_eq!(
        text(choose(&mut go(9, "E5 C3"), &uct(1_000), 3)),
        "F7: value 0.589, 95 of 1000 playouts, line F7 C7 C5"
    );
}
