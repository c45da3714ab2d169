//! Overlays of a position, in the forms that HexGui and GoGui draw.
//!
//! The forms are pairs of cell and text (`pspairs`), HexGui's letters for inferior cells (`inferior`: `f` filled in,
//! `i` inferior, `x` outside the cells that have to be considered), heat as GoGui's `gfx`, and HexGui's virtual
//! connections (`vc`).

use tesuji_board::Player;
use tesuji_engine::time::Share;
use tesuji_engine::{
    Analysis, Area, Arrow, CandidateMove, CellMark, Drawing, Fact, HexAnalysis, Overlay, OverlayDef, OverlayKind,
    OverlayUnit, Proved, VirtualConnection,
};

use super::arguments::{Reply, argument, colour, colour_or, syntax_error};
use super::board::Board;
use super::statistics;

/// `tesuji-overlay NAME [cell] [colour]`: the overlay as pairs, or as lines if it is not about single cells.
pub(super) fn overlay(board: &mut Board, arguments: &[String]) -> Reply {
    let (name, player) = asked(board, arguments)?;
    named(board, &name, player)
}

/// The content of the overlay with this name for `player`.
fn named(board: &Board, name: &str, player: Player) -> Reply {
    let overlay = board.session.view().overlay(name, player).map_err(|error| error.to_string())?;
    Ok(match overlay {
        Overlay::Numbers(numbers) => pairs(numbers.iter().map(|(cell, value)| (cell, short(*value)))),
        Overlay::Signed(numbers) => pairs(numbers.iter().map(|(cell, number)| (cell, short(number.value)))),
        Overlay::Pairs(pairs) => statistics::lettered(&pairs),
        Overlay::Arrows(arrows) => {
            let line = |arrow: &Arrow| {
                let Arrow { from, from_player, to, to_player, value } = arrow;
                format!("{from_player} {from} {to_player} {to} {}", short(*value))
            };
            arrows.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        Overlay::Marks(marks) => pairs(marks.iter().filter_map(|(cell, mark)| Some((cell, letters(mark)?)))),
        Overlay::Facts(facts) => facts.iter().map(fact).collect::<Vec<_>>().join("\n"),
        Overlay::Links(links) => links.iter().map(|cells| cells.join(" ")).collect::<Vec<_>>().join("\n"),
        Overlay::Areas { areas, marks, facts } => {
            let marks = marks.iter().map(|(cell, mark)| format!("{} {cell}", mark.name()));
            let areas = areas.iter().map(|Area { cells, text, .. }| format!("{text}: {}", cells.join(" ")));
            facts.iter().map(fact).chain(marks).chain(areas).collect::<Vec<_>>().join("\n")
        }
    })
}

fn fact(fact: &Fact) -> String {
    let value = fact.value.map_or_else(|| "-".to_owned(), |value| format!("{value:.5}"));
    format!("{} {value}", fact.name)
}

/// `tesuji-heat NAME [cell] [colour]`: the numbers of cells as colours, with the largest number hottest. For distances
/// the smallest is hottest. Chances, which lie close together, are spread from the smallest to the largest.
pub(super) fn heat(board: &mut Board, arguments: &[String]) -> Reply {
    let (name, player) = asked(board, arguments)?;
    let numbers = numbers(board, &name, player)?;
    let values = || numbers.iter().map(|(_, value)| *value);
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().map(f64::abs).fold(0.0, f64::max));
    let unit = entry(board, &name)?.unit;
    let share = |value: f64| match unit {
        OverlayUnit::Count if most > least => (most - value) / (most - least),
        OverlayUnit::Chance if most > least => (value - least) / (most - least),
        _ if most > 0.0 => value / most,
        _ => 0.0,
    };
    // HexGui turns the numbers into colours directly and has no colour for negative ones.
    let coldest = match board.settings.game.description().drawing {
        Drawing::Known => 0.0,
        Drawing::Asked => -1.0,
    };
    let influence = pairs(numbers.iter().map(|(cell, value)| (cell, format!("{:.3}", share(*value).max(coldest)))));
    let scale = match unit {
        _ if numbers.is_empty() => "no cell has it".to_owned(),
        OverlayUnit::Count => format!("1 is {}, 0 is {}", short(least), short(most)),
        OverlayUnit::Chance => format!("0 is {}, 1 is {}", short(least), short(most)),
        _ => format!("1 is {}", short(most)),
    };
    Ok(format!("INFLUENCE {influence}\nTEXT {name} of {player}: {scale}"))
}

