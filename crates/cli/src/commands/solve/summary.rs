//! The output of `tesuji solve`: a table with totals, a picture of a single position, or JSON lines.

use std::io::{self, Write};

use serde_json::json;
use tesuji_archive::ArchiveAnswer;
use tesuji_board::{CellSet, Player};
use tesuji_problem::board::file::Puzzle;
use tesuji_prove::{DepthStop, DepthToWin, Question};

use crate::columns::padded;
use crate::picture::{FAINT, MARKED, OPEN, OPPONENT, OWNER, PLAIN, Picture};
use crate::sheet::{self, DataOptions, Objects};
use crate::status::Status;
use crate::summary::{self, Table};
use crate::text::{self, count, with_separators};

/// Prints each answer as it comes and counts them.
pub(super) struct Summary(Table, Objects);

/// The columns of `--csv`, which are keys of the JSON.
pub(super) const COLUMNS: &str = "\
    id to_move winner decided state winning_moves nodes seconds margin=margin.moves at_least=depth_to_win.at_least \
    at_most=depth_to_win.at_most stopped_by=depth_to_win.stopped_by line=depth_to_win.line";

impl Summary {
    pub(super) fn new(puzzles: &[Puzzle], data: &DataOptions) -> Self {
        Self(Table::new(puzzles.iter().map(|puzzle| &puzzle.id), data.json), Objects::new(&data.csv, COLUMNS))
    }

    /// Prints the head of the table.
    pub(super) fn begin(&self) -> io::Result<()> {
        self.0.print_head(&format!(
            "{:>5}  {:<7}  {:<9}  {:<12}  {:>13}  {:>10}  winning moves",
            "board", "to move", "winner", "expected", "nodes", "seconds"
        ))
    }

    /// Prints one answer.
    pub(super) fn add(&mut self, puzzle: &Puzzle, solved: &ArchiveAnswer) -> io::Result<()> {
        let verdict = puzzle.expected.judge(solved.winner, solved.winning_move, &solved.moves);
        let ArchiveAnswer { nodes, seconds, stored, fault, uncertified, .. } = solved;
        self.0.totals.count(solved.winner.map(Player::index), verdict);
        self.0.totals.spend(*nodes, *seconds, *stored, fault.is_some());
        summary::complain_of_certificate(&puzzle.id, "solver", fault.as_deref(), *uncertified);
        self.1.add(|| json_line(puzzle, solved));
        let mut out = anstream::stdout().lock();
        if self.0.json {
            writeln!(out, "{}", sheet::line(&json_line(puzzle, solved)))?;
        } else {
            writeln!(out, "{}", self.table_line(puzzle, solved, verdict))?;
            if self.0.n_questions == 1 {
                write!(out, "\n{}", picture(&puzzle.question, solved))?;
            }
        }
        out.flush()
    }

