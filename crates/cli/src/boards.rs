//! Whole boards: answers from a store or else from the solver, kept the moment they are found, with certificates.
//!
//! What `tesuji solve` and `tesuji openings` have in common. Who wins is the library's business.

use std::fs::File;
use std::io::{BufReader, Seek};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use miette::{IntoDiagnostic, Result, miette};
use tesuji_board::{Cell, Player};
use tesuji_proof::{Certificate, CertificateError, CertificateReader, Draft, Verdict, check_stream};
use tesuji_search::{Limits, MOST_THREADS};
use tesuji_solve::{BoardConfig, BoardSolver, Distance, Known, MoveMap, Proof, Question, Resistance, Symmetry};
use tesuji_store::database::Access;
use tesuji_store::{Finding, Store, StoreError};

use crate::clock::SearchClock;
use crate::files::{self, Accepted};
use crate::pool::{Pool, capped};
use crate::text;

/// Options of every command that solves whole boards.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Take answers from this store, and keep new ones in it; it is made if it is not there
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Write a certificate of each answer to this folder, as `<id>.cert`, of Amazons `<id>.json`; a store keeps it too
    #[arg(long, value_name = "DIR")]
    pub(crate) certificates: Option<PathBuf>,
    /// Make a certificate of each answer and keep it in the store
    #[arg(long, requires = "store")]
    pub(crate) certify: bool,
    /// The most processor time for each position, all its threads together, and again for its certificate: `60s`,
    /// `500ms`, `5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration)]
    pub(crate) limit: Option<Duration>,
    /// The most nodes for each position
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// How many positions at a time
    #[arg(short, long, value_name = "N", default_value = "1")]
    pub(crate) jobs: NonZeroUsize,
    /// How many threads search one position together
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) threads: NonZeroUsize,
    /// Memory for the tables of all positions that are searched at a time, and as much again for their certificates:
    /// `512M`, `4G`
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = text::parse_memory)]
    pub(crate) memory: usize,
    /// Print one JSON object a line, and nothing else; `seconds` are processor time, as for `--limit`
    #[arg(long)]
    pub(crate) json: bool,
}

/// Does a solver that has answered one position go on to the next?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Experience {
    /// A new solver each time, so that a position takes the same nodes wherever it stands.
    None,
    /// What was learned is used: for positions of one board that have much in common.
    Shared,
}

/// What is asked for beside who wins?
#[derive(Clone, Copy, Default)]
pub(crate) struct Wanted {
    /// All moves that win.
    pub(crate) moves: bool,
    /// How long the loser can hold out.
    pub(crate) resistance: bool,
}

/// Most positions that are searched for the exact resistance; beyond, there is the bound of a certificate.
///
/// The empty 5x5 board takes 204 thousand.
const RESISTANCE_NODES: u64 = 300_000;

/// What is known about a position in the end.
#[derive(Default)]
pub(crate) struct Solved {
    /// `None`: undecided.
    pub(crate) winner: Option<Player>,
    pub(crate) winning_move: Option<Cell>,
    pub(crate) moves: MoveMap,
    pub(crate) resistance: Option<Resistance>,
    /// What the answer took, in this run or in the one that kept it.
    pub(crate) nodes: u64,
    /// Processor time of all threads that searched it.
    pub(crate) seconds: f64,
    /// Was the winner in the store?
    pub(crate) stored: bool,
    /// How far an undecided position is from an answer, if the search says so.
    pub(crate) distance: Option<Distance>,
    /// Nodes that an earlier run searched in vain, by the store.
    pub(crate) vain_nodes: u64,
    pub(crate) certificate: Option<Accepted>,
    /// Why a certificate that was asked for is not there, other than for want of an answer.
    pub(crate) uncertified: bool,
    /// Why the checker rejects the solver's certificate, if it does.
    pub(crate) fault: Option<String>,
}

/// Answers questions about whole boards.
pub(crate) struct Desk<'a> {
    options: &'a Options,
    pool: &'a Pool,
    store: Option<Store>,
    experience: Experience,
    n_threads: usize,
    idle: Mutex<Vec<BoardSolver>>,
}

impl<'a> Desk<'a> {
    /// # Errors
    ///
    /// If the store cannot be opened or the folder of certificates not made.
    pub(crate) fn open(options: &'a Options, pool: &'a Pool, experience: Experience) -> Result<Self> {
        let store = options.store.as_deref().map(Store::open_or_create).transpose().into_diagnostic()?;
        if let Some(store) = &store {
            store.examine().into_diagnostic()?;
            if store.access() == Access::ReadOnly {
                let path = store.path().display();
                text::complain(&format!("the store {path} cannot be written where it lies: what is new is not kept"));
            }
        }
        if let Some(folder) = &options.certificates {
            files::make_folder(folder)?;
        }
        let n_threads = capped("--threads", options.threads);
        let desk = Self { options, pool, store, experience, n_threads, idle: Mutex::default() };
        desk.tell_doubts();
        Ok(desk)
    }

