//! Which numbers of a position tell the winner of a game of Hex, stage by stage: the question of Takada et al. 2014.
//!
//! At each stage, the chance that Black wins is fitted to one number by logistic regression. A game is judged by a fit to
//! the games of the other folds, so that no game is judged by itself.

use rayon::prelude::*;
use serde::Deserialize;
use tesuji_board::Player;
use tesuji_hex::{Position, Record};
use tesuji_network::{Average, Betweenness, NetworkReport, ThroughEdge};
use tesuji_playout::HexFill;
use tesuji_playout::statistics::{Sample, Statistics, StatisticsConfig, Threshold};

use super::traces::games;
use crate::outcome::{Number, Outcome, Table};
use crate::run::{Bench, StudyError};

/// Games, and the stages at which they are looked at.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predictors {
    /// A file of the repository with games.
    file: String,
    /// The side of the board.
    side: usize,
    /// How many games, from the start of the file; all if it is not given.
    #[serde(default)]
    games: Option<usize>,
    /// The stages: numbers of moves made.
    stages: Vec<usize>,
    /// Random playouts of a position.
    playouts: u32,
    /// Into how many parts the games are divided.
    folds: usize,
}

/// The numbers, by name; each is larger if Black is ahead.
const NAMES: [&str; 8] =
    ["d", "L", "C by the formula", "C by Brandes", "Ev' by Brandes", "B", "resistance", "playouts"];

/// The numbers of a position that nobody has won.
fn numbers(position: &Position, n_playouts: u32, seed: u64) -> Option<[f64; NAMES.len()]> {
    let report = NetworkReport::new(position, ThroughEdge::Off);
    let ratios = report.comparison.ratios()?;
    let [black, white] = [0, 1].map(|player: usize| report.players[player].resistance.finite());
    let sample = Sample::collect(position, &mut HexFill::default(), n_playouts, seed);
    let statistics = Statistics::new(&sample, &StatisticsConfig { threshold: Threshold::Komi, n_parts: 1 });
    let share = statistics.win_rate(Player::Black)?.value;
    // Half a playout more for each side, so that the logarithm exists.
    let n = f64::from(n_playouts);
    let odds = (share * n + 0.5) / ((1.0 - share) * n + 0.5);
    Some([
        ratios.distance.ln(),
        ratios.mean_distance.ln(),
        ratios.betweenness.ln(),
        ratios.brandes.ln(),
        ratios.ev_prime(Betweenness::Brandes, 0.1).ln(),
        ratios.share.ln(),
        (white? / black?).ln(),
        odds.ln(),
    ])
}

impl Predictors {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<Outcome, StudyError> {
        let mut games: Vec<(Record, Player)> = games(&self.file, self.side)?;
        games.truncate(self.games.unwrap_or(usize::MAX));
        let items: Vec<(usize, usize)> =
            self.stages.iter().flat_map(|&stage| (0..games.len()).map(move |game| (stage, game))).collect();
        let seen = bench.map("positions", &items, |&(stage, game)| {
            let (record, winner) = &games[game];
            if record.moves.len() <= stage {
                return None;
            }
            let position = record.position_after(stage).ok()?;
            let seed = tesuji_game::zobrist_key(game as u64).wrapping_add(stage as u64);
            Some((numbers(&position, self.playouts, seed)?, *winner == Player::Black))
        })?;
        let mut outcome = Outcome::default();
        let mut losses = table("Log-loss of a game that was not fitted to (0.693: a coin)", &["chance alone"]);
        let mut areas = table("AUC: how often a game that Black won has the larger number", &[]);
        let mut calibrations =
            table("Calibration: mean distance of the forecast from what happened, in five parts", &[]);
        for (&stage, seen) in self.stages.iter().zip(seen.chunks(games.len().max(1))) {
            let cases: Vec<([f64; NAMES.len()], bool)> = seen.iter().filter_map(|case| *case).collect();
            let n_won = cases.iter().filter(|(_, won)| *won).count();
            if cases.len() < 2 * self.folds || n_won == 0 || n_won == cases.len() {
                continue;
            }
            let head = vec![stage.to_string(), cases.len().to_string()];
            let (mut loss_row, mut area_row, mut calibration_row) = (head.clone(), head.clone(), head);
            let chance = judged(&cases, None, self.folds);
            loss_row.push(format!("{:.3}", mean_loss(&chance).0));
            for (idx, name) in NAMES.iter().enumerate() {
                let forecasts = judged(&cases, Some(idx), self.folds);
                let (loss, interval) = mean_loss(&forecasts);
                let area = area(&cases, idx);
                loss_row.push(format!("{loss:.3}"));
                area_row.push(format!("{:.3}", area.0));
                calibration_row.push(format!("{:.3}", calibration(&forecasts)));
                outcome.numbers.push(Number::measured(
                    format!("log-loss of {name} after {stage} moves"),
                    loss,
                    interval,
                ));
                outcome.numbers.push(Number::measured(
                    format!("AUC of {name} after {stage} moves"),
                    area.0,
                    Some([area.0 - area.1, area.0 + area.1]),
                ));
            }
            losses.rows.push(loss_row);
            areas.rows.push(area_row);
            calibrations.rows.push(calibration_row);
        }
        outcome.tables.extend([areas, losses, calibrations]);
        outcome.note("Positions in which the networks know a winner are left out. Each number is a logarithm: of White's over Black's, and of Black's chances over White's in playouts. L and Brandes' C say the same, since the sum of betweenness is that of distances less one.");
        Ok(outcome)
    }
}

