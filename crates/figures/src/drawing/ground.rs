//! The ground under the stones: hexagons, tiles or links, and the grounds of regions and numbers.

use tesuji_board::{BOTTOM, Cell, LEFT, Player, RIGHT, TOP};

use super::page::PageLayout;
use super::{Drawing, Kind};
use crate::geometry::{Point, Rect, Slant, distance, hatching, middle, step};
use crate::heat::Scale;
use crate::scene::{PictureScene, Stroke};
use crate::{Theme, Tint};

/// The distance between lines of a hatching that stands for a colour, and of one that says "not certain".
const GAP: f64 = 6.0;
const UNCERTAIN_GAP: f64 = 5.0;
/// The widths of the band along an edge of a board of Hex, and of its outline, in lengths of a link.
const BAND: f64 = 0.26;
const OUTLINE: f64 = 0.06;

/// Paints an area in this tint.
pub(super) fn paint(scene: &mut PictureScene, area: &[Point], theme: Theme, tint: Tint) {
    let ground = theme.ground(tint);
    scene.polygon(area, ground.fill, None);
    for &slant in ground.hatch {
        scene.lines(&hatching(area, slant, GAP), Stroke::new(theme.palette().faint, 0.9));
    }
}

/// Hatches an area of which nothing is certain.
pub(super) fn hatch(scene: &mut PictureScene, area: &[Point], theme: Theme) {
    scene.lines(&hatching(area, Slant::Falling, UNCERTAIN_GAP), Stroke::new(theme.palette().hatch, 1.0));
}

/// A square that nobody can use any more.
pub(super) fn block(scene: &mut PictureScene, area: &[Point], theme: Theme) {
    let [fill, line] = theme.palette().blocked;
    scene.polygon(area, Some(fill), None);
    scene.lines(&hatching(area, Slant::Rising, GAP), Stroke::new(line, 1.2));
}

