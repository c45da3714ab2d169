//! The margin from which a playout counts as won.

use tesuji_board::Player;

/// The margin that Black needs. Margins are Black's, in half points, komi included.
///
/// Playouts that end exactly on the threshold are draws and count for nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Threshold {
    /// More than 0: the game's own winner.
    #[default]
    Komi,
    /// More than this many half points.
    Margin(i32),
    /// A threshold between two margins that divides the playouts evenly, whatever the komi.
    ///
    /// Some thresholds divide the playouts about as evenly as the most even one: another sample might rank them
    /// differently (three standard errors). The one nearest to 0, the game's own threshold, is chosen. If both a
    /// threshold and its negative qualify, 0 itself is chosen, although playouts that end on 0 are then draws. So the
    /// threshold does not depend on chance, except in rare positions with a threshold right at three standard errors.
    /// Exchanging the players gives the negative threshold. Statistics and their intervals refer to the one chosen.
    Median,
}

impl Threshold {
    /// The threshold in half points, for playouts that ended with these margins.
    pub(super) fn resolve(self, margins: impl Iterator<Item = i32>) -> i32 {
        match self {
            Self::Komi => 0,
            Self::Margin(half_points) => half_points,
            Self::Median => median(margins.collect()),
        }
    }
}

/// The winner, if any.
pub(super) fn winner(margin: i32, threshold: i32) -> Option<Player> {
    match margin.cmp(&threshold) {
        std::cmp::Ordering::Greater => Some(Player::Black),
        std::cmp::Ordering::Less => Some(Player::White),
        std::cmp::Ordering::Equal => None,
    }
}

/// A threshold that no playout ends on.
#[derive(Clone, Copy)]
struct ThresholdSplit {
    threshold: i32,
    n_below: usize,
}

impl ThresholdSplit {
    /// Excess of playouts that end on one side over those that end on the other.
    fn imbalance(self, n: usize) -> usize {
        (2 * self.n_below).abs_diff(n)
    }

    /// Whether another sample might find this one the more even of the two.
    ///
    /// The imbalances of two splits on the same side of the middle differ by twice the number of playouts between them.
    /// Otherwise they differ by twice the difference between those below both and those above both. Counts vary by
    /// their square root.
    fn is_about_as_even(self, other: Self, n: usize) -> bool {
        const N_ERRORS: usize = 3;
        let (low, high) = (self.n_below.min(other.n_below), self.n_below.max(other.n_below));
        let (difference, variance) = if 2 * low <= n && 2 * high >= n {
            (low.abs_diff(n - high), low + (n - high))
        } else {
            (high - low, high - low)
        };
        difference.pow(2) <= N_ERRORS.pow(2) * variance
    }
}

fn median(mut margins: Vec<i32>) -> i32 {
    margins.sort_unstable();
    let n = margins.len();
    // Of all thresholds between two margins, the one nearest to 0: the middle between the margins would move as soon as
    // a single playout ends there. Margins of a game are all even or all odd, so there is a number between any two.
    let splits: Vec<ThresholdSplit> = (1..n)
        .filter(|&n_below| margins[n_below - 1] + 1 < margins[n_below])
        .map(|n_below| ThresholdSplit { threshold: 0.clamp(margins[n_below - 1] + 1, margins[n_below] - 1), n_below })
        .collect();
    let Some(&most_even) = splits.iter().min_by_key(|split| split.imbalance(n)) else { return 0 };
    let candidates = || splits.iter().filter(|split| split.is_about_as_even(most_even, n)).map(|split| split.threshold);
    let nearest = candidates().min_by_key(|threshold| threshold.abs()).unwrap_or(0);
    if candidates().any(|threshold| threshold == -nearest) { 0 } else { nearest }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    /// The median of playouts, given their number for each margin. For the other player it is the negative.
    fn median_of(counts: &[(i32, usize)]) -> i32 {
        let margins = |sign: i32| counts.iter().flat_map(move |&(margin, n)| std::iter::repeat_n(sign * margin, n));
        let found = Threshold::Median.resolve(margins(1));
        assert_eq!(Threshold::Median.resolve(margins(-1)), -found, "{counts:?}");
        found
    }

    #[test]
    fn the_median_divides_evenly() {
        assert_eq!(median_of(&[]), 0);
        assert_eq!(median_of(&[(7, 3)]), 0, "nothing divides them");
        assert_eq!(median_of(&[(6, 5), (7, 5)]), 0, "nothing lies between them");
        assert_eq!(median_of(&[(-9, 900), (3, 900), (7, 800), (11, 900)]), 4);
        assert_eq!(median_of(&[(1, 500), (5, 100), (9, 300)]), 2);
        assert_eq!(median_of(&[(-5, 500), (3, 400)]), 0, "the komi's, if it is as good as any");
        assert_eq!(Threshold::Komi.resolve([5].into_iter()), 0);
        assert_eq!(Threshold::Margin(-4).resolve([5].into_iter()), -4);
        assert_eq!([4, 5, 6].map(|margin| winner(margin, 5)), [Some(Player::White), None, Some(Player::Black)]);
    }

    #[test]
    fn chance_does_not_choose() {
        // Three standard errors are 268 of the 8,000 playouts outside.
        for (below, above) in [(4000, 4000), (4130, 3870), (3870, 4130)] {
            assert_eq!(median_of(&[(-10, below), (-6, 2000), (-2, above)]), -3, "{below}");
        }
        assert_eq!(median_of(&[(-10, 4200), (-6, 2000), (-2, 3800)]), -7);
        assert_eq!(median_of(&[(-10, 3800), (-6, 2000), (-2, 4200)]), -3);
        for rare in 0..=9 {
            assert_eq!(median_of(&[(-10, 5000), (-8, rare), (-6, 5000)]), -7, "{rare} playouts end between");
        }
        assert_eq!(median_of(&[(-2, 450), (0, 100), (2, 460)]), 0, "neither player's");
    }
}
