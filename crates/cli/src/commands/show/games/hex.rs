//! Games of Hex: reported and drawn.

use std::fmt::Write as _;

use miette::{Result, miette};
use tesuji_board::{Cell, CellSet, Player, column_name};
use tesuji_hex::render::{Margins, Symbol, render};
use tesuji_hex::{Action, Diagram, GameResult, Mark, Position, Record, RecordMove, Replay, WinReason};

use super::{Report, encoding, moves as n_moves_text};
use crate::files::Text;
use crate::picture::{FAINT, MARKED, OPPONENT, OWNER};
use crate::text::count;

/// Content of the record, and the board after its first `n_moves` moves or after all. A move that cannot be made is an
/// answer, which ends the report. A picture keeps what it shows beside stones.
pub(super) fn report(
    record: &Record,
    picture: Option<&Diagram>,
    source: &Text,
    n_moves: Option<usize>,
) -> Result<Report> {
    let n_shown = n_moves.unwrap_or(record.moves.len());
    let mut replay = Replay::new(record).map_err(|error| miette!("{error}"))?;
    let mut fault = None;
    while replay.n_made() < n_shown {
        match replay.advance() {
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(error) => {
                fault = Some(error.to_string());
                break;
            }
        }
    }
    if fault.is_none() {
        fault = record.final_position().err().map(|error| error.to_string());
    }
    let mut text = summary(record, source);
    let diagram = picture.filter(|_| record.moves.is_empty()).cloned();
    let last = replay.n_made().checked_sub(1).map(|last| record.moves[last]);
    let marked = last.and_then(|mv| last_cell(record, mv));
    text += &draw(&diagram.clone().unwrap_or_else(|| Diagram::from(replay.position())), marked);
    text += &labels(diagram.as_ref());
    text += &after(record, &replay, last);
    Ok(Report { text, fault })
}

/// Players and moves as text. Passes, exchanges of the players and resignations are left out.
///
/// # Errors
///
/// If a move cannot be made.
pub(super) fn moves(record: &Record) -> Result<Vec<(Player, String)>> {
    let mut replay = Replay::new(record).map_err(|error| miette!("{error}"))?;
    let mut moves = Vec::new();
    while let Some(mv) = replay.advance().map_err(|error| miette!("{error}"))? {
        if matches!(mv.action, Action::Place(_) | Action::SwapPieces) {
            moves.push((mv.player, action(replay.position(), mv.action)));
        }
    }
    Ok(moves)
}

/// Board and result, for a table of games.
pub(super) fn line(record: &Record) -> (String, String) {
    let (columns, rows) = record.size();
    (format!("{columns}x{rows}"), result(record).unwrap_or_default())
}

fn summary(record: &Record, source: &Text) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            // Writing to a string cannot fail.
            _ = writeln!(text, "{name:<10}{value}");
        }
    };
    let (columns, rows) = record.size();
    line("board", &format!("{columns}x{rows} Hex, {}", count((columns * rows) as u64, "cell")));
    for player in Player::BOTH {
        line(player.name(), &record.players[player.index()]);
    }
    line("event", &record.event);
    let [black, white] = record.setup.each_ref().map(CellSet::len);
    if black + white > 0 {
        line("set up", &format!("{black} black, {white} white"));
    }
    line("encoding", &encoding(source));
    line("moves", &record.moves.len().to_string());
    line("swap", &swap(record));
    line("result", result(record).as_deref().unwrap_or("not stated"));
    text.push('\n');
    text
}

/// Whether the second player swapped; empty on boards where nobody can.
fn swap(record: &Record) -> String {
    let (columns, rows) = record.size();
    match record.moves.get(1).map(|mv| mv.action) {
        Some(Action::SwapPieces) => "yes: White took over the first stone, mirrored (swap-pieces)".to_owned(),
        Some(Action::SwapSides) => "yes: the players exchanged colours (swap-sides)".to_owned(),
        Some(_) if columns == rows && record.setup.iter().all(CellSet::is_empty) => "no".to_owned(),
        _ => String::new(),
    }
}

/// The result as stated, or as the moves show it.
fn result(record: &Record) -> Option<String> {
    Some(match record.result {
        Some(GameResult::Void) => "the game does not count".to_owned(),
        Some(GameResult::Win(winner, reason)) => match reason {
            None => format!("{winner} won"),
            Some(WinReason::Resignation) => format!("{winner} won, {} resigned", winner.opponent()),
            Some(WinReason::Time) => format!("{winner} won on time"),
            Some(WinReason::Forfeit) => format!("{winner} won by forfeit"),
        },
        None => match record.moves.last() {
            Some(RecordMove { player, action: Action::Resign }) => {
                format!("{} won, {player} resigned", player.opponent())
            }
            Some(RecordMove { player, action: Action::Forfeit }) => format!("{} won by forfeit", player.opponent()),
            _ => format!("{} won, its edges are joined", record.winner().ok().flatten()?),
        },
    })
}

/// The cell of a move; for swap-pieces, that of the stone behind the swap.
fn last_cell(record: &Record, mv: RecordMove) -> Option<Cell> {
    let (columns, _) = record.size();
    match (mv.action, record.moves.first().map(|first| first.action)) {
        (Action::Place(cell), _) => Some(cell),
        (Action::SwapPieces, Some(Action::Place(first))) => {
            Some(Cell::new(first.index() % columns * columns + first.index() / columns))
        }
        _ => None,
    }
}

fn after(record: &Record, replay: &Replay<'_>, last: Option<RecordMove>) -> String {
    let position = replay.position();
    let last = last.map(|mv| format!(", the last {}'s {}", mv.player, action(position, mv.action)));
    let mut text = format!("\nafter {}{}\n", n_moves_text(replay.n_made()), last.unwrap_or_default());
    let is_end = replay.n_made() == record.moves.len();
    let ended = record.moves.last().is_some_and(|mv| matches!(mv.action, Action::Resign | Action::Forfeit));
    _ = match position.winner() {
        Some(winner) => writeln!(text, "{winner} has won: its edges are joined"),
        None if is_end && ended => writeln!(text, "the game is over"),
        None => writeln!(text, "{} to move", record.turn_after(replay.n_made())),
    };
    text
}

fn action(position: &Position, action: Action) -> String {
    match action {
        Action::Place(cell) => position.topology().name(cell).to_owned(),
        Action::SwapPieces => "swap-pieces".to_owned(),
        Action::SwapSides => "swap-sides".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Resign => "resignation".to_owned(),
        Action::Forfeit => "forfeit".to_owned(),
    }
}

/// Labels on the cells of a picture, and its title.
fn labels(diagram: Option<&Diagram>) -> String {
    let Some(diagram) = diagram else { return String::new() };
    let (columns, _) = diagram.size();
    let mut text = String::new();
    if !diagram.title.is_empty() {
        text += &format!("{}\n", diagram.title);
    }
    for (cell, label) in &diagram.labels {
        text += &format!("{label}: {}{}\n", column_name(cell.index() % columns), cell.index() / columns + 1);
    }
    text
}

/// The board, with one cell marked.
fn draw(diagram: &Diagram, marked: Option<Cell>) -> String {
    let (columns, rows) = diagram.size();
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
        let style = if marked == Some(cell) { MARKED } else { style };
        Symbol::styled(format!("{style}{sign}{style:#}"), 1)
    })
}
