//! How a book grows: what is searched next, and by which player.

use std::sync::atomic::Ordering;

use tesuji_board::{Cell, Player, SortOnce as _};
use tesuji_game::Game;
use tesuji_hex::{Move, Position, Swap};
use tesuji_search::Limits;

use super::super::known;
use super::super::openings::{pairs, table};
use super::super::strong::HexStrong;
use super::key::Key;
use super::{Book, Judged};
use crate::player::{Proved, Strong, StrongSpec};
use crate::seed::move_seed;

/// The memory of each search, in MiB.
const MEMORY_MIB: usize = 32;

/// At most this many moves of a position are ever opened.
const MOST_MOVES: usize = 40;

/// Values are rounded to this many parts: more would be noise.
const PARTS: f64 = 10_000.0;

/// The result of one piece of work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Growth {
    /// The book has grown by this line. It ends in a line end and is to be appended to the book's file.
    Line(String),
    /// Everything is decided, or no move is left to open.
    Complete,
    /// The search was interrupted, and the book is unchanged.
    Interrupted,
}

impl Book {
    /// Does the next piece of work: searches a position, or opens moves of a position if the positions after them are
    /// all in the book.
    ///
    /// The same book always does the same work, on any machine. So a book that was built in many runs equals one built
    /// in a single run. Costs a search with the book's playouts, or next to nothing. Only the interrupt of `limits`
    /// counts.
    pub fn grow(&mut self, limits: &Limits) -> Growth {
        self.grow_by(&mut |position, playouts, seed| search(position, playouts, limits, seed))
    }

    /// As [`grow`](Self::grow), but `search` judges positions; they have no swap rule, and Black is to move.
    pub(super) fn grow_by(&mut self, search: &mut impl FnMut(&Position, u64, u64) -> Option<Judged>) -> Growth {
        let side = self.config().side;
        if self.is_empty() {
            return self.add_searched(Key::root(self.config().swap), search);
        }
        let Some(node_idx) = self.next_to_open() else { return Growth::Complete };
        let node = &self.nodes[node_idx];
        let mut children = node.children.clone();
        for &mv in node.judged.moves.iter().skip(children.len()).take(self.config.width) {
            let (key, _) = node.key.after(side, mv);
            match self.places.get(&key) {
                Some(&child_idx) => children.push(child_idx),
                None => return self.add_searched(key, search),
            }
        }
        let line = self.opening_line(node_idx, children.len());
        self.open(node_idx, children);
        Growth::Line(line)
    }

    /// The position to be opened next, found by following the smallest cost from the root.
    fn next_to_open(&self) -> Option<usize> {
        let mut node_idx = 0;
        if self.nodes[node_idx].cost.is_infinite() {
            return None;
        }
        loop {
            let node = &self.nodes[node_idx];
            let turn = |child: &usize| self.turn_of_child(node_idx, node.value, *child);
            let first = (0..node.children.len()).min_by(|a, b| turn(a).total_cmp(&turn(b)));
            match first {
                Some(child) if turn(&child) <= self.turn_to_widen(node_idx) => node_idx = node.children[child],
                _ => return Some(node_idx),
            }
        }
    }

    fn add_searched(&mut self, key: Key, search: &mut impl FnMut(&Position, u64, u64) -> Option<Judged>) -> Growth {
        let Some(judged) = self.judge(&key, search) else { return Growth::Interrupted };
        let node_idx = self.add(key, judged);
        Growth::Line(self.position_line(node_idx))
    }

    /// Judges a position, including the swap rule, which the search does not know.
    fn judge(&self, key: &Key, search: &mut impl FnMut(&Position, u64, u64) -> Option<Judged>) -> Option<Judged> {
        let config = self.config();
        if key.swap == Swap::Pending {
            return Some(Judged { value: 0.5, proved: None, playouts: 0, moves: openings(config.side) });
        }
        let position = key.position(config.side).ok()?;
        let seed = move_seed(config.seed, position.zobrist() as usize);
        let mut judged = match position.outcome() {
            Some(_) => {
                let proved = if position.winner() == Some(Player::Black) { Proved::Win } else { Proved::Loss };
                Judged { value: 0.5, proved: Some(proved), playouts: 0, moves: Vec::new() }
            }
            None => search(&position, config.playouts, seed)?,
        };
        judged.moves.truncate(MOST_MOVES);
        judged.value = match judged.proved {
            Some(Proved::Win) => 1.0,
            Some(Proved::Loss) => 0.0,
            None => (judged.value.clamp(0.0, 1.0) * PARTS).round() / PARTS,
        };
        if key.swap == Swap::Open {
            let is_behind = judged.value < 0.5;
            judged.value = judged.value.max(1.0 - judged.value);
            judged.proved = judged.proved.map(|_| Proved::Win);
            let place = usize::from(!is_behind).min(judged.moves.len());
            judged.moves.insert(place, Move::Swap);
        }
        Some(judged)
    }
}

/// First moves, one for each pair of images, the fairest first as far as the table knows.
fn openings(side: usize) -> Vec<Move> {
    let mut cells: Vec<Cell> = pairs(side).map(|(cell, _)| cell).collect();
    let known = table().board(side);
    let distance = |cell: &Cell| known.and_then(|known| known.value(*cell)).map_or(1.0, |value| (value - 0.5).abs());
    cells.sort_once_by(|a, b| distance(a).total_cmp(&distance(b)));
    if known.is_none()
        && let Ok(position) = Position::empty(side, side)
        && let Move::Place(usual) = known::usual_opening(&position)
        && let Some(at) = cells.iter().position(|&cell| cell == usual)
    {
        cells[..=at].rotate_right(1);
    }
    cells.truncate(MOST_MOVES);
    cells.into_iter().map(Move::Place).collect()
}

/// Asks a new strong player, so that its answer does not depend on earlier searches.
fn search(position: &Position, playouts: u64, limits: &Limits, seed: u64) -> Option<Judged> {
    let spec = StrongSpec { playouts, memory_mib: MEMORY_MIB, ..StrongSpec::default() };
    let limits = Limits { nodes: None, ..limits.clone() };
    let judged = HexStrong::default().choose(&spec, position, &limits, seed).ok()?;
    if limits.interrupt.load(Ordering::Relaxed) {
        return None;
    }
    let proved = judged.winner.map(|winner| if winner == position.to_move() { Proved::Win } else { Proved::Loss });
    let value = judged.report.as_ref().and_then(|report| report.moves.first()).map_or(0.5, |best| best.value);
    let visited = judged.report.iter().flat_map(|report| &report.moves).filter(|stats| stats.visits > 0);
    let mut moves: Vec<Move> = visited.map(|stats| stats.mv).filter(|&mv| mv != judged.mv).collect();
    moves.insert(0, judged.mv);
    Some(Judged { value, proved, playouts: judged.n_playouts, moves })
}
