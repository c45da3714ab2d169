//! Positions of Go, judged by playouts (Ishida and Nakamura 2016).
//!
//! Moves are named as in the paper: `B a` is Black's move on the point that the diagram marks with `a`.

use rayon::prelude::*;
use serde::Deserialize;
use tesuji_board::{Cell, Player, SortOnce as _};
use tesuji_figures::Theme;
use tesuji_gallery::positions;
use tesuji_game::Game as _;
use tesuji_go::{Diagram, Komi, Position, Rules};
use tesuji_playout::statistics::{
    ContingencyTable as Counts, Limit, OrderConfig, Play, Sample, Scope, Statistics, StatisticsConfig, Threshold, Zeros,
};
use tesuji_playout::{GoLibEgo, GoLight};

use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::{Bench, StudyError};
use crate::sources::{short, source};

/// Measurements of a position.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayoutStudy {
    /// A file of the repository with positions.
    file: String,
    /// The id of the position in it.
    position: String,
    /// Points that are played first, by turns, as letters of the diagram; `-` passes.
    #[serde(default)]
    moves: String,
    /// Number of playouts of a sample.
    playouts: u32,
    /// Number of samples: numbers are means over them, and intervals come from their spread.
    samples: u32,
    /// The seed of the first sample.
    seed: u64,
    /// The printed list.
    print: Print,
    /// Number of rows of a list.
    #[serde(default = "twelve")]
    rows: usize,
    /// Whether points that cannot be played at once take part.
    #[serde(default)]
    all_points: bool,
    /// By which playouts: the first give the numbers, those of the others stand beside them in a table.
    #[serde(default = "light")]
    by: Vec<PlayoutKind>,
}

fn light() -> Vec<PlayoutKind> {
    vec![PlayoutKind::Light]
}

/// A kind of playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PlayoutKind {
    /// Ours: each allowed move is equally likely.
    Light,
    /// Playouts of libEGO, on which the paper's program is based.
    Libego,
}

impl PlayoutKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Libego => "libEGO's",
        }
    }
}

const fn twelve() -> usize {
    12
}

/// Printed lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Print {
    /// The position alone.
    Position,
    /// The table of winners by who was first on a point, with the criticality of the point.
    Points,
    /// The table of winners by who had a pair, with the joint criticality; the pairs with the highest.
    Pairs,
    /// The tables of winners by the order of two moves, with the order criticality; the highest.
    Orders,
    /// The ranks of the marked points.
    Ranks,
}

/// A position with its marked points.
struct MarkedPosition {
    position: Position,
    marks: Vec<(char, Cell)>,
    /// The pairs of marked points that are miai, as the file says.
    pairs: Vec<[Cell; 2]>,
}

impl MarkedPosition {
    /// The point in words: its letter, or its name.
    fn name(&self, cell: Cell) -> String {
        match self.marks.iter().find(|(_, marked)| *marked == cell) {
            Some((letter, _)) => letter.to_string(),
            None => self.position.topology().name(cell).to_owned(),
        }
    }

    fn play(&self, play: Play) -> String {
        let letter = if play.player == Player::Black { 'B' } else { 'W' };
        format!("{letter} {}", self.name(play.cell))
    }
}

/// The positions of a file.
pub(super) fn entries(file: &str) -> Result<Vec<toml::Value>, StudyError> {
    let mut file: toml::Table = source(file)?.parse().map_err(StudyError::senseless)?;
    Ok(file.remove("position").and_then(|entries| entries.try_into().ok()).unwrap_or_default())
}

/// A text of a position; empty if it has none.
pub(super) fn text(entry: &toml::Value, key: &str) -> String {
    entry.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned()
}

/// The diagram of a position, and the position.
pub(super) fn set_up(entry: &toml::Value) -> Result<(Diagram, Position), StudyError> {
    let diagram: Diagram = text(entry, "diagram").parse().map_err(StudyError::senseless)?;
    let komi: Komi = text(entry, "komi").parse().map_err(StudyError::senseless)?;
    let to_move = if text(entry, "to_move") == "white" { Player::White } else { Player::Black };
    let position = diagram.position(Rules::CHINESE, komi, to_move).map_err(StudyError::senseless)?;
    Ok((diagram, position))
}

