//! First reach and path interception: which squares each player dominates (Saijo and Kotani, c. 1999).
//!
//! Both work in rounds. In each round some of the undecided squares become the player's to move, the opponent's, or
//! contested. The first round that decides nothing is the last.
//!
//! - **First reach**: a square belongs to the player who reaches it in fewer queen moves. It is decided in the round of
//!   that number, and contested if both players need equally many.
//! - **Path interception**: round 1 is the same. Afterwards a player's own squares act like amazons: squares one queen
//!   move away from them become the player's, or contested if both players reach them. A player may pass through
//!   squares of their own. Contested squares and the opponent's squares of earlier rounds are walls, as arrows are.
//!
//! Letting the amazons themselves move again in later rounds would add nothing to path interception, because round 1
//! has decided everything they see.

use multiversion::multiversion;

use super::lines::{BoardLines, Set, Squares};
use super::set::{common, is_empty, n_squares, union, without};

/// The result of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round<const W: usize> {
    /// The squares that became the player's to move, and the opponent's.
    pub own: [[u64; W]; 2],
    /// The squares that both reached.
    pub contested: [u64; W],
}

/// The squares of the player to move minus those of the opponent, by first reach.
#[multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
#[must_use]
pub fn first_reach<const W: usize>(lines: &BoardLines<W>, squares: &Squares<W>) -> i32 {
    let mut lead = 0;
    first_reach_rounds(lines, squares, |round| lead += n_squares(&round.own[0]) - n_squares(&round.own[1]));
    lead
}

/// The squares of the player to move minus those of the opponent, by path interception. A square of round r counts
/// `decay`^(r - 1).
#[multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
#[must_use]
pub fn path_interception<const W: usize>(lines: &BoardLines<W>, squares: &Squares<W>, decay: f64) -> f64 {
    let (mut lead, mut weight) = (0.0, 1.0);
    interception_rounds(lines, squares, |round| {
        lead += weight * f64::from(n_squares(&round.own[0]) - n_squares(&round.own[1]));
        weight *= decay;
    });
    lead
}

/// Passes the rounds of first reach to `see`, one after another.
#[inline(always)]
pub(super) fn first_reach_rounds<const W: usize>(
    lines: &BoardLines<W>,
    squares: &Squares<W>,
    mut see: impl FnMut(&Round<W>),
) {
    let ways = lines.ways(&squares.empty);
    let mut reached = squares.amazons;
    let mut undecided = squares.empty;
    loop {
        reached = [lines.fill(&ways, &reached[0]), lines.fill(&ways, &reached[1])];
        // If a round decides nothing, no later one does: every way to a square passes a square that was decided in the
        // previous round.
        if !decide(&mut undecided, &reached, &mut see) {
            return;
        }
    }
}

/// Passes the rounds of path interception to `see`, one after another.
#[inline(always)]
pub(super) fn interception_rounds<const W: usize>(
    lines: &BoardLines<W>,
    squares: &Squares<W>,
    mut see: impl FnMut(&Round<W>),
) {
    let ways = lines.ways(&squares.empty);
    let mut reached = [lines.fill(&ways, &squares.amazons[0]), lines.fill(&ways, &squares.amazons[1])];
    let mut undecided = squares.empty;
    let mut own = [[0; W]; 2];
    loop {
        let goes_on = decide(&mut undecided, &reached, &mut |round: &Round<W>| {
            own = [union(&own[0], &round.own[0]), union(&own[1], &round.own[1])];
            see(round);
        });
        if !goes_on {
            return;
        }
        let ways = (lines.ways(&union(&undecided, &own[0])), lines.ways(&union(&undecided, &own[1])));
        reached = [lines.fill(&ways.0, &own[0]), lines.fill(&ways.1, &own[1])];
    }
}

/// Decides the undecided squares of `reached`; returns whether another round might decide anything.
#[inline(always)]
fn decide<const W: usize>(undecided: &mut Set<W>, reached: &[Set<W>; 2], see: &mut impl FnMut(&Round<W>)) -> bool {
    let new = [common(&reached[0], undecided), common(&reached[1], undecided)];
    see(&Round { own: [without(&new[0], &new[1]), without(&new[1], &new[0])], contested: common(&new[0], &new[1]) });
    let decided = union(&new[0], &new[1]);
    *undecided = without(undecided, &decided);
    !is_empty(&decided) && !is_empty(undecided)
}
