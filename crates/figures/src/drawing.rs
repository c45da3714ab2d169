//! Boards of any shape as pictures (SVG): links, stones, marks and figures on cells, lines between cells.
//!
//! Everything shown is added cell by cell to a [`Drawing`]; [`Drawing::svg`] is the file. Cells are placed by
//! [`Topology::place`]. The layers, from the bottom up, are links, stones, marks, lines, figures and names. A
//! chessboard has tiles instead of links, and its column letters skip none.
//!
//! ```
//! # use tesuji_board::{BoardSpec, Cell, Player};
//! # use tesuji_figures::{Colour, Drawing, Line, Mark};
//! # let topology = BoardSpec::square(3, 3).topology()?;
//! # let (cell, other) = (Cell::new(0), Cell::new(4));
//! let mut drawing = Drawing::new(&topology);
//! drawing.caption("criticality of the first play").stone(cell, Player::Black);
//! drawing.mark(other, Mark { colour: Colour::heat(0.8), size: 0.8 }).label(other, "0.42");
//! drawing.line(cell, other, Line { colour: Colour::heat(1.0), width: 0.1, is_arrow: true });
//! assert!(drawing.svg().contains(">0.42</text>"));
//! # Ok::<_, tesuji_board::BoardError>(())
//! ```

mod line;
mod page;

use std::fmt::{self, Write};

use tesuji_board::{Cell, Player, Topology, column_name, square_column_name};

pub use self::line::Line;
use self::page::{FONT, INDENT, LINE_HEIGHT, Page};
use crate::Colour;
use crate::svg::{self, escaped};

/// A square on a cell, which cannot be mistaken for a stone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// Its colour; links shine through it.
    pub colour: Colour,
    /// How large it is: 1 fills the place of a stone, 0 is nothing.
    pub size: f64,
}

/// A picture of a board, still open to additions.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    topology: &'a Topology,
    caption: String,
    stones: Vec<Option<Player>>,
    marks: Vec<Option<Mark>>,
    labels: Vec<String>,
    lines: Vec<(Cell, Cell, Line)>,
    blocked: Vec<bool>,
    style: Style,
}

/// What is drawn under the stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// Links between cells.
    Links,
    /// Tiles, light and dark in turn, as in chess.
    Tiles,
}

impl<'a> Drawing<'a> {
    /// The empty board, with its names.
    #[must_use]
    pub fn new(topology: &'a Topology) -> Self {
        let n_cells = topology.n_cells();
        Self {
            topology,
            caption: String::new(),
            stones: vec![None; n_cells],
            marks: vec![None; n_cells],
            labels: vec![String::new(); n_cells],
            lines: Vec::new(),
            blocked: vec![false; n_cells],
            style: Style::Links,
        }
    }

    /// An empty board of columns and rows as a chessboard: tiles, and columns in small letters, with none skipped.
    #[must_use]
    pub fn of_tiles(topology: &'a Topology) -> Self {
        Self { style: Style::Tiles, ..Self::new(topology) }
    }

    /// Marks a cell that nobody can use any more.
    pub fn block(&mut self, cell: Cell) -> &mut Self {
        self.blocked[cell.index()] = true;
        self
    }

    /// Puts words above the board, in as many lines as they need. They replace any others.
    pub fn caption(&mut self, text: &str) -> &mut Self {
        text.clone_into(&mut self.caption);
        self
    }

    /// Puts a stone on a cell. It replaces any other.
    pub fn stone(&mut self, cell: Cell, player: Player) -> &mut Self {
        self.stones[cell.index()] = Some(player);
        self
    }

    /// Puts a square on a cell or its stone. It replaces any other.
    pub fn mark(&mut self, cell: Cell, mark: Mark) -> &mut Self {
        self.marks[cell.index()] = Some(mark);
        self
    }

    /// Puts a few letters or figures on a cell or its stone, instead of its name.
    pub fn label(&mut self, cell: Cell, text: &str) -> &mut Self {
        text.clone_into(&mut self.labels[cell.index()]);
        self
    }

