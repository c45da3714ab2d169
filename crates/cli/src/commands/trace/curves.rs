//! The pictures: ratios over moves, with bands and intervals.

use tesuji_network::{Averages, Betweenness, Ratio, Step, Winners};

use super::Traced;
use tesuji_figures::chart::{BLACK, BLUE, Curve, GREY, ORANGE, Panel};

/// With fewer positions than this, an interval would be so wide that it hides all others.
const LEAST: usize = 20;

/// d, L and C of one game, and the band of C if it was requested.
pub(super) fn of_game(traced: &Traced<'_>, kind: Betweenness) -> Vec<Panel> {
    let c = if kind == Betweenness::Brandes { Ratio::Brandes } else { Ratio::Betweenness };
    let values = |ratio: Ratio| {
        let value = |step: &Step| (step.number as f64, step.comparison.ratios().map(|ratios| ratio.of(ratios)));
        traced.steps.iter().map(value).collect::<Vec<_>>()
    };
    let curve = |name, colour, ratio| Curve { name, colour, points: values(ratio), band: Vec::new() };
    let axes = ["moves made", "White/Black"];
    let ratios = Panel {
        title: format!("{}: d, L and C after each move", traced.game.id),
        axes,
        curves: vec![curve("d", ORANGE, Ratio::Distance), curve("L", BLUE, Ratio::MeanDistance), curve("C", BLACK, c)],
        dots: Vec::new(),
        level: Some(1.0),
    };
    let bands = || traced.steps.iter().map(|step| (step.number as f64, step.band.and_then(|band| band.spread(kind))));
    if bands().all(|(_, spread)| spread.is_none()) {
        return vec![ratios];
    }
    let mean = bands().map(|(x, spread)| (x, spread.map(|spread| spread.mean))).collect();
    let ends = |(x, spread): (f64, Option<tesuji_network::Spread>)| {
        (x, spread.map(|spread| [spread.best.min(spread.worst), spread.best.max(spread.worst)]))
    };
    let band = Panel {
        title: "C of the move played, within C of all replies".to_owned(),
        axes,
        curves: vec![
            Curve { name: "mean of all replies", colour: GREY, points: mean, band: bands().map(ends).collect() },
            curve("move played", BLACK, c),
        ],
        dots: Vec::new(),
        level: Some(1.0),
    };
    vec![ratios, band]
}

/// d, L and C over the turns of many games, with intervals.
pub(super) fn of_averages(averages: &Averages, c: Ratio) -> Vec<Panel> {
    let kinds = [("games that Black won", BLACK), ("games that White won", BLUE), ("all games", ORANGE)];
    let panel = |(ratio, title): (Ratio, &str)| {
        let curves = Winners::ALL.into_iter().zip(kinds).map(|(winners, (name, colour))| {
            let turns = averages.turns(winners).iter().enumerate();
            let spoken_of = turns.map(|(number, turn)| {
                (number as f64, turn.mean(ratio).filter(|_| turn.n_open >= LEAST.min(averages.n_games(winners))))
            });
            let (points, band) = spoken_of
                .map(|(x, mean)| ((x, mean.map(|mean| mean.mean)), (x, mean.and_then(|mean| mean.interval))))
                .unzip();
            Curve { name, colour, points, band }
        });
        Panel {
            title: format!("{title}: the loser's over the winner's"),
            axes: ["moves made", "mean and 95 % interval"],
            curves: curves.collect(),
            dots: Vec::new(),
            level: Some(1.0),
        }
    };
    [(Ratio::Distance, "d"), (Ratio::MeanDistance, "L"), (c, "C")].map(panel).into()
}
