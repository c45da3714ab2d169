//! Smallest carriers: which empty cells a claim needs, which it can do without, and every minimal choice.
//!
//! What is here: [`needed`] (cell by cell), [`shrink`] (one minimal carrier), [`all_minimal`] (all of them, where that is
//! feasible) and [`TemplateSearch`] (the minimal edge templates of given stones). What is not: the answers
//! themselves, all of which come from [`verify()`](crate::verify()) as certificates that have been checked.
//!
//! Everything rests on one fact: giving the owner more cells never hurts it. So the carriers in which a
//! claim holds are those that contain a minimal one, and the carriers in which it fails are those that miss
//! one of the *cuts*, the sets of cells that are enough for the opponent. A certificate that holds names the cells
//! that it uses, and so shows at once that all others can be dropped together.

mod enumerate;
mod judge;
mod needed;
mod shape;
mod shrink;
mod split;
mod templates;

pub use enumerate::{Enumeration, Found, all_minimal};
pub use judge::Unanswered;
pub use needed::{Need, Needs, needed};
pub use shape::EdgeShape;
pub use shrink::{Shrunk, shrink};
pub use templates::{Discovery, TaskError, TemplateSearch, TemplateTask};

#[cfg(test)]
mod tests;
