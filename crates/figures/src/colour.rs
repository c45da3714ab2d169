//! Colours and colour scales.

use std::fmt;

/// A colour of red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(
    /// Red.
    pub u8,
    /// Green.
    pub u8,
    /// Blue.
    pub u8,
);

impl Colour {
    /// The board.
    pub(crate) const WOOD: Self = Self(0xf3, 0xdf, 0xae);
    /// The dark tiles of a chessboard.
    pub(crate) const DARK_WOOD: Self = Self(0xe2, 0xc3, 0x88);
    /// Cells that nobody can use.
    pub(crate) const BLOCKED: Self = Self(0x8a, 0x2c, 0x1c);
    /// Links and names.
    pub(crate) const LINE: Self = Self(0x6b, 0x5a, 0x3a);

    /// A scale from yellow, which is near the board's colour, at 0 to red at 1. Below 0 it goes from pale blue to blue
    /// at -1. Numbers outside count as the nearer end, and NaN as 0.
    #[must_use]
    pub fn heat(share: f64) -> Self {
        let (start, end) = match share < 0.0 {
            true => (Self(0xc4, 0xd6, 0xf0), Self(0x1c, 0x5f, 0xc8)),
            false => (Self(0xf6, 0xc8, 0x6a), Self(0xd8, 0x3a, 0x0c)),
        };
        start.towards(end, share.abs())
    }

    /// A scale from nearly white at 0 to orange at 1. Numbers outside count as the nearer end.
    pub(crate) fn warmth(share: f64) -> Self {
        Self(255, 250, 240).towards(Self(240, 120, 20), share)
    }

    /// The colour of the owner of an area: black for 1, white for -1.
    #[must_use]
    pub fn side(share: f64) -> Self {
        if share < 0.0 { Self(0xff, 0xff, 0xff) } else { Self(0x11, 0x11, 0x11) }
    }

    fn towards(self, other: Self, share: f64) -> Self {
        let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
        let part = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u8;
        Self(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }

    /// Black or white, whichever is easier to read on it.
    pub(crate) fn ink(self) -> Self {
        let Self(red, green, blue) = self;
        let is_light = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 128_000;
        if is_light { Self(0, 0, 0) } else { Self(0xff, 0xff, 0xff) }
    }
}

/// The form that SVG uses.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_where_they_should() {
        assert_eq!(Colour::heat(1.0).to_string(), "#d83a0c");
        assert_eq!((Colour::heat(7.0), Colour::heat(-7.0)), (Colour::heat(1.0), Colour::heat(-1.0)));
        assert_eq!(Colour::heat(f64::NAN), Colour::heat(0.0));
        assert_eq!([Colour(255, 255, 255).ink(), Colour(0, 0, 60).ink()], [Colour(0, 0, 0), Colour(255, 255, 255)]);
    }
}
