//! Matches between players. Each pairing is a match of its own, kept in a file of its own.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use tesuji_archive::files::{read_at_most, write_whole};
use tesuji_arena::{Control, MatchFinish, MatchStore, Shard, Tally, Threads, play_into};
use toml::{Table as Toml, Value};

use crate::outcome::{Number, RunOutcome, RunTable, may_be_equal};
use crate::run::{Bench, RunProgress, StudyError};

/// A match of a study: the games of one of its pairings.
#[derive(Clone, PartialEq, Debug)]
pub struct StudyMatch {
    /// The name of the file in which its games are kept, in the folder of the run.
    pub file: String,
    /// The matches that are played.
    pub control: Control,
}

/// Players, and who meets whom.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchStudy {
    /// The game, as in a control file.
    game: Toml,
    /// Number of games of a pairing that has no number of its own.
    games: u64,
    /// After that many games a pairing ends if its share surely is not the published one: [`AT_A_LOOK`].
    #[serde(default)]
    looks: Vec<u64>,
    /// The seed of all matches.
    #[serde(default)]
    seed: u64,
    /// Openings of the games, as in a control file.
    #[serde(default)]
    openings: Toml,
    /// The players by name, as in a control file.
    players: BTreeMap<String, Toml>,
    /// The pairings.
    pairing: Vec<Pairing>,
}

/// Two players who meet.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairing {
    /// The name of the number: the share of the games that the first of the two won.
    name: String,
    /// The two.
    players: [String; 2],
    /// Whether the first of them always moves first, or the players take turns.
    #[serde(default)]
    colours: FirstMover,
    /// Their number of games, if that is less than the others have: of two players without chance one game says all.
    games: Option<u64>,
    /// The published share, and of how many games it is.
    target: Option<(f64, u64)>,
    /// Another game than that of the others, as in a control file.
    game: Option<Toml>,
}

/// The player who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FirstMover {
    /// Each player in every second game.
    #[default]
    Both,
    /// The first of the pairing, always.
    First,
}

/// At a look, the quantile of Newcombe's interval of the difference: 99.9 %, so that three looks of a pairing whose share
/// is the published one end it in about one of 300 cases.
const AT_A_LOOK: f64 = 3.290_526_731_491_925;

impl MatchStudy {
    pub(super) fn run(&self, id: &str, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let temporary;
        let folder: &Path = match &bench.folder {
            Some(folder) => folder,
            None => {
                temporary = tempfile::tempdir()
                    .map_err(|source| StudyError::Unwritable { path: std::env::temp_dir(), source })?;
                temporary.path()
            }
        };
        let games = self.games(id)?;
        let mut kept = KeptMoves::read(folder, id)?;
        games.iter().try_for_each(|game| kept.give(game, folder))?;
        let mut tallies = Vec::new();
        for (pairing, game) in self.pairing.iter().zip(games) {
            // What was played of it before counts all the same.
            if bench.is_stopped() && !folder.join(&game.file).exists() {
                tallies.push(Tally::of(&game.control, Shard::WHOLE, &[]).map_err(StudyError::senseless)?);
                continue;
            }
            tallies.push(self.play(pairing, &game, folder, bench)?);
            kept.take(&game, folder)?;
        }
        Ok(self.outcome(&tallies))
    }

    /// The match of each pairing.
    pub(super) fn games(&self, id: &str) -> Result<Vec<StudyMatch>, StudyError> {
        self.pairing.iter().map(|pairing| self.game(id, pairing)).collect()
    }

