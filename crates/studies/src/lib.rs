//! The tables and figures of five papers, run again beside the published ones, and studies that go beyond them.
//!
//! A [`Study`] is a table or a figure as data: what it says, how it is made ([`Method`]) and what was published. [`all`]
//! lists them, [`find`] finds one. [`run()`] makes it again, in a small or in the full size, and gives an [`Outcome`]:
//! numbers with intervals, tables, pictures. [`judge`] puts ours beside the published numbers and says whether they
//! agree. A [`Record`] keeps that with the command, the commit and the machine; [`papers`] makes pages of records.
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
mod study;

pub use catalogue::{Paper, all, find, matching, papers as all_papers};
pub use compare::{Agreement, Comparison, Judgement, Verdict, judge};
pub use methods::{Method, StudyMatch};
pub use outcome::{Number, Outcome, Shown, Table};
pub use record::Record;
pub use run::{Bench, Progress, StudyError, run};
pub use study::{Published, Size, Study};
