//! Maps with a number for each cell: in figures, and in colours if the terminal shows them.

use anstyle::{Ansi256Color, Style};
use tesuji_board::{Cell, Player};
use tesuji_hex::Position;
use tesuji_hex::render::{Margins, Symbol, render};
use tesuji_network::{NetworkReport, Quantity};

use crate::picture::{FAINT, OPPONENT, OWNER};

/// The backgrounds from low to high numbers: grey, then brown to orange.
const GROUNDS: [u8; 6] = [236, 58, 94, 130, 166, 202];
const FIGURES: u8 = 231;

/// A number of one player for each cell, and how large it is compared with those of other cells.
pub(super) struct HeatMap<'a> {
    pub(super) position: &'a Position,
    pub(super) player: Player,
    pub(super) quantity: Quantity,
    values: &'a [Option<f64>],
    smallest: f64,
    largest: f64,
}

impl<'a> HeatMap<'a> {
    pub(super) fn new(position: &'a Position, report: &'a NetworkReport, player: Player, quantity: Quantity) -> Self {
        let values = report.players[player.index()].cells(quantity);
        let known = values.iter().flatten().copied();
        let largest = known.clone().fold(0.0, f64::max);
        let smallest = known.fold(f64::INFINITY, f64::min);
        Self { position, player, quantity, values, smallest, largest }
    }

    /// A line that says how to read the map.
    pub(super) fn legend(&self) -> String {
        let (name, quantity) = (self.player.name(), self.quantity.name());
        match self.quantity {
            _ if self.values.iter().all(Option::is_none) => format!("{name}: {quantity}, which no cell has"),
            Quantity::Distance => format!("{name}: links on a shortest path between its edges through the cell"),
            Quantity::Length => format!("{name}: L of each cell, its mean distance to all others that it reaches"),
            _ => format!("{name}: {quantity}; 100 is {:.5}", self.largest),
        }
    }

    /// The text of an empty cell, and how hot it is, from 0 to 1; `None` if the cell has no number.
    pub(super) fn reading(&self, cell: Cell) -> Option<(String, f64)> {
        let value = self.values[cell.index()]?;
        Some(match self.quantity {
            // Short paths are the hot ones.
            Quantity::Distance => (format!("{value:.0}"), share(self.largest - value, self.largest - self.smallest)),
            Quantity::Length => (format!("{value:.1}"), share(self.largest - value, self.largest - self.smallest)),
            _ => (format!("{:.0}", 100.0 * share(value, self.largest)), share(value, self.largest)),
        })
    }

    /// The map with its legend, for the terminal; ends with a newline.
    pub(super) fn draw(&self) -> String {
        let (columns, rows) = self.position.size();
        // Two figures, or a figure and a decimal.
        let width = if self.quantity == Quantity::Length { 4 } else { 3 };
        let picture = render(columns, rows, Margins::Coordinates, |cell: Cell| {
            let (text, style) = match (self.position.stone(cell), self.reading(cell)) {
                (Some(Player::Black), _) => ("B".to_owned(), OPPONENT),
                (Some(Player::White), _) => ("W".to_owned(), OWNER),
                (None, None) => ("-".to_owned(), FAINT),
                (None, Some((text, heat))) => (text, ground(heat)),
            };
            Symbol::styled(format!("{style}{text:<width$}{style:#}"), width)
        });
        format!("{}\n{picture}", self.legend())
    }
}

/// `part` as a share of `whole`, from 0 to 1; 1 if `whole` is 0.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 1.0 }
}

fn ground(heat: f64) -> Style {
    let step = (heat * GROUNDS.len() as f64) as usize;
    let ground = GROUNDS[step.min(GROUNDS.len() - 1)];
    Style::new().bg_color(Some(Ansi256Color(ground).into())).fg_color(Some(Ansi256Color(FIGURES).into()))
}
