//! The workbench over HTTP: the page, questions and their answers.
//!
//! A [`Server`] answers the questions of `workbench` to a browser on the same machine, or with a token to one elsewhere.
//! Short questions are answered at once, long ones as a stream of updates that ends with the answer.
//!
//! Useful for: the command line, which opens a server and waits for its end.
//!
//! Not useful for: an answer, which `workbench` and the crates below it give; `docs/SERVER.md` describes the interface.
//!
//! Never: a decision about a game, a line printed, a file read or written outside its folder, its store and its page.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod about;
mod answers;
mod app;
mod ask;
mod bodies;
mod desk;
mod error;
mod fetch;
mod guard;
mod jobs;
mod kept;
mod lanes;
mod matches;
mod news;
mod openapi;
mod page;
mod posting;
mod private;
mod problem;
mod remembered;
mod routes;
mod server;
mod sessions;
mod settings;
mod stored;
mod stream;
mod studies;
mod types;
mod work;

pub use error::ServerError;
pub use fetch::FetchFrom;
pub use problem::Problem;
pub use server::{Handle, NoAddress, Server};
pub use settings::{ServerBounds, ServerSettings, new_token};
pub use studies::{studies_json, study_json};
