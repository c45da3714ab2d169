//! Wins that took a search, to be recognised in other positions.
//!
//! What a win needs ([`WinNeed`]) decides every position that has those stones and leaves that carrier to the winner,
//! whatever stands elsewhere. If one of the stones is still missing, that stone is a reply.

use tesuji_board::Bits;

use super::table::WinNeed;

/// The maximum number of patterns for each player; the oldest make room for new ones.
const MAX_PATTERNS: usize = 4_000;

/// The wins of one player; the latest are kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct WinPatterns<const W: usize> {
    /// The wins of whole questions; these are always kept.
    answers: Vec<WinNeed<W>>,
    needs: Vec<WinNeed<W>>,
    oldest: usize,
}

/// How a pattern applies to a position in which the other player is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match<const W: usize> {
    /// The stone that is still missing.
    pub missing: Option<usize>,
    /// What the win needs here, including that stone.
    pub need: WinNeed<W>,
}

impl<const W: usize> WinPatterns<W> {
    /// Keeps the win that answered a whole question; on a board of `turned` cells that looks the same after a half turn,
    /// also its image.
    pub(crate) fn keep(&mut self, need: WinNeed<W>, turned: Option<usize>) {
        let image = turned.map(|n_cells| {
            let turn = |set: Bits<W>| set.iter().map(|cell| n_cells - 1 - cell).collect();
            WinNeed { stones: turn(need.stones), carrier: turn(need.carrier) }
        });
        for need in [need].into_iter().chain(image) {
            if self.answers.len() < MAX_PATTERNS && !self.answers.contains(&need) {
                self.answers.push(need);
            }
        }
    }

    pub(crate) fn add(&mut self, need: WinNeed<W>) {
        if self.needs.len() < MAX_PATTERNS {
            self.needs.push(need);
        } else {
            self.needs[self.oldest] = need;
            self.oldest = (self.oldest + 1) % MAX_PATTERNS;
        }
    }

    /// Calls `visit` with every pattern that applies with at most one stone missing. `own` are the winner's stones,
    /// `theirs` the other player's.
    pub(crate) fn matches(&self, own: Bits<W>, theirs: Bits<W>, mut visit: impl FnMut(Match<W>)) {
        for need in self.answers.iter().chain(&self.needs) {
            if need.carrier.meets(&theirs) {
                continue;
            }
            let lacking = need.stones - own;
            let missing = lacking.first();
            if let Some(cell) = missing
                && (!lacking.without(cell).is_empty() || theirs.contains(cell))
            {
                continue;
            }
            // On a cell that the pattern wants empty, the winner's own stone is just as good.
            let own = missing.map_or(own, |cell| own.with(cell));
            let need = WinNeed { stones: need.stones | need.carrier & own, carrier: need.carrier - own };
            visit(Match { missing, need });
        }
    }
}
