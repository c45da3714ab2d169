//! Selection and bounds of the next child in depth-first proof-number search.
//!
//! `phi` is how much is still to be done until the player to move wins, `delta` until it is shown that the player does not,
//! each at the least. A child's player to move is the parent's opponent, so the numbers of children change places: a parent's
//! `phi` is the least `delta` of its children, and its `delta` is made of all their `phi`.
//!
//! A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", thesis, Tokyo (2002). The threshold
//! `1 + 1/4` is by J. Pawlewicz and L. Lew, "Improving depth-first PN-search: 1 + ε trick" (2006); the width by
//! K. Yoshizoe et al., and in Hex by B. Arneson, R. Hayward and P. Henderson, "Solving Hex: beyond humans" (2010).
//!
//! Not here: tables, what a position is worth at sight, what a search does with a child that is decided.

/// A child as its parent sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Child {
    /// Priority, smallest first; usually `delta`.
    pub turn: u32,
    /// Its own `phi`.
    pub phi: u32,
    /// Its own `delta`.
    pub delta: u32,
}

impl Child {
    /// A child whose turn comes by its `delta`.
    #[must_use]
    pub const fn new(phi: u32, delta: u32) -> Self {
        Self { turn: delta, phi, delta }
    }
}

/// Summary of the open children for their parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The number of the child to go on with; 0 if there is none.
    pub best: usize,
    /// The least `delta`: the parent's `phi`. Infinite if there is no child.
    pub phi: u32,
    /// The turn of the next child; infinite if there is none.
    pub second: u32,
    /// All `phi` together, below infinity: the parent's `delta`, where children have little in common.
    pub sum: u32,
    /// The largest `phi`: the parent's `delta` begins here, where what is behind several children would be counted several
    /// times.
    pub largest: u32,
    /// Number of children.
    pub n_open: u32,
}

/// Looks at children in their order, each with its number, and chooses the first of those whose turn comes next. What is as
/// large as `infinity` is never chosen before another.
#[must_use]
pub fn choose(children: impl IntoIterator<Item = (usize, Child)>, infinity: u32) -> Choice {
    let mut choice = Choice { best: 0, phi: infinity, second: infinity, sum: 0, largest: 0, n_open: 0 };
    let mut least = infinity;
    for (number, Child { turn, phi, delta }) in children {
        choice.phi = choice.phi.min(delta);
        if turn < least {
            choice.second = least;
            (least, choice.best) = (turn, number);
        } else {
            choice.second = choice.second.min(turn);
        }
        choice.sum = choice.sum.saturating_add(phi).min(infinity - 1);
        choice.largest = choice.largest.max(phi);
        choice.n_open += 1;
    }
    choice
}

impl Choice {
    /// Up to which `phi` of the chosen child the parent's `delta` stays below its bound, where that is the sum.
    #[must_use]
    pub const fn phi_bound(&self, delta_bound: u32, phi_of_best: u32) -> u32 {
        delta_bound - (self.sum - phi_of_best)
    }

    /// Up to which `delta` the search stays at the chosen child: a quarter beyond the next child's turn, so that two children
    /// that are nearly alike do not take turns all the time.
    #[must_use]
    pub fn delta_bound(&self, phi_bound: u32) -> u32 {
        phi_bound.min(self.second.saturating_add(1 + self.second / 4))
    }
}

/// Number of `n` children searched before the rest (focused widening): one, and one more
/// for each `children_per_width`.
#[must_use]
pub const fn width(n_children: usize, children_per_width: usize) -> usize {
    1 + n_children.div_ceil(children_per_width)
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    const INFINITY: u32 = 1 << 30;

    #[test]
    fn the_child_easiest_to_refute_is_chosen() {
        let children = [Child::new(3, 7), Child::new(1, 5), Child::new(2, 5), Child::new(4, 9)];
        let choice = choose(children.into_iter().enumerate(), INFINITY);
        assert_eq!(choice, Choice { best: 1, phi: 5, second: 5, sum: 10, largest: 4, n_open: 4 });
        // The parent's delta reaches 12 when the chosen child's phi has grown from 1 to 3.
        assert_eq!((choice.phi_bound(12, 1), choice.delta_bound(INFINITY), choice.delta_bound(6)), (3, 7, 6));
    }

    #[test]
    fn a_turn_may_be_later_than_its_delta() {
        let children = [Child { turn: 8, phi: 1, delta: 2 }, Child::new(1, 4)];
        let choice = choose(children.into_iter().enumerate(), INFINITY);
        assert_eq!((choice.best, choice.phi, choice.second), (1, 2, 8));
    }

    #[test]
    fn no_child_and_large_numbers_stay_within_bounds() {
        let none = choose([], INFINITY);
        assert_eq!(none, Choice { best: 0, phi: INFINITY, second: INFINITY, sum: 0, largest: 0, n_open: 0 });
        let alone = choose([(3, Child::new(u32::MAX - 1, 1))], u32::MAX);
        assert_eq!((alone.best, alone.second, alone.delta_bound(u32::MAX)), (3, u32::MAX, u32::MAX));
        let many = choose([Child::new(INFINITY - 1, INFINITY); 3].into_iter().enumerate(), INFINITY);
        assert_eq!((many.best, many.sum, many.phi), (0, INFINITY - 1, INFINITY));
    }

    #[test]
    fn a_width_grows_with_the_children() {
        assert_eq!([0, 1, 4, 5, 8, 9].map(|n| width(n, 4)), [1, 2, 2, 3, 3, 4]);
    }
}
