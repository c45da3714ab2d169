//! Sets of squares as arrays of words.

use super::lines::Set;

#[inline(always)]
pub(super) fn union<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    let mut set = *a;
    for word in 0..W {
        set[word] |= b[word];
    }
    set
}

#[inline(always)]
pub(super) fn common<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    let mut set = *a;
    for word in 0..W {
        set[word] &= b[word];
    }
    set
}

/// The squares in `a` but not in `b`.
#[inline(always)]
pub(super) fn without<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    let mut set = *a;
    for word in 0..W {
        set[word] &= !b[word];
    }
    set
}

/// The squares in exactly one of the two.
#[inline(always)]
pub(super) fn either<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    let mut set = *a;
    for word in 0..W {
        set[word] ^= b[word];
    }
    set
}

#[inline(always)]
pub(super) fn is_empty<const W: usize>(set: &Set<W>) -> bool {
    set.iter().fold(0, |all, word| all | word) == 0
}

#[inline(always)]
pub(super) fn n_squares<const W: usize>(set: &Set<W>) -> i32 {
    set.iter().map(|word| word.count_ones() as i32).sum()
}

/// The squares of a set, ascending.
pub(super) fn squares<const W: usize>(set: &Set<W>) -> impl Iterator<Item = usize> + use<W> {
    let set = *set;
    (0..W).flat_map(move |word| {
        let mut rest = set[word];
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(64 * word + bit)
        })
    })
}
