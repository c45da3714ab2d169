//! Scenes as PNG: drawn by `tiny-skia`, compressed by `miniz_oxide`. The container is written here, since it is short.

use miniz_oxide::deflate::compress_to_vec_zlib;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

use crate::colour::Colour;
use crate::font;
use crate::geometry::Point;
use crate::scene::{OutlineStep, PictureItem, PictureScene, TextLine};

/// The widest and the largest picture, in pixels.
const WIDEST: u32 = 16_384;
const MOST_PIXELS: u64 = 100_000_000;
/// Effort of the compressor, from 0 to 10.
const LEVEL: u8 = 6;

/// Reasons why a picture could not be written as PNG.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// Too few or too many pixels.
    #[error(
        "a picture of {width} x {height} pixels cannot be drawn: expected a width of 1 to {WIDEST} pixels, and {MOST_PIXELS} pixels in all at most"
    )]
    Size {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
}

pub(crate) fn write(scene: &PictureScene, size: (f64, f64), ground: Colour, width: u32) -> Result<Vec<u8>, PngError> {
    let scale = f64::from(width) / size.0.max(1.0);
    let height = (size.1 * scale).round().max(1.0) as u32;
    let error = PngError::Size { width, height };
    if width > WIDEST || u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(error);
    }
    let mut canvas = Pixmap::new(width, height).ok_or(error)?;
    canvas.fill(colour(ground, 1.0));
    let transform = Transform::from_scale(scale as f32, scale as f32);
    for item in &scene.items {
        match item {
            PictureItem::Text(text) => draw_text(&mut canvas, text, transform),
            PictureItem::Shape(shape) => {
                let Some(path) = path(&shape.steps) else { continue };
                if let Some(fill) = shape.fill {
                    canvas.fill_path(&path, &paint(fill, shape.opacity), FillRule::Winding, transform, None);
                }
                if let Some(stroke) = shape.stroke {
                    let dash = stroke.dash.and_then(|(dash, gap)| StrokeDash::new(vec![dash as f32, gap as f32], 0.0));
                    let style = Stroke {
                        width: stroke.width as f32,
                        line_cap: LineCap::Butt,
                        line_join: LineJoin::Round,
                        dash,
                        ..Stroke::default()
                    };
                    canvas.stroke_path(&path, &paint(stroke.colour, 1.0), &style, transform, None);
                }
            }
        }
    }
    Ok(container(&canvas))
}

fn draw_text(canvas: &mut Pixmap, text: &TextLine, transform: Transform) {
    let (x, y) = text.at;
    let start = (x - text.lead(), y);
    let Some(path) = path(&font::outlines(&text.text, text.size, start)) else { return };
    let turned = match text.is_upright {
        true => transform.pre_concat(Transform::from_rotate_at(-90.0, x as f32, y as f32)),
        false => transform,
    };
    canvas.fill_path(&path, &paint(text.ink, 1.0), FillRule::Winding, turned, None);
}

fn path(steps: &[OutlineStep]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let single = |(x, y): Point| (x as f32, y as f32);
    for step in steps {
        match *step {
            OutlineStep::Move(to) => path.move_to(single(to).0, single(to).1),
            OutlineStep::Line(to) => path.line_to(single(to).0, single(to).1),
            OutlineStep::Quad(control, to) => {
                let (control, to) = (single(control), single(to));
                path.quad_to(control.0, control.1, to.0, to.1);
            }
            OutlineStep::Close => path.close(),
            OutlineStep::Circle(centre, radius) => path.push_circle(single(centre).0, single(centre).1, radius as f32),
        }
    }
    path.finish()
}

fn colour(Colour(red, green, blue): Colour, opacity: f64) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(red, green, blue, (opacity.clamp(0.0, 1.0) * 255.0).round() as u8)
}

fn paint(ink: Colour, opacity: f64) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(colour(ink, opacity));
    paint
}

/// The pixels as a file: eight bits each of red, green and blue. Nothing shines through a page, so there is no fourth.
fn container(canvas: &Pixmap) -> Vec<u8> {
    let (width, height) = (canvas.width(), canvas.height());
    let mut rows = Vec::with_capacity((3 * width as usize + 1) * height as usize);
    for row in canvas.pixels().chunks_exact(width as usize) {
        // Each pixel minus the one to its left: areas of one colour become zeros.
        rows.push(1);
        let mut last = [0; 3];
        for pixel in row {
            let now = [pixel.red(), pixel.green(), pixel.blue()];
            rows.extend([0, 1, 2].map(|i| now[i].wrapping_sub(last[i])));
            last = now;
        }
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = [width.to_be_bytes(), height.to_be_bytes()].concat();
    // Bits of each, colours without a palette, and the only compression, filters and order that there are.
    head.extend([8, 2, 0, 0, 0]);
    chunk(&mut file, *b"IHDR", &head);
    chunk(&mut file, *b"IDAT", &compress_to_vec_zlib(&rows, LEVEL));
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    file.extend((content.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(name);
    file.extend(content);
    file.extend(checksum(&file[start..]).to_be_bytes());
}

/// The CRC of PNG and zip.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    })
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::scene::Stroke;

    #[test]
    fn files_are_whole() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926, "as every list of checksums says");
        let mut scene = PictureScene::default();
        scene.circle((50.0, 25.0), 10.0, Some(Colour::of(0xff_00_00)), Some(Stroke::new(Colour::of(0), 2.0)));
        scene.text(TextLine::new("text", (5.0, 40.0), 12.0, Colour::of(0)));
        let file = write(&scene, (100.0, 50.0), Colour::of(0xff_ff_ff), 300).unwrap();
        assert_eq!(file[16..24], [0, 0, 1, 44, 0, 0, 0, 150], "300 x 150");
        let at = file.windows(4).position(|name| name == b"IDAT").unwrap();
        let length = u32::from_be_bytes(file[at - 4..at].try_into().unwrap()) as usize;
        let rows = miniz_oxide::inflate::decompress_to_vec_zlib(&file[at + 4..at + 4 + length]).unwrap();
        assert_eq!(rows.len(), 150 * (3 * 300 + 1));
        assert!(file.ends_with(&[0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]), "the checksum of the last chunk");
        assert_eq!(write(&scene, (100.0, 50.0), Colour::of(0), 0), Err(PngError::Size { width: 0, height: 1 }));
        assert!(write(&scene, (1.0, 50_000.0), Colour::of(0), 10_000).is_err());
    }
}
