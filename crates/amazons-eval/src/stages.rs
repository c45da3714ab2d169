//! Evaluation of a turn in its two stages: a step, then an arrow.

use tesuji_amazons::{Size, Stage, Stages};
use tesuji_game::{Evaluation, Evaluator, Game, zobrist_key};

use super::board::LinesBySize;
use super::{BoardLines, FITTED, Squares, Weights, Workspace, terms};

/// Lieberum's terms for positions in the middle of a turn, as searches of [`Stages`] need them. Estimates are in
/// squares, for the player to move. The rating of a move is an estimate of the position that it leads to.
///
/// - Before the step: the terms. A step is rated as if the turn ended with it and no arrow were shot.
/// - Before the arrow: the best of all arrows, each rated by the terms of the position after it.
///
/// Cost of rating: as many evaluations by [`terms`] as there are moves.
#[derive(Clone, Debug)]
pub struct StagesEvaluator {
    weights: Weights,
    board: Option<(Size, LinesBySize)>,
    workspace: Box<Workspace>,
    /// The largest random number that is added to a rating, in squares, and its seed.
    jitter: f64,
    seed: u64,
    /// Cache of the ratings of arrows in the last position, because a search asks for them next.
    last: Option<u64>,
    ratings: Vec<f64>,
    moves: Vec<Stage>,
}

/// The value of a position for the player to move.
#[derive(Clone, Copy)]
struct StageValue {
    squares: f64,
    /// Whether there is a square that both players can reach.
    is_open: bool,
}

impl StagesEvaluator {
    /// An evaluator with these weights, and without jitter.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self {
            weights,
            board: None,
            workspace: Box::default(),
            jitter: 0.0,
            seed: 0,
            last: None,
            ratings: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Adds to each rating a random number from 0 to `jitter` squares, the same for equal seeds and positions. So
    /// searches with different seeds differ.
    pub const fn set_jitter(&mut self, jitter: f64, seed: u64) {
        (self.jitter, self.seed, self.last) = (jitter, seed, None);
    }

    /// Whether both players can reach some empty square, as the board stands. If not, what is left is mostly filling.
    pub fn is_open(&mut self, stages: &Stages) -> bool {
        self.with_board(stages, |of| of.value(stages).is_open)
    }

    fn with_board<T>(&mut self, stages: &Stages, ask: impl FnOnce(&mut dyn StageJudge) -> T) -> T {
        let size = stages.position().size();
        if self.board.as_ref().is_none_or(|(known, _)| *known != size) {
            self.board = Some((size, LinesBySize::new(size)));
        }
        let (weights, workspace) = (&self.weights, &mut *self.workspace);
        match &self.board {
            Some((_, LinesBySize::One(lines))) => ask(&mut On { lines, weights, workspace }),
            Some((_, LinesBySize::Two(lines))) => ask(&mut On { lines, weights, workspace }),
            Some((_, LinesBySize::Three(lines))) => ask(&mut On { lines, weights, workspace }),
            None => unreachable!("the lines were just made"),
        }
    }

    fn rate_into(&mut self, stages: &Stages, moves: &[Stage], ratings: &mut [f64]) {
        self.with_board(stages, |of| of.rate(stages, moves, ratings));
        if self.jitter > 0.0 {
            let key = zobrist_key(stages.zobrist() ^ self.seed);
            for (idx, rating) in (0..).zip(ratings) {
                let lot = (zobrist_key(key.wrapping_add(idx)) >> 11) as f64 / (1_u64 << 53) as f64;
                *rating += self.jitter * lot;
            }
        }
    }
}

impl Default for StagesEvaluator {
    fn default() -> Self {
        Self::new(FITTED)
    }
}

impl Evaluator<Stages> for StagesEvaluator {
    fn evaluate(&mut self, stages: &Stages) -> Evaluation {
        if stages.shooter().is_none() {
            return Evaluation::Estimate(self.with_board(stages, |of| of.value(stages).squares));
        }
        let (mut moves, mut ratings) = (std::mem::take(&mut self.moves), std::mem::take(&mut self.ratings));
        moves.clear();
        moves.extend(stages.moves());
        ratings.clear();
        ratings.resize(moves.len(), 0.0);
        self.rate_into(stages, &moves, &mut ratings);
        let best = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (self.moves, self.ratings, self.last) = (moves, ratings, Some(stages.zobrist()));
        Evaluation::Estimate(best)
    }

    fn rate(&mut self, stages: &Stages, moves: &[Stage], ratings: &mut [f64]) {
        if self.last == Some(stages.zobrist()) && self.moves == moves {
            ratings.copy_from_slice(&self.ratings);
        } else {
            self.rate_into(stages, moves, ratings);
        }
    }
}

/// The operations on a board of any size.
trait StageJudge {
    /// The value for the player to move.
    fn value(&mut self, stages: &Stages) -> StageValue;

    fn rate(&mut self, stages: &Stages, moves: &[Stage], ratings: &mut [f64]);
}

struct On<'a, const W: usize> {
    lines: &'a BoardLines<W>,
    weights: &'a Weights,
    workspace: &'a mut Workspace,
}

impl<const W: usize> On<'_, W> {
    fn judge(&mut self, squares: &Squares<W>) -> StageValue {
        let terms = terms(self.lines, squares, self.workspace);
        let v = Weights::phase(&terms, self.lines.columns() * self.lines.rows());
        StageValue { squares: self.weights.value(&terms, self.workspace.mobility(), v), is_open: terms.w > 0.0 }
    }
}

