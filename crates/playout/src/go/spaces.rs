//! Small spaces: eyes of up to six cells, and the one cell that decides whether they are two.
//!
//! A space in which whoever plays first on one cell decides: three in a row or bent, a cell with three around it, the bulky five, the
//! cross and the flower of six. Of four in a row, straight or bent, either of the two inner cells will do, so that one is
//! answered by the other. These are also the shapes of stones that may be given up, for the space that they leave is such a one
//! or smaller.

use tesuji_board::{Cell, Player};
use tesuji_go::View;

/// The most cells of a space.
pub(super) const MOST: usize = 6;

/// A connected set of cells.
#[derive(Clone, Copy)]
pub(super) struct Space {
    cells: [Cell; MOST],
    n_cells: usize,
}

impl Space {
    /// The cells connected to `from`, which is one of them, by such cells; `None` if they are more than [`MOST`].
    #[inline]
    pub(super) fn around(view: &impl View, from: Cell, is_in: impl Fn(Option<Player>) -> bool) -> Option<Self> {
        let mut space = Self { cells: [from; MOST], n_cells: 1 };
        let mut next = 0;
        while next < space.n_cells {
            for to in view.neighbours(space.cells[next]) {
                if is_in(view.stone(to)) && !space.cells().contains(&to) {
                    *space.cells.get_mut(space.n_cells)? = to;
                    space.n_cells += 1;
                }
            }
            next += 1;
        }
        Some(space)
    }

    /// The stones of the chain that a stone of the player's on `cell` would make; `None` if they are more than [`MOST`].
    pub(super) fn with_stones(view: &impl View, cell: Cell, player: Player) -> Option<Self> {
        Self::around(view, cell, |stone| stone == Some(player))
    }

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells[..self.n_cells]
    }

    /// The cell that decides, if there is one and it is empty, and nobody has played elsewhere in a way that decides already.
    pub(super) fn vital(&self, view: &impl View) -> Option<Cell> {
        let mut links = [0; MOST];
        for (at, &cell) in self.cells().iter().enumerate() {
            links[at] = view.neighbours(cell).filter(|to| self.cells().contains(to)).count();
        }
        let with =
            |n: usize| self.cells().iter().zip(links).filter(move |(_, links)| *links == n).map(|(&cell, _)| cell);
        let cell = match shape(&links[..self.n_cells])? {
            Shape::One(most) => with(most).next()?,
            Shape::OneOfTwo => {
                let mut free = with(2).filter(|&cell| view.stone(cell).is_none());
                match (free.next(), free.next()) {
                    (Some(only), None) => only,
                    _ => return None,
                }
            }
            Shape::None => return None,
        };
        view.stone(cell).is_none().then_some(cell)
    }

    /// If these are stones that are taken: is the space they leave no two eyes?
    pub(super) fn is_dead(&self, view: &impl View) -> bool {
        let mut links = [0; MOST];
        for (at, &cell) in self.cells().iter().enumerate() {
            links[at] = view.neighbours(cell).filter(|to| self.cells().contains(to)).count();
        }
        let links = &links[..self.n_cells];
        // The square of four is dead as it is.
        self.n_cells <= 3 || links == [2; 4] || matches!(shape(links), Some(Shape::One(_)))
    }
}

enum Shape {
    /// The cell with so many neighbours in the space decides.
    One(usize),
    /// Either of the two with two neighbours.
    OneOfTwo,
    None,
}

/// Which kind of space it is by the numbers of neighbours; `None` for one or two cells.
fn shape(links: &[usize]) -> Option<Shape> {
    let mut sorted = [0; MOST];
    sorted[..links.len()].copy_from_slice(links);
    sorted[..links.len()].sort_unstable();
    Some(match (links.len(), &sorted[..links.len()]) {
        (0..=2, _) => return None,
        (3, [1, 1, 2]) => Shape::One(2),
        (4, [1, 1, 1, 3]) | (5, [1, 2, 2, 2, 3]) => Shape::One(3),
        (4, [1, 1, 2, 2]) => Shape::OneOfTwo,
        (5, [1, 1, 1, 1, 4]) | (6, [1, 1, 2, 2, 2, 4]) => Shape::One(4),
        _ => Shape::None,
    })
}

/// Where the player after `last`, a stone of the opponent's, decides about a small space beside it: the own one that it was
/// played in, or one of the opponent's.
pub(super) fn decides(view: &impl View, last: Cell, player: Player) -> Option<Cell> {
    let own = || Space::around(view, last, |stone| stone != Some(player));
    if let Some(cell) = view.stone(last).and_then(|_| own()).and_then(|space| space.vital(view)) {
        return Some(cell);
    }
    let theirs = |from: Cell| Space::around(view, from, |stone| stone != Some(player.opponent()));
    view.neighbours(last)
        .filter(|&to| view.stone(to).is_none())
        .find_map(|from| theirs(from).and_then(|space| space.vital(view)))
}
