//! `tesuji schema`: the shapes of what commands print with `--json`, as JSON Schema.
//!
//! `shapes.toml` has a table for each kind of object that a command prints. A text names what a value may be, `string`,
//! `integer`, `number`, `boolean`, `null`, `any` or a word that stands for itself, with `|` between them. A list holds the
//! shape of its items, and perhaps `"null"`. A key that ends with `?` may be missing; `*` stands for any key, and a key `?`
//! says that the object may be `null`.

use std::io::Write;

use miette::{Result, miette};
use serde_json::{Map, Value, json};
use toml::Table;

use crate::sheet::VERSION;
use crate::status::{self, Status};

/// The arguments of `tesuji schema`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The command, such as `prove` or `claim answers`; `serve` has all questions and answers of the server
    #[arg(value_name = "COMMAND", required = true)]
    command: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let schema = schema_of(&arguments.command)?;
    writeln!(std::io::stdout(), "{schema:#}")?;
    Ok(Status::Fine)
}

/// The JSON Schema (draft 2020-12) of each line that this command prints with `--json`; of `serve` that of all messages.
///
/// # Errors
///
/// If there is no such command, or it has no `--json`.
pub fn schema_of(command: &[impl AsRef<str>]) -> Result<Value> {
    let words: Vec<&str> = command.iter().map(AsRef::as_ref).collect();
    if words == ["serve"] {
        return Ok(tesuji_workbench::schema());
    }
    let shapes: Table =
        toml::from_str(include_str!("../shapes.toml")).map_err(|error| miette!("shapes.toml: {error}"))?;
    let name = words.join(" ");
    let shapes = shapes.get(&name).and_then(toml::Value::as_array);
    let shapes = shapes.ok_or_else(|| miette!("`tesuji {name}` is no command with `--json`"))?;
    let lines = shapes.iter().map(|shape| {
        let mut line = schema(shape);
        line["properties"]["version"] = json!({ "const": VERSION });
        if let Some(required) = line["required"].as_array_mut() {
            required.push("version".into());
        }
        line
    });
    Ok(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A line of `tesuji {name} --json`"),
        "anyOf": lines.collect::<Vec<_>>(),
    }))
}

/// The schema of a shape.
fn schema(shape: &toml::Value) -> Value {
    match shape {
        toml::Value::String(text) => {
            let alternative = |word: &str| match word {
                "any" => json!({}),
                "true" | "false" => json!({ "const": word == "true" }),
                "string" | "integer" | "number" | "boolean" | "null" => json!({ "type": word }),
                word => json!({ "const": word }),
            };
            let mut all: Vec<Value> = text.split('|').map(alternative).collect();
            if all.len() == 1 { all.remove(0) } else { json!({ "anyOf": all }) }
        }
        toml::Value::Array(items) => {
            let kind = if items.len() > 1 { json!(["array", "null"]) } else { json!("array") };
            json!({ "type": kind, "items": items.first().map_or(json!({}), schema) })
        }
        toml::Value::Table(fields) => {
            let kind = if fields.contains_key("?") { json!(["object", "null"]) } else { json!("object") };
            let named = || fields.iter().filter(|(key, _)| !matches!(key.as_str(), "?" | "*"));
            let properties: Map<String, Value> =
                named().map(|(key, shape)| (key.trim_end_matches('?').to_owned(), schema(shape))).collect();
            let required: Vec<&String> = named().map(|(key, _)| key).filter(|key| !key.ends_with('?')).collect();
            let others = fields.get("*").map_or(json!(false), schema);
            json!({ "type": kind, "properties": properties, "required": required, "additionalProperties": others })
        }
        _ => json!({}),
    }
}