fn table(title: &str, more: &[&str]) -> Table {
    let columns = ["moves", "games"].iter().chain(more).chain(&NAMES).map(|name| (*name).to_owned()).collect();
    Table { title: title.to_owned(), columns, rows: Vec::new() }
}

/// The forecast for each case by a fit to the other folds, with what happened. Without a number, the share of Black's
/// wins is the forecast.
fn judged(cases: &[([f64; NAMES.len()], bool)], number: Option<usize>, folds: usize) -> Vec<(f64, bool)> {
    let of_fold = |fold: usize| {
        let others: Vec<(f64, bool)> = cases
            .iter()
            .enumerate()
            .filter(|(idx, _)| idx % folds != fold)
            .map(|(_, (numbers, won))| (number.map_or(0.0, |number| numbers[number]), *won))
            .collect();
        fit(&others)
    };
    let fits: Vec<[f64; 2]> = (0..folds).into_par_iter().map(of_fold).collect();
    cases
        .iter()
        .enumerate()
        .map(|(idx, (numbers, won))| {
            let [level, slope] = fits[idx % folds];
            (logistic(level + slope * number.map_or(0.0, |number| numbers[number])), *won)
        })
        .collect()
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// Logistic regression of what happened on one number, by Newton's method, with a weak pull towards 0.
fn fit(cases: &[(f64, bool)]) -> [f64; 2] {
    const STEPS: usize = 30;
    const PULL: f64 = 0.01;
    let [mut level, mut slope] = [0.0_f64, 0.0];
    for _ in 0..STEPS {
        let (mut g0, mut g1) = (-PULL * level, -PULL * slope);
        let (mut h00, mut h01, mut h11) = (PULL, 0.0, PULL);
        for &(x, won) in cases {
            let p = logistic(level + slope * x);
            let (error, weight) = (f64::from(u8::from(won)) - p, p * (1.0 - p));
            (g0, g1) = (g0 + error, g1 + error * x);
            (h00, h01, h11) = (h00 + weight, h01 + weight * x, h11 + weight * x * x);
        }
        let determinant = h00 * h11 - h01 * h01;
        if determinant.abs() < 1e-12 {
            break;
        }
        level += (h11 * g0 - h01 * g1) / determinant;
        slope += (h00 * g1 - h01 * g0) / determinant;
    }
    [level, slope]
}

/// The mean log-loss, with Student's interval over games.
fn mean_loss(forecasts: &[(f64, bool)]) -> (f64, Option<[f64; 2]>) {
    let mut average = Average::default();
    for &(chance, won) in forecasts {
        let chance = if won { chance } else { 1.0 - chance };
        average.add(-chance.max(1e-9).ln());
    }
    (average.mean().unwrap_or(f64::NAN), average.interval(0.95))
}

/// The area under the curve, ties as halves, with half of its 95 % interval (Hanley and McNeil 1982).
fn area(cases: &[([f64; NAMES.len()], bool)], number: usize) -> (f64, f64) {
    let of = |wanted: bool| -> Vec<f64> {
        cases.iter().filter(|(_, won)| *won == wanted).map(|(numbers, _)| numbers[number]).collect()
    };
    let (won, lost) = (of(true), of(false));
    let (n_won, n_lost) = (won.len() as f64, lost.len() as f64);
    let sum: f64 = won
        .iter()
        .map(|x| {
            lost.iter()
                .map(|y| {
                    if x > y {
                        1.0
                    } else if x == y {
                        0.5
                    } else {
                        0.0
                    }
                })
                .sum::<f64>()
        })
        .sum();
    let area = sum / (n_won * n_lost);
    let (q1, q2) = (area / (2.0 - area), 2.0 * area * area / (1.0 + area));
    let variance = (area * (1.0 - area) + (n_won - 1.0) * (q1 - area * area) + (n_lost - 1.0) * (q2 - area * area))
        / (n_won * n_lost);
    (area, crate::outcome::Z_95 * variance.max(0.0).sqrt())
}

/// The mean distance between forecast and share of wins, in five parts of equal size.
fn calibration(forecasts: &[(f64, bool)]) -> f64 {
    const PARTS: usize = 5;
    let mut sorted = forecasts.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let size = sorted.len().div_ceil(PARTS).max(1);
    let parts = sorted.chunks(size).map(|part| {
        let mean = part.iter().map(|(chance, _)| chance).sum::<f64>() / part.len() as f64;
        let share = part.iter().filter(|(_, won)| *won).count() as f64 / part.len() as f64;
        (mean - share).abs() * part.len() as f64
    });
    parts.sum::<f64>() / sorted.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_finds_the_chance() {
        // Three of four win at 1, one of four at -1: the slope is ln 3, the level 0.
        let cases: Vec<(f64, bool)> =
            (0..400).map(|n| (if n < 200 { 1.0 } else { -1.0 }, (n % 4 == 0) == (n >= 200))).collect();
        let [level, slope] = fit(&cases);
        assert!(level.abs() < 1e-3 && (slope - 3.0_f64.ln()).abs() < 1e-2, "{level} {slope}");
    }

    #[test]
    fn the_area_counts_pairs() {
        let case = |x: f64, won| ([x; NAMES.len()], won);
        let cases = [case(3.0, true), case(1.0, true), case(2.0, false), case(1.0, false)];
        // Of four pairs: 3 > 2, 3 > 1, 1 < 2, 1 = 1.
        assert!((area(&cases, 0).0 - 2.5 / 4.0).abs() < 1e-12);
    }
}
