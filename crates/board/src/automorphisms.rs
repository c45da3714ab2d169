//! The symmetries of a board, found from its links alone.

use crate::{Cell, Topology};

impl Topology {
    /// The ways to map the board onto itself so that linked cells stay linked, the identity first: each as the image of
    /// every cell. The rest is in the order of the images of the first cells. Edges of Hex are not regarded: whoever
    /// needs them keeps the maps that respect them.
    ///
    /// A board of which these are more than `most` gives the first `most` that are found. Boards with few links for
    /// each cell take milliseconds; one of many twins, such as a star, has maps without end and depends on `most`.
    #[must_use]
    pub fn automorphisms(&self, most: usize) -> Vec<Vec<Cell>> {
        let mut search = AutomorphismSearch::new(self, most);
        search.run();
        let mut maps = search.found;
        maps.sort_unstable();
        maps
    }
}

/// A depth-first search that gives one cell after the other its image. Each cell but the first of a component is linked
/// to one before it, so that few images are left to try.
struct AutomorphismSearch<'t> {
    topology: &'t Topology,
    most: usize,
    /// The cells in the order in which they get images, each with a linked cell that comes before it.
    order: Vec<(Cell, Option<Cell>)>,
    images: Vec<Option<Cell>>,
    is_taken: Vec<bool>,
    found: Vec<Vec<Cell>>,
}

impl<'t> AutomorphismSearch<'t> {
    fn new(topology: &'t Topology, most: usize) -> Self {
        let n_cells = topology.n_cells();
        let mut order: Vec<(Cell, Option<Cell>)> = Vec::with_capacity(n_cells);
        let mut is_seen = vec![false; n_cells];
        for first in topology.cells() {
            if std::mem::replace(&mut is_seen[first.index()], true) {
                continue;
            }
            let mut next = order.len();
            order.push((first, None));
            while next < order.len() {
                let (cell, _) = order[next];
                next += 1;
                for &linked in topology.neighbours(cell) {
                    if !std::mem::replace(&mut is_seen[linked.index()], true) {
                        order.push((linked, Some(cell)));
                    }
                }
            }
        }
        let (images, is_taken) = (vec![None; n_cells], vec![false; n_cells]);
        Self { topology, most, order, images, is_taken, found: Vec::new() }
    }

    /// Whether `cell` may have this image, with the images that are there already.
    fn fits(&self, cell: Cell, image: Cell) -> bool {
        let (links, image_links) = (self.topology.neighbours(cell), self.topology.neighbours(image));
        if self.is_taken[image.index()] || links.len() != image_links.len() {
            return false;
        }
        let mapped = links.iter().filter_map(|linked| self.images[linked.index()]);
        let n_taken = image_links.iter().filter(|linked| self.is_taken[linked.index()]).count();
        let mut n_mapped = 0;
        for linked in mapped {
            n_mapped += 1;
            if !image_links.contains(&linked) {
                return false;
            }
        }
        n_mapped == n_taken
    }

    /// The images that the cell at this depth of the order may have, the last one first.
    fn candidates(&self, depth: usize) -> Vec<Cell> {
        let (cell, before) = self.order[depth];
        let near = before.and_then(|before| self.images[before.index()]);
        let all: Vec<Cell> = match near {
            Some(near) => self.topology.neighbours(near).to_vec(),
            None => self.topology.cells().collect(),
        };
        all.into_iter().rev().filter(|&image| self.fits(cell, image)).collect()
    }

    /// Gives images to all cells, without recursion: a board has thousands of cells.
    fn run(&mut self) {
        if self.order.is_empty() || self.most == 0 {
            return;
        }
        let mut stack = vec![self.candidates(0)];
        while !stack.is_empty() {
            let depth = stack.len() - 1;
            let (cell, _) = self.order[depth];
            // The image that was tried before.
            if let Some(image) = self.images[cell.index()].take() {
                self.is_taken[image.index()] = false;
            }
            let Some(image) = stack[depth].pop() else {
                stack.pop();
                continue;
            };
            self.images[cell.index()] = Some(image);
            self.is_taken[image.index()] = true;
            if stack.len() < self.order.len() {
                stack.push(self.candidates(stack.len()));
                continue;
            }
            self.found.push(self.images.iter().filter_map(|&image| image).collect());
            if self.found.len() == self.most {
                return;
            }
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use crate::BoardSpec;

    #[test]
    fn boards_have_the_symmetries_that_people_know() {
        for (board, n) in [
            ("5x5", 8),
            ("4x7", 4),
            ("torus:5x7", 4 * 35),
            ("torus:5", 8 * 25),
            ("cylinder:5x4", 2 * 5 * 2),
            ("hexagon:3", 12),
            ("1x1", 1),
            ("1x9", 2),
        ] {
            let topology = board.parse::<BoardSpec>().unwrap().topology().unwrap();
            let maps = topology.automorphisms(10_000);
            assert_eq!(maps.len(), n, "{board}");
            assert!(maps[0].iter().copied().eq(topology.cells()), "{board}: the identity is first");
            for map in &maps {
                for (a, b) in topology.links() {
                    assert!(topology.neighbours(map[a.index()]).contains(&map[b.index()]), "{board}");
                }
                let mut sorted = map.clone();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(topology.cells()), "{board}: every cell is the image of one");
            }
        }
    }

    #[test]
    fn no_more_maps_than_wanted() {
        let topology = "torus:5".parse::<BoardSpec>().unwrap().topology().unwrap();
        assert_eq!(topology.automorphisms(7).len(), 7);
        assert!(topology.automorphisms(0).is_empty());
    }
}
