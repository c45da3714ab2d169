//! A certificate that breaks a rule is rejected, with an error that names the place.

use tesuji_board::Cell;
use tesuji_proof::{Certificate, CertificateError, Goal, MAX_COMBINATIONS, Node, NodeFault, Terminal, check_stream};

use crate::certificates::files;

/// The certificate with `from` replaced by `to`.
fn edited(name: &str, from: &str, to: &str) -> Certificate {
    let text = files::text(name);
    assert!(text.contains(from), "{name} contains `{from}`");
    Certificate::from_text(&text.replacen(from, to, 1)).unwrap_or_else(|error| panic!("{name}, {to}: {error}"))
}

/// ... is rejected with this message, in memory and as bytes.
fn rejects(name: &str, from: &str, to: &str, message: &str) {
    let certificate = edited(name, from, to);
    let error = certificate.check().expect_err(to);
    assert_eq!(error.to_string(), message, "{name}: {from} -> {to}");
    assert_eq!(check_stream(&certificate.to_bytes().unwrap()[..]), Err(error));
}

#[test]
fn leaves_must_be_linked_or_cut() {
    rejects("bridge", "0 linked 0: b2", "0 linked 0:", "node 0: these stones do not achieve goal 0");
    rejects("refutation", "0 cut: b1", "0 cut:", "node 0: these stones do not cut the goal");
    rejects("groups", "0 linked 1: b2", "0 linked 0: b2", "node 0: these stones do not achieve goal 0");
}

#[test]
fn kinds_belong_to_verdicts() {
    let message = "node 0: `cut` has no place in a certificate that holds";
    rejects("bridge", "0 linked 0: b2", "0 cut: b2", message);
    let message = "node 0: `linked` has no place in a certificate that fails";
    rejects("refutation", "0 cut: b1", "0 linked 0: b1", message);
    let message = "node 2: `join` has no place in a certificate that fails";
    rejects("refutation", "replies 0: b1>0 b2>1", "join 0: / 0 1", message);
}

#[test]
fn every_intrusion_needs_a_reply() {
    rejects("bridge", "b2>0 a2>1", "b2>0", "node 2: no reply to an intrusion at b2");
    rejects("bridge", "b2>0 a2>1", "b2>0 b2>0", "node 2: no reply to an intrusion at b2");
    rejects("bridge", " b2>0 a2>1", "", "node 2: there is no reply");
    rejects("refutation", "b1>0 b2>1", "b2>1", "node 2: no reply to an intrusion at b2");
}

#[test]
fn the_prover_plays_in_the_carrier() {
    let message =
        |node, cell| format!("node {node}: {cell} lies outside the carrier of the claim, where the prover cannot play");
    // First a stone of the owner's, then cells of the opponent's; in the refutation, cells of the owner's.
    rejects("bridge", "b2>0", "b1>0", &message(2, "b1"));
    rejects("bridge", "b2>0", "c3>0", &message(2, "c3"));
    rejects("bridge", "0 linked 0: b2", "0 linked 0: b2 a1", &message(0, "a1"));
    rejects("refutation", "0 cut: b1", "0 cut: b1 a1", &message(0, "a1"));
    rejects("groups", "join 0: /", "join 0: a1 /", &message(6, "a1"));
}

#[test]
fn parts_must_fit() {
    rejects("groups", "c3>3 d3>4", "c3>3 d3>1", "node 5: child 1 is about goal 1, not 2");
    rejects("groups", "/ 2 5", "/ 2 2 5", "node 6: child 2 shares a2 with an earlier part");
    let message = "node 6: goal 0 is not achieved if the parts achieve their alternatives [0] (counted from 0)";
    rejects("groups", "/ 2 5", "/ 2", message);
    // If the second part ends at y, the harbour is not reached.
    let message = "node 6: goal 0 is not achieved if the parts achieve their alternatives [0, 1] (counted from 0)";
    rejects("union-joined", "harbour: x y", "harbour: x", message);
}

