//! Runs Programs A and B on a file of problems and prints their nodes and times, like tables 1 and 2 of the paper.
//!
//! ```text
//! cargo run --release -p tesuji-verify --example paper_table -- FILE [most empty cells] [most nodes]
//! ```
#![expect(clippy::print_stdout, reason = "an example that prints a table")]

use std::error::Error;
use std::time::Instant;

use tesuji_problem::parse_file_text;
use tesuji_search::Limits;
use tesuji_verify::{Program, VerifyOutcome, verify};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which file?")?;
    let most_empties: usize = arguments.next().map_or(Ok(usize::MAX), |text| text.parse())?;
    let most_nodes: u64 = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let programs = [Program::A, Program::B];
    println!("| case | empty | expected | A seconds / nodes | B seconds / nodes |\n| --- | --- | --- | --- | --- |");
    let mut totals = [(0.0, 0); 2];
    for problem in parse_file_text(&std::fs::read_to_string(path)?)? {
        let claim = problem.claim;
        if claim.carrier.len() > most_empties {
            continue;
        }
        let mut columns = Vec::new();
        for (program, total) in programs.into_iter().zip(&mut totals) {
            let start = Instant::now();
            let report = verify(&claim, program, &Limits::nodes(most_nodes));
            let seconds = start.elapsed().as_secs_f64();
            let answer = match report.outcome {
                VerifyOutcome::Holds(_) => Some(true),
                VerifyOutcome::Fails(_) => Some(false),
                VerifyOutcome::Undecided => None,
            };
            let remark = match (answer, problem.expected) {
                (None, _) => " undecided",
                (Some(found), Some(expected)) if found != expected => " WRONG",
                _ => "",
            };
            *total = (total.0 + seconds, total.1 + report.nodes);
            columns.push(format!("{seconds:.3} / {}{remark}", report.nodes));
        }
        let answer = problem.expected.map_or("?", |holds| if holds { "holds" } else { "fails" });
        println!("| {} | {} | {answer} | {} |", problem.id, claim.carrier.len(), columns.join(" | "));
    }
    let totals: Vec<String> = totals.iter().map(|(seconds, nodes)| format!("{seconds:.3} / {nodes}")).collect();
    println!("| all | | | {} |", totals.join(" | "));
    Ok(())
}
