//! Regions that are the same except for place, orientation, and which side is whose.

use super::plot::{Plot, SIDE, Stand, cells};

/// A region up to place, symmetry and exchange of the players. Equal shapes have equal values, up to sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct RegionShape {
    /// The number of the plot if the shape is fixed to it, or 0 if it may be anywhere.
    plot: u32,
    empty: u64,
    black: u64,
    white: u64,
}

impl RegionShape {
    /// A shape that is recognised only at the same place and in the same orientation, on the plot of this number, which
    /// is not 0.
    pub(super) const fn unmoved(plot: u32, stand: Stand) -> Self {
        Self { plot, empty: stand.empty, black: stand.black, white: stand.white }
    }

    /// The least image of `stand`, and whether the players are exchanged in it. `None` if it does not fit into eight by
    /// eight squares.
    pub(super) fn new(plot: &Plot, stand: Stand) -> Option<(Self, bool)> {
        let boxed = if plot.is_boxed() { stand } else { boxed(plot, stand)? };
        let mut least = None;
        for turned in [boxed, map(boxed, transposed)] {
            for flipped in [turned, map(turned, u64::swap_bytes)] {
                for image in [flipped, map(flipped, mirrored)] {
                    let Stand { empty, black, white } = pushed(image);
                    for (shape, exchanged) in [
                        (Self { plot: 0, empty, black, white }, false),
                        (Self { plot: 0, empty, black: white, white: black }, true),
                    ] {
                        // Of equal images the one without an exchange stays, because it comes first.
                        if least.is_none_or(|(least, _)| shape < least) {
                            least = Some((shape, exchanged));
                        }
                    }
                }
            }
        }
        least
    }
}

/// The stand numbered as in eight by eight squares, if it fits there.
fn boxed(plot: &Plot, stand: Stand) -> Option<Stand> {
    let places = || cells(stand.all()).map(|cell| plot.place(cell));
    let (left, top) = (places().map(|place| place.0).min()?, places().map(|place| place.1).min()?);
    if !places().all(|(column, row)| column - left < SIDE && row - top < SIDE) {
        return None;
    }
    let image = |set: u64| {
        cells(set).map(|cell| plot.place(cell)).fold(0, |image, (column, row)| {
            image | 1 << (u32::from(row - top) * u32::from(SIDE) + u32::from(column - left))
        })
    };
    Some(map(stand, image))
}

fn map(stand: Stand, image: impl Fn(u64) -> u64) -> Stand {
    Stand { empty: image(stand.empty), black: image(stand.black), white: image(stand.white) }
}

/// Each row reversed.
const fn mirrored(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

/// Rows become columns: blocks of four, two and one squares are exchanged across the diagonal.
const fn transposed(set: u64) -> u64 {
    let swap = (set ^ set >> 28) & 0x0000_0000_f0f0_f0f0;
    let set = set ^ swap ^ swap << 28;
    let swap = (set ^ set >> 14) & 0x0000_cccc_0000_cccc;
    let set = set ^ swap ^ swap << 14;
    let swap = (set ^ set >> 7) & 0x00aa_00aa_00aa_00aa;
    set ^ swap ^ swap << 7
}

/// The stand moved into the corner of the lowest numbers.
fn pushed(stand: Stand) -> Stand {
    let all = stand.all();
    let rows = all.trailing_zeros() & 56;
    let half = all | all >> 32;
    let quarter = half | half >> 16;
    let columns = ((quarter | quarter >> 8) & 0xff).trailing_zeros();
    // An empty stand has nothing to move; the mask keeps the shift valid.
    map(stand, |set| set >> ((rows + columns) & 63))
}
