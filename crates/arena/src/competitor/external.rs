//! Any program that speaks GTP, in a separate process.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tesuji_board::{Player, column_name, parse_cell_name};
use tesuji_gtp::client::{AnswerLimits, Client, EngineCommand, EngineFault, FaultKind, Follow};

use super::{Competitor, HandicapStones, MoveBudget, NewGame, PlayerAction, PlayerChoice, PlayerError, ResultClaim};
use crate::control::{External, Restart, ScoreJudge, SwapWord, TimeLimits};
use crate::record::Forfeit;

/// Commands that explain the last move. After each move the first one that the program knows is used.
const EXPLANATIONS: [&str; 2] = ["tesuji-comment", "gomill-explain_last_move"];
/// The command that gives our own programs the seed of a game.
const SEED: &str = "tesuji-seed";
/// The name that KataGo and similar programs use instead of `boardsize` for oblong boards.
const OBLONG: &str = "rectangular_boardsize";
/// The command that tells Hex programs whether White may swap, as in benzene.
const PARAM_GAME: &str = "param_game";
/// The command for handicap stones on the fixed points of a board of Go.
const FIXED_HANDICAP: &str = "fixed_handicap";
/// Swap as our boards of Hex write it.
const SWAP: &str = "swap-pieces";
/// More columns than any board of Hex has.
const MOST_COLUMNS: usize = 100;
/// Grace period of a process that is asked to end.
const FAREWELL: Duration = Duration::from_millis(500);
/// Characters of an answer shown in messages.
const MOST_SHOWN: usize = 60;

/// A program that speaks GTP. It is started when its first game begins, and again after each fault.
#[derive(Debug)]
pub struct GtpProgram {
    external: External,
    command: EngineCommand,
    stop: Option<Arc<AtomicBool>>,
    think: Option<Duration>,
    client: Option<Client>,
    known: BTreeSet<String>,
    version: String,
    keeps_time: bool,
    /// The first move of the game. A swap turns it into its mirror image.
    first_move: Option<String>,
}

