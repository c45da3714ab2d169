//! Server-sent events: updates on the way, one event at the end.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::answers::{Answers, SMALL};

/// The content type of a stream.
const KIND: &str = "text/event-stream";

/// Whether the client wants a stream.
pub(crate) fn is_wanted(headers: &HeaderMap) -> bool {
    let accepts = |value: &HeaderValue| value.to_str().is_ok_and(|value| value.contains(KIND));
    headers.get_all(header::ACCEPT).iter().any(accepts)
}

/// The end of a stream into which events are written. Each writer waits until the client has taken what came before.
#[derive(Clone, Debug)]
pub(crate) struct Events {
    sender: mpsc::Sender<Bytes>,
    answers: Answers,
}

/// The client has gone.
#[derive(Debug)]
pub(crate) struct ClientGone;

impl Events {
    /// Sends an event.
    pub(crate) async fn send(&self, name: &str, data: &impl Serialize) -> Result<(), ClientGone> {
        let mut text = begin(name);
        // JSON on one line has no line breaks, so the event ends where it should.
        serde_json::to_writer(&mut text, data).map_err(|_| ClientGone)?;
        text.extend_from_slice(b"\n\n");
        self.put(text.into()).await
    }

    /// Sends an event, unless there is no memory for it just now: another one will follow.
    pub(crate) async fn offer(&self, name: &str, data: &impl Serialize) -> Result<(), ClientGone> {
        let mut text = begin(name);
        serde_json::to_writer(&mut text, data).map_err(|_| ClientGone)?;
        text.extend_from_slice(b"\n\n");
        match self.answers.hold(text) {
            Ok(held) => self.put(held.into_bytes()).await,
            Err(_) => Ok(()),
        }
    }

    /// Sends an event whose data is JSON on one line, in memory that is counted already.
    pub(crate) async fn send_text(&self, name: &str, json: Bytes) -> Result<(), ClientGone> {
        let mut text = begin(name);
        if json.len() <= SMALL {
            text.extend_from_slice(&json);
            text.extend_from_slice(b"\n\n");
            return self.put(text.into()).await;
        }
        self.put(text.into()).await?;
        self.put(json).await?;
        self.put(Bytes::from_static(b"\n\n")).await
    }

    async fn put(&self, bytes: Bytes) -> Result<(), ClientGone> {
        self.sender.send(bytes).await.map_err(|_| ClientGone)
    }

    /// Sends a line that clients skip, so that a connection without news stays open.
    pub(crate) async fn beat(&self) -> Result<(), ClientGone> {
        self.put(Bytes::from_static(b": still here\n\n")).await
    }

    /// Waits until the client has gone.
    pub(crate) async fn closed(&self) {
        self.sender.closed().await;
    }
}

/// The beginning of an event.
fn begin(name: &str) -> Vec<u8> {
    format!("event: {name}\ndata: ").into_bytes()
}

/// A response whose events come from the other value.
pub(crate) fn response(answers: Answers) -> (Response, Events) {
    let (sender, receiver) = mpsc::channel(4);
    let mut response = Body::new(EventStream { receiver }).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(KIND));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    (response, Events { sender, answers })
}

struct EventStream {
    receiver: mpsc::Receiver<Bytes>,
}

impl HttpBody for EventStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.receiver.poll_recv(context).map(|data| data.map(|data| Ok(Frame::data(data))))
    }
}
