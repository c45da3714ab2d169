//! Charts: curves with certain and uncertain parts, bands, marks at numbers, clouds of dots; panels one below the
//! other; and numbers in rows, each beside another one.
//!
//! A part of a curve between two proved points is a thick line in steps. Elsewhere the curve is thin, with the interval
//! of each point as a band.

mod axis;
mod panel;
mod rows;

pub use self::axis::Axis;
pub use self::rows::{ChartRow, rows};
use crate::{Hue, Picture, Theme};

/// A number with its value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// The number, from left to right.
    pub x: f64,
    /// Its value; without one the curve has a gap.
    pub y: Option<f64>,
    /// The low and the high end of the interval of the value.
    pub interval: Option<[f64; 2]>,
    /// Whether the value is proved, instead of estimated.
    pub is_proved: bool,
}

impl Point {
    /// A value without an interval, or none.
    #[must_use]
    pub const fn new(x: f64, y: Option<f64>) -> Self {
        Self { x, y, interval: None, is_proved: false }
    }

    /// A value that is proved.
    #[must_use]
    pub const fn proved(x: f64, y: f64) -> Self {
        Self { x, y: Some(y), interval: None, is_proved: true }
    }

    /// The point with this interval.
    #[must_use]
    pub const fn within(self, interval: Option<[f64; 2]>) -> Self {
        Self { interval, ..self }
    }
}

/// Values over numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// Its colour; in print its dashes.
    pub hue: Hue,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// An upright line at a number, such as a mistake.
#[derive(Clone, PartialEq, Debug)]
pub struct Upright {
    /// The number.
    pub x: f64,
    /// A few letters above the line.
    pub label: String,
    /// Its colour; in print its dashes.
    pub hue: Hue,
}

/// One chart.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Panel {
    /// The title above it.
    pub title: String,
    /// The horizontal and the vertical axis.
    pub axes: [Axis; 2],
    /// Its curves, in the order of the legend.
    pub curves: Vec<Curve>,
    /// Dots, each as a number and a value.
    pub dots: Vec<(f64, f64)>,
    /// A value at which a horizontal line is drawn.
    pub level: Option<f64>,
    /// Upright lines.
    pub uprights: Vec<Upright>,
    /// More lines of the legend, each a colour with its meaning.
    pub legend: Vec<(Hue, String)>,
}

/// Draws these charts as one picture, one below the other.
#[must_use]
pub fn draw(panels: &[Panel], theme: Theme) -> Picture {
    Picture::stacked(panels.iter().map(|panel| panel::picture(panel, theme)).collect())
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::Tint;

    fn panel() -> Panel {
        let points = (0..40).map(|x| match x {
            7 => Point::new(7.0, None),
            20.. => Point::proved(f64::from(x), f64::from(x % 2)),
            _ => {
                let y = 0.5 + 0.02 * f64::from(x);
                Point::new(f64::from(x), Some(y)).within(Some([y - 0.1, y + 0.1]))
            }
        });
        let curve =
            |name: &str, tint| Curve { name: name.to_owned(), hue: Hue::Tint(tint), points: points.clone().collect() };
        Panel {
            title: "a & b, which is a rather long title for a chart that has only one panel ".repeat(2),
            axes: [Axis::new("moves made").whole(), Axis::new("chance of Black to win").unit("%")],
            curves: vec![curve("<C>", Tint::Blue), curve("a curve with a long name", Tint::Red)],
            dots: vec![(1.0, 1.0), (1.0, 1.0), (39.0, 0.0)],
            level: Some(0.5),
            uprights: (3..9)
                .map(|x| Upright { x: f64::from(x), label: format!("mistake {x}"), hue: Hue::Tint(Tint::Red) })
                .collect(),
            legend: vec![(Hue::Tint(Tint::Red), "a mistake".to_owned())],
        }
    }

    #[test]
    fn charts_have_titles_units_and_texts_apart() {
        for theme in Theme::ALL {
            let picture = draw(&[panel(), panel()], theme);
            assert_eq!(picture.faults(), [""; 0], "{theme:?}");
            let svg = picture.svg();
            for part in ["a &amp; b", "&lt;C&gt;", "moves made", "chance of Black to win, %", "mistake 8"] {
                assert!(svg.contains(part), "{part}");
            }
            assert!(!picture.png(300).unwrap().is_empty());
        }
        let empty = draw(&[Panel::default()], Theme::Light);
        assert_eq!(empty.faults(), [""; 0]);
    }

    #[test]
    fn no_dot_is_cut_and_what_is_proved_is_thick() {
        let picture = draw(&[panel()], Theme::Light);
        let svg = picture.svg();
        assert_eq!(svg.matches("<circle").count() - 2 * 19, 2, "dots: one for equal ones; and the estimated points");
        assert!(svg.contains("stroke-width=\"3.4\"") && svg.contains("fill-opacity"), "{svg}");
        let proved = Curve {
            name: "p".to_owned(),
            hue: Hue::Ink,
            points: vec![Point::proved(0.0, 1.0), Point::proved(1.0, 0.0)],
        };
        let svg = draw(&[Panel { curves: vec![proved], ..Panel::default() }], Theme::Light).svg();
        assert!(!svg.contains("fill-opacity"), "nothing is uncertain: {svg}");
    }

    #[test]
    fn odd_numbers_do_no_harm() {
        let points = [f64::NAN, f64::INFINITY, -1e300, 1e300].map(|y| Point::new(1.0, Some(y))).to_vec();
        let odd = Panel {
            curves: vec![Curve { name: String::new(), hue: Hue::Ink, points }],
            dots: vec![(f64::NAN, 1.0), (1.0, f64::INFINITY)],
            ..Panel::default()
        };
        assert!(draw(&[odd], Theme::Dark).png(100).is_ok());
    }
}
