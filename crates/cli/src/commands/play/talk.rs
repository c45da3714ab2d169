//! The conversation: what the person types, and what is answered.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstyle::Style;
use miette::miette;
use tesuji_board::Player;
use tesuji_engine::{Analysis, Contest, Glance, GlanceSpec, Measured, PlayerSpec, Proved, Session, SessionError, Turn};

use super::board::{drawn, legend, links, links_at_first, name, result_words};
use super::load::{self, GameToContinue};
use crate::files;
use crate::interrupt::WatchedSearches;
use crate::picture::{BAD, FAINT, PLAIN};
use crate::text::with_separators;

const HELP: &str = "\
a move           play it; `moves` lists those that are legal
pass, swap       where the game has them
undo             take back your last move and the answer
hint             the best moves, with what they are worth
analyse          a short look: who wins if that is proved, the points that matter, evaluations
moves            list the legal moves
links [POINT]    which points touch which
board            draw the board again
resign           give up
save FILE        write the game as SGF
load GAME        go on with the game in a file, a link or a list of moves
help             this list
quit             leave";

/// Number of moves in a hint.
const HINTS: usize = 5;
/// Number of moves of a line that are shown.
const LONGEST_LINE: usize = 8;
/// The most legal moves that are listed.
const MOST_MOVES: usize = 400;
/// The longest a short look takes, if no time is set.
const LOOK: Duration = Duration::from_secs(5);

/// The game, and the person in front of it.
pub(super) struct Table<W> {
    pub(super) contest: Contest,
    /// Player that gives hints.
    pub(super) adviser: PlayerSpec,
    pub(super) thinking: WatchedSearches,
    /// File to which the game is written after each move.
    pub(super) save: Option<PathBuf>,
    /// Whether to repeat the input, so that the output of a scripted game reads like a game.
    pub(super) echo: bool,
    pub(super) out: W,
}

impl<W: Write> Table<W> {
    fn session(&self) -> &Session {
        self.contest.session()
    }

    pub(super) fn introduce(&mut self) -> io::Result<()> {
        let text = legend(self.session()) + "Type a move, or `help`.\n";
        self.out.write_all(text.as_bytes())?;
        if let Some(links) = links_at_first(self.session()) {
            write!(self.out, "Links:\n{links}")?;
        }
        self.notices()?;
        self.draw()
    }

    /// Omissions in reading a record.
    fn notices(&mut self) -> io::Result<()> {
        for notice in self.session().notices().to_vec() {
            writeln!(self.out, "Note: {notice}.")?;
        }
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        let text = drawn(self.session());
        writeln!(self.out, "\n{text}")
    }

    /// Lets our players move until it is a person's turn or the game is over.
    pub(super) fn let_players_move(&mut self) -> io::Result<()> {
        while let Turn::Ours(player) = self.contest.turn() {
            let (thinking, contest) = (&self.thinking, &mut self.contest);
            match thinking.work(None, |limits| contest.reply(limits)) {
                Ok(Some(analysis)) => {
                    let bold = PLAIN.bold();
                    writeln!(
                        self.out,
                        "{} plays {bold}{}{bold:#}{}",
                        name(player),
                        analysis.choice.mv,
                        why(&analysis)
                    )?;
                    self.draw()?;
                    self.keep()?;
                }
                Ok(None) => return Ok(()),
                Err(error) => {
                    // The player has no move to give, so the person gets the last word.
                    self.refuse(&format!("{} cannot move: {error}", name(player)))?;
                    self.contest.resign();
                }
            }
        }
        Ok(())
    }

    /// Says whose turn it is, and waits for a line.
    pub(super) fn prompt(&mut self) -> io::Result<()> {
        match (self.contest.turn(), self.contest.result()) {
            (Turn::Over, result) => {
                let bold = PLAIN.bold();
                let words = result_words(&result.unwrap_or_default());
                writeln!(self.out, "{bold}{words}{bold:#} `undo`, `save FILE` or `quit`.")?;
                write!(self.out, "> ")?;
            }
            (Turn::Person(player) | Turn::Ours(player), _) => {
                let number = self.session().moves().len() + 1;
                write!(self.out, "{number}. {} to move> ", name(player))?;
            }
        }
        self.out.flush()
    }

    /// The input has ended.
    pub(super) fn leave(&mut self) -> io::Result<()> {
        writeln!(self.out)?;
        match &self.save {
            Some(path) => writeln!(self.out, "The game is in {}.", path.display()),
            None => Ok(()),
        }
    }

