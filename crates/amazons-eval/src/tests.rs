//! The kernels against slow code that is too plain to be wrong, and the evaluators on positions.

mod evaluators;
mod kernels;
mod reference;
