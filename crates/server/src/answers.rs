//! Answers on their way to clients: counted all together, compressed where a client reads that, and timed.
//!
//! A client that takes an answer slowly holds its memory meanwhile. So the bytes of all large answers together are bounded,
//! clients who ask for the same result share one copy, and whoever takes next to nothing is cut off.

use std::convert::Infallible;
use std::io::{self, IoSlice, Write as _};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Frame;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

use crate::problem::Problem;

/// The unit in which answers are counted.
const BLOCK: usize = 4_096;
/// Answers up to this length are not counted: there are no more of them than connections.
pub(crate) const SMALL: usize = 64 << 10;
/// Shorter answers are not worth compressing.
const SHORT: u64 = 1_024;
/// Amount that is compressed at a stretch.
const CHUNK: usize = 32 << 10;
/// Longest wait for memory of an answer that took a while.
const PATIENCE: Duration = Duration::from_secs(40);

/// The memory for all large answers.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    blocks: Arc<Semaphore>,
    most: usize,
}

/// An answer whose memory counts until it is dropped.
#[derive(Debug)]
pub(crate) struct CountedAnswer {
    bytes: Bytes,
    _room: Option<OwnedSemaphorePermit>,
}

/// An answer for several readers.
struct SharedAnswer(Arc<CountedAnswer>);

impl AsRef<[u8]> for CountedAnswer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl AsRef<[u8]> for SharedAnswer {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

/// Marks a response whose memory is counted already, or is none.
#[derive(Clone, Copy)]
pub(crate) struct CountedMark;

impl Answers {
    pub(crate) fn new(bytes: usize) -> Self {
        Self { blocks: Arc::new(Semaphore::new(bytes.div_ceil(BLOCK))), most: bytes }
    }

    /// The blocks that bytes take; 0 if they are not counted.
    fn blocks_of(&self, n_bytes: usize) -> Result<u32, Problem> {
        if n_bytes > self.most {
            let detail = format!("the answer has {} MB, more than {} MB", n_bytes >> 20, self.most >> 20);
            return Err(Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                detail,
                "use the command line for work of this size",
            ));
        }
        Ok(if n_bytes <= SMALL { 0 } else { u32::try_from(n_bytes.div_ceil(BLOCK)).unwrap_or(u32::MAX) })
    }

    /// Counts an answer from now on. It is refused where there is no room.
    pub(crate) fn hold(&self, bytes: impl Into<Bytes>) -> Result<CountedAnswer, Problem> {
        let bytes = bytes.into();
        let room = match self.blocks_of(bytes.len())? {
            0 => None,
            n => Some(Arc::clone(&self.blocks).try_acquire_many_owned(n).map_err(|_| full())?),
        };
        Ok(CountedAnswer { bytes, _room: room })
    }

    /// As [`Self::hold`], of an answer that took a while: its thread waits for room.
    pub(crate) fn hold_soon(&self, bytes: Vec<u8>, runtime: &tokio::runtime::Handle) -> Result<CountedAnswer, Problem> {
        let room = match self.blocks_of(bytes.len())? {
            0 => None,
            n => {
                let room = Arc::clone(&self.blocks).acquire_many_owned(n);
                // A timer has to be made inside the runtime.
                let room = runtime.block_on(async { tokio::time::timeout(PATIENCE, room).await });
                Some(room.ok().and_then(Result::ok).ok_or_else(full)?)
            }
        };
        Ok(CountedAnswer { bytes: bytes.into(), _room: room })
    }
}

fn full() -> Problem {
    Problem::busy("the memory for answers is full: other clients are slow to take theirs", 10)
}

impl CountedAnswer {
    pub(crate) fn into_bytes(self) -> Bytes {
        Bytes::from_owner(self)
    }

    /// The bytes for one of several who take them.
    pub(crate) fn share(self: &Arc<Self>) -> Bytes {
        Bytes::from_owner(SharedAnswer(Arc::clone(self)))
    }
}

/// A response of JSON whose memory is counted.
pub(crate) fn counted(status: StatusCode, bytes: Bytes) -> Response {
    let mut response = (status, bytes).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.extensions_mut().insert(CountedMark);
    response
}

/// Counts an answer, and compresses it if the client reads that. Streams of events go on as they are.
pub(crate) async fn finish(State(answers): State<Answers>, request: Request<Body>, next: Next) -> Response {
    let reads_gzip = reads_gzip(request.headers());
    let response = next.run(request).await;
    let Some(length) = response.body().size_hint().exact() else { return response };
    let (mut parts, mut body) = response.into_parts();
    if length > SMALL as u64 && parts.extensions.get::<CountedMark>().is_none() {
        let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
        match answers.hold(bytes) {
            Ok(held) => body = Body::from(held.into_bytes()),
            Err(problem) => return problem.into_response(),
        }
    }
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if length < SHORT || !is_compressible(kind) || parts.headers.contains_key(header::CONTENT_ENCODING) {
        return Response::from_parts(parts, body);
    }
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !reads_gzip {
        return Response::from_parts(parts, body);
    }
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    let source = to_bytes(body, usize::MAX).await.unwrap_or_default();
    Response::from_parts(parts, Body::new(ZippedBody::new(source)))
}

