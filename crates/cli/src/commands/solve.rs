//! `tesuji solve`: who wins these positions, and with which moves.

mod amazons;
mod summary;

use std::path::PathBuf;

use miette::{IntoDiagnostic, Result};
use tesuji_archive::{AnswerOptions, ArchiveAnswer, Experience};
use tesuji_board::Player;
use tesuji_forms::{Text, TextKind};
use tesuji_gallery::boards;
use tesuji_problem::board::file::{PositionDefaults, Puzzle};

use self::summary::Summary;
use crate::input::{OnlyOption, SizeOption};
use crate::picture::PictureArguments;
use crate::pool::{Pool, jobs};
use crate::solving::{Item, Options};
use crate::status;
use crate::summary::close;
use crate::{files, input};

/// The arguments of `tesuji solve`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Positions or games of Hex or Amazons in any form: files (`-` is standard input), links, or the texts themselves,
    /// such as `"a3 c3"`; without one, the empty `--board`
    #[arg(required_unless_present = "size", value_name = "POSITION|FILE")]
    positions: Vec<PathBuf>,
    /// The game [default: as the content shows; hex if it could be several]
    #[arg(long, value_enum)]
    game: Option<Game>,
    /// Find all moves that win, not only the winner
    #[arg(long)]
    moves: bool,
    /// Show how long the loser can hold out, counted in stones that the winner still places, with a line of play. The
    /// number is exact if a search finds it; otherwise it is between what the search excludes and the most that a
    /// certificate needs. This has the limits of `--time`, `--nodes` and `--memory` again (without `--time` and
    /// `--nodes`: 300,000 positions), and is not counted in nodes and seconds
    #[arg(long)]
    depth_to_win: bool,
    /// Only the first N moves of games
    #[arg(long = "move", value_name = "N")]
    n_moves: Option<usize>,
    #[command(flatten)]
    only: OnlyOption,
    /// Who is to move, if the notation does not say, or in place of what it says
    #[arg(long, value_parser = input::player_parser(), value_name = "PLAYER")]
    to_move: Option<Player>,
    #[command(flatten)]
    board: SizeOption,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    picture: PictureArguments,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Game {
    Hex,
    Amazons,
}

/// Whether the game is Amazons: as said, or as the first text shows.
fn is_amazons(arguments: &Arguments, texts: &[Text<'_>]) -> bool {
    let found = || texts.first().is_some_and(|text| text.found.kind == TextKind::Game(amazons::kind()));
    arguments.game.map_or_else(found, |game| game == Game::Amazons)
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let empty = arguments.board.size.filter(|_| arguments.positions.is_empty());
    let empty = empty.map(|(columns, rows)| PathBuf::from(format!("https://hexworld.org/board/#{columns}x{rows}c1,")));
    let sources = input::sources(empty.as_ref().map_or(&arguments.positions[..], std::slice::from_ref))?;
    let texts = input::texts(&sources, arguments.board.size);
    if is_amazons(arguments, &texts) {
        return amazons::run(arguments, &sources, texts);
    }
    let Arguments { options, .. } = arguments;
    let to_move = arguments.to_move;
    let unsaid = PositionDefaults { id: String::new(), to_move, size: arguments.board.size };
    let mut puzzles = input::puzzles_of(&sources, texts, &unsaid, arguments.n_moves, &|id| arguments.only.keeps(id))?;
    arguments.only.retain(&mut puzzles, "position", |puzzle| &puzzle.id)?;
    let ids = puzzles.iter().map(|puzzle| puzzle.id.as_str());
    let paths = options.certificates.as_ref().map_or(Ok(Vec::new()), |folder| files::certificate_paths(folder, ids))?;
    let pool = Pool::new(options.time, options.nodes, puzzles.len())?;
    let archive = options.archive(Experience::None, &pool)?;
    let wanted = AnswerOptions { moves: arguments.moves, depth_to_win: arguments.depth_to_win };
    let mut summary = Summary::new(&puzzles, &options.data);
    summary.begin()?;
    let mut pictures = Vec::new();
    let outcome = pool.run(
        &puzzles,
        jobs(Some(options.jobs)),
        |puzzle_idx, puzzle| {
            let question = &puzzle.question;
            let places: Vec<_> =
                paths.get(puzzle_idx).map(|path| (question.clone(), path.clone())).into_iter().collect();
            let item = Item { pool: &pool, idx: puzzle_idx, name: &puzzle.id };
            let solved = archive.answer(question, wanted, &places, &item).into_diagnostic().transpose()?;
            Some(solved.map(|solved| (puzzle, solved)))
        },
        |answered: Result<(&Puzzle, ArchiveAnswer)>| {
            let (puzzle, solved) = answered?;
            if arguments.picture.is_wanted() {
                let (question, theme) = (&puzzle.question, arguments.picture.theme());
                let ArchiveAnswer { winner, winning_move, moves, .. } = &solved;
                pictures.push(boards::solved(&puzzle.id, question, *winner, *winning_move, moves, theme));
            }
            Ok(summary.add(puzzle, &solved)?)
        },
    );
    let rows = summary.rows();
    let outcome = close(outcome, || summary.end(pool.is_stopped()), rows, pictures, &arguments.picture);
    outcome.map(|()| summary.status(pool.is_stopped()))
}
