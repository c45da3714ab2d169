//! Comparison with exhaustive search, and with what is known of published templates.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_board::{BOTTOM, Cell, CellSet, Topology};
use tesuji_proof::{Claim, Mover, Terminal, Verdict};
use tesuji_search::Limits;

use super::*;
use tesuji_problem::{Problem, parse_file_text};
use tesuji_prove::{VerifyOutcome, testing::random_claim, verify};

fn with_carrier(claim: &Claim, carrier: &CellSet) -> Claim {
    Claim { carrier: carrier.clone(), ..claim.clone() }
}

/// The truth, by plain exhaustive search.
fn holds(claim: &Claim, carrier: &CellSet) -> bool {
    let report = tesuji_prove::brute::verify_brute(&with_carrier(claim, carrier), &Limits::default());
    matches!(report.outcome, VerifyOutcome::Holds(_))
}

/// Every minimal carrier, by trying every set of cells.
///
/// Sets are tried in the order of their numbers, so a set comes after all of its subsets.
fn minimal_by_brute_force(claim: &Claim) -> BTreeSet<Vec<Cell>> {
    let cells: Vec<Cell> = claim.carrier.iter().collect();
    let mut minimal: Vec<u32> = Vec::new();
    for mask in 0..1_u32 << cells.len() {
        if minimal.iter().all(|known| known & !mask != 0) && holds(claim, &chosen(&cells, mask).into_iter().collect()) {
            minimal.push(mask);
        }
    }
    minimal.into_iter().map(|mask| chosen(&cells, mask)).collect()
}

fn chosen(cells: &[Cell], mask: u32) -> Vec<Cell> {
    cells.iter().enumerate().filter(|(i, _)| mask >> i & 1 != 0).map(|(_, &cell)| cell).collect()
}

/// All minimal carriers as [`all_minimal`] finds them; each discovery is checked.
fn found(claim: &Claim) -> BTreeSet<Vec<Cell>> {
    let mut known = Enumeration::default();
    let mut n_found = 0;
    let outcome = all_minimal(claim, &Limits::default(), &mut known, |news| {
        n_found += 1;
        match news {
            CarrierDiscovery::Carrier(certificate) => {
                assert_eq!(certificate.check().unwrap().verdict, Verdict::Holds);
                assert_eq!(with_carrier(claim, &certificate.claim.carrier), certificate.claim);
            }
            CarrierDiscovery::Cut(cut, certificate) => {
                assert_eq!(certificate.check().unwrap().verdict, Verdict::Fails);
                let mut rest = claim.carrier.clone();
                rest.subtract(cut);
                assert_eq!(with_carrier(claim, &rest), certificate.claim);
            }
        }
    });
    assert_eq!(outcome, Ok(()));
    assert!(known.complete && n_found == known.carriers.len() + known.cuts.len());
    known.carriers.iter().map(|carrier| carrier.iter().collect()).collect()
}

#[test]
fn random_claims_agree_with_exhaustive_truth() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(20);
    let (mut n_holding, mut n_several, mut n_dropped, mut n_by_owner) = (0, 0, 0, 0);
    for _ in 0..1000 {
        let claim = random_claim(&mut rng, 8);
        let expected = minimal_by_brute_force(&claim);
        assert_eq!(found(&claim), expected, "{claim:?}");
        n_holding += usize::from(!expected.is_empty());
        n_several += usize::from(expected.len() > 1);
        n_by_owner += usize::from(!expected.is_empty() && claim.to_move == Mover::Owner);

        let needs = needed(&claim, &Limits::default()).unwrap();
        assert_eq!(needs.whole.check().unwrap().verdict == Verdict::Holds, !expected.is_empty());
        assert_eq!(needs.cells.len(), if expected.is_empty() { 0 } else { claim.carrier.len() });
        for (cell, need) in &needs.cells {
            let mut rest = claim.carrier.clone();
            rest.remove(*cell);
            let (Need::Needed(certificate) | Need::Droppable(certificate)) = need else { panic!("undecided") };
            assert_eq!(certificate.claim, with_carrier(&claim, &rest));
            assert_eq!(certificate.check().unwrap().verdict == Verdict::Holds, holds(&claim, &rest), "{claim:?}");
            assert_eq!(matches!(need, Need::Droppable(_)), holds(&claim, &rest), "{claim:?}");
            n_dropped += usize::from(matches!(need, Need::Droppable(_)));
        }

        for shrunk in [shrink(&claim, &Limits::default()), needs.shrink(&Limits::default())] {
            let Shrunk { certificate, minimal, .. } = shrunk.unwrap();
            assert!(certificate.check().is_ok());
            assert_eq!(minimal, !expected.is_empty());
            let carrier: Vec<Cell> = certificate.claim.carrier.iter().collect();
            assert_eq!(expected.contains(&carrier), minimal, "{claim:?}");
        }
    }
    assert!(
        n_holding > 200 && n_several > 30 && n_dropped > 500 && n_by_owner > 80,
        "too little variety: {n_holding} {n_several} {n_dropped} {n_by_owner}"
    );
}

