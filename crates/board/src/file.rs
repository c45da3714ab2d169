//! Boards as files: our own JSON, and that of Go Variants (govariants).
//!
//! Ours, `version` 1; `coordinates`, `names` and `wraps` may be left out:
//!
//! ```json
//! { "tesuji-board": 1,
//!   "names": ["A1", "B1", "hub"],
//!   "coordinates": [[0, 0], [1, 0], [0.5, 0.866]],
//!   "links": [[0, 1], [1, 2]],
//!   "wraps": [[0, 1]] }
//! ```
//!
//! Cells are numbered from 0 in the order of `names` or `coordinates`. Without names they are named by row, as on
//! tilings; without coordinates they are laid out. `wraps` lists links to be drawn as leaving the board and coming
//! back.
//!
//! Theirs, a custom board of <https://www.govariants.com>, by itself or in the settings of a game under `board`:
//!
//! ```json
//! { "type": "custom",
//!   "coordinates": [[0, 0], [1, 0], [0.5, 0.866]],
//!   "adjacencyList": [[1], [0, 2], [1]] }
//! ```
//!
//! Some things that govariants only warns of are errors here: a one-way link, or two points in one place. `type` may be
//! missing.

mod error;
mod json;

use serde::Serialize;
use serde_json::{Map, Value};

pub use error::FileError;
use json::{JsonPlace, list, number};

use crate::drawing::{layout, names};
use crate::syntax::SyntaxFault;
use crate::{MAX_CELLS, Place, Topology};

/// The key that marks our files; its value is their version.
const OURS: &str = "tesuji-board";
/// The version that is written, and the newest one that is read.
const VERSION: u64 = 1;
/// The longest text that is read, in bytes: room for 1,024 cells that all touch each other.
pub const MAX_BOARD_BYTES: usize = 16 << 20;

/// The board in a file of either kind.
///
/// # Errors
///
/// [`FileError`] names the place in the text or in its data, and what was expected there.
pub fn read(text: &str) -> Result<Topology, FileError> {
    if text.len() > MAX_BOARD_BYTES {
        return Err(FileError::Long);
    }
    let value: Value = serde_json::from_str(text).map_err(|error| SyntaxFault::of_json(text, &error))?;
    let root = JsonPlace::root();
    let file = value.as_object().ok_or_else(|| root.expected("an object `{..}`"))?;
    match (file.get(OURS), file.get("board")) {
        (Some(version), _) => ours(file, version),
        // The settings of a game; the board is one of them.
        (None, Some(Value::Object(board))) => govariants(board, &root.key("board")),
        (None, _) => govariants(file, &root),
    }
}

fn ours(file: &Map<String, Value>, version: &Value) -> Result<Topology, FileError> {
    let root = JsonPlace::root();
    if version.as_u64() != Some(VERSION) {
        return Err(root.key(OURS).expected(format!("{VERSION}, the version that is known here")));
    }
    const KEYS: [&str; 5] = [OURS, "names", "coordinates", "links", "wraps"];
    if let Some(key) = file.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(root.key(key).expected(format!("one of {}", KEYS.map(|key| format!("`{key}`")).join(", "))));
    }
    let at_names = root.key("names");
    let given = file.get("names").map(|value| list(value, &at_names, MAX_CELLS, json::name)).transpose()?;
    let places = coordinates(file, &root)?;
    let n_cells = match (&given, &places) {
        (Some(names), _) => names.len(),
        (None, Some(places)) => places.len(),
        (None, None) => return Err(root.expected("`names`, `coordinates` or both")),
    };
    let pairs = |key: &str, must: bool| {
        let at = root.key(key);
        let pair = |value: &Value, at: &JsonPlace| {
            let ends = list(value, at, 2, |value, at| number(value, at, n_cells))?;
            match ends[..] {
                [a, b] if a != b => Ok((a, b)),
                _ => Err(at.expected("two different cells `[a, b]`")),
            }
        };
        match file.get(key) {
            Some(value) => list(value, &at, MAX_CELLS * MAX_CELLS, pair),
            None if must => Err(root.expected(format!("`{key}`"))),
            None => Ok(Vec::new()),
        }
    };
    let (links, wraps) = (pairs("links", true)?, pairs("wraps", false)?);
    build(given, places, &links, &wraps, &root)
}

