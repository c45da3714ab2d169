//! A number of each cell as a map: in figures, and in colours where the terminal shows them.

use anstyle::{Ansi256Color, Style};
use tesuji_board::{Cell, Player};
use tesuji_hex::Position;
use tesuji_hex::render::{Margins, Symbol, render};
use tesuji_network::{Quantity, Report};

use crate::picture::{FAINT, OPPONENT, OWNER};

/// From little to much: grey, then brown to orange.
const GROUNDS: [u8; 6] = [236, 58, 94, 130, 166, 202];
const FIGURES: u8 = 231;

/// The map with a line that says how to read it; ends with a newline.
pub(super) fn map(position: &Position, report: &Report, player: Player, quantity: Quantity) -> String {
    let values = report.players[player.index()].cells(quantity);
    let known = values.iter().flatten().copied();
    let largest = known.clone().fold(0.0, f64::max);
    let smallest = known.fold(f64::INFINITY, f64::min);
    let (columns, rows) = position.size();
    let picture = render(columns, rows, Margins::Coordinates, |cell: Cell| {
        let (text, style) = match (position.stone(cell), values[cell.index()]) {
            (Some(Player::Black), _) => ("B".to_owned(), OPPONENT),
            (Some(Player::White), _) => ("W".to_owned(), OWNER),
            (None, None) => ("-".to_owned(), FAINT),
            (None, Some(value)) => match quantity {
                // Short ways are the hot ones.
                Quantity::Distance => (format!("{value:.0}"), heat(share(largest - value, largest - smallest))),
                _ => (format!("{:.0}", 100.0 * share(value, largest)), heat(share(value, largest))),
            },
        };
        Symbol::styled(format!("{style}{text:<3}{style:#}"), 3)
    });
    let name = player.name();
    let legend = match quantity {
        _ if values.iter().all(Option::is_none) => format!("{name}: {}, which no cell has", quantity.name()),
        Quantity::Distance => format!("{name}: links on a shortest way between its edges by way of the cell"),
        _ => format!("{name}: {}; 100 is {largest:.5}", quantity.name()),
    };
    format!("{legend}\n{picture}")
}

/// `part` of `whole`, from 0 to 1; 1 if there is no more to have.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 1.0 }
}

fn heat(share: f64) -> Style {
    let step = (share * GROUNDS.len() as f64) as usize;
    let ground = GROUNDS[step.min(GROUNDS.len() - 1)];
    Style::new().bg_color(Some(Ansi256Color(ground).into())).fg_color(Some(Ansi256Color(FIGURES).into()))
}
