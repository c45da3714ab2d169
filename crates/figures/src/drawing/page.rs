//! Where a board and the words above it are on a page.

use tesuji_board::{Cell, Topology};

/// The length of a link, in units of the picture; less if the board would become too large.
const LINK: f64 = 44.0;
/// The longest side of a picture, without its margins.
pub(super) const LARGEST: f64 = 2_400.0;
/// Room around a board, for names and links that go around.
pub(super) const MARGIN: f64 = 44.0;
/// No page is narrower, so that words have room above small boards.
const NARROWEST: f64 = 340.0;
/// The font size of a caption. `LETTER` is an upper bound on the mean width of its letters.
pub(super) const FONT: f64 = 14.0;
const LETTER: f64 = 0.62 * FONT;
pub(super) const LINE_HEIGHT: f64 = 19.0;
/// The space to the left and to the right of a caption.
pub(super) const INDENT: f64 = 12.0;

/// Where the board lies on the page.
pub(super) struct Page<'a> {
    topology: &'a Topology,
    /// The least coordinates of any cell, in units of the board. They are subtracted.
    origin: (f64, f64),
    /// The place of the upper left corner of the board on the page.
    corner: (f64, f64),
    /// How many units of the page one unit of the board is.
    scale: f64,
    /// Width and height.
    pub(super) size: (f64, f64),
    /// The length of a link, on the page.
    pub(super) link: f64,
    /// The radius of a stone, on the page. Neighbouring stones do not quite touch.
    pub(super) stone: f64,
    /// The caption, in lines that fit.
    pub(super) caption: Vec<String>,
}

impl<'a> Page<'a> {
    pub(super) fn of(topology: &'a Topology, caption: &str) -> Self {
        let places: Vec<(f64, f64)> =
            topology.cells().map(|cell| topology.place(cell)).map(|place| (place.right(), place.down())).collect();
        let extent = |of: fn(&(f64, f64)) -> f64| {
            let least = places.iter().map(of).fold(f64::INFINITY, f64::min);
            (least, places.iter().map(of).fold(f64::NEG_INFINITY, f64::max) - least)
        };
        let ((left, wide), (top, high)) = (extent(|place| place.0), extent(|place| place.1));
        let scale = (LINK / topology.link_length()).min(LARGEST / wide.max(high).max(1e-9));
        let mut nearest = f64::INFINITY;
        for (idx, a) in places.iter().enumerate() {
            for b in &places[..idx] {
                nearest = nearest.min((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2));
            }
        }
        let link = topology.link_length() * scale;
        let width = (wide * scale + 2.0 * MARGIN).max(NARROWEST);
        let caption = wrapped(caption, ((width - 2.0 * INDENT) / LETTER) as usize);
        let above = MARGIN + LINE_HEIGHT * caption.len() as f64;
        Self {
            topology,
            origin: (left, top),
            corner: ((width - wide * scale) / 2.0, above),
            scale,
            size: (width, above + high * scale + MARGIN),
            link: link.min(LINK),
            stone: (0.46 * nearest.sqrt() * scale).clamp(1.0, 0.46 * LINK),
            caption,
        }
    }

    /// The middle of a cell.
    pub(super) fn at(&self, cell: Cell) -> (f64, f64) {
        let place = self.topology.place(cell);
        let ((left, top), (x, y)) = (self.origin, self.corner);
        (x + (place.right() - left) * self.scale, y + (place.down() - top) * self.scale)
    }
}

/// Lines of whole words, with at most `most_letters` letters each. A word that is longer than a line is cut into
/// pieces.
fn wrapped(text: &str, most_letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(most_letters) {
            let has_room = |line: &&mut String| line.chars().count() + 1 + piece.len() <= most_letters;
            match lines.last_mut().filter(has_room) {
                Some(line) => {
                    line.push(' ');
                    line.extend(piece);
                }
                None => lines.push(piece.iter().collect()),
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use tesuji_board::BoardSpec;

    use super::*;

    #[test]
    fn everything_has_its_place_on_the_page() {
        let caption = "word ".repeat(40) + &"long".repeat(100);
        for text in ["1", "9x9", "torus:19x19", "honeycomb:4", "4.6.12:2", "ring:100", "rings:4x9", "32x32"] {
            let board = text.parse::<BoardSpec>().unwrap().topology().unwrap();
            let page = Page::of(&board, &caption);
            assert!(page.stone >= 1.0 && page.size.0.max(page.size.1) < LARGEST + 600.0, "{text}");
            let above = LINE_HEIGHT * page.caption.len() as f64;
            for cell in board.cells() {
                let (x, y) = page.at(cell);
                assert!(x >= MARGIN - 0.1 && x <= page.size.0 - MARGIN + 0.1, "{text}");
                assert!(y >= above + MARGIN - 0.1 && y <= page.size.1 - MARGIN + 0.1, "{text}");
            }
            let longest = page.caption.iter().map(|line| line.chars().count()).max().unwrap();
            assert!(longest as f64 * LETTER + 2.0 * INDENT <= page.size.0 + 0.1, "{text}: {longest}");
            let whole: String = page.caption.concat().split_whitespace().collect();
            assert_eq!(whole, caption.split_whitespace().collect::<String>());
        }
    }
}