#[test]
fn a_stopped_enumeration_goes_on_where_it_was() {
    let claim = union();
    let mut whole = Enumeration::default();
    all_minimal(&claim, &Limits::default(), &mut whole, |_| {}).unwrap();
    assert!(is_dual(&claim, &whole));
    for idx in 0..whole.carriers.len().max(whole.cuts.len()) {
        let (mut fewer_carriers, mut fewer_cuts, mut twice) = (whole.clone(), whole.clone(), whole.clone());
        if idx < whole.carriers.len() {
            twice.carriers.push(fewer_carriers.carriers.remove(idx));
            assert!(!is_dual(&claim, &fewer_carriers) && !is_dual(&claim, &twice));
        }
        if idx < whole.cuts.len() {
            fewer_cuts.cuts.remove(idx);
            assert!(!is_dual(&claim, &fewer_cuts));
        }
    }
    let mut known = Enumeration::default();
    let mut n_calls = 0;
    let mut n_found = 0;
    loop {
        n_calls += 1;
        // Each call may use more nodes than the one before, so the search advances in the end.
        match all_minimal(&claim, &Limits::nodes(2 * n_calls), &mut known, |_| n_found += 1) {
            Ok(()) => break,
            Err(fault) => assert_eq!(fault, CarrierError::Limit),
        }
        assert!(!known.complete && n_calls < 1000);
    }
    assert!(n_calls > 3, "the limit never came");
    assert_eq!(n_found, known.carriers.len() + known.cuts.len(), "nothing is found twice");
    let sorted = |sets: &[CellSet]| sets.iter().map(|set| set.iter().collect()).collect::<BTreeSet<Vec<Cell>>>();
    assert_eq!(sorted(&known.carriers), sorted(&whole.carriers));
    assert_eq!(sorted(&known.cuts), sorted(&whole.cuts));
}

/// Pattern 17 of Yang's 7x7 strategy with a spare cell on its left: a union that takes a search.
fn union() -> Claim {
    parse(concat!(
        "id: union\ngoal: A-bottom or B-C-bottom\n\n",
        "# # # # # A #\n # # # B # . #\n  # # C # . . #\n   . . . . . # #\n    . . . . . # #\n",
    ))
}

fn parse(text: &str) -> Claim {
    parse_file_text(text).unwrap().remove(0).claim
}

#[test]
fn limits_leave_what_they_cut_off_undecided() {
    let claim = union();
    assert_eq!(needed(&claim, &Limits::nodes(0)), Err(CarrierError::Limit));
    assert_eq!(shrink(&claim, &Limits::nodes(0)), Err(CarrierError::Limit));
    let whole = verify(&claim, &Limits::default()).nodes;
    let needs = needed(&claim, &Limits::nodes(whole + 1)).unwrap();
    assert!(!needs.undecided().is_empty() && needs.cells.len() == claim.carrier.len());
    let all = needed(&claim, &Limits::default()).unwrap();
    assert!(needs.needed().is_subset(&all.needed()) && needs.droppable().is_subset(&all.droppable()));
    let shrunk = shrink(&claim, &Limits::nodes(whole + 1)).unwrap();
    assert!(!shrunk.minimal && shrunk.certificate.check().is_ok());
}

/// Checks what a file of the test data says about needed and droppable cells. Returns the number of facts checked.
fn check_facts(file: &str, max_empties: usize) -> usize {
    let mut n_facts = 0;
    for Problem { id, claim, needed: expected, droppable, .. } in parse_file_text(file).unwrap() {
        if claim.carrier.len() > max_empties || expected.is_none() && droppable.is_none() {
            continue;
        }
        let needs = needed(&claim, &Limits::default()).unwrap();
        assert!(needs.undecided().is_empty(), "{id}");
        if let Some(expected) = expected {
            assert!(expected.is_subset(&needs.needed()), "{id}: {expected:?}, found {:?}", needs.needed());
            n_facts += expected.len();
        }
        if let Some(expected) = droppable {
            assert!(expected.is_subset(&needs.droppable()), "{id}: {expected:?}, found {:?}", needs.droppable());
            n_facts += expected.len();
        }
    }
    n_facts
}

