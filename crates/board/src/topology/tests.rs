//! Links, names and places of boards.

use super::*;

#[test]
fn rhombus_links_are_mutual_and_counted() {
    for (columns, rows) in [(1, 1), (1, 5), (4, 3), (11, 11), (19, 19)] {
        let board = Topology::rhombus(columns, rows).unwrap();
        let n_links: usize = board.cells().map(|cell| board.neighbours(cell).len()).sum();
        // Links along three directions, each seen from both ends.
        let expected = 2 * ((columns - 1) * rows + columns * (rows - 1) + (columns - 1) * (rows - 1));
        assert_eq!(n_links, expected);
        for cell in board.cells() {
            assert!(board.neighbours(cell).iter().all(|&to| board.neighbours(to).contains(&cell)));
            assert_eq!(board.cell(board.name(cell)), Some(cell));
        }
    }
    assert_eq!(Topology::rhombus(0, 3), Err(TopologyError::Size(0)));
    assert!(Topology::rhombus(usize::MAX, 2).is_err());
}

#[test]
fn square_links_are_mutual_and_counted() {
    for (columns, rows) in [(1, 1), (1, 5), (4, 3), (9, 9), (32, 32)] {
        let board = Topology::square(columns, rows).unwrap();
        let n_links: usize = board.cells().map(|cell| board.neighbours(cell).len()).sum();
        assert_eq!(n_links, 2 * ((columns - 1) * rows + columns * (rows - 1)));
        for cell in board.cells() {
            assert!(board.neighbours(cell).iter().all(|&to| board.neighbours(to).contains(&cell)));
            assert_eq!(board.cell(board.name(cell)), Some(cell));
        }
        assert_eq!((board.size(), board.square_size()), (None, Some((columns, rows))));
    }
    assert_eq!(Topology::square(4, 0), Err(TopologyError::Size(0)));
    assert_eq!(Topology::square(33, 32), Err(TopologyError::Size(1056)));
}

#[test]
fn graphs_refuse_bad_names_and_links() {
    let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let board = Topology::graph(names(&["x", "y"]), &[(0, 1), (1, 0)], vec![("goal".to_owned(), vec![1])]).unwrap();
    assert_eq!(board.neighbours(Cell::new(0)), [Cell::new(1)]);
    assert_eq!(board.edge("goal"), Some(0));
    assert!(matches!(Topology::graph(names(&["x", "x"]), &[], vec![]), Err(TopologyError::Name(_))));
    assert!(matches!(Topology::graph(names(&["x y"]), &[], vec![]), Err(TopologyError::Name(_))));
    assert!(matches!(Topology::graph(names(&["x"]), &[(0, 1)], vec![]), Err(TopologyError::Link(_))));
}

#[test]
fn tori_and_cylinders_go_around() {
    for (columns, rows) in [(3, 3), (9, 9), (4, 7), (32, 32)] {
        let (torus, cylinder) = (Topology::torus(columns, rows).unwrap(), Topology::cylinder(columns, rows).unwrap());
        assert_eq!(torus.links().count(), 2 * columns * rows);
        assert_eq!(cylinder.links().count(), 2 * columns * rows - columns);
        assert!(torus.cells().all(|cell| torus.neighbours(cell).len() == 4));
        assert_eq!(torus.wrapping_links().len(), columns + rows);
        assert_eq!(cylinder.wrapping_links().len(), rows);
        for board in [torus, cylinder] {
            assert_eq!((board.grid_size(), board.square_size()), (Some((columns, rows)), None));
            for (a, b) in board.links() {
                assert!(board.neighbours(b).contains(&a));
                let is_long = board.place(a).distance(board.place(b)) > 1.5;
                assert_eq!(board.wraps(a, b), is_long);
                assert_eq!(board.wraps(b, a), is_long);
            }
            for cell in board.cells() {
                assert_eq!(board.cell(&board.name(cell).to_lowercase()), Some(cell));
            }
        }
    }
}

#[test]
fn narrow_ones_have_each_link_once_and_none_to_itself() {
    let degrees = |board: Topology| board.cells().map(|cell| board.neighbours(cell).len()).collect::<Vec<_>>();
    assert_eq!(degrees(Topology::torus(1, 1).unwrap()), [0]);
    assert_eq!(degrees(Topology::torus(2, 2).unwrap()), [2; 4]);
    assert_eq!(degrees(Topology::torus(1, 5).unwrap()), [2; 5]);
    assert_eq!(degrees(Topology::cylinder(2, 3).unwrap()), [2, 2, 3, 3, 2, 2]);
}

#[test]
fn holes_leave_names_places_and_links_as_they_are() {
    let torus = Topology::torus(4, 4).unwrap();
    let hole = torus.cell("B2").unwrap();
    let board = torus.without(&[hole].into_iter().collect()).unwrap();
    assert_eq!((board.n_cells(), board.links().count(), board.cell("B2")), (15, 28, None));
    for cell in board.cells() {
        let old = torus.cell(board.name(cell)).unwrap();
        assert_eq!(board.place(cell), torus.place(old));
        let names: Vec<_> = board.neighbours(cell).iter().map(|&to| board.name(to)).collect();
        let kept = torus.neighbours(old).iter().filter(|&&to| to != hole);
        assert_eq!(names, kept.map(|&to| torus.name(to)).collect::<Vec<_>>());
    }
    assert_eq!(board.wrapping_links().len(), 8);
    assert_eq!(torus.without(&CellSet::full(16)), Err(TopologyError::Size(0)));
}

#[test]
fn a_drawing_has_a_place_for_each_cell() {
    let graph = || Topology::graph(["a", "B", "b"].map(str::to_owned).to_vec(), &[(0, 1)], vec![]).unwrap();
    let place = |right| Place::new(right, 0.0).unwrap();
    assert!(graph().drawn(vec![place(0.0), place(1.0), place(2.0)]).is_ok());
    for places in [vec![place(0.0)], vec![place(0.0), place(1.0), place(0.0)]] {
        assert!(matches!(graph().drawn(places), Err(TopologyError::Drawing(_))));
    }
    assert!(matches!(graph().wrapped(&[(0, 2)]), Err(TopologyError::Link(_))));
    let cell = |name| graph().cell_in_any_case(name).map(Cell::index);
    assert_eq!([cell("A"), cell("b"), cell("B"), cell("c")], [Some(0), Some(2), Some(1), None]);
}