    /// Prints the totals; what is missing from them goes to standard error.
    pub(super) fn end(&self, stopped: bool) -> io::Result<()> {
        let Table { json, n_questions, totals, .. } = &self.0;
        if stopped {
            text::complain(&format!("stopped: {} of {} positions answered", totals.n_done(), n_questions));
        }
        if *json || *n_questions == 1 {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        writeln!(
            out,
            "\n{}: {} won by black, {} by white, {} undecided; {} as expected, {} contradicted",
            count(totals.n_done(), "position"),
            totals.n_answered[0],
            totals.n_answered[1],
            totals.n_undecided,
            totals.n_expected,
            totals.n_contradicted,
        )?;
        writeln!(out, "{} in {:.3} s", count(totals.nodes, "node"), totals.seconds)?;
        totals.print_stored(&mut out)?;
        out.flush()
    }

    /// The table of `--csv`, which is taken away.
    pub(super) fn rows(&mut self) -> Objects {
        std::mem::take(&mut self.1)
    }

    /// Exit status of the run.
    pub(super) fn status(&self, stopped: bool) -> Status {
        self.0.totals.status(stopped)
    }

    fn table_line(&self, puzzle: &Puzzle, solved: &ArchiveAnswer, verdict: Option<bool>) -> String {
        let width = self.0.id_width;
        let question = &puzzle.question;
        let (columns, rows) = question.size();
        let winner_style = if solved.winner.is_none() { OPEN } else { PLAIN };
        let (expected, style) = summary::judged(verdict, puzzle.expected.winner.map(Player::name));
        let moves = match (winning_moves(question, solved), solved.winning_move) {
            (Some(moves), _) if moves.is_empty() => "none".to_owned(),
            (Some(moves), _) => names(question, &moves).join(" "),
            (None, Some(mv)) => format!("{} and perhaps others", question.topology.name(mv)),
            (None, None) => open(solved),
        };
        let depth_to_win = solved.depth_to_win.as_ref().map(|depth_to_win| stones_left(question, depth_to_win));
        let moves = Some(moves).filter(|moves| !moves.is_empty()).into_iter().chain(depth_to_win);
        let moves = moves.collect::<Vec<_>>().join("; ");
        let line = format!(
            "{}  {:>5}  {:<7}  {winner_style}{:<9}{winner_style:#}  {style}{expected:<12}{style:#}  {:>13}  {:>10.3}  {moves}",
            padded(&puzzle.id, width),
            format!("{columns}x{rows}"),
            question.to_move.name(),
            solved.winner.map_or("undecided", Player::name),
            with_separators(solved.nodes),
            solved.seconds,
        );
        line.trim_end().to_owned()
    }
}

/// Longest resistance of the loser, with the line of play.
fn stones_left(question: &Question, depth_to_win: &DepthToWin) -> String {
    let at_least = depth_to_win.at_least;
    let number = match depth_to_win.at_most {
        Some(_) if depth_to_win.is_exact() => format!("won with {}", count(at_least as u64, "stone")),
        Some(at_most) => format!("won with {at_least} to {at_most} stones, {at_most} by its certificate"),
        None => format!("won with {} or more", count(at_least as u64, "stone")),
    };
    let line: Vec<&str> = depth_to_win.line.iter().map(|&cell| question.topology.name(cell)).collect();
    let number = if line.is_empty() { number } else { format!("{number}: {}", line.join(" ")) };
    let stopped = depth_to_win.stopped_by.map(|stop| match stop {
        DepthStop::Nodes(most) => {
            format!("after {}; --time or a larger --nodes lets it go on", count(most, "position"))
        }
        DepthStop::Interrupt => "when its time was up; a longer --time lets it go on".to_owned(),
    });
    let forgotten = Some(depth_to_win.forgotten).filter(|&forgotten| forgotten > 0);
    let full = forgotten.map_or(String::new(), |forgotten| {
        let positions = count(forgotten, "position");
        format!("; its memory was full and {positions} forgotten: a larger --memory makes it quicker")
    });
    let stopped = stopped.map(|stopped| format!(" (the search for the exact number stopped {stopped}{full})"));
    number + &stopped.unwrap_or_default()
}

/// Result for an undecided position: its distance from an answer, and the nodes spent on it before.
fn open(solved: &ArchiveAnswer) -> String {
    let distance = solved.distance.map(|left| format!("{} to win, {} to lose", left.to_win, left.to_lose));
    let vain = Some(solved.vain_nodes).filter(|&nodes| nodes > 0 && solved.winner.is_none());
    let vain = vain.map(|nodes| format!("{} without an answer before", count(nodes, "node")));
    distance.into_iter().chain(vain).collect::<Vec<_>>().join("; ")
}

/// All moves that win, if they are known: the loser has none.
fn winning_moves(question: &Question, solved: &ArchiveAnswer) -> Option<CellSet> {
    match solved.winner? {
        winner if winner != question.to_move => Some(CellSet::new()),
        _ if solved.moves.is_complete(question) => Some(solved.moves.winning.clone()),
        _ => None,
    }
}

fn names<'q>(question: &'q Question, cells: &CellSet) -> Vec<&'q str> {
    cells.iter().map(|cell| question.topology.name(cell)).collect()
}

fn json_line(puzzle: &Puzzle, solved: &ArchiveAnswer) -> serde_json::Value {
    let question = &puzzle.question;
    let mut line = json!({
        "id": puzzle.id,
        "to_move": question.to_move.name(),
        "winner": solved.winner.map(Player::name),
        "winning_moves": winning_moves(question, solved).map(|moves| names(question, &moves)),
        "decided": solved.winner.is_some(),
        "state": summary::state(solved),
        "seconds": solved.seconds,
        "nodes": solved.nodes,
    });
    if let Some(depth_to_win) = &solved.depth_to_win {
        let moves: Vec<&str> = depth_to_win.line.iter().map(|&cell| question.topology.name(cell)).collect();
        line["depth_to_win"] = json!({
            "at_least": depth_to_win.at_least,
            "at_most": depth_to_win.at_most,
            "exact": depth_to_win.is_exact(),
            "stopped_by": depth_to_win.stopped_by.map(|stop| match stop {
                DepthStop::Nodes(_) => "nodes",
                DepthStop::Interrupt => "time",
            }),
            "line": moves,
            "forgotten": depth_to_win.forgotten,
        });
    }
    line
}

/// The position with the moves that are known.
fn picture(question: &Question, solved: &ArchiveAnswer) -> String {
    let mut winning = solved.moves.winning.clone();
    if let Some(mv) = solved.winning_move {
        winning.insert(mv);
    }
    let picture = Picture::new(&question.topology)
        .with(&question.empties(), '.', FAINT)
        .with(&question.black, 'B', OPPONENT)
        .with(&question.white, 'W', OWNER)
        .with(&solved.moves.losing, '-', FAINT)
        .with(&winning, '+', MARKED);
    let mover = question.to_move;
    let sentence = match solved.winner {
        None => format!("{mover} to move; undecided within the limits"),
        Some(winner) if winner != mover => format!("{mover} to move; {winner} wins"),
        Some(_) if question.winner().is_some() => format!("{mover} has won"),
        Some(_) => match winning_moves(question, solved) {
            Some(_) => format!("{mover} to move wins with (+); every other move loses"),
            None if winning.is_empty() => format!("{mover} to move wins"),
            None => format!("{mover} to move wins, for one with (+)"),
        },
    };
    format!("{picture}{sentence}\n")
}
