//! What is joined in Hex: the connections of a cell, and the network of a player.

use tesuji_board::{Cell, Player, with_width};
use tesuji_engine::Linked;
use tesuji_hex::Position;
use tesuji_network::{Board, ThroughEdge, stones};

use super::words::title;
use super::{Area, Asked, CellLink, CellNote, OverlayView};
use crate::Trouble;
use crate::types::Colour;
use crate::words::count;

/// The edges of a player, as connections name them, and as people do.
const EDGES: [[(&str, &str); 2]; 2] = [
    [("north", "the top edge"), ("south", "the bottom edge")],
    [("west", "the left edge"), ("east", "the right edge")],
];

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
                None => {
                    (edge.to_owned(), format!("{name} joins {cell} with {edge_name} for certain; this needs {needs}."))
                }
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

/// The empty cells that a player can join for certain, pair by pair.
fn network(asked: &Asked<'_>) -> Result<OverlayView, Trouble> {
    let Some(position) = asked.session.position().as_hex() else {
        return Err(Trouble::ours("a network is asked of another game than Hex"));
    };
    let n_nodes = position.topology().n_cells() + 2;
    let pairs = with_width!(board, n_nodes, W => joined::<W>(position, asked.player))?;
    let topology = position.topology();
    let (name, colour) = (title(asked.player), Some(Colour::from(asked.player)));
    let link = |(from, to): (Cell, Cell)| {
        let [from, to] = [from, to].map(|cell| topology.name(cell).to_owned());
        let sentence = format!("{name} can join {from} and {to}, even if the opponent moves first.");
        CellLink { from, to, value: 1.0, text: String::new(), player: colour, sentence }
    };
    Ok(OverlayView { links: pairs.into_iter().map(link).collect(), ..OverlayView::default() })
}

/// The pairs of empty cells with a connection; those of neighbours need no proof, and are left out.
fn joined<const W: usize>(position: &Position, player: Player) -> Result<Vec<(Cell, Cell)>, Trouble> {
    let topology = position.topology();
    let mut board =
        Board::<W>::new(topology, ThroughEdge::default()).map_err(|error| Trouble::ours(error.to_string()))?;
    board.set(stones(position));
    let mut network = board.new_network();
    board.network(player, &mut network);
    let mut pairs = Vec::new();
    for from in position.empties().iter() {
        let linked = network.links(from.index());
        let others = linked.iter().filter(|&to| to > from.index() && to < topology.n_cells()).map(Cell::new);
        pairs.extend(others.filter(|to| !topology.neighbours(from).contains(to)).map(|to| (from, to)));
    }
    Ok(pairs)
}
