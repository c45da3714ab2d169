//! Wins that took a search, to be recognised in other positions.
//!
//! What a win needs ([`WinNeed`]) decides every position that has those stones and leaves that carrier to the winner,
//! whatever stands elsewhere. If one of the stones is still missing, that stone is a reply.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tesuji_board::Bits;

use super::known::KnownWins;
use super::table::WinNeed;

/// The maximum number of patterns for each player.
///
/// PERF: VI1a takes 42,837 positions with 4,000 and 36,344 with 20,000.
const MAX_PATTERNS: usize = 32_000;

/// The wins of one player; the latest are kept.
#[derive(Clone, Debug)]
pub(super) struct WinPatterns<const W: usize> {
    /// The wins of whole questions; these are always kept.
    answers: Vec<WinNeed<W>>,
    needs: KnownWins<(), W>,
}

impl<const W: usize> Default for WinPatterns<W> {
    fn default() -> Self {
        Self { answers: Vec::new(), needs: KnownWins::new(MAX_PATTERNS) }
    }
}

/// How a pattern applies to a position in which the other player is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match<const W: usize> {
    /// The stone that is still missing.
    pub missing: Option<usize>,
    /// What the win needs here, including that stone.
    pub need: WinNeed<W>,
}

impl<const W: usize> WinPatterns<W> {
    /// Keeps the win that answered a whole question; on a board of `turned` cells that looks the same after a half turn,
    /// also its image.
    pub(super) fn keep(&mut self, need: WinNeed<W>, turned: Option<usize>) {
        let image = turned.map(|n_cells| {
            let turn = |set: Bits<W>| set.iter().map(|cell| n_cells - 1 - cell).collect();
            WinNeed { stones: turn(need.stones), carrier: turn(need.carrier) }
        });
        for need in [need].into_iter().chain(image) {
            if self.answers.len() < MAX_PATTERNS && !self.answers.contains(&need) {
                self.answers.push(need);
            }
        }
    }

    /// The wins of searches, in the order in which they were found.
    pub(super) fn iter(&self) -> impl Iterator<Item = &WinNeed<W>> {
        self.needs.iter()
    }

    pub(super) fn add(&mut self, need: WinNeed<W>) {
        self.needs.push(need, ());
    }

    /// Calls `visit` with every pattern that applies with at most one stone missing. `own` are the winner's stones,
    /// `theirs` the other player's.
    pub(super) fn matches(&self, own: Bits<W>, theirs: Bits<W>, mut visit: impl FnMut(Match<W>)) {
        let mut found = |missing: Option<usize>, need: WinNeed<W>| {
            // On a cell that the pattern wants empty, the winner's own stone is just as good.
            let own = missing.map_or(own, |cell| own.with(cell));
            let need = WinNeed { stones: need.stones | need.carrier & own, carrier: need.carrier - own };
            visit(Match { missing, need });
        };
        for need in &self.answers {
            let lacking = need.stones - own;
            let missing = lacking.first();
            let is_near = missing.is_none_or(|cell| lacking.without(cell).is_empty());
            if is_near && !(need.stones | need.carrier).meets(&theirs) {
                found(missing, *need);
            }
        }
        self.needs.matches(own, theirs, 0, |known| found(known.missing, known.need));
    }
}

/// What the threads of one search tell each other: the wins that each of them finds. Only the latest are kept.
#[derive(Debug)]
pub(super) struct News<const W: usize> {
    latest: Mutex<VecDeque<Tidings<W>>>,
    /// How many there have been, forgotten ones too.
    n_told: AtomicUsize,
    n_listeners: AtomicUsize,
}

/// A win, and which thread has found it.
#[derive(Clone, Copy, Debug)]
struct Tidings<const W: usize> {
    by: usize,
    winner: usize,
    need: WinNeed<W>,
}

impl<const W: usize> Default for News<W> {
    fn default() -> Self {
        Self { latest: Mutex::default(), n_told: AtomicUsize::new(0), n_listeners: AtomicUsize::new(0) }
    }
}

/// A thread that tells and hears.
#[derive(Debug)]
pub(super) struct Listener {
    number: usize,
    n_heard: usize,
}

impl<const W: usize> News<W> {
    /// One more thread.
    pub(super) fn listener(&self) -> Listener {
        Listener { number: self.n_listeners.fetch_add(1, Ordering::Relaxed), n_heard: 0 }
    }

    /// Tells the others that this player wins so.
    pub(super) fn tell(&self, by: &Listener, winner: usize, need: WinNeed<W>) {
        let Ok(mut latest) = self.latest.lock() else { return };
        if latest.len() == MAX_PATTERNS {
            latest.pop_front();
        }
        latest.push_back(Tidings { by: by.number, winner, need });
        self.n_told.fetch_add(1, Ordering::Release);
    }

    /// Adds to `patterns`, one for each winner, what others have told since this thread last heard.
    pub(super) fn hear(&self, listener: &mut Listener, patterns: &mut [WinPatterns<W>; 2]) {
        if self.n_told.load(Ordering::Acquire) == listener.n_heard {
            return;
        }
        let Ok(latest) = self.latest.lock() else { return };
        let n_told = self.n_told.load(Ordering::Acquire);
        let n_new = (n_told - listener.n_heard).min(latest.len());
        for tidings in latest.range(latest.len() - n_new..).filter(|tidings| tidings.by != listener.number) {
            patterns[tidings.winner].add(tidings.need);
        }
        listener.n_heard = n_told;
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn each_thread_hears_what_others_tell_and_nothing_twice() {
        let news = News::<1>::default();
        let (mut a, mut b) = (news.listener(), news.listener());
        let mut patterns: [WinPatterns<1>; 2] = Default::default();
        let need = |cell| WinNeed { stones: Bits::EMPTY.with(cell), carrier: Bits::EMPTY };
        news.tell(&a, 0, need(3));
        news.tell(&a, 1, need(4));
        news.tell(&b, 1, need(5));
        let mut n_known = |listener: &mut Listener| {
            news.hear(listener, &mut patterns);
            patterns.each_ref().map(|of_player| of_player.needs.n_seen())
        };
        assert_eq!(n_known(&mut a), [0, 1], "its own are known to it");
        assert_eq!(n_known(&mut a), [0, 1]);
        assert_eq!(n_known(&mut b), [1, 2]);
        for cell in 0..MAX_PATTERNS + 7 {
            news.tell(&a, 0, need(cell % 64));
        }
        assert_eq!(n_known(&mut b), [1 + MAX_PATTERNS, 2], "the earliest are forgotten");
    }
}
