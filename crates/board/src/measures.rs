//! Properties of a graph as a whole: its parts, its shortest cycle, its diameter.

use std::collections::VecDeque;

use crate::{Cell, Topology};

impl Topology {
    /// Whether every cell can be reached from every other one.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.n_parts() == 1
    }

    /// The number of connected parts.
    #[must_use]
    pub fn n_parts(&self) -> usize {
        let mut is_reached = vec![false; self.n_cells()];
        let mut n_parts = 0;
        for start in self.cells() {
            if is_reached[start.index()] {
                continue;
            }
            n_parts += 1;
            for (cell, distance) in self.distances(start).into_iter().enumerate() {
                is_reached[cell] |= distance.is_some();
            }
        }
        n_parts
    }

    /// For each number of neighbours that occurs, ascending: that number and how many cells have it.
    #[must_use]
    pub fn degrees(&self) -> Vec<(usize, usize)> {
        let mut degrees: Vec<usize> = self.cells().map(|cell| self.neighbours(cell).len()).collect();
        degrees.sort_unstable();
        degrees.chunk_by(|a, b| a == b).map(|alike| (alike[0], alike.len())).collect()
    }

    /// The number of links in the shortest cycle; `None` if there is no cycle. Costs a walk over the board from each
    /// cell, which ends where no shorter cycle can be found.
    #[must_use]
    pub fn girth(&self) -> Option<usize> {
        let shortest = self.cells().fold(usize::MAX, |known, start| self.shortest_circle(start, known));
        (shortest < usize::MAX).then_some(shortest)
    }

    /// The number of links between the two cells farthest apart; `None` if the board is not connected.
    /// Costs a walk over the board from each cell.
    #[must_use]
    pub fn diameter(&self) -> Option<usize> {
        let walks = Walks::of(self);
        let (mut n_reached, mut most) = (0, 0);
        for start in self.cells() {
            walks.from(start, |_, distance| {
                n_reached += 1;
                most = most.max(distance);
            });
        }
        (n_reached == self.n_cells() * self.n_cells()).then_some(most)
    }

    /// The distance of each cell from `start` in links, by cell number; `None` if it cannot be reached.
    #[must_use]
    pub fn distances(&self, start: Cell) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.n_cells()];
        distances[start.index()] = Some(0);
        let mut open = VecDeque::from([(start, 0)]);
        while let Some((cell, distance)) = open.pop_front() {
            for &to in self.neighbours(cell) {
                if distances[to.index()].is_none() {
                    distances[to.index()] = Some(distance + 1);
                    open.push_back((to, distance + 1));
                }
            }
        }
        distances
    }

    /// The length of the shortest cycle that a walk from `start` closes, if it is shorter than `known`, which is
    /// returned otherwise. It is never less than the girth, and equal to it if a shortest cycle goes through `start`.
    fn shortest_circle(&self, start: Cell, mut shortest: usize) -> usize {
        let mut known: Vec<Option<(usize, Cell)>> = vec![None; self.n_cells()];
        known[start.index()] = Some((0, start));
        let mut open = VecDeque::from([(start, 0)]);
        while let Some((cell, distance)) = open.pop_front() {
            if 2 * distance + 1 >= shortest {
                break;
            }
            let from = known[cell.index()].map_or(start, |(_, from)| from);
            for &to in self.neighbours(cell) {
                match known[to.index()] {
                    None => {
                        known[to.index()] = Some((distance + 1, cell));
                        open.push_back((to, distance + 1));
                    }
                    Some((other, _)) if to != from => {
                        shortest = shortest.min(distance + other + 1);
                    }
                    Some(_) => {}
                }
            }
        }
        shortest
    }
}

/// Walks over a board, step by step from a cell. Their cost does not grow with the number of links.
pub(crate) struct Walks {
    n_cells: usize,
    /// By cell: its neighbours, in this many words.
    neighbours: Vec<u64>,
    stride: usize,
}

