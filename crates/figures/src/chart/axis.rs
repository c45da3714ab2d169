//! Axes: their ranges, and the round numbers on them.

/// An axis of a chart.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Axis {
    name: String,
    unit: String,
    range: Option<[f64; 2]>,
    is_whole: bool,
}

impl Axis {
    /// An axis with this name, whose range follows from what is drawn.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// The axis with a unit, such as `%`.
    #[must_use]
    pub fn unit(self, unit: &str) -> Self {
        Self { unit: unit.to_owned(), ..self }
    }

    /// The axis from `least` to `most` at least.
    #[must_use]
    pub fn range(self, least: f64, most: f64) -> Self {
        Self { range: Some([least, most]), ..self }
    }

    /// The axis with whole numbers only.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    /// Name and unit.
    pub(super) fn label(&self) -> String {
        if self.unit.is_empty() { self.name.clone() } else { format!("{}, {}", self.name, self.unit) }
    }

    /// From the smallest to the largest of these values and of the range.
    pub(super) fn span(&self, values: impl Iterator<Item = f64>) -> [f64; 2] {
        const FAR: f64 = 1e12;
        let values = values.filter(|value| value.abs() < FAR).chain(self.range.into_iter().flatten());
        let (low, high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        match low < high {
            true => [low, high],
            false if low.is_finite() => [low - 0.5, low + 0.5],
            false => [0.0, 1.0],
        }
    }

    /// Round numbers within a range, `most` at most, and their texts.
    pub(super) fn ticks(&self, [low, high]: [f64; 2], most: usize) -> Vec<(f64, String)> {
        let rough = (high - low) / most.max(1) as f64;
        let power = 10.0_f64.powi(rough.log10().floor() as i32);
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        let step = steps.into_iter().find(|step| *step >= rough * 0.999_999).unwrap_or(10.0 * power);
        let step = if self.is_whole { step.max(1.0) } else { step };
        let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
        let text = |value: f64| {
            let text = format!("{value:.decimals$}").replace('-', "−");
            if text.trim_matches(['−', '0', '.']).is_empty() { "0".to_owned() } else { text }
        };
        let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
        (first..=last.min(first + 50)).map(|number| number as f64 * step).map(|value| (value, text(value))).collect()
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let texts =
            |axis: &Axis, range, most| axis.ticks(range, most).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(
            texts(&Axis::new(""), [0.0, 1.0], 5),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"].map(|t| if t == "0.0" { "0" } else { t })
        );
        assert_eq!(texts(&Axis::new(""), [-13.0, 99.0], 6), ["0", "20", "40", "60", "80"]);
        assert_eq!(texts(&Axis::new("").whole(), [0.0, 2.0], 9), ["0", "1", "2"]);
        assert_eq!(Axis::new("").range(0.0, 1.0).span([0.5].into_iter()), [0.0, 1.0]);
        assert_eq!(Axis::new("").span([f64::NAN].into_iter()), [0.0, 1.0]);
        assert_eq!(Axis::new("chance").unit("%").label(), "chance, %");
    }
}
