//! Describes in words how two controls differ.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// One entry that two controls give differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The entry: `limits.move`, `players.gnugo.engine.external.command`.
    pub place: String,
    /// The earlier value, if there was one.
    pub before: Option<String>,
    /// The present value, if there is one.
    pub now: Option<String>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, before, now } = self;
        match (before, now) {
            (Some(before), Some(now)) => write!(f, "{place} was {before}, is {now}"),
            (Some(before), None) => write!(f, "{place} was {before}, is gone"),
            (None, Some(now)) => write!(f, "{place} was not there, is {now}"),
            (None, None) => write!(f, "{place} is as it was"),
        }
    }
}

/// Differences between `before` and `now`, in the order of the keys.
///
/// Both are plain data. Entries with a name are compared with those of the same name, wherever they are in their lists.
pub fn changes<T: Serialize>(before: &T, now: &T) -> Vec<Change> {
    let value = |thing: &T| serde_json::to_value(thing).unwrap_or_default();
    let (before, now) = (value(before), value(now));
    let mut changes = Vec::new();
    compare("", Some(&before), Some(&now), &mut changes);
    changes
}

fn compare(place: &str, before: Option<&Value>, now: Option<&Value>, changes: &mut Vec<Change>) {
    // A key with null means the same as a missing key.
    let (before, now) = (before.filter(|value| !value.is_null()), now.filter(|value| !value.is_null()));
    match (before, now) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            for key in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
                compare(&below(place, key), old.get(key), new.get(key), changes);
            }
        }
        (Some(Value::Array(old)), Some(Value::Array(new))) if are_named(old) && are_named(new) => {
            let n_before = changes.len();
            for value in old {
                compare(&below(place, name(value)), Some(value), named(new, name(value)), changes);
            }
            for value in new.iter().filter(|value| named(old, name(value)).is_none()) {
                compare(&below(place, name(value)), None, Some(value), changes);
            }
            if changes.len() == n_before && old != new {
                let names = |list: &[Value]| list.iter().map(name).collect::<Vec<_>>().join(", ");
                let (before, now) = (Some(names(old)), Some(names(new)));
                changes.push(Change { place: format!("the order of {place}"), before, now });
            }
        }
        (old, new) if old != new => {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), |text| format!("`{text}`"));
            changes.push(Change { place: place.to_owned(), before: old.map(text), now: new.map(text) });
        }
        _ => {}
    }
}

fn below(place: &str, key: &str) -> String {
    if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") }
}

fn name(value: &Value) -> &str {
    value.get("name").and_then(Value::as_str).unwrap_or_default()
}

fn named<'v>(values: &'v [Value], wanted: &str) -> Option<&'v Value> {
    values.iter().find(|value| name(value) == wanted)
}

fn are_named(values: &[Value]) -> bool {
    !values.is_empty() && values.iter().all(|value| !name(value).is_empty())
}
