//! Moves of the strong player without a search: opening and swapping by the table, and moves of a book.

use std::sync::Arc;

use tesuji_game::{Game, zobrist_key};
use tesuji_hex::{Move, Position, Swap};
use tesuji_search::mcts::{MoveStats, TreeReport};

use super::book::Book;
use super::openings::table;
use crate::player::{Judgement, OpeningSource, StrongSpec};

/// Moves of a book whose values differ by less than this count as equally good: its searches are not more exact.
const MARGIN: f64 = 0.01;

/// The first move by the table, if it knows the board. The second player will take the better side of it.
pub(super) fn opening(spec: &StrongSpec, position: &Position, seed: u64) -> Option<Judgement<Move>> {
    let (columns, rows) = position.size();
    if spec.hex.openings == OpeningSource::Search || columns != rows {
        return None;
    }
    let board = table().board(columns)?;
    let cell = board.choose(seed)?;
    let worth = board.value(cell)?;
    Some(judged(Move::Place(cell), worth.min(1.0 - worth)))
}

/// The value of the first stone for its owner, by the table. Above one half, it is worth swapping.
pub(super) fn worth_of_opening(spec: &StrongSpec, position: &Position) -> Option<f64> {
    if spec.hex.openings == OpeningSource::Search || position.swap() != Swap::Open {
        return None;
    }
    let first = position.stones(position.to_move().opponent()).iter().next()?;
    table().board(position.size().0)?.value(first)
}

/// The judgement of a move with a known value for the player to move.
pub(super) fn judged(mv: Move, value: f64) -> Judgement<Move> {
    known(vec![MoveStats { mv, visits: 0, value, prior: None }], vec![mv])
}

/// One of the best moves of the book, chosen by the seed, if it has any here.
pub(super) fn by_book(book: Option<&Arc<Book>>, position: &Position, seed: u64) -> Option<Judgement<Move>> {
    let entry = book?.entry(position)?;
    let best = entry.moves.first()?.value;
    let n_good = entry.moves.iter().take_while(|mv| mv.value >= best - MARGIN).count();
    let chosen = (zobrist_key(seed) % n_good.max(1) as u64) as usize;
    let mut moves: Vec<_> =
        entry.moves.iter().map(|mv| MoveStats { mv: mv.mv, visits: 0, value: mv.value, prior: None }).collect();
    moves[..=chosen].rotate_right(1);
    let line = if chosen == 0 { entry.line } else { vec![moves[0].mv] };
    Some(known(moves, line))
}

/// A judgement in which nothing was searched now, and nothing is proved.
fn known(moves: Vec<MoveStats<Move>>, line: Vec<Move>) -> Judgement<Move> {
    let MoveStats { mv, value, .. } = moves[0];
    let report = TreeReport { moves, value, line, n_playouts: 0, n_nodes: 0, is_full: false, spread: None };
    Judgement { mv, winner: None, report: Some(report), n_playouts: 0, ends: None }
}
