//! Wins that took a search, to be recognised in other positions.
//!
//! What a win needs ([`WinNeed`]) decides every position that has those stones and leaves that carrier to the winner,
//! whatever stands elsewhere. If one of the stones is still missing, that stone is a reply.

use tesuji_board::Bits;

use super::known::KnownWins;
use super::table::WinNeed;

/// The maximum number of patterns for each player.
///
/// PERF: VI1a takes 42,837 positions with 4,000 and 36,344 with 20,000.
const MAX_PATTERNS: usize = 32_000;

/// The wins of one player; the latest are kept.
#[derive(Clone, Debug)]
pub(super) struct WinPatterns<const W: usize> {
    /// The wins of whole questions; these are always kept.
    answers: Vec<WinNeed<W>>,
    needs: KnownWins<(), W>,
}

impl<const W: usize> Default for WinPatterns<W> {
    fn default() -> Self {
        Self { answers: Vec::new(), needs: KnownWins::new(MAX_PATTERNS) }
    }
}

/// Match of a pattern in a position in which the other player is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match<const W: usize> {
    /// The stone that is still missing.
    pub missing: Option<usize>,
    /// The need of the win here, including that stone.
    pub need: WinNeed<W>,
}

impl<const W: usize> WinPatterns<W> {
    /// Keeps the win that answered a whole question; on a board of `turned` cells that looks the same after a half turn,
    /// also its image.
    pub(super) fn keep(&mut self, need: WinNeed<W>, turned: Option<usize>) {
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

    /// The wins of searches, in the order in which they were found.
    pub(super) fn iter(&self) -> impl Iterator<Item = &WinNeed<W>> {
        self.needs.iter()
    }

    pub(super) fn add(&mut self, need: WinNeed<W>) {
        self.needs.push(need, ());
    }

    /// Calls `visit` with every pattern that applies with at most one stone missing. `own` are the winner's stones,
    /// `theirs` the other player's.
    pub(super) fn matches(&self, own: Bits<W>, theirs: Bits<W>, mut visit: impl FnMut(Match<W>)) {
        let mut found = |missing: Option<usize>, need: WinNeed<W>| {
            // On a cell that the pattern wants empty, the winner's own stone is just as good.
            let own = missing.map_or(own, |cell| own.with(cell));
            let need = WinNeed { stones: need.stones | need.carrier & own, carrier: need.carrier - own };
            visit(Match { missing, need });
        };
        for need in &self.answers {
            let lacking = need.stones - own;
            let missing = lacking.first();
            let is_near = missing.is_none_or(|cell| lacking.without(cell).is_empty());
            if is_near && !(need.stones | need.carrier).meets(&theirs) {
                found(missing, *need);
            }
        }
        self.needs.matches(own, theirs, 0, |known| found(known.missing, known.need));
    }
}
