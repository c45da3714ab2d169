//! Positions in a book: one position stands for all its images.

use tesuji_board::{Cell, Player};
use tesuji_game::Game;
use tesuji_hex::{Move, Position, SetupError, Swap};

/// A position on a square board, the same for all its images: under the half turn, and mirrored in the long diagonal
/// with the players exchanged.
///
/// The player to move is taken to join top and bottom. Both lists are in ascending order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key {
    pub(super) swap: Swap,
    /// Stones of the player to move.
    pub(super) own: Vec<Cell>,
    /// Stones of the other player.
    pub(super) other: Vec<Cell>,
}

/// How a position is mapped to its image in the book. Each image is its own inverse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Image {
    is_mirrored: bool,
    is_turned: bool,
}

impl Image {
    pub(super) const fn cell(self, side: usize, cell: Cell) -> Cell {
        let (mut column, mut row) = (cell.index() % side, cell.index() / side);
        if self.is_mirrored {
            (column, row) = (row, column);
        }
        if self.is_turned {
            (column, row) = (side - 1 - column, side - 1 - row);
        }
        Cell::new(row * side + column)
    }

    pub(super) const fn mv(self, side: usize, mv: Move) -> Move {
        match mv {
            Move::Place(cell) => Move::Place(self.cell(side, cell)),
            Move::Swap => Move::Swap,
        }
    }

    fn cells(self, side: usize, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = cells.map(|cell| self.cell(side, cell)).collect();
        cells.sort_unstable();
        cells
    }

    /// This image followed by `next`.
    pub(super) const fn then(self, next: Self) -> Self {
        // The half turn and the mirror image commute.
        Self { is_mirrored: self.is_mirrored != next.is_mirrored, is_turned: self.is_turned != next.is_turned }
    }
}

impl Key {
    /// The empty board.
    pub(super) const fn root(is_with_swap: bool) -> Self {
        let swap = if is_with_swap { Swap::Pending } else { Swap::Off };
        Self { swap, own: Vec::new(), other: Vec::new() }
    }

    /// The key of a position on a square board, and the image that maps the position to it.
    pub(super) fn of(position: &Position) -> (Self, Image) {
        let (side, _) = position.size();
        let mover = position.to_move();
        let upright = Image { is_mirrored: mover == Player::White, is_turned: false };
        let stones = |player| upright.cells(side, position.stones(player).iter());
        let key = Self { swap: position.swap(), own: stones(mover), other: stones(mover.opponent()) };
        let (key, turn) = key.turned(side);
        (key, upright.then(turn))
    }

    /// The smaller of the position and its image under the half turn.
    fn turned(self, side: usize) -> (Self, Image) {
        let turn = Image { is_mirrored: false, is_turned: true };
        let half = Self {
            swap: self.swap,
            own: turn.cells(side, self.own.iter().copied()),
            other: turn.cells(side, self.other.iter().copied()),
        };
        if half < self { (half, turn) } else { (self, Image::default()) }
    }

    /// The position after a move, and how it was mapped, including the mirror image.
    pub(super) fn after(&self, side: usize, mv: Move) -> (Self, Image) {
        let mirror = Image { is_mirrored: true, is_turned: false };
        let own = self.own.iter().copied();
        let other = self.other.iter().copied();
        let (key, upright) = match mv {
            Move::Place(cell) => {
                let swap = if self.swap == Swap::Pending { Swap::Open } else { Swap::Off };
                let own = mirror.cells(side, own.chain([cell]));
                (Self { swap, own: mirror.cells(side, other), other: own }, mirror)
            }
            // The stone is mirrored and becomes the swapping player's. Then the players are exchanged, which mirrors it
            // again.
            Move::Swap => (Self { swap: Swap::Off, own: self.own.clone(), other: self.other.clone() }, mirror),
        };
        let (key, turn) = key.turned(side);
        (key, upright.then(turn))
    }

    /// The position without the swap rule, with the player to move as Black.
    pub(super) fn position(&self, side: usize) -> Result<Position, SetupError> {
        let [own, other] = [&self.own, &self.other].map(|cells| cells.iter().copied().collect());
        Position::setup((side, side), &own, &other, Player::Black)
    }

    /// Whether a book on a board of this side would have the position in this form.
    pub(super) fn is_canonical(&self, side: usize) -> bool {
        let ascends =
            |cells: &[Cell]| cells.is_sorted_by(|a, b| a < b) && cells.iter().all(|cell| cell.index() < side * side);
        let n_expected = match self.swap {
            Swap::Pending => 0..=0,
            Swap::Open => 1..=1,
            Swap::Off => self.own.len()..=self.own.len() + 1,
        };
        ascends(&self.own)
            && ascends(&self.other)
            && n_expected.contains(&self.other.len())
            && (self.swap == Swap::Off || self.own.is_empty())
            && !self.own.iter().any(|cell| self.other.contains(cell))
            && self.clone().turned(side).1 == Image::default()
    }

    /// A number that grows with each move, including a swap.
    pub(super) fn ply(&self) -> usize {
        2 * (self.own.len() + self.other.len()) + usize::from(self.swap == Swap::Off)
    }
}
