//! Positions in TOML, typed by hand.
//!
//! ```toml
//! [[position]]
//! id = "3x3-example"
//! to_move = "white"
//! winner = "white"
//! winning_moves = "b2"
//! diagram = """
//!   a b c
//! 1 W . .
//!  2 B . .
//!   3 . B .
//! """
//!
//! [[openings]]
//! diagram = """
//! W B
//!  B W
//! """
//! ```
//!
//! In a map of openings, the letter on a cell names the winner after Black has begun there; `.` says nothing.

use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

use ::toml::Spanned;
use serde::Deserialize;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_hex::notation::ascii;
use tesuji_hex::render::{Margins, render};
use tesuji_hex::{Diagram, Mark};

use super::parts::{PositionParts, opening};
use super::{Placed, Puzzle};
use crate::cells::{Cells, cell_list, parse_cells};
use crate::draft::{board_size, chosen, exclude};
use crate::error::{Fault, Flaw, offset_of};
use crate::names::{Names, SharedBoards};
use crate::text::SpannedText;
use crate::toml_source;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionFile {
    #[serde(default)]
    position: Vec<Spanned<PuzzleTable>>,
    #[serde(default)]
    openings: Vec<Spanned<TomlMap>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleTable {
    id: Option<Spanned<String>>,
    to_move: Option<Spanned<String>>,
    winner: Option<Spanned<String>>,
    winning_moves: Option<Spanned<String>>,
    all_winning_moves: Option<Spanned<String>>,
    board: Option<Spanned<String>>,
    black: Option<Spanned<String>>,
    white: Option<Spanned<String>>,
    diagram: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TomlMap {
    diagram: Option<Spanned<String>>,
}

pub(super) fn read(file: &str) -> Result<Placed, Flaw> {
    let content: PositionFile = toml_source::read(file)?;
    let mut boards = SharedBoards::whole();
    let mut placed = Placed::new();
    for table in content.position {
        let start = table.span().start;
        placed.push(position(file, start, table.into_inner(), &mut boards)?);
    }
    for table in content.openings {
        let start = table.span().start;
        let missing =
            Fault::Missing { key: "diagram", expected: "a board with `B` where Black wins, `W` where White does" };
        let diagram = table.into_inner().diagram.ok_or_else(|| Flaw::new(start..start, missing))?;
        let text = toml_source::text(file, diagram);
        let (drawn, topology) = drawing(&text, &mut boards)?;
        for cell in topology.cells() {
            if let Mark::Stone(winner) = drawn.mark(cell) {
                placed.push((text.span(), opening(&topology, cell, winner)));
            }
        }
    }
    Ok(placed)
}

fn position(
    file: &str,
    start: usize,
    table: PuzzleTable,
    boards: &mut SharedBoards,
) -> Result<(Range<usize>, Puzzle), Flaw> {
    let text = |value: Option<Spanned<String>>| value.map(|value| toml_source::text(file, value));
    let missing = |key, expected| Flaw::new(start..start, Fault::Missing { key, expected });
    let id = text(table.id).ok_or_else(|| missing("id", "a name of its own for each position"))?;
    let (black, white, board) = (text(table.black), text(table.white), text(table.board));
    let (topology, black, white) = match text(table.diagram) {
        Some(diagram) => {
            let lists = [("black", &black), ("white", &white), ("board", &board)];
            exclude("a drawing", lists.map(|(key, value)| (key, value.as_ref())))?;
            let (drawn, topology) = drawing(&diagram, boards)?;
            let of = |player| -> Cells {
                drawn.cells_marked(Mark::Stone(player)).iter().map(|cell| (cell, diagram.span())).collect()
            };
            (topology, of(Player::Black), of(Player::White))
        }
        None => {
            let board = board.ok_or_else(|| missing("diagram", "a drawing, or `board`, `black` and `white`"))?;
            let (columns, rows) = board_size(&board)?;
            let topology = boards.rhombus(columns, rows).map_err(|fault| Flaw::new(board.span(), fault))?;
            let everything: CellSet = topology.cells().collect();
            let [black, white] = [black, white]
                .map(|stones| stones.map_or(Ok(Cells::new()), |text| cells(&text, &topology, &everything)));
            (topology, black?, white?)
        }
    };
    let players = Player::BOTH.map(|player| (player.name(), player));
    let (to_move, winner) = (text(table.to_move), text(table.winner));
    let is_empty = |cell: &Cell| !black.contains_key(cell) && !white.contains_key(cell);
    let empties: CellSet = topology.cells().filter(is_empty).collect();
    let list = |value: Option<SpannedText<'_>>| {
        value.map(|text| Ok((cells(&text, &topology, &empties)?, text.span()))).transpose()
    };
    let winning = list(text(table.winning_moves))?;
    let all_winning = list(text(table.all_winning_moves))?;
    let parts = PositionParts {
        id: &id,
        black,
        white,
        to_move: chosen(&to_move, &players)?.ok_or_else(|| missing("to_move", "`black` or `white`"))?,
        winner: chosen(&winner, &players)?.zip(winner.map(|text| text.span())),
        winning,
        all_winning,
        topology,
    };
    Ok((id.span(), parts.assemble()?))
}

/// A list of cells; `all` stands for the cells of `all`.
fn cells(text: &SpannedText<'_>, topology: &Topology, all: &CellSet) -> Result<Cells, Flaw> {
    parse_cells(text, &Names::new(topology, Default::default()), all)
}

/// A drawing of a whole board, and the board.
fn drawing(text: &SpannedText<'_>, boards: &mut SharedBoards) -> Result<(Diagram, Arc<Topology>), Flaw> {
    let diagram = ascii::read(text.as_str()).map_err(|error| {
        let at = offset_of(text.as_str(), error.place.line, error.place.column);
        Flaw::new(text.span_of(at..at), Fault::Syntax(error.fault.to_string()))
    })?;
    let is_strange = |mark| !matches!(mark, Mark::Empty | Mark::Stone(_));
    if let Some(cell) = diagram.cells().find(|&cell| is_strange(diagram.mark(cell))) {
        let symbol = ascii::symbol(diagram.mark(cell)).to_string();
        return Err(Flaw::unexpected(text.span(), &symbol, "a whole board: `B` Black, `W` White, `.` empty"));
    }
    let (columns, rows) = diagram.size();
    let topology = boards.rhombus(columns, rows).map_err(|fault| Flaw::new(text.span(), fault))?;
    Ok((diagram, topology))
}

/// The position as a table of a TOML file; [`parse`](super::parse) reads it back.
#[must_use]
pub fn write_toml(puzzle: &Puzzle) -> String {
    let Puzzle { id, question, expected } = puzzle;
    let board = &*question.topology;
    let mut table = "[[position]]\n".to_owned();
    let mut header = |key: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{key} = {}", ::toml::Value::String(value.to_owned()));
    };
    header("id", id);
    header("to_move", question.to_move.name());
    if let Some(winner) = expected.winner {
        header("winner", winner.name());
    }
    let list = |cells: &CellSet| cell_list(board, cells, &question.empties());
    if !expected.winning.is_empty() {
        header("winning_moves", &list(&expected.winning));
    }
    if let Some(all) = &expected.all_winning {
        header("all_winning_moves", &list(all));
    }
    let (columns, rows) = question.size();
    let drawing = render(columns, rows, Margins::Coordinates, |cell| match cell {
        cell if question.black.contains(cell) => 'B',
        cell if question.white.contains(cell) => 'W',
        _ => '.',
    });
    table + &format!("diagram = \"\"\"\n{drawing}\"\"\"\n")
}
