//! Interrupts searches that read no clock when their time is over.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Interval between checks of the interrupt.
const TICK: Duration = Duration::from_millis(50);

/// A thread that sets each flag when its time comes, and all flags once everything has to stop.
#[derive(Debug)]
pub struct Alarm {
    shared: Arc<AlarmState>,
    thread: Option<thread::JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct AlarmState {
    armed: Mutex<AlarmEntry>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct AlarmEntry {
    flags: BTreeMap<(Instant, u64), Arc<AtomicBool>>,
    next: u64,
    is_over: bool,
}

impl Alarm {
    /// An alarm that also goes off when `stop` is set.
    #[must_use]
    pub fn new(stop: Arc<AtomicBool>) -> Self {
        let shared = Arc::new(AlarmState::default());
        let thread = thread::spawn({
            let shared = Arc::clone(&shared);
            move || shared.watch(&stop)
        });
        Self { shared, thread: Some(thread) }
    }

    /// Sets `flag` at `at`, unless the returned guard is dropped before.
    pub fn arm(&self, at: Instant, flag: Arc<AtomicBool>) -> AlarmGuard<'_> {
        let mut armed = self.shared.armed();
        let key = (at, armed.next);
        armed.next += 1;
        // Otherwise the thread checks again before that time anyway.
        let is_urgent = armed.flags.is_empty() || at < Instant::now() + TICK;
        armed.flags.insert(key, flag);
        drop(armed);
        if is_urgent {
            self.shared.changed.notify_one();
        }
        AlarmGuard { shared: &self.shared, key }
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.shared.armed().is_over = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // The thread does not panic. If it did, there would be nobody to report it to.
            _ = thread.join();
        }
    }
}

impl AlarmState {
    fn armed(&self) -> MutexGuard<'_, AlarmEntry> {
        self.armed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self, stop: &AtomicBool) {
        let mut armed = self.armed();
        while !armed.is_over {
            let now = Instant::now();
            let is_stopped = stop.load(Ordering::Relaxed);
            for ((at, _), flag) in &armed.flags {
                if *at > now && !is_stopped {
                    break;
                }
                flag.store(true, Ordering::Relaxed);
            }
            let next = armed.flags.keys().map(|(at, _)| *at).find(|at| *at > now);
            armed = match next {
                // No flag is armed. A new one wakes the thread.
                None if armed.flags.is_empty() => self.changed.wait(armed).unwrap_or_else(PoisonError::into_inner),
                next => {
                    let pause = next.map_or(TICK, |at| TICK.min(at - now));
                    self.changed.wait_timeout(armed, pause).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

/// A flag that is going to be set. Dropping this cancels it.
#[derive(Debug)]
pub struct AlarmGuard<'a> {
    shared: &'a AlarmState,
    key: (Instant, u64),
}

impl Drop for AlarmGuard<'_> {
    fn drop(&mut self) {
        self.shared.armed().flags.remove(&self.key);
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn wait_for(flag: &AtomicBool) -> bool {
        let until = Instant::now() + Duration::from_secs(30);
        while !flag.load(Ordering::Relaxed) && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        flag.load(Ordering::Relaxed)
    }

    #[test]
    fn a_flag_is_set_when_its_time_comes_and_not_after_it_is_dropped() {
        let alarm = Alarm::new(Arc::default());
        let (soon, dropped, late) = (Arc::default(), Arc::default(), Arc::default());
        let now = Instant::now();
        drop(alarm.arm(now, Arc::clone(&dropped)));
        let _late = alarm.arm(now + Duration::from_secs(3600), Arc::clone(&late));
        let _soon = alarm.arm(now + Duration::from_millis(5), Arc::clone(&soon));
        assert!(wait_for(&soon));
        assert!(!late.load(Ordering::Relaxed));
    }

    #[test]
    fn a_stop_sets_all() {
        let stop = Arc::new(AtomicBool::new(false));
        let alarm = Alarm::new(Arc::clone(&stop));
        let flag = Arc::default();
        let _guard = alarm.arm(Instant::now() + Duration::from_secs(3600), Arc::clone(&flag));
        stop.store(true, Ordering::Relaxed);
        assert!(wait_for(&flag));
    }
}
