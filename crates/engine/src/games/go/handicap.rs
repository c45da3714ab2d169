//! Handicap stones by number or by name.

use tesuji_board::Cell;
use tesuji_go::{Position, handicap};

use crate::{Handicap, SessionError};

/// The position with its handicap stones, and their names. There are at least two stones, and at least one cell stays
/// empty.
pub(super) fn place(position: &Position, handicap: &Handicap) -> Result<(Position, Vec<String>), SessionError> {
    let topology = position.topology();
    if topology.cells().any(|cell| position.stone(cell).is_some()) {
        return Err(SessionError::Begun);
    }
    let refuse = |reason: String| Err(SessionError::Handicap(reason));
    let n_cells = topology.n_cells();
    let cells: Vec<Cell> = match handicap {
        Handicap::Fixed(n_stones) => match handicap::fixed(topology, *n_stones) {
            Some(cells) => cells,
            None => return refuse(format!("this board has no fixed points for {n_stones} stones")),
        },
        Handicap::Free(n_stones) if (2..n_cells).contains(n_stones) => {
            handicap::fixed(topology, *n_stones).unwrap_or_else(|| handicap::spread(topology, *n_stones))
        }
        Handicap::Free(_) if n_cells < 3 => return refuse("this board has no room for handicap".to_owned()),
        Handicap::Free(n_stones) => return refuse(format!("expected 2 to {} stones, not {n_stones}", n_cells - 1)),
        Handicap::On(names) => {
            let missing = |name: &str| SessionError::unknown(name, "the name of a cell");
            let cell = |name: &String| topology.cell_in_any_case(name).ok_or_else(|| missing(name));
            names.iter().map(cell).collect::<Result<_, _>>()?
        }
    };
    if cells.len() < 2 {
        return refuse(format!("expected at least 2 stones, not {}", cells.len()));
    }
    // When the program chooses, it leaves out stones that would have no liberty.
    let cells = if matches!(handicap, Handicap::Free(_)) { that_stand(position, cells) } else { cells };
    let placed = position.clone().with_handicap(&cells).map_err(|error| SessionError::Handicap(error.to_string()))?;
    Ok((placed, cells.iter().map(|&cell| topology.name(cell).to_owned()).collect()))
}

fn that_stand(position: &Position, cells: Vec<Cell>) -> Vec<Cell> {
    let mut placed = position.clone();
    cells.into_iter().filter(|&cell| placed.set_stone(cell, tesuji_board::Player::Black).is_ok()).collect()
}
