//! A file of positions as text: its entries with their keys. Nothing is silently ignored. Not here: which points a
//! board has.

use miette::{Result, miette};
use tesuji_board::Player;
use tesuji_board::syntax::SyntaxFault;
use tesuji_go::{Komi, Rules};
use toml::{Table, Value};

/// The keys that an entry may have.
const KEYS: [&str; 8] = ["id", "diagram", "board", "black", "white", "to_move", "komi", "rules"];
/// The keys that it may have for other readers of the file.
const FOREIGN: [&str; 12] = [
    "content",
    "pairs",
    "inside",
    "outside",
    "theirs",
    "vital",
    "group",
    "all",
    "black_first",
    "white_first",
    "black_moves",
    "white_moves",
];

/// A position as written: `diagram`, or `board` with the stones `black` and `white`.
pub(super) struct Entry {
    pub(super) id: Option<String>,
    pub(super) diagram: Option<String>,
    pub(super) board: Option<String>,
    /// The names of their points, by [`Player::index`].
    pub(super) stones: [Vec<String>; 2],
    pub(super) to_move: Option<Player>,
    pub(super) komi: Option<Komi>,
    pub(super) rules: Option<Rules>,
}

/// The entries `[[position]]` of a file.
///
/// # Errors
///
/// If the text is not TOML (with line and column), has no positions or anything else, or an entry has an unknown key or
/// a value without meaning (with the entry and the key).
pub(super) fn read(text: &str) -> Result<Vec<Entry>> {
    let told = |error: toml::de::Error| miette!("{}", SyntaxFault::of_toml(text, error.message(), error.span()));
    let table: Table = text.parse().map_err(told)?;
    if let Some(key) = table.keys().find(|key| *key != "position") {
        return Err(miette!("`{key}` is not known, expected entries `[[position]]` and nothing else"));
    }
    let entries = table.get("position").map(|entries| entries.as_array().map(Vec::as_slice).unwrap_or_default());
    let Some(entries) = entries.filter(|entries| !entries.is_empty()) else {
        return Err(miette!("there are no positions in it, expected entries `[[position]]`"));
    };
    let read = |(idx, entry): (usize, &Value)| {
        let name = match entry.get("id").and_then(Value::as_str) {
            Some(id) => format!("position {} (`{id}`)", idx + 1),
            None => format!("position {}", idx + 1),
        };
        let table = entry.as_table().ok_or_else(|| miette!("{name}: expected a table `[[position]]`"))?;
        Entry::read(table).map_err(|error| miette!("{name}: {error}"))
    };
    entries.iter().enumerate().map(read).collect()
}

impl Entry {
    fn read(table: &Table) -> Result<Self> {
        let is_known = |key: &str| KEYS.contains(&key) || FOREIGN.contains(&key);
        if let Some(key) = table.keys().find(|key| !is_known(key)) {
            return Err(miette!("`{key}` is not known, expected one of: {}", KEYS.join(", ")));
        }
        let beside = ["board", "black", "white"].into_iter().find(|&key| table.contains_key(key));
        if let Some(key) = beside.filter(|_| table.contains_key("diagram")) {
            return Err(miette!("`{key}` beside `diagram`, expected one or the other"));
        }
        let text = |key: &str| table.get(key).map(|value| text(key, value)).transpose();
        Ok(Self {
            id: text("id")?,
            diagram: text("diagram")?,
            board: text("board")?,
            stones: [stones(table, "black")?, stones(table, "white")?],
            to_move: text("to_move")?.map(|name| player(&name)).transpose()?,
            komi: table.get("komi").map(komi).transpose()?,
            rules: text("rules")?.map(|name| name.parse().map_err(|error| miette!("rules: {error}"))).transpose()?,
        })
    }
}

fn text(key: &str, value: &Value) -> Result<String> {
    value.as_str().map(str::to_owned).ok_or_else(|| miette!("{key} is {value}, expected a text in quotes"))
}

fn player(name: &str) -> Result<Player> {
    let player = Player::BOTH.into_iter().find(|player| player.name() == name);
    player.ok_or_else(|| miette!("to_move is `{name}`, expected `black` or `white`"))
}

fn komi(value: &Value) -> Result<Komi> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        _ => return Err(miette!("komi is {value}, expected a number such as 7.5")),
    };
    text.parse().map_err(|error| miette!("komi is {value}: {error}"))
}

/// `"A1 B1"` or `["A1", "B1"]`.
fn stones(table: &Table, key: &str) -> Result<Vec<String>> {
    let Some(value) = table.get(key) else { return Ok(Vec::new()) };
    let wrong = || miette!("{key} is {value}, expected names of points such as \"A1 B1\" or [\"A1\", \"B1\"]");
    match value {
        Value::String(names) => Ok(names.split_whitespace().map(str::to_owned).collect()),
        Value::Array(names) => names.iter().map(|name| name.as_str().map(str::to_owned).ok_or_else(wrong)).collect(),
        _ => Err(wrong()),
    }
}