    /// Tells what the store has found that it does not trust, and so does not use.
    fn tell_doubts(&self) {
        let doubts = self.store.as_ref().map_or(Vec::new(), Store::take_doubts);
        doubts.iter().for_each(|doubt| text::complain(doubt));
    }

    /// The store, if answers can be kept in it.
    fn keeper(&self) -> Option<&Store> {
        self.store.as_ref().filter(|store| store.access() == Access::Full)
    }

    /// Answers a question; `None` if Ctrl-C came first.
    ///
    /// A certificate goes to each of `places`: an image of the question, the question itself among them, and its file.
    ///
    /// # Errors
    ///
    /// If the store or a certificate cannot be read or written.
    pub(crate) fn answer(
        &self,
        item_idx: usize,
        name: &str,
        question: &Question,
        wanted: Wanted,
        places: &[(Question, PathBuf)],
    ) -> Result<Option<Solved>> {
        let mut solver = None;
        let mut solved = self.recall(question)?;
        self.tell_doubts();
        let has_moves = solved.winner == Some(question.to_move.opponent()) || solved.moves.is_complete(question);
        let is_complete = if wanted.moves { has_moves } else { solved.winner.is_some() };
        if !is_complete {
            let solver = solver.insert(self.solver());
            let (searched, seconds) = self.pool.search(item_idx, name, |limits, clock| {
                self.search(solver, question, wanted, &mut solved, (limits, clock))
            });
            searched.into_diagnostic()?;
            solved.seconds += seconds;
        }
        if solved.winner.is_none() {
            if self.pool.is_stopped() {
                return Ok(None);
            }
            self.keep(question, &solved, None)?;
        } else {
            let certificate = match self.options.certify || !places.is_empty() {
                true => self.certify((item_idx, name), question, places, &mut solved, &mut solver)?,
                false => None,
            };
            if let Some(winner) = solved.winner.filter(|_| wanted.resistance) {
                solved.resistance =
                    Some(self.resistance((item_idx, name), question, winner, certificate, &mut solver)?);
            }
        }
        if let Some(solver) = solver.filter(|_| self.experience == Experience::Shared) {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(solver);
        }
        Ok(Some(solved))
    }

