//! Scenes as SVG.

use std::fmt::{self, Write};

use crate::colour::Colour;
use crate::film::Film;
use crate::font;
use crate::geometry::Point;
use crate::scene::{Anchor, OutlineShape, OutlineStep, PictureItem, PictureScene, TextLine};

/// From this many letters on a viewer is made to give a text the width that it was measured with, whatever its fonts.
const LONG: usize = 6;

/// The whole file.
pub(crate) fn write(scene: &PictureScene, film: Option<&Film>, size: Point, ground: Colour, title: &str) -> String {
    let (width, height) = size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\" font-family=\"{}\" stroke-linejoin=\"round\">\n",
        font::FAMILY
    );
    // Writing to a string does not fail.
    _ = write_all(&mut svg, scene, film, ground, title);
    svg + "</svg>\n"
}

fn write_all(svg: &mut String, scene: &PictureScene, film: Option<&Film>, ground: Colour, title: &str) -> fmt::Result {
    if !title.is_empty() {
        writeln!(svg, "<title>{}</title>", escaped(title))?;
    }
    writeln!(svg, "<rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/>")?;
    let Some(film) = film else {
        return scene.items.iter().try_for_each(|item| write_item(svg, item));
    };
    for (items, changes) in film.runs() {
        if !changes.is_empty() {
            write_changes(svg, film, &changes)?;
        }
        items.iter().try_for_each(|(item, _)| write_item(svg, item))?;
        if !changes.is_empty() {
            svg.push_str("</g>\n");
        }
    }
    Ok(())
}

fn write_item(svg: &mut String, item: &PictureItem) -> fmt::Result {
    match item {
        PictureItem::Shape(shape) => write_shape(svg, shape),
        PictureItem::Text(text) => write_text(svg, text),
    }
}

/// Opens a group that is seen for a part of the time. What plays nothing shows the end.
fn write_changes(svg: &mut String, film: &Film, changes: &[(usize, bool)]) -> fmt::Result {
    let word = |&(_, is_seen): &(usize, bool)| if is_seen { "visible" } else { "hidden" };
    let values: Vec<&str> = changes.iter().map(word).collect();
    let times: Vec<String> = changes.iter().map(|&(moment, _)| format!("{:.5}", film.share_at(moment))).collect();
    let (end, values, times) = (values.last().unwrap_or(&"visible"), values.join(";"), times.join(";"));
    writeln!(
        svg,
        "<g visibility=\"{end}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"{values}\" \
         keyTimes=\"{times}\" dur=\"{}s\" repeatCount=\"indefinite\"/>",
        number(film.seconds())
    )
}

fn write_shape(svg: &mut String, shape: &OutlineShape) -> fmt::Result {
    match shape.steps[..] {
        [OutlineStep::Circle((x, y), radius)] => {
            write!(svg, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", number(x), number(y), number(radius))?;
        }
        _ => {
            svg.push_str("<path d=\"");
            for step in &shape.steps {
                match *step {
                    OutlineStep::Move((x, y)) => write!(svg, "M{} {}", number(x), number(y))?,
                    OutlineStep::Line((x, y)) => write!(svg, "L{} {}", number(x), number(y))?,
                    OutlineStep::Quad((a, b), (x, y)) => {
                        write!(svg, "Q{} {} {} {}", number(a), number(b), number(x), number(y))?;
                    }
                    OutlineStep::Close => svg.push('Z'),
                    OutlineStep::Circle((x, y), radius) => {
                        let (left, radius, wide) = (number(x - radius), number(radius), number(2.0 * radius));
                        let y = number(y);
                        write!(svg, "M{left} {y}a{radius} {radius} 0 1 0 {wide} 0a{radius} {radius} 0 1 0 -{wide} 0")?;
                    }
                }
            }
            svg.push('"');
        }
    }
    match shape.fill {
        Some(fill) => write!(svg, " fill=\"{fill}\"")?,
        None => svg.push_str(" fill=\"none\""),
    }
    if shape.opacity < 1.0 {
        write!(svg, " fill-opacity=\"{}\"", number(shape.opacity))?;
    }
    if let Some(stroke) = shape.stroke {
        write!(svg, " stroke=\"{}\" stroke-width=\"{}\"", stroke.colour, number(stroke.width))?;
        if let Some((dash, gap)) = stroke.dash {
            write!(svg, " stroke-dasharray=\"{} {}\"", number(dash), number(gap))?;
        }
    }
    svg.push_str("/>\n");
    Ok(())
}

fn write_text(svg: &mut String, text: &TextLine) -> fmt::Result {
    let (x, y) = (number(text.at.0), number(text.at.1));
    write!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" fill=\"{}\"", number(text.size), text.ink)?;
    match text.anchor {
        Anchor::Start => {}
        Anchor::Middle => svg.push_str(" text-anchor=\"middle\""),
        Anchor::End => svg.push_str(" text-anchor=\"end\""),
    }
    if text.is_upright {
        write!(svg, " transform=\"rotate(-90 {x} {y})\"")?;
    }
    if text.text.chars().count() >= LONG {
        write!(svg, " textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", number(text.width()))?;
    }
    writeln!(svg, ">{}</text>", escaped(&text.text))
}

/// With two decimals at most, and none where none is needed.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text with the special characters of XML and HTML escaped, also for attributes between `"`, and without those that XML
/// cannot have.
#[must_use]
pub fn escaped(text: &str) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_texts_escaped() {
        assert_eq!([1.0, -0.001, 2.5, 1.0 / 3.0].map(number), ["1", "0", "2.5", "0.33"]);
        assert_eq!(escaped("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot; ");
    }
}
