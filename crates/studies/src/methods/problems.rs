//! Problems of Go with known first moves: how well statistics of playouts, and a search, rank them.

use std::num::NonZeroU32;

use serde::Deserialize;
use tesuji_board::{Cell, CellSet, Player};
use tesuji_game::Game as _;
use tesuji_go::{Komi, Move, Position};
use tesuji_network::Average;
use tesuji_playout::GoLight;
use tesuji_playout::statistics::{OrderConfig, Play, Sample, Scope, Statistics, StatisticsConfig, Threshold};
use tesuji_search::Limits;
use tesuji_search::mcts::{Uct, UctConfig};

use super::playouts::{entries, set_up, text};
use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::{Bench, StudyError};
use crate::sources::short;

/// The rankings of the moves.
const RANKINGS: [&str; 6] =
    ["order rank", "order rank within the fight", "criticality", "owner criticality", "wins if first", "search"];

/// Problems of a file, and the number of playouts for each.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problems {
    /// A file of the repository with problems.
    file: String,
    /// The kinds of problems that take part.
    kinds: Vec<String>,
    /// At most this many problems of a kind.
    most: usize,
    /// The playouts that are counted, and as many for the search.
    playouts: u32,
    /// The seed of both.
    seed: u64,
}

/// A position with the moves that are right. No other move is.
struct RankedProblem {
    kind: String,
    position: Position,
    right: CellSet,
    fight: CellSet,
}

/// Among which moves a ranking has the right one first.
const AMONG: [&str; 2] = ["on the board", "in the fight"];

/// The place of the best of the right moves in a ranking: the mean place if other moves tie with it.
struct BestPlace {
    place: f64,
    /// Whether a wrong move shares the highest value with it.
    is_tied: bool,
}

impl RankedProblem {
    /// The places in each of the [rankings](RANKINGS), and the share of the right moves among the legal ones, each
    /// [`AMONG`] both kinds of moves.
    fn solve(&self, n_playouts: u32, seed: u64) -> ([[BestPlace; 2]; RANKINGS.len()], [f64; 2]) {
        let (position, player) = (&self.position, self.position.to_move());
        let sample = Sample::collect(position, &mut GoLight::default(), n_playouts, seed);
        let statistics = Statistics::new(&sample, &StatisticsConfig { threshold: Threshold::Median, n_parts: 1 });
        let cells: Vec<Cell> =
            position.topology().cells().filter(|&cell| position.is_legal(Move::Place(cell))).collect();
        let by_order = |scope| {
            let ranks = statistics.order_ranks(&OrderConfig { scope, ..OrderConfig::default() });
            let sign = if player == Player::Black { 1.0 } else { -1.0 };
            let rank =
                |cell| ranks.iter().find(|rank| rank.play == Play { player, cell }).map(|rank| sign * rank.value);
            self.place(&cells, rank)
        };
        let placed = [
            by_order(Scope::Playable),
            by_order(Scope::Within(&self.fight)),
            self.place(&cells, |cell| Some(statistics.criticality(cell)?.value)),
            self.place(&cells, |cell| Some(statistics.owner_criticality(cell)?.value)),
            self.place(&cells, |cell| Some(statistics.win_rate_first(player, cell)?.value)),
            self.search(&cells, statistics.threshold(), n_playouts, seed),
        ];
        let n_in_fight = cells.iter().filter(|&&cell| self.fight.contains(cell)).count();
        (placed, [cells.len(), n_in_fight].map(|n| self.right.len() as f64 / n.max(1) as f64))
    }

    /// Plain UCT, by visits. It wins by the same margin as the playouts.
    fn search(&self, cells: &[Cell], threshold: i32, n_playouts: u32, seed: u64) -> [BestPlace; 2] {
        let komi = i32::from(self.position.komi().half_points()) + threshold;
        let komi = i16::try_from(komi).map_or(self.position.komi(), Komi::from_half_points);
        let config =
            UctConfig { exploration: 0.2, all_playouts: false, expand_after: NonZeroU32::MIN, max_nodes: 1 << 18 };
        let limits = Limits { nodes: Some(n_playouts.into()), ..Limits::default() };
        let report =
            Uct::new(GoLight::default()).search(&self.position.clone().with_komi(komi), &config, &limits, seed);
        let moves = report.map(|report| report.moves).unwrap_or_default();
        self.place(cells, |cell| {
            moves.iter().find(|found| found.mv == Move::Place(cell)).map(|found| f64::from(found.visits))
        })
    }