impl<const W: usize> StageJudge for On<'_, W> {
    fn value(&mut self, stages: &Stages) -> StageValue {
        self.judge(&Squares::of(stages.position()))
    }

    fn rate(&mut self, stages: &Stages, moves: &[Stage], ratings: &mut [f64]) {
        let before = Squares::seen_by(stages.position(), !stages.position().to_move());
        for (&mv, rating) in moves.iter().zip(ratings) {
            let mut squares = before;
            let [_, own] = &mut squares.amazons;
            match mv {
                Stage::Step(from, to) => {
                    for (square, set) in [(from, &mut squares.empty), (to, &mut *own)] {
                        set[usize::from(square / 64)] |= 1 << (square % 64);
                    }
                    for (square, set) in [(to, &mut squares.empty), (from, own)] {
                        set[usize::from(square / 64)] &= !(1 << (square % 64));
                    }
                }
                Stage::Arrow(arrow) => squares.empty[usize::from(arrow / 64)] &= !(1 << (arrow % 64)),
            }
            *rating = -self.judge(&squares).squares;
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_amazons::Position;
    use tesuji_board::{Bits, Player};

    use super::*;
    use crate::AmazonsEvaluator;

    /// Positions of random games on several boards, each before a step and before an arrow.
    fn positions() -> Vec<Stages> {
        let mut positions = Vec::new();
        for (side, seed) in [(4, 1), (6, 2), (8, 3), (10, 4), (10, 5)] {
            let mut stages = Stages::from(Position::standard(side).unwrap());
            for ply in 0.. {
                let moves = stages.moves();
                if moves.is_empty() {
                    break;
                }
                positions.push(stages.clone());
                let lot = zobrist_key(seed * 1_000 + ply) as usize;
                stages.play(moves[lot % moves.len()]).unwrap();
            }
        }
        positions
    }

    /// The value of the position on the board, with `player` to move.
    fn expected(stages: &Stages, player: Player) -> f64 {
        AmazonsEvaluator::with_weights(FITTED).value(&stages.position().with_to_move(player))
    }

    fn estimate(evaluator: &mut StagesEvaluator, stages: &Stages) -> f64 {
        match evaluator.evaluate(stages) {
            Evaluation::Estimate(value) => value,
            Evaluation::Decided(_) => panic!("terms decide nothing"),
        }
    }

    #[test]
    fn stages_are_rated_by_what_they_lead_to() {
        let mut evaluator = StagesEvaluator::default();
        for stages in positions() {
            let moves = stages.moves();
            let mut ratings = vec![0.0; moves.len()];
            evaluator.rate(&stages, &moves, &mut ratings);
            for (&mv, &rating) in moves.iter().zip(&ratings) {
                let mut after = stages.clone();
                after.play(mv).unwrap();
                // Before its arrow is shot, a step is judged as if the opponent were to move.
                let value = -expected(&after, !stages.to_move());
                assert!((rating - value).abs() < 1e-9, "{mv:?}: {rating}, not {value}");
            }
            let found = estimate(&mut evaluator, &stages);
            let value = match stages.shooter() {
                None => expected(&stages, stages.to_move()),
                Some(_) => ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            };
            assert!((found - value).abs() < 1e-9, "{found}, not {value}");
            let mut again = vec![0.0; moves.len()];
            evaluator.rate(&stages, &moves, &mut again);
            assert_eq!(again, ratings, "earlier evaluations show");
        }
    }

    #[test]
    fn lots_are_drawn_once() {
        let mut plain = StagesEvaluator::default();
        let mut drawn = [7, 7, 8].map(|seed| {
            let mut evaluator = StagesEvaluator::default();
            evaluator.set_jitter(0.5, seed);
            evaluator
        });
        for stages in positions().iter().step_by(7) {
            let moves = stages.moves();
            let mut rate = |evaluator: &mut StagesEvaluator| {
                let mut ratings = vec![0.0; moves.len()];
                evaluator.rate(stages, &moves, &mut ratings);
                ratings
            };
            let plain = rate(&mut plain);
            let [one, same, other] = drawn.each_mut().map(&mut rate);
            assert_eq!(one, same);
            assert_ne!(one, other);
            assert!(one.iter().zip(&plain).all(|(drawn, plain)| (0.0..=0.5).contains(&(drawn - plain))));
        }
    }

    #[test]
    fn open_is_what_both_can_reach() {
        let mut evaluator = StagesEvaluator::default();
        let mut n_closed = 0;
        for stages in positions() {
            let position = stages.position();
            let reach = |player| {
                let mut reached: Bits<3> = position.amazon_squares(player);
                loop {
                    let from: Vec<usize> = reached.iter().collect();
                    let targets = from.iter().flat_map(|&from| position.lines().targets(from as u8).to_vec());
                    let next = targets.fold(reached, |reached, to| reached.with(usize::from(to)));
                    if next == reached {
                        return reached;
                    }
                    reached = next;
                }
            };
            let is_open = reach(Player::Black).meets(&reach(Player::White));
            assert_eq!(evaluator.is_open(&stages), is_open, "{stages:?}");
            n_closed += u32::from(!is_open);
        }
        assert!(n_closed > 5, "{n_closed}");
    }
}
