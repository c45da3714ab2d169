//! Go in a session from its beginning to its end: handicap, komi, records of boards of all shapes, dead stones.

use tesuji_board::{BoardSpec, Player};
use tesuji_engine::{GameSpec, Handicap, PlayerSpec, Session, SessionError, StoneStatus, StrongSpec, UctSpec};
use tesuji_go::{Komi, Rules};
use tesuji_search::Limits;

fn spec(board: &str) -> GameSpec {
    GameSpec::Go { board: board.parse().unwrap(), komi: Komi::from_half_points(15), rules: Rules::CHINESE }
}

fn go(board: &str) -> Session {
    Session::new(&spec(board)).unwrap()
}

fn play(session: &mut Session, moves: &str) {
    for mv in moves.split_whitespace() {
        session.play(session.to_move(), mv).unwrap();
    }
}

#[test]
fn handicap_comes_before_the_first_move_and_stays_when_it_is_taken_back() {
    let mut session = go("9x9");
    assert_eq!(session.table_mut().unwrap().set_handicap(&Handicap::Fixed(3)).unwrap(), ["C3", "G7", "C7"]);
    assert_eq!((session.to_move(), session.view().stones().len()), (Player::White, 3));
    let before = session.position().hash();
    play(&mut session, "E5");
    session.undo().unwrap();
    assert_eq!((session.position().hash(), session.view().stones().len()), (before, 3));
    assert_eq!(session.undo(), Err(SessionError::NothingPlayed));
    assert_eq!(session.table_mut().unwrap().set_handicap(&Handicap::Fixed(3)), Err(SessionError::Begun));
    play(&mut session, "pass pass");
    // All of the board, less a komi of 7.5 and a point for each stone.
    assert_eq!(session.record().result().unwrap(), "B+70.5");
    session.table_mut().unwrap().set_komi("0.5".parse().unwrap());
    assert_eq!((session.record().result().unwrap().as_str(), session.view().stones().len()), ("B+77.5", 3));
}

#[test]
fn players_remember_nothing_of_another_komi() {
    let specs = [
        PlayerSpec::Strong(StrongSpec { playouts: 200, memory_mib: 8, ..StrongSpec::default() }),
        PlayerSpec::Uct(UctSpec { playouts: 200, ..UctSpec::default() }),
    ];
    for spec in specs {
        let mut sessions = ["7.5", "-20", "30"].map(|komi| {
            let mut session = go("7x7");
            session.table_mut().unwrap().set_komi(komi.parse().unwrap());
            play(&mut session, "D4 C3");
            session
        });
        let asked = sessions.each_mut().map(|session| session.analyze(&spec, &Limits::default(), 1).unwrap());
        assert!(asked[1] != asked[2], "the komi matters");
        // Each takes over the komi of the next, and says what that one has said.
        for (session, (komi, said)) in
            sessions.iter_mut().zip([("-20", &asked[1]), ("30", &asked[2]), ("7.5", &asked[0])])
        {
            session.table_mut().unwrap().set_komi(komi.parse().unwrap());
            assert_eq!(&session.analyze(&spec, &Limits::default(), 1).unwrap(), said);
        }
    }
}

#[test]
fn handicap_is_for_any_board() {
    for board in ["torus:5x5", "hexagon:3", "triangle:4", "ring:7", "19x13", "2x2"] {
        let mut session = go(board);
        assert!(
            matches!(session.table_mut().unwrap().set_handicap(&Handicap::Fixed(2)), Err(SessionError::Handicap(_))),
            "{board}"
        );
        let placed = session.table_mut().unwrap().set_handicap(&Handicap::Free(3)).unwrap();
        assert_eq!((placed.len(), session.view().stones().len()), (3, 3), "{board}");
        let mut again = go(board);
        assert_eq!(again.table_mut().unwrap().set_handicap(&Handicap::On(placed.clone())).as_ref(), Ok(&placed));
        assert_eq!(again.position().hash(), session.position().hash());
    }
    let on = |names: &[&str]| Handicap::On(names.iter().map(|&name| name.to_owned()).collect());
    for wrong in [Handicap::Fixed(10), Handicap::Free(1), Handicap::Free(81), on(&["E5"]), on(&["E5", "E5"])] {
        assert!(
            matches!(go("9x9").table_mut().unwrap().set_handicap(&wrong), Err(SessionError::Handicap(_))),
            "{wrong:?}"
        );
    }
    assert!(matches!(
        go("9x9").table_mut().unwrap().set_handicap(&on(&["E5", "K1"])),
        Err(SessionError::Unknown { .. })
    ));
    let mut hex = Session::new(&GameSpec::Hex { columns: 5, rows: 5, swap: false }).unwrap();
    assert!(hex.table_mut().is_none(), "neither handicap nor komi");
}

