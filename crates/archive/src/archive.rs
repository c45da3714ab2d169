//! Answers about whole boards, from a store or otherwise from the solver. Those to claims are in `claims`. They are kept as soon as they are found, with
//! certificates.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Seek};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::store::database::Access;
use crate::store::{Digest, Finding, Store};
use tesuji_board::{Cell, Player};
use tesuji_proof::{Certificate, CertificateError, CertificateReader, Draft};
use tesuji_prove::{BoardConfig, BoardSolver, DepthToWin, Distance, MoveMap, Proof, Question, Symmetry};
use tesuji_search::Limits;

use crate::files;
use crate::journal::{Journal, SearchObserver};
use crate::known::StoreCache;
use crate::sealed::{CertificateFile, CertificateSize, seal};
use crate::searches::SearchQuestion;
use crate::{ArchiveError, Runner};

/// Settings of an archive.
#[derive(Clone, Debug)]
pub struct ArchiveConfig {
    /// The store from which answers come and in which new ones are kept. It is created if it does not exist.
    pub store: Option<PathBuf>,
    /// The folder for certificates. It is created if it does not exist. Drafts of certificates are also kept there, as
    /// files without a name.
    pub certificates: Option<PathBuf>,
    /// Whether each answer gets a certificate, even if nobody wants it in a file.
    pub certify: bool,
    /// Memory for the tables of each position that is being searched, and as much again for its certificate.
    pub table_bytes: usize,
    /// Threads that search one position together.
    pub n_threads: usize,
    /// Whether the learned net says where to search first; `None`: where it pays.
    pub uses_net: Option<bool>,
    /// Whether solvers are reused from one position to the next.
    pub experience: Experience,
    /// Whether long searches keep their tables beside the store, and go on from those that are there.
    pub keeps_searches: bool,
}

impl Default for ArchiveConfig {
    /// No store, one thread, and small tables.
    fn default() -> Self {
        Self {
            store: None,
            certificates: None,
            certify: false,
            table_bytes: 1 << 20,
            n_threads: 1,
            uses_net: None,
            experience: Experience::None,
            keeps_searches: false,
        }
    }
}

/// Whether a solver that has answered one position is reused for the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Experience {
    /// A new solver each time, so that a position takes the same number of nodes wherever it is in the list.
    None,
    /// Solvers use what they have learned. This is for positions of one board that have much in common.
    Shared,
}

/// Requested results beside the winner.
#[derive(Clone, Copy, Default, Debug)]
pub struct AnswerOptions {
    /// All moves that win.
    pub moves: bool,
    /// Whether the depth to win is requested.
    pub depth_to_win: bool,
}

/// After a search of this many seconds, a notice says what it found before its certificate is made, which may take longer than the
/// search.
const LONG_SEARCH: f64 = 60.0;

/// The most positions that are searched for the exact depth to win if no limits are given. Beyond that, a certificate gives
/// a bound.
///
/// The empty 5x5 board takes 204 thousand.
const DEPTH_NODES: u64 = 300_000;

/// The name and version of this program, as a store has them.
pub(crate) const SOLVER: &str = concat!("tesuji ", env!("CARGO_PKG_VERSION"));

/// Answer about a position.
#[derive(Default, Debug)]
pub struct ArchiveAnswer {
    /// `None`: undecided.
    pub winner: Option<Player>,
    /// A move that wins, if one is known.
    pub winning_move: Option<Cell>,
    /// Moves known to win and to lose.
    pub moves: MoveMap,
    /// Depth to win, if requested.
    pub depth_to_win: Option<DepthToWin>,
    /// The nodes that the answer took, in this run or in the one that kept it.
    pub nodes: u64,
    /// The processor time of all threads that searched it.
    pub seconds: f64,
    /// Whether the winner was in the store.
    pub stored: bool,
    /// Proof numbers of an undecided position, if reported by the search.
    pub distance: Option<Distance>,
    /// The nodes that an earlier run searched without finding an answer, according to the store.
    pub vain_nodes: u64,
    /// The certificate of the answer, if it was asked for.
    pub certificate: Option<CertificateSize>,
    /// Whether a certificate that was asked for is missing because a limit was reached first.
    pub uncertified: bool,
    /// The checker's objection to the solver's certificate, if any.
    pub fault: Option<String>,
}

