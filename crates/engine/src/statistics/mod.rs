//! Statistics of random playouts from a position about cells, pairs of cells and orders of moves, as plain data.
//!
//! This is the only door to `tesuji_playout::statistics`. A [`StatisticsSpec`] is the request and a
//! [`StatisticsReport`] the answer; [`View::overlay`](crate::View::overlay) shows the same counts. Go has all of it.
//! Hex has what makes sense there: no orders, since a playout of Hex fills the board, and no score.
//!
//! Not here: the counting and its formulas, see `docs/STATISTICS.md`; drawing.

mod answer;
mod arrays;
mod counted;
mod overlays;
mod playouts;
mod report;
mod spec;

pub use arrays::StatisticsArrays;
pub(crate) use counted::{Counted, Kinds};
pub(crate) use overlays::OVERLAYS;
pub(crate) use playouts::Counting;
pub use playouts::Playouts;
pub use report::{
    CellStatistics, Comparisons, Gap, Measured, OrderStatistics, PairStatistics, PlayerStatistics, RankStatistics,
    StatisticsReport, TopOrderStatistics,
};
pub use spec::{PlayedBy, StatisticsSpec, WinAt};
