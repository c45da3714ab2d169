//! The kernels against slow ways that are too plain to be wrong, and the evaluators over positions.

mod kernels;
mod reference;
