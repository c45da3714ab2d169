//! Places of a board, the words above it and the legend below it on a page.

use tesuji_board::{Cell, Topology};

use super::legend::Rows;
use super::{Drawing, Kind};
use crate::geometry::{Point, Rect, regular};
use crate::scene::{PictureScene, TextLine};
use crate::{Theme, font};

/// The length of a link, in units of the picture; less if the board would become too large.
const LINK: f64 = 44.0;
/// The longest side of a board, without its margins.
const LARGEST: f64 = 2_400.0;
/// Room around a board, for names and links that go around.
const MARGIN: f64 = 46.0;
/// No page is narrower, so that words have room above and below small boards.
const NARROWEST: f64 = 380.0;
/// Font sizes of titles, and of notes and legends.
const TITLE: f64 = 17.0;
pub(super) const SMALL: f64 = 13.0;
/// The height of a line, in font sizes.
const LEADING: f64 = 1.4;
/// The space to the left and to the right of words.
pub(super) const INDENT: f64 = 16.0;
/// The space above the title.
const ABOVE: f64 = 12.0;

/// Layout of the page.
pub(super) struct PageLayout<'a> {
    topology: &'a Topology,
    kind: Kind,
    /// The least coordinates of any cell, in units of the board. They are subtracted.
    origin: Point,
    /// The place of the upper left cell of the board on the page.
    corner: Point,
    /// Units of the page in one unit of the board.
    scale: f64,
    /// Width and height.
    pub(super) size: Point,
    /// The length of a link, on the page.
    pub(super) link: f64,
    /// The radius of a stone, on the page. Neighbouring stones do not quite touch.
    pub(super) stone: f64,
    /// Around the middles of all cells.
    pub(super) board: Rect,
    title: Vec<String>,
    notes: Vec<String>,
    /// The legend, in rows, and where it begins.
    pub(super) legend: Rows,
    pub(super) legend_top: f64,
}

impl<'a> PageLayout<'a> {
    pub(super) fn of(drawing: &Drawing<'a>) -> Self {
        let (topology, kind) = (drawing.topology, drawing.kind);
        let places: Vec<Point> =
            topology.cells().map(|cell| topology.place(cell)).map(|place| (place.right(), place.down())).collect();
        let extent = |of: fn(&Point) -> f64| {
            let least = places.iter().map(of).fold(f64::INFINITY, f64::min);
            (least, places.iter().map(of).fold(f64::NEG_INFINITY, f64::max) - least)
        };
        let ((left, wide), (top, high)) = (extent(|place| place.0), extent(|place| place.1));
        let scale = (LINK / topology.link_length()).min(LARGEST / wide.max(high).max(1e-9));
        let mut nearest = f64::INFINITY;
        for (idx, a) in places.iter().enumerate() {
            for b in &places[..idx] {
                nearest = nearest.min((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2));
            }
        }
        let link = (topology.link_length() * scale).min(LINK);
        let stone = match kind {
            Kind::Hexagons => 0.39 * LINK,
            Kind::Tiles => 0.4 * LINK,
            Kind::Links => 0.46 * LINK,
        };
        let nearest = nearest.sqrt() * scale;
        let margin = match kind {
            Kind::Hexagons => MARGIN + 0.5 * link,
            Kind::Links | Kind::Tiles => MARGIN + 4.0,
        };
        let width = (wide * scale + 2.0 * margin).max(NARROWEST).ceil();
        let room = width - 2.0 * INDENT;
        let title = font::wrapped(&drawing.title, TITLE, room);
        let notes: Vec<String> = drawing.notes.iter().flat_map(|note| font::wrapped(note, SMALL, room)).collect();
        let words = LEADING * (TITLE * title.len() as f64 + SMALL * notes.len() as f64);
        let above = if words > 0.0 { ABOVE + words } else { 0.0 } + margin;
        let corner = ((width - wide * scale) / 2.0, above);
        let board = Rect { left: corner.0, top: above, right: corner.0 + wide * scale, bottom: above + high * scale };
        let legend = Rows::of(drawing, room);
        let legend_top = board.bottom + margin;
        let size = (width, (legend_top + legend.height()).ceil());
        Self {
            topology,
            kind,
            origin: (left, top),
            corner,
            scale,
            size,
            link,
            stone: (0.46 * nearest).min(stone).max(1.0),
            board,
            title,
            notes,
            legend,
            legend_top,
        }
    }

    /// The middle of a cell.
    pub(super) fn at(&self, cell: Cell) -> Point {
        let place = self.topology.place(cell);
        let ((left, top), (x, y)) = (self.origin, self.corner);
        (x + (place.right() - left) * self.scale, y + (place.down() - top) * self.scale)
    }

    /// Half the height of a hexagon whose neighbours lie one link away.
    pub(super) fn radius(&self) -> f64 {
        self.link / 3.0_f64.sqrt()
    }

    /// The corners of a hexagon, clockwise from the top.
    pub(super) fn corners(&self, cell: Cell) -> Vec<Point> {
        regular(self.at(cell), self.radius(), 6, 0.0)
    }

    /// The outline of a cell: its hexagon, its tile, or an area around the point.
    pub(super) fn area(&self, cell: Cell) -> Vec<Point> {
        let at = self.at(cell);
        match self.kind {
            Kind::Hexagons => self.corners(cell),
            Kind::Tiles => Rect::around(at, self.link, self.link).corners().to_vec(),
            Kind::Links if self.topology.grid_size().is_some() => {
                Rect::around(at, self.link, self.link).corners().to_vec()
            }
            Kind::Links => regular(at, 1.08 * self.stone, 24, 0.0),
        }
    }

    /// The title and the notes.
    pub(super) fn title(&self, scene: &mut PictureScene, theme: Theme) {
        let palette = theme.palette();
        let mut bottom = ABOVE;
        for (lines, size, ink) in [(&self.title, TITLE, palette.ink), (&self.notes, SMALL, palette.faint)] {
            for line in lines {
                bottom += LEADING * size;
                scene.text(TextLine::new(line, (INDENT, bottom - 0.35 * size), size, ink));
            }
        }
    }
}
