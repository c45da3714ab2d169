//! Boards of hexagons with a number on each cell, one below the other. Hot cells are orange.

use std::fmt::Write;

use tesuji_board::{Player, column_name};

use crate::Colour;
use crate::svg::{self, escaped};

/// A board of Hex with a number on each cell.
#[derive(Clone, PartialEq, Debug)]
pub struct HexMap {
    /// The text above it.
    pub legend: String,
    /// Columns and rows.
    pub size: (usize, usize),
    /// Its cells, row by row.
    pub cells: Vec<HexCell>,
}

/// What a cell of a map shows.
#[derive(Clone, PartialEq, Debug)]
pub enum HexCell {
    /// A stone.
    Stone(Player),
    /// A number as text, and how hot it is, from 0 to 1.
    Number(String, f64),
    /// Nothing.
    Empty,
}

/// Half the height of a cell, in units of the picture. `HALF` is half its width.
const RADIUS: f64 = 22.0;
const HALF: f64 = RADIUS * 0.866_025_403_784_438_6;
/// Room around a board, for coordinates and the legend.
const MARGIN: f64 = 48.0;

/// The picture of these maps, one below the other.
#[must_use]
pub fn hexagons(maps: &[HexMap]) -> String {
    let fonts = " font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\"";
    let mut svg = svg::open(svg::stacked(maps.iter().map(|map| extent(map.size))), fonts, "white");
    let mut top = 0.0;
    for map in maps {
        _ = writeln!(svg, "<g transform=\"translate(0 {top:.1})\">");
        board(&mut svg, map);
        svg += "</g>\n";
        top += extent(map.size).1;
    }
    svg + "</svg>\n"
}

/// Width and height of a board with its margins.
fn extent((columns, rows): (usize, usize)) -> (f64, f64) {
    let width = HALF * (2 * columns + rows - 1) as f64;
    let height = RADIUS * (1.5 * rows as f64 + 0.5);
    // A legend can be wider than a small board.
    ((width + 2.0 * MARGIN).max(520.0), height + 2.5 * MARGIN)
}

fn centre(columns: usize, cell: usize) -> (f64, f64) {
    let (column, row) = (cell % columns, cell / columns);
    (MARGIN + HALF * (2 * column + row + 1) as f64, 1.5 * MARGIN + RADIUS * (1.5 * row as f64 + 1.0))
}

/// The corners of a cell, clockwise from the upper left.
fn corners((x, y): (f64, f64)) -> [(f64, f64); 6] {
    let (half, radius) = (HALF, RADIUS);
    [
        (-half, -radius / 2.0),
        (0.0, -radius),
        (half, -radius / 2.0),
        (half, radius / 2.0),
        (0.0, radius),
        (-half, radius / 2.0),
    ]
    .map(|(right, down)| (x + right, y + down))
}

fn board(svg: &mut String, map: &HexMap) {
    let (columns, rows) = map.size;
    let legend = escaped(&map.legend);
    _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{:.1}\" text-anchor=\"start\">{legend}</text>", MARGIN / 2.0);
    for (cell_idx, cell) in map.cells.iter().enumerate() {
        hexagon(svg, cell, centre(columns, cell_idx));
    }
    edges(svg, columns, rows);
    for column in 0..columns {
        let (x, y) = centre(columns, column);
        text(svg, (x - HALF / 2.0, y - 1.3 * RADIUS), "#555", &column_name(column));
    }
    for row in 0..rows {
        let (x, y) = centre(columns, row * columns);
        text(svg, (x - 1.9 * HALF, y), "#555", &(row + 1).to_string());
    }
}

fn hexagon(svg: &mut String, cell: &HexCell, centre: (f64, f64)) {
    let fill = match cell {
        HexCell::Number(_, heat) => Colour::warmth(*heat),
        HexCell::Stone(_) | HexCell::Empty => Colour(0xee, 0xee, 0xee),
    };
    let points = path(&corners(centre));
    _ = writeln!(svg, "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"#999\"/>");
    match cell {
        HexCell::Stone(player) => {
            let fill = if *player == Player::Black { "black" } else { "white" };
            let (x, y) = centre;
            _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"black\"/>",
                0.7 * HALF
            );
        }
        HexCell::Number(figure, _) => text(svg, centre, "black", figure),
        HexCell::Empty => {}
    }
}

/// A line along each edge of the board: Black's above and below, White's at the sides.
fn edges(svg: &mut String, columns: usize, rows: usize) {
    let along = |cells: &mut dyn Iterator<Item = usize>, of_cell: [usize; 3]| -> String {
        let points = cells.flat_map(|cell| {
            let corners = corners(centre(columns, cell));
            of_cell.map(|corner| corners[corner])
        });
        path(&points.collect::<Vec<_>>())
    };
    let last = columns * (rows - 1);
    let lines = [
        ("black", along(&mut (0..columns), [0, 1, 2])),
        ("black", along(&mut (last..last + columns), [5, 4, 3])),
        ("#4a90d9", along(&mut (0..rows).map(|row| row * columns), [0, 5, 4])),
        ("#4a90d9", along(&mut (0..rows).map(|row| row * columns + columns - 1), [1, 2, 3])),
    ];
    for (colour, points) in lines {
        _ = writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\"/>");
    }
}

fn text(svg: &mut String, (x, y): (f64, f64), fill: &str, text: &str) {
    _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.35em\" fill=\"{fill}\">{text}</text>");
}

fn path(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_has_its_cells_edges_and_names() {
        let cells =
            vec![HexCell::Stone(Player::Black), HexCell::Number("7".to_owned(), 1.0), HexCell::Empty, HexCell::Empty];
        let map = HexMap { legend: "a < b".to_owned(), size: (2, 2), cells };
        let svg = hexagons(&[map.clone(), map]);
        for (part, n) in
            [("<polygon", 8), ("<circle", 2), ("#f07814", 2), ("<polyline", 8), (">7<", 2), ("a &lt; b", 2)]
        {
            assert_eq!(svg.matches(part).count(), n, "{part}: {svg}");
        }
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    }
}
