//! Positions: stones, whose turn it is, and what the ko rule needs to remember.
//!
//! `play` says how moves change them.

use std::fmt;
use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_game::zobrist_key;

use crate::board::Board;
use crate::rules::{Ko, Rules};
use crate::score::{Komi, Score, areas};
use crate::stones::Stones;

/// Error of setting up a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A cell with two stones.
    #[error("{0} has two stones")]
    Occupied(String),
    /// A cell that is not on the board.
    #[error("cell number {0} is not on the board")]
    Beyond(usize),
    /// A stone that leaves a chain without liberties.
    #[error("a stone on {0} leaves a chain without liberties")]
    NoLiberty(String),
}

/// A position of Go on any board: stones, whose turn it is, passes in a row, and what the ko rule needs to remember.
///
/// Equal positions have equal futures. So under superko two positions with the same stones differ if they forbid
/// different boards. Their hashes are the same: [`Game::zobrist`](tesuji_game::Game::zobrist) covers what can be seen,
/// not the past.
///
/// ```
/// use tesuji_board::Topology;
/// use tesuji_game::Game;
/// use tesuji_go::{Komi, Move, Position, Rules};
///
/// //  3 . B .
/// //  2 B W B      Black B1 captures B2.
/// //  1 . * .
/// //    A B C
/// let board = Topology::square(3, 3).unwrap();
/// let mut position = Position::empty(board, Rules::CHINESE, Komi::default());
/// for name in ["B3", "B2", "A2", "pass", "C2", "pass", "B1"] {
///     let mv = position.parse_move(name).unwrap();
///     position.play(mv).unwrap();
/// }
/// assert_eq!(position.stone(position.topology().cell("B2").unwrap()), None);
/// assert_eq!(position.score().to_string(), "B+9");
/// ```
#[derive(PartialEq, Eq)]
pub struct Position {
    pub(crate) board: Arc<Board>,
    pub(crate) rules: Rules,
    pub(crate) komi: Komi,
    pub(crate) stones: Stones,
    pub(crate) to_move: Player,
    /// The number of passes directly before this position, at most [`PASSES_TO_END`].
    pub(crate) n_passes: u8,
    /// Under [`Ko::Simple`]: the cell where the player to move may not retake.
    pub(crate) ko: Option<Cell>,
    /// Under superko: the keys of all boards, or situations, so far; ascending, each once.
    pub(crate) past: Vec<u128>,
    /// The key of the stones, see [`stone_key`].
    pub(crate) board_key: u128,
    pub(crate) last: LastMoves,
}

/// The cells of the last two moves, the latest first. No rule depends on them, therefore all are equal.
#[derive(Clone, Copy, Default)]
pub(crate) struct LastMoves(pub(crate) [Option<Cell>; 2]);

impl PartialEq for LastMoves {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for LastMoves {}

/// The number of passes in a row that end the game.
pub(crate) const PASSES_TO_END: u8 = 2;

impl Position {
    /// The empty board, Black to move.
    #[must_use]
    pub fn empty(topology: impl Into<Arc<Topology>>, rules: Rules, komi: Komi) -> Self {
        let board = Board::new(topology.into());
        let mut position = Self {
            stones: Stones::new(&board.topology),
            board: Arc::new(board),
            rules,
            komi,
            to_move: Player::Black,
            n_passes: 0,
            ko: None,
            past: Vec::new(),
            board_key: 0,
            last: LastMoves::default(),
        };
        position.forget();
        position
    }

    /// A position from its stones, without a past.
    ///
    /// # Errors
    ///
    /// If a stone is faulty: see [`SetupError`].
    pub fn setup(
        topology: impl Into<Arc<Topology>>,
        rules: Rules,
        komi: Komi,
        stones: [&CellSet; 2],
        to_move: Player,
    ) -> Result<Self, SetupError> {
        let mut position = Self::empty(topology, rules, komi);
        position.to_move = to_move;
        for player in Player::BOTH {
            for cell in stones[player.index()].iter() {
                position.set_stone(cell, player)?;
            }
        }
        position.forget();
        Ok(position)
    }

