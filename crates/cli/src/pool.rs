//! Runs many problems on a few threads, under limits. Results come in input order; deadlines and Ctrl-C are obeyed.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::Result;
use tesuji_archive::{Beat, SearchClock};
use tesuji_arena::in_threads;
use tesuji_search::{Limits, MOST_THREADS, TimeMeter};

use crate::interrupt::stop_by_ctrl_c;
use crate::text::{complain, with_separators};

/// Number of jobs that are done at a time: the number asked for, [`capped`], otherwise one for each processor.
pub(crate) fn jobs(asked: Option<NonZeroUsize>) -> usize {
    threads("--jobs", asked)
}

/// As above for another option.
pub(crate) fn threads(option: &str, asked: Option<NonZeroUsize>) -> usize {
    asked.map_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get), |asked| capped(option, asked))
}

/// As many threads as this option asks for, but no more than the bound; a message says so if it asks for more.
pub(crate) fn capped(option: &str, asked: NonZeroUsize) -> usize {
    let n_threads = asked.get().min(MOST_THREADS);
    if n_threads < asked.get() {
        let [asked, most] = [asked.get(), n_threads].map(|n| with_separators(n as u64));
        complain(&format!("`{option}` is {asked}: no more than {most} threads are started"));
    }
    n_threads
}

/// The option `--jobs` of commands whose result does not depend on it.
#[derive(clap::Args)]
pub(crate) struct JobsOption {
    /// How many threads to use [default: one for each processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl JobsOption {
    /// Number of threads to use.
    pub(crate) fn count(&self) -> usize {
        jobs(self.jobs)
    }
}

/// The options of commands that run for hours, in many tasks.
#[derive(clap::Args)]
pub(crate) struct RunOptions {
    /// How many tasks to do at a time; no result depends on it [default: one for each processor]
    #[arg(long, short, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Show no progress, only the summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print the summary as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl RunOptions {
    /// Whether progress is shown.
    pub(crate) const fn is_shown(&self) -> bool {
        !self.quiet && !self.json
    }
}

/// Interval of checks of deadlines and Ctrl-C.
const TICK: Duration = Duration::from_millis(10);
/// A search is shown as running once it has taken this long.
const LONG: Duration = Duration::from_millis(500);

/// The bounds of each search, and the searches that run now.
///
/// Searches do not read the clock, so a watchdog thread sets their interrupt when their time is up or the user wants to
/// stop. The time of a search is the processor time of its threads, whatever else the machine does.
pub(crate) struct Pool {
    time: Option<Duration>,
    nodes: Option<u64>,
    stopped: Arc<AtomicBool>,
    running: Mutex<BTreeMap<usize, Running>>,
    beat: Beat,
    remarks: Remarks,
    progress: MultiProgress,
    total: ProgressBar,
}

/// By the names of searches, what their bars say besides.
pub(crate) type Remarks = Arc<Mutex<BTreeMap<String, String>>>;

struct Running {
    name: String,
    /// The most processor time that it may take.
    most: Option<Duration>,
    since: Instant,
    clock: Arc<SearchClock>,
    limits: Limits,
    bar: Option<ProgressBar>,
}

impl Pool {
    /// A pool that gives each search this much processor time and this many nodes. Ctrl-C stops the pool; pressed
    /// twice, it ends the program at once.
    ///
    /// # Errors
    ///
    /// If the handler of Ctrl-C cannot be installed.
    pub(crate) fn new(time: Option<Duration>, nodes: Option<u64>, n_items: usize) -> Result<Self> {
        let stopped = stop_by_ctrl_c()?;
        // Draws nothing unless standard error is a terminal.
        let progress = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
        let total =
            progress.add(ProgressBar::new(n_items as u64).with_style(style("{bar:30} {pos} of {len}  {elapsed}")));
        let remarks = Remarks::default();
        Ok(Self { time, nodes, stopped, running: Mutex::default(), beat: Beat::default(), remarks, progress, total })
    }

    /// Remarks on the bars of searches.
    pub(crate) fn remarks(&self) -> Remarks {
        Arc::clone(&self.remarks)
    }

    /// A place above the bars for a changing text of several lines. Nothing is drawn unless standard error is a
    /// terminal.
    pub(crate) fn headline(&self) -> Headline {
        Headline(self.progress.insert(0, ProgressBar::new_spinner().with_style(style("{msg}"))))
    }

    /// Whether each search has a limit on time or nodes.
    pub(crate) const fn has_limits(&self) -> bool {
        self.time.is_some() || self.nodes.is_some()
    }

