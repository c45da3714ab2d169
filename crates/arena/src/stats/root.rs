//! Where a function of one variable changes its sign.

/// Enough halvings to bring any bracket down to the precision of an `f64` near its end.
const HALVINGS: usize = 200;

/// Where `falling` goes from positive to negative between `low` and `high`, which are finite.
///
/// The function need not be defined at the ends. Without a change of sign, the end at which it would come: `high` if the
/// function is positive all the way, `low` if it is negative.
pub(crate) fn sign_change(mut low: f64, mut high: f64, falling: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if falling(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low + (high - low) / 2.0
}
