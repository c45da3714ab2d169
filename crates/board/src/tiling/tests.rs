//! Counts, degrees and drawings of every tiling.

use super::*;
use crate::{Cell, Place};

fn cuts(tiling: Tiling) -> Vec<Cut> {
    let rectangles = [(1, 1), (1, 4), (2, 2), (3, 5), (6, 4)];
    let mut cuts: Vec<Cut> = rectangles.map(|(columns, rows)| Cut::Rectangle { columns, rows }).to_vec();
    if tiling.is_hexagonal() {
        cuts.extend([1, 2, 3, 4, 5].map(Cut::Hexagon));
        cuts.extend([1, 2, 3, 4, 6].map(Cut::Triangle));
    }
    cuts.retain(|&cut| tiling.n_cells(cut).unwrap() <= MAX_CELLS);
    cuts
}

#[test]
fn every_cut_is_a_board_of_unit_links() {
    for tiling in Tiling::ALL {
        for cut in cuts(tiling) {
            let board = Topology::tiling(tiling, cut).unwrap();
            let what = format!("{tiling:?} {cut:?}");
            assert_eq!(Some(board.n_cells()), tiling.n_cells(cut), "{what}");
            assert!(board.is_connected(), "{what}");
            for (a, b) in board.links() {
                let length = board.place(a).distance(board.place(b));
                assert!((length - 1.0).abs() < 5e-4, "{what}: a link of {length}");
                assert!(board.neighbours(b).contains(&a), "{what}");
            }
            for a in board.cells() {
                assert!(board.neighbours(a).len() <= tiling.degree(), "{what}");
                assert_eq!(board.cell(board.name(a)), Some(a), "{what}");
                for b in board.cells().filter(|&b| a < b && !board.neighbours(a).contains(&b)) {
                    let distance = board.place(a).distance(board.place(b));
                    assert!(distance > 1.01, "{what}: {} and {} lie {distance} apart", board.name(a), board.name(b));
                }
            }
        }
    }
}

/// In the middle of a large board every corner has its full degree.
#[test]
fn the_middle_has_full_degree() {
    for tiling in Tiling::ALL {
        let cut = if tiling.is_hexagonal() { Cut::Hexagon(5) } else { Cut::Rectangle { columns: 9, rows: 9 } };
        let board = Topology::tiling(tiling, cut).unwrap();
        let coordinate = |of: fn(Place) -> f64| {
            let values = || board.cells().map(|cell| of(board.place(cell)));
            values().fold(f64::INFINITY, f64::min) / 2.0 + values().fold(f64::NEG_INFINITY, f64::max) / 2.0
        };
        let middle = Place::new(coordinate(Place::right), coordinate(Place::down)).unwrap();
        let inner: Vec<Cell> = board.cells().filter(|&cell| board.place(cell).distance(middle) < 2.0).collect();
        assert!(inner.len() >= 4, "{tiling:?}");
        for cell in inner {
            assert_eq!(board.neighbours(cell).len(), tiling.degree(), "{tiling:?} {}", board.name(cell));
        }
    }
}

#[test]
fn counts_are_those_of_the_formulas() {
    let count = |tiling: Tiling, cut| Topology::tiling(tiling, cut).unwrap().n_cells();
    for side in 1..=7 {
        assert_eq!(count(Tiling::Triangular, Cut::Hexagon(side)), 3 * side * (side - 1) + 1);
        assert_eq!(count(Tiling::Triangular, Cut::Triangle(side)), side * (side + 1) / 2);
        assert_eq!(count(Tiling::Honeycomb, Cut::Hexagon(side)), 6 * side * side);
        assert_eq!(count(Tiling::Honeycomb, Cut::Triangle(side)), side * side + 4 * side + 1);
        assert_eq!(count(Tiling::Kagome, Cut::Hexagon(side)), 9 * side * side - 3 * side);
        assert_eq!(
            count(Tiling::TruncatedSquare, Cut::Rectangle { columns: side, rows: side }),
            4 * side * side + 4 * side
        );
    }
    let triangular = Topology::tiling(Tiling::Triangular, Cut::Hexagon(19)).unwrap_err();
    assert_eq!(triangular, TopologyError::Size(1027));
}

#[test]
fn cuts_that_are_none_are_refused() {
    for (tiling, cut) in [
        (Tiling::TruncatedSquare, Cut::Hexagon(3)),
        (Tiling::SnubSquare, Cut::Triangle(3)),
        (Tiling::Kagome, Cut::Hexagon(0)),
        (Tiling::Kagome, Cut::Triangle(usize::MAX)),
        (Tiling::Honeycomb, Cut::Rectangle { columns: 0, rows: 4 }),
    ] {
        assert_eq!(Topology::tiling(tiling, cut), Err(TopologyError::Size(0)));
    }
    let large = Cut::Rectangle { columns: 4096, rows: 4096 };
    assert!(matches!(Topology::tiling(Tiling::Kagome, large), Err(TopologyError::Size(n)) if n > MAX_CELLS));
}
