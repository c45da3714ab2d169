//! The squares of a region, numbered from 0, and moves on them by sets of 64 bits.

use tesuji_amazons::{Move, Position, Square};
use tesuji_board::{Bits, Player};

/// The most squares of a plot.
pub(super) const MAX_SQUARES: usize = 64;

/// Ways of a queen as steps in columns and rows: the first four lead to higher numbers, the others to lower.
const WAYS: [(i16, i16); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// What stands on a plot: sets of its squares. What is in none of them is an arrow, or out of the game.
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

    /// What of it stands on these squares.
    pub(super) const fn on(self, squares: u64) -> Self {
        Self { empty: self.empty & squares, black: self.black & squares, white: self.white & squares }
    }

    pub(super) const fn of(self, player: Player) -> u64 {
        match player {
            Player::Black => self.black,
            Player::White => self.white,
        }
    }

    /// After a move by `player`, all three squares as sets of one.
    pub(super) const fn after(self, player: Player, from: u64, to: u64, arrow: u64) -> Self {
        let empty = (self.empty | from) & !to & !arrow;
        match player {
            Player::Black => Self { empty, black: self.black ^ from ^ to, white: self.white },
            Player::White => Self { empty, black: self.black, white: self.white ^ from ^ to },
        }
    }
}

/// Squares that a game goes on, numbered in the order of the board.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    squares: Vec<u8>,
    /// Column and row of each square.
    places: Vec<(u8, u8)>,
    rays: Vec<[u64; 8]>,
    near: Vec<u64>,
}

impl Plot {
    /// The plot of these squares of `position`, and what stands there. `None` if they are too many.
    pub(super) fn new(position: &Position, squares: Bits<3>) -> Option<(Self, Stand)> {
        if squares.len() > MAX_SQUARES {
            return None;
        }
        let size = position.size();
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 144 squares")]
        let squares: Vec<u8> = squares.iter().map(|square| square as u8).collect();
        let places: Vec<(u8, u8)> = squares.iter().map(|&s| (size.column_of(s), size.row_of(s))).collect();
        let mut number = [[None; 16]; 16];
        for (cell, &(column, row)) in places.iter().enumerate() {
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
        let rays: Vec<[u64; 8]> = places.iter().map(|&place| WAYS.map(|way| ray(place, way))).collect();
        let nearest = |(way, ray): (usize, &u64)| match ray {
            0 => 0,
            ray if way < 4 => ray & ray.wrapping_neg(),
            ray => 1 << (63 - ray.leading_zeros()),
        };
        let near =
            rays.iter().map(|rays| rays.iter().enumerate().map(nearest).fold(0, |all, cell| all | cell)).collect();
        let mut stand = Stand { empty: 0, black: 0, white: 0 };
        for (cell, &square) in squares.iter().enumerate() {
            match position.at(square) {
                Square::Empty => stand.empty |= 1 << cell,
                Square::Arrow => {}
                Square::Amazon(Player::Black) => stand.black |= 1 << cell,
                Square::Amazon(Player::White) => stand.white |= 1 << cell,
            }
        }
        Some((Self { squares, places, rays, near }, stand))
    }

    /// The square of the board.
    pub(super) fn square(&self, cell: u32) -> u8 {
        self.squares[cell as usize]
    }

    /// Column and row on the board.
    pub(super) fn place(&self, cell: u32) -> (u8, u8) {
        self.places[cell as usize]
    }

    pub(super) fn near(&self, cell: u32) -> u64 {
        self.near[cell as usize]
    }

    /// A move of the board from its three cells.
    pub(super) fn board_move(&self, mv: Step) -> Move {
        Move { from: self.square(mv.from), to: self.square(mv.to), arrow: self.square(mv.arrow) }
    }

    /// Where a queen on `cell` can go over `free` squares.
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

    /// The squares of `within` that hang together with `seed`, a subset of it.
    #[inline]
    pub(super) fn reach(&self, seed: u64, within: u64) -> u64 {
        let mut all = seed;
        let mut open = seed;
        while open != 0 {
            let cell = open.trailing_zeros();
            open &= open - 1;
            let new = self.near[cell as usize] & within & !all;
            all |= new;
            open |= new;
        }
        all
    }

    /// Shows `visit` every move of `player`, in ascending order, with what stands after it.
    #[inline]
    pub(super) fn for_each_step(&self, stand: Stand, player: Player, mut visit: impl FnMut(Step, Stand)) {
        for from in cells(stand.of(player)) {
            for to in cells(self.targets(from, stand.empty)) {
                for arrow in cells(self.targets(to, stand.empty | 1 << from)) {
                    visit(Step { from, to, arrow }, stand.after(player, 1 << from, 1 << to, 1 << arrow));
                }
            }
        }
    }

    /// The parts of `stand` in which there is something to play: sets of squares that hang together and hold an empty square
    /// and an amazon. No move in one has an effect in another.
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
pub(super) struct Step {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) arrow: u32,
}

/// The members of a set, ascending.
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
