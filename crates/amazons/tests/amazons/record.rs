//! Games to text and back, and arbitrary text.

use crate::setups::setups;
use proptest::prelude::*;
use tesuji_amazons::notation::write_move;
use tesuji_amazons::record::{self, Record, RecordError, RecordLine, SgfError, Variation, botzone, is_game, list, sgf};
use tesuji_amazons::{Position, Setup};
use tesuji_board::Player;
use tesuji_game::Game;

/// Origin: the example of the page on Amazons at red-bean.com, its set-up and first moves.
const RED_BEAN: &str = "(;GM[18]FF[4]AB[dj][gj][ag][jg]AW[da][ga][ad][jd];B[djddgd];W[addgad]C[hm \\] a]\n;B[gjehea])";

fn moves_of(record: &Record) -> String {
    let names: Vec<_> = record.main.moves.iter().map(|&mv| write_move(record.setup.size, mv)).collect();
    names.join(" ")
}

#[test]
fn both_conventions_are_read() {
    let record = sgf::read(RED_BEAN).unwrap();
    assert_eq!(record.setup, Setup::standard(10).unwrap().sorted());
    assert_eq!(moves_of(&record), "d1-d7/g7 a7-d4/a7 g1-e3/e10");
    assert_eq!(record.main.comments[&2], "hm ] a");
    // The same without a set-up.
    assert_eq!(sgf::read("(;GM[18];B[djddgd];W[addgad]C[hm \\] a];B[gjehea])"), Ok(record.clone()));

    // As PlayStrategy writes it: White is below and moves first.
    let theirs = sgf::read("(;GM[18];W[djdegb];B[addgad])").unwrap();
    assert_eq!(moves_of(&theirs), "d1-d6/g9 a7-d4/a7");
    assert_eq!(theirs.setup.to_move, Player::White);
    let black: Vec<_> = theirs.setup.black.iter().map(|&square| theirs.setup.size.name_of(square)).collect();
    assert_eq!(black, ["d10", "g10", "a7", "j7"]);
    let exchanged = theirs.clone().with_colours_exchanged();
    assert_eq!(exchanged.setup, record.setup);
    assert_eq!(exchanged.with_colours_exchanged(), theirs);
    // Our own form of it states the position, so nothing is left to guess.
    assert_eq!(sgf::read(&sgf::write(&theirs).unwrap()), Ok(theirs));

    // White begins from above: red-bean's set-up with the other player first.
    let handicap = sgf::read("(;GM[18]PL[W];W[dadbdc])").unwrap();
    assert_eq!(handicap.setup.black, record.setup.black);
    let nobody_moved = sgf::read("(;GM[18]PL[W])").unwrap();
    assert_eq!(nobody_moved.setup.white, record.setup.black);
    assert_eq!(sgf::read("(;GM[18]SZ[8])").unwrap().setup, Setup::standard(8).unwrap().sorted());
}

/// As many as there are legal moves, for the player to move and, with the turn given away, for the other.
#[test]
fn numbers_of_moves_are_those_of_the_rules() {
    let record = sgf::read(RED_BEAN).unwrap();
    let numbers = record.numbers_of_moves().unwrap();
    assert_eq!((numbers.len(), numbers[0]), (record.main.moves.len() + 1, [2176, 2176]));
    for (n_moves, [black, white]) in numbers.into_iter().enumerate() {
        let position = record.position(n_moves).unwrap();
        let of_turn = if position.to_move() == Player::Black { black } else { white };
        assert_eq!(u64::from(of_turn), tesuji_game::perft(&position, 1), "after {n_moves}");
    }
}

#[test]
fn set_ups_are_read() {
    let record = sgf::read("(;GM[18]SZ[4:3]AB[aa]AW[dc]AA[da][aa:bc]AE[ab:bc]PL[W])").unwrap();
    let setup = record.setup;
    assert_eq!((setup.size.columns, setup.size.rows, setup.to_move), (4, 3, Player::White));
    // The later property wins the square.
    assert_eq!((setup.black, setup.white, setup.arrows), (vec![], vec![11], vec![0, 1, 3]));
    let arrows = sgf::read("(;GM[18]SZ[5]AA[cc];B[adbdcd])").unwrap();
    assert_eq!((arrows.setup.arrows, arrows.setup.black.len()), (vec![12], 4));
}

