//! Openings of Hex: who wins after each first move on a board. Each first move is a task, and so is the one that a half
//! turn makes of it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tesuji_archive::store::{Finding, Store};
use tesuji_archive::{files, first_moves};
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_hex::MAX_SIDE;
use tesuji_prove::Question;

use super::OPENINGS;
use super::solved::BoardAnswer;
use crate::execute::content;
use crate::folder::{FolderWork, StoredResult, WorkKind};
use crate::{Acceptance, Task, TaskError, TaskOutcome, Work, WorkError, WorkOptions};

/// The most bytes for the table of a search, and as much again for a proof.
const TABLE_BYTES: u64 = 256 << 20;

/// A first move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    side: usize,
    cell: String,
    nodes: Option<u64>,
    /// The search forgets when its table is full, so its nodes depend on the size of the table.
    table_bytes: u64,
}

/// The empty board.
fn empty(side: usize) -> Result<Question, String> {
    if !(1..=MAX_SIDE).contains(&side) {
        return Err(format!("the side of a board is 1 to {MAX_SIDE}, not {side}"));
    }
    let topology = Topology::rhombus(side, side).map_err(|error| error.to_string())?;
    Ok(Question { topology: Arc::new(topology), black: CellSet::new(), white: CellSet::new(), to_move: Player::Black })
}

pub(crate) fn execute(task: &Task, stop: &Arc<AtomicBool>) -> Result<TaskOutcome, TaskError> {
    let opening: Opening = content(task)?;
    let answer = opening.answer(opening.nodes, stop)?;
    task.outcome(&BoardAnswer { distance: None, ..answer })
}

impl Opening {
    fn answer(&self, nodes: Option<u64>, stop: &Arc<AtomicBool>) -> Result<BoardAnswer, TaskError> {
        let empty = empty(self.side).map_err(TaskError::Senseless)?;
        let no_cell = || TaskError::Senseless(format!("there is no cell `{}`", self.cell));
        let question = empty.after(empty.topology.cell(&self.cell).ok_or_else(no_cell)?);
        BoardAnswer::search(&question, [nodes; 2], self.table_bytes, stop)
    }

    /// Refuses "undecided" where a short search decides, or where nothing bounds the search.
    fn check_undecided(&self) -> Result<(), String> {
        let nodes = super::nodes_to_check(self.nodes);
        let found = self.answer(Some(nodes), &Arc::default()).map_err(|error| error.to_string())?;
        match (found.winner, self.nodes) {
            (Some(_), _) => Err(format!("`undecided`: a search of {nodes} nodes decides it")),
            (None, None) => Err("`undecided`: nothing bounds the search".to_owned()),
            (None, Some(_)) => Ok(()),
        }
    }
}

/// All first moves on a board.
#[derive(Clone, Debug)]
pub(crate) struct OpeningsWork {
    side: usize,
    nodes: Option<u64>,
    empty: Arc<Question>,
    pairs: Arc<Vec<(Cell, Option<Cell>)>>,
}

/// The control: which board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningsControl {
    size: usize,
    nodes: Option<u64>,
}

/// Opens the openings of a board, with the folder of their answers.
pub(crate) fn open(control: &str, out: &Path, options: &WorkOptions) -> Result<StoredOpenings, WorkError> {
    let senseless = |fault: String| WorkError::Senseless(fault);
    let OpeningsControl { size, nodes } = match control.trim().parse() {
        Ok(size) => OpeningsControl { size, nodes: None },
        Err(_) => super::toml_of(control, "the side of a board, or a file that says `size = 5`")?,
    };
    let empty = Arc::new(empty(size).map_err(senseless)?);
    let pairs = Arc::new(first_moves(&empty));
    let kind = OpeningsWork { side: size, nodes: options.nodes.or(nodes), empty, pairs };
    let store = options.store.as_deref().map(Store::open_or_create).transpose();
    let store = store.map_err(|error| senseless(error.to_string()))?;
    let work = StoredOpenings { work: FolderWork::open(kind, out, options.shard)?, store };
    work.store_all()?;
    Ok(work)
}

impl OpeningsWork {
    fn pair(&self, number: u64) -> Option<(Cell, Option<Cell>)> {
        self.pairs.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
    }
}

impl WorkKind for OpeningsWork {
    const NAME: &'static str = OPENINGS;

    fn title(&self) -> Value {
        json!({"size": self.side, "nodes": self.nodes})
    }

    fn n_tasks(&self) -> u64 {
        self.pairs.len() as u64
    }

    fn task(&self, number: u64) -> Result<Task, WorkError> {
        let missing = || WorkError::Senseless(format!("there is no opening {number}"));
        let (cell, _) = self.pair(number).ok_or_else(missing)?;
        let cell = self.empty.topology.name(cell).to_owned();
        let opening = Opening { side: self.side, cell, nodes: self.nodes, table_bytes: TABLE_BYTES };
        Task::new(OPENINGS, number, &opening)
    }

