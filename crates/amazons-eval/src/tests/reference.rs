//! The evaluations, computed square by square from their definitions.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::Squares;

/// Content of a square; a player is 0 (to move) or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum On {
    Nothing,
    Arrow,
    Amazon(usize),
}

#[derive(Clone, Debug)]
pub(super) struct LinesBySize {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) on: Vec<On>,
}

const DIRECTIONS: [(isize, isize); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

pub(super) const FAR: u32 = u32::MAX;

impl LinesBySize {
    /// A board of any size with up to four amazons per player and any share of arrows.
    pub(super) fn random(random: &mut Xoshiro256PlusPlus, columns: usize, rows: usize) -> Self {
        let share = random.random_range(0.0..0.8);
        let mut on: Vec<On> =
            (0..columns * rows).map(|_| if random.random_bool(share) { On::Arrow } else { On::Nothing }).collect();
        for player in 0..2 {
            for _ in 0..random.random_range(0..=4) {
                let square = random.random_range(0..on.len());
                on[square] = On::Amazon(player);
            }
        }
        Self { columns, rows, on }
    }

    pub(super) fn squares<const W: usize>(&self) -> Squares<W> {
        let set = |what: On| {
            let mut set = [0; W];
            for (square, _) in self.on.iter().enumerate().filter(|&(_, &on)| on == what) {
                set[square / 64] |= 1 << (square % 64);
            }
            set
        };
        Squares { empty: set(On::Nothing), amazons: [set(On::Amazon(0)), set(On::Amazon(1))] }
    }

    fn next(&self, square: usize, direction: (isize, isize)) -> Option<usize> {
        let row = (square / self.columns).checked_add_signed(direction.0)?;
        let column = (square % self.columns).checked_add_signed(direction.1)?;
        (row < self.rows && column < self.columns).then_some(row * self.columns + column)
    }

    /// The squares after `square` in `direction`, as long as `passes` holds.
    fn ray(&self, square: usize, direction: (isize, isize), passes: impl Fn(usize) -> bool) -> Vec<usize> {
        let next = |&square: &usize| self.next(square, direction).filter(|&square| passes(square));
        std::iter::successors(next(&square), next).collect()
    }

    /// The number of moves from the amazons of `player` to each square, by queens or by kings.
    pub(super) fn distances(&self, player: usize, by_queens: bool) -> Vec<u32> {
        let mut distances = vec![FAR; self.on.len()];
        let mut front: Vec<usize> =
            (0..self.on.len()).filter(|&square| self.on[square] == On::Amazon(player)).collect();
        let mut distance = 0;
        while !front.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for &square in &front {
                for direction in DIRECTIONS {
                    let ray = self.ray(square, direction, |square| self.on[square] == On::Nothing);
                    for &square in ray.iter().take(if by_queens { ray.len() } else { 1 }) {
                        if distances[square] == FAR {
                            distances[square] = distance;
                            next.push(square);
                        }
                    }
                }
            }
            front = next;
        }
        distances
    }

    pub(super) fn empty(&self) -> Vec<usize> {
        (0..self.on.len()).filter(|&square| self.on[square] == On::Nothing).collect()
    }

    /// By path interception: who owns each square (`None` if contested), and from which round on.
    pub(super) fn interception(&self) -> Vec<Option<(u32, Option<usize>)>> {
        let mut decided: Vec<Option<(u32, Option<usize>)>> = vec![None; self.on.len()];
        for round in 1.. {
            let mut sees = vec![[false; 2]; self.on.len()];
            for player in [0, 1] {
                let is_own = |square: usize| matches!(decided[square], Some((_, Some(owner))) if owner == player);
                let passes =
                    |square: usize| self.on[square] == On::Nothing && (decided[square].is_none() || is_own(square));
                for source in 0..self.on.len() {
                    if self.on[source] == On::Amazon(player) || is_own(source) {
                        for direction in DIRECTIONS {
                            for square in self.ray(source, direction, passes) {
                                sees[square][player] = true;
                            }
                        }
                    }
                }
            }
            let mut has_changed = false;
            for (square, sees) in sees.into_iter().enumerate() {
                if decided[square].is_none() && sees != [false; 2] {
                    let owner = if sees == [true; 2] { None } else { Some(usize::from(sees[1])) };
                    decided[square] = Some((round, owner));
                    has_changed = true;
                }
            }
            if !has_changed {
                break;
            }
        }
        decided
    }

    /// alpha of an amazon of `player`.
    pub(super) fn alpha(&self, amazon: usize, player: usize) -> f64 {
        let by_opponent = self.distances(1 - player, true);
        let is_empty = |square: usize| self.on[square] == On::Nothing;
        let mut alpha = 0.0;
        for direction in DIRECTIONS {
            for (steps, square) in self.ray(amazon, direction, is_empty).into_iter().enumerate() {
                if by_opponent[square] != FAR {
                    let neighbours = DIRECTIONS.iter().filter_map(|&to| self.next(square, to));
                    let n = neighbours.filter(|&square| is_empty(square)).count();
                    alpha += n as f64 * 0.5_f64.powi(steps as i32);
                }
            }
        }
        alpha
    }
}

/// Random boards of all sizes, each with its columns and rows from 1 to 12.
pub(super) fn boards(seed: u64, n_each: usize) -> impl Iterator<Item = LinesBySize> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let sizes = (1..=12).flat_map(|columns| (1..=12).map(move |rows| (columns, rows)));
    sizes
        .flat_map(move |size| std::iter::repeat_n(size, n_each))
        .map(move |(columns, rows)| LinesBySize::random(&mut random, columns, rows))
}
