//! Plain data that is read in one form, whatever the format.
//!
//! Code that reads an enum is compiled for each format, and again for the buffer that a tagged enum needs, in each crate. So players
//! are first made a JSON value, and are read from that in this crate alone.

use std::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};

/// Reads with `read` what stands in `from`.
///
/// # Errors
///
/// If the format is wrong, a table has a key twice, or `read` refuses the value.
pub(crate) fn read<'de, T, D: Deserializer<'de>>(
    from: D,
    read: fn(Value) -> Result<T, serde_json::Error>,
) -> Result<T, D::Error> {
    let Plain(value) = Plain::deserialize(from)?;
    read(value).map_err(D::Error::custom)
}

/// A JSON value whose tables had no key twice. [`Value`] alone would take the last.
struct Plain(Value);

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(PlainVisitor).map(Plain)
    }
}

struct PlainVisitor;

impl<'de> Visitor<'de> for PlainVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plain data")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    // JSON has no `nan` and no `inf`, and no player has a use for them.
    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let number =
            Number::from_f64(value).ok_or_else(|| E::custom(format!("`{value}`: expected a finite number")))?;
        Ok(Value::Number(number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Plain(value)) = items.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut values = Map::new();
        while let Some((key, Plain(value))) = entries.next_entry::<String, Plain>()? {
            if values.contains_key(&key) {
                return Err(A::Error::custom(format!("duplicate field `{key}`")));
            }
            values.insert(key, value);
        }
        Ok(Value::Object(values))
    }
}

#[cfg(feature = "testing")]
mod tests {
    use crate::PlayerSpec;

    #[test]
    fn players_are_read_alike_from_each_format() {
        let from_toml: PlayerSpec = toml::from_str("kind = \"uct\"\nplayouts = 1000\nexploration = 1\n").unwrap();
        let from_json: PlayerSpec =
            serde_json::from_str(r#"{"kind": "uct", "playouts": 1000, "exploration": 1.0}"#).unwrap();
        assert_eq!(from_toml, from_json);
        let infinite = toml::from_str::<PlayerSpec>("kind = \"uct\"\nexploration = inf\n").unwrap_err();
        assert!(infinite.to_string().contains("`inf`: expected a finite number"), "{infinite}");
    }

    #[test]
    fn a_key_that_is_given_twice_is_refused() {
        let twice = serde_json::from_str::<PlayerSpec>(r#"{"kind": "uct", "playouts": 1, "playouts": 2}"#).unwrap_err();
        assert!(twice.to_string().starts_with("duplicate field `playouts`"), "{twice}");
    }
}
