//! `docs/problems.schema.json` describes what is read and written.
//!
//! The validator below knows the keywords that the schema uses, and panics at any other. A full validator would add
//! some seventy crates.

use serde_json::{Value, json};

use super::files::{examples, files, problems};
use crate::{parse_file_text, write_json};

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../../docs/problems.schema.json")).unwrap()
}

/// Whether `value` satisfies `rule`, a part of `schema`.
fn is_valid(schema: &Value, rule: &Value, value: &Value) -> bool {
    let valid = |rule: &Value, value: &Value| is_valid(schema, rule, value);
    let text_length = value.as_str().map_or(usize::MAX, |text| text.chars().count());
    let n_items = value.as_array().map(Vec::len);
    let number = |limit: &Value| usize::try_from(limit.as_u64().unwrap()).unwrap();
    let is_type = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        _ => panic!("type {name} is new to this test"),
    };
    rule.as_object().unwrap().iter().all(|(keyword, limit)| match keyword.as_str() {
        "$schema" | "$defs" | "title" | "description" => true,
        "$ref" => valid(schema.pointer(limit.as_str().unwrap().strip_prefix('#').unwrap()).unwrap(), value),
        "oneOf" => limit.as_array().unwrap().iter().filter(|rule| valid(rule, value)).count() == 1,
        "enum" => limit.as_array().unwrap().contains(value),
        "type" => match limit {
            Value::String(name) => is_type(name),
            names => names.as_array().unwrap().iter().any(|name| is_type(name.as_str().unwrap())),
        },
        "required" => value.as_object().is_none_or(|members| {
            limit.as_array().unwrap().iter().all(|key| members.contains_key(key.as_str().unwrap()))
        }),
        "properties" => value.as_object().is_none_or(|members| {
            members.iter().all(|(key, member)| limit.get(key).is_none_or(|rule| valid(rule, member)))
        }),
        // Used where there are no `properties` beside it.
        "additionalProperties" => {
            value.as_object().is_none_or(|members| members.values().all(|member| valid(limit, member)))
        }
        "items" => value.as_array().is_none_or(|items| items.iter().all(|item| valid(limit, item))),
        "minItems" => n_items.is_none_or(|n_items| number(limit) <= n_items),
        "maxItems" => n_items.is_none_or(|n_items| n_items <= number(limit)),
        "minLength" => number(limit) <= text_length,
        "minimum" => value.as_f64().is_none_or(|value| limit.as_f64().unwrap() <= value),
        "maximum" => value.as_u64().is_none_or(|value| value <= limit.as_u64().unwrap()),
        "pattern" => {
            assert_eq!(limit, "^[A-Za-z0-9_-]{1,32}$", "the only pattern this test knows");
            (1..=32).contains(&text_length)
                && value
                    .as_str()
                    .is_some_and(|text| text.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c)))
        }
        _ => panic!("keyword {keyword} is new to this test"),
    })
}

#[test]
fn what_is_written_fits_the_schema() {
    let schema = schema();
    let check = |text: &str| {
        let value: Value = serde_json::from_str(text).unwrap();
        assert!(is_valid(&schema, &schema, &value), "{text}");
    };
    for (path, text) in files("testdata/claims").into_iter().chain(files("testdata/problems")).chain(examples()) {
        check(&write_json(&problems(&path, &text)));
    }
    check(include_str!("../../../../testdata/problems/v1.json"));
    include_str!("../../../../testdata/problems/faces.jsonl").lines().for_each(check);
}

/// What the schema refuses, the reader refuses too. The reader checks more: names, overlaps.
#[test]
fn what_the_schema_refuses_is_refused() {
    let schema = schema();
    let sound = json!({"id": "x", "board": [3, 3], "empties": ["a1"], "stones": ["b1"], "goals": [[["top", "b1"]]]});
    assert!(is_valid(&schema, &schema, &sound) && parse_file_text(&sound.to_string()).is_ok());
    let graph = |nodes: Value, links: Value| json!({"nodes": nodes, "links": links});
    let faults = [
        ("id", json!("")),
        ("id", json!(7)),
        ("board", json!([1, 1025])),
        ("board", json!([0, 3])),
        ("board", json!([3])),
        ("board", json!("3x3")),
        ("board", graph(json!(["a1", "b 1"]), json!([]))),
        ("board", graph(json!(["a1", "b1"]), json!([["a1"]]))),
        ("board", graph(json!([]), json!([]))),
        ("owner", json!("red")),
        ("empties", json!("a1")),
        ("stones", json!([1])),
        ("goals", json!([])),
        ("goals", json!([[]])),
        ("goals", json!([[["b1"]]])),
        ("to_move", json!("white")),
        ("answer", json!("yes")),
        ("needed", json!({})),
        ("verified", json!(3)),
        ("all_of", json!(38)),
        ("published", json!([])),
        ("published", json!({"source": 1})),
        ("published", json!({"a_seconds": -1})),
        ("published", json!({"a_nodes": 1.5})),
        ("published", json!({"b_seconds": "1"})),
    ];
    for (key, fault) in faults {
        let mut damaged = sound.clone();
        damaged[key] = fault;
        assert!(!is_valid(&schema, &schema, &damaged), "{damaged}");
        assert!(parse_file_text(&damaged.to_string()).is_err(), "{damaged}");
    }
    for key in ["id", "board", "empties", "stones", "goals"] {
        let mut damaged = sound.clone();
        damaged.as_object_mut().unwrap().remove(key);
        assert!(!is_valid(&schema, &schema, &damaged), "{damaged}");
        assert!(parse_file_text(&damaged.to_string()).is_err(), "{damaged}");
    }
}
