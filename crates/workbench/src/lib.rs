//! The questions that the workbench asks, as plain data, and their answers.
//!
//! ```
//! use tesuji_workbench::{Answer, Question, Quiet, ask};
//!
//! let question: Question = serde_json::from_str(
//!     r#"{ "ask": "position", "state": { "game": { "game": "hex", "columns": 3, "rows": 3 }, "moves": ["b2"] } }"#,
//! )?;
//! let Answer::Position(position) = ask(&question, &Quiet)? else { unreachable!() };
//! assert_eq!(position.moves.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Useful for: the page, which asks the same questions of WebAssembly in a worker and of the server. Each question
//! holds everything that its answer depends on, so there is no state here: a number is a function of its question.
//!
//! Not useful for: what lasts (jobs, stores, matches, studies), which belongs to the server.
//!
//! Never: a file, a clock, a thread, a network. Whoever answers gives the limits and measures the time ([`Desk`]).

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod analysis;
pub mod board;
pub mod catalogue;
pub mod certificate;
pub mod claim;
mod desk;
pub mod dialogue;
mod error;
pub mod levels;
pub mod life;
pub mod overlay;
pub mod picture;
pub mod position;
pub mod puzzle;
mod question;
pub mod rating;
pub mod reviewing;
mod schema;
mod sealed;
pub mod solving;
mod state;
pub mod strategy;
pub mod texts;
pub mod types;
mod words;

pub use desk::{Desk, Quiet};
pub use error::{Place, Trouble};
pub use question::{Answer, Question, Update, ask};
pub use schema::schema;
pub use state::{session, setup_of};
