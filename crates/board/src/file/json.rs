//! JSON values read as parts of a board, or an error that names their place.

use serde::Deserialize;
use serde_json::Value;

use super::FileError;
use crate::Place;

/// A place in the data, such as `links[3][0]`.
#[derive(Clone, Debug)]
pub(super) struct JsonPlace(String);

impl JsonPlace {
    pub(super) const fn root() -> Self {
        Self(String::new())
    }

    pub(super) fn key(&self, key: &str) -> Self {
        let key: String = key.chars().take(40).collect();
        Self(if self.0.is_empty() { key } else { format!("{}.{key}", self.0) })
    }

    pub(super) fn item(&self, idx: usize) -> Self {
        Self(format!("{}[{idx}]", self.0))
    }

    pub(super) fn expected(&self, expected: impl Into<String>) -> FileError {
        let at = if self.0.is_empty() { "the file".to_owned() } else { self.0.clone() };
        FileError::Data { at, expected: expected.into() }
    }
}

/// A list of at most `most` items, each read by `item`.
pub(super) fn list<T>(
    value: &Value,
    at: &JsonPlace,
    most: usize,
    item: impl Fn(&Value, &JsonPlace) -> Result<T, FileError>,
) -> Result<Vec<T>, FileError> {
    let items = value.as_array().ok_or_else(|| at.expected("a list `[..]`"))?;
    if items.len() > most {
        return Err(at.expected(format!("at most {most} items, not {}", items.len())));
    }
    items.iter().enumerate().map(|(idx, value)| item(value, &at.item(idx))).collect()
}

/// The number of a cell.
pub(super) fn number(value: &Value, at: &JsonPlace, n_cells: usize) -> Result<usize, FileError> {
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok()).filter(|&number| number < n_cells);
    number.ok_or_else(|| match n_cells {
        0 => at.expected("nothing, as there are no cells"),
        _ => at.expected(format!("a whole number from 0 to {}", n_cells - 1)),
    })
}

/// A name that cannot be confused with a move. [`crate::TopologyError::Name`] covers all other rules for names.
pub(super) fn name(value: &Value, at: &JsonPlace) -> Result<String, FileError> {
    /// Moves in every territory game, so no cell may bear these names.
    const MOVES: [&str; 2] = ["pass", "resign"];
    let name = value.as_str().ok_or_else(|| at.expected("a name in quotes"))?;
    if MOVES.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return Err(at.expected(format!("a name that is not a move, not `{name}`")));
    }
    Ok(name.to_owned())
}

/// Place of a cell.
pub(super) fn place(value: &Value, at: &JsonPlace) -> Result<Place, FileError> {
    let expected = || at.expected(format!("two numbers `[right, down]` within {} of 0", Place::MOST));
    Place::deserialize(value).map_err(|_| expected())
}
