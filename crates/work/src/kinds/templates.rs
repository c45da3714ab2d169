//! Edge templates of given stones: each place of the stones along the edge is a task.
//!
//! The outcome has all minimal carriers at that place and all minimal cuts, each with its certificate. That these are
//! all needs no belief either: they have to be each other's minimal hitting sets.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tesuji_archive::accept;
use tesuji_arena::Shard;
use tesuji_board::{CellSet, parse_cell_name};
use tesuji_claims::carriers::{
    CarrierDiscovery, CarrierError, EdgeShape, Enumeration, FoundTemplates, TemplateSearch, TemplateTask, all_minimal,
    is_dual,
};
use tesuji_hex::MAX_SIDE;
use tesuji_problem::{Problem, write_toml};
use tesuji_proof::{Certificate, Claim, Verdict};
use tesuji_search::Limits;

use super::TEMPLATES;
use crate::execute::content;
use crate::folder::{FolderWork, StoredResult, TITLE, WorkKind};
use crate::{Task, TaskError, TaskOutcome, WorkError, WorkOptions};

/// The templates to look for, as a control states them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TemplatesControl {
    row: usize,
    width: usize,
    /// Names of cells as on a board whose row 1 is `row` from the edge; without them, one stone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stones: Option<String>,
    /// Whether templates may use the row above the highest stone.
    #[serde(default)]
    above: bool,
    /// The positions after which a task hands in what it has found, and another goes on from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

impl TemplatesControl {
    fn search(&self) -> Result<TemplateSearch, String> {
        let row = self.row;
        let mut stones = Vec::new();
        for name in self.stones.iter().flat_map(|list| list.split([' ', ','])).filter(|name| !name.is_empty()) {
            let (column, from_top) = parse_cell_name(name, MAX_SIDE, row)
                .map_err(|_| format!("stones: `{name}`: expected a cell such as `b1` on rows 1 to {row}"))?;
            stones.push((row - from_top, column));
        }
        if self.stones.is_none() {
            stones.push((row, 0));
        }
        let task = TemplateTask::new(row, self.width, &stones, self.above).map_err(|error| error.to_string())?;
        Ok(TemplateSearch::new(&task))
    }
}

/// A place of the stones.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StonePlace {
    search: TemplatesControl,
    /// Its number, counted from 0 at the left.
    place: usize,
    /// Templates found there before.
    #[serde(default, skip_serializing_if = "PlaceTemplates::is_empty")]
    known: PlaceTemplates,
}

/// Cells, and the certificate of what they do, in Base64.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProvedCells {
    cells: Vec<String>,
    certificate: String,
}

/// Everything there is at a place.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceTemplates {
    /// All minimal carriers: with these cells the claim holds.
    carriers: Vec<ProvedCells>,
    /// All minimal cuts: without these cells it fails.
    cuts: Vec<ProvedCells>,
    /// Whether there may be more of both.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    open: bool,
}

impl PlaceTemplates {
    fn is_empty(&self) -> bool {
        self.n_found() == 0
    }

    fn n_found(&self) -> usize {
        self.carriers.len() + self.cuts.len()
    }

    /// The cells alone.
    fn enumeration(&self, claim: &Claim) -> Result<Enumeration, String> {
        let sets = |list: &[ProvedCells]| -> Result<Vec<CellSet>, String> {
            list.iter().map(|proved| cells(claim, &proved.cells)).collect()
        };
        Ok(Enumeration { carriers: sets(&self.carriers)?, cuts: sets(&self.cuts)?, complete: !self.open })
    }
}

/// Positions of a task if the control names none.
const NODES_OF_TASK: u64 = 100_000;

pub(crate) fn execute(task: &Task, stop: &Arc<AtomicBool>) -> Result<TaskOutcome, TaskError> {
    let StonePlace { search, place, known } = content(task)?;
    let mut nodes = search.nodes.unwrap_or(NODES_OF_TASK).max(1);
    let search = search.search().map_err(TaskError::Senseless)?;
    let missing = || TaskError::Senseless(format!("there is no place {place}"));
    let claim = search.claims().get(place).ok_or_else(missing)?;
    let n_known = known.n_found();
    let mut enumeration =
        PlaceTemplates { open: true, ..known.clone() }.enumeration(claim).map_err(TaskError::Senseless)?;
    let mut answer = known;
    loop {
        let limits = Limits { interrupt: Arc::clone(stop), ..Limits::nodes(nodes) };
        let mut failure = None;
        let explored = all_minimal(claim, &limits, &mut enumeration, |found| {
            let (list, cells, certificate) = match found {
                CarrierDiscovery::Carrier(certificate) => {
                    (&mut answer.carriers, &certificate.claim.carrier, certificate)
                }
                CarrierDiscovery::Cut(cut, certificate) => (&mut answer.cuts, cut, certificate),
            };
            match certificate.to_bytes() {
                Ok(bytes) => list.push(ProvedCells { cells: names(claim, cells), certificate: STANDARD.encode(bytes) }),
                Err(error) => failure = Some(error.to_string()),
            }
        });
        answer.open = explored.is_err();
        match (explored, failure) {
            _ if stop.load(Ordering::Relaxed) => return Err(TaskError::Stopped),
            (_, Some(why)) => return Err(TaskError::Failed(why)),
            (Ok(()), None) => return task.outcome(&answer),
            (Err(CarrierError::Limit), None) if answer.n_found() > n_known => return task.outcome(&answer),
            (Err(CarrierError::Limit), None) => nodes = nodes.saturating_mul(2),
            (Err(error), None) => return Err(TaskError::Failed(error.to_string())),
        }
    }
}

