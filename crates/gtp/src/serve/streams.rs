//! Analyses that go on until a line comes: `lz-analyze` and related commands.
//!
//! The answer begins at once and prints a line of candidate moves now and then. It ends with the next line of input of
//! any kind, with `# interrupt`, or with the input. There is always at least one line of candidates.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use tesuji_board::Player;
use tesuji_engine::{Analysis, CandidateMove, Pace, Proved, Thinking, move_seed};
use tesuji_numeric::wilson;

use super::arguments::{player, syntax_error};
use super::board::Board;
use crate::protocol::{Answer, Command};

/// The commands whose answers come in pieces.
const STREAMS: &[(&str, Stream)] = &[
    ("genmove_analyze", Stream { form: ValueForm::Integers, makes_move: true }),
    ("kata-analyze", Stream { form: ValueForm::Decimals, makes_move: false }),
    ("kata-genmove_analyze", Stream { form: ValueForm::Decimals, makes_move: true }),
    ("lz-analyze", Stream { form: ValueForm::Integers, makes_move: false }),
    ("lz-genmove_analyze", Stream { form: ValueForm::Integers, makes_move: true }),
    ("tesuji-analyze", Stream { form: ValueForm::Decimals, makes_move: false }),
];

/// Number of moves reported by a player that compares only as many as it is asked for.
const LINES: usize = 5;
/// Interval of lines if none is given.
const INTERVAL: Duration = Duration::from_secs(1);
/// The shortest interval.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);

/// Function of a command that reports continuously.
#[derive(Clone, Copy)]
pub(super) struct Stream {
    form: ValueForm,
    makes_move: bool,
}

/// Notation of values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueForm {
    /// As in Leela Zero: whole numbers up to 10,000.
    Integers,
    /// As in KataGo: from 0 to 1.
    Decimals,
}

/// The meaning of the arguments.
struct Asked {
    player: Player,
    interval: Duration,
    /// Whether to report the expected owner of each cell.
    tells_owners: bool,
}

/// The names of these commands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    STREAMS.iter().map(|(name, _)| *name)
}

/// The command of this name.
pub(super) fn find(name: &str) -> Option<Stream> {
    STREAMS.iter().find(|(known, _)| *known == name).map(|(_, stream)| *stream)
}

impl Stream {
    /// Answers `command`, from the beginning to the blank line.
    ///
    /// # Errors
    ///
    /// If `output` fails.
    pub(super) fn run(self, board: &mut Board, command: &Command, output: &mut impl Write) -> io::Result<()> {
        let asked = match self.begin(board, &command.arguments) {
            Ok(asked) => asked,
            Err(error) => {
                let answer = Answer { id: command.id, result: Err(error) };
                output.write_all(answer.to_string().as_bytes())?;
                return output.flush();
            }
        };
        writeln!(output, "={}", command.id.map(|id| id.to_string()).unwrap_or_default())?;
        output.flush()?;
        if self.makes_move {
            self.genmove(board, &asked, output)?;
        } else {
            self.analyze(board, &asked, output)?;
        }
        output.write_all(b"\n")?;
        output.flush()
    }

