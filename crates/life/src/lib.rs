//! Life and death in Go, proved: whether stones can be captured in a closed part of a board of any shape.
//!
//! A [`Question`] is a position, target stones and a region. [`Question::answer`] finds the status of the target for either
//! player moving first: alive with two eyes, alive in seki, dead, or ko with the number of ko threats that decide it. Each
//! status rests on [`Claim`]s, and each claim on a [`Strategy`], which answers every move of the other side. [`certificate`]
//! writes strategies down, and [`checker`] checks them with rules of its own.
//!
//! Useful for: problems of life and death with up to some twenty-five empty cells in the region.
//! Not useful for: running into the open, connecting out, and regions of more than 64 cells.
//! Never: this crate does no I/O, reads no clock and prints nothing; it guesses no answer.

mod answer;
pub mod certificate;
pub mod checker;
mod game;
mod order;
mod question;
mod region;
mod search;
mod settle;
mod strategy;
mod zone;

pub use answer::{Answer, AnswerConfig, FirstMove, Status};
pub use game::{Aim, Claim, Threats};
pub use question::{Question, QuestionError, TargetRule};
pub use settle::Search;
pub use strategy::{LineError, Strategy};
