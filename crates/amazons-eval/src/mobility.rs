//! alpha: how mobile an amazon is where it matters (Lieberum 2005).
//!
//! alpha of an amazon is the sum of 2^(1-d) N(b) over the squares b that are one queen move away and that the opponent
//! can reach. Here d is the number of king's steps to b, the distance along the ray, and N(b) is the number of empty
//! squares that touch b.
//!
//! What a ray sees from one square follows from the next square: N there, plus half of what the ray sees from there on.
//! So the three upward rays are found for all squares of a row at once from the row above, and the three downward rays
//! from the row below. The two rays along the row are looked up, for amazons only.

use multiversion::multiversion;
use tesuji_amazons::MAX_AMAZONS;

use super::lines::{BoardLines, LONGEST_SIDE, Set, Squares};

/// A number for each column. Lanes after the last column are 0.
type Row = [u16; 16];

/// The unit of alpha. With it, rays of up to 11 squares are sums of whole numbers.
const ONE: u16 = 1 << ONE_SHIFT;
pub(super) const ONE_SHIFT: u32 = 10;

/// For each byte: a lane for each of its bits, all ones if the bit is 1.
static MASKS: [[u16; 8]; 256] = {
    let mut masks = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut lane = 0;
        while lane < 8 {
            masks[bits][lane] = if bits >> lane & 1 == 0 { 0 } else { !0 };
            lane += 1;
        }
        bits += 1;
    }
    masks
};

/// All ones in each lane whose bit is in `bits`, and 0 in the others.
///
/// PERF: looked up, because the compiler turns a lane-by-lane comparison into different code for each lane.
#[inline(always)]
fn spread(bits: u16) -> Row {
    let [low, high] = bits.to_le_bytes();
    let mut row = [0; 16];
    row[..8].copy_from_slice(&MASKS[usize::from(low)]);
    row[8..].copy_from_slice(&MASKS[usize::from(high)]);
    row
}

/// The weight of a square of the same row, by the signed distance of its column plus 16; 0 at distance 0.
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

/// The most amazons of a player for which alpha is found; [`Position`](tesuji_amazons::Position) has no more.
pub const MOST_AMAZONS: usize = MAX_AMAZONS;

/// alpha of each amazon of both players, the player to move first; within a player, in the order of the squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mobility {
    pub(super) n_amazons: [usize; 2],
    /// Eight more than are needed, so that eight can always be written after those already there.
    pub(super) units: [[u32; MOST_AMAZONS + 8]; 2],
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

    /// The sums in units of 1/`part`, rounded down; `part` is a power of two up to 1024.
    #[inline]
    pub(super) fn in_parts(&self, side: usize, part: i32) -> impl Iterator<Item = u32> {
        let units_a_part = u32::from(ONE) / part as u32;
        self.units[side][..self.n_amazons[side]].iter().map(move |&units| units / units_a_part)
    }

    /// One amazon of the player to move with this alpha.
    #[cfg(feature = "testing")]
    pub(super) fn of_one(alpha: f64) -> Self {
        let mut units = [[0; MOST_AMAZONS + 8]; 2];
        units[0][0] = (alpha * f64::from(ONE)) as u32;
        Self { n_amazons: [1, 0], units }
    }
}

/// The scratch in which terms are computed. The caller provides it, so that nothing is allocated for each position. Any
/// position may follow any other.
///
/// Rays run from row to row along a column or a diagonal. The lanes of each row are rotated so that a ray stays in its
/// lane: not at all for columns, and by the number of the row for diagonals. Rotation is modulo 16, and no board has
/// more than 12 columns. So no two squares of a row share a lane, and between two diagonals that share a lane there is
/// a row that ends the first one.
#[derive(Clone, Debug)]
pub struct Workspace {
    pub(super) mobility: Mobility,
    /// Number of empty cells among the square and its two neighbours in the row, with a row of zeros before the first
    /// and after the last.
    of_three: [Row; LONGEST_SIDE + 2],
    /// All ones on empty squares; stored twice in a row, so that it can be read rotated.
    is_empty: [[u16; 32]; LONGEST_SIDE],
    /// N in units of 1/[`ONE`] on squares that both players reach, 0 elsewhere; stored twice in a row.
    neighbours: [[u16; 32]; LONGEST_SIDE],
    /// Squares in reach of upward rays, and of downward ones, from a square: along columns, falling and rising
    /// diagonals.
    up: [[Row; 3]; LONGEST_SIDE],
    down: [[Row; 3]; LONGEST_SIDE],
}

impl Default for Workspace {
    fn default() -> Self {
        let rays = [[[0; 16]; 3]; LONGEST_SIDE];
        Self {
            mobility: Mobility { n_amazons: [0; 2], units: [[0; MOST_AMAZONS + 8]; 2] },
            of_three: [[0; 16]; LONGEST_SIDE + 2],
            is_empty: [[0; 32]; LONGEST_SIDE],
            neighbours: [[0; 32]; LONGEST_SIDE],
            up: rays,
            down: rays,
        }
    }
}

