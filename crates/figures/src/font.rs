//! The font of all pictures, which is part of the program: how wide texts are, and the outlines of letters.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use crate::geometry::Point;
use crate::scene::OutlineStep;

/// Roboto, under the Apache License 2.0: see `font/README.md`.
const FILE: &[u8] = include_bytes!("../font/Roboto-Latin.ttf");

static FACE: LazyLock<Face> = LazyLock::new(|| {
    let font = FontRef::new(FILE).expect("the font in this crate is whole");
    Face {
        glyphs: font.charmap().mappings().collect(),
        metrics: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
        outlines: font.outline_glyphs(),
        units_per_em: f64::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em),
    }
});

/// The parsed font. Advances and outlines are in font units.
struct Face {
    glyphs: BTreeMap<u32, GlyphId>,
    metrics: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
    units_per_em: f64,
}

/// The names that SVG gives for the font: where Roboto is missing, another of about the same width.
pub(crate) const FAMILY: &str = "Roboto, Arial, Helvetica, sans-serif";
/// The height of capitals and figures, in sizes of the font.
pub(crate) const CAPITALS: f64 = 0.711;
/// The lowest parts of letters below the line, in sizes of the font.
pub(crate) const DESCENT: f64 = 0.21;

fn glyph(letter: char) -> GlyphId {
    // Glyph 0 is the box for what the font does not have.
    FACE.glyphs.get(&u32::from(letter)).copied().unwrap_or(GlyphId::NOTDEF)
}

fn advance(glyph: GlyphId) -> f64 {
    f64::from(FACE.metrics.advance_width(glyph).unwrap_or(0.0)) / FACE.units_per_em
}

/// The width of a text in this size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|letter| advance(glyph(letter))).sum::<f64>() * size
}

/// The outlines of a text that begins at this point of the line.
pub(crate) fn outlines(text: &str, size: f64, at: Point) -> Vec<OutlineStep> {
    let mut pen = Pen { at, scale: size / FACE.units_per_em, steps: Vec::new() };
    for letter in text.chars() {
        let glyph = glyph(letter);
        if let Some(outline) = FACE.outlines.get(glyph) {
            let unhinted = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            outline.draw(unhinted, &mut pen).expect("the font in this crate is whole");
        }
        pen.at.0 += advance(glyph) * size;
    }
    pen.steps
}

/// The text in lines of whole words, none wider than `most`. A word that is wider is cut into pieces.
pub(crate) fn wrapped(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let mut piece = String::new();
        let mut pieces = Vec::new();
        for letter in word.chars() {
            let longer = format!("{piece}{letter}");
            if width(&longer, size) > most && !piece.is_empty() {
                pieces.push(std::mem::take(&mut piece));
            }
            piece.push(letter);
        }
        pieces.push(piece);
        for piece in pieces {
            match lines.last_mut().filter(|line| width(&format!("{line} {piece}"), size) <= most) {
                Some(line) => *line = format!("{line} {piece}"),
                None => lines.push(piece),
            }
        }
    }
    lines
}

struct Pen {
    at: Point,
    scale: f64,
    steps: Vec<OutlineStep>,
}

impl Pen {
    fn point(&self, x: f32, y: f32) -> Point {
        (self.at.0 + f64::from(x) * self.scale, self.at.1 - f64::from(y) * self.scale)
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.steps.push(OutlineStep::Move(self.point(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.steps.push(OutlineStep::Line(self.point(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.steps.push(OutlineStep::Quad(self.point(x1, y1), self.point(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        // Letters of TrueType have no such curves.
        let near = self.point(f32::midpoint(x1, x2), f32::midpoint(y1, y2));
        self.steps.push(OutlineStep::Quad(near, self.point(x, y)));
    }

    fn close(&mut self) {
        self.steps.push(OutlineStep::Close);
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn texts_have_widths_and_outlines() {
        assert!(width("mmm", 10.0) > width("iii", 10.0) && width("", 10.0) == 0.0);
        // All figures are equally wide.
        assert!((width("0123456789", 10.0) - 10.0 * width("1", 10.0)).abs() < 1e-9);
        assert!(!outlines("a", 10.0, (0.0, 0.0)).is_empty() && outlines(" ", 10.0, (0.0, 0.0)).is_empty());
        for letter in "±−–’×≤≥…αΔ∞éŁ".chars() {
            assert_ne!(glyph(letter), GlyphId::NOTDEF, "{letter}");
        }
        assert!(width("漢", 10.0) > 0.0, "a box");
    }

    #[test]
    fn lines_are_no_wider_than_they_may_be() {
        let text = "word ".repeat(20) + &"long".repeat(40);
        let lines = wrapped(&text, 12.0, 150.0);
        assert!(lines.iter().all(|line| width(line, 12.0) <= 150.0), "{lines:?}");
        let letters = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(letters(&lines.concat()), letters(&text));
        assert!(wrapped("a", 12.0, 0.1).len() == 1 && wrapped(" ", 12.0, 9.0).is_empty());
    }
}
