//! Errors as Python exceptions.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tesuji_board::syntax::plain;
use tesuji_workbench::Trouble;

pyo3::create_exception!(
    tesuji,
    TesujiError,
    PyValueError,
    "What is wrong with a question or a text.\n\nIt has `what` (one sentence), `advice` (what to do, or \"\"), and `line` \
     and `column` (from 1, or None) of the place in the text."
);

/// An error with its place as an exception.
pub(crate) fn trouble(py: Python<'_>, trouble: &Trouble) -> PyErr {
    let Trouble { what, advice, place, .. } = trouble;
    let mut message = what.clone();
    if let Some(place) = place {
        message = format!("line {}, column {}: {message}", place.line, place.column);
    }
    if !advice.is_empty() {
        message = format!("{message} ({advice})");
    }
    let error = TesujiError::new_err(message);
    let value = error.value(py);
    let set = || {
        value.setattr("what", what)?;
        value.setattr("advice", advice)?;
        value.setattr("line", place.map(|place| place.line))?;
        value.setattr("column", place.map(|place| place.column))
    };
    match set() {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// An error without a place as an exception.
pub(crate) fn wrong(py: Python<'_>, error: &impl Display) -> PyErr {
    trouble(py, &Trouble::new(error.to_string()))
}

/// JSON that Python made of arguments. An error names the argument: a place in that JSON means nothing to the caller.
pub(crate) fn arguments<T: DeserializeOwned>(json: &str) -> Result<T, Trouble> {
    serde_json::from_str(json).map_err(|error| {
        let reason = plain(&error.to_string());
        let values: Value = serde_json::from_str(json).unwrap_or_default();
        let name = reason.split(['`', '"']).nth(1).and_then(|shown| name_of(&values, "", shown));
        let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
        Trouble::new(name + &reason)
    })
}

/// Name of the first field with this value, which an error shows as text.
fn name_of<'a>(value: &'a Value, name: &'a str, shown: &str) -> Option<&'a str> {
    match value {
        Value::Object(fields) => fields.iter().find_map(|(name, value)| name_of(value, name, shown)),
        Value::Array(items) => items.iter().find_map(|value| name_of(value, name, shown)),
        Value::String(text) => (text == shown).then_some(name),
        other => (format!("{other}") == shown).then_some(name),
    }
}
