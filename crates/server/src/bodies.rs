//! Bodies of requests: bounded each, and bounded all together.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, StatusCode, header};
use std::pin::Pin;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// Longest time in which a body may arrive.
const PATIENCE: Duration = Duration::from_secs(60);
/// The unit in which bodies are counted.
const BLOCK: usize = 4_096;

/// The memory for all bodies.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    blocks: Arc<Semaphore>,
}

/// A body. Its memory counts until it is dropped.
#[derive(Debug)]
pub(crate) struct RequestBody {
    pub(crate) bytes: Vec<u8>,
    pub(crate) room: Option<OwnedSemaphorePermit>,
}

impl Bodies {
    pub(crate) fn new(bytes: usize) -> Self {
        Self { blocks: Arc::new(Semaphore::new(bytes.div_ceil(BLOCK))) }
    }

    /// Reads a body of JSON.
    pub(crate) async fn read(&self, headers: &HeaderMap, body: Body, most: usize) -> Result<RequestBody, Problem> {
        let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let advice = "send JSON with the header `Content-Type: application/json`";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body is not said to be JSON", advice));
        }
        let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        if length.is_some_and(|length: usize| length > most) {
            return Err(too_large(most));
        }
        match tokio::time::timeout(PATIENCE, self.collect(body, most)).await {
            Ok(received) => received,
            Err(_) => Err(Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                format!("the body did not arrive within {} s", PATIENCE.as_secs()),
                "send it again",
            )),
        }
    }

    async fn collect(&self, mut body: Body, most: usize) -> Result<RequestBody, Problem> {
        let mut received = RequestBody { bytes: Vec::new(), room: None };
        while let Some(frame) = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let broken =
                |error| Problem::new(StatusCode::BAD_REQUEST, format!("the body breaks off: {error}"), "send it again");
            let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
            let n_bytes = received.bytes.len() + data.len();
            if n_bytes > most {
                return Err(too_large(most));
            }
            self.make_room(&mut received, n_bytes)?;
            received.bytes.extend_from_slice(&data);
        }
        Ok(received)
    }

    fn make_room(&self, received: &mut RequestBody, n_bytes: usize) -> Result<(), Problem> {
        let has = received.room.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let more = u32::try_from(n_bytes.div_ceil(BLOCK).saturating_sub(has)).unwrap_or(u32::MAX);
        if more == 0 {
            return Ok(());
        }
        match Arc::clone(&self.blocks).try_acquire_many_owned(more) {
            Ok(room) => match &mut received.room {
                Some(known) => known.merge(room),
                none => *none = Some(room),
            },
            Err(_) => return Err(Problem::busy("the memory for questions is full", 2)),
        }
        Ok(())
    }
}

/// A body beyond its bound.
pub(crate) fn too_large(most: usize) -> Problem {
    let (n, unit) = if most >= 1 << 20 { (most >> 20, "MB") } else { (most, "bytes") };
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("the body has more than {n} {unit}"),
        "send less; large certificates can be checked with `tesuji check`",
    )
}