/// Whether a client reads gzip (RFC 9110, 12.5.3).
pub(crate) fn reads_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let weights = values.flat_map(|value| value.split(',')).filter_map(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next()?.to_ascii_lowercase();
        let weight =
            parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |weight| weight.parse::<f32>().ok())?;
        Some((name, weight))
    });
    let weights: Vec<(String, f32)> = weights.collect();
    let of =
        |names: &[&str]| weights.iter().find(|(name, _)| names.contains(&name.as_str())).map(|(_, weight)| *weight);
    of(&["gzip", "x-gzip"]).or_else(|| of(&["*"])).is_some_and(|weight| weight > 0.0)
}

/// Whether a content of this type gets shorter.
fn is_compressible(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.starts_with("text/")
        || kind.ends_with("json")
        || matches!(kind, "image/svg+xml" | "application/wasm" | "application/octet-stream" | "application/x-go-sgf")
}

/// A body that is compressed as the client takes it, so that a slow one costs a few hundred kilobytes.
struct ZippedBody {
    source: Bytes,
    encoder: Option<GzEncoder<Vec<u8>>>,
}

impl ZippedBody {
    fn new(source: Bytes) -> Self {
        Self { source, encoder: Some(GzEncoder::new(Vec::new(), Compression::fast())) }
    }

    /// The next piece; `None` at the end.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        while let Some(encoder) = &mut self.encoder {
            if self.source.is_empty() {
                let finished = self.encoder.take().map(GzEncoder::finish).transpose()?;
                return Ok(finished);
            }
            let chunk = self.source.split_to(self.source.len().min(CHUNK));
            encoder.write_all(&chunk)?;
            if !encoder.get_ref().is_empty() {
                return Ok(Some(std::mem::take(encoder.get_mut())));
            }
        }
        Ok(None)
    }
}

impl HttpBody for ZippedBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        // Memory takes whatever is written to it.
        let next = self.next().unwrap_or(None);
        Poll::Ready(next.map(|bytes| Ok(Frame::data(bytes.into()))))
    }
}

/// Least speed at which a client has to take its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// While so long was waited for the client,
    pub(crate) time: Duration,
    /// it has to take this many bytes.
    pub(crate) bytes: usize,
}

/// A connection that breaks off if the client does not keep the pace. Only time in which the client is waited for counts.
pub(crate) struct PacedConnection {
    stream: TcpStream,
    pace: Pace,
    /// Since when the client is waited for.
    waits_since: Option<Instant>,
    /// Time waited since `taken` was 0.
    waited: Duration,
    taken: usize,
    alarm: Pin<Box<Sleep>>,
}

impl PacedConnection {
    pub(crate) fn new(stream: TcpStream, pace: Pace) -> Self {
        let alarm = Box::pin(tokio::time::sleep(pace.time));
        Self { stream, pace, waits_since: None, waited: Duration::ZERO, taken: 0, alarm }
    }

    /// Keeps account of what came of a write.
    fn account(&mut self, context: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        let now = Instant::now();
        if let Some(since) = self.waits_since.take() {
            self.waited += now - since;
        }
        if let Poll::Ready(Ok(n)) = written {
            self.taken += n;
        }
        if self.waited >= self.pace.time {
            if self.taken < self.pace.bytes {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            (self.waited, self.taken) = (Duration::ZERO, 0);
        }
        if written.is_pending() {
            self.waits_since = Some(now);
            self.alarm.as_mut().reset(now + (self.pace.time - self.waited));
            // It wakes this task, which then writes again.
            _ = self.alarm.as_mut().poll(context);
        }
        written
    }
}

impl AsyncRead for PacedConnection {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for PacedConnection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.account(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.account(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_until_they_are_dropped() {
        let answers = Answers::new(1 << 20);
        let small: Vec<CountedAnswer> = (0..100).map(|_| answers.hold(vec![0; SMALL]).unwrap()).collect();
        let first = answers.hold(vec![0; 700 << 10]).unwrap();
        assert_eq!(answers.hold(vec![0; 700 << 10]).unwrap_err().status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answers.hold(vec![0; 2 << 20]).unwrap_err().status(), StatusCode::PAYLOAD_TOO_LARGE);
        // One copy for several.
        let shared = Arc::new(first);
        let (one, other) = (shared.share(), shared.share().slice(10..));
        drop((shared, one));
        assert!(answers.hold(vec![0; 700 << 10]).is_err());
        drop(other);
        answers.hold(vec![0; 700 << 10]).unwrap();
        drop(small);
    }

    #[test]
    fn who_reads_gzip() {
        for (accepts, reads) in [
            ("gzip", true),
            ("deflate, GZIP;q=0.5, br", true),
            ("*", true),
            ("gzip;q=0", false),
            ("gzip;q=0, *", false),
            ("br", false),
            ("identity", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accepts))]);
            assert_eq!(reads_gzip(&headers), reads, "{accepts}");
        }
        assert!(!reads_gzip(&HeaderMap::new()));
    }

    #[test]
    fn what_is_compressed_is_read_back() {
        for length in [0, 1, CHUNK, 5 * CHUNK + 7] {
            let text: Vec<u8> = (0..length).map(|at| (at % 251) as u8 ^ (at / 977) as u8).collect();
            let mut zipped = ZippedBody::new(text.clone().into());
            let mut bytes = Vec::new();
            while let Some(piece) = zipped.next().unwrap() {
                bytes.extend(piece);
            }
            let mut back = Vec::new();
            io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&bytes[..]), &mut back).unwrap();
            assert!(back == text, "{length}");
        }
    }
}
