//! JSON whose values know their place in the file.

use std::fmt;
use std::ops::Range;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::{Fault, Flaw};
use super::text::Text;

/// A value that has been found but not yet looked at; a slice of the file.
pub(crate) type Raw<'a> = &'a RawValue;

/// An object's members in their order, one key perhaps twice.
pub(crate) struct Members<'a>(pub(crate) Vec<(Raw<'a>, Raw<'a>)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// The file, to find the place of each value in it.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a>(pub(crate) &'a str);

impl<'a> Source<'a> {
    /// Raw values are borrowed from the file, so their address is their place.
    pub(crate) fn span(self, raw: Raw<'_>) -> Range<usize> {
        let start = raw.get().as_ptr().addr().saturating_sub(self.0.as_ptr().addr());
        start..start + raw.get().len()
    }

    pub(crate) fn unexpected(self, raw: Raw<'_>, expected: &str) -> Flaw {
        Flaw::unexpected(self.span(raw), raw.get(), expected)
    }

    pub(crate) fn read<T: Deserialize<'a>>(self, raw: Raw<'a>, expected: &str) -> Result<T, Flaw> {
        serde_json::from_str(raw.get()).map_err(|_| self.unexpected(raw, expected))
    }

    pub(crate) fn text(self, raw: Raw<'a>, expected: &str) -> Result<Text<'a>, Flaw> {
        Ok(Text::decoded(self.0, self.span(raw), self.read(raw, expected)?))
    }

    pub(crate) fn texts(self, raw: Raw<'a>, expected: &str) -> Result<Vec<Text<'a>>, Flaw> {
        self.read::<Vec<Raw<'a>>>(raw, expected)?.into_iter().map(|raw| self.text(raw, expected)).collect()
    }
}

/// The values of a file, one after the other; there may be one a line.
pub(crate) fn values(file: &str) -> impl Iterator<Item = Result<Raw<'_>, Flaw>> {
    serde_json::Deserializer::from_str(file).into_iter().map(|value| value.map_err(|error| syntax(file, &error)))
}

fn syntax(file: &str, error: &serde_json::Error) -> Flaw {
    let line_start: usize = file.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = line_start + error.column().saturating_sub(1);
    let message = error.to_string();
    // The place is told by the error that this becomes.
    let message = message.split(" at line ").next().unwrap_or_default();
    Flaw::new(at..at, Fault::Syntax(format!("no JSON: {message}")))
}