    /// Does what a line says. Whether the game goes on.
    pub(super) fn obey(&mut self, line: &str) -> io::Result<bool> {
        if self.echo {
            writeln!(self.out, "{line}")?;
        }
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => {}
            ("quit" | "exit" | "q", "") => {
                self.leave()?;
                return Ok(false);
            }
            ("help" | "?", _) => writeln!(self.out, "{HELP}")?,
            ("board", "") => self.draw()?,
            ("moves", "") => self.moves()?,
            ("links", point) => self.links(point)?,
            ("hint", "") => self.hint()?,
            ("analyse" | "analyze", "") => self.analyse()?,
            ("undo", "") => self.undo()?,
            ("resign", "") => {
                self.contest.resign();
                self.keep()?;
            }
            ("save", path) => self.save(path)?,
            ("load", path) => self.load(path)?,
            ("swap", "") => self.play("swap-pieces")?,
            _ => self.play(line)?,
        }
        Ok(true)
    }

    fn refuse(&mut self, why: &str) -> io::Result<()> {
        writeln!(self.out, "{BAD}{why}{BAD:#}")
    }

    fn play(&mut self, mv: &str) -> io::Result<()> {
        match self.contest.play(mv) {
            Ok(()) => {
                self.draw()?;
                self.keep()
            }
            Err(error @ SessionError::Unknown { .. }) => self.refuse(&format!("{error}; `help` lists the commands")),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    /// Writes the game to its file, if it has one.
    fn keep(&mut self) -> io::Result<()> {
        let Some(path) = self.save.clone() else { return Ok(()) };
        match files::write_whole(&path, self.contest.to_sgf().as_bytes()) {
            Ok(()) => Ok(()),
            Err(error) => self.refuse(&format!("the game is not saved: {error}")),
        }
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        if path.is_empty() {
            return self.refuse("expected the name of a file: `save game.sgf`");
        }
        match files::write_whole(Path::new(path), self.contest.to_sgf().as_bytes()) {
            Ok(()) => writeln!(self.out, "The game is in {path}."),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    fn load(&mut self, path: &str) -> io::Result<()> {
        if path.is_empty() {
            return self.refuse("expected the name of a file: `load game.sgf`");
        }
        let loaded = load::session(self.session().spec(), Path::new(path)).and_then(|loaded| {
            let GameToContinue { session, notices, name } = loaded;
            self.contest.set_session(session).map_err(|error| miette!("{name}: {error}"))?;
            Ok((name, notices))
        });
        match loaded {
            Ok((name, notices)) => {
                for notice in notices {
                    writeln!(self.out, "Note: {notice}.")?;
                }
                let n_moves = self.session().moves().len();
                writeln!(self.out, "{name}: {n_moves} moves")?;
                self.notices()?;
                self.draw()?;
                self.keep()
            }
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        match self.contest.undo() {
            Ok(taken) if taken.is_empty() => writeln!(self.out, "The resignation is taken back.")?,
            Ok(taken) => {
                let moves: Vec<&str> = taken.iter().map(|(_, mv)| mv.as_str()).collect();
                writeln!(self.out, "Taken back: {}", moves.join(", "))?;
            }
            Err(error) => return self.refuse(&error.to_string()),
        }
        self.draw()?;
        self.keep()
    }

    fn moves(&mut self) -> io::Result<()> {
        let moves = self.session().legal_moves();
        if moves.is_empty() {
            return writeln!(self.out, "There are none: the game is over.");
        }
        let shown = moves[..moves.len().min(MOST_MOVES)].join(if moves[0].contains(' ') { ", " } else { " " });
        let text = textwrap::fill(&shown, 100);
        writeln!(self.out, "{text}")?;
        match moves.len() {
            n if n > MOST_MOVES => writeln!(self.out, "... {} in all", with_separators(n as u64)),
            _ => Ok(()),
        }
    }

    fn links(&mut self, point: &str) -> io::Result<()> {
        let topology = match self.session().spec().topology() {
            Ok(topology) => topology,
            Err(error) => return self.refuse(&error.to_string()),
        };
        let cell = topology.cells().find(|&cell| topology.name(cell).eq_ignore_ascii_case(point));
        if cell.is_none() && !point.is_empty() {
            return self.refuse(&format!("there is no point `{point}` on this board"));
        }
        write!(self.out, "{}", links(&topology, cell))
    }

    fn hint(&mut self) -> io::Result<()> {
        let (adviser, contest, thinking) = (&self.adviser, &mut self.contest, &self.thinking);
        match thinking.work(None, |limits| contest.hint(adviser, HINTS, limits)) {
            Ok(analysis) => {
                let mut table = hints(&analysis);
                if analysis.choice.proved.is_some()
                    && let Ok(glance) =
                        thinking.work(Some(LOOK), |limits| contest.glance(&GlanceSpec::default(), limits))
                    && let Some(margin) = glance.margin
                {
                    table += &format!("{}\n", margin.sentence());
                }
                self.out.write_all(table.as_bytes())
            }
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    fn analyse(&mut self) -> io::Result<()> {
        let (contest, thinking) = (&mut self.contest, &self.thinking);
        match thinking.work(Some(LOOK), |limits| contest.glance(&GlanceSpec::default(), limits)) {
            Ok(glance) => {
                let text = look(&glance);
                self.out.write_all(text.as_bytes())
            }
            Err(error) => self.refuse(&error.to_string()),
        }
    }
}

/// A player's comment on the move it made.
fn why(analysis: &Analysis) -> String {
    let faint = FAINT;
    let choice = &analysis.choice;
    let proved = match choice.proved {
        Some(Proved::Win) => Some("it has a proved win"),
        Some(Proved::Loss) => Some("every move loses"),
        None => None,
    };
    let value = choice.value.map(|value| format!("it expects {:.0} %", 100.0 * value));
    let thought = proved.map(str::to_owned).or(value);
    let line = analysis.moves.first().filter(|first| first.mv == choice.mv && first.line.len() > 1);
    let expected = line.map(|first| {
        let shown: Vec<&str> = first.line.iter().skip(1).take(LONGEST_LINE).map(String::as_str).collect();
        format!("then {}", shown.join(" "))
    });
    let parts: Vec<String> = thought.into_iter().chain(expected).collect();
    if parts.is_empty() { String::new() } else { format!("  {faint}({}){faint:#}", parts.join("; ")) }
}

/// The best moves, each with what it is worth.
fn hints(analysis: &Analysis) -> String {
    let bold: Style = PLAIN.bold();
    let shown = &analysis.moves[..analysis.moves.len().min(HINTS)];
    if shown.is_empty() {
        return format!("{bold}{}{bold:#}\n", analysis.choice.mv);
    }
    let width = shown.iter().map(|candidate| candidate.mv.len()).max().unwrap_or(0).max(4);
    let mut text = format!("{bold}{:<width$}  {:>6}  {:>9}  expected{bold:#}\n", "move", "value", "visits");
    for candidate in shown {
        let value = candidate.value.map_or_else(|| "-".to_owned(), |value| format!("{:.0} %", 100.0 * value));
        let line: Vec<&str> = candidate.line.iter().take(LONGEST_LINE).map(String::as_str).collect();
        let visits = with_separators(candidate.visits);
        text += &format!("{:<width$}  {value:>6}  {visits:>9}  {}\n", candidate.mv, line.join(" "));
    }
    match analysis.choice.proved {
        Some(Proved::Win) => text + &format!("{} wins; that is proved.\n", analysis.choice.mv),
        Some(Proved::Loss) => text + "Every move loses; that is proved.\n",
        None => text,
    }
}

/// A short look at the position.
fn look(glance: &Glance) -> String {
    let number = |number: Measured, decimals: usize| match number.interval {
        Some([low, high]) => format!("{:.decimals$} [{low:.decimals$}, {high:.decimals$}]", number.value),
        None => format!("{:.decimals$}", number.value),
    };
    let mut text = String::new();
    if let Some(winner) = &glance.winner {
        let by = glance.winning_move.as_ref().map(|mv| format!(", by {mv}")).unwrap_or_default();
        let winner = Player::BOTH.into_iter().find(|player| player.name() == winner).map_or("Black", name);
        let margin = glance.margin.map(|margin| format!(" {}", margin.sentence())).unwrap_or_default();
        text += &format!("Proved: {winner} wins{by}.{margin}\n");
    }
    if let Some(rate) = glance.win_rate {
        let percent =
            Measured { value: 100.0 * rate.value, interval: rate.interval.map(|ends| ends.map(|end| 100.0 * end)) };
        text += &format!("Black wins {} % of random games.\n", number(percent, 1));
    }
    if let Some(score) = glance.mean_score {
        text += &format!("Random games end with Black ahead by {} points on the board.\n", number(score, 1));
    }
    if !glance.critical.is_empty() {
        let cells =
            glance.critical.iter().filter_map(|cell| Some(format!("{} {}", cell.cell, number(cell.criticality?, 3))));
        text += &format!("Critical points: {}\n", cells.collect::<Vec<_>>().join(", "));
    }
    if !glance.pairs.is_empty() {
        let pairs: Vec<String> = glance.pairs.iter().map(|pair| pair.cells.join("-")).collect();
        text += &format!("Miai, where one of two is enough: {}\n", pairs.join(", "));
    }
    if !glance.evaluations.is_empty() {
        let values: Vec<String> =
            glance.evaluations.iter().map(|(name, value)| format!("{name} {value:+.2}")).collect();
        text += &format!("Evaluations for {}: {}\n", glance.to_move, values.join(", "));
    }
    if text.is_empty() { "Nothing is known without a search; try `hint`.\n".to_owned() } else { text }
}
