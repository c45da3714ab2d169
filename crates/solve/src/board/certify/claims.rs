//! Known claims, and which of them serve at a position.

use tesuji_board::Bits;

use crate::program_c::ProofId;

/// How many patterns, or blocks, share a summary.
const FAN_OUT: usize = 16;

/// A known claim: with these stones the winner wins in this carrier.
#[derive(Clone, Copy, Debug)]
struct Pattern<const W: usize> {
    stones: Bits<W>,
    carrier: Bits<W>,
    id: ProofId,
}

/// What all patterns of a block need.
#[derive(Clone, Copy, Debug)]
struct Common<const W: usize> {
    stones: Bits<W>,
    used: Bits<W>,
}

/// Claims in the order in which they were found.
///
/// Neighbours in this order come from neighbouring positions and need much the same, so what a whole block needs rules out
/// most blocks at once.
#[derive(Debug, Default)]
pub(super) struct Claims<const W: usize> {
    all: Vec<Pattern<W>>,
    /// By level: what each block of [`FAN_OUT`] patterns, or of blocks of the level below, has in common.
    blocks: Vec<Vec<Common<W>>>,
}

/// A pattern that serves at a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match<const W: usize> {
    /// The stone that is missing, on an empty cell, if one is.
    pub missing: Option<usize>,
    pub carrier: Bits<W>,
    pub id: ProofId,
}

impl<const W: usize> Claims<W> {
    /// How many there are.
    pub(super) const fn len(&self) -> usize {
        self.all.len()
    }

    /// About how many bytes they take.
    pub(super) fn n_bytes(&self) -> usize {
        self.len() * (size_of::<Pattern<W>>() + size_of::<Common<W>>() / (FAN_OUT - 1))
    }

    /// Adds a claim.
    pub(super) fn push(&mut self, stones: Bits<W>, carrier: Bits<W>, id: ProofId) {
        let mut at = self.all.len();
        self.all.push(Pattern { stones, carrier, id });
        let used = stones | carrier;
        for level in 0.. {
            at /= FAN_OUT;
            if self.blocks.len() == level {
                // A level is worth its while once there are two blocks below it.
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

    /// What block `at` of a level that is not kept yet has in common.
    fn summary(&self, level: usize, at: usize) -> Common<W> {
        let all = Common { stones: !Bits::EMPTY, used: !Bits::EMPTY };
        let range = at * FAN_OUT..(at + 1) * FAN_OUT;
        let meet = |a: Common<W>, stones, used| Common { stones: a.stones & stones, used: a.used & used };
        match level.checked_sub(1) {
            None => self.all[range].iter().fold(all, |sum, p| meet(sum, p.stones, p.stones | p.carrier)),
            Some(below) => self.blocks[below][range].iter().fold(all, |sum, c| meet(sum, c.stones, c.used)),
        }
    }

    /// Shows `visit` the patterns from number `from` on that lack at most one of the winner's stones `own`, on a cell that is not among
    /// the other player's stones `other`, and whose carrier has none of these.
    pub(super) fn matches(&self, own: Bits<W>, other: Bits<W>, from: usize, mut visit: impl FnMut(Match<W>)) {
        let serves = |stones: Bits<W>, used: Bits<W>| {
            let missing = stones - own;
            !used.meets(&other) && missing.first().is_none_or(|cell| missing.without(cell).is_empty())
        };
        let mut at = from;
        while at < self.all.len() {
            // The largest block that starts here and does not serve is left out.
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
            let Pattern { stones, carrier, id } = self.all[at];
            if serves(stones, stones | carrier) {
                visit(Match { missing: (stones - own).first(), carrier, id });
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256StarStar;

    use super::*;

    #[test]
    fn blocks_leave_out_nothing() {
        let mut rng = Xoshiro256StarStar::seed_from_u64(8);
        let mut claims = Claims::<1>::default();
        let mut list: Vec<(Bits<1>, Bits<1>)> = Vec::new();
        let mut n_found = [0; 2];
        let some =
            |rng: &mut Xoshiro256StarStar, share| (0..36).filter(|_| rng.random_bool(share)).collect::<Bits<1>>();
        let mut line = Bits::EMPTY;
        for number in 0..5_000 {
            // Like a search: the stones of one claim differ little from those of the claim before.
            line ^= some(&mut rng, 0.04);
            let carrier = some(&mut rng, 0.2) - line;
            claims.push(line, carrier, number);
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
                claims.matches(own, other, from, |known| found.push((known.id, known.missing)));
                assert_eq!(found, expected);
                found.iter().for_each(|(_, missing)| n_found[usize::from(missing.is_some())] += 1);
            }
        }
        assert!(n_found.iter().all(|&n| n > 100), "the sample shows little: {n_found:?}");
    }
}
