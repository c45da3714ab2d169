//! Penrose's tiling by two rhombs (P3), without rounding.
//!
//! Corners are sums of the tenth roots of unity. Four whole numbers are enough, because ζ⁴ = ζ³ - ζ² + ζ - 1.
//!
//! Source: de Bruijn, Algebraic theory of Penrose's non-periodic tilings of the plane, 1981.

use std::collections::{BTreeMap, BTreeSet};

use super::geometry::steps;
use crate::drawing::names;
use crate::{Place, Topology, TopologyError};

/// Units that a corner lies in each of the directions 0°, 36°, 72°, 108°.
type Corner = [i32; 4];

/// Cosines of the four directions, in billionths.
const COSINES: [i64; 4] = [1_000_000_000, 809_016_994, 309_016_994, -309_016_994];
/// Their sines.
const SINES: [i64; 4] = [0, 587_785_252, 951_056_516, 951_056_516];

/// Half a rhomb: the corner between two sides, and the ends of those sides.
type Half = [Corner; 3];

/// The times that the tiling is divided: what is then complete is larger than any board.
const DIVISIONS: usize = 7;

fn plus(a: Corner, b: Corner) -> Corner {
    std::array::from_fn(|idx| a[idx] + b[idx])
}

fn minus(a: Corner, b: Corner) -> Corner {
    std::array::from_fn(|idx| a[idx] - b[idx])
}

/// The corner times the golden ratio, which is ζ + 1/ζ.
const fn enlarged([a, b, c, d]: Corner) -> Corner {
    [a + b - d, c + d, a + b, c + d - a]
}

/// The corner turned by 36°.
const fn turned([a, b, c, d]: Corner) -> Corner {
    [-d, a + d, b - d, c + d]
}

/// Enlarges half a rhomb by the golden ratio, and divides it into halves of rhombs with sides of one unit again. A thin
/// rhomb has angles of 36°, a thick one of 72°.
fn divided((is_thick, half): (bool, Half)) -> Vec<(bool, Half)> {
    let [a, b, c] = half.map(enlarged);
    let [near, left, right] = half;
    if is_thick {
        let (p, q) = (plus(b, minus(near, left)), plus(b, minus(right, left)));
        vec![(true, [q, c, a]), (true, [p, q, b]), (false, [q, p, a])]
    } else {
        let p = plus(a, minus(left, near));
        vec![(false, [c, p, b]), (true, [p, c, a])]
    }
}

/// All rhombs of a large part of the tiling, by their corners in order.
fn rhombs() -> Vec<[Corner; 4]> {
    let rays: Vec<Corner> = std::iter::successors(Some([1, 0, 0, 0]), |&ray| Some(turned(ray))).take(11).collect();
    let wheel = (0..10).map(|ray| (false, [[0; 4], rays[ray + (ray + 1) % 2], rays[ray + ray % 2]]));
    let mut halves: Vec<_> = wheel.collect();
    for _ in 0..DIVISIONS {
        halves = halves.into_iter().flat_map(divided).collect();
    }
    let mut pairs: BTreeMap<[Corner; 2], Vec<Corner>> = BTreeMap::new();
    for (_, [a, b, c]) in halves {
        pairs.entry([b.min(c), b.max(c)]).or_default().push(a);
    }
    let whole = |([b, c], tips): ([Corner; 2], Vec<Corner>)| Some([*tips.first()?, b, *tips.get(1)?, c]);
    pairs.into_iter().filter_map(whole).collect()
}

impl Topology {
    /// Penrose's tiling by rhombs around a point of fivefold symmetry. The first ring is the five rhombs there, and each
    /// further one all rhombs that touch those before it. Cells are corners, links sides, numbered and named as on
    /// [`Self::tiling`].
    ///
    /// # Errors
    ///
    /// [`TopologyError::Size`] if there are no rings, or more than 11, for which there is no room.
    pub fn penrose(n_rings: usize) -> Result<Self, TopologyError> {
        let rhombs = rhombs();
        let mut corners = BTreeSet::from([[0; 4]]);
        let mut inside: Vec<&[Corner; 4]> = Vec::new();
        for _ in 0..n_rings.min(12) {
            inside = rhombs.iter().filter(|rhomb| rhomb.iter().any(|corner| corners.contains(corner))).collect();
            corners.extend(inside.iter().copied().flatten());
        }
        if n_rings == 0 {
            return Err(TopologyError::Size(0));
        }
        let corners: Vec<Corner> = corners.into_iter().collect();
        let sum =
            |corner: &Corner, values: [i64; 4]| corner.iter().zip(values).map(|(&n, value)| i64::from(n) * value).sum();
        // The first direction points up, for then left and right are alike.
        let place = |corner| Place::of_steps(-steps(sum(corner, SINES)), -steps(sum(corner, COSINES)));
        let number = |corner| corners.binary_search(&corner).ok();
        let side = |rhomb: &[Corner; 4], idx: usize| Some((number(rhomb[idx])?, number(rhomb[(idx + 1) % 4])?));
        let links: Vec<_> = inside.iter().flat_map(|rhomb| (0..4).filter_map(|idx| side(rhomb, idx))).collect();
        let places: Vec<_> = corners.iter().map(place).collect();
        Self::by_rows(&places, &links, |places| names(places, 1.0))
    }
}
