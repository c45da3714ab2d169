//! The subcommands, one module each: its `Arguments`, a struct or the enum of its own subcommands, and a
//! function `run`.
//!
//! A new one is a file here, a `mod` line, an entry of [`Command`] (its `///` line is what `tesuji --help` says), and a
//! group and an example in `help.rs`; its tests go to `tests/cli/`. A command asks the library and prints through
//! `anstream`, which leaves colours out where nobody sees them.

mod analyze;
mod board;
mod check;
mod claim;
mod completions;
mod convert;
mod fit;
mod game;
mod gtp;
mod life;
mod maps;
mod matches;
mod measure;
mod openings;
mod play;
mod prove;
mod review;
mod schema;
mod serve;
mod show;
mod solve;
pub(crate) mod store;
mod study;
mod tune;
mod work;

pub use self::schema::schema_of;
use crate::status::Result;

macro_rules! commands {
    ($($(#[$about:meta])+ $name:ident, $module:ident;)*) => {
        /// Action.
        #[derive(clap::Subcommand)]
        pub(crate) enum Command {
            $($(#[$about])+ $name($module::Arguments),)*
        }

        impl Command {
            /// Does it.
            ///
            /// # Errors
            ///
            /// A fault that makes the exit status 2.
            pub(crate) fn run(self) -> Result {
                match self {
                    $(Self::$name(arguments) => $module::run(&arguments),)*
                }
            }
        }
    };
}

commands! {
    /// Open the workbench in the browser: see, ask, prove and play
    Serve, serve;
    /// Prove or refute claims about a part of a board; writes certificates
    Prove, prove;
    /// Solve whole positions of Hex and endings of Amazons: who wins, with which moves
    Solve, solve;
    /// Solve every first move on a board of Hex, or show what players know of them; resumes
    Openings, openings;
    /// Check certificates: is each valid, and what does it prove?
    Check, check;
    /// Show games, positions, problems with winning first moves, certificates with answers
    Show, show;
    /// Ask more about a claim: minimize, repair, split, strategy, answers, defend, templates
    #[command(subcommand)]
    Claim, claim;
    /// List, check, export or merge stores of solved positions
    #[command(subcommand)]
    Store, store;
    /// Play a game in the terminal, against any of our players or between two people
    Play, play;
    /// Play any of the games over the Go Text Protocol
    Gtp, gtp;
    /// Play matches between players, ours and others', and report them; resumes
    Match, matches;
    /// Tune the settings of a player by matches (SPSA); resumes
    Tune, tune;
    /// Review whole games: where they were decided for certain, and which moves were mistakes
    Review, review;
    /// Analyze a position: points and pairs that matter, regions, and what a player thinks
    Analyze, analyze;
    /// Prove whether groups of Go live, with or without ko, and with which moves
    Life, life;
    /// Measure positions and games of Hex: networks, path lengths, betweenness, resistance
    Measure, measure;
    /// Run the tables and figures of five papers again, beside the published ones; resumes
    #[command(subcommand)]
    Study, study;
    /// Describe or draw a board of any shape, or write it as a board file
    Board, board;
    /// Convert games, positions, claims and certificates to another form
    Convert, convert;
    /// Draw and breed tactical maps of Go
    #[command(subcommand)]
    Maps, maps;
    /// Do long work of any kind in parts, on any number of machines; resumes
    #[command(subcommand)]
    Work, work;
    /// Fit weights of the move ordering of Program A or B to claims
    Fit, fit;
    /// Print completions of the command line for a shell, or write manual pages
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Completions, completions;
    /// Print the JSON Schema of what a command prints with `--json`
    Schema, schema;
}
