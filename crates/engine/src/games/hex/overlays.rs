//! The overlays of a position of Hex: the numbers of networks and circuits, inferior cells, must-play, connections.

use std::sync::Arc;

use tesuji_board::{Bits, Cell, CellSet, Player, Topology, with_width};
use tesuji_connection::inferior::{FillKind, Filled, Inferior, Surroundings};
use tesuji_connection::vc::{Connections, Standing};
use tesuji_connection::{Region, Side};
use tesuji_hex::Position;
use tesuji_network::evaluation::{GAMMA_FIRST, GAMMA_SECOND};
use tesuji_network::{Betweenness, Comparison, NetworkReport, Quantity, Ratios, ThroughEdge, closure, stones};
use tesuji_neural::{Judge, Net, Opinion};
use tesuji_prove::Question;

use crate::statistics;
use crate::{CellMark, Linked, Overlay, OverlayKind, OverlayName, OverlayUnit, SessionError, VirtualConnection};

/// All overlays.
pub(in crate::games) const NAMES: &[OverlayName] = &[
    OverlayName::new("betweenness", "Betweenness", OverlayKind::Numbers),
    OverlayName::new("brandes", "Betweenness (Brandes)", OverlayKind::Numbers),
    OverlayName::new("share", "Share of Shortest Ways", OverlayKind::Numbers),
    OverlayName::new("current", "Current", OverlayKind::Numbers).in_unit(OverlayUnit::Number),
    OverlayName::new("distance", "Distance", OverlayKind::Numbers).in_unit(OverlayUnit::Count),
    OverlayName::new("length", "Mean Distance", OverlayKind::Numbers).in_unit(OverlayUnit::Number),
    OverlayName::new("fill-in", "Fill-in", OverlayKind::Marks),
    OverlayName::new("inferior", "Inferior Cells", OverlayKind::Marks),
    OverlayName::new("must-play", "Must-play", OverlayKind::Marks),
    OverlayName::new("measures", "Measures", OverlayKind::Facts),
    OverlayName::new("policy", "Learned Policy", OverlayKind::Numbers),
    OverlayName::new("chance", "Learned Chance to Win", OverlayKind::Facts),
    statistics::CRITICALITY,
    statistics::FIRST_PLAY,
    statistics::MIAI,
    statistics::PAIRS,
    statistics::JOINT,
];

/// The names of the edges, each player's two in the order of its connections.
const EDGES: [[&str; 2]; 2] = [["north", "south"], ["west", "east"]];

/// Calls a function in the width that fits the cells and two edges of a board.
macro_rules! in_width {
    ($position:expr, $function:ident ($($argument:expr),*)) => {
        with_width!(board, $position.topology().n_cells() + 2, W => $function::<W>($($argument),*))
    };
}

pub(in crate::games) fn overlay(position: &Position, name: &str, player: Player) -> Option<Overlay> {
    if let Some(quantity) = Quantity::ALL.into_iter().find(|quantity| quantity.name() == name) {
        return Some(numbers(position, quantity, player));
    }
    match name {
        "fill-in" => Some(Overlay::Marks(in_width!(position, fill_in(position)))),
        "inferior" => Some(Overlay::Marks(in_width!(position, inferior(position, player)))),
        "must-play" => Some(Overlay::Marks(in_width!(position, must_play(position, player)))),
        "measures" => Some(measures(position)),
        "policy" => Some(policy(position, player)),
        "chance" => Some(chance(position, player)),
        _ => None,
    }
}

fn numbers(position: &Position, quantity: Quantity, player: Player) -> Overlay {
    let report = NetworkReport::new(position, ThroughEdge::default());
    let cells = position.topology().cells().zip(report.players[player.index()].cells(quantity));
    let known = cells.filter_map(|(cell, value)| Some((position.topology().name(cell).to_owned(), (*value)?)));
    Overlay::Numbers(known.collect())
}

/// Both players' numbers, the ratios of White's to Black's, and the evaluations for Black, as in `tesuji measure`.
fn measures(position: &Position) -> Overlay {
    let report = NetworkReport::new(position, ThroughEdge::default());
    let [black, white] = &report.players;
    let ratios = match report.comparison {
        Comparison::Open(ratios) => Some(ratios),
        Comparison::Won(_) => None,
    };
    let ratio = |of: fn(&Ratios) -> f64| ratios.as_ref().map(of);
    let ev_prime = |gamma| ratios.map(|ratios| ratios.ev_prime(Betweenness::Indicator, gamma));
    let won = match report.comparison {
        Comparison::Won(Player::Black) => Some(1.0),
        Comparison::Won(Player::White) => Some(0.0),
        Comparison::Open(_) => None,
    };
    let [black_ohms, white_ohms] = [black, white].map(|player| player.resistance.value());
    Overlay::Facts(vec![
        ("d-black", black.measures.distance.map(|links| links as f64)),
        ("d-white", white.measures.distance.map(|links| links as f64)),
        ("d", ratio(|ratios| ratios.distance)),
        ("L-black", black.measures.mean_distance),
        ("L-white", white.measures.mean_distance),
        ("L", ratio(|ratios| ratios.mean_distance)),
        ("B-black", black.measures.mean_betweenness),
        ("B-white", white.measures.mean_betweenness),
        ("C", ratio(|ratios| ratios.betweenness)),
        ("B-brandes-black", black.measures.mean_brandes),
        ("B-brandes-white", white.measures.mean_brandes),
        ("C-brandes", ratio(|ratios| ratios.brandes)),
        ("C'-black", black.measures.max_share),
        ("C'-white", white.measures.max_share),
        ("C'", ratio(|ratios| ratios.share)),
        ("R-black", black_ohms),
        ("R-white", white_ohms),
        ("R", ratios.and(black_ohms.zip(white_ohms)).map(|(black, white)| white / black)),
        ("Ev'-first", ev_prime(GAMMA_FIRST)),
        ("Ev'-second", ev_prime(GAMMA_SECOND)),
        ("black-wins", won),
        ("cut-black", black.cut.map(|cells| cells as f64)),
        ("cut-white", white.cut.map(|cells| cells as f64)),
    ])
}

