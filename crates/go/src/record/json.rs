//! Records as JSON, the same for boards of all shapes.
//!
//! ```json
//! {
//!   "tesuji-record": 1,
//!   "board": "hexagon:3",
//!   "rules": "chinese",
//!   "komi": 7.5,
//!   "setup": { "black": ["A1"], "white": [] },
//!   "moves": ["black C3", "white pass"],
//!   "result": "B+3.5"
//! }
//! ```
//!
//! | key | value | if missing |
//! | --- | --- | --- |
//! | `tesuji-record` | the version of this form, 1 | refused |
//! | `board` | a board as text, or the content of a board file | refused |
//! | `rules` | rules as text | not known |
//! | `komi` | points, whole or half | not known |
//! | `handicap` | how many of Black's stones are handicap | 0 |
//! | `setup` | stones before the first move, by name | none |
//! | `to-move` | `black` or `white` | shown by the first move |
//! | `moves` | texts of a colour and a cell, or `pass` | none |
//! | `result`, `black`, `white`, `event`, `date` | texts: the result as SGF writes it, names | empty |
//! | `comments` | remarks, by the number of moves before them | none |
//!
//! Other keys are refused.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tesuji_board::{BoardSpec, CellSet, Player};

use super::{PASS, Record, RecordError};
use crate::{Komi, Move};

/// The version that is written and read.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    #[serde(rename = "tesuji-record")]
    version: u32,
    board: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    komi: Option<f64>,
    #[serde(default, skip_serializing_if = "is_zero")]
    handicap: usize,
    #[serde(default, skip_serializing_if = "Setup::is_empty")]
    setup: Setup,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to_move: Option<Player>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    result: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    black: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    white: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    event: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    date: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    comments: BTreeMap<usize, String>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    #[serde(default)]
    black: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
}

impl Setup {
    const fn is_empty(&self) -> bool {
        self.black.is_empty() && self.white.is_empty()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Reads a record.
///
/// # Errors
///
/// [`RecordError`] if it is not a record, or a cell is not on its board. The moves need not be legal.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let wrong = |reason: String| RecordError::Json(reason);
    let file: File =
        serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| wrong(error.to_string()))?;
    if file.version != VERSION {
        return Err(wrong(format!("tesuji-record: expected {VERSION}, the version that is known")));
    }
    let board: BoardSpec = match &file.board {
        Value::String(text) => text.parse()?,
        other => other.to_string().parse()?,
    };
    let mut record = Record::new(board)?;
    let topology = std::sync::Arc::clone(record.topology());
    let cell = |name: &str, place: String| {
        let missing =
            || wrong(format!("{place}: the board has no cell `{}`", name.chars().take(32).collect::<String>()));
        topology.cell(name).ok_or_else(missing)
    };
    record.rules = file.rules.map(|rules| rules.parse()).transpose()?;
    record.komi = file.komi.map(|komi| komi.to_string().parse::<Komi>()).transpose()?;
    if file.handicap > topology.n_cells() {
        return Err(wrong(format!("handicap: {}, expected no more stones than the board has cells", file.handicap)));
    }
    record.handicap = file.handicap;
    for (player, names) in Player::BOTH.into_iter().zip([&file.setup.black, &file.setup.white]) {
        let cells = names.iter().enumerate().map(|(i, name)| cell(name, format!("setup.{player}[{i}]")));
        record.setup[player.index()] = cells.collect::<Result<CellSet, _>>()?;
    }
    record.to_move = file.to_move;
    for (mv_idx, text) in file.moves.iter().enumerate() {
        let place = format!("moves[{mv_idx}]");
        let (colour, name) = text.split_once(' ').unwrap_or((text, ""));
        let player = Player::BOTH.into_iter().find(|player| player.to_string() == colour);
        let player = player.ok_or_else(|| wrong(format!("{place}: expected a move such as `black {PASS}`")))?;
        let mv = match name.eq_ignore_ascii_case(PASS) {
            true => Move::Pass,
            false => Move::Place(cell(name, place)?),
        };
        record.moves.push((player, mv));
    }
    (record.result, record.event, record.date) = (file.result, file.event, file.date);
    record.players = [file.black, file.white];
    for (&n_moves, text) in &file.comments {
        if n_moves > record.moves.len() {
            return Err(wrong(format!("comments: there are no {n_moves} moves before this remark")));
        }
        record.remark(n_moves, text);
    }
    Ok(record)
}

/// Writes a record, on several lines.
///
/// # Errors
///
/// [`RecordError::Beyond`] if it has a cell that is not on its board.
pub fn write(record: &Record) -> Result<String, RecordError> {
    record.check_cells()?;
    let board = record.board().to_string();
    // A board given cell by cell becomes JSON in the file, not a string.
    let board = match board.starts_with('{') {
        true => serde_json::from_str(&board).map_err(|error| RecordError::Json(error.to_string()))?,
        false => Value::String(board),
    };
    let names = |cells: &CellSet| cells.iter().map(|cell| record.topology().name(cell).to_owned()).collect();
    let [black, white] = &record.setup;
    let file = File {
        version: VERSION,
        board,
        rules: record.rules.map(|rules| rules.to_string()),
        komi: record.komi.map(|komi| f64::from(komi.half_points()) / 2.0),
        handicap: record.handicap,
        setup: Setup { black: names(black), white: names(white) },
        to_move: record.to_move,
        moves: record.moves.iter().map(|&(player, mv)| format!("{player} {}", record.move_name(mv))).collect(),
        result: record.result.clone(),
        black: record.players[0].clone(),
        white: record.players[1].clone(),
        event: record.event.clone(),
        date: record.date.clone(),
        comments: record.comments.clone(),
    };
    let text = serde_json::to_string_pretty(&file).map_err(|error| RecordError::Json(error.to_string()))?;
    Ok(text + "\n")
}
