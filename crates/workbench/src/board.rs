//! A board as it is drawn: where its cells are and how they touch.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_board::{BOTTOM, BoardError, BoardSpec, Cell, EdgeId, LEFT, RIGHT, Shape, TOP, Topology, column_name};
use tesuji_engine::{GameSpec, Session};

use crate::types::Colour;
use crate::words::count;
use crate::{Desk, Trouble};

/// Asks how a board is drawn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardOf {
    /// The board of a game.
    Game(#[schemars(with = "crate::types::GameFields")] GameSpec),
    /// A board as text: `hexagon:5`, `torus:9x9`, or a file of points and links. For the editor of boards.
    Text(String),
}

/// Drawing of a board. Lengths are in units of the distance between neighbours; y grows downwards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardView {
    /// Looks of the cells.
    pub style: BoardStyle,
    /// Width of the drawing, with its margins.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
    /// The cells, in the order of the board.
    pub cells: Vec<BoardCell>,
    /// Links to be drawn, as pairs of indices of cells: for boards whose cells are points. Links that leave one side of
    /// a torus or cylinder and come in at the other are in `wraps`.
    pub links: Vec<[usize; 2]>,
    /// Links around the board, as pairs of points where each end leaves the drawing.
    pub wraps: Vec<[[f64; 2]; 2]>,
    /// The edges of a board of Hex, with the player whose they are.
    pub edges: Vec<BoardEdge>,
    /// Letters and numbers around the board.
    pub labels: Vec<BoardLabel>,
    /// Cells with a dot, such as the star points of 19x19.
    pub stars: Vec<usize>,
    /// Whether cells may be in the way of each other: the drawing is by a layout, not by a lattice.
    pub is_layout: bool,
    /// The board as text, which `BoardOf::Text` takes, in games with boards of any shape.
    pub text: Option<String>,
    /// Notices about the board: sentences without a full stop.
    pub notices: Vec<String>,
}

/// Looks of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardStyle {
    /// Hexagons or other tiles with stones on them.
    Tiles,
    /// Points on lines.
    Points,
    /// Light and dark squares.
    Squares,
}

/// A cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardCell {
    /// Its name, as moves have it.
    pub name: String,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// The corners of its tile, clockwise; empty if it is a point.
    pub corners: Vec<[f64; 2]>,
    /// The indices of the cells that it touches.
    pub touches: Vec<usize>,
    /// The column and row of a rectangle or rhombus, from 0 at the top left.
    pub place: Option<[usize; 2]>,
}

/// A side of a board of Hex.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardEdge {
    /// Its name in goals: `top`.
    pub name: String,
    /// Whose it is.
    pub player: Colour,
    /// The line along the board, from end to end.
    pub path: Vec<[f64; 2]>,
}

/// A letter or number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardLabel {
    /// The text.
    pub text: String,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
}

pub(crate) fn board(asked: &BoardOf, _desk: &impl Desk) -> Result<BoardView, Trouble> {
    match asked {
        BoardOf::Game(game) => of_game(game),
        BoardOf::Text(text) => {
            let board: BoardSpec = text.trim().parse().map_err(of_text)?;
            let topology = board.topology().map_err(|error| Trouble::new(error.to_string()))?;
            Ok(of_points(&board, &topology))
        }
    }
}

/// The fault of a text of a board.
fn of_text(error: BoardError) -> Trouble {
    let advice = "a board is a size such as 9x9, a kind with its size such as hexagon:5, or a file of points and links";
    Trouble::new(error.to_string()).with_advice(advice)
}

/// Drawing of the board of a game.
fn of_game(game: &GameSpec) -> Result<BoardView, Trouble> {
    // A game that cannot be played on the board is found out here.
    Session::new(game)?;
    let topology = game.topology()?;
    Ok(match game {
        GameSpec::Hex { .. } => of_topology(&topology, BoardStyle::Tiles),
        GameSpec::Go { board, .. } => of_points(board, &topology),
        GameSpec::Amazons { .. } => of_squares(game, &topology),
    })
}

/// A board of points and lines: Go.
fn of_points(board: &BoardSpec, topology: &Topology) -> BoardView {
    /// The most stones on fixed points, which are the star points.
    const MOST_FIXED: usize = 9;
    let fixed = (2..=MOST_FIXED).rev().find_map(|n| tesuji_go::handicap::fixed(topology, n));
    // Nine points are for boards on which the sides have points of their own.
    let is_small = topology.square_size().is_some_and(|(side, _)| side < 15);
    let stars = match fixed {
        Some(points) if is_small && points.len() > 5 => tesuji_go::handicap::fixed(topology, 5).unwrap_or(points),
        Some(points) => points,
        None => Vec::new(),
    };
    let (n_points, n_links) = (topology.n_cells(), topology.links().count());
    let n_lonely = topology.cells().filter(|&cell| topology.neighbours(cell).is_empty()).count();
    let n_parts = n_parts(topology);
    let mut notices = Vec::new();
    if topology.shape() == Shape::Graph {
        notices.push(format!("{} and {}", count(n_points, "point"), count(n_links, "link")));
    }
    if n_parts > 1 {
        notices.push(format!("the board has {n_parts} parts that do not touch"));
    }
    if n_lonely > 0 {
        notices.push(format!("{} without a link: a stone there never has a liberty", count(n_lonely, "point")));
    }
    BoardView {
        stars: stars.into_iter().map(Cell::index).collect(),
        text: Some(board.to_string()),
        notices,
        ..of_topology(topology, BoardStyle::Points)
    }
}