fn names(claim: &Claim, cells: &CellSet) -> Vec<String> {
    cells.iter().map(|cell| claim.topology.name(cell).to_owned()).collect()
}

fn cells(claim: &Claim, names: &[String]) -> Result<CellSet, String> {
    let cell = |name: &String| claim.topology.cell(name).ok_or_else(|| format!("there is no cell `{name}`"));
    let cells: CellSet = names.iter().map(cell).collect::<Result<_, _>>()?;
    match cells.iter().all(|cell| claim.carrier.contains(cell)) && cells.len() == names.len() {
        true => Ok(cells),
        false => Err(format!("`{}`: these are not cells of the carrier, each once", names.join(" "))),
    }
}

fn parsed(record: &Value) -> Result<PlaceTemplates, String> {
    PlaceTemplates::deserialize(record).map_err(|error| format!("it is no list of carriers: {error}"))
}

/// The templates of given stones.
#[derive(Clone, Debug)]
pub(crate) struct Templates {
    control: TemplatesControl,
    search: Arc<TemplateSearch>,
}

/// Opens a search for templates, with the folder of what is found.
pub(crate) fn open(control: &str, out: &Path, options: &WorkOptions) -> Result<FolderWork<Templates>, WorkError> {
    let control: TemplatesControl = super::toml_of(control, "a file, or a text, such as `row = 3` and `width = 5`")?;
    let search = Arc::new(control.search().map_err(WorkError::Senseless)?);
    FolderWork::open(Templates { control, search }, out, options.shard)
}

/// Content of a folder of such a search, which is checked again.
///
/// # Errors
///
/// If the folder holds no such search, or cannot be read.
pub fn found_templates(folder: &Path) -> Result<FoundTemplates, WorkError> {
    let foreign = |fault: &str| WorkError::Foreign { path: folder.to_owned(), fault: fault.to_owned() };
    let text = std::fs::read(folder.join(TITLE)).map_err(|error| WorkError::file(folder, error))?;
    let title: Value = serde_json::from_slice(&text).map_err(|error| foreign(&error.to_string()))?;
    if title["work"] != TEMPLATES {
        return Err(foreign("it holds no search for templates"));
    }
    let control = TemplatesControl::deserialize(&title["of"]).map_err(|error| foreign(&error.to_string()))?;
    let search = Arc::new(control.search().map_err(WorkError::Senseless)?);
    let work = FolderWork::open(Templates { control, search }, folder, Shard::WHOLE)?;
    work.kind().found(work.records()).map_err(WorkError::Senseless)
}

impl Templates {
    /// Enumeration by these lists, if every certificate is accepted.
    fn checked(claim: &Claim, answer: &PlaceTemplates) -> Result<Enumeration, String> {
        let proved = |proved: &ProvedCells, claim: &Claim, verdict: Verdict| {
            let named = |fault: &dyn std::fmt::Display| format!("certificate of `{}`: {fault}", proved.cells.join(" "));
            let bytes = STANDARD.decode(&proved.certificate).map_err(|error| named(&error))?;
            match accept(&bytes, claim).map_err(|fault| named(&fault))?.verdict == verdict {
                true => Ok(()),
                false => Err(named(&"it proves the opposite")),
            }
        };
        let mut known = Enumeration::default();
        for carrier in &answer.carriers {
            let found = cells(claim, &carrier.cells)?;
            proved(carrier, &Claim { carrier: found.clone(), ..claim.clone() }, Verdict::Holds)?;
            known.carriers.push(found);
        }
        for cut in &answer.cuts {
            let found = cells(claim, &cut.cells)?;
            let left = claim.carrier.iter().filter(|&cell| !found.contains(cell)).collect();
            proved(cut, &Claim { carrier: left, ..claim.clone() }, Verdict::Fails)?;
            known.cuts.push(found);
        }
        Ok(known)
    }

