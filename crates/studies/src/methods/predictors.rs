//! Numbers of a position as predictors of the winner of a game of Hex, stage by stage: the question of Takada et al.
//! 2014.
//!
//! At each stage, the chance that Black wins is fitted to one number by logistic regression. A game is judged by a fit to
//! the games of the other folds, so that no game is judged by itself. What the learned net says is a chance already, so
//! it is judged without a fit as well.

mod forecasts;
mod reliability;

use rand::SeedableRng;
use serde::Deserialize;
use tesuji_board::Player;
use tesuji_figures::chart::{Axis, Curve, Panel, Point};
use tesuji_figures::{Hue, Theme, Tint};
use tesuji_game::{Game as _, Outcome as Result_, zobrist_key};
use tesuji_hex::{Position, Record};
use tesuji_network::{Average, Betweenness, NetworkReport, Quantity, ThroughEdge};
use tesuji_neural::{Judge, Net, Opinion};
use tesuji_playout::{HexBridges, HexFill};
use tesuji_search::mcts::{Playout, PlayoutRng};

pub(super) use self::forecasts::area;
use self::forecasts::{Forecast, calibration, log_loss, mean_loss};
use self::reliability::NetOpinion;
use super::traces::games;
use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::{Bench, StudyError};

/// Games, and the stages at which they are looked at.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predictors {
    /// A file of the repository with games.
    file: String,
    /// The side of the board.
    side: usize,
    /// Number of games, from the start of the file; all if it is not given.
    #[serde(default)]
    games: Option<usize>,
    /// The stages: numbers of moves made.
    stages: Vec<usize>,
    /// Random playouts of a position, of each kind.
    playouts: u32,
    /// Into how many parts the games are divided.
    folds: usize,
    /// Whether the learned net judges too.
    #[serde(default)]
    learned: LearnedNet,
}

/// Whether the learned net is one of the predictors.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum LearnedNet {
    /// It is not. All games take part.
    #[default]
    Off,
    /// It is. Only games that it was never trained on take part.
    HeldOut,
    /// It is, in games that are younger than the net.
    All,
}

/// The net was trained on no game whose number is a multiple of this (`training/hexnet/records.py`).
const HELD_OUT_EVERY: u64 = 20;

/// The numbers, by name; each is larger if Black is ahead. The last one is the net's.
const NAMES: [&str; 11] = [
    "d",
    "L",
    "C by the formula",
    "C by Brandes",
    "Ev' by Brandes",
    "B",
    "overlap of shortest paths",
    "resistance",
    "playouts",
    "playouts with bridges",
    LEARNED,
];
const LEARNED: &str = "learned";

/// The names of those whose log-loss is drawn, with their colours.
const DRAWN: [(&str, Hue); 6] = [
    ("d", Hue::Tint(Tint::Grey)),
    ("L", Hue::Tint(Tint::Blue)),
    ("Ev' by Brandes", Hue::Tint(Tint::Amber)),
    ("resistance", Hue::Tint(Tint::Green)),
    ("playouts with bridges", Hue::Tint(Tint::Violet)),
    (LEARNED, Hue::Ink),
];

/// A position of a game, with what the numbers say.
struct PredictorPosition {
    case: Forecast,
    said: Option<NetOpinion>,
}

/// The overlap of two shortest paths of a player: the chance that one, drawn at random, passes a node of the
/// other, drawn as well. Where C' sees only the node that most paths pass, this counts all.
fn overlap(report: &NetworkReport, player: Player) -> Option<f64> {
    let shares = report.players[player.index()].cells(Quantity::Share);
    let (squares, sum) = shares.iter().flatten().fold((0.0, 0.0), |(squares, sum), b| (squares + b * b, sum + b));
    (sum > 0.0).then(|| squares / sum)
}

