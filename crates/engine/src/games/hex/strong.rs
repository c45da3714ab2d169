//! The strong player of Hex: tree search with knowledge, and a solver next to it.
//!
//! Trees and solver search in turns ([`turn`]). After each turn they take over what the others have proved, so moves
//! that lose are not tried again. A proved win is played without further search: it is kept as an answer to every move
//! ([`win`]), and is called proved only once these answers exist. Each answer brings the end nearer, and a short search
//! looks for a quicker win. In a lost position the player chooses the move after which the other player needs the most
//! stones, as far as a short search can tell, and of these the one that is hardest to refute by the trees alone.

mod leaf;
#[cfg(feature = "testing")]
mod tests;
mod turn;
mod win;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tesuji_board::{Cell, Player, SortOnce as _};
use tesuji_game::Game;
use tesuji_hex::{Move, Position, Swap};
use tesuji_prove::{Answer, BoardConfig, BoardSolver, Question, QuickestWin};
use tesuji_search::Limits;
use tesuji_search::mcts::leaves::LeavesConfig;
use tesuji_search::mcts::{MoveStats, TreeReport};

use super::finish::to_finish;
use super::known;
use crate::SessionError;
use crate::player::side_by_side::part_of;
use crate::player::{Chosen, Finish, HexSettings, Judgement, LeafJudge, NetSettings, Strong, StrongSpec};

pub(super) use leaf::NetJudge;
use turn::{LEAVES_PER_TURN, PLAYOUTS_PER_LEAF, StrongTurn, Trees, config_of};
use win::Win;

/// The best move gets one node for this many nodes of the whole position.
const BEST_MOVES_SHARE: u64 = 10;

/// Nodes that the solver may search to prove a win that was found, and as many again for its certificate. A harder
/// proof is tried again after the next move, when less of it is left.
const NODES_TO_KEEP: u64 = 2_000;

/// Nodes that the solver may search to find a win again, if it was found before the last move and could not be kept.
const NODES_TO_WIN_AGAIN: u64 = 10_000;

/// State that the player keeps from move to move.
#[derive(Default)]
pub(crate) struct HexStrong {
    /// A net of the caller, which judges leaves.
    judge: Option<Arc<dyn LeafJudge>>,
    trees: Trees,
    solver: Option<BoardSolver>,
    /// The last win that was proved.
    win: Option<Win>,
    /// The last position in which it chose, and the winner there if that was proved.
    last: Option<(Position, Option<Player>)>,
    /// Leaves judged in that position since the solver was last asked about it.
    n_unasked: u64,
}

/// Findings about a position so far.
#[derive(Default)]
struct Search {
    winner: Option<Player>,
    /// The move of a proved win.
    winning: Option<Move>,
    /// Moves that are proved to lose.
    lost: Vec<Move>,
    report: Option<TreeReport<Move>>,
    /// Judged leaves.
    n_playouts: u64,
    /// Whether the trees had nothing left to do in their last turn.
    is_idle: bool,
    /// Whether the other player was proved to win before the last moves.
    was_lost: bool,
    /// Nodes that the solver has searched.
    n_nodes: u64,
    /// Whether a turn has been searched after the position was proved to be lost.
    is_defended: bool,
}

impl Strong<Position> for HexStrong {
    fn choose(&mut self, spec: &StrongSpec, position: &Position, limits: &Limits, seed: u64) -> Chosen<Move> {
        let config = config_of(spec)?;
        if position.outcome().is_some() {
            return Err(SessionError::Over);
        }
        match position.swap() {
            Swap::Pending if self.judge.is_none() => Ok(known::opening(spec, position, seed)),
            Swap::Open => {
                let is_known = self.judge.is_none();
                let worth = is_known.then(|| known::worth_of_opening(spec, position)).flatten();
                if let Some(worth) = worth.filter(|&worth| worth > 0.5) {
                    return Ok(known::judged(Move::Swap, worth));
                }
                // After the swap, the other player has the mirror image of this position and is to move.
                let mut kept = position.clone();
                kept.exchange_sides();
                let mut judged = self.choose_without_swap(spec, &config, &kept, limits, seed)?;
                let is_behind = match judged.winner {
                    Some(winner) => winner != position.to_move(),
                    // If what is known of first moves does not say to swap, taking the stone would be worse.
                    None => worth.is_none() && judged.report.as_ref().is_some_and(|report| report.value < 0.5),
                };
                if is_behind {
                    judged.mv = Move::Swap;
                    let kept = judged.winner.and_then(|_| self.keep_win(spec, position, Move::Swap, limits));
                    judged.winner = kept.map(|_| position.to_move());
                }
                Ok(judged)
            }
            Swap::Off | Swap::Pending => self.choose_without_swap(spec, &config, position, limits, seed),
        }
    }