#[test]
fn published_templates_need_the_cells_that_they_are_said_to_need() {
    assert!(check_facts(include_str!("../../../../testdata/claims/templates.toml"), 23) > 300);
}

#[test]
fn union_connections_need_the_cells_that_they_are_said_to_need() {
    assert!(check_facts(include_str!("../../../../testdata/claims/yang9.toml"), 20) > 30);
}

/// Every template of one stone on `row` within the width.
fn templates(row: usize, width: usize, above: bool) -> BTreeSet<EdgeShape> {
    let task = TemplateTask::new(row, width, &[(row, 0)], above).unwrap();
    let mut search = TemplateSearch::new(&task);
    let mut shapes = BTreeSet::new();
    let outcome = search.run(&Limits::default(), |discovery| {
        if let Discovery::Template(shape) = discovery {
            assert!(shapes.insert(shape.clone()), "{shape:?} is found twice");
        }
    });
    assert_eq!(outcome, Ok(()));
    assert!(search.is_complete());
    shapes
}

/// As above by trying every set of cells around every place of the stone.
fn templates_by_brute_force(row: usize, width: usize) -> BTreeSet<EdgeShape> {
    let task = TemplateTask::single(row, width).unwrap();
    let search = TemplateSearch::new(&task);
    let shapes = search.claims().iter().flat_map(|claim| {
        let carriers = minimal_by_brute_force(claim).into_iter();
        carriers.map(|carrier| EdgeShape::of_claim(&with_carrier(claim, &carrier.into_iter().collect())).unwrap())
    });
    shapes.map(EdgeShape::canonical).collect()
}

fn shapes(drawings: &[&str]) -> BTreeSet<EdgeShape> {
    let shape = |drawing: &&str| EdgeShape::of_claim(&parse(&format!("id: x\ngoal: A-bottom\n\n{drawing}"))).unwrap();
    drawings.iter().map(shape).map(EdgeShape::canonical).collect()
}

const BRIDGE: &str = "# A\n . .\n";
const ZIGGURAT: &str = "# # A .\n # . . .\n  . . . .\n";
const THIRD_ROW_B: &str = "# # . A .\n # . . . .\n  . . # . .\n";
const FOURTH_ROW_A: &str = "# # # # A . #\n # # . . . . .\n  # . . . . . .\n   . . . . . . .\n";

#[test]
fn low_rows_have_the_known_templates_and_no_others() {
    assert_eq!(templates(1, 3, false), shapes(&["A\n"]));
    assert_eq!(templates(2, 4, false), shapes(&[BRIDGE]));
    assert_eq!(templates(3, 3, false), shapes(&[]));
    assert_eq!(templates(3, 4, false), shapes(&[ZIGGURAT]));
    assert_eq!(templates(3, 6, false), shapes(&[ZIGGURAT, THIRD_ROW_B]));
    assert_eq!(templates(3, 6, true), shapes(&[ZIGGURAT, THIRD_ROW_B]));
    assert_eq!(templates(4, 5, false), shapes(&[]));
}

#[test]
fn every_set_of_cells_tried_gives_the_same_templates() {
    for (row, width) in [(1, 5), (2, 3), (2, 5), (3, 3), (3, 4)] {
        assert_eq!(templates(row, width, false), templates_by_brute_force(row, width), "row {row}, width {width}");
    }
}

#[test]
fn a_stone_that_can_be_spared_makes_no_template() {
    // Two stones side by side on the third row have the templates III2a and III2c of HexWiki, and the third one below.
    // In each of them one stone alone would not be enough.
    let task = TemplateTask::new(3, 4, &[(3, 1), (3, 2)], false).unwrap();
    let mut found = BTreeSet::new();
    let mut search = TemplateSearch::new(&task);
    search
        .run(&Limits::default(), |discovery| {
            if let Discovery::Template(shape) = discovery {
                found.insert(shape.clone());
            }
        })
        .unwrap();
    let expected = ["# A o\n . . .\n  . . .\n", "# # A o\n # . # .\n  . . . .\n", "# A o .\n . . . .\n  . # . .\n"];
    assert_eq!(found, shapes(&expected));
}

