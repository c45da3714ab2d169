//! Values from text.

use crate::arena::{Arena, Exceeded, Value};
use crate::dyadic::Dyadic;

/// Maximum nesting of braces.
const MAX_DEPTH: u32 = 100;

/// Error of a text that is not a value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// Something else was expected.
    #[error("character {at}: expected {expected}")]
    Expected {
        /// Number of the character, from 1.
        at: usize,
        /// Expected content.
        expected: &'static str,
    },
    /// Braces nested too deeply.
    #[error("character {at}: braces nest more than {MAX_DEPTH} deep")]
    TooDeep {
        /// Number of the character, from 1.
        at: usize,
    },
    /// The value does not fit into the arena.
    #[error("the value is too large: {0}")]
    Exceeded(#[from] Exceeded),
}

impl Arena {
    /// The value that `text` names, in either style of the notation of [`Arena::text`]. Blanks may stand between any
    /// two signs. Options need not be canonical, so `{0,1|5}` is 2.
    ///
    /// # Errors
    ///
    /// [`ParseError`].
    pub fn parse(&mut self, text: &str) -> Result<Value, ParseError> {
        let signs: Vec<(usize, char)> =
            text.chars().enumerate().map(|(i, c)| (i + 1, c)).filter(|(_, c)| !c.is_whitespace()).collect();
        let mut reader = ValueReader { arena: self, signs, next: 0, end: text.chars().count() + 1 };
        let value = reader.value(0)?;
        if reader.next < reader.signs.len() {
            return Err(reader.expected("the end of the value"));
        }
        Ok(value)
    }
}

struct ValueReader<'a> {
    arena: &'a mut Arena,
    signs: Vec<(usize, char)>,
    next: usize,
    end: usize,
}

impl ValueReader<'_> {
    fn value(&mut self, depth: u32) -> Result<Value, ParseError> {
        if depth > MAX_DEPTH {
            return Err(ParseError::TooDeep { at: self.at() });
        }
        if self.takes('±') || self.takes_both('+', '-') {
            let options = if self.takes('(') { self.options(')', depth + 1)? } else { vec![self.value(depth + 1)?] };
            let negatives = options.iter().map(|&option| self.arena.negative(option)).collect::<Result<Vec<_>, _>>()?;
            return Ok(self.arena.game(&options, &negatives)?);
        }
        if self.takes('{') {
            let left = self.options('|', depth + 1)?;
            let right = self.options('}', depth + 1)?;
            return Ok(self.arena.game(&left, &right)?);
        }
        self.named()
    }

    /// A list of options, which may be empty, up to and including `end`.
    fn options(&mut self, end: char, depth: u32) -> Result<Vec<Value>, ParseError> {
        let mut options = Vec::new();
        if self.takes(end) {
            return Ok(options);
        }
        loop {
            options.push(self.value(depth)?);
            if self.takes(end) {
                return Ok(options);
            }
            if !self.takes(',') {
                return Err(self.expected(match end {
                    '|' => "',' or '|'",
                    '}' => "',' or '}'",
                    _ => "',' or ')'",
                }));
            }
        }
    }

    /// A number, ups, a nimber, or several of them in this order.
    fn named(&mut self) -> Result<Value, ParseError> {
        let start = self.next;
        let mut value = self.number()?;
        let sign = if self.takes('^') || self.takes('↑') {
            1
        } else if self.takes('v') || self.takes('↓') {
            -1
        } else {
            0
        };
        if sign != 0 {
            let times = if self.peek().is_some_and(|c| c.is_ascii_digit()) { self.digits(1000)? } else { 1 };
            #[expect(clippy::cast_possible_truncation, reason = "at most 1000")]
            let ups = self.arena.ups(sign * times as i32)?;
            value = self.arena.sum(value, ups)?;
        }
        if self.takes('*') {
            let n = if self.peek().is_some_and(|c| c.is_ascii_digit()) { self.digits(1000)? } else { 1 };
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1000")]
            let nimber = self.arena.nimber(n as u32)?;
            value = self.arena.sum(value, nimber)?;
        }
        if self.next == start { Err(self.expected("a number, '^', 'v', '*', '+-' or '{'")) } else { Ok(value) }
    }

    /// A number such as `-5/4`, or 0 if there is no number here.
    fn number(&mut self) -> Result<Value, ParseError> {
        let negative = self.takes('-');
        if !negative && !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(Value::ZERO);
        }
        let numerator = self.digits(1 << 62)?;
        let mut log = 0;
        if self.takes('/') {
            let at = self.at();
            let denominator = self.digits(1 << 60)?;
            if denominator.count_ones() != 1 {
                return Err(ParseError::Expected { at, expected: "a power of two, at most 2^60" });
            }
            log = denominator.trailing_zeros();
        }
        let number = Dyadic::new(if negative { -numerator } else { numerator }, log).ok_or(Exceeded::Number)?;
        Ok(self.arena.from_number(number)?)
    }

    fn digits(&mut self, most: i64) -> Result<i64, ParseError> {
        let mut number: Option<i64> = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            let next = number.unwrap_or(0).checked_mul(10).and_then(|ten| ten.checked_add(i64::from(digit)));
            match next {
                Some(next) if next <= most => number = Some(next),
                _ => return Err(self.expected("a smaller number")),
            }
            self.next += 1;
        }
        number.ok_or_else(|| self.expected("a digit"))
    }

    fn peek(&self) -> Option<char> {
        self.signs.get(self.next).map(|&(_, c)| c)
    }

    fn at(&self) -> usize {
        self.signs.get(self.next).map_or(self.end, |&(at, _)| at)
    }

    fn takes(&mut self, sign: char) -> bool {
        let is_here = self.peek() == Some(sign);
        self.next += usize::from(is_here);
        is_here
    }

    fn takes_both(&mut self, first: char, second: char) -> bool {
        let are_here =
            self.peek() == Some(first) && self.signs.get(self.next + 1).is_some_and(|&(_, sign)| sign == second);
        self.next += 2 * usize::from(are_here);
        are_here
    }

    fn expected(&self, expected: &'static str) -> ParseError {
        ParseError::Expected { at: self.at(), expected }
    }
}
