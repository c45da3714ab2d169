use super::*;
use crate::types::Colour;
use crate::{Quiet, state};

fn opened(text: &str) -> Opened {
    open(&Open { text: text.to_owned(), ..Open::default() }, &Quiet).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn game(text: &str) -> GameTree {
    let Content::Games { mut games } = opened(text).content else { panic!("{text}: no game") };
    games.swap_remove(0)
}

fn sgf(tree: &GameTree) -> String {
    write(&Write { tree: tree.clone(), form: "sgf".to_owned() }, &Quiet).unwrap().text
}

/// A game that is written and read again is the same.
fn comes_back(text: &str) -> GameTree {
    let tree = game(text);
    let again = game(&sgf(&tree));
    assert_eq!(again.nodes, tree.nodes, "{}", sgf(&tree));
    assert_eq!((&again.start, &again.players, &again.result), (&tree.start, &tree.players, &tree.result));
    tree
}

#[test]
fn a_tree_of_hex_has_variations_comments_and_marks() {
    let text = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob]RE[B+Resign]C[start];B[a2]C[a \\] b]LB[c3:x\\:y]TR[a1][b1];W[swap-pieces]\
                (;B[c3];W[d3];W[resign])(;B[c2]CR[c2]SL[e5](;W[c3])(;W[d2]MA[d2]SQ[a1])))";
    let tree = comes_back(text);
    assert_eq!(opened(text).what, "a game of Hex (SGF, 4 moves, 2 variations)");
    assert_eq!(tree.players, ["Ann", "Bob"]);
    assert!(matches!(tree.start.game, tesuji_engine::GameSpec::Hex { swap: true, .. }));
    assert_eq!(tree.nodes[1].comment, "a ] b");
    let marks: Vec<_> =
        tree.nodes[1].marks.iter().map(|mark| (mark.shape, mark.cell.as_str(), mark.text.as_str())).collect();
    let triangle = TreeMarkShape::Triangle;
    assert_eq!(marks, [(TreeMarkShape::Label, "c3", "x:y"), (triangle, "a1", ""), (triangle, "b1", "")]);
    // A resignation has a node of its own, without a move.
    let event = TreeEvent { player: Colour::White, what: TreeEventKind::Resign };
    assert_eq!((tree.nodes[5].event, &tree.nodes[5].mv, tree.nodes[4].comment.as_str()), (Some(event), &None, ""));
    let parents: Vec<Option<usize>> = tree.nodes.iter().map(|node| node.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(2), Some(3), Some(4), Some(2), Some(6), Some(6)]);
    let last = state::session(&state_at(&tree, 8)).unwrap();
    let moves: Vec<&str> = last.moves().iter().map(|(_, mv)| mv.as_str()).collect();
    assert_eq!(moves, ["a2", "swap-pieces", "c2", "d2"]);
}

#[test]
fn boards_that_change_in_the_middle_come_back_in_every_game() {
    let hex = comes_back("(;GM[11]SZ[4]AB[a1]PL[W];W[b2];AE[a1]AW[d4]AB[c1][c2]PL[B];B[c3];B[c4])");
    let setup = hex.nodes[2].setup.as_ref().unwrap();
    assert_eq!((setup.black.join(" "), setup.white.join(" "), setup.to_move), ("c1 c2".into(), "b2 d4".into(), None));
    assert!(matches!(&hex.nodes[4].mv, Some(PlayedMove::By { player: Colour::Black, .. })));
    let end = state::session(&state_at(&hex, 4)).unwrap();
    assert_eq!(end.outcome().and_then(|outcome| outcome.winner()), Some(tesuji_board::Player::Black));

    let go = comes_back("(;GM[1]SZ[9]KM[6.5]RU[Chinese];B[cc];AW[aa:bb]AE[cc]PL[W];W[gg](;B[hh])(;B[]))");
    let setup = go.nodes[2].setup.as_ref().unwrap();
    assert_eq!((setup.black.len(), setup.white.join(" ")), (0, "A8 A9 B8 B9".to_owned()));
    assert_eq!(state::session(&state_at(&go, 5)).unwrap().moves().last().unwrap().1, "pass");

    let amazons = comes_back("(;GM[18]SZ[10];B[djddgd];AA[aa][ba]PL[W];W[ddccca])");
    // Its first move is that of Black below.
    assert_eq!(amazons.nodes[1].mv, Some(PlayedMove::InTurn("d1-d7/g7".to_owned())));
    let setup = amazons.nodes[2].setup.as_ref().unwrap();
    assert_eq!((setup.blocked.join(" "), setup.to_move), ("a10 b10 g7".to_owned(), Some(Colour::White)));
    assert!(state::session(&state_at(&amazons, 2)).is_ok());
    // What cannot be played is kept and said.
    assert!(opened(&sgf(&amazons)).notices.iter().any(|notice| notice.contains("cannot be shown")));
}

