//! Boards of any shape as pictures: stones, numbers, regions, marks, heat, lines, with a title, a legend and names.
//!
//! Everything shown is added cell by cell to a [`Drawing`]; [`Drawing::picture`] is the result. The layers, from the
//! bottom up, are grounds and regions, links or borders, stones, marks, lines, figures and names.
//!
//! ```
//! # use tesuji_board::{BoardSpec, Cell, Player};
//! # use tesuji_figures::*;
//! # let topology = BoardSpec::square(3, 3).topology()?;
//! # let (cell, other) = (Cell::new(0), Cell::new(4));
//! let mut drawing = Drawing::new(&topology, Theme::Light);
//! drawing.title("the first play").stone(cell, Player::Black).label(cell, "1").last(cell);
//! drawing.tint(other, Tint::Amber).legend(Key::Tint(Tint::Amber), "needed");
//! drawing.line(cell, other, Line::arrow(Tint::Blue));
//! assert!(drawing.picture().svg().contains(">needed</text>"));
//! # Ok::<_, tesuji_board::BoardError>(())
//! ```

mod cells;
mod frame;
mod ground;
mod legend;
mod line;
mod names;
mod page;
#[cfg(feature = "testing")]
mod tests;

use tesuji_board::{Cell, CellSet, Player, Topology};

pub use self::legend::Key;
pub use self::line::Line;
use self::page::PageLayout;
use crate::heat::Scale;
use crate::scene::PictureScene;
use crate::{Heat, HeatValue, Hue, Picture, Theme, Tint};

/// The most links of a board, and the most lines, in one picture. More would cover the whole board.
pub(crate) const MOST_LINKS: usize = 20_000;

/// Looks of boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Hexagons, with edges in the colours of the players: Hex.
    Hexagons,
    /// Points with links between them: Go, and any graph.
    Links,
    /// Tiles, light and dark in turn, with columns in small letters, none skipped: Amazons.
    Tiles,
}

/// A small sign on a cell or its stone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// Its shape.
    pub shape: MarkShape,
    /// Its colour.
    pub hue: Hue,
    /// Size: 1 fills the place of a stone, 0 is nothing.
    pub size: f64,
}

/// The shape of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkShape {
    /// A filled square, which cannot be mistaken for a stone.
    Square,
    /// A filled circle.
    Dot,
    /// A circle.
    Ring,
    /// A triangle.
    Triangle,
    /// Two strokes.
    Cross,
}

/// Appearance of a cell.
#[derive(Clone, Default, Debug)]
struct CellLook {
    stone: Option<Player>,
    tint: Option<Tint>,
    reading: Option<HeatValue>,
    is_hatched: bool,
    is_outside: bool,
    is_blocked: bool,
    is_last: bool,
    mark: Option<Mark>,
    /// Marks in the left and in the right half.
    halves: [Option<Mark>; 2],
    label: String,
}

/// A picture of a board, still open to additions.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    topology: &'a Topology,
    theme: Theme,
    kind: Kind,
    title: String,
    notes: Vec<String>,
    looks: Vec<CellLook>,
    lines: Vec<(Cell, Cell, Line)>,
    legend: Vec<(Key, String)>,
    heat: Option<Heat>,
    /// The edges of a board of hexagons that are drawn, and whose they are; by number of the edge.
    edges: Vec<Option<Player>>,
}

impl<'a> Drawing<'a> {
    /// The empty board with its names. A rhombus consists of hexagons, and its edges are those of Hex; other boards have
    /// links.
    #[must_use]
    pub fn new(topology: &'a Topology, theme: Theme) -> Self {
        let kind = if topology.size().is_some() { Kind::Hexagons } else { Kind::Links };
        Self::of_kind(topology, theme, kind)
    }

    /// The empty board as one of this kind. Hexagons need a rhombus, and tiles columns and rows: other boards have links.
    #[must_use]
    pub fn of_kind(topology: &'a Topology, theme: Theme, kind: Kind) -> Self {
        let kind = match kind {
            Kind::Hexagons if topology.size().is_none() => Kind::Links,
            Kind::Tiles if topology.grid_size().is_none() => Kind::Links,
            kind => kind,
        };
        let owner = |edge: &tesuji_board::Edge| match edge.name.as_str() {
            "top" | "bottom" => Some(Player::Black),
            _ => Some(Player::White),
        };
        let n_links = topology.links().count();
        let note = (kind == Kind::Links && n_links > MOST_LINKS)
            .then(|| format!("The {n_links} links are not drawn: a picture shows at most {MOST_LINKS}."));
        Self {
            topology,
            theme,
            kind,
            title: String::new(),
            notes: note.into_iter().collect(),
            looks: vec![CellLook::default(); topology.n_cells()],
            lines: Vec::new(),
            legend: Vec::new(),
            heat: None,
            edges: topology.edges().iter().map(owner).collect(),
        }
    }

