//! Smaller maps with the same value on every position.
//!
//! Each rule makes a tree smaller or sorts the operands of a commutative operator, so simplification ends. Not every
//! equality is found. [`Classes`](super::Classes) finds the maps that are equal on sampled positions.

use tesuji_board::Player;

use super::{Map, Operator};

use Operator::{AtLeast, AtMost, Black, Complement, Difference, Empty, Intersection, Joined};
use Operator::{Near, Reach, Union, White};

impl Map {
    /// A map with the same value on every position, with as few nodes as the rules of sets can find.
    ///
    /// ```
    /// use tesuji_maps::Map;
    ///
    /// let map: Map = "(B \\ (B & ~~W)) | ~P3(V) & P0(H)".parse().unwrap();
    /// assert_eq!(map.simplified().to_string(), "B | Q2(V)");
    /// ```
    #[must_use]
    pub fn simplified(&self) -> Self {
        self.fold(|operator, operands: &mut [Self]| match operands {
            [] => Self::nullary(operator),
            [operand] => unary(operator, operand.clone()),
            [left, right] => binary(operator, left.clone(), right.clone()),
            _ => unreachable!("an operator has at most two operands"),
        })
    }

    /// All cells, as written in simplified maps.
    fn everything() -> Self {
        Self::nullary(Black).under(AtLeast(0))
    }

    /// The empty set, as written in simplified maps.
    fn nothing() -> Self {
        Self::everything().under(Complement)
    }

    fn is_everything(&self) -> bool {
        self.root() == AtLeast(0)
    }

    fn is_nothing(&self) -> bool {
        self.root() == Complement && self.postfix()[self.n_nodes() - 2] == AtLeast(0)
    }

    fn as_leaf(&self) -> Option<Operator> {
        (self.n_nodes() == 1).then(|| self.root())
    }

    /// The map whose complement this is, if it is written as a complement.
    fn complemented(&self) -> Option<Self> {
        (self.root() == Complement).then(|| self.operands().remove(0))
    }
}

/// An operator over a simplified map.
fn unary(operator: Operator, operand: Map) -> Map {
    match (operator, operand.root()) {
        (AtLeast(0), _) => return Map::everything(),
        (Complement, Complement) => return operand.operands().remove(0),
        (Complement, AtLeast(number)) if number > 0 => return operand.operands().remove(0).under(AtMost(number - 1)),
        (Complement, AtMost(number)) => return operand.operands().remove(0).under(AtLeast(number + 1)),
        // A black chain that touches a black stone contains it. So applying `A_B` twice adds nothing.
        (Joined(outer), Joined(inner)) if outer == inner => return operand,
        (Joined(Player::Black), Black) | (Joined(Player::White), White) => return operand,
        _ => {}
    }
    if operand.is_nothing() {
        return match operator {
            Complement | AtMost(_) => Map::everything(),
            _ => Map::nothing(),
        };
    }
    if operand.is_everything() && matches!(operator, Reach | Near | Joined(_) | AtLeast(1)) {
        return Map::everything();
    }
    operand.under(operator)
}

/// An operator over two simplified maps.
fn binary(operator: Operator, left: Map, right: Map) -> Map {
    let (left, right) = if operator != Difference && right < left { (right, left) } else { (left, right) };
    let known = match operator {
        Intersection => intersection(&left, &right).or_else(|| intersection(&right, &left)),
        Union => union(&left, &right).or_else(|| union(&right, &left)),
        _ => difference(&left, &right),
    };
    known.unwrap_or_else(|| Map::binary(operator, left, &right))
}

/// `a ∩ b`, if it can be made smaller from this side.
fn intersection(a: &Map, b: &Map) -> Option<Map> {
    if a == b || b.is_everything() || a.is_nothing() {
        return Some(a.clone());
    }
    if is_complement(a, b) || are_apart(a, b) {
        return Some(Map::nothing());
    }
    if let Some(inner) = a.complemented() {
        return Some(match b.complemented() {
            Some(other) => unary(Complement, binary(Union, inner, other)),
            None => binary(Difference, b.clone(), inner),
        });
    }
    match (b.root(), &b.operands()[..]) {
        (Union, [x, y]) if x == a || y == a => Some(a.clone()),
        (Intersection, [x, y]) if x == a || y == a => Some(b.clone()),
        (Difference, [x, _]) if x == a => Some(b.clone()),
        (Difference, [_, y]) if y == a => Some(Map::nothing()),
        _ => None,
    }
}

