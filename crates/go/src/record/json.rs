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
//! | `edits` | all stones from there on, as in `setup`, and `to-move`, by the number of moves before them | none |
//! | `variations` | other lines: `moves`, `comments` and `edits`, `after` that many moves of the line that each `leaves`: 0 is the main line, `n` the variation before it that is number `n` | none |
//!
//! Other keys are refused.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tesuji_board::syntax::SyntaxFault;
use tesuji_board::{BoardSpec, Cell, CellSet, Player, Topology};

use super::{Edit, PASS, Record, RecordError, Variation};
use crate::{Komi, Move};

/// The version that is written and read.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct RecordFile {
    #[serde(rename = "tesuji-record")]
    version: u32,
    board: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    komi: Option<f64>,
    #[serde(default, skip_serializing_if = "is_zero")]
    handicap: usize,
    #[serde(default, skip_serializing_if = "JsonSetup::is_empty")]
    setup: JsonSetup,
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
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    edits: BTreeMap<usize, JsonSetup>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Other>,
}

/// A line that leaves another one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Other {
    #[serde(default)]
    leaves: usize,
    after: usize,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    comments: BTreeMap<usize, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    edits: BTreeMap<usize, JsonSetup>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct JsonSetup {
    #[serde(default)]
    black: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
    /// Only of edits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to_move: Option<Player>,
}

impl JsonSetup {
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
    let text = text.trim_start_matches('\u{feff}');
    let file: RecordFile =
        serde_json::from_str(text).map_err(|error| wrong(SyntaxFault::of_json(text, &error).to_string()))?;
    if file.version != VERSION {
        return Err(wrong(format!("tesuji-record: expected {VERSION}, the version that is known")));
    }
    let board: BoardSpec = match &file.board {
        Value::String(text) => text.parse()?,
        other => other.to_string().parse()?,
    };
    let mut record = Record::new(board)?;
    let topology = std::sync::Arc::clone(record.topology());
    record.rules = file.rules.map(|rules| rules.parse()).transpose()?;
    record.komi = file.komi.map(|komi| komi.to_string().parse::<Komi>()).transpose()?;
    if file.handicap > topology.n_cells() {
        return Err(wrong(format!("handicap: {}, expected no more stones than the board has cells", file.handicap)));
    }
    record.handicap = file.handicap;
    if file.setup.to_move.is_some() {
        return Err(wrong("setup.to-move: expected `to-move` beside `setup`".to_owned()));
    }
    let board = JsonBoard { topology: &topology };
    record.setup = board.stones(&file.setup, "setup")?;
    record.to_move = file.to_move;
    record.moves = board.moves(&file.moves, "moves")?;
    (record.result, record.event, record.date) = (file.result, file.event, file.date);
    record.players = [file.black, file.white];
    record.comments = board.comments(file.comments, record.moves.len(), "")?;
    record.edits = board.edits(&file.edits, record.moves.len(), "")?;
    for (idx, other) in file.variations.into_iter().enumerate() {
        let place = format!("variations[{idx}].");
        let n_before = match other.leaves.checked_sub(1) {
            None => Some(record.moves.len()),
            Some(line) => record.variations.get(line).map(|line| line.moves.len()),
        };
        if n_before.is_none_or(|n_before| other.after > n_before) {
            return Err(wrong(format!("{place}after: expected a place in the main line or an earlier variation")));
        }
        let moves = board.moves(&other.moves, &format!("{place}moves"))?;
        record.variations.push(Variation {
            leaves: other.leaves,
            after: other.after,
            comments: board.comments(other.comments, moves.len(), &place)?,
            edits: board.edits(&other.edits, moves.len(), &place)?,
            moves,
        });
    }
    Ok(record)
}

fn wrong(reason: String) -> RecordError {
    RecordError::Json(reason)
}

/// Reads the parts of a record on its board.
struct JsonBoard<'t> {
    topology: &'t Topology,
}

