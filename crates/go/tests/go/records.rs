//! Records: files of other programs, our own files read back, and arbitrary text.

use proptest::prelude::*;
use tesuji_board::{BoardSpec, Cell, CellSet, Player};
use tesuji_game::Game;
use tesuji_go::record::{Record, RecordError, RecordNotice, SgfError, govariants, json, sgf};
use tesuji_go::{Komi, Move, Position, Rules};

fn spec(text: &str) -> BoardSpec {
    text.parse().unwrap()
}

const BOARDS: [&str; 9] = [
    "9x9",
    "5x13",
    "52x2",
    "53x2",
    "torus:5x4",
    "cylinder:4x5",
    "hexagon:3",
    "holes:9x9:E5,E4",
    r#"{"tesuji-board":1,"names":["aa","bb","c"],"links":[[0,1],[1,2]]}"#,
];

fn records() -> impl Strategy<Value = Record> {
    let name = "[ -~äλ]{0,8}";
    let facts = (
        prop::option::of(prop::sample::select(vec![
            "chinese",
            "new-zealand",
            "japanese",
            "aga,ko=simple,suicide=allowed",
        ])),
        prop::option::of(prop_oneof![-20_i16..=20, -4096_i16..=4096]),
        prop::sample::select(vec![0_usize, 0, 2, 3]),
        prop::option::of(any::<bool>()),
    );
    let texts = (name, name, name, name, "[ -~\\n]{0,12}");
    let cells = (prop::collection::vec(any::<u16>(), 0..4), prop::collection::vec(any::<u16>(), 0..4));
    let moves = prop::collection::vec((any::<bool>(), prop::option::weighted(0.9, any::<u16>())), 0..12);
    (0..BOARDS.len(), facts, texts, cells, moves).prop_map(|(board, facts, texts, (black, white), moves)| {
        let mut record = Record::new(spec(BOARDS[board])).unwrap();
        let n_cells = record.topology().n_cells();
        let cell = |number: u16| Cell::new(usize::from(number) % n_cells);
        let player = |is_black| if is_black { Player::Black } else { Player::White };
        record.rules = facts.0.map(|rules| rules.parse().unwrap());
        record.komi = facts.1.map(Komi::from_half_points);
        record.handicap = facts.2.min(n_cells);
        record.to_move = facts.3.map(player);
        record.players = [texts.0, texts.1];
        (record.event, record.result) = (texts.2, texts.3);
        let black: CellSet = black.into_iter().map(cell).collect();
        let white = white.into_iter().map(cell).filter(|&cell| !black.contains(cell)).collect();
        record.setup = [black, white];
        let mv = |number: Option<u16>| number.map_or(Move::Pass, |number| Move::Place(cell(number)));
        record.moves = moves.into_iter().map(|(is_black, number)| (player(is_black), mv(number))).collect();
        if !texts.4.is_empty() {
            record.comments.insert(record.moves.len() / 2, texts.4);
        }
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(record in records()) {
        let text = sgf::write(&record).unwrap();
        prop_assert_eq!(&sgf::read(&text).unwrap(), &record, "{}", text);
        let text = json::write(&record).unwrap();
        prop_assert_eq!(&json::read(&text).unwrap(), &record, "{}", text);
    }

    #[test]
    fn any_bytes_are_a_record_or_an_error(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(b"(;[]\\CABWSZ:ae19".to_vec())], 0..80),
        head in prop::sample::select(vec!["", "(;", "(;CA[Shift_JIS]SZ[9]C[", "(;CA[gb18030]B[", "(;SZ[9]AB["]),
    ) {
        let bytes = [head.as_bytes(), &bytes, b"])"].concat();
        if let Ok(record) = Record::read(&tesuji_game::decode(&bytes).text) {
            let _ = record.position(Rules::CHINESE, Komi::default(), usize::MAX);
            sgf::write(&record).unwrap();
        }
    }

    #[test]
    fn any_text_is_a_record_or_an_error(text in "\\PC{0,60}") {
        for record in [sgf::read(&text), json::read(&text)].into_iter().flatten() {
            sgf::write(&record).unwrap();
        }
    }

    /// Texts that are nearly correct, so that readers get far.
    #[test]
    fn a_damaged_record_is_a_record_or_an_error(
        record in records(),
        place in any::<prop::sample::Index>(),
        letter in prop::sample::select(vec!['(', ')', ';', '[', ']', '\\', '"', ',', ':', 'B', 'a', 'ä', '9']),
        is_insertion in any::<bool>(),
    ) {
        for text in [sgf::write(&record).unwrap(), json::write(&record).unwrap()] {
            let mut letters: Vec<char> = text.chars().collect();
            let at = place.index(letters.len());
            if is_insertion {
                letters.insert(at, letter);
            } else {
                letters[at] = letter;
            }
            let text: String = letters.into_iter().collect();
            for record in [sgf::read(&text), json::read(&text)].into_iter().flatten() {
                // A record that was read can be played or is refused, and can be written.
                let _ = record.position(Rules::CHINESE, Komi::default(), usize::MAX);
                sgf::write(&record).unwrap();
                json::write(&record).unwrap();
            }
        }
    }
}

