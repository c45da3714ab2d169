//! Searches in slices, by the clock of the caller, and resignation.
//!
//! A player that continues from its last search is given its time in slices, so that between two of them the caller can
//! report and the search can end early: when it is settled, when nothing is left to search, or when it is stopped. A
//! player that begins each search anew gets one search for a move, and ever longer searches where somebody watches.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tesuji_search::Limits;

use crate::time::Share;
use crate::{Analysis, Choice, PlayerSpec, Proved, Session, SessionError, move_seed};

/// The number of slices of the time of a move,
const N_SLICES: u32 = 8;
/// none of them shorter than this.
const SHORTEST_SLICE: Duration = Duration::from_millis(30);
/// If the second move has this share of the first one's visits, the choice is difficult.
const RIVAL: f64 = 0.8;
/// The nodes of the first search that somebody watches. Each later search of a player that begins anew has twice as many
/// as the one before.
const FIRST_NODES: u64 = 100;

/// The bounds of one slice.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Slice {
    /// Its time, if that is bounded.
    pub time: Option<Duration>,
    /// Its nodes, if these are bounded.
    pub nodes: Option<u64>,
    /// Whether it is a short search before which nothing is known. A caller that owes an answer does not interrupt it.
    pub is_first: bool,
}

/// The clock and the stop flag of the caller.
pub trait Timekeeper {
    /// The error of a search, or of the clock.
    type Error;

    /// Runs a search within the bounds of a slice.
    ///
    /// # Errors
    ///
    /// If the search fails or the time cannot be kept.
    fn search(
        &mut self,
        slice: Slice,
        search: impl FnOnce(&Limits) -> Result<Analysis, SessionError>,
    ) -> Result<Analysis, Self::Error>;

    /// The time since thinking began.
    fn elapsed(&self) -> Duration;

    /// Whether to stop now.
    fn is_stopped(&mut self) -> bool;
}

/// The division of time into slices.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    share: Share,
    slice: Duration,
    longest: Duration,
    is_watched: bool,
}

impl Pace {
    /// The pace of a move with this share of the time of a game.
    #[must_use]
    pub fn of_move(share: Share) -> Self {
        let slice = (share.usual / N_SLICES).max(SHORTEST_SLICE);
        Self { share, slice, longest: slice, is_watched: false }
    }

    /// One slice of this time.
    #[must_use]
    pub const fn whole(time: Duration) -> Self {
        Self { share: Share::fixed(time), slice: time, longest: time, is_watched: false }
    }

    /// The pace of an analysis that somebody watches for up to this `time`. After a first look, slices of a player that
    /// continues its search take `slice`, then twice as long each time, up to `longest`.
    #[must_use]
    pub const fn watched(slice: Duration, longest: Duration, time: Duration) -> Self {
        Self { share: Share::fixed(time), slice, longest, is_watched: true }
    }
}

/// The search for a move in one position, slice by slice.
#[derive(Clone, Debug)]
pub struct Thinking {
    spec: PlayerSpec,
    seed: u64,
    is_kept: bool,
    n_slices: usize,
    analysis: Option<Analysis>,
    n_nodes: u64,
}

impl Thinking {
    /// Nothing is searched yet. The first search is the one of [`Session::analyze`] with this seed.
    #[must_use]
    pub fn new(session: &Session, spec: PlayerSpec, seed: u64) -> Self {
        let is_kept = session.spec().keeps_search(&spec);
        Self { spec, seed, is_kept, n_slices: 0, analysis: None, n_nodes: 0 }
    }

    /// The analysis of all slices together: of a player that begins each search anew, the one of the largest search.
    #[must_use]
    pub fn into_analysis(self) -> Option<Analysis> {
        self.analysis
    }

    /// The nodes that the analysis rests on.
    #[must_use]
    pub const fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// Searches until the time is over, the keeper stops it, or nothing is left to search. Before going on, `report` gets
    /// an analysis that has changed, with the time so far, and ends the search by returning false. Returns the time that
    /// was allowed in the end.
    ///
    /// # Errors
    ///
    /// Those of the keeper.
    pub fn run<K: Timekeeper>(
        &mut self,
        session: &mut Session,
        pace: &Pace,
        keeper: &mut K,
        report: &mut dyn FnMut(&Analysis, Duration) -> bool,
    ) -> Result<Duration, K::Error> {
        let Pace { share, slice: mut length, longest, is_watched } = *pace;
        let (mut nodes, mut until) = (FIRST_NODES, share.usual);
        loop {
            let left = until.saturating_sub(keeper.elapsed());
            let is_first = is_watched && self.n_slices == 0;
            let slice = Slice {
                time: (!is_first).then_some(if self.is_kept { length.min(left) } else { left }),
                nodes: match is_first || (is_watched && !self.is_kept) {
                    true => Some(nodes),
                    false => self.n_playouts().map(|most| most - self.n_nodes),
                },
                is_first,
            };
            let before = self.n_nodes;
            let has_more = self.slice(session, slice, keeper)?;
            let elapsed = keeper.elapsed();
            if has_more && elapsed >= until && until < share.most && self.is_hard() {
                until = share.most;
            }
            let news = self.analysis.as_ref().filter(|_| self.n_nodes > before || self.n_slices == 1);
            if !has_more
                || keeper.is_stopped()
                || !(is_watched || self.is_kept)
                || elapsed >= until
                || (share.is_saved && self.is_settled(elapsed, until))
                || news.is_some_and(|analysis| !report(analysis, elapsed))
            {
                return Ok(until);
            }
            nodes = nodes.saturating_mul(2);
            length = if is_first { length } else { length.saturating_mul(2).min(longest) };
        }
    }

