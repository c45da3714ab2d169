//! The table of the numbers of both players.

use std::fmt::Write;

use tesuji_board::Player;
use tesuji_hex::Position;
use tesuji_network::evaluation::{GAMMA_FIRST, GAMMA_SECOND};
use tesuji_network::{Betweenness, Comparison, Measures, NetworkReport, Quantity};

use crate::picture::PLAIN;
use crate::sheet::{Cell, Sheet, cells};

/// The table of `--csv`, without rows.
pub(super) fn sheet() -> Sheet {
    let of_player = ["id", "player", "d", "l", "b", "b_brandes", "max_share", "resistance", "cell"];
    Sheet::new(of_player.into_iter().chain(Quantity::ALL.map(Quantity::name)))
}

/// Adds a row for each player and cell: the player's numbers of the whole position, then those of the cell.
pub(super) fn add_rows(sheet: &mut Sheet, id: &str, position: &Position, report: &NetworkReport) {
    for (player, report) in Player::BOTH.into_iter().zip(&report.players) {
        let Measures { distance, mean_distance, mean_betweenness, mean_brandes, max_share, .. } = report.measures;
        for cell in position.topology().cells() {
            let name = position.topology().name(cell);
            let mut row: Vec<Cell> = cells![
                id,
                player.name(),
                distance.map(|links| links as u64),
                mean_distance,
                mean_betweenness,
                mean_brandes,
                max_share,
                report.resistance.value(),
                name,
            ]
            .into();
            row.extend(Quantity::ALL.map(|quantity| report.cells(quantity)[cell.index()].into()));
            sheet.row(row);
        }
    }
}

/// A line for each number, then the evaluations or the winner; ends with a newline.
pub(super) fn table(id: &str, position: &Position, report: &NetworkReport) -> String {
    let (columns, rows) = position.size();
    let bold = PLAIN.bold();
    let mut table = format!("{bold}{id}{bold:#}, {columns}x{rows}\n");
    let head = format!("{:<31}{:>10}{:>10}{:>14}", "", "black", "white", "white/black");
    let _ = writeln!(table, "{bold}{head}{bold:#}");
    let of = |number: fn(&Measures) -> Option<f64>| [0, 1].map(|i| number(&report.players[i].measures));
    let counts = |name: &str, counts: [usize; 2]| format!("{name:<31}{:>10}{:>10}\n", counts[0], counts[1]);
    let [black, white] = [&report.players[0], &report.players[1]];
    table += &counts("    nodes", [black.measures.n_nodes, white.measures.n_nodes]);
    table += &counts("    cells left out", [black.measures.n_left_out, white.measures.n_left_out]);
    table += &counts("    links", [black.n_links, white.n_links]);
    for (player, report) in Player::BOTH.into_iter().zip(&report.players) {
        if let Some(cut) = report.cut {
            let _ = writeln!(
                table,
                "    {player} has too many connections: only those of at most {cut} cells were looked for"
            );
        }
    }
    let open = matches!(report.comparison, Comparison::Open(_));
    let mut line = |name: &str, numbers: [Option<f64>; 2], decimals: usize| {
        let text = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.decimals$}"));
        let ratio = numbers[0].zip(numbers[1]).filter(|_| open);
        let ratio = ratio.map_or("-".to_owned(), |(black, white)| format!("{:.4}", white / black));
        let _ = writeln!(table, "{name:<31}{:>10}{:>10}{ratio:>14}", text(numbers[0]), text(numbers[1]));
    };
    line("d   distance of the edges", of(|measures| measures.distance.map(|links| links as f64)), 0);
    line("L   mean distance", of(|measures| measures.mean_distance), 4);
    line("B   mean betweenness", of(|measures| measures.mean_betweenness), 5);
    line("    by Brandes' definition", of(|measures| measures.mean_brandes), 5);
    line("C'  largest share", of(|measures| measures.max_share), 4);
    line("R   resistance", [black, white].map(|player| player.resistance.value()), 5);
    table += &match report.comparison {
        Comparison::Won(winner) => won(position, winner),
        Comparison::Open(ratios) => {
            let mut text = String::from("for black, above 1 if it is ahead (Ev' above 1 + gamma):\n");
            for (name, betweenness) in
                [("the paper's formula", Betweenness::Indicator), ("Brandes' definition", Betweenness::Brandes)]
            {
                let _ = writeln!(
                    text,
                    "  Ev {:.4}, Ev' {:.4} (gamma {GAMMA_FIRST}), {:.4} (gamma {GAMMA_SECOND}): C by {name}",
                    ratios.ev(betweenness),
                    ratios.ev_prime(betweenness, GAMMA_FIRST),
                    ratios.ev_prime(betweenness, GAMMA_SECOND),
                );
            }
            let _ = writeln!(text, "  B {:.4}", ratios.share);
            text
        }
    };
    table
}

fn won(position: &Position, winner: Player) -> String {
    match position.winner() {
        Some(_) => format!("{winner} has won\n"),
        None => format!("{winner} has won: its edges are connected\n"),
    }
}