    /// The board.
    #[must_use]
    pub const fn topology(&self) -> &'a Topology {
        self.topology
    }

    /// Says what is seen, above the board. It replaces any other title.
    pub fn title(&mut self, text: &str) -> &mut Self {
        text.clone_into(&mut self.title);
        self
    }

    /// Adds words under the title, on lines of their own.
    pub fn note(&mut self, text: &str) -> &mut Self {
        self.notes.push(text.to_owned());
        self
    }

    /// Adds a line to the legend, unless it is there.
    pub fn legend(&mut self, key: Key, text: &str) -> &mut Self {
        let entry = (key, text.to_owned());
        if !self.legend.contains(&entry) {
            self.legend.push(entry);
        }
        self
    }

    /// Puts a stone on a cell. It replaces any other.
    pub fn stone(&mut self, cell: Cell, player: Player) -> &mut Self {
        self.looks[cell.index()].stone = Some(player);
        self
    }

    /// Puts stones on these cells.
    pub fn stones(&mut self, cells: &CellSet, player: Player) -> &mut Self {
        for cell in cells.iter() {
            self.stone(cell, player);
        }
        self
    }

    /// Marks the stone that was played last.
    pub fn last(&mut self, cell: Cell) -> &mut Self {
        self.looks[cell.index()].is_last = true;
        self
    }

    /// Makes a cell part of a region.
    pub fn tint(&mut self, cell: Cell, tint: Tint) -> &mut Self {
        self.looks[cell.index()].tint = Some(tint);
        self
    }

    /// Makes these cells a region.
    pub fn region(&mut self, cells: &CellSet, tint: Tint) -> &mut Self {
        for cell in cells.iter() {
            self.tint(cell, tint);
        }
        self
    }

    /// Hatches a cell of which nothing is known for certain.
    pub fn hatch(&mut self, cell: Cell) -> &mut Self {
        self.looks[cell.index()].is_hatched = true;
        self
    }

    /// Makes a cell one outside what is shown.
    pub fn outside(&mut self, cell: Cell) -> &mut Self {
        self.looks[cell.index()].is_outside = true;
        self
    }

    /// Makes a cell one that nobody can use any more: the shot squares of Amazons.
    pub fn block(&mut self, cell: Cell) -> &mut Self {
        self.looks[cell.index()].is_blocked = true;
        self
    }

    /// Puts a mark on a cell or its stone. It replaces any other.
    pub fn mark(&mut self, cell: Cell, mark: Mark) -> &mut Self {
        self.looks[cell.index()].mark = Some(mark);
        self
    }

    /// Shows marks of half size in the left and in the right half of a cell.
    pub fn halves(&mut self, cell: Cell, halves: [Option<Mark>; 2]) -> &mut Self {
        self.looks[cell.index()].halves = halves;
        self
    }

    /// Puts a few letters or figures on a cell or its stone, instead of its name.
    pub fn label(&mut self, cell: Cell, text: &str) -> &mut Self {
        text.clone_into(&mut self.looks[cell.index()].label);
        self
    }

    /// Draws a line between two cells, above the stones and below the figures. A note says so if there are too many.
    pub fn line(&mut self, from: Cell, to: Cell, line: Line) -> &mut Self {
        match self.lines.len() {
            MOST_LINKS => self.note_once(&format!("Only the first {MOST_LINKS} lines are drawn.")),
            _ => self.lines.push((from, to, line)),
        }
        self
    }

    fn note_once(&mut self, text: &str) {
        if !self.notes.iter().any(|note| note == text) {
            self.note(text);
        }
    }

    /// The links that are drawn: none if there are too many, or the board shows none.
    fn links(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        let are_drawn = self.kind == Kind::Links && self.topology.links().count() <= MOST_LINKS;
        self.topology.links().filter(move |_| are_drawn)
    }

    /// Colours cells by numbers, on a scale from the least to the greatest, with a bar of colours below the board. A
    /// number within its own interval is hatched instead, and takes no part in the scale.
    pub fn heat(&mut self, readings: &[Option<HeatValue>], heat: Heat) -> &mut Self {
        for (look, reading) in self.looks.iter_mut().zip(readings) {
            look.reading = *reading;
        }
        self.heat = Some(heat);
        self
    }

    /// Draws only these edges of a board of hexagons, in the colours of these players; by number of the edge.
    pub fn edges(&mut self, edges: &[Option<Player>]) -> &mut Self {
        edges.clone_into(&mut self.edges);
        self.edges.resize(self.topology.edges().len(), None);
        self
    }

    /// The scale of the numbers; `None` without numbers that are certain enough.
    fn scale(&self) -> Option<Scale> {
        let readings: Vec<_> = self.looks.iter().map(|look| look.reading).collect();
        Scale::of(&readings, self.heat.as_ref()?)
    }

    /// The finished picture.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let page = PageLayout::of(self);
        let mut scene = PictureScene::default();
        page.title(&mut scene, self.theme);
        self.grounds(&mut scene, &page);
        self.stones_and_marks(&mut scene, &page);
        let bends = line::bends(&page, &self.lines);
        for (&(_, _, line), bend) in self.lines.iter().zip(&bends) {
            line.draw(&mut scene, &page, self.theme, bend);
        }
        self.labels(&mut scene, &page, &bends);
        self.names(&mut scene, &page);
        self.legends(&mut scene, &page);
        let ground = self.theme.palette().page;
        Picture { scene, size: page.size, ground, title: self.title.clone(), film: None }
    }
}
