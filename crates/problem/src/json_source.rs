//! JSON whose values know their place in the file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use tesuji_board::syntax::SyntaxFault;

use super::error::{Fault, Flaw, offset_of};
use super::text::SpannedText;

/// A value that has been found but not yet examined; a slice of the file.
pub(crate) type Raw<'a> = &'a RawValue;

/// The members of an object in order; a key may occur twice.
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
pub(crate) struct JsonSource<'a>(pub(crate) &'a str);

impl<'a> JsonSource<'a> {
    /// The place of a value. Raw values are borrowed from the file, so their address gives their place.
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

    /// An object with these keys, none of them twice; other keys are skipped.
    pub(crate) fn object(self, raw: Raw<'a>, keys: &[&'static str], expected: &str) -> Result<Object<'a>, Flaw> {
        let mut members = BTreeMap::new();
        for (name, value) in self.read::<Members<'a>>(raw, expected)?.0 {
            let name: Cow<'_, str> = self.read(name, expected)?;
            if let Some(&key) = keys.iter().find(|&&key| key == name)
                && members.insert(key, value).is_some()
            {
                return Err(self.unexpected(raw, expected));
            }
        }
        Ok(Object { source: self, raw, members })
    }

    pub(crate) fn text(self, raw: Raw<'a>, expected: &str) -> Result<SpannedText<'a>, Flaw> {
        Ok(SpannedText::decoded(self.0, self.span(raw), self.read(raw, expected)?))
    }

    pub(crate) fn texts(self, raw: Raw<'a>, expected: &str) -> Result<Vec<SpannedText<'a>>, Flaw> {
        self.read::<Vec<Raw<'a>>>(raw, expected)?.into_iter().map(|raw| self.text(raw, expected)).collect()
    }
}

/// An object, to be asked for its members by name.
pub(crate) struct Object<'a> {
    source: JsonSource<'a>,
    raw: Raw<'a>,
    members: BTreeMap<&'static str, Raw<'a>>,
}

impl<'a> Object<'a> {
    /// The value of a key; `None` if it is missing or `null`.
    pub(crate) fn get(&self, key: &str) -> Option<Raw<'a>> {
        self.members.get(key).copied().filter(|value| value.get() != "null")
    }

    /// The value of a key that has to be there.
    pub(crate) fn required(&self, key: &'static str, expected: &'static str) -> Result<Raw<'a>, Flaw> {
        let start = self.source.span(self.raw).start;
        self.get(key).ok_or_else(|| Flaw::new(start..start, Fault::Missing { key, expected }))
    }

    /// The text of a key, if it is there.
    pub(crate) fn text(&self, key: &str, expected: &str) -> Result<Option<SpannedText<'a>>, Flaw> {
        self.get(key).map(|raw| self.source.text(raw, expected)).transpose()
    }
}

/// The values of a file, one after another, for example one per line.
pub(crate) fn values(file: &str) -> impl Iterator<Item = Result<Raw<'_>, Flaw>> {
    serde_json::Deserializer::from_str(file).into_iter().map(|value| value.map_err(|error| syntax(file, &error)))
}

fn syntax(file: &str, error: &serde_json::Error) -> Flaw {
    let fault = SyntaxFault::of_json(file, error);
    let at = offset_of(file, fault.line, fault.column);
    Flaw::new(at..at, Fault::Syntax(format!("faulty JSON: {}", fault.words)))
}