#[test]
fn an_edge_joins_only_if_the_goal_names_it() {
    let text = |goal: &str| {
        format!(
            "tesuji certificate 1\nboard 3x3\nowner black\nstones a1 c1\ncarrier\ngoal 0: {goal}\n\
             to-move opponent\nverdict holds\nfirst\nnodes 1\n0 linked 0:\n"
        )
    };
    let check = |goal: &str| Certificate::from_text(&text(goal)).unwrap().check();
    assert_eq!(check("a1 c1").unwrap_err().to_string(), "node 0: these stones do not achieve goal 0");
    assert!(check("a1 c1 top").is_ok());
    // An edge that is named anywhere joins for every alternative.
    assert!(check("a1 c1 | c2 top").is_ok());
    assert!(check("a1 c1 | c2 left").is_err());

    let part = "goal 0: start end\ngoal 1: start harbour\n";
    let mut certificate = edited("graph", "goal 0: start harbour\n", part);
    for node in &mut certificate.nodes {
        if let Node::Linked { goal, .. } | Node::Replies { goal, .. } = node {
            *goal = 1;
        }
    }
    certificate.nodes.push(Node::Join { goal: 0, stones: vec![], children: vec![2] });
    let error = certificate.check().unwrap_err();
    assert_eq!(error.to_string(), "node 3: child 2 names edge `harbour`, which goal 0 does not");
}

#[test]
fn the_root_is_the_claim() {
    let wrong = |message: &str| format!("the last node does not prove the claim: {message}");
    rejects("union-joined", "6 join 0: / 2 5", "6 join 2: / 2", &wrong("it is about goal 2"));
    rejects("first-move", "first b2", "first a1", &wrong("it assumes a stone at b2"));
    let moves_first = "to-move owner\nverdict holds\nfirst a2";
    rejects(
        "bridge",
        "to-move opponent\nverdict holds\nfirst",
        moves_first,
        &wrong("its carrier contains the first move a2"),
    );
    rejects("refutation", "2 replies 0: b1>0 b2>1", "2 cut: b1", &wrong("it assumes a stone at b1"));
}

#[test]
fn the_first_move_is_there_exactly_if_the_prover_moves_first() {
    let rejected = |certificate: &Certificate, expected: &str| {
        let message = format!("first move: expected {expected}");
        assert_eq!(certificate.check().unwrap_err().to_string(), message);
        assert_eq!(certificate.to_bytes().unwrap_err().to_string(), message);
        assert_eq!(certificate.to_text().unwrap_err().to_string(), message);
    };
    let mut bridge = files::certificate("bridge");
    bridge.first = Some(Cell::new(3));
    rejected(&bridge, "none, the prover answers");
    let mut winning = files::certificate("first-move");
    winning.first = None;
    rejected(&winning, "one, the prover moves first");
    let mut refutation = files::certificate("refutation-first");
    refutation.first = Some(Cell::new(2000));
    rejected(&refutation, "a cell of the carrier");
}

#[test]
fn what_cannot_be_written_is_rejected_in_memory() {
    let with = |edit: &dyn Fn(&mut Certificate)| {
        let mut certificate = files::certificate("union-joined");
        edit(&mut certificate);
        let error = certificate.check().unwrap_err();
        assert!(certificate.to_bytes().is_err() || error == CertificateError::NoNodes, "{error}");
        assert!(certificate.to_text().is_err() || error == CertificateError::NoNodes, "{error}");
        error.to_string()
    };
    let join = |goal, children: &[u32]| Node::Join { goal, stones: vec![], children: children.to_vec() };
    assert_eq!(with(&|c| c.nodes[6] = join(0, &[2, 6])), "node 6: child 6 does not come earlier");
    assert_eq!(with(&|c| c.nodes[0] = join(0, &[2])), "node 0: child 2 does not come earlier");
    assert_eq!(with(&|c| c.nodes[6] = join(3, &[2, 5])), "node 6: there is no goal 3");
    assert_eq!(with(&|c| c.nodes.clear()), "there is no node");
    assert_eq!(with(&|c| c.goals.swap(0, 1)), "goal 0 is not the goal of the claim");
    assert_eq!(with(&|c| c.goals.clear()), "goal 0 is not the goal of the claim");
    let beyond = Goal::pair(Terminal::Cell(Cell::new(99)), Terminal::Edge(0));
    assert_eq!(with(&|c| c.goals[2] = beyond.clone()), "goal 2: cell number 99 is not on the board");
    let stone = |number| Node::Linked { goal: 2, stones: vec![Cell::new(number)] };
    let message = "cell 99 lies outside the carrier of the claim, where the prover cannot play";
    assert_eq!(with(&|c| c.nodes[0] = stone(99)), format!("node 0: {message}"));
    let overlap = with(&|c| c.claim.carrier.union_with(&c.claim.stones.clone()));
    assert_eq!(overlap, "the claim makes no sense: t is both a stone and empty");
}

