//! `GET /api/about`: what this server is and how much it does.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;

use crate::ask;
use crate::problem::Problem;
use crate::server::App;

pub(crate) async fn about(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    let bounds = &app.bounds;
    let about = json!({
        "name": "tesuji",
        "version": env!("CARGO_PKG_VERSION"),
        "is_server": true,
        "has_store": app.has_store,
        "limits": {
            "question_bytes": bounds.question_bytes,
            "certificate_bytes": bounds.certificate_bytes,
            "question_seconds": bounds.long_time.as_secs(),
            "running": bounds.long,
            "waiting": bounds.long_waiting,
            "threads": bounds.threads,
        },
    });
    ask::json(StatusCode::OK, &about)
}
