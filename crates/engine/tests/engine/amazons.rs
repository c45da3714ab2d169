//! Amazons in a session: text in and out, and the players that other games do not have.

use std::collections::BTreeSet;

use tesuji_board::Player::{Black, White};
use tesuji_engine::{AlphaBetaSpec, Fact, GameSpec, Overlay, PlayerSpec, Session, SessionError, Ties, UctSpec};
use tesuji_game::{Evaluation, Outcome};
use tesuji_search::Limits;

fn usual(side: usize) -> GameSpec {
    GameSpec::Amazons { columns: side, rows: side, setup: None }
}

fn from(text: &str) -> Session {
    Session::new(&usual(10).with_position(text).unwrap()).unwrap()
}

fn alpha_beta(evaluator: &str) -> AlphaBetaSpec {
    AlphaBetaSpec {
        evaluator: evaluator.to_owned(),
        depth: 1,
        node_limit: None,
        noise: 0.0,
        ..AlphaBetaSpec::saijo_1999()
    }
}

fn choose(session: &mut Session, player: &AlphaBetaSpec, seed: u64) -> String {
    session.genmove(&PlayerSpec::AlphaBeta(player.clone()), &Limits::default(), seed).unwrap().mv
}

#[test]
fn moves_of_every_spelling_are_one_move() {
    for text in ["d1-d7/g7", "D1 - D7 (G7)", "d1d7,d7g7", "D1-D7xG7", "1.d1-d7/g7", "d1 d7 g7"] {
        let mut session = Session::new(&usual(10)).unwrap();
        session.play(Black, text).unwrap();
        assert_eq!(session.moves(), [(Black, "d1-d7/g7".to_owned())], "{text}");
        assert_eq!(session.record().point(text).as_deref(), Ok("djddgd"), "{text}");
        assert_eq!(session.view().blocked(), ["g7"]);
        assert_eq!(session.to_move(), White);
    }
}

#[test]
fn what_is_wrong_with_a_move_is_told() {
    let mut session = Session::new(&usual(10)).unwrap();
    for (player, text, words) in [
        (Black, "d1-d7", "`d1-d7` is not a move here: expected a move such as d1-d7/g7, with squares from a1 to j10"),
        (
            Black,
            "d1-d7/g11",
            "`d1-d7/g11` is not a move here: expected a move such as d1-d7/g7, with squares from a1 to j10",
        ),
        (Black, "pass", "`pass` is not a move here: expected a move such as d1-d7/g7, with squares from a1 to j10"),
        (Black, "d10-d9/d8", "black may not play d10-d9/d8: that player has no amazon there"),
        (White, "d1-d9/d8", "white may not play d1-d9/d8: that player has no amazon there"),
        (
            Black,
            "d1-e3/e4",
            "black may not play d1-e3/e4: the amazon cannot move there: it moves like a queen in chess",
        ),
        (Black, "d1-d10/d9", "black may not play d1-d10/d9: the amazon cannot move there: something is in the way"),
        (Black, "d1-d7/e9", "black may not play d1-d7/e9: the arrow cannot fly there: it flies like a queen in chess"),
        (Black, "d1-d7/d10", "black may not play d1-d7/d10: the arrow cannot fly there: something is in the way"),
    ] {
        assert_eq!(session.play(player, text).unwrap_err().to_string(), words);
        assert_eq!((session.moves().len(), session.to_move()), (0, Black));
    }
}

#[test]
fn a_game_is_played_to_its_end_and_taken_back() {
    let mut session = from("x.o");
    assert_eq!(session.legal_moves(), ["a1-b1/a1"]);
    session.play(Black, "a1-b1/a1").unwrap();
    assert_eq!(session.outcome(), Some(Outcome::Win(Black)));
    assert_eq!(session.record().result().as_deref(), Some("B+"));
    assert_eq!(session.play(White, "c1-b1/c1"), Err(SessionError::Over));
    session.undo().unwrap();
    assert_eq!((session.outcome(), session.to_move()), (None, Black));
    // Of either colour in any order, as boards set up positions.
    session.play(White, "c1-b1/c1").unwrap();
    assert_eq!(session.record().result().as_deref(), Some("W+"));
    let mut session = Session::new(&usual(6)).unwrap();
    let mut states = Vec::new();
    for seed in 0.. {
        let state = (session.to_move(), session.position().hash(), session.view().render(), session.legal_moves());
        states.push(state);
        let Ok(choice) = session.genmove(&PlayerSpec::Random, &Limits::default(), seed) else { break };
        session.play(session.to_move(), &choice.mv).unwrap();
    }
    assert!(session.outcome().is_some() && states.len() > 10);
    while let Some(state) = states.pop() {
        assert_eq!(
            (session.to_move(), session.position().hash(), session.view().render(), session.legal_moves()),
            state
        );
        assert_eq!(session.undo().is_ok(), !states.is_empty());
    }
}

