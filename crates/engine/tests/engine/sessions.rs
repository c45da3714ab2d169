//! Whole sessions: what text does to a game, and what is said of text that is none.

use proptest::prelude::*;
use tesuji_board::Player::{self, Black, White};
use tesuji_board::{BoardError, BoardSpec};
use tesuji_engine::{GameSpec, PlayerSpec, Session, SessionError, UctSpec};
use tesuji_game::Outcome;
use tesuji_go::{Komi, Rules};
use tesuji_search::Limits;

fn hex(columns: usize, rows: usize, swap: bool) -> Session {
    Session::new(&GameSpec::Hex { columns, rows, swap }).unwrap()
}

fn go(columns: usize, rows: usize, half_points: i16, rules: Rules) -> Session {
    let komi = Komi::from_half_points(half_points);
    Session::new(&GameSpec::Go { board: BoardSpec::square(columns, rows), komi, rules }).unwrap()
}

/// Plays moves in turn, Black first.
fn play_all(session: &mut Session, moves: &str) {
    for mv in moves.split_whitespace() {
        session.play(session.to_move(), mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
}

fn error(session: &mut Session, player: Player, mv: &str) -> String {
    let before = (session.to_move(), session.position().hash(), session.moves().to_vec());
    let message = session.play(player, mv).expect_err("refused").to_string();
    assert_eq!(
        (session.to_move(), session.position().hash(), session.moves().to_vec()),
        before,
        "{mv} changed something"
    );
    message
}

#[test]
fn hex_is_played_to_its_end() {
    let mut session = hex(3, 3, false);
    play_all(&mut session, "B1 c2 b2 b3");
    assert_eq!(session.outcome(), None);
    assert_eq!(session.record().result(), None);
    assert_eq!(session.legal_moves(), ["a1", "c1", "a2", "a3", "c3"]);
    session.play(Black, "a3").unwrap();
    assert_eq!(session.outcome(), Some(Outcome::Win(Black)));
    assert_eq!(session.record().result().as_deref(), Some("B+"));
    assert!(session.legal_moves().is_empty());
    let played: Vec<_> = session.moves().iter().map(|(player, mv)| (*player, mv.as_str())).collect();
    assert_eq!(played, [(Black, "b1"), (White, "c2"), (Black, "b2"), (White, "b3"), (Black, "a3")]);
    assert_eq!(error(&mut session, White, "a1"), "the game is over");
    assert_eq!(session.view().render(), " a b c\n1 . B . 1\n 2 . B W 2\n  3 B W . 3\n     a b c\n");
}

#[test]
fn hex_says_what_is_wrong() {
    let mut session = hex(3, 3, true);
    assert_eq!(
        error(&mut session, Black, "d1"),
        "`d1` is not a move here: expected swap-pieces, or a cell from a1 to c3"
    );
    let long = "é".repeat(5_000);
    assert!(error(&mut session, Black, &long).len() < 200);
    assert_eq!(
        error(&mut session, Black, "swap-pieces"),
        "black may not play swap-pieces: \
         swapping is only allowed as the second move, if the game is played with it"
    );
    session.play(Black, "a2").unwrap();
    assert_eq!(error(&mut session, White, "A2"), "white may not play a2: the cell is taken");
    for (columns, rows, swap) in [(0, 3, false), (20, 3, false), (usize::MAX, 2, false), (3, 4, true)] {
        assert!(matches!(Session::new(&GameSpec::Hex { columns, rows, swap }), Err(SessionError::Hex(_))));
    }
}

#[test]
fn hex_takes_moves_of_either_colour() {
    let mut session = hex(3, 3, true);
    for (player, mv) in [(Black, "a1"), (Black, "b1"), (White, "c3")] {
        session.play(player, mv).unwrap();
    }
    assert_eq!(session.view().render(), " a b c\n1 B B . 1\n 2 . . . 2\n  3 . . W 3\n     a b c\n");
    session.undo().unwrap();
    assert_eq!(session.to_move(), White, "whose move was taken back");
    session.undo().unwrap();
    assert_eq!(session.to_move(), Black);
    assert!(!session.legal_moves().contains(&"swap-pieces".to_owned()), "the chance passed with the turn");
    session.undo().unwrap();
    session.play(Black, "a1").unwrap();
    session.play(White, "swap-pieces").unwrap();
}

#[test]
fn hex_swaps_pieces() {
    let mut session = hex(3, 3, true);
    session.play(Black, "a2").unwrap();
    assert_eq!(session.legal_moves().last().map(String::as_str), Some("swap-pieces"));
    session.play(White, "Swap-Pieces").unwrap();
    assert_eq!(session.view().render(), " a b c\n1 . W . 1\n 2 . . . 2\n  3 . . . 3\n     a b c\n");
    assert_eq!(session.to_move(), Black);
    assert_eq!(session.record().point("swap-pieces").as_deref(), Ok("swap-pieces"));
    assert_eq!(session.record().header(), [("GM", "11".to_owned()), ("SZ", "3".to_owned())]);
    assert_eq!(hex(9, 7, false).record().header()[1], ("SZ", "9:7".to_owned()));
}

#[test]
fn only_blacks_first_stone_may_be_swapped() {
    let has_swap = |session: &Session| session.legal_moves().contains(&"swap-pieces".to_owned());
    let mut session = Session::new(&GameSpec::Hex { columns: 4, rows: 4, swap: true }).unwrap();
    // So HexGui tells of a swap: its own board is empty for a moment.
    session.play(White, "b3").unwrap();
    assert!(session.to_move() == Black && !has_swap(&session));
    assert!(error(&mut session, Black, "swap-pieces").starts_with("black may not play swap-pieces: "));
    session.undo().unwrap();
    // Questions out of turn end nothing.
    session.set_to_move(White).unwrap();
    assert_eq!((session.to_move(), session.legal_moves().len()), (White, 16));
    session.play(Black, "a3").unwrap();
    assert!(has_swap(&session));
    session.set_to_move(Black).unwrap();
    assert!(session.to_move() == Black && !has_swap(&session));
    session.play(White, "swap-pieces").unwrap();
    assert_eq!(session.moves().len(), 2);
}

#[test]
fn go_is_played_to_its_end() {
    let mut session = go(3, 2, 1, Rules::TROMP_TAYLOR);
    play_all(&mut session, "b1 c2 B2 PASS");
    assert_eq!(session.legal_moves(), ["A2", "A1", "C1", "pass"]);
    assert_eq!(session.record().result(), None);
    play_all(&mut session, "c1 pass pass");
    assert_eq!(session.record().result().as_deref(), Some("B+5.5"));
    assert_eq!(session.outcome(), Some(Outcome::Win(Black)));
    assert_eq!(session.view().render(), "2 . B .\n1 . B B\n  A B C\n");
    assert_eq!(error(&mut session, Black, "a1"), "the game is over");
    let mut drawn = go(3, 3, 18, Rules::TROMP_TAYLOR);
    play_all(&mut drawn, "b2 pass pass");
    assert_eq!((drawn.outcome(), drawn.record().result().as_deref()), (Some(Outcome::Draw), Some("0")));
}

#[test]
fn go_takes_moves_of_either_colour() {
    let mut session = go(5, 5, 0, Rules::CHINESE);
    for (player, mv) in [(Black, "a1"), (Black, "b1"), (White, "c3"), (White, "d4"), (Black, "e5")] {
        session.play(player, mv).unwrap();
    }
    assert_eq!(
        session.view().render(),
        "5 . . . . B\n4 . . . W .\n3 . . W . .\n2 . . . . .\n1 B B . . .\n  A B C D E\n"
    );
    session.undo().unwrap();
    assert_eq!(
        session.view().render(),
        "5 . . . . .\n4 . . . W .\n3 . . W . .\n2 . . . . .\n1 B B . . .\n  A B C D E\n"
    );
    assert_eq!(session.to_move(), Black);
    session.set_to_move(White).unwrap();
    assert_eq!(session.to_move(), White);
}

#[test]
fn go_says_what_is_wrong() {
    //  4 . B W .
    //  3 B W . W        Black may take at C3, White may not retake at once.
    //  2 . B W .
    //  1 . . . .
    //    A B C D
    let ko = "b4 c4 a3 d3 b2 c2 pass b3 c3";
    let mut session = go(4, 4, 0, Rules::CHINESE);
    play_all(&mut session, ko);
    assert_eq!(error(&mut session, White, "B3"), "white may not play B3: it retakes the ko");
    assert_eq!(error(&mut session, White, "c3"), "white may not play C3: the cell is taken");
    assert_eq!(error(&mut session, White, "a4"), "white may not play A4: it is suicide");
    assert_eq!(error(&mut session, White, "i1"), "`i1` is not a move here: expected pass, or a cell from A1 to D4");
    let mut session = go(4, 4, 0, Rules::TROMP_TAYLOR);
    play_all(&mut session, ko);
    assert_eq!(error(&mut session, White, "B3"), "white may not play B3: it would bring back an earlier board");
    for (columns, rows) in [(0, 5), (33, 32), (5, usize::MAX)] {
        let spec =
            GameSpec::Go { board: BoardSpec::square(columns, rows), komi: Komi::default(), rules: Rules::CHINESE };
        assert!(matches!(Session::new(&spec), Err(SessionError::Board(BoardError::Topology(_)))));
    }
}

#[test]
fn go_is_played_on_boards_of_any_shape() {
    for (board, cells, corner) in [
        ("torus:3x3", 9, "A1"),
        ("hexagon:3", 19, "c3"),
        ("triangle:4", 10, "A4"),
        ("honeycomb:2", 24, "B2"),
        ("rings:2x5", 10, "e2"),
        ("holes:5x5:C3", 24, "C2"),
    ] {
        let spec = GameSpec::Go { board: board.parse().unwrap(), komi: Komi::default(), rules: Rules::CHINESE };
        let mut session = Session::new(&spec).unwrap();
        assert_eq!(session.legal_moves().len(), cells + 1, "{board}");
        session.play(Black, corner).unwrap();
        assert_eq!(session.view().stones(), [(corner.to_uppercase(), Black)]);
        assert!(session.view().render().contains('B'), "{board}");
        let player = PlayerSpec::Uct(UctSpec { playouts: 20, ..UctSpec::default() });
        for seed in 1..4 {
            if session.outcome().is_some() {
                break;
            }
            let choice = session.genmove(&player, &Limits::default(), seed).unwrap();
            session.play(session.to_move(), &choice.mv).unwrap();
        }
        let words = session.play(White, "Z9").unwrap_err().to_string();
        assert!(words.starts_with("`Z9` is not a move here: expected pass, or "), "{words}");
    }
    let ring = GameSpec::Go { board: "ring:6".parse().unwrap(), komi: Komi::default(), rules: Rules::CHINESE };
    let mut ring = Session::new(&ring).unwrap();
    assert_eq!(
        error(&mut ring, White, "G1"),
        "`G1` is not a move here: expected pass, or the name of a cell such as A1, B1, C1"
    );
    // Around the edge of a torus a stone has liberties that it would not have in a corner.
    for (board, is_captured) in [("3x3", true), ("torus:3x3", false)] {
        let spec = GameSpec::Go { board: board.parse().unwrap(), komi: Komi::default(), rules: Rules::CHINESE };
        let mut session = Session::new(&spec).unwrap();
        play_all(&mut session, "A1 A2 pass B1");
        assert_eq!(session.view().stones().len() == 2, is_captured, "{board}");
    }
}

#[test]
fn go_records_are_those_of_ff4() {
    let session = go(9, 7, -13, Rules::NEW_ZEALAND);
    let header: Vec<_> = session.record().header();
    let text: String = header.iter().map(|(name, value)| format!("{name}[{value}]")).collect();
    assert_eq!(text, "GM[1]SZ[9:7]KM[-6.5]RU[NZ]");
    assert_eq!(session.record().point("A7").as_deref(), Ok("aa"));
    assert_eq!(session.record().point("j1").as_deref(), Ok("ig"));
    assert_eq!(session.record().point("pass").as_deref(), Ok(""));
    assert!(session.record().point("K1").is_err());
}

#[test]
fn moves_are_taken_back() {
    let swapped = || hex(4, 4, true);
    let superko = || go(4, 4, 0, Rules::TROMP_TAYLOR);
    for (start, moves) in [
        (&swapped as &dyn Fn() -> Session, "b1 swap-pieces c3 d4 a1"),
        (&superko, "b4 c4 a3 d3 b2 c2 pass b3 c3 pass a1"),
    ] {
        let mut session = start();
        let mut states = Vec::new();
        for mv in moves.split_whitespace() {
            states.push((session.to_move(), session.position().hash(), session.view().render(), session.legal_moves()));
            session.play(session.to_move(), mv).unwrap();
        }
        while let Some(state) = states.pop() {
            session.undo().unwrap();
            let now = (session.to_move(), session.position().hash(), session.view().render(), session.legal_moves());
            assert_eq!(now, state);
            assert_eq!(session.moves().len(), states.len());
        }
        assert_eq!(session.undo(), Err(SessionError::NothingPlayed));
    }
}

#[test]
fn sessions_go_from_thread_to_thread() {
    let session = hex(3, 3, false);
    let moves = std::thread::spawn(move || session.legal_moves().len()).join();
    assert_eq!(moves.unwrap(), 9);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_move_or_an_error(texts in prop::collection::vec("\\PC{0,6}|[a-eA-E][0-6]|pass|swap-pieces", 0..20)) {
        for mut session in [hex(4, 4, true), go(4, 4, 1, Rules::TROMP_TAYLOR)] {
            for text in &texts {
                let (player, n_moves) = (session.to_move(), session.moves().len());
                let legal = session.legal_moves();
                let is_legal = legal.iter().any(|mv| mv.eq_ignore_ascii_case(text));
                let played = session.play(player, text);
                prop_assert_eq!(played.is_ok(), is_legal, "{}: {:?}", text, played);
                prop_assert_eq!(session.moves().len(), n_moves + usize::from(is_legal));
            }
        }
    }
}
