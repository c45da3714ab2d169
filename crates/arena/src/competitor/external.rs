//! Any program that speaks GTP, in a process of its own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tesuji_board::Player;
use tesuji_gtp::client::{AnswerLimits, Client, EngineCommand, Fault, FaultKind};

use super::{Budget, Chosen, Claim, Competitor, Decision, NewGame, Trouble};
use crate::control::{External, Judge, Restart, TimeLimits};
use crate::record::Forfeit;

/// Commands that explain the last move, the first that is known being asked after each.
const EXPLANATIONS: [&str; 2] = ["tesuji-comment", "gomill-explain_last_move"];
/// The command by which a program of ours takes the seed of a game.
const SEED: &str = "tesuji-seed";
/// What KataGo and its kin call `boardsize` for oblong boards.
const OBLONG: &str = "rectangular_boardsize";
/// How long a process may take to end when it is asked to.
const FAREWELL: Duration = Duration::from_millis(500);
/// How much of an answer a message shows, in characters.
const MOST_SHOWN: usize = 60;

/// A program that speaks GTP. It is started when its first game begins, and again after each fault.
#[derive(Debug)]
pub struct Program {
    external: External,
    command: EngineCommand,
    client: Option<Client>,
    known: BTreeSet<String>,
    version: String,
    is_cpu_bounded: bool,
    keeps_time: bool,
}

impl Program {
    /// A program that is not running yet; a relative path is looked up from `folder`.
    #[must_use]
    pub fn new(external: &External, folder: &Path) -> Self {
        let (program, arguments) = external.command.split_first().map_or(("", &[][..]), |(first, rest)| (first, rest));
        // A bare name is looked up in PATH; the rest would be looked up from where the program runs.
        let program = if program.contains('/') { absolute(&folder.join(program)) } else { program.into() };
        let command = EngineCommand {
            program: program.into(),
            arguments: arguments.iter().map(Into::into).collect(),
            environment: external.environment.iter().map(|(name, value)| (name.into(), value.into())).collect(),
            folder: external.directory.as_ref().map(|directory| folder.join(directory)),
        };
        Self {
            external: external.clone(),
            command,
            client: None,
            known: BTreeSet::new(),
            version: String::new(),
            is_cpu_bounded: false,
            keeps_time: false,
        }
    }

    /// Can the program be started at all?
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn try_start(&self) -> Result<(), String> {
        Client::start(&self.command).map(drop).map_err(|error| start_words(&error))
    }

    fn start(&mut self) -> Result<(), Trouble> {
        self.client = Some(Client::start(&self.command).map_err(|error| Trouble::Void(start_words(&error)))?);
        let listed = self.ask("list_commands")?.unwrap_or_default();
        self.known = listed.split_whitespace().map(str::to_owned).collect();
        let names = [self.ask("name")?, self.ask("version")?];
        self.version =
            names.into_iter().flatten().collect::<Vec<_>>().join(" ").trim().chars().take(MOST_SHOWN).collect();
        for command in self.external.startup.clone() {
            self.demand(&command)?;
        }
        Ok(())
    }

    fn send(&mut self, command: &str, limits: AnswerLimits) -> Result<Result<String, String>, Trouble> {
        let client = self.client.as_mut().ok_or_else(|| Trouble::Void("the program does not run".to_owned()))?;
        match client.send(command, limits) {
            Ok(answer) => Ok(answer.result),
            Err(fault) => {
                self.client = None;
                Err(trouble(&fault))
            }
        }
    }

    /// What the program answers, or `None` if it does not want to.
    fn ask(&mut self, command: &str) -> Result<Option<String>, Trouble> {
        Ok(self.send(command, AnswerLimits::wall(self.external.patience))?.ok())
    }

    /// Sends what the program has to do.
    fn demand(&mut self, command: &str) -> Result<String, Trouble> {
        self.send(command, AnswerLimits::wall(self.external.patience))?.map_err(|words| {
            let detail = format!("it refuses `{command}`: {}", shown(&words));
            Trouble::Fault { forfeit: Forfeit::Refusal, detail }
        })
    }

    fn seed(&mut self, seed: u64) -> Result<(), Trouble> {
        for command in self.external.every_game.clone() {
            self.demand(&command.replace("{seed}", &seed.to_string()))?;
        }
        if self.known.contains(SEED) {
            self.demand(&format!("{SEED} {seed}"))?;
        }
        Ok(())
    }

    /// Tells a program that keeps time what it has, as far as GTP can say it: in whole seconds.
    fn tell_limits(&mut self, limits: &TimeLimits) -> Result<(), Trouble> {
        self.keeps_time = false;
        let whole = |limit: Option<Duration>| limit.map(|limit| limit.as_secs()).filter(|&seconds| seconds > 0);
        let settings = match (whole(limits.per_move), whole(limits.per_game)) {
            (Some(per_move), _) => format!("time_settings 0 {per_move} 1"),
            (None, Some(per_game)) => format!("time_settings {per_game} 0 0"),
            (None, None) => return Ok(()),
        };
        if self.known.contains("time_settings") {
            self.demand(&settings)?;
            self.keeps_time = limits.per_game.is_some() && self.known.contains("time_left");
        }
        Ok(())
    }

