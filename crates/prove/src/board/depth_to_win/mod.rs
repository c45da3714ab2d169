//! The depth to win: how long the loser of a decided position can hold out.
//!
//! This is counted in stones that the winner still has to place until its edges are joined, when the winner hurries and
//! the loser delays. An exhaustive search ([`DepthToWin::search`]) finds the number on small boards and near the end of
//! a game. A certificate gives an upper bound ([`DepthToWin::bounded_by`]), because it describes a strategy that wins,
//! though seldom the quickest one.
//!
//! Not here: who wins. The number is for display, and nothing else depends on it.

mod exact;
mod strategy;
#[cfg(feature = "testing")]
mod tests;

use tesuji_board::{Bits, Cell, Player, with_width};
use tesuji_proof::{Certificate, Verdict};
use tesuji_search::Limits;

use self::exact::{Exact, ExactDepth, Unit};
use self::strategy::Strategy;
use super::Question;

pub use self::strategy::most_stones;

/// The maximum number of positions examined to find the longest game against a strategy.
const LINE_POSITIONS: usize = 5_000;

/// The number of stones that the winner of a position still needs.
///
/// With k stones the game takes 2k - 1 more moves if the winner is to move, and 2k if the loser is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DepthToWin {
    /// The loser can hold out until the winner has placed this many stones.
    pub at_least: usize,
    /// The winner can win with at most this many stones, if such a number is known.
    pub at_most: Option<usize>,
    /// A game from here to the win. If the number is exact, both sides play their best. Otherwise the winner follows
    /// the strategy that gives [`Self::at_most`], and the loser tries to make it last: by a search if the game is
    /// short, otherwise by looking one move ahead. Empty if no such number is known or the game is over; a limit may
    /// have cut it short.
    pub line: Vec<Cell>,
    /// The limit that ended the search before the number was known.
    pub stopped_by: Option<DepthStop>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The number of known positions that were forgotten because the memory was full.
    pub forgotten: u64,
}

/// The limit that ended a search for the exact number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DepthStop {
    /// The limit on positions, which was this one.
    Nodes(u64),
    /// An interrupt from outside, such as a clock's.
    Interrupt,
}

/// The quickest win of the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuickestWin {
    /// The move.
    pub mv: Cell,
    /// The number of stones that it takes, including this move, whatever the loser does.
    pub n_stones: usize,
    /// A proof about the position after the move. Its strategy takes no more stones.
    pub certificate: Certificate,
}

impl DepthToWin {
    /// Searches a position that `winner` wins until the number is known or a limit is reached. The positions that the
    /// search remembers take at most `bytes`, and half as much again while their table grows. When it is full, those with
    /// the most stones are forgotten, and the search goes on.
    ///
    /// This is iterative deepening over the number of stones. If a limit stops it, [`Self::at_least`] says how many
    /// stones are not yet known to be too few. Time grows exponentially with the number. On a board that is not a
    /// rhombus nothing is known.
    #[must_use]
    pub fn search(question: &Question, winner: Player, limits: &Limits, bytes: usize) -> Self {
        with_width!(board, question.topology.n_cells(), W => {
            let found = exact::<W>(question, winner, limits, Unit::Positions, bytes);
            let found = found.map(|mut exact| exact.search());
            let nothing = ExactDepth::default();
            let ExactDepth { at_least, is_exact, line, stopped_by, nodes, forgotten } = found.unwrap_or(nothing);
            let line = line.into_iter().map(Cell::new).collect();
            Self { at_least, at_most: is_exact.then_some(at_least), line, stopped_by, nodes, forgotten }
        })
    }

    /// Takes over the bound that a certificate of the win gives, if it improves the result.
    ///
    /// The certificate must be about `question`; one that does not check is ignored. Linear in the size of the
    /// certificate.
    #[must_use]
    pub fn bounded_by(self, question: &Question, certificate: &Certificate) -> Self {
        let Some(strategy) = Strategy::new(certificate) else { return self };
        let n_stones = strategy.n_stones();
        if self.at_most.is_some_and(|most| most <= n_stones) {
            return self;
        }
        let prover = match certificate.verdict {
            Verdict::Holds => certificate.claim.owner,
            Verdict::Fails => certificate.claim.owner.opponent(),
        };
        let stopped_by = self.stopped_by.filter(|_| n_stones > self.at_least);
        Self { at_most: Some(n_stones), line: strategy.line(question, prover, LINE_POSITIONS), stopped_by, ..self }
    }

    /// Whether the number is known exactly.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.at_most == Some(self.at_least)
    }
}

impl QuickestWin {
    /// The quickest win with at most `most` stones; `None` if there is none, or if a limit was reached first. A node of
    /// the limits is a position of which the paths are computed, those after all moves included.
    #[must_use]
    pub fn search(question: &Question, most: usize, limits: &Limits) -> Option<Self> {
        let winner = question.to_move;
        let (mv, n_stones, certificate) = with_width!(board, question.topology.n_cells(), W => {
            exact::<W>(question, winner, limits, Unit::Looks, usize::MAX)?.quickest(question, most)?
        });
        Some(Self { mv, n_stones, certificate })
    }
}

/// A move of a player who is to move and loses, after which the winner needs the most stones, as far as that is known
/// before a limit, as for [`QuickestWin::search`]. Of several such moves, it is the first of `preferred`.
#[must_use]
pub fn longest_defence(question: &Question, preferred: &[Cell], limits: &Limits) -> Option<Cell> {
    let winner = question.to_move.opponent();
    let preferred: Vec<usize> = preferred.iter().map(|cell| cell.index()).collect();
    with_width!(board, question.topology.n_cells(), W => {
        exact::<W>(question, winner, limits, Unit::Looks, usize::MAX)?.delaying(&preferred).map(Cell::new)
    })
}

/// The search of a position; `None` on a board that is not a rhombus or too large.
fn exact<'a, const W: usize>(
    question: &Question,
    winner: Player,
    limits: &'a Limits,
    unit: Unit,
    bytes: usize,
) -> Option<Exact<'a, W>> {
    let fits = question.topology.size().is_some() && question.topology.n_cells() <= Bits::<W>::CAPACITY;
    fits.then(|| Exact::new(question, winner, limits, unit, bytes))
}
