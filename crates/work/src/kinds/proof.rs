//! One hard proof divided among workers: who wins this position of Hex?
//!
//! At the root stands a tree of positions with proof numbers. Its leaves are tasks: positions that a worker searches within
//! a number of nodes, again with twice as many if there was no answer. A leaf that one worker has is divided if another one
//! has nothing to do: its children are the moves that its last search has left open. A leaf with an answer
//! becomes a *lemma*, which says which stones of the winner it rests on and which empty cells it needs. It decides every
//! position of the tree that has these stones and cells, wherever they came about.
//!
//! Certificates cost more than searches, so they come last. A lemma holds at first because a worker says so. Once the root
//! is decided, its proof is given out in parts, two for each worker, each a position with all below it; a few lemmas are
//! proved earlier, so that liars are found out. The checker reads each certificate. In the end they are joined into one,
//! which the checker reads like any other. A lemma that has no proof is dropped, with all that was concluded from it.
//!
//! A search begins with what all searches have left in their tables, as far as it can be of use, and with the wins in
//! accepted certificates. Nobody has checked the former. When a lemma has no proof, all of it is forgotten, and the
//! position of the lemma is searched again without it and proved at once.
//!
//! A worker that is lost costs its leaf alone. Nothing that a worker says is in the result without a certificate.

mod journal;
mod leaf;
mod splice;
#[cfg(feature = "testing")]
mod tests;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tesuji_archive::files;
use tesuji_arena::Shard;
use tesuji_board::Player;
use tesuji_problem::board::Question;
use tesuji_problem::board::file::{PositionDefaults, parse};
use tesuji_proof::Certificate;
use tesuji_prove::{Answer, JournalWish, RecordSink, SearchJournal, SearchRecords, SearchState, SettledReply};

use self::journal::{Journal, KeptOutcome, Line};
use self::leaf::LeafPosition;
use self::splice::Lemma;
use self::tree::{Estimate, ProofTree};
use super::solved::{BoardAnswer, limits, solver};
use super::{PROOF, check_ids};
use crate::execute::content;
use crate::{Acceptance, Task, TaskError, TaskMerge, TaskOutcome, Work, WorkError, WorkOptions};

/// The nodes of a leaf's search unless others are wanted.
const LEAF_NODES: u64 = 2_000;
/// The most nodes of a proof for each node of a search that began with what nobody has checked.
const PROOF_NODES: u64 = 20;
/// A leaf that is searched again gets twice as many nodes, up to this often.
const MOST_DOUBLINGS: u32 = 8;
/// The name of the finished certificate in the folder of the work.
const CERTIFICATE: &str = "proof.cert";

/// The findings of a worker about a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeafResult {
    answer: BoardAnswer,
    /// The win by the search, if it was not proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    decided: Option<LeafWin>,
    /// The moves that may still win, with proof numbers of a win and of a loss of the other player, who is then to move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<(String, [u32; 2])>,
    /// Records of the search, in Base64.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    records: String,
}

/// A win by a search: the stones and the empty cells of the winner that it needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeafWin {
    winner: Player,
    /// The winning move, if it is the winner's turn. Its stone and its cell are not among the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<String>,
    stones: Vec<String>,
    carrier: Vec<String>,
}

impl LeafWin {
    fn of(question: &Question, found: &Answer) -> Option<Self> {
        let winner = found.winner?;
        let (mut stones, mut carrier) = (found.stones.clone(), found.carrier.clone());
        // A player who wins without a move wins with any.
        let any = carrier.iter().next().or_else(|| question.empties().iter().next());
        let first = (winner == question.to_move).then(|| found.winning_move.or(any)).flatten();
        first.map(|first| (stones.remove(first), carrier.remove(first)));
        let topology = &question.topology;
        let first = first.map(|first| topology.name(first).to_owned());
        Some(Self { winner, first, stones: leaf::names(topology, &stones), carrier: leaf::names(topology, &carrier) })
    }

    /// The lemma that it would be, if it were proved.
    fn lemma(&self, root: &Question, question: &Question) -> Result<Lemma, String> {
        let topology = &question.topology;
        let first = self.first.as_deref().map(|first| leaf::cell(topology, first)).transpose()?;
        let needed = [leaf::cells(topology, &self.stones)?, leaf::cells(topology, &self.carrier)?];
        Lemma::said(root, question, self.winner, first, needed)
    }
}

