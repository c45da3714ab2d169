//! The journal of a search: appends its records to a file beside the store, keeps decided replies in the store, and says how
//! far the search is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tesuji_board::Cell;
use tesuji_problem::board::Question;
use tesuji_prove::{
    Answer, BoardConfig, BoardSolver, JournalWish, RecordSink, SearchJournal, SearchState, SettledReply, claim_state,
};
use tesuji_search::Limits;

use crate::archive::{ArchiveAnswer, SOLVER, finding};
use crate::searches::{SearchFile, SearchFileError, SearchQuestion, Spent};
use crate::store::{Finding, Store, StoreError};
use crate::{Archive, ArchiveError};

/// The time between two blocks. A search that ends earlier leaves no file.
const EVERY: Duration = Duration::from_secs(1);
/// A block is written earlier if it has this many bytes.
const LONG_BLOCK: usize = 1 << 20;
/// A file is made shorter at this length, if the tables are not longer.
const LEAST_BOUND: u64 = 16 << 20;
/// The fewest positions searched below a position whose decided replies are kept as answers of the store.
const LEAST_SETTLED: u64 = 1_000;

/// Progress of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchReport {
    /// The name that the caller has for the question.
    pub name: String,
    /// Its question.
    pub question: SearchQuestion,
    /// Its state.
    pub state: SearchState,
    /// Its cost, earlier runs included.
    pub spent: Spent,
    /// Whether the search has ended.
    pub is_last: bool,
}

/// Is called with reports on searches.
#[derive(Clone)]
pub(crate) struct SearchObserver {
    every: Duration,
    show: Arc<dyn Fn(&SearchReport) + Send + Sync>,
}

impl SearchReport {
    /// Reads how far a search is that was kept. Another process may be at it.
    ///
    /// # Errors
    ///
    /// If the file is no search, of another version, damaged or unreadable.
    pub fn read(path: &Path) -> Result<Self, ArchiveError> {
        let file = SearchFile::read(path)?;
        let (question, spent) = (file.question.clone(), file.spent);
        let journal = Journal::default();
        journal.pages().file = Some(file);
        let state = match &question {
            SearchQuestion::Position(question) => BoardSolver::new(BoardConfig::default()).state(question, &journal),
            SearchQuestion::Claim(claim) => claim_state(claim, &journal),
        };
        journal.pages().refused.take().map_or(Ok(()), Err)?;
        let state = state.unwrap_or_default();
        Ok(Self { name: String::new(), question, state, spent, is_last: true })
    }
}

/// Files and reports of one search.
#[derive(Default)]
pub(crate) struct Journal {
    name: String,
    /// `None` if nothing is to be kept or shown.
    question: Option<SearchQuestion>,
    /// `None` if nothing can be kept.
    path: Option<PathBuf>,
    store: Option<Arc<Store>>,
    observer: Option<SearchObserver>,
    /// The cost of earlier runs.
    before: Spent,
    /// The bits of the seconds that this run has taken so far.
    seconds: AtomicU64,
    max_bytes: u64,
    pages: Mutex<Pages>,
    /// The searches of this process.
    busy: Arc<Mutex<BTreeSet<PathBuf>>>,
}

#[derive(Default)]
struct Pages {
    file: Option<SearchFile>,
    /// Records that are not in the file yet.
    new: Vec<u8>,
    nodes: u64,
    /// Times of the last block and of the last report, or of the beginning of the search.
    written: Option<Instant>,
    shown: Option<Instant>,
    /// From which length on the file is made shorter, if that is more than the journal's bound.
    bound: u64,
    /// Whether nothing more can be kept.
    is_closed: bool,
    /// The first thing that went wrong while the search ran.
    fault: Option<ArchiveError>,
    /// Reason why the search may not begin.
    refused: Option<ArchiveError>,
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Journal").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if let (Some(path), Ok(mut busy)) = (&self.path, self.busy.lock()) {
            busy.remove(path);
        }
    }
}

impl Archive {
    /// This archive, with a report on each long search now and then, and at its end.
    #[must_use]
    pub fn observed(mut self, every: Duration, show: impl Fn(&SearchReport) + Send + Sync + 'static) -> Self {
        self.observer = Some(SearchObserver { every, show: Arc::new(show) });
        self
    }

    /// The limits of a search whose numbers are kept while it runs, if anything can be kept.
    pub(crate) fn watched(&self, question: &Question, limits: &Limits, journal: &Arc<Journal>) -> Limits {
        let question = question.clone();
        self.watched_by(limits, journal, move |store, Spent { nodes, seconds }| {
            store.keep(&question, &finding(&ArchiveAnswer { nodes, seconds, ..ArchiveAnswer::default() }))
        })
    }

