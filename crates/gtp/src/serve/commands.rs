//! The commands, one function each.

use std::time::Duration;

use tesuji_board::Player;

use super::board::Board;
use super::clock::{TimeLeft, TimeSettings};
use crate::protocol::Command;

/// The text of a success or of a failure.
type Reply = Result<String, String>;

/// What a command does.
type Run = fn(&mut Board, &[String]) -> Reply;

/// Every command, in the order in which `list_commands` tells them.
const COMMANDS: &[(&str, Run)] = &[
    ("all_legal_moves", all_legal_moves),
    ("boardsize", boardsize),
    ("clear_board", clear_board),
    ("final_score", final_score),
    ("genmove", genmove),
    ("gogui-analyze_commands", analyze_commands),
    ("hexgui-analyze_commands", analyze_commands),
    ("known_command", known_command),
    ("komi", komi),
    ("list_commands", list_commands),
    ("name", |_, _| Ok("Tesuji".to_owned())),
    ("play", play),
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("quit", quit),
    ("reg_genmove", reg_genmove),
    ("showboard", showboard),
    ("tesuji-comment", |board, _| Ok(board.comment.clone())),
    ("tesuji-seed", tesuji_seed),
    ("time_left", time_left),
    ("time_settings", time_settings),
    ("undo", undo),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
];

/// What a graphical board can show without knowing more of us; see GoGui's and HexGui's documentation.
const ANALYZE_COMMANDS: &str = "plist/All Legal Moves/all_legal_moves %c\n\
    varc/Reg GenMove/reg_genmove %c\n\
    string/Comment/tesuji-comment\n\
    string/Final Score/final_score\n\
    string/Show Board/showboard";

/// Does what `command` says.
pub(super) fn run(board: &mut Board, command: &Command) -> Reply {
    match COMMANDS.iter().find(|(name, _)| *name == command.name) {
        Some((_, run)) => run(board, &command.arguments),
        None => Err("unknown command".to_owned()),
    }
}

fn list_commands(_: &mut Board, _: &[String]) -> Reply {
    Ok(COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))
}

fn known_command(_: &mut Board, arguments: &[String]) -> Reply {
    let name = argument(arguments, 0, "the name of a command")?;
    Ok(COMMANDS.iter().any(|(known, _)| *known == name).to_string())
}

fn analyze_commands(_: &mut Board, _: &[String]) -> Reply {
    Ok(ANALYZE_COMMANDS.to_owned())
}

fn quit(board: &mut Board, _: &[String]) -> Reply {
    board.quit();
    Ok(String::new())
}

fn boardsize(board: &mut Board, arguments: &[String]) -> Reply {
    let columns = number(arguments, 0, "a number of columns")?;
    let rows = if arguments.len() > 1 { number(arguments, 1, "a number of rows")? } else { columns };
    let game = board.settings.game.clone().with_size(columns, rows);
    board.begin(game).map_err(|error| format!("unacceptable size: {error}"))?;
    Ok(String::new())
}

fn clear_board(board: &mut Board, _: &[String]) -> Reply {
    let game = board.settings.game.clone();
    board.begin(game).map_err(|error| error.to_string())?;
    Ok(String::new())
}

fn komi(board: &mut Board, arguments: &[String]) -> Reply {
    let komi = argument(arguments, 0, "a komi")?;
    board.set_komi(komi).map_err(|error| error.to_string())?;
    Ok(String::new())
}

fn play(board: &mut Board, arguments: &[String]) -> Reply {
    let player = colour(arguments)?;
    let mv = argument(arguments, 1, "a move")?;
    board.session.play(player, mv).map_err(|error| format!("illegal move: {error}"))?;
    Ok(String::new())
}

fn genmove(board: &mut Board, arguments: &[String]) -> Reply {
    board.genmove(colour(arguments)?)
}

fn reg_genmove(board: &mut Board, arguments: &[String]) -> Reply {
    Ok(board.choose(colour(arguments)?, None)?.mv)
}

fn undo(board: &mut Board, _: &[String]) -> Reply {
    board.session.undo().map_err(|error| format!("cannot undo: {error}"))?;
    Ok(String::new())
}

fn all_legal_moves(board: &mut Board, arguments: &[String]) -> Reply {
    if !arguments.is_empty() {
        board.session.set_to_move(colour(arguments)?).map_err(|error| error.to_string())?;
    }
    Ok(board.session.legal_moves().join(" "))
}

fn showboard(board: &mut Board, _: &[String]) -> Reply {
    Ok(format!("\n{}", board.session.render()))
}

fn final_score(board: &mut Board, _: &[String]) -> Reply {
    board.session.score_text().ok_or_else(|| "cannot score: the game is not over".to_owned())
}

fn tesuji_seed(board: &mut Board, arguments: &[String]) -> Reply {
    board.settings.seed = number(arguments, 0, "a seed")?;
    Ok(String::new())
}

fn time_settings(board: &mut Board, arguments: &[String]) -> Reply {
    let main = time(arguments, 0)?;
    let period = time(arguments, 1)?;
    let stones = number(arguments, 2, "a number of stones")?;
    board.clock.set(TimeSettings { main, period, stones });
    Ok(String::new())
}

fn time_left(board: &mut Board, arguments: &[String]) -> Reply {
    let player = colour(arguments)?;
    let left = TimeLeft { time: time(arguments, 1)?, stones: number(arguments, 2, "a number of stones")? };
    board.clock.correct(player, left);
    Ok(String::new())
}

/// The argument in this place, or what was expected there.
fn argument<'a>(arguments: &'a [String], place: usize, expected: &str) -> Result<&'a str, String> {
    let found = arguments.get(place).map(String::as_str);
    found.ok_or_else(|| format!("syntax error: expected {expected} as argument {}", place + 1))
}

fn number<N: std::str::FromStr>(arguments: &[String], place: usize, expected: &str) -> Result<N, String> {
    let text = argument(arguments, place, expected)?;
    text.parse().map_err(|_| syntax_error(expected, text))
}

/// Seconds; GTP has whole ones, we also take parts of them.
fn time(arguments: &[String], place: usize) -> Result<Duration, String> {
    const EXPECTED: &str = "a number of seconds";
    let text = argument(arguments, place, EXPECTED)?;
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| syntax_error(EXPECTED, text))
}

fn colour(arguments: &[String]) -> Result<Player, String> {
    const EXPECTED: &str = "`b` or `w`";
    let text = argument(arguments, 0, EXPECTED)?;
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Player::Black),
        "w" | "white" => Ok(Player::White),
        _ => Err(syntax_error(EXPECTED, text)),
    }
}

fn syntax_error(expected: &str, found: &str) -> String {
    const MOST_CHARACTERS: usize = 32;
    let found: String = found.chars().take(MOST_CHARACTERS).collect();
    format!("syntax error: expected {expected}, got `{found}`")
}
