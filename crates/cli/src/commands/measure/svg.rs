//! Maps as a picture: boards of hexagons, one below the other, hot cells orange.

use std::fmt::Write;

use tesuji_board::{Cell, Player, column_name};

use super::heat::HeatMap;

/// Half the height of a cell, in units of the picture, and half its width.
const RADIUS: f64 = 22.0;
const HALF: f64 = RADIUS * 0.866_025_403_784_438_6;
/// Room around a board, for coordinates and the legend.
const MARGIN: f64 = 48.0;

/// The picture of these maps, each of the position called so.
pub(super) fn picture(maps: &[(&str, HeatMap<'_>)]) -> String {
    let sizes = || maps.iter().map(|(_, map)| map.position.size()).map(extent);
    let width = sizes().map(|size| size.0).fold(0.0, f64::max);
    let height: f64 = sizes().map(|size| size.1).sum();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let mut top = 0.0;
    for (id, map) in maps {
        _ = writeln!(svg, "<g transform=\"translate(0 {top:.1})\">");
        board(&mut svg, id, map);
        svg += "</g>\n";
        top += extent(map.position.size()).1;
    }
    svg + "</svg>\n"
}

/// Width and height of a board with all around it.
fn extent((columns, rows): (usize, usize)) -> (f64, f64) {
    let width = HALF * (2 * columns + rows - 1) as f64;
    let height = RADIUS * (1.5 * rows as f64 + 0.5);
    // A legend is wider than a small board.
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

fn board(svg: &mut String, id: &str, map: &HeatMap<'_>) {
    let (columns, rows) = map.position.size();
    let legend = escaped(&format!("{id}, {}", map.legend()));
    _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{:.1}\" text-anchor=\"start\">{legend}</text>", MARGIN / 2.0);
    for cell in map.position.topology().cells() {
        hexagon(svg, map, cell, centre(columns, cell.index()));
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

fn hexagon(svg: &mut String, map: &HeatMap<'_>, cell: Cell, centre: (f64, f64)) {
    let reading = map.reading(cell).filter(|_| map.position.stone(cell).is_none());
    let fill = reading.as_ref().map_or("#eeeeee".to_owned(), |(_, heat)| colour(*heat));
    let points = path(&corners(centre));
    _ = writeln!(svg, "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"#999\"/>");
    match (map.position.stone(cell), reading) {
        (Some(player), _) => {
            let fill = if player == Player::Black { "black" } else { "white" };
            let (x, y) = centre;
            _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"black\"/>",
                0.7 * HALF
            );
        }
        (None, Some((figure, _))) => text(svg, centre, "black", &figure),
        (None, None) => {}
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

/// From white to orange.
fn colour(heat: f64) -> String {
    let mix = |from: f64, to: f64| (from + (to - from) * heat.clamp(0.0, 1.0)).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(255.0, 240.0), mix(250.0, 120.0), mix(240.0, 20.0))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
