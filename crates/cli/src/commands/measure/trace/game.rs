//! One game: a line for each move.

use serde_json::{Value, json};
use tesuji_board::{Player, column_name};
use tesuji_hex::Action;
use tesuji_network::{Band, Betweenness, Comparison, Ratio, Spread, TraceStep};

use super::super::max_carrier;
use super::Traced;
use crate::picture::PLAIN;
use crate::text::count;

const KINDS: [Betweenness; 2] = [Betweenness::Indicator, Betweenness::Brandes];

/// The game as a table, with the band of C by this definition; ends with a newline.
pub(super) fn table(traced: &Traced<'_>, kind: Betweenness) -> String {
    let (columns, rows) = traced.game.record.size();
    let bold = PLAIN.bold();
    let winner = traced.winner.map_or("no winner".to_owned(), |winner| format!("{winner} won"));
    let mut table = format!(
        "{bold}{}{bold:#}, {columns}x{rows}, {winner}; white/black, above 1 if black is ahead\n",
        traced.game.id
    );
    let has_band = traced.steps.iter().any(|step| step.band.is_some());
    let mut head = format!("{:<18}{:>8}{:>8}{:>8}{:>10}", "", "d", "L", "C", "C Brandes");
    if has_band {
        head += &format!("   {:>8}{:>8}{:>8}{:>9}", "best", "mean", "worst", "better");
    }
    table += &format!("{bold}{head}{bold:#}\n");
    for step in &traced.steps {
        let player = step.mv.map_or("", |mv| mv.player.name());
        let mut line = format!("{:>4}  {player:<6}{:<6}", step.number, played(traced, step));
        line += &match &step.comparison {
            Comparison::Won(winner) => format!("{:<34}", format!("  {winner}'s edges are connected")),
            Comparison::Open(ratios) => {
                let [d, l, c, brandes] = Ratio::ALL.map(|ratio| ratio.of(ratios));
                format!("{d:>8.4}{l:>8.4}{c:>8.4}{brandes:>10.4}")
            }
        };
        if let Some(band) = step.band {
            line += &match band.spread(kind) {
                None => format!("{:>27}", "all replies decide"),
                Some(Spread { best, mean, worst, n_better }) => {
                    let better = format!("{n_better}/{}", band.n_replies);
                    format!("   {best:>8.4}{mean:>8.4}{worst:>8.4}{better:>9}")
                }
            };
        }
        table += line.trim_end();
        table.push('\n');
    }
    let n_cut = traced.steps.iter().filter(|step| step.is_cut).count();
    if n_cut > 0 {
        table += &format!("{}: larger carriers left out, since there were too many\n", count(n_cut as u64, "position"));
    }
    if has_band {
        table +=
            "best, mean and worst C over all replies, for the mover; better: replies better than the move, of all\n";
    }
    table
}

/// The move that was played, as in lists of moves.
fn played(traced: &Traced<'_>, step: &TraceStep) -> String {
    let columns = traced.game.record.size().0;
    match step.mv.map(|mv| mv.action) {
        None => "start".to_owned(),
        Some(Action::Place(cell)) => format!("{}{}", column_name(cell.index() % columns), cell.index() / columns + 1),
        Some(Action::SwapPieces) => "swap-pieces".to_owned(),
        Some(Action::SwapSides) => "swap-sides".to_owned(),
        Some(Action::Pass) => "pass".to_owned(),
        Some(Action::Resign) => "resign".to_owned(),
        Some(Action::Forfeit) => "forfeit".to_owned(),
    }
}

fn won_by(step: &TraceStep) -> Option<&'static str> {
    match step.comparison {
        Comparison::Won(winner) => Some(winner.name()),
        Comparison::Open(_) => None,
    }
}

/// The game as one object.
pub(super) fn json_line(traced: &Traced<'_>) -> Value {
    let (columns, rows) = traced.game.record.size();
    let spread = |band: &Band, kind: Betweenness| {
        band.spread(kind).map(|Spread { best, mean, worst, n_better }| {
            json!({ "best": best, "mean": mean, "worst": worst, "better": n_better })
        })
    };
    let step = |step: &TraceStep| {
        let ratios = step.comparison.ratios();
        let mut value = json!({
            "number": step.number,
            "player": step.mv.map(|mv| mv.player.name()),
            "move": step.mv.map(|_| played(traced, step)),
            "won_by": won_by(step),
            "cut": step.is_cut,
        });
        for ratio in Ratio::ALL {
            value[ratio.name()] = json!(ratios.map(|ratios| ratio.of(ratios)));
        }
        value["share"] = json!(ratios.map(|ratios| ratios.share));
        value["band"] = json!(step.band.as_ref().map(|band| json!({
            "replies": band.n_replies,
            "won": band.n_won,
            "lost": band.n_lost,
            "c": spread(band, Betweenness::Indicator),
            "c_brandes": spread(band, Betweenness::Brandes),
        })));
        value
    };
    json!({
        "id": traced.game.id,
        "columns": columns,
        "rows": rows,
        "max_carrier": max_carrier((columns, rows)),
        "winner": traced.winner.map(Player::name),
        "steps": traced.steps.iter().map(step).collect::<Vec<_>>(),
    })
}

/// The columns of the CSV file.
pub(super) fn head() -> Vec<String> {
    let mut head = ["game", "winner", "number", "player", "move", "won_by"].map(str::to_owned).to_vec();
    head.extend(Ratio::ALL.map(|ratio| ratio.name().to_owned()));
    head.extend(["share", "replies", "replies_won", "replies_lost"].map(str::to_owned));
    for kind in ["c", "c_brandes"] {
        head.extend(["best", "mean", "worst", "better"].map(|what| format!("{kind}_{what}")));
    }
    head.push("cut".to_owned());
    head
}

/// A row for each position; a missing value is left empty.
pub(super) fn rows(traced: &Traced<'_>) -> impl Iterator<Item = Vec<String>> {
    traced.steps.iter().map(|step| {
        let name = |name: Option<&str>| name.unwrap_or_default().to_owned();
        let mut row = vec![
            traced.game.id.clone(),
            name(traced.winner.map(Player::name)),
            step.number.to_string(),
            name(step.mv.map(|mv| mv.player.name())),
            if step.mv.is_some() { played(traced, step) } else { String::new() },
            name(won_by(step)),
        ];
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let ratios = step.comparison.ratios();
        row.extend(Ratio::ALL.map(|ratio| number(ratios.map(|ratios| ratio.of(ratios)))));
        row.push(number(ratios.map(|ratios| ratios.share)));
        let counted =
            |count: fn(&Band) -> usize| step.band.as_ref().map(|band| count(band).to_string()).unwrap_or_default();
        row.extend([counted(|band| band.n_replies), counted(|band| band.n_won), counted(|band| band.n_lost)]);
        for kind in KINDS {
            let spread = step.band.and_then(|band| band.spread(kind));
            row.extend([spread.map(|s| s.best), spread.map(|s| s.mean), spread.map(|s| s.worst)].map(number));
            row.push(spread.map(|s| s.n_better.to_string()).unwrap_or_default());
        }
        row.push(step.is_cut.to_string());
        row
    })
}
