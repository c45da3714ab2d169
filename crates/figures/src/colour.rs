//! Colours.

use std::fmt;

/// A colour of red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Colour {
    /// From `0xrrggbb`.
    pub(crate) const fn of(code: u32) -> Self {
        Self((code >> 16) as u8, (code >> 8) as u8, code as u8)
    }

    /// The colour this share of the way to another one. Shares outside 0 to 1 count as the nearer end, NaN as 0.
    pub(crate) fn towards(self, other: Self, share: f64) -> Self {
        let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
        let part = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u8;
        Self(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }

    /// Black or white, whichever is easier to read on it.
    pub(crate) fn ink(self) -> Self {
        let Self(red, green, blue) = self;
        let is_light = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 128_000;
        if is_light { Self::of(0x11_11_11) } else { Self::of(0xff_ff_ff) }
    }
}

/// The form that SVG uses.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn colours_mix_and_have_inks() {
        let (black, white) = (Colour::of(0), Colour::of(0xff_ff_ff));
        assert_eq!(black.towards(white, 0.5).to_string(), "#808080");
        assert_eq!([f64::NAN, -1.0, 7.0].map(|share| black.towards(white, share)), [black, black, white]);
        assert_eq!([white.ink(), Colour::of(0x3c).ink()], [Colour::of(0x11_11_11), white]);
    }
}
