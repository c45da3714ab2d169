//! `tesuji prove`: answers problems, compares the answers with the expected ones, and writes certificates.

mod beside;
mod groups;
pub(crate) mod paper;
mod summary;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use miette::{Result, miette};
use tesuji_archive::{CertificateSize, SearchClock, accept};
use tesuji_arena::Shard;
use tesuji_figures::{Picture, Theme};
use tesuji_gallery::claims;
use tesuji_mishima::Program;
use tesuji_problem::Problem;
use tesuji_proof::{Certificate, Verdict};
use tesuji_prove::{VerifyOutcome, VerifyReport, verify, verify_on_threads};
use tesuji_search::{Limits, MOST_THREADS};

use self::groups::Groups;
use self::paper::PaperArguments;
use self::summary::Summary;
use crate::files;
use crate::input::{self, OnlyOption, TimeOption};
use crate::picture::PictureArguments;
use crate::pool::{Pool, capped, jobs};
use crate::sheet::DataOptions;
use crate::status;
use crate::summary::close;

/// The arguments of `tesuji prove`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print one JSON object a line for each problem and then for each group (`all_of`), and nothing else"
)))]
#[command(mut_arg("only", |only| only.help("Only the problems whose id matches; `*` is any text, `?` any character")))]
pub(crate) struct Arguments {
    /// Problem files (TOML, JSON or diagrams); `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The program that answers; several, as in `a,b`, are compared on each problem
    #[arg(long, value_enum, default_value = "c", ignore_case = true, value_delimiter = ',')]
    program: Vec<ProgramName>,
    /// Write each certificate to this folder, as `<id>.cert`. Programs A and B make none, so Program C proves their
    /// answers, with the same limits again, and the output says so
    #[arg(long, value_name = "DIR")]
    certificates: Option<PathBuf>,
    /// Take the answer from a certificate that is already in the folder, if the checker accepts it
    #[arg(long, requires = "certificates")]
    resume: bool,
    #[command(flatten)]
    limit: TimeOption,
    /// The most nodes for each problem, in the program's own count
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    data: DataOptions,
    /// How many problems to answer at a time; 1 keeps the times comparable
    #[arg(short, long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// How many threads search one problem together, in Program C. With more than one, the certificate and the number of
    /// nodes differ from run to run
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    #[command(flatten)]
    only: OnlyOption,
    /// Answer only part I of N of the problems; with `--certificates`, `--resume` puts the parts together
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    paper: PaperArguments,
    #[command(flatten)]
    picture: PictureArguments,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum ProgramName {
    /// Program A of Mishima et al. 2008
    A,
    /// Program B of Mishima et al. 2008
    B,
    /// Ours, the fastest
    C,
    /// Exhaustive search, for small problems
    Brute,
}

impl From<ProgramName> for Program {
    fn from(name: ProgramName) -> Self {
        match name {
            ProgramName::A => Self::A,
            ProgramName::B => Self::B,
            ProgramName::C => Self::C,
            ProgramName::Brute => Self::BruteForce,
        }
    }
}

/// The programs of a list, each once.
///
/// # Errors
///
/// If one occurs twice, or settings of Programs A and B are given and neither is asked.
pub(crate) fn programs(names: &[ProgramName], settings: &PaperArguments) -> Result<Vec<Program>> {
    let mut programs: Vec<Program> = Vec::with_capacity(names.len());
    for program in names.iter().map(|&name| Program::from(name)) {
        if programs.contains(&program) {
            return Err(miette!("`--program` names {} twice", program.name()));
        }
        programs.push(program);
    }
    let config = settings.config();
    if settings.are_given() && programs.iter().all(|program| program.settings(&config).is_none()) {
        return Err(miette!(
            "--weights, --walks, --walk-plies and --patterns are for Programs A and B: expected `--program a`, `b` or \
             `a,b` beside them"
        ));
    }
    Ok(programs)
}

/// What is known about one problem at the end.
struct Answered<'a> {
    problem: &'a Problem,
    /// `None`: undecided.
    verdict: Option<Verdict>,
    nodes: u64,
    seconds: f64,
    certificate: Option<CertificateSize>,
    path: Option<PathBuf>,
    /// Whether Program C made the certificate of an answer that another program gave.
    is_of_program_c: bool,
    /// Whether a certificate was asked for but a limit was reached first.
    uncertified: bool,
    /// Whether the answer was read from a certificate of an earlier run.
    resumed: bool,
    /// Why the checker rejects the program's certificate, if it does.
    fault: Option<String>,
    /// The problem with its answer, if a picture is wanted.
    picture: Option<Picture>,
}

