//! Points, polygons and hatching.

/// Right and down from the upper left corner, in units of the picture.
pub(crate) type Point = (f64, f64);

pub(crate) fn distance(from: Point, to: Point) -> f64 {
    ((to.0 - from.0).powi(2) + (to.1 - from.1).powi(2)).sqrt()
}

pub(crate) fn step(from: Point, direction: Point, length: f64) -> Point {
    (from.0 + direction.0 * length, from.1 + direction.1 * length)
}

pub(crate) fn towards(from: Point, to: Point, length: f64) -> Point {
    let far = distance(from, to).max(1e-9);
    step(from, ((to.0 - from.0) / far, (to.1 - from.1) / far), length)
}

pub(crate) fn middle(a: Point, b: Point) -> Point {
    (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1))
}

/// A rectangle whose sides are upright.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rect {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Rect {
    pub(crate) fn around(centre: Point, width: f64, height: f64) -> Self {
        let ((x, y), (half, high)) = (centre, (width / 2.0, height / 2.0));
        Self { left: x - half, top: y - high, right: x + half, bottom: y + high }
    }

    pub(crate) fn corners(&self) -> [Point; 4] {
        [(self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)]
    }

    pub(crate) fn has(&self, (x, y): Point) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    pub(crate) fn grown(&self, by: f64) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// Whether a straight line between two points has a point in it.
    pub(crate) fn meets_line(&self, from: Point, to: Point) -> bool {
        clipped(&self.corners(), from, to).is_some()
    }
}

/// The corners of a regular polygon, the first one `turn` radians clockwise from the top.
pub(crate) fn regular(centre: Point, radius: f64, n_corners: usize, turn: f64) -> Vec<Point> {
    let corner = |idx: usize| {
        let (sin, cos) = libm::sincos(turn + std::f64::consts::TAU * idx as f64 / n_corners as f64);
        (centre.0 + radius * sin, centre.1 - radius * cos)
    };
    (0..n_corners).map(corner).collect()
}

/// The directions of lines of a hatching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slant {
    Rising,
    Falling,
    Level,
    Upright,
}

/// The parts inside a convex polygon of parallel lines that lie `gap` apart. Lines of polygons side by side meet.
pub(crate) fn hatching(polygon: &[Point], slant: Slant, gap: f64) -> Vec<(Point, Point)> {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    // Along the lines, and across them.
    let (along, across) = match slant {
        Slant::Rising => ((half, -half), (half, half)),
        Slant::Falling => ((half, half), (half, -half)),
        Slant::Level => ((1.0, 0.0), (0.0, 1.0)),
        Slant::Upright => ((0.0, 1.0), (1.0, 0.0)),
    };
    let height = |point: &Point| point.0 * across.0 + point.1 * across.1;
    let low = polygon.iter().map(height).fold(f64::INFINITY, f64::min);
    let high = polygon.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
    if !(low.is_finite() && high.is_finite() && gap > 0.0) {
        return Vec::new();
    }
    let (first, last) = ((low / gap).ceil() as i64, (high / gap).floor() as i64);
    let line = |number: i64| {
        let foot = (across.0 * number as f64 * gap, across.1 * number as f64 * gap);
        clipped(polygon, step(foot, along, -1e5), step(foot, along, 1e5))
    };
    (first..=last).filter_map(line).filter(|&(from, to)| distance(from, to) > 0.5).collect()
}

/// The part of a straight line inside a convex polygon whose corners go clockwise on the page.
fn clipped(polygon: &[Point], from: Point, to: Point) -> Option<(Point, Point)> {
    let ahead = (to.0 - from.0, to.1 - from.1);
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for (idx, &a) in polygon.iter().enumerate() {
        let b = polygon[(idx + 1) % polygon.len()];
        let side = (b.0 - a.0, b.1 - a.1);
        // Positive inside.
        let depth = side.0 * (from.1 - a.1) - side.1 * (from.0 - a.0);
        let slope = side.0 * ahead.1 - side.1 * ahead.0;
        if slope == 0.0 {
            if depth < 0.0 {
                return None;
            }
        } else if slope > 0.0 {
            enters = enters.max(-depth / slope);
        } else {
            leaves = leaves.min(-depth / slope);
        }
    }
    (enters < leaves).then(|| (step(from, ahead, enters), step(from, ahead, leaves)))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn lines_are_clipped_to_polygons() {
        let square = Rect::around((5.0, 5.0), 10.0, 10.0);
        assert_eq!(clipped(&square.corners(), (-5.0, 5.0), (15.0, 5.0)), Some(((0.0, 5.0), (10.0, 5.0))));
        assert!(!square.meets_line((-5.0, 11.0), (15.0, 11.0)) && square.meets_line((4.0, 4.0), (5.0, 5.0)));
        assert!(!square.meets_line((-5.0, 4.0), (-1.0, 4.0)));
        for slant in [Slant::Rising, Slant::Falling, Slant::Level, Slant::Upright] {
            let lines = hatching(&regular((50.0, 50.0), 20.0, 6, 0.0), slant, 5.0);
            assert!((6..=12).contains(&lines.len()), "{slant:?}: {}", lines.len());
            assert!(lines.iter().all(|&(a, b)| distance((50.0, 50.0), a).max(distance((50.0, 50.0), b)) < 20.1));
        }
        assert!(hatching(&[], Slant::Level, 5.0).is_empty());
    }
}
