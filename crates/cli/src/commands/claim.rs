//! `tesuji claim`: what else can be asked about a claim than whether it holds.

mod answers;
mod defend;
mod dialogue;
mod minimize;
mod repair;
mod split;
mod strategy;
mod templates;

use crate::status;

/// The arguments of `tesuji claim`.
#[derive(clap::Subcommand)]
pub(crate) enum Arguments {
    /// Shrink a claim: which empty cells it needs, and its minimal carriers
    Minimize(minimize::Arguments),
    /// Find the smallest sets of cells that make a failing claim hold
    Repair(repair::Arguments),
    /// Split a claim into part-boards that together prove it
    Split(split::Arguments),
    /// Check a strategy that a person wrote, and make one certificate of it
    Strategy(Box<strategy::Arguments>),
    /// List what is left to prove in a strategy in the making, what decides most first
    Next(dialogue::NextArguments),
    /// Offer replies, parts and a region at a position of a strategy in the making
    Suggest(dialogue::SuggestArguments),
    /// Try a reply or parts at a position of a strategy in the making
    Try(dialogue::TryArguments),
    /// Merge another person's file into a strategy in the making
    Merge(dialogue::MergeArguments),
    /// Tabulate the answers of a proof to every intrusion
    Answers(answers::Arguments),
    /// Play against a proof, which answers every move
    Defend(defend::Arguments),
    /// Find all minimal edge templates of a stone or of given stones
    Templates(templates::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    match arguments {
        Arguments::Minimize(arguments) => minimize::run(arguments),
        Arguments::Repair(arguments) => repair::run(arguments),
        Arguments::Split(arguments) => split::run(arguments),
        Arguments::Strategy(arguments) => strategy::run(arguments),
        Arguments::Next(arguments) => dialogue::next(arguments),
        Arguments::Suggest(arguments) => dialogue::suggest(arguments),
        Arguments::Try(arguments) => dialogue::attempt(arguments),
        Arguments::Merge(arguments) => dialogue::merge(arguments),
        Arguments::Answers(arguments) => answers::run(arguments),
        Arguments::Defend(arguments) => defend::run(arguments),
        Arguments::Templates(arguments) => templates::run(arguments),
    }
}
