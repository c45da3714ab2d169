//! Generic code that is compiled here, once for each width of sets.
//!
//! A generic function is compiled again in each crate that calls it. Finding connections and filling in cost most to
//! compile. So they are called through functions that are not generic, one for each width.

use std::any::Any;

/// Calls `$function(a, b, stones)`, generic over the width `$width`, through a function of its own for each width.
///
/// PERF: part of what took a release build from 758 to 429 s (`bench/runs/2026-11-22-amd-epyc-2-threads-build`); its own share was
/// not measured alone.
macro_rules! compiled_once {
    ($width:ident, $function:ident($a:expr => $A:ident, $b:expr => $B:ident, $stones:expr)) => {{
        const { assert!(matches!($width, 1 | 2 | 6 | 17), "a width of `with_width!`") };
        compiled_once!(@ $function $A $B one 1);
        compiled_once!(@ $function $A $B two 2);
        compiled_once!(@ $function $A $B six 6);
        compiled_once!(@ $function $A $B seventeen 17);
        use $crate::once::{same, same_mut};
        match $width {
            1 => one(same_mut($a), same($b), same($stones)),
            2 => two(same_mut($a), same($b), same($stones)),
            6 => six(same_mut($a), same($b), same($stones)),
            _ => seventeen(same_mut($a), same($b), same($stones)),
        }
    }};
    (@ $function:ident $A:ident $B:ident $name:ident $words:literal) => {
        #[inline(never)]
        fn $name(a: &mut $A<$words>, b: &$B<$words>, stones: &[tesuji_board::Bits<$words>; 2]) {
            $function(a, b, stones)
        }
    };
}
pub(crate) use compiled_once;

/// Identity cast between two type parameters that are equal at this call.
#[inline]
pub(crate) fn same<A: Any, B: Any>(value: &A) -> &B {
    (value as &dyn Any).downcast_ref().expect("the width was matched")
}

/// As [`same`], for a mutable reference.
#[inline]
pub(crate) fn same_mut<A: Any, B: Any>(value: &mut A) -> &mut B {
    (value as &mut dyn Any).downcast_mut().expect("the width was matched")
}
