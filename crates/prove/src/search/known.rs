//! Known wins, and which of them apply to a position.

use tesuji_board::Bits;

use super::table::WinNeed;

/// The number of wins, or of blocks, that share a summary.
const FAN_OUT: usize = 16;

/// The common needs of all wins of a block.
#[derive(Clone, Copy, Debug)]
struct Common<const W: usize> {
    stones: Bits<W>,
    used: Bits<W>,
}

/// Wins in the order in which they were found, each with something that whoever keeps them wants to know of it. When there
/// are too many, the older half is forgotten.
///
/// Neighbours in this order come from neighbouring positions and have similar needs. So testing what a whole block
/// needs rules out most blocks at once.
#[derive(Clone, Debug)]
pub(crate) struct KnownWins<T, const W: usize> {
    all: Vec<(WinNeed<W>, T)>,
    /// The number of forgotten wins.
    n_before: usize,
    max: usize,
    /// For each level, what the wins of a block of [`FAN_OUT`], or the blocks of the level below, have in common.
    blocks: Vec<Vec<Common<W>>>,
}

/// A win that applies to a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownWin<'c, T, const W: usize> {
    /// The stone that is missing, if any; its cell is empty.
    pub missing: Option<usize>,
    /// The need of the win.
    pub need: WinNeed<W>,
    /// The data kept with it.
    pub with: &'c T,
}

impl<const W: usize> KnownWin<'_, [u16; 2], W> {
    /// The missing stone of a link between these nodes, unless the link ends there: such a link holds once the player has
    /// that cell.
    pub(crate) fn key(&self) -> Option<usize> {
        self.missing.filter(|&cell| self.with.iter().all(|&end| usize::from(end) != cell))
    }
}

impl<T, const W: usize> KnownWins<T, W> {
    /// An empty list that keeps at most `max` wins, and at least two.
    #[must_use]
    pub(crate) fn new(max: usize) -> Self {
        Self { all: Vec::new(), n_before: 0, max: max.max(2), blocks: Vec::new() }
    }

    /// Number of bytes of a win.
    #[must_use]
    pub(crate) const fn n_bytes() -> usize {
        size_of::<(WinNeed<W>, T)>() + size_of::<Common<W>>() / (FAN_OUT - 1)
    }

    /// The number of wins added so far, including forgotten ones.
    #[must_use]
    pub(crate) const fn n_seen(&self) -> usize {
        self.n_before + self.all.len()
    }