    /// What the board itself and the store say.
    fn recall(&self, question: &Question) -> Result<Solved> {
        let mut solved = Solved { winner: question.winner(), ..Solved::default() };
        let Some(store) = self.store.as_ref().filter(|_| solved.winner.is_none()) else { return Ok(solved) };
        let mut kept = Kept::new(Some(store), &Limits::default());
        solved.moves = MoveMap::recall(question, &mut kept);
        kept.failure.map_or(Ok(()), Err).into_diagnostic()?;
        solved.winning_move = solved.moves.winning.iter().next();
        // The winner may follow from the moves that are known.
        solved.winner = solved.moves.winner(question);
        match store.find(question).into_diagnostic()?.map(|entry| entry.finding) {
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

    /// Searches what is missing, and keeps each answer at once.
    fn search(
        &self,
        solver: &mut BoardSolver,
        question: &Question,
        wanted: Wanted,
        solved: &mut Solved,
        (limits, clock): (&Limits, &SearchClock),
    ) -> Result<(), StoreError> {
        if solved.winner.is_none() {
            let answer = solver.solve(question, limits);
            (solved.nodes, solved.distance) = (answer.nodes, answer.distance);
            (solved.winner, solved.winning_move) = (answer.winner, answer.winning_move);
            if let (Some(store), Some(_)) = (self.keeper(), solved.winner) {
                store.keep(question, &Finding { seconds: clock.seconds(), ..finding(solved) })?;
            }
        }
        if wanted.moves && solved.winner == Some(question.to_move) {
            let mut kept = Kept { clock: Some(clock), ..Kept::new(self.store.as_ref(), limits) };
            let left = limits.nodes.map(|most| most.saturating_sub(solved.nodes));
            let limits = Limits { nodes: left, ..limits.clone() };
            solved.moves = solver.search_moves(question, solved.winning_move, &limits, &mut kept);
            solved.nodes += solved.moves.nodes;
            kept.failure.map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    fn keep(&self, question: &Question, solved: &Solved, certificate: Option<tesuji_store::Digest>) -> Result<()> {
        let Some(store) = self.keeper() else { return Ok(()) };
        store.keep(question, &Finding { certificate, ..finding(solved) }).into_diagnostic()
    }

    /// How long the loser can hold out: exactly, or by a certificate, which is made if there is none.
    fn resistance(
        &self,
        (item_idx, name): (usize, &str),
        question: &Question,
        winner: Player,
        sealed: Option<Sealed>,
        solver: &mut Option<BoardSolver>,
    ) -> Result<Resistance> {
        let (searched, _) = self.pool.search(item_idx, name, |limits, _| {
            let nodes = limits.nodes.map_or(RESISTANCE_NODES, |most| most.min(RESISTANCE_NODES));
            Resistance::search(question, winner, &Limits { nodes: Some(nodes), ..limits.clone() })
        });
        if searched.is_exact() {
            return Ok(searched);
        }
        let mut sealed = match sealed {
            None => self.stored_certificate(question, Some(winner))?,
            known => known,
        };
        if sealed.is_none() {
            let solver = solver.get_or_insert_with(|| self.solver());
            let prove = |limits: &Limits, _: &SearchClock| self.prove(solver, question, limits);
            let made = self.pool.search(item_idx, name, prove).0?;
            sealed = made.and_then(|file| seal(file, question, Some(winner)).ok());
        }
        let Some(sealed) = sealed else { return Ok(searched) };
        let certificate = Certificate::read(BufReader::new(sealed.bytes()?)).into_diagnostic()?;
        Ok(searched.bounded_by(question, &certificate))
    }

    /// Finds a certificate in the store or has one made, has it checked, and puts it where it belongs.
    fn certify(
        &self,
        (item_idx, name): (usize, &str),
        question: &Question,
        places: &[(Question, PathBuf)],
        solved: &mut Solved,
        solver: &mut Option<BoardSolver>,
    ) -> Result<Option<Sealed>> {
        let sealed = match self.stored_certificate(question, solved.winner)? {
            Some(sealed) => sealed,
            None => {
                let solver = solver.get_or_insert_with(|| self.solver());
                let prove = |limits: &Limits, _: &SearchClock| self.prove(solver, question, limits);
                let Some(file) = self.pool.search(item_idx, name, prove).0? else {
                    solved.uncertified = true;
                    return Ok(None);
                };
                match seal(file, question, solved.winner) {
                    Ok(sealed) => {
                        let digest =
                            self.keeper().map(|store| store.keep_certificate(sealed.bytes()?).into_diagnostic());
                        self.keep(question, solved, digest.transpose()?)?;
                        sealed
                    }
                    Err(fault) => {
                        // An answer whose proof does not check is no answer.
                        if let Some(store) = self.keeper() {
                            store.forget(question).into_diagnostic()?;
                        }
                        *solved = Solved { fault: Some(fault), ..Solved::default() };
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
            let rejected = |fault: String| miette!("the certificate for {} does not check: {fault}", path.display());
            let symmetry = symmetry_to(question, image).ok_or_else(|| rejected("it is about no image".to_owned()))?;
            let turned = symmetry.rewrite(sealed.bytes()?, files::nameless(&self.folder())?).into_diagnostic()?;
            let turned = turned.ok_or_else(|| rejected("it is about no board of Hex".to_owned()))?;
            let winner = solved.winner.map(|winner| symmetry.player(winner));
            files::copy_whole(path, seal(turned, image, winner).map_err(rejected)?.bytes()?)?;
        }
        solved.certificate = Some(sealed.accepted);
        Ok(Some(sealed))
    }

    /// Where certificates are written before they have a name: where they go to.
    fn folder(&self) -> PathBuf {
        let of_store = || {
            self.store.as_ref().map(|store| match store.access() {
                Access::Full => files::folder_of(store.path()).to_owned(),
                Access::ReadOnly => std::env::temp_dir(),
            })
        };
        self.options.certificates.clone().or_else(of_store).unwrap_or_else(|| PathBuf::from("."))
    }

    /// A certificate of who wins, in a file without a name; `None` if a limit came first.
    fn prove(&self, solver: &mut BoardSolver, question: &Question, limits: &Limits) -> Result<Option<File>> {
        let mut draft = Draft::new(files::nameless(&self.folder())?, question.topology.n_cells()).into_diagnostic()?;
        let Some(Proof { heading, root }) = solver.prove(question, limits, &mut draft).into_diagnostic()? else {
            return Ok(None);
        };
        draft.write(&heading, root, files::nameless(&self.folder())?).into_diagnostic().map(Some)
    }

    /// The certificate in the store, as one about the question itself; one that was lost or damaged is none.
    fn stored_certificate(&self, question: &Question, winner: Option<Player>) -> Result<Option<Sealed>> {
        let Some(store) = &self.store else { return Ok(None) };
        let entry = store.find(question).into_diagnostic()?;
        let Some(digest) = entry.and_then(|entry| entry.finding.certificate) else { return Ok(None) };
        let Ok(mut file) = store.certificates().open(digest) else { return Ok(None) };
        let claimed = CertificateReader::new(BufReader::new(&file)).ok();
        let claimed = claimed.and_then(|reader| Question::of_claim(&reader.heading().claim));
        let Some(symmetry) = claimed.and_then(|claimed| symmetry_to(&claimed, question)) else { return Ok(None) };
        if symmetry != Symmetry::Identity {
            file.rewind().into_diagnostic()?;
            match symmetry.rewrite(&file, files::nameless(&self.folder())?) {
                Ok(Some(turned)) => file = turned,
                Ok(None) => return Ok(None),
                Err(fault @ CertificateError::Write(_)) => return Err(fault).into_diagnostic(),
                Err(_) => return Ok(None),
            }
        }
        Ok(seal(file, question, winner).ok())
    }

    fn solver(&self) -> BoardSolver {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| {
            let table_bytes = self.options.memory / self.options.jobs.get().min(MOST_THREADS);
            BoardSolver::new(BoardConfig { table_bytes, proof_bytes: table_bytes, n_threads: self.n_threads })
        })
    }
}

/// The symmetry that takes one position to the other.
fn symmetry_to(from: &Question, to: &Question) -> Option<Symmetry> {
    Symmetry::ALL.into_iter().find(|symmetry| symmetry.question(from) == *to)
}

/// A file with a certificate that the checker has accepted.
struct Sealed {
    file: File,
    accepted: Accepted,
}

impl Sealed {
    /// The file, to be read from its beginning.
    fn bytes(&self) -> Result<&File> {
        let mut file = &self.file;
        file.rewind().into_diagnostic()?;
        Ok(file)
    }
}

/// Has the certificate in this file checked: is it one of this answer?
fn seal(mut file: File, question: &Question, winner: Option<Player>) -> std::result::Result<Sealed, String> {
    file.rewind().map_err(|error| error.to_string())?;
    let summary = check_stream(&file).map_err(|error| error.to_string())?;
    let proved = match summary.verdict {
        Verdict::Holds => summary.claim.owner,
        Verdict::Fails => summary.claim.owner.opponent(),
    };
    if Question::of_claim(&summary.claim).as_ref() != Some(question) || Some(proved) != winner {
        return Err("it proves another position, or the other winner".to_owned());
    }
    let bytes = file.stream_position().map_err(|error| error.to_string())?;
    Ok(Sealed { file, accepted: Accepted { verdict: summary.verdict, nodes: summary.n_nodes.into(), bytes } })
}

fn finding(solved: &Solved) -> Finding {
    Finding {
        winner: solved.winner,
        winning_move: solved.winning_move,
        nodes: solved.nodes,
        seconds: solved.seconds,
        solver: concat!("tesuji ", env!("CARGO_PKG_VERSION")).to_owned(),
        certificate: None,
        distance: solved.distance,
    }
}

/// The store as a memory of moves; without one it knows nothing.
struct Kept<'s> {
    store: Option<&'s Store>,
    /// Of the search, if there is one.
    clock: Option<&'s SearchClock>,
    /// What it showed when the search of the next answer began, in seconds.
    since: f64,
    limits: Limits,
    /// The first thing that went wrong; it stops the search.
    failure: Option<StoreError>,
}

impl<'s> Kept<'s> {
    fn new(store: Option<&'s Store>, limits: &Limits) -> Self {
        Self { store, clock: None, since: 0.0, limits: limits.clone(), failure: None }
    }

    fn seconds(&self) -> f64 {
        self.clock.map_or(0.0, SearchClock::seconds)
    }

    fn take<T>(&mut self, result: Result<T, StoreError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.limits.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
                self.failure.get_or_insert(error);
                None
            }
        }
    }
}

impl Known for Kept<'_> {
    fn recall(&mut self, question: &Question) -> Option<Player> {
        let found = self.store?.find(question);
        let entry = self.take(found)?;
        self.since = self.seconds();
        entry?.finding.winner
    }

    fn keep(&mut self, question: &Question, winner: Player, nodes: u64) {
        let Some(store) = self.store.filter(|store| store.access() == Access::Full) else { return };
        let seconds = if nodes == 0 { 0.0 } else { self.seconds() - self.since };
        let solved = Solved { winner: Some(winner), nodes, seconds, ..Solved::default() };
        let kept = store.keep(question, &finding(&solved));
        self.take(kept);
    }
}
