//! Meaning of each notation, shown by hand-made examples of its conventions.

use tesuji_board::{BOTTOM, Player, TOP};
use tesuji_hex::notation::{Notation, NotationContent, ascii, detect, hdg, hexwiki, hexworld, move_list, read, sgf};
use tesuji_hex::render::Margins;
use tesuji_hex::{Action, Diagram, GameResult, Mark, Record, WinReason};

fn names(record: &Record) -> String {
    let position = record.start().unwrap();
    let word = |mv: &tesuji_hex::RecordMove| match mv.action {
        Action::Place(cell) => format!("{}{}", &mv.player.name()[..1], position.topology().name(cell)),
        action => format!("{}-{action:?}", &mv.player.name()[..1]),
    };
    record.moves.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn marks(diagram: &Diagram) -> String {
    ascii::write(diagram, Margins::Bare).replace(' ', "")
}

#[test]
fn hexgui_sgf() {
    let text = r"(;AP[HexGui:0.9]FF[4]GM[11]SZ[5:4]PB[a \[b\]]PW[c]RE[W+Resign]AB[a1][e4]AW[b2]AE[e4]PL[W]
        C[so\:
        it \\ began];W[c3]C[hm];B[d2](;W[pass];B[resign])(;W[a2]))";
    let record = sgf::read(text).unwrap();
    assert_eq!(record.size(), (5, 4));
    assert_eq!(names(&record), "wc3 bd2 w-Pass b-Resign");
    assert_eq!(record.players, ["a [b]", "c"]);
    assert_eq!(record.result, Some(GameResult::Win(Player::White, Some(WinReason::Resignation))));
    assert_eq!((record.setup[0].len(), record.setup[1].len(), record.to_move), (1, 1, Player::White));
    assert_eq!(record.comments[&0], "so:\n        it \\ began");
    assert_eq!(record.comments[&1], "hm");
    // The variation.
    let collection = sgf::Collection::read(text).unwrap();
    assert_eq!(names(&collection.record(5).unwrap()), "wc3 bd2 wa2");
}

#[test]
fn what_a_swap_meant_shows_in_the_next_move() {
    let of =
        |program: &str, moves: &str| names(&sgf::read(&format!("(;AP[{program}]GM[11]SZ[11];B[b4];{moves})")).unwrap());
    assert_eq!(of("HexGui:0.9", "W[swap-pieces];W[f6]"), "bb4 w-SwapSides wf6");
    assert_eq!(of("HexGui:1.0", "W[swap-pieces];W[f6]"), "bb4 w-SwapSides wf6");
    assert_eq!(of("PlayHex:1", "W[swap-pieces];B[f6]"), "bb4 w-SwapPieces bf6");
    assert_eq!(of("HexGui:0.9", "W[swap-pieces]"), "bb4 w-SwapSides");
    assert_eq!(of("HexGui:1.0", "W[swap-pieces]"), "bb4 w-SwapPieces");
    assert_eq!(of("HexGui:1.0", "W[swap]"), "bb4 w-SwapSides");
    // After swap-sides the stone stays where it is; after swap-pieces it goes from b4 to d2 and turns white.
    let end = |program: &str, moves: &str| {
        let text = format!("(;AP[{program}]GM[11]SZ[4];B[b4];{moves})");
        marks(&Diagram::from(&sgf::read(&text).unwrap().final_position().unwrap()))
    };
    assert_eq!(end("HexGui:1.0", "W[swap-pieces];W[a1]"), "W...\n....\n....\n.B..\n");
    assert_eq!(end("PlayHex:1", "W[swap-pieces];B[a1]"), "B...\n...W\n....\n....\n");
}

#[test]
fn little_golem_sgf() {
    let text = "(;FF[4]EV[null]PB[first]PW[Schumacher;]]SZ[13]RE[B]GC[game #1]SO[https://www.littlegolem.net]\
                ;W[mf];B[swap];W[kj];B[resign])";
    let record = sgf::read(text).unwrap();
    assert_eq!(names(&record), "bm6 w-SwapPieces bk10 w-Resign");
    assert_eq!(record.players, ["first", "Schumacher;]"]);
    assert_eq!(record.result, Some(GameResult::Win(Player::Black, Some(WinReason::Resignation))));
    assert_eq!(record.event, "");
    assert_eq!(detect(text), Notation::LittleGolemSgf);
    // A game with a pass cannot be written that way.
    let passed = move_list::read("a1 pass", 5, 5).unwrap();
    assert!(sgf::write(&passed, sgf::HexDialect::LittleGolem).is_err());
}

