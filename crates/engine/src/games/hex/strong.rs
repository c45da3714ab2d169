//! The strong player of Hex: tree search with knowledge, beside it a solver.
//!
//! The solver has a turn of a few nodes after each turn of the tree. What is proved is played: after a proved win, what
//! the tree does not prove again at once is asked of the solver without a bound on nodes, so that the win is never lost
//! unless the search is interrupted. In a lost position the move is the one that is hardest to refute by playouts alone.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tesuji_board::{Cell, Player};
use tesuji_game::Game;
use tesuji_hex::{Move, Position, Swap};
use tesuji_insight::{HexInsight, HexPriors};
use tesuji_playout::HexBridges;
use tesuji_search::Limits;
use tesuji_search::mcts::Report;
use tesuji_search::mcts::guided::{Found, Guided, GuidedConfig, Nothing};
use tesuji_solve::board::{Answer, BoardConfig, BoardSolver, Question};

use super::book::Book;
use super::known;
use crate::SessionError;
use crate::player::{Judgement, Priors, Strong, StrongSpec};
use crate::seed::move_seed;

/// The solver has its turn after so many playouts.
const PLAYOUTS_PER_TURN: u64 = 5_000;

/// After so many when a win was proved before: the tree knows most of the proof, and the solver has to find the rest.
const PLAYOUTS_TO_WIN_AGAIN: u64 = 500;

/// What the player keeps from move to move.
pub(super) struct HexStrong {
    tree: Guided<Position, HexBridges>,
    insight: HexInsight,
    solver: Option<BoardSolver>,
    /// The last position in which it chose, and who had won there if that was proved.
    last: Option<(Position, Option<Player>)>,
    /// What it opens by, if it was given one.
    book: Option<Arc<Book>>,
}

impl Default for HexStrong {
    fn default() -> Self {
        Self {
            tree: Guided::new(HexBridges::default()),
            insight: HexInsight::default(),
            solver: None,
            last: None,
            book: None,
        }
    }
}

/// What was found out so far about a position.
#[derive(Default)]
struct Search {
    winner: Option<Player>,
    /// The move of a proved win.
    winning: Option<Move>,
    report: Option<Report<Move>>,
    n_playouts: u64,
    /// Did the tree have nothing left to do in its last turn?
    is_idle: bool,
}

impl Strong<Position> for HexStrong {
    fn set_book(&mut self, book: Arc<Book>, position: &Position) -> Result<(), SessionError> {
        let side = book.config().side;
        if position.size() != (side, side) {
            return Err(SessionError::Book { side });
        }
        self.book = Some(book);
        Ok(())
    }

    fn choose(
        &mut self,
        spec: &StrongSpec,
        position: &Position,
        limits: &Limits,
        seed: u64,
    ) -> Result<Judgement<Move>, SessionError> {
        let config = spec.config(Guided::<Position, HexBridges>::nodes_in(1 << 20))?;
        if position.outcome().is_some() {
            return Err(SessionError::Over);
        }
        // Who has proved to win needs no book, and might leave the proof by it.
        let has_won = self.last.as_ref().is_some_and(|(_, winner)| *winner == Some(position.to_move()));
        if !has_won && let Some(judged) = known::by_book(self.book.as_ref(), position, seed) {
            return Ok(judged);
        }
        match position.swap() {
            Swap::Pending => {
                let mv = known::opening(spec, position, seed).unwrap_or_else(|| opening(position));
                Ok(Judgement { mv, winner: None, report: None, n_playouts: 0 })
            }
            Swap::Open => {
                let worth = known::worth_of_opening(spec, position);
                if let Some(worth) = worth.filter(|&worth| worth > 0.5) {
                    return Ok(known::judged(Move::Swap, worth));
                }
                // After swapping the other player has this position in the mirror, and the own turn in it.
                let mut kept = position.clone();
                kept.exchange_sides();
                let mut judged = self.choose_without_swap(spec, &config, &kept, limits, seed)?;
                let is_behind = match judged.winner {
                    Some(winner) => winner != position.to_move(),
                    // What the table does not say to swap is worse to have.
                    None => worth.is_none() && judged.report.as_ref().is_some_and(|report| report.value < 0.5),
                };
                if is_behind {
                    judged.mv = Move::Swap;
                    judged.winner = judged.winner.map(Player::opponent);
                }
                Ok(judged)
            }
            Swap::Off => self.choose_without_swap(spec, &config, position, limits, seed),
        }
    }
}

