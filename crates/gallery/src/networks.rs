//! Numbers of the networks and circuits of Hex, cell by cell.

use tesuji_board::Player;
use tesuji_figures::{Drawing, Heat, HeatValue, Picture, Theme};
use tesuji_hex::Position;
use tesuji_network::{PlayerReport, Quantity};

/// Meaning of a quantity, in words.
const fn words(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Betweenness => "betweenness: the share of pairs of cells with a shortest path through the cell",
        Quantity::Brandes => "betweenness by Brandes: each pair counts by the share of its shortest paths",
        Quantity::Share => "share of the shortest paths between the edges",
        Quantity::Current => "current for a voltage of 1 between the edges",
        Quantity::Distance => "links on a shortest path between the edges through the cell",
        Quantity::Length => "mean distance to all other nodes, in links",
    }
}

/// The board with its stones.
fn board<'a>(title: &str, position: &'a Position, theme: Theme) -> Drawing<'a> {
    let topology = position.topology();
    let mut drawing = Drawing::new(topology, theme);
    drawing.title(title);
    for cell in topology.cells() {
        if let Some(player) = position.stone(cell) {
            drawing.stone(cell, player);
        }
    }
    drawing
}

/// A position with one number of one player's network on each cell that has one.
#[must_use]
pub fn heat(
    title: &str,
    position: &Position,
    report: &PlayerReport,
    player: Player,
    quantity: Quantity,
    theme: Theme,
) -> Picture {
    let topology = position.topology();
    let mut drawing = board(&format!("{title}: {} of {player}", quantity.name()), position, theme);
    let empty = |(cell, value): (tesuji_board::Cell, &Option<f64>)| {
        let value = value.filter(|_| position.stone(cell).is_none())?;
        Some(HeatValue::exact(value))
    };
    let readings: Vec<Option<HeatValue>> = topology.cells().zip(report.cells(quantity)).map(empty).collect();
    if readings.iter().all(Option::is_none) {
        drawing.note("no cell has any");
    }
    let heat = Heat {
        name: words(quantity).to_owned(),
        // Short paths are the hot ones.
        is_low_hot: matches!(quantity, Quantity::Distance | Quantity::Length),
        has_figures: true,
    };
    drawing.heat(&readings, heat);
    drawing.picture()
}
