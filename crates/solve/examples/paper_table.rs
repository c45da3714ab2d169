//! Runs Programs A and B on a file of problems and prints their nodes and times, as the paper's tables 1 and 2 do.
//!
//! ```text
//! cargo run --release -p tesuji-solve --example paper_table -- FILE.json [most empty cells] [most nodes]
//! ```
#![expect(clippy::print_stdout, reason = "an example that prints a table")]

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;
use tesuji_board::{CellSet, Player, Topology};
use tesuji_proof::{Claim, Goal, Mover, Terminal};
use tesuji_search::Limits;
use tesuji_solve::{Outcome, Program, verify};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which file?")?;
    let most_empties: usize = arguments.next().map_or(Ok(usize::MAX), |text| text.parse())?;
    let most_nodes: u64 = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let programs = [Program::A, Program::B];
    println!("| case | empty | answer | A seconds / nodes | B seconds / nodes |\n| --- | --- | --- | --- | --- |");
    let mut totals = [(0.0, 0); 2];
    for problem in file["problems"].as_array().ok_or("no problems")? {
        let claim = read_claim(problem).ok_or_else(|| format!("cannot read {}", problem["id"]))?;
        claim.validate()?;
        if claim.carrier.len() > most_empties {
            continue;
        }
        let mut columns = Vec::new();
        for (program, total) in programs.into_iter().zip(&mut totals) {
            let start = Instant::now();
            let report = verify(&claim, program, &Limits::nodes(most_nodes));
            let seconds = start.elapsed().as_secs_f64();
            let answer = match report.outcome {
                Outcome::Holds(_) => Some(true),
                Outcome::Fails(_) => Some(false),
                Outcome::Undecided => None,
            };
            let remark = match (answer, problem["answer"].as_bool()) {
                (None, _) => " undecided",
                (Some(found), Some(expected)) if found != expected => " WRONG",
                _ => "",
            };
            *total = (total.0 + seconds, total.1 + report.nodes);
            columns.push(format!("{seconds:.3} / {}{remark}", report.nodes));
        }
        let id = problem["id"].as_str().unwrap_or("?");
        println!("| {id} | {} | {} | {} |", claim.carrier.len(), problem["answer"], columns.join(" | "));
    }
    let totals: Vec<String> = totals.iter().map(|(seconds, nodes)| format!("{seconds:.3} / {nodes}")).collect();
    println!("| all | | | {} |", totals.join(" | "));
    Ok(())
}

fn read_claim(problem: &Value) -> Option<Claim> {
    let size = |i: usize| problem["board"][i].as_u64().map(|length| length as usize);
    let topology = Arc::new(Topology::rhombus(size(0)?, size(1)?).ok()?);
    let cells = |key: &str| -> Option<CellSet> {
        problem[key].as_array()?.iter().map(|name| topology.cell(name.as_str()?)).collect()
    };
    let terminal = |name: &Value| {
        let name = name.as_str()?;
        topology.cell(name).map(Terminal::Cell).or_else(|| topology.edge(name).map(Terminal::Edge))
    };
    let group = |group: &Value| group.as_array()?.iter().map(terminal).collect::<Option<Vec<_>>>();
    let groups = |groups: &Value| groups.as_array()?.iter().map(group).collect::<Option<Vec<_>>>();
    let alternatives = problem["goals"].as_array()?.iter().map(groups).collect::<Option<Vec<_>>>()?;
    let owner = if problem["owner"] == "white" { Player::White } else { Player::Black };
    let to_move = if problem["to_move"] == "owner" { Mover::Owner } else { Mover::Opponent };
    let (stones, carrier) = (cells("stones")?, cells("empties")?);
    Some(Claim { stones, carrier, goal: Goal::new(alternatives).ok()?, topology, owner, to_move })
}
