//! No request names a file: whatever lies at a path that stands in a question or a job, the answer is the same.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::Running;

/// Two paths of one length: something lies at the first, nothing at the second.
struct Paths {
    folder: tempfile::TempDir,
}

impl Paths {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("present"),
            "{\"tesuji-board\":1,\"names\":[\"SECRET\",\"B\"],\"links\":[[0,1]]}",
        )
        .unwrap();
        Self { folder }
    }

    fn named(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// The answers to what `body` makes of each path, with one name in place of both.
    fn answers(&self, running: &Running, path: &str, body: &dyn Fn(&str) -> Value) -> [(u16, String); 2] {
        ["present", "missing"].map(|name| {
            let reply = running.client.post(path, &body(&self.named(name)));
            let mut text = String::from_utf8_lossy(&reply.body).replace(name, "NAME");
            // A job that is accepted has an id and times of its own.
            if reply.status == 201 {
                let id = reply.json()["id"].as_str().unwrap().to_owned();
                running.client.send("DELETE", &format!("/api/jobs/{id}"), &[], b"");
                text = "accepted".to_owned();
            }
            (reply.status, timeless(&text))
        })
    }
}

/// An answer without the seconds that it took.
fn timeless(text: &str) -> String {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| name != "seconds" && name != "memory");
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    serde_json::from_str(text).map_or_else(
        |_| text.to_owned(),
        |mut value: Value| {
            strip(&mut value);
            value.to_string()
        },
    )
}

/// A value of a type of the schema, and the places in it where any text may stand.
fn sample(schema: &Value, types: &Map<String, Value>, depth: usize, at: &str, texts: &mut BTreeSet<String>) -> Value {
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.strip_prefix("#/$defs/")) {
        return sample(&types[name], types, depth + 1, at, texts);
    }
    if let Some(value) = schema.get("const").or_else(|| schema["enum"].get(0)) {
        return value.clone();
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        if let Some(kinds) = schema[key].as_array() {
            let fits = |kind: &&Value| kind["type"] != "null" && !(depth > 12 && kind.get("$ref").is_some());
            return kinds.iter().find(fits).map_or(Value::Null, |kind| sample(kind, types, depth + 1, at, texts));
        }
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds[0].as_str().unwrap_or_default(),
        kind => kind.as_str().unwrap_or_default(),
    };
    match kind {
        "object" => {
            let fields = schema["properties"].as_object().cloned().unwrap_or_default();
            let of = |(name, kind): (String, Value)| {
                let value = sample(&kind, types, depth + 1, &format!("{at}/{name}"), texts);
                (name, value)
            };
            Value::Object(if depth > 12 { Map::new() } else { fields.into_iter().map(of).collect() })
        }
        "array" if depth > 12 => json!([]),
        "array" => json!([sample(&schema["items"], types, depth + 1, &format!("{at}/0"), texts)]),
        "integer" => schema.get("minimum").cloned().unwrap_or(json!(1)),
        "number" => json!(0.05),
        "boolean" => json!(false),
        // A text, or anything.
        _ => {
            texts.insert(at.to_owned());
            json!("x")
        }
    }
}

/// Every text of every kind of question, as the schema lists them, one after the other: alone, and as a job.
#[test]
fn no_text_of_a_question_leads_to_a_file() {
    let running = Running::new();
    let paths = Paths::new();
    let schema = tesuji_workbench::schema();
    let types = schema["$defs"].as_object().unwrap();
    let (mut n_kinds, mut n_texts) = (0, 0);
    for kind in types["Question"]["oneOf"].as_array().unwrap() {
        let mut texts = BTreeSet::new();
        let own = kind["properties"]["ask"].clone();
        let mut question = match kind.get("$ref") {
            // The fields of the type, beside its name.
            Some(_) => sample(&json!({ "$ref": kind["$ref"] }), types, 0, "", &mut texts),
            None => sample(kind, types, 0, "", &mut texts),
        };
        question["ask"] = own["const"].clone();
        texts.remove("/ask");
        assert!(question["ask"].is_string(), "{kind}");
        n_kinds += 1;
        for text in &texts {
            n_texts += 1;
            let body = |path: &str| {
                let mut question = question.clone();
                *question.pointer_mut(text).unwrap_or_else(|| panic!("{text}")) = json!(path);
                question
            };
            let is_refused = paths.answers(&running, "/api/ask", &body)[0].0 != 200;
            for place in ["/api/ask", "/api/jobs"].into_iter().take(1 + usize::from(is_refused)) {
                let [present, missing] = paths.answers(&running, place, &body);
                assert_eq!(present, missing, "{} {text}", question["ask"]);
                assert!(!present.1.contains("SECRET"), "{} {text}: {}", question["ask"], present.1);
            }
        }
    }
    assert!(n_kinds > 20 && n_texts > 60, "{n_kinds} kinds, {n_texts} texts");
}

/// Keys of a control file, those that name files and those that are made up, in each of its tables.
#[test]
fn no_key_of_a_match_leads_to_a_file() {
    let running = Running::new();
    let paths = Paths::new();
    let keys = "\
        board book command directory environment evaluator file files folder net openings path position \
        setup store title rules include map";
    let player = |name: &str| format!("[[player]]\nname = '{name}'\nkind = 'random'\n");
    let mut n_refused = 0;
    for key in keys.split_whitespace() {
        for value in ["'PATH'", "['PATH']", "{ files = ['PATH'] }", "{ path = 'PATH' }"] {
            let line = format!("{key} = {value}\n");
            for place in 0..5 {
                let lines = |at: usize| if at == place { line.as_str() } else { "" };
                let (top, game, first, openings, kind) = (lines(0), lines(1), lines(2), lines(3), lines(4));
                let game_kind = ["hex", "go"][usize::from(kind.is_empty())];
                let size =
                    if game_kind == "go" { "komi = 0.5\nrules = 'chinese'\n" } else { "columns = 3\nrows = 3\n" };
                let board = if game_kind == "go" && !(place == 1 && key == "board") { "board = '5x5'\n" } else { "" };
                let second =
                    if kind.is_empty() { player("b") } else { format!("[[player]]\nname = 'b'\nkind = 'gtp'\n{kind}") };
                let text = format!(
                    "format = 'match'\ngames = 2\n{top}[game]\ngame = '{game_kind}'\n{size}{board}{game}\
                     {}{first}{second}[openings]\n{openings}",
                    player("a")
                );
                let [present, missing] =
                    paths.answers(&running, "/api/jobs", &|path| json!({ "match": text.replace("PATH", path) }));
                assert_eq!(present, missing, "{text}");
                assert!(!present.1.contains("SECRET"), "{}", present.1);
                n_refused += usize::from(present.0 == 422);
            }
        }
    }
    assert!(n_refused > 300, "{n_refused}");
    let reply = running.client.post("/api/jobs", &json!({ "study": paths.named("present") }));
    assert_eq!(reply.problem()["status"], 404);
}
