//! A strategy in the making with what is proved of it.

use tesuji_problem::strategy::{Mark, Plan, Strategy};
use tesuji_proof::{Certificate, Claim};

use super::answers::{Answerer, Answers};
use super::error::DialogueError;
use super::node::{DialogueNode, settle, state_proved};
use crate::strategy::verify::start;

/// Bounds of the work that the machine does of its own accord.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DialogueConfig {
    /// The most nodes of each of the many short searches of [`suggest`](Dialogue::suggest).
    pub each: u64,
    /// The most nodes of the search of a proposed answer or part; `None`: as many as the answerer allows.
    pub most: Option<u64>,
}

impl Default for DialogueConfig {
    fn default() -> Self {
        Self { each: 300, most: None }
    }
}

/// A strategy that a person and the machine write together. Each position is in the state that its certificates give.
pub struct Dialogue<'a> {
    pub(super) strategy: Strategy,
    pub(super) root: DialogueNode,
    pub(super) answers: Answers<'a>,
    pub(super) config: DialogueConfig,
    lost: Vec<String>,
}

impl std::fmt::Debug for Dialogue<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dialogue").field("root", &self.root).finish_non_exhaustive()
    }
}

impl<'a> Dialogue<'a> {
    /// Begins with a strategy as it is in a file. What the file calls proved or refuted is looked up, and searched again if
    /// it is not known.
    ///
    /// # Errors
    ///
    /// If the strategy has no first position.
    pub fn new(
        strategy: Strategy,
        answerer: &'a mut dyn Answerer,
        config: DialogueConfig,
    ) -> Result<Self, DialogueError> {
        let (_, claim) = start(&strategy)?;
        let root = DialogueNode::leaf(claim, ".".to_owned());
        let mut dialogue = Self { strategy, root, answers: Answers::new(answerer), config, lost: Vec::new() };
        dialogue.settle();
        Ok(dialogue)
    }

    /// Begins with a strategy of which every position is to be proved, for a book.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn of_proved(mut strategy: Strategy, answerer: &'a mut dyn Answerer) -> Result<Self, DialogueError> {
        strategy.note.mark = Some(Mark::Proved);
        state_proved(&mut strategy.plan);
        Self::new(strategy, answerer, DialogueConfig::default())
    }

    /// The strategy, with the state of each position.
    #[must_use]
    pub const fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// The first position.
    #[must_use]
    pub const fn root(&self) -> &DialogueNode {
        &self.root
    }

    /// The places that the file called proved or refuted, of which no proof was found. They are open now.
    #[must_use]
    pub fn lost(&self) -> &[String] {
        &self.lost
    }

    /// The nodes of all searches so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.answers.nodes
    }

    /// The proof or refutation of the position after the owner's first move, or of the claim itself if the opponent moves
    /// first.
    pub fn certificate(&mut self) -> Option<Certificate> {
        Some(self.answers.recall(&self.root.claim)?.certificate.clone())
    }

    /// Brings the state of each position up to date.
    pub(super) fn settle(&mut self) {
        let Strategy { plan, note, .. } = &mut self.strategy;
        let claim = self.root.claim.clone();
        self.root = settle(&mut self.answers, (plan, note), claim, ".".to_owned(), &mut self.lost);
    }

    /// The plan of the first position.
    pub(super) const fn plan(&self) -> &Plan {
        &self.strategy.plan
    }

    pub(super) fn claim_at(&self, steps: &[usize]) -> Claim {
        self.root.at(steps).claim.clone()
    }
}
