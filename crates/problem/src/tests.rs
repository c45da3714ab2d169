//! Faces agree, faults are found in their place, and no text makes a reader fall.

mod faults;
mod files;
mod round_trip;
mod schema;