#[test]
fn combinations_are_bounded() {
    // Parts with two alternatives each. Every combination is fine, but each further part doubles their number.
    let with_parts = |n| {
        let mut certificate = files::certificate("union-joined");
        certificate.nodes.truncate(6);
        let mut children = vec![3; n];
        children.push(2);
        certificate.nodes.push(Node::Join { goal: 0, stones: vec![], children });
        certificate
    };
    let n_most = MAX_COMBINATIONS.ilog2() as usize;
    // Node 3 is linked with a stone at u, which a root may not assume: so far all is well.
    let error = with_parts(n_most).check().unwrap_err().to_string();
    assert_eq!(error, "the last node does not prove the claim: it assumes a stone at u");
    let fault = NodeFault::TooManyCombinations;
    let too_many = with_parts(n_most + 1);
    assert_eq!(too_many.check(), Err(CertificateError::Node { node: 6, fault }));
    assert!(too_many.to_text().unwrap().contains("join 0: / 3 3 3"));
    let enormous = with_parts(100);
    assert!(enormous.check().is_err(), "the number of combinations does not overflow");
}

#[test]
fn bytes_must_be_those_that_were_written() {
    let bytes = files::certificate("first-move").to_bytes().unwrap();
    for length in 0..bytes.len() {
        let expected = match length {
            0..7 => CertificateError::NotACertificate,
            _ => CertificateError::Truncated { offset: length as u64 },
        };
        assert_eq!(check_stream(&bytes[..length]), Err(expected.clone()));
        assert_eq!(Certificate::read(&bytes[..length]), Err(expected));
    }
    let changed = |index: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[index] = value;
        check_stream(&bytes[..]).unwrap_err()
    };
    assert_eq!(changed(0, b'X'), CertificateError::NotACertificate);
    assert_eq!(changed(7, 0), CertificateError::UnknownFormat { found: 0, newest: 2 });
    assert_eq!(changed(7, 3).to_string(), "certificate format 3; this reader knows formats 1 to 2");
    assert_eq!(changed(8, !bytes[8]), CertificateError::Checksum);
    // The owner's colour changes nothing but the checksum.
    assert_eq!(changed(43, 1), CertificateError::Checksum);
    assert_eq!(changed(43, 2).to_string(), "byte 43: expected 0 (Black) or 1 (White)");
    assert_eq!(changed(41, 0).to_string(), "no such board: a board has 1 to 1024 cells, not 0");
    let mut longer = bytes.clone();
    longer.push(0);
    let offset = bytes.len() as u64;
    let expected = "the end of the certificate";
    assert_eq!(check_stream(&longer[..]), Err(CertificateError::Malformed { offset, expected }));
    // Three columns in two bytes.
    let mut idle = bytes.clone();
    idle.splice(41..42, [0x83, 0]);
    assert_eq!(
        check_stream(&idle[..]).unwrap_err().to_string(),
        "byte 41: expected a number of 32 bits without idle bytes"
    );
}

