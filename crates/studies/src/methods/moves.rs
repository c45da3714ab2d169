//! Statistics of playouts beside the net of Hex, as rankings of moves in positions whose winning moves are proved.

use serde::Deserialize;
use tesuji_board::{Cell, Player};
use tesuji_game::Game as _;
use tesuji_hex::{Move, Position};
use tesuji_network::Average;
use tesuji_neural::{Judge, Net, Opinion};
use tesuji_playout::HexFill;
use tesuji_playout::statistics::{OrderConfig, Play, Sample, Scope, Statistics, StatisticsConfig, Threshold};

use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::{Bench, StudyError};
use crate::sources::{short, source};

/// The rankings of the moves; the last two are the net's.
const RANKINGS: [&str; 6] =
    ["wins if first", "criticality", "joint criticality", "order rank", "net after the move", "net"];
const NET: usize = RANKINGS.len() - 1;

/// Positions with proved winning moves, and the number of playouts for each.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveStudy {
    /// A file of the repository with a position in each line: its rows, then the moves that win. Black is to move.
    file: String,
    /// At most this many positions, from the start of the file.
    most: usize,
    /// The playouts that are counted.
    playouts: u32,
    /// Their seed.
    seed: u64,
    /// The least number of stones of each stage, ascending.
    stages: Vec<usize>,
    /// Into how many parts the positions are divided; a part is judged by a fit to the others.
    folds: usize,
}

/// A position in which some moves win and some lose, as the rankings see it.
struct RankedMoves {
    n_stones: usize,
    /// By legal move: whether it wins.
    wins: Vec<bool>,
    /// By ranking, then by legal move; higher is better.
    values: [Vec<f64>; RANKINGS.len()],
}

impl RankedMoves {
    fn new(position: &Position, winning: &[Cell], playouts: u32, seed: u64) -> Result<Self, StudyError> {
        let player = position.to_move();
        let cells: Vec<Cell> = position.empties().iter().collect();
        let sample = Sample::collect(position, &mut HexFill::default(), playouts, seed);
        let statistics = Statistics::new(&sample, &StatisticsConfig { threshold: Threshold::Komi, n_parts: 1 });
        let of = |value: &dyn Fn(Cell) -> Option<f64>| -> Vec<f64> {
            cells.iter().map(|&cell| value(cell).unwrap_or(f64::NEG_INFINITY)).collect()
        };
        let joint = |cell| {
            let pairs = cells.iter().filter_map(|&other| statistics.joint(player, cell, other));
            pairs.map(|estimate| estimate.value).reduce(f64::max)
        };
        let ranks = statistics.order_ranks(&OrderConfig { scope: Scope::Playable, ..OrderConfig::default() });
        let sign = if player == Player::Black { 1.0 } else { -1.0 };
        let order = |cell| ranks.iter().find(|rank| rank.play == Play { player, cell }).map(|rank| sign * rank.value);
        let (mut judge, mut opinion) = (Judge::new(Net::shipped()), Opinion::default());
        let mut after = Vec::new();
        for &cell in &cells {
            let mut next = position.clone();
            next.play(Move::Place(cell)).map_err(StudyError::senseless)?;
            judge.judge(&next, &mut opinion);
            after.push(-opinion.logit);
        }
        judge.judge(position, &mut opinion);
        Ok(Self {
            n_stones: position.topology().n_cells() - cells.len(),
            wins: cells.iter().map(|cell| winning.contains(cell)).collect(),
            values: [
                of(&|cell| Some(statistics.win_rate_first(player, cell)?.value)),
                of(&|cell| Some(statistics.criticality(cell)?.value)),
                of(&joint),
                of(&order),
                after,
                opinion.chances(position).into_iter().map(|(_, chance)| chance.max(1e-12).ln()).collect(),
            ],
        })
    }

    /// The share of winning moves among those with the highest value.
    fn first(&self, ranking: usize) -> f64 {
        let values = &self.values[ranking];
        let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let first = || self.wins.iter().zip(values).filter(|(_, value)| **value == highest);
        first().filter(|(wins, _)| **wins).count() as f64 / first().count().max(1) as f64
    }

    /// The share of moves that win.
    fn chance(&self) -> f64 {
        self.wins.iter().filter(|&&wins| wins).count() as f64 / self.wins.len() as f64
    }

    /// By move, the values of a ranking in standard deviations from their mean.
    fn scaled(&self, ranking: usize) -> Vec<f64> {
        let values = &self.values[ranking];
        let lowest = values.iter().copied().filter(|value| value.is_finite()).fold(f64::INFINITY, f64::min);
        let values = || values.iter().map(|value| value.max(lowest));
        let n = self.wins.len() as f64;
        let mean = values().sum::<f64>() / n;
        let deviation = (values().map(|value| (value - mean).powi(2)).sum::<f64>() / n).sqrt().max(1e-9);
        values().map(|value| (value - mean) / deviation).collect()
    }
}

