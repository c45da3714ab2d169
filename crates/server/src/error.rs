//! Reasons why a server cannot start.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use tesuji_archive::ArchiveError;
use tesuji_archive::store::database::DatabaseError;

/// Reasons why a server cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {source}; another `--port` or `--address` may be free")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        source: io::Error,
    },
    /// Anybody could use the server.
    #[error("{0} can be reached from other machines, so the server needs a token")]
    NoToken(IpAddr),
    /// A token that cannot be sent in an address or a cookie.
    #[error("a token has 16 to 128 letters, digits, `-` or `_`")]
    Token,
    /// The folder with the page has no page.
    #[error("{} has no index.html: build the page with `make web`", .0.display())]
    NoPage(PathBuf),
    /// A folder cannot be made.
    #[error("cannot make the folder {}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Another server works in the folder.
    #[error("another `tesuji serve` works in {}: open its page, or name another `--folder`", .0.display())]
    InUse(PathBuf),
    /// The file of jobs and boards cannot be used.
    #[error(transparent)]
    Kept(#[from] DatabaseError),
    /// The jobs of the last server cannot go on.
    #[error("{}", .0.detail())]
    Jobs(crate::Problem),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] ArchiveError),
    /// Threads or the network cannot be used.
    #[error("the system refuses: {0}")]
    System(#[from] io::Error),
    /// There are no random numbers for a token.
    #[error("the system has no random numbers: {0}")]
    Random(String),
}
