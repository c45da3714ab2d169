//! What statistics of playouts say about test positions, and about their own errors.

mod errors;
mod suite;
mod two_points;