    fn judge_by(&mut self, judge: Arc<dyn LeafJudge>) -> Result<(), SessionError> {
        *self = Self { judge: Some(judge), ..Self::default() };
        Ok(())
    }
}

impl HexStrong {
    /// Judged leaves of all trees in a turn: at least one batch.
    fn leaves_per_turn(&self) -> u64 {
        self.judge.as_ref().map_or(0, |judge| judge.batch() as u64).max(LEAVES_PER_TURN)
    }

    /// The playouts of the settings that a judged leaf counts as.
    const fn playouts_per_leaf(&self) -> u64 {
        if self.judge.is_some() { 1 } else { PLAYOUTS_PER_LEAF }
    }

    fn choose_without_swap(
        &mut self,
        spec: &StrongSpec,
        config: &LeavesConfig,
        position: &Position,
        limits: &Limits,
        seed: u64,
    ) -> Result<Judgement<Move>, SessionError> {
        let mover = position.to_move();
        if let Some(mv) = self.go_on(spec, position, limits) {
            self.last = Some((position.clone(), Some(mover)));
            self.n_unasked = 0;
            self.trees.forget();
            return Ok(Judgement::won_by(mv, mover));
        }
        let winner_before = self.advance(position);
        let was_won = winner_before == Some(mover);
        self.trees.start(spec, position, self.judge.as_ref())?;
        let mut search = Search { was_lost: winner_before == Some(!mover), ..Search::default() };
        let most = playouts(spec, limits).div_ceil(self.playouts_per_leaf());
        if was_won {
            self.win_again(spec, config, position, limits, &mut search);
        }
        for turn in 0.. {
            // More time would find no win in a lost position either.
            if search.winner == Some(mover)
                || search.is_defended
                || search.is_idle
                || (turn > 0 && (is_stopped(limits) || search.n_playouts >= most))
            {
                break;
            }
            let n_leaves = self.leaves_per_turn().min(most - search.n_playouts);
            let later = (most - search.n_playouts - n_leaves).div_ceil(spec.trees as u64);
            let config = LeavesConfig { settled_within: spec.stop_early.then_some(later), ..*config };
            // A search that is cut into short ones asks the solver no more often than one long search.
            let is_asked = turn > 0 || self.n_unasked == 0 || self.n_unasked >= LEAVES_PER_TURN;
            let spec = if is_asked { *spec } else { without_solver(spec) };
            self.take_turn(&spec, &config, position, (limits, n_leaves, (seed, turn)), &mut search);
            limits.progress.store(search.n_playouts * self.playouts_per_leaf(), Ordering::Relaxed);
        }
        if let Some(report) = &mut search.report {
            report.n_playouts = search.n_playouts;
        }
        let by_report = || search.report.as_ref().and_then(|report| report.moves.first()).map(|stats| stats.mv);
        let mv = search.winning.or_else(by_report).or_else(|| position.moves().first().copied());
        let mut mv = mv.ok_or(SessionError::Over)?;
        self.last = Some((position.clone(), search.winner));
        let mut winner = search.winner;
        if winner == Some(mover) {
            match self.keep_win(spec, position, mv, limits) {
                Some(kept) => mv = kept,
                None => winner = None,
            }
        } else if winner.is_some() {
            let by_visits = search.report.iter().flat_map(|report| &report.moves).map(|stats| stats.mv);
            let preferred: Vec<Move> = by_visits.chain(position.moves()).collect();
            mv = position.longest_defence(&preferred, playouts(spec, limits), limits).unwrap_or(mv);
        }
        if let Some(report) = search.report.as_mut().filter(|report| report.best() != mv) {
            lead_with(report, mv, f64::from(u8::from(search.winner == Some(mover))));
        }
        Ok(Judgement { mv, winner, report: search.report, n_playouts: search.n_playouts, ends: None })
    }

