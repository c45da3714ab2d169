//! Games of Go Variants (<https://www.govariants.com>), as its interface for programs (`api/games/ID`) answers them:
//!
//! ```json
//! { "variant": "baduk",
//!   "config": { "komi": 6.5, "board": { "type": "grid", "width": 9, "height": 9 } },
//!   "moves": [{ "0": "cd" }, { "1": "pass" }, { "0": "resign" }],
//!   "players": [{ "username": "one" }, null] }
//! ```
//!
//! | board | its points in moves |
//! | --- | --- |
//! | `grid`, or `width` and `height` of `config` | as in SGF |
//! | `custom` | by number, from 0 |
//! | `gridWithHoles`: rows of numbers, 0 for a hole, plus 1 if linked to the right and 2 if linked downwards | by number, row by row |
//!
//! Other boards are refused, because there the numbers of points depend on the program. Other keys are skipped.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use tesuji_board::syntax::SyntaxFault;
use tesuji_board::{BoardError, BoardSpec, Cell, Place, Player, Topology, square_cell_name};

use super::{PASS, Record, RecordError};
use crate::notation::parse_sgf_point;
use crate::{Compensation, Ko, Komi, Move, Rules, Suicide};

/// Their rules for all variants that are read.
const RULES: Rules = Rules { ko: Ko::Situational, suicide: Suicide::Forbidden, compensation: Compensation::None };

#[derive(Deserialize)]
struct File {
    variant: String,
    config: Config,
    moves: Vec<BTreeMap<String, String>>,
    #[serde(default)]
    players: Vec<Option<Seat>>,
}

#[derive(Deserialize)]
struct Config {
    komi: Option<f64>,
    board: Option<Value>,
    width: Option<usize>,
    height: Option<usize>,
}

#[derive(Deserialize)]
struct Seat {
    #[serde(default)]
    username: String,
}

/// Whether JSON has the keys of such a game.
#[must_use]
pub fn is_game(text: &str) -> bool {
    ["\"variant\"", "\"config\"", "\"moves\""].iter().all(|key| text.contains(key))
}

/// Reads a game. The moves need not be legal.
///
/// # Errors
///
/// [`RecordError`] names the place of what is not as above, and of variants that are not Go.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let file: File =
        serde_json::from_str(text).map_err(|error| wrong(SyntaxFault::of_json(text, &error).to_string()))?;
    if !["baduk", "thue-morse"].contains(&file.variant.as_str()) {
        return Err(wrong(format!("variant: expected `baduk` or `thue-morse`, not `{}`", short(&file.variant))));
    }
    let mut record = Record::new(board(&file.config)?)?;
    record.rules = Some(RULES);
    record.komi = file.config.komi.map(|komi| komi.to_string().parse::<Komi>()).transpose()?;
    for (player, seat) in record.players.iter_mut().zip(file.players) {
        *player = seat.map(|seat| seat.username).unwrap_or_default();
    }
    let topology = std::sync::Arc::clone(record.topology());
    for (idx, entry) in file.moves.iter().enumerate() {
        let (player, text) = match entry.iter().collect::<Vec<_>>()[..] {
            [(seat, text)] if seat == "0" => (Player::Black, text.trim()),
            [(seat, text)] if seat == "1" => (Player::White, text.trim()),
            _ => return Err(wrong(format!("moves[{idx}]: expected a move of player \"0\" or \"1\""))),
        };
        let mv = match text {
            "resign" | "timeout" => {
                let winner = if player == Player::Black { 'W' } else { 'B' };
                record.result = format!("{winner}+{}", if text == "resign" { 'R' } else { 'T' });
                break;
            }
            PASS => Some(Move::Pass),
            _ if topology.grid_size().is_some() => parse_sgf_point(&topology, text).filter(|_| !text.is_empty()),
            _ => text.parse().ok().filter(|&number| number < topology.n_cells()).map(|idx| Move::Place(Cell::new(idx))),
        };
        let missing = || wrong(format!("moves[{idx}]: `{}` is no point of the board", short(text)));
        record.moves.push((player, mv.ok_or_else(missing)?));
    }
    Ok(record)
}

fn board(config: &Config) -> Result<BoardSpec, RecordError> {
    let value = |key: &str| config.board.as_ref().and_then(|board| board.get(key));
    let kind = match &config.board {
        None => "grid",
        Some(_) => value("type").and_then(Value::as_str).unwrap_or("custom"),
    };
    match kind {
        "grid" => {
            let number = |key: &str| Some(value(key)?.as_u64()? as usize);
            let sides = number("width").or(config.width).zip(number("height").or(config.height));
            let (columns, rows) = sides.ok_or_else(|| wrong("config: expected `width` and `height`".to_owned()))?;
            Ok(BoardSpec::square(columns, rows))
        }
        "custom" => Ok(config.board.as_ref().map(Value::to_string).unwrap_or_default().parse()?),
        "gridWithHoles" => {
            let bitmap = value("bitmap").cloned().unwrap_or_default();
            let rows: Vec<Vec<u8>> =
                serde_json::from_value(bitmap).map_err(|error| wrong(format!("config.board.bitmap: {error}")))?;
            Ok(with_holes(&rows)?)
        }
        kind => Err(wrong(format!(
            "config.board.type: expected `grid`, `gridWithHoles` or `custom`, not `{}`",
            short(kind)
        ))),
    }
}

fn with_holes(rows: &[Vec<u8>]) -> Result<BoardSpec, BoardError> {
    let at = |(column, row): (usize, usize)| rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0);
    let columns = rows.first().map_or(0, Vec::len);
    let points: Vec<(usize, usize)> =
        (0..rows.len()).flat_map(|row| (0..columns).map(move |column| (column, row))).collect();
    let points: Vec<_> = points.into_iter().filter(|&point| at(point) > 0).collect();
    let number = |to: (usize, usize)| points.iter().position(|&point| point == to);
    let mut links = Vec::new();
    for (from, &(column, row)) in points.iter().enumerate() {
        let to_right = number((column + 1, row)).filter(|_| at((column, row)) & 1 > 0);
        let below = number((column, row + 1)).filter(|_| at((column, row)) & 2 > 0);
        links.extend(to_right.into_iter().chain(below).map(|to| (from, to)));
    }
    let names = points.iter().map(|&(column, row)| square_cell_name(column, row, rows.len())).collect();
    let places = points.iter().filter_map(|&(column, row)| Place::new(column as f64, row as f64)).collect();
    Ok(BoardSpec::of_graph(&Topology::graph(names, &links, Vec::new())?.drawn(places)?))
}

fn wrong(reason: String) -> RecordError {
    RecordError::Json(reason)
}

fn short(text: &str) -> String {
    text.chars().take(32).collect()
}
