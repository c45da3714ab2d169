//! `tesuji prove`: answers problems, compares the answers with the expected ones, and writes certificates.

mod beside;
mod groups;
pub(crate) mod paper;
mod summary;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use miette::{IntoDiagnostic, Result, miette};
use tesuji_archive::{Archive, CertificateSize, ClaimAnswer, ClaimOptions, ClaimProof, Runner};
use tesuji_arena::Shard;
use tesuji_figures::{Picture, Theme};
use tesuji_gallery::claims;
use tesuji_mishima::Program;
use tesuji_problem::Problem;
use tesuji_proof::{Certificate, Claim, Verdict};
use tesuji_prove::Verifier;
use tesuji_search::{Limits, MOST_THREADS};

use self::groups::Groups;
use self::paper::PaperArguments;
use self::summary::Summary;
pub(crate) use self::summary::answer_word;
use crate::files;
use crate::input::{self, OnlyOption, TimeOption};
use crate::picture::PictureArguments;
use crate::pool::{Pool, capped, jobs};
use crate::sheet::DataOptions;
use crate::solving::{Item, ProgressOption, StoreOption};
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
    store: StoreOption,
    #[command(flatten)]
    limit: TimeOption,
    /// The most nodes for each problem, in the program's own count
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    progress: ProgressOption,
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

/// Final result for one problem.
struct Answered<'a> {
    problem: &'a Problem,
    /// The answer, without its certificate.
    answer: ClaimAnswer,
    certificate: Option<CertificateSize>,
    path: Option<PathBuf>,
    /// Whether the answer was read from a certificate of an earlier run.
    resumed: bool,
    /// The problem with its answer, if a picture is wanted.
    picture: Option<Picture>,
}

impl Answered<'_> {
    fn holds(&self) -> Option<bool> {
        self.answer.verdict.map(|verdict| verdict == Verdict::Holds)
    }

    /// Whether the answer is the expected one; `None` if no answer is expected, or none was found.
    fn as_expected(&self) -> Option<bool> {
        Some(self.holds()? == self.problem.expected?)
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
    if arguments.store.path.is_some() && programs != [Program::C] {
        return Err(miette!("`--store` is for Program C alone: a store has its answers").into());
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
    let archive = arguments.progress.observe(arguments.store.archive(n_threads)?, &pool);
    let other = |claim: &Claim, limits: &Limits| program.verify(claim, &config, limits);
    let mut summary = Summary::new(&problems, &arguments.data);
    summary.begin()?;
    let mut pictures = Vec::new();
    let outcome = pool.run(
        &problems,
        jobs(Some(arguments.jobs)),
        |idx, problem| {
            let item = Item { pool: &pool, idx, name: &problem.id };
            answer(arguments, &archive, &item, problem, paths.get(idx), (program != Program::C).then_some(&other))
                .transpose()
        },
        |answered: Result<Answered<'_>>| {
            let answered = answered?;
            summary.add(&answered)?;
            groups.count(answered.problem, answered.holds());
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
    archive: &Archive,
    item: &Item<'_>,
    problem: &'a Problem,
    path: Option<&PathBuf>,
    program: Option<&Verifier<'_>>,
) -> Result<Option<Answered<'a>>> {
    let earlier = |path: &PathBuf| ClaimProof::accept(std::fs::read(path).ok()?, &problem.claim).ok();
    let earlier = path.filter(|_| arguments.resume).and_then(earlier);
    let resumed = earlier.is_some();
    let mut answer = match earlier {
        Some(proof) => {
            ClaimAnswer { verdict: Some(proof.accepted.verdict), proof: Some(proof), ..ClaimAnswer::default() }
        }
        None => {
            let options = ClaimOptions { program, certify: path.is_some() };
            archive.answer_claim(&problem.claim, options, item).into_diagnostic()?
        }
    };
    if answer.verdict.or(answer.decided).is_none() && answer.fault.is_none() && item.is_stopped() {
        return Ok(None);
    }
    let proof = answer.proof.take();
    if let (Some(path), Some(proof)) = (path.filter(|_| !resumed), &proof) {
        files::write_whole(path, &proof.bytes)?;
    }
    let draw = || {
        let certificate = proof.as_ref().and_then(|proof| proof.certificate().ok());
        picture(problem, answer.verdict, certificate.as_ref(), arguments.picture.theme())
    };
    let picture = arguments.picture.is_wanted().then(draw);
    let path = path.filter(|_| proof.is_some()).cloned();
    Ok(Some(Answered { problem, answer, certificate: proof.map(|proof| proof.accepted), path, resumed, picture }))
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