#[test]
fn records_of_all_boards_are_loaded() {
    let graph = r#"{"tesuji-board":1,"names":["x","y","z"],"links":[[0,1],[1,2]]}"#;
    for board in ["9x9", "5x7", "torus:5x4", "cylinder:4x4", "hexagon:3", "53x2", "holes:5x5:C3", graph] {
        let mut session = go(board);
        for number in 0..4 {
            let moves = session.legal_moves();
            play(&mut session, &moves[number % moves.len()].clone());
        }
        let header: String = session.record().header().iter().map(|(name, value)| format!("{name}[{value}]")).collect();
        let mut text = format!("(;FF[4]{header}");
        for (player, mv) in session.moves() {
            let name = if *player == Player::Black { "B" } else { "W" };
            text += &format!(";{name}[{}]", session.record().point(mv).unwrap());
        }
        text += ")";
        let other = spec("3x3").with_komi("0".parse().unwrap()).unwrap();
        let loaded = Session::from_record(&other, &text, usize::MAX).unwrap();
        assert_eq!(loaded.spec(), session.spec(), "{text}");
        assert_eq!((loaded.moves(), loaded.position().hash()), (session.moves(), session.position().hash()), "{text}");
        let half = Session::from_record(&other, &text, 2).unwrap();
        assert_eq!(half.moves(), &session.moves()[..2]);
    }
}

#[test]
fn a_record_brings_its_set_up_and_what_it_does_not_say_stays() {
    let text = "(;GM[1]SZ[5]HA[2]AB[bb][dd]AW[cc];W[ca];B[])";
    let mut session = Session::from_record(&spec("9x9"), text, usize::MAX).unwrap();
    assert_eq!(session.view().stones().len(), 4);
    let GameSpec::Go { board, komi, rules } = session.spec().clone() else { panic!("it is Go") };
    assert_eq!((board, komi, rules), (BoardSpec::square(5, 5), Komi::from_half_points(15), Rules::CHINESE));
    for _ in 0..2 {
        session.undo().unwrap();
    }
    assert_eq!((session.view().stones().len(), session.to_move()), (3, Player::White));
    let json = r#"{"tesuji-record":1,"board":"ring:5","moves":["white pass"]}"#;
    assert_eq!(Session::from_record(&spec("9x9"), json, 9).unwrap().to_move(), Player::Black);
    for bad in ["", "(;GM[11]SZ[5])", "(;SZ[5];B[aa];W[aa])", "(;SZ[2]AB[aa][ba][ab][bb])", "{}"] {
        assert!(matches!(Session::from_record(&spec("9x9"), bad, 9), Err(SessionError::Record(_))), "{bad}");
    }
}

#[test]
fn dead_stones_are_taken_off_by_choice() {
    // White's stone in the corner of Black's area has no hope.
    let mut session = go("5x5");
    play(&mut session, "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 pass A5 pass pass");
    assert_eq!(session.record().result().unwrap(), "W+13.5");
    let settled = session.table().unwrap().settled(1);
    assert_eq!(session.table().unwrap().settled(1), settled, "equal seeds, equal answers");
    let dead = settled.chains.iter().filter(|(_, status)| *status == StoneStatus::Dead);
    assert_eq!(dead.map(|(cells, _)| cells.join(" ")).collect::<Vec<_>>(), ["A5"]);
    assert_eq!(settled.score, "W+7.5");
    assert_eq!(session.agreed_result(1).unwrap(), "W+7.5");
    assert_eq!(settled.chains.len(), 3);
    let hex = Session::new(&GameSpec::Hex { columns: 5, rows: 5, swap: false }).unwrap();
    assert!(hex.table().is_none());
}
