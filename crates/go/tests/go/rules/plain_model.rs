//! Go as the rules state it: whole boards are kept and compared, and chains are searched each time.

use tesuji_board::{Cell, Player, Topology};
use tesuji_go::{Ko, Move, Rules, Suicide};

pub(crate) type Board = Vec<Option<Player>>;

/// A game with every board in it.
pub(crate) struct PlainModel<'a> {
    topology: &'a Topology,
    rules: Rules,
    /// The board before each move, and who was to move; the last entry is the present.
    boards: Vec<(Board, Player)>,
    n_passes: u32,
}

impl<'a> PlainModel<'a> {
    pub(crate) fn new(topology: &'a Topology, rules: Rules) -> Self {
        Self { topology, rules, boards: vec![(vec![None; topology.n_cells()], Player::Black)], n_passes: 0 }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.boards.last().unwrap().0
    }

    pub(crate) fn to_move(&self) -> Player {
        self.boards.last().unwrap().1
    }

    /// Every legal move, ascending.
    pub(crate) fn moves(&self) -> Vec<Move> {
        if self.n_passes == 2 {
            return vec![];
        }
        let stones = self.topology.cells().map(Move::Place).filter(|&mv| self.is_legal(mv));
        stones.chain([Move::Pass]).collect()
    }

    pub(crate) fn play(&mut self, mv: Move) {
        let (board, _) = self.after(mv);
        self.n_passes = if mv == Move::Pass { self.n_passes + 1 } else { 0 };
        self.boards.push((board, self.to_move().opponent()));
    }

    /// Black's area, White's area: cells from which only one colour can be reached through empty ones.
    pub(crate) fn areas(&self) -> [u16; 2] {
        let mut areas = [0; 2];
        for cell in self.topology.cells() {
            let region = self.joined(self.board(), cell, |stone| stone.is_none());
            let around =
                region.iter().flat_map(|&at| self.topology.neighbours(at)).filter_map(|to| self.board()[to.index()]);
            let reached: Vec<Player> =
                self.board()[cell.index()].map_or_else(|| around.collect(), |player| vec![player]);
            for player in Player::BOTH {
                if reached.contains(&player) && !reached.contains(&player.opponent()) {
                    areas[player.index()] += 1;
                }
            }
        }
        areas
    }

    fn is_legal(&self, mv: Move) -> bool {
        let Move::Place(cell) = mv else { return true };
        if self.board()[cell.index()].is_some() {
            return false;
        }
        let (after, is_suicide) = self.after(mv);
        if is_suicide && self.rules.suicide == Suicide::Forbidden {
            return false;
        }
        let opponent = self.to_move().opponent();
        match self.rules.ko {
            Ko::Simple => !self.boards.iter().rev().take(2).any(|(board, _)| *board == after),
            Ko::Positional => !self.boards.iter().any(|(board, _)| *board == after),
            Ko::Situational => !self.boards.contains(&(after, opponent)),
        }
    }

    /// The board after a move, and whether it was suicide.
    fn after(&self, mv: Move) -> (Board, bool) {
        let mut board = self.board().clone();
        let Move::Place(cell) = mv else { return (board, false) };
        let player = self.to_move();
        board[cell.index()] = Some(player);
        self.take_off(&mut board, player.opponent());
        let is_suicide = self.take_off(&mut board, player);
        (board, is_suicide)
    }

    /// Removes every chain of `player`'s without liberties; returns whether there was one.
    fn take_off(&self, board: &mut Board, player: Player) -> bool {
        let has_no_liberty = |&cell: &Cell| {
            board[cell.index()] == Some(player)
                && !self
                    .joined(board, cell, |stone| stone == Some(player))
                    .iter()
                    .any(|&at| self.topology.neighbours(at).iter().any(|to| board[to.index()].is_none()))
        };
        let dead: Vec<Cell> = self.topology.cells().filter(has_no_liberty).collect();
        dead.iter().for_each(|cell| board[cell.index()] = None);
        !dead.is_empty()
    }

    /// The cells that can be reached from `cell` over cells of the kind, always including `cell` itself.
    fn joined(&self, board: &Board, cell: Cell, is_kind: impl Fn(Option<Player>) -> bool) -> Vec<Cell> {
        let mut joined = vec![cell];
        let mut n_visited = 0;
        while let Some(&from) = joined.get(n_visited) {
            n_visited += 1;
            if is_kind(board[from.index()]) {
                for &to in self.topology.neighbours(from) {
                    if is_kind(board[to.index()]) && !joined.contains(&to) {
                        joined.push(to);
                    }
                }
            }
        }
        joined
    }
}
