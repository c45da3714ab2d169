//! What is remembered from one question to the next: who wins whole boards of Hex. Only the server remembers; nothing
//! here depends on it, because an answer that is remembered is the one that a search would give.

use tesuji_board::{Cell, Player};
use tesuji_problem::board::{Distance, Question};

/// Who wins a whole board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// The winner.
    pub winner: Player,
    /// A move that wins, if the player to move does and one is known.
    pub winning_move: Option<Cell>,
    /// Positions that were searched for it.
    pub nodes: u64,
    /// Seconds that it took.
    pub seconds: f64,
}

/// A search that was given up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Undecided {
    /// Positions that were searched.
    pub nodes: u64,
    /// Seconds that it took.
    pub seconds: f64,
    /// How far it was from an answer, if the search says so.
    pub distance: Option<Distance>,
}

/// Remembers who wins whole boards of Hex. Whatever goes wrong with it, a search can go on without.
pub trait Memory: Sync {
    /// What is known about a position or one of its images.
    fn recall(&self, question: &Question) -> Option<Known>;

    /// Keeps an answer that was found.
    fn keep(&self, question: &Question, known: &Known);

    /// Keeps what a search without an answer took. An answer that is known stays.
    fn keep_undecided(&self, question: &Question, search: &Undecided);

    /// A certificate of who wins, in binary form and in terms of this very position, if one is kept.
    fn certificate(&self, question: &Question) -> Option<Vec<u8>>;

    /// Keeps a certificate that the checker has accepted, with the answer that it proves.
    fn keep_certificate(&self, question: &Question, known: &Known, certificate: &[u8]);
}