/// A position for the fit: by move, whether it wins, and the net's logarithm with a scaled statistic.
type Choice = Vec<(bool, [f64; 2])>;

/// The chances of the moves by these weights.
fn chances(choice: &Choice, weights: [f64; 2]) -> Vec<f64> {
    let of = |features: &[f64; 2]| weights[0] * features[0] + weights[1] * features[1];
    let highest = choice.iter().map(|(_, features)| of(features)).fold(f64::NEG_INFINITY, f64::max);
    let raw: Vec<f64> = choice.iter().map(|(_, features)| (of(features) - highest).exp()).collect();
    let sum: f64 = raw.iter().sum();
    raw.iter().map(|chance| chance / sum).collect()
}

/// The loss of a choice by these weights: the logarithm of the chance of a winning move.
fn loss(choice: &Choice, weights: [f64; 2]) -> f64 {
    let of_winning = choice.iter().zip(chances(choice, weights)).filter(|((wins, _), _)| *wins);
    -of_winning.map(|(_, chance)| chance).sum::<f64>().max(1e-9).ln()
}

/// The weights by which a move drawn by its chance wins most likely: repeated Newton steps towards the winning moves,
/// each in the proportions of the step before. Without a `second` feature its weight stays 0.
fn fit<'a>(choices: impl Iterator<Item = &'a Choice> + Clone, second: bool) -> [f64; 2] {
    const STEPS: usize = 60;
    let mut weights = [1.0, 0.0];
    for _ in 0..STEPS {
        let (mut gradient, mut spread) = ([0.0; 2], [[1e-6, 0.0], [0.0, 1e-6]]);
        for choice in choices.clone() {
            let chances = chances(choice, weights);
            let won: f64 = choice.iter().zip(&chances).filter(|((wins, _), _)| *wins).map(|(_, chance)| chance).sum();
            let (mut mean, mut wanted, mut square) = ([0.0; 2], [0.0; 2], [[0.0; 2]; 2]);
            for ((wins, features), chance) in choice.iter().zip(&chances) {
                for k in 0..2 {
                    mean[k] += chance * features[k];
                    wanted[k] += if *wins { chance / won.max(1e-12) * features[k] } else { 0.0 };
                    (0..2).for_each(|l| square[k][l] += chance * features[k] * features[l]);
                }
            }
            for k in 0..2 {
                gradient[k] += wanted[k] - mean[k];
                (0..2).for_each(|l| spread[k][l] += square[k][l] - mean[k] * mean[l]);
            }
        }
        let [[a, b], [_, d]] = spread;
        if second {
            let determinant = a * d - b * b;
            weights[0] += (d * gradient[0] - b * gradient[1]) / determinant;
            weights[1] += (a * gradient[1] - b * gradient[0]) / determinant;
        } else {
            weights[0] += gradient[0] / a;
        }
    }
    weights
}

