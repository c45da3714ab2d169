//! Fights in closed parts of a board of Go, read out to the end.
//!
//! A [`Field`] is a part of a board that stones which count as safe shut off from the rest: nothing that is played outside changes what
//! happens inside. A [`Reader`] finds what a field is worth to the end, whoever moves first, and how both play it: life and
//! death, races, seki and dead shapes are all the same to it.
//!
//! What it says is exact for the field as it was given: whether its walls are safe is for the caller to know. If ko
//! decides, it says so ([`Worth::is_ko`]). A read that would take more nodes than allowed gives no answer.
//!
//! Useful for: what playouts begin with, which stones are dead, positions with known answers.
//! Not useful for: whole boards, and fields of more than some twenty empty cells.
//! Never: this crate does no I/O, reads no clock and prints nothing.

mod field;
mod life;
mod reader;

pub use field::{Field, Local};
pub use reader::{End, Reader, Worth};
