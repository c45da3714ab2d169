//! The commands that boards offer in their menus, one line each: `type/label/command`.
//!
//! The types are GoGui's. Only HexGui has `inferior` and `vc`, so GoGui gets pairs of cell and text instead. HexGui
//! does not know lines of moves that begin with a colour (`varc`), so it draws them by whose turn it is (`var`). Its
//! cells have room for two figures, and of `gfx` it draws only colours.

use tesuji_engine::{MoveForm, OverlayKind, OverlayUnit, SolverKinds};

use super::arguments::Reply;
use super::board::Board;
use super::shapes;

/// The program that a menu is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    GoGui,
    HexGui,
}

pub(super) fn gogui(board: &mut Board, _: &[String]) -> Reply {
    Ok(menu(board, Reader::GoGui))
}

pub(super) fn hexgui(board: &mut Board, _: &[String]) -> Reply {
    Ok(menu(board, Reader::HexGui))
}

fn menu(board: &Board, reader: Reader) -> String {
    let mut lines: Vec<String> = [
        "plist/All Legal Moves/all_legal_moves %c",
        "varc/Reg GenMove/reg_genmove %c",
        "string/Comment/tesuji-comment",
        "string/Final Score/final_score",
        "string/Show Board/showboard",
        "param/Player Settings/tesuji-param",
        "pspairs/Visits/tesuji-visits %m",
        "pspairs/Values/tesuji-values %m",
        "varc/Best Line/tesuji-line %m",
    ]
    .map(str::to_owned)
    .to_vec();
    let game = board.settings.game.description();
    if game.moves == MoveForm::Phrase {
        // A move is not a point: it can be read but not drawn.
        lines.retain(|line| !line.starts_with("plist/") && !line.starts_with("pspairs/"));
        lines.iter_mut().for_each(|line| *line = line.replace("varc/", "string/"));
    }
    if reader == Reader::HexGui {
        let for_hexgui = |line: &mut String| {
            for name in ["Visits", "Values"] {
                if line.starts_with(&format!("pspairs/{name}/")) {
                    *line = format!("pspairs/{name} (%)/tesuji-figures {} %m", name.to_ascii_lowercase());
                }
            }
            // A move may be a swap, and HexGui throws when it should draw one.
            *line = line
                .replace("varc/Reg GenMove", "string/Reg GenMove")
                .replace("tesuji-line %m", "tesuji-line %m cells");
        };
        lines.iter_mut().for_each(for_hexgui);
    }
    let mut add = |has: bool, more: &[&str]| lines.extend(more.iter().filter(|_| has).map(|&line| line.to_owned()));
    add(game.has_swap, &["param/Game Settings/param_game"]);
    add(game.has_setup, &["string/Position/tesuji-position"]);
    add(game.solver != SolverKinds::None, &["string/Solve/tesuji-solve-state %m"]);
    add(game.has_table, &["string/Life and Death/tesuji-life %p"]);
    add(game.solver == SolverKinds::Lines, &LINES);
    add(game.has_connections, &CONNECTIONS);
    if game.has_connections {
        let kind = if reader == Reader::HexGui { "vc" } else { "string" };
        lines.push(format!("{kind}/Connections Between/tesuji-vc-between %c %P"));
    }
    let is_grid = shapes::topology(board).is_ok_and(|topology| topology.grid_size().is_some());
    for overlay in board.session.view().overlays() {
        let (name, title) = (overlay.name, overlay.title);
        match overlay.kind {
            // Clicking a point shows the heat of all others.
            OverlayKind::Numbers | OverlayKind::Signed if overlay.takes_cell => {
                lines.push(format!("gfx/{title}/tesuji-heat {name} %p %c"));
            }
            OverlayKind::Pairs => {
                lines.push(format!("gfx/{title}/tesuji-pairs {name} %c"));
                if reader == Reader::HexGui {
                    lines.push(format!("inferior/{title}: Arrows/tesuji-arrows {name} %c"));
                }
            }
            OverlayKind::Arrows if overlay.takes_cell => lines.push(format!("gfx/{title}/tesuji-orders %p %c")),
            OverlayKind::Arrows => lines.push(format!("gfx/{title}/tesuji-orders %c")),
            OverlayKind::Signed if is_grid => {
                lines.push(format!("dboard/{title}/tesuji-dboard {name} %c"));
                lines.push(format!("pspairs/{title}: Figures/tesuji-overlay {name} %c"));
            }
            OverlayKind::Numbers | OverlayKind::Signed => {
                let is_share = matches!(overlay.unit, OverlayUnit::Share | OverlayUnit::Chance);
                lines.push(match (reader, is_share) {
                    (Reader::GoGui, _) => format!("pspairs/{title}/tesuji-overlay {name} %c"),
                    (Reader::HexGui, true) => format!("pspairs/{title} (%)/tesuji-figures {name} %c"),
                    (Reader::HexGui, false) => format!("pspairs/{title}/tesuji-figures {name} %c"),
                });
                lines.push(format!("gfx/{title}: Heat/tesuji-heat {name} %c"));
            }
            OverlayKind::Marks => {
                let kind = if reader == Reader::HexGui { "inferior" } else { "pspairs" };
                lines.push(format!("{kind}/{title}/tesuji-overlay {name} %m"));
            }
            OverlayKind::Facts => lines.push(format!("string/{title}/tesuji-overlay {name}")),
            OverlayKind::Areas | OverlayKind::Links => {
                let cell = if overlay.takes_cell { " %p" } else { "" };
                lines.push(format!("string/{title}/tesuji-overlay {name}{cell} %c"));
            }
        }
    }
    let mut menu = lines.join("\n");
    if reader == Reader::HexGui {
        menu = menu.replace("varc/", "var/").replace(FIND_WINNING, FIND_WINNING_LIVE);
    }
    menu
}

/// Entries for games whose solver finds lines.
const LINES: [&str; 2] = [FIND_WINNING, "varc/Solved Line/tesuji-get-pv %m"];
const FIND_WINNING: &str = "plist/Winning Moves/tesuji-find-winning %m";
/// As above for HexGui, which draws the results while it waits, and leaves them on the board.
const FIND_WINNING_LIVE: &str = "string/Winning Moves/dfpn-solver-find-winning %m live";
/// Entries for games with virtual connections.
const CONNECTIONS: [&str; 2] =
    ["plist/Connected With/tesuji-vc-connected %c %P", "plist/Semi-connected With/tesuji-vc-semi-connected %c %P"];