/// The numbers of cells of an overlay; an error if it has none.
pub(super) fn numbers(board: &Board, name: &str, player: Player) -> Result<Vec<(String, f64)>, String> {
    match board.session.view().overlay(name, player).map_err(|error| error.to_string())? {
        Overlay::Numbers(numbers) => Ok(numbers),
        Overlay::Signed(numbers) => Ok(numbers.into_iter().map(|(cell, number)| (cell, number.value)).collect()),
        _ => Err(format!("`{name}` has no numbers of cells")),
    }
}

/// `tesuji-figures NAME [cell] [colour]`, or with `values` or `visits` as the name: numbers in two figures, for board
/// programs whose cells have no room for more. Shares are per cent.
pub(super) fn figures(board: &mut Board, arguments: &[String]) -> Reply {
    let name = argument(arguments, 0, "the name of an overlay, `values` or `visits`")?;
    // HexGui throws at a text on anything else, such as a swap.
    let topology = board.settings.game.topology().map_err(|error| error.to_string())?;
    let is_cell = |mv: &str| topology.cell(mv).is_some();
    match name {
        "values" => {
            let analysis = analysis(board, &arguments[1..])?;
            let is_won = analysis.choice.proved == Some(Proved::Win);
            let text = |(idx, value): (usize, f64)| if idx == 0 && is_won { "W".to_owned() } else { per_cent(value) };
            let shown = analysis.weighed().enumerate().filter(|(_, (candidate, _))| is_cell(&candidate.mv));
            Ok(pairs(shown.map(|(idx, (candidate, value))| (&candidate.mv, text((idx, value))))))
        }
        "visits" => {
            let analysis = analysis(board, &arguments[1..])?;
            let n_visits: u64 = analysis.moves.iter().map(|candidate| candidate.visits).sum();
            let share = |visits: u64| visits as f64 / n_visits.max(1) as f64;
            let is_seen = |candidate: &&CandidateMove| share(candidate.visits) >= 0.005 && is_cell(&candidate.mv);
            let seen = analysis.moves.iter().filter(is_seen);
            Ok(pairs(seen.map(|candidate| (&candidate.mv, per_cent(share(candidate.visits))))))
        }
        _ => {
            let (name, player) = asked(board, arguments)?;
            let unit = entry(board, &name)?.unit;
            let figure = |value: f64| match unit {
                OverlayUnit::Share | OverlayUnit::Chance => per_cent(value),
                // One character more, but a narrow one.
                OverlayUnit::Number if value.abs() < 9.95 => format!("{value:.1}"),
                _ => whole(value),
            };
            Ok(pairs(numbers(board, &name, player)?.iter().map(|(cell, value)| (cell, figure(*value)))))
        }
    }
}

fn per_cent(share: f64) -> String {
    whole(100.0 * share)
}

/// The nearest whole number of two figures.
fn whole(value: f64) -> String {
    // Adding zero turns -0 into 0.
    format!("{:.0}", value.round().clamp(-99.0, 99.0) + 0.0)
}

/// The name of an overlay, with its cell if it takes one, and the colour after it.
pub(super) fn asked(board: &Board, arguments: &[String]) -> Result<(String, Player), String> {
    let name = argument(arguments, 0, "the name of an overlay")?;
    let (name, rest) = if entry(board, name)?.takes_cell {
        (format!("{name} {}", argument(arguments, 1, "a cell")?), &arguments[2..])
    } else {
        (name.to_owned(), &arguments[1..])
    };
    Ok((name, colour_or(rest, board.session.to_move())?))
}

