//! Output shared by the commands that answer many questions: table headings, complaints, totals, and how a run ends.

use std::io::{self, Write};

use anstyle::Style;
use tesuji_archive::ArchiveAnswer;
use tesuji_figures::Picture;

use crate::columns::places;
use crate::picture::{BAD, GOOD, OPEN, PLAIN, PictureArguments};
use crate::sheet::Objects;
use crate::status::{Failure, Status};
use crate::text::{complain, count};

/// Totals over the questions so far.
#[derive(Default)]
pub(crate) struct Totals {
    /// Number of questions with each of the two answers: Black wins and White wins, or the claim holds and fails.
    pub(crate) n_answered: [u64; 2],
    pub(crate) n_undecided: u64,
    /// Of the questions with a stated answer: how many have it, and how many have the other.
    pub(crate) n_expected: u64,
    pub(crate) n_contradicted: u64,
    /// Number of answers from an earlier run.
    pub(crate) n_earlier: u64,
    /// Number of certificates that the checker rejected.
    pub(crate) n_faults: u64,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

impl Totals {
    /// Counts a question: which of the two answers it has, and whether that is the stated one.
    pub(crate) fn count(&mut self, answer: Option<usize>, as_stated: Option<bool>) {
        match answer {
            Some(answer) => self.n_answered[answer] += 1,
            None => self.n_undecided += 1,
        }
        match as_stated {
            Some(true) => self.n_expected += 1,
            Some(false) => self.n_contradicted += 1,
            None => {}
        }
    }

    /// Prints how many claims hold, and how many answers are the expected ones.
    pub(crate) fn print_claims(&self, out: &mut impl Write) -> io::Result<()> {
        let [hold, fail] = self.n_answered;
        let Self { n_undecided, n_expected, n_contradicted, .. } = self;
        let n_done = count(self.n_done(), "problem");
        writeln!(
            out,
            "\n{n_done}: {hold} hold, {fail} fail, {n_undecided} undecided; {n_expected} as expected, {n_contradicted} contradicted"
        )
    }

    /// Counts the cost of an answer, whether it comes from an earlier run, and whether its certificate was rejected.
    pub(crate) fn spend(&mut self, nodes: u64, seconds: f64, is_earlier: bool, is_faulty: bool) {
        self.nodes += nodes;
        self.seconds += seconds;
        self.n_earlier += u64::from(is_earlier);
        self.n_faults += u64::from(is_faulty);
    }

    pub(crate) fn n_done(&self) -> u64 {
        self.n_answered.iter().sum::<u64>() + self.n_undecided
    }

    /// Prints how many answers came from the store, if any did.
    pub(crate) fn print_stored(&self, out: &mut impl Write) -> io::Result<()> {
        if self.n_earlier == 0 {
            return Ok(());
        }
        let answers = count(self.n_earlier, "answer");
        writeln!(out, "{answers} from the store, with the nodes and seconds that they took then")
    }

    /// Exit status of the run.
    pub(crate) fn status(&self, stopped: bool) -> Status {
        match self {
            totals if totals.n_faults > 0 => Status::Fault,
            totals if totals.n_contradicted > 0 => Status::No,
            _ if stopped => Status::Interrupted,
            totals if totals.n_undecided > 0 => Status::Undecided,
            _ => Status::Fine,
        }
    }
}

/// The output for many questions: one line each, as a table or as JSON, and the totals.
pub(crate) struct Table {
    pub(crate) json: bool,
    /// The width of the first column, which has the names of the questions below the heading `id`.
    pub(crate) id_width: usize,
    pub(crate) n_questions: usize,
    pub(crate) totals: Totals,
}

impl Table {
    /// A table for questions with these names.
    pub(crate) fn new<'i>(ids: impl Iterator<Item = &'i String>, json: bool) -> Self {
        let widths: Vec<usize> = ids.map(|id| places(id)).collect();
        let id_width = widths.iter().copied().max().unwrap_or(0).max(2);
        Self { json, id_width, n_questions: widths.len(), totals: Totals::default() }
    }

    /// Prints the headings, if it is a table: `id` and those of the other columns.
    pub(crate) fn print_head(&self, others: &str) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let (bold, width) = (PLAIN.bold(), self.id_width);
        writeln!(anstream::stdout(), "{bold}{:<width$}  {others}{bold:#}", "id")
    }
}

/// Ends the output of a run: the totals, the table of `--csv` and the pictures.
///
/// If something could not be written, the answers so far still count. If standard output is closed, nothing more is
/// printed.
pub(crate) fn close(
    outcome: Result<(), Failure>,
    end: impl FnOnce() -> io::Result<()>,
    rows: Objects,
    pictures: Vec<Picture>,
    option: &PictureArguments,
) -> Result<(), Failure> {
    if !matches!(outcome, Err(Failure::Console(_))) {
        end()?;
        rows.write()?;
    }
    if !pictures.is_empty() {
        option.write(pictures)?;
    }
    outcome
}

/// Text of a table about the stated answer: that it was found, that it is contradicted, or, if there is no answer, the
/// stated one itself.
pub(crate) fn judged(as_stated: Option<bool>, stated: Option<&str>) -> (String, Style) {
    match (as_stated, stated) {
        (Some(true), _) => ("ok".to_owned(), GOOD),
        (Some(false), _) => ("CONTRADICTED".to_owned(), BAD),
        (None, Some(stated)) => (format!("({stated})"), OPEN),
        (None, None) => ("-".to_owned(), PLAIN),
    }
}

/// Complains about a certificate that was asked for and is missing: why the checker rejects it, or that a limit was
/// reached first. `maker` is the program that made it.
pub(crate) fn complain_of_certificate(id: &str, maker: &str, fault: Option<&str>, is_missing: bool) {
    if let Some(fault) = fault {
        complain(&format!("{id}: the {maker}'s certificate does not check: {fault}"));
    }
    if is_missing {
        complain(&format!("{id}: no certificate within the limits"));
    }
}

/// *Proved* with a certificate, *decided* by the search alone, or *open*.
pub(crate) const fn state(solved: &ArchiveAnswer) -> &'static str {
    match (&solved.certificate, solved.winner) {
        (Some(_), _) => "proved",
        (None, Some(_)) => "decided",
        (None, None) => "open",
    }
}