impl PlayoutStudy {
    fn read(&self) -> Result<MarkedPosition, StudyError> {
        let entry = entries(&self.file)?
            .into_iter()
            .find(|entry| text(entry, "id") == self.position)
            .ok_or_else(|| StudyError::Senseless(format!("{} has no position {}", self.file, self.position)))?;
        let (diagram, mut position) = set_up(&entry)?;
        for letter in self.moves.chars().filter(|c| !c.is_whitespace()) {
            let mv = if letter == '-' {
                tesuji_go::Move::Pass
            } else {
                let missing = || StudyError::Senseless(format!("{} has no point {letter}", self.position));
                tesuji_go::Move::Place(diagram.mark(letter).ok_or_else(missing)?)
            };
            position.play(mv).map_err(StudyError::senseless)?;
        }
        let listed = entry.get("pairs").and_then(toml::Value::as_array).into_iter().flatten();
        let letters =
            listed.filter_map(|pair| pair.as_str()?.chars().map(|c| diagram.mark(c)).collect::<Option<Vec<_>>>());
        let pairs = letters.filter_map(|pair| pair.try_into().ok()).collect();
        Ok(MarkedPosition { position, marks: diagram.marks().to_vec(), pairs })
    }

    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let marked = self.read()?;
        let mut outcome = RunOutcome::default();
        self.draw(&marked, &mut outcome);
        if self.print == Print::Position {
            return Ok(outcome);
        }
        let measured = self.by.iter().map(|&kind| Ok((kind, self.measure(&marked, kind, bench)?)));
        let mut measured: Vec<(PlayoutKind, RunOutcome)> = measured.collect::<Result<_, StudyError>>()?;
        let others = measured.split_off(measured.len().min(1));
        outcome.tables.extend(others.iter().map(|other| beside(&measured[0], other)));
        if let Some((_, first)) = measured.pop() {
            outcome.numbers.extend(first.numbers);
            outcome.tables.splice(0..0, first.tables);
        }
        Ok(outcome)
    }

    fn measure(&self, marked: &MarkedPosition, kind: PlayoutKind, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let mut outcome = RunOutcome::default();
        let seeds: Vec<u64> = (0..u64::from(self.samples)).map(|sample| self.seed + sample).collect();
        let config = StatisticsConfig { threshold: Threshold::Komi, n_parts: 1 };
        let samples = bench.map("samples", &seeds, |&seed| {
            let (position, n) = (&marked.position, self.playouts);
            let sample = match kind {
                PlayoutKind::Light => Sample::collect(position, &mut GoLight::default(), n, seed),
                PlayoutKind::Libego => Sample::collect(position, &mut GoLibEgo::default(), n, seed),
            };
            Statistics::new(&sample, &config)
        })?;
        if samples.is_empty() {
            return Ok(outcome);
        }
        let wins = mean(&samples, |statistics| statistics.win_rate(Player::Black).map(|rate| rate.value));
        outcome.numbers.extend(wins.map(|(value, interval)| Number::measured("wins of Black", value, interval)));
        match self.print {
            Print::Position => {}
            Print::Points => self.points(marked, &samples, &mut outcome),
            Print::Pairs => self.pairs(marked, &samples, &mut outcome),
            Print::Orders => self.orders(marked, &samples, &mut outcome),
            Print::Ranks => self.ranks(marked, &samples, &mut outcome),
        }
        Ok(outcome)
    }

    fn draw(&self, marked: &MarkedPosition, outcome: &mut RunOutcome) {
        let position = &marked.position;
        let topology = position.topology();
        let marks = marked.marks.iter().filter(|(_, cell)| position.stone(*cell).is_none());
        let labels: Vec<(Cell, String)> = marks.map(|(letter, cell)| (*cell, letter.to_string())).collect();
        let picture = positions::labelled(
            &format!("{}: {} to move", self.position, position.to_move()),
            topology,
            |cell| position.stone(cell),
            &labels,
            Theme::Light,
        );
        outcome.picture("", picture);
        outcome.numbers.push(Number::exact("points", topology.n_cells() as f64));
    }

    fn scope(&self) -> Scope<'static> {
        if self.all_points { Scope::All } else { Scope::Playable }
    }

    fn points(&self, marked: &MarkedPosition, samples: &[Statistics], outcome: &mut RunOutcome) {
        let mut table = RunTable::new(
            "Playouts of all samples by winner and by who was first on the point; C = 2(ad - bc)/N², where N counts all \
             playouts, also those in which nobody played the point",
            ["point", "a: B first, B won", "b: W first, B won", "c: B first, W won", "d: W first, W won", "N", "C"],
        );
        let mut largest = 0.0_f64;
        for &(letter, cell) in &marked.marks {
            let Some((value, interval)) = mean(samples, |s| s.criticality(cell).map(|c| c.value)) else { continue };
            let counts =
                samples.iter().filter_map(|s| s.point_table(cell).map(|table| table.counts())).fold([0_u64; 4], add);
            let n: u64 = samples.iter().map(|s| u64::from(s.n_playouts())).sum();
            let off = samples.iter().filter_map(|s| {
                let by_hand = by_hand(s.point_table(cell)?, s.n_playouts());
                Some((by_hand - s.criticality(cell)?.value).abs())
            });
            largest = off.fold(largest, f64::max);
            let [a, b, c, d] = counts.map(|count| count.to_string());
            table.row([letter.to_string(), a, b, c, d, n.to_string(), format!("{value:.4}")]);
            outcome.numbers.push(Number::measured(format!("C({letter})"), value, interval));
        }
        outcome.tables.push(table);
        outcome.numbers.push(Number::exact("largest difference of C from the table by hand", largest));
    }

    /// The pairs by JC_b. "Another pair" is a point of a miai with any point but its partner. Those of the paper are such
    /// pairs: "l, j" and "k, j" of table 5, where i and j are a joint, and "a, d" and "b, d" of table 4.
    fn pairs(&self, marked: &MarkedPosition, samples: &[Statistics], outcome: &mut RunOutcome) {
        let joint = |player, [x, y]: [Cell; 2]| mean(samples, |s| s.joint(player, x, y).map(|joint| joint.value));
        let pairs = samples[0].pairs(Player::Black, self.scope());
        let mut all: Vec<([Cell; 2], f64)> =
            pairs.iter().filter_map(|pair| Some((pair.cells, joint(Player::Black, pair.cells)?.0))).collect();
        all.sort_once_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut table = RunTable::new(
            "Pairs by JC_b, with all playouts: White has both points, or not, as also where nobody played one of them",
            ["x", "y", "JC_b", "JC_w", "not, B won", "both W's, B won", "not, W won", "both W's, W won"],
        );
        let name = |[x, y]: [Cell; 2]| {
            let mut names = [marked.name(x), marked.name(y)];
            names.sort();
            names.join(" ")
        };
        let in_miai = |cell: &Cell| marked.pairs.iter().any(|pair| pair.contains(cell));
        let is_miai = |[x, y]: &[Cell; 2]| marked.pairs.iter().any(|pair| pair.contains(x) && pair.contains(y));
        let numbered = |cells: &[Cell; 2], outcome: &mut RunOutcome| {
            for (player, letter) in [(Player::Black, "b"), (Player::White, "w")] {
                if let Some((value, interval)) = joint(player, *cells) {
                    let number = sampled(format!("JC_{letter}({})", name(*cells)), value, interval, samples.len());
                    outcome.numbers.push(number);
                }
            }
        };
        for (place, (cells, value)) in (1..).zip(&all) {
            if place <= self.rows {
                let [x, y] = *cells;
                let counts = samples
                    .iter()
                    .filter_map(|s| s.pair_table(Player::Black, x, y).map(|table| table.counts()))
                    .fold([0; 4], add);
                let [one_b, both_b, one_w, both_w] = counts.map(|count| count.to_string());
                let white = joint(Player::White, *cells).map_or(String::new(), |(value, _)| format!("{value:.4}"));
                table.row([marked.name(x), marked.name(y), format!("{value:.4}"), white, one_b, both_b, one_w, both_w]);
            }
            if place <= self.rows || is_miai(cells) {
                numbered(cells, outcome);
            }
        }
        let off = samples.iter().flat_map(|s| {
            all.iter().filter_map(move |([x, y], _)| {
                let by_hand = by_hand(s.pair_table(Player::Black, *x, *y)?, s.n_playouts());
                Some((by_hand - s.joint(Player::Black, *x, *y)?.value).abs())
            })
        });
        let largest = off.fold(0.0, f64::max);
        outcome.numbers.push(Number::exact("largest difference of JC from the table by hand", largest));
        if let [(first, _), (second, _), ..] = &all[..] {
            let lead = mean(samples, |s| {
                let of = |[x, y]: [Cell; 2]| Some(s.joint(Player::Black, x, y)?.value);
                Some(of(*first)? - of(*second)?)
            });
            let named = format!("lead of JC_b({}) over the next pair", name(*first));
            outcome.numbers.extend(lead.map(|(value, interval)| Number::measured(named, value, interval)));
        }
        outcome.tables.push(table);
        // As "l, j" after the joints, and "a, d" after the miai of the paper.
        let another = all.iter().find(|([x, y], _)| !is_miai(&[*x, *y]) && (in_miai(x) || in_miai(y)));
        if let Some((value, interval)) = another.and_then(|(cells, _)| joint(Player::Black, *cells)) {
            outcome.numbers.push(sampled("highest JC_b of another pair".to_owned(), value, interval, samples.len()));
        }
        let mut by_white: Vec<f64> =
            all.iter().filter_map(|(cells, _)| joint(Player::White, *cells)).map(|(value, _)| value).collect();
        by_white.sort_once_by(|a, b| b.total_cmp(a));
        if let Some(best) = by_white.first() {
            outcome.numbers.push(Number::exact("highest JC_w", *best));
        }
    }

    fn orders(&self, marked: &MarkedPosition, samples: &[Statistics], outcome: &mut RunOutcome) {
        let cells: Vec<Cell> = marked.marks.iter().map(|(_, cell)| *cell).collect();
        let plays: Vec<Play> =
            cells.iter().flat_map(|&cell| Player::BOTH.map(|player| Play { player, cell })).collect();
        let mut all = Vec::new();
        let mut of_samples: Vec<Vec<Option<f64>>> = Vec::new();
        for &m in &plays {
            for &n in plays.iter().filter(|n| n.cell != m.cell) {
                let of = |s: &Statistics| s.order(m, n)?.value.map(|value| value.value);
                if let Some((value, interval)) = mean(samples, of) {
                    all.push((m, n, value, interval));
                    of_samples.push(samples.iter().map(of).collect());
                }
            }
        }
        let bounds: Vec<Option<[f64; 2]>> = (0..all.len()).map(|at| rank_bounds(&of_samples, at)).collect();
        let mut all: Vec<_> = all.into_iter().zip(bounds).collect();
        all.sort_once_by(|(a, _), (b, _)| b.2.total_cmp(&a.2));
        let mut table = RunTable::new(
            "Orders of moves on marked points by OC, with the playouts of all samples that have m then n, or not",
            ["m", "n", "OC", "rank, 95 %", "m, n: B won", "not: B won", "m, n: W won", "not: W won"],
        );
        for (place, ((m, n, value, interval), bounds)) in (1..).zip(&all) {
            let name = format!("OC({}, {})", marked.play(*m), marked.play(*n));
            outcome.numbers.push(sampled(name, *value, *interval, samples.len()));
            let rank = format!("rank of OC({}, {})", marked.play(*m), marked.play(*n));
            outcome.numbers.push(Number::measured(rank, place as f64, *bounds));
            if place <= self.rows {
                let counts = samples
                    .iter()
                    .filter_map(|s| s.order(*m, *n).map(|order| order.table().counts()))
                    .fold([0_u64; 4], add);
                let [a, b, c, d] = counts.map(|count| count.to_string());
                let ranks = bounds.map_or(String::new(), |[low, high]| format!("{low} to {high}"));
                table.row([marked.play(*m), marked.play(*n), format!("{value:.4}"), ranks, a, b, c, d]);
            }
        }
        let off = samples.iter().flat_map(|s| {
            all.iter().filter_map(move |((m, n, ..), _)| {
                let order = s.order(*m, *n)?;
                let table = order.table();
                Some((by_hand(table, table.n()) - order.value?.value).abs())
            })
        });
        let largest = off.fold(0.0, f64::max);
        outcome.numbers.push(Number::exact("largest difference of OC from the table by hand", largest));
        outcome.tables.push(table);
    }

    fn ranks(&self, marked: &MarkedPosition, samples: &[Statistics], outcome: &mut RunOutcome) {
        let config =
            OrderConfig { scope: self.scope(), alpha: 0.01, beta: 0.01, limit: Limit::Replace, zeros: Zeros::Count };
        let ranks: Vec<Vec<(Play, f64)>> = samples
            .par_iter()
            .map(|s| s.order_ranks(&config).into_iter().map(|rank| (rank.play, rank.value)).collect())
            .collect();
        let mut table = RunTable::new("Ranks of Black's moves, as the paper prints them", ["m", "OCR", "95 %"]);
        for &(letter, cell) in &marked.marks {
            let play = Play { player: Player::Black, cell };
            let values = ranks.iter().filter_map(|ranks| Some(ranks.iter().find(|(other, _)| *other == play)?.1));
            let Some((value, interval)) = average(values).filter(|_| marked.position.stone(cell).is_none()) else {
                continue;
            };
            let [low, high] = interval.unwrap_or([value; 2]);
            table.row([format!("B {letter}"), short(value), format!("{} to {}", short(low), short(high))]);
            outcome.numbers.push(sampled(format!("OCR(B {letter})"), value, interval, samples.len()));
        }
        outcome.tables.push(table);
    }
}

