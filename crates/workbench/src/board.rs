//! A board as it is drawn: where its cells are and how they touch.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_board::{BOTTOM, BoardError, BoardSpec, EdgeId, LEFT, RIGHT, Shape, TOP, Topology};
use tesuji_engine::{GameKind, GameSpec};

use crate::types::Colour;
use crate::{Desk, Trouble, state};

/// Asks how a board is drawn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardOf {
    /// The board of a game.
    Game(#[schemars(with = "crate::types::GameFields")] GameSpec),
    /// A board as text: `hexagon:5`, `torus:9x9`, or a file of points and links. For the editor of boards.
    Text(String),
}

/// How a board is drawn. Lengths are in units of the distance between neighbours; y grows downwards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardView {
    /// How cells look.
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
    /// What should be known about the board: sentences without a full stop.
    pub notices: Vec<String>,
}

/// How cells look.
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
            let board: BoardSpec = text.trim().parse().map_err(|error: BoardError| Trouble::new(error.to_string()))?;
            of_board(&board)
        }
    }
}

/// The board of a game, with the names of cells that the game has.
pub(crate) fn of_game(game: &GameSpec) -> Result<BoardView, Trouble> {
    match game.kind() {
        GameKind::Hex => Ok(of_topology(&game.topology()?, BoardStyle::Tiles)),
        GameKind::Go => of_board(game.board().ok_or_else(|| Trouble::new("the game has no board"))?),
        GameKind::Amazons => {
            let topology = game.topology()?;
            let mut view = of_topology(&topology, BoardStyle::Squares);
            for (cell, shown) in topology.cells().zip(&mut view.cells) {
                shown.name = state::name(GameKind::Amazons, &topology, cell);
            }
            view.labels = grid_labels(&view.cells, topology.grid_size(), GRID_STEP);
            Ok(view)
        }
    }
}

/// A board of points.
fn of_board(board: &BoardSpec) -> Result<BoardView, Trouble> {
    let topology = board.topology().map_err(|error| Trouble::new(error.to_string()))?;
    let mut view = of_topology(&topology, BoardStyle::Points);
    view.text = Some(board.to_string());
    if let BoardSpec::Square { columns, rows } = board {
        view.stars = stars(*columns, *rows);
    }
    Ok(view)
}

/// The star points of a square board, as indices of cells.
fn stars(columns: usize, rows: usize) -> Vec<usize> {
    // Lines with stars along one side, from 0: near both ends, and the middle of an odd side.
    let lines = |side: usize| -> Vec<usize> {
        let from_edge = if side >= 13 { 3 } else { 2 };
        let ends = [from_edge, side - 1 - from_edge];
        let middle = (side % 2 == 1).then_some(side / 2);
        ends.into_iter().chain(middle).collect()
    };
    if columns.min(rows) < 7 {
        return Vec::new();
    }
    let (across, down) = (lines(columns), lines(rows));
    let is_middle = |line: usize, side: usize| side % 2 == 1 && line == side / 2;
    let mut stars: Vec<usize> = Vec::new();
    for &row in &down {
        for &column in &across {
            // Stars in the middles of sides are for boards on which they are not too close.
            let is_side = is_middle(column, columns) != is_middle(row, rows);
            if !is_side || columns.min(rows) >= 15 {
                stars.push(row * columns + column);
            }
        }
    }
    stars.sort_unstable();
    stars.dedup();
    stars
}

/// How far labels lie from the middles of the outer cells, and the room around the outer cells.
const TO_LABEL: f64 = 1.0;
const MARGIN: f64 = 1.35;

/// How any board is drawn, with cells of this look. Edges of a graph have the line through the middles of their cells,
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
    let cells: Vec<BoardCell> = topology
        .cells()
        .zip(&places)
        .map(|(cell, &[x, y])| BoardCell {
            name: topology.name(cell).to_owned(),
            x: short(x),
            y: short(y),
            corners: corners(style, [x, y]).into_iter().map(|at| at.map(short)).collect(),
            touches: topology.neighbours(cell).iter().map(|near| near.index()).collect(),
            place: grid.map(|(columns, _)| [cell.index() % columns, cell.index() / columns]),
        })
        .collect();
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
        links,
        wraps,
        edges: edges.collect(),
        labels: match grid {
            Some(_) => grid_labels(&cells, grid, if topology.size().is_some() { LEANING_STEP } else { GRID_STEP }),
            None => edge_labels(topology, &places),
        },
        cells,
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

