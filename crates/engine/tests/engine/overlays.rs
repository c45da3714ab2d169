//! Views of positions, solved boards and records, through the session.

use tesuji_board::BoardSpec;
use tesuji_board::Player::{Black, White};
use tesuji_engine::{
    AlphaBetaSpec, CellMark, Fact, GameSpec, HexSettings, NetworkChoice, Overlay, OverlayKind, PlayerSpec, Proved,
    Session, SessionError, StrongSpec, UctSpec,
};
use tesuji_go::{Komi, Rules};
use tesuji_search::Limits;

fn hex(side: usize, moves: &str) -> Session {
    let mut session = Session::new(&GameSpec::Hex { columns: side, rows: side, swap: false }).unwrap();
    for mv in moves.split_whitespace() {
        session.play(session.to_move(), mv).unwrap();
    }
    session
}

fn go() -> Session {
    let (komi, rules) = (Komi::default(), Rules::CHINESE);
    Session::new(&GameSpec::Go { board: BoardSpec::square(5, 5), komi, rules }).unwrap()
}

fn marks(session: &Session, name: &str, player: tesuji_board::Player) -> Vec<(String, CellMark)> {
    match session.view().overlay(name, player).unwrap() {
        Overlay::Marks(marks) => marks,
        other => panic!("{name}: {other:?}"),
    }
}

/// Every overlay, of a cell if it takes one, is of the kind that its name says, and about cells of the board.
fn check_forms(session: &Session) {
    let some_cell = session.legal_moves()[0].clone();
    for overlay in session.view().overlays() {
        let name = if overlay.takes_cell { format!("{} {some_cell}", overlay.name) } else { overlay.name.to_owned() };
        for player in [Black, White] {
            let shown = session.view().overlay(&name, player).unwrap();
            let cells: Vec<&String> = match (&shown, overlay.kind) {
                (Overlay::Numbers(numbers), OverlayKind::Numbers) => {
                    assert!(numbers.iter().all(|(_, value)| *value >= 0.0), "{overlay:?}");
                    numbers.iter().map(|(cell, _)| cell).collect()
                }
                (Overlay::Signed(numbers), OverlayKind::Signed) => {
                    assert!(numbers.iter().all(|(_, number)| number.value.is_finite()), "{overlay:?}");
                    numbers.iter().map(|(cell, _)| cell).collect()
                }
                (Overlay::Marks(marks), OverlayKind::Marks) => marks.iter().map(|(cell, _)| cell).collect(),
                (Overlay::Pairs(pairs), OverlayKind::Pairs) => pairs.iter().flat_map(|(cells, _)| cells).collect(),
                (Overlay::Arrows(arrows), OverlayKind::Arrows) => {
                    arrows.iter().flat_map(|arrow| [&arrow.from, &arrow.to]).collect()
                }
                (Overlay::Links(links), OverlayKind::Links) => links.iter().flatten().collect(),
                (Overlay::Areas { areas, marks, .. }, OverlayKind::Areas) => {
                    let cells = areas.iter().flat_map(|area| &area.cells);
                    let empty = marks.iter().map(|(cell, _)| cell).filter(|cell| session.legal_moves().contains(cell));
                    cells.chain(empty).collect()
                }
                (Overlay::Facts(facts), OverlayKind::Facts) => {
                    assert!(!facts.is_empty());
                    Vec::new()
                }
                (shown, kind) => panic!("{kind:?} is {shown:?}"),
            };
            // Whose a cell is in the end can be asked of stones too.
            let empties = session.legal_moves();
            let is_told = overlay.name.starts_with("owner") || session.outcome().is_some();
            assert!(is_told || cells.iter().all(|cell| empties.contains(cell)), "{overlay:?} {shown:?}");
        }
    }
}

#[test]
fn every_overlay_has_the_form_it_says() {
    for moves in ["", "b2 c3", "b2 c2 a1 a2", "a1 b1 a2 b2 a3 b3"] {
        check_forms(&hex(4, moves));
    }
    let mut go = go();
    check_forms(&go);
    for (player, mv) in [(Black, "C3"), (White, "D3"), (Black, "D2")] {
        go.play(player, mv).unwrap();
    }
    check_forms(&go);
    let fault = hex(4, "").view().overlay("beauty", Black).unwrap_err().to_string();
    assert!(fault.starts_with("Hex has no overlay `beauty`, expected one of connections, links, "), "{fault}");
    assert!(matches!(go.view().overlay("must-play", Black), Err(SessionError::UnknownOverlay { game: "Go", .. })));
}

