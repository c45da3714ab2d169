//! Boards and rules for the tests of this crate.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{BoardSpec, Topology};
use tesuji_go::{Compensation, Ko, Rules, Suicide};

/// Small boards of all kinds, with names: those of texts, the board of Hex, a star, one in two parts.
pub(crate) fn small() -> Vec<(&'static str, Topology)> {
    let texts = "1x1 3x1 2x2 3x3 5x4 ring:6 torus:3x3 torus:5x4 triangle:4 hexagon:2 honeycomb:1 cube:2 penrose:1";
    let others = [
        ("rhombus 4x4", Topology::rhombus(4, 4).unwrap()),
        ("star", graph(5, &[(0, 1), (0, 2), (0, 3), (0, 4)])),
        ("two parts and a point", graph(6, &[(0, 1), (1, 2), (2, 0), (3, 4)])),
        ("complete", graph(5, &[(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)])),
    ];
    texts.split_whitespace().map(|text| (text, named(text))).chain(others).collect()
}

/// The board with this text.
pub(crate) fn named(text: &str) -> Topology {
    text.parse::<BoardSpec>().unwrap().topology().unwrap()
}

/// Every pair of switches.
pub(crate) fn rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
        for suicide in [Suicide::Forbidden, Suicide::Allowed] {
            all.push(Rules { ko, suicide, compensation: Compensation::None });
        }
    }
    all
}

/// A graph with nodes `n0`, `n1`..
pub(crate) fn graph(n_nodes: usize, links: &[(usize, usize)]) -> Topology {
    Topology::graph((0..n_nodes).map(|node| format!("n{node}")).collect(), links, vec![]).unwrap()
}

/// A random graph: a tree, plus about as many further links as it has nodes.
pub(crate) fn random(n_nodes: usize, seed: u64) -> Topology {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut links: Vec<(usize, usize)> = (1..n_nodes).map(|node| (node, rng.random_range(0..node))).collect();
    for _ in 0..n_nodes {
        let [a, b] = [0; 2].map(|_| rng.random_range(0..n_nodes));
        if a != b {
            links.push((a, b));
        }
    }
    graph(n_nodes, &links)
}
