//! `tesuji show`: pictures of problems, certificates and positions.

mod position;

use std::io::Write;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, Result, bail};
use tesuji_board::{Cell, CellSet};
use tesuji_figures::Picture as Drawn;
use tesuji_gallery::claims;
use tesuji_problem::Problem;
use tesuji_proof::{Certificate, Claim, Mover, Verdict};
use tesuji_search::Limits;
use tesuji_verify::Program;
use tesuji_verify::defend::{DefenceAnswer, Defender};
use tesuji_verify::must_play::{MustPlay, must_play};

use crate::picture::{FAINT, MARKED, OPPONENT, Picture, PictureArguments, names, sentence, title_of};
use crate::status::{self, Status};
use crate::text::{count, with_separators};
use crate::{files, input};

/// The arguments of `tesuji show`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A problem file, a certificate, or a game or position in a notation of Hex; `-` reads standard input
    #[arg(value_name = "FILE|CERT")]
    file: PathBuf,
    /// The problem to show [default: all]
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// Nodes for each first move, to find those that win, fail or are not settled; 0 leaves this out
    #[arg(long, value_name = "N", default_value = "1000")]
    nodes: u64,
    #[command(flatten)]
    picture: PictureArguments,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let path = &arguments.file;
    let bytes = files::read(path)?;
    let report = match files::is_certificate(&bytes) {
        true => {
            let parsed = files::parse(path, &bytes)?.0;
            if arguments.picture.is_wanted() {
                let drawn = claims::certificate(&title_of(path), &parsed, arguments.picture.theme());
                arguments.picture.write(vec![drawn.into_diagnostic()?])?;
            }
            certificate(&parsed)
        }
        false => problems(arguments, path, bytes)?,
    };
    let mut out = anstream::stdout().lock();
    out.write_all(report.as_bytes()).and_then(|()| out.flush())?;
    Ok(Status::Fine)
}

fn problems(arguments: &Arguments, path: &Path, bytes: Vec<u8>) -> Result<String> {
    let mut problems = match input::parse_problems(path, &bytes) {
        Ok(problems) => problems,
        // Any text could be a faulty drawing of a board, so it counts as a position only if it can be read as one.
        Err(error) => return position::show(path, &bytes, &arguments.picture).unwrap_or(Err(error)),
    };
    if let Some(id) = &arguments.id {
        problems.retain(|problem| problem.id == *id);
        if problems.is_empty() {
            bail!("{} has no problem called `{id}`", path.display());
        }
    }
    let limits = Limits::nodes(arguments.nodes);
    let mut pictures = Vec::new();
    let shown: Vec<String> =
        problems.iter().map(|problem| show_problem(problem, &limits, &arguments.picture, &mut pictures)).collect();
    if arguments.picture.is_wanted() {
        arguments.picture.write(pictures)?;
    }
    Ok(shown.join("\n"))
}

fn show_problem(problem: &Problem, limits: &Limits, wanted: &PictureArguments, pictures: &mut Vec<Drawn>) -> String {
    let Problem { claim, .. } = problem;
    let mut report = format!("{}: {}", problem.id, sentence(claim));
    if let Some(expected) = problem.expected {
        report += if expected { "; expected to hold" } else { "; expected to fail" };
    }
    report.push('\n');
    let mut picture = Picture::of_claim(claim);
    let mut legend = String::new();
    if limits.nodes == Some(0) && wanted.is_wanted() {
        pictures.push(claims::claim(&problem.id, claim, wanted.theme()));
    }
    if limits.nodes != Some(0) {
        let found = must_play(claim, Program::C, limits);
        if wanted.is_wanted() {
            pictures.push(claims::must_play(&problem.id, claim, &found, wanted.theme()));
        }
        picture = picture.with(&found.unsettled(), '?', MARKED).with(&found.decisive, '!', OPPONENT);
        legend = first_moves(claim, &found, limits);
    }
    report += &picture.to_string();
    report += &legend;
    for (what, cells) in [("needed", &problem.needed), ("droppable", &problem.droppable)] {
        if let Some(cells) = cells {
            report += &format!("{what}: {}\n", names(&claim.topology, cells));
        }
    }
    if let Some(origin) = &problem.origin {
        report += &format!("origin: {origin}\n");
    }
    report
}

/// What is proved about the first moves, and which remain open.
fn first_moves(claim: &Claim, found: &MustPlay, limits: &Limits) -> String {
    let mover = match claim.to_move {
        Mover::Owner => "owner",
        Mover::Opponent => "opponent",
    };
    let mut legend = String::new();
    let unsettled = found.unsettled();
    if !found.decisive.is_empty() {
        legend += &format!("! wins for the {mover}: {}\n", names(&claim.topology, &found.decisive));
    }
    if !unsettled.is_empty() {
        let bound = limits.nodes.map(|nodes| format!(" within {}", count(nodes, "node"))).unwrap_or_default();
        legend += &format!("? not settled{bound}: {}\n", names(&claim.topology, &unsettled));
    }
    legend += &match (found.cells.is_empty(), found.cells == claim.carrier) {
        (true, _) => format!("every first move of the {mover} fails\n"),
        (false, false) => format!("every other first move of the {mover} fails\n"),
        (false, true) => String::new(),
    };
    legend + &format!("({} searched)\n", count(found.nodes, "node"))
}

/// The claim, the cells that the proof needs, and its answer to each first intrusion.
fn certificate(certificate: &Certificate) -> String {
    let Certificate { claim, verdict, first, nodes, .. } = certificate;
    let mut report = format!("{}: {}\n", if *verdict == Verdict::Holds { "holds" } else { "fails" }, sentence(claim));
    let mut defender = match Defender::new(certificate) {
        Ok(defender) => defender,
        Err(fault) => return format!("{report}{}INVALID: {fault}\n", Picture::of_claim(claim)),
    };
    let needed = defender.needed();
    let (prover, sign) = if *verdict == Verdict::Holds { ("owner", 'O') } else { ("opponent", 'X') };
    let first_cells: CellSet = first.iter().copied().collect();
    let picture = Picture::of_claim(claim).with(&claim.carrier, '.', FAINT).with(&needed, '+', MARKED);
    report += &picture.with(&first_cells, sign, MARKED).to_string();
    if let Some(first) = first {
        report += &format!("{sign} the {prover}'s first move: {}\n", claim.topology.name(*first));
    }
    report += &format!(
        "+ carrier of the root, {}: {}\n",
        count(needed.len() as u64, "cell"),
        names(&claim.topology, &needed)
    );
    report += &answers(&mut defender, &needed);
    report + &format!("{} nodes\n", with_separators(nodes.len() as u64))
}

/// One line for each answer, with the intrusions that it answers.
fn answers(defender: &mut Defender<'_>, intrusions: &CellSet) -> String {
    let mut by_reply: Vec<(Cell, CellSet)> = Vec::new();
    for intrusion in intrusions.iter() {
        if let Ok(answer) = defender.answer(intrusion) {
            defender.undo();
            let (DefenceAnswer::Reply(reply) | DefenceAnswer::AlreadyThere(reply)) = answer else { continue };
            match by_reply.iter_mut().find(|(known, _)| *known == reply) {
                Some((_, cells)) => _ = cells.insert(intrusion),
                None => by_reply.push((reply, CellSet::from_iter([intrusion]))),
            }
        }
    }
    let topology = &defender.certificate().claim.topology;
    let line = |(reply, cells): (Cell, CellSet)| {
        format!("answer {} to an intrusion at {}\n", topology.name(reply), names(topology, &cells))
    };
    by_reply.into_iter().map(line).collect()
}
