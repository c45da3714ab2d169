//! The choice of a player: a name, a table of settings as in a control file, or a file with such a table, and options
//! that change single settings.

use std::path::PathBuf;

use miette::miette;
use tesuji_engine::PlayerSpec;
use tesuji_eval::go::named;
use toml::{Table, Value};

use crate::{files, text};

/// Players with a name, and their settings as in a control file.
const NAMED: [(&str, &str); 8] = [
    ("strong", "kind = 'strong'"),
    ("uct", "kind = 'uct'"),
    ("alpha-beta", "kind = 'alpha-beta'"),
    ("random", "kind = 'random'"),
    ("map", "kind = 'map'"),
    ("takada2014-uct", "kind = 'uct'\npreset = 'takada2014'"),
    ("takada2014-alpha-beta", "kind = 'alpha-beta'\npreset = 'takada2014'"),
    ("saijo1999-alpha-beta", "kind = 'alpha-beta'\npreset = 'saijo1999'"),
];

/// Options about the player.
#[derive(clap::Args, Default)]
pub(in crate::commands) struct PlayerOptions {
    /// Who chooses the moves: `strong`, `uct`, `alpha-beta` (Hex, Amazons), `random`, `takada2014-uct`,
    /// `takada2014-alpha-beta`, `saijo1999-alpha-beta` (Amazons), `map` or the name of a tactical map such as `sato-1`
    /// (Go), or settings as in a control file: `{ kind = "uct", exploration = 0.7 }` [default: strong]
    #[arg(long, value_name = "NAME|TABLE")]
    player: Option<String>,
    /// A TOML file with settings of the player, alone or as the table `player`
    #[arg(long, value_name = "FILE", conflicts_with = "player")]
    settings: Option<PathBuf>,
    /// UCT, strong: playouts a move; with a clock, the most
    #[arg(long, value_name = "N")]
    playouts: Option<u64>,
    /// UCT, strong: weight of moves that are little known
    #[arg(long, value_name = "WEIGHT")]
    exploration: Option<f64>,
    /// Alpha-beta: the evaluator: `d`, `l`, `ev`, `ev'` (or `ev'=0.1`, with its gamma), `ev-brandes`, `ev'-brandes`,
    /// `b` or `resistance`; for Amazons `moves`, `first-reach`, `path-interception`, `average`, `lieberum` or `learned`
    #[arg(long, value_name = "NAME")]
    evaluator: Option<String>,
    /// Alpha-beta: plies; with a clock, the most
    #[arg(long, value_name = "PLIES")]
    depth: Option<u8>,
    /// Memory for the tree or table, such as `256M` or `2G`
    #[arg(long, value_name = "SIZE", value_parser = text::parse_memory)]
    memory: Option<usize>,
    /// Any other setting of the player, by its name in a control file: `--set look_after=30`; may be given several
    /// times
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    set: Vec<(String, Value)>,
}

/// A setting with its value. The value is a text if it cannot be read as anything else.
fn parse_setting(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| "expected NAME=VALUE".to_owned())?;
    let file: Option<Table> = format!("value = {value}").parse().ok();
    let read = file.and_then(|mut file| file.remove("value"));
    Ok((name.trim().to_owned(), read.unwrap_or_else(|| Value::String(value.to_owned()))))
}

/// The player, and whether its playouts or depth were given.
pub(in crate::commands) struct Asked {
    pub(in crate::commands) player: PlayerSpec,
    pub(in crate::commands) is_bounded: bool,
}

impl PlayerOptions {
    /// A player by name or table, as `--player` takes it, and no other option.
    pub(in crate::commands) fn named(player: &str) -> Self {
        Self { player: Some(player.to_owned()), ..Self::default() }
    }

    pub(in crate::commands) fn read(&self) -> miette::Result<Asked> {
        let mut table = self.table()?;
        let mut set = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                table.insert(name.to_owned(), value);
            }
        };
        let number = |value: u64| Value::Integer(i64::try_from(value).unwrap_or(i64::MAX));
        set("playouts", self.playouts.map(number));
        set("exploration", self.exploration.map(Value::Float));
        set("evaluator", self.evaluator.clone().map(Value::String));
        set("depth", self.depth.map(|depth| number(depth.into())));
        set("memory_mib", self.memory.map(|bytes| number(bytes as u64 >> 20)));
        for (name, value) in &self.set {
            set(name, Some(value.clone()));
        }
        let is_bounded = ["playouts", "depth", "preset"].iter().any(|&name| table.contains_key(name));
        let player = table.try_into().map_err(|error: toml::de::Error| miette!("player: {}", error.message()))?;
        Ok(Asked { player, is_bounded })
    }

    fn table(&self) -> miette::Result<Table> {
        if let Some(path) = &self.settings {
            let text = files::read_text(path)?.text;
            let mut table: Table = text.parse().map_err(|error| miette!("{}: {error}", path.display()))?;
            return match table.remove("player") {
                None => Ok(table),
                Some(Value::Table(player)) if table.is_empty() => Ok(player),
                Some(_) => Err(miette!("{}: expected settings of a player, or the table `player`", path.display())),
            };
        }
        let text = self.player.as_deref().unwrap_or("strong");
        if text.trim_start().starts_with('{') {
            let file: Table = format!("player = {text}").parse().map_err(|error| miette!("--player: {error}"))?;
            return match file.into_iter().next() {
                Some((_, Value::Table(table))) => Ok(table),
                _ => Err(miette!("--player: expected a table, such as {{ kind = \"uct\" }}")),
            };
        }
        if named::NAMED.iter().any(|named| named.name == text) {
            return Ok(Table::from_iter(
                [("kind", "map"), ("map", text)].map(|(key, value)| (key.to_owned(), value.into())),
            ));
        }
        let Some((_, settings)) = NAMED.iter().find(|(name, _)| *name == text) else {
            let names = NAMED.map(|(name, _)| name).join(", ");
            return Err(miette!("there is no player `{text}`: expected {names}, a tactical map's name, or a table"));
        };
        settings.parse().map_err(|error| miette!("{text}: {error}"))
    }
}