/// Answers questions about whole boards from the store, or otherwise by a search.
pub struct Archive {
    pub(crate) config: ArchiveConfig,
    pub(crate) notice: Arc<dyn Fn(&str) + Send + Sync>,
    pub(crate) store: Option<Arc<Store>>,
    pub(crate) observer: Option<SearchObserver>,
    /// The files of searches that run in this process.
    pub(crate) busy: Arc<Mutex<BTreeSet<PathBuf>>>,
    pub(crate) idle: Mutex<Vec<BoardSolver>>,
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Archive").field("config", &self.config).finish_non_exhaustive()
    }
}

impl Default for Archive {
    /// An archive that keeps nothing.
    fn default() -> Self {
        let config = ArchiveConfig::default();
        Self::with(config, Arc::new(|_| {}), None)
    }
}

impl Archive {
    /// Opens the store and makes the folder of certificates. `notice` is called with each line that a user should see,
    /// now and later: that nothing can be kept, or that the store does not trust one of its rows.
    ///
    /// # Errors
    ///
    /// If the store cannot be opened or the folder of certificates cannot be made.
    pub fn open(config: ArchiveConfig, notice: impl Fn(&str) + Send + Sync + 'static) -> Result<Self, ArchiveError> {
        let store = config.store.as_deref().map(Store::open_or_create).transpose()?.map(Arc::new);
        if let Some(store) = &store {
            store.examine()?;
            if store.access() == Access::ReadOnly {
                let path = store.path().display();
                notice(&format!("the store {path} cannot be written where it lies: new answers are not kept"));
            }
        }
        if let Some(folder) = &config.certificates {
            files::make_folder(folder)?;
        }
        let archive = Self::with(config, Arc::new(notice), store);
        archive.report_doubts();
        Ok(archive)
    }

    fn with(config: ArchiveConfig, notice: Arc<dyn Fn(&str) + Send + Sync>, store: Option<Arc<Store>>) -> Self {
        Self { config, notice, store, observer: None, busy: Arc::default(), idle: Mutex::default() }
    }

    /// The value, or a notice in place of an error: a search can go on without the store.
    pub fn noted<T>(&self, result: Result<T, ArchiveError>) -> Option<T> {
        result.map_err(|error| (self.notice)(&error.to_string())).ok()
    }

    /// Reports the rows that the store does not trust, and so does not use.
    pub(crate) fn report_doubts(&self) {
        let doubts = self.store.as_deref().map_or(Vec::new(), Store::take_doubts);
        doubts.iter().for_each(|doubt| (self.notice)(doubt));
    }

    /// The store, if answers can be kept in it.
    pub(crate) fn keeper(&self) -> Option<&Arc<Store>> {
        self.store.as_ref().filter(|store| store.access() == Access::Full)
    }