    fn believe(&self, task: &Task, result: &Value) -> Result<StoredResult, String> {
        let answer = BoardAnswer::deserialize(result).map_err(|error| format!("it is no answer: {error}"))?;
        let (cell, twin) = self.pair(task.number).ok_or("there is no such opening")?;
        let mut kept = BTreeMap::new();
        match answer.believe(&self.empty.after(cell))? {
            Some((_, bytes)) => {
                let id = format!("{0}x{0}-{1}", self.side, self.empty.topology.name(cell));
                kept.insert(files::certificate_name(&id), bytes);
            }
            None => content::<Opening>(task).map_err(|error| error.to_string())?.check_undecided()?,
        }
        let names: Vec<&str> =
            [Some(cell), twin].into_iter().flatten().map(|cell| self.empty.topology.name(cell)).collect();
        let value = json!({"openings": names, "winner": answer.winner, "nodes": answer.nodes});
        Ok(StoredResult { value, files: kept })
    }

    fn restore(&self, record: StoredResult) -> Result<Value, String> {
        let nodes = record.value["nodes"].as_u64().ok_or("no answer to an opening")?;
        let winner = Deserialize::deserialize(&record.value["winner"]).map_err(|error| error.to_string())?;
        let certificate = record.files.into_values().next().map(|bytes| STANDARD.encode(bytes));
        serde_json::to_value(BoardAnswer { winner, nodes, distance: None, certificate })
            .map_err(|error| error.to_string())
    }

    fn n_undecided(&self, record: &Value) -> usize {
        usize::from(record["winner"].is_null())
    }

    fn summary(&self, records: &BTreeMap<u64, Value>) -> Result<Value, WorkError> {
        let mut won: BTreeMap<&str, Vec<Value>> = BTreeMap::from([("black", Vec::new()), ("white", Vec::new())]);
        let (mut undecided, mut nodes) = (Vec::new(), 0_u64);
        for record in records.values() {
            nodes = nodes.saturating_add(record["nodes"].as_u64().unwrap_or(0));
            let names = record["openings"].as_array().cloned().unwrap_or_default();
            match record["winner"].as_str().and_then(|winner| won.get_mut(winner)) {
                Some(list) => list.extend(names),
                None => undecided.extend(names),
            }
        }
        Ok(json!({
            "kind": OPENINGS, "size": self.side, "tasks": self.pairs.len(), "answered": records.len(),
            "black": won["black"], "white": won["white"], "undecided": undecided, "nodes": nodes,
        }))
    }
}

/// Openings whose answers also go to a store of solved positions, if one is named.
#[derive(Debug)]
pub(crate) struct StoredOpenings {
    work: FolderWork<OpeningsWork>,
    store: Option<Store>,
}

impl StoredOpenings {
    /// Takes in the answers of other folders.
    pub(crate) fn merge(&mut self, parts: &[std::path::PathBuf]) -> Result<crate::TaskMerge, WorkError> {
        let merged = self.work.merge(parts)?;
        self.store_all()?;
        Ok(merged)
    }

    /// Keeps in the store what the folder has and the store lacks.
    fn store_all(&self) -> Result<(), WorkError> {
        if self.store.is_none() {
            return Ok(());
        }
        self.work.records().keys().try_for_each(|&number| self.store_one(number))
    }

    /// Keeps an answer of the folder in the store, with its certificate, unless it is there.
    fn store_one(&self, number: u64) -> Result<(), WorkError> {
        let Some(store) = &self.store else { return Ok(()) };
        let failed = |error: tesuji_archive::store::StoreError| WorkError::Senseless(error.to_string());
        let (Some((cell, _)), Some(record)) = (self.work.kind().pair(number), self.work.record(number)?) else {
            return Ok(());
        };
        let question = self.work.kind().empty.after(cell);
        let Some(winner) = Option::deserialize(&record.value["winner"]).ok().flatten() else {
            return Ok(());
        };
        let known = store.find(&question).map_err(failed)?;
        if known.is_some_and(|entry| entry.finding.winner.is_some() && entry.finding.certificate.is_some()) {
            return Ok(());
        }
        let mut certificate = None;
        for bytes in record.files.values() {
            certificate = Some(store.keep_certificate(&bytes[..]).map_err(failed)?);
        }
        let finding = Finding {
            winner: Some(winner),
            winning_move: None,
            nodes: record.value["nodes"].as_u64().unwrap_or(0),
            seconds: 0.0,
            solver: concat!("tesuji ", env!("CARGO_PKG_VERSION")).to_owned(),
            certificate,
            distance: None,
        };
        store.keep(&question, &finding).map_err(failed)
    }
}

impl Work for StoredOpenings {
    fn kind(&self) -> &'static str {
        OPENINGS
    }

    fn n_tasks(&self) -> u64 {
        self.work.n_tasks()
    }

    fn n_pending(&self) -> u64 {
        self.work.n_pending()
    }

    fn is_over(&self) -> bool {
        self.work.is_over()
    }

    fn pending_after(&self, last: u64) -> Box<dyn Iterator<Item = Task> + Send> {
        self.work.pending_after(last)
    }

    fn keep(&mut self, task: &Task, outcome: &TaskOutcome) -> Result<Acceptance, WorkError> {
        let kept = self.work.keep(task, outcome)?;
        if kept == Acceptance::New {
            self.store_one(task.number)?;
        }
        Ok(kept)
    }

    fn summary(&mut self) -> Result<Value, WorkError> {
        self.work.summary()
    }

    fn set_aside(&self) -> Vec<String> {
        self.work.set_aside()
    }
}
