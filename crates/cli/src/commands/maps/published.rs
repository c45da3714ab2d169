//! The published table of maps against the random player, as the study `sato2016/table2` has it.

use std::sync::LazyLock;

use tesuji_maps::named::NAMED;
use tesuji_studies::{Size, find};

/// The study that states the rates and the boards.
const STUDY: &str = "sato2016/table2";
/// The names of its rows and columns.
const ROWS: [&str; 6] = ["random", "(1)", "(2)", "(3)", "(4)", "(5)"];
const COLUMNS: [&str; 4] = ["(a)", "(b)", "(c)", "(d)"];

/// The published win rates in percent of the random player and of the five maps, moving first, on each board.
pub(super) static RATES: LazyLock<[[f64; COLUMNS.len()]; ROWS.len()]> = LazyLock::new(|| {
    let published = find(STUDY).map(|study| &study.published[..]).unwrap_or_default();
    let rate = |name: &str| published.iter().find(|published| published.name == name)?.value;
    // Printed with one digit.
    let percent = |share: f64| (1000.0 * share).round() / 10.0;
    ROWS.map(|row| COLUMNS.map(|column| rate(&format!("{row} on {column}")).map_or(f64::NAN, percent)))
});

/// The boards of the table, with our guess of their sizes.
pub(super) fn boards() -> Vec<String> {
    let method = find(STUDY).and_then(|study| study.method(Size::Full, None).ok());
    method.map(|method| method.boards()).unwrap_or_default()
}

/// The row of the published table with this name.
pub(super) fn row(name: &str) -> Option<[f64; COLUMNS.len()]> {
    let row = if name == "random" { 0 } else { 1 + NAMED.iter().position(|named| named.name == name)? };
    RATES.get(row).copied()
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn the_study_has_every_rate_and_board() {
        assert_eq!(RATES[0], [50.6, 53.8, 53.0, 52.4]);
        assert_eq!(row("sato-5"), Some([69.0, 56.4, 65.9, 59.9]));
        assert_eq!(row("tesuji-1"), None);
        assert_eq!(boards(), ["honeycomb:2", "hexagon:4", "triangle:8", "6x6"]);
    }
}
