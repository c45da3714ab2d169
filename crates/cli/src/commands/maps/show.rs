//! `tesuji maps show`: where a map points on a position.

use std::io::Write;
use std::sync::Arc;

use miette::miette;
use serde_json::json;
use tesuji_board::{CellSet, Player};
use tesuji_eval::go::MapEvaluator;
use tesuji_gallery::positions;
use tesuji_game::Game;
use tesuji_go::{Komi, Move, Position, Rules};

use super::{MapBoard, NamedMap, parse_board, parse_map};
use crate::picture::{PictureArguments, title_of_board};
use crate::sheet::{CsvOption, Objects};
use crate::status::{self, Status};

/// The arguments of `tesuji maps show`.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The map: a name such as `sato-1`, or text such as `V & F(H & W)` (docs/MAPS.md)
    #[arg(value_name = "MAP", value_parser = parse_map)]
    map: NamedMap,
    /// The board: `9x9`, `hexagon:4`, `honeycomb:2` and others, or a board file
    #[arg(long, value_name = "BOARD", default_value = "9x9", value_parser = parse_board)]
    board: MapBoard,
    /// The moves played so far, such as `D4,E5,pass`; Black begins
    #[arg(long, value_name = "MOVES", default_value = "")]
    position: String,
    #[command(flatten)]
    picture: PictureArguments,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    csv: CsvOption,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &[&str] = &["map", "simplified", "board", "own", "value", "legal"];

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let Arguments { map: NamedMap { map, .. }, board, .. } = arguments;
    let map = map.as_ref().ok_or_else(|| miette!("the random player has no map"))?;
    let mut position = Position::empty(Arc::clone(&board.topology), Rules::CHINESE, Komi::default());
    let moves = arguments.position.split(|sign: char| sign == ',' || sign.is_whitespace());
    for (idx, text) in moves.filter(|text| !text.is_empty()).enumerate() {
        let wrong = |reason: &dyn std::fmt::Display| miette!("move {} of the position, `{text}`: {reason}", idx + 1);
        let mv = position.parse_move(text).map_err(|error| wrong(&error))?;
        position.check(mv).map_err(|error| wrong(&error))?;
        position.play_unchecked(mv);
    }
    let own = position.to_move();
    let value = MapEvaluator::new(&board.topology).value(map, &position, own).unwrap_or_default();
    let playable = |set: &CellSet| set.iter().filter(|&cell| position.check(Move::Place(cell)).is_ok()).count();
    let simplified = map.simplified();
    if arguments.picture.is_wanted() {
        let (title, theme) =
            (format!("where {map} points, on {}", title_of_board(&board.name)), arguments.picture.theme());
        let note = format!("{own} is to move; {} cells, {} of them legal", value.len(), playable(&value));
        let stone = |cell| position.stone(cell);
        let drawn = positions::cells(&title, &note, &board.topology, stone, &value, theme);
        arguments.picture.write(vec![drawn])?;
    }
    let mut out = anstream::stdout().lock();
    let names: Vec<&str> = value.iter().map(|cell| board.topology.name(cell)).collect();
    let object = json!({
        "map": map.to_string(), "simplified": simplified.to_string(), "board": board.name,
        "own": own.to_string(), "value": names, "legal": playable(&value),
    });
    let mut rows = Objects::new(&arguments.csv, COLUMNS);
    rows.add(|| object.clone());
    rows.write()?;
    if arguments.json {
        writeln!(out, "{object}")?;
        return Ok(Status::Fine);
    }
    writeln!(out, "{map}")?;
    writeln!(out, "{}", map.unicode())?;
    if simplified != *map {
        writeln!(out, "simplified: {simplified}")?;
    }
    writeln!(
        out,
        "{} nodes, in F_{}; B is {own}, who is to move; {} cells, {} of them legal\n",
        map.n_nodes(),
        map.depth(),
        value.len(),
        playable(&value)
    )?;
    let picture = board.topology.text(|cell| match (position.stone(cell), value.contains(cell)) {
        (Some(Player::Black), false) => 'B',
        (Some(Player::Black), true) => 'b',
        (Some(Player::White), false) => 'W',
        (Some(Player::White), true) => 'w',
        (None, true) => '*',
        (None, false) => '.',
    });
    write!(out, "{picture}\n* b w: cells of the value, empty, black and white\n")?;
    Ok(Status::Fine)
}