impl GtpProgram {
    /// A program that is not running yet. A relative path is looked up from `folder`.
    #[must_use]
    pub fn new(external: &External, folder: &Path) -> Self {
        let (program, arguments) = external.command.split_first().map_or(("", &[][..]), |(first, rest)| (first, rest));
        // A bare name is looked up in PATH. Other relative paths would be looked up from where the program runs.
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
            stop: None,
            think: None,
            client: None,
            known: BTreeSet::new(),
            version: String::new(),
            keeps_time: false,
            first_move: None,
        }
    }

    /// Kills the program soon after this flag is set, if it is asked something then.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Tells the program this time for a move instead of its limit.
    #[must_use]
    pub fn thinking(self, think: Option<Duration>) -> Self {
        Self { think, ..self }
    }

    /// Checks whether the program can be started at all.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub fn try_start(&self) -> Result<(), String> {
        Client::start(&self.command).map(drop).map_err(|error| error.to_string())
    }

    fn start(&mut self) -> Result<(), PlayerError> {
        let client = Client::start(&self.command).map_err(|error| PlayerError::Void(error.to_string()))?;
        self.client = Some(match &self.stop {
            Some(stop) => client.stopped_by(Arc::clone(stop)),
            None => client,
        });
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

    /// Whether its process runs.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.client.is_some()
    }

    /// The processor time that its process group has used so far; `None` if it does not run or the system does not say.
    #[must_use]
    pub fn cpu_time(&self) -> Option<Duration> {
        self.client.as_ref()?.cpu_time()
    }

    /// Whether it lists this command. Known once it runs.
    #[must_use]
    pub fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    /// Asks for an answer that comes in pieces, as [`Client::follow`] does. `Err` inside is a refusal.
    ///
    /// # Errors
    ///
    /// If it does not answer. The process is then gone.
    pub fn follow(
        &mut self,
        command: &str,
        limits: AnswerLimits,
        follow: Follow<'_>,
    ) -> Result<Result<String, String>, PlayerError> {
        self.exchange(command, limits, Some(follow))
    }

    pub(crate) fn send(&mut self, command: &str, limits: AnswerLimits) -> Result<Result<String, String>, PlayerError> {
        self.exchange(command, limits, None)
    }

    fn exchange(
        &mut self,
        command: &str,
        limits: AnswerLimits,
        follow: Option<Follow<'_>>,
    ) -> Result<Result<String, String>, PlayerError> {
        let client = self.client.as_mut().ok_or_else(|| PlayerError::Void("the program does not run".to_owned()))?;
        let limits = AnswerLimits { memory: self.external.memory_mib.map(|mib| mib << 20), ..limits };
        let answer = match follow {
            Some(follow) => client.follow(command, limits, follow),
            None => client.send(command, limits),
        };
        match answer {
            Ok(answer) => Ok(answer.result),
            Err(fault) => {
                self.client = None;
                Err(trouble(&fault))
            }
        }
    }

    /// The program's answer, or `None` if it refuses.
    fn ask(&mut self, command: &str) -> Result<Option<String>, PlayerError> {
        Ok(self.send(command, AnswerLimits::wall(self.external.patience))?.ok())
    }

    /// Sends a command that the program must not refuse.
    fn demand(&mut self, command: &str) -> Result<String, PlayerError> {
        self.send(command, AnswerLimits::wall(self.external.patience))?.map_err(|words| {
            let detail = format!("it refuses `{command}`: {}", shown(&words));
            PlayerError::Fault { forfeit: Forfeit::Refusal, detail }
        })
    }

    fn seed(&mut self, seed: u64) -> Result<(), PlayerError> {
        for command in self.external.every_game.clone() {
            self.demand(&command.replace("{seed}", &seed.to_string()))?;
        }
        if self.known.contains(SEED) {
            self.demand(&format!("{SEED} {seed}"))?;
        }
        Ok(())
    }

    /// Tells a program that keeps time how much it has, as far as GTP can express it: in whole seconds.
    fn tell_limits(&mut self, limits: &TimeLimits) -> Result<(), PlayerError> {
        self.keeps_time = false;
        let whole = |limit: Option<Duration>| limit.map(|limit| limit.as_secs()).filter(|&seconds| seconds > 0);
        let settings = match (whole(self.think.or(limits.per_move)), whole(limits.per_game)) {
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

    /// Tells the program about handicap stones that are already placed.
    fn set_handicap(&mut self, stones: HandicapStones<'_>) -> Result<(), PlayerError> {
        let named = |names: &str| names.split_whitespace().map(str::to_ascii_uppercase).collect::<BTreeSet<_>>();
        let stones = match stones {
            HandicapStones::None => return Ok(()),
            HandicapStones::Fixed(stones) if self.known.contains(FIXED_HANDICAP) => {
                let expected = stones.join(" ");
                let found = self.demand(&format!("{FIXED_HANDICAP} {}", stones.len()))?;
                if named(&found) == named(&expected) {
                    return Ok(());
                }
                let detail = format!("its fixed handicap is {}, not {expected}", shown(&found));
                return Err(PlayerError::Fault { forfeit: Forfeit::Refusal, detail });
            }
            HandicapStones::Fixed(stones) | HandicapStones::Free(stones) => stones,
        };
        self.demand(&format!("set_free_handicap {}", stones.join(" "))).map(drop)
    }

    /// The program's comment on its last move. It must answer before the time for the move is over.
    fn explanation(&mut self, left: Duration) -> Result<String, PlayerError> {
        match EXPLANATIONS.into_iter().find(|command| self.known.contains(*command)) {
            Some(command) => Ok(self.send(command, AnswerLimits::wall(left))?.unwrap_or_default()),
            None => Ok(String::new()),
        }
    }
}

impl Competitor for GtpProgram {
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), PlayerError> {
        if self.external.restart == Restart::EveryGame {
            self.leave();
        }
        if self.client.is_none() {
            self.start()?;
        }
        self.first_move = None;
        self.seed(game.seed)?;
        if let Some(swap) = game.spec.swap()
            && self.known.contains(PARAM_GAME)
        {
            self.demand(&format!("{PARAM_GAME} allow_swap {}", u8::from(swap)))?;
        }
        for command in game.spec.gtp_setup() {
            // Some Go programs have a separate command for boards that are not square.
            let command = match command.strip_prefix("boardsize ") {
                Some(size) if size.contains(' ') && self.known.contains(OBLONG) => format!("{OBLONG} {size}"),
                _ => command,
            };
            self.demand(&command)?;
        }
        self.set_handicap(game.handicap)?;
        self.tell_limits(game.limits)?;
        for (player, mv) in game.opening {
            self.watch(*player, mv)?;
        }
        Ok(())
    }

    fn place_handicap(&mut self, n_stones: usize) -> Result<Vec<String>, PlayerError> {
        let stones = self.demand(&format!("place_free_handicap {n_stones}"))?;
        Ok(stones.split_whitespace().map(str::to_owned).collect())
    }

    fn watch(&mut self, player: Player, mv: &str) -> Result<(), PlayerError> {
        let is_swap = mv == SWAP;
        let mv = match (is_swap, self.external.swap) {
            (true, SwapWord::Swap) => "swap",
            (true, SwapWord::Stone) => {
                self.demand("clear_board")?;
                &self.first_move.as_deref().and_then(mirrored).unwrap_or_default()
            }
            _ => mv,
        };
        self.demand(&format!("play {} {mv}", letter(player)))?;
        self.first_move.get_or_insert_with(|| mv.to_owned());
        Ok(())
    }

    fn choose(&mut self, player: Player, budget: &MoveBudget) -> Result<PlayerChoice, PlayerError> {
        let began = Instant::now();
        if let (true, Some(left)) = (self.keeps_time, budget.left) {
            self.demand(&format!("time_left {} {} 0", letter(player), left.as_secs()))?;
        }
        let before = self.cpu_time();
        let limits = AnswerLimits { cpu: budget.cpu, ..AnswerLimits::wall(budget.wall) };
        let text = self.send(&format!("genmove {}", letter(player)), limits)?.map_err(|words| {
            let detail = format!("it refuses to move: {}", shown(&words));
            PlayerError::Fault { forfeit: Forfeit::Refusal, detail }
        })?;
        let cpu = self.cpu_time().zip(before).map(|(now, before)| now.saturating_sub(before));
        let text = text.trim();
        if text.eq_ignore_ascii_case("resign") {
            return Ok(PlayerChoice { decision: PlayerAction::Resign, cpu, comment: String::new(), hope: None });
        }
        let comment = self.explanation(budget.wall.saturating_sub(began.elapsed()))?;
        self.first_move.get_or_insert_with(|| text.to_owned());
        Ok(PlayerChoice { decision: PlayerAction::Play(text.to_owned()), cpu, comment, hope: None })
    }

    fn end(&mut self, score: &str) -> Option<ResultClaim> {
        let is_beyond_doubt = score.ends_with('+');
        let is_asked = match self.external.judge {
            ScoreJudge::Rules => is_beyond_doubt,
            ScoreJudge::Always => true,
            ScoreJudge::Never => false,
        };
        if !is_asked {
            return None;
        }
        // A fault no longer costs a game. The next game finds no process and starts another.
        claim(&self.ask("final_score").ok()??)
    }

    fn version(&self) -> String {
        self.version.clone()
    }

    fn leave(&mut self) {
        if let Some(client) = self.client.take() {
            // How the process ended does not matter.
            _ = client.quit(FAREWELL);
        }
    }
}

