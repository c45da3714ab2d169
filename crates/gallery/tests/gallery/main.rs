//! Pictures of everything, in every theme: no two texts overlap, and what is said is true.

mod pages;

use std::sync::Arc;

use tesuji_board::{BoardSpec, CellSet, Player, Topology};
use tesuji_claims::defend::Defender;
use tesuji_claims::must_play::must_play;
use tesuji_connection::vc::ThroughEdge;
use tesuji_engine::{GameSpec, Session, StatisticsSpec};
use tesuji_figures::{Picture, Theme};
use tesuji_gallery::graphs::{self, LinksShown};
use tesuji_gallery::{amazons, boards, claims, networks, positions, statistics};
use tesuji_hex::Position;
use tesuji_mishima::Program;
use tesuji_mishima::paper::PaperConfig;
use tesuji_mishima::preclusion::preclusion;
use tesuji_network::{NetworkReport, NetworkStage, PathGraph, Quantity, network_of};
use tesuji_problem::board::{MoveMap, Question};
use tesuji_proof::{Certificate, Claim, Goal, Mover, Terminal};
use tesuji_prove::{VerifyOutcome, verify};
use tesuji_search::Limits;

/// Nothing overlaps, and the picture can be written.
fn sound(picture: &Picture, what: &str) {
    assert_eq!(picture.faults(), [""; 0], "{what}");
    assert!(!picture.title().is_empty() && picture.svg().ends_with("</svg>\n"), "{what}");
    let png = picture.png(400).unwrap();
    assert!(png.len() > 2_000, "{what}: {} bytes", png.len());
}

fn has(picture: &Picture, text: &str) -> bool {
    picture.texts().iter().any(|found| found.text.contains(text))
}

/// A stone in the middle of the top row, to be joined to the bottom.
fn claim(columns: usize, rows: usize) -> Claim {
    let topology = Arc::new(Topology::rhombus(columns, rows).unwrap());
    let stone = tesuji_board::Cell::new(columns / 2);
    let carrier = topology.cells().filter(|&cell| cell != stone && cell.index() >= columns / 2).collect();
    let goal = Goal::pair(Terminal::Cell(stone), Terminal::Edge(tesuji_board::BOTTOM));
    Claim {
        owner: Player::Black,
        stones: CellSet::from_iter([stone]),
        carrier,
        goal,
        to_move: Mover::Opponent,
        topology,
    }
}

fn proof(claim: &Claim) -> Certificate {
    match verify(claim, &Limits::default()).outcome {
        VerifyOutcome::Holds(Some(certificate)) | VerifyOutcome::Fails(Some(certificate)) => certificate,
        outcome => panic!("{outcome:?}"),
    }
}

#[test]
fn claims_and_proofs() {
    for (columns, rows) in [(3, 2), (5, 3), (4, 3)] {
        let claim = claim(columns, rows);
        let certificate = proof(&claim);
        for theme in Theme::ALL {
            let what = format!("{columns}x{rows} {theme:?}");
            sound(&claims::claim("a claim", &claim, theme), &what);
            let found = must_play(&claim, &Limits::nodes(1000));
            sound(&claims::must_play("a claim", &claim, &found, theme), &what);
            let seen = [Program::A, Program::B, Program::C]
                .map(|program| preclusion(&claim, program, &PaperConfig::default(), &Limits::nodes(100)));
            sound(&claims::preclusions("a claim", &claim, &seen, theme), &what);
            for threat in claims::threats("a claim", &claim, &seen[1], theme) {
                sound(&threat, &what);
            }
            let drawn = claims::certificate("a claim", &certificate, theme).unwrap();
            sound(&drawn, &what);
            assert!(has(&drawn, "the proof needs these"), "{what}: {:?}", drawn.texts());
            let mut defender = Defender::new(&certificate).unwrap();
            if let Some(hint) = defender.hint() {
                defender.answer(hint).unwrap();
            }
            sound(&claims::defence("a game", &defender, theme), &what);
        }
    }
}

#[test]
fn an_answer_that_is_not_known_is_hatched_and_not_said() {
    let topology = Arc::new(Topology::rhombus(3, 3).unwrap());
    let cell = |name: &str| topology.cell(name).unwrap();
    let question = Question {
        topology: Arc::clone(&topology),
        black: CellSet::new(),
        white: CellSet::new(),
        to_move: Player::Black,
    };
    let draw = |winner, moves: &MoveMap| boards::solved("3x3", &question, winner, None, moves, Theme::Light);
    let unknown = draw(Some(Player::Black), &MoveMap::default());
    assert!(has(&unknown, "not settled") && !has(&unknown, "every other move loses"));
    let mut moves = MoveMap::default();
    moves.winning.insert(cell("b2"));
    moves.losing = topology.cells().filter(|&other| other != cell("b2")).collect();
    let known = draw(Some(Player::Black), &moves);
    assert!(has(&known, "wins with one move only") && has(&known, "every other move loses"), "{:?}", known.texts());
    let open = draw(None, &MoveMap::default());
    assert!(open.title().contains("not settled within the limits"), "{}", open.title());
    for picture in [&unknown, &known, &open] {
        sound(picture, "solved");
    }
    let won = [CellSet::from_iter([cell("b2")]), CellSet::from_iter([cell("a1"), cell("c3")])];
    let openings = boards::openings("3x3", &topology, [&won[0], &won[1]], Theme::Print);
    sound(&openings, "openings");
    for text in ["black wins after 1 first move", "white wins after 2 first moves", "not settled: 6"] {
        assert!(has(&openings, text), "{text}: {:?}", openings.texts());
    }
}