impl Answered<'_> {
    /// Whether the answer is the expected one; `None` if no answer is expected, or none was found.
    fn as_expected(&self) -> Option<bool> {
        Some((self.verdict? == Verdict::Holds) == self.problem.expected?)
    }
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let mut problems = input::read_problems(&arguments.files)?;
    let mut groups = Groups::of(&problems);
    arguments.only.retain(&mut problems, "problem", |problem| &problem.id)?;
    if let Some(shard) = arguments.shard {
        if let Some(folder) = &arguments.certificates {
            // No two of all problems may have one certificate, whichever parts they are in.
            files::certificate_paths(folder, problems.iter().map(|problem| problem.id.as_str()))?;
        }
        let mut numbers = 1..;
        problems.retain(|_| numbers.next().is_some_and(|number| shard.has_item(number)));
    }
    let (programs, config) = (programs(&arguments.program, &arguments.paper)?, arguments.paper.config());
    if arguments.threads.get() > 1 && programs != [Program::C] {
        return Err(miette!("`--threads` is for Program C alone: the other programs search on one thread").into());
    }
    let &[program] = programs.as_slice() else {
        if arguments.certificates.is_some() {
            return Err(miette!("`--certificates` is for one program, and `--program` names {}", programs.len()).into());
        }
        return beside::run(arguments, &problems, groups, &programs, &config);
    };
    let ids = problems.iter().map(|problem| problem.id.as_str());
    let paths =
        arguments.certificates.as_ref().map_or(Ok(Vec::new()), |folder| files::certificate_paths(folder, ids))?;
    let n_threads = capped("--threads", arguments.threads).min((MOST_THREADS / arguments.jobs.get()).max(1));
    let pool = Pool::new(arguments.limit.time, arguments.nodes, problems.len())?;
    let mut summary = Summary::new(&problems, &arguments.data);
    summary.begin()?;
    let mut pictures = Vec::new();
    let outcome = pool.run(
        &problems,
        jobs(Some(arguments.jobs)),
        |problem_idx, problem| {
            let search = |limits: &Limits| match program {
                Program::C => verify_on_threads(&problem.claim, n_threads, limits),
                Program::A | Program::B | Program::BruteForce => program.verify(&problem.claim, &config, limits),
            };
            answer(arguments, &pool, problem_idx, problem, paths.get(problem_idx), search).transpose()
        },
        |answered: Result<Answered<'_>>| {
            let answered = answered?;
            summary.add(&answered)?;
            groups.count(answered.problem, answered.verdict.map(|verdict| verdict == Verdict::Holds));
            pictures.extend(answered.picture);
            Ok(())
        },
    );
    let rows = summary.rows();
    let end = || summary.end(pool.is_stopped()).and_then(|()| groups.print(arguments.data.json));
    let outcome = close(outcome, end, rows, pictures, &arguments.picture);
    outcome.map(|()| summary.status(pool.is_stopped()))
}

