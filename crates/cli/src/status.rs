//! Ends of the program.

use std::io;
use std::process::ExitCode;

/// Meaning of the exit status for a script.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Status {
    /// Every question is answered, whatever the answer.
    Fine,
    /// A limit left a question undecided, or decided by the search without the proof that was asked for. This is fine unless `--strict` is given.
    Undecided,
    /// An expected answer is contradicted, or a certificate is invalid.
    No,
    /// Wrong usage, an unreadable file, a malformed problem.
    BadInput,
    /// The checker rejects a certificate that one of our programs has just made.
    Fault,
    /// Stopped by Ctrl-C.
    Interrupted,
}

/// Reasons why a command ends without a status of its own.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request cannot be met; the report says why.
    Report(miette::Report),
    /// A certificate that was given is invalid; the text says why.
    Invalid(String),
    /// The checker rejects a certificate of ours; the text says why.
    Fault(String),
    /// Standard output or input failed. Errors of files are reports, which name the file.
    Console(io::Error),
}

impl From<miette::Report> for Failure {
    fn from(report: miette::Report) -> Self {
        Self::Report(report)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Console(error)
    }
}

/// Result of a command.
pub(crate) type Result<T = Status> = std::result::Result<T, Failure>;

/// The table for `--help`.
pub(crate) const HELP: &str = "\
Exit status: 0 answered, undecided answers included; 1 an expected answer is contradicted, or a certificate is invalid; 2 \
wrong usage or bad input, such as an illegal move; 3 a certificate of our own does not check; 4 undecided, with \
`--strict`; 130 interrupted.";

impl Status {
    /// The exit status. Whether undecided answers count is `is_strict`.
    pub(crate) fn code(self, is_strict: bool) -> ExitCode {
        ExitCode::from(match self {
            Self::Undecided if is_strict => 4,
            Self::Fine | Self::Undecided => 0,
            Self::No => 1,
            Self::BadInput => 2,
            Self::Fault => 3,
            Self::Interrupted => 130,
        })
    }
}
