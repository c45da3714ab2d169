//! Whole boards, solved and proved: the data suite, and certificates under both checkers.

mod answers;
mod certificates;
mod images;
