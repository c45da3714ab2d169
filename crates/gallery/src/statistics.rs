//! Statistics of many playouts from a position: criticality with miai pairs, owners, orders of moves.
//!
//! A number that lies within its own interval gets neither a colour nor a figure: its cell is hatched.

use tesuji_board::{Player, Topology};
use tesuji_engine::{CellStatistics, Measured, RankStatistics, StatisticsReport};
use tesuji_figures::{Drawing, Heat, HeatValue, Hue, Key, Line, Mark, MarkShape, Picture, Theme, Tint};

/// More arrows than this for one player could not be distinguished.
const MOST_ARROWS: usize = 6;
/// An ownership of this much or more is no longer in doubt.
const SURE: f64 = 0.9;
/// The lines of Black and of White.
const LINES: [Tint; 2] = [Tint::Blue, Tint::Red];

/// A number with the half of its interval that lies towards 0.
fn reading(measured: Measured) -> HeatValue {
    let Measured { value, interval } = measured;
    let error = interval.map_or(0.0, |[low, high]| if value < 0.0 { high - value } else { value - low });
    HeatValue { value, error: error.max(0.0) }
}

/// The board with its stones.
fn board<'a>(title: &str, topology: &'a Topology, report: &StatisticsReport, theme: Theme) -> Drawing<'a> {
    let mut drawing = Drawing::new(topology, theme);
    drawing.title(title);
    for (cell, said) in topology.cells().zip(&report.cells) {
        match said.stone.as_deref() {
            Some("black") => _ = drawing.stone(cell, Player::Black),
            Some(_) => _ = drawing.stone(cell, Player::White),
            None => {}
        }
    }
    let n_playouts = u64::from(report.playouts) * u64::from(report.samples.max(1));
    drawing.note(&format!("{n_playouts} playouts"));
    drawing
}

/// The numbers of the empty cells.
fn of_empty(report: &StatisticsReport, of: impl Fn(&CellStatistics) -> Option<Measured>) -> Vec<Option<HeatValue>> {
    report.cells.iter().map(|cell| of(cell).filter(|_| cell.stone.is_none()).map(reading)).collect()
}

/// Dependence of the result on the player who is first to play on each cell, with the miai pairs of both players.
#[must_use]
pub fn criticality(title: &str, topology: &Topology, report: &StatisticsReport, theme: Theme) -> Picture {
    let mut drawing = board(&format!("{title}: criticality of the first play"), topology, report, theme);
    let readings = of_empty(report, |cell| cell.criticality);
    if readings.iter().flatten().all(|reading| reading.is_within_error()) {
        drawing.note("no criticality lies outside its interval: more playouts would show more");
    }
    let heat = Heat { name: "criticality".to_owned(), is_low_hot: false, has_figures: true };
    drawing.heat(&readings, heat);
    for (player, tint) in Player::BOTH.into_iter().zip(LINES) {
        for pair in report.player(player).pairs.iter().filter(|pair| pair.miai) {
            let [x, y] = pair.cells.each_ref().map(|name| topology.cell(name));
            if let (Some(x), Some(y)) = (x, y) {
                drawing.line(x, y, Line::plain(tint)).legend(Key::Line(Hue::Tint(tint)), &format!("{player}'s miai"));
            }
        }
    }
    drawing.picture()
}

/// Owner of each cell at the end. An empty cell whose owner is sure has a square in the owner's colour, and one in
/// doubt a figure; a stone has a figure if its owner may lose the cell. Where not even the likelier owner is known, the
/// cell is hatched.
#[must_use]
pub fn ownership(title: &str, topology: &Topology, report: &StatisticsReport, theme: Theme) -> Picture {
    let mut drawing = board(&format!("{title}: owners at the end"), topology, report, theme);
    for (cell, said) in topology.cells().zip(&report.cells) {
        let Some(measured) = said.ownership else { continue };
        let value = measured.value;
        let of_stone = match said.stone.as_deref() {
            Some("black") => value,
            Some(_) => -value,
            None => value.abs(),
        };
        let owner = if value > 0.0 { Player::Black } else { Player::White };
        if said.stone.is_none() && reading(measured).is_within_error() {
            drawing.hatch(cell).legend(Key::Hatch, "within its own interval of even");
        } else if of_stone >= SURE && said.stone.is_none() {
            let mark = Mark { shape: MarkShape::Square, hue: Hue::Side(owner), size: 0.5 };
            drawing.mark(cell, mark).legend(Key::Mark(mark), &format!("{owner}'s in 95 % of playouts or more"));
        } else if of_stone < SURE {
            // A number of 100 would not fit, and is not in doubt.
            let percent = (50.0 * (1.0 + value)).round().clamp(0.0, 99.0);
            drawing.label(cell, &format!("{percent}")).legend(Key::Label, "black's percent, where in doubt");
        }
    }
    drawing.picture()
}

/// The most urgent moves of a player, and those that can best wait: arrows from what comes first. Cells have the places
/// of the ranks, from 1 on and from -1 back. `top` is the most of each.
#[must_use]
pub fn orders(
    title: &str,
    topology: &Topology,
    report: &StatisticsReport,
    player: Player,
    top: usize,
    theme: Theme,
) -> Picture {
    let lists = report.player(player);
    let n_arrows = lists.orders.len().min(top).min(MOST_ARROWS);
    let mut drawing = board(&format!("{title}: orders of {player}'s moves"), topology, report, theme);
    let tint = LINES[player.index()];
    for order in &lists.orders[..n_arrows] {
        if let (Some(first), Some(then)) = (topology.cell(&order.first), topology.cell(&order.then)) {
            drawing.line(first, then, Line::arrow(tint).wide(0.06));
        }
    }
    if n_arrows > 0 {
        drawing.legend(Key::Line(Hue::Tint(tint)), &format!("better first: the surest {n_arrows} orders"));
    }
    let [urgent, others] = both_ends(&lists.ranks, top);
    // A rank that may as well be 0 says nothing about the move.
    let is_clear = |rank: &RankStatistics| rank.value.interval.is_none_or(|[low, high]| low > 0.0 || high < 0.0);
    for (place, rank) in urgent.into_iter().chain(others).filter(|(_, rank)| is_clear(rank)) {
        if let Some(cell) = topology.cell(&rank.cell) {
            drawing.label(cell, &place.to_string().replace('-', "−"));
            drawing.legend(Key::Label, "ranks: 1 the most urgent, −1 the least");
        }
    }
    drawing.picture()
}

/// The first and the last of some ranks with their places.
fn both_ends(ranks: &[RankStatistics], top: usize) -> [Vec<(isize, &RankStatistics)>; 2] {
    let (urgent, others) = ranks.split_at(top.min(ranks.len()));
    [(1..).zip(urgent).collect(), (1..).map(|place: isize| -place).zip(others.iter().rev().take(top)).collect()]
}
