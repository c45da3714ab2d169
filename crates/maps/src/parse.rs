//! Maps from text.
//!
//! ```text
//! map      = term { ("|" | "∪" | "u" | "\" | "∖" | "-" | "−") term }
//! term     = factor { ("&" | "∩" | "n") factor }
//! factor   = { "~" | "!" | "¬" } primary { overline | "ᶜ" }
//! primary  = "B" | "W" | "V" | "H" | "(" map ")" | function "(" map ")"
//! function = "F" | "F0" | ("A" | "D") ["_"] ("B" | "W") | ("P" | "Q") ["_"] number
//! ```
//!
//! Intersection binds tighter than union and difference, which are read from left to right; the paper leaves both open.
//! Numbers may be written as subscripts. An overline is a combining character (U+0305 or U+0304) after what it covers.

use std::str::FromStr;

use tesuji_board::{MAX_CELLS, Player};

use super::print::binding;
use super::{MAX_NODES, Map, Operator};

/// Reasons why a text is not a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMapError {
    /// Something else is expected here.
    #[error("map, column {column}: expected {expected}, found {found}")]
    Expected {
        /// The column in characters, from 1.
        column: usize,
        /// The alternatives allowed here.
        expected: &'static str,
        /// The text here.
        found: String,
    },
    /// A parenthesis without its partner.
    #[error("map, column {column}: this parenthesis is never closed")]
    Unclosed {
        /// The column of the opening parenthesis, in characters, from 1.
        column: usize,
    },
    /// More than [`MAX_NODES`] operators and operands, or as many open parentheses.
    #[error("map, column {column}: a map has at most {MAX_NODES} operators and operands, and as many open parentheses")]
    TooLong {
        /// The column in characters, from 1.
        column: usize,
    },
}

const OPERAND: &str = "B, W, V, H, ~, a parenthesis or one of F, F0, A_B, A_W, D_B, D_W, P and Q";
const OPERATOR: &str = "&, |, \\ or the end";
const INNER_OPERATOR: &str = "&, |, \\ or a closing parenthesis";

/// An item that waits for the end of its operand.
#[derive(Clone, Copy)]
enum Waiting {
    /// An operator of one operand without parentheses, or of two.
    Operator(Operator),
    /// A parenthesis, at this column, and the function before it.
    Open(usize, Option<Operator>),
}

struct MapReader<'t> {
    rest: std::iter::Peekable<std::iter::Enumerate<std::str::Chars<'t>>>,
    /// One more than the index of the last character read.
    column: usize,
    waiting: Vec<Waiting>,
    /// The nodes whose operands are complete, in postfix order.
    code: Vec<Operator>,
}

impl FromStr for Map {
    type Err = ParseMapError;

    fn from_str(text: &str) -> Result<Self, ParseMapError> {
        let rest = text.chars().enumerate().peekable();
        MapReader { rest, column: 0, waiting: Vec::new(), code: Vec::new() }.read()
    }
}

