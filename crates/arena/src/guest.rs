//! Engines of other people that give opinions: started when they are asked, bounded, ended when nobody asks any more.
//!
//! An engine that lists `kata-analyze` or `lz-analyze` gives moves with values, visits and lines as it goes on thinking.
//! Any other names one move, with `reg_genmove`, or with `genmove` and `undo`. A guest has one process at most.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use tesuji_board::Player;
use tesuji_engine::{
    Analysis, CandidateMove, Choice, ExpectedEnd, GameSpec, Guest, GuestError, GuestOpinion, Session, SessionError,
};
use tesuji_gtp::client::AnswerLimits;

use crate::competitor::{Competitor, GtpProgram, HandicapStones, NewGame, PlayerError};
use crate::control::{External, TimeLimits};
use crate::short;

/// Commands whose answers go on until they are stopped, the one with the most to say first.
const STREAMS: [&str; 2] = ["kata-analyze", "lz-analyze"];
/// Hundredths of a second between two lines of a stream.
const INTERVAL: u32 = 20;
/// Report about an engine that gives up.
const RESIGNS: &str = "resigns";
/// Hex's word for the swap.
const SWAP: &str = "swap-pieces";
/// The longest name.
const MOST_NAME: usize = 40;
/// The longest time for any command but a move: large nets take their time to be loaded.
const PATIENCE: &str = "180s";
/// Longest silence of an engine that thinks, beyond the time that it was given.
const SILENCE: Duration = Duration::from_secs(60);
/// The most time for an engine that names one move.
const USUAL_MOVE: Duration = Duration::from_secs(10);
/// Longest time that a stopped stream may take to end.
const FAREWELL: Duration = Duration::from_secs(5);
/// Longest wait for an engine that thinks for somebody else.
const QUEUE: Duration = Duration::from_secs(10);
/// Interval at which the engine is checked for being free.
const PAUSE: Duration = Duration::from_millis(20);
/// The memory of an engine, in MiB.
const MOST_MEMORY: u64 = 16 << 10;

/// An engine of somebody else, by the command that starts it.
#[derive(Debug)]
pub struct GtpGuest {
    name: String,
    external: External,
    state: Mutex<GuestState>,
    is_over: AtomicBool,
    /// Whether it is being brought to a position, with its start if it does not run.
    is_set_up: AtomicBool,
}

/// The game as sent to an engine.
#[derive(Debug)]
struct GuestState {
    program: GtpProgram,
    /// The game and the moves that it has on its board.
    sent: Option<(GameSpec, Vec<(Player, String)>)>,
    asked: Instant,
}

impl GtpGuest {
    /// Reads `NAME=COMMAND`. Nothing is started.
    ///
    /// # Errors
    ///
    /// If there is no name or no command, or a quote is not closed.
    pub fn parse(text: &str) -> Result<Self, String> {
        let expected = "expected NAME=COMMAND, such as `GNU Go=gnugo --mode gtp`";
        let (name, command) = text.split_once('=').ok_or(expected)?;
        let name = name.trim();
        if !(1..=MOST_NAME).contains(&name.chars().count()) || name.chars().any(char::is_control) {
            return Err(format!("the name of an engine has 1 to {MOST_NAME} characters: {expected}"));
        }
        let command = short::words(command)?;
        if command.is_empty() {
            return Err(expected.to_owned());
        }
        let external = serde_json::json!({ "command": command, "patience": PATIENCE, "memory_mib": MOST_MEMORY });
        let external: External = serde_json::from_value(external).map_err(|error| error.to_string())?;
        let program = GtpProgram::new(&external, Path::new("."));
        let state = Mutex::new(GuestState { program, sent: None, asked: Instant::now() });
        Ok(Self {
            name: name.to_owned(),
            external,
            state,
            is_over: AtomicBool::default(),
            is_set_up: AtomicBool::default(),
        })
    }

    /// The program of the guest with this name, as a player of a match that has a process of its own.
    ///
    /// # Errors
    ///
    /// If there is none, with the names of all.
    pub fn external(guests: &[Arc<Self>], name: &str) -> Result<External, String> {
        let found = guests.iter().find(|guest| guest.name == name);
        found.map(|guest| guest.external.clone()).ok_or_else(|| {
            let names: Vec<&str> = guests.iter().map(|guest| guest.name.as_str()).collect();
            let known =
                if names.is_empty() { "none was named".to_owned() } else { format!("those are {}", names.join(", ")) };
            format!(
                "there is no engine `{name}` here: `tesuji serve --engine \"NAME=COMMAND\"` names them, and {known}"
            )
        })
    }

    fn error(&self, detail: impl Into<String>) -> GuestError {
        let detail = detail.into();
        GuestError { name: self.name.clone(), is_resignation: detail == RESIGNS, detail }
    }

