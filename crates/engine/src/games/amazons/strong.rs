//! The strong player of Amazons: search, and exact endings once every region has an owner or a value.
//!
//! The search is alpha-beta over whole moves ([`deepening`]), next to a solver that tries to decide the position for
//! certain ([`prover`]).

mod deepening;
mod prover;
#[cfg(feature = "testing")]
mod tests;

use std::sync::Arc;

use tesuji_amazons::{Move, Position};
use tesuji_board::Bits;
use tesuji_endings::{Ending, Endings, ValueBounds};
use tesuji_game::{Evaluation, Game, Outcome};
use tesuji_search::Limits;

use self::deepening::Deepening;
use crate::SessionError;
use crate::player::{Chosen, Finish, Judgement, Strong, StrongSpec};

/// Contested regions with at most this many empty squares are valued before a move is searched, ...
const ENDING_SQUARES: u32 = 7;

/// ... with this many nodes: some hundredths of a second. Harder regions are left to the solver next to the search.
const ENDING_NODES: u64 = 4_000;

/// At a leaf of a search only regions with owners are counted, each with this many nodes.
const LEAF_NODES: u64 = 200;

/// State that the player keeps from move to move.
pub(crate) struct AmazonsStrong {
    endings: Endings,
    deepening: Deepening,
    /// The last position in which it was asked for a move, whether that was searched or not.
    last: Option<Position>,
}

impl Default for AmazonsStrong {
    fn default() -> Self {
        let bounds = ValueBounds { empty: ENDING_SQUARES, ..ValueBounds::default() };
        Self { endings: Endings::new(bounds), deepening: Deepening::default(), last: None }
    }
}

impl Strong<Position> for AmazonsStrong {
    fn choose(&mut self, spec: &StrongSpec, position: &Position, limits: &Limits, _: u64) -> Chosen<Move> {
        spec.config(1)?;
        if position.outcome().is_some() {
            return Err(SessionError::Over);
        }
        // If the position is the last one, its search only goes on.
        let is_new = self.last.as_ref() != Some(position);
        self.last = Some(position.clone());
        let asked = Limits { nodes: Some(ENDING_NODES), progress: Arc::default(), ..limits.clone() };
        if is_new && let Some(Ending { winner, mv: Some(mv) }) = self.endings.best_filling_move(position, &asked) {
            return Ok(Judgement { mv, winner, report: None, n_playouts: 0, ends: None });
        }
        self.deepening.choose(spec, position, limits)
    }
}

impl Finish for Position {
    /// A move takes two squares, its own and its arrow's, so it takes the last exits only where there are at most two.
    fn winning_move(&self) -> Option<Move> {
        let (size, opponent) = (self.size(), self.to_move().opponent());
        let is_near = |a: u8, b: u8| {
            size.column_of(a).abs_diff(size.column_of(b)) <= 1 && size.row_of(a).abs_diff(size.row_of(b)) <= 1
        };
        let exits = |&from: &u8| {
            let targets = self.lines().targets(from);
            targets.iter().copied().filter(|&to| is_near(from, to)).map(usize::from).collect::<Vec<_>>()
        };
        let exits: Bits<3> = self.amazons(opponent).iter().flat_map(exits).collect();
        if exits.len() <= 2 { self.moves().into_iter().find(|&mv| self.is_won_by(mv)) } else { None }
    }
}

/// Counts leaves of a search.
struct LeafEndings(Endings);

impl Default for LeafEndings {
    fn default() -> Self {
        Self(Endings::new(ValueBounds { empty: 0, walk_nodes: LEAF_NODES, ..ValueBounds::default() }))
    }
}

impl LeafEndings {
    /// The winner, if each region has one owner and the count is exact.
    fn decide(&mut self, position: &Position) -> Option<Evaluation> {
        let winner = self.0.best_filling_move(position, &Limits::default())?.winner?;
        Some(Evaluation::Decided(Outcome::Win(winner)))
    }
}
