//! Why a server cannot start.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {source}; another `--port` or `--address` may be free")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
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
        /// What the system says.
        source: io::Error,
    },
    /// Threads or the network cannot be used.
    #[error("the system refuses: {0}")]
    System(#[from] io::Error),
    /// There are no random numbers for a token.
    #[error("the system has no random numbers: {0}")]
    Random(String),
}