    /// The places of the best right move by `value`, the highest first. Moves without a value come last.
    fn place(&self, cells: &[Cell], value: impl Fn(Cell) -> Option<f64>) -> [BestPlace; 2] {
        let of = |&cell: &Cell| (cell, value(cell).unwrap_or(f64::NEG_INFINITY));
        let values: Vec<(Cell, f64)> = cells.iter().map(of).collect();
        let best = values.iter().filter(|(cell, _)| self.right.contains(*cell)).map(|(_, value)| *value);
        let best = best.fold(f64::NEG_INFINITY, f64::max);
        [false, true].map(|in_fight| {
            let is_wrong = |cell| !self.right.contains(cell) && (!in_fight || self.fight.contains(cell));
            let wrong = || values.iter().filter(|(cell, _)| is_wrong(*cell)).map(|(_, value)| *value);
            let n_above = wrong().filter(|&value| value > best).count();
            let n_equal = wrong().filter(|&value| value == best).count();
            BestPlace { place: (1 + n_above) as f64 + n_equal as f64 / 2.0, is_tied: n_above == 0 && n_equal > 0 }
        })
    }
}

impl BestPlace {
    /// 2 if the right move is first, 1 if it ties for that.
    fn half_successes(&self) -> u64 {
        if self.is_tied { 1 } else { 2 * u64::from(self.place == 1.0) }
    }
}

impl Problems {
    fn read(&self) -> Result<Vec<RankedProblem>, StudyError> {
        let mut problems: Vec<RankedProblem> = Vec::new();
        for entry in entries(&self.file)? {
            let kind = text(&entry, "kind");
            if !self.kinds.contains(&kind) || problems.iter().filter(|other| other.kind == kind).count() == self.most {
                continue;
            }
            let (_, position) = set_up(&entry)?;
            let cells = |key: &str| -> CellSet {
                let names = entry.get(key).and_then(toml::Value::as_array).into_iter().flatten();
                names.filter_map(|name| position.topology().cell(name.as_str()?)).collect()
            };
            let (right, fight) = (cells("right"), cells("fight"));
            // `pass` is right where nobody should play in the fight: there is no first move to find.
            if !right.is_empty() {
                problems.push(RankedProblem { kind, position, right, fight });
            }
        }
        Ok(problems)
    }

    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let problems = self.read()?;
        let solved = bench.map("problems", &problems, |problem| problem.solve(self.playouts, self.seed))?;
        let mut outcome = RunOutcome::default();
        let average = |values: &mut dyn Iterator<Item = f64>| {
            let mut average = Average::default();
            values.for_each(|value| average.add(value));
            Some((average.mean()?, average.interval(0.95)))
        };
        outcome.numbers.push(Number::exact("problems", solved.len() as f64));
        for (which, among) in AMONG.iter().enumerate() {
            let title = format!("The right move is ranked first {among}");
            let mut table = RunTable::new(&title, ["kind", "ranking", "of", "first", "mean of 1/place"]);
            if let Some((value, _)) = average(&mut solved.iter().map(|(_, chance)| chance[which])) {
                outcome.numbers.push(Number::exact(format!("chance: first {among}"), value));
            }
            for kind in self.kinds.iter().map(String::as_str).chain(["all"]) {
                let of_kind =
                    || solved.iter().zip(&problems).filter(|(_, problem)| kind == "all" || problem.kind == kind);
                let n = of_kind().count();
                for (at, ranking) in RANKINGS.iter().enumerate() {
                    let first = of_kind().map(|((placed, _), _)| placed[at][which].half_successes()).sum();
                    let share = Number::share(format!("{ranking}: first {among}"), first, n as u64);
                    let places = &mut of_kind().map(|((placed, _), _)| placed[at][which].place.recip());
                    let Some((mean, interval)) = average(places) else { continue };
                    table.row([kind.to_owned(), (*ranking).to_owned(), n.to_string(), short(share.value), short(mean)]);
                    if kind == "all" {
                        let name = format!("{ranking}: mean of 1/place {among}");
                        outcome.numbers.extend([share, Number::measured(name, mean, interval)]);
                    }
                }
            }
            outcome.tables.push(table);
        }
        Ok(outcome)
    }
}
