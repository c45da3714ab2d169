//! Estimates along games, which may not swing with the side to move.

use tesuji_engine::{AnyRecord, GameKind, GameSpec, PlayerSpec, StrongSpec};

use crate::tests::archive;
use crate::{Effort, GameToReview, Known, PositionReview, Review, ReviewSpec, Reviewer, Side, Unlimited};

/// The strong player of this repository against itself, 1,500 playouts a move.
const GO: &str = "(;GM[1]SZ[9]KM[7.5]RU[Chinese]\
     ;B[bf];W[gd];B[fc];W[hf];B[dg];W[eb];B[ec];W[cb];B[fb];W[dc];B[dd];W[cd];B[db];W[da];B[hc];W[hd];B[ce];W[ed];B\
     [fd];W[de];B[fe];W[gc];B[bc];W[bd];B[gg];W[gb];B[ad];W[fa];B[ae];W[ff];B[ef];W[ee];B[ge];W[fg];B[fh];W[gf];B[d\
     f];W[dd];B[eh];W[gh];B[hh];W[hg];B[gi];W[ih];B[gg];W[be];B[bb];W[gh];B[hi];W[cf];B[cg];W[af];B[ag];W[ba];B[gg]\
     ;W[cc];B[ab];W[gh];B[ig];W[if];B[gg];W[ce];B[gh];W[eg])";

fn review(kind: GameKind, record: &str, playouts: u64) -> Review {
    let archive = archive(None);
    let spec = ReviewSpec {
        effort: Effort::Work { nodes: 10, playouts },
        player: PlayerSpec::Strong(StrongSpec { memory_mib: 16, ..StrongSpec::default() }),
        samples: 2,
        seed: 1,
        certificates: None,
        judge: None,
    };
    let usual = GameSpec::usual(kind);
    let game = GameToReview { id: "game".to_owned(), record: AnyRecord::read(&usual, record).unwrap(), spec: usual };
    Reviewer { archive: &archive, spec: &spec }.review(&game, &Unlimited).unwrap()
}

/// For each estimate between two others: how much better it is for the player to move than the mean of its neighbours,
/// and whether that mean lies in its interval.
fn swings(review: &Review) -> Vec<(f64, bool)> {
    let black = |position: &PositionReview| match &position.known {
        Known::Estimated(estimate) => Some((estimate.black, estimate.interval)),
        _ => None,
    };
    let swing = |around: &[PositionReview]| {
        let [before, (value, [low, high]), after] = [black(&around[0])?, black(&around[1])?, black(&around[2])?];
        let mean = f64::midpoint(before.0, after.0);
        let better = if around[1].to_move == Side::Black { value - mean } else { mean - value };
        Some((better, low <= mean && mean <= high))
    };
    review.positions.windows(3).filter_map(swing).collect()
}

#[test]
fn the_curve_does_not_swing_with_the_side_to_move() {
    let amazons = include_str!("../../../../examples/amazons.sgf");
    for (kind, record) in [(GameKind::Amazons, amazons), (GameKind::Go, GO)] {
        let review = review(kind, record, 400);
        let swings = swings(&review);
        let n = swings.len() as f64;
        let mean = swings.iter().map(|(better, _)| better).sum::<f64>() / n;
        let covered = swings.iter().filter(|(_, is_covered)| *is_covered).count() as f64 / n;
        assert!(n >= 40.0 && mean.abs() < 0.035, "{kind:?}: {mean:.3} better for the player to move, in {n} positions");
        assert!(covered > 0.7, "{kind:?}: {covered:.2} of the intervals hold the mean of the neighbours");
        // What is left for the game as a whole to show is small: the values of single positions hardly swing either.
        assert!(review.bias.abs() < 0.05, "{kind:?}: {}", review.bias);
    }
}
