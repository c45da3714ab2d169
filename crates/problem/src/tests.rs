//! The forms agree, faults are reported at their place, and no text makes a reader panic.

mod faults;
mod files;
mod round_trip;
mod schema;