    /// Answers a question; `None` if the runner was stopped first.
    ///
    /// A certificate is written for each of `places`: an image of the question, which may be the question itself, and
    /// the file for its certificate.
    ///
    /// # Errors
    ///
    /// If the store or a certificate cannot be read or written.
    pub fn answer(
        &self,
        question: &Question,
        wanted: AnswerOptions,
        places: &[(Question, PathBuf)],
        runner: &impl Runner,
    ) -> Result<Option<ArchiveAnswer>, ArchiveError> {
        let mut solver = None;
        let mut solved = self.recall(question)?;
        self.report_doubts();
        let has_moves = solved.winner == Some(question.to_move.opponent()) || solved.moves.is_complete(question);
        let is_complete = if wanted.moves { has_moves } else { solved.winner.is_some() };
        let wants_certificate = self.config.certify || !places.is_empty();
        let searched = (!is_complete || wants_certificate).then(|| SearchQuestion::Position(question.clone()));
        let journal = Arc::new(self.journal(searched, runner.name())?);
        if !is_complete {
            let solver = solver.insert(self.solver());
            let (searched, seconds) = runner.run(|limits, seconds| {
                let mut search = ArchiveSearch { solver, question, limits, seconds, journal: &journal };
                self.search_winner(&mut search, &mut solved)?;
                if wanted.moves { self.search_moves(&mut search, &mut solved) } else { Ok(()) }
            });
            searched?;
            solved.seconds += seconds;
        }
        if solved.winner.is_none() {
            // A search that was stopped has no answer, but what it took is kept as well.
            let is_stopped = runner.is_stopped();
            if !is_stopped || solved.nodes > 0 {
                self.keep(question, &solved, None)?;
            }
            if is_stopped {
                return Ok(None);
            }
        } else {
            let certificate = match wants_certificate {
                true => self.certify(question, places, &mut solved, &mut solver, (runner, &journal))?,
                false => None,
            };
            if let Some(winner) = solved.winner.filter(|_| wanted.depth_to_win) {
                solved.depth_to_win = Some(self.depth_to_win(question, winner, certificate, &mut solver, runner)?);
            }
        }
        if let Some(solver) = solver.filter(|_| self.config.experience == Experience::Shared) {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(solver);
        }
        Ok(Some(solved))
    }

    /// Result from the board itself or the store.
    pub(crate) fn recall(&self, question: &Question) -> Result<ArchiveAnswer, ArchiveError> {
        let mut solved = ArchiveAnswer { winner: question.winner(), ..ArchiveAnswer::default() };
        let Some(store) = self.store.as_deref().filter(|_| solved.winner.is_none()) else { return Ok(solved) };
        let mut kept = StoreCache::new(Some(store), &Limits::default(), None);
        solved.moves = MoveMap::recall(question, &mut kept);
        kept.failure.map_or(Ok(()), Err)?;
        solved.winning_move = solved.moves.winning.iter().next();
        // The winner may follow from the moves that are known.
        solved.winner = solved.moves.winner(question);
        match store.find(question)?.map(|entry| entry.finding) {
            Some(finding @ Finding { winner: Some(_), .. }) => {
                (solved.winner, solved.nodes, solved.seconds) = (finding.winner, finding.nodes, finding.seconds);
                solved.winning_move = finding.winning_move.or(solved.winning_move);
            }
            Some(Finding { nodes, .. }) => solved.vain_nodes = nodes,
            None => {}
        }
        solved.stored = solved.winner.is_some();
        Ok(solved)
    }

    /// Searches for the winner, if it is not known yet, and keeps the answer at once.
    fn search_winner(
        &self,
        ArchiveSearch { solver, question, limits, seconds, journal }: &mut ArchiveSearch<'_>,
        solved: &mut ArchiveAnswer,
    ) -> Result<(), ArchiveError> {
        if solved.winner.is_none() {
            let answer = solver.solve_kept(question, &self.watched(question, limits, journal), Some(&***journal));
            self.close(journal, answer.nodes, seconds())?;
            let before = journal.before();
            if before.nodes > 0 {
                // The answer took what all runs spent.
                solved.vain_nodes = 0;
            }
            (solved.nodes, solved.distance) = (before.nodes + answer.nodes, answer.distance);
            solved.seconds = before.seconds;
            (solved.winner, solved.winning_move) = (answer.winner, answer.winning_move);
            if let (Some(store), Some(_)) = (self.keeper(), solved.winner) {
                store.keep(question, &Finding { seconds: before.seconds + seconds(), ..finding(solved) })?;
            }
        }
        Ok(())
    }

