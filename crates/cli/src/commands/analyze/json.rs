//! Everything about a position as one JSON object.

use miette::{IntoDiagnostic, Result};
use serde_json::{Value, json};
use tesuji_engine::{Analysis, StatisticsReport, StatisticsSpec};

use super::cases::Case;

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