impl HexStrong {
    fn choose_without_swap(
        &mut self,
        spec: &StrongSpec,
        config: &GuidedConfig,
        position: &Position,
        limits: &Limits,
        seed: u64,
    ) -> Result<Judgement<Move>, SessionError> {
        let mover = position.to_move();
        let was_won = self.advance(position) == Some(mover);
        self.insight.start(position);
        self.insight.priors = match spec.priors {
            Priors::Plain => HexPriors::Plain,
            Priors::Patterns => HexPriors::Patterns,
        };
        self.tree.playout_mut().reply(spec.elsewhere);
        let mut search = Search::default();
        let most = limits.nodes.map_or(spec.playouts, |nodes| nodes.min(spec.playouts));
        for turn in 0.. {
            let in_turn = if was_won && turn == 0 { PLAYOUTS_TO_WIN_AGAIN } else { PLAYOUTS_PER_TURN };
            let turn_limits = Limits { nodes: Some(in_turn.min(most - search.n_playouts)), ..limits.clone() };
            self.search_tree(&mut search, &(*config, move_seed(seed, turn)), position, &turn_limits);
            if search.winning.is_none() && search.winner.is_none() && spec.solver_nodes > 0 && !is_stopped(limits) {
                let nodes = (!was_won).then_some(spec.solver_nodes);
                self.ask_solver(spec, position, nodes, limits, &mut search);
            }
            if search.winner == Some(mover) || is_stopped(limits) || search.n_playouts >= most || search.is_idle {
                break;
            }
        }
        self.last = Some((position.clone(), search.winner));
        let by_report = || search.report.as_ref().and_then(|report| report.moves.first()).map(|stats| stats.mv);
        let mv = search.winning.or_else(by_report).or_else(|| position.moves().first().copied());
        let mv = mv.ok_or(SessionError::Over)?;
        Ok(Judgement { mv, winner: search.winner, report: search.report, n_playouts: search.n_playouts })
    }

    /// A turn of the tree search. Once the position is known to be lost it is searched without knowledge, which would
    /// only say so again.
    fn search_tree(
        &mut self,
        search: &mut Search,
        (config, seed): &(GuidedConfig, u64),
        position: &Position,
        limits: &Limits,
    ) {
        let mover = position.to_move();
        let found = if search.winner.is_none() {
            let found = self.tree.search(position, config, &mut self.insight, limits, *seed);
            if found.as_ref().is_some_and(|found| found.winner == Some(!mover)) {
                self.tree.forget();
            }
            found
        } else {
            let plain = GuidedConfig { look_after: None, ..*config };
            self.tree.search(position, &plain, &mut Nothing, limits, *seed)
        };
        let Some(Found { report, winner }) = found else {
            search.is_idle = true;
            return;
        };
        search.n_playouts += report.n_playouts;
        search.is_idle = report.n_playouts == 0 && winner == search.winner;
        search.winner = search.winner.or(winner);
        if search.winner == Some(mover) {
            search.winning = report.moves.first().map(|stats| stats.mv);
        }
        if report.n_playouts > 0 || search.report.is_none() || search.winning.is_some() {
            search.report = Some(report);
        }
    }

    /// Lets the solver search for so many nodes.
    fn ask_solver(
        &mut self,
        spec: &StrongSpec,
        position: &Position,
        nodes: Option<u64>,
        limits: &Limits,
        search: &mut Search,
    ) {
        let solver = self.solver.get_or_insert_with(|| {
            let table_bytes = spec.memory_mib << 20;
            BoardSolver::new(BoardConfig { table_bytes, ..BoardConfig::default() })
        });
        let limits = Limits { nodes, interrupt: limits.interrupt.clone(), ..Limits::default() };
        let Answer { winner, winning_move, .. } = solver.solve(&Question::from(position), &limits);
        search.winner = winner;
        if winner == Some(position.to_move()) {
            // Without a move the win stands already, whatever is played.
            search.winning = winning_move.map(Move::Place);
        }
    }

    /// Goes on to this position if it follows from the last one; gives back who had won there.
    fn advance(&mut self, position: &Position) -> Option<Player> {
        let (last, winner) = self.last.take()?;
        let Some(moves) = moves_between(&last, position) else {
            self.tree.forget();
            return None;
        };
        for mv in moves {
            if !self.tree.advance(mv) {
                break;
            }
        }
        winner
    }
}

fn is_stopped(limits: &Limits) -> bool {
    limits.interrupt.load(Ordering::Relaxed)
}

/// The moves that lead from one position to another, if there are at most two and nothing was swapped.
fn moves_between(from: &Position, to: &Position) -> Option<Vec<Move>> {
    if from.size() != to.size() {
        return None;
    }
    let new = |player| {
        let mut cells = to.stones(player);
        cells.subtract(&from.stones(player));
        cells.iter().collect::<Vec<Cell>>()
    };
    let mut new = Player::BOTH.map(new);
    let mut reached = from.clone();
    let mut moves = Vec::new();
    while moves.len() < 2
        && let Some(cell) = new[reached.to_move().index()].pop()
    {
        reached.play(Move::Place(cell)).ok()?;
        moves.push(Move::Place(cell));
    }
    (reached == *to).then_some(moves)
}

/// The first move of a game with the swap rule: near an edge and a corner, where both would take either side.
pub(super) fn opening(position: &Position) -> Move {
    let named = ["c2", "a2", "a1"].into_iter().find_map(|name| position.topology().cell(name));
    Move::Place(named.unwrap_or(Cell::new(0)))
}