    /// A turn of trees and solver. Once the position is known to be lost, it is searched for one turn without knowledge,
    /// which would only prove the loss again.
    fn take_turn(
        &mut self,
        spec: &StrongSpec,
        config: &LeavesConfig,
        position: &Position,
        (limits, n_leaves, seed): (&Limits, u64, (u64, usize)),
        search: &mut Search,
    ) {
        let mover = position.to_move();
        let is_open = search.winner.is_none();
        // Nodes for 200 leaves. After a part of a turn it gets a part: a move by the net alone shall cost little.
        let n_nodes = spec.game.hex().net.solver_nodes * search.hope(position);
        let n_nodes = n_nodes * (self.n_unasked + n_leaves).min(self.leaves_per_turn()) / 200;
        let (asked, questions): (Vec<_>, Vec<_>) = match is_open && n_nodes > 0 && !is_stopped(limits) {
            true => search.questions(position, n_nodes).into_iter().unzip(),
            false => Default::default(),
        };
        let config = if is_open { *config } else { LeavesConfig { look_after: None, ..*config } };
        let turn = StrongTurn {
            position,
            config: &config,
            n_leaves,
            seed,
            limits,
            n_threads: spec.threads,
            questions: &questions,
            // Otherwise the trees come first: with little time, the solver would use it up.
            is_solver_first: self.n_unasked >= LEAVES_PER_TURN,
        };
        let answers = self.trees.search(&turn, solver(&mut self.solver, spec));
        let made: u64 = self.trees.found().map(|found| found.report.n_playouts).sum();
        self.n_unasked = if answers.is_empty() { self.n_unasked + made } else { made };
        search.n_playouts += made;
        // If no tree made a playout, the next turn would give the same.
        search.is_idle = made == 0;
        search.n_nodes += answers.iter().map(|answer| answer.nodes).sum::<u64>();
        if !is_open {
            search.is_defended = true;
            search.report = self.trees.report().or(search.report.take());
            return;
        }
        if let Some(found) = self.trees.found().find(|found| found.winner.is_some()) {
            search.winner = found.winner;
            if found.winner == Some(mover) {
                search.winning = Some(found.report.best());
                search.report = Some(found.report.clone());
            }
        }
        if search.winning.is_none() {
            search.report = self.trees.report().or(search.report.take());
        }
        let n_lost = search.lost.len();
        let lost: Vec<Move> = self.trees.found().flat_map(|found| found.lost.iter().copied()).collect();
        search.lost.extend(lost);
        for (asked, answer) in asked.into_iter().zip(&answers) {
            if search.winner.is_none() {
                search.take_over(position, asked, answer);
            }
        }
        search.conclude(position);
        // New proofs may give the trees something to do.
        search.is_idle &= search.winner.is_none() && search.lost.len() == n_lost;
        if search.winner == Some(!mover) {
            self.trees.forget();
        } else {
            self.trees.refute(|mv| search.lost.contains(&mv));
        }
    }

    /// Proves again a win that was found before and could not be kept: without search, or by the solver.
    fn win_again(
        &mut self,
        spec: &StrongSpec,
        config: &LeavesConfig,
        position: &Position,
        limits: &Limits,
        search: &mut Search,
    ) {
        let alone = without_solver(spec);
        self.take_turn(&alone, config, position, (limits, 0, (0, 0)), search);
        search.is_idle = false;
        if search.winner.is_none() && !is_stopped(limits) {
            let limits = part_of(limits, NODES_TO_WIN_AGAIN);
            let answer = solver(&mut self.solver, spec).solve(&Question::from(position), &limits);
            search.take_over(position, None, &answer);
        }
    }

