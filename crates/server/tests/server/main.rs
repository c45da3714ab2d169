//! The server over real connections on this machine.

#[macro_use]
extern crate tesuji_testing;

mod asking;
mod client;
#[cfg(unix)]
mod fetching;
mod files;
mod guarding;
#[cfg(target_os = "linux")]
mod guests;
mod jobs;
mod keeping;
mod loads;
mod sending;
mod streams;

use std::thread::JoinHandle;

use tempfile::TempDir;
use tesuji_server::{Handle, Server, ServerError, ServerSettings};

use crate::client::Client;

/// A server that runs until it is dropped.
struct Running {
    client: Client,
    handle: Handle,
    thread: Option<JoinHandle<Result<(), ServerError>>>,
    folder: Option<TempDir>,
}

impl Running {
    fn new() -> Self {
        Self::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut ServerSettings)) -> Self {
        Self::at(tempfile::tempdir().unwrap(), change)
    }

    /// A server whose folder has been used before.
    fn at(folder: TempDir, change: impl FnOnce(&mut ServerSettings)) -> Self {
        let mut settings = ServerSettings { port: Some(0), ..ServerSettings::local(folder.path()) };
        change(&mut settings);
        let server = Server::open(settings).unwrap();
        let (client, handle) = (Client::new(server.address()), server.handle());
        let thread = std::thread::spawn(move || server.run());
        Self { client, handle, thread: Some(thread), folder: Some(folder) }
    }

    /// The folder of the server.
    fn path(&self) -> &std::path::Path {
        self.folder.as_ref().unwrap().path()
    }

    fn stop(&mut self) {
        self.handle.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap().unwrap();
        }
    }

    /// Ends the server and gives its folder to the next one.
    fn into_folder(mut self) -> TempDir {
        self.stop();
        self.folder.take().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.handle.stop();
    }
}

tesuji_testing::main!(tesuji_server);