fn n_parts(topology: &Topology) -> usize {
    let mut is_seen = vec![false; topology.n_cells()];
    let mut n_parts = 0;
    for start in topology.cells() {
        if std::mem::replace(&mut is_seen[start.index()], true) {
            continue;
        }
        n_parts += 1;
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            for &near in topology.neighbours(cell) {
                if !std::mem::replace(&mut is_seen[near.index()], true) {
                    open.push(near);
                }
            }
        }
    }
    n_parts
}

/// A board of squares, with the names of chess.
fn of_squares(game: &GameSpec, topology: &Topology) -> BoardView {
    let names = game.description().cells;
    let mut view = of_topology(topology, BoardStyle::Squares);
    for (cell, shown) in topology.cells().zip(&mut view.cells) {
        shown.name = names.name(topology, cell);
    }
    let columns = topology.grid_size().map_or(0, |(columns, _)| columns);
    // Labels above and below come first, two for each column.
    for (column, pair) in view.labels.chunks_mut(2).take(columns).enumerate() {
        pair.iter_mut().for_each(|label| label.text = column_name(column));
    }
    view
}

/// Distance of labels from the middles of the outer cells, and the room around the outer cells.
const TO_LABEL: f64 = 1.0;
const MARGIN: f64 = 1.35;

/// Drawing of any board, with cells of this look. Edges of a graph have the line through the middles of their cells,
/// and a label with their name. Stars, text and notices are for the caller.
pub(crate) fn of_topology(topology: &Topology, style: BoardStyle) -> BoardView {
    // One unit is one link, whatever the units of the board.
    let unit = topology.link_length().max(1e-6);
    let raw: Vec<[f64; 2]> = topology
        .cells()
        .map(|cell| topology.place(cell))
        .map(|place| [place.right() / unit, place.down() / unit])
        .collect();
    let least = |axis: usize| raw.iter().map(|at| at[axis]).fold(f64::INFINITY, f64::min);
    let most = |axis: usize| raw.iter().map(|at| at[axis]).fold(f64::NEG_INFINITY, f64::max);
    let origin = [least(0) - MARGIN, least(1) - MARGIN];
    let size = [most(0) - origin[0] + MARGIN, most(1) - origin[1] + MARGIN];
    let places: Vec<[f64; 2]> = raw.iter().map(|at| [at[0] - origin[0], at[1] - origin[1]]).collect();
    let grid = topology.size().or_else(|| topology.grid_size());
    let cells = topology.cells().zip(&places).map(|(cell, &[x, y])| BoardCell {
        name: topology.name(cell).to_owned(),
        x: short(x),
        y: short(y),
        corners: corners(style, [x, y]).into_iter().map(|at| at.map(short)).collect(),
        touches: topology.neighbours(cell).iter().map(|near| near.index()).collect(),
        place: grid.map(|(columns, _)| [cell.index() % columns, cell.index() / columns]),
    });
    let (mut links, mut wraps) = (Vec::new(), Vec::new());
    for (a, b) in topology.links().filter(|_| style == BoardStyle::Points) {
        let (from, to) = (places[a.index()], places[b.index()]);
        if !topology.wraps(a, b) {
            links.push([a.index(), b.index()]);
            continue;
        }
        // A stub at each end, pointing away from the other end.
        let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(1e-6);
        let ahead = [(to[0] - from[0]) / length / 2.0, (to[1] - from[1]) / length / 2.0];
        wraps.push([from, [from[0] - ahead[0], from[1] - ahead[1]]].map(|at| at.map(short)));
        wraps.push([to, [to[0] + ahead[0], to[1] + ahead[1]]].map(|at| at.map(short)));
    }
    let edges = topology.edges().iter().enumerate().map(|(id, edge)| BoardEdge {
        name: edge.name.clone(),
        player: if topology.size().is_some() && id <= BOTTOM { Colour::Black } else { Colour::White },
        path: match topology.size() {
            Some(size) => rhombus_edge(size, id, &places),
            None => edge.cells.iter().map(|cell| places[cell.index()].map(short)).collect(),
        },
    });
    BoardView {
        style,
        width: short(size[0]),
        height: short(size[1]),
        cells: cells.collect(),
        links,
        wraps,
        edges: edges.collect(),
        labels: match grid {
            Some(grid) => grid_labels(topology, grid, &places),
            None => edge_labels(topology, &places),
        },
        stars: Vec::new(),
        is_layout: topology.shape() == Shape::Graph,
        text: None,
        notices: Vec::new(),
    }
}

