//! Evaluators: the value of a position without search.
//!
//! Useful for: searches and players, which take any [`Evaluator`](tesuji_game::Evaluator). There is one module for each
//! game. [`hex`] has the evaluations of Takada et al. 2014 and the electrical resistance of Hexy and Wolve. [`amazons`]
//! has dominated squares (Saijo and Kotani, c. 1999) and Lieberum's terms with fitted weights. [`go`] has the tactical
//! maps of Sato et al. 2016, which give sets of cells rather than numbers.
//!
//! Not useful for: the numbers themselves, cell by cell (`network`). Never: a claim without proof. Only a virtual
//! connection decides a position; everything else is an opinion.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod amazons;
pub mod go;
pub mod hex;

/// The names of these values, for a message that says which one was expected.
pub fn one_of(values: &[impl std::fmt::Display]) -> String {
    let names: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => names.concat(),
    }
}
