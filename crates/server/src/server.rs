//! A server: listens, accepts connections up to a bound, ends in order.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener as Listener};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response};
use axum::middleware;
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tesuji_workbench::Question;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use crate::bodies::Bodies;
use crate::guard::{Guard, guard};
use crate::lanes::{Lane, is_quick};
use crate::page::Page;
use crate::problem::Problem;
use crate::settings::{Bounds, Settings, USUAL_PORT};
use crate::watch::Watch;
use crate::{ServerError, routes};

/// How long a client may take to send the head of its request.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long answers that are on their way get when the server ends.
const GRACE: Duration = Duration::from_secs(2);
/// The most connections that hear a refusal at the same time.
const MOST_REFUSALS: usize = 256;

/// What every request can use.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) bounds: Bounds,
    pub(crate) guard: Guard,
    pub(crate) page: Page,
    pub(crate) bodies: Bodies,
    pub(crate) watch: Arc<Watch>,
    pub(crate) has_store: bool,
    quick: Lane,
    long: Lane,
}

impl App {
    /// The lane of a question.
    pub(crate) fn lane(&self, question: &Question) -> &Lane {
        if is_quick(question) { &self.quick } else { &self.long }
    }
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: Listener,
    address: SocketAddr,
    token: Option<String>,
    app: Arc<App>,
    end: watch::Sender<bool>,
}

/// Ends a server from another thread.
#[derive(Clone, Debug)]
pub struct Handle {
    end: watch::Sender<bool>,
}

impl Handle {
    /// Ends the server. Jobs are kept.
    pub fn stop(&self) {
        self.end.send_replace(true);
    }
}

impl Server {
    /// Takes a port and opens what the server needs.
    ///
    /// # Errors
    ///
    /// If the settings are unsafe, no port is free, or something cannot be opened.
    pub fn open(settings: Settings) -> Result<Self, ServerError> {
        let Settings { address, port, hosts, folder, store, assets, token, bounds } = settings;
        if let Some(token) = &token {
            let is_plain = token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
            if !is_plain || !(16..=128).contains(&token.len()) {
                return Err(ServerError::Token);
            }
        } else if !address.is_loopback() {
            return Err(ServerError::NoToken(address));
        }
        if let Some(folder) = assets.as_ref().filter(|folder| !folder.join("index.html").is_file()) {
            return Err(ServerError::NoPage(folder.clone()));
        }
        make_folder(&folder)?;
        let listener = listen(address, port)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let app = App {
            guard: Guard::new(address, &hosts, token.as_deref()),
            page: assets.map_or(Page::Embedded, Page::Folder),
            bodies: Bodies::new(bounds.all_bytes),
            watch: Arc::new(Watch::new()?),
            has_store: store.is_some(),
            quick: Lane::new(bounds.quick, bounds.quick_waiting, "other requests", 1),
            long: Lane::new(bounds.long, bounds.long_waiting, "long questions", 5),
            bounds,
        };
        Ok(Self { listener, address, token, app: Arc::new(app), end: watch::Sender::new(false) })
    }

    /// Where the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to open in a browser, with the token if there is one.
    #[must_use]
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            // Only for a browser on this machine; others know by which address they call it.
            address.set_ip(if address.is_ipv4() {
                IpAddr::from([127, 0, 0, 1])
            } else {
                "::1".parse().unwrap_or(address.ip())
            });
        }
        let token = self.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
        format!("http://{address}/{token}")
    }

    /// What ends the server.
    #[must_use]
    pub fn handle(&self) -> Handle {
        Handle { end: self.end.clone() }
    }

    /// Answers until Ctrl-C, the signal to terminate, or [`Handle::stop`].
    ///
    /// # Errors
    ///
    /// If the system refuses threads or the network.
    pub fn run(self) -> Result<(), ServerError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let result = runtime.block_on(self.serve());
        // Threads that still search have had their interrupt.
        runtime.shutdown_timeout(GRACE);
        result
    }

    async fn serve(self) -> Result<(), ServerError> {
        let listener = TcpListener::from_std(self.listener)?;
        let router =
            routes::router(Arc::clone(&self.app)).layer(middleware::from_fn_with_state(Arc::clone(&self.app), guard));
        let places = Arc::new(Semaphore::new(self.app.bounds.connections));
        let refusals = Arc::new(Semaphore::new(MOST_REFUSALS));
        let end = self.end.subscribe();
        tokio::spawn(stop_on_signal(self.end));
        let mut is_over = end.clone();
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = is_over.wait_for(|is_over| *is_over) => break,
            };
            let stream = match accepted {
                Ok((stream, _)) => stream,
                // Too many open files, most likely: some will be closed.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            _ = stream.set_nodelay(true);
            if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
                let (router, end) = (router.clone(), end.clone());
                tokio::spawn(async move {
                    connection(stream, router, end).await;
                    drop(place);
                });
            } else if let Ok(refusal) = Arc::clone(&refusals).try_acquire_owned() {
                tokio::spawn(async move {
                    _ = tokio::time::timeout(GRACE, refuse(stream)).await;
                    drop(refusal);
                });
            }
        }
        drop(listener);
        // All connections have let go of their places once their answers are sent.
        let all = u32::try_from(self.app.bounds.connections).unwrap_or(u32::MAX);
        _ = tokio::time::timeout(GRACE, places.acquire_many(all)).await;
        Ok(())
    }
}

/// Listens at the port, or at a free one if the usual port is taken and none was asked for.
fn listen(address: IpAddr, port: Option<u16>) -> Result<Listener, ServerError> {
    let at = |port| {
        let address = SocketAddr::new(address, port);
        Listener::bind(address).map_err(|source| ServerError::Listen { address, source })
    };
    match port {
        Some(port) => at(port),
        None => at(USUAL_PORT).or_else(|_| at(0)),
    }
}

fn make_folder(path: &Path) -> Result<(), ServerError> {
    std::fs::create_dir_all(path).map_err(|source| ServerError::Folder { path: path.to_owned(), source })
}

async fn connection(stream: TcpStream, router: axum::Router, mut end: watch::Receiver<bool>) {
    let service = TowerToHyperService::new(router);
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(64 << 10);
    let mut connection = std::pin::pin!(builder.serve_connection(TokioIo::new(stream), service));
    // A client that breaks off is no fault of ours.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = end.wait_for(|is_over| *is_over) => {}
    }
    connection.as_mut().graceful_shutdown();
    _ = tokio::time::timeout(GRACE, connection).await;
}

/// Answers one request on a connection beyond the bound.
async fn refuse(stream: TcpStream) {
    let service = service_fn(|_: Request<Incoming>| async {
        let problem = Problem::busy("the server has as many connections as it may have", 2);
        Ok::<Response<Body>, io::Error>(problem.into_response())
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    _ = builder.keep_alive(false).serve_connection(TokioIo::new(stream), service).await;
}

/// Ends the server on Ctrl-C, or when the system asks the program to terminate.
async fn stop_on_signal(end: watch::Sender<bool>) {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut interrupt), Ok(mut terminate)) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        else {
            return;
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_err() {
        return;
    }
    end.send_replace(true);
}
