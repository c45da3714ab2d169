//! The terms of Lieberum's evaluation ("An evaluation function for the game of Amazons", Theoretical Computer Science 349
//! (2005), pages 230 to 244).
//!
//! D1 and D2 of a square are the least numbers of queen moves and of king's steps in which a player reaches it, from
//! all amazons of that player. They are infinite if there is no way. Sums are over the empty squares:
//!
//! - t1, t2: 1 for a square that the player to move reaches sooner, -1 if the opponent does, and kappa if both reach it
//!   and need equally many moves ([`Race`] leaves kappa open);
//! - c1 = 2 sum (2^-D1 - 2^-D1 of the opponent);
//! - c2 = sum of (D2 of the opponent - D2) / 6, each kept within -1 and 1;
//! - w = sum of 2^-|D1 - D1 of the opponent| over the squares that both reach: how far the two are still entangled.
//!
//! Everything is a sum over rounds of the sizes of sets. The gap between the players on a square, |D - D of the
//! opponent|, is the number of rounds after which exactly one of them has reached it. It is counted for all squares at
//! once in binary, with a set for each digit.

use multiversion::multiversion;

use super::lines::{BoardLines, Set, Squares};
use super::mobility::{Workspace, find_mobility};
use super::set::{common, either, is_empty, n_squares, union, without};

/// Number of squares that each player reaches first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Race {
    /// The squares that the player to move reaches sooner, minus those that the opponent does.
    pub lead: i32,
    /// The squares that both reach equally soon.
    pub ties: i32,
}

/// Lieberum's terms except mobility, from the view of the player to move.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Terms {
    /// t1, without kappa.
    pub queens: Race,
    /// t2, without kappa.
    pub kings: Race,
    /// c1.
    pub c1: f64,
    /// c2.
    pub c2: f64,
    /// w. Distances that differ by more than 15 count as differing by 15, an error of 2^-15 for such a square.
    pub w: f64,
}

/// All of Lieberum's terms; stores alpha of each amazon in `workspace`.
///
/// PERF: three functions with instruction sets of their own rather than one: in one large function the compiler gives
/// up and does not vectorise the fills. The bench `amazons` measures them.
#[must_use]
pub fn terms<const W: usize>(lines: &BoardLines<W>, squares: &Squares<W>, workspace: &mut Workspace) -> Terms {
    let Queens { race, c1, w, reached } = by_queens(lines, squares);
    let (kings, c2) = by_kings(lines, squares, &reached);
    find_mobility(lines, squares, &common(&reached[0], &reached[1]), workspace);
    Terms { queens: race, kings, c1, c2, w }
}

struct Queens<const W: usize> {
    race: Race,
    c1: f64,
    w: f64,
    /// All that each player can reach, including the player's own amazons.
    reached: [Set<W>; 2],
}

#[multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn by_queens<const W: usize>(lines: &BoardLines<W>, squares: &Squares<W>) -> Queens<W> {
    let ways = lines.ways(&squares.empty);
    let mut reached = squares.amazons;
    let mut gaps = Gaps::<W, 4>::NONE;
    let (mut c1, mut weight) = (0.0, 1.0);
    let mut first = [[0; W]; 2];
    loop {
        let next = [lines.fill(&ways, &reached[0]), lines.fill(&ways, &reached[1])];
        let new = [without(&next[0], &reached[0]), without(&next[1], &reached[1])];
        if is_empty(&union(&new[0], &new[1])) {
            let both = common(&reached[0], &reached[1]);
            return Queens { race: race(&first, &both), c1, w: gaps.w(&both), reached };
        }
        c1 += weight * f64::from(n_squares(&new[0]) - n_squares(&new[1]));
        weight *= 0.5;
        note_first(&mut first, &reached, &next);
        gaps.widen(&common(&either(&next[0], &next[1]), &squares.empty), 15);
        reached = next;
    }
}

