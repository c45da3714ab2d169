//! Curved lines and arrows between cells, above the stones.

use tesuji_board::Cell;

use super::page::Page;
use crate::geometry::{Point, distance, middle, step, towards};
use crate::scene::{Scene, Shape, Step, Stroke};
use crate::{Hue, Theme, Tint};

/// How a line between two cells looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// Its colour; in print its dashes.
    pub hue: Hue,
    /// How wide it is, in lengths of a link: 0.1 is plain, 0.4 as wide as a stone.
    pub width: f64,
    /// Whether it points from the first cell to the second, instead of only joining them.
    pub is_arrow: bool,
    /// Whether it is straight, instead of bowed out of the way of others.
    pub is_straight: bool,
    /// Whether it runs from point to point without an outline, as the links of a graph do.
    pub is_bare: bool,
}

/// How far a line bows out, as a share of its length. This separates a line from the one back, and from others along
/// the same row.
const BOW: f64 = 0.14;
/// How far from the middle of a cell it begins and ends, in radii of a stone.
const SPARED: f64 = 0.8;

impl Line {
    /// A plain line.
    #[must_use]
    pub const fn plain(tint: Tint) -> Self {
        Self { hue: Hue::Tint(tint), width: 0.1, is_arrow: false, is_straight: false, is_bare: false }
    }

    /// A plain arrow.
    #[must_use]
    pub const fn arrow(tint: Tint) -> Self {
        Self { is_arrow: true, ..Self::plain(tint) }
    }

    /// The same line, with another width.
    #[must_use]
    pub const fn wide(self, width: f64) -> Self {
        Self { width, ..self }
    }

    /// The same line, straight.
    #[must_use]
    pub const fn straight(self) -> Self {
        Self { is_straight: true, ..self }
    }

    /// The same line, from point to point and without an outline.
    #[must_use]
    pub const fn bare(self) -> Self {
        Self { is_bare: true, ..self }
    }

    /// Draws it with an outline in the colour of the page, bowed to the left of the straight line from `from` to `to`.
    pub(super) fn draw(self, scene: &mut Scene, page: &Page<'_>, theme: Theme, from: Cell, to: Cell) {
        let (from, to) = (page.at(from), page.at(to));
        let length = distance(from, to);
        if length <= 0.0 {
            return;
        }
        let width = self.width * page.link;
        let bow = if self.is_straight { 0.0 } else { BOW };
        let ahead = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let top = step(middle(from, to), (ahead.1, -ahead.0), 2.0 * bow * length);
        // The ends are shifted towards the control point of the curve, which so stays nearly the same.
        let spared = if self.is_bare { 0.0 } else { (SPARED * page.stone).min(length / 3.0) };
        let (start, end) = (towards(from, top, spared), towards(to, top, spared));
        let head = if self.is_arrow { (2.4 * width).max(0.26 * page.link).min(length / 3.0) } else { 0.0 };
        let neck = towards(end, top, head);
        let curve = vec![Step::Move(start), Step::Quad(top, neck)];
        let tip: Vec<Point> = match self.is_arrow {
            true => {
                let ahead = ((end.0 - neck.0) / head, (end.1 - neck.1) / head);
                let side = |side: f64| step(neck, (-ahead.1, ahead.0), side * head);
                vec![end, side(0.45), side(-0.45)]
            }
            false => Vec::new(),
        };
        let (page_colour, colour) = (theme.palette().page, theme.strong(self.hue));
        let dash = theme.dash(self.hue).map(|(dash, gap)| (dash * width.max(1.5), gap * width.max(1.5)));
        let outline = if self.is_bare { None } else { Some((page_colour, 3.0, None)) };
        for (ink, more, dash) in outline.into_iter().chain([(colour, 0.0, dash)]) {
            let stroke = Stroke::new(ink, width + more).dashed(dash);
            scene.items.push(crate::scene::Item::Shape(Shape {
                steps: curve.clone(),
                fill: None,
                opacity: 1.0,
                stroke: Some(stroke),
            }));
            if !tip.is_empty() {
                scene.polygon(&tip, Some(ink), (more > 0.0).then(|| Stroke::new(ink, more)));
            }
        }
    }
}
