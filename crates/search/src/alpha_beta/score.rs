//! Scores, which a search compares.

use std::cmp::Ordering;
use std::ops::Neg;

use tesuji_board::Player;
use tesuji_game::Outcome;

use crate::table::Bound;

/// The value of a position for a player, as far as a search has seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Proved: the opponent wins, whatever the player does. The win is certain `plies` from here, by the rules or
    /// because the evaluator says the position is decided.
    Loss {
        /// The most that the player can achieve, within the depth searched.
        plies: u32,
    },
    /// An opinion, in the unit of the evaluator; a drawn game counts as 0.
    Estimate(f64),
    /// Proved: the player wins, whatever the opponent does. The win is certain `plies` from here.
    Win {
        /// The fewest that the player needs.
        plies: u32,
    },
}

/// A [`Value`] as one integer. Scores have a total order, exact negation, and a next higher score.
///
/// In ascending order: losses, the soonest first; estimates in their order; wins, the soonest last. Plies are counted
/// from the root of the search, except in the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct SearchScore(i64);

/// A win at the root itself. The magnitudes of all numbers, even infinity, are below those of wins.
const WIN: i64 = i64::MAX - 1;
/// The latest win that can be represented, far beyond the deepest search.
const LATEST_WIN: i64 = WIN - (u32::MAX as i64);

const _: () = assert!((f64::INFINITY.to_bits() as i64) < LATEST_WIN, "a number is not a win");

impl SearchScore {
    /// Greater than all scores.
    pub(super) const MAX: Self = Self(i64::MAX);
    /// Less than all scores, and the negative of [`MAX`](Self::MAX).
    pub(super) const MIN: Self = Self(-i64::MAX);

    /// A win this many plies from where plies are counted.
    const fn win(plies: u32) -> Self {
        Self(WIN - plies as i64)
    }

    /// An estimate. NaN counts as 0: a broken evaluator must not break the order.
    pub(super) const fn estimate(value: f64) -> Self {
        if value.is_nan() {
            return Self(0);
        }
        // Magnitudes are ordered like their bits; zero has two signs but is one score.
        let magnitude = value.abs().to_bits() as i64;
        Self(if value.is_sign_negative() { -magnitude } else { magnitude })
    }

    /// The score for the player to move of a game that ends with `outcome`, `ply` plies from the root.
    pub(super) fn outcome(outcome: Outcome, to_move: Player, ply: u32) -> Self {
        match outcome {
            Outcome::Draw => Self::estimate(0.0),
            Outcome::Win(winner) if winner == to_move => Self::win(ply),
            Outcome::Win(_) => -Self::win(ply),
        }
    }

    /// The next higher score.
    pub(super) const fn next_up(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// Whether this is a proved loss.
    pub(super) const fn is_loss(self) -> bool {
        self.0 < 0 && self.proved_in().is_some()
    }

    /// The plies to a proved win or loss; `None` if this is an estimate.
    pub(super) const fn proved_in(self) -> Option<u32> {
        let magnitude = self.0.abs();
        if magnitude < LATEST_WIN { None } else { Some((WIN - magnitude) as u32) }
    }

    /// Converts a score of a position `ply` plies from the root to plies counted from that position.
    pub(super) const fn seen_here(self, ply: u32) -> Self {
        self.shifted(ply as i64)
    }

    /// Undoes [`seen_here`](Self::seen_here).
    pub(super) const fn seen_from_root(self, ply: u32) -> Self {
        self.shifted(-(ply as i64))
    }

    /// The score of a win, or loss, that comes `sooner` by this many plies.
    const fn shifted(self, sooner: i64) -> Self {
        match self.proved_in() {
            None => self,
            Some(_) if self.0 > 0 => Self(self.0 + sooner),
            Some(_) => Self(self.0 - sooner),
        }
    }

    /// The score as a value.
    pub(super) fn value(self) -> Value {
        match (self.proved_in(), self.0.cmp(&0)) {
            (Some(plies), Ordering::Greater) => Value::Win { plies },
            (Some(plies), _) => Value::Loss { plies },
            (None, Ordering::Less) => Value::Estimate(-f64::from_bits(-self.0 as u64)),
            (None, _) => Value::Estimate(f64::from_bits(self.0 as u64)),
        }
    }
}

impl Neg for SearchScore {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// The scores that matter to the player to move: above `alpha`, which is already certain, and below `beta`, beyond
/// which the opponent avoids the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreWindow {
    pub(super) alpha: SearchScore,
    pub(super) beta: SearchScore,
}

impl ScoreWindow {
    /// Every score matters.
    pub(super) const FULL: Self = Self { alpha: SearchScore::MIN, beta: SearchScore::MAX };