#[test]
fn hexworld_links() {
    let text = "https://hexworld.org/board/#11r9c1,b4:sh4g8i8,h3:p:rw";
    let link = hexworld::read(text).unwrap();
    assert_eq!(names(&link.record), "bb4 w-SwapPieces bh4 wg8 bi8 wh3 b-Pass w-Resign");
    assert_eq!((link.cursor, link.options.rotation, link.options.coordinates), (Some(5), Some(9), Some(true)));
    assert_eq!(hexworld::write(&link).unwrap(), text);
    assert_eq!(names(&hexworld::read("11nc1,a2b3").unwrap().record), "ba2 wb3");
    assert_eq!(hexworld::read("#7x5,g5:fb").unwrap().record.size(), (7, 5));
    assert_eq!(hexworld::read("#9").unwrap().record.moves, []);
    assert_eq!(names(&hexworld::read("11c1%2Cb4%3As").unwrap().record), "bb4 w-SwapPieces");
    assert_eq!(
        hexworld::read("#11,a1l4").unwrap_err().to_string(),
        "HexWorld link, line 1, column 7: `l4` lies outside the 11x11 board"
    );
}

#[test]
fn hexwiki_boards() {
    let text = r#"Text. <hexboard size="3x4" coords="hide" edges="bottom"
        visible="-a1 (b1)" contents="R arrow(12):c1 B 1:b3 E *:a2 S red:d3 a3--b3"/> more"#;
    let board = hexwiki::read(text).unwrap();
    assert_eq!(marks(&board.diagram), "##B.\n....\n.W..\n");
    assert_eq!(board.coordinates, hexwiki::Coordinates::Hide);
    assert_eq!(board.diagram.edges, [false, true, false, false]);
    assert_eq!(board.diagram.labels.values().collect::<Vec<_>>(), ["arrow(12)", "*", "1"]);
    assert_eq!(board.diagram.shaded.len(), 3);
    // The ziggurat is a trapezium of cells along the bottom edge.
    let ziggurat = hexwiki::read(r#"<hexboard size="3x4" visible="area(a3,d3,d1,c1)" contents="R c1"/>"#).unwrap();
    assert_eq!(marks(&ziggurat.diagram), "##B.\n#...\n....\n");
    let line = hexwiki::read(r#"<hexboard size="3x3" visible="all - line(a1,a3) + a2" contents=""/>"#).unwrap();
    assert_eq!(marks(&line.diagram), "#..\n...\n#..\n");
}

#[test]
fn hexwiki_labels_are_short_and_the_last_one_stays() {
    let text = r#"<hexboard size="2x2" contents="R x:all y:a1 b1 S z:a2"/>"#;
    let board = hexwiki::read(text).unwrap();
    assert_eq!(board.diagram.labels.values().collect::<Vec<_>>(), ["y", "x", "x", "x"]);
    // On 1,024 cells a label would take 1,024 times its length.
    let long = |n: usize| hexwiki::read(&format!(r#"<hexboard size="32x32" contents="R {}:all"/>"#, "x".repeat(n)));
    assert_eq!(long(64).unwrap().diagram.labels.len(), 1024);
    assert!(long(65).unwrap_err().to_string().contains("expected a label of at most 64 bytes"));
}

#[test]
fn hexwiki_boards_of_old() {
    let board = hexwiki::read("<hex>R2 C3 Q1 Va1 R5b1 H7c2 Sb2 Ma2</hex>").unwrap();
    assert_eq!(marks(&board.diagram), "BB.\nB.W\n");
    assert_eq!(board.diagram.labels.values().collect::<Vec<_>>(), ["5", "1", "*", "7"]);
    assert_eq!(board.coordinates, hexwiki::Coordinates::Show);
}

/// Edge template IV2a (HexWiki), whose rows shift back and forth, and a picture with both edges.
const HDG: &str = "\
; a collection

; Edge template IV2a
    A   O
  .   .   .
    .   .   .
  .   .   .   .
 ---------------

; two edges
-----------
 .   .   .
   .   X   . ; in the middle
     V   .   .
    -----------
";

#[test]
fn hdg_pictures() {
    let diagrams = hdg::read(HDG).unwrap();
    assert_eq!(diagrams.len(), 2);
    assert_eq!(diagrams[0].title, "Edge template IV2a");
    assert_eq!(marks(&diagrams[0]), ";EdgetemplateIV2a\n##Ao\n#...\n#...\n....\n");
    assert_eq!((diagrams[0].edges[TOP], diagrams[0].edges[BOTTOM]), (false, true));
    assert_eq!((diagrams[1].edges[TOP], diagrams[1].edges[BOTTOM]), (true, true));
    assert_eq!(marks(&diagrams[1]), ";twoedges\n...\n.#.\nV..\n");
    assert_eq!(hdg::read(&hdg::write(&diagrams)).unwrap(), diagrams);
    let askew = hdg::read(" A   .\n .   .\n").unwrap_err();
    assert_eq!((askew.place.line, askew.place.column), (2, 2));
}

#[test]
fn boards_typed_by_hand() {
    let plain = ascii::read("; two colours\n..B.\n.W..\n").unwrap();
    assert_eq!((plain.size(), plain.title.as_str()), ((4, 2), "two colours"));
    assert_eq!(marks(&plain), ";twocolours\n..B.\n.W..\n");
    let framed = ascii::read("  a  b  c  d\n 1\\.  .  x  .\\1\n  2\\.  o  .  .\\2\n     a  b  c  d\n").unwrap();
    assert_eq!(marks(&framed), "..B.\n.W..\n");
    // Without an x, an o is the owner's stone of a claim.
    let claim = ascii::read("# o\n . .").unwrap();
    assert_eq!(claim.cells_marked(Mark::Owner).len(), 1);
    assert_eq!(claim.cells_marked(Mark::Outside).len(), 1);
    let ragged = ascii::read("1 . . .\n\n 2 . .\n").unwrap_err();
    assert_eq!(ragged.to_string(), "diagram, line 3, column 4: expected a row of 3 cells, as above, not 2, found `.`");
}

#[test]
fn lists_of_moves() {
    let spaced = move_list::read("1. a5, swap-pieces 2. d4 pass resign", 5, 5).unwrap();
    assert_eq!(names(&spaced), "ba5 w-SwapPieces bd4 w-Pass b-Resign");
    assert_eq!(names(&move_list::read("a5d7f3i13", 13, 13).unwrap()), "ba5 wd7 bf3 wi13");
    assert_eq!(names(&move_list::read("a5 S\nd4 swap-sides", 5, 5).unwrap()), "ba5 w-SwapPieces bd4 w-SwapSides");
    assert_eq!(move_list::read_unsized("a5d7f3i13").unwrap().size(), (13, 13));
    let error = move_list::read("a5\nb2 z9", 5, 5).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (2, 4));
}

#[test]
fn texts_are_told_apart() {
    for (text, notation) in [
        ("(;FF[4]GM[11]SZ[3];B[a1])", Notation::HexGuiSgf),
        ("(;FF[4]SZ[3];W[aa])", Notation::LittleGolemSgf),
        ("https://hexworld.org/board/#3c1,a1", Notation::HexWorld),
        ("3r9c1,a1", Notation::HexWorld),
        ("<hexboard size=\"3x3\" contents=\"R a1\"/>", Notation::HexWiki),
        ("<hex>R3 C3 Va1</hex>", Notation::HexWiki),
        (HDG, Notation::Hdg),
        (" a b\n1 B . 1\n 2 . W 2\n", Notation::Ascii),
        ("o . #\n . . .\n", Notation::Ascii),
        ("A .\n. .\n", Notation::Ascii),
        ("a1 S b2", Notation::MoveList),
        ("b4", Notation::MoveList),
        ("1. a1 b2", Notation::MoveList),
    ] {
        let document = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(document.notation, notation, "{text}");
        assert_eq!(
            matches!(document.content, NotationContent::Diagrams(_)),
            notation >= Notation::HexWiki && notation <= Notation::Ascii
        );
    }
}

#[test]
fn faults_name_their_place() {
    for (text, expected) in [
        ("(;GM[1]SZ[9];B[aa])", "SGF, line 1, column 2: expected GM[11], the number of Hex, found `1`"),
        ("(;GM[11]SZ[3]\n;B[d1])", "SGF, line 2, column 2: `d1` lies outside the 3x3 board"),
        ("(;GM[11]SZ[3]\n;B[a1", "SGF, line 2, column 6: expected `]`, the end of a value, found the end"),
        ("(;GM[11]SZ[33])", "SGF, line 1, column 2: a board has 1 to 32 columns and rows, not 33x33"),
        (
            "<hexboard size=\"3x3\" contents=\"R a4\"/>",
            "HexWiki board, line 1, column 34: `a4` lies outside the 3x3 board",
        ),
        ("B W\n B ?\n", "diagram, line 2, column 4: expected a cell: one of . B W X O o A V #, found `?`"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), expected);
    }
}
