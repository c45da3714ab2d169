//! A drawing for a graph that has none: distances on the page are like distances in the graph.
//!
//! There are two steps. Both use only sums, products and square roots, so the drawing is the same on every machine.
//! 1. Cells are placed by their distances from a few cells that lie far apart (pivot scaling: the two main axes of
//!    those distances).
//! 2. Each cell moves, a few times over, to where its distances to all others are least wrong (stress majorisation,
//!    where a longer distance counts less).
//!
//! Source: Brandes and Pich, Eigensolver methods for progressive multidimensional scaling of large data, 2006;
//! Gansner, Koren and North, Graph drawing by stress majorization, 2004.

use std::collections::BTreeSet;

use crate::measures::Walks;
use crate::{Place, Topology};

/// Pivots of the first step.
const N_PIVOTS: usize = 24;
/// Power iterations for each axis.
const AXIS_ROUNDS: usize = 50;
/// The second step looks at about this many pairs of cells in all, but makes no fewer and no more rounds than `ROUNDS`.
const MOVES: usize = 20_000_000;
const ROUNDS: (usize, usize) = (15, 200);

/// A place for each cell of the board, whatever drawing it has; links are about one unit long.
///
/// Costs about 0.2 seconds on 1,024 cells.
pub(crate) fn layout(topology: &Topology) -> Vec<Place> {
    let n_cells = topology.n_cells();
    let distances = distances(topology);
    let mut points = pivot_scaling(&distances, n_cells);
    let rounds = (MOVES / (n_cells * n_cells)).clamp(ROUNDS.0, ROUNDS.1);
    for _ in 0..rounds {
        for cell in 0..n_cells {
            points[cell] = balanced(&points, &distances[cell * n_cells..(cell + 1) * n_cells], cell);
        }
    }
    apart(&points)
}

/// Steps from each cell to every other; between unconnected parts, a little more than the longest distance.
fn distances(topology: &Topology) -> Vec<f64> {
    let n_cells = topology.n_cells();
    let mut distances = vec![f64::INFINITY; n_cells * n_cells];
    let walks = Walks::of(topology);
    for from in topology.cells() {
        let row = &mut distances[from.index() * n_cells..(from.index() + 1) * n_cells];
        walks.from(from, |cell, distance| row[cell] = distance as f64);
    }
    let longest = distances.iter().copied().filter(|distance| distance.is_finite()).fold(0.0, f64::max);
    for distance in distances.iter_mut().filter(|distance| distance.is_infinite()) {
        *distance = longest + 1.0;
    }
    distances
}

fn pivot_scaling(distances: &[f64], n_cells: usize) -> Vec<[f64; 2]> {
    let pivots = pivots(distances, n_cells);
    // Squared distances, centred by row and by column.
    let mut columns: Vec<Vec<f64>> = pivots
        .iter()
        .map(|&pivot| (0..n_cells).map(|cell| distances[pivot * n_cells + cell].powi(2)).collect())
        .collect();
    let mean = |column: &Vec<f64>| column.iter().sum::<f64>() / n_cells as f64;
    let means: Vec<f64> = columns.iter().map(mean).collect();
    let total = means.iter().sum::<f64>() / means.len() as f64;
    for cell in 0..n_cells {
        let of_cell = columns.iter().map(|column| column[cell]).sum::<f64>() / columns.len() as f64;
        for (column, mean) in columns.iter_mut().zip(&means) {
            column[cell] = -0.5 * (column[cell] - mean - of_cell + total);
        }
    }
    let mut axes: Vec<Vec<f64>> = Vec::new();
    let mut spreads = vec![[0.0; 2]; n_cells];
    for side in 0..2 {
        // It starts askew to every axis of a regular board.
        let mut axis: Vec<f64> = (0..pivots.len()).map(|idx| 1.0 + (idx * idx % 7) as f64 - (idx % 3) as f64).collect();
        for _ in 0..AXIS_ROUNDS {
            let projected = project(&columns, &axis, n_cells);
            axis = columns.iter().map(|column| dot(column, &projected)).collect();
            for known in &axes {
                let share = dot(&axis, known);
                axis.iter_mut().zip(known).for_each(|(value, known)| *value -= share * known);
            }
            let length = dot(&axis, &axis).sqrt();
            if length < 1e-9 {
                axis.fill(0.0);
                break;
            }
            axis.iter_mut().for_each(|value| *value /= length);
        }
        let projected = project(&columns, &axis, n_cells);
        // The second step finds the scale that fits the distances; here only the ratio of the axes matters.
        let length = dot(&projected, &projected).sqrt();
        let scale = if length > 0.0 { length.sqrt() / length } else { 0.0 };
        for (spread, value) in spreads.iter_mut().zip(projected) {
            spread[side] = value * scale;
        }
        axes.push(axis);
    }
    // Cells at equal distances from all pivots start a little apart, on a spiral that the distances then open.
    for (cell, spread) in spreads.iter_mut().enumerate() {
        let turn = cell as f64 * 2.399_963;
        let reach = 0.01 * (1.0 + cell as f64).sqrt();
        let (sin, cos) = libm::sincos(turn);
        spread[0] += reach * cos;
        spread[1] += reach * sin;
    }
    spreads
}

