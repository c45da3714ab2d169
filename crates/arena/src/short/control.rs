//! A match from a few arguments, written as a control file.

use std::collections::BTreeSet;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use tesuji_board::syntax;
use tesuji_engine::{GameSpec, PlayerSpec};
use toml::{Table, Value};

use super::words::words;
use super::{ShortError, malformed, player, set};
use crate::control::Colours;

/// A match in short: who plays, which game, and how much of it.
#[derive(Clone, PartialEq, Debug)]
pub struct ShortMatch {
    /// The game and its board.
    pub game: GameSpec,
    /// The players, each with the text that it was made from. Two play a match; more play everybody against everybody.
    pub players: Vec<ShortEngine>,
    /// Games between any two players.
    pub games: u64,
    /// Assignment of colours: in turn, or fixed by the order of players.
    pub colours: Colours,
    /// Seed of all openings and seeds.
    pub seed: u64,
    /// The time for a move: our players think for as long, in processor time, and programs get it as their limit.
    pub time: Option<Duration>,
    /// Playouts a move of those of our players that make playouts and do not state how many.
    pub playouts: Option<u64>,
    /// Openings of games.
    pub openings: ShortOpenings,
    /// The two hypotheses of a sequential test, in Elo.
    pub sprt: Option<[f64; 2]>,
    /// Games at a time.
    pub jobs: Option<NonZeroUsize>,
}

/// Openings of a short match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShortOpenings {
    /// On the empty board.
    None,
    /// With this many random moves.
    Random(NonZeroU32),
    /// With those in a file.
    File(PathBuf),
}

/// A player of a short match.
#[derive(Clone, PartialEq, Debug)]
pub enum ShortEngine {
    /// One of ours: the text it was made from, and its settings.
    Own(String, Table),
    /// A program that speaks GTP: the text, and its command and arguments.
    Program(String, Vec<String>),
}

impl ShortEngine {
    /// Reads a player: one of ours as [`player`] reads it, or the command of a program that speaks GTP. A text of
    /// several words is a command. A single word that is no player of ours has to name a program, as `is_program` says.
    ///
    /// # Errors
    ///
    /// If it is neither.
    pub fn read(text: &str, is_program: impl FnOnce(&Path) -> bool) -> Result<Self, ShortError> {
        let text = text.trim();
        let unknown = match player(text) {
            Ok(table) => {
                let spec: Result<PlayerSpec, toml::de::Error> = table.clone().try_into();
                spec.map_err(|error| malformed(text, syntax::plain(error.message())))?;
                return Ok(Self::Own(text.to_owned(), table));
            }
            Err(error @ ShortError::Malformed { .. }) if !has_blanks_outside(text) => return Err(error),
            Err(error) => error,
        };
        let words = words(text).map_err(|fault| malformed(text, fault))?;
        let has_arguments = words.len() > 1;
        match words.first().filter(|program| !program.is_empty()) {
            Some(program) if has_arguments || is_program(Path::new(program)) => {
                Ok(Self::Program(text.to_owned(), words))
            }
            _ => Err(match unknown {
                ShortError::Unknown { name, expected } => {
                    ShortError::Unknown { name, expected: format!("{expected}, or the command of a GTP engine") }
                }
                other => other,
            }),
        }
    }

    /// The text that it was made from.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Own(text, _) | Self::Program(text, _) => text,
        }
    }
}

/// Whether the text is a command with arguments and not a table.
fn has_blanks_outside(text: &str) -> bool {
    !text.starts_with('{') && text.contains(char::is_whitespace)
}

/// The longest name that a player gets.
const LONGEST_NAME: usize = 60;