/// The mirror image of a cell of a Hex board in the long diagonal; `None` if the text is not a cell.
fn mirrored(cell: &str) -> Option<String> {
    let (column, row) = parse_cell_name(cell, MOST_COLUMNS, MOST_COLUMNS).ok()?;
    Some(format!("{}{}", column_name(row), column + 1))
}

fn letter(player: Player) -> char {
    if player == Player::Black { 'b' } else { 'w' }
}

/// The winner of a score such as `B+3.5`, `W+` or `0`; `None` if the text is not a score.
fn claim(words: &str) -> Option<ResultClaim> {
    let text = words.trim().to_ascii_lowercase();
    let winner = match text.as_bytes() {
        [b'b', b'+', ..] => Some(Player::Black),
        [b'w', b'+', ..] => Some(Player::White),
        b"0" | b"draw" | b"jigo" => None,
        _ => return None,
    };
    Some(ResultClaim { winner, words: shown(words) })
}

/// Whose fault it is that there is no answer.
fn trouble(fault: &EngineFault) -> PlayerError {
    let forfeit = match &fault.kind {
        FaultKind::Timeout { .. } => Forfeit::Time,
        FaultKind::CpuTimeout { .. } => Forfeit::Cpu,
        FaultKind::Memory { .. } => Forfeit::Memory,
        FaultKind::Stopped => return PlayerError::Stopped,
        FaultKind::Crashed { .. } | FaultKind::Closed => Forfeit::Crash,
        FaultKind::System { .. } => return PlayerError::Void(fault.to_string()),
        // Whatever else it did, it printed something that is not an answer.
        _ => Forfeit::Garbage,
    };
    PlayerError::Fault { forfeit, detail: fault.to_string() }
}

/// The beginning of an answer, on one line.
fn shown(words: &str) -> String {
    words.chars().take(MOST_SHOWN).collect::<String>().escape_debug().collect()
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(feature = "testing")]
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

    #[test]
    fn a_swapped_stone_is_on_the_other_side_of_the_long_diagonal() {
        for (cell, other) in [("a1", "a1"), ("b3", "c2"), ("C2", "b3"), ("k1", "a11"), ("a11", "k1")] {
            assert_eq!(mirrored(cell).as_deref(), Some(other), "{cell}");
        }
        for cell in ["", "a", "3", "a0", "swap-pieces", "a-1"] {
            assert_eq!(mirrored(cell), None, "{cell}");
        }
    }
}
