//! `tesuji store`: lists a store, checks its certificates, exports its positions, and merges stores.

mod check;
mod list;

use std::io::Write;
use std::path::{Path, PathBuf};

use miette::IntoDiagnostic;
use tesuji_archive::SearchReport;
use tesuji_archive::store::{ClaimEntry, Digest, Filter, Store, StoreEntry, claim_key};
use tesuji_board::Player;
use tesuji_problem::board::Question;
use tesuji_problem::board::file::{ExpectedAnswer, Puzzle, write_toml};
use tesuji_problem::{self as problem, Problem};
use tesuji_proof::Verdict;

use crate::sheet::{self, CsvOption};
use crate::status::{self, Status};
use crate::text::parse_board;
use crate::text::{complain, count};
use crate::{files, searches};

/// The arguments of `tesuji store`.
#[derive(clap::Subcommand)]
pub(crate) enum Arguments {
    /// List the positions, one for all images of each, and the claims, with the answer and its cost
    List {
        #[command(flatten)]
        selection: Selection,
        #[command(flatten)]
        csv: CsvOption,
    },
    /// Say how far the searches are that the store keeps, those that run now included: replies refuted and open, the moves
    /// they prefer, an estimate of what is left
    Searches {
        /// The store
        #[arg(value_name = "STORE")]
        store: PathBuf,
        /// Print one JSON object a line for each search, and nothing else
        #[arg(long)]
        json: bool,
    },
    /// Check every certificate again, and that no answer contradicts another
    Check {
        /// The store
        #[arg(value_name = "STORE")]
        store: PathBuf,
        /// Print one JSON object a line for each position and claim, and nothing else
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        csv: CsvOption,
    },
    /// Write the positions as a file that `tesuji solve` reads, or the claims, and copy the certificates
    Export {
        #[command(flatten)]
        selection: Selection,
        /// Copy each certificate to this folder, as `<id>.cert`
        #[arg(long, value_name = "DIR")]
        certificates: Option<PathBuf>,
    },
    /// Take in everything that other stores know; a store that contradicts this one is refused as a whole
    Merge {
        /// The store that grows; it is created if it does not exist
        #[arg(value_name = "STORE")]
        store: PathBuf,
        /// The stores that are taken in
        #[arg(required = true, value_name = "OTHER")]
        others: Vec<PathBuf>,
    },
}

/// The positions that are meant.
#[derive(clap::Args)]
pub(crate) struct Selection {
    /// The store
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// Only positions of this board: `7` or `7x6`
    #[arg(long, value_name = "BOARD", value_parser = parse_board)]
    board: Option<(usize, usize)>,
    /// Only positions with this answer, which is that of the position as it is listed
    #[arg(long, value_enum, value_name = "WINNER")]
    winner: Option<Winner>,
    /// Only claims; `export` writes them as problems that `tesuji prove` reads
    #[arg(long, conflicts_with_all = ["board", "winner"])]
    claims: bool,
    /// Print one JSON object a line for each position and claim, and nothing else
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Winner {
    Black,
    White,
    Undecided,
}

impl Selection {
    fn filter(&self) -> Filter {
        let winner = self.winner.map(|winner| match winner {
            Winner::Black => Some(Player::Black),
            Winner::White => Some(Player::White),
            Winner::Undecided => None,
        });
        Filter { size: self.board, winner }
    }