    /// What the program has to say about its last move; it must say it before the time for the move is over.
    fn explanation(&mut self, left: Duration) -> Result<String, Trouble> {
        match EXPLANATIONS.into_iter().find(|command| self.known.contains(*command)) {
            Some(command) => Ok(self.send(command, AnswerLimits::wall(left))?.unwrap_or_default()),
            None => Ok(String::new()),
        }
    }
}

impl Competitor for Program {
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), Trouble> {
        if self.external.restart == Restart::EveryGame {
            self.leave();
        }
        if self.client.is_none() {
            self.start()?;
        }
        self.is_cpu_bounded = game.limits.cpu_per_move.is_some() || game.limits.cpu_per_game.is_some();
        self.seed(game.seed)?;
        for command in game.spec.gtp_setup() {
            // Some programs for Go have a command of their own for boards that are not square.
            let command = match command.strip_prefix("boardsize ") {
                Some(size) if size.contains(' ') && self.known.contains(OBLONG) => format!("{OBLONG} {size}"),
                _ => command,
            };
            self.demand(&command)?;
        }
        self.tell_limits(game.limits)?;
        for (player, mv) in game.opening {
            self.watch(*player, mv)?;
        }
        Ok(())
    }

    fn watch(&mut self, player: Player, mv: &str) -> Result<(), Trouble> {
        self.demand(&format!("play {} {mv}", letter(player))).map(drop)
    }

    fn choose(&mut self, player: Player, budget: &Budget) -> Result<Chosen, Trouble> {
        let began = Instant::now();
        if let (true, Some(left)) = (self.keeps_time, budget.left) {
            self.demand(&format!("time_left {} {} 0", letter(player), left.as_secs()))?;
        }
        let cpu_time = |program: &Self| program.client.as_ref().filter(|_| program.is_cpu_bounded)?.cpu_time();
        let before = cpu_time(self);
        let limits = AnswerLimits { wall: budget.wall, cpu: budget.cpu };
        let text = self.send(&format!("genmove {}", letter(player)), limits)?.map_err(|words| {
            let detail = format!("it refuses to move: {}", shown(&words));
            Trouble::Fault { forfeit: Forfeit::Refusal, detail }
        })?;
        let cpu = cpu_time(self).zip(before).map(|(now, before)| now.saturating_sub(before));
        let text = text.trim();
        if text.eq_ignore_ascii_case("resign") {
            return Ok(Chosen { decision: Decision::Resign, cpu, comment: String::new() });
        }
        let comment = self.explanation(budget.wall.saturating_sub(began.elapsed()))?;
        Ok(Chosen { decision: Decision::Play(text.to_owned()), cpu, comment })
    }

    fn end(&mut self, score: &str) -> Option<Claim> {
        let is_beyond_doubt = score.ends_with('+');
        let is_asked = match self.external.judge {
            Judge::Rules => is_beyond_doubt,
            Judge::Always => true,
            Judge::Never => false,
        };
        if !is_asked {
            return None;
        }
        // A fault now costs no game; the next one finds no process and starts another.
        claim(&self.ask("final_score").ok()??)
    }

    fn version(&self) -> String {
        self.version.clone()
    }

    fn leave(&mut self) {
        if let Some(client) = self.client.take() {
            // How it ended is its own business.
            _ = client.quit(FAREWELL);
        }
    }
}

fn letter(player: Player) -> char {
    if player == Player::Black { 'b' } else { 'w' }
}

/// Who won by a score such as `B+3.5`, `W+` or `0`; `None` if that is not what it says.
fn claim(words: &str) -> Option<Claim> {
    let text = words.trim().to_ascii_lowercase();
    let winner = match text.as_bytes() {
        [b'b', b'+', ..] => Some(Player::Black),
        [b'w', b'+', ..] => Some(Player::White),
        b"0" | b"draw" | b"jigo" => None,
        _ => return None,
    };
    Some(Claim { winner, words: shown(words) })
}

/// Whose fault it is that there is no answer.
fn trouble(fault: &Fault) -> Trouble {
    let forfeit = match &fault.kind {
        FaultKind::Timeout { .. } => Forfeit::Time,
        FaultKind::CpuTimeout { .. } => Forfeit::Cpu,
        FaultKind::Crashed { .. } | FaultKind::Closed => Forfeit::Crash,
        FaultKind::System { .. } => return Trouble::Void(fault.to_string()),
        // Whatever else it did, it printed what is no answer.
        _ => Forfeit::Garbage,
    };
    Trouble::Fault { forfeit, detail: fault.to_string() }
}

fn start_words(error: &tesuji_gtp::client::StartError) -> String {
    format!("{error}: {}", error.source)
}

/// The beginning of an answer, on one line.
fn shown(words: &str) -> String {
    words.chars().take(MOST_SHOWN).collect::<String>().escape_debug().collect()
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_say_of_the_winner() {
        let winner = |words| claim(words).map(|claim| claim.winner);
        assert_eq!(winner("B+3.5"), Some(Some(Player::Black)));
        assert_eq!(winner(" w+ \n"), Some(Some(Player::White)));
        assert_eq!(winner("0"), Some(None));
        for words in ["", "cannot score", "black", "B"] {
            assert_eq!(winner(words), None, "{words}");
        }
    }
}
