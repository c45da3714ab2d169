//! Go: rules, records.

mod boards;
mod contract;
mod records;
mod rules;
mod variations;