#[test]
fn graph_boards_and_handicap_are_read() {
    let tree = comes_back("(;GM[1]TSJBOARD[hexagon:3]KM[0.5]RU[Chinese]AB[A1][B1]PL[W];W[C3];B[])");
    assert_eq!(tree.start.game.board().unwrap().to_string(), "hexagon:3");
    assert_eq!(tree.start.setup.to_move, Some(Colour::White));
    let handicap = game("(;GM[1]SZ[19]KM[0.5]RU[Chinese]HA[2]AB[dp][pd];W[pp])");
    // Chinese rules give White a point for each stone; the position knows it.
    let komi = handicap.start.game.komi_and_rules().unwrap().0;
    assert_eq!((komi.to_string(), handicap.start.setup.to_move), ("2.5".to_owned(), Some(Colour::White)));
}

#[test]
fn other_dialects_and_forms_are_read() {
    let golem = opened("(;FF[4]EV[null]PB[Ann]PW[Bob]SZ[13]RE[B]SO[https://www.littlegolem.net];W[mc];B[swap];W[gg])");
    assert_eq!(golem.what, "a game of Hex (SGF, 3 moves)");
    let Content::Games { games } = golem.content else { panic!() };
    let moves: Vec<&str> = games[0].nodes.iter().filter_map(|node| node.mv.as_ref()).map(PlayedMove::text).collect();
    assert_eq!(moves, ["m3", "swap-pieces", "g7"]);

    let link = game("https://hexworld.org/board/#11c1,a2b3c4:p");
    assert!(link.nodes.len() > 2 && link.current.is_none(), "{link:?}");
    let list = opened("c5 c4 b5 c6 e3 d4 b4 c3");
    assert!(list.what.starts_with("a game of Hex (move list, 8 moves"), "{}", list.what);
    assert!(list.notices.iter().any(|notice| notice.contains("do not name their board")), "{:?}", list.notices);
    let fen = opened("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w");
    assert!(fen.what.contains("Amazons"), "{}", fen.what);
    assert_eq!(opened("hexagon:5").what, "a board of 61 points");
    assert!(
        matches!(opened(include_str!("../../../../examples/ziggurat.toml")).content, Content::Claims { claims } if claims.len() == 3)
    );
    assert!(matches!(opened("(;GM[1]SZ[9])(;GM[1]SZ[9];B[aa])").content, Content::Games { games } if games.len() == 2));
}

#[test]
fn a_whole_game_of_amazons_is_opened() {
    let tree = comes_back(include_str!("../../../../examples/amazons.sgf"));
    let leaf = tree.main_leaf();
    let session = state::session(&state_at(&tree, leaf)).unwrap();
    assert_eq!(session.moves().len(), leaf);
    assert!(leaf > 30);
}

#[test]
fn faults_have_their_place_and_advice() {
    let fault = |text: &str| open(&Open { text: text.to_owned(), ..Open::default() }, &Quiet).unwrap_err();
    let broken = fault("(;GM[1]SZ[9];B[aa];W[zz])");
    assert_eq!(broken.what, "W[zz]: expected a move on this board");
    assert_eq!(broken.place.map(|place| (place.line, place.column)), Some((1, 20)));
    let open_end = opened("(;GM[11]SZ[9]\n;B[z");
    assert!(open_end.notices[0].contains("line 2"), "{:?}", open_end.notices);
    assert!(fault("(;GM[2]SZ[9])").what.contains("GM[2]"));
    assert!(!fault("  ").advice.is_empty());
    assert!(fault("what is this?").place.is_some());
}

#[test]
fn other_forms_hold_the_line_that_is_shown() {
    let mut tree = game("(;GM[11]SZ[5]PB[Ann];B[a1];W[b2](;B[c3])(;B[d4]LB[d4:1]))");
    let text = |tree: &GameTree, form: &str| write(&Write { tree: tree.clone(), form: form.to_owned() }, &Quiet);
    assert_eq!(text(&tree, "moves").unwrap().text.split_whitespace().last(), Some("c3"));
    tree.current = Some(4);
    let written = text(&tree, "hexworld").unwrap();
    assert!(written.text.contains("a1b2d4"), "{}", written.text);
    assert!(written.notices.iter().any(|notice| notice.contains("players")), "{:?}", written.notices);
    assert!(written.notices.iter().any(|notice| notice.contains("marks")), "{:?}", written.notices);
    assert!(text(&tree, "fen").unwrap_err().what.contains("Hex"));
    assert!(text(&tree, "nothing").unwrap_err().advice.contains("hexwiki"));
    tree.nodes[1].parent = Some(3);
    assert!(text(&tree, "sgf").unwrap_err().what.contains("node 1"));
    // From a board that was changed on the way, only what follows is a game.
    let changed = game("(;GM[1]SZ[5]KM[0]RU[Chinese];B[aa];AW[bb];B[cc])");
    assert_eq!(line_text(&changed), ["C3"]);
}

