//! Games of Hex as curves of d, L and C, one by one and averaged (Takada et al. 2014).

use std::ops::ControlFlow;

use serde::Deserialize;
use tesuji_board::Player;
use tesuji_engine::ThroughEdge;
use tesuji_figures::{Picture, Theme};
use tesuji_gallery::charts;
use tesuji_hex::Record;
use tesuji_hex::notation::games::read_games;
use tesuji_network::{
    Average, Betweenness, ColourAverages, Ratio, ReplyChoice, ThroughEdge as Name, TraceStep, Tracer, Winners,
};

use super::predictors::area;
use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::{Bench, StudyError};
use crate::sources::source;

/// A ratio along many games, by the player who won and the player who moved last.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatioAverage {
    /// A file of the repository with games.
    file: String,
    /// The side of the board.
    side: usize,
    /// Number of games that are used; all if it is not given. Half of them are taken from the start of each winner's.
    #[serde(default)]
    games: Option<u64>,
    /// The ratio.
    ratio: Measure,
    /// The readings of the player's own edge that are put beside each other. Numbers of
    /// the first have no addition to their names.
    readings: Vec<ThroughEdge>,
    /// After how many moves the ratio is asked who will win.
    stages: Vec<usize>,
}

/// The addition to the names of numbers of this reading.
pub(super) fn addition(readings: &[ThroughEdge], reading: ThroughEdge) -> String {
    if readings.first() == Some(&reading) { String::new() } else { format!(" ({})", Name::from(reading).name()) }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Measure {
    D,
    L,
    C,
}

impl Measure {
    /// The ratios that the letter may mean.
    const fn ratios(self) -> &'static [(Ratio, &'static str)] {
        match self {
            Self::D => &[(Ratio::Distance, "d")],
            Self::L => &[(Ratio::MeanDistance, "L")],
            Self::C => &[(Ratio::Betweenness, "C by the formula"), (Ratio::Brandes, "C by Brandes' definition")],
        }
    }
}

/// The games of a file in which somebody won.
pub(super) fn games(file: &str, side: usize) -> Result<Vec<(Record, Player)>, StudyError> {
    let games = read_games(source(file)?, Some((side, side))).map_err(StudyError::senseless)?;
    let won = |game: tesuji_hex::notation::games::NotatedGame| {
        let winner = game.record.winner().ok().flatten()?;
        Some((game.record, winner))
    };
    Ok(games.into_iter().filter(|game| game.record.size() == (side, side)).filter_map(won).collect())
}

/// The steps of a game, start included.
fn steps(tracer: &Tracer, record: &Record, replies: ReplyChoice) -> Result<Vec<TraceStep>, StudyError> {
    let mut steps = Vec::new();
    let visit = |step| {
        steps.push(step);
        ControlFlow::Continue(())
    };
    tracer.clone().trace(record, replies, visit).map_err(StudyError::senseless)?;
    Ok(steps)
}

