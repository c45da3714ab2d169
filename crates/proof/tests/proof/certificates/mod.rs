//! Tests of the certificate format and its checkers, the second one in Python included.

mod bounds;
mod builder;
mod drafts;
mod files;
mod fills;
mod hand_made;
mod lies;
mod mutations;
mod prover;
mod random;
mod rejected;
mod round_trips;
mod second_checker;
mod truth;
