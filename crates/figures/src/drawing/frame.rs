//! Letters and numbers on all four sides of boards with columns and rows.

use tesuji_board::{Cell, column_name, square_column_name};

use super::page::PageLayout;
use super::{Drawing, Kind};
use crate::scene::{PictureScene, TextLine};

/// The size of coordinates, in lengths of a link.
const SIZE: f64 = 0.32;

impl Drawing<'_> {
    /// Whether coordinates name all cells, so that no cell needs a name beside it.
    pub(super) fn has_coordinates(&self) -> bool {
        self.kind == Kind::Hexagons || self.topology.grid_size().is_some()
    }

    pub(super) fn coordinates(&self, scene: &mut PictureScene, page: &PageLayout<'_>) {
        let size = self.topology.size().filter(|_| self.kind == Kind::Hexagons).or(self.topology.grid_size());
        let Some((columns, rows)) = size else { return };
        let at = |column: usize, row: usize| page.at(Cell::new(row * columns + column));
        let font = SIZE * page.link;
        let ink = self.theme.palette().faint;
        let mut text = |(x, y): (f64, f64), (right, down): (f64, f64), words: &str| {
            let place = (x + right * page.link, y + down * page.link);
            scene.text(TextLine::centred(words, place, font, ink));
        };
        for column in 0..columns {
            let (above, below) = (at(column, 0), at(column, rows - 1));
            match self.kind {
                // On the line of its column, which leans to the right.
                Kind::Hexagons => {
                    text(above, (-0.5, -1.18), &column_name(column));
                    text(below, (0.5, 1.18), &column_name(column));
                }
                Kind::Tiles => [(above, -0.75), (below, 0.75)]
                    .into_iter()
                    .for_each(|(place, down)| text(place, (0.0, down), &column_name(column))),
                Kind::Links => [(above, -0.68), (below, 0.68)]
                    .into_iter()
                    .for_each(|(place, down)| text(place, (0.0, down), &square_column_name(column))),
            }
        }
        for row in 0..rows {
            let (left, right) = (at(0, row), at(columns - 1, row));
            let (number, out) = match self.kind {
                Kind::Hexagons => (row + 1, 1.22),
                Kind::Tiles => (rows - row, 0.78),
                Kind::Links => (rows - row, 0.7),
            };
            text(left, (-out, 0.0), &number.to_string());
            text(right, (out, 0.0), &number.to_string());
        }
    }
}
