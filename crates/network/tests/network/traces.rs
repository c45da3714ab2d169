//! Games, their bands, and positions after two stones, compared with positions measured one by one.

use std::ops::ControlFlow;

use tesuji_board::{Cell, CellSet, Player};
use tesuji_hex::notation::move_list;
use tesuji_hex::{Action, Position, Record, RecordMove, ReplayError};
use tesuji_network::{
    Averages, Betweenness, ColourAverages, Comparison, NetworkReport, Ratio, Ratios, ReplyChoice, Sweep, ThroughEdge,
    TraceStep, Tracer, Winners,
};

/// The start of game 1779370 of the Little Golem records (stones are facts; swap was not used).
const MOVES: &str = "e10 g6 f8 g5 f6 f5 d6 e4 h6 i4 k4 j3";

fn record(moves: &str, side: usize) -> Record {
    move_list::read(moves, side, side).expect("a move list")
}

fn steps(record: &Record, replies: ReplyChoice) -> Vec<TraceStep> {
    let mut steps = Vec::new();
    let mut tracer = Tracer::new(record.size(), ThroughEdge::Stones).expect("a board");
    let traced = tracer.trace(record, replies, |step| {
        steps.push(step);
        ControlFlow::Continue(())
    });
    traced.expect("legal moves");
    steps
}

fn assert_close(found: &Comparison, wanted: &Comparison, tolerance: f64) {
    match (found.ratios(), wanted.ratios()) {
        (Some(found), Some(wanted)) => {
            for ratio in Ratio::ALL {
                let (found, wanted) = (ratio.of(found), ratio.of(wanted));
                assert!((found / wanted - 1.0).abs() <= tolerance, "{}: {found}, not {wanted}", ratio.name());
            }
        }
        _ => assert_eq!(found, wanted),
    }
}

