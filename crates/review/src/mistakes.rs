//! Mistakes among the moves, from the results for the positions.

use crate::estimate;
use crate::report::{Alternative, Estimate, Known, MistakeKind, MoveReview, PositionReview, Review, Side, Turning};
use tesuji_board::SortOnce as _;

/// An estimated loss below this is not called a mistake, however narrow its interval is.
const LEAST_LOSS: f64 = 0.05;

/// A move this many plies before a proved position is near it.
pub(crate) const NEAR: usize = 6;

/// The bias is corrected if there are this many pairs of estimates to tell it from.
const LEAST_PAIRS: usize = 6;

/// The median of these numbers; `None` if they are too few to tell anything of a game.
///
/// Of losses it is what a move seems to lose where nothing is wrong with it. A search thinks a little better, or worse,
/// of the player to move. Most moves are not mistakes, which is why the median shows this swing.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    if numbers.len() < LEAST_PAIRS {
        return None;
    }
    numbers.sort_once_by(f64::total_cmp);
    Some(f64::midpoint(numbers[(numbers.len() - 1) / 2], numbers[numbers.len() / 2]))
}

/// Effect of the move from one position to the next. `bias` is taken from the difference of two estimates. Where it is
/// not known, two estimates make no mistake.
pub(crate) fn judge(
    before: &PositionReview,
    after: &PositionReview,
    player: Side,
    mv: String,
    bias: Option<f64>,
) -> MoveReview {
    let for_player = |(value, [low, high]): (f64, [f64; 2])| match player {
        Side::Black => (value, [low, high]),
        Side::White => (1.0 - value, [1.0 - high, 1.0 - low]),
    };
    let (mut loss, mut interval) = (None, None);
    let is_spread = before.interval().is_some() && after.interval().is_some();
    if let (Some(was), Some(is)) = (before.black().map(for_player), after.black().map(for_player)) {
        let is_estimated = [before, after].iter().all(|position| matches!(position.known, Known::Estimated(_)));
        let difference = was.0 - is.0 - if is_estimated { bias.unwrap_or(0.0) } else { 0.0 };
        // The two means are independent: their deviations add up as squares.
        let [below, above] = [(was.0 - was.1[0]).hypot(is.1[1] - is.0), (was.1[1] - was.0).hypot(is.0 - is.1[0])];
        (loss, interval) = (Some(difference), is_spread.then_some([difference - below, difference + above]));
    }
    let mistake = match (&before.known, &after.known) {
        (Known::Proved(was), Known::Proved(is)) => {
            (was.winner == Some(player) && is.winner != Some(player)).then_some(MistakeKind::Proved)
        }
        (Known::Proved(_), _) => None,
        (Known::Estimated(_), known) => {
            let is_large = interval.zip(loss).is_some_and(|([low, _], loss)| low > 0.0 && loss >= LEAST_LOSS);
            let kind = if matches!(known, Known::Proved(_)) { MistakeKind::Lost } else { MistakeKind::Estimated };
            let is_best = matches!(&before.known, Known::Estimated(estimate) if estimate.best == mv);
            // A move that the engine would have made itself is no mistake that the engine could name.
            let is_comparable = kind == MistakeKind::Lost || bias.is_some();
            (is_large && !is_best && is_comparable).then_some(kind)
        }
        (Known::Nothing, _) => None,
    };
    let better = mistake.and_then(|_| better(before));
    let only = before.proof().filter(|proof| proof.winner == Some(player) && proof.is_complete);
    let is_only_move = only.is_some_and(|proof| proof.winning.len() == 1 && proof.winning[0] == mv);
    MoveReview { number: after.n_moves, player, mv, loss, interval, mistake, is_only_move, better }
}

fn better(before: &PositionReview) -> Option<Alternative> {
    match &before.known {
        Known::Proved(proof) if !proof.winning.is_empty() => {
            let line = if proof.line.first().is_some_and(|first| proof.winning.contains(first)) {
                proof.line.clone()
            } else {
                vec![proof.winning[0].clone()]
            };
            Some(Alternative { moves: proof.winning.clone(), line, is_proved: true, solver_nodes: None })
        }
        Known::Estimated(Estimate { best, line, refuted, solver_nodes, .. }) if !refuted.contains(best) => {
            let (moves, line) = (vec![best.clone()], line.clone());
            Some(Alternative { moves, line, is_proved: false, solver_nodes: *solver_nodes })
        }
        _ => None,
    }
}

