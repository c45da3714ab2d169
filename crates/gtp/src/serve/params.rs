//! Settings that can be read and changed while the engine runs, in the form of GoGui's `param` commands.
//!
//! Only settings that matter in the current game are listed; others are refused. A table in a player's settings is
//! listed name by name: `go.tactics`.

use std::time::Duration;

use tesuji_board::syntax::plain;
use toml::{Table, Value};

use tesuji_engine::{PlayerSpec, Resignation, StrongSection, StrongSpec};

use super::EngineSettings;
use super::arguments::{Reply, boolean, number, seconds, syntax_error};
use super::board::Board;
use tesuji_engine::time::TimeSettings;

/// `tesuji-param [name value]`: our settings, then the player's, which are those of a control file.
pub(super) fn tesuji_param(board: &mut Board, arguments: &[String]) -> Reply {
    match arguments {
        [] => list(&board.settings),
        [name] => {
            let all = list(&board.settings)?;
            let found = all.lines().find_map(|line| line.split_once(' ')?.1.split_once(' ').filter(|(n, _)| n == name));
            found.map(|(_, value)| value.to_owned()).ok_or_else(|| format!("there is no setting `{}`", short(name)))
        }
        [name, value @ ..] => {
            set(board, name, &value.join(" "))?;
            Ok(String::new())
        }
    }
}

fn list(settings: &EngineSettings) -> Reply {
    let table = player_settings(settings)?;
    let resignation =
        settings.resignation.map_or_else(|| "off".to_owned(), |resignation| resignation.below.to_string());
    let time = |time: Option<Duration>| time.map_or_else(|| "off".to_owned(), |time| time.as_secs_f64().to_string());
    let mut lines = vec![
        format!("[bool] ponder {}", u8::from(settings.ponder)),
        format!("[string] resign {resignation}"),
        format!("[string] move_time {}", time(settings.move_time)),
        format!("[string] solve_time {}", time(settings.solve_time)),
    ];
    if settings.game.description().has_table {
        lines.push(format!("[bool] dead_stones {}", u8::from(settings.removes_dead_stones)));
    }
    lines.extend(table.iter().map(|(name, value)| match value {
        Value::Boolean(value) => format!("[bool] {name} {}", u8::from(*value)),
        Value::String(value) => format!("[string] {name} {value}"),
        value => format!("[string] {name} {value}"),
    }));
    Ok(lines.join("\n"))
}

/// The settings of the player that matter in the game, each under one name.
fn player_settings(settings: &EngineSettings) -> Result<Table, String> {
    let mut table = table_of(Table::try_from(&settings.player))?;
    if let PlayerSpec::Strong(strong) = &settings.player {
        table.retain(|name, _| !is_of_other(settings, name));
        for &section in settings.game.description().sections {
            for (own, settings) in tables(section, strong)? {
                table.remove(&own);
                table.extend(settings.into_iter().map(|(name, value)| (format!("{own}.{name}"), value)));
            }
        }
    }
    Ok(table)
}

/// The tables in which settings of a section stand, by name.
fn tables(section: StrongSection, strong: &StrongSpec) -> Result<Vec<(String, Table)>, String> {
    let settings = table_of(section.settings(strong))?;
    Ok(match section.table() {
        Some(own) => vec![(own.to_owned(), settings)],
        None => settings
            .into_iter()
            .filter_map(|(name, value)| if let Value::Table(table) = value { Some((name, table)) } else { None })
            .collect(),
    })
}

fn table_of(table: Result<Table, toml::ser::Error>) -> Result<Table, String> {
    table.map_err(|error| error.to_string())
}

/// Whether this setting means nothing in the game.
fn is_of_other(settings: &EngineSettings, name: &str) -> bool {
    let game = settings.game.description();
    let is_strong = matches!(settings.player, PlayerSpec::Strong(_));
    match StrongSection::of(name) {
        // A table is of the strong player, whoever plays.
        Some(section) if is_strong || section.table().is_some() => !game.sections.contains(&section),
        _ => name == "dead_stones" && !game.has_table,
    }
}

/// Refuses settings that mean nothing in the game.
fn check_of_game(settings: &EngineSettings, name: &str) -> Result<(), String> {
    if is_of_other(settings, name) { Err(format!("this game has no setting `{}`", short(name))) } else { Ok(()) }
}

