//! The squares of a region, numbered, and moves on them with sets of 64 bits.

use tesuji_amazons::{Move, Position, Square};
use tesuji_board::{Bits, Player};

/// The maximum number of squares of a plot.
const MAX_SQUARES: usize = 64;
/// The side of the box whose squares are numbered row by row, if the plot fits into it.
pub(super) const SIDE: u8 = 8;
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// The directions of a queen as steps in columns and rows: the first four lead to higher numbers, the others to lower
/// ones.
const WAYS: [(i16, i16); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// Content of a plot, as sets of its squares. A square in none of the sets has an arrow or is outside the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Stand {
    pub(super) empty: u64,
    pub(super) black: u64,
    pub(super) white: u64,
}

impl Stand {
    pub(super) const fn all(self) -> u64 {
        self.empty | self.black | self.white
    }

    /// The part of the stand on these squares.
    pub(super) const fn on(self, squares: u64) -> Self {
        Self { empty: self.empty & squares, black: self.black & squares, white: self.white & squares }
    }

    pub(super) const fn of(self, player: Player) -> u64 {
        match player {
            Player::Black => self.black,
            Player::White => self.white,
        }
    }

    /// The stand after a move by `player`; each of the three squares is a set of one.
    pub(super) const fn after(self, player: Player, from: u64, to: u64, arrow: u64) -> Self {
        let empty = (self.empty | from) & !to & !arrow;
        match player {
            Player::Black => Self { empty, black: self.black ^ from ^ to, white: self.white },
            Player::White => Self { empty, black: self.black, white: self.white ^ from ^ to },
        }
    }
}

/// The squares on which a game goes on. If they fit into eight by eight squares, they are numbered as there, row by row
/// with gaps; otherwise consecutively. Either way a higher number comes later on the board.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    /// For each number its square; at a gap, some other square.
    squares: Vec<u8>,
    /// The column and row of each square.
    places: Vec<(u8, u8)>,
    rays: Vec<[u64; 8]>,
    near: Vec<u64>,
    is_boxed: bool,
}

impl Plot {
    /// The plot of these squares of `position`, and what stands there. `None` if there are too many squares.
    pub(super) fn new(position: &Position, squares: Bits<3>) -> Option<(Self, Stand)> {
        if squares.len() > MAX_SQUARES {
            return None;
        }
        let size = position.size();
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 144 squares")]
        let on_board: Vec<u8> = squares.iter().map(|square| square as u8).collect();
        let place = |&square: &u8| (size.column_of(square), size.row_of(square));
        let edges = |line: fn((u8, u8)) -> u8| {
            let lines = || on_board.iter().map(place).map(line);
            lines().min().unwrap_or(0)..=lines().max().unwrap_or(0)
        };
        let (columns, rows) = (edges(|place| place.0), edges(|place| place.1));
        let is_boxed = columns.end() - columns.start() < SIDE && rows.end() - rows.start() < SIDE;
        let cell_of = |(i, (column, row)): (usize, (u8, u8))| match is_boxed {
            true => usize::from(row - rows.start()) * usize::from(SIDE) + usize::from(column - columns.start()),
            false => i,
        };
        let mut squares = vec![0; MAX_SQUARES];
        let mut places = vec![(0, 0); MAX_SQUARES];
        let mut number = [[None; 16]; 16];
        for (i, (square, (column, row))) in on_board.iter().zip(on_board.iter().map(place)).enumerate() {
            let cell = cell_of((i, (column, row)));
            squares[cell] = *square;
            places[cell] = (column, row);
            number[usize::from(row) + 1][usize::from(column) + 1] = Some(cell);
        }
        let ray = |(column, row): (u8, u8), (across, down): (i16, i16)| {
            let mut ray = 0;
            let mut at = (i16::from(column) + 1 + across, i16::from(row) + 1 + down);
            while let (Ok(x), Ok(y)) = (usize::try_from(at.0), usize::try_from(at.1)) {
                let Some(cell) = number[y][x] else { break };
                ray |= 1_u64 << cell;
                at = (at.0 + across, at.1 + down);
            }
            ray
        };
        let nearest = |(way, ray): (usize, &u64)| match ray {
            0 => 0,
            ray if way < 4 => ray & ray.wrapping_neg(),
            ray => 1 << (63 - ray.leading_zeros()),
        };
        let mut rays = vec![[0; 8]; MAX_SQUARES];
        let mut near = vec![0; MAX_SQUARES];
        let mut stand = Stand { empty: 0, black: 0, white: 0 };
        for (i, (square, place)) in on_board.iter().zip(on_board.iter().map(place)).enumerate() {
            let cell = cell_of((i, place));
            rays[cell] = WAYS.map(|way| ray(place, way));
            near[cell] = rays[cell].iter().enumerate().map(nearest).fold(0, |all, cell| all | cell);
            match position.at(*square) {
                Square::Empty => stand.empty |= 1 << cell,
                Square::Arrow => {}
                Square::Amazon(Player::Black) => stand.black |= 1 << cell,
                Square::Amazon(Player::White) => stand.white |= 1 << cell,
            }
        }
        Some((Self { squares, places, rays, near, is_boxed }, stand))
    }

    /// Whether the squares are numbered as in a box of eight by eight.
    pub(super) const fn is_boxed(&self) -> bool {
        self.is_boxed
    }

