//! Whole boards of Hex: from the desk's archive if it has one, otherwise by the solver.

use std::sync::Arc;

use tesuji_archive::{Archive, ArchiveAnswer};
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_hex::{Position, Swap};
use tesuji_proof::Verdict;
use tesuji_prove::{BoardConfig, BoardSolver, MAX_SIDE, MoveMap, Question};

use super::{Openings, OpeningsView, Solve, SolvedView, over, words};
use crate::types::{Budget, Colour, Progress};
use crate::{Answer, Desk, Trouble, Update, sealed, state};

/// The memory for the tables of a search, and as much again for a certificate.
const TABLE_BYTES: usize = 128 << 20;
/// The largest certificate of a store that goes into an answer.
const MOST_BYTES: u64 = 48 << 20;

fn solver(desk: &impl Desk) -> BoardSolver {
    BoardSolver::new(BoardConfig {
        table_bytes: TABLE_BYTES,
        proof_bytes: TABLE_BYTES,
        n_threads: desk.threads(),
        ..BoardConfig::default()
    })
}

/// An archive as the solver asks it. Without one, it knows nothing.
struct ArchiveCache<'m> {
    archive: Option<&'m Archive>,
    /// Winners after these moves, as stated by somebody who has asked before.
    said: MoveMap,
    to_move: Player,
    clock: &'m dyn Fn() -> f64,
    since: f64,
}

impl tesuji_prove::Known for ArchiveCache<'_> {
    fn recall(&mut self, question: &Question) -> Option<Player> {
        let last = |cells: &CellSet| cells.iter().any(|cell| is_after(question, self.to_move, cell));
        if last(&self.said.winning) {
            return Some(self.to_move);
        }
        if last(&self.said.losing) {
            return Some(self.to_move.opponent());
        }
        self.archive?.known(question)?.winner
    }

    fn keep(&mut self, question: &Question, winner: Player, nodes: u64) {
        let (now, before) = ((self.clock)(), self.since);
        self.since = now;
        if let Some(archive) = self.archive {
            let seconds = if nodes == 0 { 0.0 } else { now - before };
            archive.remember(
                question,
                &ArchiveAnswer { winner: Some(winner), nodes, seconds, ..ArchiveAnswer::default() },
            );
        }
    }
}

/// Whether the only stone of the board is this one. What was said is about openings alone.
fn is_after(question: &Question, player: Player, cell: Cell) -> bool {
    let (own, other) = match player {
        Player::Black => (&question.black, &question.white),
        Player::White => (&question.white, &question.black),
    };
    own.len() == 1 && other.is_empty() && own.contains(cell)
}

/// Part of a budget.
fn part(budget: &Budget, share: f64) -> Budget {
    Budget {
        seconds: budget.seconds.map(|seconds| seconds * share),
        nodes: budget.nodes.map(|nodes| (nodes as f64 * share) as u64),
    }
}

pub(super) fn solve(position: &Position, asked: &Solve, desk: &impl Desk) -> Result<SolvedView, Trouble> {
    let question = Question::from(position);
    let mut view = SolvedView { winner: question.winner().map(Colour::from), ..SolvedView::default() };
    if let Some(winner) = question.winner() {
        view.is_complete = true;
        view.words = over(Some(winner));
    } else {
        let mut solver = solver(desk);
        decide(&question, asked, desk, &mut solver, &mut view);
        view.words = words(&view, question.to_move);
        certify(&question, asked, desk, &mut solver, &mut view)?;
    }
    if position.swap() != Swap::Off {
        view.words += " This is about the stones: the right to swap is left out of account.";
    }
    Ok(view)
}

