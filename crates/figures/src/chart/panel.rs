//! One chart as a picture.

use std::collections::BTreeSet;

use super::{Curve, Panel, Point};
use crate::geometry::{Point as Place, Rect};
use crate::scene::{Anchor, OutlineShape, OutlineStep, PictureItem, PictureScene, Stroke, TextLine};
use crate::{Hue, Picture, Theme, Tint, font};

/// Width of the picture, and height of the area of the curves.
const WIDTH: f64 = 900.0;
const HIGH: f64 = 260.0;
/// The room to the left and right of that area, and below it.
const LEFT: f64 = 74.0;
const RIGHT: f64 = 28.0;
const BELOW: f64 = 62.0;
/// Distance of the curves from its border, so that no dot is cut.
const INSET: f64 = 10.0;
const TITLE: f64 = 17.0;
const SMALL: f64 = 13.0;
const ROW: f64 = 20.0;
/// The space between entries of the legend, and the length of the line before each.
const APART: f64 = 22.0;
const SIGN: f64 = 24.0;
/// Widths of the curve where it is proved and where it is estimated.
const PROVED: f64 = 3.4;
const ESTIMATED: f64 = 1.7;

/// Places of numbers and values on the page.
struct PlotArea {
    area: Rect,
    x: [f64; 2],
    y: [f64; 2],
}

impl PlotArea {
    fn right(&self, x: f64) -> f64 {
        let (left, right) = (self.area.left + INSET, self.area.right - INSET);
        left + (x - self.x[0]) / (self.x[1] - self.x[0]) * (right - left)
    }

    fn down(&self, y: f64) -> f64 {
        let (top, bottom) = (self.area.top + INSET, self.area.bottom - INSET);
        bottom - (y - self.y[0]) / (self.y[1] - self.y[0]) * (bottom - top)
    }

    fn at(&self, x: f64, y: f64) -> Place {
        (self.right(x), self.down(y))
    }

    fn has(&self, x: f64, y: f64) -> bool {
        (self.x[0]..=self.x[1]).contains(&x) && (self.y[0]..=self.y[1]).contains(&y)
    }
}

pub(super) fn picture(panel: &Panel, theme: Theme) -> Picture {
    let palette = theme.palette();
    let mut scene = PictureScene::default();
    let room = WIDTH - 2.0 * RIGHT;
    let mut top = 10.0;
    for line in font::wrapped(&panel.title, TITLE, room) {
        top += 1.4 * TITLE;
        scene.text(TextLine::new(&line, (RIGHT, top - 0.35 * TITLE), TITLE, palette.ink));
    }
    top = legend(panel, &mut scene, theme, top + 4.0, room);
    let (x, y) = (panel.axes[0].span(panel.xs()), panel.axes[1].span(panel.ys()));
    let rows = label_rows(panel, x);
    let n_rows = rows.iter().map(|row| row.0 + 1).max().unwrap_or(0);
    top += ROW * n_rows as f64;
    let area = Rect { left: LEFT, top: top + 6.0, right: WIDTH - RIGHT, bottom: top + 6.0 + HIGH };
    let plot = PlotArea { area, x, y };
    grid(panel, &mut scene, theme, &plot);
    for (mark, (row, centre)) in panel.uprights.iter().zip(&rows) {
        if !(x[0]..=x[1]).contains(&mark.x) {
            continue;
        }
        let (colour, right) = (theme.strong(mark.hue), plot.right(mark.x));
        let label_top = area.top - ROW * (*row as f64 + 1.0);
        let stroke = Stroke::new(colour, 1.2).dashed(Some((4.0, 3.0)));
        // No further up, where it could cross the label of another mark.
        scene.path(&[(right, area.bottom), (right, area.top)], stroke);
        scene.text(TextLine::centred(&mark.label, (*centre, label_top + ROW / 2.0), SMALL - 1.0, colour));
    }
    if let Some(level) = panel.level.filter(|level| (y[0]..=y[1]).contains(level)) {
        let down = plot.down(level);
        scene.path(&[(area.left, down), (area.right, down)], Stroke::new(palette.faint, 1.2));
    }
    dots(panel, &mut scene, theme, &plot);
    for curve in &panel.curves {
        band(curve, &mut scene, theme, &plot);
    }
    for curve in &panel.curves {
        line(curve, &mut scene, theme, &plot);
    }
    scene.polygon(&area.corners(), None, Some(Stroke::new(palette.faint, 1.0)));
    let size = (WIDTH, area.bottom + BELOW);
    Picture { scene, size, ground: palette.page, title: panel.title.clone(), film: None }
}

