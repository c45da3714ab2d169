//! Faults of a question, for people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_board::syntax::plain;

/// Reason why a question has no answer. The server sends it as `application/problem+json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[error("{what}")]
pub struct Trouble {
    /// One sentence for people: what is wrong, and with what.
    pub what: String,
    /// Advice, one sentence; empty if there is nothing to add.
    #[serde(default)]
    pub advice: String,
    /// The place in the text that was sent, if a text has the fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Whether the fault is in the question. If not, it is ours.
    #[serde(default)]
    pub is_ours: bool,
}

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Character in the line, from 1.
    pub column: usize,
}

impl Place {
    /// The place of a byte in a text; `None` if the text has no character that begins there.
    #[must_use]
    pub fn of_byte(text: &str, at: usize) -> Option<Self> {
        let before = text.get(..at)?;
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Some(Self { line, column })
    }
}

impl Trouble {
    /// A fault of the question.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), advice: String::new(), place: None, is_ours: false }
    }

    /// A fault at a place of a text.
    #[must_use]
    pub fn at(what: impl Into<String>, line: usize, column: usize) -> Self {
        Self { place: Some(Place { line, column }), ..Self::new(what) }
    }

    /// A fault of data that are not `what`, such as a question.
    #[must_use]
    pub fn of_json(error: &serde_json::Error, what: &str) -> Self {
        let place = (error.line() > 0).then(|| Place { line: error.line(), column: error.column().max(1) });
        Self { place, ..Self::new(format!("this is not {what}: {}", plain(&error.to_string()))) }
    }

    /// A fault of the program.
    #[must_use]
    pub fn ours(what: impl Into<String>) -> Self {
        let advice = "this is a fault of the program: please report it together with what you asked".to_owned();
        Self { is_ours: true, advice, ..Self::new(what) }
    }

    /// The fault with advice.
    #[must_use]
    pub fn with_advice(self, advice: impl Into<String>) -> Self {
        Self { advice: advice.into(), ..self }
    }
}

impl From<tesuji_problem::ProblemError> for Trouble {
    fn from(error: tesuji_problem::ProblemError) -> Self {
        Self::at(error.fault().to_string(), error.line(), error.column())
    }
}