/// The number of lanes by which a row is rotated for columns, falling diagonals and rising ones.
#[inline(always)]
const fn turns(row: usize) -> [usize; 3] {
    [0, row & 15, (16 - row) & 15]
}

/// Finds alpha, given that `both` are the squares that both players reach. An amazon's owner reaches everything it
/// sees, so for either player only squares that the opponent also reaches count.
#[multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(super) fn find_mobility<const W: usize>(
    lines: &BoardLines<W>,
    squares: &Squares<W>,
    both: &Set<W>,
    workspace: &mut Workspace,
) {
    let (empty, both) = (lines.by_rows(&squares.empty), lines.by_rows(both));
    workspace.fill(&empty, &both, lines.rows());
    for side in 0..2 {
        let mut n = 0;
        for word in 0..W {
            let mut rest = squares.amazons[side][word];
            while rest != 0 && n < MOST_AMAZONS {
                let [row, column] = lines.place(64 * word + rest.trailing_zeros() as usize);
                workspace.mobility.units[side][n] = workspace.alpha(&empty, row, column);
                rest &= rest - 1;
                n += 1;
            }
        }
        workspace.mobility.n_amazons[side] = n;
    }
}

impl Workspace {
    /// The mobility of the last position.
    #[must_use]
    #[inline]
    pub const fn mobility(&self) -> &Mobility {
        &self.mobility
    }

    #[inline(always)]
    fn fill(&mut self, empty: &[u16; LONGEST_SIDE], both: &[u16; LONGEST_SIDE], n_rows: usize) {
        for (row, &bits) in empty.iter().enumerate().take(n_rows) {
            let [left, itself, right] = [spread(bits << 1), spread(bits), spread(bits >> 1)];
            for lane in 0..16 {
                // Each is 0 or -1.
                self.of_three[row + 1][lane] =
                    0_u16.wrapping_sub(left[lane]).wrapping_sub(itself[lane]).wrapping_sub(right[lane]);
            }
            self.is_empty[row][..16].copy_from_slice(&itself);
            self.is_empty[row][16..].copy_from_slice(&itself);
        }
        self.of_three[n_rows + 1] = [0; 16];
        for (row, &both) in both.iter().enumerate().take(n_rows) {
            let counts = spread(both);
            let mut counted = [0; 16];
            for lane in 0..16 {
                let nine = self.of_three[row][lane] + self.of_three[row + 1][lane] + self.of_three[row + 2][lane];
                // Only empty squares count, so one of the nine is the square itself.
                counted[lane] = nine.wrapping_sub(1) << ONE_SHIFT & counts[lane];
            }
            self.neighbours[row][..16].copy_from_slice(&counted);
            self.neighbours[row][16..].copy_from_slice(&counted);
        }
        // Nothing is ever seen upward from the first row, so it stays 0.
        for row in 1..n_rows {
            let (before, here) = self.up.split_at_mut(row);
            follow(&mut here[0], &before[row - 1], &self.neighbours[row - 1], &self.is_empty[row - 1], turns(row - 1));
        }
        self.down[n_rows - 1] = [[0; 16]; 3];
        for row in (1..n_rows).rev() {
            let (here, after) = self.down.split_at_mut(row);
            follow(&mut here[row - 1], &after[0], &self.neighbours[row], &self.is_empty[row], turns(row));
        }
    }

    /// alpha of the amazon on this square, in units of 1/[`ONE`].
    #[inline(always)]
    fn alpha(&self, empty: &[u16; LONGEST_SIDE], row: usize, column: usize) -> u32 {
        let empty = u64::from(empty[row]);
        let to_right = (!(empty >> (column + 1))).trailing_zeros();
        let to_left = (!(empty << (63 - column) << 1)).leading_zeros();
        let seen = ((1_u64 << to_right) - 1) << (column + 1) | ((1_u64 << to_left) - 1) << (column - to_left as usize);
        let (seen, near) = (spread(seen as u16), &NEAR[16 - column..32 - column]);
        let mut along_row = 0_u16;
        for lane in 0..16 {
            let n = self.neighbours[row][lane] >> ONE_SHIFT;
            along_row = along_row.wrapping_add((n & seen[lane]).wrapping_mul(near[lane]));
        }
        let mut alpha = u32::from(along_row);
        for (ray, turn) in turns(row).into_iter().enumerate() {
            let lane = (column + 16 - turn) & 15;
            alpha += u32::from(self.up[row][ray][lane]) + u32::from(self.down[row][ray][lane]);
        }
        alpha
    }
}

/// The rays that enter a row from the row before. `before` are the rays of that row, and `neighbours`, `is_empty` and
/// `turns` also belong to it.
#[inline(always)]
fn follow(rays: &mut [Row; 3], before: &[Row; 3], neighbours: &[u16; 32], is_empty: &[u16; 32], turns: [usize; 3]) {
    for ray in 0..3 {
        let turned = turns[ray]..turns[ray] + 16;
        let (neighbours, is_empty) = (&neighbours[turned.clone()], &is_empty[turned]);
        for lane in 0..16 {
            rays[ray][lane] = neighbours[lane].wrapping_add((before[ray][lane] & is_empty[lane]) >> 1);
        }
    }
}
