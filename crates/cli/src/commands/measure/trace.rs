//! `tesuji measure` of games: the numbers of the networks after each move of a game, or their averages after each turn of many
//! games.

mod average;
mod colours;
mod game;

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use miette::{IntoDiagnostic, Result, bail, miette};
use tesuji_board::Player;
use tesuji_figures::Picture;
use tesuji_gallery::charts;
use tesuji_network::{Averages, Betweenness, ColourAverages, Ratio, ReplyChoice, ThroughEdge, TraceStep, Tracer};

use super::Arguments;
use crate::input::{NamedGame, Source};
use crate::pool::Pool;
use crate::sheet::{self, Sheet};
use crate::status::{self, Failure, Status};
use crate::{input, text};

/// Display of games.
#[derive(clap::Args)]
#[command(next_help_heading = "Games")]
pub(super) struct GameOptions {
    /// Average several games by winner and turn, instead of showing one by one
    #[arg(long)]
    average: bool,
    /// Average White's numbers over Black's as the paper does, with positions after Black's moves and after White's
    /// moves apart, instead of the loser's over the winner's
    #[arg(long, conflicts_with = "band")]
    by_colour: bool,
    /// Of averages, show this ratio, `d`, `l`, `c` or `c_brandes`; CSV and JSON have all [default: c]
    #[arg(long, value_parser = parse_ratio, value_name = "RATIO", conflicts_with = "brandes")]
    ratio: Option<Ratio>,
    /// Only N games, evenly spread over all
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,
    /// Compare all replies to each position: the best, mean and worst C beside that of the move played; costs as much
    /// as a hundred positions [default: on for games that are shown, off for averages]
    #[arg(long, value_enum, value_name = "SWITCH")]
    band: Option<Switch>,
    /// In tables and pictures, C by Brandes' definition instead of the paper's formula; CSV and JSON have both
    #[arg(long)]
    brandes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Switch {
    On,
    Off,
}

impl GameOptions {
    /// The first of these options that was given.
    pub(super) fn first_given(&self) -> Option<&'static str> {
        let all = [
            ("average", self.average),
            ("by-colour", self.by_colour),
            ("ratio", self.ratio.is_some()),
            ("sample", self.sample.is_some()),
            ("band", self.band.is_some()),
            ("brandes", self.brandes),
        ];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }
}

/// A game that was traced, and who won it.
struct Traced<'g> {
    game: &'g NamedGame,
    winner: Option<Player>,
    steps: Vec<TraceStep>,
}

pub(super) fn run(arguments: &Arguments, sources: &[Source]) -> status::Result {
    let games = chosen(arguments, sources)?;
    let options = &arguments.games;
    let is_shown = !options.average && !options.by_colour;
    let replies = match options.band {
        Some(Switch::On) => ReplyChoice::All,
        Some(Switch::Off) => ReplyChoice::Played,
        None if is_shown => ReplyChoice::All,
        None => ReplyChoice::Played,
    };
    let pool = Pool::new(None, None, games.len())?;
    let mut report = TraceReport {
        arguments,
        is_shown,
        n_traced: 0,
        rows: Vec::new(),
        pictures: Vec::new(),
        averages: Averages::default(),
        by_colour: ColourAverages::default(),
        n_cut: 0,
    };
    let tracers = Tracers { through_edge: arguments.through_edge, idle: Mutex::default() };
    let live = pool.headline();
    let outcome = pool.run(
        &games,
        arguments.jobs.count(),
        |_, game| {
            let traced = tracers.trace(game, replies, |step| {
                if games.len() == 1 {
                    live.show(&format!("move {} of {}", step.number, game.record.moves.len()));
                }
                if pool.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            // Half a game says nothing about the whole.
            (!pool.is_stopped()).then_some(traced)
        },
        |traced| report.add(&traced?),
    );
    live.clear();
    outcome?;
    report.end()?;
    if pool.is_stopped() {
        text::complain(&format!("stopped after {}", text::count(report.n_traced as u64, "game")));
        return Ok(Status::Interrupted);
    }
    Ok(Status::Fine)
}

/// The games that are wanted; at least one.
fn chosen(arguments: &Arguments, sources: &[Source]) -> Result<Vec<NamedGame>> {
    let mut games = input::games_of(sources, arguments.board.size)?;
    if games.is_empty() {
        bail!("there is no game");
    }
    if let Some((columns, rows)) = arguments.board.size {
        games.retain(|game| game.record.size() == (columns, rows));
        if games.is_empty() {
            bail!("no game is on a board of {columns}x{rows}");
        }
    }
    arguments.only.retain(&mut games, "game", |game| &game.id)?;
    if let Some(wanted) = arguments.games.sample {
        let (n_games, wanted) = (games.len(), wanted.get().min(games.len()));
        let mut number = 0;
        games.retain(|_| {
            number += 1;
            number * wanted / n_games > (number - 1) * wanted / n_games
        });
    }
    Ok(games)
}

/// The tracers of games, one for each size of board and thread.
struct Tracers {
    through_edge: ThroughEdge,
    idle: Mutex<BTreeMap<(usize, usize), Vec<Tracer>>>,
}

impl Tracers {
    /// Traces a game until `watch` breaks off.
    fn trace<'g>(
        &self,
        game: &'g NamedGame,
        replies: ReplyChoice,
        mut watch: impl FnMut(&TraceStep) -> ControlFlow<()>,
    ) -> Result<Traced<'g>> {
        let size = game.record.size();
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let spare = idle().get_mut(&size).and_then(Vec::pop);
        let mut tracer = match spare {
            Some(tracer) => tracer,
            None => Tracer::new(size, self.through_edge).into_diagnostic()?,
        };
        let mut steps = Vec::new();
        let traced = tracer.trace(&game.record, replies, |step| {
            let verdict = watch(&step);
            steps.push(step);
            verdict
        });
        traced.map_err(|error| miette!("game {}, {error}", game.id))?;
        idle().entry(size).or_default().push(tracer);
        let winner = game.record.winner().map_err(|error| miette!("game {}, {error}", game.id))?;
        Ok(Traced { game, winner, steps })
    }
}

