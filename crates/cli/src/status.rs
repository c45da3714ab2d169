//! How the program ends.

use std::io;
use std::process::ExitCode;

/// What the exit status says to a script.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Status {
    /// Everything is as it should be; undecided answers count as fine.
    Fine,
    /// The answer is no: an expected answer is contradicted, a certificate is invalid, a strategy fails.
    No,
    /// Wrong usage, an unreadable file, a malformed problem.
    BadInput,
    /// The checker rejects a certificate that one of our programs has just made.
    Fault,
    /// Stopped by Ctrl-C.
    Interrupted,
}

/// Why a command ends without a status of its own.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request cannot be met; the report says why.
    Report(miette::Report),
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

/// What a command returns.
pub(crate) type Result<T = Status> = std::result::Result<T, Failure>;

/// The table for `--help`.
pub(crate) const HELP: &str = "\
Exit status: 0 fine (undecided answers included); 1 the answer is no: an expected answer is contradicted, a certificate
is invalid, a strategy fails; 2 wrong usage or bad input; 3 a program's own certificate does not check (a fault of the program); 130 interrupted.";

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Fine => 0,
            Status::No => 1,
            Status::BadInput => 2,
            Status::Fault => 3,
            Status::Interrupted => 130,
        })
    }
}
