//! `tesuji maps`: draws and breeds tactical maps of Go.

mod evolve;
mod show;

use std::path::Path;
use std::sync::Arc;

use miette::{Report, Result, miette};
use tesuji_board::{BoardSpec, Topology, file};
use tesuji_go::Komi;
use tesuji_maps::{ContestSide, ContestTerms, Eyes, Map, Passing, named};

use crate::{files, status};

/// The arguments of `tesuji maps`.
#[derive(clap::Subcommand)]
pub(crate) enum Arguments {
    /// Draw the value of a map on a position
    Show(show::Arguments),
    /// Breed maps that beat given opponents on given boards; can be stopped and resumed
    Evolve(evolve::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    match arguments {
        Arguments::Show(arguments) => show::run(arguments),
        Arguments::Evolve(arguments) => evolve::run(arguments),
    }
}

/// A board, and the text that names it.
#[derive(Clone, Debug)]
struct MapBoard {
    name: String,
    topology: Arc<Topology>,
}

/// A board from its text, or from a file.
fn parse_board(text: &str) -> std::result::Result<MapBoard, String> {
    let topology = match text.parse::<BoardSpec>() {
        Ok(spec) => spec.topology().map_err(|error| error.to_string())?,
        Err(error) if !Path::new(text).exists() => return Err(error.to_string()),
        Err(_) => board_file(Path::new(text)).map_err(|error| error.to_string())?,
    };
    Ok(MapBoard { name: text.to_owned(), topology: Arc::new(topology) })
}

fn board_file(path: &Path) -> Result<Topology> {
    let bytes = files::read(path)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| miette!("{}: not UTF-8 text", path.display()))?;
    file::read(text).map_err(|error| miette!("{}: {error}", path.display()))
}

/// A map by its name or as text.
fn parse_map(text: &str) -> std::result::Result<NamedMap, String> {
    let map = named::read(text).map_err(|error| error.to_string())?;
    Ok(NamedMap { name: text.to_owned(), side: ContestSide::Map(map.clone()), map: Some(map) })
}

/// `random`, or a map by its name or as text.
fn parse_side(text: &str) -> std::result::Result<NamedMap, String> {
    match text {
        "random" => Ok(NamedMap { name: text.to_owned(), side: ContestSide::Random, map: None }),
        _ => parse_map(text),
    }
}

/// A player, and its name.
#[derive(Clone, Debug)]
struct NamedMap {
    name: String,
    side: ContestSide,
    /// `None` for the random player.
    map: Option<Map>,
}

/// The rules of a game that the paper leaves open.
#[derive(clap::Args)]
struct GameTerms {
    /// When a player who chooses among all moves passes: as often as any other move, or only as a last resort
    #[arg(long, value_enum, default_value = "candidate")]
    passing: PassingName,
    /// Whether players may fill their own eyes, which are single empty cells among their own stones
    #[arg(long, value_enum, default_value = "filled")]
    eyes: EyesName,
    /// The komi that White gets, in points
    #[arg(long, value_name = "POINTS", default_value = "0")]
    komi: Komi,
    /// End a game after N plies for each cell of the board, and count it as it stands
    #[arg(long, value_name = "N", default_value_t = ContestTerms::default().most_plies_a_cell,
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    plies_a_cell: u32,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum PassingName {
    Candidate,
    LastResort,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum EyesName {
    Filled,
    Spared,
}

impl GameTerms {
    fn terms(&self) -> ContestTerms {
        ContestTerms {
            passing: match self.passing {
                PassingName::Candidate => Passing::Candidate,
                PassingName::LastResort => Passing::LastResort,
            },
            eyes: match self.eyes {
                EyesName::Filled => Eyes::Filled,
                EyesName::Spared => Eyes::Spared,
            },
            komi: self.komi,
            most_plies_a_cell: self.plies_a_cell,
        }
    }

    /// In words, for checkpoints.
    fn text(&self) -> String {
        let passing = match self.passing {
            PassingName::Candidate => "passing a candidate",
            PassingName::LastResort => "passing as a last resort",
        };
        let eyes = match self.eyes {
            EyesName::Filled => "own eyes filled",
            EyesName::Spared => "own eyes spared",
        };
        format!("{passing}, {eyes}, komi {}, at most {} plies a cell", self.komi, self.plies_a_cell)
    }
}

/// The boards of the paper's table, with our guess of their sizes.
const BOARDS: [&str; 4] = ["honeycomb:2", "hexagon:4", "triangle:8", "6x6"];

fn default_boards() -> Vec<MapBoard> {
    BOARDS.iter().filter_map(|text| parse_board(text).ok()).collect()
}

/// A setting that the library refuses.
fn refused(error: impl std::error::Error) -> Report {
    miette!("{error}")
}