/// Finds the winner, and all moves if they are wanted.
fn decide(question: &Question, asked: &Solve, desk: &impl Desk, solver: &mut BoardSolver, view: &mut SolvedView) {
    let name = |cell: Cell| question.topology.name(cell).to_owned();
    let winning_move;
    if let Some(known) = desk.archive().and_then(|archive| archive.known(question)) {
        (view.winner, view.is_stored) = (known.winner.map(Colour::from), true);
        (view.nodes, view.seconds) = (known.nodes, known.seconds);
        winning_move = known.winning_move;
    } else {
        // All moves together get the other half.
        let budget = if asked.moves { part(&asked.budget, 0.5) } else { asked.budget };
        let (answer, seconds) = desk.run(&budget, |limits, clock| {
            let kept = desk.archive().and_then(|archive| archive.noted(archive.solve(solver, question, limits, clock)));
            let (answer, before) = kept.unwrap_or_else(|| (solver.solve(question, limits), 0.0));
            (answer, before + clock())
        });
        (view.nodes, view.seconds) = (answer.nodes, seconds);
        view.winner = answer.winner.map(Colour::from);
        winning_move = answer.winning_move;
        if let Some(archive) = desk.archive().filter(|_| answer.winner.is_some() || answer.nodes > 0) {
            let (winner, nodes, distance) = (answer.winner, answer.nodes, answer.distance);
            archive.remember(
                question,
                &ArchiveAnswer { winner, winning_move, nodes, seconds, distance, ..ArchiveAnswer::default() },
            );
        }
    }
    view.winning_move = winning_move.map(name);
    if view.winner == Some(question.to_move.opponent().into()) {
        // Then every move loses.
        let losing = question.empties();
        fill(question, &MoveMap { losing, ..MoveMap::default() }, view);
    } else if asked.moves {
        let (nodes, seconds) = (view.nodes, view.seconds);
        let budget = Budget {
            seconds: asked.budget.seconds.map(|most| if view.is_stored { most } else { (most - seconds).max(0.0) }),
            nodes: asked.budget.nodes.map(|most| if view.is_stored { most } else { most.saturating_sub(nodes) }),
        };
        let map = desk.run(&budget, |limits, clock| {
            let mut known = remembering(desk, question.to_move, clock);
            if let Some(mv) = winning_move {
                tesuji_prove::Known::keep(&mut known, &question.after(mv), question.to_move, 0);
            }
            let map = solver.settle_moves(question, limits, &mut known, &mut |map| {
                let mut so_far = view.clone();
                fill(question, map, &mut so_far);
                (so_far.nodes, so_far.seconds) = (nodes + map.nodes, seconds + clock());
                so_far.words = words(&so_far, question.to_move);
                desk.update(Update::SoFar(Answer::Solve(so_far)));
            });
            view.seconds += clock();
            map
        });
        view.nodes += map.nodes;
        fill(question, &map, view);
    } else if let Some(mv) = winning_move {
        let winning = std::iter::once(mv).collect();
        fill(question, &MoveMap { winning, ..MoveMap::default() }, view);
    }
}

fn remembering<'m>(desk: &'m impl Desk, to_move: Player, clock: &'m dyn Fn() -> f64) -> ArchiveCache<'m> {
    ArchiveCache { archive: desk.archive(), said: MoveMap::default(), to_move, clock, since: clock() }
}

/// Puts moves into an answer.
fn fill(question: &Question, map: &MoveMap, view: &mut SolvedView) {
    let names = |cells: &CellSet| crate::words::names(&question.topology, cells);
    let mut open = question.empties();
    open.subtract(&map.winning);
    open.subtract(&map.losing);
    view.is_complete = open.is_empty();
    (view.winning, view.losing, view.open) = (names(&map.winning), names(&map.losing), names(&open));
    if let Some(winner) = map.winner(question) {
        view.winner = Some(winner.into());
    }
    if view.winning_move.is_none() {
        view.winning_move = view.winning.first().cloned();
    }
}

