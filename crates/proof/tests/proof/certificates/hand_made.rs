//! Certificates written by hand, and what they prove.

use tesuji_board::CellSet;
use tesuji_proof::{Certificate, Mover, Verdict};

use crate::certificates::{files, second_checker, truth};

/// Checks the text and compares verdict and carrier with what is expected and with brute force.
fn proves(name: &str, verdict: Verdict, first: &str, carrier: &str) {
    let certificate = files::certificate(name);
    let board = &certificate.claim.topology;
    let summary = certificate.check().unwrap_or_else(|error| panic!("{name}: {error}"));
    let cells: CellSet = carrier.split_whitespace().map(|cell| board.cell(cell).unwrap()).collect();
    assert_eq!(summary.verdict, verdict, "{name}");
    assert_eq!(summary.first, board.cell(first), "{name}");
    assert_eq!(summary.carrier, cells, "{name}");
    assert_eq!(summary.n_nodes as usize, certificate.nodes.len());
    assert!(summary.assumed.iter().eq(summary.first.into_iter().filter(|&cell| summary.assumed.contains(cell))));
    assert_eq!(truth::holds(&certificate.claim), verdict == Verdict::Holds, "{name}: brute force");
}

#[test]
fn a_bridge_holds() {
    proves("bridge", Verdict::Holds, "", "a2 b2");
}

#[test]
fn a_first_move_wins_the_empty_board() {
    proves("first-move", Verdict::Holds, "b2", "b1 c1 a3 b3");
}

#[test]
fn groups_are_joined_side_by_side() {
    proves("groups", Verdict::Holds, "", "a2 b2 c3 d3");
}

#[test]
fn one_of_two_is_enough() {
    proves("union", Verdict::Holds, "", "b1 b3");
}

#[test]
fn a_part_may_end_in_either_way() {
    proves("union-joined", Verdict::Holds, "", "m n u v");
}

#[test]
fn a_refutation_is_a_bridge_of_the_opponent() {
    proves("refutation", Verdict::Fails, "", "b1 b2");
}

#[test]
fn the_opponent_may_move_first() {
    proves("refutation-first", Verdict::Fails, "a2", "");
}

#[test]
fn any_graph_is_a_board() {
    proves("graph", Verdict::Holds, "", "upper lower");
}

#[test]
fn the_ziggurat_holds() {
    let certificate = files::certificate("ziggurat");
    let summary = certificate.check().unwrap();
    assert_eq!(summary.carrier, certificate.claim.carrier, "it needs all of its cells");
    assert_eq!(summary.carrier.len(), 8);
    // No cell can be spared.
    for cell in certificate.claim.carrier.iter() {
        let mut claim = certificate.claim.clone();
        claim.carrier.remove(cell);
        assert!(!truth::holds(&claim), "without {}", claim.topology.name(cell));
    }
}

#[test]
fn every_node_is_shown_with_what_it_proves() {
    let certificate = files::certificate("first-move");
    let board = &certificate.claim.topology;
    let names = |cells: &CellSet| cells.iter().map(|cell| board.name(cell).to_owned()).collect::<Vec<_>>().join(" ");
    let proven = certificate.prove().unwrap();
    let seen: Vec<_> = proven.iter().map(|p| (p.goal, names(&p.assumes), names(&p.carrier))).collect();
    let row = |goal, assumes: &str, carrier: &str| (goal, assumes.to_owned(), carrier.to_owned());
    assert_eq!(seen[0], row(1, "b1 b2", ""));
    assert_eq!(seen[2], row(1, "b2", "b1 c1"));
    assert_eq!(seen[6], row(0, "b2", "b1 c1 a3 b3"));
}

#[test]
fn a_turn_without_a_cell_to_play_on_needs_no_first_move() {
    let mut certificate = files::certificate("bridge");
    certificate.claim.stones.union_with(&certificate.claim.carrier);
    certificate.claim.carrier = CellSet::new();
    certificate.claim.to_move = Mover::Owner;
    certificate.nodes = vec![tesuji_proof::Node::Linked { goal: 0, stones: vec![] }];
    assert!(certificate.check().unwrap().first.is_none());
}

#[test]
fn the_second_checker_agrees() {
    let files: Vec<_> = files::NAMES.map(|name| files::certificate(name).to_bytes().unwrap()).to_vec();
    second_checker::assert_agreement("hand-made", &files);
    let read: Vec<_> = files.iter().map(|bytes| Certificate::read(&bytes[..]).unwrap()).collect();
    assert!(read.iter().all(|certificate| certificate.check().is_ok()));
}
