//! Recognition of texts, and the round trip of every form.

#[macro_use]
extern crate tesuji_testing;

mod pasted;

use tesuji_engine::{AnyRecord, GameKind};
use tesuji_forms::{Form, FormError, Hints, Reading, TextKind, find, read_games, write, write_problems};
use tesuji_hex::{Action, GameResult, Record};
use tesuji_problem::parse_file_text;

const HEX: TextKind = TextKind::Game(GameKind::Hex);
const GO: TextKind = TextKind::Game(GameKind::Go);
const AMAZONS: TextKind = TextKind::Game(GameKind::Amazons);

#[test]
fn every_text_is_found_out() {
    for (text, kind) in [
        ("f6 f5 swap", HEX),
        ("f6 swap-pieces d4", HEX),
        ("a5d7f3i13", HEX),
        ("1. f6 f5 2. d4 c3", HEX),
        ("d4 e5", HEX),
        ("D4 Q16 pass", GO),
        ("1. D4 Q16\n2. C3", GO),
        ("D4 q16", HEX),
        ("d1-d7/g7 d10-d6/a9", AMAZONS),
        ("1. a1-b2/c3", AMAZONS),
        ("12. D1 - D7 (G7)", AMAZONS),
        ("d1d7,d7g7", AMAZONS),
        ("E4-H7 x E4", AMAZONS),
        ("8x8\n1. a3-a5/d5", AMAZONS),
        ("1Q2Q1/Q4Q/6/6/q4q/1q2q1 b - - 0 1", AMAZONS),
        ("x..#|..##|####|x..o", AMAZONS),
        ("1\n-1 -1 -1 -1 -1 -1\n", AMAZONS),
        ("#[A CCGC record\n", AMAZONS),
        ("{\"requests\": []}", AMAZONS),
        ("(;GM[11]SZ[5];B[a1])", HEX),
        ("(;FF[4]SZ[5];W[aa];B[swap])", HEX),
        ("(;SZ[11]SO[http://www.littlegolem.com];W[aa])", HEX),
        ("(;SZ[5];B[c3])", HEX),
        ("(;GM[1];B[aa])", GO),
        ("(;SZ[9];B[aa];W[bb])", GO),
        ("(;PB[a\\] GM[11]]SZ[9];B[aa])", GO),
        ("(;GM[18];B[djdgdd])", AMAZONS),
        ("(;GM[2])", TextKind::OtherGame("2".to_owned())),
        ("{\"tesuji-record\": 1}", GO),
        ("https://hexworld.org/board/#11c1,a1b2", HEX),
        ("#11r9,a1b2", HEX),
        ("690 13 1 0 resign 1|2 | g5 f9", HEX),
        ("<hexboard size=\"3x3\" contents=\"R a1\"/>", HEX),
        ("<hexboard size=\"3x3\" edges=\"bottom\" contents=\"R a1\"/>", TextKind::Problems),
        ("     A   .\n   .   .   .\n---------\n", TextKind::Problems),
        ("id: x\ngoal: A-bottom\n\n#A\n..\n", TextKind::Problems),
        ("ID = x\ngoal: A-bottom\n\n#A\n..\n", TextKind::Problems),
        ("[[problem]]\nid = 'x'\n", TextKind::Problems),
        ("[{\"id\": \"x\", \"goals\": []}]", TextKind::Problems),
        ("id: x\ngoal: A-bottom\n\nA\n.\n\nstrategy:\n", TextKind::Strategy),
        ("[[problem]]\nid = \"x\"\ngoal = \"A-bottom\"\n\nstrategy: [open]\n", TextKind::Strategy),
        ("tesuji certificate 1\n", TextKind::Certificate),
        ("TSJCERT\u{1}", TextKind::Certificate),
        ("[[position]]\nwinner = 'black'\ndiagram = '''\nB .\n. .\n'''\n", TextKind::Positions(GameKind::Hex)),
        ("[[position]]\nkomi = '0.5'\ndiagram = '''\nB .\n. .\n'''\n", TextKind::Positions(GameKind::Go)),
        ("[[position]]\ndiagram = '''\n 2 B .\n 1 . .\n'''\n", TextKind::Positions(GameKind::Go)),
        ("[[openings]]\n", TextKind::Positions(GameKind::Hex)),
        ("{\"format\":\"tesuji-amazons-result\"}", TextKind::AmazonsResult),
        ("torus:9x9", TextKind::Board),
        ("9x9", TextKind::Board),
        (" a b\n1 B .\n 2 . W\n", HEX),
        ("B .\n . W\n", HEX),
        ("2 B .\n1 . W\n  A B\n", GO),
        ("   a b\n 2 B . 2\n 1 . W 1\n   a b\n", AMAZONS),
        (" 2 B #\n 1 . W\n", AMAZONS),
        (". W\nB #\nblack to move\n", AMAZONS),
        ("  \n", TextKind::Empty),
    ] {
        assert_eq!(find(text, &Hints::default()).kind, kind, "{text}");
    }
}