    /// The engine, once it is free; `None` if `patience` is over or `goes_on` says so.
    fn wait(&self, patience: Duration, goes_on: &mut dyn FnMut() -> bool) -> Option<MutexGuard<'_, GuestState>> {
        let began = Instant::now();
        loop {
            match self.state.try_lock() {
                Ok(state) => return Some(state),
                Err(TryLockError::Poisoned(state)) => return Some(state.into_inner()),
                Err(TryLockError::WouldBlock) if began.elapsed() >= patience || !goes_on() => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            }
        }
    }
}

impl Guest for GtpGuest {
    fn name(&self) -> &str {
        &self.name
    }

    fn analyze(
        &self,
        session: &Session,
        time: Option<Duration>,
        follow: &mut dyn FnMut(Option<&GuestOpinion>) -> bool,
    ) -> Result<GuestOpinion, GuestError> {
        let mut state = self.wait(QUEUE, &mut || follow(None)).ok_or_else(|| {
            self.error(match self.is_set_up.load(Ordering::Relaxed) {
                true => "has not answered since it was started, which may take up to 3 minutes: ask again later",
                false => "thinks about another position: stop it there, or ask again later",
            })
        })?;
        if self.is_over.load(Ordering::Relaxed) {
            return Err(self.error("has been stopped"));
        }
        self.is_set_up.store(true, Ordering::Relaxed);
        let is_ready = state.set_up(session, time);
        self.is_set_up.store(false, Ordering::Relaxed);
        is_ready.map_err(|error| self.error(fault(&error)))?;
        let reader = AnalysisReader::new(session);
        let found = state.analyze(&reader, session, time, &self.is_over, follow);
        state.asked = Instant::now();
        found.map_err(|detail| self.error(detail))
    }

    fn rest(&self, idle: Duration) {
        if let Ok(mut state) = self.state.try_lock()
            && state.asked.elapsed() >= idle
        {
            state.program.leave();
        }
    }

    fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(mut state) = self.wait(FAREWELL, &mut || true) {
            state.program.leave();
        }
    }
}

impl GuestState {
    fn analyze(
        &mut self,
        reader: &AnalysisReader,
        session: &Session,
        time: Option<Duration>,
        is_over: &AtomicBool,
        follow: &mut dyn FnMut(Option<&GuestOpinion>) -> bool,
    ) -> Result<GuestOpinion, String> {
        let player = if session.to_move() == Player::Black { "b" } else { "w" };
        let stream = STREAMS.into_iter().find(|command| self.program.knows(command));
        let command = match stream {
            Some(command) => format!("{command} {player} {INTERVAL}"),
            None if self.program.knows("reg_genmove") => format!("reg_genmove {player}"),
            None => format!("genmove {player}"),
        };
        let began = Instant::now();
        let mut heard = began;
        let (mut last, mut middle): (Option<GuestOpinion>, Option<f64>) = (None, None);
        let mut goes_on = true;
        let silence = if stream.is_some() { SILENCE } else { SILENCE + time.unwrap_or_default() };
        let cpu = self.program.cpu_time();
        let answer = self.program.follow(&command, AnswerLimits::wall(FAREWELL), &mut |line| {
            if let Some(analysis) = line.and_then(|line| reader.analysis(line)) {
                let opinion = GuestOpinion { analysis, time: began.elapsed(), cpu: None };
                heard = Instant::now();
                if middle.is_none() && time.is_some_and(|time| opinion.time >= time / 2) {
                    middle = opinion.analysis.choice.value;
                }
                goes_on = follow(Some(&opinion));
                last = Some(opinion);
                return goes_on;
            }
            let is_late = stream.is_some() && last.is_some() && time.is_some_and(|time| began.elapsed() >= time);
            goes_on = !is_late && heard.elapsed() < silence && !is_over.load(Ordering::Relaxed) && follow(None);
            goes_on
        });
        let cpu = self.program.cpu_time().zip(cpu).map(|(now, before)| now.saturating_sub(before));
        let text = match answer {
            Ok(Ok(text)) => text,
            Ok(Err(words)) => return Err(format!("refuses `{command}`: {words}")),
            // One that does not stop has said enough; the next question finds no process and starts another.
            Err(error) => return last.filter(|_| !goes_on).ok_or_else(|| fault(&error)),
        };
        if stream.is_none() {
            if command.starts_with("genmove") {
                // An engine that cannot take it back gets the whole position again.
                let taken_back = self.program.send("undo", AnswerLimits::wall(SILENCE));
                self.sent = self.sent.take().filter(|_| matches!(taken_back, Ok(Ok(_))));
            }
            if text.trim().eq_ignore_ascii_case("resign") {
                self.sent = None;
                return Err(RESIGNS.to_owned());
            }
            let analysis = reader.one_move(&text).ok_or_else(|| named(&text))?;
            return Ok(GuestOpinion { analysis, time: began.elapsed(), cpu });
        }
        if let Some(analysis) = text.lines().rev().find_map(|line| reader.analysis(line)) {
            last = Some(GuestOpinion { analysis, time: began.elapsed(), cpu });
        }
        let mut last = last.ok_or_else(|| named(&text))?;
        last.cpu = cpu;
        // How far the value moved while it thought for the second half of its time.
        last.analysis.spread = middle.zip(last.analysis.choice.value).map(|(was, is)| (was - is).abs());
        Ok(last)
    }