    /// The square of the board for a cell.
    pub(super) fn square(&self, cell: u32) -> u8 {
        self.squares[cell as usize]
    }

    /// The column and row on the board.
    pub(super) fn place(&self, cell: u32) -> (u8, u8) {
        self.places[cell as usize]
    }

    pub(super) fn near(&self, cell: u32) -> u64 {
        self.near[cell as usize]
    }

    /// The move on the board for a move given by its three cells.
    pub(super) fn board_move(&self, mv: PlotStep) -> Move {
        Move { from: self.square(mv.from), to: self.square(mv.to), arrow: self.square(mv.arrow) }
    }

    /// The squares to which a queen on `cell` can go over `free` squares.
    #[inline]
    pub(super) fn targets(&self, cell: u32, free: u64) -> u64 {
        let rays = &self.rays[cell as usize];
        let mut all = 0;
        for (way, &ray) in rays[..4].iter().enumerate() {
            let stops = ray & !free;
            all |= match stops {
                0 => ray,
                _ => {
                    let stop = stops.trailing_zeros();
                    ray & !(self.rays[stop as usize][way] | 1 << stop)
                }
            };
        }
        for (way, &ray) in rays[4..].iter().enumerate() {
            let stops = ray & !free;
            all |= match stops {
                0 => ray,
                _ => {
                    let stop = 63 - stops.leading_zeros();
                    ray & !(self.rays[stop as usize][way + 4] | 1 << stop)
                }
            };
        }
        all
    }

    /// `set` and all squares of the plot that touch it. In a box of eight by eight squares it may include gaps.
    #[inline]
    pub(super) fn around(&self, set: u64) -> u64 {
        if self.is_boxed {
            let row = set | (set & !LAST_COLUMN) << 1 | (set & !FIRST_COLUMN) >> 1;
            row | row << SIDE | row >> SIDE
        } else {
            cells(set).fold(set, |all, cell| all | self.near[cell as usize])
        }
    }

    /// The squares of `within` that are connected to `seed`, a subset of it.
    #[inline]
    pub(super) fn reach(&self, seed: u64, within: u64) -> u64 {
        let mut all = seed;
        loop {
            let next = self.around(all) & within;
            if next == all {
                return all;
            }
            all = next;
        }
    }

    /// The `free` squares to which a queen on one of `seeds` can go in one move.
    #[inline]
    pub(super) fn queens(&self, seeds: u64, free: u64) -> u64 {
        if !self.is_boxed {
            return cells(seeds).fold(0, |all, cell| all | self.targets(cell, free));
        }
        let (inner, outer) = (free & !FIRST_COLUMN, free & !LAST_COLUMN);
        let up = ways_up::<1>(seeds, inner) | ways_up::<7>(seeds, outer) | ways_up::<8>(seeds, free);
        let down = ways_down::<1>(seeds, outer) | ways_down::<7>(seeds, inner) | ways_down::<8>(seeds, free);
        (up | ways_up::<9>(seeds, inner) | down | ways_down::<9>(seeds, outer)) & free
    }

    /// Calls `visit` with every move of `player`, in ascending order, and the stand after it.
    #[inline]
    pub(super) fn for_each_step(&self, stand: Stand, player: Player, mut visit: impl FnMut(PlotStep, Stand)) {
        for from in cells(stand.of(player)) {
            for to in cells(self.targets(from, stand.empty)) {
                for arrow in cells(self.targets(to, stand.empty | 1 << from)) {
                    visit(PlotStep { from, to, arrow }, stand.after(player, 1 << from, 1 << to, 1 << arrow));
                }
            }
        }
    }

    /// The parts of `stand` in which moves are possible: connected sets of squares with at least one empty square and
    /// one amazon. No move in one part affects another.
    pub(super) fn parts(&self, stand: Stand) -> impl Iterator<Item = Stand> {
        let mut left = stand.black | stand.white;
        std::iter::from_fn(move || {
            while left != 0 {
                let part = stand.on(self.reach(left & left.wrapping_neg(), stand.all()));
                left &= !part.all();
                if part.empty != 0 {
                    return Some(part);
                }
            }
            None
        })
    }
}

/// A move on a plot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PlotStep {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) arrow: u32,
}

/// The members of a set, in ascending order.
#[inline]
pub(super) fn cells(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros();
            set &= set - 1;
            cell
        })
    })
}

/// The squares reached from `seeds` over `free` squares by up to seven steps, each to a number higher by `BY`.
#[inline]
const fn ways_up<const BY: u32>(seeds: u64, free: u64) -> u64 {
    let mut all = seeds | (free & (seeds << BY));
    let free = free & (free << BY);
    all |= free & (all << (2 * BY));
    let free = free & (free << (2 * BY));
    (all | (free & (all << (4 * BY)))) & !seeds
}

/// As `ways_up`, but to lower numbers.
#[inline]
const fn ways_down<const BY: u32>(seeds: u64, free: u64) -> u64 {
    let mut all = seeds | (free & (seeds >> BY));
    let free = free & (free >> BY);
    all |= free & (all >> (2 * BY));
    let free = free & (free >> (2 * BY));
    (all | (free & (all >> (4 * BY)))) & !seeds
}
