//! The kernels against slow ways that are too plain to be wrong, and the evaluators over positions.

mod evaluators;
mod kernels;
mod reference;
