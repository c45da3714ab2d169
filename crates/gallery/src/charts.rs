//! Curves: measures of networks and chances over the moves of games, and clouds of positions.

use tesuji_board::Player;
use tesuji_figures::chart::{Axis, Curve, Panel, Point, Upright, draw};
use tesuji_figures::{Hue, Picture, Theme, Tint};
use tesuji_network::{Averages, Betweenness, ColourAverages, Ratio, Spread, TraceStep, Winners};

/// With fewer positions than this, an interval would be so wide that it hides all others.
const LEAST: usize = 20;
/// The axis of all curves over moves.
const MOVES: &str = "moves made";

/// Knowledge of the winner of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// After this many moves.
    pub n_moves: usize,
    /// Black's chance, from 0 to 1; `None` if nothing is known.
    pub black: Option<f64>,
    /// Its interval.
    pub interval: Option<[f64; 2]>,
    /// Whether it is proved, not estimated.
    pub is_proved: bool,
}

/// Black's chances over the moves. Proved positions are a thick line at 0 or 100 % (50 % for a draw); estimates have their
/// intervals as a band. Mistakes, each as the number of the move and the move, are marked.
#[must_use]
pub fn chances(title: &str, chances: &[Chance], mistakes: &[(usize, String)], theme: Theme) -> Picture {
    let point = |chance: &Chance| {
        let x = chance.n_moves as f64;
        match chance.black {
            Some(black) if chance.is_proved => Point::proved(x, black * 100.0),
            black => {
                let interval = chance.interval.map(|interval| interval.map(|end| end * 100.0));
                Point::new(x, black.map(|black| black * 100.0)).within(interval)
            }
        }
    };
    let red = Hue::Tint(Tint::Red);
    let upright =
        |(number, mv): &(usize, String)| Upright { x: *number as f64, label: format!("{number}. {mv}"), hue: red };
    let panel = Panel {
        title: format!("{title}: Black's chances"),
        axes: [Axis::new("moves played").whole(), Axis::new("Black wins").unit("%").range(0.0, 100.0)],
        curves: vec![Curve {
            name: "Black".to_owned(),
            hue: Hue::Tint(Tint::Blue),
            points: chances.iter().map(point).collect(),
        }],
        level: Some(50.0),
        uprights: mistakes.iter().map(upright).collect(),
        legend: if mistakes.is_empty() { Vec::new() } else { vec![(red, "largest mistakes".to_owned())] },
        ..Panel::default()
    };
    draw(&[panel], theme)
}

/// d, L and C after each move of one game, and the band of C over all replies if it was computed.
#[must_use]
pub fn game(title: &str, steps: &[TraceStep], kind: Betweenness, theme: Theme) -> Picture {
    let c = if kind == Betweenness::Brandes { Ratio::Brandes } else { Ratio::Betweenness };
    let curve = |name: &str, hue: Hue, ratio: Ratio| {
        let point =
            |step: &TraceStep| Point::new(step.number as f64, step.comparison.ratios().map(|ratios| ratio.of(ratios)));
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

/// One ratio over the turns of many games as Takada et al. 2014 draw it, White's over Black's: d in two panels by winner
/// (figure 7), L and C in two panels after Black's and after White's moves (figures 8 and 9). Curves are arithmetic
/// means; bands are their 95 % intervals.
#[must_use]
pub fn by_colour(averages: &ColourAverages, ratio: Ratio, theme: Theme) -> Picture {
    draw(&by_colour_panels(averages, ratio), theme)
}

/// d, L and C as [`by_colour`] draws each.
#[must_use]
pub fn all_by_colour(averages: &ColourAverages, c: Ratio, theme: Theme) -> Picture {
    let ratios = [Ratio::Distance, Ratio::MeanDistance, c];
    draw(&ratios.map(|ratio| by_colour_panels(averages, ratio)).concat(), theme)
}

fn by_colour_panels(averages: &ColourAverages, ratio: Ratio) -> Vec<Panel> {
    const HUES: [Hue; 2] = [Hue::Ink, Hue::Tint(Tint::Blue)];
    let letter = match ratio {
        Ratio::Distance => "d",
        Ratio::MeanDistance => "L",
        Ratio::Betweenness => "C",
        Ratio::Brandes => "C by Brandes' definition",
    };
    let curve = |name: String, hue: Hue, winner: Player, mover: Player| {
        let winners = Winners::Player(winner);
        let points = averages.turns(winners, mover).map(|(number, turn)| {
            let mean = turn.arithmetic(ratio);
            // Of two or three games the interval would hide everything.
            let is_many = 2 * turn.n_open >= averages.n_games(winners).min(LEAST);
            let interval = mean.and_then(|mean| mean.interval).filter(|_| is_many);
            Point::new(number as f64, mean.map(|mean| mean.mean)).within(interval)
        });
        Curve { name, hue, points: points.collect() }
    };
    let panel = |title: String, curves: Vec<Curve>| Panel {
        title,
        axes: [Axis::new(MOVES).whole(), Axis::new("White's over Black's, mean")],
        curves,
        level: Some(1.0),
        ..Panel::default()
    };
    let hue = |player: Player| HUES[player.index()];
    let panels = Player::BOTH.map(|of| {
        if ratio == Ratio::Distance {
            let curves = Player::BOTH.map(|mover| curve(format!("after {mover}'s moves"), hue(mover), of, mover));
            panel(format!("{letter}: games that {of} won"), curves.to_vec())
        } else {
            let curves = Player::BOTH.map(|winner| curve(format!("games that {winner} won"), hue(winner), winner, of));
            panel(format!("{letter} after {of}'s moves"), curves.to_vec())
        }
    });
    panels.to_vec()
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
