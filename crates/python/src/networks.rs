//! Networks of Hex positions.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tesuji_board::Player;
use tesuji_engine::State;
use tesuji_network::{NetworkReport, NetworkStage, Quantity, Resistance, ThroughEdge, network_of};

use crate::error::wrong;
use crate::position::{Position, player_of};
use crate::threads::stoppable;

fn hex(py: Python<'_>, position: &Position) -> PyResult<tesuji_hex::Position> {
    match position.now(py) {
        State::Hex(position) => Ok(position),
        State::Go(_) | State::Amazons(_) => Err(wrong(py, &"networks are for positions of Hex")),
    }
}

/// The network of a player: names of nodes, terminals, and links as (a, b, is_virtual, is_on_path).
#[pyfunction]
#[pyo3(signature = (position, player, plain = false))]
pub(crate) fn network<'py>(
    py: Python<'py>,
    position: &Position,
    player: &str,
    plain: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let (position, player) = (hex(py, position)?, player_of(py, player)?);
    let stage = if plain { NetworkStage::Plain } else { NetworkStage::Full };
    let graph = stoppable(py, |_| network_of(&position, player, stage, ThroughEdge::default()))?;
    let found = PyDict::new(py);
    let links = graph.links.iter().map(|link| (link.ends[0], link.ends[1], link.is_virtual, link.is_on_path));
    found.set_item("links", links.collect::<Vec<_>>())?;
    found.set_item("names", graph.names)?;
    found.set_item("terminals", graph.terminals)?;
    found.set_item("distance", graph.distance)?;
    found.set_item("n_paths", graph.n_paths)?;
    found.set_item("from_source", graph.from_source)?;
    found.set_item("shares", graph.shares)?;
    Ok(found)
}

/// The measures of both players' networks, for each player a dict, and the numbers of cells as arrays.
#[pyfunction]
pub(crate) fn measures<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyDict>> {
    let position = hex(py, position)?;
    let report = stoppable(py, |_| NetworkReport::new(&position, ThroughEdge::default()))?;
    let found = PyDict::new(py);
    for player in Player::BOTH {
        let of = &report.players[player.index()];
        let numbers = PyDict::new(py);
        let measures = &of.measures;
        numbers.set_item("d", measures.distance)?;
        numbers.set_item("l", measures.mean_distance)?;
        numbers.set_item("c", measures.mean_betweenness)?;
        numbers.set_item("c_brandes", measures.mean_brandes)?;
        numbers.set_item("c_max", measures.max_share)?;
        let resistance = match of.resistance {
            Resistance::Nothing => 0.0,
            Resistance::Finite(resistance) => resistance,
            Resistance::Infinite => f64::INFINITY,
        };
        numbers.set_item("resistance", resistance)?;
        numbers.set_item("n_nodes", measures.n_nodes)?;
        numbers.set_item("n_links", of.n_links)?;
        for quantity in Quantity::ALL {
            let cells = of.cells(quantity).iter().map(|value| value.unwrap_or(f64::NAN));
            numbers.set_item(format!("{}_of_cells", quantity.name()), cells.collect::<Vec<_>>().into_pyarray(py))?;
        }
        found.set_item(if player == Player::Black { "black" } else { "white" }, numbers)?;
    }
    Ok(found)
}