/// Draws the legend below this height, and returns where it ends.
fn legend(panel: &Panel, scene: &mut PictureScene, theme: Theme, top: f64, room: f64) -> f64 {
    let curves = panel.curves.iter().map(|curve| (curve.hue, &curve.name, ESTIMATED + 0.8));
    let others = panel.legend.iter().map(|(hue, name)| (*hue, name, 1.2));
    let has = |is_shown: fn(&Point) -> bool| {
        let drawn = |curve: &&Curve| curve.points.iter().any(|point| point.y.is_some() && is_shown(point));
        panel.curves.iter().find(drawn).map(|curve| curve.hue)
    };
    let words = ("proved".to_owned(), "estimated, with its interval".to_owned());
    let proved = has(|point| point.is_proved).map(|hue| (hue, &words.0, PROVED));
    let estimated = has(|point| !point.is_proved && point.interval.is_some()).map(|hue| (hue, &words.1, ESTIMATED));
    let kinds = proved.into_iter().chain(estimated);
    let (mut left, mut row_top, mut any) = (RIGHT, top, false);
    for (hue, name, width) in curves.chain(kinds).chain(others).filter(|entry| !entry.1.is_empty()) {
        let wide = SIGN + 6.0 + font::width(name, SMALL);
        if any && left + wide > RIGHT + room {
            (left, row_top) = (RIGHT, row_top + ROW);
        }
        let middle = row_top + ROW / 2.0;
        scene.path(&[(left, middle), (left + SIGN, middle)], stroke(theme, hue, width));
        // A name wider than the page is cut by the wrapping of its first line.
        let shown = font::wrapped(name, SMALL, room - SIGN - 6.0).into_iter().next().unwrap_or_default();
        let base = middle + font::CAPITALS / 2.0 * SMALL;
        scene.text(TextLine::new(&shown, (left + SIGN + 6.0, base), SMALL, theme.palette().ink));
        left += wide + APART;
        any = true;
    }
    if any { row_top + ROW } else { top }
}

/// For each upright line the row of its label, counted from the bottom, and the middle of the label: no two labels
/// overlap.
fn label_rows(panel: &Panel, x: [f64; 2]) -> Vec<(usize, f64)> {
    let plot = PlotArea { area: Rect { left: LEFT, top: 0.0, right: WIDTH - RIGHT, bottom: 1.0 }, x, y: [0.0, 1.0] };
    let mut placed: Vec<(usize, f64, f64)> = Vec::new();
    let place = |mark: &super::Upright| {
        let width = font::width(&mark.label, SMALL - 1.0);
        let at = plot.right(mark.x).clamp(width / 2.0 + 4.0, (WIDTH - width / 2.0 - 4.0).max(width / 2.0 + 4.0));
        let (left, right) = (at - width / 2.0 - 4.0, at + width / 2.0 + 4.0);
        let is_free = |row: &usize| !placed.iter().any(|other| other.0 == *row && left < other.2 && other.1 < right);
        let row = (0..).find(is_free).unwrap_or(0);
        placed.push((row, left, right));
        (row, at)
    };
    panel.uprights.iter().map(place).collect()
}

fn grid(panel: &Panel, scene: &mut PictureScene, theme: Theme, plot: &PlotArea) {
    let (palette, area) = (theme.palette(), plot.area);
    let faint = Stroke::new(palette.page.towards(palette.ink, 0.12), 0.8);
    for (value, text) in panel.axes[0].ticks(plot.x, 12) {
        let right = plot.right(value);
        scene.path(&[(right, area.top), (right, area.bottom)], faint);
        scene.text(TextLine::centred(&text, (right, area.bottom + 13.0), SMALL - 1.0, palette.faint));
    }
    for (value, text) in panel.axes[1].ticks(plot.y, 6) {
        let down = plot.down(value);
        scene.path(&[(area.left, down), (area.right, down)], faint);
        let base = down + font::CAPITALS / 2.0 * (SMALL - 1.0);
        let at = (area.left - 7.0, base);
        scene.text(TextLine { anchor: Anchor::End, ..TextLine::new(&text, at, SMALL - 1.0, palette.faint) });
    }
    let across = f64::midpoint(area.left, area.right);
    scene.text(TextLine::centred(&panel.axes[0].label(), (across, area.bottom + 36.0), SMALL, palette.ink));
    let label = panel.axes[1].label();
    let size = SMALL.min((HIGH + 40.0) / font::width(&label, 1.0).max(1e-9));
    let at = (24.0, f64::midpoint(area.top, area.bottom));
    scene.text(TextLine { anchor: Anchor::Middle, is_upright: true, ..TextLine::new(&label, at, size, palette.ink) });
}

