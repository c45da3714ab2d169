//! Answers in ever wider regions, until play outside cannot change them.

use tesuji_board::{CellSet, Player};
use tesuji_search::Limits;

use crate::answer::{Answer, AnswerConfig};
use crate::question::Question;

/// The most nodes in a wider region where only time is limited: an answer in seconds.
const MOST_WIDER: u64 = 500_000;

/// A search for an answer.
pub type Search<'a> = dyn Fn(&Limits) -> Answer + 'a;

impl Question {
    /// Answers for these first players, in ever wider regions while one of them is conditional and all are decided. Also
    /// returns the question in the region of the answers. `most` bounds the nodes for each first player in all regions
    /// together. `search` does a search for the first player of this number.
    pub fn settle(
        self,
        firsts: &[Player],
        config: AnswerConfig,
        most: Option<u64>,
        search: &dyn Fn(usize, Option<u64>, &Search<'_>) -> Answer,
    ) -> (Self, Vec<Answer>) {
        let mut used = vec![0; firsts.len()];
        let mut ask = |question: &Self, narrower: Option<(&Self, &[Answer])>| -> Vec<Answer> {
            let one = |(idx, &first): (usize, &Player)| {
                let left = most.map(|most| most.saturating_sub(used[idx])).or(narrower.map(|_| MOST_WIDER));
                let hints = narrower.map(|(question, answers)| (question, &answers[idx]));
                let answer = search(idx, left, &|limits| question.answer(first, config, limits, hints));
                used[idx] += answer.n_nodes;
                answer
            };
            firsts.iter().enumerate().map(one).collect()
        };
        let mut answers = ask(&self, None);
        let mut question = self;
        loop {
            let mut gaps = CellSet::new();
            answers.iter().for_each(|answer| gaps.union_with(&answer.gaps));
            let Some(wider) = question.widened(&gaps) else { break };
            let others = ask(&wider, Some((&question, &answers)));
            if others.iter().any(|answer| answer.status.is_none()) {
                break;
            }
            (question, answers) = (wider, others);
        }
        used.iter().zip(&mut answers).for_each(|(&used, answer)| answer.n_nodes = used);
        (question, answers)
    }
}