/// From the outer cell of a column to its label. Columns of a rhombus lean.
const GRID_STEP: [f64; 2] = [0.0, TO_LABEL];
const LEANING_STEP: [f64; 2] = [0.5 * TO_LABEL, 0.866 * TO_LABEL];

/// Letters above and below the columns, numbers left and right of the rows, as the cells have them.
fn grid_labels(cells: &[BoardCell], grid: Option<(usize, usize)>, step: [f64; 2]) -> Vec<BoardLabel> {
    let Some((columns, rows)) = grid else { return Vec::new() };
    let split = |idx: usize| {
        let name = &cells[idx].name;
        name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()))
    };
    let mut labels = Vec::with_capacity(2 * (columns + rows));
    let mut put = |text: &str, idx: usize, [dx, dy]: [f64; 2]| {
        let BoardCell { x, y, .. } = cells[idx];
        labels.push(BoardLabel { text: text.to_owned(), x: short(x + dx), y: short(y + dy) });
    };
    for column in 0..columns {
        let (top, bottom) = (column, (rows - 1) * columns + column);
        put(split(top).0, top, [-step[0], -step[1]]);
        put(split(bottom).0, bottom, step);
    }
    for row in 0..rows {
        let (left, right) = (row * columns, (row + 1) * columns - 1);
        put(split(left).1, left, [-TO_LABEL, 0.0]);
        put(split(right).1, right, [TO_LABEL, 0.0]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexagons_of_neighbours_share_two_corners() {
        let view = of_topology(&Topology::rhombus(4, 3).unwrap(), BoardStyle::Tiles);
        let near = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]) < 2e-3;
        for (idx, cell) in view.cells.iter().enumerate() {
            assert_eq!(cell.corners.len(), 6);
            for other in 0..view.cells.len() {
                let shared = cell.corners.iter().filter(|a| view.cells[other].corners.iter().any(|b| near(a, b)));
                let expected = if other == idx { 6 } else { 2 * usize::from(cell.touches.contains(&other)) };
                // Two hexagons that do not touch share nothing; corners where three meet belong to pairs that touch.
                assert_eq!(shared.count(), expected, "{} {}", cell.name, view.cells[other].name);
            }
        }
        assert!(
            view.cells
                .iter()
                .flat_map(|cell| &cell.corners)
                .all(|&[x, y]| { (0.0..view.width).contains(&x) && (0.0..view.height).contains(&y) })
        );
        assert!(view.labels.iter().all(|label| (0.0..view.width).contains(&label.x) && label.y > 0.0));
        assert_eq!(view.labels.len(), 2 * (4 + 3));
        // An edge has two sides of each of its cells, so one corner more.
        let lengths: Vec<_> = view.edges.iter().map(|edge| (edge.name.as_str(), edge.path.len())).collect();
        assert_eq!(lengths, [("top", 9), ("bottom", 9), ("left", 7), ("right", 7)]);
        assert_eq!(view.edges[0].player, Colour::Black);
        assert!(view.links.is_empty());
    }

    #[test]
    fn a_graph_has_links_and_named_edges() {
        let names = ["x", "y", "z"].map(str::to_owned).to_vec();
        let board = Topology::graph(names, &[(0, 1), (1, 2)], vec![("end".to_owned(), vec![2])]).unwrap();
        let view = of_topology(&board, BoardStyle::Points);
        assert_eq!(view.links, [[0, 1], [1, 2]]);
        assert_eq!((view.edges[0].name.as_str(), view.edges[0].path.len()), ("end", 1));
        assert_eq!(view.labels[0].text, "end");
        let [x, y] = [view.cells[2].x - view.labels[0].x, view.cells[2].y - view.labels[0].y];
        assert!((0.5..1.0).contains(&x.hypot(y)), "{view:?}");
        assert!(view.is_layout && view.cells.iter().all(|cell| cell.corners.is_empty() && cell.place.is_none()));
    }

    #[test]
    fn links_around_a_torus_are_stubs() {
        let view = of_topology(&Topology::torus(4, 3).unwrap(), BoardStyle::Points);
        assert_eq!(view.links.len() + view.wraps.len() / 2, 2 * 4 * 3);
        assert_eq!(view.wraps.len(), 2 * (4 + 3));
        assert!(
            view.wraps
                .iter()
                .flatten()
                .all(|&[x, y]| { (0.0..=view.width).contains(&x) && (0.0..=view.height).contains(&y) })
        );
    }
}
