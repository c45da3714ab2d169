//! The legend below the board: meanings of the colours, hatchings, marks and lines of a picture.

use super::page::{INDENT, PageLayout, SMALL};
use super::{Drawing, Mark, cells, ground};
use crate::geometry::Rect;
use crate::heat::short;
use crate::scene::{PictureScene, Stroke, TextLine};
use crate::{Hue, Tint, font};
use tesuji_board::Player;

/// A sign of the legend.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Key {
    /// A stone.
    Stone(Player),
    /// The stone played last.
    Last(Player),
    /// A region.
    Tint(Tint),
    /// Cells of which nothing is known for certain.
    Hatch,
    /// Cells outside what is shown.
    Outside,
    /// Cells that nobody can use any more.
    Blocked,
    /// A mark.
    Mark(Mark),
    /// A line or an arrow.
    Line(Hue),
    /// A figure or a letter, as an example.
    Label,
}

/// The height of a row, the sides of a sign, and the space between it and its words, and between entries.
const ROW: f64 = 22.0;
const SIGN: f64 = 15.0;
const GAP: f64 = 7.0;
const APART: f64 = 20.0;
/// The height and the most width of the bar of colours.
const BAR: f64 = 12.0;
const LONGEST: f64 = 320.0;
/// The space below the last row.
const BELOW: f64 = 12.0;

/// The legend, laid out in rows.
#[derive(Clone, Default, Debug)]
pub(super) struct Rows {
    /// Sign or none (more words of the entry above), words, row, and where it begins.
    entries: Vec<(Option<Key>, String, usize, f64)>,
    n_rows: usize,
    has_bar: bool,
}

impl Rows {
    pub(super) fn of(drawing: &Drawing<'_>, room: f64) -> Self {
        let mut rows = Self { has_bar: drawing.scale().is_some(), ..Self::default() };
        let mut entries = drawing.legend.clone();
        if let Some(heat) = &drawing.heat {
            let is_doubtful = |look: &super::CellLook| look.reading.is_some_and(crate::HeatValue::is_within_error);
            if drawing.looks.iter().any(is_doubtful) {
                entries.push((Key::Hatch, format!("{}: within its own interval", heat.name)));
            }
        }
        let mut left = 0.0;
        for (key, words) in &entries {
            let indent = SIGN + GAP;
            let width = font::width(words, SMALL);
            if left > 0.0 && left + indent + width > room {
                rows.n_rows += 1;
                left = 0.0;
            }
            for (idx, line) in font::wrapped(words, SMALL, room - indent).into_iter().enumerate() {
                if idx > 0 {
                    rows.n_rows += 1;
                }
                rows.entries.push(((idx == 0).then_some(*key), line, rows.n_rows, left));
            }
            left += indent + width + APART;
        }
        rows.n_rows += usize::from(!rows.entries.is_empty());
        rows
    }

    pub(super) fn height(&self) -> f64 {
        let bar = if self.has_bar { BAR + 2.0 * ROW } else { 0.0 };
        let words = ROW * self.n_rows as f64;
        if bar + words > 0.0 { bar + words + BELOW } else { 0.0 }
    }
}

