//! The OpenAPI document, made from the table of routes and from the types.

use std::sync::LazyLock;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::problem::ProblemText;
use crate::routes::{Gives, HttpRoute, routes};
use crate::types::{About, Job, Jobs, MatchView, Matches, Sessions, StoreList, Studies, StudyView, Work};

/// Messages of the server besides those that `workbench` defines. Only its schema is used.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "the schema is made from it")]
struct Messages {
    about: About,
    job: Job,
    jobs: Jobs,
    work: Work,
    sessions: Sessions,
    store: StoreList,
    matches: Matches,
    match_view: MatchView,
    studies: Studies,
    study_view: StudyView,
    problem: ProblemText,
}

static DOCUMENT: LazyLock<String> = LazyLock::new(|| openapi().to_string());

/// `GET /api/openapi.json`.
pub(crate) async fn document() -> Response {
    ([("content-type", "application/json")], DOCUMENT.as_str()).into_response()
}

/// `GET /api/schema.json`.
pub(crate) async fn schema() -> Response {
    ([("content-type", "application/schema+json")], tesuji_workbench::schema().to_string()).into_response()
}

/// The document.
fn openapi() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in routes() {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.as_str().to_ascii_lowercase()] = operation(&route);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "tesuji", "version": env!("CARGO_PKG_VERSION"),
            "description": "The workbench for Hex, Go on boards of any shape, and Amazons. docs/SERVER.md introduces it.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
        "security": [{}, { "token": [] }],
    })
}

/// All types, each under its name.
fn schemas() -> Map<String, Value> {
    let ours = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Messages>().to_value();
    let mut all = Map::new();
    for root in [ours, tesuji_workbench::schema()] {
        if let Some(Value::Object(types)) = root.get("$defs").cloned() {
            all.extend(types);
        }
    }
    all.insert("Anything".to_owned(), json!({ "description": "any JSON" }));
    let mut schemas = Value::Object(all);
    point_to_components(&mut schemas);
    if let Value::Object(schemas) = schemas { schemas } else { Map::new() }
}

/// Types refer to each other by their place in this document.
fn point_to_components(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                match value {
                    Value::String(place) if name == "$ref" => {
                        *place = place.replace("#/$defs/", "#/components/schemas/")
                    }
                    value => point_to_components(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(point_to_components),
        _ => {}
    }
}

fn operation(route: &HttpRoute) -> Value {
    let in_path = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let in_path =
        in_path.map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    let in_query = route.query.iter().map(
        |(name, about)| json!({ "name": name, "in": "query", "description": about, "schema": { "type": "string" } }),
    );
    let parameters: Vec<Value> = in_path.chain(in_query).collect();
    let of_type = |name: &str| json!({ "schema": { "$ref": format!("#/components/schemas/{name}") } });
    let events = || json!({ "schema": { "type": "string", "description": "events `update`, `job`, then `answer`, `done` or `trouble`" } });
    let (status, content) = match route.gives {
        Gives::Json(status, name) => (status, json!({ "application/json": of_type(name) })),
        Gives::JsonOrEvents(name) => (200, json!({ "application/json": of_type(name), "text/event-stream": events() })),
        Gives::Events => (200, json!({ "text/event-stream": events() })),
        Gives::File(kind) => (200, json!({ kind: {} })),
        Gives::Nothing => (204, Value::Null),
    };
    let words = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason()).unwrap_or_default();
    let mut good = json!({ "description": words });
    if !content.is_null() {
        good["content"] = content;
    }
    let mut operation = json!({
        "summary": route.about,
        "responses": {
            status.to_string(): good,
            "default": {
                "description": "what is wrong, and what to do",
                "content": { "application/problem+json": of_type("Problem") },
            },
        },
    });
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if let Some(name) = route.takes {
        let mut content = of_type(name);
        let examples = route.examples.iter().enumerate();
        let examples: Map<String, Value> = examples
            .map(|(idx, text)| {
                let value: Value = serde_json::from_str(text).unwrap_or_default();
                (format!("example {}", idx + 1), json!({ "value": value }))
            })
            .collect();
        content["examples"] = examples.into();
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": content } });
    }
    operation
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    /// All places in the document that are referred to.
    fn references<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str));
                fields.values().for_each(|value| references(value, found));
            }
            Value::Array(items) => items.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_example_is_understood() {
        for route in routes() {
            assert_eq!(route.takes.is_some(), !route.examples.is_empty(), "{}", route.path);
            for example in route.examples {
                match route.takes {
                    Some("Question") => _ = serde_json::from_str::<tesuji_workbench::Question>(example).unwrap(),
                    Some("Work") => {
                        _ = crate::work::Work::read(example.as_bytes(), &crate::ServerBounds::default(), &[]).unwrap()
                    }
                    _ => _ = serde_json::from_str::<Value>(example).unwrap(),
                }
            }
        }
    }

    #[test]
    fn every_route_and_every_type_is_there() {
        let document = openapi();
        for route in routes() {
            let operation = &document["paths"][route.path][route.method.as_str().to_ascii_lowercase()];
            assert!(
                operation["summary"].as_str().is_some_and(|words| words.len() > 5),
                "{} {}",
                route.method,
                route.path
            );
        }
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 100);
        for place in found {
            let there = document.pointer(place.trim_start_matches('#'));
            assert!(there.is_some(), "nothing at {place}");
        }
    }
}
