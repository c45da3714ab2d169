//! Fights in closed parts of a board of Go, read out to the end.
//!
//! A [`Field`] is a part of a board that is enclosed by stones which count as safe, so nothing that is played outside
//! changes what happens inside. A [`Reader`] finds what a field is worth when played to the end, for either player
//! moving first, and how both play it. It treats life and death, races, seki and dead shapes alike.
//!
//! The result is exact for the field as given; whether its walls are safe is for the caller to know. If ko decides, the
//! result says so ([`FieldWorth::is_ko`]). A read that would take more nodes than
//! allowed, or that rests on a repetition other than ko, gives no answer.
//!
//! Useful for: knowing what playouts should begin with, which stones are dead, and positions with known answers.
//! Not useful for: whole boards, and fields of more than some twenty empty cells.
//! Never: this crate does no I/O, reads no clock and prints nothing.

mod field;
mod life;
mod reader;

pub use field::{Field, Local, StoneEffect, numbers};
pub use life::living;
pub use reader::{End, FieldWorth, Reader};
