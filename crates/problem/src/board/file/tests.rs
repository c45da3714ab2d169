//! Contents of files of positions, and reports of faulty ones.

use proptest::prelude::*;
use tesuji_board::{CellSet, Player};

use super::{ExpectedAnswer, PositionDefaults, Puzzle, parse, write_toml};
use crate::board::{MoveMap, Question};

fn read(text: &str) -> Vec<Puzzle> {
    parse(text, &PositionDefaults::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn fault(text: &str) -> String {
    parse(text, &PositionDefaults::default()).expect_err(text).to_string()
}

fn names(question: &Question, cells: &CellSet) -> String {
    cells.iter().map(|cell| question.topology.name(cell)).collect::<Vec<_>>().join(" ")
}

/// The three positions as programs write them. The first has an answer of each kind.
const JSON: &str = r#"{"note": "three", "problems": [
{"id": "one", "width": 3, "height": 2, "black": ["b1"], "white": ["a2"], "to_move": "white", "query": "x",
 "winner": "white", "winning_moves": ["b2"], "all_winning_moves_recomputed": ["c1", "b2"]},
{"id": "two", "width": 2, "height": 2, "black": [], "white": [], "to_move": "black", "reference_time": null},
{"id": "three", "width": 2, "height": 2, "black": ["a1"], "white": [], "to_move": "white", "winning_moves": []}]}"#;

const TOML: &str = "
# Comments may stand anywhere.
[[position]]
id = 'one'
to_move = 'white'
winner = 'white'
winning_moves = 'b2'
all_winning_moves = 'c1 b2'
diagram = '''
  a b c
1 . B .
 2 W . .
'''

[[position]]
id = 'two'
to_move = 'Black'
board = '2x2'

[[position]]
id = 'three'
to_move = 'white'
winning_moves = 'none'
board = '2x2'
black = 'a1'
";

#[test]
fn json_and_toml_say_the_same() {
    let puzzles = read(JSON);
    assert_eq!(puzzles, read(TOML));
    let [one, two, three] = &puzzles[..] else { panic!("three positions") };
    assert_eq!((one.question.size(), one.question.to_move), ((3, 2), Player::White));
    assert_eq!(names(&one.question, &one.question.black), "b1");
    assert_eq!(names(&one.question, &one.question.white), "a2");
    assert_eq!(one.expected.winner, Some(Player::White));
    assert_eq!(names(&one.question, &one.expected.winning), "b2");
    assert_eq!(names(&one.question, one.expected.all_winning.as_ref().unwrap()), "c1 b2");
    assert_eq!((&two.expected, two.question.to_move), (&ExpectedAnswer::default(), Player::Black));
    assert_eq!(three.expected.winner, Some(Player::Black), "White, to move, has no winning move");
    let lines: String = JSON.lines().skip(1).collect::<Vec<_>>().join(" ").replace("]}]}", "]}").replace("},", "}\n");
    assert_eq!(read(&lines), puzzles, "one position a line");
}

#[test]
fn what_is_written_reads_back() {
    let puzzles = read(JSON);
    let text: String = puzzles.iter().map(write_toml).collect();
    let back = read(&text);
    assert_eq!(back, puzzles);
}

#[test]
fn all_moves_are_the_empty_cells() {
    let text =
        "[[position]]\nid = 'x'\nto_move = 'black'\nboard = '2x2'\nblack = 'b1'\nall_winning_moves = 'all except b2'\n";
    let puzzle = read(text).remove(0);
    assert_eq!(names(&puzzle.question, puzzle.expected.all_winning.as_ref().unwrap()), "a1 a2");
    let all = read(&text.replace(" except b2", ""));
    assert_eq!(read(&write_toml(&all[0])), all);
}

proptest! {
    #[test]
    fn damaged_files_give_positions_or_an_error(
        file in prop::sample::select(vec![
            JSON, TOML, "[[openings]]\ndiagram = '''\n . B\n  B .\n'''\n", "(;SZ[5];B[a3];W[c3])",
        ]),
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), prop::sample::select(b"ab1 29'\"\n.,BWx[]{}=#-".to_vec())), 0..6,
        ),
    ) {
        let mut bytes = file.as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let text = String::from_utf8(bytes).unwrap();
        for mut puzzle in parse(&text, &PositionDefaults::default()).unwrap_or_default() {
            prop_assert!(puzzle.question.position().is_ok());
            // Only one list of moves is written, with the winner that follows from it.
            puzzle.expected = ExpectedAnswer { all_winning: None, ..puzzle.expected };
            prop_assert_eq!(read(&write_toml(&puzzle)), [puzzle]);
        }
    }
}

