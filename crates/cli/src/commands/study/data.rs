//! Runs of studies as data: what `--json` and `--csv` print.

use serde_json::json;
use tesuji_studies::{NumberComparison, RunRecord, StudyVerdict};

/// The columns of `--csv`, which are keys of the JSON of each comparison.
pub(super) const COLUMNS: &str = "study size number ours low high games published published_games agreement";

/// A comparison of a run.
pub(super) fn comparison_json(record: &RunRecord, comparison: &NumberComparison) -> serde_json::Value {
    let ours = comparison.ours.as_ref();
    let end = |idx: usize| ours.and_then(|number| Some(number.interval?[idx]));
    json!({
        "study": record.study, "size": record.size.name(), "number": comparison.published.name,
        "ours": ours.map(|number| number.value), "low": end(0), "high": end(1),
        "games": ours.and_then(|number| number.of), "published": comparison.published.value,
        "published_games": comparison.published.of, "agreement": comparison.agreement,
    })
}

/// A run with all of its numbers.
pub(super) fn record_json(record: &RunRecord) -> serde_json::Value {
    let [comparisons, checks] = [&record.judgement.comparisons, &record.judgement.checks].map(|comparisons| {
        comparisons.iter().map(|comparison| comparison_json(record, comparison)).collect::<Vec<_>>()
    });
    let why = match &record.judgement.verdict {
        StudyVerdict::Undecidable { why } | StudyVerdict::Open { why } => Some(why.clone()),
        _ => None,
    };
    json!({
        "study": record.study, "size": record.size.name(), "command": record.command,
        "verdict": record.judgement.verdict.name(), "why": why, "stopped": record.outcome.stopped,
        "comparisons": comparisons, "checks": checks, "numbers": record.outcome.numbers, "tables": record.outcome.tables,
        "notes": record.outcome.notes,
    })
}
