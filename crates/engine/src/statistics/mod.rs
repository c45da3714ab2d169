//! What random playouts from a position say of cells, pairs of cells and orders of moves, as plain data.
//!
//! Here is the one door to `tesuji_playout::statistics`: a [`StatisticsSpec`] says what is asked, a [`StatisticsReport`]
//! answers, and the same counts are the overlays of [`View::overlay`](crate::View::overlay). Go has all of it, Hex what
//! makes sense there: no orders, since a playout of Hex is a filled board, and no score.
//!
//! Not here: the counting and its formulas, see `docs/STATISTICS.md`; drawing.

mod answer;
mod counted;
mod overlays;
mod playouts;
mod report;
mod spec;

pub(crate) use counted::{Counted, Kinds};
pub(crate) use overlays::{CRITICALITY, FIRST_PLAY, JOINT, MIAI, NAMES, PAIRS, is_name, overlay, spec};
pub(crate) use playouts::Counting;
pub use playouts::Playouts;
pub use report::{
    CellStatistics, Comparisons, Gap, Measured, OrderStatistics, PairStatistics, PlayerStatistics, RankStatistics,
    StatisticsReport,
};
pub use spec::{StatisticsSpec, WinAt};
