//! Pictures of claims for the documents: what `tesuji` draws as text becomes hexagons in SVG.
//!
//! Input is what `tesuji show`, `tesuji minimize` or `tesuji check` prints of a claim, or `tesuji solve --moves` of a whole
//! board. Of a claim only the edges that it names are drawn.

use std::fmt::Write;
use std::io::{self, Error, ErrorKind};

/// Half the height of a cell in units of the picture, and half its width.
const RADIUS: f64 = 24.0;
const HALF: f64 = RADIUS * 0.866_025_403_784_438_6;
const MARGIN: f64 = 44.0;

/// The directions of the sides of a cell that lie on each edge of the board, as numbers of its corners.
const EDGES: [(&str, [usize; 3]); 4] =
    [("top", [0, 1, 2]), ("bottom", [3, 4, 5]), ("left", [4, 5, 0]), ("right", [1, 2, 3])];

/// The SVG of the first board in `text`.
///
/// # Errors
///
/// If there is no board in it.
pub fn draw(text: &str) -> io::Result<String> {
    let rows: Vec<Vec<&str>> = text.lines().skip_while(|line| row(line).is_none()).map_while(row).collect();
    let n_columns = rows.first().ok_or_else(|| invalid("no board: expected lines such as `1 . o # 1`"))?.len();
    if rows.iter().any(|cells| cells.len() != n_columns) {
        return Err(invalid("the rows of the board have different lengths"));
    }
    let claim = text.lines().find(|line| line.contains(" joins "));
    let width = 2.0 * MARGIN + HALF * (2 * n_columns + rows.len() - 1) as f64;
    let height = 2.0 * MARGIN + RADIUS * (1.5 * rows.len() as f64 + 0.5);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (row, cells) in rows.iter().enumerate() {
        let (x, y) = centre(0, row);
        _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"#555\">{}</text>", x - HALF - 16.0, y + 5.0, row + 1);
        for (column, cell) in cells.iter().enumerate() {
            draw_cell(&mut svg, centre(column, row), cell);
        }
    }
    for column in 0..n_columns {
        let (x, y) = centre(column, 0);
        let name = char::from(b'a' + u8::try_from(column % 26).unwrap_or_default());
        _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"#555\">{name}</text>", y - RADIUS - 8.0);
    }
    for (name, sides) in EDGES.iter().filter(|(name, _)| claim.is_none_or(|claim| claim.contains(name))) {
        // On a whole board Black joins top and bottom.
        let colour = if claim.is_none() && matches!(*name, "left" | "right") { "#4a90d9" } else { "black" };
        for (row, cells) in rows.iter().enumerate() {
            for column in 0..cells.len() {
                let lies_there = match *name {
                    "top" => row == 0,
                    "bottom" => row + 1 == rows.len(),
                    "left" => column == 0,
                    _ => column + 1 == n_columns,
                };
                if lies_there {
                    let corners = corners(centre(column, row));
                    let line: Vec<String> = sides.iter().map(|&side| point(corners[side])).collect();
                    _ = writeln!(
                        svg,
                        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"6\"/>",
                        line.join(" ")
                    );
                }
            }
        }
    }
    Ok(svg + "</svg>\n")
}

fn invalid(message: &str) -> Error {
    Error::new(ErrorKind::InvalidData, message)
}

/// The cells of a line such as `2 # . o 2`: its number stands at both ends.
fn row(line: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (first, last) = (words.first()?, words.last()?);
    let is_row = words.len() > 2 && first == last && first.parse::<u32>().is_ok();
    is_row.then(|| words[1..words.len() - 1].to_vec())
}

fn draw_cell(svg: &mut String, place: (f64, f64), cell: &str) {
    let corners: Vec<String> = corners(place).map(point).to_vec();
    // What is needed, what a proof uses or what wins; then the opponent's, or empty.
    let fill = match cell {
        "*" | "+" => "#f8c48c",
        "#" => "#d8d8d8",
        _ => "#ffffff",
    };
    _ = writeln!(svg, "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#888\"/>", corners.join(" "));
    let (x, y) = place;
    let stone = match cell {
        "." | "*" | "+" | "-" | "#" => return,
        "x" | "X" | "W" => "white",
        _ => "black",
    };
    let radius = RADIUS * 0.6;
    _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{stone}\" stroke=\"black\"/>");
}

fn centre(column: usize, row: usize) -> (f64, f64) {
    (MARGIN + HALF * (2 * column + row + 1) as f64, MARGIN + RADIUS * (1.5 * row as f64 + 1.0))
}

/// The corners of a cell, clockwise from the upper left.
fn corners((x, y): (f64, f64)) -> [(f64, f64); 6] {
    let low = RADIUS / 2.0;
    [(-HALF, -low), (0.0, -RADIUS), (HALF, -low), (HALF, low), (0.0, RADIUS), (-HALF, low)]
        .map(|(right, down)| (x + right, y + down))
}

fn point((x, y): (f64, f64)) -> String {
    format!("{x:.1},{y:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_drawn() {
        let text = "black (o) joins b1-bottom\n a b\n1 # o 1\n 2 * * 2\n    a b\nneeded (*): a2 b2\n";
        let svg = draw(text).expect("it has a board");
        let count = |mark| svg.matches(mark).count();
        assert_eq!((count("<polygon"), count("<circle"), count("#f8c48c"), count("<polyline")), (4, 1, 2, 2));
        assert!(draw("no board").is_err());
        assert!(draw("1 . . 1\n2 . 2\n").is_err());
    }
}