    /// Draws a line between two cells, above the stones and below the figures.
    pub fn line(&mut self, from: Cell, to: Cell, line: Line) -> &mut Self {
        self.lines.push((from, to, line));
        self
    }

    /// The picture as a whole file.
    #[must_use]
    pub fn svg(&self) -> String {
        let page = Page::of(self.topology, &self.caption);
        let fonts = " font-family=\"sans-serif\" text-anchor=\"middle\" stroke-linecap=\"round\"";
        let mut svg = svg::open(page.size, fonts, Colour::WOOD);
        // Writing to a string does not fail.
        _ = self.write(&mut svg, &page);
        svg + "</svg>\n"
    }

    /// Several pictures as one, one below the other.
    #[must_use]
    pub fn stacked(drawings: &[Self]) -> String {
        let sizes = || drawings.iter().map(|drawing| Page::of(drawing.topology, &drawing.caption).size);
        let mut svg = svg::open(svg::stacked(sizes()), "", Colour::WOOD);
        let mut top = 0.0;
        for (drawing, (_, height)) in drawings.iter().zip(sizes()) {
            // Writing to a string does not fail.
            _ = write!(svg, "<svg y=\"{top:.0}\" {}", drawing.svg().trim_start_matches("<svg "));
            top += height;
        }
        svg + "</svg>\n"
    }

    fn write(&self, svg: &mut String, page: &Page<'_>) -> fmt::Result {
        for (line, text) in (1..).zip(&page.caption) {
            let (base, text) = (5.0 + f64::from(line) * LINE_HEIGHT, escaped(text));
            writeln!(
                svg,
                "<text x=\"{INDENT}\" y=\"{base:.0}\" font-size=\"{FONT}\" text-anchor=\"start\">{text}</text>"
            )?;
        }
        match self.style {
            Style::Links => self.links(svg, page)?,
            Style::Tiles => self.tiles(svg, page)?,
        }
        for cell in self.topology.cells() {
            self.cell(svg, page, cell)?;
        }
        for &(from, to, line) in &self.lines {
            line.draw(svg, page, from, to)?;
        }
        for cell in self.topology.cells() {
            self.words(svg, page, cell)?;
        }
        self.margins(svg, page)
    }

    /// Draws the links. A link that goes around the board is a stub at each end, pointing away from the other end.
    fn links(&self, svg: &mut String, page: &Page<'_>) -> fmt::Result {
        let (mut inside, mut around) = (String::new(), String::new());
        for (a, b) in self.topology.links() {
            let ((ax, ay), (bx, by)) = (page.at(a), page.at(b));
            if !self.topology.wraps(a, b) {
                write!(inside, "M{ax:.1} {ay:.1}L{bx:.1} {by:.1}")?;
                continue;
            }
            let length = ((bx - ax).powi(2) + (by - ay).powi(2)).sqrt().max(1.0);
            let (right, down) = ((bx - ax) / length * 0.5 * page.link, (by - ay) / length * 0.5 * page.link);
            write!(around, "M{ax:.1} {ay:.1}L{:.1} {:.1}", ax - right, ay - down)?;
            write!(around, "M{bx:.1} {by:.1}L{:.1} {:.1}", bx + right, by + down)?;
        }
        for (path, dashes) in [(inside, ""), (around, " stroke-dasharray=\"3 4\"")] {
            if !path.is_empty() {
                writeln!(
                    svg,
                    "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\"{dashes}/>",
                    Colour::LINE
                )?;
            }
        }
        Ok(())
    }

    /// A square around each cell.
    fn tiles(&self, svg: &mut String, page: &Page<'_>) -> fmt::Result {
        let columns = self.topology.grid_size().map_or(1, |(columns, _)| columns);
        for cell in self.topology.cells() {
            let (x, y) = page.at(cell);
            let is_dark = (cell.index() % columns + cell.index() / columns) % 2 == 1;
            let fill = if is_dark { Colour::DARK_WOOD } else { Colour::WOOD };
            let (left, top, side) = (x - page.link / 2.0, y - page.link / 2.0, page.link);
            writeln!(
                svg,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"{fill}\" \
                 stroke=\"{}\" stroke-width=\"0.6\"/>",
                Colour::LINE
            )?;
        }
        Ok(())
    }

