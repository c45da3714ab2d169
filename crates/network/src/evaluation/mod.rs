//! Evaluators of Hex: formulas over the networks or circuits of both players.
//!
//! A [`Formula`] says what is computed, a [`HexEvaluator`] computes it for one position after another. The
//! formulas are those of Takada et al. 2014, and the electrical resistance of Hexy and Wolve.

mod evaluator;
mod formula;

pub use evaluator::HexEvaluator;
pub use formula::{Formula, GAMMA_FIRST, GAMMA_SECOND, ParseFormulaError};
