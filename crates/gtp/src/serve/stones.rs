//! The first and the last stones of a game of Go: handicap stones, and which stones are dead.

use tesuji_engine::{Handicap, Settled, StoneStatus};

use super::arguments::{Reply, argument, number, syntax_error};
use super::board::Board;

/// The commands of games with handicap and dead stones.
pub(super) const COMMANDS: &[&str] =
    &["final_status_list", "fixed_handicap", "place_free_handicap", "set_free_handicap"];

const STONES: &str = "a number of stones";

pub(super) fn fixed_handicap(board: &mut Board, arguments: &[String]) -> Reply {
    place(board, &Handicap::Fixed(number(arguments, 0, STONES)?))
}

pub(super) fn place_free_handicap(board: &mut Board, arguments: &[String]) -> Reply {
    place(board, &Handicap::Free(number(arguments, 0, STONES)?))
}

pub(super) fn set_free_handicap(board: &mut Board, arguments: &[String]) -> Reply {
    place(board, &Handicap::On(arguments.to_vec()))?;
    Ok(String::new())
}

fn place(board: &mut Board, handicap: &Handicap) -> Reply {
    if board.resigned.is_some() || !board.session.moves().is_empty() {
        return Err("board not empty".to_owned());
    }
    let mut table = board.session.table_mut().ok_or("bad handicap: this game has no handicap")?;
    let placed = table.set_handicap(handicap).map_err(|error| match error {
        tesuji_engine::SessionError::Begun => "board not empty".to_owned(),
        other => format!("bad handicap: {other}"),
    })?;
    board.forget_thoughts();
    Ok(placed.join(" "))
}

/// `final_status_list alive|seki|dead`: one chain on each line.
pub(super) fn final_status_list(board: &mut Board, arguments: &[String]) -> Reply {
    const EXPECTED: &str = "`alive`, `seki` or `dead`";
    let text = argument(arguments, 0, EXPECTED)?;
    let wanted = match text.to_ascii_lowercase().as_str() {
        "alive" => StoneStatus::Alive,
        "seki" => StoneStatus::Seki,
        "dead" => StoneStatus::Dead,
        _ => return Err(syntax_error(EXPECTED, text)),
    };
    let chains = settled(board)?.chains;
    let is_wanted = |status: StoneStatus| match board.settings.removes_dead_stones {
        true => status == wanted,
        // By the rules alone every stone counts as alive.
        false => wanted == StoneStatus::Alive,
    };
    let lines = chains.iter().filter(|(_, status)| is_wanted(*status)).map(|(cells, _)| cells.join(" "));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// The result we would agree to. It is the same for the same position and seed.
pub(super) fn settled(board: &Board) -> Result<Settled, String> {
    let table = board.session.table().ok_or("this game has no dead stones")?;
    Ok(table.settled(board.settings.seed))
}
