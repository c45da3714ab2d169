//! `tesuji book show`: what a book says about a position.

use std::io::Write;
use std::path::PathBuf;

use miette::{Result, miette};
use serde_json::json;
use tesuji_engine::Proved;
use tesuji_engine::book::Book;
use tesuji_gallery::networks;
use tesuji_game::Game;
use tesuji_hex::{Move, Position};

use crate::files;
use crate::picture::{PictureArguments, title_of};
use crate::sheet::{DataOptions, Objects};
use crate::status::{self, Status};
use crate::text::count;

/// The arguments of `tesuji book show`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object a line for each move, and nothing else")))]
pub(crate) struct Arguments {
    /// The book
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The moves that lead to the position, such as `a3 swap-pieces f6`; without any, it is the empty board
    #[arg(value_name = "POSITION", default_value = "")]
    position: String,
    #[command(flatten)]
    picture: PictureArguments,
    #[command(flatten)]
    data: DataOptions,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &[&str] = &["move", "value", "depth", "openings"];

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let book = files::read_book(&arguments.file)?;
    let position = after(&book, &arguments.position)?;
    let mut out = anstream::stdout().lock();
    let entry = book.entry(&position);
    if arguments.picture.is_wanted() {
        let values = entry.iter().flat_map(|entry| &entry.moves);
        let values = values.filter_map(|mv| match mv.mv {
            Move::Place(cell) => Some((cell, mv.value)),
            Move::Swap => None,
        });
        let title = format!("{}: {} to move", title_of(&arguments.file), position.to_move());
        let name = "value of the position after each move of the book";
        let drawn = networks::values(&title, &position, name, values, arguments.picture.theme());
        arguments.picture.write(vec![drawn])?;
    }
    let proved = |proved: Option<Proved>| match proved {
        Some(Proved::Win) => ", a proved win",
        Some(Proved::Loss) => ", a proved loss",
        None => "",
    };
    let moves = entry.iter().flat_map(|entry| &entry.moves);
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    for mv in moves.clone() {
        let (name, value) = (name(&position, mv.mv), mv.value);
        let line = json!({ "move": name, "value": value, "depth": mv.depth, "openings": mv.n_openings });
        if arguments.data.json {
            writeln!(out, "{line}")?;
        }
        rows.add(|| line);
    }
    rows.write()?;
    if arguments.data.json {
        return Ok(Status::Fine);
    }
    writeln!(out, "{}", book.heading().trim_end())?;
    let Some(entry) = &entry else {
        writeln!(out, "{}; this one is not among them", count(book.len() as u64, "position"))?;
        return Ok(Status::Fine);
    };
    let line: Vec<String> = entry.line.iter().map(|&mv| name(&position, mv)).collect();
    writeln!(
        out,
        "{} to move: {:.4}, by its own search {:.4}{}",
        position.to_move(),
        entry.value,
        entry.searched,
        proved(entry.proved)
    )?;
    if !line.is_empty() {
        writeln!(out, "line {}\n\n{:<12} {:>6} {:>6} {:>7}", line.join(" "), "move", "value", "plies", "opened")?;
    }
    for mv in moves {
        writeln!(out, "{:<12} {:>6.4} {:>6} {:>7}", name(&position, mv.mv), mv.value, mv.depth, mv.n_openings)?;
    }
    Ok(Status::Fine)
}

fn after(book: &Book, moves: &str) -> Result<Position> {
    let side = book.config().side;
    let start = if book.config().swap { Position::with_swap(side) } else { Position::empty(side, side) };
    let mut position = start.map_err(miette::Report::msg)?;
    for word in moves.split_whitespace() {
        let mv = match position.topology().cell(word) {
            Some(cell) => Move::Place(cell),
            None if word == "swap-pieces" => Move::Swap,
            None => {
                return Err(miette!(
                    "`{word}` is not a move: expected swap-pieces or a cell of the {side}x{side} board"
                ));
            }
        };
        position.play(mv).map_err(|_| miette!("`{word}` is not allowed there"))?;
    }
    Ok(position)
}

fn name(position: &Position, mv: Move) -> String {
    match mv {
        Move::Place(cell) => position.topology().name(cell).to_owned(),
        Move::Swap => "swap-pieces".to_owned(),
    }
}