#[test]
fn what_could_be_several_games_is_assumed_aloud() {
    let upright = "B .\n. W\n";
    let found = find(upright, &Hints::default());
    assert!(found.kind == HEX && found.assumed.unwrap().contains("taken for Hex"));
    assert_eq!(find(upright, &Hints::usually(GameKind::Go)).kind, GO);
    assert!(find("D4 Q16", &Hints::default()).assumed.is_some());
    let said = Hints { game: Some(GameKind::Amazons), ..Hints::default() };
    assert_eq!(find("d1 d7 g7", &said), tesuji_forms::Found { kind: AMAZONS, assumed: None });
    let notices = &read_games("f6 f5", &Hints::default()).unwrap()[0].notices;
    assert!(notices[0].contains("read as 11x11"), "{notices:?}");
    let seven = Hints { size: Some((7, 7)), ..Hints::default() };
    assert!(read_games("f6 f5", &seven).unwrap()[0].notices.is_empty());
}

fn hex(reading: &Reading) -> &Record {
    match &reading.record {
        AnyRecord::Hex(record) => record,
        other => panic!("{other:?}"),
    }
}

fn one(text: &str) -> Reading {
    read_games(text, &Hints::default()).unwrap_or_else(|error| panic!("{text}: {error}")).remove(0)
}

/// Nine real games, through every form that holds moves, and back.
#[test]
fn games_of_hex_survive_every_form_that_holds_moves() {
    let table = include_str!("../../../../testdata/hex/little-golem.txt");
    let games = read_games(table, &Hints::default()).unwrap();
    assert_eq!(games.len(), 9);
    let mut n_results = 0;
    for game in &games {
        let record = hex(game);
        let places = |record: &Record| {
            let mut moves = record.moves.clone();
            moves.retain(|mv| !matches!(mv.action, Action::Resign | Action::Forfeit));
            moves
        };
        for form in [Form::Sgf, Form::LittleGolem, Form::HexWorld, Form::Moves, Form::HexWiki] {
            let written = write(game, form, None).unwrap();
            let again = one(&written.text);
            assert_eq!(places(hex(&again)), places(record), "{form}: {}", written.text);
            assert_eq!(hex(&again).size(), record.size(), "{form}");
            // A result is there again, or is said to be lost.
            if written.lost.iter().all(|lost| lost != "the result") {
                assert_eq!(hex(&again).winner().unwrap(), record.winner().unwrap(), "{form}");
                n_results += 1;
            } else {
                assert!(matches!(form, Form::Moves | Form::HexWiki), "{form}");
            }
            let is_sgf = matches!(form, Form::Sgf | Form::LittleGolem);
            let says_names = written.lost.iter().any(|lost| lost == "the names of the players");
            assert_eq!(says_names, !is_sgf && !record.players[0].is_empty(), "{form}: {:?}", written.lost);
        }
        // A picture holds the position.
        for n_moves in [0, 7, record.moves.len().min(20)] {
            let written = write(game, Form::Diagram, Some(n_moves)).unwrap();
            let again = one(&written.text);
            let (shown, expected) = (hex(&again).final_position().unwrap(), record.position_after(n_moves).unwrap());
            for player in tesuji_board::Player::BOTH {
                assert_eq!(shown.stones(player), expected.stones(player));
            }
            assert_eq!(n_moves > 0, written.lost.iter().any(|lost| lost.contains("only the position")), "{written:?}");
        }
    }
    assert!(n_results >= 9 * 3 + 5, "{n_results}");
}

