//! `tesuji claim answers`: each intrusion into a claim, and how a proof answers it.

use std::fmt::Write as _;
use std::io::Write as _;

use serde_json::{Value, json};
use tesuji_archive::Archive;
use tesuji_board::CellSet;
use tesuji_claims::answers::{AnswerTable, IntrusionAnswer, answers};
use tesuji_gallery::claims;
use tesuji_problem::Problem;
use tesuji_proof::{Certificate, Verdict};

use crate::columns::Columns;
use crate::input::{Given, ProofArguments};
use crate::picture::{FAINT, MARKED, PLAIN, Picture, PictureArguments, names, sentence};
use crate::pool::Pool;
use crate::sheet::{self, DataOptions, Objects};
use crate::solving::{Item, proof_of};
use crate::status::{self, Failure, Status};
use crate::text::{self, count};

/// The arguments of `tesuji claim answers`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object a line for each claim, and nothing else")))]
pub(crate) struct Arguments {
    #[command(flatten)]
    proof: ProofArguments,
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    picture: PictureArguments,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    match arguments.proof.read()? {
        Given::Certificate(id, certificate) => of_certificate(arguments, &id, &certificate),
        Given::Problems(problems) => of_problems(arguments, &problems),
    }
}

fn of_certificate(arguments: &Arguments, id: &str, certificate: &Certificate) -> status::Result {
    match answers(certificate) {
        Ok(table) => {
            if arguments.picture.is_wanted() {
                let drawn = claims::answers(id, certificate, &table, arguments.picture.theme());
                arguments.picture.write(vec![drawn])?;
            }
            let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
            add_rows(&mut rows, id, certificate, &table);
            rows.write()?;
            print(&show(arguments, id, certificate, &table))?;
            Ok(Status::Fine)
        }
        Err(fault) => {
            text::complain(&format!("{}: INVALID: {fault}", arguments.proof.input.display()));
            Ok(Status::No)
        }
    }
}

fn of_problems(arguments: &Arguments, problems: &[Problem]) -> status::Result {
    let pool = Pool::new(arguments.proof.limit.time, None, problems.len())?;
    let archive = arguments.proof.store.archive(1)?;
    let n_problems = problems.len();
    let mut n_done = 0;
    let mut status = Status::Fine;
    let mut pictures = Vec::new();
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    pool.run(
        problems,
        1,
        |idx, problem| prove(&archive, &Item { pool: &pool, idx, name: &problem.id }, problem),
        |(problem, proof): Proved<'_>| {
            n_done += 1;
            if proof.is_none() {
                status = Status::Undecided;
            }
            let mut report = match proof {
                None if arguments.data.json => {
                    format!("{}\n", sheet::line(&json!({"id": problem.id, "answer": "undecided"})))
                }
                None => format!("{}: undecided: a limit was reached\n", problem.id),
                Some(Err(failure)) => return Err(failure),
                Some(Ok((certificate, table))) => {
                    if arguments.picture.is_wanted() {
                        let theme = arguments.picture.theme();
                        pictures.push(claims::answers(&problem.id, &certificate, &table, theme));
                    }
                    add_rows(&mut rows, &problem.id, &certificate, &table);
                    show(arguments, &problem.id, &certificate, &table)
                }
            };
            if n_done < n_problems && !arguments.data.json {
                report.push('\n');
            }
            Ok(print(&report)?)
        },
    )?;
    if !pictures.is_empty() {
        arguments.picture.write(pictures)?;
    }
    rows.write()?;
    Ok(if pool.is_stopped() { Status::Interrupted } else { status })
}

type Proved<'p> = (&'p Problem, Option<status::Result<(Certificate, AnswerTable)>>);

/// Proves or refutes a claim; `None` if Ctrl-C was pressed first.
fn prove<'p>(archive: &Archive, item: &Item<'_>, problem: &'p Problem) -> Option<Proved<'p>> {
    let table = |certificate: Certificate| {
        let fault = |fault| Failure::Fault(format!("{}: the certificate does not check: {fault}", problem.id));
        answers(&certificate).map_err(fault).map(|table| (certificate, table))
    };
    match proof_of(archive, &problem.claim, item).transpose() {
        None if item.pool.is_stopped() => None,
        proved => Some((problem, proved.map(|proof| proof.and_then(table)))),
    }
}