/// Adds a certificate, if one is wanted and the winner is known.
fn certify(
    question: &Question,
    asked: &Solve,
    desk: &impl Desk,
    solver: &mut BoardSolver,
    view: &mut SolvedView,
) -> Result<(), Trouble> {
    let Some(winner) = view.winner.map(Player::from).filter(|_| asked.certificate) else { return Ok(()) };
    if let Some(bytes) = desk.archive().and_then(|archive| archive.certificate(question, winner, MOST_BYTES)) {
        view.certificate = Some(sealed::compact(&bytes)?);
        return Ok(());
    }
    desk.update(Update::Progress(Progress::new("making the certificate", None, 0)));
    let (made, seconds) = desk.run(&asked.budget, |limits, clock| (solver.certificate(question, limits), clock()));
    view.seconds += seconds;
    let Some(certificate) = made else {
        view.words += " The certificate was not finished within the limit.";
        return Ok(());
    };
    let text = sealed::seal(&certificate, &question.claim(winner), Verdict::Holds)?;
    if let (Some(archive), Ok(bytes)) = (desk.archive(), certificate.to_bytes()) {
        let winning_move = view.winning_move.as_deref().and_then(|name| question.topology.cell(name));
        let (winner, nodes, seconds) = (Some(winner), view.nodes, view.seconds);
        let known = ArchiveAnswer { winner, winning_move, nodes, seconds, ..ArchiveAnswer::default() };
        archive.remember_certificate(question, &known, &bytes);
    }
    view.certificate = Some(text);
    Ok(())
}

pub(super) fn openings(asked: &Openings, desk: &impl Desk) -> Result<OpeningsView, Trouble> {
    let Openings { columns, rows, .. } = *asked;
    if ![columns, rows].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        return Err(Trouble::new(format!("a board has 1 to {MAX_SIDE} columns and rows, not {columns}x{rows}")));
    }
    let topology = Arc::new(Topology::rhombus(columns, rows).map_err(|error| Trouble::new(error.to_string()))?);
    let empty = Question { topology, black: CellSet::new(), white: CellSet::new(), to_move: Player::Black };
    let said = asked.known.as_ref().map_or(Ok(MoveMap::default()), |known| said(&empty, known))?;
    let before = asked.known.as_ref().map_or((0, 0.0), |known| (known.nodes, known.seconds));
    let n_cells = empty.topology.n_cells();
    let view = |map: &MoveMap, seconds: f64| {
        let mut solved = SolvedView::default();
        fill(&empty, map, &mut solved);
        let SolvedView { winning, losing, open, .. } = solved;
        let nodes = before.0 + map.nodes;
        OpeningsView { winning, losing, open, nodes, seconds: before.1 + seconds }
    };
    Ok(desk.run(&asked.budget, |limits, clock| {
        let mut known = ArchiveCache { said, ..remembering(desk, Player::Black, clock) };
        let map = solver(desk).settle_moves(&empty, limits, &mut known, &mut |map| {
            let n_known = map.winning.len() + map.losing.len();
            let what = format!("{n_known} of {n_cells} openings are known");
            let share = Some(n_known as f64 / n_cells as f64);
            desk.update(Update::Progress(Progress::new(what, share, before.0 + map.nodes)));
            desk.update(Update::SoFar(Answer::Openings(view(map, clock()))));
        });
        view(&map, clock())
    }))
}

/// The winners known before, as cells. Of two openings that are images of each other both are known.
fn said(empty: &Question, known: &OpeningsView) -> Result<MoveMap, Trouble> {
    let cells = |names: &[String]| -> Result<CellSet, Trouble> {
        let cell = |name: &String| state::cell(&empty.topology, name);
        names.iter().map(cell).collect()
    };
    let (winning, losing) = (cells(&known.winning)?, cells(&known.losing)?);
    if let Some(both) = winning.iter().find(|cell| losing.contains(*cell)) {
        let name = empty.topology.name(both);
        return Err(Trouble::new(format!("`known` says of {name} that it wins and that it loses")));
    }
    Ok(MoveMap { winning, losing, nodes: 0 })
}