/// What the learned net says of the position with this player to move.
fn opinion(position: &Position, player: Player) -> (Position, Opinion) {
    let mut position = position.clone();
    position.set_to_move(player);
    let mut opinion = Opinion::default();
    Judge::new(Net::shipped()).judge(&position, &mut opinion);
    (position, opinion)
}

/// How likely each move of the player is the best one; nothing once the game is over.
fn policy(position: &Position, player: Player) -> Overlay {
    if position.winner().is_some() {
        return Overlay::Numbers(Vec::new());
    }
    let (position, opinion) = opinion(position, player);
    let chances = opinion.chances(&position).into_iter();
    Overlay::Numbers(chances.map(|(cell, chance)| (position.topology().name(cell).to_owned(), chance)).collect())
}

/// How likely the player wins if it is to move.
fn chance(position: &Position, player: Player) -> Overlay {
    let win = match position.winner() {
        Some(winner) => f64::from(u8::from(winner == player)),
        None => opinion(position, player).1.win,
    };
    Overlay::Facts(vec![("win", Some(win))])
}

/// A position with its fill-in.
struct Seen<const W: usize> {
    topology: Arc<Topology>,
    surroundings: Surroundings<W>,
    filled: Filled<W>,
}

impl<const W: usize> Seen<W> {
    fn new(position: &Position) -> Self {
        let topology = Arc::clone(position.topology());
        let surroundings = Surroundings::new(&topology).expect("a rhombus, and the width was chosen");
        let mut filled = Filled::default();
        surroundings.fill_in(stones(position), &mut filled);
        Self { topology, surroundings, filled }
    }

    fn name(&self, cell: usize) -> String {
        self.topology.name(Cell::new(cell)).to_owned()
    }

    fn fill_marks(&self) -> Vec<(String, CellMark)> {
        let steps = self.filled.steps.iter();
        let marks = steps.flat_map(|step| {
            let mark = match step.kind {
                FillKind::Dead => CellMark::Dead(step.player),
                FillKind::Captured => CellMark::Captured(step.player),
                FillKind::Permanent { .. } => CellMark::Permanent(step.player),
            };
            step.cells.iter().map(move |cell| (self.name(cell), mark.clone()))
        });
        marks.collect()
    }

    fn empties(&self) -> Bits<W> {
        Bits::first_n(self.topology.n_cells()) - self.filled.occupied()
    }
}

fn fill_in<const W: usize>(position: &Position) -> Vec<(String, CellMark)> {
    Seen::<W>::new(position).fill_marks()
}

fn inferior<const W: usize>(position: &Position, mover: Player) -> Vec<(String, CellMark)> {
    let seen = Seen::<W>::new(position);
    let mut inferior = Inferior::default();
    seen.surroundings.inferior_moves(&seen.filled, mover, &mut inferior);
    let vulnerable = inferior.vulnerable.iter().map(|mv| (mv.cell, CellMark::Vulnerable(seen.name(mv.killer))));
    let dominated = inferior.dominated.iter().map(|mv| (mv.cell, CellMark::Dominated(seen.name(mv.by))));
    let mut marks = seen.fill_marks();
    marks.extend(vulnerable.chain(dominated).map(|(cell, mark)| (seen.name(cell), mark)));
    marks
}

/// Fill-in, and the moves that leave the opponent a virtual connection of the edges.
fn must_play<const W: usize>(position: &Position, mover: Player) -> Vec<(String, CellMark)> {
    let seen = Seen::<W>::new(position);
    let opponent = mover.opponent();
    let (region, connections) = connected::<W>(position.topology(), seen.filled.stones, opponent);
    let mut semis = Vec::new();
    let must_play = match connections.standing(&region.goal, &mut semis) {
        Standing::Secured(_) => Bits::EMPTY,
        Standing::Open => semis.iter().fold(seen.empties(), |set, semi| set & semi.carrier),
    };
    let mut marks = seen.fill_marks();
    marks.extend((seen.empties() - must_play).iter().map(|cell| (seen.name(cell), CellMark::Outside)));
    marks
}

/// The empty board as `player` links it, and the player's connections with these stones, as in its network.
fn connected<const W: usize>(
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
    let (_, connections) = connected::<W>(position.topology(), stones(position), player);
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
    let (_, connections) = connected::<W>(position.topology(), stones(position), player);
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
