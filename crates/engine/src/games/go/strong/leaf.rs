//! A tree whose leaves a net judges, together with playouts.

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

use crate::move_seed;
use crate::player::StrongSpec;

/// Largest random difference between the ratings of a move in searches with different seeds.
const VARIATION: f64 = 0.3;
/// Deduction from the rating of a move that fills the player's own eye.
const EYE: f64 = 15.0;
/// A leaf is never judged surer than this.
const SUREST: f64 = 0.001;

/// A tree with the net that guides it.
pub(super) struct NetTree {
    leaves: Leaves<Position>,
    judge: Judge<'static>,
    opinion: Opinion,
    /// The position of the opinion.
    seen: Option<Position>,
    /// The position that a playout changes.
    played: Option<Position>,
}

impl NetTree {
    pub(super) fn new(net: &'static Net) -> Self {
        let (leaves, judge, opinion) = (Leaves::new(), Judge::new(net), Opinion::default());
        Self { leaves, judge, opinion, seen: None, played: None }
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
        let mut leaf = Leaf { judge, opinion, seen, played, playout, share: go.net_share, seed };
        leaves.search(position, &go.leaves(max_nodes, settled_within), &mut leaf, &mut Nothing, limits)
    }

    /// The end of the game that the net expects.
    pub(super) fn ends(&mut self, position: &Position) -> Option<Ends> {
        self.judge.judge(position, &mut self.opinion);
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
    judge: &'a mut Judge<'static>,
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
            self.judge.judge(position, self.opinion);
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
        let opinion = self.opinion(position);
        let view = position.view();
        for (mv, rating) in moves.iter().zip(ratings) {
            let at = match *mv {
                Move::Place(cell) => {
                    *rating = f64::from(opinion.policy[cell.index()]);
                    if !view.would_play(cell, position.to_move()) {
                        *rating -= EYE;
                    }
                    cell.index()
                }
                Move::Pass => {
                    *rating = opinion.pass;
                    opinion.policy.len()
                }
            };
            let random = move_seed(key, at) as f64 / u64::MAX as f64;
            *rating += VARIATION * (random - 0.5);
        }
    }
}

/// The position, in memory that is kept.
fn copied<'a>(kept: &'a mut Option<Position>, position: &Position) -> &'a mut Position {
    let copy = kept.get_or_insert_with(|| position.clone());
    copy.clone_from(position);
    copy
}