#[test]
fn variations_and_remarks_are_kept() {
    let text =
        "(;GM[18]C[at first];B[djddgd]C[one](;W[addgad];B[gjehea])(;W[gagbgc]C[two](;B[gjgigh])(;C[or];B[agahai])))";
    let record = sgf::read(text).unwrap();
    assert_eq!(moves_of(&record), "d1-d7/g7 a7-d4/a7 g1-e3/e10");
    assert_eq!((&*record.main.comments[&0], &*record.main.comments[&1]), ("at first", "one"));
    let [variation] = &*record.main.variations else { panic!("one variation") };
    assert_eq!((variation.after, &*variation.line.comments[&1]), (1, "two"));
    assert_eq!(variation.line.moves.len(), 2);
    let [other] = &*variation.line.variations else { panic!("one below it") };
    assert_eq!((other.after, &*other.line.comments[&0], other.line.moves.len()), (1, "or", 1));
    assert_eq!(sgf::read(&sgf::write(&record).unwrap()), Ok(record));
}

#[test]
fn faults_of_files_are_told_with_their_place() {
    for (text, message) in [
        ("", "not SGF: line 1, column 1: expected `(;`, the start of a game, found the end"),
        ("(;GM[1];B[dd])", "not Amazons: expected GM[18]"),
        ("(;GM[11];B[dd])", "not Amazons: expected GM[18]"),
        ("(;GM[18]SZ[7])", "SZ[7x7] after 0 moves: expected AB and AW, as no usual start is known for this board"),
        ("(;GM[18]SZ[13])", "a board has 1 to 12 columns and rows, not 13x13"),
        ("(;GM[18];B[djddgd];W[addg])", "W[addg] after 1 moves: expected three points of the board: from, to, arrow"),
        ("(;GM[18];B[djddgd];B[addgad])", "B[addgad] after 1 moves: expected a move of the other player"),
        ("(;GM[18];B[djddgd];W[dddgad])", "move 2, d7-d4/a7, is not legal for white: white has no amazon on d7"),
        (
            "(;GM[18];B[djddgd];AA[aa])",
            "AA[aa] after 1 moves: expected no set-up after the first move or the first variation",
        ),
        (
            "(;GM[18](;B[djddgd])(;AA[ee];B[djddgd]))",
            "AA[ee] after 0 moves: expected no set-up after the first move or the first variation",
        ),
        (
            "(;GM[18](;AA[ee];B[djddgd])(;B[djddgd]))",
            "AA[ee] after 0 moves: expected no set-up after the first move or the first variation",
        ),
        ("(;GM[18]AB[zz])", "AB[zz] after 0 moves: expected a point of the board"),
        (
            "(;GM[18];B[djddgd](;W[addgad])(;W[adad]))",
            "W[adad] after 1 moves: expected three points of the board: from, to, arrow",
        ),
    ] {
        assert_eq!(sgf::read(text).unwrap_err().to_string(), message, "{text}");
    }
    // The second is read as nodes with a property `A)`: issue 7.
    for node in [";", ";A)[]"] {
        let deep = format!("(;GM[18]{})", node.repeat(100_000));
        assert!(matches!(sgf::read(&deep), Err(RecordError::Sgf(SgfError::Long(_)))), "{node}");
    }
    // Without `GM` it would be read as Go, in which seven bytes are 2,704 points.
    let crowded = format!("(;AB{})", "[aa:ZZ]".repeat(10_000));
    assert!(matches!(sgf::read(&crowded), Err(RecordError::Sgf(SgfError::Crowded(_)))));
}

