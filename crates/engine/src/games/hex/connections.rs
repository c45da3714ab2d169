//! Virtual connections of a position of Hex: between two cells, of one cell, and of all pairs.

use std::sync::Arc;

use tesuji_board::{Bits, Cell, CellSet, Player, Topology};
use tesuji_connection::vc::Connections;
use tesuji_connection::{Region, Side};
use tesuji_hex::Position;
use tesuji_network::{Board, NetworkReport, Quantity, ThroughEdge, closure, stones};
use tesuji_proof::words::count;
use tesuji_prove::Question;

use crate::overlay::title;
use crate::{Area, CellMark, Linked, Overlay, SessionError, VirtualConnection};

/// The names of the edges, each player's two in the order of its connections.
const EDGES: [[&str; 2]; 2] = [["north", "south"], ["west", "east"]];
/// Names of the edges in sentences.
const EDGE_WORDS: [[&str; 2]; 2] = [["the top edge", "the bottom edge"], ["the left edge", "the right edge"]];

/// Calls a function in the width that fits the cells and two edges of a board.
macro_rules! in_width {
    ($position:expr, $function:ident ($($argument:expr),*)) => {
        tesuji_board::with_width!(board, $position.topology().n_cells() + 2, W => $function::<W>($($argument),*))
    };
}
pub(super) use in_width;

/// The empty board as `player` links it, and the player's connections with these stones, as in its network.
pub(super) fn of<const W: usize>(
    topology: &Arc<Topology>,
    stones: [Bits<W>; 2],
    player: Player,
) -> (Region<W>, Connections<W>) {
    let (black, white) = (CellSet::new(), CellSet::new());
    let empty = Question { topology: Arc::clone(topology), black, white, to_move: player };
    let region = Region::new(&empty.claim(player)).expect("the width was chosen for the board and two edges");
    let (own, other) = (stones[player.index()], stones[player.opponent().index()]);
    let closure = closure(topology.n_cells(), ThroughEdge::default());
    let connections = Connections::with_stones(&region, Side::Owner, closure, own, other);
    (region, connections)
}

/// The node of a cell or edge in the connections of `player`.
fn node(position: &Position, player: Player, name: &str) -> Result<u16, SessionError> {
    let n_cells = position.topology().n_cells();
    let edges = EDGES[player.index()];
    if let Some(edge) = edges.iter().position(|edge| name.eq_ignore_ascii_case(edge)) {
        return Ok((n_cells + edge) as u16);
    }
    let cell = position.topology().cell(name);
    match cell.filter(|&cell| position.stone(cell) != Some(player.opponent())) {
        Some(cell) => Ok(cell.index() as u16),
        None => Err(SessionError::unknown(
            name,
            format!("{}, {} or a cell that is not {}'s", edges[0], edges[1], player.opponent()),
        )),
    }
}

pub(super) fn links(
    position: &Position,
    player: Player,
    from: &str,
    to: &str,
) -> Result<Vec<VirtualConnection>, SessionError> {
    let nodes = (node(position, player, from)?, node(position, player, to)?);
    Ok(in_width!(position, links_of_nodes(position, player, nodes)))
}

fn links_of_nodes<const W: usize>(
    position: &Position,
    player: Player,
    (from, to): (u16, u16),
) -> Vec<VirtualConnection> {
    let (_, connections) = of::<W>(position.topology(), stones(position), player);
    let (from, to) = (connections.chain_of(from), connections.chain_of(to));
    let name = |cell: usize| position.topology().name(Cell::new(cell)).to_owned();
    let links = connections.connections(from, to).chain(connections.semi_connections(from, to));
    let link = |link: &tesuji_connection::vc::Link<W>| VirtualConnection {
        key: link.key().map(name),
        carrier: link.carrier.iter().map(name).collect(),
    };
    if from == to { Vec::new() } else { links.map(link).collect() }
}

pub(super) fn linked(position: &Position, player: Player, from: &str) -> Result<Linked, SessionError> {
    let node = node(position, player, from)?;
    Ok(in_width!(position, linked_with(position, player, node)))
}