    /// Puts a stone on an empty cell whoever is to move, as set-up and handicap do. The game starts anew from here:
    /// there is no ko, no earlier board and no pass.
    ///
    /// # Errors
    ///
    /// If the cell is not on the board or not empty, or a chain would have no liberty. The position is then unchanged.
    pub fn set_stone(&mut self, cell: Cell, player: Player) -> Result<(), SetupError> {
        if cell.index() >= self.topology().n_cells() {
            return Err(SetupError::Beyond(cell.index()));
        }
        let name = || self.topology().name(cell).to_owned();
        if self.stone(cell).is_some() {
            return Err(SetupError::Occupied(name()));
        }
        let captures = self.stones.captured_by(self.topology(), cell, player.opponent()).next().is_some();
        if captures || self.stones.is_suicide(self.topology(), cell, player) {
            return Err(SetupError::NoLiberty(name()));
        }
        self.put(cell, player);
        self.forget();
        Ok(())
    }

    /// Gives the turn to `player` without a pass, because a player may move twice in a row, as in GTP. This ends a
    /// simple ko. Under situational superko the new situation counts as having been on the board.
    pub fn set_to_move(&mut self, player: Player) {
        if player != self.to_move {
            self.give_turn();
        }
    }

    /// Takes back passes and gives the turn to `player`, as when a finished game is resumed.
    pub fn reopen(&mut self, player: Player) {
        self.n_passes = 0;
        self.set_to_move(player);
    }

    /// The position under the simple ko rule, without its history.
    #[must_use]
    pub fn with_simple_ko(mut self) -> Self {
        self.rules.ko = Ko::Simple;
        self.past.clear();
        self
    }

    /// The position with another komi.
    #[must_use]
    pub const fn with_komi(mut self, komi: Komi) -> Self {
        self.komi = komi;
        self
    }

    /// The board.
    #[must_use]
    pub fn topology(&self) -> &Arc<Topology> {
        &self.board.topology
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The komi.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// The stone on `cell`, which must be on the board.
    #[must_use]
    #[inline]
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        self.stones.stone(cell)
    }

    /// The stones of one player.
    #[must_use]
    pub fn stones(&self, player: Player) -> CellSet {
        self.topology().cells().filter(|&cell| self.stone(cell) == Some(player)).collect()
    }

    /// The chain of the stone on `cell`; empty if there is none.
    #[must_use]
    pub fn chain(&self, cell: Cell) -> CellSet {
        self.stone(cell).map_or_else(CellSet::new, |_| self.stones.chain_cells(cell).collect())
    }

    /// The liberties of the chain of the stone on `cell`: the empty cells that touch it; none if there is no stone.
    #[must_use]
    pub fn liberties(&self, cell: Cell) -> CellSet {
        let chain = self.chain(cell);
        let around = chain.iter().flat_map(|at| self.topology().neighbours(at).iter().copied());
        around.filter(|&to| self.stone(to).is_none()).collect()
    }

    /// The cell where a simple ko forbids the player to move from retaking.
    #[must_use]
    pub const fn ko(&self) -> Option<Cell> {
        self.ko
    }

    /// The number of passes directly before this position: 0, 1 or, once the game is over, 2.
    #[must_use]
    pub const fn n_passes(&self) -> u8 {
        self.n_passes
    }

    /// The cells of the last two moves, the latest first; `None` for a pass, and before the first move. No rule depends
    /// on them: positions that differ only here are equal.
    #[must_use]
    pub const fn last_cells(&self) -> [Option<Cell>; 2] {
        self.last.0
    }

    /// Whether both players have passed, one directly after the other.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.n_passes >= PASSES_TO_END
    }

    /// The cells that count for each player, by [`Player::index`], if the stones of `dead` are removed: the player's
    /// stones, and the regions of empty cells that only these touch.
    ///
    /// Cost: one step per link.
    #[must_use]
    pub fn areas(&self, dead: &CellSet) -> [CellSet; 2] {
        areas(self.topology(), |cell| self.stone(cell).filter(|_| !dead.contains(cell)))
    }

    /// The score if the game ended here, by area and with every stone alive.
    #[must_use]
    pub fn score(&self) -> Score {
        self.score_without(&CellSet::new())
    }

    /// The score if the stones of `dead` are removed, as agreed by the players. The rules do not define dead stones.
    #[must_use]
    pub fn score_without(&self, dead: &CellSet) -> Score {
        let [black, white] = self.areas(dead).map(|area| area.len() as u16);
        Score { black, white, komi: self.komi }
    }

    /// The hash computed from scratch, for tests; [`Game::zobrist`](tesuji_game::Game::zobrist) must equal it.
    #[must_use]
    pub fn zobrist_from_scratch(&self) -> u64 {
        let mut board_key = 0;
        for cell in self.topology().cells() {
            if let Some(player) = self.stone(cell) {
                board_key ^= stone_key(cell, player);
            }
        }
        Self { board_key, ..self.clone() }.hash()
    }

