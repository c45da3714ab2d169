//! A server: listens, accepts connections up to a bound, ends in order.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
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
use tesuji_archive::SearchWatcher;
use tesuji_engine::Guest;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::{Semaphore, watch};

use crate::answers::{Answers, Pace, PacedConnection, finish};
use crate::app::App;
use crate::bodies::Bodies;
use crate::fetch::Fetcher;
use crate::guard::{Guard, guard};
use crate::jobs::Jobs;
use crate::kept::JobFile;
use crate::lanes::Lane;
use crate::page::Page;
use crate::problem::Problem;
use crate::remembered::StoreMemory;
use crate::settings::{ServerSettings, USUAL_PORT};
use crate::{ServerError, private, routes};

/// Longest time in which a client may send the head of its request.
const PATIENCE: Duration = Duration::from_secs(30);
/// Time for answers that are on their way when the server ends.
const GRACE: Duration = Duration::from_secs(2);
/// An engine that nobody has asked for so long is ended,
const IDLE: Duration = Duration::from_secs(60);
/// which is looked at this often.
const IDLE_PACE: Duration = Duration::from_secs(5);
/// The most connections that the system holds until they are accepted.
const BACKLOG: u32 = 2_048;
/// The most connections that hear a refusal at the same time.
const MOST_REFUSALS: usize = 256;

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    token: Option<String>,
    app: Arc<App>,
    end: watch::Sender<bool>,
    runtime: Runtime,
}

/// The machine has no address that leads elsewhere, as far as the system says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoAddress;

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
    /// Takes a port and opens what the server needs. From now on Ctrl-C ends the server, not the process.
    ///
    /// # Errors
    ///
    /// If the settings are unsafe, no port is free, or something cannot be opened.
    pub fn open(settings: ServerSettings) -> Result<Self, ServerError> {
        let ServerSettings { address, port, hosts, folder, store, assets, token, guests, fetch, bounds } = settings;
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
        private::folder(&folder).map_err(|source| ServerError::Folder { path: folder.clone(), source })?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let listener = {
            let _inside = runtime.enter();
            listen(address, port)?
        };
        let address = listener.local_addr()?;
        let watch = Arc::new(SearchWatcher::new()?);
        let kept = Arc::new(JobFile::open(&folder)?);
        let memory = store.map(|store| StoreMemory::open(store).map(Arc::new)).transpose()?;
        let answers = Answers::new(bounds.answer_bytes);
        let asked: Vec<Arc<dyn Guest>> = guests.iter().map(|guest| Arc::clone(guest) as _).collect();
        let jobs = Jobs::new(
            Arc::clone(&kept),
            answers.clone(),
            Arc::clone(&watch),
            memory.clone(),
            folder.clone(),
            bounds.clone(),
            runtime.handle().clone(),
        )
        .with_guests(guests);
        let app = App {
            guard: Guard::new(address, &hosts, token.as_deref()),
            page: assets.map_or(Page::Embedded, Page::Folder),
            bodies: Bodies::new(bounds.all_bytes),
            answers,
            watch,
            memory,
            kept,
            jobs: Arc::new(jobs),
            guests: asked.into(),
            fetcher: fetch.map(Fetcher::new),
            folder,
            quick: Lane::new(bounds.quick, bounds.quick_waiting, "other requests", 1),
            long: Lane::new(bounds.long, bounds.long_waiting, "long questions", 5),
            listeners: Lane::new(bounds.listeners, 0, "streams of events", 5),
            bounds,
        };
        let end = watch::Sender::new(false);
        stop_on_signal(&runtime, end.clone())?;
        Ok(Self { listener, address, token, app: Arc::new(app), end, runtime })
    }

    /// The address at which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Address to open in a browser on this machine, with the token if there is one.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_at(match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        })
    }

    /// Address to open in a browser on another machine; `None` if only this one reaches the server. Of a server at all
    /// addresses it is the one that leads to other networks, or nothing is known of it.
    #[must_use]
    pub fn url_elsewhere(&self) -> Option<Result<String, NoAddress>> {
        let ip = self.address.ip();
        if ip.is_loopback() {
            return None;
        }
        let found = if ip.is_unspecified() { outward_address(ip.is_ipv6()) } else { Some(ip) };
        Some(found.map(|ip| self.url_at(ip)).ok_or(NoAddress))
    }

    fn url_at(&self, ip: IpAddr) -> String {
        let address = SocketAddr::new(ip, self.address.port());
        let token = self.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
        format!("http://{address}/{token}")
    }

    /// Handle that ends the server.
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
        let Self { listener, app, end, runtime, .. } = self;
        let result = runtime.block_on(serve(listener, app, end.subscribe()));
        // Threads that still search have had their interrupt.
        runtime.shutdown_timeout(GRACE);
        result
    }
}