    /// Reads the arguments, and checks that there is something to analyse.
    fn begin(self, board: &mut Board, arguments: &[String]) -> Result<Asked, String> {
        let (mut interval, mut tells_owners) = (INTERVAL, false);
        let mut to_move = board.session.to_move();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let expected = "`b`, `w`, hundredths of a second, or a name with its value";
            if let Some(player) = player(word) {
                to_move = player;
            } else if let Ok(hundredths) = word.parse() {
                interval = hundredths_of_a_second(hundredths);
            } else {
                // Two names are known. Others, which restrict the moves to look at, are skipped, because that is not
                // supported.
                let value = words.next().ok_or_else(|| syntax_error(expected, word))?;
                if word.eq_ignore_ascii_case("interval") {
                    interval = hundredths_of_a_second(value.parse().map_err(|_| syntax_error(expected, value))?);
                } else if word.eq_ignore_ascii_case("ownership") {
                    tells_owners = value.eq_ignore_ascii_case("true");
                }
            }
        }
        board.check_resigned()?;
        if board.session.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        board.session.set_to_move(to_move).map_err(|error| error.to_string())?;
        Ok(Asked { player: to_move, interval: interval.max(SHORTEST_INTERVAL), tells_owners })
    }

    /// Chooses a move as `genmove` does, and reports the analyses on the way.
    fn genmove(self, board: &mut Board, asked: &Asked, output: &mut impl Write) -> io::Result<()> {
        let (mut told, mut written) = (None::<Instant>, Ok(()));
        let chosen = board.genmove(asked.player, &mut |analysis| {
            if written.is_ok() && told.is_none_or(|told| told.elapsed() >= asked.interval) {
                told = Some(Instant::now());
                written = self.tell(analysis, asked, output);
            }
        });
        written?;
        match chosen {
            Ok(mv) => writeln!(output, "play {mv}"),
            // The answer has already begun as a success, so it can only mention the error.
            Err(error) => writeln!(output, "# {error}"),
        }
    }

    fn analyze(self, board: &mut Board, asked: &Asked, output: &mut impl Write) -> io::Result<()> {
        let seed = move_seed(board.settings.seed, board.session.moves().len());
        let spec = board.settings.player.clone().without_bound().with_lines(board.settings.game.kind(), LINES);
        let mut thinking = Thinking::new(&board.session, spec, seed);
        let pace = Pace::watched(asked.interval, asked.interval, Duration::MAX);
        let (mut written, mut n_nodes) = (Ok(()), None);
        let run = board.run(&mut thinking, &pace, true, &mut |analysis, _| {
            (written, n_nodes) = (self.tell(analysis, asked, output), Some(analysis.choice.nodes));
            written.is_ok()
        });
        written?;
        if let Some(analysis) = thinking.into_analysis().filter(|_| run.is_ok()) {
            if n_nodes != Some(analysis.choice.nodes) || analysis.choice.proved.is_some() {
                self.tell(&analysis, asked, output)?;
            }
            board.analysis = Some((board.session.position().hash(), analysis));
            // If nothing was left to search, the answer still ends with the next line.
            board.bell.wait();
        }
        Ok(())
    }

    /// One line with all moves that were looked at and whatever else was asked for.
    fn tell(self, analysis: &Analysis, asked: &Asked, output: &mut impl Write) -> io::Result<()> {
        let mut line = String::new();
        let ends = analysis.ends.as_ref().filter(|_| self.form == ValueForm::Decimals);
        let for_player = |value: f64| if asked.player == Player::Black { value } else { -value };
        let lead = ends.map(|ends| format!(" scoreLead {:.2}", for_player(ends.lead))).unwrap_or_default();
        // If nothing was searched, what is known of first moves is reported.
        let is_searched = analysis.moves.iter().any(|candidate| candidate.visits > 0);
        let is_told = |candidate: &CandidateMove| candidate.visits > 0 || !is_searched && candidate.value.is_some();
        let looked_at = analysis.moves.iter().enumerate().filter(|(order, mv)| *order == 0 || is_told(mv));
        for (order, candidate) in looked_at {
            let value = candidate.value.unwrap_or(0.5);
            let bound = lower_bound(value, candidate.visits);
            let (winrate, lcb) = match self.form {
                ValueForm::Integers => (ten_thousandths(value), ten_thousandths(bound)),
                ValueForm::Decimals => (format!("{value:.6}"), format!("{bound:.6}")),
            };
            let prior = candidate.prior.map_or_else(String::new, |prior| match self.form {
                ValueForm::Integers => format!(" prior {}", ten_thousandths(prior)),
                ValueForm::Decimals => format!(" prior {prior:.6}"),
            });
            let space = if order == 0 { "" } else { " " };
            let proved = match analysis.choice.proved.filter(|_| order == 0) {
                Some(Proved::Win) => " proved win",
                Some(Proved::Loss) => " proved loss",
                None => "",
            };
            line += &format!(
                "{space}info move {} visits {} winrate {winrate}{prior}{lead} lcb {lcb} order {order}{proved} pv {}",
                candidate.mv,
                candidate.visits.max(1),
                candidate.line.join(" "),
            );
        }
        if let Some(ends) = ends.filter(|_| asked.tells_owners && !line.is_empty()) {
            line += " ownership";
            for &owner in &ends.owners {
                line += &format!(" {:.3}", for_player(owner));
            }
        }
        if !line.is_empty() {
            writeln!(output, "{line}")?;
        }
        output.flush()
    }
}

/// The lower end of Wilson's interval of two standard deviations, as if the results of all visits were independent.
fn lower_bound(value: f64, visits: u64) -> f64 {
    let n = visits.max(1);
    // A value is a share of whole wins up to half a visit.
    wilson((value * n as f64).round() as u64, n, 2.0).map_or(0.0, |(low, _)| low.min(value))
}

fn ten_thousandths(value: f64) -> String {
    format!("{:.0}", 10_000.0 * value)
}

fn hundredths_of_a_second(n: u32) -> Duration {
    Duration::from_millis(10 * u64::from(n))
}