impl ShortMatch {
    /// The control file of this match. Programs run in the folder `here`, and files are looked up from there, so that
    /// the file means the same wherever it lies.
    ///
    /// # Errors
    ///
    /// If a setting cannot be written as TOML.
    pub fn control(&self, here: &Path) -> Result<String, ShortError> {
        let names = self.names();
        let title = names.join(" against ");
        let mut file = Table::new();
        let mut put = |key: &str, value: Value| _ = file.insert(key.to_owned(), value);
        put("title", title.clone().into());
        put("format", if self.players.len() > 2 { "round-robin" } else { "match" }.into());
        put("games", integer(self.games));
        put("seed", integer(self.seed));
        if let Some(jobs) = self.jobs {
            put("concurrency", integer(jobs.get() as u64));
        }
        if self.colours == Colours::First {
            put("colours", plain(&title, &self.colours)?);
        }
        put("game", plain(&title, &self.game)?);
        match &self.openings {
            ShortOpenings::None => {}
            ShortOpenings::Random(plies) => {
                put("openings", table([("random-plies", integer(plies.get().into()))]));
            }
            ShortOpenings::File(path) => {
                let path = here.join(path).display().to_string();
                put("openings", table([("files", Value::Array(vec![path.into()]))]));
            }
        }
        if let Some([elo0, elo1]) = self.sprt {
            put("sprt", table([("elo0", elo0.into()), ("elo1", elo1.into())]));
        }
        let players = self.players.iter().zip(names).map(|(player, name)| self.contestant(player, name, here));
        put("player", Value::Array(players.collect::<Result<_, _>>()?));
        toml::to_string(&file).map_err(|error| malformed(&title, error.to_string()))
    }

    fn contestant(&self, player: &ShortEngine, name: String, here: &Path) -> Result<Value, ShortError> {
        let time = self.time.map(|time| Value::String(humantime::format_duration(time).to_string()));
        let mut entry = Table::from_iter([("name".to_owned(), Value::String(name))]);
        match player {
            ShortEngine::Own(text, settings) => {
                entry.extend(settings.clone());
                self.bound(&mut entry).map_err(|fault| malformed(text, fault))?;
                if let Some(time) = time {
                    entry.insert("think".to_owned(), time);
                }
            }
            ShortEngine::Program(_, words) => {
                let mut words = words.clone();
                if let Some(program) = words.first_mut().filter(|program| program.contains(['/', '\\'])) {
                    *program = here.join(&*program).display().to_string();
                }
                let words = words.into_iter().map(Value::String).collect();
                entry.insert("kind".to_owned(), "gtp".into());
                entry.insert("command".to_owned(), Value::Array(words));
                entry.insert("directory".to_owned(), here.display().to_string().into());
                if let Some(time) = time {
                    entry.insert("limits".to_owned(), table([("move", time)]));
                }
            }
        }
        Ok(Value::Table(entry))
    }

    /// Gives a player of ours the playouts of the match, or no bound if it thinks for a time, unless it states its own.
    fn bound(&self, entry: &mut Table) -> Result<(), String> {
        let kind = entry.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned();
        if ["playouts", "depth", "preset", "node_limit"].iter().any(|&key| entry.contains_key(key)) {
            return Ok(());
        }
        match (kind.as_str(), self.playouts, self.time) {
            ("strong" | "uct", Some(playouts), _) => set(entry, "playouts", integer(playouts)),
            ("strong" | "uct", None, Some(_)) => set(entry, "playouts", Value::Integer(i64::MAX)),
            ("alpha-beta", _, Some(_)) => set(entry, "depth", Value::Integer(u8::MAX.into())),
            _ => Ok(()),
        }
    }

    /// The name of each player: what it was made from, shortened, and different from the others.
    fn names(&self) -> Vec<String> {
        let mut taken = BTreeSet::new();
        let name = |player: &ShortEngine| {
            let plain: String = player.text().chars().filter(|letter| !letter.is_control()).collect();
            let short: String = plain.trim().chars().take(LONGEST_NAME).collect();
            let short = short.trim().to_owned();
            let again = (2..).map(|number| format!("{short} ({number})"));
            let name = std::iter::once(short.clone()).chain(again).find(|name| !taken.contains(name));
            let name = name.unwrap_or(short);
            taken.insert(name.clone());
            name
        };
        self.players.iter().map(name).collect()
    }
}