    /// Outcome of the games, given the counts of the first pairings.
    pub(super) fn outcome(&self, tallies: &[Tally]) -> RunOutcome {
        let mut outcome = RunOutcome::default();
        let columns = ["pairing", "games", "won", "drawn", "share", "95 %", "moves a game", "repeat another"];
        let mut table = RunTable::new("Games", columns);
        for (pairing, tally) in self.pairing.iter().zip(tallies) {
            if tally.n_games() == 0 {
                continue;
            }
            let (won, drawn) = score_of_first(tally);
            let number = share_of_first(&pairing.name, tally);
            let [low, high] = number.interval.unwrap_or([0.0, 1.0]);
            table.row([
                pairing.name.clone(),
                tally.n_games().to_string(),
                won.to_string(),
                drawn.to_string(),
                format!("{:.3}", number.value),
                format!("{low:.3} to {high:.3}"),
                format!("{:.1}", tally.n_moves() as f64 / tally.n_games() as f64),
                tally.repetition().repeated().to_string(),
            ]);
            outcome.numbers.push(number);
        }
        outcome.tables.push(table);
        outcome
    }

    /// The match of a pairing.
    fn game(&self, id: &str, pairing: &Pairing) -> Result<StudyMatch, StudyError> {
        let control = self.control(pairing)?;
        let name: String = format!("{id} {}", pairing.name)
            .chars()
            .map(|c| if c.is_alphanumeric() || c == '.' { c } else { '-' })
            .collect();
        // Runs of another size have other terms, and so another file.
        let digest: String = control.terms.digest().to_string().chars().take(8).collect();
        Ok(StudyMatch { file: format!("{name}-{digest}.match"), control })
    }

    /// Plays what is still to be played of this pairing, from look to look.
    fn play(
        &self,
        pairing: &Pairing,
        game: &StudyMatch,
        folder: &Path,
        bench: &Bench<'_>,
    ) -> Result<Tally, StudyError> {
        let all = game.control.plan.games;
        let mut game = game.clone();
        for &look in self.looks.iter().filter(|&&look| look < all && pairing.target.is_some()) {
            game.control.plan.games = look;
            let tally = Self::play_on(pairing, &game, folder, bench)?;
            let ours = share_of_first(&pairing.name, &tally);
            let is_other = pairing.target.is_some_and(|target| !may_be_equal((ours.value, look), target, AT_A_LOOK));
            // With more games this look is past, and did not end the pairing.
            if tally.n_games() < look || (tally.n_games() == look && is_other) {
                return Ok(tally);
            }
        }
        game.control.plan.games = all;
        Self::play_on(pairing, &game, folder, bench)
    }

    /// Plays the games of this pairing that its plan has and that are not there.
    fn play_on(pairing: &Pairing, game: &StudyMatch, folder: &Path, bench: &Bench<'_>) -> Result<Tally, StudyError> {
        let (path, control) = (folder.join(&game.file), &game.control);
        let of = control.plan.games;
        let executor = Threads { count: bench.jobs.max(1), folder: folder.to_owned(), stop: Arc::clone(&bench.stop) };
        let (finish, tally) = play_into(&path, control, &executor, &mut |_, tally| {
            (bench.progress)(RunProgress { what: pairing.name.clone(), done: tally.n_games(), of });
            ControlFlow::Continue(())
        })?;
        match finish {
            MatchFinish::Complete | MatchFinish::Decided(_) | MatchFinish::Stopped => Ok(tally),
            MatchFinish::Stuck(games) => {
                let (number, why) = games.into_iter().next().unwrap_or_default();
                Err(StudyError::Senseless(format!("`{}`: game {number} cannot be played: {why}", pairing.name)))
            }
        }
    }