/// The columns of the table: a row for each intrusion.
const COLUMNS: &str = "id intrusion answer kind others left";

fn add_rows(rows: &mut Objects, id: &str, certificate: &Certificate, table: &AnswerTable) {
    let Value::Array(answers) = json_line(id, certificate, table)["answers"].take() else { return };
    for mut answer in answers {
        answer["id"] = id.into();
        rows.add(|| answer);
    }
}

fn show(arguments: &Arguments, id: &str, certificate: &Certificate, table: &AnswerTable) -> String {
    match arguments.data.json {
        true => format!("{}\n", sheet::line(&json_line(id, certificate, table))),
        false => report(id, certificate, table),
    }
}

/// The signs of the replies on the picture; `o`, `x` and `#` mean something else on boards.
fn signs() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z').filter(|sign| !matches!(sign, 'o' | 'x' | 'O' | 'X')).chain(std::iter::repeat('*'))
}

fn report(id: &str, certificate: &Certificate, table: &AnswerTable) -> String {
    let claim = &certificate.claim;
    let board = &claim.topology;
    let bold = PLAIN.bold();
    let mut text = format!("{bold}{id}{bold:#}: {}\n", sentence(claim));
    let (verdict, prover, intruder) = match certificate.verdict {
        Verdict::Holds => ("the claim holds", "owner", "opponent"),
        Verdict::Fails => ("the claim fails, so the sides are exchanged", "opponent", "owner"),
    };
    let groups = table.by_reply();
    let mut picture = Picture::of_claim(claim).with(&claim.carrier, '.', FAINT);
    for ((_, cells), sign) in groups.iter().zip(signs()) {
        picture = picture.with(cells, sign, MARKED);
    }
    if let Some(first) = table.first {
        let sign = if certificate.verdict == Verdict::Holds { 'O' } else { 'X' };
        picture = picture.with(&CellSet::from_iter([first]), sign, MARKED);
    }
    // Writing to a string cannot fail.
    _ = writeln!(text, "{verdict}; the {intruder} intrudes, the {prover} answers\n{picture}");
    if let Some(first) = table.first {
        _ = writeln!(text, "the {prover} begins at {}", board.name(first));
    }
    for ((reply, cells), sign) in groups.iter().zip(signs()) {
        _ = writeln!(text, "{sign}: {} answers {}", board.name(*reply), names(board, cells));
    }
    let idle = table.idle();
    if !idle.is_empty() {
        _ = writeln!(text, ".: no answer needed at {}", names(board, &idle));
    }
    let mut rows = Columns::new(["intrusion", "answer", "kind", ">left", "other answers"]);
    for IntrusionAnswer { intrusion, reply, kind, others, left } in &table.answers {
        let reply = reply.map_or("-", |reply| board.name(reply));
        let others = if others.is_empty() { "-".to_owned() } else { names(board, others) };
        rows.row([board.name(*intrusion), reply, kind.name(), &left.len().to_string(), &others]);
    }
    let n_nodes = count(certificate.nodes.len() as u64, "node");
    text + &format!("\n{rows}left: cells that the proof still needs after the answer; a proof of {n_nodes}\n")
}

fn json_line(id: &str, certificate: &Certificate, table: &AnswerTable) -> Value {
    let board = &certificate.claim.topology;
    let list = |cells: &CellSet| cells.iter().map(|cell| board.name(cell)).collect::<Vec<_>>();
    let answers = table.answers.iter().map(|answer| {
        json!({
            "intrusion": board.name(answer.intrusion),
            "answer": answer.reply.map(|reply| board.name(reply)),
            "kind": answer.kind.name(),
            "others": list(&answer.others),
            "left": list(&answer.left),
        })
    });
    json!({
        "id": id,
        "answer": match certificate.verdict { Verdict::Holds => "holds", Verdict::Fails => "fails" },
        "first": table.first.map(|first| board.name(first)),
        "needed": list(&table.needed),
        "answers": answers.collect::<Vec<_>>(),
        "nodes": certificate.nodes.len(),
    })
}

fn print(text: &str) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
