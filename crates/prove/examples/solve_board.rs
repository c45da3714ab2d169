//! Solves a position of Hex and proves the answer. `cargo run --release --example solve_board`

#![expect(clippy::print_stdout, reason = "an example that prints its answer")]

use tesuji_board::Player;
use tesuji_hex::notation::ascii;
use tesuji_prove::{BoardConfig, BoardSolver, Question};
use tesuji_search::Limits;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let question = Question::from(&ascii::read(". . . .\n . W . .\n  . . B .\n   . . . .\n")?.position(Player::White)?);
    let mut solver = BoardSolver::new(BoardConfig { table_bytes: 1 << 20, ..BoardConfig::default() });
    let answer = solver.solve(&question, &Limits::default());
    let proved = solver.certificate(&question, &Limits::default()).ok_or("no limit was set")?.check()?;
    let mv = answer.winning_move.map_or("none", |cell| question.topology.name(cell));
    println!("winner: {:?}, winning move: {mv}, proved in {} nodes", answer.winner, proved.n_nodes);
    Ok(())
}