    /// Searches for one slice. Returns whether anything is left to search.
    ///
    /// # Errors
    ///
    /// Those of the keeper.
    pub fn slice<K: Timekeeper>(
        &mut self,
        session: &mut Session,
        slice: Slice,
        keeper: &mut K,
    ) -> Result<bool, K::Error> {
        let is_later = self.is_kept && self.n_slices > 0;
        let seed = if is_later { move_seed(self.seed, self.n_slices) } else { self.seed };
        let (spec, mut is_cut) = (&self.spec, false);
        let mut found = keeper.search(slice, |limits| {
            let found = session.analyze(spec, limits, seed);
            is_cut = limits.interrupt.load(Ordering::Relaxed);
            found
        })?;
        self.n_slices += 1;
        let n_before = self.n_nodes;
        if is_later {
            self.n_nodes += found.choice.nodes;
            found.choice.nodes = self.n_nodes;
            found.choice.comment = found.comment(Some(&found.playouts_text()));
        } else {
            self.n_nodes = n_before.max(found.choice.nodes);
        }
        // A search that ends by itself and has done nothing has nothing left to do.
        let is_idle = self.n_nodes == n_before && !is_cut && !slice.is_first;
        let (choice, n_moves) = (&found.choice, found.moves.len());
        let is_over = is_idle
            || choice.proved.is_some()
            || n_moves == 0
            || (n_moves == 1 && matches!(choice.value, Some(0.0 | 1.0)))
            || self.n_playouts().is_some_and(|most| self.n_nodes >= most)
            || (n_moves < 2 && session.legal_moves().len() < 2);
        // A search that began anew and was stopped early counts only if it was the largest.
        if is_later || self.analysis.is_none() || self.n_nodes > n_before || choice.proved.is_some() {
            self.analysis = Some(found);
        }
        Ok(!is_over)
    }

    /// Searches once more, as a first look, if nothing was evaluated and the player would have an opinion.
    ///
    /// # Errors
    ///
    /// Those of the keeper.
    pub fn insist<K: Timekeeper>(&mut self, session: &mut Session, keeper: &mut K) -> Result<(), K::Error> {
        let has_opinion = |last: &Analysis| last.moves.is_empty() || last.choice.value.is_some();
        if self.n_nodes == 0 && !self.analysis.as_ref().is_some_and(has_opinion) && !keeper.is_stopped() {
            self.slice(session, Slice { time: None, nodes: Some(FIRST_NODES), is_first: true }, keeper)?;
        }
        Ok(())
    }

    /// The bound on playouts of a player that continues its search.
    const fn n_playouts(&self) -> Option<u64> {
        match &self.spec {
            PlayerSpec::Strong(strong) if self.is_kept => Some(strong.playouts),
            _ => None,
        }
    }

    /// Whether a second move was looked at nearly as much, or a better one is not yet the most visited.
    fn is_hard(&self) -> bool {
        let Some([best, others @ ..]) = self.analysis.as_ref().map(|analysis| &analysis.moves[..]) else {
            return false;
        };
        let is_rival = |visits: u64| visits as f64 > RIVAL * best.visits as f64;
        others.iter().any(|other| is_rival(other.visits))
    }

    /// Whether the most visited move is also the best, and no other can reach its visits in the time that is left.
    ///
    /// Visits from earlier searches count, so part of the time is still used to see whether this holds.
    fn is_settled(&self, elapsed: Duration, until: Duration) -> bool {
        let Some([best, others @ ..]) = self.analysis.as_ref().map(|analysis| &analysis.moves[..]) else {
            return false;
        };
        let second = others.iter().map(|other| other.visits).max().unwrap_or(0);
        let per_second = self.n_nodes as f64 / elapsed.as_secs_f64().max(f64::EPSILON);
        let to_come = per_second * until.saturating_sub(elapsed).as_secs_f64();
        let is_best =
            others.iter().filter(|other| 10 * other.visits > best.visits).all(|other| other.value <= best.value);
        elapsed >= until / 2 && self.n_nodes > 0 && is_best && best.visits.saturating_sub(second) as f64 > to_come
    }
}

/// Rule by which a player resigns: after a proved loss, or after several moves in a row with little hope.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Resignation {
    /// Below this value, from 0 (loss) to 1 (win), there is little hope.
    pub below: f64,
    /// The number of such moves in a row that it takes.
    pub moves: u32,
}

impl Resignation {
    /// The usual number of moves in a row.
    pub const MOVES: u32 = 3;

    /// Resigns after a proved loss, or after three moves in a row with a value below this one. With 0, only proved losses
    /// count.
    ///
    /// # Errors
    ///
    /// If the value is not from 0 to 1/2, both included.
    pub fn below(below: f64) -> Result<Self, String> {
        if (0.0..=0.5).contains(&below) {
            Ok(Self { below, moves: Self::MOVES })
        } else {
            Err(format!("one resigns below a value from 0 to 0.5, not {below}"))
        }
    }

    /// Whether to resign instead of making this move. `n_hopeless` counts the player's moves in a row with little hope.
    pub fn is_due(self, n_hopeless: &mut u32, choice: &Choice) -> bool {
        let is_hopeless = choice.proved.is_none() && choice.value.is_some_and(|value| value < self.below);
        *n_hopeless = if is_hopeless { *n_hopeless + 1 } else { 0 };
        choice.proved == Some(Proved::Loss) || *n_hopeless >= self.moves
    }
}
