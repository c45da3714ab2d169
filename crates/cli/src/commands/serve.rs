//! `tesuji serve`: the workbench in the browser.

use std::env;
use std::fs;
use std::io::Write as _;
use std::net::IpAddr;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use miette::{IntoDiagnostic, WrapErr, miette};
use tesuji_arena::guest::GtpGuest;
use tesuji_engine::Guest as _;
use tesuji_server::{FetchFrom, Server, ServerSettings, new_token};

use crate::status::{self, Status};
use crate::text;

/// The arguments of `tesuji serve`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Listen at this address; any but a loopback address needs a token, which is made and printed
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    address: IpAddr,
    /// Listen at this port [default: 8642, or a free one if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// A name by which browsers call this machine, besides its address; may be repeated
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Ask for the token in this file, at a loopback address too
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Take answers about whole boards of Hex from this store, and keep new ones in it [default: `store` in the folder]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Keep jobs, boards and matches in this folder [default: `tesuji` among the user's data]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Let the page ask this GTP engine for its opinion and for games, beside ours; may be repeated
    #[arg(long = "engine", value_name = "NAME=COMMAND")]
    engines: Vec<String>,
    /// Read the address of a finished game on littlegolem.net or playhex.org from there; needs `curl`
    #[arg(long)]
    fetch: bool,
    /// For tests: fetch from this address in place of all sites, without TLS
    #[arg(long, value_name = "IP:PORT", hide = true)]
    fetch_stand_in: Option<SocketAddr>,
    /// Show the page in this folder instead of the one in the program
    #[arg(long, value_name = "DIR")]
    assets: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let folder = match &arguments.folder {
        Some(folder) => folder.clone(),
        None => data_folder().ok_or_else(|| miette!("there is no folder for data: name one with `--folder DIR`"))?,
    };
    let token = match &arguments.token_file {
        Some(path) => {
            let read = fs::read_to_string(path).into_diagnostic();
            Some(read.wrap_err_with(|| format!("cannot read {}", path.display()))?.trim().to_owned())
        }
        None if !arguments.address.is_loopback() => Some(new_token().into_diagnostic()?),
        None => None,
    };
    let store = arguments.store.clone().unwrap_or_else(|| folder.join("store"));
    let guests = guests(&arguments.engines)?;
    let names: Vec<String> = guests.iter().map(|guest| guest.name().to_owned()).collect();
    let settings = ServerSettings {
        guests,
        fetch: match arguments.fetch_stand_in {
            Some(address) => Some(FetchFrom::StandIn(address)),
            None => arguments.fetch.then_some(FetchFrom::Sites),
        },
        address: arguments.address,
        port: arguments.port,
        hosts: arguments.hosts.clone(),
        store: Some(store),
        assets: arguments.assets.clone(),
        token,
        ..ServerSettings::local(folder)
    };
    keep_private();
    let server = Server::open(settings).into_diagnostic()?;
    anstream::println!("the workbench is at {}", server.url());
    if let Some(elsewhere) = server.url_elsewhere() {
        anstream::println!("{}", for_others(elsewhere.ok().as_deref(), server.address().port()));
    }
    if !names.is_empty() {
        anstream::println!("engines that the page can ask, started when they are: {}", names.join(", "));
    }
    std::io::stdout().flush()?;
    if !arguments.no_open {
        open_browser(&server.url());
    }
    server.run().into_diagnostic()?;
    Ok(Status::Fine)
}

/// The engines of other people, each with a name of its own.
fn guests(engines: &[String]) -> miette::Result<Vec<Arc<GtpGuest>>> {
    let mut guests: Vec<Arc<GtpGuest>> = Vec::new();
    for text in engines {
        let guest = GtpGuest::parse(text).map_err(|error| miette!("--engine `{text}`: {error}"))?;
        if guests.iter().any(|known| known.name() == guest.name()) {
            return Err(miette!("--engine: two engines are called `{}`", guest.name()));
        }
        guests.push(Arc::new(guest));
    }
    Ok(guests)
}

/// Warning for a person whose server other machines can reach.
fn for_others(url: Option<&str>, port: u16) -> String {
    let place = url.map_or_else(|| "at every address of this machine".to_owned(), |url| format!("at {url}"));
    format!(
        "other machines can reach it too, {place}\n\
         the connection is not encrypted: whoever listens on the way can read everything, the token too. On a network that \
         you do not trust, leave out `--address` and use a tunnel (`ssh -L {port}:127.0.0.1:{port} THIS-MACHINE`) or a \
         reverse proxy with TLS (docs/SERVER.md)"
    )
}

/// Makes files from now on for the owner alone: boards, games and answers are nobody else's business.
fn keep_private() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Folder in which a user's programs keep their data.
fn data_folder() -> Option<PathBuf> {
    let path = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = if cfg!(windows) {
        path("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        path("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        path("XDG_DATA_HOME").or_else(|| path("HOME").map(|home| home.join(".local/share")))
    };
    Some(folder?.join("tesuji"))
}

/// Opens the page where there is a desktop.
fn open_browser(url: &str) {
    let has_desktop =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()));
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if has_desktop {
        "xdg-open"
    } else {
        return;
    };
    let mut command = Command::new(opener);
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => {
            // Nobody waits for a browser; the thread only collects its exit status.
            std::thread::spawn(move || child.wait());
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => text::complain(&format!("cannot open a browser: {error}")),
    }
}
