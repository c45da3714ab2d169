//! A report as lines and tables.

use std::fmt::Write;

use tesuji_board::{Player, SortOnce as _};
use tesuji_engine::{
    CellStatistics, Comparisons, Measured, OrderStatistics, PairStatistics, PlayedBy, RankStatistics, StatisticsReport,
    StatisticsSpec, WinAt,
};

use super::cases::Case;
use crate::columns::Columns;
use crate::picture::{GOOD, PLAIN};
use crate::text::{count, with_separators};

/// A larger share of playouts that were cut short is mentioned.
const MOST_CAPPED: f64 = 0.001;

/// The position, how its playouts were made, and who is ahead.
pub(super) fn head(case: &Case, spec: &StatisticsSpec, report: &StatisticsReport) -> String {
    let bold = PLAIN.bold();
    let mut head = format!("{bold}{}{bold:#}", case.id);
    if case.board() != case.id {
        head += &format!(", {}", case.board());
    }
    if let Some((komi, rules)) = case.komi_and_rules() {
        _ = write!(head, ", {} rules, komi {komi}", rules);
    }
    if let Some((n_moves, n_recorded)) = case.after {
        _ = write!(head, ", after move {n_moves} of {n_recorded}");
        // The other moves came from `--moves`.
        match case.session.moves().len() - case.n_loaded {
            0 => {}
            n_more => _ = write!(head, " and {n_more} more"),
        }
    }
    _ = writeln!(head, ", {} to move", case.session.to_move());
    let samples = match report.samples {
        1 => format!("seed {}", spec.seed),
        n => format!("{n} seeds from {}", spec.seed),
    };
    let rules = if spec.by == PlayedBy::Libego { " by libEGO's rules" } else { "" };
    _ = write!(head, "{}{rules}, {samples}", count(report.playouts.into(), "playout"));
    let n_made = u64::from(report.playouts) + u64::from(report.drawn);
    let n_asked = u64::from(spec.playouts) * u64::from(spec.samples);
    if n_made < n_asked {
        _ = write!(head, ", stopped before the {} that were asked for", with_separators(n_asked));
    }
    if report.drawn > 0 {
        _ = write!(head, ", without {} that ended on the threshold", with_separators(report.drawn.into()));
    }
    head.push('\n');
    if report.capped_share() > MOST_CAPPED {
        let percent = 100.0 * report.capped_share();
        _ = writeln!(head, "{percent:.1} % of the playouts became too long and were cut short: they say less");
    }
    if let Some(threshold) = report.threshold {
        let named = if matches!(spec.threshold, WinAt::Points(_)) { "" } else { &format!(" ({})", spec.threshold) };
        let at = points(threshold);
        _ = writeln!(head, "threshold{named}: black wins what ends above {at} on the board, white what ends below");
    }
    _ = writeln!(head, "black wins {}", or_dash(report.win_rate, share));
    if let (Some(mean), Some(median)) = (report.mean_score, report.median_score) {
        let interval = |[low, high]: [f64; 2]| format!(" [{}, {}]", points(low), points(high));
        let interval = median.interval.map_or_else(String::new, interval);
        _ = writeln!(head, "score on the board: mean {}, median {}{interval}", signed(mean, 2), points(median.value));
    }
    head
}

/// `B+3.5`, from Black's point of view.
fn points(points: f64) -> String {
    match points {
        points if points > 0.0 => format!("B+{points}"),
        points if points < 0.0 => format!("W+{}", -points),
        _ => "0".to_owned(),
    }
}

/// The lists of a report; each ends with a newline, and begins with an empty line.
pub(super) fn tables(spec: &StatisticsSpec, report: &StatisticsReport, top: usize, is_paper: bool) -> String {
    let mut text = cells(report, top);
    for player in Player::BOTH {
        text += &pairs(report, player);
    }
    match report.comparisons {
        None => text += "\norders: none, since a playout of this game is a filled board\n",
        Some(_) if Player::BOTH.iter().all(|&player| report.player(player).ranks.is_empty()) => {
            text += "\norders: none, since no playout has a stone on a point that can be played now\n";
        }
        Some(comparisons) => {
            text += &ranks(spec, report, top);
            if is_paper {
                text += &top_orders(report);
            } else {
                for player in Player::BOTH {
                    text += &orders(report, player, top);
                }
            }
            text += &left_out(report, comparisons);
        }
    }
    text
}

