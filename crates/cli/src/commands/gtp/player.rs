//! The choice of a player: a name, perhaps with settings, a table as in a control file, or a file with such a table, and
//! options that change single settings.

use std::path::PathBuf;

use miette::miette;
use tesuji_arena::short;
use tesuji_board::syntax::{SyntaxFault, plain};
use tesuji_engine::{PlayerSpec, evaluator_names};
use toml::{Table, Value};

use crate::{files, text};

/// Options about the player.
#[derive(clap::Args, Default)]
pub(in crate::commands) struct PlayerOptions {
    /// Who chooses the moves: `strong`, `uct`, `alpha-beta` (Hex, Amazons), `random`, `takada2014-uct`,
    /// `takada2014-alpha-beta`, `saijo1999-alpha-beta` (Amazons), `map` or the name of a tactical map such as `sato-1`
    /// (Go); with settings, `uct:playouts=500,exploration=0.7`; or a table as in a control file: `{ kind = "uct" }`
    /// [default: strong]
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
    #[arg(long, value_name = "NAME", help = format!("Alpha-beta: the evaluator: {}", evaluator_names()))]
    evaluator: Option<String>,
    /// Alpha-beta: plies; with a clock, the most
    #[arg(long, value_name = "PLIES")]
    depth: Option<u8>,
    /// Memory for the tree or table, such as `256M` or `2G`
    #[arg(long, value_name = "SIZE", value_parser = text::parse_memory)]
    memory: Option<usize>,
    /// Any other setting of the player, by its name in a control file: `--set trees=2`; may be given several
    /// times
    #[arg(long, value_name = "NAME=VALUE", value_parser = short::setting)]
    set: Vec<(String, Value)>,
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
        let mut set = |name: &str, value: Option<Value>| match value {
            Some(value) => short::set(&mut table, name, value).map_err(|fault| miette!("--set {name}: {fault}")),
            None => Ok(()),
        };
        let number = |value: u64| Value::Integer(i64::try_from(value).unwrap_or(i64::MAX));
        set("playouts", self.playouts.map(number))?;
        set("exploration", self.exploration.map(Value::Float))?;
        set("evaluator", self.evaluator.clone().map(Value::String))?;
        set("depth", self.depth.map(|depth| number(depth.into())))?;
        set("memory_mib", self.memory.map(|bytes| number(bytes as u64 >> 20)))?;
        for (name, value) in &self.set {
            set(name, Some(value.clone()))?;
        }
        let is_bounded = ["playouts", "depth", "preset"].iter().any(|&name| table.contains_key(name));
        let player =
            table.try_into().map_err(|error: toml::de::Error| miette!("player: {}", plain(error.message())))?;
        Ok(Asked { player, is_bounded })
    }

    fn table(&self) -> miette::Result<Table> {
        if let Some(path) = &self.settings {
            let text = files::read_text(path)?.text;
            let mut table: Table = text.parse().map_err(|error: toml::de::Error| {
                miette!("{}, {}", path.display(), SyntaxFault::of_toml(&text, error.message(), error.span()))
            })?;
            return match table.remove("player") {
                None => Ok(table),
                Some(Value::Table(player)) if table.is_empty() => Ok(player),
                Some(_) => Err(miette!("{}: expected settings of a player, or the table `player`", path.display())),
            };
        }
        let text = self.player.as_deref().unwrap_or("strong");
        short::player(text).map_err(|error| miette!("--player: {error}"))
    }
}
