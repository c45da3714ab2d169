//! The contract of long work, for each kind: one thread, four threads, three shards, and an executor that loses, doubles
//! and stops, all keep the same. Lies are refused.

mod forged;
mod harness;
mod lessons;
mod matches;
mod openings;
mod study;
mod templates;
mod verify;
