//! Curved lines and arrows between cells, above the stones.

use tesuji_board::Cell;

use super::page::PageLayout;
use crate::geometry::{Point, Rect, distance, middle, step, towards};
use crate::scene::{OutlineShape, OutlineStep, PictureScene, Stroke};
use crate::{Hue, Theme, Tint};

/// Appearance of a line between two cells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// Its colour; in print its dashes.
    pub hue: Hue,
    /// Width in lengths of a link: 0.1 is plain, 0.4 as wide as a stone.
    pub width: f64,
    /// Whether it points from the first cell to the second, instead of only joining them.
    pub is_arrow: bool,
    /// Whether it is straight, instead of bowed out of the way of others.
    pub is_straight: bool,
    /// Whether it runs from point to point without an outline, as the links of a graph do.
    pub is_bare: bool,
}

/// Bow of a line, as a share of its length. This separates a line from the one back, and from others along the same
/// row.
const BOW: f64 = 0.14;
/// Bows tried where another line is in the way: distance and side, in the order in which they are tried.
const BOWS: [f64; 9] = [BOW, -BOW, 0.0, 2.0 * BOW, -2.0 * BOW, 0.5 * BOW, -0.5 * BOW, 3.0 * BOW, -3.0 * BOW];
/// The least room between the middles of two lines that are kept apart, in lengths of a link.
const ROOM: f64 = 0.08;
/// Lines from one cell in directions that differ by less than 50 degrees are kept apart.
const LEAST_COSINE: f64 = 0.642;
/// A line is compared with others at this many places.
const N_PLACES: usize = 24;
/// Lines after this many are not kept apart from those before them.
const MOST_APART: usize = 2_000;
/// Distance of its ends from the middles of the cells, in radii of a stone.
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

    /// The line with another width.
    #[must_use]
    pub const fn wide(self, width: f64) -> Self {
        Self { width, ..self }
    }

    /// The line without a bow.
    #[must_use]
    pub const fn straight(self) -> Self {
        Self { is_straight: true, ..self }
    }

    /// The line from point to point and without an outline.
    #[must_use]
    pub const fn bare(self) -> Self {
        Self { is_bare: true, ..self }
    }

    /// Draws it with an outline in the colour of the page, along this bend.
    pub(super) fn draw(self, scene: &mut PictureScene, page: &PageLayout<'_>, theme: Theme, bend: &Bend) {
        let Bend { from, to, top } = *bend;
        let length = distance(from, to);
        if length <= 0.0 {
            return;
        }
        let width = self.width * page.link;
        // The ends are shifted towards the control point of the curve, which so stays nearly the same.
        let spared = if self.is_bare { 0.0 } else { (SPARED * page.stone).min(length / 3.0) };
        let (start, end) = (towards(from, top, spared), towards(to, top, spared));
        let head = if self.is_arrow { (2.4 * width).max(0.26 * page.link).min(length / 3.0) } else { 0.0 };
        let neck = towards(end, top, head);
        let curve = vec![OutlineStep::Move(start), OutlineStep::Quad(top, neck)];
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
            scene.items.push(crate::scene::PictureItem::Shape(OutlineShape {
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

/// The way of a line: from one point to another, bowed towards a third.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bend {
    from: Point,
    to: Point,
    /// The control point of the curve.
    top: Point,
}

impl Bend {
    /// Bowed to the left of the straight line by this share of its length.
    fn new(from: Point, to: Point, bow: f64) -> Self {
        let length = distance(from, to).max(1e-9);
        let left = ((to.1 - from.1) / length, (from.0 - to.0) / length);
        Self { from, to, top: step(middle(from, to), left, 2.0 * bow * length) }
    }

    /// Points along it, from beginning to end.
    fn places(&self) -> impl Iterator<Item = Point> + '_ {
        (0..=N_PLACES).map(|number| {
            let part = number as f64 / N_PLACES as f64;
            let [start, pull, end] = [(1.0 - part) * (1.0 - part), 2.0 * part * (1.0 - part), part * part];
            let mix = |of: fn(Point) -> f64| start * of(self.from) + pull * of(self.top) + end * of(self.to);
            (mix(|point| point.0), mix(|point| point.1))
        })
    }

    /// Whether it passes through this room.
    pub(super) fn meets(&self, room: &Rect) -> bool {
        let corners = [self.from, self.to, self.top];
        let beyond = |is_beyond: &dyn Fn(Point) -> bool| corners.into_iter().all(is_beyond);
        // The curve lies between its ends and its control point.
        if beyond(&|at| at.0 < room.left)
            || beyond(&|at| at.0 > room.right)
            || beyond(&|at| at.1 < room.top)
            || beyond(&|at| at.1 > room.bottom)
        {
            return false;
        }
        let places: Vec<Point> = self.places().collect();
        places.windows(2).any(|pair| room.meets_line(pair[0], pair[1]))
    }

    /// Whether both go along the same straight line and share some of it.
    fn is_along(&self, other: &Self) -> bool {
        let length = distance(self.from, self.to).max(1e-9);
        let ahead = ((self.to.0 - self.from.0) / length, (self.to.1 - self.from.1) / length);
        let aside = |point: Point| (point.0 - self.from.0) * ahead.1 - (point.1 - self.from.1) * ahead.0;
        let along = |point: Point| (point.0 - self.from.0) * ahead.0 + (point.1 - self.from.1) * ahead.1;
        let (one, two) = (along(other.from), along(other.to));
        let shared = one.max(two).min(length) - one.min(two).max(0.0);
        [other.from, other.to].into_iter().all(|end| aside(end).abs() < 1.0) && shared > 1.0
    }

    /// Whether both begin or end at the same place, and leave it in nearly the same direction.
    fn is_beside(&self, other: &Self) -> bool {
        let ways = [(self.from, self.to), (self.to, self.from)];
        let others = [(other.from, other.to), (other.to, other.from)];
        ways.iter().flat_map(|way| others.iter().map(move |other| (way, other))).any(
            |((at, to), (also_at, also_to))| {
                let lengths = distance(*at, *to) * distance(*also_at, *also_to);
                let cosine = (to.0 - at.0) * (also_to.0 - also_at.0) + (to.1 - at.1) * (also_to.1 - also_at.1);
                distance(*at, *also_at) < 1.0 && cosine > LEAST_COSINE * lengths
            },
        )
    }

    /// The least distance between the middle part of this line and any part of the other.
    pub(super) fn room_to(&self, other: &Self) -> f64 {
        let inner = self.places().skip(N_PLACES / 4).take(N_PLACES / 2 + 1);
        inner
            .map(|at| other.places().map(|place| distance(at, place)).fold(f64::INFINITY, f64::min))
            .fold(f64::INFINITY, f64::min)
    }
}

/// The ways of these lines, in their order. A line that an earlier one along the same row,
/// or beside it from the same cell, would hide goes another way.
pub(super) fn bends(page: &PageLayout<'_>, lines: &[(Cell, Cell, Line)]) -> Vec<Bend> {
    let mut bends: Vec<Bend> = Vec::new();
    for &(from, to, line) in lines {
        let (from, to) = (page.at(from), page.at(to));
        let straight = Bend::new(from, to, 0.0);
        if line.is_straight || bends.len() >= MOST_APART {
            bends.push(straight);
            continue;
        }
        let near: Vec<(&Bend, f64)> = bends
            .iter()
            .zip(lines)
            .filter(|(bend, _)| straight.is_along(bend) || straight.is_beside(bend))
            .map(|(bend, (_, _, other))| (bend, page.link * (ROOM + f64::midpoint(line.width, other.width))))
            .collect();
        let board = page.board.grown(0.5 * page.link);
        let ways = BOWS.map(|bow| {
            let way = Bend::new(from, to, bow);
            // Coordinates stand outside the board.
            let is_inside = near.is_empty() || way.places().all(|at| board.has(at));
            if !is_inside {
                return (f64::NEG_INFINITY, way);
            }
            (near.iter().map(|(bend, room)| way.room_to(bend) - room).fold(f64::INFINITY, f64::min), way)
        });
        let most = ways.iter().map(|(room, _)| *room).fold(f64::NEG_INFINITY, f64::max).min(0.0);
        bends.extend(ways.into_iter().find(|(room, _)| *room >= most).map(|(_, way)| way));
    }
    bends
}
