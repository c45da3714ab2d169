//! Statistics of playouts, as reports and as overlays.

use std::sync::atomic::Ordering;

use tesuji_board::BoardSpec;
use tesuji_board::Player::{self, Black, White};
use tesuji_engine::{GameSpec, Measured, Overlay, PlayedBy, Session, SessionError, StatisticsSpec, WinAt};
use tesuji_go::{Komi, Rules};
use tesuji_search::Limits;

/// White's stones on row 4 reach their friends above, who have two eyes, by way of D5 or F5, and die without both. Black
/// lives below.
///
/// ```text
///  9 . . . . . . . . .
///  8 W W W W W W W W W
///  7 W W . W W W . W W
///  6 W W W W W W W W W
///  5 B B B . B . B B B
///  4 B B W W W W W B B
///  3 B B B B B B B B B
///  2 B B B B B B B B B
///  1 . B B B . B B B .
///    A B C D E F G H J
/// ```
fn two_gaps() -> Session {
    let komi = Komi::from_half_points(15);
    let mut session =
        Session::new(&GameSpec::Go { board: BoardSpec::square(9, 9), komi, rules: Rules::CHINESE }).unwrap();
    for (player, names) in [
        (
            Black,
            "A5 B5 C5 E5 G5 H5 J5 A4 B4 H4 J4 A3 B3 C3 D3 E3 F3 G3 H3 J3 A2 B2 C2 D2 E2 F2 G2 H2 J2 B1 C1 D1 F1 G1 H1",
        ),
        (White, "A6 B6 C6 D6 E6 F6 G6 H6 J6 A7 B7 D7 E7 F7 H7 J7 A8 B8 C8 D8 E8 F8 G8 H8 J8 C4 D4 E4 F4 G4"),
    ] {
        names.split(' ').for_each(|name| session.play(player, name).unwrap());
    }
    session.set_to_move(Black).unwrap();
    session
}

fn spec(playouts: u32) -> StatisticsSpec {
    StatisticsSpec { playouts, ..StatisticsSpec::default() }
}

fn overlay(session: &Session, name: &str, player: Player) -> Overlay {
    session.view().overlay(name, player).unwrap()
}

fn numbers(overlay: Overlay) -> Vec<(String, f64)> {
    match overlay {
        Overlay::Numbers(numbers) => numbers,
        Overlay::Signed(numbers) => numbers.into_iter().map(|(cell, number)| (cell, number.value)).collect(),
        other => panic!("no numbers: {other:?}"),
    }
}

fn of(numbers: &[(String, f64)], cell: &str) -> Option<f64> {
    numbers.iter().find(|(name, _)| name == cell).map(|(_, value)| *value)
}

#[test]
fn the_pair_that_decides_is_miai_and_stands_first() {
    let report = two_gaps().playouts().unwrap().statistics(&spec(10_000), &Limits::default()).unwrap();
    assert_eq!((report.samples, report.playouts + report.drawn, report.cells.len()), (1, 10_000, 81));
    let pair = &report.white.pairs[0];
    assert_eq!((&pair.cells, pair.miai, pair.miai_in), (&["D5".to_owned(), "F5".to_owned()], true, 1));
    let gap = report.white.gap.unwrap();
    assert_eq!((gap.pairs, gap.above), (1, pair.joint.value));
    assert!(gap.below.unwrap() < 0.85 * gap.above, "{gap:?}");
    let [low, high] = pair.joint.interval.unwrap();
    assert!(low < pair.joint.value && pair.joint.value < high && high - low < 0.04, "{pair:?}");
    let cell = |name: &str| report.cells.iter().find(|cell| cell.cell == name).unwrap();
    assert_eq!(cell("D4").stone.as_deref(), Some("white"));
    assert!(!cell("D4").playable && cell("D5").playable);
    assert!(cell("A6").ownership.unwrap().value < -0.9, "White's wall stands");
    let criticality = |name: &str| cell(name).criticality.map_or(0.0, |number| number.value);
    let most = report.cells.iter().map(|cell| criticality(&cell.cell)).fold(0.0, f64::max);
    assert_eq!(most, criticality("D5").max(criticality("F5")));
    // White's win rate if it is first in a gap is that of a chain which lives.
    assert!(cell("D5").white_wins_if_first.unwrap().value > cell("D5").black_wins_if_first.unwrap().value);
}