#[test]
fn maps_of_openings_are_positions() {
    let json = r#"{"convention": "..", "boards": {"2x2": {"source": "..", "openings":
        {"a1": "loss", "b1": "win", "a2": "win", "b2": "loss"}}, "1x1": {"openings": {"a1": "win"}}}}"#;
    let toml = "[[openings]]\ndiagram = '''\nW B\n B W\n'''\n[[openings]]\ndiagram = 'B'\n";
    let puzzles = read(json);
    assert_eq!(puzzles, read(toml));
    let ids: Vec<&str> = puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(ids, ["2x2-a1", "2x2-b1", "2x2-a2", "2x2-b2", "1x1-a1"]);
    assert_eq!(puzzles[1].expected.winner, Some(Player::Black));
    assert_eq!(puzzles[3].expected.winner, Some(Player::White));
    assert!(puzzles.iter().all(|puzzle| puzzle.question.to_move == Player::White));
    assert_eq!(read("[[openings]]\ndiagram = '''\n. B\n B .\n'''\n").len(), 2, "what is not known is no position");
}

#[test]
fn any_notation_is_a_position() {
    let unsaid = |size, to_move| PositionDefaults { id: "it".to_owned(), to_move, size };
    let stones = |text: &str, unsaid: &PositionDefaults| {
        let puzzle = parse(text, unsaid).unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
        let question = puzzle.question;
        let cells = [&question.black, &question.white].map(|cells| names(&question, cells));
        (puzzle.id, question.size(), cells, question.to_move)
    };
    let found = |size, black: &str, white: &str, to_move| {
        ("it".to_owned(), (size, size), [black.to_owned(), white.to_owned()], to_move)
    };
    let open = unsaid(None, None);
    assert_eq!(stones("https://hexworld.org/board/#5r9c1,a3c3b2", &open), found(5, "b2 a3", "c3", Player::White));
    assert_eq!(stones("a3 c3", &open), found(11, "a3", "c3", Player::Black));
    assert_eq!(stones("a3 c3", &unsaid(Some((5, 5)), None)), found(5, "a3", "c3", Player::Black));
    assert_eq!(stones("a3 c3", &unsaid(Some((5, 5)), Some(Player::White))), found(5, "a3", "c3", Player::White));
    assert_eq!(stones("(;FF[4]GM[11]SZ[5];B[a3];W[c3])", &open), found(5, "a3", "c3", Player::Black));
    assert_eq!(stones(". B\n . .\n", &open), found(2, "b1", "", Player::White));
    assert_eq!(stones(". x\n o .\n", &open), found(2, "b1", "a2", Player::Black));
    let unclear = parse("W B\n W .\n", &open).unwrap_err().to_string();
    assert!(unclear.contains("1 black and 2 white stones do not determine whose turn it is"), "{unclear}");
    assert_eq!(stones("W B\n W .\n", &unsaid(None, Some(Player::White))), found(2, "b1", "a1 a2", Player::White));
}

