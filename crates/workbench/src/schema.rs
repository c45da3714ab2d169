//! The shapes of all questions and answers as JSON Schema, from which TypeScript's types and the server's OpenAPI
//! document are made.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::Value;

use crate::{Answer, Question, Trouble, Update};

/// Everything that passes between the page and who answers it. Only its schema is used.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "the schema is made from it")]
struct Messages {
    question: Question,
    answer: Answer,
    update: Update,
    trouble: Trouble,
}

/// The JSON Schema (draft 2020-12) of all messages. Each type is one entry of `$defs`.
#[must_use]
pub fn schema() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Messages>().to_value()
}
