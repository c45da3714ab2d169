//! The file of a book, line by line: a heading, then positions and openings of moves in the order of the work.
//!
//! Each line is a JSON object. `docs/BOOK.md` describes them.

use serde::{Deserialize, Serialize};
use tesuji_board::{Cell, Topology};
use tesuji_hex::{MAX_SIDE, Move, Swap};

use super::key::Key;
use super::{Book, BookConfig, Judged};
use crate::player::Proved;

/// The version of the format that is written.
const VERSION: u32 = 1;

/// The maximum number of moves that may be opened at once in a position.
const MAX_WIDTH: usize = 1_000;

const SWAP: &str = "swap-pieces";

/// Why a file contains no book, or why no book can be made with these settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The first line of the file is not the heading of a book.
    #[error("not a book: the first line must be its heading, such as {{\"book\":1,...}}")]
    NoBook,
    /// The file was written in another version of the format.
    #[error("book format {found} is not supported: this program reads up to {newest}", newest = VERSION)]
    UnknownFormat {
        /// The version of the file.
        found: u32,
    },
    /// A setting is out of range.
    #[error("book: {setting} is {found}, expected {expected}")]
    Setting {
        /// The name of the setting.
        setting: &'static str,
        /// Its value.
        found: u64,
        /// What is allowed.
        expected: &'static str,
    },
    /// A line is not valid.
    #[error("line {line}: {fault}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong, and what was expected.
        fault: String,
    },
}

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    book: u32,
    game: Game,
    side: usize,
    swap: bool,
    playouts: u64,
    width: usize,
    seed: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Game {
    Hex,
}

/// Any line after the first.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Line {
    Position(PositionLine),
    Open(OpenLine),
}

/// A position was searched. Cells and moves are names separated by spaces.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionLine {
    own: String,
    other: String,
    #[serde(default, skip_serializing_if = "is_off")]
    swap: SwapState,
    value: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proved: Option<Proved>,
    playouts: u64,
    moves: String,
}

/// The first moves of a position were opened; `moves` is their number so far.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenLine {
    /// The number of the position in the file, counted from 0.
    position: usize,
    moves: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SwapState {
    #[default]
    Off,
    Pending,
    Open,
}

fn is_off(swap: &SwapState) -> bool {
    *swap == SwapState::Off
}

/// Checks that the settings are in range.
pub(super) fn check_config(config: &BookConfig) -> Result<(), BookError> {
    let wrong = |setting, found: u64, expected| Err(BookError::Setting { setting, found, expected });
    match *config {
        BookConfig { side, .. } if !(1..=MAX_SIDE).contains(&side) => wrong("side", side as u64, "a side from 1 to 19"),
        BookConfig { playouts: 0, .. } => wrong("playouts", 0, "at least 1"),
        BookConfig { width, .. } if !(1..=MAX_WIDTH).contains(&width) => {
            wrong("width", width as u64, "from 1 to 1000 moves")
        }
        _ => Ok(()),
    }
}

impl Book {
    /// Reads a book. A last line without a line end does not count: it was being written when its writer was killed.
    /// Also returns the number of bytes that count.
    ///
    /// # Errors
    ///
    /// If a line is wrong (the first one is reported), or if the text is not a book.
    pub fn read(bytes: &[u8]) -> Result<(Self, usize), BookError> {
        let n_bytes = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let text = std::str::from_utf8(&bytes[..n_bytes]).map_err(|_| BookError::NoBook)?;
        let mut lines = (1..).zip(text.lines());
        let (_, heading) = lines.next().ok_or(BookError::NoBook)?;
        /// The part that every version has.
        #[derive(Deserialize)]
        struct Version {
            book: u32,
        }
        let Version { book: found } = serde_json::from_str(heading).map_err(|_| BookError::NoBook)?;
        if found != VERSION {
            return Err(BookError::UnknownFormat { found });
        }
        let Heading { side, swap, playouts, width, seed, .. } =
            serde_json::from_str(heading).map_err(|error| BookError::Line { line: 1, fault: error.to_string() })?;
        let mut book = Self::new(BookConfig { side, swap, playouts, width, seed })?;
        let wrong = |line, fault: String| BookError::Line { line, fault };
        let board = Topology::rhombus(side, side).map_err(|_| BookError::NoBook)?;
        for (number, line) in lines {
            let read = serde_json::from_str(line).map_err(|error| wrong(number, error.to_string()))?;
            let taken = match read {
                Line::Position(position) => book.take_position(&position, &board),
                Line::Open(open) => book.take_opening(&open),
            };
            taken.map_err(|fault| wrong(number, fault))?;
        }
        Ok((book, n_bytes))
    }

