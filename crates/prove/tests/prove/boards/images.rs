//! The images of a proof under the symmetries of Hex.

use std::io::Cursor;
use std::sync::Arc;

use tesuji_board::{Player, Topology};
use tesuji_proof::{Verdict, check_stream};
use tesuji_prove::{BoardConfig, BoardSolver, Question, Symmetry};
use tesuji_search::Limits;

/// A 4x3 position without symmetry.
///
/// ```text
///  a b c d
/// 1 . B . .
///  2 . . W .
///   3 . . . .
/// ```
fn example() -> Question {
    let topology = Arc::new(Topology::rhombus(4, 3).unwrap());
    let one = |name: &str| topology.cell(name).into_iter().collect();
    Question { black: one("b1"), white: one("c2"), to_move: Player::White, topology: Arc::clone(&topology) }
}

#[test]
fn the_image_of_a_proof_proves_the_image() {
    let question = example();
    let mut solver = BoardSolver::new(BoardConfig { table_bytes: 1 << 20, ..BoardConfig::default() });
    let winner = solver.solve(&question, &Limits::default()).winner.unwrap();
    let bytes = solver.certificate(&question, &Limits::default()).unwrap().to_bytes().unwrap();
    for symmetry in Symmetry::ALL {
        let image = symmetry.rewrite(&bytes[..], Cursor::new(Vec::new())).unwrap().unwrap().into_inner();
        let back = symmetry.rewrite(&image[..], Cursor::new(Vec::new())).unwrap().unwrap().into_inner();
        assert!(back == bytes, "{symmetry:?} is its own inverse");
        let summary = check_stream(&image[..]).unwrap_or_else(|error| panic!("{symmetry:?}: {error}"));
        let proved = match summary.verdict {
            Verdict::Holds => summary.claim.owner,
            Verdict::Fails => summary.claim.owner.opponent(),
        };
        assert_eq!(proved, symmetry.player(winner));
        assert_eq!(Question::of_claim(&summary.claim).unwrap(), symmetry.question(&question));
    }
}