    /// Finds a proof of a win of the player to move, of whom `mv` is known to win, and keeps it. Returns the move to play;
    /// `None` if no proof was found within the limits, unless `mv` ends the game.
    fn keep_win(&mut self, spec: &StrongSpec, position: &Position, mv: Move, limits: &Limits) -> Option<Move> {
        let mut next = position.clone();
        next.play_unchecked(mv);
        if next.outcome().is_some() {
            return Some(mv);
        }
        let short = part_of(limits, NODES_TO_KEEP);
        let solver = solver(&mut self.solver, spec);
        // Where even a pass wins, every move wins. Then only a proof without the move says what brings the end nearer.
        let mut passed = position.clone();
        passed.set_to_move(!position.to_move());
        let is_secured = mv != Move::Swap && {
            let at_sight = solver.solve(&Question::from(&passed), &part_of(limits, 1));
            at_sight.winner == Some(position.to_move())
        };
        self.win = is_secured.then(|| Win::prove(solver, &passed, &short)).flatten();
        if self.win.is_none() {
            self.win = Win::prove(solver, &next, &short);
        }
        match mv {
            Move::Swap => self.win.as_ref().map(|_| mv),
            Move::Place(_) => {
                self.go_on(spec, position, limits).or_else(|| self.hurry(spec, position, usize::MAX, limits))
            }
        }
    }

    /// The next move of the win that is kept, or of a quicker one if a short search finds one, which is kept from then on.
    /// `None` if the win that is kept is not one in this position.
    fn go_on(&mut self, spec: &StrongSpec, position: &Position, limits: &Limits) -> Option<Move> {
        let (cell, n_stones) = self.win.as_ref()?.reply(position)?;
        Some(self.hurry(spec, position, n_stones - 1, limits).unwrap_or(Move::Place(cell)))
    }

    /// The first move of the quickest win of the player to move with at most `most` stones, which is kept; `None` if a
    /// short search finds none.
    fn hurry(&mut self, spec: &StrongSpec, position: &Position, most: usize, limits: &Limits) -> Option<Move> {
        let (question, short) = (Question::from(position), to_finish(position, playouts(spec, limits), limits));
        let QuickestWin { mv, certificate, .. } = QuickestWin::search(&question, most, &short)?;
        let mut next = position.clone();
        next.play_unchecked(Move::Place(mv));
        self.win = Some(Win::new(&certificate, &next)?);
        Some(Move::Place(mv))
    }

    /// Goes on to this position if it follows from the last one. Returns the proved winner of the last one.
    fn advance(&mut self, position: &Position) -> Option<Player> {
        let (last, winner) = self.last.take()?;
        if last != *position {
            self.n_unasked = 0;
        }
        let Some(moves) = moves_between(&last, position) else {
            self.trees.forget();
            return None;
        };
        moves.into_iter().for_each(|mv| self.trees.advance(mv));
        winner
    }
}

impl Search {
    /// Factor of the solver's nodes in the next turn, by empty cells and by the value of the trees (`docs/NETWORK.md`).
    fn hope(&self, position: &Position) -> u64 {
        /// By how much the value differs from an even one if the solver gets its nodes for that, and if twice.
        const DECIDED: [f64; 2] = [0.3, 0.45];
        /// With this many empty cells it decides nearly everything.
        const FEW_CELLS: usize = 50;
        /// With this many it decides half of the positions within [`SOON`] nodes.
        const SOME_CELLS: usize = 90;
        const SOON: u64 = 1_000;
        let lead = self.report.as_ref().map_or(0.0, |report| (report.value - 0.5).abs());
        let n_empty = position.moves().len();
        let by_cells = if n_empty <= FEW_CELLS {
            40
        } else if n_empty <= SOME_CELLS && self.n_nodes < SOON {
            12
        } else if self.was_lost {
            10
        } else if n_empty <= SOME_CELLS {
            3
        } else {
            0
        };
        by_cells + DECIDED.iter().filter(|&&least| lead >= least).count() as u64
    }

