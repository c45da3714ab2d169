//! Moves of the strong player without a search: opening and swapping by what is known of first moves.

use tesuji_board::Cell;
use tesuji_game::{Game, zobrist_key};
use tesuji_hex::{Move, Position};
use tesuji_neural::Net;
use tesuji_search::mcts::{MoveStats, TreeReport};

use super::openings::{EVEN_MARGIN, pairs, table};
use super::strong::NetJudge;
use crate::player::{Judgement, OpeningSource, StrongSpec};

/// Source of decisions under the swap rule: the opening move, and whether to swap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningJudge {
    /// The winners after all first moves, as the solver found them.
    Solved,
    /// The learned net, asked once about the position after a first move, without a search.
    Net,
    /// A search of the position as it is, and the usual first move.
    Search,
}

impl OpeningJudge {
    /// The judge of a strong player on the square board of this side. What the solver has found is certain; otherwise the
    /// net judges first moves better than the table.
    #[must_use]
    pub fn of(spec: &StrongSpec, side: usize) -> Self {
        let known = table().board(side);
        match spec.game.hex().openings {
            OpeningSource::Search => Self::Search,
            OpeningSource::Table if known.is_some_and(|known| known.solved.is_some()) => Self::Solved,
            OpeningSource::Table => Self::Net,
        }
    }
}

/// The first move of a game with the swap rule, chosen by the seed among the fairest. The second player will take the
/// better side of it.
pub(super) fn opening(spec: &StrongSpec, position: &Position, seed: u64) -> Judgement<Move> {
    let side = position.size().0;
    let by_table = || {
        let known = table().board(side)?;
        let cell = known.choose(seed)?;
        Some((Move::Place(cell), known.value(cell)?))
    };
    let chosen = match OpeningJudge::of(spec, side) {
        OpeningJudge::Solved => by_table(),
        OpeningJudge::Net => fairest_by_net(spec, position, Some(seed)),
        OpeningJudge::Search => fairest_by_net(spec, position, None),
    };
    match chosen {
        Some((mv, worth)) => judged(mv, worth.min(1.0 - worth)),
        None => Judgement { mv: usual_opening(position), winner: None, report: None, n_playouts: 0, ends: None },
    }
}

/// The value of the first stone for its owner; `None` if a search decides. Above one half, it is worth swapping.
pub(super) fn worth_of_opening(spec: &StrongSpec, position: &Position) -> Option<f64> {
    let side = position.size().0;
    match OpeningJudge::of(spec, side) {
        OpeningJudge::Solved => {
            let first = position.stones(position.to_move().opponent()).iter().next()?;
            table().board(side)?.value(first)
        }
        OpeningJudge::Net => Some(worth_by_net(&mut NetJudge::new(net(spec)?), position)),
        OpeningJudge::Search => None,
    }
}

/// A first move near an edge and a corner, where both sides are about equally good.
pub(super) fn usual_opening(position: &Position) -> Move {
    let named = ["c2", "a2", "a1"].into_iter().find_map(|name| position.topology().cell(name));
    Move::Place(named.unwrap_or(Cell::new(0)))
}

/// The first move after which the net gives both sides about equal chances, and its value. With a seed, one of those that
/// the net can hardly tell apart; without one, a stone that the net would not swap. `None` without a net.
fn fairest_by_net(spec: &StrongSpec, position: &Position, seed: Option<u64>) -> Option<(Move, f64)> {
    let mut judge = NetJudge::new(net(spec)?);
    let mut judged = Vec::new();
    for (cell, twin) in pairs(position.size().0) {
        let mut after = position.clone();
        after.play_unchecked(Move::Place(cell));
        if after.outcome().is_none() {
            let worth = worth_by_net(&mut judge, &after);
            judged.extend([Some(cell), twin].into_iter().flatten().map(|cell| (Move::Place(cell), worth)));
        }
    }
    if seed.is_none() && judged.iter().any(|&(_, worth)| worth <= 0.5) {
        judged.retain(|&(_, worth)| worth <= 0.5);
    }
    let distance = |&(_, worth): &(Move, f64)| (worth - 0.5).abs();
    let nearest = judged.iter().map(distance).fold(f64::INFINITY, f64::min);
    let most = nearest + seed.map_or(0.0, |_| EVEN_MARGIN);
    judged.retain(|candidate| distance(candidate) <= most);
    let n_fairest = judged.len().max(1) as u64;
    judged.get(seed.map_or(0, |seed| (zobrist_key(seed) % n_fairest) as usize)).copied()
}

/// The net's value of the first stone on the board, for its owner: the mean over both ways round.
fn worth_by_net(judge: &mut NetJudge, position: &Position) -> f64 {
    judge.start(position);
    1.0 - judge.opinion(position).win
}

/// The player's net; one that this program does not have is refused with the settings.
fn net(spec: &StrongSpec) -> Option<&'static Net> {
    spec.game.hex().network.net().ok()
}

/// The judgement of a move with a known value for the player to move.
pub(super) fn judged(mv: Move, value: f64) -> Judgement<Move> {
    known(vec![MoveStats { mv, visits: 0, value, prior: None, is_lost: false }], vec![mv])
}

/// A judgement in which nothing was searched now, and nothing is proved.
fn known(moves: Vec<MoveStats<Move>>, line: Vec<Move>) -> Judgement<Move> {
    let MoveStats { mv, value, .. } = moves[0];
    let report = TreeReport { moves, value, line, n_playouts: 0, n_nodes: 0, is_full: false, spread: None };
    Judgement { mv, winner: None, report: Some(report), n_playouts: 0, ends: None }
}
