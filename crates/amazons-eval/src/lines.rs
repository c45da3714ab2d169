//! Rays of queens and steps of kings, from whole sets of squares at once.
//!
//! A set is an array of `W` words; the word of a square is its number divided by 64. A queen's move runs in eight
//! directions. In four of them the square numbers grow, by 1, columns - 1, columns and columns + 1; in the other four
//! they fall by as much. The sets of four directions are stored next to each other, so that one instruction moves all
//! four, each by its own distance.
//!
//! A fill doubles the length of its rays with each step (Kogge and Stone): after steps of 1, 2, 4 and 4 squares they
//! are 11 squares long, as long as the longest board needs. The squares that let rays pass are prepared once, in
//! [`Ways`], for both players and every fill; only the sources change.

/// A set of squares of the board.
pub(super) type Set<const W: usize> = [u64; W];

/// Sets of four directions, word by word.
type Rays<const W: usize> = [[u64; 4]; W];

/// A board of Amazons in the form that the kernels use, with the player to move first.
///
/// Squares are numbered row by row, row * columns + column. Any other square has an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Squares<const W: usize> {
    /// The empty squares.
    pub empty: [u64; W],
    /// The amazons of the player to move, and of the opponent. If a player has more than
    /// [`MOST_AMAZONS`](super::MOST_AMAZONS), alpha is found only for some of them.
    pub amazons: [[u64; W]; 2],
}

/// The data about lines that depends only on the size of a board, so it is computed once.
#[derive(Clone, Debug)]
pub struct BoardLines<const W: usize> {
    columns: usize,
    rows: usize,
    /// The distances in the four directions, for steps of 1, 2 and 4 squares.
    steps: [[u64; 4]; 3],
    /// The squares on which a step of one square can end, in directions where numbers grow and where they fall.
    forward: Rays<W>,
    backward: Rays<W>,
    not_first_column: Set<W>,
    not_last_column: Set<W>,
    /// A whole row, as bits.
    row_bits: u16,
    /// The row and column of each square.
    places: [[u8; 2]; LONGEST_SIDE * LONGEST_SIDE],
    /// The weights as AVX-512 reads them.
    #[cfg(target_arch = "x86_64")]
    pub(super) wide: super::wide::Wide<W>,
}

/// The longest side of a board.
pub const LONGEST_SIDE: usize = 12;

impl<const W: usize> BoardLines<W> {
    /// The lines of a board; `None` if it has no squares, a side longer than [`LONGEST_SIDE`], or more than 64 * `W`
    /// squares.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Option<Self> {
        let fits = |side| (1..=LONGEST_SIDE).contains(&side);
        if !fits(columns) || !fits(rows) || columns * rows > 64 * W {
            return None;
        }
        let set = |holds: &dyn Fn(usize) -> bool| {
            let mut set = [0; W];
            for square in (0..columns * rows).filter(|square| holds(square % columns)) {
                set[square / 64] |= 1 << (square % 64);
            }
            set
        };
        let all = set(&|_| true);
        let not_first_column = set(&|column| column != 0);
        let not_last_column = set(&|column| column != columns - 1);
        let distances = [1, columns - 1, columns, columns + 1].map(|distance| distance as u64);
        let side_by_side = |sets: [Set<W>; 4]| std::array::from_fn(|word| sets.map(|set| set[word]));
        Some(Self {
            columns,
            rows,
            steps: [1, 2, 4].map(|factor| distances.map(|distance| factor * distance)),
            forward: side_by_side([not_first_column, not_last_column, all, not_first_column]),
            backward: side_by_side([not_last_column, not_first_column, all, not_last_column]),
            not_first_column,
            not_last_column,
            row_bits: (1 << columns) - 1,
            places: std::array::from_fn(|square| [(square / columns) as u8, (square % columns) as u8]),
            #[cfg(target_arch = "x86_64")]
            wide: super::wide::Wide::new(columns, rows),
        })
    }

    /// The number of columns of the board.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows of the board.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The ways through the squares `open`.
    #[inline(always)]
    pub(super) fn ways(&self, open: &Set<W>) -> Ways<W> {
        let (mut forward, mut backward) = (self.forward, self.backward);
        for word in 0..W {
            for lane in 0..4 {
                forward[word][lane] &= open[word];
                backward[word][lane] &= open[word];
            }
        }
        let [one, two, _] = &self.steps;
        let forward_two = and(&forward, &ahead(&forward, one));
        let backward_two = and(&backward, &back(&backward, one));
        let forward_four = and(&forward_two, &ahead(&forward_two, two));
        let backward_four = and(&backward_two, &back(&backward_two, two));
        Ways { one: [forward, backward], two: [forward_two, backward_two], four: [forward_four, backward_four] }
    }

    /// `sources` and every square to which a queen on one of them can move.
    #[inline(always)]
    pub(super) fn fill(&self, ways: &Ways<W>, sources: &Set<W>) -> Set<W> {
        let [one, two, four] = &self.steps;
        let mut rays = [[[0; 4]; W]; 2];
        for word in 0..W {
            rays[0][word] = [sources[word]; 4];
            rays[1][word] = [sources[word]; 4];
        }
        let rays = grow(&rays, one, &ways.one);
        let rays = grow(&rays, two, &ways.two);
        let rays = grow(&rays, four, &ways.four);
        let [up, down] = grow(&rays, four, &ways.four);
        let mut reached = [0; W];
        for (word, reached) in reached.iter_mut().enumerate() {
            let mut both = [0; 4];
            for lane in 0..4 {
                both[lane] = up[word][lane] | down[word][lane];
            }
            *reached = (both[0] | both[2]) | (both[1] | both[3]);
        }
        reached
    }

    /// `sources` and the squares that touch one of them, at a corner or a side. Some may be past the last row of the
    /// board.
    #[inline(always)]
    pub(super) fn touch(&self, sources: &Set<W>) -> Set<W> {
        let (right, left) = (shift_up(sources, 1), shift_down(sources, 1));
        let mut row = *sources;
        for word in 0..W {
            row[word] |= right[word] & self.not_first_column[word] | left[word] & self.not_last_column[word];
        }
        let columns = self.columns as u32;
        let (below, above) = (shift_up(&row, columns), shift_down(&row, columns));
        for word in 0..W {
            row[word] |= below[word] | above[word];
        }
        row
    }

    /// The squares of `set` row by row, with column 0 as the lowest bit.
    #[inline(always)]
    pub(super) fn by_rows(&self, set: &Set<W>) -> [u16; LONGEST_SIDE] {
        let mut rows = [0; LONGEST_SIDE];
        let mut rest = *set;
        for row in rows.iter_mut() {
            *row = rest[0] as u16 & self.row_bits;
            rest = shift_down(&rest, self.columns as u32);
        }
        rows
    }

    /// The row and column of a square of the board.
    #[inline(always)]
    pub(super) fn place(&self, square: usize) -> [usize; 2] {
        self.places[square].map(usize::from)
    }
}