impl MoveStudy {
    fn read(&self) -> Result<Vec<(Position, Vec<Cell>)>, StudyError> {
        let text = source(&self.file)?;
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        lines.take(self.most).map(|line| read(line).ok_or_else(|| StudyError::senseless(line))).collect()
    }

    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let positions = self.read()?;
        let ranked = bench.map("positions", &positions, |(position, winning)| {
            RankedMoves::new(position, winning, self.playouts, self.seed)
        })?;
        let ranked: Vec<RankedMoves> = ranked.into_iter().collect::<Result<_, _>>()?;
        let mut outcome = RunOutcome::default();
        outcome.numbers.push(Number::exact("positions", ranked.len() as f64));
        self.firsts(&ranked, &mut outcome);
        self.beyond_net(&ranked, &mut outcome);
        Ok(outcome)
    }

    /// Shares of positions in which the first of each ranking wins: by stage, and where the net's first loses.
    fn firsts(&self, ranked: &[RankedMoves], outcome: &mut RunOutcome) {
        let columns = ["stones", "positions", "chance"].into_iter().chain(RANKINGS).map(str::to_owned).collect();
        let mut table = RunTable { title: "The move ranked first wins".to_owned(), columns, rows: Vec::new() };
        let mut row = |name: String, kept: Option<&str>, of: &dyn Fn(&RankedMoves) -> bool| {
            let of: Vec<&RankedMoves> = ranked.iter().filter(|moves| of(moves)).collect();
            let mean = |value: &dyn Fn(&RankedMoves) -> f64| {
                let mut average = Average::default();
                of.iter().for_each(|moves| average.add(value(moves)));
                (average.mean().unwrap_or(f64::NAN), average.interval(0.95))
            };
            let mut cells = vec![name, of.len().to_string(), short(mean(&RankedMoves::chance).0)];
            if let Some(kept) = kept.filter(|_| !of.is_empty()) {
                let (value, interval) = mean(&RankedMoves::chance);
                outcome.numbers.push(Number::measured(format!("chance: first wins{kept}"), value, interval));
            }
            for (ranking, what) in RANKINGS.iter().enumerate() {
                let share = mean(&|moves| moves.first(ranking)).0;
                cells.push(short(share));
                if let Some(kept) = kept.filter(|_| !of.is_empty()) {
                    let n = of.len() as u64;
                    let half_successes = (2.0 * share * n as f64).round() as u64;
                    outcome.numbers.push(Number::share(format!("{what}: first wins{kept}"), half_successes, n));
                }
            }
            table.rows.push(cells);
        };
        for (at, &from) in self.stages.iter().enumerate() {
            let to = self.stages.get(at + 1).copied().unwrap_or(usize::MAX);
            let name = if to == usize::MAX { format!("{from} and more") } else { format!("{from} to {}", to - 1) };
            row(name, None, &|moves| (from..to).contains(&moves.n_stones));
        }
        row("all".to_owned(), Some(""), &|_| true);
        row("the net's loses".to_owned(), Some(" where the net's loses"), &|moves| moves.first(NET) < 1.0);
        outcome.tables.push(table);
    }

    /// Losses of the net with one statistic: the loss of a fit to both less that of a fit to the net alone.
    fn beyond_net(&self, ranked: &[RankedMoves], outcome: &mut RunOutcome) {
        let title = "A winning move drawn: log-loss of the net and a number, on positions that were not fitted to";
        let mut table =
            RunTable::new(title, ["with the net", "log-loss", "less that of the net", "weight beside the net"]);
        for (ranking, name) in RANKINGS.iter().enumerate().take(NET) {
            let choice = |moves: &RankedMoves| -> Choice {
                let features = moves.values[NET].iter().zip(moves.scaled(ranking)).map(|(net, value)| [*net, value]);
                moves.wins.iter().copied().zip(features).collect()
            };
            let choices: Vec<Choice> = ranked.iter().map(choice).collect();
            let (mut all, mut gain, mut weight) = (Average::default(), Average::default(), Average::default());
            for fold in 0..self.folds {
                let others =
                    choices.iter().enumerate().filter(|(at, _)| at % self.folds != fold).map(|(_, choice)| choice);
                let (alone, both) = (fit(others.clone(), false), fit(others, true));
                weight.add(both[1]);
                for choice in choices.iter().skip(fold).step_by(self.folds) {
                    all.add(loss(choice, both));
                    gain.add(loss(choice, both) - loss(choice, alone));
                }
            }
            let (Some(mean), Some(less), Some(weight)) = (all.mean(), gain.mean(), weight.mean()) else { continue };
            table.row([(*name).to_owned(), format!("{mean:.4}"), format!("{less:.4}"), format!("{weight:.2}")]);
            let number = format!("{name}: log-loss with the net less that of the net");
            outcome.numbers.push(Number::measured(number, less, gain.interval(0.95)));
        }
        outcome.tables.push(table);
    }
}

/// A position with Black to move and its winning moves: `B./.W b1 a2`.
fn read(line: &str) -> Option<(Position, Vec<Cell>)> {
    let mut words = line.split_whitespace();
    let rows: Vec<&str> = words.next()?.split('/').collect();
    let mut position = Position::empty(rows.first()?.len(), rows.len()).ok()?;
    let stones = rows.concat();
    for (cell, stone) in position.topology().clone().cells().zip(stones.chars()) {
        let player = match stone {
            'B' => Player::Black,
            'W' => Player::White,
            '.' => continue,
            _ => return None,
        };
        position.set_stone(cell, player).ok()?;
    }
    position.set_to_move(Player::Black);
    let winning = words.map(|name| position.topology().cell(name)).collect::<Option<Vec<Cell>>>()?;
    (stones.len() == position.topology().n_cells()).then_some((position, winning))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_fit_leans_on_what_tells_and_on_nothing_else() {
        // The net knows nothing; the statistic is high where the move wins, in nine of ten positions.
        let choices: Vec<Choice> = (0..100)
            .map(|at| {
                (0..6)
                    .map(|cell| {
                        (cell == at % 6, [0.0, f64::from(u8::from(cell == (at + usize::from(at % 10 == 9)) % 6))])
                    })
                    .collect()
            })
            .collect();
        let [_, weight] = fit(choices.iter(), true);
        // The chance that the fit gives the move is then 0.9: e^w / (e^w + 5) = 0.9.
        assert!((weight - 45_f64.ln()).abs() < 1e-6, "{weight}");
        assert!((loss(&choices[0], [0.0, weight]) + 0.9_f64.ln()).abs() < 1e-6);
        assert_eq!(fit(choices.iter(), false)[1], 0.0);
    }

    #[test]
    fn a_line_is_a_position_with_winning_moves() {
        let (position, winning) = read("B./.W b1 a2").unwrap();
        assert_eq!(
            (position.size(), position.to_move(), winning),
            ((2, 2), Player::Black, vec![Cell::new(1), Cell::new(2)])
        );
        assert_eq!(position.stone(Cell::new(3)), Some(Player::White));
        for wrong in ["", "B./. a1", "X./.W b1", "B./.W c3", "B./.W b1 ?"] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
    }
}
