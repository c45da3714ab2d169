//! Counted playouts, from which reports and overlays are read.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_go::Komi;
use tesuji_numeric::student_quantile;
use tesuji_playout::statistics::{
    Estimate, ObservedPlayout, Sample, Scope, Statistics, StatisticsConfig, Threshold, Trace,
};
use tesuji_search::Limits;
use tesuji_search::mcts::PlayoutRng;

use super::{Measured, StatisticsSpec};
use crate::SessionError;

/// The most playouts that are still counted after an interrupt.
const MOST_AFTER_STOP: u32 = 10_000;

/// The statistics that a game has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds {
    /// Whether the order of moves decides anything in its playouts.
    pub(crate) has_orders: bool,
    /// The komi that its margins include, if they are half points.
    pub(crate) komi: Option<Komi>,
}

/// Counted playouts from one position of any game.
pub(crate) struct Counted {
    pub(crate) topology: Arc<Topology>,
    /// The stone on each cell.
    pub(crate) stones: Vec<Option<Player>>,
    /// The cells where each player could place a stone now, by [`Player::index`].
    playable: [CellSet; 2],
    pub(crate) kinds: Kinds,
    /// At least one.
    pub(crate) samples: Vec<Statistics>,
    /// The cells of the request, if it names any.
    region: Option<CellSet>,
    pub(super) has_filters: bool,
    /// The mean margin of each sample in half points, without komi.
    pub(crate) means: Vec<Estimate>,
    /// All margins, ascending, in half points, without komi.
    pub(crate) margins: Vec<i32>,
    /// Number of playouts that were cut short.
    pub(super) n_capped: u32,
}

impl Counted {
    /// Plays from `position`, whose cells and stones are those of `topology` and `stone`, and counts. After an interrupt
    /// it counts what is complete: of the first sample up to [`MOST_AFTER_STOP`] playouts, of several those before.
    ///
    /// # Errors
    ///
    /// [`SessionError::Statistics`] if the request makes no sense, [`SessionError::Unknown`] if a name in it is not a cell,
    /// and [`SessionError::Interrupted`] if it was interrupted before anything was complete.
    pub(crate) fn new<P, O>(
        position: &P,
        playouts: &O,
        topology: &Arc<Topology>,
        stone: impl Fn(Cell) -> Option<Player>,
        kinds: Kinds,
        (spec, limits): (&StatisticsSpec, &Limits),
    ) -> Result<Self, SessionError>
    where
        P: Sync,
        O: ObservedPlayout<P> + Clone + Send + Sync,
    {
        spec.check(topology.n_cells())?;
        let region = (!spec.region.is_empty()).then(|| region(topology, &spec.region)).transpose()?;
        let playouts = Watched { playouts: playouts.clone(), limits };
        limits.progress.store(0, Ordering::Relaxed);
        let komi = kinds.komi.unwrap_or_default();
        let threshold = spec.threshold.threshold(komi);
        let in_threads = spec.threads > 1;
        let pool = in_threads.then(|| rayon::ThreadPoolBuilder::new().num_threads(spec.threads).build()).transpose();
        let pool = pool.map_err(|_| SessionError::Statistics {
            setting: "threads",
            found: spec.threads.to_string(),
            expected: "no more than the system has",
        })?;
        let mut counted = Self {
            topology: Arc::clone(topology),
            stones: topology.cells().map(stone).collect(),
            playable: Default::default(),
            kinds,
            samples: Vec::new(),
            region,
            has_filters: spec.filters,
            means: Vec::new(),
            margins: Vec::new(),
            n_capped: 0,
        };
        let n_parts = spec.n_parts();
        for number in 0..spec.samples {
            let seed = spec.seed.wrapping_add(u64::from(number));
            // All samples have the same threshold; otherwise their numbers could not be compared.
            let threshold =
                counted.samples.first().map_or(threshold, |first: &Statistics| Threshold::Margin(first.threshold()));
            let config = StatisticsConfig { threshold, n_parts };
            let mut sample = match &pool {
                Some(pool) => pool.install(|| Sample::collect_parallel(position, &playouts, spec.playouts, seed)),
                None => Sample::collect(position, &mut playouts.clone(), spec.playouts, seed),
            };
            if playouts.is_stopped() {
                // Counting takes as long as playing, and somebody waits.
                sample.truncate(MOST_AFTER_STOP);
                if number > 0 || sample.n_playouts() == 0 {
                    break;
                }
            }
            let statistics = match &pool {
                Some(pool) => pool.install(|| Statistics::new_parallel(&sample, &config)),
                None => Statistics::new(&sample, &config),
            };
            counted.playable = Player::BOTH.map(|player| sample.playable(player).clone());
            counted.add(&sample, statistics, komi);
        }
        if counted.samples.is_empty() {
            return Err(SessionError::Interrupted);
        }
        counted.margins.sort_unstable();
        Ok(counted)
    }

    fn add(&mut self, sample: &Sample, statistics: Statistics, komi: Komi) {
        let komi = i32::from(komi.half_points());
        let margins: Vec<i32> = sample.margins().map(|margin| margin + komi).collect();
        let n = margins.len() as f64;
        let mean = margins.iter().map(|&margin| f64::from(margin)).sum::<f64>() / n;
        let squares: f64 = margins.iter().map(|&margin| (f64::from(margin) - mean).powi(2)).sum();
        self.means.push(Estimate::new(mean, (squares / (n - 1.0) / n).sqrt()));
        self.n_capped += sample.n_capped();
        self.margins.extend(margins);
        self.samples.push(statistics);
    }