/// The entry of an overlay in the table. A cell may follow its name.
fn entry(board: &Board, name: &str) -> Result<&'static OverlayDef, String> {
    OverlayDef::find(board.settings.game.kind(), name).map_err(|error| error.to_string())
}

/// `tesuji-overlays`: one line for each, with its name and what it shows.
pub(super) fn overlays(board: &mut Board, _: &[String]) -> Reply {
    let line = |overlay: &OverlayDef| {
        let kind = match overlay.kind {
            OverlayKind::Numbers => "numbers",
            OverlayKind::Signed => "signed",
            OverlayKind::Marks => "marks",
            OverlayKind::Facts => "facts",
            OverlayKind::Pairs => "pairs",
            OverlayKind::Links => "links",
            OverlayKind::Arrows => "arrows",
            OverlayKind::Areas => "areas",
        };
        let cell = if overlay.takes_cell { "-of-cell" } else { "" };
        format!("{} {kind}{cell} {}", overlay.name, overlay.title)
    };
    Ok(board.session.view().overlays().map(line).collect::<Vec<_>>().join("\n"))
}

/// An overlay under benzene's name for it: of the colour that is given.
pub(super) fn of_colour(board: &Board, name: &str, arguments: &[String]) -> Reply {
    named(board, name, colour(arguments)?)
}

/// `vc-build`, for HexGui's button that hints at moves: inferior cells, and what else need not be considered.
pub(super) fn vc_build(board: &mut Board, arguments: &[String]) -> Reply {
    let player = colour(arguments)?;
    let (inferior, must_play) = (named(board, "inferior", player)?, named(board, "must-play", player)?);
    let mut marked: Vec<&str> = inferior.split_whitespace().collect();
    let words: Vec<&str> = must_play.split_whitespace().collect();
    for pair in words.chunks_exact(2) {
        if !marked.iter().step_by(2).any(|cell| *cell == pair[0]) {
            marked.extend(pair);
        }
    }
    Ok(marked.join(" "))
}

/// The letters for a cell, as HexGui reads them, if it has any.
fn letters(mark: &CellMark) -> Option<String> {
    let of = |kind: &str, player: &Player| match player {
        Player::Black => format!("f{kind}b"),
        Player::White => format!("f{kind}w"),
    };
    Some(match mark {
        CellMark::Dead(player) => of("d", player),
        CellMark::Captured(player) => of("c", player),
        CellMark::Permanent(player) => of("p", player),
        CellMark::Vulnerable(by) => format!("iv[{by}]"),
        CellMark::Dominated(by) => format!("id[{by}]"),
        CellMark::Outside => "x".to_owned(),
        CellMark::MustPlay(_) | CellMark::Connected(..) | CellMark::SemiConnected(..) => return None,
    })
}

/// `tesuji-vc-between c a b`: all connections, then all semi-connections, one on each line.
pub(super) fn between(board: &mut Board, arguments: &[String]) -> Reply {
    links(board, arguments, |_| true)
}

pub(super) fn between_full(board: &mut Board, arguments: &[String]) -> Reply {
    links(board, arguments, |link| link.key.is_none())
}

pub(super) fn between_semi(board: &mut Board, arguments: &[String]) -> Reply {
    links(board, arguments, |link| link.key.is_some())
}

fn links(board: &Board, arguments: &[String], is_wanted: impl Fn(&VirtualConnection) -> bool) -> Reply {
    let player = colour(arguments)?;
    let [from, to] = [argument(arguments, 1, CELL)?, argument(arguments, 2, CELL)?];
    let links = hex(board)?.connections(player, from, to).map_err(|error| error.to_string())?;
    let line = |link: &VirtualConnection| {
        // Colour, ends, kind, rule, carrier, stones, key. The rule is ours, and the stones are no longer used by
        // anybody.
        let kind = if link.key.is_some() { "semi" } else { "full" };
        let carrier: String = link.carrier.iter().map(|cell| format!("{cell} ")).collect();
        let key = link.key.as_ref().map(|key| format!(" {key}")).unwrap_or_default();
        let (from, to) = (from.to_ascii_lowercase(), to.to_ascii_lowercase());
        format!("{player} {from} {to} {kind} tesuji [ {carrier}] [ ]{key}")
    };
    Ok(links.iter().filter(|link| is_wanted(link)).map(line).collect::<Vec<_>>().join("\n"))
}