impl Drawing<'_> {
    pub(super) fn legends(&self, scene: &mut PictureScene, page: &PageLayout<'_>) {
        let palette = self.theme.palette();
        let mut top = page.legend_top;
        if page.legend.has_bar {
            self.bar(scene, page, top);
            top += BAR + 2.0 * ROW;
        }
        for (key, words, row, left) in &page.legend.entries {
            let (x, y) = (INDENT + left, top + ROW * (*row as f64 + 0.5));
            if let Some(key) = *key {
                self.sign(scene, key, (x + SIGN / 2.0, y));
            }
            let base = y + font::CAPITALS / 2.0 * SMALL;
            scene.text(TextLine::new(words, (x + SIGN + GAP, base), SMALL, palette.ink));
        }
    }

    /// The colours of the scale, with what they mean above, and the least and the greatest number below.
    fn bar(&self, scene: &mut PictureScene, page: &PageLayout<'_>, top: f64) {
        let (Some(scale), Some(heat)) = (self.scale(), &self.heat) else { return };
        let palette = self.theme.palette();
        let width = (page.size.0 - 2.0 * INDENT).min(LONGEST);
        let mut words = heat.name.clone();
        if heat.has_figures && scale.unit < 1.0 {
            let example = if scale.most > -scale.least { scale.most } else { scale.least };
            words += &format!(
                " (figures: {} is {})",
                scale.figure(example),
                short(scale.unit * (example / scale.unit).round())
            );
        } else if heat.has_figures && scale.unit > 1.0 {
            words += &format!(" (figures count in {})", short(scale.unit));
        }
        let base = top + 0.7 * ROW;
        // A long name gets smaller letters instead of a second line.
        let size = SMALL.min((page.size.0 - 2.0 * INDENT) / font::width(&words, 1.0).max(1e-9));
        scene.text(TextLine::new(&words, (INDENT, base), size, palette.ink));
        let bar_top = top + ROW;
        const N_STEPS: usize = 48;
        for number in 0..N_STEPS {
            let share = |number: f64| number / N_STEPS as f64;
            let value = scale.least + (scale.most - scale.least) * share(number as f64 + 0.5);
            let (left, right) = (INDENT + width * share(number as f64), INDENT + width * share(number as f64 + 1.0));
            let step = Rect { left, top: bar_top, right: right + 0.3, bottom: bar_top + BAR };
            scene.polygon(&step.corners(), Some(scale.colour(value, self.theme)), None);
        }
        let frame = Rect { left: INDENT, top: bar_top, right: INDENT + width, bottom: bar_top + BAR };
        scene.polygon(&frame.corners(), None, Some(Stroke::new(palette.faint, 0.8)));
        let base = bar_top + BAR + 0.7 * ROW;
        let ends = [
            (INDENT, scale.least, crate::scene::Anchor::Start),
            (INDENT + width, scale.most, crate::scene::Anchor::End),
        ];
        let n_ends = if scale.least < scale.most { 2 } else { 1 };
        for (x, value, anchor) in ends.into_iter().rev().take(n_ends) {
            scene.text(TextLine { anchor, ..TextLine::new(&short(value), (x, base), SMALL, palette.faint) });
        }
    }

    fn sign(&self, scene: &mut PictureScene, key: Key, at: (f64, f64)) {
        let palette = self.theme.palette();
        let area = Rect::around(at, SIGN, SIGN).corners();
        let border = Stroke::new(palette.border, 1.0);
        let stone = |scene: &mut PictureScene, player: Player| {
            let [fill, ring] = palette.stones[player.index()];
            scene.circle(at, 0.48 * SIGN, Some(fill), Some(Stroke::new(ring, 1.0)));
        };
        match key {
            Key::Stone(player) => stone(scene, player),
            Key::Last(player) => {
                stone(scene, player);
                let hue = Hue::Tint(Tint::Red);
                let is_print = self.theme == crate::Theme::Print;
                let colour = if is_print { palette.stones[player.index()][0].ink() } else { self.theme.strong(hue) };
                scene.circle(at, 0.38 * SIGN, None, Some(Stroke::new(colour, 1.3)));
            }
            Key::Tint(tint) => ground::paint(scene, &area, self.theme, tint),
            Key::Hatch => ground::hatch(scene, &area, self.theme),
            Key::Outside => scene.polygon(&area, Some(palette.outside), None),
            Key::Blocked => ground::block(scene, &area, self.theme),
            Key::Mark(mark) => cells::mark(scene, self.theme, mark, at, 0.5 * SIGN),
            Key::Line(hue) => {
                let dash = self.theme.dash(hue).map(|(dash, gap)| (2.0 * dash, 2.0 * gap));
                let ends = [(at.0 - 0.55 * SIGN, at.1), (at.0 + 0.55 * SIGN, at.1)];
                scene.path(&ends, Stroke::new(self.theme.strong(hue), 3.0).dashed(dash));
            }
            Key::Label => scene.text(TextLine::centred("5", at, SMALL, palette.ink)),
        }
        if matches!(key, Key::Tint(_) | Key::Hatch | Key::Outside | Key::Blocked) {
            scene.polygon(&area, None, Some(border));
        }
    }
}
