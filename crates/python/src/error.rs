//! Errors as Python exceptions.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
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
