//! The position as SGF with its statistics as markup, for boards that show such files.

use std::fmt::Write;

use miette::Result;
use tesuji_board::{Player, SortOnce as _};
use tesuji_engine::{CellStatistics, Measured, StatisticsReport};
use tesuji_sgf::{Escapes, Writer};

use super::cases::Case;
use super::tables::{both_ends, plus_minus, signed};

/// One node: the stones; a line (`LN`) between the points of each miai pair; an arrow (`AR`) for each order; labels
/// (`LB`) with the places of the player to move's ranks, from 1 on and from -1 back; and all of it in words (`C`). Games
/// without orders, such as Hex, have no ranks: there the labels are the places of the most critical cells. On
/// boards for which SGF has no points, points are names, as in records of such boards ([`tesuji_go::record::sgf`]).
pub(super) fn sgf(case: &Case, report: &StatisticsReport, top: usize) -> Result<String> {
    let point = |name: &str| case.session.record().point(name).unwrap_or_default();
    let mut file = Writer::new(Escapes::Least);
    file.raw("(").root(case.session.record().header());
    let mut property = |name: &str, values: &[String]| {
        if !values.is_empty() {
            file.raw("\n").property(name, values);
        }
    };
    for (name, stone) in [("AB", "black"), ("AW", "white")] {
        let stones = report.cells.iter().filter(|cell| cell.stone.as_deref() == Some(stone));
        property(name, &stones.map(|cell| point(&cell.cell)).collect::<Vec<_>>());
    }
    let to_move = case.session.to_move();
    property("PL", &[if to_move == Player::Black { "B" } else { "W" }.to_owned()]);
    // Two players may have the same pair; SGF allows a line once.
    let mut lines: Vec<String> = Vec::new();
    let mut arrows: Vec<String> = Vec::new();
    for player in Player::BOTH {
        let lists = report.player(player);
        for pair in lists.pairs.iter().filter(|pair| pair.miai) {
            lines.push(pair.cells.each_ref().map(|cell| point(cell)).join(":"));
        }
        for order in lists.orders.iter().take(top) {
            arrows.push(format!("{}:{}", point(&order.first), point(&order.then)));
        }
    }
    for values in [&mut lines, &mut arrows] {
        values.sort();
        values.dedup();
    }
    property("LN", &lines);
    property("AR", &arrows);
    let ranks = both_ends(&report.player(to_move).ranks, top).into_iter().flatten();
    let mut labels: Vec<String> = ranks.map(|(place, rank)| format!("{}:{place}", point(&rank.cell))).collect();
    if report.comparisons.is_none() {
        labels = critical(report, top).zip(1..).map(|((cell, _), place)| format!("{}:{place}", point(cell))).collect();
    }
    property("LB", &labels);
    file.raw("\n").text("C", words(case, report, top).trim_end());
    file.raw(")\n");
    Ok(file.finish())
}

/// The cells whose criticality is above its error, the most critical first.
fn critical(report: &StatisticsReport, top: usize) -> impl Iterator<Item = (&str, Measured)> {
    let is_clear = |measured: &Measured| measured.interval.is_some_and(|[low, _]| low > 0.0);
    let criticality = |cell: &CellStatistics| cell.criticality.filter(is_clear);
    let mut cells: Vec<(&str, Measured)> = report
        .cells
        .iter()
        .filter(|cell| cell.stone.is_none())
        .filter_map(|cell| Some((cell.cell.as_str(), criticality(cell)?)))
        .collect();
    cells.sort_once_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
    cells.truncate(top);
    cells.into_iter()
}

fn words(case: &Case, report: &StatisticsReport, top: usize) -> String {
    let mut words = format!("{}: {} playouts", case.id, report.playouts);
    if let Some(rate) = report.win_rate {
        _ = write!(words, ", black wins {}", plus_minus(rate, 3));
    }
    words.push('\n');
    for player in Player::BOTH {
        let lists = report.player(player);
        for pair in lists.pairs.iter().filter(|pair| pair.miai) {
            let [x, y] = &pair.cells;
            _ = writeln!(words, "miai for {player}: {x} and {y}, {}", plus_minus(pair.joint, 4));
        }
    }
    if report.comparisons.is_none() {
        for (place, (cell, criticality)) in (1..).zip(critical(report, top)) {
            _ = writeln!(words, "{place}. {cell}: criticality {}", plus_minus(criticality, 4));
        }
    }
    let to_move = case.session.to_move();
    let [urgent, put_off] = both_ends(&report.player(to_move).ranks, top);
    for (place, rank) in urgent {
        _ = writeln!(words, "{place}. {to_move} {}: order rank {}", rank.cell, signed(rank.value, 3));
    }
    for (place, rank) in put_off {
        _ = writeln!(words, "{place}. {to_move} {}, better put off: order rank {}", rank.cell, signed(rank.value, 3));
    }
    words
}