/// The journal of a task: what it begins with, and what its search adds.
#[derive(Debug, Default)]
struct TaskJournal {
    given: Vec<u8>,
    found: Mutex<SearchRecords>,
}

impl SearchJournal for TaskJournal {
    fn replay(&self, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        take(&self.given)
    }

    fn append(&self, record: &[u8], _n_nodes: u64) -> JournalWish {
        if let Ok(mut found) = self.found.lock() {
            found.add(record);
        }
        JournalWish::Nothing
    }

    fn rewrite(&self, _records: &mut dyn FnMut(&mut RecordSink<'_>)) {}

    fn least_settled(&self) -> u64 {
        u64::MAX
    }

    fn settle(&self, _settled: &SettledReply<'_>) {}

    fn is_watched(&self) -> bool {
        false
    }

    fn show(&self, _state: &SearchState, _is_last: bool) {}
}

pub(crate) fn execute(task: &Task, stop: &Arc<AtomicBool>) -> Result<TaskOutcome, TaskError> {
    let leaf: LeafPosition = content(task)?;
    let question = leaf.question().map_err(TaskError::Senseless)?;
    let given = STANDARD.decode(&leaf.records).map_err(|error| TaskError::Senseless(format!("records: {error}")))?;
    let n_cells = question.topology.n_cells();
    if !SearchRecords::new(n_cells).add(&given) {
        return Err(TaskError::Senseless("records: they make no sense".to_owned()));
    }
    // What was given may be wrong, and then there is no proof.
    let most = (!given.is_empty()).then(|| PROOF_NODES.saturating_mul(leaf.nodes).saturating_add(1_000));
    let journal = TaskJournal { given, found: Mutex::new(SearchRecords::new(n_cells)) };
    let mut solver = solver(leaf.table_bytes);
    let found = solver.solve_kept(&question, &limits(Some(leaf.nodes), stop), Some(&journal));
    let answer = if leaf.is_proof || found.winner.is_none() {
        BoardAnswer::prove(&mut solver, &question, &found, most, stop)?
    } else {
        BoardAnswer { winner: None, nodes: found.nodes, distance: None, certificate: None }
    };
    let mut result = LeafResult { answer, decided: None, moves: Vec::new(), records: String::new() };
    if result.answer.winner.is_none() {
        result.decided = LeafWin::of(&question, &found);
        if result.decided.is_none() {
            let state = solver.state(&question, &TaskJournal::default()).unwrap_or_default();
            // Nothing is known of a reply that was not examined but that every empty cell may have to be answered.
            let unseen = (4 * question.empties().len() as u32, 4);
            result.moves.extend(state.open.iter().map(|reply| {
                let (to_win, to_lose) = reply.numbers.unwrap_or(unseen);
                (question.topology.name(tesuji_board::Cell::new(reply.cell)).to_owned(), [to_lose, to_win])
            }));
        }
        let found = journal.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        result.records = STANDARD.encode(found.below(&question.black, &question.white, usize::MAX));
    }
    task.outcome(&result)
}

/// Opens the divided proof of the position in a file.
pub(crate) fn open(control: &Path, out: &Path, options: &WorkOptions) -> Result<DividedProof, WorkError> {
    if options.shard != Shard::WHOLE {
        let fault = "a divided proof has no shards: which leaves come next depends on all before them";
        return Err(WorkError::Senseless(fault.to_owned()));
    }
    let text = super::text_of(control)?;
    let fault = |error: &dyn std::fmt::Display| WorkError::Senseless(format!("{}: {error}", control.display()));
    let unsaid = PositionDefaults { id: String::new(), to_move: None, size: None };
    let puzzles = parse(&text, &unsaid).map_err(|error| fault(&error))?;
    let [puzzle] = puzzles.as_slice() else {
        return Err(fault(&format!("it holds {} positions: a divided proof is of one", puzzles.len())));
    };
    DividedProof::open(&puzzle.question, out, options.nodes.unwrap_or(LEAF_NODES))
}

/// A divided proof that is kept in a folder. Several processes may work at it.
pub(crate) struct DividedProof {
    state: Arc<Mutex<ProofState>>,
    folder: PathBuf,
    set_aside: Vec<String>,
}

/// The state that the iterators of tasks share.
struct ProofState {
    tree: ProofTree,
    journal: Journal,
    leaf_nodes: u64,
    n_kept: u64,
    n_nodes: u64,
    /// The leaves that are given out here, each with its lock.
    held: BTreeMap<usize, Option<File>>,
    /// Leaves that other processes have.
    elsewhere: Vec<usize>,
}

impl DividedProof {
    /// Opens a folder, or makes it. Leaves are searched with this many nodes.
    pub(crate) fn open(question: &Question, folder: &Path, leaf_nodes: u64) -> Result<Self, WorkError> {
        std::fs::create_dir_all(folder).map_err(|error| WorkError::file(folder, error))?;
        let path = folder.join("work.json");
        let leaf_nodes = leaf_nodes.max(1);
        let title = json!({"work": PROOF, "of": LeafPosition::of(question, leaf_nodes)});
        let title = format!("{title:#}\n");
        match std::fs::read_to_string(&path) {
            Ok(found) if found == title => {}
            Ok(_) => {
                let fault = "the folder holds other work; name another one".to_owned();
                return Err(WorkError::Foreign { path, fault });
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let written = files::write_whole(&path, title.as_bytes());
                written.map_err(|error| WorkError::Senseless(error.to_string()))?;
            }
            Err(error) => return Err(WorkError::file(&path, error)),
        }
        let mut state = ProofState {
            tree: ProofTree::new(question.clone()),
            journal: Journal::open(folder)?,
            leaf_nodes,
            n_kept: 0,
            n_nodes: 0,
            held: BTreeMap::new(),
            elsewhere: Vec::new(),
        };
        let set_aside = state.recall(folder)?;
        Ok(Self { state: Arc::new(Mutex::new(state)), folder: folder.to_owned(), set_aside })
    }

    fn state(&self) -> MutexGuard<'_, ProofState> {
        // A thread that panicked left it with less than is known at most.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in the outcomes of other folders, as far as they have a place in the tree. The checker sees each.
    pub(crate) fn merge(&mut self, parts: &[PathBuf]) -> Result<TaskMerge, WorkError> {
        let (mut merged, mut state) = (TaskMerge::default(), self.state());
        for part in parts {
            let path = part.join(journal::NAME);
            let mut refuse = |number: usize, fault: String| {
                merged.refused.push((0, format!("{}, line {number}: {fault}", path.display())));
            };
            let mut waiting = Vec::new();
            for (number, line) in (1..).zip(journal::of_folder(part)?) {
                line.map_or_else(|fault| refuse(number, fault), |kept| waiting.push((number, kept)));
            }
            loop {
                let before = waiting.len();
                let mut later = Vec::new();
                for (number, kept) in waiting {
                    match state.keep(0, &kept) {
                        Ok(Acceptance::New) => merged.new += 1,
                        Ok(Acceptance::Known) => later.push((number, kept)),
                        Err(WorkError::Refused { fault, .. }) => refuse(number, fault),
                        Err(error) => return Err(error),
                    }
                }
                waiting = later;
                if waiting.len() == before {
                    break;
                }
            }
            merged.known += waiting.len() as u64;
        }
        Ok(merged)
    }

    /// The winner; `None` while that is open.
    pub(crate) fn winner(&self) -> Option<Player> {
        self.state().tree.winner()
    }

    /// The certificate of the whole; `None` while the winner is open. The checker has accepted it.
    pub(crate) fn certificate(&self) -> Result<Option<Certificate>, String> {
        let Some(certificate) = self.state().tree.certificate()? else { return Ok(None) };
        certificate.check().map_err(|error| format!("the checker rejects the certificate of the whole: {error}"))?;
        Ok(Some(certificate))
    }
}

impl ProofState {
    /// Takes in what is kept. Returns a line for each outcome that is set aside.
    fn recall(&mut self, folder: &Path) -> Result<Vec<String>, WorkError> {
        let (mut set_aside, mut dropped) = (Vec::new(), BTreeSet::new());
        for (number, line) in (1..).zip(self.journal.exchange(None)?) {
            let fault = match line {
                Err(fault) => fault,
                Ok(kept) => match self.take(0, &kept) {
                    Err(WorkError::Refused { fault, .. }) => fault,
                    taken => {
                        taken?;
                        continue;
                    }
                },
            };
            let path = folder.join(journal::NAME);
            set_aside.push(format!(
                "{}, line {number}: {fault}; it is set aside, and its task is done again",
                path.display()
            ));
            dropped.insert(number);
        }
        if !dropped.is_empty() {
            let mut number = 0;
            self.journal.drop_lines(|_| {
                number += 1;
                dropped.contains(&number)
            })?;
        }
        Ok(set_aside)
    }

    /// Takes in what other processes have found. What is not believed is left to whoever opens the folder next.
    fn hear(&mut self, lines: Vec<Line>) -> Result<(), WorkError> {
        for kept in lines.into_iter().flatten() {
            match self.take(0, &kept) {
                Ok(_) | Err(WorkError::Refused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Takes an outcome in and keeps it, if it is of use.
    fn keep(&mut self, number: u64, kept: &KeptOutcome) -> Result<Acceptance, WorkError> {
        let lines = self.journal.exchange(None)?;
        self.hear(lines)?;
        let taken = self.take(number, kept)?;
        if taken == Acceptance::New {
            let lines = self.journal.exchange(Some(kept))?;
            self.hear(lines)?;
        }
        Ok(taken)
    }

    /// Takes an outcome into the tree, if the checker accepts it. One that decides a position is of use wherever that lies.
    fn take(&mut self, number: u64, KeptOutcome { leaf, outcome }: &KeptOutcome) -> Result<Acceptance, WorkError> {
        let refused = |fault: String| WorkError::Refused { number, fault };
        let result =
            LeafResult::deserialize(&outcome.result).map_err(|error| refused(format!("it is no answer: {error}")))?;
        let question = leaf.question().map_err(refused)?;
        let root = self.tree.question(0);
        let is_below = root.size() == question.size()
            && root.black.is_subset(&question.black)
            && root.white.is_subset(&question.white)
            && (0..=MOST_DOUBLINGS).any(|n_searches| leaf.nodes == self.nodes(n_searches));
        if !is_below {
            return Err(refused("it is of no position of this proof".to_owned()));
        }
        let place = self.tree.reach(&question);
        if place.is_some_and(|place| self.tree.is_settled(place, result.answer.winner.is_some())) {
            return Ok(Acceptance::Known);
        }
        if let Some((winner, bytes)) = result.answer.believe(&question).map_err(refused)? {
            let certificate =
                Certificate::read(&bytes[..]).map_err(|error| refused(format!("certificate: {error}")))?;
            self.tree.prove(&question, winner, &certificate).map_err(refused)?;
            place.into_iter().for_each(|place| self.release(place));
        } else {
            let records = STANDARD.decode(&result.records).map_err(|error| refused(format!("records: {error}")))?;
            if !SearchRecords::new(question.topology.n_cells()).add(&records) {
                return Err(refused("records: they make no sense".to_owned()));
            }
            let cell = |(name, numbers): (String, [u32; 2])| Ok((leaf::cell(&question.topology, &name)?, numbers));
            let moves = result.moves.into_iter().map(cell).collect::<Result<_, _>>().map_err(refused)?;
            let said = result.decided.map(|win| win.lemma(self.tree.question(0), &question)).transpose();
            let said = said.map_err(refused)?;
            // A search that was shorter than another one of this position says nothing new.
            let is_new = |&place: &usize| leaf.nodes >= self.nodes(self.tree.n_searches(place));
            let Some(place) = place.filter(is_new) else { return Ok(Acceptance::Known) };
            match said {
                _ if self.tree.is_said(place) && !leaf.is_proof => return Ok(Acceptance::Known),
                _ if self.tree.is_said(place) => self.tree.doubt(place),
                Some(_) if leaf.is_proof && self.tree.is_to_be_proved(place) => self.tree.doubt(place),
                Some(_) if leaf.is_proof => return Ok(Acceptance::Known),
                Some(lemma) => self.tree.believe(place, lemma, &records),
                None => self.tree.estimate(place, Estimate { distance: result.answer.distance, moves, records }),
            }
            self.release(place);
        }
        place.into_iter().for_each(|place| self.tree.count(place, result.answer.nodes));
        self.n_kept += 1;
        self.n_nodes += result.answer.nodes;
        Ok(Acceptance::New)
    }

    /// The nodes of a search after this many in vain.
    fn nodes(&self, n_searches: u32) -> u64 {
        self.leaf_nodes.saturating_mul(1 << n_searches.min(MOST_DOUBLINGS))
    }

    fn release(&mut self, place: usize) {
        self.held.remove(&place);
        self.tree.give_out(place, false);
    }

    /// The open leaf that matters most, the name of its lock held; one that another process has only if `any` may be given.
    fn next_task(&mut self, any: bool) -> Result<Option<Task>, WorkError> {
        let lines = self.journal.exchange(None)?;
        self.hear(lines)?;
        for place in std::mem::take(&mut self.elsewhere) {
            self.tree.give_out(place, false);
        }
        while self.tree.winner().is_none() {
            let free = self.tree.next_place();
            let Some(place) = free.or_else(|| self.tree.any_place().filter(|_| any)) else { break };
            // A proof goes on until there is one: the searches below have already ended.
            let n_searches = if self.tree.is_said(place) { MOST_DOUBLINGS } else { self.tree.n_searches(place) };
            let mut leaf = LeafPosition::of(self.tree.question(place), self.nodes(n_searches));
            leaf.is_proof = self.tree.is_to_be_proved(place);
            self.tree.give_out(place, true);
            match self.journal.take(&Task::new(PROOF, 0, &leaf)?.id) {
                Some(lock) => _ = self.held.insert(place, lock),
                None if free.is_some() => {
                    self.elsewhere.push(place);
                    continue;
                }
                None => {}
            }
            leaf.records = STANDARD.encode(self.tree.knowledge(place));
            return Task::new(PROOF, place as u64 + 1, &leaf).map(Some);
        }
        Ok(None)
    }
}

/// The leaves that matter most, each chosen when it is wanted. It ends once there is none, so that threads come back
/// together.
struct Leaves {
    state: Arc<Mutex<ProofState>>,
    n_given: usize,
    is_over: bool,
}

impl Iterator for Leaves {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        if self.is_over {
            return None;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // A folder that cannot be read is reported by whoever keeps the next outcome.
        let task = state.next_task(self.n_given == 0).unwrap_or_default();
        self.n_given += 1;
        self.is_over = task.is_none();
        task
    }
}

impl Work for DividedProof {
    fn kind(&self) -> &'static str {
        PROOF
    }

    fn n_tasks(&self) -> u64 {
        let state = self.state();
        state.n_kept + state.tree.n_open() as u64
    }

    fn n_pending(&self) -> u64 {
        self.state().tree.n_open() as u64
    }

    fn is_over(&self) -> bool {
        self.winner().is_some()
    }

    /// The leaves that matter most come first, so they have no order of numbers.
    fn pending_after(&self, _last: u64) -> Box<dyn Iterator<Item = Task> + Send> {
        let mut state = self.state();
        let out: Vec<usize> = state.held.keys().copied().collect();
        out.into_iter().for_each(|place| state.release(place));
        Box::new(Leaves { state: Arc::clone(&self.state), n_given: 0, is_over: false })
    }

    fn keep(&mut self, task: &Task, outcome: &TaskOutcome) -> Result<Acceptance, WorkError> {
        let refused = |fault: String| WorkError::Refused { number: task.number, fault };
        check_ids(task, outcome, PROOF).map_err(refused)?;
        let leaf: LeafPosition = content(task).map_err(|error| refused(error.to_string()))?;
        let leaf = LeafPosition { records: String::new(), ..leaf };
        self.state().keep(task.number, &KeptOutcome { leaf, outcome: outcome.clone() })
    }

    fn summary(&mut self) -> Result<Value, WorkError> {
        let senseless = |fault: String| WorkError::Senseless(fault);
        let mut summary = {
            let state = self.state();
            let [n_positions, n_decided, n_lemmas] = state.tree.size();
            json!({
                "kind": PROOF, "winner": state.tree.winner().map(Player::name), "answered": state.n_kept,
                "searched": state.n_nodes, "positions": n_positions, "decided": n_decided, "lemmas": n_lemmas,
            })
        };
        if let Some(certificate) = self.certificate().map_err(senseless)? {
            let bytes = certificate.to_bytes().map_err(|error| senseless(error.to_string()))?;
            let written = files::write_whole(&self.folder.join(CERTIFICATE), &bytes);
            written.map_err(|error| senseless(error.to_string()))?;
            summary["certificate"] = json!({
                "file": CERTIFICATE, "nodes": certificate.nodes.len(), "bytes": bytes.len(),
            });
        }
        Ok(summary)
    }

    fn set_aside(&self) -> Vec<String> {
        self.set_aside.clone()
    }
}
