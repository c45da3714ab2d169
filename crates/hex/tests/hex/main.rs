//! Hex: rules, notations, records.

mod contract;
mod every_notation;
mod malformed;
mod notation;
mod real_games;
mod round_trips;
mod rules;
