//! Games of Go: reported and drawn.

use std::fmt::Write as _;

use miette::{Result, miette};
use tesuji_board::{BoardSpec, Player};
use tesuji_go::record::{Record, RecordError, RecordReplay};
use tesuji_go::{Komi, Move, Position, Rules};

use super::{Report, encoding, moves as n_moves_text};
use crate::files::Text;
use crate::text::count;

/// Content of the record, and the board after its first `n_moves` moves or after all. A move that is not allowed is an
/// answer, which ends the report; a set-up that is not possible is an error.
pub(super) fn report(record: &Record, source: &Text, n_moves: Option<usize>) -> Result<Report> {
    let failure = |error: RecordError| miette!("{error}");
    let fault = match record.played(Rules::LOOSEST, Komi::default(), usize::MAX) {
        Ok(_) => None,
        Err(error @ RecordError::Illegal { .. }) => Some(error),
        Err(error) => return Err(failure(error)),
    };
    let n_legal = match fault {
        Some(RecordError::Illegal { number, .. }) => number - 1,
        _ => record.moves.len(),
    };
    let n_shown = n_moves.unwrap_or(record.moves.len()).min(n_legal);
    let shown = record.played(Rules::LOOSEST, Komi::default(), n_shown).map_err(failure)?;
    let text = summary(record, source, &shown, n_shown);
    Ok(Report { text, fault: fault.map(|fault| fault.to_string()) })
}

/// Players and moves as text, as far as they are played under the rules.
///
/// # Errors
///
/// If a move is not allowed.
pub(super) fn moves(record: &Record) -> Result<Vec<(Player, String)>> {
    let end = record.position(Rules::LOOSEST, Komi::default(), usize::MAX).map_err(|error| miette!("{error}"))?;
    let line = record.main_line(usize::MAX).moves;
    Ok(line.into_iter().map(|played| (played.player, name(&end, played.mv).to_owned())).collect())
}

/// Content of the record, and the board after `n_moves` moves.
fn summary(record: &Record, source: &Text, shown: &RecordReplay, n_moves: usize) -> String {
    let mut report = String::new();
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            _ = writeln!(report, "{name:<10}{value}");
        }
    };
    let n_points = count(record.topology().n_cells() as u64, "point");
    match record.board() {
        BoardSpec::Graph(_) => line("board", &format!("a graph of {n_points}")),
        board => line("board", &format!("{board}, {n_points}")),
    }
    for player in Player::BOTH {
        line(player.name(), &record.players[player.index()]);
    }
    line("event", &record.event);
    line("date", &record.date);
    line("rules", &record.rules.map_or_else(|| "not stated".to_owned(), |rules| rules.to_string()));
    line("komi", &record.komi.map_or_else(|| "not stated".to_owned(), |komi| komi.to_string()));
    if record.handicap > 1 {
        let for_white = record.rules.map_or(0, |rules| rules.points_for_handicap(record.handicap));
        let for_white = match for_white {
            0 => String::new(),
            points => format!("; White gets {} for it", count(points as u64, "point")),
        };
        line("handicap", &format!("{}{for_white}", count(record.handicap as u64, "stone")));
    }
    let [black, white] = record.setup.each_ref().map(tesuji_board::CellSet::len);
    if black + white > 0 {
        line("set up", &format!("{black} black, {white} white"));
    }
    line("encoding", &encoding(source));
    line("moves", &record.moves.len().to_string());
    if !record.variations.is_empty() {
        line("besides", &count(record.variations.len() as u64, "variation"));
    }
    line("result", if record.result.is_empty() { "not stated" } else { &record.result });
    report.push('\n');
    report += &shown.position.render();
    let [by_black, by_white] = shown.captured;
    let last = match n_moves.checked_sub(1).and_then(|last| record.moves.get(last)) {
        Some(&(player, mv)) => format!(", the last {player}'s {}", name(&shown.position, mv)),
        None => String::new(),
    };
    _ = writeln!(report, "\nafter {}{last}", n_moves_text(n_moves));
    _ = writeln!(report, "captured: {by_black} by black, {by_white} by white");
    let komi = if record.komi.is_some() { "with" } else { "without" };
    _ = writeln!(report, "area as it stands, {komi} komi: {}", shown.position.score());
    report
}

fn name(position: &Position, mv: Move) -> &str {
    position.move_text(mv)
}
