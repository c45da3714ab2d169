//! The subcommands, one module each: a struct `Arguments` and a function `run`.
//!
//! A new one is a file here, a `mod` line, a variant of [`Command`] (its `///` line is what `tesuji --help` says) and
//! an arm of [`Command::run`]; its tests go to `tests/cli/`. A command asks the library and prints through `anstream`,
//! which leaves colours out where nobody sees them.

mod analyze;
mod board;
mod book;
mod check;
mod convert;
mod correlate;
mod defend;
mod fit;
mod gtp;
mod maps;
mod matches;
mod measure;
mod minimize;
mod openings;
mod record;
mod show;
mod solve;
mod split;
mod store;
mod strategy;
mod templates;
mod trace;
mod verify;

use crate::status::{self, Result};

/// What to do.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Answer problems: does the claim hold? Writes certificates
    #[command(after_help = status::HELP)]
    Verify(verify::Arguments),
    /// Check certificates: is each valid, and what does it prove?
    #[command(after_help = status::HELP)]
    Check(check::Arguments),
    /// Draw problems with the first moves that win or are not settled, certificates with their answers, and positions
    Show(show::Arguments),
    /// Play against a certificate, which answers every move
    Defend(defend::Arguments),
    /// Verify a strategy file: moves left out, part-boards and their combination, in one certificate
    #[command(after_help = status::HELP)]
    Strategy(strategy::Arguments),
    /// Take a claim apart: part-boards that together prove it, as a strategy file
    #[command(after_help = status::HELP)]
    Split(split::Arguments),
    /// Find smallest carriers: which empty cells does a claim need, and which can be dropped?
    #[command(after_help = status::HELP)]
    Minimize(minimize::Arguments),
    /// Find all minimal edge templates of a stone, or of given stones; can be stopped and resumed
    #[command(after_help = status::HELP)]
    Templates(templates::Arguments),
    /// Solve positions of whole boards: who wins, with which moves, and why?
    #[command(after_help = status::HELP)]
    Solve(solve::Arguments),
    /// Solve every first move on a board: a map that grows, and can be stopped and resumed
    #[command(after_help = status::HELP)]
    Openings(openings::Arguments),
    /// Look at a board of any shape: its numbers, as text or a picture; write it as a board file
    #[command(after_help = status::HELP)]
    Board(board::Arguments),
    /// Look at records of Go on boards of any shape and of Amazons, check their moves, and convert them between formats
    #[command(after_help = record::HELP)]
    Record(record::Arguments),
    /// What first moves are worth, and opening books that the strong player builds; can be stopped and resumed
    #[command(after_help = status::HELP)]
    Book(book::Arguments),
    /// Look into a store of solved positions, check it, write it out, or merge stores
    #[command(after_help = status::HELP)]
    Store(store::Arguments),
    /// Play as an engine: answer the Go Text Protocol on standard input and output
    Gtp(gtp::Arguments),
    /// Analyze positions: of Go and Hex by random playouts (critical points, miai pairs, orders of moves), of Amazons by
    /// territory, evaluators and exact values of regions; and what a player thinks
    Analyze(analyze::Arguments),
    /// Measure positions: both players' networks and circuits, as a table, and cell by cell as maps
    Measure(measure::Arguments),
    /// Trace games: distance, path length and betweenness after each move, beside all replies; averages of many games
    #[command(after_help = status::HELP)]
    Trace(trace::Arguments),
    /// Correlate path length with betweenness over all positions after two stones
    #[command(after_help = status::HELP)]
    Correlate(correlate::Arguments),
    /// Play matches between players, ours and others', from a control file; can be stopped and resumed
    #[command(after_help = status::HELP)]
    Match(matches::Arguments),
    /// Tactical maps of Go: drawn, listed, played against each other and bred
    #[command(after_help = status::HELP)]
    Maps(maps::Arguments),
    /// Learn from games what players of ours use: weights of local patterns
    Fit(fit::Arguments),
    /// Convert a certificate from binary to text form, or back
    Convert(convert::Arguments),
}

impl Command {
    /// Does it.
    ///
    /// # Errors
    ///
    /// What makes the exit status 2.
    pub(crate) fn run(self) -> Result {
        match self {
            Self::Verify(arguments) => verify::run(&arguments),
            Self::Check(arguments) => check::run(&arguments),
            Self::Show(arguments) => show::run(&arguments),
            Self::Defend(arguments) => defend::run(&arguments),
            Self::Strategy(arguments) => strategy::run(&arguments),
            Self::Split(arguments) => split::run(&arguments),
            Self::Minimize(arguments) => minimize::run(&arguments),
            Self::Templates(arguments) => templates::run(&arguments),
            Self::Solve(arguments) => solve::run(&arguments),
            Self::Openings(arguments) => openings::run(&arguments),
            Self::Board(arguments) => board::run(&arguments),
            Self::Record(arguments) => record::run(&arguments),
            Self::Book(arguments) => book::run(&arguments),
            Self::Store(arguments) => store::run(&arguments),
            Self::Gtp(arguments) => gtp::run(&arguments),
            Self::Analyze(arguments) => analyze::run(&arguments),
            Self::Measure(arguments) => measure::run(&arguments),
            Self::Trace(arguments) => trace::run(&arguments),
            Self::Correlate(arguments) => correlate::run(&arguments),
            Self::Match(arguments) => matches::run(&arguments),
            Self::Maps(arguments) => maps::run(&arguments),
            Self::Fit(arguments) => fit::run(&arguments),
            Self::Convert(arguments) => convert::run(&arguments),
        }
    }
}