    /// The wins that are kept, in the order in which they were added.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &WinNeed<W>> {
        self.all.iter().map(|(need, _)| need)
    }

    /// Adds a win. Its carrier has none of its stones.
    pub(crate) fn push(&mut self, need: WinNeed<W>, with: T) {
        if self.all.len() >= self.max {
            let newer = self.all.split_off(self.max / 2);
            self.n_before += self.all.len();
            self.all.clear();
            self.blocks.clear();
            newer.into_iter().for_each(|(need, with)| self.add(need, with));
        }
        self.add(need, with);
    }

    fn add(&mut self, need: WinNeed<W>, with: T) {
        let mut at = self.all.len();
        let (stones, used) = (need.stones, need.stones | need.carrier);
        self.all.push((need, with));
        for level in 0.. {
            at /= FAN_OUT;
            if self.blocks.len() == level {
                // A level pays off once there are two blocks below it.
                if at == 0 {
                    break;
                }
                let first = self.summary(level, 0);
                self.blocks.push(vec![first]);
            }
            match self.blocks[level].get_mut(at) {
                Some(common) => {
                    common.stones &= stones;
                    common.used &= used;
                }
                None => self.blocks[level].push(Common { stones, used }),
            }
        }
    }

    /// The common needs of block `at`, at a level that is not stored yet.
    fn summary(&self, level: usize, at: usize) -> Common<W> {
        let all = Common { stones: !Bits::EMPTY, used: !Bits::EMPTY };
        let range = at * FAN_OUT..(at + 1) * FAN_OUT;
        let meet = |a: Common<W>, stones, used| Common { stones: a.stones & stones, used: a.used & used };
        match level.checked_sub(1) {
            None => {
                self.all[range].iter().fold(all, |sum, (need, _)| meet(sum, need.stones, need.stones | need.carrier))
            }
            Some(below) => self.blocks[below][range].iter().fold(all, |sum, c| meet(sum, c.stones, c.used)),
        }
    }

    /// Calls `visit` with each win from number `from` on that applies. At most one of its stones is missing from the
    /// winner's stones `own`, and neither its stones nor its carrier meet the cells `other`.
    pub(crate) fn matches(&self, own: Bits<W>, other: Bits<W>, from: usize, mut visit: impl FnMut(KnownWin<'_, T, W>)) {
        let serves = |stones: Bits<W>, used: Bits<W>| {
            let missing = stones - own;
            !used.meets(&other) && missing.first().is_none_or(|cell| missing.without(cell).is_empty())
        };
        let mut at = from.saturating_sub(self.n_before);
        while at < self.all.len() {
            // Skips the largest block that starts here and does not apply.
            let mut skip = 0;
            let (mut index, mut size) = (at, 1);
            for level in &self.blocks {
                if index % FAN_OUT != 0 {
                    break;
                }
                index /= FAN_OUT;
                size *= FAN_OUT;
                if level.get(index).is_some_and(|common| !serves(common.stones, common.used)) {
                    skip = size;
                }
            }
            if skip > 0 {
                at += skip;
                continue;
            }
            let (need, with) = &self.all[at];
            if serves(need.stones, need.stones | need.carrier) {
                visit(KnownWin { missing: (need.stones - own).first(), need: *need, with });
            }
            at += 1;
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256StarStar;

    use super::*;

    #[test]
    fn blocks_leave_out_nothing() {
        let mut rng = Xoshiro256StarStar::seed_from_u64(8);
        let mut claims = KnownWins::<u32, 1>::new(usize::MAX);
        let mut list: Vec<(Bits<1>, Bits<1>)> = Vec::new();
        let mut n_found = [0; 2];
        let some =
            |rng: &mut Xoshiro256StarStar, share| (0..36).filter(|_| rng.random_bool(share)).collect::<Bits<1>>();
        let mut line = Bits::EMPTY;
        for number in 0..5_000 {
            // As in a search, the stones of one claim differ little from those of the claim before.
            line ^= some(&mut rng, 0.04);
            let carrier = some(&mut rng, 0.2) - line;
            claims.push(WinNeed { stones: line, carrier }, number);
            list.push((line, carrier));
            if number % 10 == 0 {
                let (own, from) = (line | some(&mut rng, 0.1), rng.random_range(0..=list.len()));
                let other = some(&mut rng, 0.2) - own;
                let expected: Vec<(u32, Option<usize>)> = (0..)
                    .zip(&list)
                    .skip(from)
                    .filter(|(_, (stones, carrier))| (*stones - own).len() <= 1 && !(*stones | *carrier).meets(&other))
                    .map(|(id, (stones, _))| (id, (*stones - own).first()))
                    .collect();
                let mut found = Vec::new();
                claims.matches(own, other, from, |known| found.push((*known.with, known.missing)));
                assert_eq!(found, expected);
                found.iter().for_each(|(_, missing)| n_found[usize::from(missing.is_some())] += 1);
            }
        }
        assert!(n_found.iter().all(|&n| n > 100), "the sample shows little: {n_found:?}");
    }

    #[test]
    fn the_newer_half_is_kept() {
        let mut claims = KnownWins::<u32, 1>::new(100);
        let empty = WinNeed { stones: Bits::EMPTY, carrier: Bits::EMPTY };
        for number in 0..1_000 {
            claims.push(empty, number);
            assert_eq!(claims.n_seen(), number as usize + 1);
            let mut found = Vec::new();
            claims.matches(Bits::EMPTY, Bits::EMPTY, 0, |known| found.push(*known.with));
            assert!(found.len() <= 100 && found.len() >= 50.min(number as usize + 1));
            assert!(found.iter().rev().copied().eq((0..=number).rev().take(found.len())), "the latest: {found:?}");
            let mut last = Vec::new();
            claims.matches(Bits::EMPTY, Bits::EMPTY, number as usize, |known| last.push(*known.with));
            assert_eq!(last, [number], "numbers stay");
        }
    }
}
