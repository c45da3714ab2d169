//! Stones, marks and labels.

use tesuji_board::Cell;

use super::line::Bend;
use super::page::PageLayout;
use super::{Drawing, Kind, Mark, MarkShape};
use crate::colour::Colour;
use crate::font;
use crate::geometry::{Point, Rect, regular};
use crate::heat::Scale;
use crate::scene::{PictureScene, Stroke, TextLine};
use crate::{Hue, Theme};

/// Draws a mark around this point, which fills a stone of this radius if its size is 1.
pub(super) fn mark(scene: &mut PictureScene, theme: Theme, mark: Mark, at: Point, stone: f64) {
    let colour = theme.strong(mark.hue);
    let radius = stone * mark.size.clamp(0.0, 1.0);
    // White on white, or black on black, would not be seen.
    let rim = match mark.hue {
        Hue::Side(player) => theme.palette().stones[player.index()][1],
        Hue::Ink | Hue::Tint(_) => theme.palette().link,
    };
    let line = Stroke::new(colour, (0.2 * radius).max(1.5));
    match mark.shape {
        MarkShape::Square => {
            let square = Rect::around(at, 1.5 * radius, 1.5 * radius).corners();
            scene.polygon(&square, Some(colour), Some(Stroke::new(rim, 0.8)));
        }
        MarkShape::Dot => scene.circle(at, 0.8 * radius, Some(colour), Some(Stroke::new(rim, 0.8))),
        MarkShape::Ring => scene.circle(at, 0.8 * radius, None, Some(line)),
        MarkShape::Triangle => scene.polygon(&regular(at, 0.85 * radius, 3, 0.0), None, Some(line)),
        MarkShape::Cross => {
            let [a, b, c, d] = Rect::around(at, 1.1 * radius, 1.1 * radius).corners();
            scene.lines(&[(a, c), (b, d)], line);
        }
    }
}

impl Drawing<'_> {
    pub(super) fn stones_and_marks(&self, scene: &mut PictureScene, page: &PageLayout<'_>) {
        let palette = self.theme.palette();
        for (cell, look) in self.topology.cells().zip(&self.looks) {
            let at = page.at(cell);
            if let Some(player) = look.stone {
                let [fill, ring] = palette.stones[player.index()];
                scene.circle(at, page.stone, Some(fill), Some(Stroke::new(ring, 1.0)));
                if look.is_last {
                    let accent = self.theme.strong(Hue::Tint(crate::Tint::Red));
                    // In print the accent is black, which is not seen on a black stone.
                    let colour = if self.theme == Theme::Print { fill.ink() } else { accent };
                    let width = 0.11 * page.stone;
                    scene.circle(at, page.stone - 1.2 * width, None, Some(Stroke::new(colour, width)));
                }
            }
            if let Some(sign) = look.mark {
                mark(scene, self.theme, sign, at, page.stone);
            }
            for (sign, side) in look.halves.into_iter().zip([-0.55, 0.55]) {
                let Some(sign) = sign else { continue };
                mark(scene, self.theme, sign, (at.0 + side * page.stone, at.1), 0.6 * page.stone);
            }
        }
    }

    /// Labels and figures, with a ground of their own where a line would cross them.
    pub(super) fn labels(&self, scene: &mut PictureScene, page: &PageLayout<'_>, bends: &[Bend]) {
        let scale = self.scale();
        for cell in self.topology.cells() {
            let Some((text, ground)) = self.label_of(cell, scale) else { continue };
            let (look, at) = (&self.looks[cell.index()], page.at(cell));
            let is_bare = look.stone.is_none() && look.mark.is_none() && look.reading.is_none();
            if is_bare && self.kind == Kind::Links {
                // A ground of its own, so that links and lines do not cross the text.
                scene.circle(at, 0.72 * page.stone, Some(ground), None);
            }
            let sign = look.mark.map_or(1.0, |mark| if is_filled(mark) { mark.size.clamp(0.0, 1.0) } else { 1.0 });
            let size = fitting(&text, page.stone * sign);
            let text = TextLine::centred(&text, at, size, ground.ink());
            let room = text.room().grown(0.12 * page.stone);
            if bends.iter().any(|bend| bend.meets(&room)) {
                scene.polygon(&room.corners(), Some(ground), None);
            }
            scene.text(text);
        }
    }

    /// The text on a cell, and the colour below it.
    fn label_of(&self, cell: Cell, scale: Option<Scale>) -> Option<(String, Colour)> {
        let (palette, look) = (self.theme.palette(), &self.looks[cell.index()]);
        let certain = look.reading.filter(|reading| !reading.is_within_error());
        let shade = certain.zip(scale).map(|(reading, scale)| scale.colour(reading.value, self.theme));
        let text = match (certain, scale, &self.heat) {
            _ if !look.label.is_empty() => look.label.clone(),
            (Some(reading), Some(scale), Some(heat)) if heat.has_figures => scale.figure(reading.value),
            _ => return None,
        };
        let plain = match self.kind {
            Kind::Hexagons => palette.cell,
            Kind::Tiles => self.tile(cell),
            Kind::Links => palette.wood,
        };
        let below = look.mark.filter(|&mark| is_filled(mark)).map(|mark| self.theme.strong(mark.hue));
        let of_stone = look.stone.map(|player| palette.stones[player.index()][0]);
        let of_tint = look.tint.and_then(|tint| self.theme.ground(tint).fill);
        Some((text, below.or(of_stone).or(shade).or(of_tint).unwrap_or(plain)))
    }

    /// The colour of a tile, light and dark in turn.
    pub(super) fn tile(&self, cell: Cell) -> Colour {
        let columns = self.topology.grid_size().map_or(1, |(columns, _)| columns);
        self.theme.palette().tiles[(cell.index() % columns + cell.index() / columns) % 2]
    }

    /// By cell: whether something stands on it, so that its name would be hidden or hide it.
    pub(super) fn taken(&self) -> Vec<bool> {
        let scale = self.scale();
        let is_taken = |cell: Cell| {
            let look = &self.looks[cell.index()];
            look.stone.is_some()
                || look.mark.is_some()
                || look.halves != [None; 2]
                || self.label_of(cell, scale).is_some()
        };
        self.topology.cells().map(is_taken).collect()
    }
}

fn is_filled(mark: Mark) -> bool {
    matches!(mark.shape, MarkShape::Square | MarkShape::Dot)
}

/// The font size with which a text fits into a circle of this radius.
fn fitting(text: &str, radius: f64) -> f64 {
    let (largest, widest) = (1.05 * radius, 1.62 * radius);
    largest.min(widest / font::width(text, 1.0).max(0.1))
}