/// Four figures after the point are enough to draw with, and keep messages short.
fn short(length: f64) -> f64 {
    (length * 1e4).round() / 1e4
}

/// The corners of a tile, clockwise from the top, or from the upper left.
fn corners(style: BoardStyle, [x, y]: [f64; 2]) -> Vec<[f64; 2]> {
    let half = 0.5;
    // The height of the upper corner of a hexagon that is one unit wide, and of those beside it.
    let (high, low) = (1.0 / 3.0_f64.sqrt(), 0.5 / 3.0_f64.sqrt());
    match style {
        BoardStyle::Points => Vec::new(),
        BoardStyle::Squares => {
            [(-half, -half), (half, -half), (half, half), (-half, half)].map(|(dx, dy)| [x + dx, y + dy]).to_vec()
        }
        BoardStyle::Tiles => [(0.0, -high), (half, -low), (half, low), (0.0, high), (-half, low), (-half, -low)]
            .map(|(dx, dy)| [x + dx, y + dy])
            .to_vec(),
    }
}

/// The outline of a rhombus of hexagons along one of its edges.
fn rhombus_edge((columns, rows): (usize, usize), edge: EdgeId, places: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let row = |row: usize| (0..columns).map(|column| row * columns + column).collect::<Vec<_>>();
    let column = |column: usize| (0..rows).map(|row| row * columns + column).collect::<Vec<_>>();
    // Corners of a hexagon are counted clockwise from the top.
    let (cells, which): (Vec<usize>, [usize; 3]) = match edge {
        TOP => (row(0), [5, 0, 1]),
        BOTTOM => (row(rows - 1), [4, 3, 2]),
        LEFT => (column(0), [5, 4, 3]),
        RIGHT => (column(columns - 1), [0, 1, 2]),
        _ => return Vec::new(),
    };
    let mut path: Vec<[f64; 2]> = Vec::new();
    for cell in cells {
        let corners = corners(BoardStyle::Tiles, places[cell]);
        path.extend(which.map(|corner| corners[corner].map(short)));
    }
    // A corner of two cells counts once; the two roundings of it may differ in the last figure.
    path.dedup_by(|a, b| (a[0] - b[0]).abs() < 1e-3 && (a[1] - b[1]).abs() < 1e-3);
    path
}

/// Letters above and below the columns, numbers left and right of the rows, as the cells have them.
fn grid_labels(topology: &Topology, (columns, rows): (usize, usize), places: &[[f64; 2]]) -> Vec<BoardLabel> {
    // Columns of a rhombus lean.
    let step = match topology.size() {
        Some(_) => [0.5 * TO_LABEL, 0.75_f64.sqrt() * TO_LABEL],
        None => [0.0, TO_LABEL],
    };
    let split = |idx: usize| {
        let name = topology.name(Cell::new(idx));
        name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()))
    };
    let mut labels = Vec::with_capacity(2 * (columns + rows));
    let mut put = |text: &str, [x, y]: [f64; 2], [dx, dy]: [f64; 2]| {
        labels.push(BoardLabel { text: text.to_owned(), x: short(x + dx), y: short(y + dy) });
    };
    for column in 0..columns {
        let (top, bottom) = (column, (rows - 1) * columns + column);
        put(split(top).0, places[top], [-step[0], -step[1]]);
        put(split(bottom).0, places[bottom], step);
    }
    for row in 0..rows {
        let (left, right) = (row * columns, (row + 1) * columns - 1);
        put(split(left).1, places[left], [-TO_LABEL, 0.0]);
        put(split(right).1, places[right], [TO_LABEL, 0.0]);
    }
    labels
}

/// The names of the edges of a graph, each beyond the middle of its cells as seen from the middle of the board.
fn edge_labels(topology: &Topology, places: &[[f64; 2]]) -> Vec<BoardLabel> {
    let middle = |of: &mut dyn Iterator<Item = [f64; 2]>| {
        let (mut sum, mut n) = ([0.0, 0.0], 0.0_f64);
        of.for_each(|[x, y]| {
            sum = [sum[0] + x, sum[1] + y];
            n += 1.0;
        });
        sum.map(|sum| sum / n.max(1.0))
    };
    let centre = middle(&mut places.iter().copied());
    let label = |edge: &tesuji_board::Edge| {
        let [x, y] = middle(&mut edge.cells.iter().map(|cell| places[cell.index()]));
        let length = (x - centre[0]).hypot(y - centre[1]).max(1e-6);
        let (dx, dy) = ((x - centre[0]) / length, (y - centre[1]) / length);
        BoardLabel { text: edge.name.clone(), x: short(x + 0.8 * dx), y: short(y + 0.8 * dy) }
    };
    topology.edges().iter().filter(|edge| !edge.cells.is_empty()).map(label).collect()
}

#[cfg(feature = "testing")]
mod tests;
