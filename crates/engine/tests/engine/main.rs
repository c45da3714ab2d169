//! Sessions, players, overlays and settings, as the doors use them.

#[macro_use]
extern crate tesuji_testing;

mod amazons;
mod capabilities;
mod endings;
mod finish;
mod go_known;
mod overlays;
mod players;
mod sessions;
mod specs;
mod statistics;

tesuji_testing::main!(tesuji_engine);