fn linked_with<const W: usize>(position: &Position, player: Player, from: u16) -> Linked {
    let (_, connections) = of::<W>(position.topology(), stones(position), player);
    let from = connections.chain_of(from);
    let n_cells = position.topology().n_cells();
    let name = |node: u16| match usize::from(node).checked_sub(n_cells) {
        Some(edge) => EDGES[player.index()][edge].to_owned(),
        None => position.topology().name(Cell::new(usize::from(node))).to_owned(),
    };
    let others = || {
        let nodes = (0..connections.n_nodes() as u16).filter(|&node| connections.chain_of(node) == node);
        nodes.filter(|&node| node != from)
    };
    let is_connected = |&node: &u16| connections.connections(from, node).len() > 0;
    let is_semi = |&node: &u16| !is_connected(&node) && connections.semi_connections(from, node).len() > 0;
    Linked {
        connected: others().filter(is_connected).map(name).collect(),
        semi_connected: others().filter(is_semi).map(name).collect(),
    }
}

/// The move within the winner's carrier with the most current of the loser; `None` if the edges of one player are
/// connected.
pub(super) fn hardest_reply(question: &Question, carrier: &CellSet) -> Option<Cell> {
    let position = question.position().ok()?;
    let report = NetworkReport::new(&position, ThroughEdge::default());
    let currents = report.players[question.to_move.index()].cells(Quantity::Current);
    let current = |cell: &Cell| currents.get(cell.index()).copied().flatten();
    let known = carrier.iter().filter_map(|cell| Some((cell, current(&cell)?)));
    known.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(cell, _)| cell)
}

/// The cells and edges with which a player has connected a cell. A stone has the connections of its owner.
pub(super) fn around(position: &Position, player: Player, cell: &str) -> Result<Overlay, SessionError> {
    let player = position.topology().cell(cell).and_then(|cell| position.stone(cell)).unwrap_or(player);
    let Linked { connected, semi_connected } = linked(position, player, cell)?;
    let is_cell = |to: &String| position.topology().cell(to).is_some();
    let connected = connected.into_iter().filter(is_cell).map(|to| (to, CellMark::Connected(player, cell.to_owned())));
    let semi_connected =
        semi_connected.into_iter().filter(is_cell).map(|to| (to, CellMark::SemiConnected(player, cell.to_owned())));
    let marks = connected.chain(semi_connected).collect();
    let mut areas = Vec::new();
    let name = title(player);
    for (edge, words) in EDGES[player.index()].into_iter().zip(EDGE_WORDS[player.index()]) {
        for connection in links(position, player, cell, edge)? {
            let needs = count(connection.carrier.len(), "empty cell");
            let (text, by) = match connection.key {
                None => (edge.to_owned(), "for certain".to_owned()),
                Some(key) => (format!("{edge}, {key} first"), format!("by playing on {key}")),
            };
            let sentence = format!("{name} joins {cell} with {words} {by}; this needs {needs}.");
            areas.push(Area { cells: connection.carrier, text, player: Some(player), sentence });
        }
    }
    Ok(Overlay::Areas { areas, marks, facts: Vec::new() })
}

/// The pairs of empty cells that a player can join for certain; those of neighbours need no proof, and are left out.
pub(super) fn network<const W: usize>(position: &Position, player: Player) -> Result<Vec<[Cell; 2]>, SessionError> {
    let topology = position.topology();
    let mut board = Board::<W>::new(topology, ThroughEdge::default())
        .map_err(|_| SessionError::Unsupported("network on such a board"))?;
    board.set(stones(position));
    let mut network = board.new_network();
    board.network(player, &mut network);
    let mut pairs = Vec::new();
    for from in position.empties().iter() {
        let linked = network.links(from.index());
        let others = linked.iter().filter(|&to| to > from.index() && to < topology.n_cells()).map(Cell::new);
        pairs.extend(others.filter(|to| !topology.neighbours(from).contains(to)).map(|to| [from, to]));
    }
    Ok(pairs)
}
