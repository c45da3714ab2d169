//! Boards as one picture: criticality with miai pairs, ownership, orders.

use tesuji_board::Player;
use tesuji_engine::StatisticsReport;

use super::cases::Case;
use super::map::MapOf;
use super::tables::both_ends;
use tesuji_figures::{Colour, Drawing, Line, Mark};

const BLACKS: Colour = Colour(0x10, 0x60, 0xc0);
const WHITES: Colour = Colour(0xc0, 0x30, 0x30);

/// More arrows than this for one player could not be distinguished.
const MOST_ARROWS: usize = 6;
/// A share of the largest value below this is not drawn.
const LEAST_SHARE: f64 = 0.1;
/// An ownership of this much or more is no longer in doubt.
const SURE: f64 = 0.9;

/// The boards, one below the other.
pub(super) fn picture(case: &Case, report: &StatisticsReport, top: usize) -> String {
    let mut boards = vec![criticality(case, report), ownership(case, report)];
    let has_orders = |&player: &Player| !report.player(player).orders.is_empty();
    boards.extend(Player::BOTH.into_iter().filter(has_orders).map(|player| orders(case, report, player, top)));
    Drawing::stacked(&boards)
}

fn stones<'a>(case: &'a Case, report: &StatisticsReport, caption: &str) -> Drawing<'a> {
    let mut drawing = Drawing::new(&case.topology);
    drawing.caption(&format!("{}: {caption}", case.id));
    for (cell, said) in case.topology.cells().zip(&report.cells) {
        match said.stone.as_deref() {
            Some("black") => _ = drawing.stone(cell, Player::Black),
            Some(_) => _ = drawing.stone(cell, Player::White),
            None => {}
        }
    }
    drawing
}

fn colour_of(player: Player) -> Colour {
    match player {
        Player::Black => BLACKS,
        Player::White => WHITES,
    }
}

fn criticality<'a>(case: &'a Case, report: &StatisticsReport) -> Drawing<'a> {
    let values = MapOf::Criticality.values(report);
    let empty = |(idx, _): &(usize, &Option<f64>)| report.cells[*idx].stone.is_none();
    let on_empty = values.iter().enumerate().filter(empty).filter_map(|(_, value)| *value);
    let most = on_empty.map(f64::abs).fold(0.0, f64::max);
    let mut caption = format!("criticality in percent of {most:.4}");
    let pairs = |player| report.player(player).pairs.iter().filter(|pair| pair.miai);
    for (player, colour) in [(Player::Black, "blue"), (Player::White, "red")] {
        if pairs(player).next().is_some() {
            caption += &format!("; {player}'s miai {colour}");
        }
    }
    let mut drawing = stones(case, report, &caption);
    for ((cell, value), said) in case.topology.cells().zip(&values).zip(&report.cells) {
        let share = value.filter(|_| said.stone.is_none() && most > 0.0).map_or(0.0, |value| value / most);
        if share.abs() >= LEAST_SHARE {
            let size = 0.62 + 0.38 * share.abs();
            drawing.mark(cell, Mark { colour: Colour::heat(share), size });
            drawing.label(cell, &format!("{:.0}", 100.0 * share));
        }
    }
    for player in Player::BOTH {
        for pair in pairs(player) {
            let [x, y] = pair.cells.each_ref().map(|name| case.topology.cell(name));
            if let (Some(x), Some(y)) = (x, y) {
                drawing.line(x, y, Line { colour: colour_of(player), width: 0.12, is_arrow: false });
            }
        }
    }
    drawing
}

/// Empty points have marks in the colour of the player who is sure to get them. Empty points in doubt, and stones whose
/// owner is not sure to keep the point, have figures.
fn ownership<'a>(case: &'a Case, report: &StatisticsReport) -> Drawing<'a> {
    let mut drawing = stones(case, report, "owners of the points at the end; figures: black's percent, where in doubt");
    let known = case.topology.cells().zip(MapOf::Ownership.values(report)).zip(&report.cells);
    for ((cell, value), said) in known {
        let Some(value) = value else { continue };
        let of_stone = match said.stone.as_deref() {
            Some("black") => value,
            Some(_) => -value,
            None => value.abs(),
        };
        if of_stone >= SURE && said.stone.is_none() {
            drawing.mark(cell, Mark { colour: Colour::side(value), size: 0.6 });
        } else if of_stone < SURE {
            drawing.label(cell, &format!("{:.0}", 50.0 * (1.0 + value)));
        }
    }
    drawing
}

/// Arrows from the moves that the player should make first. The points have the places of the ranks, from 1 on and from
/// -1 back.
fn orders<'a>(case: &'a Case, report: &StatisticsReport, player: Player, top: usize) -> Drawing<'a> {
    let cell = |name: &str| case.topology.cell(name);
    let lists = report.player(player);
    let n_arrows = lists.orders.len().min(top).min(MOST_ARROWS);
    let caption = format!("{player}'s ranks, and the surest {n_arrows} of the orders: arrows from what comes first");
    let mut drawing = stones(case, report, &caption);
    for order in &lists.orders[..n_arrows] {
        if let (Some(first), Some(then)) = (cell(&order.first), cell(&order.then)) {
            drawing.line(first, then, Line { colour: colour_of(player), width: 0.06, is_arrow: true });
        }
    }
    for (place, rank) in both_ends(&lists.ranks, top).into_iter().flatten() {
        if let Some(cell) = cell(&rank.cell) {
            drawing.label(cell, &place.to_string());
        }
    }
    drawing
}