#[test]
fn faults_are_named_with_their_place() {
    let position = |more: &str| {
        format!("{{\"id\": \"x\", \"width\": 2, \"height\": 2, \"to_move\": \"white\",\n\"black\": [\"a1\"], {more}}}")
    };
    for (more, message) in [
        (r#""white": ["a1"]"#, "line 2, column 29: `a1` is white as well as black"),
        (r#""white": ["a2", "a2"]"#, "line 2, column 35: cell `a2` is used twice; first on line 2"),
        (r#""white": ["c1"]"#, "line 2, column 29: `c1`: expected a cell from a1 to b2"),
        (r#""white": [7]"#, "line 2, column 28: `7`: expected a list of cells, each a text"),
        (r#""white": "b2""#, "line 2, column 27: `\"b2\"`: expected a list of cells, each a text"),
        (
            r#""black": []"#,
            "line 1, column 1: `{\"id\": \"x\", \"width\": 2, \"height\": 2, \"to..`: expected a position: an object, none of its keys twice",
        ),
        (r#""x": 0"#, "line 1, column 1: no `white`: expected the list of White's stones"),
        (r#""white": [], "winner": "red""#, "line 2, column 42: `red`: expected `black` or `white`"),
        (r#""white": [], "winning_moves": ["a1"]"#, "line 2, column 50: `a1`: expected a move to an empty cell"),
        (
            r#""white": [], "winner": "black", "winning_moves": ["a2"]"#,
            "line 2, column 42: `black`: expected `white` as the winner, as the winning moves say with white to move",
        ),
        (
            r#""white": [], "winning_moves": ["a2"], "all_winning_moves": ["b1"]"#,
            "line 2, column 50: `a2`: expected one of all the winning moves that the file lists",
        ),
        (
            r#""white": [], "winning_moves": [], "all_winning_moves": ["b1"]"#,
            "line 2, column 73: `none`: expected `white` as the winner, as the winning moves say with white to move",
        ),
    ] {
        let found = fault(&position(more));
        assert_eq!(found, message);
    }
    let twice = format!("{0}\n{0}", position("\"white\": []"));
    assert_eq!(fault(&twice), "line 3, column 9: id `x` is used twice; first on line 1");
    for (text, message) in [
        ("", "read as a diagram"),
        ("[]", "line 1, column 1: no position in this file"),
        ("{", "faulty JSON: the text breaks off"),
        ("[[problem]]\n", "line 1, column 3: `problem` is not known here: expected `position` or `openings`"),
        ("[[position]]\nto_move = 'black'\n", "line 1, column 1: no `id`"),
        ("[[position]]\nid = 'x'\nboard = '2x2'\n", "line 1, column 1: no `to_move`"),
        ("[[position]]\nid = 'x'\nto_move = 'black'\n", "line 1, column 1: no `diagram`"),
        (
            "[[position]]\nid = 'x'\nto_move = 'black'\nboard = '20x2'\n",
            "line 4, column 10: `20x2`: expected a rhombus",
        ),
        (
            "[[position]]\nid = 'x'\nto_move = 'black'\nboard = '2x2'\ndiagram = '.'\n",
            "`board` cannot stand beside `a drawing`",
        ),
        (
            "[[position]]\nid = 'x'\nto_move = 'black'\ndiagram = '''\n. B\n . ?\n'''\n",
            "line 6, column 4: expected a cell: one of",
        ),
        ("[[openings]]\ndiagram = '''\n# B\n . .\n'''\n", "expected a whole board"),
        (r#"{"boards": {"2x2": {"openings": {"a1": "draw"}}}}"#, "line 1, column 41: `draw`: expected `win` or `loss`"),
        (
            r#"{"boards": {"2x2": {"openings": {"c1": "win"}}}}"#,
            "line 1, column 35: `c1`: expected a cell from a1 to b2",
        ),
        (r#"{"boards": {"2x2": {"openings": {"a1": "win", "a1": "win"}}}}"#, "id `2x2-a1` is used twice"),
        (r#"{"boards": {"0x2": {"openings": {}}}}"#, "`0x2`: expected a rhombus with sides from 1 to 19"),
        ("a1 a1", "move 2: a1 is taken"),
        ("A .\n . V\n", "`A` belongs to a claim"),
    ] {
        let found = fault(text);
        assert!(found.contains(message), "{text}\n  {found}\n  {message}");
    }
}

#[test]
fn an_answer_is_judged_by_what_the_file_states() {
    let puzzle = read(JSON).remove(0);
    let cell = |name: &str| puzzle.question.topology.cell(name).unwrap();
    let moves = |winning: &[&str], losing: &[&str]| MoveMap {
        winning: winning.iter().map(|name| cell(name)).collect(),
        losing: losing.iter().map(|name| cell(name)).collect(),
        nodes: 0,
    };
    let (white, none) = (Some(Player::White), moves(&[], &[]));
    let judge = |winner, mv: Option<&str>, moves: &MoveMap| puzzle.expected.judge(winner, mv.map(cell), moves);
    assert_eq!(judge(None, None, &none), None);
    assert_eq!(judge(white, None, &none), Some(true));
    assert_eq!(judge(Some(Player::Black), None, &none), Some(false));
    assert_eq!(judge(white, Some("c1"), &none), Some(true));
    assert_eq!(judge(white, Some("a1"), &none), Some(false), "a1 is none of all winning moves");
    assert_eq!(judge(white, None, &moves(&["c1", "b2"], &["a1", "c2"])), Some(true));
    assert_eq!(judge(white, None, &moves(&["b2"], &["a1", "c1", "c2"])), Some(false), "c1 wins");
    assert_eq!(judge(white, None, &moves(&["a1", "c1", "b2"], &[])), Some(false), "a1 does not");
    assert_eq!(ExpectedAnswer::default().judge(white, None, &none), None);
}
