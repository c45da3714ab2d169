//! A setting that is tuned: its name, its range, and where it starts.

use toml::{Table, Value};

use super::TuneError;
use crate::short;

/// A numeric setting of a player, in a range.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The name in a control file; a dot leads into a table, as in `go.early`.
    pub name: String,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// The value to begin with, if it is not that of the player.
    pub start: Option<f64>,
    /// Whether only whole numbers make sense.
    pub is_whole: bool,
}

impl std::str::FromStr for Parameter {
    type Err = String;

    /// `exploration=0.1..2`, or `exploration=0.1..2@0.5` with the value to begin with. If both ends are written without
    /// a decimal point, the setting is a whole number.
    fn from_str(text: &str) -> Result<Self, String> {
        const EXPECTED: &str = "expected NAME=LOW..HIGH or NAME=LOW..HIGH@START, such as `exploration=0.1..2@0.5`";
        let (name, range) = text.split_once('=').ok_or(EXPECTED)?;
        let (range, start) = range.split_once('@').map_or((range, None), |(range, start)| (range, Some(start)));
        let (low, high) = range.split_once("..").ok_or(EXPECTED)?;
        let number = |text: &str| {
            let number: Option<f64> = text.trim().parse().ok();
            number.filter(|number| number.is_finite()).ok_or_else(|| format!("`{text}` is no number; {EXPECTED}"))
        };
        let is_whole = [low, high].iter().all(|end| end.trim().parse::<i64>().is_ok());
        let (low, high, start) = (number(low)?, number(high)?, start.map(number).transpose()?);
        let name = name.trim().to_owned();
        if name.is_empty() || low >= high {
            return Err(format!("the range {low}..{high} of `{name}` is empty; {EXPECTED}"));
        }
        if let Some(start) = start.filter(|start| !(low..=high).contains(start)) {
            return Err(format!("{start}, where `{name}` begins, is not from {low} to {high}"));
        }
        Ok(Self { name, low, high, start, is_whole })
    }
}

impl Parameter {
    /// The value at a place from 0 to 1.
    #[must_use]
    pub fn value(&self, place: f64) -> f64 {
        let value = self.low + place * (self.high - self.low);
        if self.is_whole { value.round() } else { rounded(value) }
    }

    /// The place of a value, from 0 to 1.
    #[must_use]
    pub fn place(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The least change of place that changes the value for certain.
    #[must_use]
    pub fn least_change(&self) -> f64 {
        if self.is_whole { 0.5 / (self.high - self.low) } else { 0.0 }
    }

    /// Puts a value into the settings of a player.
    ///
    /// # Errors
    ///
    /// If there cannot be such a setting.
    pub fn set(&self, player: &mut Table, value: f64) -> Result<(), TuneError> {
        let value = if self.is_whole { Value::Integer(value as i64) } else { Value::Float(value) };
        short::set(player, &self.name, value).map_err(|fault| TuneError::Parameter { name: self.name.clone(), fault })
    }

    /// The value in the settings of a player, if they state it as a number.
    #[must_use]
    pub fn get(&self, player: &Table) -> Option<f64> {
        let mut names = self.name.split('.');
        let first = player.get(names.next()?)?;
        match names.try_fold(first, |value, name| value.as_table()?.get(name))? {
            Value::Integer(whole) => Some(*whole as f64),
            Value::Float(float) => Some(*float),
            _ => None,
        }
    }
}

/// Six significant digits: more would only look exact.
fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let exploration: Parameter = "exploration=0.1..2@0.5".parse().unwrap();
        assert_eq!((exploration.low, exploration.high, exploration.start), (0.1, 2.0, Some(0.5)));
        assert!(!exploration.is_whole);
        let expand: Parameter = "expand_after = 1..20".parse().unwrap();
        assert!(expand.is_whole && expand.name == "expand_after");
        assert_eq!([0.0, 0.26, 1.0].map(|place| expand.value(place)), [1.0, 6.0, 20.0]);
        let scale: Parameter = "go.early=1.0..10".parse().unwrap();
        let mut player = Table::new();
        scale.set(&mut player, 2.5).unwrap();
        assert_eq!((scale.get(&player), player.to_string().trim()), (Some(2.5), "[go]\nearly = 2.5"));
        for (text, fault) in [
            ("x", "expected NAME=LOW..HIGH"),
            ("x=1", "expected NAME=LOW..HIGH"),
            ("x=1..a", "`a` is no number"),
            ("x=2..1", "the range 2..1 of `x` is empty"),
            ("x=1..2@3", "3, where `x` begins, is not from 1 to 2"),
        ] {
            let error = text.parse::<Parameter>().unwrap_err();
            assert!(error.contains(fault), "{text}: {error}");
        }
    }
}