impl RatioAverage {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let mut games = games(&self.file, self.side)?;
        if let Some(most) = self.games {
            let mut left = [most.div_ceil(2), most / 2];
            games.retain(|(_, winner)| {
                let left = &mut left[winner.index()];
                let is_used = *left > 0;
                *left = left.saturating_sub(1);
                is_used
            });
        }
        let mut outcome = RunOutcome::default();
        outcome.numbers.push(Number::exact("games", games.len() as f64));
        let mut beside = RunTable::new(
            "By each reading of the player's own edge: the ratio after the last moves of Black and of White",
            ["reading", "ratio", "winner", "after Black's move", "after White's move"],
        );
        let mut told = RunTable {
            title: "The area under the curve: who wins, told by the ratio".to_owned(),
            ..RunTable::default()
        };
        told.columns = ["reading".to_owned(), "ratio".to_owned()].to_vec();
        told.columns.extend(self.stages.iter().map(|stage| format!("after {stage} moves")));
        let mut pictures = Vec::new();
        for (idx, &reading) in self.readings.iter().enumerate() {
            let tracer = Tracer::new((self.side, self.side), reading.into()).map_err(StudyError::senseless)?;
            let traced = bench.map("games", &games, |(record, _)| steps(&tracer, record, ReplyChoice::Played))?;
            let mut averages = ColourAverages::default();
            let mut ends = Vec::new();
            for (steps, (_, winner)) in traced.into_iter().zip(&games) {
                let steps = steps?;
                averages.add(*winner, &steps);
                ends.push((*winner, steps));
            }
            if idx == 0 {
                let mut length = Average::default();
                ends.iter().for_each(|(_, steps)| length.add(steps.len() as f64 - 1.0));
                let mean = length.mean().map(|mean| Number::measured("moves of a game", mean, length.interval(0.95)));
                outcome.numbers.extend(mean);
            }
            let (addition, reading) = (addition(&self.readings, reading), Name::from(reading).name());
            for &(ratio, name) in self.ratio.ratios() {
                for winner in Player::BOTH {
                    let mut cells = vec![reading.to_owned(), name.to_owned(), winner.to_string()];
                    for mover in Player::BOTH {
                        let number = at_the_end(&ends, ratio, winner, mover, name);
                        cells.push(number.as_ref().map_or(String::new(), crate::papers::ours));
                        let named = |number: Number| Number { name: number.name.clone() + &addition, ..number };
                        outcome.numbers.extend(number.map(named));
                    }
                    beside.rows.push(cells);
                }
                let mut cells = vec![reading.to_owned(), name.to_owned()];
                for &stage in &self.stages {
                    let area = area_after(&ends, ratio, stage);
                    cells.push(area.map_or(String::new(), |(area, half)| format!("{area:.3} ±{half:.3}")));
                    let name = format!("area of {name} after {stage} moves{addition}");
                    outcome.numbers.extend(
                        area.map(|(area, half)| Number::measured(name, area, Some([area - half, area + half]))),
                    );
                }
                told.rows.push(cells);
                if idx == 0 {
                    outcome.tables.push(table(&averages, ratio, name));
                    pictures.push(charts::by_colour(&averages, ratio, Theme::Light));
                }
            }
        }
        outcome.tables.splice(
            0..0,
            [beside, told].into_iter().filter(|table| self.readings.len() > 1 && table.columns.len() > 2),
        );
        outcome.picture("", Picture::stacked(pictures));
        Ok(outcome)
    }
}

/// The area under the curve of a ratio after this many moves: the chance that it is larger in a game that Black won than
/// in one that White won.
fn area_after(ends: &[(Player, Vec<TraceStep>)], ratio: Ratio, stage: usize) -> Option<(f64, f64)> {
    let of = |wanted: Player| -> Vec<f64> {
        let games = ends.iter().filter(|(winner, _)| *winner == wanted);
        let steps = games.filter_map(|(_, steps)| steps.iter().find(|step| step.number == stage));
        steps.filter_map(|step| Some(ratio.of(step.comparison.ratios()?))).collect()
    };
    let [won, lost] = Player::BOTH.map(of);
    (!won.is_empty() && !lost.is_empty()).then(|| area(&won, &lost))
}

/// The geometric mean of a ratio over the games that `winner` won, each at its last position after a move of `mover` that
/// is not decided. After its own moves a player always looks better, so the two movers are apart.
fn at_the_end(
    ends: &[(Player, Vec<TraceStep>)],
    ratio: Ratio,
    winner: Player,
    mover: Player,
    name: &str,
) -> Option<Number> {
    let mut average = Average::default();
    let mut n_games = 0_u32;
    for (_, steps) in ends.iter().filter(|(player, _)| *player == winner) {
        let after = steps.iter().rev().filter(|step| step.mv.is_some_and(|mv| mv.player == mover));
        let last = after.into_iter().find_map(|step| step.comparison.ratios());
        if let Some(ratios) = last {
            average.add(ratio.of(ratios).ln());
            n_games += 1;
        }
    }
    let interval = average.interval(0.95).map(|ends| ends.map(f64::exp));
    let name = format!("{name} after {mover}'s last moves, games that {winner} won");
    Some(Number { freedom: n_games.checked_sub(1), ..Number::measured(name, average.mean()?.exp(), interval) })
}

