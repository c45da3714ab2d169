//! Meanings of `KM` in files: servers write more than SGF allows.
//!
//! | value | read as | written by |
//! | --- | --- | --- |
//! | whole and half points: `7`, `6.5`, `-0.5` | these points | everybody |
//! | quarters: `3.75`, `2.75`, `0.25` | stones of the Chinese count, of two points each: 7.5, 5.5, 0.5 | Chinese servers and books |
//! | `550`, `650`, `750` | hundredths of a point: 5.5, 6.5, 7.5 | Fox |
//! | `275`, `325`, `375` | hundredths of such a stone: 5.5, 6.5, 7.5 | Fox |
//!
//! Any other value is refused, and so is one of a hundred points or more. Nobody plays with such a komi, so the value
//! must mean something that is not known here.

use crate::Komi;

/// From this many half points on, a value cannot be a number of points.
const TOO_MANY: u16 = 200;

/// Values that are hundredths, and the half points that they mean.
const HUNDREDTHS: [(&str, i16); 6] = [("275", 11), ("325", 13), ("375", 15), ("550", 11), ("650", 13), ("750", 15)];

/// The expected values, as shown for a value that is refused.
pub(super) const EXPECTED: &str =
    "whole or half points below 100, quarters of a stone such as 3.75, or hundredths such as 375 and 650";

/// The komi that a value of `KM` means; `None` if the value is refused.
pub(super) fn read(text: &str) -> Option<Komi> {
    let text = text.trim();
    if let Some(&(_, half_points)) = HUNDREDTHS.iter().find(|(value, _)| *value == text) {
        return Some(Komi::from_half_points(half_points));
    }
    let komi = text.parse().ok().or_else(|| of_stones(text))?;
    (Komi::half_points(komi).unsigned_abs() < TOO_MANY).then_some(komi)
}

/// A number of stones in quarters, each worth half a point.
fn of_stones(text: &str) -> Option<Komi> {
    let digits = text.strip_suffix(['5']).and_then(|text| text.strip_suffix(['2', '7']))?;
    let stones: f64 = digits.strip_suffix('.').and_then(|_| text.parse().ok())?;
    // Quarters are exact in binary, and so is their double.
    (stones.abs() < f64::from(TOO_MANY)).then(|| (2.0 * stones).to_string().parse().ok())?
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn values_of_servers_are_understood_and_others_refused() {
        let points = |text: &str| read(text).map(|komi| komi.to_string());
        for (text, komi) in [
            ("6.5", "6.5"),
            (" 7.50", "7.5"),
            ("-99.5", "-99.5"),
            ("0", "0"),
            ("375", "7.5"),
            ("650", "6.5"),
            ("275", "5.5"),
            ("3.75", "7.5"),
            ("0.25", "0.5"),
            ("-0.25", "-0.5"),
            (".25", "0.5"),
            ("2.75", "5.5"),
        ] {
            assert_eq!(points(text).as_deref(), Some(komi), "{text}");
        }
        for text in
            ["100", "400", "-100", "6,5", "6.3", "0.125", "x.75", "75.x", "25", "", "49.75e1", "1e9.25", "50.25"]
        {
            let is_points = matches!(text, "25");
            assert_eq!(points(text).is_some(), is_points, "{text}");
        }
    }
}