fn govariants(file: &Map<String, Value>, at: &JsonPlace) -> Result<Topology, FileError> {
    if let Some(kind) = file.get("type").filter(|kind| kind.as_str() != Some("custom")) {
        return Err(at.key("type").expected(format!("`custom`, the only kind with a graph of its own, not {kind}")));
    }
    let places = coordinates(file, at)?;
    let places = places.ok_or_else(|| {
        at.expected(format!("`{OURS}` and `links`, or govariants' `coordinates` and `adjacencyList`"))
    })?;
    let n_cells = places.len();
    let at_lists = at.key("adjacencyList");
    let lists = file.get("adjacencyList").ok_or_else(|| at.expected("`adjacencyList`"))?;
    let row = |value: &Value, at: &JsonPlace| list(value, at, n_cells, |value, at| number(value, at, n_cells));
    let lists = list(lists, &at_lists, MAX_CELLS, row)?;
    if lists.len() != n_cells {
        return Err(at_lists.expected(format!("{n_cells} lists, one for each of `coordinates`, not {}", lists.len())));
    }
    let mut links = Vec::new();
    for (from, list) in lists.iter().enumerate() {
        for (idx, &to) in list.iter().enumerate() {
            if to == from || !lists[to].contains(&from) {
                let expected = format!("another cell whose list names {from} in turn, not {to}");
                return Err(at_lists.item(from).item(idx).expected(expected));
            }
            links.push((from, to));
        }
    }
    build(None, Some(places), &links, &[], at)
}

fn coordinates(file: &Map<String, Value>, at: &JsonPlace) -> Result<Option<Vec<Place>>, FileError> {
    file.get("coordinates").map(|value| list(value, &at.key("coordinates"), MAX_CELLS, json::place)).transpose()
}

fn build(
    given: Option<Vec<String>>,
    places: Option<Vec<Place>>,
    links: &[(usize, usize)],
    wraps: &[(usize, usize)],
    at: &JsonPlace,
) -> Result<Topology, FileError> {
    let failed = |error: crate::TopologyError| at.expected(format!("a board, but {error}"));
    let n_cells = given.as_ref().map(Vec::len).or(places.as_ref().map(Vec::len)).unwrap_or(0);
    let numbers = || (0..n_cells).map(|idx| format!("n{idx}")).collect();
    let bare = Topology::graph(given.clone().unwrap_or_else(numbers), links, Vec::new()).map_err(failed)?;
    let places = match places {
        Some(places) if places.len() != n_cells => {
            let expected = format!("{n_cells} places, one for each of `names`, not {}", places.len());
            return Err(at.key("coordinates").expected(expected));
        }
        Some(places) => places,
        None => layout(&bare),
    };
    let drawn = bare.drawn(places.clone()).and_then(|bare| bare.wrapped(wraps)).map_err(failed)?;
    if given.is_some() {
        return Ok(drawn);
    }
    // Names by row depend on the rows, and rows on the length of a link.
    let named = Topology::graph(names(&places, drawn.link_length()), links, Vec::new()).map_err(failed)?;
    named.drawn(places).and_then(|named| named.wrapped(wraps)).map_err(failed)
}

/// As [`write()`], but in one line without blanks.
#[must_use]
pub fn write_line(topology: &Topology) -> String {
    serde_json::to_string(&Ours::of(topology)).unwrap_or_default()
}

/// The board in our form, with one line per list. [`read`] gives the same cells, links, names and places. Named edges
/// are left out.
#[must_use]
pub fn write(topology: &Topology) -> String {
    let ours = Ours::of(topology);
    let mut lines = vec![format!("  \"{OURS}\": {VERSION}")];
    lines.push(format!("  \"names\": {}", line(&ours.names)));
    lines.push(format!("  \"coordinates\": {}", line(&ours.coordinates)));
    lines.push(format!("  \"links\": {}", line(&ours.links)));
    if !ours.wraps.is_empty() {
        lines.push(format!("  \"wraps\": {}", line(&ours.wraps)));
    }
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// The board in govariants' form. Names, and which links are drawn as going around, are lost.
#[must_use]
pub fn write_govariants(topology: &Topology) -> String {
    let places: Vec<Place> = topology.cells().map(|cell| topology.place(cell)).collect();
    let list = |cell| topology.neighbours(cell).iter().map(|to| to.index()).collect();
    let lists: Vec<Vec<usize>> = topology.cells().map(list).collect();
    let (places, lists) = (line(&places), line(&lists));
    format!("{{\n  \"type\": \"custom\",\n  \"coordinates\": {places},\n  \"adjacencyList\": {lists}\n}}\n")
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[derive(Serialize)]
struct Ours<'a> {
    #[serde(rename = "tesuji-board")]
    version: u64,
    names: Vec<&'a str>,
    coordinates: Vec<Place>,
    links: Vec<(usize, usize)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wraps: Vec<(usize, usize)>,
}

impl<'a> Ours<'a> {
    fn of(topology: &'a Topology) -> Self {
        let numbers = |(a, b): (crate::Cell, crate::Cell)| (a.index(), b.index());
        Self {
            version: VERSION,
            names: topology.cells().map(|cell| topology.name(cell)).collect(),
            coordinates: topology.cells().map(|cell| topology.place(cell)).collect(),
            links: topology.links().map(numbers).collect(),
            wraps: topology.wrapping_links().iter().copied().map(numbers).collect(),
        }
    }
}

#[cfg(feature = "testing")]
mod tests;