#[test]
fn records_are_written_and_read_back() {
    for mut session in
        [Session::new(&usual(10)).unwrap(), Session::new(&usual(5)).unwrap(), from("x...|.#.o|....|x..o")]
    {
        for seed in 0..6 {
            let choice = session.genmove(&PlayerSpec::Random, &Limits::default(), seed).unwrap();
            session.play(session.to_move(), &choice.mv).unwrap();
        }
        let sgf = session.record().to_sgf("");
        let read = Session::from_record(&usual(10), &sgf, usize::MAX).unwrap();
        assert_eq!(read.spec(), session.spec(), "{sgf}");
        assert_eq!((read.moves(), read.position().hash()), (session.moves(), session.position().hash()), "{sgf}");
        let earlier = Session::from_record(&usual(10), &sgf, 2).unwrap();
        assert_eq!(earlier.moves(), &session.moves()[..2]);
    }
    // As PlayStrategy writes them: White stands below and begins.
    let sgf = "(;FF[4]GM[18]SZ[10];W[djdegb];B[dadbda])";
    let read = Session::from_record(&usual(10), sgf, usize::MAX).unwrap();
    assert_eq!(read.moves(), [(White, "d1-d6/g9".to_owned()), (Black, "d10-d9/d10".to_owned())]);
    assert!(matches!(read.spec(), GameSpec::Amazons { columns: 10, rows: 10, setup: Some(_) }));
    for text in ["", "(;GM[1]SZ[9];B[ee])", "(;GM[18]SZ[10];B[djddg])", "(;GM[18]SZ[10];B[djddge])"] {
        assert!(matches!(Session::from_record(&usual(10), text, usize::MAX), Err(SessionError::Record(_))), "{text}");
    }
}

#[test]
fn games_are_read_and_written_as_text() {
    let read = |text: &str| toml::from_str::<GameSpec>(text).map_err(|error| error.message().to_owned());
    assert_eq!(read("game = 'amazons'"), Ok(usual(10)));
    assert_eq!(read("game = 'amazons'\ncolumns = 6\nrows = 6"), Ok(usual(6)));
    let start = Session::new(&usual(8)).unwrap().position().text().unwrap();
    assert_eq!(read(&format!("game = 'amazons'\nsetup = '{start}'")), Ok(usual(8)), "what is usual is not written out");
    for text in ["x..#|....|.#.o", "x..o"] {
        let spec = read(&format!("game = 'amazons'\nsetup = '{text}'")).unwrap();
        assert_eq!(read(&toml::to_string(&spec).unwrap()), Ok(spec.clone()));
        let GameSpec::Amazons { setup: Some(setup), .. } = &spec else { panic!("{spec:?}") };
        assert_eq!(from(setup).position().hash(), from(text).position().hash());
        assert_eq!(spec.gtp_setup(), [format!("tesuji-position {setup}")]);
    }
    assert_eq!(usual(10).gtp_setup(), ["boardsize 10", "clear_board"]);
    for (text, words) in [
        ("game = 'amazons'\ncolumns = 6", "missing field `rows`"),
        ("game = 'amazons'\nrows = 6\nsetup = 'x..o'", "the `setup` has 4 columns and 1 rows"),
        ("game = 'amazons'\nsetup = 'x..y'", "cannot read the position: line 1, column 4: expected"),
        ("game = 'amazons'\nsetup = 'x..o'\nkomi = 1", "unknown field `komi`"),
    ] {
        let message = read(text).unwrap_err();
        assert!(message.contains(words), "{text}: {message}");
    }
    for (columns, rows) in [(7, 7), (6, 5), (0, 0), (13, 13)] {
        assert!(Session::new(&GameSpec::Amazons { columns, rows, setup: None }).is_err());
    }
    let kept = from("x..o").spec().clone();
    assert_eq!(kept.clone().with_size(4, 1), Ok(kept.clone()), "the size that it has is no other start");
    assert_eq!(kept.with_size(6, 6), Ok(usual(6)));
}

