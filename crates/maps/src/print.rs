//! Maps as text.

use std::fmt;

use tesuji_board::Player;

use super::{Map, Operator};

/// Binding of the outermost operator of a text; operators of one level are read from left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Binding {
    /// Union and difference.
    Sum,
    /// Intersection.
    Product,
    /// Complement, a function, a letter.
    Tight,
}

/// Binding of an operator of two operands.
pub(crate) const fn binding(operator: Operator) -> Binding {
    match operator {
        Operator::Union | Operator::Difference => Binding::Sum,
        Operator::Intersection => Binding::Product,
        _ => Binding::Tight,
    }
}

/// In ASCII, with no more parentheses than needed. [`str::parse`] gives back the same tree.
impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&text(self, &ASCII))
    }
}

impl Map {
    /// The text with the signs of the paper: `P₄(B) ∩ V`. It can also be parsed.
    #[must_use]
    pub const fn unicode(&self) -> Unicode<'_> {
        Unicode(self)
    }
}

/// A map to be written with the signs of the paper.
#[derive(Clone, Copy, Debug)]
pub struct Unicode<'a>(&'a Map);

impl fmt::Display for Unicode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&text(self.0, &UNICODE))
    }
}

struct Signs {
    complement: char,
    intersection: char,
    union: char,
    difference: char,
    number: fn(u16) -> String,
}

const ASCII: Signs =
    Signs { complement: '~', intersection: '&', union: '|', difference: '\\', number: |number| number.to_string() };

const UNICODE: Signs = Signs {
    complement: '¬',
    intersection: '∩',
    union: '∪',
    difference: '∖',
    number: |number| {
        let digit = |digit: char| char::from_u32(digit.to_digit(10).unwrap_or(0) + u32::from('₀')).unwrap_or('₀');
        number.to_string().chars().map(digit).collect()
    },
};

fn text(map: &Map, signs: &Signs) -> String {
    let (text, _) = map.fold(|operator, operands: &mut [(String, Binding)]| {
        let level = binding(operator);
        let text = match (operator, &*operands) {
            (Operator::Complement, [(operand, Binding::Tight)]) => format!("{}{operand}", signs.complement),
            (Operator::Complement, [(operand, _)]) => format!("{}({operand})", signs.complement),
            (_, [(operand, _)]) => format!("{}({operand})", letter(operator, signs)),
            (_, [(left, left_level), (right, right_level)]) => {
                let enclosed = |text: &str, is_loose| if is_loose { format!("({text})") } else { text.to_owned() };
                let (left, right) = (enclosed(left, *left_level < level), enclosed(right, *right_level <= level));
                format!("{left} {} {right}", letter(operator, signs))
            }
            _ => letter(operator, signs),
        };
        (text, level)
    });
    text
}

fn letter(operator: Operator, signs: &Signs) -> String {
    let colour = |player| if player == Player::Black { 'B' } else { 'W' };
    match operator {
        Operator::Black => "B".to_owned(),
        Operator::White => "W".to_owned(),
        Operator::Empty => "V".to_owned(),
        Operator::Atari => "H".to_owned(),
        Operator::Complement => signs.complement.to_string(),
        Operator::Reach => "F".to_owned(),
        Operator::Near => format!("F{}", (signs.number)(0)),
        Operator::Joined(player) => format!("A_{}", colour(player)),
        Operator::Captured(player) => format!("D_{}", colour(player)),
        Operator::AtLeast(number) => format!("P{}", (signs.number)(number)),
        Operator::AtMost(number) => format!("Q{}", (signs.number)(number)),
        Operator::Intersection => signs.intersection.to_string(),
        Operator::Union => signs.union.to_string(),
        Operator::Difference => signs.difference.to_string(),
    }
}
