//! The display of a match while it is played: the table, and how long it will take.

use std::cell::Cell;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use tesuji_arena::stats::Confidence;
use tesuji_arena::{Match, Tally};

use crate::text::complain;

/// Interval of updates of the table.
const REFRESH: Duration = Duration::from_millis(250);

/// A table and a bar on standard error, if that is a terminal.
pub(super) struct Live {
    bars: MultiProgress,
    table: ProgressBar,
    bar: ProgressBar,
    refreshed: Cell<Option<Instant>>,
}

impl Live {
    /// Begins to show a match; shows nothing if `is_shown` is false.
    pub(super) fn begin(game: &Match<'_>, is_shown: bool) -> Self {
        let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bars = MultiProgress::with_draw_target(target);
        let style = |template| ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let table = bars.add(ProgressBar::new_spinner().with_style(style("{msg}")));
        let n_played = game.tally().n_games();
        let bar = bars.add(ProgressBar::new(n_played + game.n_open()).with_position(n_played));
        bar.set_style(style("{bar:30} {pos} of {len} games  {elapsed}, {eta} left"));
        // Games of earlier runs say nothing about the speed of this one.
        bar.reset_eta();
        bar.enable_steady_tick(REFRESH);
        let live = Self { bars, table, bar, refreshed: Cell::new(None) };
        live.update(game.tally());
        live
    }

    /// Shows the games played so far.
    pub(super) fn update(&self, tally: &Tally) {
        self.bar.set_position(tally.n_games());
        let is_fresh = self.refreshed.get().is_some_and(|at| at.elapsed() < REFRESH);
        if !self.bars.is_hidden() && !is_fresh {
            self.table.set_message(table(tally));
            self.refreshed.set(Some(Instant::now()));
        }
    }

    /// Writes a line to standard error, above the table if there is one.
    pub(super) fn say(&self, line: &str) {
        self.bars.suspend(|| complain(line));
    }

    /// Takes everything away.
    pub(super) fn end(&self) {
        self.table.finish_and_clear();
        self.bar.finish_and_clear();
    }
}

fn table(tally: &Tally) -> String {
    let crosstable = tally.crosstable().map(|table| table.table(tally.names(), Confidence::P95).to_string());
    let mut text = crosstable.unwrap_or_default();
    if let Some(state) = tally.test_state() {
        text.push_str(&format!("{state}\n"));
    }
    text.trim_end().to_owned()
}