/// Fills in everything about the game that follows from its positions: moves, turning point, mistakes.
///
/// `is_judged` says of each position whether a move from it can be a mistake. The first move before a swap cannot: its
/// player loses in any case.
pub(crate) fn conclude(review: &mut Review, moves: &[(Side, String)], is_judged: &[bool]) {
    let judged = |positions: &[PositionReview], bias: Option<f64>| {
        let pairs = moves.iter().zip(positions.windows(2));
        pairs.map(move |((player, mv), pair)| judge(&pair[0], &pair[1], *player, mv.clone(), bias)).collect::<Vec<_>>()
    };
    let is_estimated = |n_moves: usize| matches!(review.positions[n_moves].known, Known::Estimated(_));
    let estimated = |mv: &&MoveReview| is_estimated(mv.number - 1) && is_estimated(mv.number);
    let losses: Vec<f64> = judged(&review.positions, None).iter().filter(estimated).filter_map(|mv| mv.loss).collect();
    let wobble = |bias: f64| median(losses.iter().map(|loss| (loss - bias).abs()).collect()).unwrap_or(0.0);
    let bias = median(losses.clone());
    review.bias = bias.unwrap_or(0.0);
    estimate::level(&mut review.positions, review.bias, bias.map_or(0.0, wobble));
    review.moves = judged(&review.positions, bias.map(|_| 0.0));
    let positions = &review.positions;
    for mv in &mut review.moves {
        if !is_judged[mv.number - 1] {
            (mv.loss, mv.interval, mv.mistake, mv.better) = (None, None, None, None);
        }
    }
    let last = positions.last();
    review.winner = last.and_then(PositionReview::winner);
    let is_certain = |position: &&PositionReview| position.proof().is_some() && position.winner() == review.winner;
    let n_certain = positions.iter().rev().take_while(is_certain).count();
    review.certain_from = (n_certain > 0).then(|| positions.len() - n_certain);
    let is_turn = |mv: &&MoveReview| mv.mistake == Some(MistakeKind::Proved);
    review.turning = review.moves.iter().rev().find(is_turn).map(|mv| Turning { number: mv.number, player: mv.player });
    list(review);
}

/// Whether a move is called a mistake only because the engine thinks so, although a proof is near: the move is followed
/// by a proved position within [`NEAR`] plies. The solver can then have a look at what would have been better.
pub(crate) fn is_doubtful(review: &Review, mv: &MoveReview) -> bool {
    let is_opinion = matches!(mv.mistake, Some(MistakeKind::Lost | MistakeKind::Estimated));
    let after = review.positions.iter().skip(mv.number).take(NEAR + 1);
    is_opinion && after.into_iter().any(|position| position.proof().is_some())
}

/// Takes back what only the engine calls a mistake near a proof, unless the solver has searched what would have been
/// better for as long as the proof took.
pub(crate) fn take_back(review: &mut Review) {
    let is_tried = |mv: &MoveReview| mv.better.as_ref().is_some_and(|better| better.solver_nodes.is_some());
    let untried: Vec<usize> = review
        .moves
        .iter()
        .enumerate()
        .filter(|(_, mv)| is_doubtful(review, mv) && !is_tried(mv))
        .map(|(idx, _)| idx)
        .collect();
    for idx in untried {
        let mv = &mut review.moves[idx];
        (mv.mistake, mv.better) = (None, None);
    }
    list(review);
}

/// Lists the mistakes.
fn list(review: &mut Review) {
    let mut mistakes: Vec<&MoveReview> = review.moves.iter().filter(|mv| mv.mistake.is_some()).collect();
    // The largest first. Of equal losses a proved one comes first, then the later one.
    let key = |mv: &MoveReview| (mv.loss.unwrap_or(0.0), mv.mistake, mv.number);
    mistakes.sort_once_by(|one, other| {
        let ((loss, kind, number), (other_loss, other_kind, other_number)) = (key(one), key(other));
        other_loss.total_cmp(&loss).then(kind.cmp(&other_kind)).then(other_number.cmp(&number))
    });
    review.mistakes = mistakes.iter().map(|mv| mv.number).collect();
}
