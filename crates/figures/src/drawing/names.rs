//! Names of cells beside their points, on boards without columns and rows: never on a link, a stone or another name.

use tesuji_board::Cell;

use super::Drawing;
use super::page::PageLayout;
use crate::geometry::{Point, Rect, distance, step};
use crate::scene::{PictureScene, TextLine};

/// The sizes of names that are tried, in lengths of a link.
const SIZES: [f64; 4] = [0.25, 0.21, 0.175, 0.15];
/// Number of directions tried, and distances, in lengths of a link.
const N_DIRECTIONS: usize = 24;
const OUT: [f64; 4] = [0.24, 0.31, 0.38, 0.46];
/// The least room between a name and anything else, in units of the page.
const GAP: f64 = 1.5;
/// With more links near a cell there is no room beside it.
const MOST_NEAR: usize = 100;
/// Most comparisons with other names and cells for one picture. Once they are used up, names take the place of their
/// points.
const MOST_COMPARISONS: usize = 200_000_000;

/// Shapes that a name must not meet.
struct Obstacles {
    /// By cell: its middle, and the radius of what stands there.
    cells: Vec<(Point, f64)>,
    names: Vec<Rect>,
    n_left: usize,
}

impl Drawing<'_> {
    /// Coordinates, or a name beside each empty cell. Where there is no room beside it, the name takes the place of the
    /// point.
    pub(super) fn names(&self, scene: &mut PictureScene, page: &PageLayout<'_>) {
        if self.has_coordinates() {
            return self.coordinates(scene, page);
        }
        let palette = self.theme.palette();
        let is_taken = self.taken();
        let radius = |cell: Cell| if is_taken[cell.index()] { page.stone } else { 0.08 * page.link };
        let cells = self.topology.cells().map(|cell| (page.at(cell), radius(cell))).collect();
        let mut obstacles = Obstacles { cells, names: Vec::new(), n_left: MOST_COMPARISONS };
        let strokes = self.strokes(page);
        for cell in self.topology.cells().filter(|cell| !is_taken[cell.index()]) {
            let name = self.topology.name(cell);
            let ink = palette.faint.towards(palette.ink, 0.3);
            let window = Rect::around(page.at(cell), 2.4 * page.link, 2.4 * page.link);
            let near = strokes.iter().copied().filter(|&(from, to)| window.meets_line(from, to));
            let near: Vec<(Point, Point)> = near.take(MOST_NEAR + 1).collect();
            let sizes = SIZES.iter().filter(|_| near.len() <= MOST_NEAR);
            let place = { sizes }.find_map(|size| {
                let text = TextLine::centred(name, (0.0, 0.0), size * page.link, ink);
                free_place(page, cell, &text, &near, &mut obstacles)
            });
            let text = place.unwrap_or_else(|| {
                let size = (0.9 * page.stone).min(1.7 * page.stone / crate::font::width(name, 1.0).max(0.1));
                scene.circle(page.at(cell), 0.9 * page.stone, Some(palette.wood), None);
                TextLine::centred(name, page.at(cell), size, ink)
            });
            obstacles.names.push(text.room());
            scene.text(text);
        }
    }

    /// The links as they are drawn.
    fn strokes(&self, page: &PageLayout<'_>) -> Vec<(Point, Point)> {
        let mut strokes = Vec::new();
        for (a, b) in self.links() {
            let (from, to) = (page.at(a), page.at(b));
            if self.topology.wraps(a, b) {
                let length = distance(from, to).max(1.0);
                let ahead = ((to.0 - from.0) / length, (to.1 - from.1) / length);
                strokes.push((from, step(from, ahead, -0.5 * page.link)));
                strokes.push((to, step(to, ahead, 0.5 * page.link)));
            } else {
                strokes.push((from, to));
            }
        }
        strokes
    }
}

/// The text, moved to the nearest free place beside the cell.
fn free_place(
    page: &PageLayout<'_>,
    cell: Cell,
    text: &TextLine,
    strokes: &[(Point, Point)],
    obstacles: &mut Obstacles,
) -> Option<TextLine> {
    let at = page.at(cell);
    let beyond = page.board.grown(0.9 * page.link);
    OUT.iter().flat_map(|&out| (0..N_DIRECTIONS).map(move |number| (out, number))).find_map(|(out, number)| {
        // From the lower right on: where a reader looks for a name first.
        let turn = std::f64::consts::TAU * (number as f64 / N_DIRECTIONS as f64 + 0.125);
        let (sin, cos) = libm::sincos(turn);
        // Words are wider than high, so that they must go further to the side.
        let width = text.width() / 2.0;
        let centre = (at.0 + cos * (out * page.link * 0.8 + width * 0.8), at.1 + sin * out * page.link);
        let moved = TextLine { at: (centre.0, centre.1 + text.at.1), ..text.clone() };
        let room = moved.room().grown(GAP);
        let is_inside = room.left > beyond.left
            && room.right < beyond.right
            && room.top > beyond.top
            && room.bottom < beyond.bottom;
        let is_clear =
            is_inside && !strokes.iter().any(|&(from, to)| room.meets_line(from, to)) && obstacles.leave(&room);
        is_clear.then_some(moved)
    })
}

impl Obstacles {
    /// Whether nothing is in this room, as far as comparisons are left to say so.
    fn leave(&mut self, room: &Rect) -> bool {
        let n = self.names.len() + self.cells.len();
        if self.n_left < n {
            return false;
        }
        self.n_left -= n;
        let touches = |&(at, radius): &(Point, f64)| {
            let nearest = (at.0.clamp(room.left, room.right), at.1.clamp(room.top, room.bottom));
            distance(at, nearest) < radius
        };
        !self.names.iter().any(|other| other.meets(room)) && !self.cells.iter().any(touches)
    }
}
