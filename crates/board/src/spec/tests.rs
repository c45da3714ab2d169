//! Boards as text: written text is read back, and other text is refused.

use proptest::prelude::*;

use super::*;

fn read(text: &str) -> Result<BoardSpec, BoardError> {
    text.parse()
}

#[test]
fn texts_name_boards_of_known_size() {
    for (text, n_cells) in [
        ("9x9", 81),
        ("13", 169),
        ("square:9x7", 63),
        ("torus:3x3", 9),
        ("cylinder:5x4", 20),
        ("hexagon:2", 7),
        ("hexagon:18", 919),
        ("triangle:4", 10),
        ("rhombus:5x4", 20),
        ("honeycomb:1", 6),
        ("honeycomb:13", 1014),
        ("honeycomb-triangle:2", 13),
        ("honeycomb-rhombus:2x1", 10),
        ("kagome:2", 30),
        ("kagome-triangle:2", 15),
        ("3.4.6.4:2", 42),
        ("3.12.12:2", 60),
        ("4.6.12:2", 84),
        ("3.3.3.3.6:2", 42),
        ("4.8.8:2x2", 24),
        ("4.8.8:3x2", 34),
        ("3.3.4.3.4:4", 64),
        ("3.3.3.4.4:6x5", 30),
        ("ring:6", 6),
        ("rings:3x12", 36),
        ("penrose:3", 71),
        ("cubic:4", 64),
        ("cubic:5x4x3", 60),
        ("diamond:8", 1022),
        ("cube:14", 1016),
        ("holes:9x9:E5,e4", 79),
        ("holes:cube:3:b5", 25),
        ("holes:honeycomb:2:a1", 23),
    ] {
        let spec = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let board = spec.topology().unwrap();
        assert_eq!(board.n_cells(), n_cells, "{text}");
        assert_eq!(read(&spec.to_string()), Ok(spec.clone()), "{text}");
        let json = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<BoardSpec>(&json).unwrap(), spec, "{text}");
        let kept = read(&BoardSpec::of_graph(&board).to_string()).unwrap();
        let kept = kept.topology().unwrap();
        let look = |board: &Topology| {
            let cells = board.cells().map(|cell| (board.name(cell).to_owned(), board.place(cell)));
            (cells.collect::<Vec<_>>(), board.links().collect::<Vec<_>>(), board.wrapping_links().to_vec())
        };
        assert_eq!(look(&kept), look(&board), "{text}");
    }
}

#[test]
fn there_is_a_board_of_each_kind() {
    let of_each_kind = |most_cells: usize| {
        let boards = BoardSpec::of_each_kind(most_cells);
        assert!(boards.iter().all(|spec| spec.topology().unwrap().n_cells() <= most_cells));
        boards.iter().map(BoardSpec::to_string).collect::<Vec<_>>()
    };
    // Seven lattices, six tilings in three cuts, three in rectangles, two of rings, Penrose's, and three in space.
    let boards = of_each_kind(100);
    assert_eq!(boards.len(), 7 + 6 * 3 + 3 + 2 + 1 + 3);
    for board in [
        "10x10",
        "holes:10x10:F5",
        "hexagon:6",
        "honeycomb:4",
        "3.3.3.3.6:2",
        "4.8.8:4x4",
        "ring:100",
        "rings:5x20",
        "penrose:3",
        "cubic:4x4x4",
        "diamond:3",
        "cube:5",
    ] {
        assert!(boards.contains(&board.to_owned()), "{board}: {boards:?}");
    }
    for (word, _) in TILINGS {
        assert!(boards.iter().any(|board| board.starts_with(&format!("{word}:"))), "{word}");
    }
    assert!(of_each_kind(2).len() < 10 && of_each_kind(0).is_empty());
}

#[test]
fn one_board_has_one_text() {
    for (text, written) in [
        ("square:9x9", "9x9"),
        ("9", "9x9"),
        ("torus:7", "torus:7x7"),
        ("rings:1x6", "ring:6"),
        ("holes:9x9:e4,E5,E4", "holes:9x9:E5,E4"),
        (" hexagon:3 ", "hexagon:3"),
        ("rhombus:4", "rhombus:4x4"),
    ] {
        assert_eq!(read(text).unwrap().to_string(), written);
    }
}

#[test]
fn what_is_no_board_is_refused_with_its_reason() {
    for (text, words) in [
        ("", "`` is not a board: expected a size such as `9x9`"),
        ("hex", "`hex` is not a board"),
        ("boards/mine.json", "is not a board"),
        ("hexagon", "`hexagon` is not a board"),
        ("hexagon:x", "`x` is not a size for `hexagon`: expected one number"),
        ("hexagon:3x3", "`3x3` is not a size for `hexagon`"),
        ("hexagon:19", "1 to 1024 cells, not 1027"),
        ("triangle:0", "`0` is not a size for `triangle`"),
        ("9x0", "`9x0` is not a size for `square`: expected columns and rows"),
        ("torus:9x-1", "`9x-1` is not a size for `torus`"),
        ("33x32", "1 to 1024 cells, not 1056"),
        ("99999x99999", "is not a size"),
        ("9999x9999", "1 to 1024 cells"),
        ("ring:2", "`2` is not a size for `ring`: expected a number of cells, at least 3"),
        ("rings:6", "expected rings and cells of each"),
        ("penrose:12", "1 to 1024 cells, not 1041"),
        ("cubic:5x4", "expected columns, rows and layers"),
        ("cubic:9999", "1 to 1024 cells"),
        ("diamond:1", "expected one number, at least 2"),
        ("cube:15", "1 to 1024 cells, not 1178"),
        ("4.8.8-triangle:3", "is not a board"),
        ("honeycomb-hexagon:3", "is not a board"),
        ("holes:9x9", "is not a size for `holes`"),
        ("holes:9x9:", "has no cell `` to leave out"),
        ("holes:9x9:K10", "the board `9x9` has no cell `K10`"),
        ("holes:1x1:A1", "1 to 1024 cells, not 0"),
        ("holes:holes:9x9:E5:E4", "is not a board"),
        ("{", "line 1, column 1"),
        ("{}", "the file: expected `tesuji-board` and `links`, or govariants'"),
    ] {
        let message = read(text).expect_err(text).to_string();
        assert!(message.contains(words), "{text}: {message}");
    }
}

proptest! {
    #[test]
    fn any_text_is_a_board_or_an_error(text in "[a-z0-9.:x,{}\\[\\]\"-]{0,30}") {
        if let Ok(spec) = read(&text) {
            prop_assert_eq!(read(&spec.to_string()), Ok(spec));
        }
    }

    #[test]
    fn kinds_with_any_size_do_too(kind in "(square|torus|cylinder|hexagon|triangle|rhombus|honeycomb|kagome-triangle|4\\.8\\.8|rings|ring|penrose|diamond|cube)",
                                  size in "[0-9]{1,3}(x[0-9]{1,3})?") {
        if let Ok(spec) = read(&format!("{kind}:{size}")) {
            prop_assert!(spec.topology().unwrap().is_connected());
            prop_assert_eq!(read(&spec.to_string()), Ok(spec));
        }
    }
}