/// Answers one problem; `None` if Ctrl-C was pressed first.
fn answer<'a>(
    arguments: &Arguments,
    pool: &Pool,
    problem_idx: usize,
    problem: &'a Problem,
    path: Option<&PathBuf>,
    search: impl FnOnce(&Limits) -> VerifyReport,
) -> Result<Option<Answered<'a>>> {
    let mut answered = Answered {
        problem,
        verdict: None,
        nodes: 0,
        seconds: 0.0,
        certificate: None,
        path: None,
        is_of_program_c: false,
        uncertified: false,
        resumed: false,
        fault: None,
        picture: None,
    };
    let theme = arguments.picture.theme();
    let draw = |verdict: Option<Verdict>, proof: Option<&Certificate>| {
        arguments.picture.is_wanted().then(|| picture(problem, verdict, proof, theme))
    };
    if let Some(path) = path.filter(|_| arguments.resume)
        && let Ok(bytes) = std::fs::read(path)
        && let Ok(accepted) = accept(&bytes, &problem.claim)
    {
        answered.verdict = Some(accepted.verdict);
        answered.certificate = Some(accepted);
        answered.path = Some(path.clone());
        answered.resumed = true;
        let proof = Certificate::read(&bytes[..]).ok();
        answered.picture = draw(answered.verdict, proof.as_ref());
        return Ok(Some(answered));
    }
    let (report, seconds) = pool.search(problem_idx, &problem.id, |limits, _| search(limits));
    answered.nodes = report.nodes;
    answered.seconds = seconds;
    let (verdict, mut certificate) = match decided(report.outcome) {
        Some(decided) => decided,
        None if pool.is_stopped() => return Ok(None),
        None => {
            answered.picture = draw(None, None);
            return Ok(Some(answered));
        }
    };
    answered.picture = draw(Some(verdict), certificate.as_ref());
    if path.is_some() && certificate.is_none() {
        let prove = |limits: &Limits, _: &SearchClock| verify(&problem.claim, limits);
        match decided(pool.search(problem_idx, &problem.id, prove).0.outcome) {
            Some((proved, proof)) if proved == verdict => certificate = proof,
            Some(_) => {
                answered.fault = Some("Program C proves the opposite".to_owned());
                return Ok(Some(answered));
            }
            None => answered.uncertified = true,
        }
        answered.is_of_program_c = certificate.is_some();
    }
    match certificate.map(|certificate| seal(problem, verdict, &certificate)).transpose() {
        // An answer whose proof is rejected is not an answer.
        Err(fault) => answered.fault = Some(fault),
        Ok(sealed) => {
            answered.verdict = Some(verdict);
            if let (Some(path), Some((bytes, _))) = (path, &sealed) {
                files::write_whole(path, bytes)?;
                answered.path = Some(path.clone());
            }
            answered.certificate = sealed.map(|(_, accepted)| accepted);
        }
    }
    Ok(Some(answered))
}

/// The problem with what is known about it: the answers of the proof if there is one.
fn picture(problem: &Problem, verdict: Option<Verdict>, proof: Option<&Certificate>, theme: Theme) -> Picture {
    if let Some(drawn) = proof.and_then(|proof| claims::certificate(&problem.id, proof, theme).ok()) {
        return drawn;
    }
    let words = match verdict {
        Some(Verdict::Holds) => "the claim holds",
        Some(Verdict::Fails) => "the claim fails",
        None => "not settled within the limits",
    };
    claims::claim(&format!("{}: {words}", problem.id), &problem.claim, theme)
}

/// The verdict with its certificate, if the problem was decided.
fn decided(outcome: VerifyOutcome) -> Option<(Verdict, Option<Certificate>)> {
    match outcome {
        VerifyOutcome::Holds(certificate) => Some((Verdict::Holds, certificate)),
        VerifyOutcome::Fails(certificate) => Some((Verdict::Fails, certificate)),
        VerifyOutcome::Undecided => None,
    }
}

/// The certificate as bytes, and what the checker says about it.
fn seal(problem: &Problem, verdict: Verdict, certificate: &Certificate) -> Result<(Vec<u8>, CertificateSize), String> {
    let bytes = certificate.to_bytes().map_err(|error| error.to_string())?;
    match accept(&bytes, &problem.claim)? {
        accepted if accepted.verdict == verdict => Ok((bytes, accepted)),
        _ => Err("it proves the opposite".to_owned()),
    }
}