#[test]
fn a_position_that_is_over_can_be_looked_at() {
    let session = hex(4, "a1 b1 a2 b2 a3 b3 a4");
    assert!(session.outcome().is_some());
    for overlay in session.view().overlays().filter(|overlay| !overlay.takes_cell) {
        assert!(session.view().overlay(overlay.name, Black).is_ok(), "{overlay:?}");
    }
}

#[test]
fn numbers_are_those_of_the_network() {
    // On an empty board the two players see mirror images.
    let session = hex(5, "");
    let Ok(Overlay::Numbers(black)) = session.view().overlay("current", Black) else { panic!() };
    let Ok(Overlay::Numbers(white)) = session.view().overlay("current", White) else { panic!() };
    assert_eq!(black.len(), 25);
    let of = |numbers: &[(String, f64)], cell: &str| numbers.iter().find(|(name, _)| name == cell).unwrap().1;
    assert!((of(&black, "b4") - of(&white, "d2")).abs() < 1e-9);
    assert!(of(&black, "c3") > of(&black, "a1"));
}

#[test]
fn facts_say_what_is_nothing_and_what_there_is_not() {
    let facts = |moves: &str| match hex(3, moves).view().overlay("measures", Black).unwrap() {
        Overlay::Facts(facts) => facts,
        other => panic!("{other:?}"),
    };
    let of = |facts: &[Fact], name: &str| facts.iter().find(|fact| fact.name == name).unwrap().value;
    // Black's stone in the centre is connected with both edges.
    let won = facts("b2");
    assert_eq!((of(&won, "R-black"), of(&won, "R"), of(&won, "black-wins")), (Some(0.0), None, Some(1.0)));
    let open = facts("");
    assert_eq!(of(&open, "B-black"), of(&open, "B-white"));
    assert!(of(&open, "B-brandes-black").is_some_and(|b| b > 0.0));
}

#[test]
fn must_play_is_what_leaves_the_opponent_no_connection() {
    // Black has two stones at a bridge from both edges and from each other: White has to break one of three.
    //  . . . .
    //   . B . .
    //    . B . .
    //     . . . .
    let session = hex(4, "b2 d4 b3");
    let outside: Vec<String> = marks(&session, "must-play", White)
        .into_iter()
        .filter(|(_, mark)| *mark == CellMark::Outside)
        .map(|(cell, _)| cell)
        .collect();
    // Black is connected whatever White does, so every move is outside.
    let filled = marks(&session, "fill-in", White).len();
    assert_eq!(outside.len() + filled, session.legal_moves().len());
    // One stone in the middle leaves White some moves to try, and not all.
    let session = hex(5, "c3");
    let outside = marks(&session, "must-play", White).iter().filter(|(_, mark)| *mark == CellMark::Outside).count();
    assert!(outside > 0, "{outside}");
}

#[test]
fn inferior_cells_name_what_makes_them_so() {
    // In the obtuse corner of White's edge a single stone of Black captures cells.
    let session = hex(4, "a4");
    let filled = marks(&session, "fill-in", White);
    assert!(filled.iter().all(|(_, mark)| !matches!(mark, CellMark::Vulnerable(_) | CellMark::Dominated(_))));
    let session = hex(5, "");
    let inferior = marks(&session, "inferior", Black);
    assert!(inferior.iter().any(|(_, mark)| matches!(mark, CellMark::Dominated(_) | CellMark::Vulnerable(_))));
}