    /// The cells that pairs, orders and ranks are about.
    pub(crate) fn scope(&self) -> Scope<'_> {
        match &self.region {
            Some(cells) => Scope::Within(cells),
            None if self.has_filters => Scope::Playable,
            None => Scope::All,
        }
    }

    /// Whether the player could place a stone there now.
    pub(crate) fn is_playable(&self, player: Player, cell: Cell) -> bool {
        self.playable[player.index()].contains(cell)
    }

    /// The cells of the scope that could be this player's, ascending.
    pub(crate) fn cells_of(&self, player: Player) -> Vec<Cell> {
        let mut cells = self.samples[0].cells(self.scope());
        cells.retain(|&cell| self.is_playable(player, cell) || matches!(self.scope(), Scope::All));
        cells
    }

    /// A number of which each sample has an estimate; `None` if no sample has one.
    pub(crate) fn measure(&self, number: impl Fn(&Statistics) -> Option<Estimate>) -> Option<Measured> {
        Measured::over(&self.samples.iter().filter_map(number).collect::<Vec<_>>())
    }
}

impl Measured {
    /// One estimate with its own interval, or the mean of several with the interval of their spread. If several agree
    /// exactly, the interval is that of one of them, divided by the square root of their number.
    pub(super) fn over(estimates: &[Estimate]) -> Option<Self> {
        let [first, others @ ..] = estimates else { return None };
        if !others.is_empty() && others.iter().any(|other| other.value != first.value) {
            return Some(Self::of_repeats(&estimates.iter().map(|estimate| estimate.value).collect::<Vec<_>>()));
        }
        let n = estimates.len() as f64;
        let reach = |of: &dyn Fn(&Estimate) -> f64| estimates.iter().map(of).sum::<f64>() / n / n.sqrt();
        let ends = [
            first.value - reach(&|estimate| estimate.value - estimate.interval().0),
            first.value + reach(&|estimate| estimate.interval().1 - estimate.value),
        ];
        Some(Self { value: first.value, interval: ends.iter().all(|end| end.is_finite()).then_some(ends) })
    }

    /// The mean of several numbers, with the interval of their spread.
    pub(super) fn of_repeats(values: &[f64]) -> Self {
        let n = values.len() as f64;
        let value = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|other| (other - value).powi(2)).sum::<f64>() / (n - 1.0);
        let half = student_quantile(n - 1.0, 0.975).map(|quantile| quantile * (variance / n).sqrt());
        Self { value, interval: half.map(|half| [value - half, value + half]) }
    }

    /// The mean of the ranks of a move in several samples, in steps of `alpha`. Even if all n samples agree, a sample
    /// could be a step off with chance p, where (1 - p)^n = 1/20 is the chance that all agree.
    pub(super) fn of_ranks(values: &[f64], alpha: f64) -> Self {
        let Self { value, interval } = Self::of_repeats(values);
        let least = alpha * (1.0 - 0.05_f64.powf(1.0 / values.len() as f64));
        Self { value, interval: interval.map(|[low, high]| [low.min(value - least), high.max(value + least)]) }
    }

    /// As above for a number between two bounds, which also bound the interval.
    pub(super) fn within(self, least: f64, most: f64) -> Self {
        Self { interval: self.interval.map(|ends| ends.map(|end| end.clamp(least, most))), ..self }
    }

    /// The number for the other player.
    pub(super) fn negated(self) -> Self {
        Self { value: -self.value, interval: self.interval.map(|[low, high]| [-high, -low]) }
    }

    pub(super) fn scaled(self, factor: f64) -> Self {
        Self { value: factor * self.value, interval: self.interval.map(|ends| ends.map(|end| factor * end)) }
    }

    /// The lower end, as far as it is known.
    pub(super) fn low(&self) -> f64 {
        self.interval.map_or(self.value, |[low, _]| low)
    }
}

fn region(topology: &Topology, names: &[String]) -> Result<CellSet, SessionError> {
    let cell = |name: &String| topology.cell(name).ok_or_else(|| SessionError::unknown(name, "cells of the region"));
    names.iter().map(cell).collect()
}

/// Playouts that are counted as progress, and end at once when they are interrupted.
#[derive(Clone)]
struct Watched<'a, O> {
    playouts: O,
    limits: &'a Limits,
}

impl<P, O: ObservedPlayout<P>> ObservedPlayout<P> for Watched<'_, O> {
    fn n_cells(&self, position: &P) -> usize {
        self.playouts.n_cells(position)
    }

    fn playable(&self, position: &P, player: Player) -> CellSet {
        self.playouts.playable(position, player)
    }

    fn observe(&mut self, position: &P, rng: &mut PlayoutRng, trace: &mut Trace) {
        if self.limits.is_interrupted() {
            trace.end(0);
            return;
        }
        self.playouts.observe(position, rng, trace);
        self.limits.progress.fetch_add(1, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.limits.interrupt.load(Ordering::Relaxed)
    }
}