/// Prints games or their averages, and writes them to files.
struct TraceReport<'a> {
    arguments: &'a Arguments,
    /// Whether games are shown one by one.
    is_shown: bool,
    n_traced: usize,
    /// The rows of the CSV file.
    rows: Vec<Vec<String>>,
    pictures: Vec<Picture>,
    averages: Averages,
    by_colour: ColourAverages,
    /// Positions in which larger carriers were left out.
    n_cut: usize,
}

impl TraceReport<'_> {
    fn add(&mut self, traced: &Traced<'_>) -> std::result::Result<(), Failure> {
        self.n_cut += traced.steps.iter().filter(|step| step.is_cut).count();
        if !self.is_shown {
            self.n_traced += 1;
            // Some games count but have no moves.
            if let Some(winner) = traced.winner.filter(|_| traced.steps.len() > 1) {
                self.averages.add(winner, &traced.steps);
                self.by_colour.add(winner, &traced.steps);
            }
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        if self.arguments.data.json {
            writeln!(out, "{}", sheet::line(&game::json_line(traced)))?;
        } else {
            let gap = if self.n_traced == 0 { "" } else { "\n" };
            write!(out, "{gap}{}", game::table(traced, self.betweenness()))?;
        }
        out.flush()?;
        self.n_traced += 1;
        if self.arguments.data.csv.is_wanted() {
            self.rows.extend(game::rows(traced));
        }
        if self.arguments.picture.is_wanted() {
            let theme = self.arguments.picture.theme();
            self.pictures.push(charts::game(&traced.game.id, &traced.steps, self.betweenness(), theme));
        }
        Ok(())
    }

    fn betweenness(&self) -> Betweenness {
        if self.arguments.games.brandes { Betweenness::Brandes } else { Betweenness::Indicator }
    }

    /// Prints the averages once all games are in, and writes the files.
    fn end(&mut self) -> std::result::Result<(), Failure> {
        let usual = if self.arguments.games.brandes { Ratio::Brandes } else { Ratio::Betweenness };
        let ratio = self.arguments.games.ratio.unwrap_or(usual);
        if self.arguments.games.by_colour {
            return self.end_by_colour(ratio);
        }
        if !self.is_shown {
            let mut out = anstream::stdout().lock();
            match self.arguments.data.json {
                true => average::json_lines(&self.averages, self.n_cut)
                    .iter()
                    .try_for_each(|line| writeln!(out, "{}", sheet::line(line)))?,
                false => write!(out, "{}", average::table(&self.averages, self.n_traced, self.n_cut, ratio))?,
            }
            if self.arguments.data.csv.is_wanted() {
                self.rows = average::rows(&self.averages);
            }
            let c = if ratio == Ratio::Brandes { Ratio::Brandes } else { Ratio::Betweenness };
            self.pictures = vec![charts::averages(&self.averages, c, self.arguments.picture.theme())];
        }
        self.arguments.data.csv.write(|| {
            let mut sheet = Sheet::new(if self.is_shown { game::head() } else { average::head() });
            self.rows.iter().for_each(|row| sheet.row(row.iter().map(|cell| cell.as_str().into())));
            sheet
        })?;
        Ok(self.arguments.picture.write(std::mem::take(&mut self.pictures))?)
    }
}

impl TraceReport<'_> {
    /// Prints the averages after each player's moves, and writes the files.
    fn end_by_colour(&self, ratio: Ratio) -> std::result::Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        if self.arguments.data.json {
            let lines = colours::json_lines(&self.by_colour, self.n_cut);
            lines.iter().try_for_each(|line| writeln!(out, "{}", sheet::line(line)))?;
        } else {
            write!(out, "{}", colours::table(&self.by_colour, self.n_traced, self.n_cut, ratio))?;
        }
        out.flush()?;
        self.arguments.data.csv.write(|| colours::sheet(&self.by_colour))?;
        let theme = self.arguments.picture.theme();
        let picture = match self.arguments.games.ratio {
            // One figure of the paper, or all three of them.
            Some(ratio) => charts::by_colour(&self.by_colour, ratio, theme),
            None => charts::all_by_colour(&self.by_colour, ratio, theme),
        };
        Ok(self.arguments.picture.write(vec![picture])?)
    }
}

fn parse_ratio(text: &str) -> std::result::Result<Ratio, String> {
    let named = Ratio::ALL.into_iter().find(|ratio| ratio.name() == text);
    named.ok_or_else(|| format!("expected {}", Ratio::ALL.map(Ratio::name).join(", ")))
}
