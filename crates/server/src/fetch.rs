//! Games from a few sites, by their address: only where whoever started the server wants it.
//!
//! The program `curl` fetches. Its TLS and its certificates are those of the system, so that this program carries none of
//! its own. It gets a host of the list, the IP that we looked up and found public, no proxy, no file of settings, and
//! bounds. Redirections are not followed.

use std::io::Read;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::process::{Command, Stdio};

use axum::http::StatusCode;
use tesuji_forms::RemoteGame;
use tokio::sync::Semaphore;

use crate::problem::Problem;

/// Games fetched at a time.
const MOST_AT_A_TIME: usize = 2;
/// The most bytes of a game.
const MOST_BYTES: usize = 1 << 20;
/// The longest time for a game, in seconds.
const MOST_SECONDS: &str = "15";

/// From where games are fetched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FetchFrom {
    /// From the sites themselves, with TLS.
    Sites,
    /// For tests: from one address, without TLS, with the name of the site as the first part of the path.
    StandIn(SocketAddr),
}

/// Fetches games.
#[derive(Debug)]
pub(crate) struct Fetcher {
    from: FetchFrom,
    turns: Semaphore,
}

impl Fetcher {
    pub(crate) fn new(from: FetchFrom) -> Self {
        Self { from, turns: Semaphore::new(MOST_AT_A_TIME) }
    }

    /// Puts the game in place of its address. Any other text stays as it is.
    pub(crate) async fn fetch(&self, text: &mut String) -> Result<(), Problem> {
        let Some(game) = RemoteGame::of_text(text) else { return Ok(()) };
        let _turn = self.turns.try_acquire().map_err(|_| Problem::busy("other games are being fetched", 2))?;
        let (from, site) = (self.from, game.site);
        let fetched = tokio::task::spawn_blocking(move || request(&game, from).and_then(|body| game.record(&body)));
        *text = fetched.await.map_err(|error| Problem::fault(error.to_string()))?.map_err(|words| {
            let detail = format!("the game on {} cannot be read: {words}", site.name);
            Problem::new(StatusCode::FAILED_DEPENDENCY, detail, site.advice)
        })?;
        Ok(())
    }
}

fn request(game: &RemoteGame, from: FetchFrom) -> Result<String, String> {
    let RemoteGame { host, path, .. } = game;
    let mut command = Command::new("curl");
    // `-q` comes first: it leaves out the user's file of settings.
    command.args([
        "-q",
        "--silent",
        "--show-error",
        "--fail",
        "--globoff",
        "--noproxy",
        "*",
        "--max-time",
        MOST_SECONDS,
    ]);
    command.args(["--user-agent", concat!("tesuji/", env!("CARGO_PKG_VERSION"))]);
    match from {
        FetchFrom::Sites => {
            let at = format!("{host}:443:{}", public_address(host)?);
            command.args(["--proto", "=https", "--resolve", &at, &format!("https://{host}{path}")])
        }
        FetchFrom::StandIn(at) => command.args(["--proto", "=http", &format!("http://{at}/{host}{path}")]),
    };
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("the program `curl` cannot be started: {error}"))?;
    let mut body = Vec::new();
    // One that sends more finds its pipe closed then, and ends.
    let read = child.stdout.take().map_or(Ok(0), |out| out.take(MOST_BYTES as u64 + 1).read_to_end(&mut body));
    let ended = child.wait_with_output().and_then(|ended| read.map(|_| ended)).map_err(|error| error.to_string())?;
    if body.len() > MOST_BYTES {
        return Err(format!("{host} sends more than {} KiB", MOST_BYTES >> 10));
    }
    match ended.status.success() {
        true => Ok(String::from_utf8_lossy(&body).into_owned()),
        false => Err(format!("{host}: {}", String::from_utf8_lossy(&ended.stderr).trim())),
    }
}

/// A public address of a site. A name that leads to this machine or its network is refused.
fn public_address(host: &str) -> Result<String, String> {
    let found = (host, 443).to_socket_addrs().map_err(|error| format!("{host} is not found: {error}"))?;
    let addresses: Vec<IpAddr> = found.map(|address| address.ip()).collect();
    match addresses.first() {
        Some(first) if addresses.iter().all(|ip| is_public(*ip)) => {
            Ok(if first.is_ipv6() { format!("[{first}]") } else { first.to_string() })
        }
        _ => Err(format!("{host} leads to an address that is not public")),
    }
}

/// Whether an address is one of the public internet: in IPv6 global unicast without documentation and without forms that
/// carry an address of IPv4.
fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => {
            let is_special = ip.is_private() || ip.is_loopback() || ip.is_link_local() || ip.is_documentation();
            let is_reserved =
                matches!(ip.octets(), [0 | 224.., ..] | [100, 64..=127, ..] | [192, 0, ..] | [198, 18 | 19, ..]);
            !is_special && !is_reserved
        }
        IpAddr::V6(ip) => {
            matches!(ip.segments(), [0x2000..=0x3fff, ..])
                && !matches!(ip.segments(), [0x2001, 0 | 0xdb8, ..] | [0x2002, ..])
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses() {
        let are = |list: &str, expected| list.split(' ').all(|ip| is_public(ip.parse().unwrap()) == expected);
        assert!(are("93.184.216.34 100.128.0.1 2606:4700::1 192.1.0.1", true));
        assert!(are("127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 0.0.0.0 100.64.0.1 192.0.0.1", false));
        assert!(are("198.18.0.1 224.0.0.1 255.255.255.255 ::1 fe80::1 fc00::1 ::ffff:10.0.0.1 2002:a00::1 ::", false));
        assert!(public_address("localhost").is_err());
    }
}