#[test]
fn botzone_is_understood_in_both_forms() {
    let first = botzone::read("1\n-1 -1 -1 -1 -1 -1\n").unwrap();
    assert_eq!(first, Record::new(botzone::start()));
    assert_eq!(first.setup.size.name_of(first.setup.black[0]), "a6");
    let lines = "2\n-1 -1 -1 -1 -1 -1\n0 2 0 4 3 4\n2 7 2 4 2 7\nmy own data\n";
    let record = botzone::read(lines).unwrap();
    assert_eq!(moves_of(&record), "a6-a4/d4 c1-c4/c1");
    assert_eq!(record.position(2).unwrap().to_move(), Player::Black);
    let object = |numbers: [i8; 6]| {
        let [a, b, c, d, e, f] = numbers;
        format!(r#"{{"x0":{a},"y0":{b},"x1":{c},"y1":{d},"x2":{e},"y2":{f}}}"#)
    };
    let json = format!(
        r#"{{"requests":[{},{}],"responses":[{}],"data":""}}"#,
        object([-1; 6]),
        object([2, 7, 2, 4, 2, 7]),
        object([0, 2, 0, 4, 3, 4])
    );
    assert_eq!(botzone::read(&json), Ok(record.clone()));
    assert_eq!(botzone::write_line(record.main.moves[0]), "0 2 0 4 3 4");
    assert_eq!(botzone::write_json(record.main.moves[0]), format!(r#"{{"response":{}}}"#, object([0, 2, 0, 4, 3, 4])));

    let as_second = botzone::read("1\n0 2 0 4 3 4").unwrap();
    assert_eq!(as_second.position(1).unwrap().to_move(), Player::White);
    for (text, message) in [
        ("", "request or response number 0: expected how many requests follow, from 1 to 64, found ``"),
        ("2\n0 2 0 4 3 4\n", "request or response number 2: expected six whole numbers, found ``"),
        ("1\n0 2 0 8 3 4\n", "request or response number 1: expected six numbers from 0 to 7, found `0 2 0 8 3 4`"),
        ("1\n0 3 0 4 3 4\n", "move 1, a5-a4/d4, is not legal for black: black has no amazon on a5"),
        ("{\"requests\":[]}", "not a request in JSON: expected one request more than responses, found 0 and 0"),
        ("{\"requests\":[3]}", "request or response number 1: expected an object of x0, y0, x1, y1, x2, y2, found `3`"),
    ] {
        assert_eq!(botzone::read(text).unwrap_err().to_string(), message, "{text}");
    }
}

/// Whole games; the README next to them gives their origin.
fn whole(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../testdata/amazons/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn whole_games_are_the_same_in_all_forms() {
    let usual = Setup::standard(10).unwrap();
    let [list, black_below, white_below] =
        ["10x10.moves", "10x10-black-below.sgf", "10x10-white-below.sgf"].map(|name| {
            let text = whole(name);
            assert!(is_game(&text), "{name}");
            record::read(&text, &Setup::standard(4).unwrap()).unwrap()
        });
    assert_eq!((list.main.moves.len(), &list.setup), (83, &usual.sorted()));
    assert_eq!(black_below, list);
    assert_eq!(white_below.setup.to_move, Player::White);
    assert_eq!(white_below.with_colours_exchanged(), list);
    let end = list.position(usize::MAX).unwrap();
    assert_eq!(end.outcome().and_then(|outcome| outcome.winner()), Some(Player::Black));
    assert_eq!(list::write(&list).unwrap(), whole("10x10.moves"));
    assert_eq!(botzone::shown(&list), Err(RecordError::NotBotzone));

    let [lines, json] = ["8x8.botzone", "8x8.botzone.json"].map(whole);
    let game = botzone::read(&lines).unwrap();
    assert_eq!(botzone::read(&json).as_ref(), Ok(&game));
    assert!(is_game(&lines) && is_game(&json));
    assert_eq!(botzone::write_requests(&game), lines);
    // From our start, with Black below, the game is the same upside down.
    let ours = game.clone().image(2).unwrap();
    assert_eq!(ours.setup, Setup::standard(8).unwrap().sorted());
    assert_eq!(botzone::write_requests(&botzone::shown(&ours).unwrap()), lines);
    assert_eq!(ours.image(8).unwrap_err().to_string(), "a board of 8x8 has no symmetry number 8");
}

/// A line of legal moves, with remarks and variations here and there, all determined by `choices`.
fn line(position: &Position, choices: &mut impl Iterator<Item = u16>, depth: usize) -> RecordLine {
    let mut line = RecordLine::default();
    let mut position = position.clone();
    while let Some(choice) = choices.next() {
        let moves = position.moves();
        if choice % 3 == 0 {
            line.comments.insert(line.moves.len(), format!("remark [{choice}\\]\nand more"));
        }
        if choice % 4 == 0 && depth < 4 {
            let after = line.moves.len();
            line.variations.push(Variation { after, line: self::line(&position, choices, depth + 1) });
        }
        if moves.is_empty() || (depth > 0 && choice % 7 == 0) {
            break;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        position.play(mv).unwrap();
        line.moves.push(mv);
    }
    line
}

fn records() -> impl Strategy<Value = Record> {
    let standard = prop_oneof![Just(4), Just(5), Just(8), Just(10)].prop_map(|side| Setup::standard(side).unwrap());
    let choices = prop::collection::vec(any::<u16>(), 0..40);
    (prop_oneof![setups(), standard], choices, "[ -~]{0,12}", any::<bool>()).prop_map(
        |(setup, choices, name, white_wins)| {
            let mut record = Record::new(setup.sorted());
            record.main = line(&Position::new(&record.setup).unwrap(), &mut choices.into_iter(), 0);
            record.players = [name.clone(), String::new()];
            record.event = name;
            record.result = if white_wins { "W+R".to_owned() } else { "B+2".to_owned() };
            record
        },
    )
}

fn check_any(text: &str) {
    let usual = Setup::standard(10).unwrap();
    for record in [sgf::read(text), botzone::read(text), list::read(text, &usual)].into_iter().flatten() {
        record.position(usize::MAX).unwrap();
        let written = sgf::write(&record).unwrap();
        let again = sgf::read(&written).unwrap();
        assert_eq!(
            (&again.setup.clone().sorted(), &again.main.moves),
            (&record.setup.clone().sorted(), &record.main.moves)
        );
        assert_eq!(sgf::read(&sgf::write(&again).unwrap()), Ok(again));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_are_read_back(record in records()) {
        let written = sgf::write(&record).unwrap();
        let read = sgf::read(&written);
        prop_assert_eq!(read.as_ref(), Ok(&record), "{}", written);
        prop_assert_eq!(read.unwrap().with_colours_exchanged().with_colours_exchanged(), record);
    }

    #[test]
    fn lists_are_read_back(record in records(), symmetry in 0..8_usize) {
        let mut record = record;
        record.main.comments.clear();
        record.main.variations.clear();
        record = Record { main: record.main, ..Record::new(record.setup) };
        let text = list::write(&record).unwrap();
        let other = Setup::standard(4).unwrap();
        let read = list::read(&text, &other);
        prop_assert_eq!(read.as_ref(), Ok(&record), "{}", text);
        // Each image can be played like the game itself, and each symmetry except the quarter turns is its own inverse.
        if let Ok(image) = record.clone().image(symmetry) {
            prop_assert_eq!(image.position(usize::MAX).is_ok(), true);
            let back = image.image(match symmetry { 5 => 6, 6 => 5, other => other }).unwrap();
            prop_assert_eq!(back, record);
        }
    }

    #[test]
    fn requests_are_read_back(choices in prop::collection::vec(any::<u16>(), 0..12)) {
        let mut record = Record::new(botzone::start());
        record.main = line(&Position::new(&record.setup).unwrap(), &mut choices.into_iter(), 4);
        record.main.comments.clear();
        let text = botzone::write_requests(&record);
        prop_assert_eq!(botzone::read(&text), Ok(record), "{}", text);
    }

    #[test]
    fn a_game_that_cannot_be_played_is_not_written(mut record in records(), at in any::<prop::sample::Index>()) {
        prop_assume!(!record.main.moves.is_empty());
        let mv = at.get_mut(&mut record.main.moves);
        mv.arrow = mv.to;
        let is_refused = matches!(sgf::write(&record), Err(RecordError::Illegal { .. }));
        prop_assert!(is_refused);
    }

    #[test]
    fn a_spoilt_file_gives_a_game_or_an_error(at in any::<prop::sample::Index>(), letter in "[a-j;()\\[\\]A-Z:0-9\\\\]") {
        let mut text = RED_BEAN.replace(";W", "(;W").replace("])", "])(;W[gagbgc]))");
        let at = at.index(text.len());
        text.replace_range(at..=at, &letter);
        check_any(&text);
    }

    #[test]
    fn any_text_gives_a_game_or_an_error(text in any::<String>()) {
        check_any(&text);
    }

    #[test]
    fn any_bytes_give_a_game_or_an_error(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(b"(;[]\\CABWSZ:ae19".to_vec())], 0..80),
        head in prop::sample::select(vec!["", "(;GM[18]", "(;GM[18]CA[Shift_JIS]C[", "(;GM[18]CA[gb18030]B[", "(;GM[18]SZ[6]AB["]),
    ) {
        check_any(&tesuji_game::decode(&[head.as_bytes(), &bytes, b"])"].concat()).text);
    }
}