/// A number as TOML has it.
fn integer(number: u64) -> Value {
    Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

fn table<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::Table(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn plain(place: &str, value: &impl Serialize) -> Result<Value, ShortError> {
    Value::try_from(value).map_err(|error| malformed(place, error.to_string()))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::control::{Control, Engine, Format, OpeningPlan};

    fn engine(text: &str) -> ShortEngine {
        ShortEngine::read(text, |_| false).unwrap()
    }

    fn short(players: &[&str]) -> ShortMatch {
        ShortMatch {
            game: GameSpec::hex(5, 5),
            players: players.iter().map(|text| engine(text)).collect(),
            games: 100,
            colours: Colours::Exchanged,
            seed: 7,
            time: None,
            playouts: None,
            openings: ShortOpenings::Random(NonZeroU32::new(2).unwrap()),
            sprt: Some([0.0, 50.0]),
            jobs: NonZeroUsize::new(3),
        }
    }

    fn read(short: &ShortMatch) -> Control {
        let text = short.control(Path::new("/here")).unwrap();
        Control::parse(&text, Path::new("/elsewhere")).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    #[test]
    fn a_short_match_is_a_control_file() {
        let control = read(&short(&["strong:playouts=50", "uct"]));
        assert_eq!((control.plan.games, control.terms.seed, control.terms.format), (100, 7, Format::Match));
        assert_eq!(control.plan.sprt.map(|sprt| [sprt.elo0, sprt.elo1]), Some([0.0, 50.0]));
        assert!(matches!(control.terms.openings, OpeningPlan::Random { plies, .. } if plies.get() == 2));
        let names: Vec<&str> = control.terms.players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["strong:playouts=50", "uct"]);
        assert_eq!(control.plan.title, "strong:playouts=50 against uct");
        // The same text twice gives two players.
        let control = read(&ShortMatch { sprt: None, ..short(&["uct", "uct", "random"]) });
        assert_eq!(control.terms.format, Format::RoundRobin);
        assert_eq!(control.terms.players[1].name, "uct (2)");
    }

    #[test]
    fn time_and_playouts_are_for_those_that_state_none() {
        let timed = ShortMatch { time: Some(Duration::from_millis(1500)), ..short(&["uct", "./x --gtp"]) };
        let control = read(&timed);
        let [own, program] = &control.terms.players[..] else { panic!("two players") };
        assert_eq!(own.think, Some(Duration::from_millis(1500)));
        assert!(matches!(&own.engine, Engine::Own(PlayerSpec::Uct(uct)) if uct.playouts == i64::MAX as u64));
        assert_eq!(program.limits.and_then(|limits| limits.per_move), Some(Duration::from_millis(1500)));
        let Engine::External(external) = &program.engine else { panic!("a program") };
        assert_eq!(external.command, ["/here/./x", "--gtp"]);
        assert_eq!(external.directory.as_deref(), Some("/here"));
        let counted = ShortMatch { playouts: Some(9), ..short(&["uct", "strong:playouts=4"]) };
        let playouts: Vec<u64> = read(&counted)
            .terms
            .players
            .iter()
            .map(|player| match &player.engine {
                Engine::Own(PlayerSpec::Uct(uct)) => uct.playouts,
                Engine::Own(PlayerSpec::Strong(strong)) => strong.playouts,
                _ => 0,
            })
            .collect();
        assert_eq!(playouts, [9, 4]);
    }

    #[test]
    fn what_is_neither_a_player_nor_a_program_is_named() {
        let error = |text: &str| ShortEngine::read(text, |_| false).unwrap_err().to_string();
        assert!(error("strnog").contains("no player `strnog`") && error("strnog").contains("GTP engine"));
        assert!(error("uct:depth=3").contains("`depth` is not known here"), "{}", error("uct:depth=3"));
        assert!(error("gnugo 'x").contains("not closed"));
        assert!(matches!(ShortEngine::read("gnugo", |_| true), Ok(ShortEngine::Program(..))));
        assert!(matches!(engine("engine --board a:b=c"), ShortEngine::Program(_, words) if words.len() == 3));
    }
}
