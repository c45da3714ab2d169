//! Storage of values: each canonical form is stored once.

use rustc_hash::FxHashMap;

use crate::{Dyadic, Thermograph};

/// A value in an [`Arena`]. Two values of one arena are equal if and only if their `Value`s are equal.
///
/// A `Value` means nothing in another arena: there it may name another value, or none, and then that arena panics. The
/// default is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Value(pub(crate) u32);

impl Value {
    /// The value 0, `{|}`, in every arena.
    pub const ZERO: Self = Self(0);
}

/// Limits on the size of an arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The most canonical forms that the arena holds.
    pub nodes: usize,
    /// The most comparisons and sums computed, as opposed to looked up, until [`Arena::renew_steps`].
    pub steps: u64,
    /// The largest birthday of a form: how many moves can follow each other in it. It bounds the depth of every
    /// recursion. Larger settings than [`Bounds::MAX_BIRTHDAY`] count as that.
    pub birthday: u32,
}

impl Bounds {
    /// A recursion of this depth fits on the stack of any thread.
    pub const MAX_BIRTHDAY: u32 = 256;
}

impl Default for Bounds {
    /// A million forms, 100 million steps, birthday 200.
    fn default() -> Self {
        Self { nodes: 1_000_000, steps: 100_000_000, birthday: 200 }
    }
}

/// A bound that was exceeded. The arena stays usable, without the requested value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Exceeded {
    /// Canonical forms.
    #[error("more than {0} canonical forms")]
    Nodes(usize),
    /// Comparisons and sums.
    #[error("more than {0} comparisons and sums")]
    Steps(u64),
    /// Moves that can follow each other.
    #[error("a birthday above {0}")]
    Birthday(u32),
    /// A number of more than 63 bits, or a denominator above 2^60.
    #[error("a number that does not fit into 63 bits")]
    Number,
}

/// A canonical form and its properties that are needed often.
#[derive(Debug)]
pub(crate) struct ValueNode {
    pub(crate) left: Box<[Value]>,
    pub(crate) right: Box<[Value]>,
    pub(crate) number: Option<Dyadic>,
    pub(crate) left_stop: Dyadic,
    pub(crate) right_stop: Dyadic,
    pub(crate) birthday: u32,
}

/// The sorted options of both players, which define a form.
type Options = (Box<[Value]>, Box<[Value]>);

/// Canonical forms, each stored once, and tables of known facts about them.
///
/// The same questions in the same order give the same answers and the same [`Value`]s.
#[derive(Debug)]
pub struct Arena {
    pub(crate) nodes: Vec<ValueNode>,
    forms: FxHashMap<Options, Value>,
    pub(crate) less: FxHashMap<(Value, Value), bool>,
    pub(crate) sums: FxHashMap<(Value, Value), Value>,
    pub(crate) negatives: FxHashMap<Value, Value>,
    numbers: FxHashMap<Dyadic, Value>,
    pub(crate) thermographs: FxHashMap<Value, Thermograph>,
    bounds: Bounds,
    steps: u64,
}

impl Default for Arena {
    fn default() -> Self {
        Self::new(Bounds::default())
    }
}

impl Arena {
    /// An arena that holds only 0.
    #[must_use]
    pub fn new(bounds: Bounds) -> Self {
        let birthday = bounds.birthday.min(Bounds::MAX_BIRTHDAY);
        let mut arena = Self {
            nodes: Vec::new(),
            forms: FxHashMap::default(),
            less: FxHashMap::default(),
            sums: FxHashMap::default(),
            negatives: FxHashMap::default(),
            numbers: FxHashMap::default(),
            thermographs: FxHashMap::default(),
            bounds: Bounds { nodes: bounds.nodes.clamp(1, u32::MAX as usize), birthday, ..bounds },
            steps: 0,
        };
        let zero = ValueNode {
            left: Box::new([]),
            right: Box::new([]),
            number: Some(Dyadic::ZERO),
            left_stop: Dyadic::ZERO,
            right_stop: Dyadic::ZERO,
            birthday: 0,
        };
        arena.nodes.push(zero);
        arena.forms.insert((Box::new([]), Box::new([])), Value::ZERO);
        arena
    }

