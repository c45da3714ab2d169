//! The subcommands, one module each: its `Arguments`, a struct or the enum of its own subcommands, and a
//! function `run`.
//!
//! A new one is a file here, a `mod` line, a variant of [`Command`] (its `///` line is what `tesuji --help` says) and
//! an arm of [`Command::run`]; its tests go to `tests/cli/`. A command asks the library and prints through `anstream`,
//! which leaves colours out where nobody sees them.

mod analyze;
mod answers;
mod board;
mod check;
mod completions;
mod convert;
mod defend;
mod fit;
mod game;
mod gtp;
mod man;
mod maps;
mod matches;
mod measure;
mod minimize;
mod openings;
mod play;
mod repair;
mod review;
mod serve;
mod show;
mod solve;
mod split;
mod store;
mod strategy;
mod study;
mod templates;
mod trace;
mod tune;
mod verify;
mod work;

use crate::status::{self, Result};

/// What to do.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Prove or refute claims about a part of a board; writes certificates
    #[command(after_help = status::HELP)]
    Verify(verify::Arguments),
    /// Check certificates: is each valid, and what does it prove?
    #[command(after_help = status::HELP)]
    Check(check::Arguments),
    /// Show games and positions, problems with their winning first moves, certificates with their answers
    #[command(after_help = show::HELP)]
    Show(show::Arguments),
    /// Play against a certificate, which answers every move
    Defend(defend::Arguments),
    /// Tabulate the answers of a certificate to every intrusion
    #[command(after_help = status::HELP)]
    Answers(answers::Arguments),
    /// Verify a strategy that a person wrote; writes one certificate
    #[command(after_help = status::HELP)]
    Strategy(strategy::Arguments),
    /// Split a claim into part-boards that together prove it
    #[command(after_help = status::HELP)]
    Split(split::Arguments),
    /// Shrink a claim: which empty cells it needs, and its minimal carriers
    #[command(after_help = status::HELP)]
    Minimize(minimize::Arguments),
    /// Find the smallest sets of cells that make a failing claim hold
    #[command(after_help = status::HELP)]
    Repair(repair::Arguments),
    /// Find all minimal edge templates of a stone or of given stones
    #[command(after_help = status::HELP)]
    Templates(templates::Arguments),
    /// Solve whole positions of Hex and endings of Amazons: who wins, with which moves
    #[command(after_help = status::HELP)]
    Solve(solve::Arguments),
    /// Solve every first move on a board of Hex, or show what players know of them; resumes
    #[command(after_help = status::HELP)]
    Openings(openings::Arguments),
    /// Describe or draw a board of any shape, or write it as a board file
    #[command(after_help = status::HELP)]
    Board(board::Arguments),
    /// Review whole games of any kind: where they were decided, for certain, and which moves were mistakes
    #[command(after_help = review::HELP)]
    Review(review::Arguments),
    /// List, check, export or merge stores of solved positions
    #[command(subcommand, after_help = status::HELP)]
    Store(store::Arguments),
    /// Play any of the games over the Go Text Protocol
    Gtp(gtp::Arguments),
    /// Open the workbench in the browser: see, ask, prove and play
    #[command(after_help = serve::HELP)]
    Serve(serve::Arguments),
    /// Play a game in the terminal, against any of our players or between two people
    Play(play::Arguments),
    /// Analyze a position: critical points, miai pairs and orders of moves (Go, Hex), regions and values (Amazons), and
    /// what a player thinks
    Analyze(analyze::Arguments),
    /// Measure positions of Hex: networks, path lengths, betweenness, resistance
    Measure(measure::Arguments),
    /// Trace games of Hex: those measures after each move, and averages of many games
    #[command(after_help = status::HELP)]
    Trace(trace::Arguments),
    /// Play matches between players, ours and others', from arguments or a control file; resumes
    #[command(after_help = status::HELP)]
    Match(matches::Arguments),
    /// Tune the settings of a player by matches (SPSA); resumes
    #[command(after_help = status::HELP)]
    Tune(tune::Arguments),
    /// Run the tables and figures of five papers again, beside the published ones; resumes
    #[command(subcommand)]
    Study(study::Arguments),
    /// Do long work of any kind in parts, on any number of machines; resumes
    #[command(subcommand)]
    Work(work::Arguments),
    /// Draw and breed tactical maps of Go
    #[command(subcommand, after_help = status::HELP)]
    Maps(maps::Arguments),
    /// Learn weights of local patterns from games of Hex
    #[command(subcommand)]
    Fit(fit::Arguments),
    /// Convert games, positions, claims and certificates to another form
    #[command(after_help = convert::HELP)]
    Convert(convert::Arguments),
    /// Print completions of the command line for a shell
    Completions(completions::Arguments),
    /// Write manual pages
    Man(man::Arguments),
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
            Self::Answers(arguments) => answers::run(&arguments),
            Self::Repair(arguments) => repair::run(&arguments),
            Self::Defend(arguments) => defend::run(&arguments),
            Self::Strategy(arguments) => strategy::run(&arguments),
            Self::Split(arguments) => split::run(&arguments),
            Self::Minimize(arguments) => minimize::run(&arguments),
            Self::Templates(arguments) => templates::run(&arguments),
            Self::Solve(arguments) => solve::run(&arguments),
            Self::Openings(arguments) => openings::run(&arguments),
            Self::Board(arguments) => board::run(&arguments),
            Self::Review(arguments) => review::run(&arguments),
            Self::Store(arguments) => store::run(&arguments),
            Self::Gtp(arguments) => gtp::run(&arguments),
            Self::Serve(arguments) => serve::run(&arguments),
            Self::Play(arguments) => play::run(&arguments),
            Self::Analyze(arguments) => analyze::run(&arguments),
            Self::Measure(arguments) => measure::run(&arguments),
            Self::Trace(arguments) => trace::run(&arguments),
            Self::Match(arguments) => matches::run(&arguments),
            Self::Tune(arguments) => tune::run(&arguments),
            Self::Study(arguments) => study::run(&arguments),
            Self::Work(arguments) => work::run(&arguments),
            Self::Maps(arguments) => maps::run(&arguments),
            Self::Fit(arguments) => fit::run(&arguments),
            Self::Convert(arguments) => convert::run(&arguments),
            Self::Completions(arguments) => completions::run(&arguments),
            Self::Man(arguments) => man::run(&arguments),
        }
    }
}
