//! What a net says of a position of Hex.

use tesuji_board::{Cell, Player};
use tesuji_game::Game;
use tesuji_hex::Position;

use crate::kernel::Kernel;
use crate::net::{Net, Scratch, Stone};

/// A net with the memory that it needs for one position at a time.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    net: &'a Net,
    kernel: Kernel,
    scratch: Scratch,
    sums: Vec<i32>,
}

/// What a net says of a position, from the view of the player to move.
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

    /// Judges the stones on a board of this many columns and rows.
    pub fn judge_stones(
        &mut self,
        (columns, rows): (usize, usize),
        mover: Player,
        stone: impl Fn(Cell) -> Option<Player>,
        opinion: &mut Opinion,
    ) {
        // The player to move has to join top and bottom; for White the board is transposed.
        let is_turned = mover == Player::White;
        let size = if is_turned { (rows, columns) } else { (columns, rows) };
        let cell = |row: usize, column: usize| {
            let (row, column) = if is_turned { (column, row) } else { (row, column) };
            Cell::new(row * columns + column)
        };
        let stone = |row, column| match stone(cell(row, column)) {
            None => Stone::None,
            Some(player) if player == mover => Stone::Mover,
            Some(_) => Stone::Other,
        };
        let value = self.net.judge(size, stone, self.kernel, &mut self.scratch, &mut self.sums);
        opinion.logit = Net::logit(value);
        opinion.win = 1.0 / (1.0 + libm::exp(-opinion.logit));
        opinion.policy.clear();
        opinion.policy.resize(columns * rows, 0.0);
        for (at, &sum) in self.sums.iter().enumerate() {
            opinion.policy[cell(at / size.0, at % size.0).index()] = sum as f32 * self.net.policy_scale;
        }
    }
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