#[test]
fn the_threshold_is_told_in_points_without_komi() {
    let session = two_gaps();
    let ask = |threshold| {
        let spec = StatisticsSpec { threshold, ..spec(500) };
        session.playouts().unwrap().statistics(&spec, &Limits::default()).unwrap()
    };
    assert_eq!(ask(WinAt::Komi).threshold, Some(7.5));
    assert_eq!(ask("3.5".parse().unwrap()).threshold, Some(3.5));
    let median = ask(WinAt::Median);
    let rate = median.win_rate.unwrap();
    assert!((0.3..0.7).contains(&rate.value), "the middle divides: {rate:?}");
    let Measured { value, interval: Some([low, high]) } = median.mean_score.unwrap() else { panic!("no interval") };
    assert!(low < value && value < high && value.abs() < 81.0);
    assert_eq!(ask(WinAt::Komi).mean_score, median.mean_score, "a score needs no threshold");
    let Measured { value, interval: Some([low, high]) } = median.median_score.unwrap() else { panic!("no interval") };
    assert!(low <= value && value <= high && (value - median.threshold.unwrap()).abs() < 20.0);
}

#[test]
fn a_report_depends_on_the_request_alone() {
    let session = two_gaps();
    let ask = |spec: &StatisticsSpec| session.playouts().unwrap().statistics(spec, &Limits::default()).unwrap();
    let one = ask(&spec(1_000));
    assert_eq!(one, ask(&StatisticsSpec { threads: 3, ..spec(1_000) }));
    assert_ne!(one, ask(&StatisticsSpec { seed: 2, ..spec(1_000) }));
    let libego = StatisticsSpec { by: PlayedBy::Libego, ..spec(1_000) };
    assert_ne!(one, ask(&libego));
    assert_eq!(ask(&libego), ask(&StatisticsSpec { threads: 2, ..libego.clone() }));
}

#[test]
fn several_samples_give_their_mean_and_its_interval() {
    let session = two_gaps();
    let ask = |seed, samples| {
        let spec = StatisticsSpec { seed, samples, threshold: "7.5".parse().unwrap(), ..spec(1_000) };
        session.playouts().unwrap().statistics(&spec, &Limits::default()).unwrap()
    };
    let together = ask(3, 4);
    let alone: Vec<f64> = (3..7).map(|seed| ask(seed, 1).win_rate.unwrap().value).collect();
    let rate = together.win_rate.unwrap();
    assert!((rate.value - alone.iter().sum::<f64>() / 4.0).abs() < 1e-12);
    let variance = alone.iter().map(|value| (value - rate.value).powi(2)).sum::<f64>() / 3.0;
    // Student's quantile for three degrees of freedom.
    let half = 3.182_446 * (variance / 4.0).sqrt();
    assert!((rate.interval.unwrap()[1] - rate.value - half).abs() < 1e-6);
    assert_eq!((together.samples, together.playouts + together.drawn), (4, 4_000));
    let pair = &together.white.pairs[0];
    assert!(pair.miai_in <= 4 && pair.cells == ["D5", "F5"].map(str::to_owned), "{pair:?}");
    let rank = &together.black.ranks[0];
    assert!(rank.value.interval.is_some_and(|[low, high]| low <= rank.value.value && rank.value.value <= high));
}

#[test]
fn a_region_is_all_that_lists_speak_of() {
    let region: Vec<String> = ["D5", "F5", "C9"].map(str::to_owned).to_vec();
    let spec = StatisticsSpec { region: region.clone(), ..spec(2_000) };
    let report = two_gaps().playouts().unwrap().statistics(&spec, &Limits::default()).unwrap();
    for player in Player::BOTH {
        let lists = report.player(player);
        assert_eq!((lists.pairs.len(), lists.ranks.len()), (3, 3));
        assert!(lists.pairs.iter().flat_map(|pair| &pair.cells).all(|cell| region.contains(cell)));
        assert!(lists.orders.iter().all(|order| region.contains(&order.first) && region.contains(&order.then)));
    }
    assert_eq!(report.cells.len(), 81, "cells are all told");
}

