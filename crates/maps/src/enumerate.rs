//! All maps of F_1, F_2, … that differ on sampled positions.

use std::collections::BTreeMap;

use tesuji_board::{Player, SortOnce as _};

use super::sample::fingerprint;
use super::{Map, Operator, PositionSample};

/// Maps with equal values on all positions of a sample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The map with the fewest nodes; of several, the first in the order of maps.
    pub map: Map,
    /// The least n such that F_n has a map of this class.
    pub level: usize,
    values: Vec<u64>,
}

/// The classes of F_n, for n from 1.
///
/// The paper's P_n and Q_n are infinitely many; here their numbers are bounded. The result depends on the sample: maps
/// that differ only on rare positions may count as one.
///
/// ```
/// use std::sync::Arc;
/// use tesuji_board::Topology;
/// use tesuji_maps::{Classes, PositionSample};
///
/// let sample = PositionSample::new(&[Arc::new(Topology::square(5, 5).unwrap())], 20, 1);
/// let mut classes = Classes::new(&sample, 2);
/// assert_eq!(classes.classes().len(), 4);
/// assert!(classes.grow(1000));
/// assert!(classes.classes().len() > 20 && classes.level() == 2);
/// ```
pub struct Classes<'s> {
    sample: &'s PositionSample,
    unary: Vec<Operator>,
    level: usize,
    classes: Vec<Class>,
}

impl<'s> Classes<'s> {
    /// The classes of F_1, distinguished by `sample`; P and Q will have numbers up to `most_number`.
    #[must_use]
    pub fn new(sample: &'s PositionSample, most_number: u16) -> Self {
        let mut found = FoundMap { classes: BTreeMap::new(), limit: usize::MAX, level: 1 };
        for operator in Operator::NULLARY {
            found.add(sample.apply(operator, &[], &[]), || Map::nullary(operator));
        }
        Self { sample, unary: unary_operators(most_number), level: 1, classes: found.into_sorted() }
    }

    /// The n of the F_n whose classes these are.
    #[must_use]
    pub const fn level(&self) -> usize {
        self.level
    }

    /// The classes, in the order of their maps.
    #[must_use]
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The number of expressions in F_n: |F_{n+1}| = u |F_n| + 3 |F_n|² with u operators of one operand.
    #[must_use]
    pub fn n_maps(&self) -> f64 {
        (1..self.level).fold(4.0, |n_maps, _| self.unary.len() as f64 * n_maps + 3.0 * n_maps * n_maps)
    }

    /// Goes on from F_n to F_{n+1}. Returns false, and changes nothing, if there would be more than `limit` classes.
    ///
    /// Cost: all operators over all classes, and over all pairs.
    pub fn grow(&mut self, limit: usize) -> bool {
        let mut found = FoundMap { classes: BTreeMap::new(), limit, level: self.level + 1 };
        for class in &self.classes {
            // F_n is part of F_{n+1}, because O ∩ O is O.
            found.classes.insert(fingerprint(&class.values), class.clone());
        }
        for class in &self.classes {
            for &operator in &self.unary {
                let values = self.sample.apply(operator, &class.values, &[]);
                found.add(values, || class.map.clone().under(operator));
            }
        }
        let mut values = Vec::new();
        for (left_idx, left) in self.classes.iter().enumerate() {
            if found.is_full() {
                return false;
            }
            for (right_idx, right) in self.classes.iter().enumerate() {
                for operator in Operator::BINARY {
                    if operator != Operator::Difference && right_idx < left_idx {
                        continue;
                    }
                    values.clear();
                    let combined = left.values.iter().zip(&right.values).map(|(&a, &b)| match operator {
                        Operator::Intersection => a & b,
                        Operator::Union => a | b,
                        _ => a & !b,
                    });
                    values.extend(combined);
                    found.add_if_better(&values, left.map.n_nodes() + right.map.n_nodes() + 1, || {
                        Map::binary(operator, left.map.clone(), &right.map)
                    });
                }
            }
        }
        if found.is_full() {
            return false;
        }
        self.classes = found.into_sorted();
        self.level += 1;
        true
    }
}

/// The operators of one operand, with numbers up to `most_number`. P_0 is every cell.
fn unary_operators(most_number: u16) -> Vec<Operator> {
    let mut operators = vec![Operator::Complement, Operator::Reach, Operator::Near];
    operators.extend(Player::BOTH.map(Operator::Joined));
    operators.extend(Player::BOTH.map(Operator::Captured));
    operators.extend((0..=most_number).map(Operator::AtLeast));
    operators.extend((0..=most_number).map(Operator::AtMost));
    operators
}

struct FoundMap {
    classes: BTreeMap<u128, Class>,
    limit: usize,
    level: usize,
}

impl FoundMap {
    fn is_full(&self) -> bool {
        self.classes.len() > self.limit
    }

    fn add(&mut self, values: Vec<u64>, map: impl FnOnce() -> Map) {
        let map = map();
        self.add_if_better(&values, map.n_nodes(), || map);
    }

    /// Records a map with these values and this number of nodes, if it is the best so far.
    fn add_if_better(&mut self, values: &[u64], n_nodes: usize, map: impl FnOnce() -> Map) {
        let (level, is_full) = (self.level, self.is_full());
        match self.classes.entry(fingerprint(values)) {
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let class = entry.get_mut();
                if n_nodes <= class.map.n_nodes() {
                    let map = map();
                    if map < class.map {
                        class.map = map;
                    }
                }
            }
            std::collections::btree_map::Entry::Vacant(entry) if !is_full => {
                entry.insert(Class { map: map(), level, values: values.to_vec() });
            }
            std::collections::btree_map::Entry::Vacant(_) => {}
        }
    }

    fn into_sorted(self) -> Vec<Class> {
        let mut classes: Vec<Class> = self.classes.into_values().collect();
        classes.sort_once_by(|a, b| a.map.cmp(&b.map));
        classes
    }
}
