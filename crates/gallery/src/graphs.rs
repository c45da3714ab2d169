//! Networks as graphs: nodes, links and the shares of shortest paths (Takada et al. 2014, figures 4, 6 and 12 to 14).

use tesuji_board::{Cell, Place, Player, Topology, TopologyError};
use tesuji_figures::{Drawing, Heat, HeatValue, Hue, Key, Kind, Line, Mark, MarkShape, Picture, Theme, Tint};
use tesuji_hex::Position;
use tesuji_network::{PathGraph, PathLink};

/// Distance of a terminal from the board, in lengths of a link.
const BEYOND: f64 = 1.4;
/// The room between the nodes of a graph that is no board.
const APART: [f64; 2] = [1.5, 1.1];
/// Links of neighbours, and virtual ones.
const LINES: [Tint; 2] = [Tint::Amber, Tint::Blue];

/// The links that are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinksShown {
    /// All of them.
    All,
    /// Links on shortest paths between the terminals, with b' on their nodes.
    Paths,
}

/// The network of `player` in a position, over the places of the board: stones, nodes, links and the two terminals.
///
/// `graph` is that of [`network_of`](tesuji_network::network_of) for the same position and player.
///
/// # Errors
///
/// If the graph does not have a node for each cell and two terminals.
pub fn network(
    title: &str,
    position: &Position,
    player: Player,
    graph: &PathGraph,
    shown: LinksShown,
    theme: Theme,
) -> Result<Picture, TopologyError> {
    let board = position.topology();
    let mut places: Vec<Place> = board.cells().map(|cell| board.place(cell)).collect();
    // A terminal lies outside, beside the middle of its edge.
    let middle = |edge: tesuji_board::EdgeId| {
        let cells = &board.edges()[edge].cells;
        let n = cells.len() as f64;
        let sum = |of: fn(Place) -> f64| cells.iter().map(|cell| of(board.place(cell))).sum::<f64>() / n;
        (sum(Place::right), sum(Place::down))
    };
    let edges = tesuji_hex::edges_of(player);
    // The first edge is the upper or the left one.
    for ((right, down), side) in edges.map(middle).into_iter().zip([-BEYOND, BEYOND]) {
        let at = match player {
            Player::Black => (right, down + side),
            Player::White => (right + side, down),
        };
        places.push(Place::new(at.0, at.1).unwrap_or_default());
    }
    // Neighbours are linked as the points of a board are, and only virtual links are lines.
    let plain = graph.links.iter().filter(|link| shown == LinksShown::All && !link.is_virtual);
    let plain: Vec<(usize, usize)> = plain.map(|link| (link.ends[0], link.ends[1])).collect();
    let topology = topology(graph, &plain, places)?;
    let mut drawing = Drawing::of_kind(&topology, theme, Kind::Links);
    drawing.title(title);
    for cell in board.cells() {
        if let Some(stone) = position.stone(cell) {
            drawing.stone(cell, stone);
        }
    }
    draw(&mut drawing, graph, shown, Some(player));
    Ok(drawing.picture())
}

/// Any graph, from s on the left to t on the right, in layers of equal distance from s, with b' on its nodes.
///
/// # Errors
///
/// If there is no node, or there are more than a picture holds.
pub fn graph(title: &str, graph: &PathGraph, theme: Theme) -> Result<Picture, TopologyError> {
    let last = graph.from_source.iter().flatten().copied().max().unwrap_or(0);
    // What s does not reach stands behind everything else.
    let layer = |node: usize| graph.from_source[node].unwrap_or(last + 1);
    let mut sizes = vec![0_usize; last + 2];
    (0..graph.names.len()).for_each(|node| sizes[layer(node)] += 1);
    let mut taken = vec![0_usize; last + 2];
    let places = (0..graph.names.len()).map(|node| {
        let layer = layer(node);
        let (at, size) = (taken[layer], sizes[layer]);
        taken[layer] += 1;
        let down = (at as f64 - (size as f64 - 1.0) / 2.0) * APART[1];
        Place::new(layer as f64 * APART[0], down).unwrap_or_default()
    });
    let topology = topology(graph, &[], places.collect())?;
    let mut drawing = Drawing::of_kind(&topology, theme, Kind::Links);
    drawing.title(title);
    draw(&mut drawing, graph, LinksShown::Paths, None);
    let rest = graph.links.iter().filter(|link| !link.is_on_path);
    for &PathLink { ends: [a, b], .. } in rest {
        drawing.line(Cell::new(a), Cell::new(b), Line::plain(Tint::Grey).wide(0.03));
        drawing.legend(Key::Line(Hue::Tint(Tint::Grey)), "on no shortest path");
    }
    for (node, name) in graph.names.iter().enumerate() {
        if graph.shares[node].is_none() && !graph.terminals.contains(&node) {
            drawing.label(Cell::new(node), name);
        }
    }
    Ok(drawing.picture())
}