    /// The null window that asks whether the score is above `alpha`.
    pub(super) const fn above(alpha: SearchScore) -> Self {
        Self { alpha, beta: alpha.next_up() }
    }

    /// Whether this is a null window, with no score inside.
    pub(super) fn is_question(self) -> bool {
        self.beta == self.alpha.next_up()
    }

    /// Whether the question is answered if `score` is such a bound on the value.
    pub(super) fn is_answered_by(self, score: SearchScore, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }
}

impl Neg for ScoreWindow {
    type Output = Self;

    /// The window as the opponent sees it.
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    /// Some scores, ascending.
    fn scores() -> Vec<SearchScore> {
        let estimates = [f64::NEG_INFINITY, -1e300, -1.5, -1.0, -1e-300, -5e-324, 0.0, 5e-324, 0.5, 2.0, f64::MAX];
        let mut scores = vec![SearchScore::MIN, -SearchScore::win(0), -SearchScore::win(3)];
        scores.extend(estimates.map(SearchScore::estimate));
        scores.extend([
            SearchScore::win(u32::MAX),
            SearchScore::win(4),
            SearchScore::win(1),
            SearchScore::win(0),
            SearchScore::MAX,
        ]);
        scores
    }

    #[test]
    fn scores_are_in_order_and_negated_exactly() {
        let scores = scores();
        assert!(scores.is_sorted_by(|a, b| a < b), "{scores:?}");
        assert!(scores.iter().rev().map(|&score| -score).is_sorted_by(|a, b| a < b));
        for &score in &scores[1..scores.len() - 1] {
            assert!(score.next_up() > score && -(-score) == score);
        }
    }

    #[test]
    fn values_come_back() {
        for value in [f64::MIN, -2.5, -5e-324, 0.0, 1e-310, 7.25, f64::INFINITY] {
            assert_eq!(SearchScore::estimate(value).value(), Value::Estimate(value));
            assert_eq!((-SearchScore::estimate(value)).value(), Value::Estimate(-value));
            assert_eq!(SearchScore::estimate(value).proved_in(), None);
        }
        assert_eq!(SearchScore::estimate(-0.0), SearchScore::estimate(0.0));
        assert_eq!(SearchScore::estimate(f64::NAN).value(), Value::Estimate(0.0));
        for plies in [0, 1, 255, u32::MAX] {
            assert_eq!(SearchScore::win(plies).value(), Value::Win { plies });
            assert_eq!((-SearchScore::win(plies)).value(), Value::Loss { plies });
        }
    }

    #[test]
    fn plies_are_counted_from_where_one_stands() {
        assert_eq!(SearchScore::win(7).seen_here(5), SearchScore::win(2));
        assert_eq!((-SearchScore::win(7)).seen_here(5), -SearchScore::win(2));
        assert_eq!(SearchScore::estimate(-3.0).seen_here(5), SearchScore::estimate(-3.0));
        for score in [SearchScore::win(9), -SearchScore::win(9), SearchScore::estimate(1.0)] {
            assert_eq!(score.seen_here(9).seen_from_root(9), score);
        }
    }

    #[test]
    fn windows_of_questions_are_empty() {
        let question = ScoreWindow::above(SearchScore::estimate(0.25));
        assert!(question.is_question() && (-question).is_question());
        assert!(!ScoreWindow::FULL.is_question() && !(-ScoreWindow::FULL).is_question());
    }
}