/// The squares that let rays pass. For each direction: the squares that a ray can enter from the previous one; those
/// for which the previous one can also be entered like that; and those for which the previous three can.
#[derive(Clone, Copy)]
pub(super) struct Ways<const W: usize> {
    one: [Rays<W>; 2],
    two: [Rays<W>; 2],
    four: [Rays<W>; 2],
}

#[inline(always)]
fn and<const W: usize>(a: &Rays<W>, b: &Rays<W>) -> Rays<W> {
    let mut both = *a;
    for word in 0..W {
        for lane in 0..4 {
            both[word][lane] &= b[word][lane];
        }
    }
    both
}

/// Extends rays towards higher numbers and towards lower ones by `steps`.
#[inline(always)]
fn grow<const W: usize>(rays: &[Rays<W>; 2], steps: &[u64; 4], ways: &[Rays<W>; 2]) -> [Rays<W>; 2] {
    let [up, down] = rays;
    [or(up, &and(&ahead(up, steps), &ways[0])), or(down, &and(&back(down, steps), &ways[1]))]
}

#[inline(always)]
fn or<const W: usize>(a: &Rays<W>, b: &Rays<W>) -> Rays<W> {
    let mut either = *a;
    for word in 0..W {
        for lane in 0..4 {
            either[word][lane] |= b[word][lane];
        }
    }
    either
}

/// Each direction moved towards higher numbers by its own distance, from 1 to 63. A distance of 0 gives squares that no
/// way lets pass.
#[inline(always)]
fn ahead<const W: usize>(rays: &Rays<W>, steps: &[u64; 4]) -> Rays<W> {
    let mut moved = [[0; 4]; W];
    for word in 0..W {
        for lane in 0..4 {
            moved[word][lane] = rays[word][lane] << (steps[lane] & 63);
        }
        if word > 0 {
            for lane in 0..4 {
                moved[word][lane] |= rays[word - 1][lane] >> ((64 - steps[lane]) & 63);
            }
        }
    }
    moved
}

/// As [`ahead`], towards lower numbers.
#[inline(always)]
fn back<const W: usize>(rays: &Rays<W>, steps: &[u64; 4]) -> Rays<W> {
    let mut moved = [[0; 4]; W];
    for word in 0..W {
        for lane in 0..4 {
            moved[word][lane] = rays[word][lane] >> (steps[lane] & 63);
        }
        if word + 1 < W {
            for lane in 0..4 {
                moved[word][lane] |= rays[word + 1][lane] << ((64 - steps[lane]) & 63);
            }
        }
    }
    moved
}

/// `set` with every number increased by `distance`, 1 to 63.
#[inline(always)]
fn shift_up<const W: usize>(set: &Set<W>, distance: u32) -> Set<W> {
    let mut moved = [0; W];
    for word in 0..W {
        moved[word] = set[word] << (distance & 63);
        if word > 0 {
            moved[word] |= set[word - 1] >> ((64 - distance) & 63);
        }
    }
    moved
}

/// `set` with every number decreased by `distance`, 1 to 63.
#[inline(always)]
fn shift_down<const W: usize>(set: &Set<W>, distance: u32) -> Set<W> {
    let mut moved = [0; W];
    for word in 0..W {
        moved[word] = set[word] >> (distance & 63);
        if word + 1 < W {
            moved[word] |= set[word + 1] << ((64 - distance) & 63);
        }
    }
    moved
}