    /// The control file of a pairing.
    fn control(&self, pairing: &Pairing) -> Result<Control, StudyError> {
        let mut file = Toml::new();
        let mut set = |key: &str, value: Value| _ = file.insert(key.to_owned(), value);
        let whole = |number: u64| i64::try_from(number).map(Value::Integer).map_err(StudyError::senseless);
        set("title", Value::String(pairing.name.clone()));
        set("format", Value::String("match".to_owned()));
        set("games", whole(pairing.games.map_or(self.games, |own| own.min(self.games)))?);
        set("seed", whole(self.seed)?);
        if pairing.colours == FirstMover::First {
            set("colours", Value::String("first".to_owned()));
        }
        set("game", Value::Table(pairing.game.as_ref().unwrap_or(&self.game).clone()));
        if !self.openings.is_empty() {
            set("openings", Value::Table(self.openings.clone()));
        }
        let players: Result<Vec<Value>, StudyError> = pairing
            .players
            .iter()
            .map(|name| {
                let missing = || StudyError::Senseless(format!("`{}`: there is no player `{name}`", pairing.name));
                let mut player = self.players.get(name).ok_or_else(missing)?.clone();
                player.insert("name".to_owned(), Value::String(name.clone()));
                Ok(Value::Table(player))
            })
            .collect();
        set("player", Value::Array(players?));
        let text = toml::to_string(&file).map_err(StudyError::senseless)?;
        Control::parse(&text, Path::new("")).map_err(StudyError::senseless)
    }
}

/// The moves of all games of a study as text: what outlasts the stores. It has a part for each store, which begins with
/// its name; parts of other sizes and terms stay as they are.
struct KeptMoves {
    path: PathBuf,
    parts: BTreeMap<String, String>,
}

impl KeptMoves {
    fn read(folder: &Path, id: &str) -> Result<Self, StudyError> {
        /// The longest text that is read, in bytes.
        const MOST: u64 = 64 << 20;
        let path = folder.join(format!("{}.games", id.replace('/', "-")));
        let unreadable = |error: &dyn std::fmt::Display| StudyError::Senseless(format!("{}: {error}", path.display()));
        let bytes = match read_at_most(&path, MOST) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes.map_err(|error| unreadable(&error))?,
        };
        let text = String::from_utf8(bytes).map_err(|error| unreadable(&error))?;
        let mut parts = BTreeMap::<String, String>::new();
        let mut part = None;
        for line in text.lines() {
            match (line.strip_prefix("# "), &mut part) {
                (Some(file), _) => part = Some(parts.entry(file.to_owned()).or_default()),
                (None, Some(part)) => **part += &format!("{line}\n"),
                (None, None) => return Err(unreadable(&"expected the line `# ` with the name of a store first")),
            }
        }
        Ok(Self { path, parts })
    }

    /// Gives the store of a match the games that it lacks.
    fn give(&self, game: &StudyMatch, folder: &Path) -> Result<(), StudyError> {
        let Some(moves) = self.parts.get(&game.file) else { return Ok(()) };
        let (store, _) = MatchStore::open_or_create(&folder.join(&game.file), &game.control, Shard::WHOLE)
            .map_err(StudyError::senseless)?;
        let fault = |error| StudyError::Senseless(format!("{}: {error}", self.path.display()));
        store.take_moves(moves).map_err(fault)
    }

    /// Takes the games of a store, and writes the text.
    fn take(&mut self, game: &StudyMatch, folder: &Path) -> Result<(), StudyError> {
        let store = MatchStore::open(&folder.join(&game.file));
        let moves = store.and_then(|store| store.moves_text()).map_err(StudyError::senseless)?;
        self.parts.insert(game.file.clone(), moves);
        let text: String = self.parts.iter().map(|(file, moves)| format!("# {file}\n{moves}")).collect();
        write_whole(&self.path, text.as_bytes()).map_err(StudyError::senseless)
    }
}

/// The share of the games that the first of the two players won.
fn share_of_first(name: &str, tally: &Tally) -> Number {
    let (won, drawn) = score_of_first(tally);
    Number::share(name, 2 * won + drawn, tally.n_games())
}

/// Number of games that the first of the two players won, and number that nobody won.
fn score_of_first(tally: &Tally) -> (u64, u64) {
    tally.encounters().iter().fold((0, 0), |(won, drawn), encounter| {
        let of_first = if encounter.first == 0 { encounter.games.wins() } else { encounter.games.losses() };
        (won + of_first, drawn + encounter.games.draws())
    })
}
