//! Both ends of the protocol.

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