#[test]
fn positions_of_all_games_on_boards_of_all_sizes() {
    let hex = (3..=19).step_by(4).map(|side| GameSpec::hex(side, side));
    let go = ["3x3", "9x9", "19x19", "torus:7x7", "honeycomb:3", "hexagon:4", "ring:12"].map(|board| {
        let board: BoardSpec = board.parse().unwrap();
        GameSpec::go(board, tesuji_go::Komi::default(), tesuji_go::Rules::CHINESE)
    });
    let amazons = [(6, 6), (8, 8), (10, 10)].map(|(columns, rows)| GameSpec::amazons(columns, rows));
    for spec in hex.chain(go).chain(amazons) {
        let mut session = Session::new(&spec).unwrap();
        for theme in Theme::ALL {
            let what = format!("{} {} {theme:?}", spec.description().name, spec.board_words());
            sound(&positions::position("a game", &session, theme).unwrap(), &what);
            for number in 0..6 {
                let moves = session.legal_moves();
                if session.outcome().is_some() || moves.is_empty() {
                    break;
                }
                let mv = moves[(7 * number + 3) % moves.len()].clone();
                session.play(session.to_move(), &mv).unwrap();
            }
            sound(&positions::position("a game", &session, theme).unwrap(), &what);
        }
    }
}

#[test]
fn the_last_moves_have_their_numbers() {
    let mut session = Session::new(&GameSpec::hex(5, 5)).unwrap();
    for mv in ["a1", "b2", "c3"] {
        session.play(session.to_move(), mv).unwrap();
    }
    let picture = positions::position("a game", &session, Theme::Light).unwrap();
    assert!(has(&picture, "numbers of the last 3 moves"), "{:?}", picture.texts());
    // Coordinates stand on two sides each; the numbers of moves come once more.
    let n = |text: &str| picture.texts().iter().filter(|found| found.text == text).count();
    assert_eq!([n("1"), n("3"), n("4"), n("a")], [3, 3, 2, 2]);
    let drawn = positions::overlay("a game", &session, "criticality", session.to_move(), Theme::Dark).unwrap();
    sound(&drawn, "an overlay");
    assert!(positions::overlay("a game", &session, "no such overlay", session.to_move(), Theme::Dark).is_err());
}

#[test]
fn networks_and_graphs() {
    let position = {
        let cells = |cells: &[usize]| cells.iter().map(|&cell| tesuji_board::Cell::new(cell)).collect();
        Position::setup((5, 5), &cells(&[12, 3]), &cells(&[8, 16]), Player::Black).unwrap()
    };
    for theme in Theme::ALL {
        for player in Player::BOTH {
            for (stage, shown) in [
                (NetworkStage::Plain, LinksShown::All),
                (NetworkStage::Full, LinksShown::All),
                (NetworkStage::Full, LinksShown::Paths),
            ] {
                let graph = network_of(&position, player, stage, ThroughEdge::default());
                let picture = graphs::network("it", &position, player, &graph, shown, theme).unwrap();
                sound(&picture, "a network");
                assert!(shown == LinksShown::Paths || has(&picture, "neighbours"));
                assert!(graph.terminals.iter().all(|&node| has(&picture, &graph.names[node])));
                assert_eq!(has(&picture, "C'"), shown == LinksShown::Paths && graph.max_share.is_some());
            }
        }
        for (text, said) in [
            ("s-a-b-t s-c-d-t b-x", "2 shortest paths of 3 links"),
            ("s-a a-b c-t", "no path joins"),
            ("s-t s-a a-t", "the terminals are linked"),
        ] {
            let picture = graphs::graph("a graph", &PathGraph::read(text).unwrap(), theme).unwrap();
            sound(&picture, text);
            assert!(has(&picture, said), "{text}");
        }
    }
    // One row has both of Black's edges in one place, but not both terminals.
    let row = Position::empty(4, 1).unwrap();
    let graph = network_of(&row, Player::Black, NetworkStage::Plain, ThroughEdge::default());
    sound(&graphs::network("a row", &row, Player::Black, &graph, LinksShown::All, Theme::Light).unwrap(), "a row");
}