#[test]
fn what_makes_no_sense_is_named() {
    let session = two_gaps();
    let error = |spec: StatisticsSpec| {
        session.playouts().unwrap().statistics(&spec, &Limits::default()).unwrap_err().to_string()
    };
    assert!(error(spec(0)).contains("playouts is 0, expected at least 1"));
    assert!(error(spec(u32::MAX)).contains("400,000,000"));
    assert!(error(StatisticsSpec { samples: 1_000_000, ..spec(10) }).contains("samples is 1000000"));
    assert!(error(StatisticsSpec { alpha: f64::NAN, ..spec(10) }).contains("alpha is NaN"));
    assert!(error(StatisticsSpec { threads: 0, ..spec(10) }).contains("threads is 0"));
    assert!(error(StatisticsSpec { region: vec!["Z99".to_owned()], ..spec(10) }).contains("`Z99`"));
    assert!("7.3".parse::<WinAt>().unwrap_err().to_string().contains("threshold is 7.3"));
    let limits = Limits::default();
    limits.interrupt.store(true, Ordering::Relaxed);
    assert_eq!(session.playouts().unwrap().statistics(&spec(1_000), &limits), Err(SessionError::Interrupted));
    let limits = Limits::default();
    session.playouts().unwrap().statistics(&StatisticsSpec { samples: 2, ..spec(300) }, &limits).unwrap();
    assert_eq!(limits.progress.load(Ordering::Relaxed), 600);
}

#[test]
fn requests_and_answers_are_plain_data() {
    let read: StatisticsSpec = toml::from_str("playouts = 500\nthreshold = 7.5\nregion = ['D4']").unwrap();
    assert_eq!((read.playouts, read.seed, read.region.len()), (500, 1, 1));
    assert_eq!(read.threshold, WinAt::Points(Komi::from_half_points(15)));
    assert_eq!(toml::from_str::<StatisticsSpec>(&toml::to_string(&read).unwrap()).unwrap(), read);
    assert_eq!(toml::from_str::<StatisticsSpec>("threshold = 'komi'").unwrap().threshold, WinAt::Komi);
    assert!(toml::from_str::<StatisticsSpec>("threshold = 'comi'").is_err());
    let report = two_gaps().playouts().unwrap().statistics(&spec(500), &Limits::default()).unwrap();
    let text = serde_json::to_string(&report).unwrap();
    let back: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(back["white"]["pairs"][0]["cells"], serde_json::json!(report.white.pairs[0].cells));
}

#[test]
fn overlays_show_the_same_counts() {
    let session = two_gaps();
    let report = session.playouts().unwrap().statistics(&StatisticsSpec::default(), &Limits::default()).unwrap();
    let criticality = numbers(overlay(&session, "criticality", Black));
    for cell in &report.cells {
        assert_eq!(of(&criticality, &cell.cell), cell.criticality.filter(|_| cell.playable).map(|number| number.value));
    }
    assert!(of(&numbers(overlay(&session, "ownership", White)), "A6").unwrap() < -0.9);
    let first = numbers(overlay(&session, "first-play", White));
    let d5 = report.cells.iter().find(|cell| cell.cell == "D5").unwrap();
    assert_eq!(of(&first, "D5"), d5.white_wins_if_first.map(|number| number.value));
    assert_eq!(of(&first, "D4"), None, "a stone stands there");
    let Overlay::Pairs(miai) = overlay(&session, "miai", White) else { panic!("no pairs") };
    assert_eq!(miai, [(report.white.pairs[0].cells.clone(), report.white.pairs[0].joint.value)]);
    let joint = numbers(overlay(&session, "joint D5", White));
    let partner = joint.iter().max_by(|(_, one), (_, other)| one.total_cmp(other)).unwrap();
    assert_eq!((partner.0.as_str(), partner.1), ("F5", report.white.pairs[0].joint.value));
    let Overlay::Arrows(orders) = overlay(&session, "orders", Black) else { panic!("no arrows") };
    let arrow = &orders[0];
    assert_eq!((&arrow.from, &arrow.to), (&report.black.orders[0].first, &report.black.orders[0].then));
    assert!(orders.iter().all(|arrow| arrow.from_player == Black && arrow.value > 0.0));
    let Overlay::Arrows(of_one) = overlay(&session, &format!("orders-of {}", arrow.from), Black) else {
        panic!("no arrows")
    };
    assert!(of_one.contains(arrow) && of_one.iter().all(|other| [&other.from, &other.to].contains(&&arrow.from)));
    let rank = numbers(overlay(&session, "order", White));
    assert_eq!(of(&rank, &report.white.ranks[0].cell), Some(report.white.ranks[0].value.value));
    for wrong in ["joint", "joint Z9", "joint pass"] {
        assert!(matches!(session.view().overlay(wrong, Black), Err(SessionError::Unknown { .. })), "{wrong}");
    }
    assert!(matches!(session.view().overlay("beauty", Black), Err(SessionError::UnknownOverlay { .. })));
}

