//! Everything about a position as one JSON object.

use miette::{IntoDiagnostic, Result};
use serde_json::{Value, json};
use tesuji_engine::{Analysis, StatisticsReport, StatisticsSpec};

use super::cases::Case;
use crate::sheet::{CsvOption, Objects};

pub(super) fn line(
    case: &Case,
    spec: &StatisticsSpec,
    report: &StatisticsReport,
    thought: Option<&Analysis>,
) -> Result<Value> {
    let game = serde_json::to_value(case.session.spec()).unwrap_or_else(|_| {
        // Rules that no file can name.
        json!({ "board": case.board() })
    });
    Ok(json!({
        "id": case.id,
        "game": game,
        "moves": case.session.moves().iter().map(|(player, mv)| [player.name(), mv.as_str()]).collect::<Vec<_>>(),
        "notices": case.notices,
        "to_move": case.session.to_move().name(),
        "asked": serde_json::to_value(spec).into_diagnostic()?,
        "statistics": serde_json::to_value(report).into_diagnostic()?,
        "player": thought.map(serde_json::to_value).transpose().into_diagnostic()?,
    }))
}

/// The columns of `--csv`: the numbers of a cell, each with the ends of its 95 % interval.
const COLUMNS: &[&str] = &[
    "id",
    "cell=cell.cell",
    "stone=cell.stone",
    "playable=cell.playable",
    "criticality=cell.criticality.value",
    "criticality_low=cell.criticality.interval.0",
    "criticality_high=cell.criticality.interval.1",
    "owner_criticality=cell.owner_criticality.value",
    "owner_criticality_low=cell.owner_criticality.interval.0",
    "owner_criticality_high=cell.owner_criticality.interval.1",
    "ownership=cell.ownership.value",
    "ownership_low=cell.ownership.interval.0",
    "ownership_high=cell.ownership.interval.1",
    "black_first=cell.black_first.value",
    "white_first=cell.white_first.value",
    "black_wins_if_first=cell.black_wins_if_first.value",
    "black_wins_if_first_low=cell.black_wins_if_first.interval.0",
    "black_wins_if_first_high=cell.black_wins_if_first.interval.1",
    "white_wins_if_first=cell.white_wins_if_first.value",
    "white_wins_if_first_low=cell.white_wins_if_first.interval.0",
    "white_wins_if_first_high=cell.white_wins_if_first.interval.1",
];

/// The table of `--csv`, a row for each cell.
pub(super) fn cells(option: &CsvOption) -> Objects {
    Objects::new(option, COLUMNS)
}

/// Adds the cells of a position.
pub(super) fn add_cells(rows: &mut Objects, case: &Case, report: &StatisticsReport) {
    for cell in &report.cells {
        rows.add(|| json!({ "id": case.id, "cell": cell }));
    }
}
