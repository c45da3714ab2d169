//! Sessions: the board that a person has before them, kept as the JSON that the page sends.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::ask;
use crate::problem::Problem;
use crate::types::{SessionSummary, Sessions};

/// The longest name of a session.
const MOST_NAME: usize = 64;

/// A name that is a plain word.
fn checked(id: &str) -> Result<(), Problem> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if !id.is_empty() && id.len() <= MOST_NAME && id.bytes().all(is_plain) {
        return Ok(());
    }
    let detail = format!("the name of a session has 1 to {MOST_NAME} letters, digits, `-` or `_`");
    Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail, "choose another name"))
}

fn unknown(id: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("there is no session {id}"), "GET /api/sessions lists all")
}

/// `GET /api/sessions`.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    app.quickly(|app| {
        let kept = app.kept.sessions()?.into_iter();
        let sessions =
            kept.map(|kept| SessionSummary { id: kept.id, changed: kept.changed, bytes: kept.bytes }).collect();
        ask::json(StatusCode::OK, &Sessions { sessions })
    })
    .await
}

/// `GET /api/sessions/{id}`.
pub(crate) async fn get(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Problem> {
    checked(&id)?;
    app.quickly(move |app| {
        let body = app.kept.session(&id)?.ok_or_else(|| unknown(&id))?;
        Ok(([("content-type", "application/json")], body).into_response())
    })
    .await
}

/// `PUT /api/sessions/{id}`.
pub(crate) async fn put(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    checked(&id)?;
    let received = app.bodies.read(&headers, body, app.bounds.session_bytes).await?;
    app.quickly(move |app| {
        let body: &serde_json::value::RawValue =
            serde_json::from_slice(&received.bytes).map_err(|error| Problem::of_json(&error, "a session"))?;
        app.kept.keep_session(&id, body.get(), app.bounds.sessions)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// `DELETE /api/sessions/{id}`.
pub(crate) async fn delete(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Problem> {
    checked(&id)?;
    app.quickly(move |app| {
        let was_there = app.kept.forget_session(&id)?;
        if was_there { Ok(StatusCode::NO_CONTENT.into_response()) } else { Err(unknown(&id)) }
    })
    .await
}