    /// Recomputes everything that moves update, and compares. For tests.
    ///
    /// # Panics
    ///
    /// If something differs.
    pub fn assert_valid(&self) {
        self.stones.assert_valid(self.topology());
        assert_eq!(self.hash(), self.zobrist_from_scratch(), "zobrist drifted");
        assert!(self.past.is_sorted_by(|a, b| a < b), "the past is unsorted or repeats itself");
        assert_eq!(self.past.is_empty(), !self.rules.ko.is_superko(), "only superko remembers");
        assert!(!self.rules.ko.is_superko() || self.past.binary_search(&self.situation()).is_ok(), "now is forgotten");
        assert!(self.ko.is_none_or(|cell| self.stone(cell).is_none()), "a stone stands in the ko");
    }

    pub(crate) fn hash(&self) -> u64 {
        let mut hash = self.board_key as u64 ^ rest_key(usize::from(self.n_passes) + FIRST_PASSES_KEY) as u64;
        if self.to_move == Player::White {
            hash ^= turn_key() as u64;
        }
        if let Some(cell) = self.ko {
            hash ^= rest_key(cell.index() + FIRST_KO_KEY) as u64;
        }
        hash
    }

    /// The key of the present situation, which must not come back under superko.
    fn situation(&self) -> u128 {
        self.situation_of(self.board_key, self.to_move)
    }

    /// The key that superko forbids to come back, for a board with this key and this player to move.
    pub(crate) fn situation_of(&self, board_key: u128, to_move: Player) -> u128 {
        match (self.rules.ko, to_move) {
            (Ko::Situational, Player::White) => board_key ^ turn_key(),
            (Ko::Situational, Player::Black) | (Ko::Simple | Ko::Positional, _) => board_key,
        }
    }

    /// Puts a stone and removes what it captures; returns the cell where a simple ko forbids retaking.
    pub(crate) fn put(&mut self, cell: Cell, player: Player) -> Option<Cell> {
        let mut board_key = self.board_key ^ stone_key(cell, player);
        let ko =
            self.stones.place(&self.board.topology, cell, player, |cell, owner| board_key ^= stone_key(cell, owner));
        self.board_key = board_key;
        ko
    }

    /// Ends a move: gives the turn to the other player and remembers the situation.
    pub(crate) fn give_turn(&mut self) {
        self.to_move = self.to_move.opponent();
        self.ko = None;
        self.remember();
    }

    fn remember(&mut self) {
        if self.rules.ko.is_superko()
            && let Err(place) = self.past.binary_search(&self.situation())
        {
            self.past.insert(place, self.situation());
        }
    }

    /// Starts the game anew from the stones as they are.
    pub(crate) fn forget(&mut self) {
        self.n_passes = 0;
        self.ko = None;
        self.last = LastMoves::default();
        self.past.clear();
        self.remember();
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { board: Arc::clone(&self.board), stones: self.stones.clone(), past: self.past.clone(), ..*self }
    }

    /// Allocates nothing if both boards have the same size and there is room for the other's past.
    fn clone_from(&mut self, source: &Self) {
        let Self { board, rules, komi, stones, to_move, n_passes, ko, past, board_key, last } = self;
        board.clone_from(&source.board);
        (*rules, *komi, *to_move) = (source.rules, source.komi, source.to_move);
        (*n_passes, *ko, *board_key, *last) = (source.n_passes, source.ko, source.board_key, source.last);
        stones.clone_from(&source.stones);
        past.clone_from(&source.past);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} to move, komi {}, {:?}", self.to_move, self.komi, self.rules)?;
        writeln!(f, "passes {}, ko {:?}, {} boards forbidden", self.n_passes, self.ko, self.past.len())?;
        f.write_str(&self.render())
    }
}

// Keys are 128 bits wide, because superko relies on them: the chance that two boards of a game share one is below
// 2^-100. The halves are numbered: two for each stone from 0, then two for each other item.

/// The key of a stone.
pub(crate) fn stone_key(cell: Cell, player: Player) -> u128 {
    key(2 * cell.index() + player.index())
}

const FIRST_REST_KEY: usize = 1 << 20;
const FIRST_PASSES_KEY: usize = 1;
const FIRST_KO_KEY: usize = 1 << 10;

fn turn_key() -> u128 {
    rest_key(0)
}

fn rest_key(index: usize) -> u128 {
    key(FIRST_REST_KEY + index)
}

fn key(index: usize) -> u128 {
    u128::from(zobrist_key(2 * index as u64)) | u128::from(zobrist_key(2 * index as u64 + 1)) << 64
}
