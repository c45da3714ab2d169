//! Both ends of the protocol.

#[macro_use]
extern crate tesuji_testing;

mod any_commands;
#[cfg(target_os = "linux")]
mod client;
#[cfg(target_os = "linux")]
mod gnugo;
mod guis;
#[cfg(target_os = "linux")]
mod peers;
mod serve;
mod statistics;
mod streams;
#[cfg(target_os = "linux")]
mod uci_amazons;

tesuji_testing::main!(tesuji_gtp);
