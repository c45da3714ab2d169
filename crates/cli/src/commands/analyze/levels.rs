//! Move of each player of the ladder.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::{Result, miette};
use tesuji_archive::within;
use tesuji_search::Limits;
use tesuji_workbench::levels::{LevelView, each_level};
use tesuji_workbench::types::{Budget, Certainty};
use tesuji_workbench::{Answer, Desk, Update};

use super::cases::Case;
use crate::columns::Columns;

/// The moves of the players of the ladder, the weakest first, with a progress bar; after Ctrl-C of those that have moved.
pub(super) fn play(case: &Case, seed: u64, n_threads: usize, stop: &Arc<AtomicBool>) -> Result<Vec<LevelView>> {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} players have moved  {elapsed}") {
        bar.set_style(style);
    }
    let desk = TerminalDesk { stop, n_threads, bar };
    let view = each_level(&case.session, seed, &desk);
    desk.bar.finish_and_clear();
    Ok(view.map_err(|trouble| miette!("{}: {trouble}", case.id))?.levels)
}

/// The moves as a table; begins with an empty line.
pub(super) fn table(levels: &[LevelView]) -> String {
    let mut table = Columns::new([">rating", "player", "move", "value"]);
    for level in levels {
        let value = level.value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"));
        let proved = if level.certainty == Certainty::Certain { "  proved" } else { "" };
        table.row([&format!("{:+.0}", level.rating[0]), &level.title, &level.mv, &format!("{value}{proved}")]);
    }
    format!("\n{table}")
}

/// Searches until Ctrl-C, and shows how many players have moved.
pub(in crate::commands) struct TerminalDesk<'a> {
    pub(in crate::commands) stop: &'a Arc<AtomicBool>,
    pub(in crate::commands) n_threads: usize,
    pub(in crate::commands) bar: ProgressBar,
}

impl Desk for TerminalDesk<'_> {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        let since = Instant::now();
        let time = budget.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        within(time, self.stop, |limits| {
            search(&Limits { nodes: budget.nodes, ..limits.clone() }, &|| since.elapsed().as_secs_f64())
        })
    }

    fn update(&self, update: Update) {
        if let Update::SoFar(Answer::Levels(view)) = update {
            self.bar.set_position(view.levels.len() as u64);
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn threads(&self) -> usize {
        self.n_threads
    }
}
