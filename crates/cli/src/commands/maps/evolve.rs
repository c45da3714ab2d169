//! `tesuji maps evolve`: breeds maps by playing games, with a checkpoint after each generation.

use std::io::Write;
use std::path::PathBuf;

use miette::{Report, miette};
use serde_json::json;
use tesuji_arena::Lock;
use tesuji_maps::{ContestTally, Course, Evolution, EvolutionConfig, Individual, Map, PositionSample, Trial};

use super::{GameTerms, MapBoard, NamedMap, default_boards, parse_board, parse_map, parse_side, refused};
use crate::pool::{JobsOption, Pool};
use crate::sheet::{self, DataOptions, Objects};
use crate::status::{self, Status};
use crate::text::complain;
use crate::{files, text};

/// The arguments of `tesuji maps evolve`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print one JSON object for each generation and each unseen board, and nothing else"
)))]
#[command(mut_arg("jobs", |jobs| jobs.help(
    "How many threads to use; the result does not depend on it [default: one for each processor]"
)))]
pub(crate) struct Arguments {
    /// Save the search to this file after each generation, and resume from it if it exists
    #[arg(short = 'o', long = "checkpoint", value_name = "FILE")]
    checkpoint: PathBuf,
    /// Stop after this generation
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u64).range(1..))]
    generations: u64,
    /// An opponent: `random`, a name or a map; may be given several times, and all are to be beaten [default: random]
    #[arg(long, value_name = "MAP", value_parser = parse_side)]
    against: Vec<NamedMap>,
    /// A board to win on [default: honeycomb:2, hexagon:4, triangle:8 and 6x6]
    #[arg(long = "board", value_name = "BOARD", value_parser = parse_board)]
    boards: Vec<MapBoard>,
    /// A board that the search does not see; the best map is tried on it at the end
    #[arg(long, value_name = "BOARD", value_parser = parse_board)]
    unseen: Vec<MapBoard>,
    /// A map to begin with, besides random ones
    #[arg(long, value_name = "MAP", value_parser = parse_map)]
    first: Vec<NamedMap>,
    /// How many maps are in a generation
    #[arg(long, value_name = "N", default_value_t = EvolutionConfig::default().population)]
    population: usize,
    /// The most nodes of a map
    #[arg(long, value_name = "N", default_value_t = EvolutionConfig::default().most_nodes)]
    most_nodes: usize,
    /// What a node costs, in millionths of a game won
    #[arg(long, value_name = "N", default_value_t = EvolutionConfig::default().node_cost)]
    node_cost: u32,
    /// Games of a new map against each opponent, on each board, in each colour; the better half play as many again, and
    /// so on
    #[arg(long, value_name = "N", default_value_t = EvolutionConfig::default().games)]
    games: u64,
    /// Seed of all choices and games
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    #[command(flatten)]
    terms: GameTerms,
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    jobs: JobsOption,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &str = "generation unseen map games wins draws share";

/// Results of the best map of a generation, on the boards of the search or on one that it has not seen.
fn object(generation: u64, unseen: Option<&MapBoard>, map: &Map, tally: &ContestTally) -> serde_json::Value {
    json!({
        "generation": generation, "unseen": unseen.map(|board| &board.name), "map": map.to_string(),
        "games": tally.games(), "wins": tally.wins, "draws": tally.draws, "share": tally.score(),
    })
}

/// Number of games that the best map plays in each cell of the course on a board that it has not seen.
const GAMES_UNSEEN: u64 = 1000;

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let against = if arguments.against.is_empty() {
        vec![parse_side("random").map_err(Report::msg)?]
    } else {
        arguments.against.clone()
    };
    let boards = if arguments.boards.is_empty() { default_boards() } else { arguments.boards.clone() };
    files::check_growing(&arguments.checkpoint)?;
    let course = course(arguments, &boards, &against)?;
    let path = arguments.checkpoint.display();
    let lock = Lock::beside(&arguments.checkpoint).map_err(|error| miette!("cannot lock {path}: {error}"))?;
    let Some(_lock) = lock else { return Err(miette!("{path}: another process works on this search").into()) };
    let mut evolution = begin(arguments, &boards, &against)?;
    let topologies: Vec<_> = boards.iter().map(|board| board.topology.clone()).collect();
    let sample = PositionSample::new(&topologies, 20, arguments.seed);
    let pool = Pool::new(None, None, 0)?;
    let n_threads = arguments.jobs.count();
    let mut out = anstream::stdout().lock();
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    while evolution.generation() < arguments.generations {
        if !evolution.step(&sample, |trials| judge(&pool, n_threads, &course, trials)) {
            complain(&format!(
                "stopped in generation {}; {} has all generations before it: run the same command to go on",
                evolution.generation() + 1,
                arguments.checkpoint.display()
            ));
            rows.write()?;
            return Ok(Status::Interrupted);
        }
        files::write_whole(&arguments.checkpoint, evolution.to_text().as_bytes())?;
        if let Some(best) = evolution.population().first() {
            let object = object(evolution.generation(), None, &best.map, &best.tally);
            pool.print(|| match arguments.data.json {
                true => writeln!(out, "{}", sheet::line(&object)),
                false => writeln!(out, "generation {}: {}", evolution.generation(), line(best)),
            })?;
            rows.add(|| object);
        }
    }
    let Some(best) = evolution.population().first() else { return Ok(Status::Fine) };
    if !arguments.data.json {
        writeln!(out, "\n{}", best.map)?;
    }
    for board in &arguments.unseen {
        let unseen = self::course(arguments, std::slice::from_ref(board), &against)?;
        let trial = Trial { map: best.map.clone(), games: 0..GAMES_UNSEEN };
        let Some(tallies) = judge(&pool, n_threads, &unseen, &[trial]) else { return Ok(Status::Interrupted) };
        for tally in tallies {
            let object = object(evolution.generation(), Some(board), &best.map, &tally);
            if arguments.data.json {
                writeln!(out, "{}", sheet::line(&object))?;
            } else {
                writeln!(out, "{}, unseen: {:.1} % of {} games", board.name, 100.0 * tally.score(), tally.games())?;
            }
            rows.add(|| object);
        }
    }
    rows.write()?;
    Ok(Status::Fine)
}

