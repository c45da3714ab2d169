//! Tasks of any kind, executed by threads of this process.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Interval between checks of the interrupt.
const TICK: Duration = Duration::from_millis(50);

/// The stack of a thread in bytes: some searches are as deep as a board has cells.
const STACK: usize = 64 << 20;

/// Executes tasks as they come with this many threads, and passes each result to `done`, until there are no more tasks,
/// `done` breaks or `stop` is set. Results come in any order. A thread takes its next task only when `done` has had its last
/// result, on which that task may depend.
///
/// Each thread makes one worker. The worker gets the flag that it has to check while it works, and returns `None` for a
/// task that it gave up because of this flag. If the system starts fewer threads, the work takes longer.
pub fn in_threads<T: Send, R: Send, W: FnMut(T) -> Option<R>>(
    count: usize,
    stop: &AtomicBool,
    tasks: &mut (dyn Iterator<Item = T> + Send),
    worker: impl Fn(Arc<AtomicBool>) -> W + Sync,
    done: &mut dyn FnMut(R) -> ControlFlow<()>,
) {
    // The one flag that workers check. It is set when `done` breaks or everything has to stop.
    let halt = Arc::new(AtomicBool::new(stop.load(Ordering::Relaxed)));
    let tasks = Mutex::new(tasks);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for thread_idx in 0..count.max(1) {
            let (sender, tasks, worker, halt) = (sender.clone(), &tasks, &worker, Arc::clone(&halt));
            let run = move || {
                let mut work = worker(Arc::clone(&halt));
                while !halt.load(Ordering::Relaxed) {
                    // A thread that panicked while taking a task has left the rest intact.
                    let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(result) = task.and_then(&mut work) else { break };
                    // Nothing is sent there: it ends when the result was taken.
                    let (taken, until_taken) = mpsc::channel::<()>();
                    if sender.send((result, taken)).is_err() {
                        break;
                    }
                    _ = until_taken.recv();
                }
            };
            match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run) {
                Err(_) if thread_idx > 0 => break,
                begun => drop(begun.expect("the system can start a thread")),
            }
        }
        drop(sender);
        let mut is_enough = false;
        loop {
            match receiver.recv_timeout(TICK) {
                Ok((result, taken)) => {
                    is_enough = is_enough || done(result).is_break();
                    halt.fetch_or(is_enough, Ordering::Relaxed);
                    drop(taken);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if is_enough || stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
        }
    });
}