#[test]
fn a_known_journal_gives_the_same_templates() {
    let task = TemplateTask::single(3, 5).unwrap();
    let mut first = TemplateSearch::new(&task);
    let mut news = Vec::new();
    let mut all = Vec::new();
    first
        .run(&Limits::default(), |discovery| match discovery {
            Discovery::Carrier(place, carrier) => news.push((place, Some(carrier.clone()), None)),
            Discovery::Cut(place, cut) => news.push((place, None, Some(cut.clone()))),
            Discovery::Complete(place) => news.push((place, None, None)),
            Discovery::Template(shape) => all.push(shape.clone()),
        })
        .unwrap();
    for n_kept in 0..=news.len() {
        let mut search = TemplateSearch::new(&task);
        for (place, carrier, cut) in news[..n_kept].iter().cloned() {
            let known = &mut search.known_mut()[place];
            known.complete = carrier.is_none() && cut.is_none();
            known.carriers.extend(carrier);
            known.cuts.extend(cut);
        }
        let mut shapes = Vec::new();
        let mut n_news = 0;
        let outcome = search.run(&Limits::default(), |discovery| match discovery {
            Discovery::Template(shape) => shapes.push(shape.clone()),
            _ => n_news += 1,
        });
        assert_eq!((outcome, &shapes), (Ok(()), &all));
        assert!(search.is_complete() && n_news == news.len() - n_kept, "what was known is not found again");
    }
}

/// The mirror keeps the edge and all adjacencies; a claim and its mirror image have the same answer.
#[test]
fn a_mirror_keeps_all_that_matters() {
    let board = Topology::rhombus(6, 4).unwrap();
    let shape_of = |a: Cell, b: Cell| {
        let mut claim = parse("id: x\ngoal: A-bottom\n\nA . . . . .\n . . . . . .\n  . . . . . .\n   . . . . . .\n");
        claim.stones = [a].into_iter().collect();
        claim.carrier = [b].into_iter().collect();
        claim.goal = tesuji_proof::Goal::pair(Terminal::Cell(a), Terminal::Edge(BOTTOM));
        EdgeShape::of_claim(&claim).unwrap()
    };
    for a in board.cells() {
        for b in board.cells().filter(|&b| b != a) {
            let mirrored = shape_of(a, b).mirrored();
            let claim = mirrored.claim().unwrap();
            let cells: Vec<Cell> = claim.stones.iter().chain(claim.carrier.iter()).collect();
            let touch = claim.topology.neighbours(cells[0]).contains(&cells[1]);
            assert_eq!(touch, board.neighbours(a).contains(&b));
            let at_edge = |board: &Topology, cell| board.edges()[BOTTOM].cells.contains(cell);
            assert_eq!(at_edge(&claim.topology, cells[0]), at_edge(&board, a));
            assert_eq!(at_edge(&claim.topology, cells[1]), at_edge(&board, b));
            assert_eq!(mirrored.mirrored(), shape_of(a, b));
            assert_eq!(mirrored.canonical(), shape_of(a, b).canonical());
        }
    }
    for drawing in [ZIGGURAT, THIRD_ROW_B, FOURTH_ROW_A] {
        let shape = EdgeShape::of_claim(&parse(&format!("id: x\ngoal: A-bottom\n\n{drawing}"))).unwrap();
        assert_eq!(shape == shape.mirrored(), drawing == THIRD_ROW_B);
        let claim = shape.mirrored().claim().unwrap();
        let needs = needed(&claim, &Limits::default()).unwrap();
        assert_eq!((needs.whole.verdict, needs.needed()), (Verdict::Holds, claim.carrier.clone()));
    }
}

#[test]
fn only_claims_about_one_stone_and_the_bottom_have_a_shape() {
    let claim = parse("id: x\ngoal: A-bottom\n\n# A\n . .\n");
    assert!(EdgeShape::of_claim(&claim).is_some());
    let mut other = claim.clone();
    other.to_move = Mover::Owner;
    assert_eq!(EdgeShape::of_claim(&other), None);
    for goal in ["A-top", "A-b2", "A-bottom or A-left", "A-bottom and A-left"] {
        let claim = parse(&format!("id: x\ngoal: {goal}\n\n# A\n . .\n"));
        assert_eq!(EdgeShape::of_claim(&claim), None, "{goal}");
    }
}

#[test]
fn tasks_that_make_no_sense_are_refused() {
    let message = |row, width, stones: &[_], above| {
        TemplateTask::new(row, width, stones, above).map_err(|error| error.to_string()).unwrap_err()
    };
    assert!(message(0, 4, &[(0, 0)], false).contains("the row is 1 to 19"));
    assert!(message(19, 4, &[(19, 0)], true).contains("not 19"));
    assert!(message(3, 0, &[(3, 0)], false).contains("the width is 1 to 19"));
    assert!(message(3, 4, &[(2, 0)], false).contains("row 3 from the edge, not on row 2"));
    assert!(message(3, 4, &[], false).contains("not on row 0"));
    assert!(message(3, 4, &[(3, 0), (1, 4)], false).contains("take 5 columns"));
    assert!(TemplateTask::new(3, 4, &[(3, 7), (1, 10)], false).is_ok());
}
