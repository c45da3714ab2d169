//! Parts of a picture: shapes and texts, from the bottom up. Files of both forms are written from it.

use crate::colour::Colour;
use crate::font;
use crate::geometry::{Point, Rect};

/// A step of an outline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum OutlineStep {
    Move(Point),
    Line(Point),
    /// Control point and end.
    Quad(Point, Point),
    Close,
    /// A whole circle: centre and radius.
    Circle(Point, f64),
}

/// A line along an outline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    /// Lengths of dashes and gaps.
    pub(crate) dash: Option<(f64, f64)>,
}

impl Stroke {
    pub(crate) const fn new(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: None }
    }

    pub(crate) const fn dashed(self, dash: Option<(f64, f64)>) -> Self {
        Self { dash, ..self }
    }
}

/// An outline, filled, stroked or both.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OutlineShape {
    pub(crate) steps: Vec<OutlineStep>,
    pub(crate) fill: Option<Colour>,
    /// Opacity of the filling, from 0 to 1.
    pub(crate) opacity: f64,
    pub(crate) stroke: Option<Stroke>,
}

/// The point of a text that its place gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TextLine {
    /// The point of its base line that the anchor says.
    pub(crate) at: Point,
    pub(crate) size: f64,
    pub(crate) anchor: Anchor,
    pub(crate) ink: Colour,
    pub(crate) text: String,
    /// Whether it runs upwards.
    pub(crate) is_upright: bool,
}

impl TextLine {
    pub(crate) fn new(text: &str, at: Point, size: f64, ink: Colour) -> Self {
        Self { at, size, anchor: Anchor::Start, ink, text: text.to_owned(), is_upright: false }
    }

    /// A text around this point, which is the middle of its capitals and figures.
    pub(crate) fn centred(text: &str, (x, y): Point, size: f64, ink: Colour) -> Self {
        let at = (x, y + font::CAPITALS / 2.0 * size);
        Self { anchor: Anchor::Middle, ..Self::new(text, at, size, ink) }
    }

    pub(crate) fn width(&self) -> f64 {
        font::width(&self.text, self.size)
    }

    /// Distance from its beginning to the anchor.
    pub(crate) fn lead(&self) -> f64 {
        match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => self.width() / 2.0,
            Anchor::End => self.width(),
        }
    }

    /// The room that its letters take.
    pub(crate) fn room(&self) -> Rect {
        let ((x, y), lead, width) = (self.at, self.lead(), self.width());
        let (above, below) = (font::CAPITALS * self.size, self.below());
        match self.is_upright {
            false => Rect { left: x - lead, top: y - above, right: x - lead + width, bottom: y + below },
            true => Rect { left: x - above, top: y + lead - width, right: x + below, bottom: y + lead },
        }
    }

    fn below(&self) -> f64 {
        let hangs = |letter: char| "gjpqy,;()Q".contains(letter);
        if self.text.contains(hangs) { font::DESCENT * self.size } else { 0.0 }
    }
}

/// A part of a picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PictureItem {
    Shape(OutlineShape),
    Text(TextLine),
}

/// Shapes and texts, from the bottom up.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct PictureScene {
    pub(crate) items: Vec<PictureItem>,
}

impl PictureScene {
    pub(crate) fn shape(&mut self, steps: Vec<OutlineStep>, fill: Option<Colour>, stroke: Option<Stroke>) {
        self.items.push(PictureItem::Shape(OutlineShape { steps, fill, opacity: 1.0, stroke }));
    }

    /// A filled polygon that lets through some of what lies below.
    pub(crate) fn veil(&mut self, points: &[Point], fill: Colour, opacity: f64) {
        self.items.push(PictureItem::Shape(OutlineShape {
            steps: closed(points),
            fill: Some(fill),
            opacity,
            stroke: None,
        }));
    }

    pub(crate) fn polygon(&mut self, points: &[Point], fill: Option<Colour>, stroke: Option<Stroke>) {
        self.shape(closed(points), fill, stroke);
    }

    pub(crate) fn circle(&mut self, centre: Point, radius: f64, fill: Option<Colour>, stroke: Option<Stroke>) {
        self.shape(vec![OutlineStep::Circle(centre, radius)], fill, stroke);
    }

    /// Straight lines between these points.
    pub(crate) fn path(&mut self, points: &[Point], stroke: Stroke) {
        self.shape(open(points), None, Some(stroke));
    }

    /// Straight lines, each between two points.
    pub(crate) fn lines(&mut self, lines: &[(Point, Point)], stroke: Stroke) {
        if !lines.is_empty() {
            let steps = lines.iter().flat_map(|&(from, to)| [OutlineStep::Move(from), OutlineStep::Line(to)]);
            self.shape(steps.collect(), None, Some(stroke));
        }
    }

    pub(crate) fn text(&mut self, text: TextLine) {
        if !text.text.trim().is_empty() {
            self.items.push(PictureItem::Text(text));
        }
    }

    /// All of it, moved.
    pub(crate) fn moved(mut self, (right, down): Point) -> Self {
        let moved = |point: &mut Point| *point = (point.0 + right, point.1 + down);
        for item in &mut self.items {
            match item {
                PictureItem::Text(text) => moved(&mut text.at),
                PictureItem::Shape(shape) => {
                    for step in &mut shape.steps {
                        match step {
                            OutlineStep::Move(point) | OutlineStep::Line(point) | OutlineStep::Circle(point, _) => {
                                moved(point)
                            }
                            OutlineStep::Quad(control, end) => [control, end].into_iter().for_each(moved),
                            OutlineStep::Close => {}
                        }
                    }
                }
            }
        }
        self
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = &TextLine> {
        self.items.iter().filter_map(|item| match item {
            PictureItem::Text(text) => Some(text),
            PictureItem::Shape(_) => None,
        })
    }
}

fn open(points: &[Point]) -> Vec<OutlineStep> {
    let mut steps: Vec<OutlineStep> = points.iter().map(|&point| OutlineStep::Line(point)).collect();
    if let (Some(first), Some(&point)) = (steps.first_mut(), points.first()) {
        *first = OutlineStep::Move(point);
    }
    steps
}

fn closed(points: &[Point]) -> Vec<OutlineStep> {
    let mut steps = open(points);
    steps.push(OutlineStep::Close);
    steps
}
