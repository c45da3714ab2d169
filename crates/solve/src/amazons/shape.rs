//! Regions that are the same but for where they lie, how they are turned, and whose side is whose.

use super::plot::{Plot, Stand, cells};

/// The most squares of the rectangle around a region that has a shape.
const MAX_BOX: usize = 64;

/// A region up to place, symmetry and exchange of the players: equal shapes have equal values, up to sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Shape {
    columns: u8,
    empty: u64,
    black: u64,
    white: u64,
}

impl Shape {
    /// A shape that is met again only where it is, as it is.
    pub(super) const fn unmoved(stand: Stand) -> Self {
        Self { columns: 0, empty: stand.empty, black: stand.black, white: stand.white }
    }

    /// The least image of `stand`, and whether the players are exchanged in it. `None` if its rectangle is too large.
    pub(super) fn new(plot: &Plot, stand: Stand) -> Option<(Self, bool)> {
        let places = || cells(stand.all()).map(|cell| plot.place(cell));
        let (left, right) = (places().map(|p| p.0).min()?, places().map(|p| p.0).max()?);
        let (top, bottom) = (places().map(|p| p.1).min()?, places().map(|p| p.1).max()?);
        let (columns, rows) = (right - left + 1, bottom - top + 1);
        if usize::from(columns) * usize::from(rows) > MAX_BOX {
            return None;
        }
        let mut least: Option<(Self, bool)> = None;
        for symmetry in 0..8 {
            let turned = symmetry & 4 != 0;
            let width = if turned { rows } else { columns };
            let image = |set: u64| {
                cells(set).fold(0_u64, |image, cell| {
                    let (column, row) = plot.place(cell);
                    let (mut x, mut y) = (column - left, row - top);
                    if symmetry & 1 != 0 {
                        x = columns - 1 - x;
                    }
                    if symmetry & 2 != 0 {
                        y = rows - 1 - y;
                    }
                    if turned {
                        (x, y) = (y, x);
                    }
                    image | 1 << (u32::from(y) * u32::from(width) + u32::from(x))
                })
            };
            let (empty, black, white) = (image(stand.empty), image(stand.black), image(stand.white));
            for (shape, exchanged) in [
                (Self { columns: width, empty, black, white }, false),
                (Self { columns: width, empty, black: white, white: black }, true),
            ] {
                // Of equal images the one without exchange stays, as it comes first.
                if least.is_none_or(|(least, _)| shape < least) {
                    least = Some((shape, exchanged));
                }
            }
        }
        least
    }
}