    /// Brings the engine's board to the position.
    fn set_up(&mut self, session: &Session, time: Option<Duration>) -> Result<(), PlayerError> {
        let spec = session.spec();
        let moves = moves_to(session).map_err(|error| PlayerError::Void(error.to_string()))?;
        let sent = self.sent.take().filter(|_| self.program.is_running());
        // The same position begins anew: what was searched before would count twice.
        let goes_on = |sent: &[(Player, String)]| sent.len() < moves.len() && moves.starts_with(sent);
        match sent.filter(|(known, sent)| known == spec && goes_on(sent)) {
            Some((_, sent)) => {
                for (player, mv) in &moves[sent.len()..] {
                    self.program.watch(*player, mv)?;
                }
            }
            None => self.program.begin(&NewGame {
                spec,
                player: session.to_move(),
                seed: 1,
                // Only for engines that name one move: a stream is stopped.
                limits: &TimeLimits {
                    per_move: Some(time.unwrap_or(USUAL_MOVE).min(USUAL_MOVE)),
                    ..TimeLimits::default()
                },
                handicap: HandicapStones::None,
                opening: &moves,
            })?,
        }
        self.sent = Some((spec.clone(), moves));
        Ok(())
    }
}

/// Moves that lead to the position: those of the game, or, if it began with stones or had a swap, its stones.
fn moves_to(session: &Session) -> Result<Vec<(Player, String)>, SessionError> {
    let moves = session.moves();
    if !moves.iter().any(|(_, mv)| mv == SWAP) {
        let mut fresh = Session::new(session.spec())?;
        let is_all = moves.iter().all(|(player, mv)| fresh.play(*player, mv).is_ok());
        if is_all && fresh.view().stones() == session.view().stones() {
            return Ok(moves.to_vec());
        }
    }
    Ok(session.view().stones().into_iter().map(|(cell, player)| (player, cell)).collect())
}

fn named(text: &str) -> String {
    let shown: String = text.trim().chars().take(60).collect();
    format!("names no legal move, but `{}`", shown.escape_debug())
}

fn fault(error: &PlayerError) -> String {
    match error {
        PlayerError::Fault { detail, .. } => {
            format!("has failed: {detail}; it is started again with the next question")
        }
        PlayerError::Void(detail) => format!("cannot be asked: {detail}"),
        PlayerError::Stopped => "was stopped".to_owned(),
    }
}

/// Reads what engines say of a position.
struct AnalysisReader {
    to_move: Player,
    /// The legal moves, by their letters and digits alone.
    legal: BTreeMap<String, String>,
}

impl AnalysisReader {
    fn new(session: &Session) -> Self {
        let legal = session.legal_moves().into_iter().map(|mv| (key(&mv), mv));
        Self { to_move: session.to_move(), legal: legal.collect() }
    }

    /// A legal move as the game writes it.
    fn legal(&self, text: &str) -> Option<&String> {
        let key = key(text);
        self.legal.get(if key == "swap" { "swappieces" } else { &key })
    }

    /// The opinion in a line such as `info move D4 visits 12 winrate 0.51 order 0 pv D4 Q16 info move ..`.
    fn analysis(&self, line: &str) -> Option<Analysis> {
        let mut found: Vec<(usize, CandidateMove)> = Vec::new();
        let mut lead = None;
        for info in line.split("info ").skip(1) {
            let mut words = info.split_whitespace();
            let mut candidate = CandidateMove {
                mv: String::new(),
                visits: 0,
                value: None,
                prior: None,
                line: Vec::new(),
                proved: None,
            };
            let mut order = found.len();
            while let Some(word) = words.next() {
                match word {
                    "move" => candidate.mv = words.next().and_then(|mv| self.legal(mv)).cloned().unwrap_or_default(),
                    "visits" => candidate.visits = number(words.next())?,
                    "winrate" => candidate.value = share(words.next()),
                    "prior" => candidate.prior = share(words.next()),
                    "scoreLead" => lead = lead.or_else(|| number::<f64>(words.next())),
                    "order" => order = number(words.next())?,
                    // A line ends where it goes beyond the moves of this position, as after a capture.
                    "pv" => {
                        candidate.line = words.by_ref().map_while(|mv| self.legal(mv).cloned()).collect();
                        break;
                    }
                    _ => {}
                }
            }
            if !candidate.mv.is_empty() {
                found.push((order, candidate));
            }
        }
        found.sort_by_key(|(order, _)| *order);
        let moves: Vec<CandidateMove> = found.into_iter().map(|(_, candidate)| candidate).collect();
        let lead = lead.map(|lead| if self.to_move == Player::Black { lead } else { -lead });
        let ends = lead.map(|lead| ExpectedEnd { owners: Vec::new(), lead });
        let first = moves.first()?;
        let nodes = moves.iter().map(|candidate| candidate.visits).sum();
        let (mv, value) = (first.mv.clone(), first.value);
        let choice = Choice { mv, value, comment: String::new(), nodes, proved: None };
        Some(Analysis { choice, moves, spread: None, ends })
    }