impl Predictors {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let mut games: Vec<(Record, Player)> = games(&self.file, self.side)?;
        if self.learned == LearnedNet::HeldOut {
            games.retain(|(record, _)| {
                record.event.parse().is_ok_and(|number: u64| number.is_multiple_of(HELD_OUT_EVERY))
            });
        }
        games.truncate(self.games.unwrap_or(usize::MAX));
        let items: Vec<(usize, usize)> =
            self.stages.iter().flat_map(|&stage| (0..games.len()).map(move |game| (stage, game))).collect();
        let seen = bench.map("positions", &items, |&(stage, game)| {
            let (record, winner) = &games[game];
            if record.moves.len() <= stage {
                return None;
            }
            record.check_searchable().ok()?;
            let position = record.position_after(stage).ok()?;
            self.see(&position, *winner, game, zobrist_key(game as u64).wrapping_add(stage as u64))
        })?;
        let mut outcome = RunOutcome::default();
        let mut tables = Tables::new(self.names());
        for (&stage, seen) in self.stages.iter().zip(seen.chunks(games.len().max(1))) {
            let cases: Vec<&Forecast> = seen.iter().flatten().map(|seen| &seen.case).collect();
            let n_won = cases.iter().filter(|case| case.won).count();
            if cases.len() >= 2 * self.folds && n_won > 0 && n_won < cases.len() {
                self.judge(stage, &cases, &mut tables, &mut outcome);
            }
        }
        let said: Vec<NetOpinion> = seen.iter().flatten().filter_map(|seen| seen.said).collect();
        let panels = [tables.panel()].into_iter().chain((!said.is_empty()).then(|| reliability::panel(&said)));
        outcome.picture("", tesuji_figures::chart::draw(&panels.collect::<Vec<_>>(), Theme::Light));
        outcome.tables.extend(tables.all());
        outcome.note("Positions in which the networks know a winner are left out. Each number is a logarithm: of White's over Black's, and of Black's chances over White's in playouts. L and Brandes' C say the same, since the sum of betweenness is that of distances less one. Playouts with bridges repair broken bridges.");
        if !said.is_empty() {
            reliability::add(&said, &mut outcome);
            outcome.note("The net was not trained on these games: training holds them back, or they are younger.");
        }
        Ok(outcome)
    }

    /// The names of the numbers that are compared.
    fn names(&self) -> &'static [&'static str] {
        match self.learned {
            LearnedNet::Off => &NAMES[..NAMES.len() - 1],
            LearnedNet::HeldOut | LearnedNet::All => &NAMES,
        }
    }

    /// Values of the numbers in a position; `None` if the networks know a winner.
    fn see(&self, position: &Position, winner: Player, game: usize, seed: u64) -> Option<PredictorPosition> {
        let report = NetworkReport::new(position, ThroughEdge::default());
        let ratios = report.comparison.ratios()?;
        let [black, white] = [0, 1].map(|player: usize| report.players[player].resistance.finite());
        let mut numbers = vec![
            ratios.distance.ln(),
            ratios.mean_distance.ln(),
            ratios.betweenness.ln(),
            ratios.brandes.ln(),
            ratios.ev_prime(Betweenness::Brandes, 0.1).ln(),
            ratios.share.ln(),
            (overlap(&report, Player::White)? / overlap(&report, Player::Black)?).ln(),
            (white? / black?).ln(),
            self.odds(position, &mut HexFill::default(), seed),
            self.odds(position, &mut HexBridges::default(), seed),
        ];
        let mut said = None;
        if self.learned != LearnedNet::Off {
            let mut opinion = Opinion::default();
            Judge::new(Net::shipped()).judge(position, &mut opinion);
            let is_black = position.to_move() == Player::Black;
            numbers.push(if is_black { opinion.logit } else { -opinion.logit });
            said = Some(NetOpinion { game, chance: opinion.win, won: position.to_move() == winner });
        }
        Some(PredictorPosition { case: Forecast { numbers, won: winner == Player::Black }, said })
    }

    /// The logarithm of Black's odds in playouts, half a playout more for each side, so that it exists.
    fn odds(&self, position: &Position, playout: &mut impl Playout<Position>, seed: u64) -> f64 {
        let mut rng = PlayoutRng::seed_from_u64(zobrist_key(seed));
        let is_won = |_: &u32| playout.play_out(&mut position.clone(), &mut rng) == Result_::Win(Player::Black);
        let n_won = (0..self.playouts).filter(is_won).count() as f64;
        ((n_won + 0.5) / (f64::from(self.playouts) - n_won + 0.5)).ln()
    }

    /// Agreement of the numbers of one stage with the winners.
    fn judge(&self, stage: usize, cases: &[&Forecast], tables: &mut Tables, outcome: &mut RunOutcome) {
        let after = format!("after {stage} moves");
        let head = || vec![stage.to_string(), cases.len().to_string()];
        let (mut losses, mut areas, mut calibrations, mut leads) = (head(), head(), head(), head());
        let chance = forecasts::judged(cases, None, self.folds);
        losses.push(format!("{:.3}", mean_loss(&chance).0));
        let last = self.names().len() - 1;
        let of_net = forecasts::judged(cases, Some(last), self.folds);
        for (idx, name) in self.names().iter().enumerate() {
            let forecasts = forecasts::judged(cases, Some(idx), self.folds);
            let (loss, interval) = mean_loss(&forecasts);
            let of = |wanted: bool| -> Vec<f64> {
                cases.iter().filter(|case| case.won == wanted).map(|case| case.numbers[idx]).collect()
            };
            let (area, half) = area(&of(true), &of(false));
            losses.push(format!("{loss:.3}"));
            areas.push(format!("{area:.3}"));
            calibrations.push(format!("{:.3}", calibration(&forecasts)));
            tables.points.push((name, stage, loss, interval));
            let mut add = |name: String, value, interval| outcome.numbers.push(Number::measured(name, value, interval));
            add(format!("log-loss of {name} {after}"), loss, interval);
            add(format!("AUC of {name} {after}"), area, Some([area - half, area + half]));
            if self.learned == LearnedNet::HeldOut && idx < last {
                let mut lead = Average::default();
                for (net, other) in of_net.iter().zip(&forecasts) {
                    lead.add(log_loss(*net) - log_loss(*other));
                }
                let (mean, interval) = (lead.mean().unwrap_or(f64::NAN), lead.interval(0.95));
                let [low, high] = interval.unwrap_or([mean; 2]);
                leads.push(format!("{mean:.3} [{low:.3}, {high:.3}]"));
                add(format!("log-loss of {LEARNED} less that of {name} {after}"), mean, interval);
            }
        }
        if self.learned == LearnedNet::HeldOut {
            // The logit is Black's own, so the chance needs no fit.
            let plain: Vec<(f64, bool)> =
                cases.iter().map(|case| (forecasts::logistic(case.numbers[last]), case.won)).collect();
            let (loss, interval) = mean_loss(&plain);
            losses.push(format!("{loss:.3}"));
            calibrations.push(format!("{:.3}", calibration(&plain)));
            outcome.numbers.push(Number::measured(
                format!("log-loss of {LEARNED}, not fitted, {after}"),
                loss,
                interval,
            ));
            tables.leads.rows.push(leads);
        }
        tables.losses.rows.push(losses);
        tables.areas.rows.push(areas);
        tables.calibrations.rows.push(calibrations);
    }
}