async fn serve(listener: TcpListener, app: Arc<App>, over: watch::Receiver<bool>) -> Result<(), ServerError> {
    let router = routes::router(Arc::clone(&app))
        .layer(middleware::from_fn_with_state(app.answers.clone(), finish))
        .layer(middleware::from_fn_with_state(app.guard.clone(), guard));
    let pace = Pace { time: app.bounds.send_time, bytes: app.bounds.send_bytes };
    let places = Arc::new(Semaphore::new(app.bounds.connections));
    let refusals = Arc::new(Semaphore::new(MOST_REFUSALS));
    app.jobs.go_on().map_err(ServerError::Jobs)?;
    let mut is_over = over.clone();
    let resting = tokio::spawn(rest(Arc::clone(&app)));
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
            let (router, over) = (router.clone(), over.clone());
            tokio::spawn(async move {
                connection(PacedConnection::new(stream, pace), router, over).await;
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
    resting.abort();
    let guests = Arc::clone(&app.guests);
    let ended = tokio::task::spawn_blocking(move || guests.iter().for_each(|guest| guest.end()));
    app.jobs.close().await;
    _ = ended.await;
    // All connections have let go of their places once their answers are sent.
    let all = u32::try_from(app.bounds.connections).unwrap_or(u32::MAX);
    _ = tokio::time::timeout(GRACE, places.acquire_many(all)).await;
    Ok(())
}

/// Ends engines that nobody asks any more.
async fn rest(app: Arc<App>) {
    loop {
        tokio::time::sleep(IDLE_PACE).await;
        let guests = Arc::clone(&app.guests);
        _ = tokio::task::spawn_blocking(move || guests.iter().for_each(|guest| guest.rest(IDLE))).await;
    }
}

/// The address by which this machine reaches other networks. Nothing is sent: the system only looks up its routes, to
/// addresses that are kept for documents.
fn outward_address(is_v6: bool) -> Option<IpAddr> {
    let of = |from: IpAddr, to: IpAddr| {
        let socket = UdpSocket::bind((from, 0)).ok()?;
        socket.connect((to, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
    };
    let v4 = || of(Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into());
    let v6 = || of(Ipv6Addr::UNSPECIFIED.into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into());
    if is_v6 { v4().or_else(v6) } else { v4() }
}

/// Listens at the port, or at a free one if the usual port is taken and none was asked for.
fn listen(address: IpAddr, port: Option<u16>) -> Result<TcpListener, ServerError> {
    let open = |address: SocketAddr| {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // A server that has just ended leaves connections behind that would keep the port.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    let at = |port| {
        let address = SocketAddr::new(address, port);
        open(address).map_err(|source| ServerError::Listen { address, source })
    };
    match port {
        Some(port) => at(port),
        None => at(USUAL_PORT).or_else(|_| at(0)),
    }
}

async fn connection(stream: PacedConnection, router: axum::Router, mut end: watch::Receiver<bool>) {
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

/// Ends the server on Ctrl-C, or when the system asks the program to terminate: from now on, not only once it answers.
fn stop_on_signal(runtime: &Runtime, end: watch::Sender<bool>) -> io::Result<()> {
    let _inside = runtime.enter();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        runtime.spawn(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            end.send_replace(true);
        });
    }
    #[cfg(not(unix))]
    runtime.spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            end.send_replace(true);
        }
    });
    Ok(())
}
