//! The first proved position: better moves there.

use super::*;

/// Game 1780893 of Little Golem on 11x11, which White won by resignation. After move 28 Black has lost already, which
/// takes the solver a thousand nodes. Ten nodes show that h8 instead of move 29 loses, which the engine would have played.
const LOST_BEFORE: &str = "k6 c2 i3 i4 h4 h5 g5 g6 f6 f7 e7 e8 d8 d9 c9 b11 c10 c11 d10 d11 e10 e11 f10 f11 h10 g10 j5 k3 \
                           g8 g9 f9 h8 h6 i9";

/// Game 1761124 of Little Golem on 11x11, which White won by resignation. It is lost after move 23 at sight; before, the
/// solver has no answer within 20,000 nodes.
const OPEN_BEFORE: &str = "e4 d8 c8 c9 a10 a11 b10 c7 d7 e5 f6 g4 i3 h5 i5 i6 c6 c5 h6 i4 k3 j4 d5 d6 a8 b7 a7 b6";

fn reviewed(moves: &str, nodes: u64) -> (GameToReview, Review) {
    let game = hex(moves, 11);
    let spec = ReviewSpec { effort: Effort::Work { nodes, playouts: 400 }, samples: 4, ..spec() };
    let review = Reviewer { archive: &archive(None), spec: &spec }.review(&game, &Unlimited).unwrap();
    (game, review)
}

/// The moves that a review calls better, each with the number of the mistake.
fn better(review: &Review) -> impl Iterator<Item = (usize, &str)> {
    let mistakes = review.mistakes.iter().map(|&number| &review.moves[number - 1]);
    mistakes.flat_map(|mv| mv.better.iter().flat_map(|better| &better.moves).map(|better| (mv.number, better.as_str())))
}

/// Whether a solver of its own proves within this many nodes that the move loses.
fn loses(game: &GameToReview, number: usize, mv: &str, nodes: u64) -> bool {
    let mut session = Session::replay(&game.spec, &game.record, number - 1).unwrap();
    let player = session.to_move();
    session.play(player, mv).unwrap();
    let answer = session.solver().unwrap().solve(player.opponent(), &Limits::nodes(nodes));
    answer.winner == Some(player.opponent())
}

#[test]
fn the_position_before_the_proofs_gets_the_work_that_is_left() {
    let (game, review) = reviewed(LOST_BEFORE, 300);
    assert!(loses(&game, 29, "h8", 1_000), "the engine's choice");
    // A bound of 300 nodes for each position alone would not decide it.
    assert_eq!(review.positions[28].winner(), Some(Side::White), "{:?}", review.positions[28].known);
    assert_eq!(review.moves[28].mistake, None, "move 29 changes nothing");
    assert!(review.certain_from.unwrap() <= 28, "{:?}", review.certain_from);
    for (number, mv) in better(&review) {
        assert!(!loses(&game, number, mv, 400), "instead of move {number}: {mv}");
    }
}

#[test]
fn with_little_work_nothing_that_loses_is_called_better() {
    for nodes in [8, 25, 60] {
        let (game, review) = reviewed(LOST_BEFORE, nodes);
        let from = review.certain_from.expect("the end is proved at sight");
        for (number, mv) in better(&review).filter(|&(number, _)| number + 6 >= from) {
            assert!(!loses(&game, number, mv, 400), "{nodes} nodes, instead of move {number}: {mv}");
        }
    }
}

#[test]
fn an_opinion_near_a_proof_says_how_far_the_solver_has_looked() {
    let (game, review) = reviewed(OPEN_BEFORE, 400);
    let from = review.certain_from.expect("the end is proved at sight");
    assert!(review.positions[from - 1].proof().is_none());
    let mut n_opinions = 0;
    let doubtful = review.moves.iter().filter(|mv| mv.number <= from && from <= mv.number + 6 && mv.mistake.is_some());
    for mv in doubtful {
        let better = mv.better.as_ref().expect("a mistake without a better move is none");
        let nodes = better.solver_nodes.expect("the solver was asked");
        assert!(!better.is_proved && nodes >= 500, "{better:?}");
        let words = review.instead(mv);
        assert!(words.contains("opinion") && words.contains(&format!("searched {nodes} positions")), "{words}");
        assert!(sgf::write(&game, &review).unwrap().contains("the engine's choice, an opinion"));
        n_opinions += 1;
    }
    assert!(n_opinions > 0, "{:?}", review.mistakes);
    assert_eq!(review, reviewed(OPEN_BEFORE, 400).1, "the same work gives the same review");
}