/// Results, stage by stage.
struct Tables {
    losses: RunTable,
    areas: RunTable,
    calibrations: RunTable,
    leads: RunTable,
    /// The log-loss of a number at a stage, with its interval.
    points: Vec<(&'static str, usize, f64, Option<[f64; 2]>)>,
}

impl Tables {
    fn new(names: &[&str]) -> Self {
        let table = |title: &str, before: &[&str], names: &[&str], after: &[&str]| {
            let columns = ["moves", "games"].iter().chain(before).chain(names).chain(after);
            RunTable {
                title: title.to_owned(),
                columns: columns.map(|name| (*name).to_owned()).collect(),
                rows: Vec::new(),
            }
        };
        let (others, plain): (&[&str], &[&str]) = match names.split_last() {
            Some((&LEARNED, others)) => (others, &["learned, not fitted"]),
            _ => (names, &[]),
        };
        Self {
            losses: table("Log-loss of a game that was not fitted to (0.693: a coin)", &["chance alone"], names, plain),
            areas: table("AUC: how often a game that Black won has the larger number", &[], names, &[]),
            calibrations: table(
                "Calibration: mean distance of the forecast from what happened, in five parts",
                &[],
                names,
                plain,
            ),
            leads: table("Log-loss of the net less that of each other number, on the same games", &[], others, &[]),
            points: Vec::new(),
        }
    }

    fn panel(&self) -> Panel {
        let curves = DRAWN.iter().filter_map(|&(name, hue)| {
            let of_name = self.points.iter().filter(|(other, ..)| *other == name);
            let points: Vec<Point> =
                of_name.map(|(_, stage, loss, _)| Point::new(*stage as f64, Some(*loss))).collect();
            (!points.is_empty()).then(|| Curve { name: name.to_owned(), hue, points })
        });
        Panel {
            title: "Log-loss of a game that was not fitted to; the line is a coin".to_owned(),
            axes: [Axis::new("moves made").whole(), Axis::new("log-loss")],
            curves: curves.collect(),
            level: Some(std::f64::consts::LN_2),
            ..Panel::default()
        }
    }

    fn all(self) -> impl Iterator<Item = RunTable> {
        [self.areas, self.losses, self.calibrations, self.leads].into_iter().filter(|table| !table.rows.is_empty())
    }
}