#[test]
fn a_usual_file_is_read() {
    let record = sgf::read(
        "(;FF[4]GM[1]CA[UTF-8]AP[CGoban:3]SZ[19]RU[Japanese]HA[2]KM[0.50]PB[a \\] name]PW[x]AB[dp][pd]TM[600]RE[W+R]\n\
         ;W[dd]WL[590.2]C[first\nremark];B[pp](;W[tt];B[])(;W[aa]))(;GM[1];B[aa])",
    )
    .unwrap();
    assert_eq!(record.board().to_string(), "19x19");
    assert_eq!(record.rules, Some(Rules::JAPANESE_APPROXIMATION));
    assert_eq!((record.komi, record.handicap), (Some(Komi::from_half_points(1)), 2));
    assert_eq!(record.players, ["a ] name", "x"].map(str::to_owned));
    assert_eq!((record.result.as_str(), record.comments.get(&1).map(String::as_str)), ("W+R", Some("first\nremark")));
    let position = record.position(Rules::CHINESE, Komi::default(), usize::MAX).unwrap();
    assert!(position.is_over() && record.first_to_move() == Player::White);
    let texts: Vec<&str> = record.moves.iter().map(|(_, mv)| position.move_text(*mv)).collect();
    assert_eq!(texts, ["D16", "Q4", "pass", "pass"]);
    let names = |player| position.stones(player).iter().map(|cell| position.topology().name(cell)).collect::<Vec<_>>();
    assert_eq!(names(Player::Black), ["Q16", "D4", "Q4"]);
}

/// As Fox and Chinese servers write it; our own files are taken literally.
#[test]
fn komi_is_read_as_servers_mean_it() {
    let komi = |text: &str| sgf::read(text).map(|record| record.komi.unwrap().to_string());
    for (text, points) in [
        ("(;SZ[19]KM[375])", "7.5"),
        ("(;SZ[19]KM[650])", "6.5"),
        ("(;SZ[19]KM[3.75])", "7.5"),
        ("(;SZ[19]KM[0.25])", "0.5"),
        ("(;SZ[19]KM[-6.5])", "-6.5"),
        ("(;AP[Tesuji:0.1]SZ[19]KM[375])", "375"),
    ] {
        assert_eq!(komi(text).as_deref(), Ok(points), "{text}");
    }
    for text in ["(;SZ[19]KM[376])", "(;SZ[19]KM[100])", "(;SZ[19]KM[6.3])", "(;AP[Tesuji:0.1]KM[6.3])"] {
        let tree = sgf::tree(text).unwrap();
        let game = sgf::game(&tree, tree.roots[0]).unwrap();
        assert!(game.record.komi.is_none() && game.notices[0].starts_with("KM["), "{text}: {:?}", game.notices);
    }
    // The size means nothing if points have names.
    assert!(sgf::read("(;TSJBOARD[hexagon:3]SZ[19]KM[0])").is_ok());
}

#[test]
fn rectangles_of_points_and_stones_taken_off() {
    let record = sgf::read("(;SZ[5:3]AB[aa:cb]AE[bb]AW[ea];PL[W])").unwrap();
    let names =
        |player: usize| record.setup[player].iter().map(|cell| record.topology().name(cell)).collect::<Vec<_>>();
    assert_eq!((names(0), names(1)), (vec!["A3", "B3", "C3", "A2", "C2"], vec!["E3"]));
    assert_eq!(record.first_to_move(), Player::White);
}

