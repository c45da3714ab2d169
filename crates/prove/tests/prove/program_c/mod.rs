//! Program C against the referee: answers, certificates, and every single inference behind them.

mod claims;
mod data;
mod increments;
mod inferences;
mod referee;
mod second_checker;