/// The numbers by one kind of playouts beside those by another.
fn beside((kind, numbers): &(PlayoutKind, RunOutcome), (other, others): &(PlayoutKind, RunOutcome)) -> RunTable {
    let mut table = RunTable::new("The same by other playouts", ["number", kind.name(), other.name(), "95 %"]);
    for number in numbers.numbers.iter().filter(|number| !number.name.starts_with("rank of")) {
        let Some(found) = others.number(&number.name) else { continue };
        let Some([low, high]) = found.interval else { continue };
        let interval = format!("{} to {}", short(low), short(high));
        table.row([number.name.clone(), short(number.value), short(found.value), interval]);
    }
    table
}

/// The ranks that one of several numbers may have, from the values of each in the samples. It stands below those that
/// are surely larger, and above those that are surely smaller, by Student's interval of the differences. `None` with
/// fewer than two samples.
fn rank_bounds(values: &[Vec<Option<f64>>], at: usize) -> Option<[f64; 2]> {
    let (mut n_larger, mut n_smaller) = (0_u32, 0_u32);
    for other in (0..values.len()).filter(|other| *other != at) {
        let mut lead = tesuji_network::Average::default();
        for (other, own) in values[other].iter().zip(&values[at]) {
            if let (Some(other), Some(own)) = (other, own) {
                lead.add(other - own);
            }
        }
        let [low, high] = lead.interval(0.95)?;
        n_larger += u32::from(low > 0.0);
        n_smaller += u32::from(high < 0.0);
    }
    Some([f64::from(1 + n_larger), f64::from(values.len() as u32 - n_smaller)])
}

