//! Statistics of random playouts, as arrays.

use numpy::{IntoPyArray, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use tesuji_engine::{SessionError, StatisticsSpec};
use tesuji_search::Limits;

use crate::error::{arguments, trouble, wrong};
use crate::position::Position;
use crate::threads::stoppable;

/// Statistics of random playouts from a position. `settings` are those of `StatisticsSpec` as JSON.
#[pyfunction]
#[pyo3(signature = (position, settings, orders = false))]
pub(crate) fn playouts<'py>(
    py: Python<'py>,
    position: &Position,
    settings: &str,
    orders: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let spec: StatisticsSpec = arguments(settings).map_err(|error| trouble(py, &error))?;
    let session = tesuji_workbench::session(&position.game_state(py)).map_err(|error| trouble(py, &error))?;
    let counted = stoppable(py, move |stop| {
        let limits = Limits { interrupt: Arc::clone(stop), ..Limits::default() };
        let playouts = session.playouts().ok_or(SessionError::Unsupported("statistics of playouts"))?;
        playouts.arrays(&spec, orders, &limits)
    })?;
    let arrays = counted.map_err(|error| wrong(py, &error))?;
    let n = arrays.n_cells;
    let found = PyDict::new(py);
    found.set_item("n_playouts", arrays.n_playouts)?;
    found.set_item("black_wins", arrays.black_wins)?;
    found.set_item("black_wins_error", arrays.black_wins_error)?;
    found.set_item("margins", arrays.margins.into_pyarray(py))?;
    for (name, values) in arrays.cells {
        found.set_item(name, values.into_pyarray(py))?;
    }
    for (name, values) in arrays.pairs {
        found.set_item(name, values.into_pyarray(py).reshape([2, n, n])?)?;
    }
    if !arrays.orders.is_empty() {
        found.set_item("orders", arrays.orders.into_pyarray(py).reshape([2 * n, 2 * n])?)?;
    }
    Ok(found)
}
