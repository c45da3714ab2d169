//! Curved lines and arrows between cells, above the stones.

use std::fmt::{self, Write};

use tesuji_board::Cell;

use super::page::Page;
use crate::Colour;

/// How a line between two cells looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// Its colour.
    pub colour: Colour,
    /// How wide it is, in lengths of a link: 0.1 is plain, 0.4 as wide as a stone.
    pub width: f64,
    /// Whether it points from the first cell to the second, instead of only joining them.
    pub is_arrow: bool,
}

/// How far a line bows out, as a share of its length. This separates a line from the one back, and from others along
/// the same row.
const BOW: f64 = 0.14;
/// How far from the middle of a cell it begins and ends, in radii of a stone.
const SPARED: f64 = 0.8;

impl Line {
    /// Draws it with a bright outline, bowed to the left of the straight line from `from` to `to`.
    pub(super) fn draw(self, svg: &mut String, page: &Page<'_>, from: Cell, to: Cell) -> fmt::Result {
        let (from, to) = (page.at(from), page.at(to));
        let length = distance(from, to);
        if length <= 0.0 {
            return Ok(());
        }
        let width = self.width * page.link;
        let ahead = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let top = step(middle, (ahead.1, -ahead.0), 2.0 * BOW * length);
        // The ends are shifted towards the control point of the curve, which so stays nearly the same.
        let spared = (SPARED * page.stone).min(length / 3.0);
        let start = towards(from, top, spared);
        let end = towards(to, top, spared);
        let head = if self.is_arrow { (2.4 * width).max(0.24 * page.link).min(length / 3.0) } else { 0.0 };
        let neck = towards(end, top, head);
        let path = format!("M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", start.0, start.1, top.0, top.1, neck.0, neck.1);
        let mut tip = String::new();
        if self.is_arrow {
            let ahead = ((end.0 - neck.0) / head, (end.1 - neck.1) / head);
            let [left, right] = [0.45, -0.45].map(|side| step(neck, (-ahead.1, ahead.0), side * head));
            write!(tip, "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z", end.0, end.1, left.0, left.1, right.0, right.1)?;
        }
        let colour = self.colour;
        for (ink, more) in [(Colour(0xff, 0xff, 0xff), 3.0), (colour, 0.0)] {
            let wide = width + more;
            writeln!(svg, "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{wide:.1}\"/>")?;
            if !tip.is_empty() {
                writeln!(svg, "<path d=\"{tip}\" fill=\"{ink}\" stroke=\"{ink}\" stroke-width=\"{more:.1}\"/>")?;
            }
        }
        Ok(())
    }
}

type Point = (f64, f64);

fn distance(from: Point, to: Point) -> f64 {
    ((to.0 - from.0).powi(2) + (to.1 - from.1).powi(2)).sqrt()
}

fn step(from: Point, direction: Point, length: f64) -> Point {
    (from.0 + direction.0 * length, from.1 + direction.1 * length)
}

fn towards(from: Point, to: Point, length: f64) -> Point {
    let far = distance(from, to).max(1e-9);
    step(from, ((to.0 - from.0) / far, (to.1 - from.1) / far), length)
}
