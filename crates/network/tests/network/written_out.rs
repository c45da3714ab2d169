//! Networks written out: by hand, and against what a [`Meter`](tesuji_network::Meter) finds in another way.

use tesuji_board::{Cell, Player};
use tesuji_hex::Position;
use tesuji_network::{NetworkReport, NetworkStage, PathGraph, Quantity, ThroughEdge, network_of};

use crate::random;

fn shares(graph: &PathGraph) -> Vec<(&str, f64)> {
    let shares = graph.names.iter().zip(&graph.shares);
    shares.filter_map(|(name, share)| Some((name.as_str(), (*share)?))).collect()
}

/// Two ways in parallel; two pairs that are joined crosswise; and a node through which everything goes: good, fair and
/// bad, as section 5.2 of the paper ranks such graphs.
#[test]
fn graphs_by_hand() {
    let parallel = PathGraph::read("s-a-b-t s-c-d-t").unwrap();
    assert_eq!((parallel.distance, parallel.n_paths), (Some(3), 2.0));
    assert_eq!(shares(&parallel), [("a", 0.5), ("b", 0.5), ("c", 0.5), ("d", 0.5)]);
    // s to a, b or c; those to d: 3 paths, and c also to e: 4.
    let uneven = PathGraph::read("s-a, s-b, s-c\na-d b-d c-d c-e # two behind c\nd-t e-t").unwrap();
    assert_eq!((uneven.distance, uneven.n_paths), (Some(3), 4.0));
    assert_eq!(shares(&uneven), [("a", 0.25), ("b", 0.25), ("c", 0.5), ("d", 0.75), ("e", 0.25)]);
    let narrow = PathGraph::read("s-a s-b a-c b-c c-t a-x x-y y-t").unwrap();
    assert_eq!((narrow.max_share, narrow.from_source[narrow.names.len() - 1]), (Some(1.0), Some(3)));
    // The way by x and y is longer: none of its links is on a shortest path, but s-a is.
    let on_path: Vec<_> = narrow.path_links().map(|link| link.ends.map(|end| narrow.names[end].as_str())).collect();
    assert_eq!(on_path, [["s", "a"], ["s", "b"], ["t", "c"], ["a", "c"], ["b", "c"]]);
    // Linked or separated terminals: no node has a share.
    let won = PathGraph::read("s-t s-a a-t").unwrap();
    assert_eq!((won.distance, won.max_share, won.path_links().count()), (Some(1), None, 1));
    let lost = PathGraph::read("s-a b-t").unwrap();
    assert_eq!((lost.distance, lost.n_paths, lost.max_share), (None, 0.0, None));
    assert_eq!(lost.path_links().count(), 0);
}

#[test]
fn what_is_no_graph_is_told_with_its_place() {
    let deep = (0..1_000).map(|n| format!("s-n{n} ")).collect::<String>();
    for (text, message) in [
        ("", "line 1, column 1: `s` has no link"),
        ("s-a\nb-c", "line 2, column 4: `t` has no link"),
        ("s-a a t-a", "line 1, column 5: `a` is a node without a link"),
        ("s-a\n  a--t", "line 2, column 3: `a--t` is no link"),
        ("s-ä", "line 1, column 1: `s-ä` is no link"),
        ("s-a-a-t", "line 1, column 1: `s-a-a-t` joins a node with itself"),
        (&deep, "more than 1000 nodes"),
    ] {
        let error = PathGraph::read(text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

/// 2x2, a stone of Black at a1 and one of White at b2. Black's network has the nodes b1, a2, top and bottom. a2 is a
/// neighbour of bottom, and linked with top through the stone; the edge ends are one link apart through a2 and b1.
#[test]
fn a_position_by_hand() {
    let position: Position = {
        let cells = |cells: &[usize]| cells.iter().map(|&cell| Cell::new(cell)).collect();
        Position::setup((2, 2), &cells(&[0]), &cells(&[3]), Player::Black).unwrap()
    };
    let plain = network_of(&position, Player::Black, NetworkStage::Plain, ThroughEdge::Stones);
    let named = |graph: &PathGraph, is_virtual: bool| -> Vec<String> {
        let links = graph.links.iter().filter(|link| link.is_virtual == is_virtual);
        links.map(|link| link.ends.map(|end| graph.names[end].as_str()).join("-")).collect()
    };
    assert_eq!(named(&plain, false), ["a1-b1", "a1-a2", "a1-top", "b1-a2", "b1-top", "a2-bottom"]);
    assert_eq!((plain.distance, shares(&plain)), (Some(3), vec![("a1", 0.5), ("b1", 0.5), ("a2", 1.0)]));
    let full = network_of(&position, Player::Black, NetworkStage::Full, ThroughEdge::Stones);
    assert_eq!(named(&full, false), ["b1-a2", "b1-top", "a2-bottom"]);
    assert_eq!(named(&full, true), ["a2-top"]);
    assert_eq!((full.distance, shares(&full)), (Some(2), vec![("a2", 1.0)]));
}

/// As above by another way: sets of nodes there, lists here.
#[test]
fn random_positions_have_the_shares_that_are_measured() {
    for seed in 0..12 {
        let side = 4 + seed as usize % 3;
        let position = random::position(&mut random::rng(seed), (side, side + 1), 10);
        let report = NetworkReport::new(&position, ThroughEdge::Stones);
        for player in Player::BOTH {
            let graph = network_of(&position, player, NetworkStage::Full, ThroughEdge::Stones);
            let measured = &report.players[player.index()];
            assert_eq!((graph.links.len(), graph.distance), (measured.n_links, measured.measures.distance));
            assert_eq!(graph.max_share.is_some(), measured.measures.max_share.is_some());
            for (cell, share) in measured.cells(Quantity::Share).iter().enumerate() {
                let (listed, measured) = (graph.shares[cell].unwrap_or(0.0), share.unwrap_or(0.0));
                assert!((listed - measured).abs() < 1e-12, "seed {seed}, {}: {listed}, {measured}", graph.names[cell]);
            }
        }
    }
}

/// L of the whole network is the mean of L of its nodes, if all reach each other.
#[test]
fn the_mean_of_all_lengths_is_the_length() {
    let position = Position::empty(4, 4).unwrap();
    let report = &NetworkReport::new(&position, ThroughEdge::Stones).players[0];
    let cells: f64 = report.cells(Quantity::Length).iter().map(|length| length.unwrap()).sum();
    // By symmetry both terminals have the same L; on 4x4 top is d away from bottom, and from each cell as listed.
    let graph = network_of(&position, Player::Black, NetworkStage::Full, ThroughEdge::Stones);
    let from_top: usize = graph_distances(&graph);
    let terminal = from_top as f64 / 17.0;
    assert!(((cells + 2.0 * terminal) / 18.0 - report.measures.mean_distance.unwrap()).abs() < 1e-12);
}

fn graph_distances(graph: &PathGraph) -> usize {
    graph.from_source.iter().flatten().sum()
}
