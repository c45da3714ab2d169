//! Boards and rules for the tests of this crate.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::Topology;
use tesuji_go::{Compensation, Ko, Rules, Suicide};

/// Small boards of all kinds, with names: square lattices, a ring, tori, other lattices, a star, one in two parts.
pub(crate) fn small() -> Vec<(&'static str, Topology)> {
    vec![
        ("square 1x1", Topology::square(1, 1).unwrap()),
        ("square 1x3", Topology::square(3, 1).unwrap()),
        ("square 2x2", Topology::square(2, 2).unwrap()),
        ("square 3x3", Topology::square(3, 3).unwrap()),
        ("square 5x4", Topology::square(5, 4).unwrap()),
        ("ring of 6", ring(6)),
        ("torus 3x3", torus(3, 3)),
        ("torus 5x4", torus(5, 4)),
        ("rhombus 4x4", Topology::rhombus(4, 4).unwrap()),
        ("triangle of side 4", triangle(4)),
        ("hexagon of side 2", hexagon(2)),
        ("honeycomb 3x3", honeycomb(3, 3)),
        ("star", graph(5, &[(0, 1), (0, 2), (0, 3), (0, 4)])),
        ("two parts and a point", graph(6, &[(0, 1), (1, 2), (2, 0), (3, 4)])),
        ("complete", graph(5, &[(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)])),
    ]
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

/// This many nodes in a circle.
pub(crate) fn ring(n_nodes: usize) -> Topology {
    graph(n_nodes, &(0..n_nodes).map(|node| (node, (node + 1) % n_nodes)).collect::<Vec<_>>())
}

/// A square lattice whose opposite sides touch.
pub(crate) fn torus(columns: usize, rows: usize) -> Topology {
    let at = |column: usize, row: usize| row % rows * columns + column % columns;
    let mut links = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            links.push((at(column, row), at(column + 1, row)));
            links.push((at(column, row), at(column, row + 1)));
        }
    }
    graph(columns * rows, &links)
}

/// A square lattice whose left and right sides touch.
#[allow(dead_code, reason = "not every test binary plays on it")]
pub(crate) fn cylinder(columns: usize, rows: usize) -> Topology {
    let at = |column: usize, row: usize| row * columns + column % columns;
    let mut links = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            links.push((at(column, row), at(column + 1, row)));
            if row + 1 < rows {
                links.push((at(column, row), at(column, row + 1)));
            }
        }
    }
    graph(columns * rows, &links)
}

/// A random graph: a tree, plus about as many further links as it has nodes.
#[allow(dead_code, reason = "not every test binary plays on it")]
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

/// The triangular lattice cut to a triangle with `side` nodes per side: nodes (a, b) with a + b < side.
pub(crate) fn triangle(side: i32) -> Topology {
    triangular(|a, b| a >= 0 && b >= 0 && a + b < side, side)
}

/// The triangular lattice cut to a hexagon with `side` nodes per side.
pub(crate) fn hexagon(side: i32) -> Topology {
    triangular(|a, b| a.abs() < side && b.abs() < side && (a + b).abs() < side, side)
}

/// The graph of the nodes of the triangular lattice, in skew coordinates, that lie inside.
fn triangular(is_inside: impl Fn(i32, i32) -> bool, reach: i32) -> Topology {
    let places: Vec<(i32, i32)> = (-reach..=reach)
        .flat_map(|a| (-reach..=reach).map(move |b| (a, b)))
        .filter(|&(a, b)| is_inside(a, b))
        .collect();
    let mut links = Vec::new();
    for (node, &(a, b)) in places.iter().enumerate() {
        for to in [(a + 1, b), (a, b + 1), (a + 1, b - 1)] {
            links.extend(places.iter().position(|&place| place == to).map(|to| (node, to)));
        }
    }
    graph(places.len(), &links)
}

/// The honeycomb as a wall of bricks: a square lattice without every other upright link.
pub(crate) fn honeycomb(columns: usize, rows: usize) -> Topology {
    let mut links = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let at = row * columns + column;
            if column + 1 < columns {
                links.push((at, at + 1));
            }
            if row + 1 < rows && (row + column) % 2 == 0 {
                links.push((at, at + columns));
            }
        }
    }
    graph(columns * rows, &links)
}
