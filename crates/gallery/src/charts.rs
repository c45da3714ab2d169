//! Curves: measures of networks over the moves of games, and clouds of positions.

use tesuji_figures::chart::{Axis, Curve, Panel, Point, draw};
use tesuji_figures::{Hue, Picture, Theme, Tint};
use tesuji_network::{Averages, Betweenness, Ratio, Spread, Step, Winners};

/// With fewer positions than this, an interval would be so wide that it hides all others.
const LEAST: usize = 20;
/// The axis of all curves over moves.
const MOVES: &str = "moves made";

/// d, L and C after each move of one game, and the band of C over all replies if it was computed.
#[must_use]
pub fn game(title: &str, steps: &[Step], kind: Betweenness, theme: Theme) -> Picture {
    let c = if kind == Betweenness::Brandes { Ratio::Brandes } else { Ratio::Betweenness };
    let curve = |name: &str, hue: Hue, ratio: Ratio| {
        let point =
            |step: &Step| Point::new(step.number as f64, step.comparison.ratios().map(|ratios| ratio.of(ratios)));
        Curve { name: name.to_owned(), hue, points: steps.iter().map(point).collect() }
    };
    let axes = || [Axis::new(MOVES).whole(), Axis::new("White's over Black's, ratio")];
    let ratios = Panel {
        title: format!("{title}: d, L and C after each move"),
        axes: axes(),
        curves: vec![
            curve("d, distance", Hue::Tint(Tint::Amber), Ratio::Distance),
            curve("L, mean distance", Hue::Tint(Tint::Blue), Ratio::MeanDistance),
            curve("C, betweenness", Hue::Ink, c),
        ],
        level: Some(1.0),
        ..Panel::default()
    };
    let spreads = || steps.iter().map(|step| (step.number as f64, step.band.and_then(|band| band.spread(kind))));
    if spreads().all(|(_, spread)| spread.is_none()) {
        return draw(&[ratios], theme);
    }
    let point = |(x, spread): (f64, Option<Spread>)| {
        let ends = spread.map(|spread| [spread.best.min(spread.worst), spread.best.max(spread.worst)]);
        Point::new(x, spread.map(|spread| spread.mean)).within(ends)
    };
    let all = Curve {
        name: "mean of all replies; the band is from the best to the worst".to_owned(),
        hue: Hue::Tint(Tint::Grey),
        points: spreads().map(point).collect(),
    };
    let band = Panel {
        title: "C of the move played, within C of all replies".to_owned(),
        axes: axes(),
        curves: vec![all, curve("move played", Hue::Ink, c)],
        level: Some(1.0),
        ..Panel::default()
    };
    draw(&[ratios, band], theme)
}

/// d, L and C over the turns of many games, with intervals.
#[must_use]
pub fn averages(averages: &Averages, c: Ratio, theme: Theme) -> Picture {
    let kinds = [
        ("games that Black won", Hue::Ink),
        ("games that White won", Hue::Tint(Tint::Blue)),
        ("all games", Hue::Tint(Tint::Amber)),
    ];
    let panel = |(ratio, title): (Ratio, &str)| {
        let curves = Winners::ALL.into_iter().zip(kinds).map(|(winners, (name, hue))| {
            let turns = averages.turns(winners).iter().enumerate();
            let points = turns.map(|(number, turn)| {
                let enough = turn.n_open >= LEAST.min(averages.n_games(winners));
                let mean = turn.mean(ratio).filter(|_| enough);
                Point::new(number as f64, mean.map(|mean| mean.mean)).within(mean.and_then(|mean| mean.interval))
            });
            Curve { name: name.to_owned(), hue, points: points.collect() }
        });
        Panel {
            title: format!("{title}: the loser's over the winner's; bands are 95 % intervals"),
            axes: [Axis::new(MOVES).whole(), Axis::new("mean ratio")],
            curves: curves.collect(),
            level: Some(1.0),
            ..Panel::default()
        }
    };
    draw(&[(Ratio::Distance, "d"), (Ratio::MeanDistance, "L"), (c, "C")].map(panel), theme)
}

/// A cloud of positions: L and C of each, as ratios of White's to Black's.
#[must_use]
pub fn cloud(title: &str, pairs: Vec<(f64, f64)>) -> Panel {
    Panel {
        title: title.to_owned(),
        axes: [Axis::new("L, White's over Black's, ratio"), Axis::new("C, White's over Black's, ratio")],
        dots: pairs,
        ..Panel::default()
    }
}