    /// The positions that are meant.
    fn positions(&self, store: &Store) -> miette::Result<Vec<StoreEntry>> {
        if self.claims { Ok(Vec::new()) } else { store.entries(&self.filter()).into_diagnostic() }
    }
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    match arguments {
        Arguments::List { selection, csv } => list::run(selection, csv),
        Arguments::Searches { store, json } => show_searches(store, *json),
        Arguments::Check { store, json, csv } => check::run(store, *json, csv),
        Arguments::Export { selection, certificates } => export(selection, certificates.as_ref()),
        Arguments::Merge { store, others } => merge(store, others),
    }
}

/// A name for a position: its board, the stones of both players, and who is to move; `7x7-d4` for an opening.
fn id(entry: &StoreEntry) -> String {
    position_id(&entry.question)
}

/// The name of a position, as a store lists it.
pub(crate) fn position_id(question: &Question) -> String {
    let (columns, rows) = question.size();
    let names = |stones: &tesuji_board::CellSet| match stones.is_empty() {
        true => "0".to_owned(),
        false => stones.iter().map(|cell| question.topology.name(cell)).collect::<Vec<_>>().join("."),
    };
    let (black, white) = (names(&question.black), names(&question.white));
    match (question.black.len(), question.white.len(), question.to_move) {
        (1, 0, Player::White) => format!("{columns}x{rows}-{black}"),
        (_, _, to_move) => format!("{columns}x{rows}-{black}-{white}-{to_move}"),
    }
}

/// A name for a claim, made from its key.
fn claim_id(entry: &ClaimEntry) -> String {
    format!("claim-{}", &claim_key(&entry.claim).to_string()[..11])
}

fn show_searches(store: &Path, json: bool) -> status::Result {
    let store = Store::open(store).into_diagnostic()?;
    let (mut status, mut out) = (Status::Fine, anstream::stdout().lock());
    let paths = store.search_paths();
    for path in &paths {
        match SearchReport::read(path) {
            Ok(report) if json => writeln!(out, "{}", sheet::line(&searches::to_json(&report)))?,
            Ok(report) => writeln!(out, "{}", searches::describe(&report))?,
            Err(error) => {
                complain(&error.to_string());
                status = Status::No;
            }
        }
    }
    if !json {
        let ending = if paths.len() == 1 { "" } else { "es" };
        writeln!(out, "{} search{ending}", paths.len())?;
    }
    Ok(status)
}

fn export(selection: &Selection, certificates: Option<&PathBuf>) -> status::Result {
    let store = Store::open(&selection.store).into_diagnostic()?;
    let entries = selection.positions(&store)?;
    let claims = if selection.claims { store.claims().into_diagnostic()? } else { Vec::new() };
    if let Some(folder) = certificates {
        files::make_folder(folder)?;
    }
    let mut status = doubted(&store);
    let mut copy = |id: &str, digest: Option<Digest>| {
        if let (Some(folder), Some(digest)) = (certificates, digest) {
            let (from, to) = (store.certificates().path(digest), folder.join(files::file_name(id)));
            if let Err(error) = std::fs::copy(&from, &to) {
                complain(&format!("{id}: cannot copy {} to {}: {error}", from.display(), to.display()));
                status = Status::No;
            }
        }
    };
    let mut out = std::io::stdout().lock();
    for entry in &claims {
        let id = claim_id(entry);
        copy(&id, entry.certificate);
        if selection.json {
            writeln!(out, "{}", sheet::line(&list::claim_line(entry)))?;
            continue;
        }
        let mut problem = Problem::new(id, entry.claim.clone());
        problem.expected = entry.verdict.map(|verdict| verdict == Verdict::Holds);
        let ClaimEntry { nodes, seconds, solver, .. } = entry;
        writeln!(
            out,
            "# {} in {seconds:.3} s by {solver}\n{}",
            count(*nodes, "node"),
            problem::write_toml(&[problem])
        )?;
    }
    for entry in &entries {
        let (id, finding) = (id(entry), &entry.finding);
        copy(&id, finding.certificate);
        if selection.json {
            writeln!(out, "{}", sheet::line(&list::json_line(entry)))?;
            continue;
        }
        let question = entry.question.clone();
        let winning = finding.winning_move.into_iter().collect();
        let expected = ExpectedAnswer { winner: finding.winner, winning, all_winning: None };
        let table = write_toml(&Puzzle { id, question, expected });
        let certificate = finding.certificate.map_or(String::new(), |digest| format!("; certificate {digest}"));
        let took = count(finding.nodes, "node");
        writeln!(out, "# {took} in {:.3} s by {}{certificate}\n{table}", finding.seconds, finding.solver)?;
    }
    Ok(status)
}

fn merge(store: &Path, others: &[PathBuf]) -> status::Result {
    // All stores are opened before anything is written.
    let others: Vec<Store> =
        others.iter().map(|other| Store::open(other)).collect::<Result<_, _>>().into_diagnostic()?;
    let store = Store::open_or_create(store).into_diagnostic()?;
    let mut status = Status::Fine;
    for other in &others {
        let merged = store.merge(other).into_diagnostic()?;
        status = status.max(doubted(other)).max(doubted(&store));
        let path = other.path().display();
        if !merged.contradictions.is_empty() {
            for contradiction in &merged.contradictions {
                complain(&format!("{path}: {contradiction}"));
            }
            complain(&format!("{path} is refused: {}", count(merged.contradictions.len() as u64, "contradiction")));
            status = Status::No;
            continue;
        }
        let n_searches = store.merge_searches(other).into_diagnostic()?;
        if merged.n_lost > 0 {
            complain(&format!(
                "{path}: {} lost or damaged; the answers are taken in without",
                count(merged.n_lost, "certificate")
            ));
        }
        writeln!(
            anstream::stdout(),
            "{path}: {} taken in, {} known before; {}{}{}",
            count(merged.n_new, "position"),
            merged.n_known,
            if merged.n_claims > 0 { count(merged.n_claims, "claim") + "; " } else { String::new() },
            if n_searches > 0 { count(n_searches, "search table") + "; " } else { String::new() },
            count(merged.n_certificates, "certificate"),
        )?;
    }
    Ok(status)
}

/// Reports the rows that the store does not trust among those that were read. The status is `No` if there are any.
fn doubted(store: &Store) -> Status {
    let doubts = store.take_doubts();
    doubts.iter().for_each(|doubt| complain(doubt));
    if doubts.is_empty() { Status::Fine } else { Status::No }
}
