//! A net of the caller as the judge of leaves.

use std::sync::Arc;

use tesuji_game::Game;

/// A net of the caller, which judges the leaves of the strong player's trees ([`Session::judge_by`](crate::Session::judge_by)).
pub trait LeafJudge: Send + Sync {
    /// The most positions that it judges at once, at least 1.
    fn batch(&self) -> usize;

    /// Judges positions, given by their planes ([`State::write_planes`](crate::State::write_planes)) one after the other.
    /// `None` if it cannot: it then has to interrupt the search, whose result is worth nothing.
    fn judge(&self, planes: Vec<f32>) -> Option<LeafOpinions>;
}

/// Judgements of several positions, for the player to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LeafOpinions {
    /// The logits of all actions ([`State`](crate::State)), position by position. Those of illegal actions do not count.
    pub policy: Vec<f32>,
    /// The expected result of each position, from -1 (loss) to 1 (win).
    pub values: Vec<f32>,
}

/// A net of the caller with the positions that it judged last.
pub(crate) struct CallersNet<G> {
    judge: Arc<dyn LeafJudge>,
    write_planes: fn(&G, &mut Vec<f32>),
    judged: Vec<G>,
    opinions: LeafOpinions,
}

impl<G: Game> CallersNet<G> {
    pub(crate) fn new(judge: &Arc<dyn LeafJudge>, write_planes: fn(&G, &mut Vec<f32>)) -> Self {
        Self { judge: Arc::clone(judge), write_planes, judged: Vec::new(), opinions: LeafOpinions::default() }
    }

    pub(crate) fn batch(&self) -> usize {
        self.judge.batch()
    }

    /// Judges positions that are asked about next.
    pub(crate) fn prepare(&mut self, positions: &[G]) {
        let mut planes = Vec::new();
        positions.iter().for_each(|position| (self.write_planes)(position, &mut planes));
        self.opinions = self.judge.judge(planes).unwrap_or_default();
        self.judged.clear();
        self.judged.extend_from_slice(positions);
    }

    /// The logit of a win of the player to move. Writes the logits of all actions.
    pub(crate) fn judge(&mut self, position: &G, policy: &mut Vec<f32>) -> f64 {
        /// A leaf is never judged surer than this.
        const SUREST: f64 = 0.001;
        /// The lowest logit: that of a move which is masked.
        const LOWEST: f32 = -1e30;
        let known = self.judged.iter().position(|judged| judged == position);
        let at = known.unwrap_or_else(|| {
            self.prepare(std::slice::from_ref(position));
            0
        });
        let LeafOpinions { policy: all, values } = &self.opinions;
        let n_actions = all.len() / self.judged.len();
        policy.clear();
        policy.extend(all.iter().skip(at * n_actions).take(n_actions).map(|logit| logit.max(LOWEST)));
        let value = values.get(at).map_or(0.0, |&value| f64::from(value));
        let chance = f64::midpoint(1.0, value).clamp(SUREST, 1.0 - SUREST);
        libm::log(chance / (1.0 - chance))
    }
}
