//! Numbers whose denominator is a power of two.

use std::cmp::Ordering;
use std::fmt;

/// The largest power of two in a denominator.
const MAX_LOG: u8 = 60;

/// An exact number `numerator / 2^log_denominator` in lowest terms.
///
/// Arithmetic is checked: a result that does not fit is `None`, never a wrapped number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    log_denominator: u8,
}

impl Dyadic {
    /// 0.
    pub const ZERO: Self = Self { numerator: 0, log_denominator: 0 };
    /// 1.
    pub const ONE: Self = Self { numerator: 1, log_denominator: 0 };

    /// The number `numerator / 2^log_denominator`, if it fits: at most 60 halvings and 63 bits.
    #[must_use]
    pub fn new(numerator: i64, log_denominator: u32) -> Option<Self> {
        Self::reduced(i128::from(numerator), log_denominator)
    }

    /// A whole number. The one number whose negative does not fit, `i64::MIN`, is `None`.
    #[must_use]
    pub fn integer(number: i64) -> Option<Self> {
        Self::new(number, 0)
    }

    /// The numerator, in lowest terms.
    #[must_use]
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The power of two in the denominator, in lowest terms.
    #[must_use]
    pub const fn log_denominator(self) -> u32 {
        self.log_denominator as u32
    }

    /// The number, if it is whole.
    #[must_use]
    pub const fn as_integer(self) -> Option<i64> {
        if self.log_denominator == 0 { Some(self.numerator) } else { None }
    }

    /// The sum.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let log = self.log_denominator.max(other.log_denominator);
        Self::reduced(self.over(log) + other.over(log), u32::from(log))
    }

    /// The difference.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.checked_add(-other)
    }

    /// Half of it.
    #[must_use]
    pub fn checked_half(self) -> Option<Self> {
        Self::reduced(i128::from(self.numerator), u32::from(self.log_denominator) + 1)
    }

    /// As a float, for drawing: exact below 53 bits.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "said in the contract")]
        let numerator = self.numerator as f64;
        numerator / (1_u64 << self.log_denominator) as f64
    }

    /// The numerator over the denominator `2^log`, which is not smaller than the number's own.
    fn over(self, log: u8) -> i128 {
        i128::from(self.numerator) << (log - self.log_denominator)
    }

    fn reduced(numerator: i128, log: u32) -> Option<Self> {
        if numerator == 0 {
            return Some(Self::ZERO);
        }
        let shift = numerator.trailing_zeros().min(log);
        let numerator = i64::try_from(numerator >> shift).ok().filter(|&n| n != i64::MIN)?;
        let log_denominator = u8::try_from(log - shift).ok().filter(|&log| log <= MAX_LOG)?;
        Some(Self { numerator, log_denominator })
    }
}

impl std::ops::Neg for Dyadic {
    type Output = Self;

    fn neg(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let log = self.log_denominator.max(other.log_denominator);
        self.over(log).cmp(&other.over(log))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    /// As `-3`, `5/4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.log_denominator {
            0 => write!(f, "{}", self.numerator),
            log => write!(f, "{}/{}", self.numerator, 1_u64 << log),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn arithmetic_is_that_of_rationals(a in -5000_i64..5000, k in 0_u32..8, b in -5000_i64..5000, l in 0_u32..8) {
            let (x, y) = (Dyadic::new(a, k).unwrap(), Dyadic::new(b, l).unwrap());
            // Over the common denominator 256 everything is whole.
            let whole = |n: i64, log: u32| n << (8 - log);
            prop_assert_eq!(x.checked_add(y).unwrap(), Dyadic::new(whole(a, k) + whole(b, l), 8).unwrap());
            prop_assert_eq!(x.checked_sub(y).unwrap(), Dyadic::new(whole(a, k) - whole(b, l), 8).unwrap());
            prop_assert_eq!(x.checked_half().unwrap(), Dyadic::new(a, k + 1).unwrap());
            prop_assert_eq!(x.cmp(&y), whole(a, k).cmp(&whole(b, l)));
            prop_assert!(x.log_denominator() == 0 || x.numerator() % 2 != 0);
        }
    }

    #[test]
    fn what_does_not_fit_is_none() {
        let most = Dyadic::integer(i64::MAX).unwrap();
        assert_eq!(most.checked_add(Dyadic::ONE), None);
        assert_eq!((-most).checked_sub(Dyadic::ONE), None);
        assert_eq!(Dyadic::integer(i64::MIN), None);
        assert_eq!(Dyadic::new(1, 60).unwrap().checked_half(), None);
        assert_eq!(Dyadic::new(1, 60).unwrap().checked_add(most), None);
        assert!(Dyadic::new(1, 60).unwrap() < most && -most < Dyadic::new(-1, 60).unwrap());
    }

    #[test]
    fn is_written_as_a_fraction() {
        assert_eq!(Dyadic::new(-6, 3).unwrap().to_string(), "-3/4");
        assert_eq!(Dyadic::new(8, 2).unwrap().to_string(), "2");
        assert!((Dyadic::new(5, 2).unwrap().to_f64() - 1.25).abs() < 1e-12);
    }
}