/// The nodes of the graph at these places, with these links. Other links are lines.
fn topology(graph: &PathGraph, links: &[(usize, usize)], places: Vec<Place>) -> Result<Topology, TopologyError> {
    Topology::graph(graph.names.clone(), links, Vec::new())?.drawn(places)
}

fn draw(drawing: &mut Drawing<'_>, graph: &PathGraph, shown: LinksShown, player: Option<Player>) {
    let is_board = player.is_some();
    let terminal = player.map_or(Hue::Ink, Hue::Side);
    let is_shown = |link: &&PathLink| shown == LinksShown::All || link.is_on_path;
    let is_line = |link: &&PathLink| is_shown(link) && (shown == LinksShown::Paths || link.is_virtual);
    for link in graph.links.iter().filter(is_line) {
        let tint = LINES[usize::from(link.is_virtual)];
        let line = match shown {
            LinksShown::All => Line::plain(tint).wide(0.025).bare(),
            LinksShown::Paths => Line::plain(tint).wide(0.05),
        };
        // A bow keeps virtual links apart from those along the same row.
        let line = if link.is_virtual { line } else { line.straight() };
        let [a, b] = link.ends.map(Cell::new);
        drawing.line(a, b, line);
    }
    let has = |is_virtual: bool| graph.links.iter().filter(is_shown).any(|link| link.is_virtual == is_virtual);
    if has(false) {
        let hue = if shown == LinksShown::Paths { LINES[0] } else { Tint::Grey };
        drawing.legend(Key::Line(Hue::Tint(hue)), if is_board { "neighbours" } else { "on a shortest path" });
    }
    if has(true) {
        drawing.legend(Key::Line(Hue::Tint(LINES[1])), "virtual connection, or through stones");
    }
    for node in graph.terminals {
        let mark = Mark { shape: MarkShape::Square, hue: terminal, size: 1.0 };
        let cell = Cell::new(node);
        drawing.mark(cell, mark).label(cell, &graph.names[node]);
    }
    if shown == LinksShown::Paths {
        let readings: Vec<Option<HeatValue>> = graph.shares.iter().map(|share| share.map(HeatValue::exact)).collect();
        for (node, share) in graph.shares.iter().enumerate() {
            if let Some(share) = share {
                drawing.label(Cell::new(node), &format!("{} {share:.2}", graph.names[node]));
            }
        }
        if graph.max_share.is_some() {
            let name = "b': share of the shortest paths that pass the node".to_owned();
            drawing.heat(&readings, Heat { name, is_low_hot: false, has_figures: false });
        }
        drawing.note(&match graph.distance {
            None => "no path joins the terminals".to_owned(),
            Some(1) => "the terminals are linked".to_owned(),
            Some(distance) => {
                let paths = if graph.n_paths == 1.0 { "path" } else { "paths" };
                format!(
                    "{} shortest {paths} of {distance} links; C' {:.4}",
                    graph.n_paths,
                    graph.max_share.unwrap_or(0.0)
                )
            }
        });
    } else {
        let n_virtual = graph.links.iter().filter(|link| link.is_virtual).count();
        drawing.note(&format!("{} links, {n_virtual} of them virtual", graph.links.len()));
    }
}