fn course(arguments: &Arguments, boards: &[MapBoard], against: &[NamedMap]) -> miette::Result<Course> {
    let topologies = boards.iter().map(|board| board.topology.clone()).collect();
    let opponents = against.iter().map(|opponent| opponent.side.clone()).collect();
    Course::new(topologies, opponents, arguments.terms.terms(), arguments.seed).map_err(refused)
}

/// The search of the checkpoint, or a new one.
fn begin(arguments: &Arguments, boards: &[MapBoard], against: &[NamedMap]) -> miette::Result<Evolution> {
    let names = |names: Vec<&str>| names.join(", ");
    let about = format!(
        "{} against {}; {}; games {}",
        names(boards.iter().map(|board| board.name.as_str()).collect()),
        names(against.iter().map(|opponent| opponent.name.as_str()).collect()),
        arguments.terms.text(),
        arguments.seed,
    );
    let config = EvolutionConfig {
        population: arguments.population,
        most_nodes: arguments.most_nodes,
        node_cost: arguments.node_cost,
        games: arguments.games,
        seed: arguments.seed,
        ..EvolutionConfig::default()
    };
    let path = &arguments.checkpoint;
    if !path.exists() {
        let first: Vec<Map> = arguments.first.iter().filter_map(|named| named.map.clone()).collect();
        return Evolution::new(config, &about, &first).map_err(refused);
    }
    let bytes = files::read_own(path)?;
    let evolution = Evolution::from_text(&String::from_utf8_lossy(&bytes))
        .map_err(|error| miette!("{}: {error}", path.display()))?;
    let differences = differences(&evolution, &config, &about);
    if !differences.is_empty() {
        return Err(miette!(
            "{}: this search was begun with other settings, and can only go on with them: {}. Give those again, or \
             another file for a new search",
            path.display(),
            differences.join("; ")
        ));
    }
    complain(&format!("going on from generation {} of {}", evolution.generation(), path.display()));
    Ok(evolution)
}

/// The settings in which a checkpoint differs from the command.
fn differences(found: &Evolution, config: &EvolutionConfig, about: &str) -> Vec<String> {
    let of = |config: &EvolutionConfig| {
        let EvolutionConfig { population, most_nodes, node_cost, games, seed, .. } = *config;
        [population as u64, most_nodes as u64, node_cost.into(), games, seed]
    };
    let names = ["population", "most-nodes", "node-cost", "games", "seed"];
    let numbers = names.into_iter().zip(of(found.config()).into_iter().zip(of(config)));
    let numbers = numbers.filter(|(_, (found, asked))| found != asked);
    let mut differences: Vec<String> =
        numbers.map(|(name, (found, asked))| format!("`--{name}` was {found}, not {asked}")).collect();
    // The last part states the seed of the games, which is also the seed of the choices.
    let parts = |about: &str| -> Vec<String> { about.split("; ").take(2).map(str::to_owned).collect() };
    for (found, asked) in parts(found.course()).iter().zip(parts(about)).filter(|(found, asked)| *found != asked) {
        differences.push(format!("it was for `{found}`, not `{asked}`"));
    }
    if differences.is_empty() && (found.config() != config || found.course() != about) {
        differences.push(format!("it was for `{}`, by another version of this program", found.course()));
    }
    differences
}

/// Plays all trials on all threads; `None` if it was stopped.
fn judge(pool: &Pool, n_threads: usize, course: &Course, trials: &[Trial]) -> Option<Vec<ContestTally>> {
    let cells = 0..course.n_cells();
    let items: Vec<(usize, usize)> =
        (0..trials.len()).flat_map(|trial| cells.clone().map(move |cell| (trial, cell))).collect();
    let mut tallies = vec![ContestTally::default(); trials.len()];
    let mut n_done = 0;
    let work = |_: usize, &(trial, cell): &(usize, usize)| {
        Some((trial, course.play(&trials[trial].map, cell, trials[trial].games.clone())))
    };
    let done = |(trial, tally): (usize, ContestTally)| {
        tallies[trial] += tally;
        n_done += 1;
        Ok::<_, std::convert::Infallible>(())
    };
    _ = pool.run(&items, n_threads, work, done);
    (n_done == items.len()).then_some(tallies)
}

fn line(best: &Individual) -> String {
    let Individual { map, tally, .. } = best;
    format!("{:.1} % of {}, {map}", 100.0 * tally.score(), text::count(tally.games(), "game"))
}
