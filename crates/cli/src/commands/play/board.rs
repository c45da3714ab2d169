//! The board of a game as a person reads it.

use std::fmt::Write;

use tesuji_board::{Cell, Player, Topology};
use tesuji_engine::Session;

/// The links of a board without columns and rows are listed at the beginning if it has no more cells than this.
const MOST_LISTED: usize = 30;
/// No line of links is longer than this.
const WIDTH: usize = 100;

/// The board, whose turn it is or how the game ended, and what was captured.
pub(super) fn drawn(session: &Session) -> String {
    let mut text = String::new();
    for line in session.view().render().lines() {
        _ = writeln!(text, "  {line}");
    }
    text
}

/// Meaning of the signs of the board, and the goals of the players.
pub(super) fn legend(session: &Session) -> String {
    let board = session.spec().board_words();
    let description = session.spec().description();
    let mut text = match session.spec().komi_and_rules() {
        Some((komi, rules)) => format!("{} on {board}, {rules} rules, komi {komi}.\n", description.title),
        None if board.contains(description.title) => format!("{board}.\n"),
        None => format!("{} on {board}.\n", description.title),
    };
    if session.spec().board().is_some_and(|board| board.square_size().is_none()) {
        text += "Points of a row are A, B, C .. from the left (no I), unless their names stand after it.\n";
    }
    if session.spec().swap() == Some(true) {
        text += "White may answer the first move with `swap`.\n";
    }
    text
}

/// The links of a board whose drawing does not show them; `None` where columns and rows do.
pub(super) fn links_at_first(session: &Session) -> Option<String> {
    let topology = session.spec().topology().ok()?;
    let is_grid = session.spec().board().is_none_or(|board| board.square_size().is_some());
    (!is_grid && topology.n_cells() <= MOST_LISTED).then(|| links(&topology, None))
}

/// Each cell with its neighbours, or those of one cell.
pub(super) fn links(topology: &Topology, only: Option<Cell>) -> String {
    let mut text = String::new();
    let mut line = String::new();
    for cell in topology.cells().filter(|&cell| only.is_none_or(|only| only == cell)) {
        let names: Vec<&str> = topology.neighbours(cell).iter().map(|&to| topology.name(to)).collect();
        let entry = format!("{}: {}", topology.name(cell), names.join(" "));
        if !line.is_empty() && line.len() + entry.len() + 3 > WIDTH {
            _ = writeln!(text, "  {line}");
            line.clear();
        }
        let gap = if line.is_empty() { "" } else { "   " };
        _ = write!(line, "{gap}{entry}");
    }
    _ = writeln!(text, "  {line}");
    text
}

/// `Black` or `White`.
pub(super) const fn name(player: Player) -> &'static str {
    match player {
        Player::Black => "Black",
        Player::White => "White",
    }
}

/// A result as a record states it, in words.
pub(super) fn result_words(result: &str) -> String {
    let (winner, how) = match result.split_at_checked(2) {
        Some(("B+", how)) => ("Black", how),
        Some(("W+", how)) => ("White", how),
        _ => return "The game is a draw.".to_owned(),
    };
    match how {
        "" => format!("{winner} wins."),
        "Resign" => format!("{winner} wins by resignation."),
        points => format!("{winner} wins by {points} {}.", if points == "1" { "point" } else { "points" }),
    }
}
