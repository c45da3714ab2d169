//! Pairs and orders as GoGui's `gfx`, and numbers as its `dboard`.
//!
//! A pair is a letter on both its cells and a colour of its own. An order is a number on the other cell: green if the
//! move asked about should come first, red if it should wait.

use tesuji_board::Player;
use tesuji_engine::{Arrow, Drawing, Overlay};

use super::arguments::{Reply, colour_or, player};
use super::board::Board;
use super::overlays::{asked, numbers, short};
use super::shapes;

/// The colours of the pairs, starting with the strongest one. After the last they begin again.
const COLOURS: [&str; 8] = ["#ff8c00", "#00a0e0", "#60c040", "#d060d0", "#c0a000", "#40c0a0", "#e06060", "#9090e0"];
/// Pairs of cells with a number each, the strongest first.
type CellPairs = Vec<([String; 2], f64)>;

const FIRST: &str = "#40c060";
const LATER: &str = "#e06050";

/// `tesuji-dboard NAME [cell] [colour]`: one number for each point, row by row, divided by the largest, so from -1 to
/// 1.
pub(super) fn dboard(board: &mut Board, arguments: &[String]) -> Reply {
    let (name, player) = asked(board, arguments)?;
    let numbers = numbers(board, &name, player)?;
    let topology = shapes::topology(board)?;
    let Some((columns, _)) = topology.grid_size() else {
        return Err("only a board of columns and rows can be written so: `tesuji-overlay` names the cells".to_owned());
    };
    let most = numbers.iter().map(|(_, value)| value.abs()).fold(0.0, f64::max);
    let value = |name: &str| numbers.iter().find(|(cell, _)| cell == name).map_or(0.0, |(_, value)| *value);
    let share = |name: &str| if most > 0.0 { value(name) / most } else { 0.0 };
    let text = |cell| format!("{:.3}", share(&shapes::cell_name(board, &topology, cell)));
    let values: Vec<String> = topology.cells().map(text).collect();
    Ok(values.chunks(columns).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n"))
}

/// `tesuji-pairs miai|pairs [colour]`.
pub(super) fn pairs(board: &mut Board, arguments: &[String]) -> Reply {
    let (name, player, pairs) = asked_pairs(board, arguments)?;
    let mut lines = Vec::new();
    for ((cells, _), colour) in pairs.iter().zip(COLOURS.iter().cycle()) {
        lines.push(format!("COLOR {colour} {}", cells.join(" ")));
    }
    let letters = lettered(&pairs);
    if !letters.is_empty() {
        lines.push(format!("LABEL {letters}"));
    }
    if board.settings.game.description().drawing == Drawing::Known {
        // HexGui draws nothing else, and reads all words up to `TEXT` as cells with numbers.
        lines.push(format!("INFLUENCE {}", heat_of_pairs(&pairs)).trim_end().to_owned());
    }
    let told: Vec<String> =
        pairs.iter().map(|(cells, value)| format!("{} {}", cells.join("-"), short(*value))).collect();
    lines.push(match told.as_slice() {
        [] => format!("TEXT {name} of {player}: no pair stands out"),
        told => format!("TEXT {name} of {player}: {}", told.join(", ")),
    });
    Ok(lines.join("\n"))
}

fn asked_pairs(board: &Board, arguments: &[String]) -> Result<(String, Player, CellPairs), String> {
    let (name, player) = asked(board, arguments)?;
    match board.session.view().overlay(&name, player).map_err(|error| error.to_string())? {
        Overlay::Pairs(pairs) => Ok((name, player, pairs)),
        _ => Err(format!("`{name}` has no pairs")),
    }
}

/// Each cell with the number of its strongest pair, in shares of the strongest of all.
fn heat_of_pairs(pairs: &CellPairs) -> String {
    let most = pairs.first().map_or(1.0, |(_, value)| *value);
    let mut seen: Vec<&String> = Vec::new();
    let mut words = Vec::new();
    for (cells, value) in pairs {
        for cell in cells.iter().filter(|cell| !seen.contains(cell)).collect::<Vec<_>>() {
            seen.push(cell);
            let share = if most > 0.0 { (value / most).clamp(0.0, 1.0) } else { 0.0 };
            words.push(format!("{cell} {share:.3}"));
        }
    }
    words.join(" ")
}

/// `tesuji-arrows miai|pairs [colour]`: the pairs as HexGui draws inferior cells, with arrows from each cell to those
/// it forms a pair with.
pub(super) fn arrows(board: &mut Board, arguments: &[String]) -> Reply {
    let (_, _, pairs) = asked_pairs(board, arguments)?;
    let mut cells: Vec<(&String, Vec<&str>)> = Vec::new();
    for ([one, other], _) in &pairs {
        for (cell, with) in [(one, other), (other, one)] {
            match cells.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, others)) => others.push(with),
                None => cells.push((cell, vec![with])),
            }
        }
    }
    Ok(cells.iter().map(|(cell, others)| format!("{cell} iv[{}]", others.join("-"))).collect::<Vec<_>>().join(" "))
}

