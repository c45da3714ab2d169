//! Faces agree, faults are found in their place, and no text makes a reader fall.

mod faults;
mod round_trip;
mod shared_data;