    /// A cross over a blocked cell.
    fn cross(svg: &mut String, page: &Page<'_>, cell: Cell) -> fmt::Result {
        let ((x, y), arm) = (page.at(cell), 0.3 * page.link);
        let (left, right, top, bottom) = (x - arm, x + arm, y - arm, y + arm);
        writeln!(
            svg,
            "<path d=\"M{left:.1} {top:.1}L{right:.1} {bottom:.1}M{left:.1} {bottom:.1}L{right:.1} {top:.1}\" \
             fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"/>",
            Colour::BLOCKED,
            0.14 * page.link
        )
    }

    /// A stone or a dot, and the mark on it.
    fn cell(&self, svg: &mut String, page: &Page<'_>, cell: Cell) -> fmt::Result {
        if self.blocked[cell.index()] {
            return Self::cross(svg, page, cell);
        }
        let (x, y) = page.at(cell);
        let circle = match self.stones[cell.index()] {
            Some(Player::Black) => Some((Colour(0x11, 0x11, 0x11), Colour(0x11, 0x11, 0x11), page.stone)),
            Some(Player::White) => Some((Colour(0xff, 0xff, 0xff), Colour(0x33, 0x33, 0x33), page.stone)),
            None if self.style == Style::Links => Some((Colour::WOOD, Colour::LINE, page.link * 0.05)),
            None => None,
        };
        if let Some((fill, ring, radius)) = circle {
            writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"{ring}\"/>")?;
        }
        let Some(Mark { colour, size }) = self.marks[cell.index()] else { return Ok(()) };
        // Slightly larger than the square that fits into the circle of a stone.
        let half = 0.78 * page.stone * size.clamp(0.0, 1.0);
        let (left, top, side, round) = (x - half, y - half, 2.0 * half, 0.2 * half);
        writeln!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"{round:.1}\" \
             fill=\"{colour}\" fill-opacity=\"0.82\" stroke=\"{}\" stroke-width=\"0.6\"/>",
            Colour::LINE
        )
    }

    /// The label of a cell. Without one, an empty cell of a board without columns and rows has its name beside it.
    fn words(&self, svg: &mut String, page: &Page<'_>, cell: Cell) -> fmt::Result {
        let (x, y) = page.at(cell);
        let (stone, mark, label) = (self.stones[cell.index()], self.marks[cell.index()], &self.labels[cell.index()]);
        let text = escaped(label);
        if !text.is_empty() {
            let ground = match (stone, mark) {
                (_, Some(mark)) => mark.colour,
                (Some(Player::Black), None) => Colour(0x11, 0x11, 0x11),
                (Some(Player::White), None) => Colour(0xff, 0xff, 0xff),
                (None, None) => {
                    // A background of its own, so that links and lines do not cross the text.
                    let radius = 0.66 * page.stone;
                    let wood = Colour::WOOD;
                    writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{wood}\"/>")?;
                    wood
                }
            };
            // As large as fits the stone or the mark.
            let room = mark.map_or(1.0, |mark| mark.size.clamp(0.0, 1.0)) * page.stone;
            let size = (1.05 * room).min(2.4 * room / label.chars().count().max(1) as f64);
            let base = y + 0.35 * size;
            let ink = ground.ink();
            writeln!(svg, "<text x=\"{x:.1}\" y=\"{base:.1}\" font-size=\"{size:.1}\" fill=\"{ink}\">{text}</text>")?;
        } else if self.topology.grid_size().is_none() && stone.is_none() && mark.is_none() {
            let (size, name) = (0.22 * page.link, escaped(self.topology.name(cell)));
            let (left, base) = (x + 0.08 * page.link, y + 0.28 * page.link);
            writeln!(
                svg,
                "<text x=\"{left:.1}\" y=\"{base:.1}\" font-size=\"{size:.1}\" fill=\"{}\" \
                 text-anchor=\"start\">{name}</text>",
                Colour::LINE
            )?;
        }
        Ok(())
    }

    /// Letters and numbers around a board of columns and rows.
    fn margins(&self, svg: &mut String, page: &Page<'_>) -> fmt::Result {
        let Some((columns, rows)) = self.topology.grid_size() else { return Ok(()) };
        let size = 0.3 * page.link;
        let mut text = |x: f64, y: f64, text: &str| {
            writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" fill=\"{}\">{text}</text>",
                Colour::LINE
            )
        };
        for column in 0..columns {
            let (x, y) = page.at(Cell::new((rows - 1) * columns + column));
            let name = match self.style {
                Style::Links => square_column_name(column),
                Style::Tiles => column_name(column),
            };
            text(x, y + 0.85 * page.link, &name)?;
        }
        for row in 0..rows {
            let (x, y) = page.at(Cell::new(row * columns));
            text(x - 0.75 * page.link, y + 0.35 * size, &(rows - row).to_string())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tesuji_board::BoardSpec;

    use super::*;

    fn board(text: &str) -> Topology {
        text.parse::<BoardSpec>().unwrap().topology().unwrap()
    }

    #[test]
    fn links_are_drawn_once_and_go_around_as_stubs() {
        let n_strokes = |text: &str| Drawing::new(&board(text)).svg().matches('M').count();
        assert_eq!(n_strokes("hexagon:2"), 12);
        assert_eq!(n_strokes("3x3"), 12);
        // Three and three go around, each in two pieces.
        assert_eq!(n_strokes("torus:3x3"), 12 + 12);
    }

    #[test]
    fn what_is_added_is_drawn() {
        let board = board("triangle:3");
        let cell = |name: &str| board.cell(name).unwrap();
        let mut drawing = Drawing::new(&board);
        assert_eq!(drawing.svg().matches("<text").count(), 6, "a name beside each cell");
        drawing.caption("a < b").stone(cell("A1"), Player::Black).stone(cell("B1"), Player::White);
        drawing.mark(cell("A2"), Mark { colour: Colour::heat(1.0), size: 0.9 }).label(cell("A2"), "0.5");
        drawing.label(cell("A1"), "7");
        drawing.line(cell("A1"), cell("A3"), Line { colour: Colour(1, 2, 3), width: 0.1, is_arrow: true });
        let svg = drawing.svg();
        for part in ["a &lt; b", "fill=\"#111111\"", "fill=\"#d83a0c\"", ">0.5<", ">7<", "fill=\"#010203\""] {
            assert!(svg.contains(part), "{part}");
        }
        assert_eq!(svg.matches("<text").count(), 1 + 2 + 3, "the caption, two figures, and names where nothing stands");
        // Lines hide no figure, and no stone hides a line.
        let at = |part: &str| svg.rfind(part).unwrap();
        assert!(at("<circle") < at("#010203") && at("#010203") < svg.find(">7<").unwrap(), "{svg}");
    }
    #[test]
    fn a_board_of_tiles_has_all_letters_and_blocked_cells() {
        let board = board("10x2");
        let mut drawing = Drawing::of_tiles(&board);
        drawing.block(Cell::new(3)).stone(Cell::new(0), Player::White);
        let svg = drawing.svg();
        assert_eq!(svg.matches("<rect").count(), 1 + 20, "the page and the tiles");
        assert_eq!(svg.matches("<circle").count(), 1, "no dots");
        assert_eq!(svg.matches(&*format!("stroke=\"{}\"", Colour::BLOCKED)).count(), 1);
        for name in ["a", "i", "j", "1", "2"] {
            assert!(svg.contains(&format!(">{name}<")), "{name}");
        }
    }
}