    /// Finds out which moves of the winner win, and keeps each answer at once.
    fn search_moves(
        &self,
        ArchiveSearch { solver, question, limits, seconds, .. }: &mut ArchiveSearch<'_>,
        solved: &mut ArchiveAnswer,
    ) -> Result<(), ArchiveError> {
        if solved.winner == Some(question.to_move) {
            let mut kept = StoreCache::new(self.store.as_deref(), limits, Some(*seconds));
            let left = limits.nodes.map(|most| most.saturating_sub(solved.nodes));
            let limits = Limits { nodes: left, ..(*limits).clone() };
            solved.moves = solver.search_moves(question, solved.winning_move, &limits, &mut kept);
            solved.nodes += solved.moves.nodes;
            kept.failure.map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    pub(crate) fn keep(
        &self,
        question: &Question,
        solved: &ArchiveAnswer,
        certificate: Option<Digest>,
    ) -> Result<(), ArchiveError> {
        let Some(store) = self.keeper() else { return Ok(()) };
        Ok(store.keep(question, &Finding { certificate, ..finding(solved) })?)
    }

    /// Depth to win: exactly, or as the bound of a certificate, which is made if there is none.
    fn depth_to_win(
        &self,
        question: &Question,
        winner: Player,
        sealed: Option<CertificateFile>,
        solver: &mut Option<BoardSolver>,
        runner: &impl Runner,
    ) -> Result<DepthToWin, ArchiveError> {
        let (searched, _) = runner.run(|limits, _| {
            let nodes = if runner.has_limits() { limits.nodes } else { Some(DEPTH_NODES) };
            DepthToWin::search(question, winner, &Limits { nodes, ..limits.clone() }, self.config.table_bytes)
        });
        if searched.is_exact() {
            return Ok(searched);
        }
        let mut sealed = match sealed {
            None => self.stored_certificate(question, Some(winner))?,
            known => known,
        };
        // A draft is a file, and a browser has none.
        if sealed.is_none() && cfg!(not(target_family = "wasm")) {
            let solver = solver.get_or_insert_with(|| self.solver());
            let made = runner.run(|limits, _| self.prove(solver, question, limits)).0?;
            sealed = made.and_then(|file| seal(file, question, Some(winner)).ok());
        }
        let Some(sealed) = sealed else { return Ok(searched) };
        let certificate = Certificate::read(BufReader::new(sealed.bytes()?))?;
        Ok(searched.bounded_by(question, &certificate))
    }

    /// Finds a certificate in the store or makes one, has it checked, and writes it to `places`.
    fn certify(
        &self,
        question: &Question,
        places: &[(Question, PathBuf)],
        solved: &mut ArchiveAnswer,
        solver: &mut Option<BoardSolver>,
        (runner, journal): (&impl Runner, &Journal),
    ) -> Result<Option<CertificateFile>, ArchiveError> {
        let sealed = match self.stored_certificate(question, solved.winner)? {
            Some(sealed) => sealed,
            None => {
                if let Some(winner) = solved.winner.filter(|_| solved.seconds >= LONG_SEARCH) {
                    (self.notice)(&format!(
                        "{winner} wins, after {} positions in {:.0} s; the certificate is being made",
                        solved.nodes, solved.seconds
                    ));
                }
                let is_new = solver.is_none();
                let solver = solver.get_or_insert_with(|| self.solver());
                let made = runner.run(|limits, _| {
                    if is_new {
                        self.search_again(solver, question, limits, journal)?;
                    }
                    self.prove(solver, question, limits)
                });
                let Some(file) = made.0? else {
                    solved.uncertified = true;
                    return Ok(None);
                };
                match seal(file, question, solved.winner) {
                    Ok(sealed) => {
                        let digest = match self.keeper() {
                            Some(store) => Some(store.keep_certificate(sealed.bytes()?)?),
                            None => None,
                        };
                        self.keep(question, solved, digest)?;
                        // What the search knew is of no use any more.
                        journal.remove();
                        sealed
                    }
                    Err(fault) => {
                        // An answer whose proof is rejected is not an answer.
                        if let Some(store) = self.keeper() {
                            store.forget(question)?;
                        }
                        *solved = ArchiveAnswer { fault: Some(fault), ..ArchiveAnswer::default() };
                        return Ok(None);
                    }
                }
            }
        };
        for (image, path) in places {
            if image == question {
                files::copy_whole(path, sealed.bytes()?)?;
                continue;
            }
            let rejected = |fault: String| ArchiveError::Rejected { path: path.clone(), fault };
            let symmetry = symmetry_to(question, image)
                .ok_or_else(|| rejected("it is not about an image of the question".to_owned()))?;
            let turned = symmetry.rewrite(sealed.bytes()?, files::nameless(&self.folder())?)?;
            let turned = turned.ok_or_else(|| rejected("it is not about a board of Hex".to_owned()))?;
            let winner = solved.winner.map(|winner| symmetry.player(winner));
            files::copy_whole(path, seal(turned, image, winner).map_err(rejected)?.bytes()?)?;
        }
        solved.certificate = Some(sealed.accepted);
        Ok(Some(sealed))
    }

    /// The folder for certificates that have no name yet: the one that they will go to.
    fn folder(&self) -> PathBuf {
        let of_store = || {
            self.store.as_ref().map(|store| match store.access() {
                Access::Full => files::folder_of(store.path()).to_owned(),
                Access::ReadOnly => std::env::temp_dir(),
            })
        };
        self.config.certificates.clone().or_else(of_store).unwrap_or_else(|| PathBuf::from("."))
    }

    /// A certificate of who wins, in a file without a name; `None` if a limit was reached first.
    fn prove(
        &self,
        solver: &mut BoardSolver,
        question: &Question,
        limits: &Limits,
    ) -> Result<Option<File>, ArchiveError> {
        let mut draft = Draft::new(files::nameless(&self.folder())?, question.topology.n_cells())?;
        let Some(Proof { heading, root }) = solver.prove(question, limits, &mut draft)? else {
            return Ok(None);
        };
        Ok(Some(draft.write(&heading, root, files::nameless(&self.folder())?)?))
    }

    /// The certificate in the store, turned so that it is about the question itself. `None` if there is none, or it was
    /// lost or damaged.
    pub(crate) fn stored_certificate(
        &self,
        question: &Question,
        winner: Option<Player>,
    ) -> Result<Option<CertificateFile>, ArchiveError> {
        let Some(store) = &self.store else { return Ok(None) };
        let entry = store.find(question)?;
        let Some(digest) = entry.and_then(|entry| entry.finding.certificate) else { return Ok(None) };
        let Ok(mut file) = store.certificates().open(digest) else { return Ok(None) };
        let claimed = CertificateReader::new(BufReader::new(&file)).ok();
        let claimed = claimed.and_then(|reader| Question::of_claim(&reader.heading().claim));
        let Some(symmetry) = claimed.and_then(|claimed| symmetry_to(&claimed, question)) else { return Ok(None) };
        if symmetry != Symmetry::Identity {
            file.rewind()?;
            match symmetry.rewrite(&file, files::nameless(&self.folder())?) {
                Ok(Some(turned)) => file = turned,
                Ok(None) => return Ok(None),
                Err(fault @ CertificateError::Write(_)) => return Err(fault.into()),
                Err(_) => return Ok(None),
            }
        }
        Ok(seal(file, question, winner).ok())
    }

    fn solver(&self) -> BoardSolver {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| {
            let ArchiveConfig { table_bytes, n_threads, uses_net, .. } = self.config;
            let uses_net = uses_net.unwrap_or(BoardConfig::default().uses_net);
            BoardSolver::new(BoardConfig { table_bytes, proof_bytes: table_bytes, n_threads, uses_net })
        })
    }
}

/// A search in progress.
struct ArchiveSearch<'s> {
    solver: &'s mut BoardSolver,
    question: &'s Question,
    limits: &'s Limits,
    /// Seconds taken so far.
    seconds: &'s dyn Fn() -> f64,
    journal: &'s Arc<Journal>,
}

