//! Smallest carriers: which empty cells a claim needs, which it can do without, and every minimal choice.
//!
//! This module has [`needed`] (cell by cell), [`shrink`] (one minimal carrier), [`all_minimal`] (all of them, where
//! that is feasible) [`TemplateSearch`] (the minimal edge templates of given stones)
//! and [`repairs`] (the smallest sets of cells that make a failing claim hold). Not here: the answers
//! themselves. They come from [`verify()`](tesuji_prove::verify()) as certificates that have been checked.
//!
//! Everything rests on one fact: giving the owner more cells never hurts the owner. So the carriers in which a claim
//! holds are those that contain a minimal carrier. The carriers in which it fails are those that miss all cells of some
//! *cut*, a set of cells that is enough for the opponent. A certificate that holds names the cells that it uses, so it
//! shows at once that all others can be dropped together.

mod enumerate;
mod judge;
mod needed;
mod repair;
mod shape;
mod shrink;
mod split;
mod templates;

pub use enumerate::{CarrierDiscovery, Enumeration, all_minimal, is_dual};
pub use judge::CarrierError;
pub use needed::{Need, Needs, needed, needed_with};
pub use repair::{Gift, Repair, RepairConfig, RepairProgress, Repairs, repairs};
pub use shape::EdgeShape;
pub use shrink::{Shrunk, shrink};
pub use templates::{Discovery, FoundTemplates, TemplateError, TemplateSearch, TemplateTask};

#[cfg(feature = "testing")]
mod tests;
