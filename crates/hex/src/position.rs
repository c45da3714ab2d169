//! Positions: stones, chains that reach edges, the winner.
//!
//! `play` says how moves change them.

use std::fmt;
use std::sync::Arc;

use tesuji_board::{BOTTOM, Cell, CellSet, EdgeId, LEFT, Player, RIGHT, SizeError, TOP, Topology, check_size};
use tesuji_game::zobrist_key;

use crate::Diagram;
use crate::notation::ascii;
use crate::render::Margins;

/// The most columns, and the most rows, of a board for play.
pub const MAX_SIDE: usize = 19;

/// The most columns, and the most rows, of a board in a record. Such games are read, shown and written; what searches
/// stops at [`MAX_SIDE`].
pub const MAX_RECORD_SIDE: usize = 32;

const _: () = assert!(MAX_RECORD_SIDE * MAX_RECORD_SIDE <= tesuji_board::MAX_CELLS, "such a board can be made");

/// The state of the swap rule.
///
/// Swapping is swap-pieces: the second player takes over the first stone. It is mirrored in the long diagonal (column
/// and row exchanged) and changes colour, so both players keep their sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Swap {
    /// The game is played without the rule, or the time to swap has passed.
    Off,
    /// The first move is still to come; the second may swap.
    Pending,
    /// The player to move may swap.
    Open,
}

/// Error of setting up a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A side of 0, or more than [`MAX_SIDE`], or in a record [`MAX_RECORD_SIDE`].
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A board that is not square has no mirror image for a swapped stone.
    #[error("the swap rule needs a square board, not {columns}x{rows}")]
    SwapOnOblong {
        /// The requested width.
        columns: usize,
        /// The requested height.
        rows: usize,
    },
    /// A cell with two stones.
    #[error("{0} has two stones")]
    Occupied(String),
    /// A cell that is not on the board.
    #[error("cell number {0} is not on the board")]
    Beyond(usize),
}

/// A position of Hex: stones, whose turn it is, whether swapping is allowed.
///
/// Black joins top and bottom, White left and right. The winner is found as stones are placed: for every stone, the
/// position stores which of its owner's two edges its chain reaches.
///
/// ```
/// use tesuji_board::Player;
/// use tesuji_game::{Game, Outcome};
/// use tesuji_hex::{Move, Position};
///
/// //  a b c
/// // 1 . B .      Black b1, b2, a3 join top and bottom.
/// //  2 . B W
/// //   3 B W .
/// let mut position = Position::empty(3, 3).unwrap();
/// for name in ["b1", "c2", "b2", "b3", "a3"] {
///     let cell = position.topology().cell(name).unwrap();
///     position.play(Move::Place(cell)).unwrap();
/// }
/// assert_eq!(position.outcome(), Some(Outcome::Win(Player::Black)));
/// ```
#[derive(PartialEq, Eq)]
pub struct Position {
    topology: Arc<Topology>,
    pub(crate) stones: Vec<Option<Player>>,
    /// For each cell, which of its owner's edges the chain of its stone reaches ([`FIRST_EDGE`], [`SECOND_EDGE`]); 0 if
    /// empty.
    pub(crate) reaches: Vec<u8>,
    pub(crate) to_move: Player,
    pub(crate) swap: Swap,
    pub(crate) winner: Option<Player>,
    pub(crate) zobrist: u64,
}

pub(crate) const FIRST_EDGE: u8 = 1;
const SECOND_EDGE: u8 = 2;
const BOTH_EDGES: u8 = FIRST_EDGE | SECOND_EDGE;

/// The two edges that `player` joins.
#[must_use]
pub const fn edges_of(player: Player) -> [EdgeId; 2] {
    match player {
        Player::Black => [TOP, BOTTOM],
        Player::White => [LEFT, RIGHT],
    }
}

impl Position {
    /// The empty board, Black to move, played without the swap rule.
    ///
    /// # Errors
    ///
    /// [`SetupError::Size`].
    pub fn empty(columns: usize, rows: usize) -> Result<Self, SetupError> {
        Self::blank(columns, rows, MAX_SIDE)
    }

    /// The empty board with sides of at most `most`.
    fn blank(columns: usize, rows: usize, most: usize) -> Result<Self, SetupError> {
        check_size(columns, rows, most)?;
        let wrong = |_| SetupError::from(SizeError { columns, rows, most });
        let topology = Topology::rhombus(columns, rows).map_err(wrong)?;
        let n_cells = topology.n_cells();
        let mut position = Self {
            topology: Arc::new(topology),
            stones: vec![None; n_cells],
            reaches: vec![0; n_cells],
            to_move: Player::Black,
            swap: Swap::Off,
            winner: None,
            zobrist: 0,
        };
        position.zobrist = position.zobrist_from_scratch();
        Ok(position)
    }

