//! The ring of places around a few cells, its symmetries, and what is joined on it.

/// Column and row on the infinite lattice.
pub(super) type Cell = (i8, i8);

/// A set of cells of a ring, by number.
pub(super) type Set = u16;

/// The steps to the six neighbours, one after another around the cell.
const STEPS: [Cell; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Cells in question, with the places around them.
#[derive(Debug)]
pub(super) struct Ring {
    /// The places row by row, then the cells in question. Sets use these indices.
    pub cells: Vec<Cell>,
    pub n_places: usize,
    /// By cell: its neighbours.
    near: Vec<Set>,
    /// By symmetry: the cell to which each cell goes.
    pub symmetries: Vec<Vec<usize>>,
}

impl Ring {
    /// The ring around these cells.
    pub(super) fn around(inside: &[Cell]) -> Self {
        let beside = |&(column, row): &Cell| STEPS.map(|(x, y)| (column + x, row + y));
        let mut places: Vec<Cell> = inside.iter().flat_map(beside).filter(|cell| !inside.contains(cell)).collect();
        places.sort_by_key(|&(column, row)| (row, column));
        places.dedup();
        let n_places = places.len();
        let cells = [&places, inside].concat();
        let set = |of: &[Cell]| {
            cells.iter().enumerate().filter(|(_, cell)| of.contains(cell)).fold(0, |all, (i, _)| all | 1 << i)
        };
        let near = cells.iter().map(|cell| set(&beside(cell))).collect();
        let symmetries = symmetries(&cells, inside);
        Self { near, cells, n_places, symmetries }
    }

    /// All places.
    pub(super) fn places(&self) -> Set {
        (1 << self.n_places) - 1
    }

    /// The set of one cell in question.
    pub(super) fn inside(&self, i: usize) -> Set {
        1 << (self.n_places + i)
    }

    /// By place: the places that these stones join it to. A place that touches none of the stones is joined to nothing.
    pub(super) fn joined(&self, stones: Set) -> Vec<Set> {
        (0..self.n_places)
            .map(|place| {
                let mut chain = stones & 1 << place;
                loop {
                    let touched = members(chain).fold(chain, |all, cell| all | self.near[cell]) & stones;
                    if touched == chain {
                        return chain & self.places();
                    }
                    chain = touched;
                }
            })
            .collect()
    }

    /// The image of a set under a symmetry.
    pub(super) fn image(&self, symmetry: &[usize], set: Set) -> Set {
        members(set).fold(0, |image, cell| image | 1 << symmetry[cell])
    }
}

/// The indices in a set, ascending.
pub(super) fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..Set::BITS as usize).filter(move |i| set >> i & 1 == 1)
}

/// The rotations and reflections of the lattice, combined with a shift, that keep the cells in question in place or
/// exchange them.
fn symmetries(cells: &[Cell], inside: &[Cell]) -> Vec<Vec<usize>> {
    let mut symmetries = Vec::new();
    for n_turns in 0..6 {
        for is_reflected in [false, true] {
            let turn = |cell: Cell| {
                let (x, y) = (0..n_turns).fold(cell, |(x, y), _| (-y, x + y));
                if is_reflected { (y, x) } else { (x, y) }
            };
            for to in inside {
                let from = turn(inside[0]);
                let moved = |&cell: &Cell| {
                    let (x, y) = turn(cell);
                    (x + to.0 - from.0, y + to.1 - from.1)
                };
                let place = |cell: &Cell| cells.iter().position(|other| *other == moved(cell));
                let images: Option<Vec<usize>> = cells.iter().map(place).collect();
                symmetries.extend(images.filter(|images| !symmetries.contains(images)));
            }
        }
    }
    symmetries
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn rings_have_their_places_and_symmetries() {
        let one = Ring::around(&[(0, 0)]);
        assert_eq!((one.n_places, one.symmetries.len()), (6, 12));
        let two = Ring::around(&[(0, 0), (1, 0)]);
        assert_eq!((two.n_places, two.symmetries.len()), (8, 4));
        for ring in [one, two] {
            // A ring is closed: each place has two others next to it.
            assert!((0..ring.n_places).all(|place| (ring.near[place] & ring.places()).count_ones() == 2));
            for symmetry in &ring.symmetries {
                let keeps = |(a, b): (usize, usize)| ring.near[a] >> b & 1 == ring.near[symmetry[a]] >> symmetry[b] & 1;
                let pairs = (0..ring.cells.len()).flat_map(|a| (0..ring.cells.len()).map(move |b| (a, b)));
                assert!(pairs.into_iter().all(keeps));
            }
        }
    }

    #[test]
    fn a_cell_joins_what_touches_it() {
        let ring = Ring::around(&[(0, 0)]);
        // Places 0 and 1 lie above, and 5 below on the right.
        assert_eq!(ring.joined(0b10_0011)[..2], [0b11, 0b11]);
        assert_eq!(ring.joined(0b10_0011 | ring.inside(0))[5], 0b10_0011);
    }
}