    /// Questions for the solver, each with its move: the winner of the position, and whether the best move of the trees
    /// loses, which takes few nodes if the solver has seen it already.
    fn questions(&self, position: &Position, n_nodes: u64) -> Vec<(Option<Move>, (Question, u64))> {
        let best = self.report.as_ref().and_then(|report| report.moves.first());
        let after = best.and_then(|stats| {
            let mut next = position.clone();
            next.play(stats.mv).ok()?;
            let question = || (Question::from(&next), n_nodes.div_ceil(BEST_MOVES_SHARE));
            next.outcome().is_none().then(|| (Some(stats.mv), question()))
        });
        std::iter::once((None, (Question::from(position), n_nodes))).chain(after).collect()
    }

    /// Takes over the solver's answer about the position, or about the position after a move.
    fn take_over(&mut self, position: &Position, asked: Option<Move>, answer: &Answer) {
        let mover = position.to_move();
        match (answer.winner, asked) {
            (None, _) => {}
            (Some(winner), Some(mv)) if winner == mover => {
                self.winner = Some(mover);
                self.winning = Some(mv);
            }
            (Some(_), Some(mv)) => {
                // The other player wins within the carrier, so every move outside it loses too.
                let misses = |&mv: &Move| matches!(mv, Move::Place(cell) if !answer.carrier.contains(cell));
                self.lost.extend(position.moves().into_iter().filter(misses).chain([mv]));
            }
            (Some(winner), None) => {
                self.winner = Some(winner);
                if winner == mover {
                    // Without a winning move the win is complete already, and any move will do.
                    self.winning = answer.winning_move.map(Move::Place);
                }
            }
        }
    }

    /// Concludes that the position is lost if every move that is worth playing is proved to lose.
    fn conclude(&mut self, position: &Position) {
        self.lost.sort_unstable();
        self.lost.dedup();
        if let Some(report) = &mut self.report
            && self.winner.is_none()
        {
            for stats in report.moves.iter_mut().filter(|stats| self.lost.binary_search(&stats.mv).is_ok()) {
                (stats.value, stats.is_lost) = (0.0, true);
            }
            report.moves.sort_once_by_key(|stats| stats.is_lost);
            if report.moves.iter().all(|stats| stats.is_lost) {
                self.winner = Some(!position.to_move());
            }
        }
    }
}

/// The solver, made when it is first needed.
fn solver<'a>(solver: &'a mut Option<BoardSolver>, spec: &StrongSpec) -> &'a mut BoardSolver {
    solver.get_or_insert_with(|| {
        let table_bytes = spec.memory_mib.saturating_mul(1 << 20);
        BoardSolver::new(BoardConfig { table_bytes, proof_bytes: table_bytes, n_threads: 1, ..BoardConfig::default() })
    })
}

/// These settings for a turn in which the solver is not asked.
fn without_solver(spec: &StrongSpec) -> StrongSpec {
    let net = NetSettings { solver_nodes: 0, ..spec.game.hex().net };
    StrongSpec { game: HexSettings { net, ..spec.game.hex() }.into(), ..*spec }
}

/// The most playouts that may be made.
fn playouts(spec: &StrongSpec, limits: &Limits) -> u64 {
    limits.nodes.map_or(spec.playouts, |nodes| nodes.min(spec.playouts))
}

/// Puts a move that was chosen for a proof before all others. `value` is what is proved of it.
fn lead_with(report: &mut TreeReport<Move>, mv: Move, value: f64) {
    let place = report.moves.iter().position(|stats| stats.mv == mv);
    let unsearched = MoveStats { mv, visits: 0, value, prior: None, is_lost: value == 0.0 };
    let chosen = place.map_or(unsearched, |place| report.moves.remove(place));
    report.moves.insert(0, MoveStats { value, is_lost: value == 0.0, ..chosen });
    report.line = vec![mv];
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
