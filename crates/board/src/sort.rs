//! Sorting that is compiled once.

use std::cmp::Ordering;

/// Stable sorts of slices whose algorithm is compiled once, for numbers, and not again for each type and each order.
///
/// They give the same order as [`slice::sort_by`] and [`slice::sort_by_key`], of which each use is about 2,000 lines of LLVM
/// code. The price is a list of as many numbers as there are items, and an indirect call for each comparison.
///
/// Useful for: lists that are sorted once a search, a position or a table. Not useful for: inner loops.
///
/// ```
/// use tesuji_board::SortOnce as _;
///
/// let mut words = ["white", "to", "play", "and", "win"];
/// words.sort_once_by_key(|word| word.len());
/// assert_eq!(words, ["to", "and", "win", "play", "white"]);
/// words.sort_once_by(|one, other| other.cmp(one));
/// assert_eq!(words, ["win", "white", "to", "play", "and"]);
/// ```
pub trait SortOnce<T> {
    /// Sorts by a comparison; equal items keep their order.
    fn sort_once_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by a key, which is computed for each comparison; items with equal keys keep their order.
    fn sort_once_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.sort_once_by(|one, other| key(one).cmp(&key(other)));
    }
}

impl<T> SortOnce<T> for [T] {
    fn sort_once_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let mut order = sorted(self.len(), &mut |one, other| compare(&self[one], &self[other]));
        // Each cycle of the order is followed once.
        for start in 0..order.len() {
            let mut place = start;
            loop {
                let from = std::mem::replace(&mut order[place], place);
                if from == start {
                    break;
                }
                self.swap(place, from);
                place = from;
            }
        }
    }
}

/// For each place of the sorted list, the number of the item that belongs there.
#[inline(never)]
fn sorted(n_items: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n_items).collect();
    order.sort_by(|&one, &other| compare(one, other));
    order
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    /// Lists of all lengths up to 60 with many equal keys, so that a sort that is not stable shows.
    #[test]
    fn the_order_is_that_of_the_standard_library() {
        let mut state = 1_u32;
        for n_items in 0..60 {
            let mut items: Vec<(u32, usize)> = (0..n_items)
                .map(|number| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 29, number)
                })
                .collect();
            let mut expected = items.clone();
            expected.sort_by_key(|&(key, _)| key);
            items.sort_once_by_key(|&(key, _)| key);
            assert_eq!(items, expected);
            expected.sort_by_key(|item| std::cmp::Reverse(item.0));
            items.sort_once_by(|one, other| other.0.cmp(&one.0));
            assert_eq!(items, expected);
        }
    }
}
