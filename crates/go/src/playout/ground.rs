//! Boards of playouts: light stones, or plain ones if the board is too dense for those.

use rand::RngCore;
use tesuji_board::{Cell, Player};

use crate::board::Board;
use crate::light::{BLACK, Graph, Index, LightStones, WHITE, code, player, player_of};
use crate::policy::Policy;
use crate::stones::Stones;
use crate::view::{Liberties, PlainView, View};

/// Stones that can be played on. The player is known at compile time, as `P`, a code of [`light`](crate::light).
pub(super) trait PlayableStones {
    /// The stones as they stand.
    fn view(&self) -> impl View;

    /// As [`LightStones::draw`], but without the cells that `policy` refuses. The cell drawn no longer counts as empty.
    fn draw<const P: u8, const LATE: bool>(&mut self, rng: &mut impl RngCore, policy: &mut impl Policy)
    -> Option<Cell>;

    /// Notes that `cell`, which `P` would play on, no longer counts as empty.
    fn take(&mut self, cell: Cell);

    /// Puts a stone on a cell that was drawn or taken.
    fn place<const P: u8>(&mut self, cell: Cell);

    /// A pass: there is no ko any more.
    fn pass(&mut self);

    /// In a late game: notes that `P` has played here.
    fn ban<const P: u8>(&mut self, cell: Cell);

    /// In a late game: whether `P` may no longer play here.
    fn is_banned<const P: u8>(&self, cell: Cell) -> bool;

    /// For whom each cell counts, as codes of players.
    fn count(&self, owners: &mut Vec<u8>);
}

/// Light stones and their board.
pub(super) struct OnLight<'a, I, const CAP: usize, const D: usize> {
    pub(super) light: &'a mut LightStones<I, CAP>,
    pub(super) graph: &'a Graph<I, CAP, D>,
    pub(super) ko: I,
}

/// As above, for reading.
struct LightView<'a, I, const CAP: usize, const D: usize> {
    light: &'a LightStones<I, CAP>,
    graph: &'a Graph<I, CAP, D>,
    ko: I,
}

#[inline(always)]
fn cell<I: Index>(cell: I) -> Cell {
    Cell::new(cell.number())
}

#[inline(always)]
fn index<I: Index>(cell: Cell) -> I {
    I::new(cell.index())
}

impl<I: Index, const CAP: usize, const D: usize> View for LightView<'_, I, CAP, D> {
    #[inline]
    fn stone(&self, cell: Cell) -> Option<Player> {
        player(self.light.stone(index(cell)))
    }

    /// The codes are the bits.
    #[inline]
    fn stones_on(&self, cells: &[Cell; 4]) -> u8 {
        let [a, b, c, d] = cells.map(|cell| self.light.stone(index(cell)));
        a | b << 1 | c << 2 | d << 3
    }

    #[inline]
    fn neighbours(&self, of: Cell) -> impl Iterator<Item = Cell> {
        self.graph.neighbours(index(of)).map(cell)
    }

    #[inline]
    fn n_around(&self, cell: Cell, player: Option<Player>) -> usize {
        self.light.n_around(index(cell), player.map_or(0, code))
    }

    #[inline]
    fn chain(&self, at: Cell) -> Cell {
        cell(self.light.chain(index(at)))
    }

    #[inline]
    fn chain_len(&self, cell: Cell) -> usize {
        self.light.chain_len(index(cell))
    }

    #[inline]
    fn next_in_chain(&self, at: Cell) -> Cell {
        cell(self.light.next(index(at)))
    }

    #[inline]
    fn last_liberty(&self, at: Cell) -> Option<Cell> {
        self.light.last_liberty(self.graph, index(at)).map(cell)
    }

    #[inline]
    fn liberties_without(&self, cell: Cell, taken: Cell) -> Liberties {
        self.light.liberties_without(self.graph, index(cell), index(taken))
    }

    #[inline]
    fn would_play(&self, cell: Cell, player: Player) -> bool {
        self.ko != index(cell) && self.light.would_play(self.graph, index(cell), player)
    }

    #[inline]
    fn ko(&self) -> Option<Cell> {
        (self.ko != I::NONE).then(|| cell(self.ko))
    }
}

