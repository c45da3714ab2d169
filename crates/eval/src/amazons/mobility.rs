//! alpha: how mobile an amazon is where it matters (Lieberum 2005).
//!
//! alpha of an amazon = sum of 2^(1-d) N(b) over the squares b one queen move away that the opponent can reach, d being the steps of
//! a king to b, here the distance along the ray, and N(b) the number of empty squares that touch b.
//!
//! What a ray sees from one square follows from what it sees from the next: N there, and half of what it sees from
//! there on. So the three rays upward are found for all squares of a row at once from the row above, the three downward from
//! the row below; of the two along the row only those of amazons are looked up.

use super::lines::{LONGEST_SIDE, Lines, Set};

/// A number for each column. A lane beyond the last column is 0.
type Row = [u16; 16];

/// The unit of alpha: rays of up to 11 squares are sums of whole numbers.
const ONE: u16 = 1 << 10;

/// What each lane is in the bits of a row.
const LANE_BITS: Row = {
    let mut bits = [0; 16];
    let mut lane = 0;
    while lane < 16 {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

/// How much a square of the same row counts, by the distance of its column plus 16; 0 at distance 0.
const NEAR: [u16; 32] = {
    let mut near = [0; 32];
    let mut distance = 1;
    while distance <= 11 {
        near[16 - distance] = ONE >> (distance - 1);
        near[16 + distance] = ONE >> (distance - 1);
        distance += 1;
    }
    near
};

/// From which alpha can be asked for any amazon of a board.
#[derive(Clone, Debug)]
pub struct Mobility {
    columns: usize,
    /// The empty squares.
    empty: [u16; LONGEST_SIDE],
    /// N, on squares that both players reach; elsewhere 0.
    neighbours: [Row; LONGEST_SIDE],
    /// What the three rays upward see from a square, and the three downward.
    up: [Row; LONGEST_SIDE],
    down: [Row; LONGEST_SIDE],
}

impl Mobility {
    /// Of the empty squares, and `both`, those that both players reach. What an amazon sees its owner reaches, so only what the
    /// opponent reaches as well counts for either.
    #[inline(always)]
    pub(super) fn new<const W: usize>(lines: &Lines<W>, empty: &Set<W>, both: &Set<W>) -> Self {
        let zero = [[0; 16]; LONGEST_SIDE];
        let mut found =
            Self { columns: lines.columns(), empty: [0; LONGEST_SIDE], neighbours: zero, up: zero, down: zero };
        let mut is_empty = zero;
        let mut of_three = zero;
        for row in 0..lines.rows() {
            found.empty[row] = lines.row(empty, row);
            is_empty[row] = spread(found.empty[row]);
            let mut three = is_empty[row];
            let (left, right) = (from_left(&is_empty[row]), from_right(&is_empty[row]));
            for lane in 0..16 {
                // Each is 0 or -1, so the sum is a count below 0.
                three[lane] = three[lane].wrapping_add(left[lane]).wrapping_add(right[lane]);
            }
            of_three[row] = three;
        }
        for row in 0..lines.rows() {
            let counts = spread(lines.row(both, row));
            let above = if row == 0 { [0; 16] } else { of_three[row - 1] };
            let below = if row + 1 == lines.rows() { [0; 16] } else { of_three[row + 1] };
            for lane in 0..16 {
                let negative = of_three[row][lane].wrapping_add(above[lane]).wrapping_add(below[lane]);
                let n = is_empty[row][lane].wrapping_sub(negative);
                found.neighbours[row][lane] = n & counts[lane];
            }
        }
        let mut rays = [[0; 16]; 3];
        for row in 1..lines.rows() {
            found.up[row] = follow(&mut rays, &found.neighbours[row - 1], &is_empty[row - 1]);
        }
        let mut rays = [[0; 16]; 3];
        for row in (0..lines.rows() - 1).rev() {
            found.down[row] = follow(&mut rays, &found.neighbours[row + 1], &is_empty[row + 1]);
        }
        found
    }

    /// alpha of an amazon on `square`, in units of 1.
    #[inline(always)]
    #[must_use]
    pub fn alpha(&self, square: usize) -> f64 {
        let (row, column) = (square / self.columns, square % self.columns);
        let empty = u64::from(self.empty[row]);
        let to_right = (!(empty >> (column + 1))).trailing_zeros();
        let to_left = (!(empty << (64 - column - 1) << 1)).leading_zeros();
        let seen = ((1_u64 << to_right) - 1) << (column + 1) | ((1_u64 << to_left) - 1) << (column - to_left as usize);
        let (seen, near) = (spread(seen as u16), &NEAR[16 - column..32 - column]);
        let mut along_row = 0_u16;
        for lane in 0..16 {
            along_row += (self.neighbours[row][lane] & seen[lane]) * near[lane];
        }
        let sum = u32::from(along_row) + u32::from(self.up[row][column]) + u32::from(self.down[row][column]);
        f64::from(sum) / f64::from(ONE)
    }
}

/// The three rays of a row, straight, to lower columns, to higher ones, from those of the row that they enter: `neighbours` and
/// `is_empty` are that row's. Together.
#[inline(always)]
fn follow(rays: &mut [Row; 3], neighbours: &Row, is_empty: &Row) -> Row {
    for ray in rays.iter_mut() {
        for lane in 0..16 {
            ray[lane] = neighbours[lane] * ONE + ((ray[lane] & is_empty[lane]) >> 1);
        }
    }
    rays[1] = from_left(&rays[1]);
    rays[2] = from_right(&rays[2]);
    let mut together = [0; 16];
    for lane in 0..16 {
        together[lane] = rays[0][lane] + rays[1][lane] + rays[2][lane];
    }
    together
}

/// All ones in each lane whose bit is in `bits`, elsewhere 0.
#[inline(always)]
fn spread(bits: u16) -> Row {
    let mut row = [0; 16];
    for lane in 0..16 {
        row[lane] = if bits & LANE_BITS[lane] == 0 { 0 } else { !0 };
    }
    row
}

/// In each lane what its left neighbour has.
#[inline(always)]
fn from_left(row: &Row) -> Row {
    let mut moved = [0; 16];
    moved[1..].copy_from_slice(&row[..15]);
    moved
}

/// In each lane what its right neighbour has.
#[inline(always)]
fn from_right(row: &Row) -> Row {
    let mut moved = [0; 16];
    moved[..15].copy_from_slice(&row[1..]);
    moved
}
