//! Evaluation of the position by one of our players.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use miette::{Result, miette};
use tesuji_archive::within;
use tesuji_engine::Analysis;

use super::cases::Case;
use crate::columns::Columns;
use crate::commands::gtp::player::PlayerOptions;

/// The most moves of a line that are shown.
const LONGEST_LINE: usize = 8;
const MOST_MOVES: usize = 10;

/// Lets the player think about the best `top` moves, for a given time or as long as its settings say.
pub(super) fn think(
    case: &mut Case,
    player: &str,
    top: usize,
    time: Option<Duration>,
    seed: u64,
    stop: &Arc<AtomicBool>,
) -> Result<Analysis> {
    let asked = PlayerOptions::named(player).read()?;
    let spec = if time.is_some() && !asked.is_bounded { asked.player.without_bound() } else { asked.player };
    let spec = spec.with_lines(case.session.spec().kind(), top);
    case.session.accepts(&spec).map_err(|error| miette!("--player: {error}"))?;
    let analysis = within(time, stop, |limits| case.session.analyze(&spec, limits, seed));
    analysis.map_err(|error| miette!("{}: {error}", case.id))
}

/// The moves with values, visits and expected lines; begins with an empty line.
pub(super) fn table(analysis: &Analysis) -> String {
    let mut table = Columns::new(["move", "value", ">visits", "expected"]);
    for candidate in analysis.moves.iter().take(MOST_MOVES) {
        let value = candidate.value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"));
        let line: Vec<&str> = candidate.line.iter().take(LONGEST_LINE).map(String::as_str).collect();
        table.row([&candidate.mv, &value, &candidate.visits.to_string(), &line.join(" ")]);
    }
    let mut text = format!("\n{table}");
    if let Some(ends) = &analysis.ends {
        _ = writeln!(text, "black's points minus white's and komi are expected to be {:+.1}", ends.lead);
    }
    text
}