#[test]
fn numbers_of_networks_and_playouts() {
    let position = Position::empty(5, 5).unwrap();
    let report = NetworkReport::new(&position, ThroughEdge::default());
    for quantity in Quantity::ALL {
        for theme in Theme::ALL {
            let player = Player::Black;
            let picture = networks::heat("5x5", &position, &report.players[player.index()], player, quantity, theme);
            sound(&picture, quantity.name());
        }
    }
    let spec = StatisticsSpec { playouts: 400, seed: 1, samples: 1, ..StatisticsSpec::default() };
    for game in [
        GameSpec::hex(7, 7),
        GameSpec::go(BoardSpec::square(5, 5), tesuji_go::Komi::default(), tesuji_go::Rules::CHINESE),
    ] {
        let session = Session::new(&game).unwrap();
        let topology = game.topology().unwrap();
        let report = session.playouts().unwrap().statistics(&spec, &Limits::default()).unwrap();
        let picture = statistics::criticality("it", &topology, &report, Theme::Light);
        sound(&picture, "criticality");
        // Of each cell either a figure is shown, or it is said that nothing certain is known.
        let n_certain = report
            .cells
            .iter()
            .filter_map(|cell| cell.criticality)
            .filter(|measured| measured.interval.is_none_or(|[low, high]| low > 0.0 || high < 0.0));
        assert!(n_certain.count() < topology.n_cells());
        assert!(has(&picture, "within its own interval"), "{:?}", picture.texts());
        sound(&statistics::ownership("it", &topology, &report, Theme::Print), "owners");
        for player in Player::BOTH {
            sound(&statistics::orders("it", &topology, &report, player, 10, Theme::Dark), "orders");
        }
    }
}

#[test]
fn moves_of_amazons_are_arrows() {
    let session = Session::new(&GameSpec::amazons(6, 6)).unwrap();
    let topology = session.spec().topology().unwrap();
    let position = session.position();
    let position = position.as_amazons().unwrap();
    let best: Vec<amazons::MoveLabel> = session
        .legal_moves()
        .into_iter()
        .step_by(50)
        .take(3)
        .map(|mv| amazons::MoveLabel { mv, value: "0.500".to_owned() })
        .collect();
    let owners = [("a1".to_owned(), 0.9), ("b1".to_owned(), -0.05), ("c1".to_owned(), -0.5)];
    for theme in Theme::ALL {
        let picture = amazons::analysis("6x6", &topology, position, &owners, &best, theme).unwrap();
        sound(&picture, "analysis");
        assert!(has(&picture, "1. ") && has(&picture, "(0.500)"), "{:?}", picture.texts());
    }
    let wrong = [amazons::MoveLabel { mv: "z9-z8/z7".to_owned(), value: String::new() }];
    assert!(amazons::analysis("6x6", &topology, position, &[], &wrong, Theme::Light).is_err());
    let [reach, interception] = amazons::domination("6x6", &topology, position, Theme::Light).map(|map| map.svg());
    assert!(reach.contains("first reach, black") && interception.contains("path interception, black"));
    let position = GameSpec::amazons(4, 4).with_position("x..#|..#.|####|x..o").unwrap();
    let session = Session::new(&position).unwrap();
    let overlay = |names| positions::overlay("4x4", &session, names, session.to_move(), Theme::Light);
    let both = overlay("first-reach,path-interception").unwrap();
    sound(&both, "two overlays");
    assert!(
        has(&both, "4x4: first-reach left, path-interception right") && has(&both, "black's"),
        "{:?}",
        both.texts()
    );
    let n_ones = |columns, row: &str| {
        let session = Session::new(&GameSpec::amazons(columns, 1).with_position(row).unwrap()).unwrap();
        let drawn = positions::overlay("a row", &session, "queen-distance", Player::White, Theme::Light).unwrap();
        drawn.texts().iter().filter(|found| found.text == "1").count()
    };
    assert_eq!(n_ones(10, "x#.......o"), n_ones(8, "x#.....o") + 2, "columns i and j have their numbers");
    assert!(overlay("first-reach,queen-distance").is_err() && overlay("first-reach,none").is_err());
}

#[test]
fn an_answer_of_amazons_names_the_winner_and_the_moves() {
    use tesuji_amazons::notation::{read_move, write_move};

    let spec = GameSpec::amazons(4, 4).with_position("x..#|..##|####|x..o").unwrap();
    let session = Session::new(&spec).unwrap();
    let position = session.position();
    let position = position.as_amazons().unwrap();
    let topology = spec.topology().unwrap();
    let moves: Vec<_> = session.legal_moves().iter().map(|mv| read_move(position.size(), mv).unwrap()).collect();
    for theme in Theme::ALL {
        let picture = amazons::solved("corner", &topology, position, Some(Player::Black), (&moves[..5], true), theme);
        sound(&picture, "solved");
        assert_eq!(picture.title(), "corner: black to move wins with 5 moves");
        for words in ["contested", "black's alone", "2 more moves win too"] {
            assert!(has(&picture, words), "{words}: {:?}", picture.texts());
        }
        let name = write_move(position.size(), moves[0]);
        assert!(has(&picture, &format!("{name} wins")) && !has(&picture, "white's alone"));
    }
    let lost = amazons::solved("corner", &topology, position, None, (&[], false), Theme::Light);
    assert!(lost.title().ends_with("not settled within the limits") && !has(&lost, " wins"));
}