impl MapReader<'_> {
    fn read(mut self) -> Result<Map, ParseMapError> {
        loop {
            self.operand()?;
            if !self.binary_operator()? {
                break;
            }
        }
        let code = self.code;
        Ok(Map::from_postfix(code).expect("operators and operands take turns"))
    }

    /// Reads up to the end of a letter, past complements and opening parentheses.
    fn operand(&mut self) -> Result<(), ParseMapError> {
        loop {
            let Some(character) = self.next() else { return Err(self.expected(OPERAND, None)) };
            let function = match character {
                'B' => return self.push(Operator::Black),
                'W' => return self.push(Operator::White),
                'V' => return self.push(Operator::Empty),
                'H' => return self.push(Operator::Atari),
                '~' | '!' | '¬' => {
                    self.wait(Waiting::Operator(Operator::Complement))?;
                    continue;
                }
                '(' => None,
                'F' => Some(if self.take(|next| matches!(next, '0' | '₀' | '_')).is_some_and(|at| at != '_') {
                    Operator::Near
                } else {
                    self.reach()?
                }),
                'A' => Some(Operator::Joined(self.colour()?)),
                'D' => Some(Operator::Captured(self.colour()?)),
                'P' => Some(Operator::AtLeast(self.number()?)),
                'Q' => Some(Operator::AtMost(self.number()?)),
                other => return Err(self.expected(OPERAND, Some(other))),
            };
            if function.is_some() {
                match self.next() {
                    Some('(') => {}
                    found => return Err(self.expected("an opening parenthesis", found)),
                }
            }
            self.wait(Waiting::Open(self.column, function))?;
        }
    }

    /// `F`, or `F_0` if the last character read is its underscore.
    fn reach(&mut self) -> Result<Operator, ParseMapError> {
        // Only an underscore can have been read before; otherwise a parenthesis follows.
        if self.rest.peek().is_some_and(|&(_, next)| matches!(next, '0' | '₀')) {
            self.next();
            return Ok(Operator::Near);
        }
        Ok(Operator::Reach)
    }

    /// Reads up to the end of an operator of two operands. Returns whether there is one; if not, the text ends.
    fn binary_operator(&mut self) -> Result<bool, ParseMapError> {
        loop {
            let found = self.next();
            let operator = match found {
                Some('&' | '∩' | 'n') => Operator::Intersection,
                Some('|' | '∪' | 'u') => Operator::Union,
                Some('\\' | '∖' | '-' | '−') => Operator::Difference,
                Some('\u{305}' | '\u{304}' | 'ᶜ') => {
                    self.push(Operator::Complement)?;
                    continue;
                }
                Some(')') => {
                    self.finish(|_| true);
                    match self.waiting.pop() {
                        Some(Waiting::Open(_, function)) => function.map_or(Ok(()), |function| self.push(function))?,
                        _ => return Err(self.expected(OPERATOR, Some(')'))),
                    }
                    continue;
                }
                None => {
                    self.finish(|_| true);
                    return match self.waiting.pop() {
                        Some(Waiting::Open(column, _)) => Err(ParseMapError::Unclosed { column }),
                        _ => Ok(false),
                    };
                }
                Some(_) => {
                    let is_open = self.waiting.iter().any(|waiting| matches!(waiting, Waiting::Open(..)));
                    return Err(self.expected(if is_open { INNER_OPERATOR } else { OPERATOR }, found));
                }
            };
            self.finish(|waiting| binding(waiting) >= binding(operator));
            self.wait(Waiting::Operator(operator))?;
            return Ok(true);
        }
    }

    /// Completes the latest waiting operators, back to a parenthesis or to one for which `is_done` is false.
    fn finish(&mut self, is_done: impl Fn(Operator) -> bool) {
        while let Some(&Waiting::Operator(operator)) = self.waiting.last()
            && is_done(operator)
        {
            self.waiting.pop();
            self.code.push(operator);
        }
    }

    fn push(&mut self, operator: Operator) -> Result<(), ParseMapError> {
        self.code.push(operator);
        self.check_length()
    }

    fn wait(&mut self, waiting: Waiting) -> Result<(), ParseMapError> {
        self.waiting.push(waiting);
        self.check_length()
    }

    fn check_length(&self) -> Result<(), ParseMapError> {
        let n_open = self.waiting.iter().filter(|waiting| matches!(waiting, Waiting::Open(_, None))).count();
        let n_nodes = self.code.len() + self.waiting.len() - n_open;
        if n_nodes.max(n_open) > MAX_NODES { Err(ParseMapError::TooLong { column: self.column }) } else { Ok(()) }
    }

    fn colour(&mut self) -> Result<Player, ParseMapError> {
        self.take(|next| next == '_');
        match self.next() {
            Some('B') => Ok(Player::Black),
            Some('W') => Ok(Player::White),
            found => Err(self.expected("B or W", found)),
        }
    }

    fn number(&mut self) -> Result<u16, ParseMapError> {
        const EXPECTED: &str = "a number, at most that of the cells of the largest board";
        self.take(|next| next == '_');
        let mut number = None;
        while let Some(next) = self.take(|next| digit(next).is_some()) {
            let value = 10 * number.unwrap_or(0) + digit(next).unwrap_or(0);
            if value > MAX_CELLS as u32 {
                return Err(self.expected(EXPECTED, Some(next)));
            }
            number = Some(value);
        }
        match number {
            Some(number) => Ok(number as u16),
            None => {
                let found = self.next();
                Err(self.expected(EXPECTED, found))
            }
        }
    }

    /// The next character that is not a blank.
    fn next(&mut self) -> Option<char> {
        loop {
            let Some((idx, character)) = self.rest.next() else {
                self.column += 1;
                return None;
            };
            self.column = idx + 1;
            if !character.is_whitespace() {
                return Some(character);
            }
        }
    }

    /// The very next character, if `is_such` holds for it.
    fn take(&mut self, is_such: impl Fn(char) -> bool) -> Option<char> {
        let (idx, character) = self.rest.next_if(|&(_, next)| is_such(next))?;
        self.column = idx + 1;
        Some(character)
    }

    fn expected(&self, expected: &'static str, found: Option<char>) -> ParseMapError {
        let found = found.map_or_else(|| "the end".to_owned(), |found| format!("{found:?}"));
        ParseMapError::Expected { column: self.column, expected, found }
    }
}

/// The value of a digit, which may be a subscript.
fn digit(character: char) -> Option<u32> {
    character.to_digit(10).or_else(|| ('₀'..='₉').contains(&character).then(|| u32::from(character) - u32::from('₀')))
}
