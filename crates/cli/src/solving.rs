//! The options of the commands that solve whole boards, and their archive. The pool runs its searches.

use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use miette::{IntoDiagnostic, Result};
use tesuji_archive::{Archive, ArchiveConfig, ClaimOptions, Experience, Runner};
use tesuji_proof::{Certificate, Claim};
use tesuji_search::{Limits, MOST_THREADS};

use crate::pool::{Pool, capped};
use crate::searches;
use crate::sheet::{self, DataOptions};
use crate::status::{self, Failure};
use crate::text;

/// Options of every command that solves whole boards.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print one JSON object a line, and nothing else; `seconds` is processor time, as for `--time`"
)))]
pub(crate) struct Options {
    /// Take answers from this store, and keep new ones in it; it is created if it does not exist
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Make a certificate of each answer and write it to this folder, as `<id>.cert` (Amazons: `<id>.json`); the store
    /// keeps it too
    #[arg(long, value_name = "DIR")]
    pub(crate) certificates: Option<PathBuf>,
    /// The most processor time for each position, all its threads together, and again for its certificate: `60s`,
    /// `500ms`, `5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration)]
    pub(crate) time: Option<Duration>,
    /// The most nodes for each position
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// How many positions to search at a time
    #[arg(short, long, value_name = "N", default_value = "1")]
    pub(crate) jobs: NonZeroUsize,
    /// How many threads search one position together
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) threads: NonZeroUsize,
    /// Which learned net says where to search first. Answers are the same with each. By default `proofs` where this machine
    /// judges quickly
    #[arg(long, value_enum)]
    pub(crate) network: Option<NetUse>,
    /// Memory for the tables of all positions searched at the same time, and as much again for their certificates:
    /// `512M`, `4G`
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = text::parse_memory)]
    pub(crate) memory: usize,
    #[command(flatten)]
    pub(crate) progress: ProgressOption,
    #[command(flatten)]
    pub(crate) data: DataOptions,
}

/// The option `--progress` of commands that search for long.
#[derive(clap::Args)]
pub(crate) struct ProgressOption {
    /// Every five seconds of a search, and when a limit or Ctrl-C ends it, print one JSON object on standard error: which
    /// replies are refuted and open, the moves it prefers, an estimate of what is left
    #[arg(long)]
    progress: bool,
}

impl ProgressOption {
    /// The archive, which reports on its searches as asked, and on a terminal in the bars of the pool.
    pub(crate) fn observe(&self, archive: Archive, pool: &Pool) -> Archive {
        let remarks = pool.remarks();
        match self.progress {
            true => archive.observed(REPORT, |report| text::complain(&sheet::line(&searches::to_json(report)))),
            false if std::io::stderr().is_terminal() => archive.observed(REPORT, move |report| {
                let remark = searches::remark(report);
                if report.is_last && report.spent.seconds >= REPORT.as_secs_f64() {
                    text::complain(&format!("{}: {remark}", report.name));
                }
                if let Ok(mut remarks) = remarks.lock() {
                    remarks.insert(report.name.clone(), remark);
                }
            }),
            false => archive,
        }
    }
}

/// Up to about this length the file of a claim's search grows, as long as the table of claims.
const CLAIM_BYTES: usize = 1 << 30;
/// The time between two reports on a search.
const REPORT: Duration = Duration::from_secs(5);

/// A net that a search may ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum NetUse {
    /// None
    None,
    /// The net for proofs that comes with the program; `--net` does not change it
    #[value(alias = "small")]
    Proofs,
}

impl Options {
    /// Opens the archive that these options ask for.
    ///
    /// # Errors
    ///
    /// If the store cannot be opened or the folder of certificates cannot be made.
    pub(crate) fn archive(&self, experience: Experience, pool: &Pool) -> Result<Archive> {
        let config = ArchiveConfig {
            store: self.store.clone(),
            certificates: self.certificates.clone(),
            certify: false,
            table_bytes: self.memory / self.jobs.get().min(MOST_THREADS),
            // All threads together are bounded too.
            n_threads: capped("--threads", self.threads).min((MOST_THREADS / self.jobs.get()).max(1)),
            uses_net: self.network.map(|network| network == NetUse::Proofs),
            experience,
            keeps_searches: true,
        };
        Ok(self.progress.observe(Archive::open(config, text::complain).into_diagnostic()?, pool))
    }
}

/// The option `--store` of commands that answer claims.
#[derive(clap::Args)]
pub(crate) struct StoreOption {
    /// Take answers from this store, and keep new ones in it with their certificates; it is created if it does not exist
    #[arg(long = "store", value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,
}

impl StoreOption {
    /// Opens an archive that answers claims on this many threads.
    ///
    /// # Errors
    ///
    /// If the store cannot be opened.
    pub(crate) fn archive(&self, n_threads: usize) -> Result<Archive> {
        let config = ArchiveConfig {
            store: self.path.clone(),
            n_threads,
            table_bytes: CLAIM_BYTES,
            keeps_searches: true,
            ..ArchiveConfig::default()
        };
        Archive::open(config, text::complain).into_diagnostic()
    }
}

/// The proof or refutation of a claim; `None` if it is undecided.
///
/// # Errors
///
/// If the store cannot be read or written, or the checker rejects the certificate.
pub(crate) fn proof_of(archive: &Archive, claim: &Claim, item: &Item<'_>) -> status::Result<Option<Certificate>> {
    let answer = archive.answer_claim(claim, ClaimOptions::default(), item).into_diagnostic()?;
    if let Some(fault) = answer.fault {
        return Err(Failure::Fault(format!("{}: the certificate does not check: {fault}", item.name)));
    }
    Ok(answer.proof.map(|proof| proof.certificate()).transpose().into_diagnostic()?)
}

/// Runs the searches for one item of a pool.
pub(crate) struct Item<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) idx: usize,
    /// The name that the terminal shows while it is searched.
    pub(crate) name: &'a str,
}

impl Runner for Item<'_> {
    fn run<R>(&self, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> (R, f64) {
        self.pool.search(self.idx, self.name, |limits, clock| search(limits, &|| clock.seconds()))
    }

    fn name(&self) -> Option<String> {
        Some(self.name.to_owned())
    }

    fn is_stopped(&self) -> bool {
        self.pool.is_stopped()
    }

    fn has_limits(&self) -> bool {
        self.pool.has_limits()
    }
}
