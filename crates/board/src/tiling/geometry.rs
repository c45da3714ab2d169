//! The exact places of the corners of a tiling.
//!
//! With the tiling suitably turned, every side is a unit in a direction that is a multiple of 15°. Corners are
//! therefore sums of 24th roots of unity. Eight whole numbers are enough to write such a sum, because ζ⁸ = ζ⁴ - 1. Two
//! corners are equal if their numbers are, and one unit apart along a side if they differ by a root. No rounding is
//! involved.

use std::ops::Add;

use crate::{Cut, Place, Tiling};

/// A corner of a polygon: how many units it lies in each of the directions 0°, 15°, .. 105°.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Corner([i32; 8]);

/// A direction, in steps of 15° counterclockwise from the right.
type Direction = usize;

/// Cosines of 0°, 15°, .. 105°, in billionths.
const COSINES: [i64; 8] =
    [1_000_000_000, 965_925_826, 866_025_404, 707_106_781, 500_000_000, 258_819_045, 0, -258_819_045];
/// Sines of 0°, 15°, .. 105°, in billionths.
const SINES: [i64; 8] =
    [0, 258_819_045, 500_000_000, 707_106_781, 866_025_404, 965_925_826, 1_000_000_000, 965_925_826];

/// Billionths of a unit, in the steps of a place.
pub(super) fn steps(billionths: i64) -> i32 {
    let a_step = 1_000_000_000 / i64::from(Place::STEPS);
    (billionths + a_step / 2).div_euclid(a_step) as i32
}

impl Corner {
    /// One unit in this direction.
    fn unit(direction: Direction) -> Self {
        let direction = direction % 24;
        let (sign, power) = if direction < 12 { (1, direction) } else { (-1, direction - 12) };
        let mut numbers = [0; 8];
        if power < 8 {
            numbers[power] = sign;
        } else {
            (numbers[power - 4], numbers[power - 8]) = (sign, -sign);
        }
        Self(numbers)
    }

    fn times(self, factor: i32) -> Self {
        Self(self.0.map(|number| number * factor))
    }

    pub(super) fn place(self) -> Place {
        let sum = |values: &[i64; 8]| self.0.iter().zip(values).map(|(&number, value)| i64::from(number) * value).sum();
        // On a page, rows are counted from the top.
        Place::of_steps(steps(sum(&COSINES)), -steps(sum(&SINES)))
    }

    /// The corners that a side may lead to.
    pub(super) fn around(self) -> impl Iterator<Item = Self> {
        (0..24).map(move |direction| self + Self::unit(direction))
    }
}

impl Add for Corner {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let mut sum = self;
        sum.0.iter_mut().zip(other.0).for_each(|(number, more)| *number += more);
        sum
    }
}

/// The corners of the polygons of the cut, each once, in no particular order.
pub(super) fn corners(tiling: Tiling, cut: Cut) -> Vec<Corner> {
    let polygon = polygon(tiling);
    let centres = centres(cut).into_iter().map(|(column, row)| centre(tiling, column, row));
    let mut corners: Vec<Corner> =
        centres.flat_map(|centre| polygon.iter().map(move |&corner| centre + corner)).collect();
    corners.sort_unstable();
    corners.dedup();
    corners
}

/// The centres of a cut by column and row, rows upwards; on triangular lattices each row is half a step further right.
fn centres(cut: Cut) -> Vec<(i32, i32)> {
    let number = |side: usize| side as i32;
    let (columns, rows) = match cut {
        Cut::Hexagon(side) => (1 - number(side)..number(side), 1 - number(side)..number(side)),
        Cut::Triangle(side) => (0..number(side), 0..number(side)),
        Cut::Rectangle { columns, rows } => (0..number(columns), 0..number(rows)),
    };
    let is_inside = |&(column, row): &(i32, i32)| match cut {
        Cut::Hexagon(side) => (column + row).abs() < number(side),
        Cut::Triangle(side) => column + row < number(side),
        Cut::Rectangle { .. } => true,
    };
    rows.flat_map(|row| columns.clone().map(move |column| (column, row))).filter(is_inside).collect()
}

/// The centre of a polygon, relative to the centre of the first one.
fn centre(tiling: Tiling, column: i32, row: i32) -> Corner {
    // The sides that lead from a centre to the next; the other direction is the same path, turned.
    let way: &[Direction] = match tiling {
        Tiling::Triangular => &[0],
        Tiling::Honeycomb => &[2, 22],
        Tiling::Kagome => &[0, 0],
        Tiling::Rhombitrihexagonal => &[0, 2, 22],
        Tiling::TruncatedHexagonal => &[0, 0, 2, 22],
        Tiling::TruncatedTrihexagonal => &[0, 0, 0, 2, 22],
        Tiling::SnubHexagonal => &[0, 0, 4],
        Tiling::TruncatedSquare => &[0, 3, 21],
        Tiling::SnubSquare => &[1, 23],
        // From an even row to the next there are squares; after that triangles, which lead right and left in turn.
        Tiling::ElongatedTriangular => {
            let (n_squares, n_triangles) = ((row + 1) / 2, row / 2);
            let to_right = Corner::unit(4).times((n_triangles + 1) / 2);
            let to_left = Corner::unit(8).times(n_triangles / 2);
            return Corner::unit(0).times(column) + Corner::unit(6).times(n_squares) + to_right + to_left;
        }
    };
    let turn = if tiling.is_hexagonal() { 4 } else { 6 };
    let steps = |turn: Direction| way.iter().map(move |side| Corner::unit(side + turn));
    let along = steps(0).fold(Corner::default(), Corner::add);
    let aslant = steps(turn).fold(Corner::default(), Corner::add);
    along.times(column) + aslant.times(row)
}

/// The corners of a polygon, walked around from one of them.
fn polygon(tiling: Tiling) -> Vec<Corner> {
    let (n_corners, first): (usize, Direction) = match tiling {
        Tiling::Triangular | Tiling::ElongatedTriangular => return vec![Corner::default()],
        Tiling::Honeycomb | Tiling::Rhombitrihexagonal => (6, 6),
        Tiling::Kagome | Tiling::SnubHexagonal => (6, 8),
        Tiling::TruncatedHexagonal | Tiling::TruncatedTrihexagonal => (12, 6),
        Tiling::TruncatedSquare => (8, 6),
        Tiling::SnubSquare => (4, 5),
    };
    let turn = 24 / n_corners;
    let walk = (0..n_corners).scan(Corner::default(), |corner, side| {
        *corner = *corner + Corner::unit(first + turn * side);
        Some(*corner)
    });
    walk.collect()
}