impl Drawing<'_> {
    /// Everything under the stones.
    pub(super) fn grounds(&self, scene: &mut PictureScene, page: &PageLayout<'_>) {
        let palette = self.theme.palette();
        match self.kind {
            Kind::Hexagons => self.bands(scene, page),
            Kind::Tiles => {
                let frame = page.board.grown(page.link / 2.0);
                scene.polygon(&frame.corners(), None, Some(Stroke::new(palette.link, 2.0)));
            }
            Kind::Links => {
                let panel = page.board.grown(0.95 * page.link);
                scene.polygon(&panel.corners(), Some(palette.wood), None);
            }
        }
        let scale = self.scale();
        for cell in self.topology.cells() {
            self.ground(scene, page, cell, scale);
        }
        if self.kind == Kind::Links {
            self.draw_links(scene, page);
            self.shades(scene, page, scale);
        }
    }

    fn ground(&self, scene: &mut PictureScene, page: &PageLayout<'_>, cell: Cell, scale: Option<Scale>) {
        let (palette, look, area) = (self.theme.palette(), &self.looks[cell.index()], page.area(cell));
        let plain = match self.kind {
            Kind::Hexagons if look.is_outside => Some(palette.outside),
            Kind::Hexagons => Some(palette.cell),
            Kind::Tiles => Some(self.tile(cell)),
            Kind::Links => None,
        };
        scene.polygon(&area, plain, None);
        if look.is_blocked {
            block(scene, &area, self.theme);
        }
        if let Some(tint) = look.tint {
            paint(scene, &area, self.theme, tint);
        }
        let is_uncertain = look.reading.is_some_and(crate::HeatValue::is_within_error);
        if self.kind != Kind::Links
            && let (Some(reading), Some(scale), false) = (look.reading, scale, is_uncertain)
        {
            scene.polygon(&area, Some(scale.colour(reading.value, self.theme)), None);
        }
        if look.is_hatched || is_uncertain {
            hatch(scene, &area, self.theme);
        }
        if self.kind != Kind::Links {
            let border = if look.is_outside { palette.border.towards(palette.outside, 0.6) } else { palette.border };
            let width = if self.kind == Kind::Hexagons { 1.0 } else { 0.6 };
            scene.polygon(&area, None, Some(Stroke::new(border, width)));
        }
    }

    /// Numbers on boards with links: squares above the links, so that figures on them can be read.
    fn shades(&self, scene: &mut PictureScene, page: &PageLayout<'_>, scale: Option<Scale>) {
        let Some(scale) = scale else { return };
        for cell in self.topology.cells() {
            let reading = self.looks[cell.index()].reading.filter(|reading| !reading.is_within_error());
            if let Some(reading) = reading {
                let side = 1.66 * page.stone;
                let area = Rect::around(page.at(cell), side, side);
                let colour = scale.colour(reading.value, self.theme);
                scene.polygon(&area.corners(), Some(colour), Some(Stroke::new(self.theme.palette().link, 0.5)));
            }
        }
    }

    /// Draws the links. A link that goes around the board is a stub at each end, pointing away from the other end.
    fn draw_links(&self, scene: &mut PictureScene, page: &PageLayout<'_>) {
        let (mut inside, mut around) = (Vec::new(), Vec::new());
        for (a, b) in self.links() {
            let (from, to) = (page.at(a), page.at(b));
            if !self.topology.wraps(a, b) {
                inside.push((from, to));
                continue;
            }
            let length = distance(from, to).max(1.0);
            let ahead = ((to.0 - from.0) / length, (to.1 - from.1) / length);
            around.push((from, step(from, ahead, -0.5 * page.link)));
            around.push((to, step(to, ahead, 0.5 * page.link)));
        }
        let stroke = Stroke::new(self.theme.palette().link, 1.2);
        scene.lines(&inside, stroke);
        scene.lines(&around, stroke.dashed(Some((3.0, 3.0))));
        for cell in self.topology.cells() {
            scene.circle(page.at(cell), (0.05 * page.link).min(0.4 * page.stone), Some(stroke.colour), None);
        }
    }

    /// A band along each edge of a board of Hex, in the colour of its player. In a sharp corner, where two edges share a
    /// side of a cell, each has half of it.
    fn bands(&self, scene: &mut PictureScene, page: &PageLayout<'_>) {
        let Some((columns, rows)) = self.topology.size() else { return };
        let corners = |column: usize, row: usize| page.corners(Cell::new(row * columns + column));
        let along = |cells: &[(usize, usize)], of_cell: [usize; 3], shared: Option<(usize, usize)>| -> Vec<Point> {
            let points = cells.iter().flat_map(|&(column, row)| {
                let corners = corners(column, row);
                let half = |corner: usize, other: usize| {
                    let is_shared = shared == Some((column, row));
                    if is_shared { middle(corners[corner], corners[other]) } else { corners[corner] }
                };
                match of_cell {
                    // The shared side is the last one of the upper edge and the first one of the others.
                    [a, b, c] if a == 5 => [corners[a], corners[b], half(c, b)],
                    [a, b, c] => [half(a, b), corners[b], corners[c]],
                }
            });
            points.collect()
        };
        let row = |row: usize| (0..columns).map(move |column| (column, row)).collect::<Vec<_>>();
        let column = |column: usize| (0..rows).map(move |row| (column, row)).collect::<Vec<_>>();
        let (right_top, left_bottom) = (Some((columns - 1, 0)), Some((0, rows - 1)));
        // Corners of a hexagon are counted clockwise from the top.
        let mut sides = [(TOP, Vec::new()), (BOTTOM, Vec::new()), (LEFT, Vec::new()), (RIGHT, Vec::new())];
        sides[0].1 = along(&row(0), [5, 0, 1], right_top);
        sides[1].1 = along(&row(rows - 1), [4, 3, 2], left_bottom);
        // Written from the shared corner, so downwards reversed.
        sides[2].1 = along(&column(0).into_iter().rev().collect::<Vec<_>>(), [3, 4, 5], left_bottom);
        sides[3].1 = along(&column(columns - 1), [0, 1, 2], right_top);
        let owned = |edge: usize| self.edges.get(edge).copied().flatten();
        let drawn: Vec<(Player, &Vec<Point>)> =
            sides.iter().filter_map(|(edge, points)| Some((owned(*edge)?, points))).collect();
        for is_outline in [true, false] {
            for (player, points) in &drawn {
                let [fill, outline] = self.theme.palette().stones[player.index()];
                let (colour, width) = match is_outline {
                    true => (outline, 2.0 * BAND + 2.0 * OUTLINE),
                    false => (fill, 2.0 * BAND),
                };
                scene.path(points, Stroke::new(colour, width * page.link));
            }
        }
    }
}