    /// The opinion of an engine that names one move.
    fn one_move(&self, text: &str) -> Option<Analysis> {
        let mv = self.legal(text)?.clone();
        let comment = "one move without a value: the engine lists no analysis".to_owned();
        let choice = Choice { mv: mv.clone(), value: None, comment, nodes: 0, proved: None };
        let moves =
            vec![CandidateMove { line: vec![mv.clone()], mv, visits: 0, value: None, prior: None, proved: None }];
        Some(Analysis { choice, moves, spread: None, ends: None })
    }
}

/// The letters and digits of a move, in small letters: engines differ in the rest.
fn key(mv: &str) -> String {
    mv.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

fn number<N: std::str::FromStr>(word: Option<&str>) -> Option<N> {
    word?.parse().ok()
}

/// A share as KataGo writes it, from 0 to 1, or as Leela Zero does, in whole ten-thousandths.
fn share(word: Option<&str>) -> Option<f64> {
    let text = word?;
    let share = if text.contains('.') { text.parse::<f64>().ok()? } else { text.parse::<f64>().ok()? / 10_000.0 };
    (0.0..=1.0).contains(&share).then_some(share)
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn reader(moves: &[&str]) -> (AnalysisReader, Session) {
        let mut session = Session::new(&GameSpec::hex(5, 5)).unwrap();
        for mv in moves {
            session.play(session.to_move(), mv).unwrap();
        }
        (AnalysisReader::new(&session), session)
    }

    #[test]
    fn lines_of_both_dialects_are_read() {
        let (reader, _) = reader(&["c3"]);
        let kata = "info move B2 visits 7 winrate 0.25 scoreLead 1.5 prior 0.125 order 1 pv B2 D4 info move D2 visits 30 \
                    winrate 0.75 order 0 pv D2 C3 B4 ownership 0.1 0.2";
        let found = reader.analysis(kata).unwrap();
        assert_eq!((found.choice.mv.as_str(), found.choice.value, found.choice.nodes), ("d2", Some(0.75), 37));
        assert_eq!(found.moves[1].line, ["b2", "d4"]);
        assert_eq!(found.moves[0].line, ["d2"], "the line ends at the stone");
        assert_eq!((found.moves[1].prior, found.ends.unwrap().lead), (Some(0.125), -1.5));
        let leela = reader.analysis("info move d2 visits 3 winrate 5000 prior 10000 order 0 pv d2").unwrap();
        assert_eq!((leela.choice.value, leela.moves[0].prior), (Some(0.5), Some(1.0)));
        for nothing in
            ["", "info move c3 visits 1 winrate 0.5", "info move z9 visits 1", "rootInfo winrate 0.5", "info"]
        {
            assert_eq!(reader.analysis(nothing), None, "{nothing}");
        }
        assert_eq!(reader.one_move("D2 ").unwrap().moves.len(), 1);
        assert_eq!(reader.one_move("resign"), None);
    }

    #[test]
    fn a_game_goes_by_its_moves_and_a_swapped_one_by_its_stones() {
        let (_, session) = reader(&["c3", "b2"]);
        assert_eq!(moves_to(&session).unwrap(), session.moves());
        let mut swapped = Session::new(&GameSpec::hex(5, 5).with_swap(true).unwrap()).unwrap();
        swapped.play(Player::Black, "a2").unwrap();
        swapped.play(Player::White, SWAP).unwrap();
        assert_eq!(moves_to(&swapped).unwrap(), [(Player::White, "b1".to_owned())]);
    }

    #[test]
    fn names_and_commands_are_checked() {
        assert_eq!(GtpGuest::parse("GNU Go = gnugo --mode gtp").unwrap().name(), "GNU Go");
        for wrong in ["gnugo", "=gnugo", "a=", "a= ", "a='x", "a\nb=x"] {
            assert!(GtpGuest::parse(wrong).is_err(), "{wrong}");
        }
    }
}
