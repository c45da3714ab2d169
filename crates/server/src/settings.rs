//! Settings of a server when it starts.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tesuji_arena::guest::GtpGuest;

use crate::ServerError;
use crate::fetch::FetchFrom;

/// The port that is tried first if none is given.
pub(crate) const USUAL_PORT: u16 = 8642;

/// Settings of a server when it starts.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The address to listen at. Any but a loopback address needs a token.
    pub address: IpAddr,
    /// The port. Absent: 8642, or a free one if that is taken.
    pub port: Option<u16>,
    /// Names by which browsers elsewhere may call this machine, besides its address.
    pub hosts: Vec<String>,
    /// The folder for jobs and sessions. It is created if it does not exist.
    pub folder: PathBuf,
    /// The store of solved positions. Absent: none.
    pub store: Option<PathBuf>,
    /// A folder with the page, instead of the page in the program.
    pub assets: Option<PathBuf>,
    /// Token that a browser has to know. Required for any address but loopback.
    pub token: Option<String>,
    /// Engines of other people that the page may ask, and that may play.
    pub guests: Vec<Arc<GtpGuest>>,
    /// Whether the address of a game on a site of the list is read, and from where. Absent: the page says what to paste.
    pub fetch: Option<FetchFrom>,
    /// Bounds of everything.
    pub bounds: ServerBounds,
}

impl ServerSettings {
    /// A server for this machine alone, which keeps its jobs in `folder`.
    #[must_use]
    pub fn local(folder: impl Into<PathBuf>) -> Self {
        Self {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            hosts: Vec::new(),
            folder: folder.into(),
            store: None,
            assets: None,
            token: None,
            guests: Vec::new(),
            fetch: None,
            bounds: ServerBounds::default(),
        }
    }
}

/// Bounds of everything. What goes beyond is refused with a clear answer.
#[derive(Clone, Debug)]
pub struct ServerBounds {
    /// Connections at a time.
    pub connections: usize,
    /// Bytes of a question.
    pub question_bytes: usize,
    /// Bytes of a question with a certificate in it.
    pub certificate_bytes: usize,
    /// Bytes of all questions together that are being read or answered.
    pub all_bytes: usize,
    /// Bytes of all large answers together that are on their way.
    pub answer_bytes: usize,
    /// A client for which so long was waited while it takes answers,
    pub send_time: Duration,
    /// has to have taken this many bytes meanwhile. Otherwise it is cut off.
    pub send_bytes: usize,
    /// Quick questions answered at a time.
    pub quick: usize,
    /// Quick questions that may wait for their turn.
    pub quick_waiting: usize,
    /// Long questions answered at a time, streams included.
    pub long: usize,
    /// Long questions that may wait for their turn.
    pub long_waiting: usize,
    /// Threads of one search.
    pub threads: usize,
    /// Threads of a player of a match.
    pub player_threads: usize,
    /// Memory that the players of a match may take together, in MiB. As many games are played at a time as have room in it.
    pub match_mib: usize,
    /// Memory of an engine of somebody else in a match, in MiB, if its control file does not say.
    pub engine_mib: usize,
    /// The longest time that such an engine may have for a move.
    pub engine_move: Duration,
    /// The longest time of a quick question.
    pub quick_time: Duration,
    /// The longest time of a long question that is not a job.
    pub long_time: Duration,
    /// Questions that run as jobs at a time; as many matches and studies run beside them.
    pub jobs_running: usize,
    /// Jobs that may wait.
    pub jobs_waiting: usize,
    /// Jobs that are kept. The oldest that have ended are forgotten.
    pub jobs: usize,
    /// The longest time of a job between two starts.
    pub job_time: Duration,
    /// Streams of events of jobs at a time.
    pub listeners: usize,
    /// Sessions that are kept. The oldest are forgotten.
    pub sessions: usize,
    /// Bytes of a session.
    pub session_bytes: usize,
}

impl Default for ServerBounds {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Self {
            connections: 1_024,
            question_bytes: 2 << 20,
            certificate_bytes: 64 << 20,
            all_bytes: 256 << 20,
            answer_bytes: 256 << 20,
            send_time: Duration::from_secs(30),
            send_bytes: 512 << 10,
            quick: cores.max(2),
            quick_waiting: 512,
            long: cores.max(4),
            long_waiting: 64,
            threads: (cores / 2).max(1),
            player_threads: cores.max(4),
            match_mib: 16 << 10,
            engine_mib: 4 << 10,
            engine_move: Duration::from_secs(300),
            quick_time: Duration::from_secs(60),
            long_time: Duration::from_secs(600),
            jobs_running: (cores / 2).max(1),
            jobs_waiting: 50,
            jobs: 200,
            job_time: Duration::from_secs(24 * 3_600),
            listeners: 128,
            sessions: 200,
            session_bytes: 2 << 20,
        }
    }
}

/// A new token that nobody can guess: 128 bits of the system's random numbers, in hexadecimal digits.
///
/// # Errors
///
/// If the system has no random numbers.
pub fn new_token() -> Result<String, ServerError> {
    random_digits::<16>()
}

/// The name of something that nobody needs to guess: 48 random bits.
pub(crate) fn random_name() -> Result<String, ServerError> {
    random_digits::<6>()
}

fn random_digits<const N: usize>() -> Result<String, ServerError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| ServerError::Random(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
