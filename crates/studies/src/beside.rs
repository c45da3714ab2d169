//! Ours beside the published numbers as a picture.

use tesuji_figures::chart::{Axis, ChartRow, rows};
use tesuji_figures::{Picture, Theme};

use crate::compare::StudyJudgement;
use crate::outcome::Z_95;
use crate::study::{Published, RunSize, Study};

/// With fewer printed numbers than this a picture says no more than the table.
const LEAST: usize = 3;

/// The printed numbers of a study in rows, each beside ours; `None` if there are only few, or the run has another set-up
/// than the paper. What a paper says in words has no place on an axis.
pub(crate) fn beside(study: &Study, size: RunSize, judgement: &StudyJudgement) -> Option<Picture> {
    if size == RunSize::Small && study.small_is.is_some() {
        return None;
    }
    let printed: Vec<(ChartRow, bool)> = judgement
        .comparisons
        .iter()
        .filter_map(|comparison| {
            let published = &comparison.published;
            let value = published.value?;
            let row = ChartRow {
                name: published.name.clone(),
                first: comparison.ours.as_ref().map(|ours| (ours.value, ours.interval)),
                second: Some((value, interval(published, value))),
            };
            Some((row, published.of.is_some()))
        })
        .collect();
    if printed.len() < LEAST {
        return None;
    }
    let axis = if printed.iter().all(|(_, is_share)| *is_share) {
        Axis::new("share of the games").range(0.0, 1.0)
    } else {
        Axis::new("number")
    };
    let title = format!("{}: {}", study.id, study.title);
    let printed: Vec<ChartRow> = printed.into_iter().map(|(row, _)| row).collect();
    Some(rows(&title, &axis, ["ours, 95 %", "published"], &printed, Theme::Light))
}

/// Interval of a printed number by its error, as far as that is known.
fn interval(published: &Published, value: f64) -> Option<[f64; 2]> {
    let of_share = |of: u64| {
        let (low, high) = tesuji_numeric::wilson((value * of as f64).round() as u64, of, Z_95)?;
        Some([low, high])
    };
    match (published.of, published.error) {
        (Some(of), _) => of_share(of),
        (None, Some(error)) => Some([value - Z_95 * error, value + Z_95 * error]),
        (None, None) => None,
    }
}