#[test]
fn each_step_is_its_position() {
    let record = record(MOVES, 11);
    let mut tracer = Tracer::new((11, 11), ThroughEdge::Stones).unwrap();
    let mut n_steps = 0;
    let traced = tracer.trace(&record, ReplyChoice::Played, |step| {
        assert_eq!(step.number, n_steps);
        let position = record.position_after(step.number).unwrap();
        assert_close(&step.comparison, &NetworkReport::new(&position, ThroughEdge::Stones).comparison, 0.0);
        n_steps += 1;
        if n_steps == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((traced, n_steps), (Ok(()), 5));
}

#[test]
fn small_boards_by_hand() {
    // On 1x1 the stone wins. On 2x2 a stone on the short diagonal wins: it touches its edges or has bridges to them.
    let one = steps(&record("a1", 1), ReplyChoice::All);
    let band = one[1].band.unwrap();
    assert_eq!((band.n_replies, band.n_won, band.n_lost, band.indicator), (1, 1, 0, None));
    assert_eq!(one[1].comparison, Comparison::Won(Player::Black));
    let two = steps(&record("a1 b1 a2", 2), ReplyChoice::All);
    assert_eq!(two[0].comparison.ratios().map(|ratios| ratios.betweenness), Some(1.0));
    let first = two[1].band.unwrap();
    assert_eq!((first.mover, first.n_replies, first.n_won, first.n_lost), (Player::Black, 4, 2, 0));
    // The two moves that leave the game open are the same after half a turn.
    let spread = first.spread(Betweenness::Indicator).unwrap();
    assert!((spread.best - spread.worst).abs() < 1e-12 && spread.n_better == 2, "{spread:?}");
    assert_eq!((two[3].number, two[3].comparison), (3, Comparison::Won(Player::Black)));
}

#[test]
fn the_band_holds_what_was_played() {
    let steps = steps(&record(MOVES, 11), ReplyChoice::All);
    for step in &steps[1..] {
        let (band, ratios) = (step.band.unwrap(), step.comparison.ratios().unwrap());
        // The second move may swap.
        assert_eq!(band.n_replies, 122 - step.number + usize::from(step.number == 2));
        let is_black = band.mover == Player::Black;
        assert_eq!(is_black, step.number % 2 == 1);
        for betweenness in [Betweenness::Indicator, Betweenness::Brandes] {
            let (spread, played) = (band.spread(betweenness).unwrap(), ratios.ev(betweenness));
            let (low, high) = if is_black { (spread.worst, spread.best) } else { (spread.best, spread.worst) };
            assert!(low <= played && played <= high, "{} {played} {spread:?}", step.number);
            assert!(low <= spread.mean && spread.mean <= high, "{} {spread:?}", step.number);
            assert!(spread.n_better < band.n_replies);
            assert_eq!(spread.n_better == 0, played == spread.best && band.n_won == 0, "{spread:?}");
        }
    }
}

#[test]
fn the_band_changes_nothing() {
    let record = record(MOVES, 11);
    for (with, without) in steps(&record, ReplyChoice::All).iter().zip(steps(&record, ReplyChoice::Played)) {
        assert_eq!((with.comparison, without.band), (without.comparison, None), "{}", with.number);
    }
}

#[test]
fn swaps_and_passes() {
    let swapped = steps(&record("b4 S c3 pass a1 resign", 5), ReplyChoice::All);
    assert_eq!(swapped.iter().map(|step| step.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    let action = |number: usize| swapped[number].mv.unwrap().action;
    assert_eq!((action(2), action(4)), (Action::SwapPieces, Action::Pass));
    assert_eq!(swapped[2].band.unwrap().n_replies, 25);
    assert_eq!((swapped[4].band, swapped[4].comparison), (None, swapped[3].comparison));
    // The first stone moved to d2 and became white.
    let white = CellSet::from_iter([Cell::new(5 + 3)]);
    let position = Position::setup((5, 5), &CellSet::new(), &white, Player::Black).unwrap();
    assert_close(&swapped[2].comparison, &NetworkReport::new(&position, ThroughEdge::Stones).comparison, 0.0);
}

#[test]
fn games_that_cannot_be_traced() {
    let mut tracer = Tracer::new((5, 5), ThroughEdge::Stones).unwrap();
    let mut n_steps = 0;
    let mut count = |_| {
        n_steps += 1;
        ControlFlow::Continue(())
    };
    let taken = tracer.trace(&record("a1 b1 a1", 5), ReplyChoice::Played, &mut count);
    assert_eq!(taken, Err(ReplayError::Taken { number: 3, cell: "a1".to_owned() }));
    assert_eq!(n_steps, 3);
    assert!(Tracer::new((0, 3), ThroughEdge::Stones).is_err());
}

#[test]
fn one_tracer_for_all_boards() {
    let (small, large) = (record("b2 c3", 4), record(MOVES, 11));
    let mut tracer = Tracer::new(small.size(), ThroughEdge::Stones).unwrap();
    for record in [&small, &large, &small] {
        let mut seen = Vec::new();
        let traced = tracer.trace(record, ReplyChoice::Played, |step| {
            seen.push(step);
            ControlFlow::Continue(())
        });
        assert_eq!((traced, &seen), (Ok(()), &steps(record, ReplyChoice::Played)));
    }
}

#[test]
fn two_stones() {
    let mut sweep = Sweep::new((4, 3), ThroughEdge::Stones).unwrap();
    let mut n_seen = 0;
    for first in sweep.first_stones() {
        for seen in sweep.after(first) {
            assert_eq!(seen.black, first);
            let stones = [seen.black, seen.white].map(|cell| CellSet::from_iter([cell]));
            let position = Position::setup((4, 3), &stones[0], &stones[1], Player::Black).unwrap();
            assert_close(&seen.comparison, &NetworkReport::new(&position, ThroughEdge::Stones).comparison, 0.0);
            n_seen += 1;
        }
    }
    assert_eq!(n_seen, 12 * 11);
}

#[test]
fn averages_are_the_winners() {
    let games = [record(MOVES, 11), record("f6 e5 d4", 11)].map(|record| steps(&record, ReplyChoice::Played));
    let mut averages = Averages::default();
    averages.add(Player::Black, &games[0]);
    averages.add(Player::White, &games[1]);
    let ratios = |game: usize, number: usize| games[game][number].comparison.ratios().unwrap().betweenness;
    let mean = |winners: Winners, number: usize| averages.turns(winners)[number].mean(Ratio::Betweenness).unwrap();
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a}, not {b}");
    close(mean(Winners::Player(Player::Black), 1).mean, ratios(0, 1));
    close(mean(Winners::Player(Player::White), 1).mean, 1.0 / ratios(1, 1));
    let both = mean(Winners::Both, 1);
    close(both.mean, (ratios(0, 1) / ratios(1, 1)).sqrt());
    let [low, high] = both.interval.unwrap();
    assert!(low < both.mean && both.mean < high);
    assert_eq!((averages.n_games(Winners::Both), averages.turns(Winners::Both)[12].n_open), (2, 1));
    assert_eq!(mean(Winners::Both, 12).interval, None);
    // The same game twice has no spread, so it is above 1 wherever Black is ahead.
    let mut certain = Averages::default();
    (0..2).for_each(|_| certain.add(Player::Black, &games[0]));
    let above = certain.above(Winners::Both, Ratio::Betweenness, 2);
    assert!(above.len() > 1 && above.windows(2).all(|pair| pair[0].end() + 1 < *pair[1].start()), "{above:?}");
    for number in 0..=12 {
        assert_eq!(above.iter().any(|run| run.contains(&number)), ratios(0, number) > 1.0, "{number} in {above:?}");
    }
    assert_eq!(certain.above(Winners::Both, Ratio::Betweenness, 3), []);
}

/// Two games with ratios of 2 and 1/2 after Black's first move, and a third that White won at once: by hand.
#[test]
fn averages_by_colour() {
    let step = |number: usize, player: Player, comparison: Comparison| TraceStep {
        number,
        mv: Some(RecordMove { player, action: Action::Place(Cell::new(number)) }),
        comparison,
        is_cut: false,
        band: None,
    };
    let open = |value: f64| {
        let [distance, mean_distance, betweenness, brandes, share] = [value; 5];
        Comparison::Open(Ratios { distance, mean_distance, betweenness, brandes, share })
    };
    let start = TraceStep { mv: None, ..step(0, Player::Black, open(1.0)) };
    let mut averages = ColourAverages::default();
    let (black, white) = (Player::Black, Player::White);
    averages.add(black, &[start.clone(), step(1, black, open(2.0)), step(2, white, open(3.0))]);
    averages.add(black, &[start.clone(), step(1, black, open(0.5))]);
    averages.add(white, &[start, step(1, black, Comparison::Won(white)), step(2, white, open(0.25))]);
    assert_eq!(Winners::ALL.map(|winners| averages.n_games(winners)), [2, 1, 3]);
    let turns = |winners: Winners, mover| averages.turns(winners, mover).collect::<Vec<_>>();
    let [(1, first)] = turns(Winners::Player(black), black)[..] else { panic!("one turn, without the start") };
    let mean = first.arithmetic(Ratio::Betweenness).unwrap();
    assert_eq!((mean.mean, first.n_open, first.n_won), (1.25, 2, [0, 0]));
    // The standard error is .75, and Student's 97.5 % quantile of one degree of freedom 12.7062.
    let [low, high] = mean.interval.unwrap();
    assert!((low - (1.25 - 12.7062 * 0.75)).abs() < 1e-4 && (high - (1.25 + 12.7062 * 0.75)).abs() < 1e-4);
    assert!((first.geometric(Ratio::Betweenness).unwrap().mean - 1.0).abs() < 1e-12);
    // A won position has no ratio.
    let [(1, won)] = turns(Winners::Player(white), black)[..] else { panic!("one turn") };
    assert_eq!((won.n_open, won.n_won, won.arithmetic(Ratio::Distance)), (0, [0, 1], None));
    // Not from the winner's view: White's over Black's in all games.
    let [(2, both)] = turns(Winners::Both, white)[..] else { panic!("one turn") };
    assert_eq!(both.arithmetic(Ratio::MeanDistance).unwrap().mean, 1.625);
    assert_eq!(turns(Winners::Player(white), white)[0].1.arithmetic(Ratio::Distance).unwrap().interval, None);
}