fn table(averages: &ColourAverages, ratio: Ratio, name: &str) -> RunTable {
    let mut table = RunTable::new(
        &format!("{name}: White's number over Black's, mean by the number of moves"),
        ["moves", "after", "games Black won", "games White won"],
    );
    let cell = |winner: Player, mover: Player, moves: usize| {
        let turn = averages.turns(Winners::Player(winner), mover).find(|(number, _)| *number == moves);
        turn.and_then(|(_, turn)| turn.arithmetic(ratio)).map_or(String::new(), |mean| {
            let interval = mean.interval.map_or(String::new(), |[low, high]| format!(" [{low:.3}, {high:.3}]"));
            format!("{:.3}{interval}", mean.mean)
        })
    };
    let longest = Player::BOTH
        .iter()
        .filter_map(|&mover| averages.turns(Winners::Both, mover).map(|(number, _)| number).max())
        .max();
    for moves in 1..=longest.unwrap_or(0) {
        for mover in Player::BOTH {
            let cells = Player::BOTH.map(|winner| cell(winner, mover, moves));
            if cells.iter().any(|cell| !cell.is_empty()) {
                let [black, white] = cells;
                table.row([moves.to_string(), mover.to_string(), black, white]);
            }
        }
    }
    table
}

/// One game with C after each reply that could have been made (figure 11).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyBand {
    /// A file of the repository with games.
    file: String,
    /// The side of the board.
    side: usize,
    /// The games, by their places in the file among those with a winner, from 1.
    numbers: Vec<usize>,
    /// The moves whose choice is compared, from the first to the last.
    moves: [usize; 2],
}

impl ReplyBand {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let games = games(&self.file, self.side)?;
        let chosen: Vec<&(Record, Player)> =
            self.numbers.iter().filter_map(|number| games.get(number.checked_sub(1)?)).collect();
        let tracer = Tracer::new((self.side, self.side), Name::default()).map_err(StudyError::senseless)?;
        let traced = bench.map("games", &chosen, |(record, _)| steps(&tracer, record, ReplyChoice::All))?;
        let mut outcome = RunOutcome::default();
        let columns = ["game", "moves of Black", "best by the formula", "rank, mean", "best by Brandes", "rank, mean "];
        let mut table =
            RunTable::new("Black's moves among all replies by C, best first; 0 is the best, 1 the worst", columns);
        let mut all = [Average::default(), Average::default()];
        let mut best_of = [[0_u64; 2]; 2];
        let mut best_game = [0.0_f64; 2];
        for (number, steps) in self.numbers.iter().zip(traced) {
            let steps = steps?;
            let mut cells = vec![number.to_string(), String::new()];
            let kinds = [Betweenness::Indicator, Betweenness::Brandes];
            for (((kind, all), best_of), best_game) in
                kinds.into_iter().zip(&mut all).zip(&mut best_of).zip(&mut best_game)
            {
                let (mut n_best, mut ranks) = (0, Average::default());
                let mut n_moves = 0;
                for step in &steps {
                    let is_compared = (self.moves[0]..=self.moves[1]).contains(&step.number);
                    let Some(band) = step.band.filter(|band| is_compared && band.mover == Player::Black) else {
                        continue;
                    };
                    let Some(spread) = band.spread(kind) else { continue };
                    n_moves += 1;
                    n_best += u32::from(spread.n_better == 0);
                    best_of[0] += u64::from(spread.n_better == 0);
                    best_of[1] += 1;
                    let rank = spread.n_better as f64 / (band.n_replies.max(2) - 1) as f64;
                    ranks.add(rank);
                    all.add(rank);
                }
                *best_game = best_game.max(f64::from(n_best) / f64::from(n_moves.max(1)));
                cells[1] = n_moves.to_string();
                let rank = ranks.mean().map_or(String::new(), |rank| format!("{rank:.3}"));
                cells.extend([n_best.to_string(), rank]);
            }
            table.rows.push(cells);
            if outcome.pictures.is_empty() {
                let title = format!("game {number}");
                for (kind, name) in kinds.into_iter().zip(["formula", "Brandes"]) {
                    outcome.picture(name, charts::game(&title, &steps, kind, Theme::Light));
                }
            }
        }
        outcome.tables.push(table);
        let names = ["the formula", "Brandes' definition"];
        for ((([n_best, n_moves], average), best_game), name) in best_of.iter().zip(&all).zip(best_game).zip(names) {
            let most = format!("most of Black's moves that maximise C in one game, {name}");
            outcome.numbers.push(Number::exact(most, best_game));
            let share = format!("share of Black's moves that maximise C, {name}");
            outcome.numbers.push(Number::share(share, 2 * n_best, *n_moves));
            if let Some(mean) = average.mean() {
                let name = format!("mean rank of Black's moves by C, {name}");
                outcome.numbers.push(Number::measured(name, mean, average.interval(0.95)));
            }
        }
        Ok(outcome)
    }
}
