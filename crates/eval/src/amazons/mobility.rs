//! alpha: how mobile an amazon is where it matters (Lieberum 2005).
//!
//! alpha of an amazon = sum of 2^(1-d) N(b) over the squares b one queen move away that the opponent can reach, d being the steps of
//! a king to b, here the distance along the ray, and N(b) the number of empty squares that touch b.
//!
//! What a ray sees from one square follows from what it sees from the next: N there, and half of what it sees from
//! there on. So the three rays upward are found for all squares of a row at once from the row above, the three downward from
//! the row below; of the two along the row only those of amazons are looked up.

use tesuji_amazons::MAX_AMAZONS;

use super::lines::{LONGEST_SIDE, Lines, Set, Squares};

/// A number for each column. A lane beyond the last column is 0.
type Row = [u16; 16];

/// The unit of alpha: rays of up to 11 squares are sums of whole numbers.
const ONE: u16 = 1 << ONE_SHIFT;
const ONE_SHIFT: u32 = 10;

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

/// The most amazons of a player of which alpha is found; [`Position`](tesuji_amazons::Position) has no more.
pub const MOST_AMAZONS: usize = MAX_AMAZONS;

/// alpha of each amazon of both players, the player to move first; of a player in the order of the squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mobility {
    n_amazons: [usize; 2],
    units: [[u32; MOST_AMAZONS]; 2],
}

impl Mobility {
    /// alpha of each amazon of the player to move (0) or the opponent (1), in the order of their squares.
    ///
    /// # Panics
    ///
    /// If `side` is neither.
    #[inline]
    pub fn alphas(&self, side: usize) -> impl Iterator<Item = f64> {
        self.units[side][..self.n_amazons[side]].iter().map(|&units| f64::from(units) / f64::from(ONE))
    }
}

/// Finds alpha, if `both` are the squares that both players reach. What an amazon sees its owner reaches, so only what the opponent
/// reaches as well counts for either.
#[inline(always)]
pub(super) fn mobility<const W: usize>(lines: &Lines<W>, squares: &Squares<W>, both: &Set<W>) -> Mobility {
    let (empty, both) = (lines.by_rows(&squares.empty), lines.by_rows(both));
    let rows = Rows::new(&empty, &both, lines.rows());
    let mut mobility = Mobility { n_amazons: [0; 2], units: [[0; MOST_AMAZONS]; 2] };
    for side in 0..2 {
        let mut n = 0;
        for word in 0..W {
            let mut rest = squares.amazons[side][word];
            while rest != 0 && n < MOST_AMAZONS {
                let [row, column] = lines.place(64 * word + rest.trailing_zeros() as usize);
                mobility.units[side][n] = rows.alpha(row, column);
                rest &= rest - 1;
                n += 1;
            }
        }
        mobility.n_amazons[side] = n;
    }
    mobility
}

struct Rows<'a> {
    /// The empty squares.
    empty: &'a [u16; LONGEST_SIDE],
    /// N, on squares that both players reach; elsewhere 0.
    neighbours: [Row; LONGEST_SIDE],
    /// What the three rays upward see from a square, and the three downward.
    up: [Row; LONGEST_SIDE],
    down: [Row; LONGEST_SIDE],
}

impl<'a> Rows<'a> {
    #[inline(always)]
    fn new(empty: &'a [u16; LONGEST_SIDE], both: &[u16; LONGEST_SIDE], n_rows: usize) -> Self {
        let zero = [[0; 16]; LONGEST_SIDE];
        let mut found = Self { empty, neighbours: zero, up: zero, down: zero };
        // Each lane is 0 or -1, so sums of them are counts below 0. The row before the first and the one after the last are 0.
        let three = |bits: u16| sum(&sum(&from_left(&spread(bits)), &spread(bits)), &from_right(&spread(bits)));
        let (mut above, mut here) = ([0; 16], three(empty[0]));
        for row in 0..n_rows {
            let below = if row + 1 < n_rows { three(empty[row + 1]) } else { [0; 16] };
            let nine = sum(&sum(&above, &here), &below);
            let (itself, counts) = (spread(empty[row]), spread(both[row]));
            for lane in 0..16 {
                found.neighbours[row][lane] = itself[lane].wrapping_sub(nine[lane]) & counts[lane];
            }
            (above, here) = (here, below);
        }
        let mut rays = [[0; 16]; 3];
        for row in 1..n_rows {
            found.up[row] = follow(&mut rays, &found.neighbours[row - 1], &spread(empty[row - 1]));
        }
        let mut rays = [[0; 16]; 3];
        for row in (1..n_rows).rev() {
            found.down[row - 1] = follow(&mut rays, &found.neighbours[row], &spread(empty[row]));
        }
        found
    }

    /// alpha of the amazon on this place, in parts of [`ONE`].
    #[inline(always)]
    fn alpha(&self, row: usize, column: usize) -> u32 {
        let empty = u64::from(self.empty[row]);
        let to_right = (!(empty >> (column + 1))).trailing_zeros();
        let to_left = (!(empty << (63 - column) << 1)).leading_zeros();
        let seen = ((1_u64 << to_right) - 1) << (column + 1) | ((1_u64 << to_left) - 1) << (column - to_left as usize);
        let (seen, near) = (spread(seen as u16), &NEAR[16 - column..32 - column]);
        let mut along_row = 0_u16;
        for lane in 0..16 {
            along_row = along_row.wrapping_add((self.neighbours[row][lane] & seen[lane]).wrapping_mul(near[lane]));
        }
        u32::from(along_row) + u32::from(self.up[row][column]) + u32::from(self.down[row][column])
    }
}

/// The three rays of a row, straight, to lower columns, to higher ones, from those of the row that they enter: `neighbours` and
/// `is_empty` are that row's. Together.
#[inline(always)]
fn follow(rays: &mut [Row; 3], neighbours: &Row, is_empty: &Row) -> Row {
    // Three rays of at most 11 squares stay below 3 * 16 * ONE, so nothing overflows.
    let further = |ray: &Row| {
        let mut next = [0; 16];
        for lane in 0..16 {
            next[lane] = (neighbours[lane] << ONE_SHIFT).wrapping_add((ray[lane] & is_empty[lane]) >> 1);
        }
        next
    };
    let [straight, left, right] = rays;
    *rays = [further(straight), from_left(&further(left)), from_right(&further(right))];
    sum(&sum(&rays[0], &rays[1]), &rays[2])
}

#[inline(always)]
fn sum(a: &Row, b: &Row) -> Row {
    let mut sum = [0; 16];
    for lane in 0..16 {
        sum[lane] = a[lane].wrapping_add(b[lane]);
    }
    sum
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
    for lane in 1..16 {
        moved[lane] = row[lane - 1];
    }
    moved
}

/// In each lane what its right neighbour has.
#[inline(always)]
fn from_right(row: &Row) -> Row {
    let mut moved = [0; 16];
    for lane in 0..15 {
        moved[lane] = row[lane + 1];
    }
    moved
}
