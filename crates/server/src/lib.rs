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

mod about;
mod ask;
mod bodies;
mod desk;
mod error;
mod guard;
mod lanes;
mod page;
mod problem;
mod routes;
mod server;
mod settings;
mod stream;
mod watch;

pub use error::ServerError;
pub use problem::Problem;
pub use server::{Handle, Server};
pub use settings::{Bounds, Settings, new_token};
