//! Place of one cell.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

/// Place of a cell: units to the right of the origin and units below it, as on a screen.
///
/// Kept in ten-thousandths of a unit, so that places can be compared and are the same on every machine. On lattices and
/// tilings a unit is the length of a link. A drawing decides nothing: rules see only neighbours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place {
    // In reading order: from the top, then from the left.
    down: i32,
    right: i32,
}

impl Place {
    /// The number of steps in a unit.
    pub(crate) const STEPS: i32 = 10_000;

    /// The largest distance from the origin, in units, in each direction.
    pub const MOST: f64 = 100_000.0;

    /// The place at `right` and `down` units, or `None` if either is not a number or exceeds [`Self::MOST`].
    #[must_use]
    pub fn new(right: f64, down: f64) -> Option<Self> {
        // NaN fails these comparisons too.
        (right.abs() <= Self::MOST && down.abs() <= Self::MOST).then(|| Self::near(right, down))
    }

    /// The place this many steps, of [`Self::STEPS`] to a unit, to the right of the origin and below it.
    pub(crate) const fn of_steps(right: i32, down: i32) -> Self {
        Self { down, right }
    }

    /// The place nearest to these units, within the bounds of a place.
    pub(crate) fn near(right: f64, down: f64) -> Self {
        let steps = |units: f64| (units.clamp(-Self::MOST, Self::MOST) * f64::from(Self::STEPS)).round() as i32;
        Self { down: steps(down), right: steps(right) }
    }

    /// Units to the right of the origin.
    #[must_use]
    pub fn right(self) -> f64 {
        f64::from(self.right) / f64::from(Self::STEPS)
    }

    /// Units below the origin.
    #[must_use]
    pub fn down(self) -> f64 {
        f64::from(self.down) / f64::from(Self::STEPS)
    }

    /// The distance to another place, in units.
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        let (right, down) = (self.right() - other.right(), self.down() - other.down());
        (right * right + down * down).sqrt()
    }
}

/// As `[right, down]`, in units.
impl Serialize for Place {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // Files show a whole number of units without a fraction.
        let units = |steps: i32| match steps % Self::STEPS {
            0 => Number::from(steps / Self::STEPS),
            _ => Number::from_f64(f64::from(steps) / f64::from(Self::STEPS)).unwrap_or_else(|| Number::from(0)),
        };
        [units(self.right), units(self.down)].serialize(to)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let [right, down] = <[f64; 2]>::deserialize(from)?;
        Self::new(right, down).ok_or_else(|| D::Error::custom(format!("a place lies within {} units", Self::MOST)))
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_in_order_and_bounded() {
        let place = |right, down| Place::new(right, down).unwrap();
        assert!(place(5.0, 0.0) < place(-3.0, 0.5) && place(-3.0, 0.5) < place(0.0, 0.5));
        assert_eq!((place(-0.25, 1.5).right(), place(-0.25, 1.5).down()), (-0.25, 1.5));
        assert_eq!(place(0.0, 0.0).distance(place(3.0, -4.0)), 5.0);
        for (right, down) in [(f64::NAN, 0.0), (0.0, f64::INFINITY), (100_000.5, 0.0), (0.0, -1e300)] {
            assert_eq!(Place::new(right, down), None);
        }
    }
}
