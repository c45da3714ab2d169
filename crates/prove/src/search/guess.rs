//! Guesses: who seems to win, and by which move. They order a search; no answer rests on one.

use super::table::WinKey;
use crate::view::NetGuesser;

/// Number of guesses that a search keeps. A position is searched soon after it is first seen, so a few are enough.
const KEPT: usize = 1 << 12;

/// Weights of a guesser in a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Trust {
    /// By how much the logit of a win changes the logarithm of the numbers of a position that was only examined. With 0 such
    /// positions are not guessed at.
    pub win: f64,
    /// The weight of a guess in the order of moves, where the best move has 0 and one that is unlikely has 1.
    pub order: f64,
    /// By how much a logit below that of the best move delays a move: the logarithm of the factor for each unit.
    pub delay: f64,
    /// The number of positions after which a search asks for guesses.
    pub after: u64,
}

impl Trust {
    /// As if there were no guesses.
    pub(crate) const NONE: Self = Self { win: 0.0, order: 0.0, delay: 0.0, after: 0 };
}

/// Guess about a position, from the point of view of the player to move.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Guess {
    /// The logit of the chance that the player to move wins.
    pub win: f64,
    /// By cell: the logit of the chance that a move there is the best one.
    pub moves: Vec<f32>,
}

/// A guesser, and its latest guesses. Memory for them is taken when the first is made.
#[derive(Debug)]
pub(crate) struct Guesses<const W: usize> {
    guesser: NetGuesser,
    kept: Vec<Option<(WinKey<W>, Guess)>>,
}

impl<const W: usize> Guesses<W> {
    pub(crate) fn new(guesser: NetGuesser) -> Self {
        Self { guesser, kept: Vec::new() }
    }

    pub(crate) fn trust(&self) -> Trust {
        self.guesser.trust()
    }

    pub(crate) fn of(&mut self, key: &WinKey<W>) -> &Guess {
        if self.kept.is_empty() {
            self.kept.resize(KEPT, None);
        }
        let slot = &mut self.kept[key.place(KEPT)];
        let is_known = slot.as_ref().is_some_and(|(of, _)| of == key);
        let (of, guess) = slot.get_or_insert_with(|| (*key, Guess::default()));
        if !is_known {
            *of = *key;
            self.guesser.guess(key.stones(), usize::from(key.mover), guess);
        }
        guess
    }
}
