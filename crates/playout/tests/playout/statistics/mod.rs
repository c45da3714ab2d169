//! Statistics of playouts from test positions, and their own errors.

mod errors;
mod suite;
mod two_points;
