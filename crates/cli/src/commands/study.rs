//! `tesuji study`: the tables and figures of the papers, run again beside the published ones.

mod data;
mod list;
mod report;
mod run;
mod show;

use miette::{Result, miette};
use tesuji_studies::Study;

use crate::status;

/// The arguments of `tesuji study`.
#[derive(clap::Subcommand)]
pub(crate) enum Arguments {
    /// List the studies: what each says, and how long it takes
    List(list::Arguments),
    /// Show a study: its parameters, and what was published
    Show(show::Arguments),
    /// Run studies, and compare with what was published; a run that is kept in a folder goes on where it was stopped
    Run(run::Arguments),
    /// Make pages of runs that were kept: one a paper as HTML, or all as Markdown
    Report(report::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    match arguments {
        Arguments::List(arguments) => list::run(arguments),
        Arguments::Show(arguments) => show::run(arguments),
        Arguments::Run(arguments) => run::run(arguments),
        Arguments::Report(arguments) => report::run(arguments),
    }
}

/// The studies that these texts mean: an id, or a paper for all of its studies.
fn chosen(ids: &[String]) -> Result<Vec<&'static Study>> {
    let mut chosen: Vec<&Study> = Vec::new();
    for id in ids {
        let found = tesuji_studies::matching(id);
        if found.is_empty() {
            let papers: Vec<&str> = tesuji_studies::all_papers().iter().map(|paper| paper.key.as_str()).collect();
            let near: Vec<&str> = tesuji_studies::all()
                .iter()
                .filter(|study| id.split('/').next().is_some_and(|paper| study.paper() == paper))
                .map(|study| study.id.as_str())
                .collect();
            let expected = if near.is_empty() { &papers } else { &near };
            return Err(miette!("there is no study `{id}`: expected one of {}", expected.join(", ")));
        }
        for study in found {
            if !chosen.iter().any(|other| other.id == study.id) {
                chosen.push(study);
            }
        }
    }
    Ok(chosen)
}
