//! `GET /api/about`: what this server is and how much it does.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::app::App;
use crate::ask;
use crate::problem::Problem;
use crate::types::{About, Limits};

pub(crate) async fn about(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    let bounds = &app.bounds;
    let limits = Limits {
        question_bytes: bounds.question_bytes,
        certificate_bytes: bounds.certificate_bytes,
        question_seconds: bounds.long_time.as_secs(),
        job_seconds: bounds.job_time.as_secs(),
        running: bounds.long,
        waiting: bounds.long_waiting,
        jobs_running: bounds.jobs_running,
        jobs_waiting: bounds.jobs_waiting,
        jobs: bounds.jobs,
        sessions: bounds.sessions,
        session_bytes: bounds.session_bytes,
        threads: bounds.threads,
    };
    let (version, has_store) = (env!("CARGO_PKG_VERSION"), app.memory.is_some());
    ask::json(StatusCode::OK, &About { name: "tesuji", version, is_server: true, has_store, limits })
}
