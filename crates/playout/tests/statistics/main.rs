//! What statistics of playouts say: of positions with a point, and of their own errors.

mod errors;
mod suite;
mod two_points;