fn set(board: &mut Board, name: &str, text: &str) -> Result<(), String> {
    let is_off = text.eq_ignore_ascii_case("off");
    check_of_game(&board.settings, name)?;
    match name {
        "ponder" => board.settings.ponder = boolean(text)?,
        "resign" if is_off => board.settings.resignation = None,
        "resign" => {
            let below: f64 = text.parse().map_err(|_| syntax_error("a value below which to resign, or `off`", text))?;
            board.settings.resignation = Some(Resignation::below(below)?);
        }
        "dead_stones" => board.settings.removes_dead_stones = boolean(text)?,
        "move_time" if is_off => board.settings.move_time = None,
        "move_time" => board.settings.move_time = Some(seconds(text)?),
        "solve_time" if is_off => board.settings.solve_time = None,
        "solve_time" => board.settings.solve_time = Some(seconds(text)?),
        _ => {
            let player = with(&board.settings.player, name, text)?;
            board.session.accepts(&player).map_err(|error| error.to_string())?;
            board.settings.is_bounded |= matches!(name, "playouts" | "depth" | "preset");
            board.settings.player = player;
        }
    }
    Ok(())
}

/// The player with one setting changed. A new kind or preset begins with its own settings.
fn with(player: &PlayerSpec, name: &str, text: &str) -> Result<PlayerSpec, String> {
    let mut table = table_of(Table::try_from(player))?;
    let in_table = name.split_once('.').zip(StrongSection::of(name));
    if let (PlayerSpec::Strong(strong), Some(((own, name), section))) = (player, in_table) {
        let mut tables = tables(section, strong)?.into_iter();
        let mut settings = tables.find(|(table, _)| table == own).map(|(_, settings)| settings).unwrap_or_default();
        change(&mut settings, name, text);
        table.insert(own.to_owned(), Value::Table(settings));
    } else {
        match name {
            "kind" => table.clear(),
            "preset" => table.retain(|name, _| name == "kind"),
            _ => {}
        }
        change(&mut table, name, text);
    }
    table.try_into().map_err(|error: toml::de::Error| format!("cannot set {}: {}", short(name), plain(error.message())))
}

/// Sets a value. Whether the setting exists shows when the settings are read back.
fn change(table: &mut Table, name: &str, text: &str) {
    // Of numbers, truth values and texts, only texts can be written without quotes here.
    let is_text = matches!(table.get(name), Some(Value::String(_))) || matches!(name, "kind" | "preset");
    let value: Option<Value> = if is_text { None } else { value(text, table.get(name)) };
    table.insert(name.to_owned(), value.unwrap_or_else(|| Value::String(text.to_owned())));
}

/// `text` as a value of the same type as the existing one.
fn value(text: &str, old: Option<&Value>) -> Option<Value> {
    match old {
        Some(Value::Boolean(_)) => boolean(text).ok().map(Value::Boolean),
        Some(Value::Float(_)) => text.parse().ok().map(Value::Float),
        _ => text.parse::<i64>().map(Value::Integer).or_else(|_| text.parse().map(Value::Float)).ok(),
    }
}

/// `param_game [name value]`, as in benzene.
pub(super) fn param_game(board: &mut Board, arguments: &[String]) -> Reply {
    let swap = board.settings.game.swap().ok_or("this game has no such settings")?;
    let main = board.clock.time.settings().map_or(0.0, |settings| settings.main.as_secs_f64());
    match arguments {
        [] => Ok(format!("[bool] allow_swap {}\n[string] game_time {main}", u8::from(swap))),
        [name, value] => match name.as_str() {
            "allow_swap" => {
                let game = board.settings.game.clone().with_swap(boolean(value)?).map_err(|error| error.to_string())?;
                board.change_rules(game).map_err(|error| error.to_string())?;
                Ok(String::new())
            }
            "game_time" => {
                let main = seconds(value)?;
                board.clock.time.set(TimeSettings { main, ..TimeSettings::default() });
                Ok(String::new())
            }
            _ => Err(format!("there is no setting `{}`", short(name))),
        },
        _ => Err("syntax error: expected a setting with its value, or nothing".to_owned()),
    }
}

pub(super) fn tesuji_seed(board: &mut Board, arguments: &[String]) -> Reply {
    board.settings.seed = number(arguments, 0, "a seed")?;
    Ok(String::new())
}

fn short(name: &str) -> String {
    name.chars().take(32).collect()
}
