//! Players and matches in the short forms that people type: `strong:playouts=1000`, `"gnugo --mode gtp"`.
//!
//! [`player`] reads one of our players, [`ShortMatch::control`] writes the control file that a short match stands for.
//! So everything that works with control files works with short matches.

mod control;
mod words;

use tesuji_board::syntax::plain;
use tesuji_maps::named;
use toml::{Table, Value};

pub use control::{ShortEngine, ShortMatch, ShortOpenings};
pub(crate) use words::words;

/// Players with a name, and their settings as in a control file.
const NAMED: [(&str, &[(&str, &str)]); 8] = [
    ("strong", &[("kind", "strong")]),
    ("uct", &[("kind", "uct")]),
    ("alpha-beta", &[("kind", "alpha-beta")]),
    ("random", &[("kind", "random")]),
    ("map", &[("kind", "map")]),
    ("takada2014-uct", &[("kind", "uct"), ("preset", "takada2014")]),
    ("takada2014-alpha-beta", &[("kind", "alpha-beta"), ("preset", "takada2014")]),
    ("saijo1999-alpha-beta", &[("kind", "alpha-beta"), ("preset", "saijo1999")]),
];

/// Error of a short form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShortError {
    /// The text is neither a player of ours nor a program.
    #[error("there is no player `{name}`: expected {expected}")]
    Unknown {
        /// The name that was given.
        name: String,
        /// Expected content.
        expected: String,
    },
    /// The text begins like a player, and its settings cannot be read.
    #[error("`{text}`: {fault}")]
    Malformed {
        /// The text, or the part of it that is wrong.
        text: String,
        /// The fault.
        fault: String,
    },
}

fn malformed(text: &str, fault: impl Into<String>) -> ShortError {
    ShortError::Malformed { text: text.chars().take(64).collect(), fault: fault.into() }
}

/// The settings of one of our players, as in a control file, from a short text:
///
/// - a name: `strong`, `uct`, `takada2014-uct`, or that of a tactical map such as `sato-1`;
/// - a name with settings: `strong:playouts=1000,go.tactics=false`;
/// - a table: `{ kind = "uct", exploration = 0.7 }`.
///
/// Whether there are such settings is found out where the table is read.
///
/// # Errors
///
/// If there is no such name, or a setting is not `NAME=VALUE`.
///
/// ```
/// let player = tesuji_arena::short::player("alpha-beta:depth=2,evaluator=resistance")?;
/// assert_eq!(player["depth"].as_integer(), Some(2));
/// # Ok::<(), tesuji_arena::short::ShortError>(())
/// ```
pub fn player(text: &str) -> Result<Table, ShortError> {
    let text = text.trim();
    if text.starts_with('{') {
        let file: Result<Table, _> = format!("player = {text}").parse();
        return match file.map(|file| file.into_iter().next()) {
            Ok(Some((_, Value::Table(table)))) => Ok(table),
            Ok(_) => Err(malformed(text, "expected a table, such as { kind = \"uct\" }")),
            Err(error) => Err(malformed(text, plain(error.message()))),
        };
    }
    let (name, settings) = text.split_once(':').map_or((text, None), |(name, settings)| (name, Some(settings)));
    let Some(mut table) = named_player(name) else {
        let names = NAMED.map(|(name, _)| name).join(", ");
        let expected = format!("{names}, a tactical map's name, or a table such as {{ kind = \"uct\" }}");
        return Err(ShortError::Unknown { name: name.chars().take(64).collect(), expected });
    };
    for setting in settings.unwrap_or_default().split(',').filter(|setting| !setting.trim().is_empty()) {
        let (name, value) = self::setting(setting)?;
        set(&mut table, &name, value).map_err(|fault| malformed(setting, fault))?;
    }
    Ok(table)
}

/// The settings of the player of this name.
fn named_player(name: &str) -> Option<Table> {
    let table = |settings: &[(&str, &str)]| {
        settings.iter().map(|&(key, value)| (key.to_owned(), Value::from(value))).collect::<Table>()
    };
    if named::NAMED.iter().any(|map| map.name == name) {
        return Some(table(&[("kind", "map"), ("map", name)]));
    }
    NAMED.iter().find(|(other, _)| *other == name).map(|(_, settings)| table(settings))
}

/// A setting with its value: `trees=2`. The value is a text if it cannot be read as anything else.
///
/// # Errors
///
/// If there is no name before an equals sign.
pub fn setting(text: &str) -> Result<(String, Value), ShortError> {
    let (name, value) = text
        .split_once('=')
        .map(|(name, value)| (name.trim(), value.trim()))
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| malformed(text, "expected NAME=VALUE"))?;
    Ok((name.to_owned(), self::value(value)))
}

/// A value as TOML writes it, or a text.
fn value(text: &str) -> Value {
    let file: Option<Table> = format!("value = {text}").parse().ok();
    // A line break in the text would begin a second key.
    let read = file.filter(|file| file.len() == 1).and_then(|mut file| file.remove("value"));
    read.unwrap_or_else(|| Value::String(text.to_owned()))
}

/// Sets a setting of a player. A dot leads into a table of settings: `go.tactics`.
///
/// # Errors
///
/// If a part before a dot is a setting and not a table.
pub fn set(table: &mut Table, name: &str, value: Value) -> Result<(), String> {
    match name.split_once('.') {
        None => {
            table.insert(name.to_owned(), value);
            Ok(())
        }
        Some((first, rest)) => match table.entry(first).or_insert_with(|| Value::Table(Table::new())) {
            Value::Table(inner) => set(inner, rest, value),
            other => Err(format!("`{first}` is {other}, and not a table of settings")),
        },
    }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_engine::PlayerSpec;

    use super::*;

    fn spec(text: &str) -> Result<PlayerSpec, String> {
        player(text)
            .map_err(|error| error.to_string())?
            .try_into()
            .map_err(|error: toml::de::Error| plain(error.message()))
    }

    #[test]
    fn short_and_long_forms_are_the_same_player() {
        for (short, long) in [
            ("strong", "kind = 'strong'"),
            ("strong:playouts=1000,exploration=0.3", "kind = 'strong'\nplayouts = 1000\nexploration = 0.3"),
            ("strong:go.tactics=false,go.sample=7", "kind = 'strong'\ngo = { tactics = false, sample = 7 }"),
            ("alpha-beta:evaluator=ev'=0.07,depth=3", "kind = 'alpha-beta'\nevaluator = \"ev'=0.07\"\ndepth = 3"),
            ("takada2014-uct", "kind = 'uct'\npreset = 'takada2014'"),
            ("sato-1", "kind = 'map'\nmap = 'sato-1'"),
            ("{ kind = 'uct', playouts = 7 }", "kind = 'uct'\nplayouts = 7"),
        ] {
            assert_eq!(spec(short), Ok(toml::from_str(long).unwrap()), "{short}");
        }
    }

    #[test]
    fn faults_are_named() {
        for (text, fault) in [
            ("strnog", "there is no player `strnog`: expected strong, uct"),
            ("uct:playouts", "`playouts`: expected NAME=VALUE"),
            ("uct:=3", "`=3`: expected NAME=VALUE"),
            ("uct:kind.x=3", "`kind.x=3`: `kind` is \"uct\", and not a table"),
            ("{ kind = }", "`{ kind = }`: "),
            ("uct:depth=3", "`depth` is not known here: expected one of"),
        ] {
            let error = spec(text).unwrap_err();
            assert!(error.contains(fault), "{text}: {error}");
        }
    }
}
