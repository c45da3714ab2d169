//! Evaluators: what a position is worth without search.
//!
//! Useful for: searches and players, which take any [`Evaluator`](tesuji_game::Evaluator). One module for each game; [`hex`]
//! has those of Takada et al. 2014 and the electrical resistance of Hexy and Wolve, [`amazons`] dominated squares (Saijo and
//! Kotani, c. 1999) and Lieberum's terms with fitted weights, [`go`] the tactical maps of Sato et al. 2016, which give sets of cells
//! rather than numbers.
//!
//! Not useful for: the numbers themselves, cell by cell (`network`).
//! Never: a claim that nothing proves. Only a virtual connection decides a position; all else is an opinion.

pub mod amazons;
pub mod go;
pub mod hex;
