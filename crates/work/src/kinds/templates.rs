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
use tesuji_board::{CellSet, parse_cell_name};
use tesuji_claims::carriers::{
    CarrierDiscovery, Discovery, Enumeration, TemplateSearch, TemplateTask, all_minimal, is_dual,
};
use tesuji_hex::MAX_SIDE;
use tesuji_problem::{Problem, write_toml};
use tesuji_proof::{Claim, Verdict};
use tesuji_search::Limits;

use super::TEMPLATES;
use crate::execute::content;
use crate::folder::{FolderWork, StoredResult, WorkKind};
use crate::{Task, TaskError, TaskOutcome, WorkError, WorkOptions};

/// What to look for, as a control says it.
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
}

pub(crate) fn execute(task: &Task, stop: &Arc<AtomicBool>) -> Result<TaskOutcome, TaskError> {
    let StonePlace { search, place } = content(task)?;
    let search = search.search().map_err(TaskError::Senseless)?;
    let missing = || TaskError::Senseless(format!("there is no place {place}"));
    let claim = search.claims().get(place).ok_or_else(missing)?;
    let limits = Limits { interrupt: Arc::clone(stop), ..Limits::default() };
    let mut answer = PlaceTemplates::default();
    let mut failure = None;
    let explored = all_minimal(claim, &limits, &mut Enumeration::default(), |found| {
        let (list, cells, certificate) = match found {
            CarrierDiscovery::Carrier(certificate) => (&mut answer.carriers, &certificate.claim.carrier, certificate),
            CarrierDiscovery::Cut(cut, certificate) => (&mut answer.cuts, cut, certificate),
        };
        match certificate.to_bytes() {
            Ok(bytes) => list.push(ProvedCells { cells: names(claim, cells), certificate: STANDARD.encode(bytes) }),
            Err(error) => failure = Some(error.to_string()),
        }
    });
    match (explored, failure) {
        _ if stop.load(Ordering::Relaxed) => Err(TaskError::Stopped),
        (Ok(()), None) => task.outcome(&answer),
        (Ok(()), Some(why)) => Err(TaskError::Failed(why)),
        (Err(error), _) => Err(TaskError::Failed(error.to_string())),
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

impl Templates {
    /// What these lists are, if every certificate is accepted.
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

    /// The templates that follow from what is known at all places, as problems.
    fn problems(&self, records: &BTreeMap<u64, Value>) -> Result<Vec<Problem>, String> {
        let mut search = (*self.search).clone();
        for (place, claim) in self.search.claims().iter().enumerate() {
            let record = records.get(&(place as u64 + 1)).ok_or_else(|| format!("place {place} is missing"))?;
            let answer = PlaceTemplates::deserialize(record).map_err(|error| error.to_string())?;
            let sets = |list: &[ProvedCells]| -> Result<Vec<CellSet>, String> {
                list.iter().map(|proved| cells(claim, &proved.cells)).collect()
            };
            let (carriers, cuts) = (sets(&answer.carriers)?, sets(&answer.cuts)?);
            search.known_mut()[place] = Enumeration { carriers, cuts, complete: true };
        }
        let terms = toml::to_string(&self.control).map_err(|error| error.to_string())?;
        let origin = format!("tesuji work run templates: {}", terms.trim().replace('\n', ", "));
        let mut problems = Vec::new();
        let mut serials: BTreeMap<usize, u64> = BTreeMap::new();
        let mut failure = None;
        let found = search.run(&Limits::default(), |discovery| {
            let Discovery::Template(shape) = discovery else { return };
            let serial = serials.entry(shape.n_empties()).or_default();
            *serial += 1;
            let id = format!("row{}-cells{}-{serial}", self.control.row, shape.n_empties());
            match shape.claim() {
                Ok(claim) => {
                    let needed = Some(claim.carrier.clone());
                    let origin = Some(origin.clone());
                    problems.push(Problem { expected: Some(true), needed, origin, ..Problem::new(id, claim) });
                }
                Err(error) => failure = Some(error.to_string()),
            }
        });
        found.map_err(|error| error.to_string())?;
        failure.map_or(Ok(problems), Err)
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
        Task::new(TEMPLATES, number, &StonePlace { search: self.control.clone(), place })
    }

    fn believe(&self, task: &Task, result: &Value) -> Result<StoredResult, String> {
        let answer =
            PlaceTemplates::deserialize(result).map_err(|error| format!("it is no list of carriers: {error}"))?;
        let place = usize::try_from(task.number).unwrap_or(0).wrapping_sub(1);
        let claim = self.search.claims().get(place).ok_or("there is no such place")?;
        if !is_dual(claim, &Self::checked(claim, &answer)?) {
            return Err("these are not all minimal carriers and cuts".to_owned());
        }
        let value = serde_json::to_value(&answer).map_err(|error| error.to_string())?;
        Ok(StoredResult { value, files: BTreeMap::new() })
    }

    fn restore(&self, record: StoredResult) -> Result<Value, String> {
        Ok(record.value)
    }

    fn whole(&self, records: &BTreeMap<u64, Value>) -> Result<Vec<(&'static str, Vec<u8>)>, WorkError> {
        let problems = self.problems(records).map_err(WorkError::Senseless)?;
        Ok(vec![("templates.toml", write_toml(&problems).into_bytes())])
    }

    fn summary(&self, records: &BTreeMap<u64, Value>) -> Result<Value, WorkError> {
        let length =
            |key: &str| -> usize { records.values().map(|record| record[key].as_array().map_or(0, Vec::len)).sum() };
        let is_complete = records.len() == self.search.claims().len();
        let templates = match is_complete {
            true => Some(self.problems(records).map_err(WorkError::Senseless)?.len()),
            false => None,
        };
        Ok(json!({
            "kind": TEMPLATES, "tasks": self.n_tasks(), "answered": records.len(), "carriers": length("carriers"),
            "cuts": length("cuts"), "templates": templates,
        }))
    }
}