    /// The number of canonical forms in the arena.
    #[must_use]
    pub fn n_forms(&self) -> usize {
        self.nodes.len()
    }

    /// Resets the step count. Tables with more than a million entries are cleared.
    pub fn renew_steps(&mut self) {
        const MOST: usize = 1_000_000;
        self.steps = 0;
        if self.less.len() > MOST {
            self.less = FxHashMap::default();
        }
        if self.sums.len() > MOST {
            self.sums = FxHashMap::default();
        }
    }

    /// Resets the step count, and allows this many steps in place of [`Bounds::steps`].
    pub fn allow_steps(&mut self, steps: u64) {
        (self.steps, self.bounds.steps) = (0, steps);
    }

    /// Left's options in the canonical form.
    #[must_use]
    pub fn left(&self, value: Value) -> &[Value] {
        &self.node(value).left
    }

    /// Right's options in the canonical form.
    #[must_use]
    pub fn right(&self, value: Value) -> &[Value] {
        &self.node(value).right
    }

    /// The value as a number, if it is one.
    #[must_use]
    pub fn number(&self, value: Value) -> Option<Dyadic> {
        self.node(value).number
    }

    /// The number at which play stops if Left moves first and both play their best.
    #[must_use]
    pub fn left_stop(&self, value: Value) -> Dyadic {
        self.node(value).left_stop
    }

    /// As [`Arena::left_stop`], but with Right moving first.
    #[must_use]
    pub fn right_stop(&self, value: Value) -> Dyadic {
        self.node(value).right_stop
    }

    /// The largest number of moves, by either player, that can follow each other in the canonical form.
    #[must_use]
    pub fn birthday(&self, value: Value) -> u32 {
        self.node(value).birthday
    }

    /// The value of a number.
    ///
    /// # Errors
    ///
    /// If a bound is exceeded: an integer `n` has birthday `|n|`.
    pub fn from_number(&mut self, number: Dyadic) -> Result<Value, Exceeded> {
        if let Some(&known) = self.numbers.get(&number) {
            return Ok(known);
        }
        // The birthday is at least the whole part plus the halvings, so the loop and the recursion are bounded.
        let whole =
            (number.numerator().unsigned_abs() >> number.log_denominator()) + u64::from(number.log_denominator());
        if whole > u64::from(self.bounds.birthday) {
            return Err(Exceeded::Birthday(self.bounds.birthday));
        }
        let value = if let Some(integer) = number.as_integer() {
            let mut value = Value::ZERO;
            for _ in 0..integer.unsigned_abs() {
                value = if integer > 0 { self.form(&[value], &[])? } else { self.form(&[], &[value])? };
            }
            value
        } else {
            let ulp = Dyadic::new(1, number.log_denominator()).ok_or(Exceeded::Number)?;
            let below = self.from_number(number.checked_sub(ulp).ok_or(Exceeded::Number)?)?;
            let above = self.from_number(number.checked_add(ulp).ok_or(Exceeded::Number)?)?;
            self.form(&[below], &[above])?
        };
        self.numbers.insert(number, value);
        Ok(value)
    }

    /// The value of a whole number.
    ///
    /// # Errors
    ///
    /// If a bound is exceeded: `n` has birthday `|n|`.
    pub fn integer(&mut self, number: i64) -> Result<Value, Exceeded> {
        self.from_number(Dyadic::integer(number).ok_or(Exceeded::Number)?)
    }

