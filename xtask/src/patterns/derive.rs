//! The derivation: the surroundings in which a class holds, and the minimal ones.

use std::collections::BTreeSet;

use super::ring::{Cell, Ring, Set, members};

/// What a pattern says about its cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// The cell's colour never matters.
    Dead,
    /// Black has both cells: a white stone on either does nothing once Black has the other.
    Captured,
    /// White gains nothing by a move on the cell: a black stone on the place marked `!` makes it dead.
    Vulnerable,
    /// A black move on the cell is no better than one on its neighbour marked `!`. If White gets the other of the two,
    /// the move on the neighbour joins everything that the move on the cell joins.
    Dominated,
}

impl Class {
    /// All classes, in the order of the file.
    pub const ALL: [Self; 4] = [Self::Dead, Self::Captured, Self::Vulnerable, Self::Dominated];

    /// Whether the class preserves the value of the position. If not, it only says what to try first.
    #[must_use]
    pub const fn preserves_value(self) -> bool {
        !matches!(self, Self::Dominated)
    }
}

/// Stones around a few cells, in one of their images.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pattern {
    /// The class of the pattern.
    pub class: Class,
    /// In how many ways it lies on the lattice, apart from shifts. For dead cells this includes exchanging the colours.
    pub n_images: usize,
    /// The cells of the drawing by row and column, with their marks: `*` in question, `!` the other cell of the class,
    /// `.` anything, `B`, `W`.
    pub marks: Vec<(Cell, char)>,
}

/// All minimal patterns, and how often each class holds.
#[derive(Debug)]
pub struct Patterns {
    /// By class, then by number of stones.
    pub patterns: Vec<Pattern>,
    /// By class, in the order of [`Class::ALL`]: in how many surroundings it holds, and out of how many.
    pub counts: Vec<(usize, usize)>,
}

/// The stones around the cells, and the other cell of the class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct State {
    black: Set,
    white: Set,
    other: Set,
}

/// Derives the patterns around one cell, and around two neighbours.
#[must_use]
pub fn derive() -> Patterns {
    let one = Ring::around(&[(0, 0)]);
    let two = Ring::around(&[(0, 0), (1, 0)]);
    let (cell, both) = (one.inside(0), two.inside(0) | two.inside(1));
    let dead = Fate::of(&one, |ring, full| is_same(ring, full | cell, full));
    // The first of two neighbours is dead, whatever the second becomes.
    let dead_first = Fate::of(&two, |ring, full| {
        is_same(ring, full | two.inside(0), full) && is_same(ring, full | both, full | two.inside(1))
    });
    let captured =
        Fate::of(&two, |ring, full| [0, 1].iter().all(|&i| is_same(ring, full | both, full | ring.inside(i))));
    let dominated = Fate::of(&two, |ring, full| {
        let [worse, better] = [0, 1].map(|i| ring.joined(full | ring.inside(i)));
        worse.iter().zip(&better).all(|(worse, better)| worse & !better == 0)
    });
    let alone = |state: State| State { other: 0, ..state };
    let with_killer = |state: State| State { black: state.black | state.other, ..alone(state) };
    let classes = [
        Class::Dead.minimal(&one, &states(&one, &[0]), |state| dead.holds(state)),
        Class::Captured.minimal(&two, &states(&two, &[0]), |state| captured.holds(state)),
        Class::Vulnerable.minimal(&one, &states(&one, &singles(one.places())), |state| {
            dead.holds(with_killer(state)) && !dead.holds(alone(state))
        }),
        Class::Dominated
            .minimal(&two, &states(&two, &[two.inside(1)]), |state| dominated.holds(state) && !dead_first.holds(state)),
    ];
    let mut all = Patterns { patterns: Vec::new(), counts: Vec::new() };
    for (patterns, count) in classes {
        all.patterns.extend(patterns);
        all.counts.push(count);
    }
    all
}

/// Whether these stones inside a full ring make no difference to what is joined.
fn is_same(ring: &Ring, some: Set, others: Set) -> bool {
    ring.joined(some) == ring.joined(others)
}

/// For each full ring, whether a claim holds. The index is the set of black places.
struct Fate {
    places: Set,
    holds: Vec<bool>,
}

impl Fate {
    fn of(ring: &Ring, claim: impl Fn(&Ring, Set) -> bool) -> Self {
        Self { places: ring.places(), holds: (0..=ring.places()).map(|full| claim(ring, full)).collect() }
    }