#[test]
fn connections_are_named() {
    let session = hex(5, "c3 a1");
    // A bridge: two cells of carrier, no key.
    let bridge = session.hex().unwrap().connections(Black, "c3", "b5").unwrap();
    assert!(bridge.iter().any(|link| link.key.is_none() && link.carrier == ["b4", "c4"]), "{bridge:?}");
    assert_eq!(bridge, session.hex().unwrap().connections(Black, "B5", "C3").unwrap());
    let linked = session.hex().unwrap().connected(Black, "c3").unwrap();
    assert!(linked.connected.contains(&"north".to_owned()) && linked.connected.contains(&"south".to_owned()));
    assert!(!linked.semi_connected.iter().any(|name| linked.connected.contains(name)));
    let semis = session.hex().unwrap().connections(White, "west", "c1").unwrap();
    assert!(semis.iter().any(|link| link.key.is_some()) || semis.iter().any(|link| link.key.is_none()));
    for wrong in ["west", "a1", "z9", ""] {
        assert!(session.hex().unwrap().connections(Black, "c3", wrong).is_err(), "{wrong}");
    }
    assert!(session.hex().unwrap().connections(Black, "c3", "c3").unwrap().is_empty());
    assert!(go().hex().is_none());
}

#[test]
fn boards_are_solved() {
    let mut session = hex(4, "");
    let solved = session.solver().unwrap().solve(Black, &Limits::default());
    assert_eq!(solved.winner, Some(Black));
    // On 4x4 four openings win.
    let moves = session.solver().unwrap().solve_moves(Black, &Limits::default());
    assert!(moves.is_complete && moves.winning.contains(&solved.winning_move.unwrap()));
    assert_eq!(moves.winning, ["d1", "c2", "b3", "a4"]);
    let line = session.hex_mut().unwrap().solved_line(Black, &Limits::default());
    assert!(line.len() % 2 == 1 && moves.winning.contains(&line[0]), "{line:?}");
    assert_eq!(session.solver().unwrap().solve(White, &Limits::default()).winner, Some(White), "whoever moves first");
    let limits = Limits { nodes: Some(0), ..Limits::default() };
    let mut larger = hex(7, "");
    assert_eq!(larger.solver().unwrap().solve(Black, &limits).winner, None);
    assert!(larger.hex_mut().unwrap().solved_line(Black, &limits).is_empty());
    assert!(go().solver().is_none());
}

#[test]
fn what_a_player_thinks_begins_with_its_choice() {
    let players = [
        PlayerSpec::Random,
        PlayerSpec::Uct(UctSpec { playouts: 200, ..UctSpec::default() }),
        PlayerSpec::AlphaBeta(AlphaBetaSpec { depth: 1, ..AlphaBetaSpec::default() }),
        PlayerSpec::Strong(StrongSpec { playouts: 200, memory_mib: 8, ..StrongSpec::default() }),
    ];
    for player in players {
        for moves in ["", "b2", "b2 c2 b3"] {
            let choice = hex(4, moves).genmove(&player, &Limits::default(), 5).unwrap();
            let analysis = hex(4, moves).analyze(&player, &Limits::default(), 5).unwrap();
            assert_eq!(analysis.choice, choice, "{player:?}");
            match (&player, analysis.moves.first()) {
                (PlayerSpec::Random, None) => {}
                (_, Some(best)) => {
                    assert_eq!(best.mv, choice.mv);
                    assert_eq!(best.line.first(), Some(&choice.mv), "{player:?} {moves}");
                }
                other => panic!("{other:?}"),
            }
            assert!(analysis.moves.iter().all(|mv| mv.value.is_none_or(|value| (0.0..=1.0).contains(&value))));
        }
    }
}

#[test]
fn a_swap_is_worth_what_is_taken_over() {
    let mut session = Session::new(&GameSpec::Hex { columns: 7, rows: 7, swap: true }).unwrap();
    session.play(Black, "d4").unwrap();
    let player = PlayerSpec::Strong(StrongSpec {
        playouts: 300,
        game: HexSettings { network: NetworkChoice::Small, ..HexSettings::default() }.into(),
        ..StrongSpec::default()
    });
    let analysis = session.analyze(&player, &Limits::default(), 1).unwrap();
    assert_eq!((analysis.choice.mv.as_str(), analysis.moves[0].mv.as_str()), ("swap-pieces", "swap-pieces"));
    assert!(analysis.choice.value.is_some_and(|value| value > 0.5), "{:?}", analysis.choice);
    assert_eq!(analysis.moves[0].value, analysis.choice.value);
}

