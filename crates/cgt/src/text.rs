//! Values as text, in the usual notation.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Exceeded, Value};

/// Choice of signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// `+-1`, `^`, `v`.
    #[default]
    Ascii,
    /// `±1`, `↑`, `↓`.
    Unicode,
}

/// The most copies of up or down that are recognised by name.
const MAX_UPS: i32 = 8;

impl Arena {
    /// `value` as text, if the text is no longer than `max_bytes`. Forms may share options, so a text can be far longer
    /// than its arena is large.
    ///
    /// A number is written as `-3` or `5/4`. A number plus ups and a nimber is written as `2^3*` (ups `^`, `^2`; downs
    /// `v`; nimbers `*`, `*2`). A value that is its own negative is written as `+-1` or `+-(3,{4|0})`, and any other as
    /// `{2|0}`, with numbers and short options first. The text depends on the value alone.
    ///
    /// # Errors
    ///
    /// If a bound is exceeded: names are recognised by building the values that they name.
    pub fn text(&mut self, value: Value, style: Style, max_bytes: usize) -> Result<Option<String>, Exceeded> {
        let names = self.names()?;
        let mut writer = ValueWriter { arena: self, style, max_bytes, names, texts: FxHashMap::default() };
        Ok(writer.text(value)?.map(|text| text.to_string()))
    }

    /// All sums of ups and a nimber, each with its ups and its nimber.
    fn names(&mut self) -> Result<FxHashMap<Value, (i32, u32)>, Exceeded> {
        let mut names = FxHashMap::default();
        for ups in -MAX_UPS..=MAX_UPS {
            for nimber in 0..=3 {
                let (up, star) = (self.ups(ups)?, self.nimber(nimber)?);
                names.insert(self.sum(up, star)?, (ups, nimber));
            }
        }
        Ok(names)
    }
}

struct ValueWriter<'a> {
    arena: &'a mut Arena,
    style: Style,
    max_bytes: usize,
    names: FxHashMap<Value, (i32, u32)>,
    texts: FxHashMap<Value, Option<Rc<str>>>,
}

impl ValueWriter<'_> {
    fn text(&mut self, value: Value) -> Result<Option<Rc<str>>, Exceeded> {
        if let Some(known) = self.texts.get(&value) {
            return Ok(known.clone());
        }
        let text = self.write(value)?.filter(|text| text.len() <= self.max_bytes).map(Rc::from);
        self.texts.insert(value, text.clone());
        Ok(text)
    }

    fn write(&mut self, value: Value) -> Result<Option<String>, Exceeded> {
        if let Some(number) = self.arena.number(value) {
            return Ok(Some(number.to_string()));
        }
        if let Some(name) = self.name(value)? {
            return Ok(Some(name));
        }
        let (left, right) = (self.arena.left(value).to_vec(), self.arena.right(value).to_vec());
        let Some(left) = self.options(&left)? else { return Ok(None) };
        if self.arena.negative(value)? == value {
            let sign = match self.style {
                Style::Ascii => "+-",
                Style::Unicode => "±",
            };
            return Ok(Some(match left.as_slice() {
                [one] => format!("{sign}{one}"),
                several => format!("{sign}({})", several.join(",")),
            }));
        }
        let right = self.options(&right)?;
        Ok(right.map(|right| format!("{{{}|{}}}", left.join(","), right.join(","))))
    }

    /// The options as texts, numbers first, then the short ones.
    fn options(&mut self, values: &[Value]) -> Result<Option<Vec<Rc<str>>>, Exceeded> {
        let mut texts = Vec::with_capacity(values.len());
        for &value in values {
            let Some(text) = self.text(value)? else { return Ok(None) };
            texts.push((self.arena.number(value).is_none(), text.chars().count(), text));
        }
        texts.sort();
        Ok(Some(texts.into_iter().map(|(_, _, text)| text).collect()))
    }

    /// A number plus ups plus a nimber, by name.
    fn name(&mut self, value: Value) -> Result<Option<String>, Exceeded> {
        // All infinitesimals have both stops at 0, so only one number can be meant.
        let number = self.arena.left_stop(value);
        if number != self.arena.right_stop(value) {
            return Ok(None);
        }
        let whole = self.arena.from_number(number)?;
        let rest = self.arena.difference(value, whole)?;
        let nimber = |n: u32| match n {
            0 => String::new(),
            1 => "*".to_owned(),
            n => format!("*{n}"),
        };
        let infinitesimal = if let Some(&(ups, n)) = self.names.get(&rest) {
            let sign = match (self.style, ups) {
                (_, 0) => "",
                (Style::Ascii, 1..) => "^",
                (Style::Ascii, _) => "v",
                (Style::Unicode, 1..) => "↑",
                (Style::Unicode, _) => "↓",
            };
            let times = if ups.abs() > 1 { ups.abs().to_string() } else { String::new() };
            format!("{sign}{times}{}", nimber(n))
        } else if let Some(n) = self.nimber_of(rest)? {
            nimber(n)
        } else {
            return Ok(None);
        };
        Ok(Some(if number == crate::Dyadic::ZERO { infinitesimal } else { format!("{number}{infinitesimal}") }))
    }

    /// The `n` for which the value is the nimber `*n`.
    fn nimber_of(&mut self, value: Value) -> Result<Option<u32>, Exceeded> {
        let n = self.arena.birthday(value);
        if self.arena.left(value).len() != n as usize {
            return Ok(None);
        }
        let nimber = self.arena.nimber(n)?;
        Ok((nimber == value).then_some(n))
    }
}
