//! Stones of a playout or a position: chains, liberties, and the effects of another stone.

use tesuji_board::{Cell, Player};

use crate::Position;
use crate::board::Board;
use crate::stones::Stones;

/// The number of liberties, as far as atari matters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Liberties {
    /// None.
    #[default]
    None,
    /// Only this one.
    One(Cell),
    /// At least two.
    Several,
}

impl Liberties {
    /// The liberties of two chains combined.
    #[must_use]
    #[inline]
    pub fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, any) | (any, Self::None) => any,
            (Self::One(one), Self::One(other)) if one == other => self,
            _ => Self::Several,
        }
    }
}

/// The stones of a position, possibly in the middle of a playout.
///
/// Playouts keep nearly all of it up to date, so a question costs a few steps. For a position, or on a board where
/// cells have more than six neighbours, some questions cost a walk along a chain. Cells must be on the board.
pub trait View {
    /// The stone on `cell`.
    fn stone(&self, cell: Cell) -> Option<Player>;

    /// The stones on four cells: the lowest four bits say which of them have a black stone, the next four a white one.
    #[inline]
    fn stones_on(&self, cells: &[Cell; 4]) -> u8 {
        let bit = |cell| self.stone(cell).map_or(0, |player| 1 << (4 * player.index()));
        cells.iter().rev().fold(0, |bits, &cell| bits << 1 | bit(cell))
    }

    /// The neighbours of `cell`, in the order of the board.
    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell>;

    /// The number of neighbours of `cell` with a stone of `player`'s; for `None`, of empty neighbours.
    fn n_around(&self, cell: Cell, player: Option<Player>) -> usize;

    /// The cell that stands for the chain of the stone on `cell`. This cell may change with a move.
    fn chain(&self, cell: Cell) -> Cell;

    /// The number of stones of the chain of the stone on `cell`.
    fn chain_len(&self, cell: Cell) -> usize;

    /// The next stone of the chain of the stone on `cell`, in a circle.
    fn next_in_chain(&self, cell: Cell) -> Cell;

    /// The only liberty of the chain of the stone on `cell`; `None` if it has more, that is, if it is not in atari.
    fn last_liberty(&self, cell: Cell) -> Option<Cell>;

    /// The liberties of the chain of the stone on `cell`, not counting `taken`.
    fn liberties_without(&self, cell: Cell, taken: Cell) -> Liberties;

    /// Whether `player` may play on `cell` and it is not an eye of theirs: it is empty, the ko does not forbid it, and
    /// it is not suicide.
    fn would_play(&self, cell: Cell, player: Player) -> bool;

    /// The cell where the player to move may not retake.
    fn ko(&self) -> Option<Cell>;

    /// The stones of the chain of the stone on `cell`, that one first.
    #[inline]
    fn chain_cells(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        std::iter::successors(Some(cell), move |&at| Some(self.next_in_chain(at)).filter(|&next| next != cell))
    }

    /// The liberties of the chain that a stone of `player`'s on the empty cell `cell` would belong to, after its
    /// captures are removed; none if that is suicide.
    #[inline]
    fn liberties_after(&self, cell: Cell, player: Player) -> Liberties {
        if self.n_around(cell, None) > 1 {
            return Liberties::Several;
        }
        let mut liberties = Liberties::None;
        for to in self.neighbours(cell) {
            let more = match self.stone(to) {
                None => Liberties::One(to),
                Some(owner) if owner == player => self.liberties_without(to, cell),
                Some(_) if self.last_liberty(to).is_some() => freed_by(self, cell, player, to),
                Some(_) => Liberties::None,
            };
            liberties = liberties.join(more);
            if liberties == Liberties::Several {
                break;
            }
        }
        liberties
    }
}

/// The liberties that removing the chain of `prey` gives to a stone of `player`'s on `cell` and the chains that it
/// joins.
fn freed_by(view: &(impl View + ?Sized), cell: Cell, player: Player, prey: Cell) -> Liberties {
    let is_joined = |by: Cell| {
        let is_same = |own: Cell| view.stone(own) == Some(player) && view.chain(own) == view.chain(by);
        view.stone(by) == Some(player) && view.neighbours(cell).any(is_same)
    };
    let is_left = |at: &Cell| view.neighbours(*at).any(|by| by == cell || is_joined(by));
    view.chain_cells(prey).filter(is_left).map(Liberties::One).fold(Liberties::None, Liberties::join)
}

/// Plain stones, as they stand.
#[derive(Clone, Copy)]
pub(crate) struct PlainView<'a> {
    pub(crate) stones: &'a Stones,
    pub(crate) board: &'a Board,
    pub(crate) ko: Option<Cell>,
}

impl View for PlainView<'_> {
    fn stone(&self, cell: Cell) -> Option<Player> {
        self.stones.stone(cell)
    }

    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.board.topology.neighbours(cell).iter().copied()
    }

    fn n_around(&self, cell: Cell, player: Option<Player>) -> usize {
        self.stones.n_around(cell, player)
    }

    fn chain(&self, cell: Cell) -> Cell {
        self.stones.chain(cell)
    }

    fn chain_len(&self, cell: Cell) -> usize {
        self.stones.chain_len(cell)
    }

    fn next_in_chain(&self, cell: Cell) -> Cell {
        self.stones.next(cell)
    }

    fn last_liberty(&self, cell: Cell) -> Option<Cell> {
        let liberty = self.stones.liberty_links(&self.board.topology, cell).next()?;
        self.stones.is_last_liberty(&self.board.topology, liberty, cell).then_some(liberty)
    }

    fn liberties_without(&self, cell: Cell, taken: Cell) -> Liberties {
        let links = || self.stones.liberty_links(&self.board.topology, cell).filter(|&to| to != taken);
        match links().next() {
            None => Liberties::None,
            Some(first) if links().all(|to| to == first) => Liberties::One(first),
            Some(_) => Liberties::Several,
        }
    }

    fn would_play(&self, cell: Cell, player: Player) -> bool {
        let Self { stones, board, ko } = *self;
        if ko == Some(cell) || stones.stone(cell).is_some() {
            return false;
        }
        if stones.has_room(cell) {
            return true;
        }
        let is_eye = stones.is_surrounded_by(cell, player) && board.eyes.is_eye(&board.topology, stones, cell, player);
        !is_eye && !stones.is_suicide(&board.topology, cell, player)
    }

    fn ko(&self) -> Option<Cell> {
        self.ko
    }
}

impl Position {
    /// The stones as a playout policy sees them. Superko is ignored.
    #[must_use]
    pub fn view(&self) -> impl View + '_ {
        PlainView { stones: &self.stones, board: &self.board, ko: self.ko }
    }
}
