//! Dead stones at the end of a game: for certain where that can be known, otherwise by random games.
//!
//! The rules do not define dead stones ([`Position::score`] counts all stones as alive). Players remove them by
//! agreement, and this module says what a program would agree to:
//!
//! 1. A chain that is unconditionally alive is alive, and one in the opponent's unconditional territory is dead
//!    ([`life`](crate::life)). Nothing else overrules this.
//! 2. For any other chain, random games are played to the end. What counts is how often its cells end as its owner's.
//!    Rarely means dead, often means alive. In between it is neither; at the end of a game that is mostly seki, and the
//!    stones stay.
//!
//! The second rule is a guess. Random games misjudge what needs more than a few correct answers in a row. To be safe,
//! play on until everything left is certain.
//!
//! Not here: Japanese rulings. A chain in seki is not distinguished from one whose life depends on who moves next.

use rand::RngCore;
use tesuji_board::{Cell, CellSet, Player};

use crate::{Position, RandomPlayouts};

/// Status of a stone at the end of the game, in the words of GTP.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// It stays on the board.
    Alive,
    /// It stays, but is neither alive by itself nor dead.
    Seki,
    /// It is removed.
    Dead,
}

/// For whom each cell counted at the end of a number of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ownership {
    n_games: u32,
    /// Indexed by [`Player::index`], then by [`Cell::index`].
    counts: [Vec<u32>; 2],
}

impl Ownership {
    /// No games counted yet, on a board of `n_cells` cells.
    #[must_use]
    pub fn new(n_cells: usize) -> Self {
        Self { n_games: 0, counts: [vec![0; n_cells], vec![0; n_cells]] }
    }

    /// Counts one more game; `owner` says whose each cell was at its end.
    pub fn add(&mut self, owner: impl Fn(Cell) -> Option<Player>) {
        self.n_games += 1;
        for cell_idx in 0..self.counts[0].len() {
            if let Some(player) = owner(Cell::new(cell_idx)) {
                self.counts[player.index()][cell_idx] += 1;
            }
        }
    }

    /// Plays `n_games` random games from the position, even if it is over; Black and White begin alternately. Equal
    /// positions and generators give equal counts.
    #[must_use]
    pub fn of_playouts(position: &Position, n_games: u32, rng: &mut impl RngCore) -> Self {
        let mut ownership = Self::new(position.topology().n_cells());
        let mut playouts = RandomPlayouts::new();
        let mut start = position.clone();
        for game in 0..n_games {
            start.reopen(if game % 2 == 0 { position.to_move } else { position.to_move.opponent() });
            playouts.play_out(&start, rng);
            ownership.add(|cell| playouts.owner(cell));
        }
        ownership
    }

    /// The number of games counted.
    #[must_use]
    pub const fn n_games(&self) -> u32 {
        self.n_games
    }

    /// The number of games in which `cell`, which must be on the board, counted for `player`.
    #[must_use]
    pub fn count(&self, cell: Cell, player: Player) -> u32 {
        self.counts[player.index()][cell.index()]
    }
}

/// The shares of random games at which a chain is taken for dead or alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatusConfig {
    /// Dead if at most this percentage of its cells, over all games, end as the owner's.
    pub dead_percent: u32,
    /// Alive if at least this percentage does. A dead chain is never alive, whatever the value here.
    pub alive_percent: u32,
}

impl Default for StatusConfig {
    fn default() -> Self {
        Self { dead_percent: 35, alive_percent: 65 }
    }
}

impl Position {
    /// Status of each stone, by [`Cell::index`]; `None` for empty cells. All stones of a chain have the same
    /// status.
    ///
    /// If no game has been counted, everything uncertain is [`Status::Seki`], so that it stays.
    #[must_use]
    pub fn statuses(&self, ownership: &Ownership, config: &StatusConfig) -> Vec<Option<Status>> {
        let lives = Player::BOTH.map(|player| self.life(player));
        let mut statuses = vec![None; self.topology().n_cells()];
        for cell in self.topology().cells() {
            let Some(player) = self.stone(cell).filter(|_| statuses[cell.index()].is_none()) else { continue };
            let chain = self.chain(cell);
            let status = if lives[player.index()].stones.contains(cell) {
                Status::Alive
            } else if lives[player.opponent().index()].territory.contains(cell) {
                Status::Dead
            } else {
                by_games(&chain, player, ownership, config)
            };
            chain.iter().for_each(|at| statuses[at.index()] = Some(status));
        }
        statuses
    }

    /// The stones that [`Self::statuses`] takes for dead, for [`Self::score_without`].
    #[must_use]
    pub fn dead_stones(&self, ownership: &Ownership, config: &StatusConfig) -> CellSet {
        let statuses = self.statuses(ownership, config);
        self.topology().cells().filter(|cell| statuses[cell.index()] == Some(Status::Dead)).collect()
    }
}

fn by_games(chain: &CellSet, player: Player, ownership: &Ownership, config: &StatusConfig) -> Status {
    let n_kept: u64 = chain.iter().map(|cell| u64::from(ownership.count(cell, player))).sum();
    let n_all = u64::from(ownership.n_games()) * chain.len() as u64;
    match 100 * n_kept {
        _ if n_all == 0 => Status::Seki,
        kept if kept <= u64::from(config.dead_percent) * n_all => Status::Dead,
        kept if kept >= u64::from(config.alive_percent) * n_all => Status::Alive,
        _ => Status::Seki,
    }
}
