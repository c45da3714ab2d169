//! The stopping rule of a sequential test, as a function of the results in the order of their numbers.
//!
//! Games that run at the same time end in any order, and a killed run leaves gaps. So results wait here until all
//! earlier ones are there. The match then stops after the same pair, however it was played.

use std::collections::BTreeMap;

use crate::control::{Control, SprtTerms};
use crate::schedule::pair_of;
use crate::stats::{GameScore, Hypothesis, Pairs, Sprt, SprtState, StatsError};

/// The test of a match between two players, over pairs, as the first player sees them.
#[derive(Clone, Debug)]
pub struct Sequential {
    test: Sprt,
    pairs: Pairs,
    /// Scores of games that still wait for earlier ones.
    waiting: BTreeMap<u64, GameScore>,
    /// The next pair for the test.
    next: u64,
    decision: Option<Decision>,
}

/// The result of a test that is over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision {
    /// The accepted hypothesis.
    pub accepted: Hypothesis,
    /// The number of the last game that counts.
    pub last: u64,
}

impl Sequential {
    /// The test that `control` asks for, before any game; `None` if it asks for none.
    ///
    /// # Errors
    ///
    /// If its bounds make no sense.
    pub fn new(control: &Control) -> Result<Option<Self>, StatsError> {
        let Some(SprtTerms { elo0, elo1, alpha, beta }) = control.plan.sprt else { return Ok(None) };
        let test = Sprt::new(elo0, elo1, alpha, beta)?;
        Ok(Some(Self { test, pairs: Pairs::default(), waiting: BTreeMap::new(), next: 0, decision: None }))
    }

    /// Adds the result of game `number`, each once and in any order. Returns the decision, once there is one.
    ///
    /// Results after the decision change nothing.
    pub fn add(&mut self, number: u64, score: GameScore) -> Option<Decision> {
        self.waiting.insert(number, score);
        while self.decision.is_none()
            && let (first, second) = (2 * self.next + 1, 2 * self.next + 2)
            && let (Some(&one), Some(&other)) = (self.waiting.get(&first), self.waiting.get(&second))
        {
            self.waiting.remove(&first);
            self.waiting.remove(&second);
            self.pairs.record(one, other);
            self.next = pair_of(second) + 1;
            let accepted = self.test.state(&self.pairs).accepted;
            self.decision = accepted.map(|accepted| Decision { accepted, last: second });
        }
        self.decision
    }

    /// The decision, if there is one.
    #[must_use]
    pub const fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// The state of the test after all games before the first missing one.
    #[must_use]
    pub fn state(&self) -> SprtState {
        self.test.state(&self.pairs)
    }

    /// The pairs that the test has counted.
    #[must_use]
    pub const fn pairs(&self) -> &Pairs {
        &self.pairs
    }
}