    /// The templates that follow from what is known at each place.
    fn found(&self, records: &BTreeMap<u64, Value>) -> Result<FoundTemplates, String> {
        let mut search = (*self.search).clone();
        let mut proofs = BTreeMap::new();
        let (mut complete, mut n_found) = (0, [0; 2]);
        for (place, claim) in self.search.claims().iter().enumerate() {
            let Some(record) = records.get(&(place as u64 + 1)) else { continue };
            let answer = parsed(record)?;
            complete += usize::from(!answer.open);
            n_found = [n_found[0] + answer.carriers.len(), n_found[1] + answer.cuts.len()];
            let known = answer.enumeration(claim)?;
            for (carrier, proved) in known.carriers.iter().zip(&answer.carriers) {
                let claim = Claim { carrier: carrier.clone(), ..claim.clone() };
                EdgeShape::of_claim(&claim)
                    .map(|shape| proofs.insert(shape.canonical(), proved.certificate.clone()).is_some());
            }
            search.known_mut()[place] = known;
        }
        let terms = toml::to_string(&self.control).map_err(|error| error.to_string())?;
        let says = |line: &&str| *line != "above = false" && !line.starts_with("nodes");
        let terms = terms.lines().filter(says).collect::<Vec<_>>().join(", ");
        let origin = format!("tesuji work run templates: {terms}");
        let mut templates = Vec::new();
        let mut serials: BTreeMap<usize, u64> = BTreeMap::new();
        let mut failure = None;
        let found = search.known_templates(&Limits::default(), |shape| {
            let serial = serials.entry(shape.n_empties()).or_default();
            *serial += 1;
            let id = format!("row{}-cells{}-{serial}", self.control.row, shape.n_empties());
            let template = || {
                let claim = shape.claim().map_err(|error| error.to_string())?;
                let (needed, origin) = (Some(claim.carrier.clone()), Some(origin.clone()));
                let problem = Problem { expected: Some(true), needed, origin, ..Problem::new(id, claim) };
                let proof = proofs.get(shape).ok_or("a template has no proof")?;
                let bytes = STANDARD.decode(proof).map_err(|error| error.to_string())?;
                Ok((problem, Certificate::read(bytes.as_slice()).map_err(|error| error.to_string())?))
            };
            match template() {
                Ok(template) => templates.push(template),
                Err(error) => failure = Some(error),
            }
        });
        found.map_err(|error| error.to_string())?;
        let places = self.search.claims().len();
        failure.map_or(Ok(FoundTemplates { terms, places, complete, n_found, templates }), Err)
    }
}

impl WorkKind for Templates {
    const NAME: &'static str = TEMPLATES;

    fn title(&self) -> Value {
        json!(self.control)
    }

    fn n_tasks(&self) -> u64 {
        self.search.claims().len() as u64
    }

    fn task(&self, number: u64) -> Result<Task, WorkError> {
        let place = usize::try_from(number).unwrap_or(0).wrapping_sub(1);
        if place >= self.search.claims().len() {
            return Err(WorkError::Senseless(format!("there is no place {number}")));
        }
        let known = PlaceTemplates::default();
        Task::new(TEMPLATES, number, &StonePlace { search: self.control.clone(), place, known })
    }

    fn continued(&self, task: &Task, record: &Value) -> Result<Option<Task>, WorkError> {
        let known = parsed(record).map_err(WorkError::Senseless)?;
        if !known.open {
            return Ok(None);
        }
        let mut place: StonePlace = content(task).map_err(|error| WorkError::Senseless(error.to_string()))?;
        place.known = known;
        Task::new(TEMPLATES, task.number, &place).map(Some)
    }

    fn n_undecided(&self, record: &Value) -> usize {
        parsed(record).map_or(0, |known| if known.open { usize::MAX - known.n_found() } else { 0 })
    }

    fn believe(&self, task: &Task, result: &Value) -> Result<StoredResult, String> {
        let answer = parsed(result)?;
        let place = usize::try_from(task.number).unwrap_or(0).wrapping_sub(1);
        let claim = self.search.claims().get(place).ok_or("there is no such place")?;
        let known = Self::checked(claim, &answer)?;
        if !answer.open && !is_dual(claim, &known) {
            return Err("these are not all minimal carriers and cuts".to_owned());
        }
        let value = serde_json::to_value(&answer).map_err(|error| error.to_string())?;
        Ok(StoredResult { value, files: BTreeMap::new() })
    }

    fn restore(&self, record: StoredResult) -> Result<Value, String> {
        Ok(record.value)
    }

    fn whole(&self, records: &BTreeMap<u64, Value>) -> Result<Vec<(&'static str, Vec<u8>)>, WorkError> {
        let found = self.found(records).map_err(WorkError::Senseless)?;
        let problems: Vec<Problem> = found.templates.into_iter().map(|(problem, _)| problem).collect();
        Ok(vec![("templates.toml", write_toml(&problems).into_bytes())])
    }

    fn summary(&self, records: &BTreeMap<u64, Value>) -> Result<Value, WorkError> {
        let FoundTemplates { places, complete, n_found: [carriers, cuts], templates, .. } =
            self.found(records).map_err(WorkError::Senseless)?;
        Ok(json!({
            "kind": TEMPLATES, "tasks": places, "answered": complete, "carriers": carriers, "cuts": cuts,
            "templates": (complete == places).then_some(templates.len()),
        }))
    }
}