impl<I: Index, const CAP: usize, const D: usize> PlayableStones for OnLight<'_, I, CAP, D> {
    #[inline(always)]
    fn view(&self) -> impl View {
        LightView { light: self.light, graph: self.graph, ko: self.ko }
    }

    #[inline(always)]
    fn draw<const P: u8, const LATE: bool>(
        &mut self,
        rng: &mut impl RngCore,
        policy: &mut impl Policy,
    ) -> Option<Cell> {
        let (graph, ko) = (self.graph, self.ko);
        let drawn = self.light.draw::<_, D, P, LATE>(graph, ko, rng, |light, drawn, rng| {
            policy.refuses(&LightView { light, graph, ko }, player_of::<P>(), cell(drawn), rng)
        });
        (drawn != I::NONE).then(|| cell(drawn))
    }

    #[inline]
    fn take(&mut self, cell: Cell) {
        self.light.take(index(cell));
    }

    #[inline(always)]
    fn place<const P: u8>(&mut self, cell: Cell) {
        self.ko = self.light.place::<D, P>(self.graph, index(cell));
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.ko = I::NONE;
    }

    fn ban<const P: u8>(&mut self, cell: Cell) {
        self.light.ban::<P>(index(cell));
    }

    fn is_banned<const P: u8>(&self, cell: Cell) -> bool {
        self.light.is_banned::<P>(index(cell))
    }

    fn count(&self, owners: &mut Vec<u8>) {
        owners.clear();
        owners.extend_from_slice(self.light.stones());
        for &empty in self.light.empties() {
            owners[empty.number()] = self.light.only_neighbour(empty);
        }
    }
}

/// The stones of a position, examined anew at each draw: slower, but for any board.
#[derive(Clone, Default)]
pub(super) struct PlainStones {
    stones: Stones,
    /// The empty cells, in no particular order.
    empties: Vec<Cell>,
    /// For each cell, the codes of the players who have played there since the game became late.
    played: Vec<u8>,
}

impl PlainStones {
    pub(super) fn load(&mut self, board: &Board, stones: &Stones) {
        self.stones.clone_from(stones);
        self.empties.clear();
        self.empties.extend(board.topology.cells().filter(|&cell| stones.stone(cell).is_none()));
        self.played.clear();
        self.played.resize(board.topology.n_cells(), 0);
    }
}

/// Plain stones and their board.
pub(super) struct OnPlain<'a> {
    pub(super) plain: &'a mut PlainStones,
    pub(super) board: &'a Board,
    pub(super) ko: Option<Cell>,
}

impl PlayableStones for OnPlain<'_> {
    fn view(&self) -> impl View {
        PlainView { stones: &self.plain.stones, board: self.board, ko: self.ko }
    }

    fn draw<const P: u8, const LATE: bool>(
        &mut self,
        rng: &mut impl RngCore,
        policy: &mut impl Policy,
    ) -> Option<Cell> {
        let (mover, mut n_left) = (player_of::<P>(), self.plain.empties.len());
        while n_left > 0 {
            let idx = ((u64::from(rng.next_u32()) * n_left as u64) >> 32) as usize;
            let cell = self.plain.empties[idx];
            let view = self.view();
            let is_sensible = view.would_play(cell, mover) && !(LATE && self.is_banned::<P>(cell));
            if is_sensible && !policy.refuses(&view, mover, cell, rng) {
                drop(view);
                self.plain.empties.swap_remove(idx);
                return Some(cell);
            }
            drop(view);
            n_left -= 1;
            self.plain.empties.swap(idx, n_left);
        }
        None
    }

    fn take(&mut self, cell: Cell) {
        self.plain.empties.retain(|&empty| empty != cell);
    }

    fn place<const P: u8>(&mut self, cell: Cell) {
        let Some(mover) = player(P) else { return };
        let PlainStones { stones, empties, .. } = &mut *self.plain;
        self.ko = stones.place(&self.board.topology, cell, mover, |cell, _| empties.push(cell));
    }

    fn pass(&mut self) {
        self.ko = None;
    }

    fn ban<const P: u8>(&mut self, cell: Cell) {
        self.plain.played[cell.index()] |= P;
    }

    fn is_banned<const P: u8>(&self, cell: Cell) -> bool {
        self.plain.played[cell.index()] & P != 0
    }

    fn count(&self, owners: &mut Vec<u8>) {
        let stones = &self.plain.stones;
        owners.clear();
        owners.extend(self.board.topology.cells().map(|cell| stones.stone(cell).map_or(0, code)));
        for &empty in &self.plain.empties {
            owners[empty.index()] = match Player::BOTH.map(|player| stones.n_around(empty, Some(player)) > 0) {
                [true, false] => BLACK,
                [false, true] => WHITE,
                _ => 0,
            };
        }
    }
}
