//! How long the loser of a decided position can hold out.
//!
//! This is counted in stones that the winner still has to place until its edges are joined, when the winner hurries and
//! the loser delays. An exhaustive search ([`Resistance::search`]) finds the number on small boards and near the end of
//! a game. A certificate gives an upper bound ([`Resistance::bounded_by`]), because it describes a strategy that wins,
//! though seldom the quickest one.
//!
//! Not here: who wins. The number is for display, and nothing else depends on it.

mod exact;
mod strategy;
#[cfg(test)]
mod tests;

use tesuji_board::{Bits, Cell, Player, with_width};
use tesuji_proof::{Certificate, Verdict};
use tesuji_search::Limits;

use self::exact::{Exact, ResistanceFound};
use self::strategy::Strategy;
use super::Question;

/// The maximum number of positions examined to find the longest game against a strategy.
const LINE_POSITIONS: usize = 5_000;

/// The number of stones that the winner of a position still needs.
///
/// With k stones the game takes 2k - 1 more moves if the winner is to move, and 2k if the loser is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resistance {
    /// The loser can hold out until the winner has placed this many stones.
    pub at_least: usize,
    /// The winner can win with at most this many stones, if such a number is known.
    pub at_most: Option<usize>,
    /// A game from here to the win. If the number is exact, both sides play their best. Otherwise the winner follows
    /// the strategy that gives [`Self::at_most`], and the loser tries to make it last: by a search if the game is
    /// short, otherwise by looking one move ahead. Empty if no such number is known or the game is over; a limit may
    /// have cut it short.
    pub line: Vec<Cell>,
    /// The number of positions searched.
    pub nodes: u64,
}

impl Resistance {
    /// Searches a position that `winner` wins until the number is known or a limit is reached.
    ///
    /// This is iterative deepening over the number of stones. If a limit stops it, [`Self::at_least`] says how many
    /// stones are not yet known to be too few. Time grows exponentially with the number. On a board that is not a
    /// rhombus nothing is known.
    #[must_use]
    pub fn search(question: &Question, winner: Player, limits: &Limits) -> Self {
        with_width!(board, question.topology.n_cells(), W => Self::search_with::<W>(question, winner, limits))
    }

    fn search_with<const W: usize>(question: &Question, winner: Player, limits: &Limits) -> Self {
        let nothing = Self { at_least: 0, at_most: None, line: Vec::new(), nodes: 0 };
        if question.topology.size().is_none() || question.topology.n_cells() > Bits::<W>::CAPACITY {
            return nothing;
        }
        let ResistanceFound { at_least, is_exact, line, nodes } = Exact::<W>::new(question, winner, limits).search();
        let line = line.into_iter().map(Cell::new).collect();
        Self { at_least, at_most: is_exact.then_some(at_least), line, nodes }
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
        Self { at_most: Some(n_stones), line: strategy.line(question, prover, LINE_POSITIONS), ..self }
    }

    /// Whether the number is known exactly.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.at_most == Some(self.at_least)
    }
}
