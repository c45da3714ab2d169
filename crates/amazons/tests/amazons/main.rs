//! Amazons: rules, notations, records.

mod contract;
mod notation;
mod perft;
mod record;
mod rules;
mod setups;
mod stages;