    /// Whether the user has asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Runs `work` on each item with `n_threads` threads and hands the results to `done` in input order.
    ///
    /// `work` returns `None` for an item that it gave up because the pool was stopped. After a stop no further item is
    /// begun.
    ///
    /// # Errors
    ///
    /// The first error of `done`; the pool stops after it.
    pub(crate) fn run<'t, T: Sync, R: Send, E>(
        &self,
        items: &'t [T],
        n_threads: usize,
        work: impl Fn(usize, &'t T) -> Option<R> + Sync,
        mut done: impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E> {
        let finished = AtomicBool::new(false);
        let (mut early, mut turn, mut outcome) = (BTreeMap::new(), 0, Ok(()));
        let work = &work;
        let worker = |_| move |(item_idx, item)| (!self.is_stopped()).then(|| (item_idx, work(item_idx, item)));
        let mut deliver = |(item_idx, result): (usize, Option<R>)| {
            early.insert(item_idx, result);
            while let Some(result) = early.remove(&turn) {
                turn += 1;
                self.total.inc(1);
                if let Some(result) = result
                    && outcome.is_ok()
                {
                    outcome = self.progress.suspend(|| done(result));
                    self.stopped.fetch_or(outcome.is_err(), Ordering::Relaxed);
                }
            }
            ControlFlow::Continue(())
        };
        thread::scope(|scope| {
            let watchdog = scope.spawn(|| {
                while !finished.load(Ordering::Relaxed) {
                    self.tick();
                    thread::park_timeout(TICK);
                }
            });
            let n_threads = n_threads.min(items.len());
            in_threads(n_threads, &self.stopped, &mut items.iter().enumerate(), worker, &mut deliver);
            finished.store(true, Ordering::Relaxed);
            watchdog.thread().unpark();
        });
        self.total.finish_and_clear();
        outcome
    }

    /// Does one piece of work under the pool's limits; `None` if the pool was stopped before it began.
    pub(crate) fn run_one<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Option<R> {
        let (work, mut found) = (Mutex::new(Some(work)), None);
        let begin = |_, &()| Some(work.lock().ok()?.take()?());
        let Ok(()) = self.run(&[()], 1, begin, |result| {
            found = Some(result);
            Ok::<(), Infallible>(())
        });
        found
    }

    /// Runs a function that prints, with the bars out of the way.
    pub(crate) fn print<R>(&self, print: impl FnOnce() -> R) -> R {
        self.progress.suspend(print)
    }

    /// Runs one search under the pool's limits. Returns its result and the seconds of processor time that it took.
    pub(crate) fn search<R>(
        &self,
        item_idx: usize,
        name: &str,
        search: impl FnOnce(&Limits, &SearchClock) -> R,
    ) -> (R, f64) {
        self.search_for(item_idx, name, self.time, search)
    }

    /// As above with this much time instead of the pool's.
    pub(crate) fn search_for<R>(
        &self,
        item_idx: usize,
        name: &str,
        most: Option<Duration>,
        search: impl FnOnce(&Limits, &SearchClock) -> R,
    ) -> (R, f64) {
        let clock = SearchClock::start(&self.beat);
        let meter: Arc<dyn TimeMeter> = clock.clone();
        let limits = Limits { nodes: self.nodes, meter: Some(meter), ..Limits::default() };
        // Without any time nothing is searched, also before the first look at the clock.
        limits.interrupt.store(self.time.is_some_and(|time| time.is_zero()), Ordering::Relaxed);
        let running = Running {
            name: name.to_owned(),
            most,
            since: Instant::now(),
            clock: Arc::clone(&clock),
            limits: limits.clone(),
            bar: None,
        };
        self.running().insert(item_idx, running);
        let result = search(&limits, &clock);
        let seconds = clock.seconds();
        if let Some(Running { bar: Some(bar), .. }) = self.running().remove(&item_idx) {
            bar.finish_and_clear();
        }
        (result, seconds)
    }

    fn tick(&self) {
        self.total.tick();
        self.beat.strike();
        for search in self.running().values_mut() {
            let elapsed = search.since.elapsed();
            if self.is_stopped() || search.most.is_some_and(|most| search.clock.read() >= most) {
                search.limits.interrupt.store(true, Ordering::Relaxed);
            }
            if elapsed >= LONG {
                let bar = search.bar.get_or_insert_with(|| {
                    let bar = ProgressBar::new_spinner()
                        .with_style(style("{spinner} {prefix}  {human_pos} nodes  {elapsed}  {wide_msg}"));
                    self.progress.insert_before(&self.total, bar.with_prefix(search.name.clone()).with_elapsed(elapsed))
                });
                bar.set_position(search.limits.progress.load(Ordering::Relaxed));
                if let Some(remark) = self.remarks.lock().ok().and_then(|remarks| remarks.get(&search.name).cloned()) {
                    bar.set_message(remark);
                }
            }
        }
    }

    /// The searches that run now. The list is valid even if a thread panicked while holding the lock.
    fn running(&self) -> MutexGuard<'_, BTreeMap<usize, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Text that stays in its place on the terminal.
pub(crate) struct Headline(ProgressBar);

impl Headline {
    /// Shows this text instead of the one before.
    pub(crate) fn show(&self, text: &str) {
        let plain = anstream::AutoStream::choice(&std::io::stderr()) == anstream::ColorChoice::Never;
        let text = if plain { anstream::adapter::strip_str(text).to_string() } else { text.to_owned() };
        self.0.set_message(text);
        self.0.tick();
    }

    /// Takes it away.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
