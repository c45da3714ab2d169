//! `tesuji claim strategy --program a`: the answers of a program that writes no certificates, as a table.

use std::io::Write;

use miette::miette;
use serde_json::{Value, json};
use tesuji_claims::strategy::{AnsweredOutcome, AnsweredReason, AnsweredStrategy, PositionAnswer, answers_by};
use tesuji_gallery::claims;
use tesuji_mishima::Program;
use tesuji_problem::strategy::Strategy;
use tesuji_proof::Claim;
use tesuji_search::Limits;

use super::Arguments;
use crate::columns::Columns;
use crate::pool::Pool;
use crate::sheet::{self, Objects};
use crate::status::{self, Status};
use crate::text::{count, with_separators};

/// The columns of `--csv`, which are keys of the positions in the JSON.
const COLUMNS: &str = "id program place question left_out empties answer nodes";

pub(super) fn run(arguments: &Arguments, strategy: &Strategy, program: Program, pool: &Pool) -> status::Result {
    if arguments.certificates.is_some() {
        return Err(miette!("`--certificates` needs Program C: {} writes no certificates here", program.name()).into());
    }
    let config = arguments.paper.config();
    let verifier = |claim: &Claim, limits: &Limits| program.verify(claim, &config, limits);
    let search = |limits: &Limits, _: &_| answers_by(strategy, &verifier, limits);
    let Some((answered, seconds)) = pool.run_one(|| pool.search(0, &strategy.problem.id, search)) else {
        return Ok(Status::Interrupted);
    };
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    for answer in &answered.answers {
        rows.add(|| position(strategy, program, answer));
    }
    rows.write()?;
    if arguments.picture.is_wanted() {
        let theme = arguments.picture.theme();
        let title = |answer: &PositionAnswer| format!("{}: {}", answer.place, word(answer.holds));
        let drawn = answered.answers.iter().map(|answer| claims::claim(&title(answer), &answer.claim, theme));
        arguments.picture.write(drawn.collect())?;
    }
    let text = match arguments.data.json {
        true => format!("{}\n", sheet::line(&json_line(strategy, program, &answered, seconds))),
        false => in_words(strategy, program, &answered, seconds),
    };
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())?;
    Ok(match answered.outcome {
        AnsweredOutcome::Fails(_) => Status::No,
        AnsweredOutcome::Undecided(_) if pool.is_stopped() => Status::Interrupted,
        AnsweredOutcome::Undecided(_) => Status::Undecided,
        AnsweredOutcome::Holds => Status::Fine,
    })
}

fn word(holds: Option<bool>) -> &'static str {
    match holds {
        Some(true) => "holds",
        Some(false) => "fails",
        None => "undecided",
    }
}

/// The moves of a position that are left out, by name.
fn left_out<'a>(strategy: &'a Strategy, answer: &PositionAnswer) -> Vec<&'a str> {
    match &answer.question {
        AnsweredReason::Leaf => Vec::new(),
        AnsweredReason::LeftOut(cells) => cells.iter().map(|cell| strategy.problem.claim.topology.name(cell)).collect(),
    }
}

fn in_words(strategy: &Strategy, program: Program, answered: &AnsweredStrategy, seconds: f64) -> String {
    let id = &strategy.problem.id;
    let name = program.name();
    let mut table = Columns::new([">cells", "answer", ">nodes", "position"]);
    for answer in &answered.answers {
        let left_out = left_out(strategy, answer);
        let question =
            if left_out.is_empty() { String::new() } else { format!(", without a move at {}", left_out.join(" ")) };
        let position = format!("{}{question}", answer.place);
        let [cells, nodes] = [answer.claim.carrier.len() as u64, answer.nodes].map(with_separators);
        table.row([&cells, word(answer.holds), &nodes, &position]);
    }
    let cost = format!(
        "{}, {}, {seconds:.3} s",
        count(answered.answers.len() as u64, "position"),
        count(answered.nodes, "node")
    );
    let outcome = match &answered.outcome {
        AnsweredOutcome::Holds => format!("{id}: every position holds by program {name} ({cost})\n"),
        AnsweredOutcome::Fails(failure) => format!("{id}: the strategy FAILS by program {name}: {failure} ({cost})\n"),
        AnsweredOutcome::Undecided(place) => format!("{id}: undecided by program {name} at {place} ({cost})\n"),
    };
    format!("{table}{outcome}no certificate: program {name} writes none here\n")
}

fn position(strategy: &Strategy, program: Program, answer: &PositionAnswer) -> Value {
    json!({
        "id": strategy.problem.id,
        "program": program.name(),
        "place": answer.place,
        "question": match answer.question { AnsweredReason::Leaf => "leaf", AnsweredReason::LeftOut(_) => "left out" },
        "left_out": left_out(strategy, answer),
        "empties": answer.claim.carrier.len(),
        "answer": word(answer.holds),
        "nodes": answer.nodes,
    })
}

fn json_line(strategy: &Strategy, program: Program, answered: &AnsweredStrategy, seconds: f64) -> Value {
    let (answer, place, reason) = match &answered.outcome {
        AnsweredOutcome::Holds => ("holds", None, None),
        AnsweredOutcome::Fails(failure) => ("fails", Some(failure.place.clone()), Some(failure.reason.to_string())),
        AnsweredOutcome::Undecided(place) => ("undecided", Some(place.clone()), None),
    };
    let positions = answered.answers.iter().map(|answer| position(strategy, program, answer));
    json!({
        "id": strategy.problem.id,
        "program": program.name(),
        "answer": answer,
        "empties": strategy.problem.claim.carrier.len(),
        "leaves": strategy.plan.n_leaves(),
        "place": place,
        "reason": reason,
        "nodes": answered.nodes,
        "seconds": seconds,
        "certificate": Value::Null,
        "positions": positions.collect::<Vec<_>>(),
    })
}