fn line_text(tree: &GameTree) -> Vec<String> {
    let written = write(&Write { tree: tree.clone(), form: "json".to_owned() }, &Quiet).unwrap();
    let again = game(&written.text);
    assert_eq!(again.start.setup.white, ["B4"]);
    again.nodes.iter().filter_map(|node| node.mv.as_ref()).map(|mv| mv.text().to_owned()).collect()
}

#[test]
fn what_changes_nothing_on_the_board_is_a_node_and_comes_back_in_other_forms() {
    let events = |tree: &GameTree| -> Vec<String> {
        let said = |node: &TreeNode| node.event.map(|event| format!("{} {}", event.player.title(), event.what.word()));
        tree.nodes.iter().filter_map(said).collect()
    };
    let moves = |tree: &GameTree| -> Vec<String> {
        state::session(&state_at(tree, tree.main_leaf())).unwrap().moves().iter().map(|(_, mv)| mv.clone()).collect()
    };
    let text = "(;FF[4]GM[11]SZ[5];B[a3];W[swap-sides];W[c3];B[pass]C[why?];W[d2];B[resign])";
    let tree = comes_back(text);
    assert_eq!(events(&tree), ["White swap-sides", "Black pass", "Black resign"]);
    assert_eq!(moves(&tree), ["a3", "c3", "d2"]);
    assert_eq!(tree.nodes[4].comment, "why?");
    let write = |tree: &GameTree, form: &str| write(&Write { tree: tree.clone(), form: form.to_owned() }, &Quiet);
    // HexWorld swaps pieces, so it cannot hold this one; a list of moves can.
    assert!(write(&tree, "hexworld").unwrap_err().what.contains("swap-sides"));
    let list = write(&tree, "moves").unwrap();
    assert!(list.text.contains("swap-sides"), "{}", list.text);
    let link = game("https://hexworld.org/board/#5,a3c3:pd2:rw");
    assert_eq!(
        (events(&link), moves(&link)),
        (vec!["Black pass".into(), "White resign".into()], vec!["a3".into(), "c3".into(), "d2".into()])
    );
    let again = write(&link, "hexworld").unwrap();
    assert!(again.text.contains("a3c3:pd2:rw"), "{}", again.text);
}

#[test]
fn what_people_paste_is_opened_as_the_commands_read_it() {
    let trees = |text: &str| match opened(text).content {
        Content::Games { games } => games,
        other => panic!("{text}: {other:?}"),
    };
    // A file that ends too early, as far as it goes.
    let cut = opened("(;GM[11]SZ[5];B[a1];W[b2];B[c");
    assert!(cut.notices.iter().any(|notice| notice.contains("breaks off")), "{:?}", cut.notices);
    assert_eq!(game("(;GM[11]SZ[5];B[a1];W[b2];B[c").nodes.len(), 3);
    // Words around it, and a heading that no move needs.
    assert_eq!(opened("My game:\n> (;GM[1]SZ[9]KM[]DT[?];B[aa];W[bb])").what, "a game of Go (SGF, 2 moves)");
    // Several games have names, which distinguish them.
    let ids: Vec<String> =
        trees("(;GM[11]SZ[5];B[a1])(;GM[11]SZ[5]GN[cup];B[b1])").into_iter().map(|game| game.id).collect();
    assert_eq!(ids, ["1", "cup"]);
    // A board that is too large to be searched is still read.
    let large = opened("(;GM[11]SZ[23];B[a1];W[w23];B[l12])");
    assert_eq!(large.what, "a game of Hex (SGF, 3 moves)");
    assert!(large.notices.iter().any(|notice| notice.contains("19")), "{:?}", large.notices);
    // The variations of a record of Go in JSON are those of its file.
    let problem = "(;GM[1]SZ[5]KM[0]RU[Chinese]AB[bb]AW[cc];B[dd](;W[ee];B[ab])(;W[ed]C[good];B[de]))";
    let shape = |tree: &GameTree| -> Vec<(Option<usize>, String)> {
        tree.nodes.iter().map(|node| (node.parent, node.comment.clone())).collect()
    };
    let record = tesuji_go::record::sgf::read(problem).unwrap();
    let json = tesuji_go::record::json::write(&record).unwrap();
    assert_eq!(shape(&game(&json)), shape(&game(problem)));
    // An address from which nothing is fetched says what to paste in its place.
    let asked = Open { text: "https://littlegolem.net/jsp/game/game.jsp?gid=1".to_owned(), ..Open::default() };
    let fault = open(&asked, &Quiet).unwrap_err();
    assert!(fault.what.contains("Little Golem") && fault.advice.contains("sgf"), "{fault:?}");
}