#[test]
fn texts_name_line_and_expectation() {
    let message = |from: &str, to: &str| {
        let text = files::text("groups");
        assert!(text.contains(from), "groups contains `{from}`");
        Certificate::from_text(&text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert_eq!(
        message("tesuji", "hex"),
        "line 1: expected `tesuji certificate` and a version from 1 to 2, found `hex certificate 1`"
    );
    let board = "`board` and a size such as `11x11`, or `board graph`";
    assert_eq!(message("board 4x4", "board 4by4"), format!("line 2: expected {board}, found `4by4`"));
    assert_eq!(message("4x4", "99x99"), "line 2: no such board: a board has 1 to 1024 cells, not 9801");
    assert_eq!(message("white", "red"), "line 3: expected `black` or `white`, found `red`");
    assert_eq!(message("carrier a2", "carrier a2 z9"), "line 5: expected a cell of the board, found `z9`");
    assert_eq!(
        message("goal 1: b1 a3", "goal 1: b1 north"),
        "line 7: expected a cell or an edge of the board, found `north`"
    );
    assert!(message("goal 1: b1 a3", "goal 1: b1").starts_with("line 7: a goal needs"));
    assert_eq!(message("nodes 7", "nodes 8"), "line 20: expected node 7, found ``");
    assert_eq!(message("nodes 7", "nodes 6"), "line 19: expected the end of the certificate, found `6 join 0: / 2 5`");
    assert_eq!(message("join 0: / 2 5", "join 0: / 2 6"), "line 19: expected the number of an earlier node, found `6`");
    assert_eq!(
        message("join 0: / 2 5", "join 9: / 2 5"),
        "line 19: expected the number of a goal above and `:`, found `9:`"
    );
    assert_eq!(message("b2>0", "b2=0"), "line 15: expected a reply such as `a1>0`, found `b2=0`");
    let kinds = "`linked`, `replies`, `join`, `walk` or `fill` with a goal and `:`, or `cut:`";
    assert_eq!(message("linked 1: b2", "link 1: b2"), format!("line 13: expected {kinds}, found `0 link 1: b2`"));
    assert_eq!(message("stones b1", "stones a2 b1"), "the claim makes no sense: a2 is both a stone and empty");
}

/// Texts that a person or a lenient reader might take for the same are refused.
#[test]
fn texts_are_written_in_one_way_but_for_blanks() {
    let text = files::text("groups");
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "groups contains `{from}`");
        Certificate::from_text(&text.replacen(from, to, 1))
    };
    let same = Ok(files::certificate("groups"));
    for (from, to) in [
        ("board 4x4", "  board   4x4 "),
        ("owner white\n", "owner white\r\n"),
        ("owner white\n", "\n   \n# a remark\towner black\nowner white\n"),
        ("stones b1", "stones  b1"),
    ] {
        assert_eq!(with(from, to), same, "{to}");
    }
    assert_eq!(Certificate::from_text(text.trim_end()), same, "the last line may lack its end");
    for (from, to) in [
        ("tesuji certificate 1", "tesuji certificate 01"),
        ("tesuji certificate 1", "Tesuji certificate 1"),
        ("tesuji certificate 1", "tesuji\tcertificate 1"),
        ("tesuji certificate 1", "\u{feff}tesuji certificate 1"),
        ("board 4x4", "board 04x4"),
        ("board 4x4", "board +4x4"),
        ("board 4x4", "board 4X4"),
        ("board 4x4", "board 4 x 4"),
        ("board 4x4", "board\t4x4"),
        ("board 4x4", "board 4x4 4x4"),
        ("owner white", "owner White"),
        ("owner white", "owner"),
        ("owner white", "owner\u{a0}white"),
        ("stones b1", "stones B1"),
        ("stones b1", "stones b01"),
        ("stones b1", "stones b1 b1"),
        ("stones b1", "stones b1,"),
        ("carrier a2", "carrier a2\ta2"),
        ("goal 1: b1 a3", "goal 01: b1 a3"),
        ("goal 1: b1 a3", "goal +1: b1 a3"),
        ("goal 1: b1 a3", "goal 1 : b1 a3"),
        ("goal 1: b1 a3", "goal 1:b1 a3"),
        ("goal 1: b1 a3", "goal 1: b1 a3 a3"),
        ("goal 1: b1 a3", "goal 1: b1 a3|b1 a3"),
        ("goal 1: b1 a3", "goal 1: b1 a3 |"),
        ("nodes 7", "nodes 07"),
        ("nodes 7", "nodes +7"),
        ("nodes 7", "nodes 7 7"),
        ("0 linked 1: b2", "00 linked 1: b2"),
        ("0 linked 1: b2", "+0 linked 1: b2"),
        ("0 linked 1: b2", "0 linked 01: b2"),
        ("0 linked 1: b2", "0 linked 1 : b2"),
        ("0 linked 1: b2", "0 linked 1: B2"),
        ("b2>0", "b2>00"),
        ("b2>0", "b2>+0"),
        ("b2>0", "b2 > 0"),
        ("join 0: / 2 5", "join 0: / 2 05"),
        ("join 0: / 2 5", "join 0: 2 5"),
        ("join 0: / 2 5", "join 0:/ 2 5"),
    ] {
        assert!(with(from, to).is_err(), "{to:?}");
    }
}