    /// Limits for a search during which `keep` writes what was spent now and then.
    #[cfg_attr(target_family = "wasm", expect(unused_variables, reason = "a browser has no store"))]
    pub(crate) fn watched_by(
        &self,
        limits: &Limits,
        journal: &Arc<Journal>,
        keep: impl Fn(&Store, Spent) -> Result<(), StoreError> + Send + Sync + 'static,
    ) -> Limits {
        #[cfg(not(target_family = "wasm"))]
        if self.keeper().is_some() || journal.is_observed() {
            let (store, journal) = (self.keeper().cloned(), Arc::clone(journal));
            return crate::saving::kept_by(limits, move |nodes, seconds| {
                let spent = journal.note(nodes, seconds);
                // What cannot be written now is written in a second, or at the end, where an error is reported.
                _ = store.as_deref().map(|store| keep(store, spent));
            });
        }
        limits.clone()
    }

    /// Solves a position with a solver of the caller, within limits of which `seconds` have gone by. The search goes on from what
    /// is kept, and its table is kept. Returns the answer, with the nodes of all runs, and the seconds of earlier ones.
    ///
    /// # Errors
    ///
    /// If a kept search cannot be used, or another process is at it.
    pub fn solve(
        &self,
        solver: &mut BoardSolver,
        question: &Question,
        limits: &Limits,
        seconds: &dyn Fn() -> f64,
    ) -> Result<(Answer, f64), ArchiveError> {
        let journal = Arc::new(self.journal(Some(SearchQuestion::Position(question.clone())), None)?);
        let mut answer = solver.solve_kept(question, &self.watched(question, limits, &journal), Some(&*journal));
        self.close(&journal, answer.nodes, seconds())?;
        answer.nodes += journal.before().nodes;
        Ok((answer, journal.before().seconds))
    }

    /// Searches a position whose winner is known again, from what was kept: a certificate needs the table.
    pub(crate) fn search_again(
        &self,
        solver: &mut BoardSolver,
        question: &Question,
        limits: &Limits,
        journal: &Journal,
    ) -> Result<(), ArchiveError> {
        if journal.is_begun() {
            let nodes = solver.solve_kept(question, limits, Some(journal)).nodes;
            self.close(journal, nodes, 0.0)?;
        }
        Ok(())
    }

    /// Ends the journal of a search that took this much. What went wrong meanwhile is a notice.
    ///
    /// # Errors
    ///
    /// Why the search did not begin.
    pub(crate) fn close(&self, journal: &Journal, nodes: u64, seconds: f64) -> Result<(), ArchiveError> {
        self.noted(journal.finish(nodes, seconds)?.map_or(Ok(()), Err));
        Ok(())
    }

    /// The journal of a search; of one that nobody needs to know of, without a question. It goes on from what earlier searches have kept; the lock of their file ends with it.
    ///
    /// # Errors
    ///
    /// If a kept search cannot be used, or another process is at it.
    pub(crate) fn journal(
        &self,
        question: Option<SearchQuestion>,
        name: Option<String>,
    ) -> Result<Journal, ArchiveError> {
        let store = self.keeper().filter(|_| self.config.keeps_searches).cloned();
        let path = store.as_ref().zip(question.as_ref()).map(|(store, question)| store.searches().path(question));
        let mut lock = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        // Of two equal searches in one process the first is kept.
        let path = path.filter(|path| lock.insert(path.clone()));
        drop(lock);
        let mut journal = Journal::default();
        journal.name = name.unwrap_or_default();
        journal.observer = self.observer.clone().filter(|_| question.is_some());
        (journal.question, journal.path, journal.store) = (question, path, store);
        journal.max_bytes = (self.config.table_bytes as u64).max(LEAST_BOUND);
        journal.busy = Arc::clone(&self.busy);
        if let (Some(path), Some(question)) = (&journal.path, &journal.question)
            && let Some(file) = SearchFile::resume(path, question)?
        {
            journal.before = file.spent;
            journal.pages().file = Some(file);
        }
        Ok(journal)
    }
}

#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a browser keeps no search"))]
impl Journal {
    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cost of earlier runs.
    pub(crate) const fn before(&self) -> Spent {
        self.before
    }

    /// Whether an earlier run has left something to go on with.
    pub(crate) fn is_begun(&self) -> bool {
        self.pages().file.is_some()
    }

    /// Notes the seconds that this run has taken so far. Returns what was spent on the question when it has searched `nodes`.
    pub(crate) fn note(&self, nodes: u64, seconds: f64) -> Spent {
        self.seconds.store(seconds.to_bits(), Ordering::Relaxed);
        self.spent(nodes)
    }

    fn spent(&self, nodes: u64) -> Spent {
        let seconds = f64::from_bits(self.seconds.load(Ordering::Relaxed));
        Spent { nodes: self.before.nodes + nodes, seconds: self.before.seconds + seconds }
    }

