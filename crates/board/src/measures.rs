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
    /// cell.
    #[must_use]
    pub fn girth(&self) -> Option<usize> {
        self.cells().filter_map(|start| self.shortest_circle(start)).min()
    }

    /// The number of links between the two cells farthest apart; `None` if the board is not connected.
    /// Costs a walk over the board from each cell.
    #[must_use]
    pub fn diameter(&self) -> Option<usize> {
        let farthest = |start| self.distances(start).into_iter().try_fold(0, |most: usize, far| Some(most.max(far?)));
        self.cells().map(farthest).try_fold(0, |most: usize, far| Some(most.max(far?)))
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

    /// The length of the shortest cycle that a walk from `start` closes. It is never less than the girth, and equal to
    /// it if a shortest cycle goes through `start`.
    fn shortest_circle(&self, start: Cell) -> Option<usize> {
        let mut known: Vec<Option<(usize, Cell)>> = vec![None; self.n_cells()];
        known[start.index()] = Some((0, start));
        let mut open = VecDeque::from([(start, 0)]);
        let mut shortest = None;
        while let Some((cell, distance)) = open.pop_front() {
            let from = known[cell.index()].map_or(start, |(_, from)| from);
            for &to in self.neighbours(cell) {
                match known[to.index()] {
                    None => {
                        known[to.index()] = Some((distance + 1, cell));
                        open.push_back((to, distance + 1));
                    }
                    Some((other, _)) if to != from => {
                        let circle = distance + other + 1;
                        shortest = Some(shortest.map_or(circle, |known: usize| known.min(circle)));
                    }
                    Some(_) => {}
                }
            }
        }
        shortest
    }
}

#[cfg(test)]
mod tests {
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
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        let apart = Topology::graph(names, &[(0, 2)], Vec::new()).unwrap();
        assert_eq!((apart.n_parts(), apart.is_connected(), apart.diameter()), (2, false, None));
    }
}