#[test]
fn other_boards_have_a_property_of_their_own() {
    let mut torus = Record::new(spec("torus:9x9")).unwrap();
    torus.moves.push((Player::Black, Move::Place(Cell::new(40))));
    assert!(sgf::write(&torus).unwrap().contains("GM[1]TSJBOARD[torus:9x9]SZ[9]\n;B[ee])"));
    let mut hexagon = Record::new(spec("hexagon:2")).unwrap();
    hexagon.setup[0].insert(Cell::new(3));
    let name = hexagon.topology().name(Cell::new(3)).to_owned();
    assert!(sgf::write(&hexagon).unwrap().contains(&format!("GM[1]TSJBOARD[hexagon:2]AB[{name}])")));
    let rectangle = Record::new(spec("9x13")).unwrap();
    assert!(sgf::write(&rectangle).unwrap().contains("GM[1]SZ[9:13])"));
    // A board file of Go Variants, as it is, in both forms.
    let theirs = r#"{"coordinates":[[0,0],[1,0],[0.5,0.9]],"adjacencyList":[[1],[0,2],[1]]}"#;
    let from_json = json::read(&format!(r#"{{"tesuji-record":1,"board":{theirs}}}"#)).unwrap();
    let value = theirs.replace(']', "\\]");
    let from_sgf = sgf::read(&format!("(;GM[1]TSJBOARD[{value}])")).unwrap();
    assert_eq!(from_json, from_sgf);
    assert_eq!(from_json.topology().n_cells(), 3);
}

#[test]
fn faults_are_told() {
    let sgf = |text: &str| sgf::read(text).unwrap_err().to_string();
    for (text, error) in [
        ("", "not SGF: line 1, column 1: expected `(;`, the start of a game, found the end"),
        ("(;GM[11];B[a1])", "the game is not Go: expected GM[1]"),
        ("(;SZ[99])", "SZ[99:99] after 0 moves: expected the size as 19 or columns:rows, at most 52"),
        ("(;SZ[9];B[dd];W[jj])", "W[jj] after 1 moves: expected a point of the board, or nothing for a pass"),
        ("(;SZ[9];B[dd];AB[aa][zz])", "AB[zz] after 1 moves: expected a point of the board"),
        ("(;TSJBOARD[torus:5x5]SZ[9])", "TSJBOARD[torus:5x5] and SZ[9] are different boards: expected SZ[5] or none"),
        ("(;TSJBOARD[9x9]SZ[9:13])", "TSJBOARD[9x9] and SZ[9:13] are different boards: expected SZ[9] or none"),
    ] {
        assert_eq!(sgf(text), error, "{text}");
    }
    assert!(matches!(sgf::read("(;TSJBOARD[octagon:4])"), Err(RecordError::Board(_))));
    let json = |text: &str| json::read(text).unwrap_err().to_string();
    assert!(json(r#"{"tesuji-record":2,"board":"9x9"}"#).contains("expected 1"));
    assert!(
        json(r#"{"tesuji-record":1,"board":"9x9","moves":["black K1"]}"#)
            .contains("moves[0]: the board has no cell `K1`")
    );
    assert!(json(r#"{"tesuji-record":1,"board":"9x9","colour":1}"#).contains("is not known here"));
    let illegal = sgf::read("(;SZ[9];B[dd];W[dd])").unwrap();
    let error = illegal.position(Rules::CHINESE, Komi::default(), usize::MAX).unwrap_err();
    assert_eq!(error.to_string(), "move 2, D6: the cell is taken");
    let mut beyond = Record::new(spec("3x3")).unwrap();
    beyond.moves.push((Player::Black, Move::Place(Cell::new(9))));
    assert_eq!(sgf::write(&beyond), Err(RecordError::Beyond(9)));
}

#[test]
fn handicap_and_the_records_own_rules_count() {
    let record = sgf::read("(;SZ[9]HA[2]AB[cc][gg]KM[0.5]RU[Chinese])").unwrap();
    let start = record.start(Rules::TROMP_TAYLOR, Komi::default()).unwrap();
    assert_eq!(
        (start.to_move(), start.komi(), *start.rules()),
        (Player::White, Komi::from_half_points(5), Rules::CHINESE)
    );
    let unsaid = sgf::read("(;SZ[9])").unwrap().start(Rules::AGA, Komi::from_half_points(3)).unwrap();
    assert_eq!(unsaid, Position::empty(spec("9x9").topology().unwrap(), Rules::AGA, Komi::from_half_points(3)));
}

/// Moves after the end as servers write them: issue 16.
#[test]
fn what_stands_behind_the_end_of_a_game_is_kept_as_far_as_it_can_be() {
    let read = |moves: &str| Record::read(&format!("(;GM[1]SZ[5]{moves})")).unwrap();
    let played = |moves: &str, n_moves| read(moves).position(Rules::CHINESE, Komi::default(), n_moves).unwrap();
    let told = |moves: &str| {
        let line = read(moves).main_line(usize::MAX);
        (line.moves.iter().map(|mv| mv.number).collect::<Vec<_>>(), line.notices)
    };
    let third = ";B[bb];W[];B[];W[]";
    assert!(played(third, 9).is_over() && played(third, 3).is_over() && !played(third, 2).is_over());
    assert_eq!(told(third), (vec![1, 2, 3], vec![RecordNotice::LatePass { number: 4 }]));
    let resumed = ";B[bb];W[];B[];W[dd];B[cc];W[];B[]";
    let end = played(resumed, 9);
    assert!(end.is_over() && end.stones(Player::Black).len() == 2 && end.stones(Player::White).len() == 1);
    assert!(played(resumed, 3).is_over() && !played(resumed, 4).is_over());
    assert_eq!(told(resumed), (vec![1, 2, 4, 5, 6, 7], vec![RecordNotice::Resumed { number: 4 }]));
    let both = ";B[];W[];B[];W[];B[cc]";
    let notices = [3, 4].map(|number| RecordNotice::LatePass { number });
    assert_eq!(told(both), (vec![1, 5], [&notices[..], &[RecordNotice::Resumed { number: 5 }]].concat()));
    // Both players passed, so a ko may be taken back at once.
    let ko = ";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[];B[cb]";
    assert_eq!(played(ko, 11).stones(Player::White).len(), 3, "the stone in the ko is taken");
    assert!(json::read(&json::write(&read(resumed)).unwrap()).unwrap() == read(resumed), "all of it is written");
    for (notice, words) in
        told(both).1.iter().zip(["move 3 is a pass after the end of the game", "move 4", "the game goes on"])
    {
        assert!(notice.to_string().starts_with(words), "{notice}");
    }
}

#[test]
fn captures_are_counted() {
    let captured = |text: &str, n_moves| {
        let record = Record::read(text).unwrap();
        record.played(Rules::TROMP_TAYLOR, Komi::default(), n_moves).unwrap().captured
    };
    let corner = "(;SZ[3];B[aa];W[ba];B[];W[ab])";
    assert_eq!((captured(corner, 3), captured(corner, 4)), ([0, 0], [0, 1]));
    // Two stones by suicide.
    let suicide = "(;SZ[4:1];B[aa];W[ca];B[ba];W[])";
    assert_eq!((captured(suicide, 2), captured(suicide, 4)), ([0, 0], [0, 2]));
    assert!(Record::read(suicide).unwrap().played(Rules::CHINESE, Komi::default(), 3).is_err());
}

#[test]
fn both_forms_are_known_by_their_beginning() {
    let json = Record::read("\u{feff} {\"tesuji-record\":1,\"board\":\"3x3\"}").unwrap();
    assert_eq!(json, Record::read("\u{feff}(;GM[1]SZ[3])").unwrap());
}

#[test]
fn a_handicap_of_one_is_an_even_game() {
    let record =
        Record::read(r#"{"tesuji-record":1,"board":"3x3","handicap":1,"rules":"chinese","komi":0.5}"#).unwrap();
    let start = record.start(Rules::AGA, Komi::default()).unwrap();
    assert_eq!((start.to_move(), start.komi()), (Player::Black, Komi::from_half_points(1)));
}

#[test]
fn a_line_too_long_is_refused_and_a_long_one_is_read() {
    assert_eq!(sgf::read(&format!("({})", ";".repeat(8192))).unwrap().moves.len(), 0);
    // In the last text each node has a property `A)`: issue 7.
    for text in [
        format!("({})", ";".repeat(100_000)),
        format!("(;{}{}", "(;".repeat(100_000), ")".repeat(100_001)),
        format!("({})", ";A)[]".repeat(100_000)),
    ] {
        assert_eq!(sgf::read(&text), Err(RecordError::Sgf(SgfError::Long(8192))));
    }
    // Many short variations, and brackets in a remark, are not a long line.
    assert!(sgf::read(&format!("(;{})", "(;)".repeat(20_000))).is_ok());
    assert!(sgf::read(&format!("(;C[{}])", ";".repeat(20_000))).is_ok());
}

#[test]
fn rectangles_without_end_are_refused_and_many_are_read() {
    // 7 bytes are 2,704 points, each written out by the reader of the tree: 70 kB took seconds.
    let whole = "[aa:ZZ]";
    for text in [
        format!("(;AB{})", whole.repeat(10_000)),
        format!("(;{})", format!("(;TB{whole})").repeat(10_000)),
        format!("(;VW{})", "[\\aa\\:ZZ]".repeat(10_000)),
    ] {
        assert_eq!(sgf::read(&text), Err(RecordError::Sgf(SgfError::Crowded(1_000_000))));
    }
    let record = sgf::read(&format!("(;SZ[19]AB[aa:ss];{}W[])", "VW[aa:ss]".repeat(2_000))).unwrap();
    assert_eq!((record.setup[0].len(), record.moves.len()), (361, 1));
}

#[test]
fn games_of_other_programs_on_odd_boards_are_read() {
    let result = |text: &str| {
        let position = govariants::read(text).unwrap().position(Rules::CHINESE, Komi::default(), usize::MAX).unwrap();
        assert!(position.is_over());
        position.score().to_string()
    };
    // The results that their own tests expect.
    let grid = include_str!("../../../../testdata/pasted/govariants-grid.json");
    let custom = include_str!("../../../../testdata/pasted/govariants-custom.json");
    assert_eq!((result(grid), result(custom)), ("W+31".to_owned(), "W+0.5".to_owned()));
    assert_eq!(govariants::read(grid).unwrap().players, ["one", "two"]);
    let game = |config: &str, moves: &str| {
        govariants::read(&format!(r#"{{"variant":"baduk","config":{config},"moves":{moves}}}"#))
    };
    // Three points in a row of two and one of three; each says which way it is linked.
    let holes =
        game(r#"{"board":{"type":"gridWithHoles","bitmap":[[3,2,0],[1,4,4]]}}"#, r#"[{"0":"3"},{"1":"timeout"}]"#);
    let holes = holes.unwrap();
    let links: Vec<_> = holes.topology().links().map(|(a, b)| (a.index(), b.index())).collect();
    assert_eq!((links, holes.topology().name(Cell::new(3))), (vec![(0, 1), (0, 2), (1, 3), (2, 3)], "B1"));
    assert_eq!((holes.moves[0].1, &*holes.result), (Move::Place(Cell::new(3)), "B+T"));
    let fault = |config, moves| game(config, moves).unwrap_err().to_string();
    let old = r#"{"width":5,"height":4,"komi":0.5}"#;
    assert!(fault(old, r#"[{"0":"aa"},{"1":"fa"}]"#).ends_with("moves[1]: `fa` is no point of the board"));
    assert!(fault(old, r#"[{"2":"aa"}]"#).ends_with("moves[0]: expected a move of player \"0\" or \"1\""));
    assert!(fault(r#"{"komi":0.5}"#, "[]").ends_with("config: expected `width` and `height`"));
    assert!(fault(r#"{"board":{"type":"cube","faceSize":5}}"#, "[]").contains("config.board.type"));
    assert!(fault(r#"{"board":{"type":"gridWithHoles"}}"#, "[]").contains("config.board.bitmap: "));
    let quantum = r#"{"variant":"quantum","config":{},"moves":[]}"#;
    assert!(govariants::read(quantum).unwrap_err().to_string().contains("not `quantum`"));
    let torus = Record::read(include_str!("../../../../testdata/pasted/q5go.sgf")).unwrap();
    assert_eq!(
        (torus.board().to_string(), torus.komi, torus.variations.len()),
        ("torus:9x9".into(), "6.5".parse().ok(), 1)
    );
    // The corner touches those of the other sides.
    let stones = torus.position(Rules::CHINESE, Komi::default(), usize::MAX).unwrap().stones(Player::White).clone();
    assert_eq!(stones.len(), 2, "{stones:?}");
}