    /// Whether the claim holds however the empty places are filled.
    fn holds(&self, state: State) -> bool {
        let empty = self.places & !state.black & !state.white;
        // All subsets of the empty places, from the largest to none.
        let mut filled = empty;
        loop {
            if !self.holds[usize::from(state.black | filled)] {
                return false;
            }
            if filled == 0 {
                return true;
            }
            filled = (filled - 1) & empty;
        }
    }
}

fn singles(set: Set) -> Vec<Set> {
    members(set).map(|i| 1 << i).collect()
}

/// All surroundings, with each of these other cells, which must be empty.
fn states(ring: &Ring, others: &[Set]) -> Vec<State> {
    let places = ring.places();
    let mut states = Vec::new();
    for &other in others {
        for black in (0..=places).filter(|black| black & other == 0) {
            let free = places & !black & !other;
            states.extend((0..=places).filter(|white| white & !free == 0).map(|white| State { black, white, other }));
        }
    }
    states
}

impl Class {
    /// The minimal states in which `holds` is true, one for all its images, and how many states hold out of how many.
    fn minimal(self, ring: &Ring, states: &[State], holds: impl Fn(State) -> bool) -> (Vec<Pattern>, (usize, usize)) {
        let holding: BTreeSet<State> = states.iter().copied().filter(|&state| holds(state)).collect();
        let is_minimal = |state: &&State| {
            members(state.black | state.white).all(|place| {
                let without =
                    State { black: state.black & !(1 << place), white: state.white & !(1 << place), ..**state };
                !holding.contains(&without)
            })
        };
        let n_directions = 12 / ring.symmetries.iter().filter(|symmetry| self.allows(ring, symmetry)).count();
        let mut first: Vec<(u32, State, usize)> = Vec::new();
        for &state in holding.iter().filter(is_minimal) {
            let images = self.images(ring, state);
            if images.first() == Some(&state) {
                first.push(((state.black | state.white).count_ones(), state, images.len() * n_directions));
            }
        }
        first.sort();
        let pattern =
            |&(_, state, n_images): &(u32, State, usize)| Pattern { class: self, n_images, marks: marks(ring, state) };
        (first.iter().map(pattern).collect(), (holding.len(), states.len()))
    }

    /// If two cells each have their own role, they may not be exchanged.
    fn allows(self, ring: &Ring, symmetry: &[usize]) -> bool {
        self != Self::Dominated || symmetry[ring.n_places] == ring.n_places
    }

    /// The images of a state under the symmetries.
    fn images(self, ring: &Ring, state: State) -> BTreeSet<State> {
        let mut images = BTreeSet::new();
        for symmetry in ring.symmetries.iter().filter(|symmetry| self.allows(ring, symmetry)) {
            let [black, white, other] = [state.black, state.white, state.other].map(|set| ring.image(symmetry, set));
            images.insert(State { black, white, other });
            if self == Self::Dead {
                images.insert(State { black: white, white: black, other });
            }
        }
        images
    }
}

fn marks(ring: &Ring, state: State) -> Vec<(Cell, char)> {
    let mark = |i: usize| match [state.black, state.white, state.other].map(|set| set >> i & 1 == 1) {
        [true, _, _] => 'B',
        [_, true, _] => 'W',
        [_, _, true] => '!',
        _ if i >= ring.n_places => '*',
        _ => '.',
    };
    let mut marks: Vec<(Cell, char)> = ring.cells.iter().enumerate().map(|(i, &cell)| (cell, mark(i))).collect();
    marks.sort_by_key(|&((column, row), _)| (row, column));
    marks
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn the_file_holds_what_is_derived() {
        let kept = std::fs::read_to_string(crate::tree::root().join(crate::patterns::FILE)).unwrap();
        let derived = crate::patterns::to_toml(&derive());
        assert!(kept == derived, "`cargo xtask patterns --radius 1 --write` brings it up to date");
    }

    #[test]
    fn counts_are_those_that_the_inference_was_found_to_have() {
        let counts = derive().counts;
        assert_eq!(counts[0], (122, 729), "dead");
        assert_eq!(counts[1], (623, 6561), "captured");
        assert_eq!(counts[2].0, 186, "pairs of a cell that is not dead and a place that kills it");
    }

    #[test]
    fn what_joins_nothing_for_black_joins_nothing_for_white() {
        let ring = Ring::around(&[(0, 0)]);
        for full in 0..=ring.places() {
            let white = ring.places() & !full;
            let for_black = is_same(&ring, full | ring.inside(0), full);
            assert_eq!(for_black, is_same(&ring, white | ring.inside(0), white), "{full:b}");
        }
    }
}