#[test]
fn what_the_table_knows_is_told_without_a_search() {
    let mut session = Session::new(&GameSpec::Hex { columns: 11, rows: 11, swap: true }).unwrap();
    session.play(Black, "f6").unwrap();
    let player = PlayerSpec::Strong(StrongSpec { playouts: 1, memory_mib: 1, ..StrongSpec::default() });
    let analysis = session.analyze(&player, &Limits::default(), 1).unwrap();
    assert_eq!((analysis.moves[0].mv.as_str(), analysis.moves[0].visits), ("swap-pieces", 0));
    assert!(analysis.choice.value.is_some_and(|value| value > 0.5), "{:?}", analysis.choice);
    assert_eq!(analysis.moves[0].value, analysis.choice.value);
}

#[test]
fn of_a_proved_loss_every_move_is_worth_nothing() {
    let mut session = hex(4, "b3");
    let player = PlayerSpec::Strong(StrongSpec { playouts: 2_000, memory_mib: 8, ..StrongSpec::default() });
    let analysis = session.analyze(&player, &Limits::default(), 1).unwrap();
    assert_eq!(analysis.choice.proved, Some(Proved::Loss));
    assert!(analysis.moves.iter().any(|mv| mv.visits > 0), "{analysis:?}");
    assert!(analysis.moves.iter().all(|mv| mv.value == Some(0.0)), "{analysis:?}");
}

#[test]
fn players_are_refused_where_they_do_not_exist() {
    let strong = PlayerSpec::Strong(StrongSpec::default());
    assert_eq!(hex(3, "").accepts(&strong), Ok(()));
    assert_eq!(go().accepts(&strong), Ok(()));
    assert!(go().accepts(&PlayerSpec::AlphaBeta(AlphaBetaSpec::default())).is_err(), "it has no evaluators");
    let unknown = AlphaBetaSpec { evaluator: "beauty".to_owned(), ..AlphaBetaSpec::default() };
    assert!(matches!(PlayerSpec::AlphaBeta(unknown).check(), Err(SessionError::Player { setting: "evaluator", .. })));
    let deep = PlayerSpec::AlphaBeta(AlphaBetaSpec::default()).without_bound();
    assert!(matches!(deep, PlayerSpec::AlphaBeta(AlphaBetaSpec { depth: 255, .. })));
}

#[test]
fn games_are_read_from_records() {
    let spec = GameSpec::Hex { columns: 11, rows: 11, swap: false };
    let text = "(;AP[HexGui:0.9.0]FF[4]GM[11]SZ[4];B[a2];W[swap-pieces];B[c3];W[d2];B[resign])";
    let session = Session::from_record(&spec, text, usize::MAX).unwrap();
    assert_eq!(session.spec(), &GameSpec::Hex { columns: 4, rows: 4, swap: true });
    assert_eq!(session.moves().len(), 4);
    let cut = Session::from_record(&spec, text, 1).unwrap();
    assert_eq!((cut.moves().len(), cut.to_move()), (1, White));
    let white_first = "(;FF[4]GM[11]SZ[4];W[a2];B[swap-pieces];W[c3])";
    assert_eq!(Session::from_record(&spec, white_first, 9).unwrap().moves().len(), 3);
    let set_up = Session::from_record(&spec, "(;FF[4]GM[11]SZ[3:2]AB[a1][b1]AW[c2]PL[W];W[a2])", 9).unwrap();
    assert_eq!(set_up.view().render(), " a b c\n1 B B . 1\n 2 W . W 2\n    a b c\n");
    for wrong in ["", "(;GM[1]SZ[9])", "(;FF[4]GM[11]SZ[3];B[a1];W[a1])", "(;FF[4]GM[11]SZ[3];B[z9])"] {
        assert!(matches!(Session::from_record(&spec, wrong, 9), Err(SessionError::Record(_))), "{wrong}");
    }
    let (komi, rules) = (Komi::default(), Rules::CHINESE);
    let go = GameSpec::Go { board: BoardSpec::square(5, 5), komi, rules };
    assert!(matches!(Session::from_record(&go, text, 9), Err(SessionError::Record(_))), "that is a game of Hex");
}