    /// The empty square board, Black to move, played with the swap rule.
    ///
    /// # Errors
    ///
    /// [`SetupError::Size`].
    pub fn with_swap(side: usize) -> Result<Self, SetupError> {
        let mut position = Self::empty(side, side)?;
        position.set_swap(Swap::Pending);
        Ok(position)
    }

    /// A position from its stones. The swap rule is off.
    ///
    /// # Errors
    ///
    /// If the size or a stone is faulty: see [`SetupError`].
    pub fn setup(
        (columns, rows): (usize, usize),
        black: &CellSet,
        white: &CellSet,
        to_move: Player,
    ) -> Result<Self, SetupError> {
        check_size(columns, rows, MAX_SIDE)?;
        Self::of_record((columns, rows), [black, white], to_move, Swap::Off)
    }

    /// The position before the first move of a record, on boards of up to [`MAX_RECORD_SIDE`] columns and rows. It can
    /// be replayed and shown; beyond [`MAX_SIDE`] nothing searches it.
    pub(crate) fn of_record(
        (columns, rows): (usize, usize),
        [black, white]: [&CellSet; 2],
        to_move: Player,
        swap: Swap,
    ) -> Result<Self, SetupError> {
        let mut position = Self::blank(columns, rows, MAX_RECORD_SIDE)?;
        for (player, stones) in [(Player::Black, black), (Player::White, white)] {
            for cell in stones.iter() {
                position.set_stone(cell, player)?;
            }
        }
        position.set_swap(swap);
        position.set_to_move(to_move);
        Ok(position)
    }

    /// Puts a stone on an empty cell whoever is to move, as set-up and handicap do. Ends the swap rule.
    ///
    /// # Errors
    ///
    /// If the cell is not on the board or not empty.
    pub fn set_stone(&mut self, cell: Cell, player: Player) -> Result<(), SetupError> {
        match self.stones.get(cell.index()) {
            None => Err(SetupError::Beyond(cell.index())),
            Some(Some(_)) => Err(SetupError::Occupied(self.topology.name(cell).to_owned())),
            Some(None) => {
                self.place(cell, player, &mut |_, _| {});
                self.set_swap(Swap::Off);
                Ok(())
            }
        }
    }

    /// Gives the turn to `player`, as a pass does. An unused right to swap is lost.
    pub fn set_to_move(&mut self, player: Player) {
        if player != self.to_move {
            self.give_turn(player);
            if self.swap == Swap::Open {
                self.set_swap(Swap::Off);
            }
        }
    }

    /// The two people exchange sides (swap-sides, the other form of the rule). Nothing on the board changes, the same
    /// colour stays to move, and swapping is over.
    pub fn exchange_sides(&mut self) {
        self.set_swap(Swap::Off);
    }

