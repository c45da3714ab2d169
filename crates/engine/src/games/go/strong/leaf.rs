//! A tree whose leaves a net judges, together with playouts.

use std::sync::Arc;

use rand::SeedableRng;
use tesuji_board::Player;
use tesuji_game::{Evaluation, Evaluator, Game as _, Outcome};
use tesuji_go::{Move, Position, View as _};
use tesuji_neural::graph::{Judge, Net, Opinion};
use tesuji_playout::{Ends, GoSteered};
use tesuji_search::Limits;
use tesuji_search::mcts::guided::{SearchResult, TracedPlayout as _};
use tesuji_search::mcts::leaves::{Leaves, Nothing, chance_of};
use tesuji_search::mcts::{Playout as _, PlayoutRng};

use crate::games::planes;
use crate::move_seed;
use crate::player::{CallersNet, LeafJudge, StrongSpec};

/// Largest random difference between the ratings of a move in searches with different seeds.
const VARIATION: f64 = 0.3;
/// Deduction from the rating of a move that fills the player's own eye.
const EYE: f64 = 15.0;
/// A leaf is never judged surer than this.
const SUREST: f64 = 0.001;

/// A tree with the net that guides it.
pub(super) struct NetTree {
    leaves: Leaves<Position>,
    judge: LeafNet,
    opinion: Opinion,
    /// The position of the opinion.
    seen: Option<Position>,
    /// The position that a playout changes.
    played: Option<Position>,
}

/// The net that judges leaves.
enum LeafNet {
    Ours(Box<Judge<'static>>),
    Callers(CallersNet<Position>),
}

impl NetTree {
    /// A tree with the net of the caller, or else with ours, if there is one.
    pub(super) fn new(callers: Option<&Arc<dyn LeafJudge>>, net: Option<&'static Net>) -> Option<Self> {
        let judge = match callers {
            Some(judge) => LeafNet::Callers(CallersNet::new(judge, planes::of_go)),
            None => LeafNet::Ours(Box::new(Judge::new(net?))),
        };
        Some(Self { leaves: Leaves::new(), judge, opinion: Opinion::default(), seen: None, played: None })
    }

    pub(super) fn advance(&mut self, mv: Move) {
        self.leaves.advance(mv);
    }

    /// Searches a position; a node of the limits is a leaf.
    pub(super) fn search(
        &mut self,
        position: &Position,
        (spec, settled_within): (&StrongSpec, Option<u64>),
        playout: &mut GoSteered,
        limits: &Limits,
        seed: u64,
    ) -> Option<SearchResult<Move>> {
        let Self { leaves, judge, opinion, seen, played } = self;
        let go = spec.game.go();
        let max_nodes = spec.memory_mib.saturating_mul(Leaves::<Position>::nodes_in(1 << 20)) / spec.trees;
        let share = if matches!(judge, LeafNet::Ours(_)) { go.net_share } else { 1.0 };
        let mut leaf = Leaf { judge, opinion, seen, played, playout, share, seed };
        leaves.search(position, &go.leaves(max_nodes, settled_within), &mut leaf, &mut Nothing, limits)
    }

    /// The end of the game that the net expects.
    pub(super) fn ends(&mut self, position: &Position) -> Option<Ends> {
        let LeafNet::Ours(judge) = &mut self.judge else { return None };
        judge.judge(position, &mut self.opinion);
        self.seen = None;
        let sign = if position.to_move() == Player::Black { 1.0 } else { -1.0 };
        Some(Ends {
            owners: self.opinion.owners.iter().map(|&owner| sign * f64::from(owner)).collect(),
            lead: sign * self.opinion.lead,
            share: chance_of(sign * self.opinion.logit),
            n_playouts: 1,
        })
    }
}

/// Judges leaves by the net and by a playout.
struct Leaf<'a> {
    judge: &'a mut LeafNet,
    opinion: &'a mut Opinion,
    seen: &'a mut Option<Position>,
    played: &'a mut Option<Position>,
    playout: &'a mut GoSteered,
    /// The share of the net.
    share: f64,
    seed: u64,
}

impl Leaf<'_> {
    fn opinion(&mut self, position: &Position) -> &Opinion {
        if self.seen.as_ref() != Some(position) {
            match &mut self.judge {
                LeafNet::Ours(judge) => judge.judge(position, self.opinion),
                LeafNet::Callers(net) => {
                    self.opinion.logit = net.judge(position, &mut self.opinion.policy);
                    self.opinion.pass = self.opinion.policy.pop().map_or(0.0, f64::from);
                }
            }
            copied(self.seen, position);
        }
        self.opinion
    }
}

impl Evaluator<Position> for Leaf<'_> {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        let logit = self.opinion(position).logit;
        if self.share >= 1.0 {
            return Evaluation::Estimate(logit);
        }
        let mut rng = PlayoutRng::seed_from_u64(move_seed(position.zobrist() ^ self.seed, 0));
        self.playout.follow(position.last_cells()[0].map_or(Move::Pass, Move::Place));
        let result = match self.playout.play_out(copied(self.played, position), &mut rng) {
            Outcome::Win(winner) if winner == position.to_move() => 1.0,
            Outcome::Win(_) => 0.0,
            Outcome::Draw => 0.5,
        };
        let chance = self.share * chance_of(logit) + (1.0 - self.share) * result;
        let chance = chance.clamp(SUREST, 1.0 - SUREST);
        Evaluation::Estimate(libm::log(chance / (1.0 - chance)))
    }

    fn rate(&mut self, position: &Position, moves: &[Move], ratings: &mut [f64]) {
        let key = position.zobrist() ^ self.seed;
        let (eye, variation) = if matches!(self.judge, LeafNet::Ours(_)) { (EYE, VARIATION) } else { (0.0, 0.0) };
        let opinion = self.opinion(position);
        let view = position.view();
        for (mv, rating) in moves.iter().zip(ratings) {
            let at = match *mv {
                Move::Place(cell) => {
                    *rating = opinion.policy.get(cell.index()).map_or(0.0, |&logit| f64::from(logit));
                    if !view.would_play(cell, position.to_move()) {
                        *rating -= eye;
                    }
                    cell.index()
                }
                Move::Pass => {
                    *rating = opinion.pass;
                    opinion.policy.len()
                }
            };
            let random = move_seed(key, at) as f64 / u64::MAX as f64;
            *rating += variation * (random - 0.5);
        }
    }

    fn batch(&self) -> usize {
        if let LeafNet::Callers(net) = &self.judge { net.batch() } else { 1 }
    }

    fn prepare(&mut self, positions: &[Position]) {
        if let LeafNet::Callers(net) = &mut self.judge {
            net.prepare(positions);
        }
    }
}

/// The position, in memory that is kept.
fn copied<'a>(kept: &'a mut Option<Position>, position: &Position) -> &'a mut Position {
    let copy = kept.get_or_insert_with(|| position.clone());
    copy.clone_from(position);
    copy
}