#[test]
fn what_a_form_cannot_hold_is_said() {
    let lost = |text: &str, form: Form| write(&one(text), form, None).unwrap().lost.join("; ");
    let game = "(;GM[11]SZ[7]PB[one]EV[cup]RE[B+]C[hello];B[a1];W[b2])";
    assert_eq!(lost(game, Form::Sgf), "");
    assert_eq!(lost(game, Form::LittleGolem), "1 remark");
    assert_eq!(lost(game, Form::HexWorld), "the names of the players; the event; 1 remark; the result");
    assert_eq!(
        lost(game, Form::Moves),
        "the size of the board: read it with `--board 7x7`; the names of the players; the event; 1 remark; the result"
    );
    // Stones that were set up become moves; the position stays.
    let set_up = "(;GM[11]SZ[5]AB[a1][b1]AW[c3]PL[W])";
    let link = write(&one(set_up), Form::HexWorld, None).unwrap();
    assert!(link.lost[0].contains("set up"), "{link:?}");
    assert_eq!(link.text, "https://hexworld.org/board/#5c1,a1c3b1\n");
    let board = write(&one(set_up), Form::HexWiki, None).unwrap().text;
    assert_eq!(board, "<hexboard size=\"5x5\" contents=\"R a1 b1 B c3\"/>\n");
    assert!(matches!(write(&one(set_up), Form::Moves, None), Err(FormError::Inexpressible(_))));
    // A picture keeps its labels where the form has them.
    let picture = "<hexboard size=\"3x3\" contents=\"R b2 E *:a1 S c3\"/>";
    assert_eq!(lost(picture, Form::HexWiki), "");
    assert_eq!(write(&one(picture), Form::HexWiki, None).unwrap().text.trim(), picture);
    assert_eq!(lost(picture, Form::Sgf), "the labels on the cells; the shading");
    let error = write(&one(game), Form::Fen, None).unwrap_err().to_string();
    assert!(
        error.starts_with("a game of Hex cannot be written as `fen`: expected one of sgf, little-golem"),
        "{error}"
    );
    let error = write(&one(game), Form::Moves, Some(3)).unwrap_err().to_string();
    assert_eq!(error, "there is no position after move 3: the record has 2 moves");
}

#[test]
fn what_is_not_read_of_a_file_is_said() {
    let notices = |text: &str| one(text).notices.join("; ");
    let hex = "(;GM[11]SZ[5]C[(a)(b\\]];B[a1](;W[b2];B[c3](;W[d4])(;W[e5]))(;W[c3]))";
    assert_eq!(notices(hex), "2 variations are left out: only the main line is read");
    // Variations of Go are kept, and every game of a collection is read.
    let go = "(;GM[1]SZ[5];B[aa](;W[bb])(;W[cc]))\n(;GM[1]SZ[5];B[aa])";
    let games = read_games(go, &Hints::default()).unwrap();
    assert!(games.len() == 2 && games.iter().all(|game| game.notices.is_empty()), "{games:?}");
    let two = "(;GM[11]SZ[5];B[a1])(;GM[11]SZ[5];B[b1])";
    assert_eq!((notices(two).as_str(), read_games(two, &Hints::default()).unwrap().len()), ("", 2));
}