/// The race by king's steps, and c2, if each player can reach `all`.
#[multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn by_kings<const W: usize>(lines: &BoardLines<W>, squares: &Squares<W>, all: &[Set<W>; 2]) -> (Race, f64) {
    let mut reached = squares.amazons;
    let mut gaps = Gaps::<W, 3>::NONE;
    let mut first = [[0; W]; 2];
    while !is_empty(&union(&without(&all[0], &reached[0]), &without(&all[1], &reached[1]))) {
        let next = [common(&lines.touch(&reached[0]), &all[0]), common(&lines.touch(&reached[1]), &all[1])];
        note_first(&mut first, &reached, &next);
        gaps.widen(&common(&either(&next[0], &next[1]), &squares.empty), 6);
        reached = next;
    }
    let both = common(&all[0], &all[1]);
    let shared = |first| gaps.sum(&common(first, &both));
    let alone = |player: usize| 6 * n_squares(&common(&without(&all[player], &both), &squares.empty));
    let sixths = shared(&first[0]) - shared(&first[1]) + alone(0) - alone(1);
    (race(&first, &both), f64::from(sixths) / 6.0)
}

/// Adds to `first` the squares that exactly one player reaches in this round and nobody reached before.
#[inline(always)]
fn note_first<const W: usize>(first: &mut [Set<W>; 2], reached: &[Set<W>; 2], next: &[Set<W>; 2]) {
    let before = union(&reached[0], &reached[1]);
    first[0] = union(&first[0], &without(&without(&next[0], &next[1]), &before));
    first[1] = union(&first[1], &without(&without(&next[1], &next[0]), &before));
}

#[inline(always)]
fn race<const W: usize>(first: &[Set<W>; 2], both: &Set<W>) -> Race {
    let ties = n_squares(&without(both, &union(&first[0], &first[1])));
    Race { lead: n_squares(&first[0]) - n_squares(&first[1]), ties }
}

/// A number for each square, in binary: `DIGITS` sets, the lowest digit first.
struct Gaps<const W: usize, const DIGITS: usize>([Set<W>; DIGITS]);

impl<const W: usize, const DIGITS: usize> Gaps<W, DIGITS> {
    const NONE: Self = Self([[0; W]; DIGITS]);

    /// Adds one on the squares of `set` whose number is not yet `most`.
    #[inline(always)]
    fn widen(&mut self, set: &Set<W>, most: usize) {
        let mut is_most = *set;
        for (digit, squares) in self.0.iter().enumerate() {
            // No number exceeds `most`, so a number that has all of its binary digits is equal to it.
            if most >> digit & 1 != 0 {
                is_most = common(&is_most, squares);
            }
        }
        let mut carry = without(set, &is_most);
        for squares in &mut self.0 {
            let next = common(squares, &carry);
            *squares = either(squares, &carry);
            carry = next;
        }
    }

    /// The sum over the squares of `set`.
    #[inline(always)]
    fn sum(&self, set: &Set<W>) -> i32 {
        self.0.iter().enumerate().map(|(digit, squares)| n_squares(&common(squares, set)) << digit).sum()
    }
}

impl<const W: usize> Gaps<W, 4> {
    /// The sum of 2^-gap over the squares of `set`.
    ///
    /// 2^-gap is the product over digits of 1 - digit (1 - 2^-(value of the digit)), and the sum of a product of digits
    /// over all squares is the size of an intersection. This is computed in whole numbers, so nothing is rounded.
    #[inline(always)]
    fn w(&self, set: &Set<W>) -> f64 {
        let low = self.by_three_digits(set);
        // Gaps of 8 and more are rare.
        let far = common(set, &self.0[3]);
        let high = if is_empty(&far) { 0 } else { 255 * self.by_three_digits(&far) };
        f64::from(256 * low - high) / f64::from(256 << 7)
    }

    /// As above with only the three lowest digits, times 2^7.
    #[inline(always)]
    fn by_three_digits(&self, set: &Set<W>) -> i32 {
        let [one, two, four, _] = &self.0;
        let (a, b) = (common(set, one), common(set, two));
        let ab = common(&a, two);
        let by_two = |set: &Set<W>, a: &Set<W>, b: &Set<W>, ab: &Set<W>| {
            8 * n_squares(set) - 4 * n_squares(a) - 6 * n_squares(b) + 3 * n_squares(ab)
        };
        let fours = [set, &a, &b, &ab].map(|part| common(part, four));
        16 * by_two(set, &a, &b, &ab) - 15 * by_two(&fours[0], &fours[1], &fours[2], &fours[3])
    }
}
