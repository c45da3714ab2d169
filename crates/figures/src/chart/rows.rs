//! Numbers in rows, each beside another one that it is compared with: ours and the published, with their intervals.

use super::Axis;
use crate::scene::{Anchor, PictureScene, Stroke, TextLine};
use crate::{Hue, Picture, Theme, Tint, font};

/// Two numbers of the same thing.
#[derive(Clone, PartialEq, Debug)]
pub struct ChartRow {
    /// Name of the numbers.
    pub name: String,
    /// The first number with its interval, if it is known.
    pub first: Option<(f64, Option<[f64; 2]>)>,
    /// The second one.
    pub second: Option<(f64, Option<[f64; 2]>)>,
}

const WIDTH: f64 = 900.0;
const MARGIN: f64 = 28.0;
const TITLE: f64 = 17.0;
const SMALL: f64 = 13.0;
const HIGH: f64 = 22.0;
/// Distance of the two numbers of a row above and below its middle.
const APART: f64 = 4.0;
/// The most room that names take, and the space between them and the numbers.
const NAMES: f64 = 380.0;
const GAP: f64 = 14.0;
const INSET: f64 = 10.0;

/// Draws rows over one axis. `names` are those of the first and the second numbers, for the legend.
#[must_use]
pub fn rows(title: &str, axis: &Axis, names: [&str; 2], rows: &[ChartRow], theme: Theme) -> Picture {
    let palette = theme.palette();
    let hues = [Hue::Tint(Tint::Blue), Hue::Tint(Tint::Red)];
    let mut scene = PictureScene::default();
    let mut top = 10.0;
    for line in font::wrapped(title, TITLE, WIDTH - 2.0 * MARGIN) {
        top += 1.4 * TITLE;
        scene.text(TextLine::new(&line, (MARGIN, top - 0.35 * TITLE), TITLE, palette.ink));
    }
    let mut left = MARGIN;
    let middle = top + 4.0 + HIGH / 2.0;
    for (name, hue) in names.into_iter().zip(hues) {
        scene.circle((left + 5.0, middle), 4.0, Some(theme.strong(hue)), None);
        let base = middle + font::CAPITALS / 2.0 * SMALL;
        scene.text(TextLine::new(name, (left + 16.0, base), SMALL, palette.ink));
        left += 16.0 + font::width(name, SMALL) + 2.0 * GAP;
    }
    top += 4.0 + HIGH + 6.0;

    let shown: Vec<String> =
        rows.iter().map(|row| font::wrapped(&row.name, SMALL, NAMES).into_iter().next().unwrap_or_default()).collect();
    let wide = shown.iter().map(|name| font::width(name, SMALL)).fold(0.0, f64::max);
    let (left, right) = (MARGIN + wide + GAP, WIDTH - MARGIN);
    let bottom = top + HIGH * rows.len().max(1) as f64;
    let numbers = rows.iter().flat_map(|row| row.first.into_iter().chain(row.second));
    let span = axis.span(numbers.flat_map(|(value, interval)| {
        std::iter::once(value).chain(interval.into_iter().flatten()).filter(|end| end.is_finite())
    }));
    let at = |value: f64| {
        let share = (value.clamp(span[0], span[1]) - span[0]) / (span[1] - span[0]);
        left + INSET + share * (right - left - 2.0 * INSET)
    };
    let faint = Stroke::new(palette.page.towards(palette.ink, 0.12), 0.8);
    for (value, text) in axis.ticks(span, 8) {
        scene.path(&[(at(value), top), (at(value), bottom)], faint);
        scene.text(TextLine::centred(&text, (at(value), bottom + 13.0), SMALL - 1.0, palette.faint));
    }
    for (idx, (row, name)) in rows.iter().zip(&shown).enumerate() {
        let down = top + HIGH * (idx as f64 + 0.5);
        let base = (left - GAP, down + font::CAPITALS / 2.0 * SMALL);
        scene.text(TextLine { anchor: Anchor::End, ..TextLine::new(name, base, SMALL, palette.ink) });
        for ((number, hue), off) in [row.first, row.second].into_iter().zip(hues).zip([-APART, APART]) {
            let Some((value, interval)) = number.filter(|(value, _)| value.is_finite()) else { continue };
            let colour = theme.strong(hue);
            if let Some([low, high]) = interval.filter(|ends| ends.iter().all(|end| end.is_finite())) {
                scene.path(&[(at(low), down + off), (at(high), down + off)], Stroke::new(colour, 1.7));
            }
            scene.circle((at(value), down + off), 3.2, Some(colour), None);
        }
    }
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    scene.polygon(&corners, None, Some(Stroke::new(palette.faint, 1.0)));
    let across = f64::midpoint(left, right);
    scene.text(TextLine::centred(&axis.label(), (across, bottom + 36.0), SMALL, palette.ink));
    Picture { scene, size: (WIDTH, bottom + 54.0), ground: palette.page, title: title.to_owned(), film: None }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn rows_have_names_and_both_numbers() {
        let row = |name: &str, first, second| ChartRow { name: name.to_owned(), first, second };
        let all = [
            row("Ev first v UCT", Some((0.4, Some([0.2, 0.7]))), Some((0.8, Some([0.7, 0.85])))),
            row(&"a long name, ".repeat(20), Some((0.5, None)), Some((f64::NAN, None))),
            row("not run", None, Some((0.9, None))),
        ];
        for theme in Theme::ALL {
            let picture =
                rows("Ours & theirs", &Axis::new("share").range(0.0, 1.0), ["ours", "published"], &all, theme);
            assert_eq!(picture.faults(), [""; 0], "{theme:?}");
            let svg = picture.svg();
            assert!(
                ["Ours &amp; theirs", "Ev first v UCT", "published", "share"].iter().all(|text| svg.contains(text))
            );
            // Two of the legend, and the four numbers that there are.
            assert_eq!(svg.matches("<circle").count(), 6, "{svg}");
        }
        assert_eq!(rows("", &Axis::new(""), ["", ""], &[], Theme::Dark).faults(), [""; 0]);
    }
}
