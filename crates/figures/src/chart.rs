//! Charts as SVG: curves with bands, and clouds of dots, in panels one below the other.

use std::collections::BTreeSet;

use plotters::coord::Shift;
use plotters::prelude::*;

/// Width and height of one panel, in units of the picture.
const PANEL: (u32, u32) = (960, 360);

/// Nearly black.
pub const BLACK: RGBColor = RGBColor(20, 20, 20);
/// Blue.
pub const BLUE: RGBColor = RGBColor(31, 105, 180);
/// Orange.
pub const ORANGE: RGBColor = RGBColor(217, 95, 14);
/// Grey.
pub const GREY: RGBColor = RGBColor(130, 130, 130);

/// A chart that cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot draw the picture: {0}")]
pub struct ChartError(String);

/// Values over numbers, with a gap in the curve where a value is missing.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its name in the legend.
    pub name: &'static str,
    /// Its colour.
    pub colour: RGBColor,
    /// Numbers with their values.
    pub points: Vec<(f64, Option<f64>)>,
    /// The low and the high end of the band around the curve.
    pub band: Vec<(f64, Option<[f64; 2]>)>,
}

/// One chart.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The title above it.
    pub title: String,
    /// The labels of the horizontal and the vertical axis.
    pub axes: [&'static str; 2],
    /// Its curves, in the order of the legend.
    pub curves: Vec<Curve>,
    /// Dots, each as a number and a value.
    pub dots: Vec<(f64, f64)>,
    /// A value at which a horizontal line is drawn.
    pub level: Option<f64>,
}

/// Draws these charts as one picture, one below the other.
///
/// # Errors
///
/// If it cannot be drawn.
pub fn draw(panels: &[Panel]) -> Result<String, ChartError> {
    let mut svg = String::new();
    {
        let height = PANEL.1 * panels.len() as u32;
        let root = SVGBackend::with_string(&mut svg, (PANEL.0, height)).into_drawing_area();
        let failure = |error: &dyn std::fmt::Display| ChartError(error.to_string());
        root.fill(&WHITE).map_err(|error| failure(&error))?;
        for (panel, area) in panels.iter().zip(root.split_evenly((panels.len(), 1))) {
            draw_panel(panel, &area).map_err(|error| failure(&error))?;
        }
        root.present().map_err(|error| failure(&error))?;
    }
    Ok(svg)
}

type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

fn draw_panel<'a>(panel: &Panel, area: &DrawingArea<SVGBackend<'a>, Shift>) -> Drawn<'a> {
    let (x, y) = (span(panel.xs()), span(panel.ys()));
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(x[0]..x[1], y[0]..y[1])?;
    chart.configure_mesh().light_line_style(TRANSPARENT).x_desc(panel.axes[0]).y_desc(panel.axes[1]).draw()?;
    if let Some(level) = panel.level {
        chart.draw_series([PathElement::new(vec![(x[0], level), (x[1], level)], GREY.stroke_width(1))])?;
    }
    // Dots that fall on the same unit of the picture are drawn once.
    let unit = |value: f64, [low, high]: [f64; 2], units: u32| ((value - low) / (high - low) * f64::from(units)) as u32;
    let mut drawn = BTreeSet::new();
    let dots = panel.dots.iter().filter(|dot| drawn.insert((unit(dot.0, x, PANEL.0), unit(dot.1, y, PANEL.1))));
    chart.draw_series(dots.map(|&dot| Circle::new(dot, 1, BLUE.filled())))?;
    for curve in &panel.curves {
        for run in runs(&curve.band) {
            let low = run.iter().map(|&(x, [low, _])| (x, low));
            let high = run.iter().rev().map(|&(x, [_, high])| (x, high));
            chart.draw_series([Polygon::new(low.chain(high).collect::<Vec<_>>(), curve.colour.mix(0.18))])?;
        }
        let colour = curve.colour;
        let runs = runs(&curve.points);
        for (i, run) in runs.iter().enumerate() {
            let line = chart.draw_series(LineSeries::new(run.iter().copied(), colour.stroke_width(2)).point_size(2))?;
            if i == 0 {
                line.label(curve.name)
                    .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], colour.stroke_width(2)));
            }
        }
    }
    if !panel.curves.is_empty() {
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .border_style(GREY)
            .label_font(("sans-serif", 14))
            .draw()?;
    }
    Ok(())
}

impl Panel {
    fn xs(&self) -> impl Iterator<Item = f64> {
        let of_curves = self
            .curves
            .iter()
            .flat_map(|curve| curve.points.iter().filter(|point| point.1.is_some()).map(|point| point.0));
        self.dots.iter().map(|dot| dot.0).chain(of_curves)
    }

    fn ys(&self) -> impl Iterator<Item = f64> {
        let of_curves = self.curves.iter().flat_map(|curve| {
            let ends = curve.band.iter().filter_map(|(_, ends)| *ends).flatten();
            curve.points.iter().filter_map(|point| point.1).chain(ends)
        });
        self.dots.iter().map(|dot| dot.1).chain(of_curves).chain(self.level)
    }
}

/// The range from the smallest to the largest value, and a little beyond.
fn span(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return [0.0, 1.0];
    }
    let room = if low < high { (high - low) * 0.04 } else { 0.5 };
    [low - room, high + room]
}

/// The parts without gaps.
fn runs<T: Copy>(points: &[(f64, Option<T>)]) -> Vec<Vec<(f64, T)>> {
    let known = points.split(|(_, value)| value.is_none()).filter(|run| !run.is_empty());
    known.map(|run| run.iter().filter_map(|&(x, value)| Some((x, value?))).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_have_gaps_and_equal_dots_are_one() {
        assert_eq!(runs(&[(0.0, Some(1)), (1.0, None), (2.0, Some(3))]), [vec![(0.0, 1)], vec![(2.0, 3)]]);
        let points = vec![(0.0, Some(1.0)), (1.0, Some(2.0)), (2.0, None), (3.0, Some(1.5))];
        let band = points.iter().map(|&(x, y)| (x, y.map(|y: f64| [y - 0.5, y + 0.5]))).collect();
        let curve = Curve { name: "<C>", colour: BLUE, points, band };
        let dots = vec![(1.0, 1.0), (1.0, 1.0), (2.0, 2.0)];
        let panel = Panel { title: "a & b".to_owned(), axes: ["x", "y"], curves: vec![curve], dots, level: Some(1.0) };
        let svg = draw(&[panel]).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        // Four points of the curve, two dots.
        assert_eq!(svg.matches("<circle").count(), 4 + 2 - 1, "{svg}");
        assert!(svg.contains("a &amp; b") && svg.contains("&lt;C&gt;"), "{svg}");
        assert!(
            draw(&[Panel { title: String::new(), axes: ["", ""], curves: vec![], dots: vec![], level: None }]).is_ok()
        );
    }
}