    /// Writes what is left at the end of a search. Returns the first thing that went wrong meanwhile: the search does not
    /// depend on it.
    ///
    /// # Errors
    ///
    /// Why the search did not begin.
    pub(crate) fn finish(&self, nodes: u64, seconds: f64) -> Result<Option<ArchiveError>, ArchiveError> {
        self.note(nodes, seconds);
        let mut pages = self.pages();
        if let Some(refused) = pages.refused.take() {
            return Err(refused);
        }
        pages.nodes = nodes;
        // A search that is short and has no file needs none.
        if pages.file.is_some() {
            self.write(&mut pages);
        }
        Ok(pages.fault.take())
    }

    /// Whether anybody wants to know how far it is.
    pub(crate) const fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    /// Removes the file: the answer has a certificate.
    pub(crate) fn remove(&self) {
        if let Some(file) = self.pages().file.take() {
            file.remove();
        }
    }

    fn write(&self, pages: &mut Pages) {
        let (Some(path), Some(question), false) = (&self.path, &self.question, pages.is_closed) else {
            pages.new.clear();
            return;
        };
        let spent = self.spent(pages.nodes);
        let mut write = || -> Result<(), SearchFileError> {
            let file = match &mut pages.file {
                Some(file) => file,
                // It fails if another process has begun the same search in the meantime.
                none => none.insert(SearchFile::create(path, question, self.before)?),
            };
            file.append(&pages.new, spent)
        };
        if let Err(error) = write() {
            pages.is_closed = true;
            pages.fault.get_or_insert(error.into());
        }
        pages.new.clear();
    }
}

impl SearchJournal for Journal {
    fn replay(&self, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let mut pages = self.pages();
        let Some(file) = &mut pages.file else { return true };
        let replayed = file.replay(take);
        let is_whole = replayed.is_ok();
        pages.refused = replayed.err().map(ArchiveError::from);
        is_whole
    }

    fn append(&self, record: &[u8], n_nodes: u64) -> JournalWish {
        if self.path.is_none() && self.observer.is_none() {
            return JournalWish::Nothing;
        }
        let mut pages = self.pages();
        pages.nodes = n_nodes;
        if self.path.is_some() {
            pages.new.extend(record);
        }
        let now = Instant::now();
        if pages.new.len() >= LONG_BLOCK || now >= *pages.written.get_or_insert(now) + EVERY {
            self.write(&mut pages);
            pages.written = Some(now);
            let length = pages.file.as_ref().map_or(0, SearchFile::len);
            if length > pages.bound.max(self.max_bytes) {
                return JournalWish::Rewrite;
            }
        }
        match &self.observer {
            Some(SearchObserver { every, .. }) if now >= *pages.shown.get_or_insert(now) + *every => {
                pages.shown = Some(now);
                JournalWish::State
            }
            _ => JournalWish::Nothing,
        }
    }

    fn rewrite(&self, records: &mut dyn FnMut(&mut RecordSink<'_>)) {
        let mut pages = self.pages();
        let spent = self.spent(pages.nodes);
        let Some(mut file) = pages.file.take() else { return };
        let replaced = file.replace(|new| {
            let (mut block, mut outcome) = (Vec::new(), Ok(()));
            records(&mut |record| {
                block.extend(record);
                if block.len() >= LONG_BLOCK && outcome.is_ok() {
                    outcome = new.append(&block, spent);
                    block.clear();
                }
            });
            outcome.and_then(|()| new.append(&block, spent))
        });
        // If the table alone is longer than the bound, the file may grow to twice its length.
        pages.bound = 2 * file.len();
        pages.file = Some(file);
        if let Err(error) = replaced {
            // The file is as it was, and grows no more.
            pages.is_closed = true;
            pages.fault.get_or_insert(error.into());
        }
    }

    fn least_settled(&self) -> u64 {
        LEAST_SETTLED
    }

    fn settle(&self, settled: &SettledReply<'_>) {
        let (Some(store), Some(SearchQuestion::Position(question))) = (&self.store, &self.question) else { return };
        let after = |question: Question, cell: &u16| question.after(Cell::new(usize::from(*cell)));
        let question = settled.moves.iter().fold(question.clone(), after);
        let Spent { nodes, seconds } = self.spent(settled.of);
        let finding = Finding {
            winner: Some(if settled.wins { question.to_move } else { question.to_move.opponent() }),
            winning_move: settled.winning_move.map(|cell| Cell::new(usize::from(cell))),
            nodes: settled.nodes,
            // The share of the whole search.
            seconds: seconds * settled.nodes as f64 / nodes.max(1) as f64,
            solver: SOLVER.to_owned(),
            certificate: None,
            distance: None,
        };
        if let Err(error) = store.keep(&question, &finding) {
            self.pages().fault.get_or_insert(error.into());
        }
    }

    fn is_watched(&self) -> bool {
        self.is_observed()
    }

    fn show(&self, state: &SearchState, is_last: bool) {
        if let (Some(SearchObserver { show, .. }), Some(question)) = (&self.observer, &self.question) {
            let spent = self.spent(self.pages().nodes);
            let (name, question, state) = (self.name.clone(), question.clone(), state.clone());
            show(&SearchReport { name, question, state, spent, is_last });
        }
    }
}