    /// The first line of its file.
    #[must_use]
    pub fn heading(&self) -> String {
        let BookConfig { side, swap, playouts, width, seed } = *self.config();
        line_of(&Heading { book: VERSION, game: Game::Hex, side, swap, playouts, width, seed })
    }

    /// The line of a position.
    pub(super) fn position_line(&self, node_idx: usize) -> String {
        let node = &self.nodes[node_idx];
        let side = self.config().side;
        let moves = node.judged.moves.iter().map(|&mv| match mv {
            Move::Place(cell) => name(side, cell),
            Move::Swap => SWAP.to_owned(),
        });
        let cells = |cells: &[Cell]| cells.iter().map(|&cell| name(side, cell)).collect::<Vec<_>>().join(" ");
        line_of(&Line::Position(PositionLine {
            own: cells(&node.key.own),
            other: cells(&node.key.other),
            swap: match node.key.swap {
                Swap::Off => SwapState::Off,
                Swap::Pending => SwapState::Pending,
                Swap::Open => SwapState::Open,
            },
            value: node.judged.value,
            proved: node.judged.proved,
            playouts: node.judged.playouts,
            moves: moves.collect::<Vec<_>>().join(" "),
        }))
    }

    /// The line that states how many moves of a position are opened.
    pub(super) fn opening_line(&self, node_idx: usize, n_moves: usize) -> String {
        line_of(&Line::Open(OpenLine { position: node_idx, moves: n_moves }))
    }

    fn take_position(&mut self, line: &PositionLine, board: &Topology) -> Result<(), String> {
        let cells = |text: &str| -> Result<Vec<Cell>, String> {
            text.split(' ').filter(|word| !word.is_empty()).map(|word| cell(board, word)).collect()
        };
        let swap = match line.swap {
            SwapState::Off => Swap::Off,
            SwapState::Pending => Swap::Pending,
            SwapState::Open => Swap::Open,
        };
        let key = Key { swap, own: cells(&line.own)?, other: cells(&line.other)? };
        if !key.is_canonical(self.config().side) {
            return Err("the stones are not a position in the form that books use".to_owned());
        }
        if self.nodes.is_empty() && key != Key::root(self.config().swap) {
            return Err("the first position must be the empty board".to_owned());
        }
        if self.places.contains_key(&key) {
            return Err("the position occurs twice".to_owned());
        }
        let is_fair = match line.proved {
            None => (0.0..=1.0).contains(&line.value),
            Some(Proved::Win) => line.value == 1.0,
            Some(Proved::Loss) => line.value == 0.0,
        };
        if !is_fair {
            return Err(format!("the value {} is not from 0 to 1, or not what is proved", line.value));
        }
        let mut moves = Vec::new();
        for word in line.moves.split(' ').filter(|word| !word.is_empty()) {
            let mv = if word == SWAP { Move::Swap } else { Move::Place(cell(board, word)?) };
            let is_legal = match mv {
                Move::Place(cell) => !key.own.contains(&cell) && !key.other.contains(&cell),
                Move::Swap => key.swap == Swap::Open,
            };
            if !is_legal || moves.contains(&mv) {
                return Err(format!("`{word}` is not a move there, or occurs twice"));
            }
            moves.push(mv);
        }
        self.add(key, Judged { value: line.value, proved: line.proved, playouts: line.playouts, moves });
        Ok(())
    }

    fn take_opening(&mut self, line: &OpenLine) -> Result<(), String> {
        let node =
            self.nodes.get(line.position).ok_or_else(|| format!("there is no position {} before it", line.position))?;
        let n_moves = node.judged.moves.len();
        if line.moves <= node.children.len() || line.moves > n_moves {
            let (fewest, found) = (node.children.len() + 1, line.moves);
            return Err(format!("{found} moves are opened, expected {fewest} to {n_moves}"));
        }
        let child = |&mv: &Move| self.places.get(&node.key.after(self.config().side, mv).0).copied();
        let children: Option<Vec<usize>> = node.judged.moves[..line.moves].iter().map(child).collect();
        let children = children.ok_or("a move is opened whose position was not searched before")?;
        self.open(line.position, children);
        Ok(())
    }
}

fn line_of(line: &impl Serialize) -> String {
    // Plain data with text keys can always be written.
    let mut text = serde_json::to_string(line).unwrap_or_default();
    text.push('\n');
    text
}

fn name(side: usize, cell: Cell) -> String {
    format!("{}{}", tesuji_board::column_name(cell.index() % side), cell.index() / side + 1)
}

fn cell(board: &Topology, word: &str) -> Result<Cell, String> {
    board.cell(word).ok_or_else(|| format!("`{word:.20}` is not a cell of the board"))
}
