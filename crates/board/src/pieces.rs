//! Disjoint sets of numbers, by union and find.

/// The numbers below `n` in sets that are joined one by one: cells in chains, say, or places in connected pieces.
///
/// ```
/// use tesuji_board::Pieces;
///
/// let mut pieces = Pieces::single(4);
/// pieces.join(0, 3);
/// assert!(pieces.are_joined(3, 0) && !pieces.are_joined(1, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Pieces {
    /// A number of the same set, nearer to the one that stands for it; that one has itself.
    parents: Vec<usize>,
}

impl Pieces {
    /// Each number alone in its set.
    #[must_use]
    pub fn single(n: usize) -> Self {
        Self { parents: (0..n).collect() }
    }

    /// The number that stands for the set of this one, until sets are joined.
    pub fn find(&mut self, mut number: usize) -> usize {
        while self.parents[number] != number {
            self.parents[number] = self.parents[self.parents[number]];
            number = self.parents[number];
        }
        number
    }

    /// Makes the sets of both numbers one.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a] = b;
    }

    /// Whether both numbers are in one set.
    pub fn are_joined(&mut self, a: usize, b: usize) -> bool {
        self.find(a) == self.find(b)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn joined_sets_are_one() {
        let mut pieces = Pieces::single(6);
        for (a, b) in [(0, 1), (2, 3), (1, 3), (5, 5)] {
            pieces.join(a, b);
        }
        let expected = [[0, 1, 2, 3].as_slice(), &[4], &[5]];
        for (a, b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
            let is_one = expected.iter().any(|set| set.contains(&a) && set.contains(&b));
            assert_eq!(pieces.are_joined(a, b), is_one, "{a} and {b}");
        }
    }
}