/// Cells far from each other: each is the farthest from those before it.
fn pivots(distances: &[f64], n_cells: usize) -> Vec<usize> {
    let mut pivots = vec![0];
    let mut nearest: Vec<f64> = distances[..n_cells].to_vec();
    while pivots.len() < N_PIVOTS.min(n_cells) {
        let farthest = (0..n_cells).fold(0, |best, cell| if nearest[cell] > nearest[best] { cell } else { best });
        pivots.push(farthest);
        for (near, distance) in nearest.iter_mut().zip(&distances[farthest * n_cells..]) {
            *near = near.min(*distance);
        }
    }
    pivots
}

fn project(columns: &[Vec<f64>], axis: &[f64], n_cells: usize) -> Vec<f64> {
    (0..n_cells).map(|cell| columns.iter().zip(axis).map(|(column, share)| column[cell] * share).sum()).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Place of `cell` if the others stayed: the mean of what each other cell asks for, weighted by distance.
fn balanced(points: &[[f64; 2]], distances: &[f64], cell: usize) -> [f64; 2] {
    let [x, y] = points[cell];
    let (mut sum, mut weights) = ([0.0; 2], 0.0);
    for (other, (&[other_x, other_y], &distance)) in points.iter().zip(distances).enumerate() {
        if other == cell {
            continue;
        }
        let weight = 1.0 / (distance * distance);
        let (right, down) = (x - other_x, y - other_y);
        let drawn = (right * right + down * down).sqrt().max(1e-9);
        let stretch = distance / drawn;
        sum[0] += weight * (other_x + right * stretch);
        sum[1] += weight * (other_y + down * stretch);
        weights += weight;
    }
    if weights > 0.0 { sum.map(|sum| sum / weights) } else { [x, y] }
}

/// The points as places, no two of them equal.
fn apart(points: &[[f64; 2]]) -> Vec<Place> {
    let mut taken = BTreeSet::new();
    let mut place = |&[x, y]: &[f64; 2]| {
        let mut nudge = 0.0;
        loop {
            let place = Place::near(x + nudge, y);
            if taken.insert(place) {
                return place;
            }
            nudge += 0.1;
        }
    };
    points.iter().map(&mut place).collect()
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::{Cut, Tiling};

    /// Spread of the lengths of drawn links, as a share of the mean.
    fn error(board: &Topology) -> f64 {
        let lengths: Vec<f64> = board.links().map(|(a, b)| board.place(a).distance(board.place(b))).collect();
        let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
        lengths.iter().map(|length| (length / mean - 1.0).abs()).sum::<f64>() / lengths.len() as f64
    }

    #[test]
    fn a_graph_is_drawn_like_the_board_it_is() {
        for board in [
            Topology::square(7, 5).unwrap(),
            Topology::tiling(Tiling::Honeycomb, Cut::Hexagon(3)).unwrap(),
            Topology::rings(1, 12).unwrap(),
            Topology::tiling(Tiling::Triangular, Cut::Triangle(6)).unwrap(),
        ] {
            let names: Vec<String> = board.cells().map(|cell| board.name(cell).to_owned()).collect();
            let links: Vec<_> = board.links().map(|(a, b)| (a.index(), b.index())).collect();
            let bare = Topology::graph(names, &links, Vec::new()).unwrap();
            let drawn = bare.clone().drawn(layout(&bare)).unwrap();
            assert!(error(&drawn) < 0.15, "{}: {}", board.n_cells(), error(&drawn));
            assert_eq!(layout(&bare), layout(&drawn), "an older drawing says nothing");
        }
    }

    #[test]
    fn every_graph_gets_a_place_for_each_cell() {
        let graph = |n_cells: usize, links: &[(usize, usize)]| {
            Topology::graph((0..n_cells).map(|idx| format!("n{idx}")).collect(), links, Vec::new()).unwrap()
        };
        let complete: Vec<_> = (0..9).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let star: Vec<_> = (1..20).map(|tip| (0, tip)).collect();
        let boards =
            [graph(1, &[]), graph(2, &[]), graph(30, &[]), graph(9, &complete), graph(20, &star), graph(2, &[(0, 1)])];
        for board in boards {
            let places = layout(&board);
            assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), board.n_cells());
            let drawn = board.drawn(places).unwrap();
            let nearest = drawn.cells().flat_map(|a| drawn.cells().filter(move |&b| a < b).map(move |b| (a, b)));
            let nearest = nearest.map(|(a, b)| drawn.place(a).distance(drawn.place(b))).fold(f64::INFINITY, f64::min);
            assert!(nearest > 0.2, "two cells of {} lie on each other: {nearest}", drawn.n_cells());
        }
    }
}
