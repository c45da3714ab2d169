//! Draws games and positions of Hex in any notation.

use std::path::Path;

use miette::{IntoDiagnostic, Result, miette};
use tesuji_board::{Cell, CellSet, Player, column_name};
use tesuji_gallery::positions;
use tesuji_hex::notation::{self, Content, Notation};
use tesuji_hex::render::{Margins, Symbol, render};
use tesuji_hex::{Action, Diagram, Mark, Position, Record};

use crate::files;
use crate::picture::{FAINT, MARKED, OPPONENT, OWNER, PictureArguments, title_of};
use crate::text::count;

/// The picture of the game or position in `bytes`, which came from `path`. `None` if they are in no notation, or at
/// best a faulty drawing.
///
/// # Errors
///
/// If the text has a fault in its notation, or the moves cannot be made.
pub(super) fn show(path: &Path, bytes: &[u8], wanted: &PictureArguments) -> Option<Result<String>> {
    let failure = |error: &dyn std::error::Error| miette!("{}: {error}", path.display());
    let text = files::text_of(path, bytes).text;
    match notation::read(&text) {
        Ok(document) => Some(draw_files(path, &document.content, wanted).and_then(|()| match document.content {
            Content::Record(record) => show_record(&record).map_err(|error| failure(&error)),
            Content::Diagrams(diagrams) => Ok(diagrams.iter().map(show_diagram).collect::<Vec<_>>().join("\n")),
        })),
        Err(_) if notation::detect(&text) == Notation::Ascii => None,
        Err(error) => Some(Err(failure(&error))),
    }
}

/// Draws the game, or the diagrams, into the files that are wanted.
fn draw_files(path: &Path, content: &Content, wanted: &PictureArguments) -> Result<()> {
    if !wanted.is_wanted() {
        return Ok(());
    }
    let (title, theme) = (title_of(path), wanted.theme());
    let drawn = match content {
        Content::Record(record) => {
            let drawn = positions::record(&title, &(**record).clone().into(), usize::MAX, theme);
            vec![drawn.into_diagnostic()?]
        }
        Content::Diagrams(diagrams) => {
            let draw = |diagram: &Diagram| positions::diagram(&title, diagram, theme);
            diagrams.iter().map(draw).collect::<Result<_, _>>().map_err(miette::Report::msg)?
        }
    };
    wanted.write(drawn)
}

fn show_record(record: &Record) -> Result<String, tesuji_hex::ReplayError> {
    let position = record.final_position()?;
    let last = record.moves.last().and_then(|last| match last.action {
        Action::Place(cell) => Some(cell),
        _ => None,
    });
    let mut report = String::new();
    if record.players.iter().any(|name| !name.is_empty()) {
        report += &format!("{} (black, B) - {} (white, W)\n", record.players[0], record.players[1]);
    }
    report += &draw(&Diagram::from(&position), last);
    report += &count(record.moves.len() as u64, "move");
    report += &match (record.winner()?, last) {
        (Some(winner), _) => format!(", {winner} has won\n"),
        (None, Some(last)) => format!(", the last at {}; {}\n", name(&position, last), to_move(record)),
        (None, None) => format!("; {}\n", to_move(record)),
    };
    Ok(report)
}

fn to_move(record: &Record) -> String {
    format!("{} to move", record.turn())
}

fn name(position: &Position, cell: Cell) -> String {
    position.topology().name(cell).to_owned()
}

fn show_diagram(diagram: &Diagram) -> String {
    let mut report = draw(diagram, None);
    if !diagram.title.is_empty() {
        report += &format!("{}\n", diagram.title);
    }
    for (cell, label) in &diagram.labels {
        let (columns, _) = diagram.size();
        let (column, row) = (cell.index() % columns, cell.index() / columns);
        report += &format!("{label}: {}{}\n", column_name(column), row + 1);
    }
    report
}

fn draw(diagram: &Diagram, last: Option<Cell>) -> String {
    let (columns, rows) = diagram.size();
    let marked: CellSet = last.into_iter().collect();
    render(columns, rows, Margins::Coordinates, |cell| {
        let (sign, style) = match diagram.mark(cell) {
            Mark::Empty => ('.', FAINT),
            Mark::Stone(Player::Black) => ('B', OPPONENT),
            Mark::Stone(Player::White) => ('W', OWNER),
            Mark::Owner => ('o', OWNER),
            Mark::Up => ('A', OWNER),
            Mark::Down => ('V', OWNER),
            Mark::Outside => ('#', FAINT),
        };
        let style = if marked.contains(cell) { MARKED } else { style };
        Symbol::styled(format!("{style}{sign}{style:#}"), 1)
    })
}
