//! The routes of jobs.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::answers::counted;
use crate::app::App;
use crate::ask::{json, listen};
use crate::jobs::{Live, unknown};
use crate::news::JobListener;
use crate::problem::Problem;
use crate::stream::{self, Events};
use crate::types::{JobState, Jobs};

/// `GET /api/jobs`.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    app.quickly(|app| json(StatusCode::OK, &Jobs { jobs: app.jobs.list()? })).await
}

/// `POST /api/jobs`.
pub(crate) async fn post(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let received = app.bodies.read(&headers, body, app.bounds.question_bytes).await?;
    app.quickly(move |app| json(StatusCode::CREATED, &app.jobs.post(&received.bytes)?)).await
}

/// `GET /api/jobs/{id}`.
pub(crate) async fn get(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Problem> {
    app.quickly(move |app| Ok(counted(StatusCode::OK, app.jobs.text(&id)?.share()))).await
}

/// `POST /api/jobs/{id}/stop`.
pub(crate) async fn stop(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Problem> {
    app.jobs.stop(&id).await;
    app.quickly(move |app| json(StatusCode::OK, &app.jobs.job(&id)?)).await
}

/// `POST /api/jobs/{id}/resume`.
pub(crate) async fn resume(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Problem> {
    app.quickly(move |app| json(StatusCode::OK, &app.jobs.resume(&id)?)).await
}

/// `DELETE /api/jobs/{id}`.
pub(crate) async fn delete(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Problem> {
    let was_live = app.jobs.live(&id).is_some();
    app.jobs.forget(&id).await;
    app.quickly(move |app| {
        let was_there = app.jobs.forget_ended(&id)? || was_live;
        if was_there { Ok(StatusCode::NO_CONTENT.into_response()) } else { Err(unknown(&id)) }
    })
    .await
}

/// `GET /api/jobs/{id}/events`: how the job goes on, until it ends.
pub(crate) async fn events(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Problem> {
    let place = app.listeners()?;
    let live = app.jobs.live(&id);
    let known = id.clone();
    app.quickly(move |app| app.jobs.summary(&known)?.ok_or_else(|| unknown(&known))).await?;
    let (response, events) = stream::response(app.answers.clone());
    tokio::spawn(async move {
        // Whoever listens has gone: the job goes on.
        _ = follow(&app, &id, live, &events).await;
        drop(place);
    });
    Ok(response)
}

async fn follow(app: &Arc<App>, id: &str, live: Option<Arc<Live>>, events: &Events) -> Result<(), stream::ClientGone> {
    if let Some(live) = live {
        let (mut state, mut listener) = (live.state.subscribe(), JobListener::new(&live.news));
        loop {
            let now: JobState = *state.borrow_and_update();
            if now.is_over() {
                break;
            }
            let summary = app.jobs.summary(id).map_err(|_| stream::ClientGone)?;
            events.send("job", &summary).await?;
            tokio::select! {
                biased;
                changed = state.changed() => if changed.is_err() { break },
                () = listen(&mut listener, events) => return Err(stream::ClientGone),
            }
        }
    }
    // It may be long, and so is read off the disk by another thread.
    let known = id.to_owned();
    match app.quickly(move |app| app.jobs.text(&known)).await {
        Ok(text) => events.send_text("done", text.share()).await,
        Err(problem) => events.send("trouble", &problem).await,
    }
}
