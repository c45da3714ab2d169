//! One hard proof divided among workers: who wins this position of Hex?
//!
//! At the root stands a tree of positions with proof numbers. Its leaves are tasks: positions that a worker solves within
//! a number of nodes. A leaf without an answer gets children; one with an answer becomes a *lemma* once the checker has
//! accepted its certificate. A lemma says which stones of the winner it rests on and which empty cells it needs. It
//! decides every position of the tree that has these stones and cells, wherever they came about. In the end the
//! certificates of the leaves are joined into one, which the checker reads like any other.
//!
//! A worker that is lost costs its leaf alone. One that lies is refused, and its leaf given out again.

mod journal;
mod splice;
#[cfg(feature = "testing")]
mod tests;
mod tree;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tesuji_archive::files;
use tesuji_arena::Shard;
use tesuji_board::{CellSet, Player, Topology};
use tesuji_problem::board::Question;
use tesuji_problem::board::file::{PositionDefaults, parse};
use tesuji_proof::Certificate;

use self::journal::{Journal, is_decided};
use self::tree::ProofTree;
use super::solved::BoardAnswer;
use super::{PROOF, check_ids};
use crate::execute::content;
use crate::{Acceptance, Task, TaskError, TaskMerge, TaskOutcome, Work, WorkError, WorkOptions};

/// The nodes of a leaf's search unless others are wanted.
const LEAF_NODES: u64 = 20_000;
/// The most bytes for the table of a leaf's search, and as much again for its proof.
const TABLE_BYTES: u64 = 64 << 20;
/// How many leaves are given out before their outcomes decide which come next.
const ROUND: usize = 8;
/// The name of the finished certificate in the folder of the work.
const CERTIFICATE: &str = "proof.cert";

/// A position to be solved.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeafPosition {
    columns: usize,
    rows: usize,
    black: Vec<String>,
    white: Vec<String>,
    to_move: Player,
    nodes: u64,
    /// The search forgets when its table is full, so its nodes depend on the size of the table.
    table_bytes: u64,
}

impl LeafPosition {
    fn of(question: &Question, nodes: u64) -> Self {
        let (columns, rows) = question.size();
        let names = |cells: &CellSet| cells.iter().map(|cell| question.topology.name(cell).to_owned()).collect();
        let (black, white) = (names(&question.black), names(&question.white));
        Self { columns, rows, black, white, to_move: question.to_move, nodes, table_bytes: TABLE_BYTES }
    }

    fn question(&self) -> Result<Question, String> {
        let topology = Topology::rhombus(self.columns, self.rows).map_err(|error| error.to_string())?;
        let set = |names: &[String]| -> Result<CellSet, String> {
            let cell = |name: &String| topology.cell(name).ok_or_else(|| format!("`{name:.20}` is no cell"));
            names.iter().map(cell).collect()
        };
        let (black, white) = (set(&self.black)?, set(&self.white)?);
        let question = Question { topology: Arc::new(topology), black, white, to_move: self.to_move };
        question.position().map_err(|error| error.to_string())?;
        Ok(question)
    }
}

