//! Roots of functions of one variable.

/// More steps than any bracket needs: every third step halves it.
const MOST_STEPS: usize = 200;

/// A bracket this small, as a share of the first one, is small enough: an `f64` has hardly more digits.
const SMALL_BRACKET: f64 = 1e-15;

/// Argument at which `falling` changes from positive to negative between `low` and `high`, which must be finite.
///
/// The function is never evaluated at the ends, and may have poles there. If its sign does not change, the result is
/// next to one end: `high` if the function is always positive, `low` if it is always negative.
///
/// This is the Illinois variant of regula falsi, with every third step a bisection, for functions on which it is slow.
/// M. Dowell and P. Jarratt, "A modified regula falsi method for computing the root of an equation", BIT 11 (1971).
#[must_use]
pub fn sign_change(mut low: f64, mut high: f64, falling: impl Fn(f64) -> f64) -> f64 {
    let done = SMALL_BRACKET * (high - low);
    let (mut at_low, mut at_high) = (f64::NAN, f64::NAN);
    let mut last_was_low = None;
    for step in 0..MOST_STEPS {
        let middle = low + (high - low) / 2.0;
        if high - low <= done || middle <= low || middle >= high {
            break;
        }
        // This is NaN until both ends have a value. No comparison holds for NaN, so the middle is taken.
        let secant = low + (high - low) * at_low / (at_low - at_high);
        let x = if step % 3 != 2 && low < secant && secant < high { secant } else { middle };
        let value = falling(x);
        if value == 0.0 {
            return x;
        }
        let is_low = value > 0.0;
        if is_low {
            (low, at_low) = (x, value);
        } else {
            (high, at_high) = (x, value);
        }
        if last_was_low == Some(is_low) {
            // The value at the end that stays is reduced, so that this end does not stay forever.
            *(if is_low { &mut at_high } else { &mut at_low }) /= 2.0;
        }
        last_was_low = Some(is_low);
    }
    low + (high - low) / 2.0
}

#[cfg(feature = "testing")]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn the_sign_change_is_found_in_few_steps() {
        type Function<'a> = &'a dyn Fn(f64) -> f64;
        let functions: [(Function, f64, f64, f64); 6] = [
            (&|x| 2.0 - x * x, 0.0, 3.0, 2f64.sqrt()),
            (&|x| 1e-9 - x, 0.0, 1.0, 1e-9),
            (&|x| 1.0 / (1.0 + x) - 1.0 / (1.0 - x) - 1.0, -1.0, 1.0, 1.0 - 2f64.sqrt()),
            (&|x| -x.powi(9), -1.0, 2.0, 0.0),
            (&|x| if x < 0.7 { f64::INFINITY } else { f64::NEG_INFINITY }, 0.0, 1.0, 0.7),
            (&|x| (-20.0 * x).exp() - 1e-6, 0.0, 5.0, 6.0 * std::f64::consts::LN_10 / 20.0),
        ];
        for (number, (falling, low, high, expected)) in functions.into_iter().enumerate() {
            let calls = Cell::new(0);
            let root = sign_change(low, high, |x| {
                calls.set(calls.get() + 1);
                falling(x)
            });
            let digits = if number == 3 { 1e-2 } else { 1e-13 };
            assert!((root - expected).abs() < digits, "number {number}: {root} for {expected}");
            assert!(calls.get() < 160, "number {number}: {} calls", calls.get());
        }
    }

    #[test]
    fn without_a_change_it_is_the_end() {
        assert!((sign_change(-2.0, 5.0, |_| 1.0) - 5.0).abs() < 1e-13);
        assert!((sign_change(-2.0, 5.0, |_| -1.0) + 2.0).abs() < 1e-13);
    }
}