/// The most critical points.
fn cells(report: &StatisticsReport, top: usize) -> String {
    let mut cells: Vec<&CellStatistics> = report.cells.iter().filter(|cell| cell.playable).collect();
    let criticality = |cell: &CellStatistics| cell.criticality.map_or(f64::NEG_INFINITY, |number| number.value);
    cells.sort_once_by(|one, other| criticality(other).total_cmp(&criticality(one)));
    let heads = ["point", "criticality", "of the owner", "ownership", "black if first", "white if first"];
    let mut table = Columns::new(heads);
    for cell in cells.into_iter().take(top) {
        table.row([
            cell.cell.clone(),
            or_dash(cell.criticality, |number| plus_minus(number, 4)),
            or_dash(cell.owner_criticality, |number| plus_minus(number, 4)),
            or_dash(cell.ownership, |number| signed(number, 2)),
            or_dash(cell.black_wins_if_first, share),
            or_dash(cell.white_wins_if_first, share),
        ]);
    }
    let none = if table.is_empty() { "none can be played now\n" } else { "" };
    format!("\n{table}{none}")
}

fn or_dash(number: Option<Measured>, text: impl Fn(Measured) -> String) -> String {
    number.map_or_else(|| "-".to_owned(), text)
}

/// The pairs of a player, with the gap below those that are miai.
fn pairs(report: &StatisticsReport, player: Player) -> String {
    let lists = report.player(player);
    let bold = PLAIN.bold();
    let mut text = format!("\n{bold}pairs for {player}: how much it decides to have one of two{bold:#}\n");
    let n_miai = lists.gap.map_or(0, |gap| gap.pairs);
    let mut n_shown = 0;
    for (number, pair) in (1..).zip(&lists.pairs) {
        text += &pair_line(number, pair, report.samples);
        n_shown += usize::from(pair.miai);
        if let Some(gap) = lists.gap.filter(|_| pair.miai && n_shown == n_miai) {
            let below = match gap.below {
                None => "nothing".to_owned(),
                // A negative number is not a share of anything.
                Some(below) if below <= 0.0 => format!("{below:.4}"),
                Some(below) => format!("{below:.4}, {:.0} % of it", 100.0 * below / gap.above),
            };
            _ = writeln!(text, "      ---- gap: {:.4} above, below {below} ----", gap.above);
        }
    }
    if lists.pairs.is_empty() {
        text += "      none\n";
    } else if n_miai == 0 {
        text += "      no gap: no pair is clearly miai\n";
    }
    text
}

fn pair_line(number: usize, pair: &PairStatistics, samples: u32) -> String {
    let [x, y] = &pair.cells;
    let excess = or_dash(pair.excess, |number| plus_minus(number, 4));
    let mark = match (pair.miai, pair.miai_in) {
        (true, _) if samples == 1 => format!("  {GOOD}miai{GOOD:#}"),
        (true, n) => format!("  {GOOD}miai{GOOD:#} in {n} of {samples}"),
        (false, 0) => String::new(),
        (false, n) => format!("  in {n} of {samples}"),
    };
    format!("{number:>4}  {:<12}{:<18}together {excess}{mark}\n", format!("{x}-{y}"), plus_minus(pair.joint, 4))
}

/// Both ends of a player's ranks, with `top` moves each and their places. Urgent moves count from 1 on, and moves that
/// are better put off from -1 back. No move occurs twice.
pub(super) fn both_ends(ranks: &[RankStatistics], top: usize) -> [Vec<(isize, &RankStatistics)>; 2] {
    let (urgent, others) = ranks.split_at(top.min(ranks.len()));
    [(1..).zip(urgent).collect(), (1..).map(|place: isize| -place).zip(others.iter().rev().take(top)).collect()]
}

/// The most and the least urgent moves of both, side by side.
fn ranks(spec: &StatisticsSpec, report: &StatisticsReport, top: usize) -> String {
    let bold = PLAIN.bold();
    let head = format!("{:<6}{:<36}{}", "", "black", "white");
    let mut text = format!(
        "\n{bold}order ranks (OCR, alpha {}, beta {}): how urgently a move comes before others{bold:#}\n{head}\n",
        spec.alpha, spec.beta
    );
    let ends = Player::BOTH.map(|player| both_ends(&report.player(player).ranks, top));
    for (end, (black, white)) in ends[0].iter().zip(&ends[1]).enumerate() {
        if end == 1 && !(black.is_empty() && white.is_empty()) {
            text += "      better put off, from the last one back:\n";
        }
        for row in 0..black.len().max(white.len()) {
            let of = |ranks: &[(isize, &RankStatistics)]| {
                ranks.get(row).map_or_else(String::new, |(_, rank)| {
                    format!("{:<6}{:<17}of {}", rank.cell, signed(rank.value, 3), rank.compared)
                })
            };
            let place = if end == 0 { row as isize + 1 } else { -1 - row as isize };
            text += format!("{place:>4}  {:<36}{}", of(black), of(white)).trim_end();
            text.push('\n');
        }
    }
    text
}