/// The symmetry that turns one position into the other.
fn symmetry_to(from: &Question, to: &Question) -> Option<Symmetry> {
    Symmetry::ALL.into_iter().find(|symmetry| symmetry.question(from) == *to)
}

pub(crate) fn finding(solved: &ArchiveAnswer) -> Finding {
    Finding {
        winner: solved.winner,
        winning_move: solved.winning_move,
        nodes: solved.nodes,
        seconds: solved.seconds,
        solver: SOLVER.to_owned(),
        certificate: None,
        distance: solved.distance,
    }
}

#[cfg(feature = "testing")]
mod tests {
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    use tesuji_board::{CellSet, Topology};

    use super::*;
    use crate::WallClock;

    fn open(folder: &Path) -> Archive {
        let config = ArchiveConfig { store: Some(folder.join("store")), certify: true, ..ArchiveConfig::default() };
        Archive::open(config, |notice| panic!("{notice}")).unwrap()
    }

    fn empty(side: usize) -> Question {
        let topology = Arc::new(Topology::rhombus(side, side).unwrap());
        Question { topology, black: CellSet::new(), white: CellSet::new(), to_move: Player::Black }
    }

    #[test]
    fn an_answer_is_kept_with_its_certificate() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("4x4.cert");
        let answer = |places: &[(Question, PathBuf)]| {
            let answer = open(folder.path()).answer(&empty(4), AnswerOptions::default(), places, &WallClock::default());
            answer.unwrap().unwrap()
        };
        let found = answer(&[]);
        assert_eq!((found.winner, found.stored, &found.fault), (Some(Player::Black), false, &None));
        let again = answer(&[(empty(4), path.clone())]);
        assert_eq!((again.winner, again.stored, again.nodes), (found.winner, true, found.nodes));
        assert!(again.certificate.is_some() && again.certificate == found.certificate);
        assert_eq!(std::fs::metadata(path).unwrap().len(), again.certificate.unwrap().bytes);
    }

    /// Lets a search have some nodes, and is stopped then.
    struct Stopping(u64);

    impl Runner for Stopping {
        fn run<R>(&self, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> (R, f64) {
            (search(&Limits::nodes(self.0), &|| 2.5), 2.5)
        }

        fn is_stopped(&self) -> bool {
            true
        }
    }

    #[test]
    fn what_is_stopped_has_no_answer_but_its_numbers_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let kept = |archive: &Archive| archive.store().unwrap().find(&empty(7)).unwrap().map(|entry| entry.finding);
        let runner = WallClock::default();
        runner.limits.interrupt.store(true, Ordering::Relaxed);
        assert!(open(folder.path()).answer(&empty(7), AnswerOptions::default(), &[], &runner).unwrap().is_none());
        for (nodes, most) in [(30, 30), (50, 50), (10, 50)] {
            let archive = open(folder.path());
            assert!(archive.answer(&empty(7), AnswerOptions::default(), &[], &Stopping(nodes)).unwrap().is_none());
            let finding = kept(&archive).expect("an undecided row");
            assert_eq!((finding.winner, finding.nodes, finding.seconds), (None, most, 2.5));
            assert!(finding.distance.is_some());
        }
        // An answer stays, whatever is given up afterwards.
        let archive = open(folder.path());
        let answer = ArchiveAnswer { winner: Some(Player::Black), nodes: 1, ..ArchiveAnswer::default() };
        archive.remember(&empty(7), &answer);
        archive.remember(&empty(7), &ArchiveAnswer { nodes: 99, ..ArchiveAnswer::default() });
        assert_eq!(kept(&archive).unwrap().winner, Some(Player::Black));
    }

    #[test]
    fn a_search_keeps_its_numbers_while_it_runs() {
        let folder = tempfile::tempdir().unwrap();
        let archive = open(folder.path());
        let outer = Limits::default();
        let journal = archive.journal(Some(SearchQuestion::Position(empty(9))), None).unwrap();
        let limits = archive.watched(&empty(9), &outer, &Arc::new(journal));
        std::thread::sleep(std::time::Duration::from_millis(1_050));
        assert!((1..=40).all(|n_nodes| !limits.reached(n_nodes)));
        let finding = archive.store().unwrap().find(&empty(9)).unwrap().expect("the search has not ended").finding;
        assert_eq!((finding.winner, finding.distance), (None, None));
        assert!((1..40).contains(&finding.nodes) && finding.seconds < 1.0, "{finding:?}");
        // The search itself is stopped and watched as before.
        outer.interrupt.store(true, Ordering::Relaxed);
        assert!(limits.reached(41) && outer.progress.load(Ordering::Relaxed) == 41);
    }
}