/// `a ∪ b`, if it can be made smaller from this side.
fn union(a: &Map, b: &Map) -> Option<Map> {
    if a == b || b.is_nothing() || a.is_everything() {
        return Some(a.clone());
    }
    if is_complement(a, b) {
        return Some(Map::everything());
    }
    if b.complemented().is_some_and(|inner| are_apart(a, &inner)) {
        return Some(b.clone());
    }
    if let (Some(x), Some(y)) = (a.as_leaf(), b.as_leaf())
        && let Some(third) = third_state(x, y)
    {
        return Some(Map::nullary(third).under(Complement));
    }
    match (b.root(), &b.operands()[..]) {
        (Intersection, [x, y]) if x == a || y == a => Some(a.clone()),
        (Union, [x, y]) if x == a || y == a => Some(b.clone()),
        (Difference, [x, _]) if x == a => Some(a.clone()),
        (Difference, [x, y]) if y == a => Some(binary(Union, a.clone(), x.clone())),
        _ => None,
    }
}

/// `a \ b`, if it can be made smaller.
fn difference(a: &Map, b: &Map) -> Option<Map> {
    if b.is_nothing() || a.is_nothing() || is_complement(a, b) || are_apart(a, b) {
        return Some(a.clone());
    }
    if a == b || b.is_everything() {
        return Some(Map::nothing());
    }
    if a.is_everything() {
        return Some(unary(Complement, b.clone()));
    }
    if let Some(inner) = b.complemented() {
        return Some(binary(Intersection, a.clone(), inner));
    }
    if let Some(inner) = a.complemented() {
        return Some(unary(Complement, binary(Union, inner, b.clone())));
    }
    match (b.root(), &b.operands()[..]) {
        (Difference, [x, y]) if x == a => return Some(binary(Intersection, a.clone(), y.clone())),
        (Difference, [_, y]) if y == a => return Some(a.clone()),
        (Intersection, [x, y]) if x == a => return Some(binary(Difference, a.clone(), y.clone())),
        (Intersection, [x, y]) if y == a => return Some(binary(Difference, a.clone(), x.clone())),
        (Union, [x, y]) if x == a || y == a => return Some(Map::nothing()),
        _ => {}
    }
    match (a.root(), &a.operands()[..]) {
        (Union, [x, y]) if x == b => Some(binary(Difference, y.clone(), b.clone())),
        (Union, [x, y]) if y == b => Some(binary(Difference, x.clone(), b.clone())),
        (Intersection, [x, y]) if x == b || y == b => Some(Map::nothing()),
        (Difference, [x, _]) if x == b => Some(Map::nothing()),
        (Difference, [_, y]) if y == b => Some(a.clone()),
        _ => None,
    }
}

/// Whether one is written as the complement of the other.
fn is_complement(a: &Map, b: &Map) -> bool {
    let is = |whole: &Map, part: &Map| match (whole.root(), part.root()) {
        (AtMost(most), AtLeast(least)) if most + 1 == least => whole.operands() == part.operands(),
        (Complement, _) => whole.complemented().as_ref() == Some(part),
        _ => false,
    };
    is(a, b) || is(b, a)
}

/// Whether the two certainly never share a cell, as black stones, white stones and empty cells do not.
fn are_apart(a: &Map, b: &Map) -> bool {
    matches!((a.as_leaf(), b.as_leaf()), (Some(x), Some(y)) if third_state(x, y).is_some())
}

/// The third state of a cell, given two different ones.
fn third_state(x: Operator, y: Operator) -> Option<Operator> {
    match (x, y) {
        (Black, White) | (White, Black) => Some(Empty),
        (Black, Empty) | (Empty, Black) => Some(White),
        (White, Empty) | (Empty, White) => Some(Black),
        _ => None,
    }
}
