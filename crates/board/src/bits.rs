//! Sets of small numbers of a width fixed at compile time, for hot loops.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of numbers below `64 * W`, copied like an integer and never allocating.
///
/// Searches number the cells of their region from 0 and keep sets of them as `Bits`;
/// at the borders they become a [`CellSet`](crate::CellSet).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// No element.
    pub const EMPTY: Self = Self([0; W]);
    /// One more than the largest number that the set can hold.
    pub const CAPACITY: usize = 64 * W;

    /// The set {`index`}.
    #[must_use]
    #[inline]
    pub const fn single(index: usize) -> Self {
        let mut words = [0; W];
        words[index / 64] = 1 << (index % 64);
        Self(words)
    }

    /// The set with these words, lowest numbers first. Missing words are empty; words beyond `W` are dropped.
    #[must_use]
    #[inline]
    pub fn from_words(words: &[u64]) -> Self {
        let mut set = Self::EMPTY;
        for (word, &from) in set.0.iter_mut().zip(words) {
            *word = from;
        }
        set
    }

    /// The set {0, .., `n` - 1}.
    #[must_use]
    pub fn first_n(n: usize) -> Self {
        let mut set = Self::EMPTY;
        for index in 0..n {
            set.insert(index);
        }
        set
    }

    /// The words, lowest numbers first.
    #[must_use]
    #[inline]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Whether `index` is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Adds `index`.
    #[inline]
    pub const fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Removes `index`.
    #[inline]
    pub const fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// This set with `index`.
    #[must_use]
    #[inline]
    pub const fn with(mut self, index: usize) -> Self {
        self.insert(index);
        self
    }

    /// This set without `index`.
    #[must_use]
    #[inline]
    pub const fn without(mut self, index: usize) -> Self {
        self.remove(index);
        self
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, &word| all | word) == 0
    }

    /// The number of elements.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the two sets share an element.
    #[must_use]
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether every element is also in `other`.
    #[must_use]
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// The smallest element.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<usize> {
        self.0.iter().enumerate().find(|(_, word)| **word != 0).map(|(i, word)| i * 64 + word.trailing_zeros() as usize)
    }

    /// The elements in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let words = self.0;
        let mut word_idx = 0;
        let mut word = words[0];
        std::iter::from_fn(move || {
            while word == 0 {
                word_idx += 1;
                if word_idx >= W {
                    return None;
                }
                word = words[word_idx];
            }
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            Some(word_idx * 64 + bit)
        })
    }
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        let mut set = Self::EMPTY;
        for index in indices {
            set.insert(index);
        }
        set
    }
}

impl<const W: usize> fmt::Debug for Bits<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! bit_operator {
    ($operator:ident, $method:ident, $assign_operator:ident, $assign:ident, $combine:expr) => {
        impl<const W: usize> $operator for Bits<W> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                self.$assign(other);
                self
            }
        }

        impl<const W: usize> $assign_operator for Bits<W> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word = $combine(*word, other);
                }
            }
        }
    };
}

bit_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a: u64, b: u64| a & b);
bit_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a: u64, b: u64| a | b);
bit_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a: u64, b: u64| a ^ b);
bit_operator!(Sub, sub, SubAssign, sub_assign, |a: u64, b: u64| a & !b);

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn behaves_as_a_set_across_words() {
        let set: Bits<2> = [3, 63, 64, 127].into_iter().collect();
        assert_eq!(set.len(), 4);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 63, 64, 127]);
        assert_eq!(set.first(), Some(3));
        assert!(set.without(3).without(63).contains(64));
        assert!(set.meets(&Bits::single(127)) && !set.meets(&Bits::single(5)));
        assert!(Bits::<2>::single(64).is_subset(&set) && !set.is_subset(&Bits::single(64)));
        assert_eq!((set - Bits::single(64)).len(), 3);
        assert!(Bits::<2>::EMPTY.is_empty() && Bits::<2>::EMPTY.iter().next().is_none());
    }
}