pub(crate) fn execute(task: &Task, stop: &Arc<AtomicBool>) -> Result<TaskOutcome, TaskError> {
    let leaf: LeafPosition = content(task)?;
    let question = leaf.question().map_err(TaskError::Senseless)?;
    task.outcome(&BoardAnswer::search(&question, [Some(leaf.nodes), None], leaf.table_bytes, stop)?)
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

/// A divided proof that is kept in a folder.
pub(crate) struct DividedProof {
    tree: ProofTree,
    folder: PathBuf,
    journal: Journal,
    leaf_nodes: u64,
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
        let (tree, journal) = (ProofTree::new(question.clone()), Journal::open(folder)?);
        let mut proof = Self { tree, folder: folder.to_owned(), journal, leaf_nodes };
        proof.recall()?;
        Ok(proof)
    }

    /// Takes the outcomes that are kept into the tree, as far as they have a place there.
    fn recall(&mut self) -> Result<(), WorkError> {
        loop {
            let mut n_new = 0;
            for task in self.tasks(usize::MAX)? {
                let kept = self.journal.outcomes.get(&task.id).cloned();
                if let Some(outcome) = kept.filter(|_| self.is_open(&task)) {
                    match self.take(&task, &outcome) {
                        Err(WorkError::Refused { fault, .. }) => self.journal.set_aside(&task.id, &fault)?,
                        taken => taken?,
                    }
                    n_new += 1;
                }
            }
            if n_new == 0 {
                return Ok(());
            }
        }
    }

    /// Takes in the outcomes of other folders, as far as they have a place in the tree. The checker sees each.
    pub(crate) fn merge(&mut self, parts: &[PathBuf]) -> Result<TaskMerge, WorkError> {
        let mut merged = TaskMerge::default();
        for part in parts {
            let path = part.join(journal::NAME);
            let others = journal::read(&path)?;
            let damaged = others.damaged.iter();
            merged
                .refused
                .extend(damaged.map(|(line, fault)| (0, format!("{}, line {line}: {fault}", path.display()))));
            merged.known += others.outcomes.keys().filter(|id| self.journal.outcomes.contains_key(*id)).count() as u64;
            let mut refused = BTreeMap::new();
            loop {
                let before = merged.new;
                for task in self.tasks(usize::MAX)?.into_iter().chain(self.searched()?) {
                    let Some(outcome) = others.outcomes.get(&task.id) else { continue };
                    let was_known = self.journal.outcomes.contains_key(&task.id);
                    match self.keep(&task, outcome) {
                        Ok(Acceptance::New) => {
                            merged.new += 1;
                            merged.known -= u64::from(was_known);
                        }
                        Ok(Acceptance::Known) => {}
                        Err(WorkError::Refused { fault, number }) => {
                            refused.insert(task.id, (number, format!("{}: {fault}", path.display())));
                        }
                        Err(error) => return Err(error),
                    }
                }
                if merged.new == before {
                    break;
                }
            }
            merged.refused.extend(refused.into_values());
        }
        Ok(merged)
    }

    /// Who wins; `None` while that is open.
    pub(crate) fn winner(&self) -> Option<Player> {
        self.tree.winner()
    }

    /// The certificate of the whole; `None` while the winner is open. The checker has accepted it.
    pub(crate) fn certificate(&self) -> Result<Option<Certificate>, String> {
        let Some(certificate) = self.tree.certificate()? else { return Ok(None) };
        certificate.check().map_err(|error| format!("the checker rejects the certificate of the whole: {error}"))?;
        Ok(Some(certificate))
    }

    /// The open leaves that matter most.
    fn tasks(&self, most: usize) -> Result<Vec<Task>, WorkError> {
        let task = |(leaf, question): (usize, Question)| {
            Task::new(PROOF, leaf as u64 + 1, &LeafPosition::of(&question, self.leaf_nodes))
        };
        self.tree.leaves(most.min(self.tree.n_open())).into_iter().map(task).collect()
    }

    /// The leaves that were searched and are not decided, with what has grown out of them.
    fn searched(&self) -> Result<Vec<Task>, WorkError> {
        let task = |(leaf, question): (usize, Question)| {
            Task::new(PROOF, leaf as u64 + 1, &LeafPosition::of(&question, self.leaf_nodes))
        };
        self.tree.searched().map(task).collect()
    }

    /// The position of a task that is one of this proof. Its number may be another one than when the task was given out,
    /// if the folder has been opened again since.
    fn place(&self, task: &Task) -> Option<(usize, Question)> {
        let question = LeafPosition::deserialize(&task.content).ok()?.question().ok()?;
        let leaf = self.tree.find(&question)?;
        let own = Task::new(PROOF, task.number, &LeafPosition::of(&question, self.leaf_nodes)).ok()?;
        (own.id == task.id).then_some((leaf, question))
    }

    fn is_open(&self, task: &Task) -> bool {
        self.place(task).is_some_and(|(leaf, _)| self.tree.is_open(leaf))
    }

    /// Takes an outcome into the tree, if the checker accepts it.
    fn take(&mut self, task: &Task, outcome: &TaskOutcome) -> Result<(), WorkError> {
        let refused = |fault: String| WorkError::Refused { number: task.number, fault };
        let answer =
            BoardAnswer::deserialize(&outcome.result).map_err(|error| refused(format!("it is no answer: {error}")))?;
        let Some((leaf, question)) = self.place(task) else {
            return Err(refused("it is of no position of this proof".to_owned()));
        };
        let Some((winner, bytes)) = answer.believe(&question).map_err(refused)? else {
            self.tree.estimate(leaf, answer.distance);
            return Ok(());
        };
        let certificate = Certificate::read(&bytes[..]).map_err(|error| refused(format!("certificate: {error}")))?;
        self.tree.prove(leaf, winner, &certificate).map_err(refused)
    }
}

impl Work for DividedProof {
    fn kind(&self) -> &'static str {
        PROOF
    }

    fn n_tasks(&self) -> u64 {
        (self.journal.outcomes.len() + self.tree.n_open()) as u64
    }

    fn n_pending(&self) -> u64 {
        self.tree.n_open() as u64
    }

    fn is_over(&self) -> bool {
        self.winner().is_some()
    }

    /// The leaves that matter most come first, so they have no order of numbers.
    fn pending_after(&self, _last: u64) -> Box<dyn Iterator<Item = Task> + Send> {
        // A leaf that cannot be written as a task does not exist: it is plain data.
        Box::new(self.tasks(ROUND).unwrap_or_default().into_iter())
    }

    fn keep(&mut self, task: &Task, outcome: &TaskOutcome) -> Result<Acceptance, WorkError> {
        check_ids(task, outcome, PROOF).map_err(|fault| WorkError::Refused { number: task.number, fault })?;
        if let Some(kept) = self.journal.outcomes.get(&outcome.task).cloned() {
            // A tree that was opened again may grow in another order, and reach this position only now.
            if self.is_open(task) {
                self.take(task, &kept)?;
            }
            // An answer takes the place of "undecided", if it is of use yet.
            let is_undecided = |(leaf, _): (usize, Question)| self.tree.winner_of(leaf).is_none();
            if is_decided(&kept) || !is_decided(outcome) || !self.place(task).is_some_and(is_undecided) {
                return Ok(Acceptance::Known);
            }
            self.take(task, outcome)?;
            self.journal.keep(outcome)?;
            return Ok(Acceptance::New);
        }
        // A leaf that was decided by others in the meantime needs no answer.
        if self.place(task).is_some() && !self.is_open(task) {
            return Ok(Acceptance::Known);
        }
        self.take(task, outcome)?;
        self.journal.keep(outcome)?;
        Ok(Acceptance::New)
    }

    fn summary(&mut self) -> Result<Value, WorkError> {
        let [n_positions, n_decided, n_lemmas] = self.tree.size();
        let senseless = |fault: String| WorkError::Senseless(fault);
        let mut summary = json!({
            "kind": PROOF, "winner": self.winner().map(Player::name), "answered": self.journal.outcomes.len(),
            "positions": n_positions, "decided": n_decided, "lemmas": n_lemmas,
        });
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
        self.journal.set_aside.clone()
    }
}