/// The formula of the paper: 2(ad - bc)/N².
fn by_hand(table: Counts, n: u32) -> f64 {
    let [a, b, c, d] = table.counts().map(f64::from);
    2.0 * (a * d - b * c) / f64::from(n).powi(2)
}

fn add(mut sum: [u64; 4], counts: [u32; 4]) -> [u64; 4] {
    sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += u64::from(count));
    sum
}

/// The mean over the samples, with Student's interval of their spread if there are several.
fn mean(samples: &[Statistics], of: impl Fn(&Statistics) -> Option<f64>) -> Option<(f64, Option<[f64; 2]>)> {
    average(samples.iter().filter_map(of))
}

fn average(values: impl Iterator<Item = f64>) -> Option<(f64, Option<[f64; 2]>)> {
    let mut average = tesuji_network::Average::default();
    values.for_each(|value| average.add(value));
    Some((average.mean()?, average.interval(0.95)))
}

/// A mean over this many samples with Student's interval, and the spread of a single sample that follows from it.
fn sampled(name: String, value: f64, interval: Option<[f64; 2]>, n_samples: usize) -> Number {
    let n = n_samples as f64;
    let spread = interval.and_then(|[low, high]| {
        let quantile = tesuji_numeric::student_quantile(n - 1.0, 0.975)?;
        Some((high - low) / 2.0 / quantile * n.sqrt())
    });
    let freedom = interval.and(u32::try_from(n_samples).ok()).map(|n| n.saturating_sub(1));
    Number { spread, freedom, ..Number::measured(name, value, interval) }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_as_sure_as_the_differences() {
        let of = |values: [f64; 4]| values.map(Some).to_vec();
        // The first leads surely; the next two change places from sample to sample; the last is surely the least.
        let values = [
            of([0.90, 0.91, 0.92, 0.90]),
            of([0.50, 0.52, 0.49, 0.51]),
            of([0.51, 0.50, 0.51, 0.50]),
            of([0.10, 0.11, 0.12, 0.10]),
        ];
        let bounds: Vec<_> = (0..4).map(|at| rank_bounds(&values, at).unwrap()).collect();
        assert_eq!(bounds, [[1.0, 1.0], [2.0, 3.0], [2.0, 3.0], [4.0, 4.0]]);
        assert_eq!(rank_bounds(&[vec![Some(1.0)], vec![Some(2.0)]], 0), None, "one sample says nothing of errors");
    }
}
