//! Widths of sets of cells.

/// The words of a set listed with `words`: as many, but in WebAssembly 2 for 1 and 6 for 17. One vector there holds
/// two words, so the narrow code would not be quicker, and a browser loads all code before its first answer.
#[must_use]
pub const fn n_words(words: usize) -> usize {
    match words {
        1 if cfg!(target_family = "wasm") => 2,
        MOST_WORDS if cfg!(target_family = "wasm") => 6,
        _ => words,
    }
}

/// The words of the widest set that all crates share.
const MOST_WORDS: usize = 17;

/// The most numbers in a set of the widths that all crates share: 1,088, in WebAssembly 384.
pub const MOST_IN_SETS: usize = 64 * n_words(MOST_WORDS);

/// The words of a set for up to 64 numbers.
pub const NARROW: usize = n_words(1);

/// Runs an expression in the width that fits `$n` numbers: `$width` is the `W` of [`Bits<W>`](crate::Bits), the fewest words of
/// 64 bits among those listed. The last width is taken for all larger `$n`, so the caller makes sure that it fits.
///
/// Without a list the widths are those that all crates share: 1, 2 and 6 words for boards up to 8x8, 11x11 and 19x19, and 17 for claims of
/// up to 1,024 cells with edges and stones. There are few, because generic code is compiled again for each. The form `board` leaves out the last:
/// it is for boards of Hex, which have at most 361 cells.
///
/// ```
/// use tesuji_board::{Bits, with_width};
///
/// let capacity = |n_cells: usize| with_width!(n_cells, W => Bits::<W>::CAPACITY);
/// assert_eq!([9, 64, 65, 129, 361, 400].map(capacity), [64, 64, 128, 384, 384, 1088]);
/// assert_eq!(with_width!(board, 400, W => W), 6);
/// assert_eq!(with_width!([1, 3], 150_usize, W => W), 3);
/// ```
#[macro_export]
macro_rules! with_width {
    (board, $n:expr, $width:ident => $body:expr) => {
        $crate::with_width!([1, 2, 6], $n, $width => $body)
    };
    ([$($words:literal),+], $n:expr, $width:ident => $body:expr) => {
        $crate::with_width!(@ ($n) ($width => $body) [] $($words)+)
    };
    (@ ($n:expr) ($width:ident => $body:expr) [$($arms:tt)*] $last:literal) => {
        match $n {
            $($arms)*
            _ => {
                const $width: usize = $crate::n_words($last);
                $body
            }
        }
    };
    (@ ($n:expr) ($width:ident => $body:expr) [$($arms:tt)*] $words:literal $($more:literal)+) => {
        $crate::with_width!(@ ($n) ($width => $body) [
            $($arms)*
            n if n <= 64 * $words => {
                const $width: usize = $crate::n_words($words);
                $body
            }
        ] $($more)+)
    };
    ($n:expr, $width:ident => $body:expr) => {
        $crate::with_width!([1, 2, 6, 17], $n, $width => $body)
    };
}

/// A value in the width that fits a board of Hex: one of three types that differ in their `W`. Made by
/// [`by_width!`](crate::by_width), looked into by [`in_its_width!`](crate::in_its_width).
#[derive(Clone, Copy, Debug)]
pub enum ByWidth<One, Two, Six> {
    /// Up to 64 numbers.
    One(One),
    /// Up to 128.
    Two(Two),
    /// Up to 384.
    Six(Six),
}

/// Makes a [`ByWidth`] for `$n` numbers, at most 384; `$width` is the `W` of the value.
#[macro_export]
macro_rules! by_width {
    ($n:expr, $width:ident => $value:expr) => {
        match $n {
            0..=64 => {
                const $width: usize = $crate::NARROW;
                $crate::ByWidth::One($value)
            }
            65..=128 => {
                const $width: usize = 2;
                $crate::ByWidth::Two($value)
            }
            _ => {
                const $width: usize = 6;
                $crate::ByWidth::Six($value)
            }
        }
    };
}

/// Runs an expression with the value of a [`ByWidth`], whatever its width.
#[macro_export]
macro_rules! in_its_width {
    ($any:expr, $value:pat => $body:expr) => {
        match $any {
            $crate::ByWidth::One($value) => $body,
            $crate::ByWidth::Two($value) => $body,
            $crate::ByWidth::Six($value) => $body,
        }
    };
}