    /// The nimber `*n`, `{0,*,...,*(n-1)|0,*,...,*(n-1)}`; `*0` is 0, `*1` is written `*`.
    ///
    /// # Errors
    ///
    /// If a bound is exceeded: `*n` has birthday `n`.
    pub fn nimber(&mut self, n: u32) -> Result<Value, Exceeded> {
        let mut smaller = Vec::new();
        let mut value = Value::ZERO;
        for _ in 0..n {
            smaller.push(value);
            value = self.form(&smaller, &smaller)?;
        }
        Ok(value)
    }

    /// The sum of `|n|` copies of up, `{0|*}`, or of down if `n` is negative.
    ///
    /// # Errors
    ///
    /// If a bound is exceeded.
    pub fn ups(&mut self, n: i32) -> Result<Value, Exceeded> {
        let star = self.nimber(1)?;
        let one = if n < 0 { self.form(&[star], &[Value::ZERO])? } else { self.form(&[Value::ZERO], &[star])? };
        let mut value = Value::ZERO;
        for _ in 0..n.unsigned_abs() {
            value = self.sum(value, one)?;
        }
        Ok(value)
    }

    pub(crate) fn node(&self, value: Value) -> &ValueNode {
        &self.nodes[value.0 as usize]
    }

    /// Counts a step.
    pub(crate) fn step(&mut self) -> Result<(), Exceeded> {
        self.steps += 1;
        if self.steps > self.bounds.steps { Err(Exceeded::Steps(self.bounds.steps)) } else { Ok(()) }
    }

    /// The value of a form that is already canonical, with options in any order.
    pub(crate) fn form(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Exceeded> {
        let sorted = |options: &[Value]| {
            let mut options = options.to_vec();
            options.sort_unstable();
            options.into_boxed_slice()
        };
        let key = (sorted(left), sorted(right));
        if let Some(&value) = self.forms.get(&key) {
            return Ok(value);
        }
        if self.nodes.len() >= self.bounds.nodes {
            return Err(Exceeded::Nodes(self.bounds.nodes));
        }
        let latest = left.iter().chain(right).map(|&option| self.birthday(option)).max();
        let birthday = latest.map_or(0, |latest| latest + 1);
        if birthday > self.bounds.birthday {
            return Err(Exceeded::Birthday(self.bounds.birthday));
        }
        let number = self.number_of_form(left, right)?;
        // A form without options on one side is a number, so both stops exist whenever they are needed.
        let left_stop = number.or_else(|| left.iter().map(|&option| self.right_stop(option)).max());
        let right_stop = number.or_else(|| right.iter().map(|&option| self.left_stop(option)).min());
        let (left_stop, right_stop) =
            left_stop.zip(right_stop).expect("a canonical form that is not a number has options");
        #[expect(clippy::cast_possible_truncation, reason = "the bound on nodes is below 2^32")]
        let value = Value(self.nodes.len() as u32);
        let (left, right) = key.clone();
        self.nodes.push(ValueNode { left, right, number, left_stop, right_stop, birthday });
        self.forms.insert(key, value);
        Ok(value)
    }

    /// The number that a canonical form equals, if any: `{n|}` is n + 1 and `{|n}` is n - 1. A form `{a|b}` with
    /// numbers a < b is canonical only if its value lies half way between them.
    fn number_of_form(&self, left: &[Value], right: &[Value]) -> Result<Option<Dyadic>, Exceeded> {
        let number = match (left, right) {
            ([], []) => Some(Dyadic::ZERO),
            ([a], []) => self.number(*a).map(|a| a.checked_add(Dyadic::ONE).ok_or(Exceeded::Number)).transpose()?,
            ([], [b]) => self.number(*b).map(|b| b.checked_sub(Dyadic::ONE).ok_or(Exceeded::Number)).transpose()?,
            ([a], [b]) => match (self.number(*a), self.number(*b)) {
                (Some(a), Some(b)) if a < b => {
                    Some(a.checked_add(b).and_then(Dyadic::checked_half).ok_or(Exceeded::Number)?)
                }
                _ => None,
            },
            _ => None,
        };
        Ok(number)
    }
}
