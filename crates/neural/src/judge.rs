//! Judgement of a position of Hex by a net.

use tesuji_board::{Cell, Player};
use tesuji_game::Game;
use tesuji_hex::Position;

use crate::kernel::Kernel;
use crate::net::{Net, PlaneContent, Scratch};

/// A net with the memory that it needs for one position at a time.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    net: &'a Net,
    kernel: Kernel,
    scratch: Scratch,
    sums: Vec<i32>,
}

/// Content of a place of a part of a board, or around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceContent {
    /// A cell that can be played on.
    Empty,
    /// A cell that could be played on before this player's stone stood there.
    Stone(Player),
    /// A permanent possession of this player: an edge, a stone that is to be connected, a cell that the other cannot
    /// use.
    Outside(Player),
}

/// Judgement of a position by a net, from the view of the player to move.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Opinion {
    /// The chance that the player to move wins, from 0 to 1.
    pub win: f64,
    /// The logit of that chance.
    pub logit: f64,
    /// For each cell the logit of the chance that a stone there is the best move, in the order of cells. Entries of
    /// occupied cells mean nothing.
    pub policy: Vec<f32>,
}

impl<'a> Judge<'a> {
    /// A judge that uses the quickest kernel of this machine.
    #[must_use]
    pub fn new(net: &'a Net) -> Self {
        Self::with_kernel(net, Kernel::best())
    }

    /// A judge that uses this kernel. The judgements are the same.
    #[must_use]
    pub fn with_kernel(net: &'a Net, kernel: Kernel) -> Self {
        Self { net, kernel, scratch: Scratch::default(), sums: Vec::new() }
    }

    /// Judges a position. A swap is not considered: the stones count as they stand. Costs some 10 million products on a
    /// board of 11x11.
    pub fn judge(&mut self, position: &Position, opinion: &mut Opinion) {
        self.judge_stones(position.size(), position.to_move(), |cell| position.stone(cell), opinion);
    }

    /// Judges a position as it is and after half a turn of the board, which changes nothing for either player, and takes the
    /// mean of both. So positions that a half turn exchanges are judged alike. Costs twice as much.
    pub fn judge_both_ways(&mut self, position: &Position, opinion: &mut Opinion) {
        let n_cells = position.topology().n_cells();
        let turned = |cell: Cell| position.stone(Cell::new(n_cells - 1 - cell.index()));
        self.judge_stones(position.size(), position.to_move(), turned, opinion);
        let Opinion { logit, mut policy, .. } = std::mem::take(opinion);
        policy.reverse();
        self.judge(position, opinion);
        opinion.logit = f64::midpoint(opinion.logit, logit);
        opinion.win = win_of(opinion.logit);
        opinion.policy.iter_mut().zip(&policy).for_each(|(here, there)| *here = f32::midpoint(*here, *there));
    }

    /// Judges the stones on a board of this many columns and rows.
    pub fn judge_stones(
        &mut self,
        (columns, rows): (usize, usize),
        mover: Player,
        stone: impl Fn(Cell) -> Option<Player>,
        opinion: &mut Opinion,
    ) {
        let is_turned = mover == Player::White;
        let size = if is_turned { (rows, columns) } else { (columns, rows) };
        let seen = |row: isize, column: isize| {
            let is_row = (0..size.1 as isize).contains(&row);
            let is_column = (0..size.0 as isize).contains(&column);
            if !(is_row && is_column) {
                // The edges of a player are stones of that player.
                return PlaneContent { mover: !is_row, other: !is_column, is_inside: false };
            }
            let (row, column) = if is_turned { (column, row) } else { (row, column) };
            let stone = stone(Cell::new(row as usize * columns + column as usize));
            PlaneContent { mover: stone == Some(mover), other: stone == Some(!mover), is_inside: true }
        };
        self.ask(size, is_turned, seen, opinion);
    }

    /// Judges a part of a board: a square of `side` rows with what lies around it. `place` says what is there, by row and
    /// column, also for [`REACH`](crate::REACH) places beyond each edge of the square. Black's goal is a connection within
    /// the square, if possible from top to bottom, and White's to prevent it. The policy is row by row.
    pub fn judge_part(
        &mut self,
        side: usize,
        mover: Player,
        place: impl Fn(isize, isize) -> PlaceContent,
        opinion: &mut Opinion,
    ) {
        let is_turned = mover == Player::White;
        let seen = |row, column| {
            let place = if is_turned { place(column, row) } else { place(row, column) };
            let (player, is_inside) = match place {
                PlaceContent::Empty => (None, true),
                PlaceContent::Stone(player) => (Some(player), true),
                PlaceContent::Outside(player) => (Some(player), false),
            };
            PlaneContent { mover: player == Some(mover), other: player == Some(!mover), is_inside }
        };
        self.ask((side, side), is_turned, seen, opinion);
    }

    /// Asks the net, for which the player to move has to join top and bottom: for White all is transposed.
    fn ask(
        &mut self,
        size: (usize, usize),
        is_turned: bool,
        seen: impl Fn(isize, isize) -> PlaneContent,
        opinion: &mut Opinion,
    ) {
        let value = self.net.judge(size, seen, self.kernel, &mut self.scratch, &mut self.sums);
        opinion.logit = Net::logit(value);
        opinion.win = win_of(opinion.logit);
        opinion.policy.clear();
        opinion.policy.resize(size.0 * size.1, 0.0);
        for (at, &sum) in self.sums.iter().enumerate() {
            let (row, column) = (at / size.0, at % size.0);
            let at = if is_turned { column * size.1 + row } else { at };
            opinion.policy[at] = sum as f32 * self.net.policy_scale;
        }
    }
}

fn win_of(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

impl Opinion {
    /// The chance of each empty cell that a stone there is the best move, in the order of cells. They add up to 1.
    #[must_use]
    pub fn chances(&self, position: &Position) -> Vec<(Cell, f64)> {
        let logits: Vec<(Cell, f64)> = (position.topology().cells())
            .filter(|&cell| position.stone(cell).is_none())
            .map(|cell| (cell, f64::from(self.policy[cell.index()])))
            .collect();
        let highest = logits.iter().fold(f64::NEG_INFINITY, |highest, &(_, logit)| highest.max(logit));
        let weights: Vec<(Cell, f64)> =
            logits.into_iter().map(|(cell, logit)| (cell, libm::exp(logit - highest))).collect();
        let sum: f64 = weights.iter().map(|&(_, weight)| weight).sum();
        weights.into_iter().map(|(cell, weight)| (cell, weight / sum)).collect()
    }
}
