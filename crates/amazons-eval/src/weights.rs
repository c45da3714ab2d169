//! Weights of Lieberum's terms, which change with the phase of the game.
//!
//! w measures how far the two players are still entangled: large at the start, 0 when no square is reached by both. The
//! value is f1(w) t1 + f2(w) c1 + f3(w) c2 + f4(w) t2 + m, with f1 + f2 + f3 + f4 = 1 and f1(0) = 1. So when all
//! regions are separate, only squares count. m is the sum of f(w, alpha) over the opponent's amazons minus the sum over
//! the player's own, so amazons with little room cost their owner. The paper gives conditions for these functions but
//! no formulas. Ours are
//! - v = w / (squares of the board): the phase, the same on boards of different sizes;
//! - f2, f3, f4 in proportion to g_i = a_i v / (b_i + v), and f1 to 1: f_i = g_i / (1 + g2 + g3 + g4);
//! - f(w, alpha) = p v / (q + v) * (s / (s + alpha))^2, which falls with alpha and is 0 at w = 0.
//!
//! A value needs no logarithm or exponential, so it is the same on any machine. A chance needs one.

use super::mobility::Mobility;
use super::terms::Terms;

/// The numbers of a term that grows with the phase: `share` v / (`half` + v).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// The limit as v grows, at least 0.
    pub share: f64,
    /// The phase at which it reaches half of the limit, more than 0.
    pub half: f64,
}

impl Growth {
    pub(super) fn at(self, v: f64) -> f64 {
        self.share * v / (self.half + v)
    }
}

/// The weights of all terms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// The value, for the player to move, of a square that both players reach equally soon; at most 1/5.
    pub kappa: f64,
    /// g2, of c1.
    pub c1: Growth,
    /// g3, of c2.
    pub c2: Growth,
    /// g4, of t2.
    pub t2: Growth,
    /// The cost of an amazon that cannot move at all.
    pub mobility: Growth,
    /// s: the alpha at which an amazon costs a quarter of that, more than 0.
    pub room: f64,
    /// Reliability of a lead of one square at phase 0, see [`Weights::chance`]; more than 0.
    pub sharpness: f64,
    /// Rate at which that decreases as v grows, at least 0.
    pub fading: f64,
}

impl Weights {
    /// The phase v of a position: w divided by the number of squares of the board.
    #[must_use]
    pub fn phase(terms: &Terms, n_squares: usize) -> f64 {
        terms.w / n_squares as f64
    }

    /// t: the terms except mobility, in squares, at phase `v`.
    #[inline]
    #[must_use]
    pub fn squares(&self, terms: &Terms, v: f64) -> f64 {
        let t = |race: super::Race| f64::from(race.lead) + self.kappa * f64::from(race.ties);
        let [c1, c2, t2] = [self.c1, self.c2, self.t2].map(|growth| growth.at(v));
        (t(terms.queens) + c1 * terms.c1 + c2 * terms.c2 + t2 * t(terms.kings)) / (1.0 + c1 + c2 + t2)
    }

    /// f(w, alpha): the cost of an amazon with this alpha to its owner at phase `v`, in squares.
    #[inline]
    #[must_use]
    pub fn cost(&self, alpha: f64, v: f64) -> f64 {
        let confined = self.room / (self.room + alpha);
        self.mobility.at(v) * confined * confined
    }

    /// The value of a position for the player to move, in squares.
    #[inline]
    #[must_use]
    pub fn value(&self, terms: &Terms, mobility: &Mobility, v: f64) -> f64 {
        let cost = |side| -> f64 { mobility.alphas(side).map(|alpha| self.cost(alpha, v)).sum() };
        self.squares(terms, v) + cost(1) - cost(0)
    }

    /// The probability that the player to move wins if the position has this value: 1 / (1 + e^-(k value)) with k =
    /// sharpness / (1 + fading v). A lead is safer when less is open.
    #[must_use]
    pub fn chance(&self, value: f64, v: f64) -> f64 {
        1.0 / (1.0 + (-self.sharpness / (1.0 + self.fading * v) * value).exp())
    }
}

/// Fitted to the results of 1,500 games of 10x10 by weights chosen by hand, 37,058 positions, and rounded (example
/// `amazons_fit` of commit fd88d2b7). Of five games one was held out: the log-loss there is 0.3845; with t1 alone it is
/// 0.3921, and by hand 0.5289.
pub const FITTED: Weights = Weights {
    kappa: 0.1766,
    c1: Growth { share: 0.3111, half: 2.311 },
    c2: Growth { share: 2.088, half: 0.1724 },
    t2: Growth { share: 0.3492, half: 0.1533 },
    mobility: Growth { share: 7.758, half: 0.4611 },
    room: 2.202,
    sharpness: 1.171,
    fading: 23.61,
};

#[cfg(feature = "testing")]
mod tests {
    use super::super::Race;
    use super::*;

    const TERMS: Terms =
        Terms { queens: Race { lead: 3, ties: 10 }, kings: Race { lead: -4, ties: 2 }, c1: 1.25, c2: -2.5, w: 30.0 };

    #[test]
    fn only_squares_count_when_nothing_is_shared() {
        assert_eq!(FITTED.squares(&TERMS, 0.0), 3.0 + 10.0 * FITTED.kappa);
        assert_eq!(FITTED.cost(0.0, 0.0), 0.0);
    }

    /// The weighted mean computed by hand, with g2 = 1/2, g3 = 1/4, g4 = 1.
    #[test]
    fn other_terms_grow_with_the_phase() {
        let growth = |share| Growth { share, half: 0.5 };
        let weights = Weights { kappa: 0.1, c1: growth(1.0), c2: growth(0.5), t2: growth(2.0), ..FITTED };
        let expected = ((3.0 + 1.0) + 0.5 * 1.25 + 0.25 * -2.5 + (-4.0 + 0.2)) / 2.75;
        assert!((weights.squares(&TERMS, 0.5) - expected).abs() < 1e-12);
    }

    #[test]
    fn room_is_worth_something() {
        assert_eq!(FITTED.cost(FITTED.room, 0.3), FITTED.cost(0.0, 0.3) / 4.0);
        assert!(FITTED.cost(5.0, 0.3) < FITTED.cost(4.0, 0.3));
        assert!(FITTED.cost(5.0, 0.3) > FITTED.cost(5.0, 0.2));
    }

    #[test]
    fn chances_follow_values() {
        assert_eq!(FITTED.chance(0.0, 0.4), 0.5);
        assert!(FITTED.chance(3.0, 0.1) > FITTED.chance(3.0, 0.4), "a lead is safer when less is open");
        assert!((FITTED.chance(2.0, 0.2) + FITTED.chance(-2.0, 0.2) - 1.0).abs() < 1e-12);
        const { assert!(FITTED.kappa <= 0.2) };
    }
}
