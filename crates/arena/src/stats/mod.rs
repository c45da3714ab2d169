//! Statistics of results: pure functions of counts.
//!
//! Read in this order:
//!
//! - [`Games`] and [`Pairs`] are the counts: single games, or colour-swapped pairs. A pair is one observation, because
//!   its games share an opening. [`pair_up`] finds the pairs.
//! - [`Interval`] and [`Confidence`]; [`wilson`] for plain proportions.
//! - [`EloEstimate`]: score, Elo difference and likelihood of superiority of one player against another. Its interval
//!   exists for every result. For 0 % and 100 % it is open on one side.
//! - [`Sprt`]: the sequential test that stops a match.
//! - [`Ratings`]: Bradley-Terry with draws and first-player advantage, for all players of an event.
//! - [`Crosstable`]: who scored what against whom.
//! - [`Repetition`]: how many games were played twice.
//!
//! Elo is logistic everywhere: a player who is `d` Elo stronger expects a score of `1 / (1 + 10^(-d/400))`.
//!
//! Never: a clock, a random number or I/O; an infinity or "not a number" in a text.

mod counts;
mod crosstable;
mod elo;
mod error;
mod interval;
mod multinomial;
mod proportion;
mod ratings;
mod repetition;
mod score_test;
mod sprt;
mod table;
mod tails;

pub use counts::{Encounter, GameScore, Games, PairedGame, PairedGames, Pairs, Tally, pair_up};
pub use crosstable::{Crosstable, CrosstableRow};
pub use elo::{EloEstimate, elo_of_score, score_of_elo};
pub use error::StatsError;
pub use interval::{Confidence, Interval, IntervalEstimate};
pub use proportion::wilson;
pub use ratings::{Rating, Ratings, StrengthPrior};
pub use repetition::Repetition;
pub use sprt::{Hypothesis, Sprt, SprtState};
pub use table::ResultTable;
