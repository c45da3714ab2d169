//! What is joined in Hex: the connections of a cell, and the network of a player.

use tesuji_board::Player;
use tesuji_engine::Linked;

use super::words::title;
use super::{Area, Asked, CellLink, CellNote, OverlayView};
use crate::types::Colour;
use crate::words::{count, listed};
use crate::Trouble;

/// The edges of a player, as connections name them, and as people do.
const EDGES: [[(&str, &str); 2]; 2] =
    [[("north", "the top edge"), ("south", "the bottom edge")], [("west", "the left edge"), ("east", "the right edge")]];

pub(super) fn view(asked: &Asked<'_>) -> Result<OverlayView, Trouble> {
    match (asked.name, &asked.cell) {
        ("connections", Some(cell)) => connections(asked, cell),
        ("links", _) => network(asked),
        _ => Err(Trouble::ours(format!("the overlay {} has no maker", asked.name))),
    }
}

fn connections(asked: &Asked<'_>, cell: &str) -> Result<OverlayView, Trouble> {
    let (Some(hex), Some(position)) = (asked.session.hex(), asked.session.position().as_hex()) else {
        return Err(Trouble::ours("connections are asked of another game than Hex"));
    };
    // A stone has the connections of its owner.
    let stone = position.topology().cell(cell).and_then(|cell| position.stone(cell));
    let player = stone.unwrap_or(asked.player);
    let (name, colour) = (title(player), Some(Colour::from(player)));
    let mut view = OverlayView::default();
    let Linked { connected, semi_connected } = hex.connected(player, cell)?;
    for (cells, mark, words) in [
        (connected, "connected", "even if the opponent moves first"),
        (semi_connected, "semi-connected", "if {name} moves first"),
    ] {
        let words = words.replace("{name}", name);
        for to in cells {
            if position.topology().cell(&to).is_some() {
                let sentence = format!("{name} joins {cell} with {to}, {words}.");
                view.marks.push(CellNote { cell: to, mark: mark.to_owned(), player: colour, sentence });
            }
        }
    }
    for (edge, edge_name) in EDGES[player.index()] {
        for connection in hex.connections(player, cell, edge)? {
            let needs = count(connection.carrier.len(), "empty cell");
            let (text, sentence) = match &connection.key {
                None => (edge.to_owned(), format!("{name} joins {cell} with {edge_name} for certain; this needs {needs}.")),
                Some(key) => (
                    format!("{edge}, {key} first"),
                    format!("{name} joins {cell} with {edge_name} by playing on {key}; this needs {needs}."),
                ),
            };
            view.areas.push(Area { cells: connection.carrier, text, player: colour, sentence });
        }
    }
    Ok(view)
}

/// The cells of a player that are joined for certain, pair by pair.
fn network(asked: &Asked<'_>) -> Result<OverlayView, Trouble> {
    let (Some(hex), Some(position)) = (asked.session.hex(), asked.session.position().as_hex()) else {
        return Err(Trouble::ours("a network is asked of another game than Hex"));
    };
    let topology = position.topology();
    let player: Player = asked.player;
    let (name, colour) = (title(player), Some(Colour::from(player)));
    let mut view = OverlayView::default();
    let joins = |from: &str| hex.connected(player, from);
    for cell in position.empties().iter() {
        let from = topology.name(cell);
        for to in joins(from)?.connected {
            // Each pair once; of cells side by side nobody needs to be told.
            let Some(other) = topology.cell(&to) else { continue };
            if other > cell && position.stone(other).is_none() && !topology.neighbours(cell).contains(&other) {
                let sentence = format!("{} are joined for {name}.", listed(&[from.to_owned(), to.clone()]));
                let (from, text) = (from.to_owned(), String::new());
                view.links.push(CellLink { from, to, value: 1.0, text, player: colour, sentence });
            }
        }
    }
    Ok(view)
}