fn dots(panel: &Panel, scene: &mut PictureScene, theme: Theme, plot: &PlotArea) {
    // Dots that fall on the same spot of the picture are drawn once.
    let mut drawn = BTreeSet::new();
    let colour = theme.strong(Hue::Tint(Tint::Blue));
    let mut steps = Vec::new();
    for &(x, y) in panel.dots.iter().filter(|&&(x, y)| plot.has(x, y)) {
        let (right, down) = plot.at(x, y);
        if drawn.insert(((right * 2.0) as i64, (down * 2.0) as i64)) {
            steps.push((right, down));
        }
    }
    for at in steps {
        scene.circle(at, 1.6, Some(colour), None);
    }
}

fn band(curve: &Curve, scene: &mut PictureScene, theme: Theme, plot: &PlotArea) {
    let colour = theme.strong(curve.hue);
    let interval = |point: &Point| {
        let [low, high] = point.interval.filter(|[low, high]| low.is_finite() && high.is_finite())?;
        let right = plot.right(point.x);
        Some(((right, plot.down(low.max(plot.y[0]))), (right, plot.down(high.min(plot.y[1])))))
    };
    let known: Vec<_> = curve.points.iter().map(interval).collect();
    for run in known.split(Option::is_none).filter(|run| !run.is_empty()) {
        let ends = || run.iter().flatten().copied();
        if run.len() == 1 {
            let lines: Vec<_> = ends().collect();
            scene.lines(&lines, Stroke::new(colour, 1.2));
            continue;
        }
        let high: Vec<Place> = ends().map(|(_, high)| high).collect();
        let low: Vec<Place> = ends().map(|(low, _)| low).collect();
        if theme == Theme::Print {
            for side in [&low, &high] {
                scene.path(side, Stroke::new(theme.palette().faint, 0.8).dashed(Some((2.0, 2.0))));
            }
        } else {
            let around: Vec<Place> = high.into_iter().chain(low.into_iter().rev()).collect();
            scene.veil(&around, colour, 0.18);
        }
    }
}

fn stroke(theme: Theme, hue: Hue, width: f64) -> Stroke {
    Stroke::new(theme.strong(hue), width).dashed(theme.dash(hue).map(|(dash, gap)| (1.5 * dash, 1.5 * gap)))
}

/// The curve itself. A gap in the values is a gap in the line.
fn line(curve: &Curve, scene: &mut PictureScene, theme: Theme, plot: &PlotArea) {
    let place = |point: &Point| {
        let y = point.y.filter(|&y| plot.has(point.x, y))?;
        Some((plot.at(point.x, y), point.is_proved))
    };
    let places: Vec<_> = curve.points.iter().map(place).collect();
    let (mut proved, mut estimated) = (Vec::new(), Vec::new());
    for pair in places.windows(2) {
        let &[Some((from, was_proved)), Some((to, is_proved))] = pair else { continue };
        if was_proved && is_proved {
            // What is proved holds until the next move.
            proved.extend([OutlineStep::Move(from), OutlineStep::Line((to.0, from.1)), OutlineStep::Line(to)]);
        } else {
            estimated.extend([OutlineStep::Move(from), OutlineStep::Line(to)]);
        }
    }
    for (steps, width) in [(estimated, ESTIMATED), (proved, PROVED)] {
        if !steps.is_empty() {
            let stroke = Some(stroke(theme, curve.hue, width));
            scene.items.push(PictureItem::Shape(OutlineShape { steps, fill: None, opacity: 1.0, stroke }));
        }
    }
    let colour = theme.strong(curve.hue);
    let is_dense = places.len() > 200;
    for &(at, is_proved) in places.iter().flatten() {
        if is_proved {
            let square = Rect::around(at, PROVED, PROVED).corners();
            scene.polygon(&square, Some(colour), None);
        } else if !is_dense {
            scene.circle(at, 2.2, Some(colour), None);
        }
    }
}

impl Panel {
    fn xs(&self) -> impl Iterator<Item = f64> {
        let of_curves = self
            .curves
            .iter()
            .flat_map(|curve| curve.points.iter().filter(|point| point.y.is_some()).map(|point| point.x));
        let finite = |dot: &&(f64, f64)| dot.0.is_finite() && dot.1.is_finite();
        self.dots.iter().filter(finite).map(|dot| dot.0).chain(of_curves)
    }

    fn ys(&self) -> impl Iterator<Item = f64> {
        let of_curves = self.curves.iter().flat_map(|curve| {
            let ends = curve.points.iter().filter_map(|point| point.interval).flatten();
            curve.points.iter().filter_map(|point| point.y).chain(ends)
        });
        let finite = |dot: &&(f64, f64)| dot.0.is_finite() && dot.1.is_finite();
        self.dots.iter().filter(finite).map(|dot| dot.1).chain(of_curves).chain(self.level)
    }
}