/// The surest orders of a player: how often it wins with them and with the same stones the other way round.
fn orders(report: &StatisticsReport, player: Player, top: usize) -> String {
    let bold = PLAIN.bold();
    let head = format!("orders for {player}: better made first");
    let mut text = format!("\n{bold}{head:<41}{:<16}{:<16}difference{bold:#}\n", "won so", "the other way");
    let orders = &report.player(player).orders;
    for (number, order) in (1..).zip(orders.iter().take(top)) {
        let won = |[black, white]: [u32; 2]| {
            let won = if player == Player::Black { black } else { white };
            format!("{:.1} %", 100.0 * f64::from(won) / f64::from((black + white).max(1)))
        };
        let [won_so, other_way] = [order.by_winner[0], order.by_winner[2]].map(won);
        let mark = if order.impossible { "  impossible" } else { "" };
        let (named, difference) = (named(player, order), share(order.same_stones));
        _ = writeln!(text, "{number:>4}  {named:<35}{won_so:<16}{other_way:<16}+{difference}{mark}");
    }
    if orders.is_empty() {
        text += "      none is sure\n";
    }
    text
}

/// The orders of both players that are best for Black, with the four numbers of each table.
fn top_orders(report: &StatisticsReport) -> String {
    let bold = PLAIN.bold();
    let head = "order criticality (OC), the best for black first";
    let mut text = format!("\n{bold}{head:<50}{:<18}a, b, c, d{bold:#}\n", "");
    for (number, order) in (1..).zip(&report.top_orders) {
        let named = format!("{} {:<5} then {} {}", order.first_player, order.first, order.then_player, order.then);
        let [a, b, c, d] = order.table;
        _ = writeln!(text, "{number:>4}  {named:<44}{:<18}{a}, {b}, {c}, {d}", signed(order.oc, 4));
    }
    if report.top_orders.is_empty() {
        text += "      none\n";
    }
    text
}

fn named(player: Player, order: &OrderStatistics) -> String {
    let later = format!("{} {}", order.then_player, order.then);
    format!("{player} {:<5} before {later}", order.first)
}

/// Number of comparisons that the ranks leave out, and the one with the largest effect.
fn left_out(report: &StatisticsReport, comparisons: Comparisons) -> String {
    let Comparisons { compared, impossible, .. } = comparisons;
    if impossible == 0 {
        return String::new();
    }
    let all = count((compared + impossible).into(), "pair");
    let mut text = format!(
        "\nleft out of orders and ranks: {} of {all} of moves, of which an order is impossible (under 2 %)",
        with_separators(impossible.into())
    );
    let sure = Player::BOTH.iter().filter_map(|&player| Some((player, report.player(player).impossible.first()?)));
    let surest = sure.max_by(|(_, one), (_, other)| one.same_stones.value.total_cmp(&other.same_stones.value));
    if let Some((player, order)) = surest {
        let named = named(player, order).split_whitespace().collect::<Vec<_>>().join(" ");
        _ = write!(text, ",\n  such as {named}, +{}", share(order.same_stones));
    }
    text + "\n"
}

/// `0.0512 ±0.0031`.
pub(super) fn plus_minus(number: Measured, decimals: usize) -> String {
    format!("{:.decimals$}{}", number.value, half(number, decimals))
}

/// `+0.51 ±0.02`.
pub(super) fn signed(number: Measured, decimals: usize) -> String {
    format!("{:+.decimals$}{}", number.value, half(number, decimals))
}

/// `49.8 ±1.0 %`.
fn share(number: Measured) -> String {
    let percent = |value: f64| 100.0 * value;
    let interval = number.interval.map(|ends| ends.map(percent));
    format!("{} %", plus_minus(Measured { value: percent(number.value), interval }, 1))
}

/// Half width of the interval; each side on its own if they visibly differ.
fn half(number: Measured, decimals: usize) -> String {
    let Some([low, high]) = number.interval else { return String::new() };
    let (up, down) = (high - number.value, number.value - low);
    if (up - down).abs() < 10_f64.powi(-(decimals as i32)) {
        format!(" ±{:.decimals$}", (high - low) / 2.0)
    } else {
        format!(" +{up:.decimals$} -{down:.decimals$}")
    }
}