    /// The board.
    #[must_use]
    pub const fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// Columns and rows.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.topology.size().unwrap_or_default()
    }

    /// The stone on `cell`, which must be on the board.
    #[must_use]
    #[inline]
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        self.stones[cell.index()]
    }

    /// The stones of one player.
    #[must_use]
    pub fn stones(&self, player: Player) -> CellSet {
        self.topology.cells().filter(|&cell| self.stone(cell) == Some(player)).collect()
    }

    /// The empty cells.
    #[must_use]
    pub fn empties(&self) -> CellSet {
        self.topology.cells().filter(|&cell| self.stone(cell).is_none()).collect()
    }

    /// Whether swapping is allowed, now or later.
    #[must_use]
    pub const fn swap(&self) -> Swap {
        self.swap
    }

    /// The player whose two edges are joined.
    #[must_use]
    pub const fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The mirror image of `cell` in the long diagonal, or `None` if it is not on the board.
    #[must_use]
    pub fn mirror(&self, cell: Cell) -> Option<Cell> {
        let (columns, rows) = self.size();
        let (column, row) = (cell.index() % columns, cell.index() / columns);
        (row < columns && column < rows).then(|| Cell::new(column * columns + row))
    }

    /// The hash computed from scratch, for tests; [`Game::zobrist`](tesuji_game::Game::zobrist) must equal it.
    #[must_use]
    pub fn zobrist_from_scratch(&self) -> u64 {
        let (columns, rows) = self.size();
        let mut hash = zobrist_key((columns * 32 + rows) as u64) ^ swap_key(self.swap);
        if self.to_move == Player::White {
            hash ^= turn_key();
        }
        for cell in self.topology.cells() {
            if let Some(player) = self.stone(cell) {
                hash ^= stone_key(cell, player);
            }
        }
        hash
    }

    /// Recomputes everything that moves update, and compares. For tests.
    ///
    /// # Panics
    ///
    /// If something differs.
    pub fn assert_valid(&self) {
        assert_eq!(self.zobrist, self.zobrist_from_scratch(), "zobrist drifted");
        let mut winner = None;
        for player in Player::BOTH {
            let reached = edges_of(player).map(|edge| self.reached_from(edge, player));
            for cell in self.stones(player).iter() {
                let expected = (0..2).fold(0, |bits, i| bits | u8::from(reached[i].contains(cell)) << i);
                assert_eq!(self.reaches[cell.index()], expected, "reach of {} drifted", self.topology.name(cell));
            }
            if reached[0].meets(&reached[1]) {
                winner = Some(player);
            }
        }
        assert_eq!(self.winner, winner, "winner drifted");
    }

    fn reached_from(&self, edge: EdgeId, player: Player) -> CellSet {
        let own = |cell: &Cell| self.stone(*cell) == Some(player);
        let mut reached = CellSet::new();
        let mut stack: Vec<Cell> = self.topology.edges()[edge].cells.iter().filter(own).collect();
        while let Some(cell) = stack.pop() {
            if reached.insert(cell) {
                stack.extend(self.topology.neighbours(cell).iter().copied().filter(own));
            }
        }
        reached
    }

    pub(crate) fn give_turn(&mut self, player: Player) {
        if player != self.to_move {
            self.to_move = player;
            self.zobrist ^= turn_key();
        }
    }

    pub(crate) fn set_swap(&mut self, swap: Swap) {
        self.zobrist ^= swap_key(self.swap) ^ swap_key(swap);
        self.swap = swap;
    }

    /// Puts a stone on an empty cell and updates reaches, winner and hash. `changed` is called for each cell whose
    /// reach changes, with the old value.
    ///
    /// A stone's reach changes at most twice, so all placements of a game together cost O(cells).
    pub(crate) fn place(&mut self, cell: Cell, player: Player, changed: &mut impl FnMut(Cell, u8)) {
        self.stones[cell.index()] = Some(player);
        self.zobrist ^= stone_key(cell, player);
        let mut reach = 0;
        for (bit, edge) in [FIRST_EDGE, SECOND_EDGE].into_iter().zip(edges_of(player)) {
            if self.topology.edges()[edge].cells.contains(cell) {
                reach |= bit;
            }
        }
        for &to in self.topology.neighbours(cell) {
            if self.stones[to.index()] == Some(player) {
                reach |= self.reaches[to.index()];
            }
        }
        if reach == 0 {
            return;
        }
        changed(cell, 0);
        self.reaches[cell.index()] = reach;
        let topology = Arc::clone(&self.topology);
        // Most stones change no other reach; then nothing is allocated.
        let mut stack = Vec::new();
        let mut next = Some(cell);
        while let Some(from) = next {
            for &to in topology.neighbours(from) {
                let old = self.reaches[to.index()];
                if self.stones[to.index()] == Some(player) && old | reach != old {
                    changed(to, old);
                    self.reaches[to.index()] |= reach;
                    stack.push(to);
                }
            }
            next = stack.pop();
        }
        if reach == BOTH_EDGES {
            self.winner = Some(player);
        }
    }

    /// Removes the only stone on the board.
    pub(crate) fn lift_only_stone(&mut self, cell: Cell, player: Player) {
        self.stones[cell.index()] = None;
        self.reaches[cell.index()] = 0;
        self.zobrist ^= stone_key(cell, player);
    }

    /// The first stone, while it is the only one.
    pub(crate) fn first_stone(&self) -> Option<Cell> {
        self.stones.iter().position(Option::is_some).map(Cell::new)
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            topology: Arc::clone(&self.topology),
            stones: self.stones.clone(),
            reaches: self.reaches.clone(),
            to_move: self.to_move,
            swap: self.swap,
            winner: self.winner,
            zobrist: self.zobrist,
        }
    }

    /// As `clone`, but reuses the position's memory: searches copy positions into the same place again and again.
    fn clone_from(&mut self, source: &Self) {
        let Self { topology, stones, reaches, to_move, swap, winner, zobrist } = source;
        if !Arc::ptr_eq(&self.topology, topology) {
            self.topology = Arc::clone(topology);
        }
        self.stones.clone_from(stones);
        self.reaches.clone_from(reaches);
        (self.to_move, self.swap, self.winner, self.zobrist) = (*to_move, *swap, *winner, *zobrist);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} to move, swap {:?}", self.to_move, self.swap)?;
        f.write_str(&ascii::write(&Diagram::from(self), Margins::Coordinates))
    }
}

// Numbers of the Zobrist keys: sizes below 1024, then stones, then the rest.
fn stone_key(cell: Cell, player: Player) -> u64 {
    zobrist_key((1024 + 2 * cell.index() + player.index()) as u64)
}

fn turn_key() -> u64 {
    zobrist_key(1 << 20)
}

fn swap_key(swap: Swap) -> u64 {
    match swap {
        Swap::Off => 0,
        Swap::Pending => zobrist_key((1 << 20) + 1),
        Swap::Open => zobrist_key((1 << 20) + 2),
    }
}
