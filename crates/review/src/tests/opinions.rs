//! Statements about positions that are not proved: the source of a value, and that nothing is made up.

use std::sync::atomic::{AtomicUsize, Ordering};

use tesuji_figures::Theme;

use super::*;
use crate::estimate::{SearchSample, SolverFindings, estimate};

/// A keeper whose user stops after this many searches.
struct Stopping {
    n_left: AtomicUsize,
}

impl Timekeeper for Stopping {
    fn run<R>(&self, seconds: Option<f64>, what: &str, search: impl FnOnce(&Limits, Elapsed<'_>) -> R) -> (R, f64) {
        _ = self.n_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        Unlimited.run(seconds, what, search)
    }

    fn is_stopped(&self) -> bool {
        self.n_left.load(Ordering::Relaxed) == 0
    }
}

/// A keeper on a machine so slow that the time of every search is over before it has begun.
struct Late;

impl Timekeeper for Late {
    fn run<R>(&self, _: Option<f64>, _: &str, search: impl FnOnce(&Limits, Elapsed<'_>) -> R) -> (R, f64) {
        let limits = Limits::default();
        limits.interrupt.store(true, Ordering::Relaxed);
        (search(&limits, &|| 0.0), 0.0)
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

const OPENING: &str = "f6 e8 g4 d7 h5";

#[test]
fn what_was_not_looked_at_is_called_so_in_every_form() {
    let game = hex(OPENING, 11);
    let spec = ReviewSpec { effort: Effort::Work { nodes: 10, playouts: 20 }, ..spec() };
    // The proofs take seven searches, so four are left for two positions.
    let keeper = Stopping { n_left: AtomicUsize::new(7) };
    let review = Reviewer { archive: &archive(None), spec: &spec }.review(&game, &keeper).unwrap();
    let n_unknown = review.n_unknown();
    assert!((1..6).contains(&n_unknown), "{n_unknown}");
    let said = format!("{n_unknown} of 6 positions");
    assert!(review.verdict().iter().any(|sentence| sentence.starts_with(&said)), "{:?}", review.verdict());
    assert!(review.verdict().iter().all(|sentence| !sentence.contains("No mistake")), "{:?}", review.verdict());
    // Estimates go from the end backwards, so the start is what was left out.
    assert_eq!(review.state(0), "not looked at");
    let (sgf, page) = (sgf::write(&game, &review).unwrap(), html::page(&game, &review).unwrap());
    let picture = chart::picture(&review, Theme::Light).svg();
    let json = serde_json::to_string(&review).unwrap();
    for text in [&sgf, &page, &picture] {
        assert!(text.contains("not looked at") && !text.contains("table of openings"), "{text}");
    }
    assert_eq!(json.matches("\"nothing\"").count(), n_unknown);
    assert_eq!(sgf.matches("SBKV").count(), 6 - n_unknown, "no value of what was not looked at");
}

#[test]
fn however_short_the_time_a_value_rests_on_an_evaluation() {
    for (moves, side) in [(OPENING, 11), ("j10 k9 d4 p16", 19)] {
        let spec = ReviewSpec { effort: Effort::Time(1.0), samples: 4, ..spec() };
        let review = Reviewer { archive: &archive(None), spec: &spec }.review(&hex(moves, side), &Late).unwrap();
        for position in &review.positions {
            let Known::Estimated(estimate) = &position.known else { panic!("{position:?}") };
            assert!(estimate.playouts >= 4 && estimate.by == EstimatedBy::Search, "{estimate:?}");
            let words = review.state(position.n_moves);
            assert!(!words.contains("table"), "{words}");
            // The same evaluation again and again is one sample, which has no interval.
            match position.interval() {
                Some([low, high]) => assert!(estimate.samples >= 4 && low < high, "{estimate:?}"),
                None => assert!(estimate.samples == 1 && words.ends_with("(one sample)"), "{words}"),
            }
        }
    }
}

#[test]
fn equal_samples_are_one_and_make_no_mistakes() {
    let sample = |black: f64| SearchSample {
        black,
        spread: 0.0,
        playouts: 10,
        best: "f6".to_owned(),
        line: vec!["f6".to_owned()],
        visits: vec![("f6".to_owned(), 8), ("e5".to_owned(), 1), ("d4".to_owned(), 0)],
    };
    let position = |n_moves: usize, values: [f64; 4], tried: &SolverFindings| PositionReview {
        n_moves,
        to_move: if n_moves == 0 { Side::Black } else { Side::White },
        known: Known::Estimated(estimate(&values.map(sample), EstimatedBy::Search, tried).unwrap()),
    };
    let untried = SolverFindings::default();
    let (equal, lower) = (position(0, [0.6; 4], &untried), position(1, [0.3; 4], &untried));
    let Known::Estimated(one) = &equal.known else { panic!() };
    assert_eq!((one.samples, one.interval, one.black, equal.interval()), (1, [0.0, 1.0], 0.6, None));
    let mv = judge(&equal, &lower, Side::Black, "a1".to_owned(), Some(0.0));
    assert_eq!((mv.interval, mv.mistake), (None, None), "one sample shows no mistake");
    let spread = [[0.6, 0.61, 0.59, 0.6], [0.3, 0.31, 0.29, 0.3]];
    let [before, after] = [0, 1].map(|n_moves| position(n_moves, spread[n_moves], &untried));
    assert!(before.interval().is_some_and(|[low, high]| low < 0.6 && 0.6 < high));
    let mv = judge(&before, &after, Side::Black, "a1".to_owned(), Some(0.0));
    assert_eq!(mv.mistake, Some(MistakeKind::Estimated));
    // A refuted move gives way to the next that was searched; one that nobody searched is no choice.
    let best = |refuted: &[&str]| {
        let tried = SolverFindings {
            refuted: refuted.iter().map(|mv| (*mv).to_owned()).collect(),
            ..SolverFindings::default()
        };
        judge(&position(0, spread[0], &tried), &after, Side::Black, "a1".to_owned(), Some(0.0)).better
    };
    assert_eq!(best(&["f6"]).unwrap().moves, ["e5"]);
    assert_eq!(best(&["f6", "e5"]), None);
}

#[test]
fn the_table_is_named_only_where_it_has_answered() {
    let with_net = StrongSpec { memory_mib: 1, ..StrongSpec::default() };
    for (side, by) in [(8, EstimatedBy::Table), (11, EstimatedBy::Net)] {
        let mut game = hex("f6 e8 g4", side);
        game.spec = GameSpec::Hex { columns: side, rows: side, swap: true };
        let effort = Effort::Work { nodes: 10, playouts: 40 };
        let spec = ReviewSpec { effort, player: PlayerSpec::Strong(with_net), ..spec() };
        let review = Reviewer { archive: &archive(None), spec: &spec }.review(&game, &Unlimited).unwrap();
        let by_of = |position: &PositionReview| match &position.known {
            Known::Estimated(estimate) => estimate.by,
            other => panic!("{other:?}"),
        };
        assert_eq!(by_of(&review.positions[0]), by, "{}", review.state(0));
        assert!(review.positions[2..].iter().all(|position| by_of(position) == EstimatedBy::Search));
        assert_eq!(review.state(0).contains("table of openings"), by == EstimatedBy::Table);
    }
}

#[test]
fn no_mistake_is_found_only_where_that_is_known() {
    // White wins the 4x4 board from the start here, and keeps the win.
    let won = hex("a1 c3 d2 b2", 4);
    let review = |game: &GameToReview, nodes| {
        let spec = ReviewSpec { effort: Effort::Work { nodes, playouts: 8 }, ..spec() };
        Reviewer { archive: &archive(None), spec: &spec }.review(game, &Unlimited).unwrap()
    };
    for (game, nodes) in [(&won, 20_000), (&hex(OPENING, 11), 5)] {
        let review = review(game, nodes);
        let is_changed = review.moves.iter().any(|mv| mv.mistake == Some(MistakeKind::Proved));
        let is_said = review.verdict().iter().any(|sentence| sentence == "No mistake was found.");
        let is_open = review.certain_from.is_some_and(|from| from > 0);
        assert_eq!(is_said, review.mistakes.is_empty() && !is_changed && !is_open, "{:?}", review.verdict());
    }
}
