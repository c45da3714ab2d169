//! Comparison of values.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Exceeded, Value};

/// Result of comparing two values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// The first is worse for Left.
    Less,
    /// They are the same value.
    Equal,
    /// The first is better for Left.
    Greater,
    /// Neither: whoever moves first in the difference wins it.
    Confused,
}

/// Winner of a game under best play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winner {
    /// Left, whoever moves first: the value is greater than 0.
    Left,
    /// Right, whoever moves first: the value is less than 0.
    Right,
    /// The player who moves first: the value is confused with 0.
    First,
    /// The player who moves second: the value is 0.
    Second,
}

impl Arena {
    /// Whether `a <= b`, that is, whether Right wins `a - b` moving second.
    ///
    /// # Errors
    ///
    /// If the bound on steps is exceeded.
    pub fn is_at_most(&mut self, a: Value, b: Value) -> Result<bool, Exceeded> {
        if a == b {
            return Ok(true);
        }
        let (x, y) = (self.node(a), self.node(b));
        if let (Some(x), Some(y)) = (x.number, y.number) {
            return Ok(x <= y);
        }
        // If `a <= b`, the stops of `a` are no greater than those of `b`. If every stop of `a` is less than every stop
        // of `b`, then `a < b`.
        if x.left_stop > y.left_stop || x.right_stop > y.right_stop {
            return Ok(false);
        }
        if x.left_stop < y.right_stop {
            return Ok(true);
        }
        if let Some(&known) = self.less.get(&(a, b)) {
            return Ok(known);
        }
        self.step()?;
        let answer = self.find_at_most(a, b)?;
        self.less.insert((a, b), answer);
        Ok(answer)
    }

    /// By definition: no option of Left's in `a` is at least `b`, and no option of Right's in `b` is at most `a`.
    fn find_at_most(&mut self, a: Value, b: Value) -> Result<bool, Exceeded> {
        for i in 0..self.left(a).len() {
            let option = self.left(a)[i];
            if self.is_at_most(b, option)? {
                return Ok(false);
            }
        }
        for i in 0..self.right(b).len() {
            let option = self.right(b)[i];
            if self.is_at_most(option, a)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Compares `a` with `b`.
    ///
    /// # Errors
    ///
    /// If the bound on steps is exceeded.
    pub fn compare(&mut self, a: Value, b: Value) -> Result<Relation, Exceeded> {
        Ok(match (self.is_at_most(a, b)?, self.is_at_most(b, a)?) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        })
    }

    /// Winner of `value` under best play.
    ///
    /// # Errors
    ///
    /// If the bound on steps is exceeded.
    pub fn winner(&mut self, value: Value) -> Result<Winner, Exceeded> {
        Ok(match self.compare(value, Value::ZERO)? {
            Relation::Less => Winner::Right,
            Relation::Equal => Winner::Second,
            Relation::Greater => Winner::Left,
            Relation::Confused => Winner::First,
        })
    }
}

/// A game that is given by its options, not yet a value itself, to be compared with values.
pub(crate) struct OptionLists<'a> {
    pub(crate) arena: &'a mut Arena,
    pub(crate) left: &'a [Value],
    pub(crate) right: &'a [Value],
    at_most: FxHashMap<Value, bool>,
    at_least: FxHashMap<Value, bool>,
}

impl<'a> OptionLists<'a> {
    pub(crate) fn new(arena: &'a mut Arena, left: &'a [Value], right: &'a [Value]) -> Self {
        Self { arena, left, right, at_most: FxHashMap::default(), at_least: FxHashMap::default() }
    }

    /// Whether `value` is at most the draft.
    pub(crate) fn is_at_least(&mut self, value: Value) -> Result<bool, Exceeded> {
        if let Some(&known) = self.at_least.get(&value) {
            return Ok(known);
        }
        self.arena.step()?;
        let mut answer = true;
        for &option in self.right {
            if self.arena.is_at_most(option, value)? {
                answer = false;
                break;
            }
        }
        if answer {
            for i in 0..self.arena.left(value).len() {
                let option = self.arena.left(value)[i];
                if self.is_at_most(option)? {
                    answer = false;
                    break;
                }
            }
        }
        self.at_least.insert(value, answer);
        Ok(answer)
    }

    /// Whether the draft is at most `value`.
    pub(crate) fn is_at_most(&mut self, value: Value) -> Result<bool, Exceeded> {
        if let Some(&known) = self.at_most.get(&value) {
            return Ok(known);
        }
        self.arena.step()?;
        let mut answer = true;
        for &option in self.left {
            if self.arena.is_at_most(value, option)? {
                answer = false;
                break;
            }
        }
        if answer {
            for i in 0..self.arena.right(value).len() {
                let option = self.arena.right(value)[i];
                if self.is_at_least(option)? {
                    answer = false;
                    break;
                }
            }
        }
        self.at_most.insert(value, answer);
        Ok(answer)
    }
}