impl JsonBoard<'_> {
    fn cell(&self, name: &str, place: &str) -> Result<Cell, RecordError> {
        let missing =
            || wrong(format!("{place}: the board has no cell `{}`", name.chars().take(32).collect::<String>()));
        self.topology.cell(name).ok_or_else(missing)
    }

    fn stones(&self, setup: &JsonSetup, place: &str) -> Result<[CellSet; 2], RecordError> {
        let mut stones = [CellSet::new(), CellSet::new()];
        for (player, names) in Player::BOTH.into_iter().zip([&setup.black, &setup.white]) {
            for (i, name) in names.iter().enumerate() {
                stones[player.index()].insert(self.cell(name, &format!("{place}.{player}[{i}]"))?);
            }
        }
        Ok(stones)
    }

    fn moves(&self, texts: &[String], place: &str) -> Result<Vec<(Player, Move)>, RecordError> {
        let read = |(mv_idx, text): (usize, &String)| {
            let place = format!("{place}[{mv_idx}]");
            let (colour, name) = text.split_once(' ').unwrap_or((text, ""));
            let player = Player::BOTH.into_iter().find(|player| player.to_string() == colour);
            let player = player.ok_or_else(|| wrong(format!("{place}: expected a move such as `black {PASS}`")))?;
            Ok(match name.eq_ignore_ascii_case(PASS) {
                true => (player, Move::Pass),
                false => (player, Move::Place(self.cell(name, &place)?)),
            })
        };
        texts.iter().enumerate().map(read).collect()
    }

    fn comments(
        &self,
        comments: BTreeMap<usize, String>,
        n_moves: usize,
        place: &str,
    ) -> Result<BTreeMap<usize, String>, RecordError> {
        match comments.last_key_value() {
            Some((&last, _)) if last > n_moves => {
                Err(wrong(format!("{place}comments: there are no {last} moves before this remark")))
            }
            _ => Ok(comments),
        }
    }

    fn edits(
        &self,
        edits: &BTreeMap<usize, JsonSetup>,
        n_moves: usize,
        place: &str,
    ) -> Result<BTreeMap<usize, Edit>, RecordError> {
        let read = |(&after, setup): (&usize, &JsonSetup)| {
            let place = format!("{place}edits.{after}");
            if after > n_moves {
                return Err(wrong(format!("{place}: there are no {after} moves before this change")));
            }
            Ok((after, Edit { stones: self.stones(setup, &place)?, to_move: setup.to_move }))
        };
        edits.iter().map(read).collect()
    }
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
    let setup =
        |[black, white]: &[CellSet; 2], to_move| JsonSetup { black: names(black), white: names(white), to_move };
    let moves = |moves: &[(Player, Move)]| {
        moves.iter().map(|&(player, mv)| format!("{player} {}", record.move_name(mv))).collect()
    };
    let edits = |edits: &BTreeMap<usize, Edit>| {
        edits.iter().map(|(&after, edit)| (after, setup(&edit.stones, edit.to_move))).collect()
    };
    let other = |line: &Variation| Other {
        leaves: line.leaves,
        after: line.after,
        moves: moves(&line.moves),
        comments: line.comments.clone(),
        edits: edits(&line.edits),
    };
    let file = RecordFile {
        version: VERSION,
        board,
        rules: record.rules.map(|rules| rules.to_string()),
        komi: record.komi.map(|komi| f64::from(komi.half_points()) / 2.0),
        handicap: record.handicap,
        setup: setup(&record.setup, None),
        to_move: record.to_move,
        moves: moves(&record.moves),
        result: record.result.clone(),
        black: record.players[0].clone(),
        white: record.players[1].clone(),
        event: record.event.clone(),
        date: record.date.clone(),
        comments: record.comments.clone(),
        edits: edits(&record.edits),
        variations: record.variations.iter().map(other).collect(),
    };
    let text = serde_json::to_string_pretty(&file).map_err(|error| RecordError::Json(error.to_string()))?;
    Ok(text + "\n")
}
