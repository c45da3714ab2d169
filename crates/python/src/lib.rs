//! The native half of the Python package `tesuji`.
//!
//! Useful for: Python, by way of the package in `python/tesuji`, which gives this its shape: classes, names, help.
//! Questions and answers of the workbench travel as JSON, whatever is large as `NumPy` arrays without a copy. Work runs
//! on threads of its own without Python's lock, and Ctrl-C stops it.
//!
//! Not useful for: Rust.
//!
//! Never: a decision of its own; a panic that Python sees.

mod asking;
mod batch;
mod desk;
mod error;
mod knowledge;
mod matches;
mod networks;
mod position;
mod search;
mod session;
mod statistics;
mod threads;
mod work;

use pyo3::prelude::*;

/// The native half of `tesuji`.
#[pymodule]
fn _tesuji(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("TesujiError", module.py().get_type::<error::TesujiError>())?;
    module.add_class::<position::Position>()?;
    module.add_class::<session::Session>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<asking::Asking>()?;
    module.add_function(wrap_pyfunction!(asking::ask, module)?)?;
    module.add_function(wrap_pyfunction!(search::search, module)?)?;
    module.add_function(wrap_pyfunction!(asking::schema, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(knowledge::symmetries, module)?)?;
    module.add_function(wrap_pyfunction!(knowledge::connections, module)?)?;
    module.add_function(wrap_pyfunction!(knowledge::templates, module)?)?;
    module.add_function(wrap_pyfunction!(knowledge::heat_map, module)?)?;
    module.add_function(wrap_pyfunction!(networks::network, module)?)?;
    module.add_function(wrap_pyfunction!(networks::measures, module)?)?;
    module.add_function(wrap_pyfunction!(matches::player, module)?)?;
    module.add_function(wrap_pyfunction!(matches::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(matches::match_report, module)?)?;
    module.add_function(wrap_pyfunction!(matches::match_games, module)?)?;
    module.add_function(wrap_pyfunction!(matches::studies, module)?)?;
    module.add_function(wrap_pyfunction!(matches::run_study, module)?)?;
    module.add("RefusedError", module.py().get_type::<work::RefusedError>())?;
    module.add("MOST_TRIES", tesuji_work::MOST_TRIES)?;
    module.add_class::<work::Work>()?;
    module.add_function(wrap_pyfunction!(work::execute, module)?)?;
    Ok(())
}