/// Each cell with the letters of its pairs. The first pair is `A`.
pub(super) fn lettered(pairs: &[([String; 2], f64)]) -> String {
    let mut cells: Vec<(&String, String)> = Vec::new();
    for (letter, (pair, _)) in ('A'..='Z').chain('a'..='z').zip(pairs) {
        for cell in pair {
            match cells.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, letters)) => letters.push(letter),
                None => cells.push((cell, letter.to_string())),
            }
        }
    }
    cells.iter().map(|(cell, letters)| format!("{cell} {letters}")).collect::<Vec<_>>().join(" ")
}

/// `tesuji-orders [CELL] [colour]`: the surest orders, or those of the player's move on one cell.
pub(super) fn orders(board: &mut Board, arguments: &[String]) -> Reply {
    let to_move = board.session.to_move();
    let (cell, player) = match arguments {
        [] => (None, to_move),
        [one] => player(one).map_or((Some(one), to_move), |player| (None, player)),
        [cell, rest @ ..] => (Some(cell), colour_or(rest, to_move)?),
    };
    let name = cell.map_or_else(|| "orders".to_owned(), |cell| format!("orders-of {cell}"));
    let overlay = board.session.view().overlay(&name, player).map_err(|error| error.to_string())?;
    let Overlay::Arrows(arrows) = overlay else { return Err(format!("`{name}` has no orders")) };
    let mut lines = match cell {
        Some(cell) => of_cell(cell, &arrows),
        None => of_board(&arrows),
    };
    let told: Vec<String> = arrows
        .iter()
        .map(|arrow| {
            let [from, to] = [(arrow.from_player, &arrow.from), (arrow.to_player, &arrow.to)].map(mv);
            format!("{from} before {to} {}", short(arrow.value))
        })
        .collect();
    lines.push(match told.as_slice() {
        [] => format!("TEXT orders of {player}: none is sure"),
        told => format!("TEXT orders of {player}: {}", told.join(", ")),
    });
    Ok(lines.join("\n"))
}

/// The cell itself, and the others with numbers, in colours that say which comes first.
fn of_cell(cell: &str, arrows: &[Arrow]) -> Vec<String> {
    let mut lines = vec![format!("SQUARE {cell}")];
    for (number, arrow) in (1..).zip(arrows) {
        let is_first = arrow.from.eq_ignore_ascii_case(cell);
        let other = if is_first { &arrow.to } else { &arrow.from };
        lines.push(format!("COLOR {} {other}", if is_first { FIRST } else { LATER }));
        lines.push(format!("LABEL {other} {number}"));
    }
    lines
}

/// For each order, the first move with its number, and the later one with the same number and a prime.
fn of_board(arrows: &[Arrow]) -> Vec<String> {
    let mut cells: Vec<(&String, String)> = Vec::new();
    for (number, arrow) in (1..).zip(arrows) {
        for (cell, sign) in [(&arrow.from, number.to_string()), (&arrow.to, format!("{number}'"))] {
            match cells.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, signs)) => *signs = format!("{signs},{sign}"),
                None => cells.push((cell, sign)),
            }
        }
    }
    let mut lines: Vec<String> = arrows.iter().map(|arrow| format!("COLOR {FIRST} {}", arrow.from)).collect();
    lines.extend((!cells.is_empty()).then(|| {
        let labels: Vec<String> = cells.iter().map(|(cell, signs)| format!("{cell} {signs}")).collect();
        format!("LABEL {}", labels.join(" "))
    }));
    lines
}

fn mv((player, cell): (Player, &String)) -> String {
    let letter = if player == Player::Black { 'B' } else { 'W' };
    format!("{letter} {cell}")
}
