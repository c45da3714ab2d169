//! Small spaces: eyes of up to six cells, and the one cell that decides whether they make two eyes.
//!
//! In these spaces the first play on one cell decides: three in a row or bent, a cell with three around it, the bulky
//! five, the cross and the flower of six. In four in a row, straight or bent, either of the two inner cells will do, so
//! a stone on one is answered on the other. These are also the shapes of stones that may be given up, because the space
//! they leave is one of these or smaller.

use tesuji_board::{Cell, Player};
use tesuji_go::View;

/// The largest number of cells in a space.
pub(super) const MOST: usize = 6;

/// A connected set of cells.
#[derive(Clone, Copy)]
pub(super) struct Space {
    cells: [Cell; MOST],
    n_cells: usize,
}

impl Space {
    /// The cells connected to `from`, itself included, by cells of this kind; `None` if there are more than [`MOST`].
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

    /// The stones of the chain that the player's stone on `cell` would make; `None` if there are more than [`MOST`].
    pub(super) fn with_stones(view: &impl View, cell: Cell, player: Player) -> Option<Self> {
        Self::around(view, cell, |stone| stone == Some(player))
    }

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells[..self.n_cells]
    }

    /// The cell that decides. `None` if there is none, if it is taken, or if a stone elsewhere has decided already.
    pub(super) fn vital(&self, view: &impl View) -> Option<Cell> {
        let mut links = [0; MOST];
        for (at, &cell) in self.cells().iter().enumerate() {
            links[at] = view.neighbours(cell).filter(|to| self.cells().contains(to)).count();
        }
        let with =
            |n: usize| self.cells().iter().zip(links).filter(move |(_, links)| *links == n).map(|(&cell, _)| cell);
        let cell = match shape(&links[..self.n_cells])? {
            SpaceShape::One(most) => with(most).next()?,
            SpaceShape::OneOfTwo => {
                let mut free = with(2).filter(|&cell| view.stone(cell).is_none());
                match (free.next(), free.next()) {
                    (Some(only), None) => only,
                    _ => return None,
                }
            }
            SpaceShape::None => return None,
        };
        view.stone(cell).is_none().then_some(cell)
    }

    /// For stones that are taken: whether the space they leave makes no two eyes.
    pub(super) fn is_dead(&self, view: &impl View) -> bool {
        let mut links = [0; MOST];
        for (at, &cell) in self.cells().iter().enumerate() {
            links[at] = view.neighbours(cell).filter(|to| self.cells().contains(to)).count();
        }
        let links = &links[..self.n_cells];
        // The square of four is dead without a move.
        self.n_cells <= 3 || links == [2; 4] || matches!(shape(links), Some(SpaceShape::One(_)))
    }
}

enum SpaceShape {
    /// The cell with this many neighbours in the space decides.
    One(usize),
    /// Either of the two cells with two neighbours decides.
    OneOfTwo,
    None,
}

/// Kind of this space, by the numbers of neighbours; `None` for one or two cells.
fn shape(links: &[usize]) -> Option<SpaceShape> {
    let mut sorted = [0; MOST];
    sorted[..links.len()].copy_from_slice(links);
    sorted[..links.len()].sort_unstable();
    Some(match (links.len(), &sorted[..links.len()]) {
        (0..=2, _) => return None,
        (3, [1, 1, 2]) => SpaceShape::One(2),
        (4, [1, 1, 1, 3]) | (5, [1, 2, 2, 2, 3]) => SpaceShape::One(3),
        (4, [1, 1, 2, 2]) => SpaceShape::OneOfTwo,
        (5, [1, 1, 1, 1, 4]) | (6, [1, 1, 2, 2, 2, 4]) => SpaceShape::One(4),
        _ => SpaceShape::None,
    })
}

/// The point where the player decides a small space next to `last`, a stone of the opponent: the player's own space in
/// which it was played, or a space of the opponent.
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