/// Knowledge of connections; an error in games without.
fn hex(board: &Board) -> Result<HexAnalysis<'_>, String> {
    board.session.hex().ok_or_else(|| "this game has no virtual connections".to_owned())
}

const CELL: &str = "a cell or an edge (`north`, `south`, `west`, `east`)";

/// `tesuji-vc-connected c a`: what a cell or chain is connected to.
pub(super) fn connected(board: &mut Board, arguments: &[String]) -> Reply {
    let from = argument(arguments, 1, CELL)?;
    let linked = hex(board)?.connected(colour(arguments)?, from);
    Ok(linked.map_err(|error| error.to_string())?.connected.join(" "))
}

pub(super) fn semi_connected(board: &mut Board, arguments: &[String]) -> Reply {
    let from = argument(arguments, 1, CELL)?;
    let linked = hex(board)?.connected(colour(arguments)?, from);
    Ok(linked.map_err(|error| error.to_string())?.semi_connected.join(" "))
}

/// `tesuji-visits [colour]`: how much the search looked at each move.
pub(super) fn visits(board: &mut Board, arguments: &[String]) -> Reply {
    let analysis = analysis(board, arguments)?;
    let visited = analysis.moves.iter().filter(|mv| mv.visits > 0);
    Ok(pairs(visited.map(|mv| (&mv.mv, mv.visits.to_string()))))
}

/// `tesuji-values [colour]`: the estimated value of each move.
pub(super) fn values(board: &mut Board, arguments: &[String]) -> Reply {
    let analysis = analysis(board, arguments)?;
    let known = analysis.moves.iter().filter_map(|mv| Some((&mv.mv, format!("{:.3}", mv.value?))));
    Ok(pairs(known))
}

/// `tesuji-line [colour [cells]]`: the expected moves; with `cells` up to the first that is none, such as a swap, which
/// HexGui cannot draw.
pub(super) fn line(board: &mut Board, arguments: &[String]) -> Reply {
    let analysis = analysis(board, arguments)?;
    let mut line = analysis.moves.first().map_or_else(|| vec![analysis.choice.mv.clone()], |best| best.line.clone());
    match arguments.get(1).map(String::as_str) {
        None => {}
        Some("cells") => {
            let topology = board.settings.game.topology().map_err(|error| error.to_string())?;
            line.truncate(line.iter().take_while(|mv| topology.cell(mv).is_some()).count());
        }
        Some(word) => return Err(syntax_error("`cells` or nothing", word)),
    }
    Ok(line.join(" "))
}

/// The latest analysis if it is of this position, otherwise a new one by the player.
fn analysis(board: &mut Board, arguments: &[String]) -> Result<Analysis, String> {
    let player = colour_or(arguments, board.session.to_move())?;
    board.session.set_to_move(player).map_err(|error| error.to_string())?;
    match &board.analysis {
        Some((position, analysis)) if *position == board.session.position().hash() => Ok(analysis.clone()),
        _ => board.think(player, board.settings.move_time.map(Share::fixed), &mut |_| {}),
    }
}

fn pairs<'a>(pairs: impl Iterator<Item = (&'a String, String)>) -> String {
    pairs.map(|(cell, text)| format!("{cell} {text}")).collect::<Vec<_>>().join(" ")
}

/// A number in few characters, so that it fits in a cell.
pub(super) fn short(value: f64) -> String {
    if value == value.trunc() || value.abs() >= 100.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}
