//! The tables and figures of five papers, run again beside the published ones, and studies that go beyond them.
//!
//! A [`Study`] is a table or a figure as data: what it says, how it is made ([`Method`]) and what was published. [`all`]
//! lists them, [`find`] finds one. [`run()`] makes it again, in a small or in the full size, and gives an [`RunOutcome`]:
//! numbers with intervals, tables, pictures. [`judge`] puts ours beside the published numbers and says whether they
//! agree. A [`RunRecord`] keeps that with the command, the commit and the machine; [`papers`] makes pages of records.
//!
//! Useful for: running a paper's table again, and seeing where the result differs and why.
//!
//! Not useful for: the measurements themselves (`network`, `playout`, `prove`, `arena`, `maps`,
//! `amazons-eval`). Never: a clock read; a number that depends on the number of threads; a verdict that is not computed.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod beside;
mod catalogue;
mod compare;
mod methods;
mod outcome;
pub mod papers;
mod record;
mod run;
mod sources;
mod study;

pub use catalogue::{Paper, all, find, matching, papers as all_papers};
pub use compare::{Agreement, NumberComparison, StudyJudgement, StudyVerdict, judge};
pub use methods::{Method, StudyMatch, run};
pub use outcome::{Number, RunOutcome, RunPicture, RunTable};
pub use record::RunRecord;
pub use run::{Bench, RunProgress, StudyError};
pub use study::{Published, RunSize, Study};