impl Walks {
    pub(crate) fn of(topology: &Topology) -> Self {
        let n_cells = topology.n_cells();
        let stride = n_cells.div_ceil(64);
        let mut neighbours = vec![0; n_cells * stride];
        for cell in topology.cells() {
            for to in topology.neighbours(cell) {
                neighbours[cell.index() * stride + to.index() / 64] |= 1 << (to.index() % 64);
            }
        }
        Self { n_cells, neighbours, stride }
    }

    /// Calls `visit` with each cell that can be reached from `start`, itself included, and its distance in links: the
    /// nearest first, and cells at one distance in their order.
    pub(crate) fn from(&self, start: Cell, mut visit: impl FnMut(usize, usize)) {
        let mut is_left = vec![u64::MAX; self.stride];
        let mut reached = vec![start.index()];
        is_left[start.index() / 64] &= !(1 << (start.index() % 64));
        let mut next = vec![0; self.stride];
        for distance in 0..self.n_cells {
            if reached.is_empty() {
                break;
            }
            next.fill(0);
            for &cell in &reached {
                visit(cell, distance);
                let row = &self.neighbours[cell * self.stride..(cell + 1) * self.stride];
                next.iter_mut().zip(row).for_each(|(next, row)| *next |= row);
            }
            reached.clear();
            for (word_idx, (next, left)) in next.iter().zip(&mut is_left).enumerate() {
                let mut word = next & *left;
                *left &= !word;
                while word != 0 {
                    reached.push(word_idx * 64 + word.trailing_zeros() as usize);
                    word &= word - 1;
                }
            }
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::Walks;
    use crate::{BoardSpec, Topology};

    #[test]
    fn girth_diameter_and_degrees_are_those_of_the_tilings() {
        for (text, girth, diameter, degrees) in [
            ("9x9", Some(4), 16, vec![(2, 4), (3, 28), (4, 49)]),
            ("1x5", None, 4, vec![(1, 2), (2, 3)]),
            ("torus:9x9", Some(4), 8, vec![(4, 81)]),
            ("torus:3x3", Some(3), 2, vec![(4, 9)]),
            ("hexagon:3", Some(3), 4, vec![(3, 6), (4, 6), (6, 7)]),
            ("triangle:4", Some(3), 3, vec![(2, 3), (4, 6), (6, 1)]),
            ("honeycomb:2", Some(6), 7, vec![(2, 12), (3, 12)]),
            ("4.8.8:2", Some(4), 8, vec![(2, 16), (3, 8)]),
            ("ring:7", Some(7), 3, vec![(2, 7)]),
            ("1", None, 0, vec![(0, 1)]),
        ] {
            let board = text.parse::<BoardSpec>().unwrap().topology().unwrap();
            assert_eq!((board.girth(), board.diameter()), (girth, Some(diameter)), "{text}");
            assert_eq!(board.degrees(), degrees, "{text}");
        }
        let wide = |links: &[(usize, usize)]| {
            Topology::graph((0..130).map(|idx| format!("n{idx}")).collect(), links, Vec::new()).unwrap()
        };
        let all: Vec<_> = (0..130).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let halves: Vec<_> = (0..65).flat_map(|a| (65..130).map(move |b| (a, b))).collect();
        assert_eq!((wide(&all).girth(), wide(&all).diameter()), (Some(3), Some(1)));
        assert_eq!((wide(&halves).girth(), wide(&halves).diameter()), (Some(4), Some(2)));
        for board in [
            wide(&all),
            wide(&halves),
            wide(&halves[..500]),
            "honeycomb:4".parse::<BoardSpec>().unwrap().topology().unwrap(),
        ] {
            let walks = Walks::of(&board);
            for start in board.cells() {
                let mut distances = vec![None; board.n_cells()];
                walks.from(start, |cell, distance| distances[cell] = Some(distance));
                assert_eq!(distances, board.distances(start));
            }
        }
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        let apart = Topology::graph(names, &[(0, 2)], Vec::new()).unwrap();
        assert_eq!((apart.n_parts(), apart.is_connected(), apart.diameter()), (2, false, None));
    }
}