/// Written out, games of alpha-beta of other games are what they always were: it is a part of the name of a match.
#[test]
fn settings_that_are_not_used_are_not_written() {
    let text = serde_json::to_string(&PlayerSpec::AlphaBeta(AlphaBetaSpec::takada_2014())).unwrap();
    assert!(!text.contains("node_limit") && !text.contains("noise"), "{text}");
    let read = |text: &str| match toml::from_str(text).unwrap() {
        PlayerSpec::AlphaBeta(spec) => spec,
        other => panic!("{other:?}"),
    };
    assert_eq!(read("kind = 'alpha-beta'\npreset = 'saijo1999'"), AlphaBetaSpec::saijo_1999());
    let limited = read("kind = 'alpha-beta'\nevaluator = 'average'\nnode_limit = 500");
    assert_eq!((limited.depth, limited.node_limit, limited.noise), (255, Some(500), 0.0));
    let saijo = AlphaBetaSpec::saijo_1999();
    for (spec, name) in [
        (AlphaBetaSpec { node_limit: Some(0), ..saijo.clone() }, "node_limit"),
        (AlphaBetaSpec { noise: -1.0, ..saijo.clone() }, "noise"),
        (AlphaBetaSpec { noise: f64::INFINITY, ..saijo }, "noise"),
    ] {
        match PlayerSpec::AlphaBeta(spec).check() {
            Err(SessionError::Player { setting, .. }) => assert_eq!(setting, name),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn evaluators_are_those_of_the_game() {
    let session = Session::new(&usual(6)).unwrap();
    for name in
        ["moves", "own-moves", "first-reach", "path-interception", "path-interception=0.9", "average", "lieberum"]
    {
        assert_eq!(session.accepts(&PlayerSpec::AlphaBeta(alpha_beta(name))), Ok(()), "{name}");
    }
    for name in ["ev", "", "path-interception=x"] {
        assert!(session.accepts(&PlayerSpec::AlphaBeta(alpha_beta(name))).is_err(), "{name}");
    }
    let hex = Session::new(&GameSpec::Hex { columns: 5, rows: 5, swap: false }).unwrap();
    assert!(hex.accepts(&PlayerSpec::AlphaBeta(alpha_beta("first-reach"))).is_err());
}

#[test]
fn without_look_ahead_the_best_evaluation_is_taken() {
    for evaluator in ["moves", "own-moves", "first-reach", "path-interception", "average", "lieberum"] {
        let mut session = Session::new(&usual(6)).unwrap();
        for seed in 0.. {
            if session.outcome().is_some() || seed > 20 {
                break;
            }
            let value = |evaluation: &Evaluation| match evaluation {
                Evaluation::Estimate(value) => *value,
                Evaluation::Decided(outcome) if outcome.winner() == Some(session.to_move()) => f64::INFINITY,
                Evaluation::Decided(_) => f64::NEG_INFINITY,
            };
            let judged = session.evaluators().unwrap().judge_moves(evaluator).unwrap();
            let best = judged.iter().map(|(_, evaluation)| value(evaluation)).fold(f64::NEG_INFINITY, f64::max);
            let equals: Vec<&str> =
                judged.iter().filter(|(_, judged)| value(judged) == best).map(|(mv, _)| mv.as_str()).collect();
            let mv = choose(&mut session, &alpha_beta(evaluator), seed);
            assert!(equals.contains(&mv.as_str()), "{evaluator}, ply {seed}: {mv} is not among {equals:?}");
            session.play(session.to_move(), &mv).unwrap();
        }
    }
}

#[test]
fn ties_are_broken_by_chance_if_asked() {
    let by_chance = AlphaBetaSpec { ties: Ties::Chance, ..alpha_beta("first-reach") };
    let mut session = Session::new(&usual(8)).unwrap();
    let judged = session.evaluators().unwrap().judge_moves("first-reach").unwrap();
    let value = |judged: &(String, Evaluation)| match judged.1 {
        Evaluation::Estimate(value) => value,
        Evaluation::Decided(_) => panic!("so early nothing is decided"),
    };
    let best = judged.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
    let equals: BTreeSet<String> = judged.iter().filter(|mv| value(mv) == best).map(|mv| mv.0.clone()).collect();
    assert!(equals.len() > 1, "{equals:?}");
    let chosen: BTreeSet<String> = (0..40).map(|seed| choose(&mut session, &by_chance, seed)).collect();
    assert!(chosen.len() > 1 && chosen.is_subset(&equals), "{chosen:?} of {equals:?}");
    let first: BTreeSet<String> = (0..5).map(|seed| choose(&mut session, &alpha_beta("first-reach"), seed)).collect();
    assert_eq!(first.len(), 1);
}

#[test]
fn chance_has_its_part_in_the_first_moves_alone() {
    let noisy = AlphaBetaSpec { noise: 4.0, noise_plies: 3, ..alpha_beta("first-reach") };
    let game = |seed: u64| {
        let mut session = Session::new(&usual(8)).unwrap();
        for ply in 0..6 {
            let mv = choose(&mut session, &noisy, tesuji_engine::move_seed(seed, ply));
            session.play(session.to_move(), &mv).unwrap();
        }
        session
    };
    assert_eq!(game(1).moves(), game(1).moves());
    let firsts: BTreeSet<String> = (0..20).map(|seed| game(seed).moves()[0].1.clone()).collect();
    assert!(firsts.len() > 5, "{firsts:?}");
    // No move is worse than the best by more than chance can make good, and later ones are not worse at all.
    let mut session = Session::new(&usual(8)).unwrap();
    for (ply, (player, mv)) in game(3).moves().iter().enumerate() {
        let judged = session.evaluators().unwrap().judge_moves("first-reach").unwrap();
        let value = |judged: &(String, Evaluation)| match judged.1 {
            Evaluation::Estimate(value) => value,
            Evaluation::Decided(_) => panic!("so early nothing is decided"),
        };
        let best = judged.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        let taken = judged.iter().find(|(judged, _)| judged == mv).map(value).unwrap();
        let most = if ply < 3 { 8.0 } else { 0.0 };
        assert!(best - taken <= most, "ply {ply}: {taken} instead of {best}");
        session.play(*player, mv).unwrap();
    }
}

#[test]
fn the_depth_is_that_of_the_limit_on_nodes() {
    let mut session = Session::new(&usual(10)).unwrap();
    let spec = |node_limit| AlphaBetaSpec { node_limit: Some(node_limit), depth: 255, ..alpha_beta("first-reach") };
    let depth = |session: &mut Session, node_limit| {
        let player = PlayerSpec::AlphaBeta(spec(node_limit));
        let comment = session.genmove(&player, &Limits::default(), 1).unwrap().comment;
        let depth = comment.split("depth ").nth(1).and_then(|rest| rest.split(',').next()).unwrap().to_owned();
        depth.parse::<u32>().unwrap()
    };
    assert_eq!(depth(&mut session, 10_000), 1, "2,176 moves of either side");
    // Two amazons that see 3 squares each, in corners of their own.
    let mut corners = from("x.#..|..#..|#####|..#..|..#.o");
    let n_moves = corners.legal_moves().len() as u64;
    corners.set_to_move(White).unwrap();
    let n_others = corners.legal_moves().len() as u64;
    corners.set_to_move(Black).unwrap();
    for limit in [1, n_moves * n_others - 1, n_moves * n_others, n_moves * n_others * n_moves] {
        let products = [n_moves * n_others, n_moves * n_others * n_moves, n_moves * n_others * n_moves * n_others];
        // At the player's own plies, the second of these, the limit itself is beyond it.
        let is_within = |(ply, nodes): &(usize, &u64)| **nodes < limit || (**nodes == limit && ply % 2 == 0);
        let expected = 1 + products.iter().enumerate().take_while(is_within).count() as u32;
        assert_eq!(depth(&mut corners, limit), expected, "limit {limit}");
    }
}

#[test]
fn searching_players_beat_the_random_one() {
    for (game, player) in [
        PlayerSpec::AlphaBeta(alpha_beta("first-reach")),
        PlayerSpec::AlphaBeta(alpha_beta("lieberum")),
        PlayerSpec::Uct(UctSpec { playouts: 300, ..UctSpec::default() }),
        PlayerSpec::AlphaBeta(AlphaBetaSpec {
            evaluator: "path-interception".to_owned(),
            ..AlphaBetaSpec::saijo_1999()
        }),
    ]
    .into_iter()
    .enumerate()
    {
        let mut session = Session::new(&usual(6)).unwrap();
        let own = if game % 2 == 0 { Black } else { White };
        while session.outcome().is_none() {
            let mover = session.to_move();
            let spec = if mover == own { &player } else { &PlayerSpec::Random };
            let seed = tesuji_engine::move_seed(game as u64, session.moves().len());
            let choice = session.genmove(spec, &Limits::default(), seed).unwrap();
            session.play(mover, &choice.mv).unwrap();
        }
        assert_eq!(session.outcome(), Some(Outcome::Win(own)), "{player:?}");
    }
}

#[test]
fn overlays_say_whose_squares_are() {
    // Black alone comes to the upper corner, White alone to the lower one; c1 and d1 lie between a1's and e1's amazons.
    let session = from("x..##|.###o|###..|#####|x...o");
    let signed = |name: &str| match session.view().overlay(name, Black).unwrap() {
        Overlay::Signed(numbers) => numbers,
        other => panic!("{name}: {other:?}"),
    };
    for name in ["ownership", "first-reach", "path-interception"] {
        let numbers = signed(name);
        let of = |square: &str| numbers.iter().find(|(named, _)| named == square).map(|(_, number)| number.value);
        assert_eq!(
            (of("b5"), of("c5"), of("a4"), of("d3"), of("e3")),
            (Some(1.0), Some(1.0), Some(1.0), Some(-1.0), Some(-1.0)),
            "{name}"
        );
        assert_eq!((of("a5"), of("c1"), of("b3")), (None, Some(0.0), None), "{name}: taken, contested, an arrow");
    }
    match session.view().overlay("queen-distance", Black).unwrap() {
        Overlay::Numbers(numbers) => {
            assert!(numbers.contains(&("d1".to_owned(), 1.0)) && !numbers.iter().any(|(named, _)| named == "e3"))
        }
        other => panic!("{other:?}"),
    }
    let facts = |player| match session.view().overlay("evaluations", player).unwrap() {
        Overlay::Facts(facts) => facts,
        other => panic!("{other:?}"),
    };
    for Fact { name, value, .. } in facts(Black) {
        assert_eq!(session.evaluators().unwrap().judge(name), Ok(Evaluation::Estimate(value.unwrap())), "{name}");
    }
    let third = &facts(White)[2];
    assert_eq!((third.name, third.value), ("first-reach", Some(-1.0)), "three squares of Black's, two of White's");
    assert!(session.view().overlay("criticality", Black).is_err(), "there are no playouts to be counted");
}

#[test]
fn positions_are_solved_with_all_their_moves() {
    // Whoever moves first in the gap has one move more than the other; Black has none elsewhere, White none.
    let mut session = from("x..o");
    for player in [Black, White] {
        let solved = session.solver().unwrap().solve(player, &Limits::default());
        assert_eq!(solved.winner, Some(player));
        let moves = session.solver().unwrap().solve_moves(player, &Limits::default());
        assert!(moves.is_complete && moves.winning.contains(&solved.winning_move.unwrap()));
        assert!(solved.margin == moves.margin && solved.margin.is_some_and(|margin| margin.is_exact));
        session.set_to_move(player).unwrap();
        assert_eq!(moves.winning.len() + moves.losing.len(), session.legal_moves().len());
        for (moves, is_won) in [(&moves.winning, true), (&moves.losing, false)] {
            for mv in moves {
                session.play(player, mv).unwrap();
                let winner = session.solver().unwrap().solve(player.opponent(), &Limits::default()).winner;
                assert_eq!(winner == Some(player), is_won, "{mv}");
                session.undo().unwrap();
            }
        }
    }
    let open = Session::new(&usual(6)).unwrap().solver().unwrap().solve(Black, &Limits::nodes(10));
    assert_eq!(open.winner, None, "a limit is no answer");
}