#[test]
fn a_part_of_a_game_has_no_result() {
    let game = one("(;GM[11]SZ[5]RE[W+Resign];B[a1];W[b2]C[good];B[resign])");
    let part = one(&write(&game, Form::Sgf, Some(1)).unwrap().text);
    assert_eq!((hex(&part).moves.len(), hex(&part).result, hex(&part).comments.len()), (1, None, 0));
    let whole = one(&write(&game, Form::HexWorld, None).unwrap().text);
    assert_eq!(hex(&whole).winner().unwrap(), Some(tesuji_board::Player::White));
    assert!(matches!(hex(&game).result, Some(GameResult::Win(..))));
}

#[test]
fn games_of_go_and_amazons_have_their_forms() {
    let go = one("D4 Q16 pass C3");
    for form in [Form::Sgf, Form::Json, Form::Moves] {
        let again = one(&write(&go, form, None).unwrap().text);
        assert_eq!(again.record.n_moves(), 4, "{form}");
    }
    let text = write(&go, Form::Diagram, Some(2)).unwrap().text;
    assert_eq!(find(&text, &Hints::default()).kind, GO, "{text}");
    assert_eq!(write(&one("torus:5x5"), Form::Json, None).unwrap().lost, Vec::<String>::new());
    assert!(write(&one("torus:5x5"), Form::Diagram, None).is_err());
    let amazons = one(include_str!("../../../../examples/amazons.sgf"));
    for form in [Form::Sgf, Form::Moves] {
        let again = one(&write(&amazons, form, None).unwrap().text);
        assert_eq!(again.record.n_moves(), amazons.record.n_moves(), "{form}");
    }
    for form in [Form::Fen, Form::Diagram, Form::String] {
        let text = write(&amazons, form, Some(10)).unwrap().text;
        assert_eq!(find(&text, &Hints::default()).kind, AMAZONS, "{text}");
        assert_eq!(write(&one(&text), form, None).unwrap().text, text);
    }
}

/// The templates of HexWiki among the test data, through every form that holds claims.
#[test]
fn claims_survive_every_form_that_can_say_them() {
    let problems = parse_file_text(include_str!("../../../../testdata/claims/templates.toml")).unwrap();
    let mut n_written = [0; 5];
    for problem in &problems {
        for (i, form) in [Form::Toml, Form::Json, Form::Headers, Form::HexWiki, Form::Hdg].into_iter().enumerate() {
            match write_problems(std::slice::from_ref(problem), form) {
                Ok(written) => {
                    assert_eq!(find(&written.text, &Hints::default()).kind, TextKind::Problems, "{}", written.text);
                    let again = parse_file_text(&written.text).unwrap().remove(0);
                    assert_eq!(again.claim, problem.claim, "{form}: {}", written.text);
                    let says_answer = written.lost.iter().any(|lost| lost == "the expected answer");
                    assert_eq!(again.expected != problem.expected, says_answer, "{form}");
                    n_written[i] += 1;
                }
                Err(error) => assert!(i > 2 && error.to_string().contains("cannot be written"), "{error}"),
            }
        }
    }
    assert!(n_written[..3].iter().all(|&n| n == problems.len()), "{n_written:?}");
    assert!(n_written[3..].iter().all(|&n| n > problems.len() / 2), "{n_written:?} of {}", problems.len());
}

#[test]
fn no_text_brings_it_down() {
    for text in
        ["(", "(;GM[", "{", "[", "[[", "<hexboard", "<hex>", "#", "#[", "1.", "\u{feff}", "a1-", "|", "9x", "(;GM[11]"]
    {
        for game in GameKind::ALL.map(Some).into_iter().chain([None]) {
            let hints = Hints { game, ..Hints::default() };
            // Either games or an error that says something.
            if let Err(error) = read_games(text, &hints) {
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

tesuji_testing::main!(tesuji_forms);
