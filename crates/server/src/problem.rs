//! Errors as `application/problem+json` (RFC 9457): what is wrong, where, and what to do.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use tesuji_archive::store::database::DatabaseError;
use tesuji_workbench::{Place, Trouble};

/// Reason why a request has no answer.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Problem(Box<ProblemText>);

/// Content of a problem.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(crate) struct ProblemText {
    /// Always `about:blank`: the status says what kind of problem it is.
    r#type: &'static str,
    /// The name of the status.
    title: &'static str,
    /// The status.
    status: u16,
    /// The fault, in one sentence.
    detail: String,
    /// Advice, in one sentence; may be empty.
    advice: String,
    /// The place in the text that was sent, if a text has the fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
    /// Whether the fault is in the program, not in what was sent.
    is_ours: bool,
    /// Time of the next try, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
}

impl Problem {
    /// A problem with what is wrong and what to do about it.
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>, advice: impl Into<String>) -> Self {
        Self(Box::new(ProblemText {
            r#type: "about:blank",
            title: status.canonical_reason().unwrap_or("Problem"),
            status: status.as_u16(),
            detail: detail.into(),
            advice: advice.into(),
            place: None,
            is_ours: status == StatusCode::INTERNAL_SERVER_ERROR,
            retry_after: None,
        }))
    }

    /// There is too much to do just now.
    pub(crate) fn busy(detail: impl Into<String>, seconds: u64) -> Self {
        let advice = format!("try again in {seconds} s, or stop some of the work");
        let mut problem = Self::new(StatusCode::SERVICE_UNAVAILABLE, detail, advice);
        problem.0.retry_after = Some(seconds);
        problem
    }

    /// The program failed.
    pub(crate) fn fault(detail: impl Into<String>) -> Self {
        let advice = "this is a fault of the program: please report it together with what you asked";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, detail, advice)
    }

    /// A body that is no JSON, or not of the expected form.
    pub(crate) fn of_json(error: &serde_json::Error, what: &str) -> Self {
        let (status, advice) = match error.classify() {
            serde_json::error::Category::Data => {
                (StatusCode::UNPROCESSABLE_ENTITY, "compare it with /api/schema.json".to_owned())
            }
            _ => (StatusCode::BAD_REQUEST, format!("send {what} as JSON")),
        };
        let trouble = Trouble::of_json(error, what);
        Self::new(status, trouble.what, advice).at(trouble.place)
    }

    /// Something cannot be read from the disk or written to it.
    pub(crate) fn unkept(error: &impl std::fmt::Display) -> Self {
        let advice = "look whether the disk is full and the folder of the server can be written";
        Self::new(StatusCode::INSUFFICIENT_STORAGE, error.to_string(), advice)
    }

    /// The problem with a place in the text.
    pub(crate) fn at(mut self, place: Option<Place>) -> Self {
        self.0.place = place;
        self
    }

    /// The fault, in one sentence.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// The status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Self {
        let status = if trouble.is_ours { StatusCode::INTERNAL_SERVER_ERROR } else { StatusCode::UNPROCESSABLE_ENTITY };
        Self::new(status, trouble.what, trouble.advice).at(trouble.place)
    }
}

impl From<DatabaseError> for Problem {
    fn from(error: DatabaseError) -> Self {
        Self::unkept(&error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (self.status(), body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = self.0.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
