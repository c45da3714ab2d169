//! Numbers on cells: what is certain enough to be coloured, in which colour, and in which figures.

use crate::Theme;
use crate::colour::Colour;

/// A number, and how far from it the true one may lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HeatValue {
    /// The number.
    pub value: f64,
    /// Half the width of its interval; 0 if it is exact.
    pub error: f64,
}

impl HeatValue {
    /// A number that is exact.
    #[must_use]
    pub const fn exact(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    /// Whether 0 lies within its interval, so that not even its sign is known. An exact 0 is known.
    #[must_use]
    pub fn is_within_error(self) -> bool {
        !self.value.is_finite() || self.error.is_nan() || (self.error > 0.0 && self.value.abs() <= self.error)
    }
}

/// Meaning of numbers on cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Heat {
    /// Name in the legend: `current`.
    pub name: String,
    /// Whether low numbers are the interesting ones.
    pub is_low_hot: bool,
    /// Whether the numbers are written on the cells, too.
    pub has_figures: bool,
}

/// From the least to the greatest of the numbers that are certain enough to be drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scale {
    pub(crate) least: f64,
    pub(crate) most: f64,
    is_low_hot: bool,
    /// A figure times this is the number.
    pub(crate) unit: f64,
}

impl Scale {
    /// `None` if no number is certain enough.
    pub(crate) fn of(readings: &[Option<HeatValue>], heat: &Heat) -> Option<Self> {
        let known = readings.iter().flatten().filter(|reading| !reading.is_within_error());
        let (least, most) = known
            .map(|reading| reading.value)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)));
        let largest = least.abs().max(most.abs());
        let is_whole = |reading: &HeatValue| reading.value.fract() == 0.0;
        let is_count = largest < 100.0 && readings.iter().flatten().all(is_whole);
        let unit = if is_count { 1.0 } else { two_figures(largest) };
        (least <= most).then_some(Self { least, most, is_low_hot: heat.is_low_hot, unit })
    }

    pub(crate) fn colour(&self, value: f64, theme: Theme) -> Colour {
        let [low, high, negative] = theme.palette().heat;
        if self.least < 0.0 {
            // Both sides by the same measure, with the neutral colour at 0.
            let share = value / self.most.max(-self.least);
            return low.towards(if share < 0.0 { negative } else { high }, share.abs());
        }
        let width = self.most - self.least;
        let share = if width > 0.0 { (value - self.least) / width } else { 1.0 };
        low.towards(high, if self.is_low_hot { 1.0 - share } else { share })
    }

    /// The number in at most two figures.
    pub(crate) fn figure(&self, value: f64) -> String {
        let figure = (value / self.unit).round();
        if figure == 0.0 { "0".to_owned() } else { format!("{figure}").replace('-', "−") }
    }
}

/// The power of ten in which numbers of up to this size have two figures: 0.42 is 42 hundredths.
fn two_figures(largest: f64) -> f64 {
    let mut unit = 1.0;
    while largest / unit >= 99.5 {
        unit *= 10.0;
    }
    while largest / unit < 9.95 && unit > 1e-12 {
        unit /= 10.0;
    }
    unit
}

/// A number of a legend: three figures that count, without needless zeros.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    let decimals = (2.0 - value.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.replace('-', "−")
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    const HEAT: Heat = Heat { name: String::new(), is_low_hot: false, has_figures: true };

    #[test]
    fn what_lies_within_its_interval_is_not_measured() {
        let reading = |value, error| Some(HeatValue { value, error });
        let readings = [reading(0.42, 0.1), reading(0.9, 1.0), reading(-0.1, 0.05), None];
        let scale = Scale::of(&readings, &HEAT).unwrap();
        assert_eq!((scale.least, scale.most), (-0.1, 0.42));
        assert_eq!(Scale::of(&[reading(0.015, 0.02), reading(f64::NAN, 0.0)], &HEAT), None);
        assert_eq!(scale.colour(0.42, Theme::Light), Theme::Light.palette().heat[1]);
        assert_ne!(scale.colour(-0.1, Theme::Light), Theme::Light.palette().heat[2], "a quarter of the way");
        let exact = Scale::of(&[Some(HeatValue::exact(0.0)), Some(HeatValue::exact(3.0))], &HEAT).unwrap();
        assert_eq!(exact.colour(0.0, Theme::Dark), Theme::Dark.palette().heat[0]);
    }

    #[test]
    fn figures_are_two_at_most() {
        for (largest, value, figure) in [
            (0.42, 0.42, "42"),
            (0.42, 0.014, "1"),
            (0.996, 0.996, "10"),
            (0.99, 0.5, "50"),
            (0.0152, 0.0152, "15"),
            (8.0, 3.0, "3"),
            (99.0, 99.0, "99"),
            (250.0, 250.0, "25"),
            (1.0, 1.0, "1"),
            (1.0, 0.5, "5"),
            (0.5, -0.5, "−50"),
        ] {
            let scale = Scale::of(&[Some(HeatValue::exact(largest)), Some(HeatValue::exact(value))], &HEAT).unwrap();
            assert_eq!(scale.figure(value), figure, "{largest} {value}");
        }
        assert_eq!([0.0152, 1.0, -0.5, 1234.5, 0.333_33].map(short), ["0.0152", "1", "−0.5", "1234", "0.333"]);
    }
}
