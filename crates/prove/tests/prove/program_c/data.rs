//! The claims of `testdata/claims`: with a cell removed, turned, mirrored, and asked twice.

use std::path::Path;
use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Topology};
use tesuji_problem::{Problem, parse_file_text};
use tesuji_proof::{Claim, Goal, Terminal};
use tesuji_prove::{verify, verify_on_threads};
use tesuji_search::Limits;

use crate::program_c::referee::{accepted, certified};

fn problems() -> Vec<Problem> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/claims");
    let files = ["false.toml", "small.toml", "templates.toml", "union8.toml", "yang7.toml", "yang9.toml"];
    files
        .iter()
        .flat_map(|name| {
            let text = std::fs::read_to_string(directory.join(name)).unwrap();
            parse_file_text(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
        })
        .collect()
}

/// The claim with this cell given to the opponent.
fn without(claim: &Claim, cell: Cell) -> Claim {
    let mut claim = claim.clone();
    claim.carrier.remove(cell);
    claim
}

#[test]
fn needed_cells_are_needed_and_droppable_ones_are_not() {
    let (mut n_needed, mut n_droppable) = (0, 0);
    for problem in problems().iter().filter(|problem| problem.claim.carrier.len() <= 20) {
        for cell in problem.needed.iter().flat_map(CellSet::iter) {
            assert!(!certified(&without(&problem.claim, cell)).0, "{} holds without {cell:?}", problem.id);
            n_needed += 1;
        }
        for cell in problem.droppable.iter().flat_map(CellSet::iter) {
            assert!(certified(&without(&problem.claim, cell)).0, "{} fails without {cell:?}", problem.id);
            n_droppable += 1;
        }
    }
    assert!(n_needed > 150 && n_droppable > 5, "{n_needed} needed, {n_droppable} droppable");
}

/// A column and a row, or the numbers of columns and rows.
type Pair = (usize, usize);

/// Action of a symmetry of the rhombus on columns and rows, and on the edges (top, bottom, left, right).
struct Symmetry {
    cell: fn(Pair, Pair) -> Pair,
    swaps_sides: bool,
    edges: [usize; 4],
}

/// Half a turn, reflection in the long diagonal, and both together: reflection in the short diagonal.
const SYMMETRIES: [Symmetry; 3] = [
    Symmetry {
        cell: |(c, r), (columns, rows)| (columns - 1 - c, rows - 1 - r),
        swaps_sides: false,
        edges: [1, 0, 3, 2],
    },
    Symmetry { cell: |(c, r), _| (r, c), swaps_sides: true, edges: [2, 3, 0, 1] },
    Symmetry {
        cell: |(c, r), (columns, rows)| (rows - 1 - r, columns - 1 - c),
        swaps_sides: true,
        edges: [3, 2, 1, 0],
    },
];

impl Symmetry {
    fn claim(&self, claim: &Claim) -> Claim {
        let (columns, rows) = claim.topology.size().expect("a rhombus");
        let (new_columns, new_rows) = if self.swaps_sides { (rows, columns) } else { (columns, rows) };
        let cell = |cell: Cell| {
            let (column, row) = (self.cell)((cell.index() % columns, cell.index() / columns), (columns, rows));
            Cell::new(row * new_columns + column)
        };
        let terminal = |terminal: &Terminal| match *terminal {
            Terminal::Cell(at) => Terminal::Cell(cell(at)),
            Terminal::Edge(edge) => Terminal::Edge(self.edges[edge]),
        };
        let alternatives = claim
            .goal
            .alternatives()
            .iter()
            .map(|groups| groups.iter().map(|group| group.iter().map(terminal).collect()).collect());
        Claim {
            topology: Arc::new(Topology::rhombus(new_columns, new_rows).unwrap()),
            owner: if self.swaps_sides { claim.owner.opponent() } else { claim.owner },
            stones: claim.stones.iter().map(cell).collect(),
            carrier: claim.carrier.iter().map(cell).collect(),
            goal: Goal::new(alternatives.collect()).unwrap(),
            to_move: claim.to_move,
        }
    }
}

#[test]
fn symmetries_keep_neighbours_and_edges() {
    for problem in problems() {
        let board = &problem.claim.topology;
        if board.size().is_none() {
            continue;
        }
        for symmetry in &SYMMETRIES {
            let image = symmetry.claim(&Claim { carrier: board.edges()[2].cells.clone(), ..problem.claim.clone() });
            assert_eq!(image.carrier, image.topology.edges()[symmetry.edges[2]].cells);
            for cell in board.cells() {
                let around =
                    Claim { carrier: board.neighbours(cell).iter().copied().collect(), ..problem.claim.clone() };
                let alone = Claim { carrier: [cell].into_iter().collect(), ..problem.claim.clone() };
                let (around, alone) = (symmetry.claim(&around), symmetry.claim(&alone));
                let centre = alone.carrier.iter().next().unwrap();
                assert_eq!(around.carrier, around.topology.neighbours(centre).iter().copied().collect());
            }
        }
    }
}

#[test]
fn turned_and_mirrored_claims_have_the_same_answer() {
    let mut n_claims = 0;
    for problem in problems().iter().filter(|problem| (1..=25).contains(&problem.claim.carrier.len())) {
        if problem.claim.topology.size().is_none() {
            continue;
        }
        let expected = certified(&problem.claim).0;
        assert!(problem.expected.is_none_or(|known| known == expected), "{}", problem.id);
        for symmetry in &SYMMETRIES {
            let image = symmetry.claim(&problem.claim);
            assert_eq!(image.validate(), Ok(()));
            assert_eq!(certified(&image).0, expected, "{}", problem.id);
            n_claims += 1;
        }
    }
    assert!(n_claims > 200, "{n_claims}");
}

#[test]
fn the_same_question_has_the_same_certificate() {
    let problems = problems();
    let problems: Vec<&Problem> = problems.iter().filter(|problem| problem.claim.carrier.len() <= 25).collect();
    let reports = |problems: &mut dyn Iterator<Item = &&Problem>| -> Vec<_> {
        problems.map(|problem| verify(&problem.claim, &Limits::default())).collect()
    };
    // In the opposite order, so that different claims come before each one.
    let first = reports(&mut problems.iter());
    let mut second = reports(&mut problems.iter().rev());
    second.reverse();
    for ((problem, first), second) in problems.iter().zip(first).zip(second) {
        assert_eq!(first, second, "{}", problem.id);
    }
}

#[test]
fn several_threads_agree_and_their_certificates_are_accepted() {
    let problems = problems();
    let mut n_searched = 0;
    for problem in problems.iter().filter(|problem| (16..=36).contains(&problem.claim.carrier.len())) {
        let report = verify_on_threads(&problem.claim, 3, &Limits::default());
        n_searched += usize::from(report.nodes > 20);
        let (holds, _) = accepted(&problem.claim, report);
        assert!(problem.expected.is_none_or(|known| known == holds), "{}", problem.id);
    }
    assert!(n_searched > 10, "{n_searched}");
}
