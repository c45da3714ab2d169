//! `tesuji store`: lists a store, checks its certificates, exports its positions, and merges stores.

mod check;
mod list;

use std::io::Write;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use tesuji_archive::store::{Filter, Store, StoreEntry};
use tesuji_board::Player;
use tesuji_problem::board::file::{ExpectedAnswer, Puzzle, write_toml};

use crate::files;
use crate::sheet::{self, CsvOption};
use crate::status::{self, Status};
use crate::text::parse_board;
use crate::text::{complain, count};

/// The arguments of `tesuji store`.
#[derive(clap::Subcommand)]
pub(crate) enum Arguments {
    /// List the positions, one for all images of each, with the winner and the cost of the answer
    List {
        #[command(flatten)]
        selection: Selection,
        #[command(flatten)]
        csv: CsvOption,
    },
    /// Check every certificate again, and that no answer contradicts another
    Check {
        /// The store
        #[arg(value_name = "STORE")]
        store: PathBuf,
        /// Print one JSON object a line for each position, and nothing else
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        csv: CsvOption,
    },
    /// Write the positions as a file that `tesuji solve` reads, and copy the certificates
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
    /// Print one JSON object a line for each position, and nothing else
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
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    match arguments {
        Arguments::List { selection, csv } => list::run(selection, csv),
        Arguments::Check { store, json, csv } => check::run(store, *json, csv),
        Arguments::Export { selection, certificates } => export(selection, certificates.as_ref()),
        Arguments::Merge { store, others } => merge(store, others),
    }
}

/// A name for a position: its board, the stones of both players, and who is to move; `7x7-d4` for an opening.
fn id(entry: &StoreEntry) -> String {
    let question = &entry.question;
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

fn export(selection: &Selection, certificates: Option<&PathBuf>) -> status::Result {
    let store = Store::open(&selection.store).into_diagnostic()?;
    let entries = store.entries(&selection.filter()).into_diagnostic()?;
    if let Some(folder) = certificates {
        files::make_folder(folder)?;
    }
    let mut status = doubted(&store);
    let mut out = std::io::stdout().lock();
    for entry in &entries {
        let (id, finding) = (id(entry), &entry.finding);
        if let (Some(folder), Some(digest)) = (certificates, finding.certificate) {
            let (from, to) = (store.certificates().path(digest), folder.join(files::file_name(&id)));
            if let Err(error) = std::fs::copy(&from, &to) {
                complain(&format!("{id}: cannot copy {} to {}: {error}", from.display(), to.display()));
                status = Status::No;
            }
        }
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
        if merged.n_lost > 0 {
            complain(&format!(
                "{path}: {} lost or damaged; the answers are taken in without",
                count(merged.n_lost, "certificate")
            ));
        }
        writeln!(
            anstream::stdout(),
            "{path}: {} taken in, {} known before; {}",
            count(merged.n_new, "position"),
            merged.n_known,
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

/// A message about one position.
fn fault(store: &Store, entry: &StoreEntry, what: &str) -> miette::Report {
    miette!("{}: {}: {what}", store.path().display(), id(entry))
}
