//! Program C against the referee: answers, certificates, and every single inference behind them.

mod claims;
mod inferences;
mod referee;
