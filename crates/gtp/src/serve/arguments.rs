//! The arguments of commands, and how they are read.

use std::time::Duration;

use tesuji_board::Player;

/// The text of a success or of a failure.
pub(super) type Reply = Result<String, String>;

/// The argument at this place, or an error that says what was expected there.
pub(super) fn argument<'a>(arguments: &'a [String], place: usize, expected: &str) -> Result<&'a str, String> {
    let found = arguments.get(place).map(String::as_str);
    found.ok_or_else(|| format!("syntax error: expected {expected} as argument {}", place + 1))
}

pub(super) fn number<N: std::str::FromStr>(arguments: &[String], place: usize, expected: &str) -> Result<N, String> {
    let text = argument(arguments, place, expected)?;
    text.parse().map_err(|_| syntax_error(expected, text))
}

/// Seconds. GTP has whole seconds; fractions are accepted too.
pub(super) fn time(arguments: &[String], place: usize) -> Result<Duration, String> {
    seconds(argument(arguments, place, SECONDS)?)
}

const SECONDS: &str = "a number of seconds";

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| syntax_error(SECONDS, text))
}

/// The colour in the first argument.
pub(super) fn colour(arguments: &[String]) -> Result<Player, String> {
    const EXPECTED: &str = "`b` or `w`";
    let text = argument(arguments, 0, EXPECTED)?;
    player(text).ok_or_else(|| syntax_error(EXPECTED, text))
}

/// The colour in the first argument, or `otherwise` if there is none.
pub(super) fn colour_or(arguments: &[String], otherwise: Player) -> Result<Player, String> {
    if arguments.is_empty() { Ok(otherwise) } else { colour(arguments) }
}

pub(super) fn player(text: &str) -> Option<Player> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Player::Black),
        "w" | "white" => Some(Player::White),
        _ => None,
    }
}

/// Yes or no, as boards write it.
pub(super) fn boolean(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" | "on" => Ok(true),
        "0" | "false" | "off" => Ok(false),
        _ => Err(syntax_error("`0` or `1`", text)),
    }
}

pub(super) fn syntax_error(expected: &str, found: &str) -> String {
    const MOST_CHARACTERS: usize = 32;
    let found: String = found.chars().take(MOST_CHARACTERS).collect();
    format!("syntax error: expected {expected}, got `{found}`")
}
