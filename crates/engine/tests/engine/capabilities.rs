//! What only some games have is there in these, and absent in the others.

use tesuji_board::{BoardSpec, Player};
use tesuji_engine::{AnyPosition, AnyRecord, GameKind, GameSpec, PlayoutKinds, Session, SessionError, SolverKinds};
use tesuji_go::{Komi, Rules};
use tesuji_search::Limits;

fn session(kind: GameKind) -> Session {
    let spec = match kind {
        GameKind::Hex => GameSpec::hex(4, 4),
        GameKind::Go => GameSpec::go(BoardSpec::square(4, 4), Komi::from_half_points(15), Rules::CHINESE),
        GameKind::Amazons => GameSpec::amazons(4, 4),
    };
    Session::new(&spec).unwrap()
}

#[test]
fn a_capability_is_absent_where_it_should_be() {
    // Connections, table, endings, playouts, evaluators, solver.
    for (kind, expected) in [
        (GameKind::Hex, [true, false, false, true, true, true]),
        (GameKind::Go, [false, true, false, true, false, false]),
        (GameKind::Amazons, [false, false, true, false, true, true]),
    ] {
        let mut session = session(kind);
        let has_solver = session.solver().is_some();
        let has = [
            session.hex().is_some(),
            session.table().is_some(),
            session.endings().is_some(),
            session.playouts().is_some(),
            session.evaluators().is_some(),
            has_solver,
        ];
        assert_eq!(has, expected, "{kind:?}");
        assert_eq!((session.hex_mut().is_some(), session.table_mut().is_some()), (has[0], has[1]), "{kind:?}");
    }
}

#[test]
fn a_description_is_true() {
    for kind in GameKind::ALL {
        let (mut session, game) = (session(kind), kind.description());
        let usual = GameSpec::usual(kind);
        assert_eq!((game.kind, usual.kind(), session.spec().kind()), (kind, kind, kind));
        assert_eq!(serde_json::to_value(kind).unwrap(), game.name);
        assert_eq!(serde_json::to_value(&usual).unwrap()["game"], game.name);
        assert_eq!(Session::new(&usual).unwrap().spec(), &usual);
        assert_eq!(
            (game.has_connections, game.has_connections),
            (session.hex().is_some(), session.hex_mut().is_some())
        );
        assert_eq!(game.has_table, session.table().is_some());
        assert_eq!(game.playouts != PlayoutKinds::None, session.playouts().is_some());
        assert_eq!(game.playouts == PlayoutKinds::Orders, overlays(&session).any(|name| name == "orders"));
        assert_eq!(game.solver != SolverKinds::None, session.solver().is_some());
        assert_eq!(game.has_swap, usual.swap().is_some());
        assert_eq!(game.has_swap, usual.clone().with_swap(true).is_ok());
        assert_eq!(game.has_table, usual.komi_and_rules().is_some());
        assert_eq!(game.has_any_board, usual.clone().with_board("ring:6".parse().unwrap()).is_ok());
        assert_eq!(game.has_setup, session.position().text().is_some());
        let (columns, rows) = game.usual_size;
        assert_eq!(usual.topology().unwrap().n_cells(), columns * rows);
        let mv = session.legal_moves()[0].clone();
        session.play(Player::Black, &mv).unwrap();
        assert_eq!(game.has_blocked_cells, !session.view().blocked().is_empty());
    }
}

fn overlays(session: &Session) -> impl Iterator<Item = &'static str> {
    session.view().overlays().map(|overlay| overlay.name)
}

#[test]
fn a_position_begins_a_session_without_being_written() {
    let mut hex = session(GameKind::Hex);
    hex.play(Player::Black, "b2").unwrap();
    let again = Session::from_position(hex.position().as_hex().unwrap().clone()).unwrap();
    assert_eq!((again.position().hash(), again.moves().len()), (hex.position().hash(), 0));
    assert_eq!((again.spec(), again.view().stones().len()), (&GameSpec::hex(4, 4), 1));

    let mut amazons = session(GameKind::Amazons);
    let mv = amazons.legal_moves()[3].clone();
    amazons.play(Player::Black, &mv).unwrap();
    let again = Session::from_position(amazons.position().as_amazons().unwrap().clone()).unwrap();
    assert_eq!(again.position().hash(), amazons.position().hash());
    // What the session says of itself as plain data is the same game.
    let from_data = Session::new(again.spec()).unwrap();
    assert_eq!(from_data.position().hash(), amazons.position().hash());
    let text = amazons.position().text().unwrap();
    let read = Session::from_position(AnyPosition::read_amazons(&text).unwrap()).unwrap();
    assert_eq!(read.position().hash(), amazons.position().hash());
    assert!(matches!(AnyPosition::read_amazons("no position"), Err(SessionError::Position(_))));

    let go = session(GameKind::Go);
    let position = go.position().as_go().unwrap().clone();
    let begin = |board| Session::from_position(AnyPosition::Go { board, position: position.clone() });
    assert_eq!(begin(BoardSpec::square(4, 4)).unwrap().spec(), go.spec());
    assert!(matches!(begin(BoardSpec::square(4, 5)), Err(SessionError::Position(_))));
    assert!(hex.position().as_go().is_none() && go.position().as_amazons().is_none());
}

#[test]
fn a_record_is_read_once_and_played_as_often_as_needed() {
    let mut session = session(GameKind::Go);
    for (player, mv) in [(Player::Black, "B2"), (Player::White, "C3"), (Player::Black, "pass")] {
        session.play(player, mv).unwrap();
    }
    let record = AnyRecord::read(session.spec(), &session.record().to_sgf("")).unwrap();
    assert_eq!(record.n_moves(), 3);
    for n_moves in 0..=3 {
        let replayed = Session::replay(session.spec(), &record, n_moves).unwrap();
        assert_eq!(replayed.moves(), &session.moves()[..n_moves]);
    }
}

#[test]
fn what_was_solved_is_plain_data() {
    let mut hex = session(GameKind::Hex);
    let solved = hex.solver().unwrap().solve(Player::White, &Limits::default());
    let json = serde_json::to_value(&solved).unwrap();
    assert_eq!(json["winner"], "white");
    assert_eq!(serde_json::from_value::<tesuji_engine::Solved>(json).unwrap(), solved);
}