#[test]
fn overlays_are_about_the_position_that_there_is() {
    let mut session = two_gaps();
    let before = overlay(&session, "ownership", Black);
    assert_eq!(overlay(&session, "ownership", Black), before);
    session.play(White, "D5").unwrap();
    let after = overlay(&session, "ownership", Black);
    assert!(of(&numbers(after), "D4").unwrap() < of(&numbers(before.clone()), "D4").unwrap(), "White has joined");
    session.undo().unwrap();
    session.set_to_move(Black).unwrap();
    assert_eq!(overlay(&session, "ownership", Black), before);
}

#[test]
fn hex_has_what_makes_sense_there() {
    //  A bridge: Black c2 and b4 are joined by b3 or c3.
    let mut session = Session::new(&GameSpec::Hex { columns: 5, rows: 5, swap: false }).unwrap();
    for (player, mv) in [(Black, "c2"), (White, "d1"), (Black, "b4"), (White, "d4")] {
        session.play(player, mv).unwrap();
    }
    let report = session.playouts().unwrap().statistics(&spec(4_000), &Limits::default()).unwrap();
    assert_eq!((report.threshold, report.mean_score, report.drawn), (None, None, 0));
    assert!(report.black.orders.is_empty() && report.black.ranks.is_empty());
    // The bridge, and the one from b4 to the edge.
    for bridge in [["b3", "c3"], ["a5", "b5"]] {
        let pair = report.black.pairs.iter().find(|pair| pair.cells == bridge.map(str::to_owned)).unwrap();
        assert!(pair.excess.unwrap().interval.unwrap()[0] > 0.0, "{pair:?}");
    }
    let names: Vec<&str> = session.view().overlays().map(|overlay| overlay.name).collect();
    assert!(names.contains(&"criticality") && names.contains(&"must-play") && !names.contains(&"orders"));
    assert!(matches!(session.view().overlay("orders", Black), Err(SessionError::UnknownOverlay { .. })));
    let criticality = numbers(overlay(&session, "criticality", White));
    assert_eq!(criticality.len(), 21, "empty cells");
    let joint = numbers(overlay(&session, "joint b3", Black));
    let pair = report.black.pairs.iter().find(|pair| pair.cells == ["b3", "c3"].map(str::to_owned)).unwrap();
    assert!((of(&joint, "c3").unwrap() - pair.joint.value).abs() < 0.03, "other playouts of the same position");
}

#[test]
fn orders_say_what_they_stand_on_and_what_was_left_out() {
    let session = two_gaps();
    let ask = |filters| {
        session.playouts().unwrap().statistics(&StatisticsSpec { filters, ..spec(2_000) }, &Limits::default()).unwrap()
    };
    let (filtered, all) = (ask(true), ask(false));
    let comparisons = filtered.comparisons.unwrap();
    assert!(comparisons.compared > 0 && all.comparisons.unwrap().compared > comparisons.compared);
    for player in Player::BOTH {
        for order in &filtered.player(player).orders {
            let difference = order.oc.unwrap().value - order.oc_back.unwrap().value;
            assert!((difference - order.gain.unwrap().value).abs() < 1e-12 && !order.impossible, "{order:?}");
            assert!(order.same_stones.interval.unwrap()[0] > 0.0, "{order:?}");
            assert!(order.least_share >= 0.02 && order.counts.iter().all(|&count| count > 0), "{order:?}");
        }
        assert!(filtered.player(player).impossible.iter().all(|order| order.impossible && order.least_share < 0.02));
        assert!(all.player(player).impossible.is_empty());
    }
}

#[test]
fn one_playout_says_little() {
    let report = two_gaps().playouts().unwrap().statistics(&spec(1), &Limits::default()).unwrap();
    let Measured { value, interval: Some([low, high]) } = report.cells[0].ownership.unwrap() else {
        panic!("no interval")
    };
    assert!(value.abs() <= 1.0 && (-1.0..=1.0).contains(&low) && high - low > 1.0, "{low} {high}");
    assert_eq!((report.mean_score.unwrap().interval, report.median_score.unwrap().interval), (None, None));
}
