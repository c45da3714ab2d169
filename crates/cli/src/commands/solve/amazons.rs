//! Solves positions of Amazons: who wins, and with which moves.

use std::io::Write;
use std::path::PathBuf;

use miette::{IntoDiagnostic, Result, miette};
use serde_json::json;
use tesuji_amazons::{Move, Position, notation};
use tesuji_board::Player;
use tesuji_endings::record::{self, ResultRecord, WriteError, check};
use tesuji_endings::{EndingSolver, Margin};
use tesuji_engine::{GameKind, GameSpec};
use tesuji_figures::{Picture, Theme};
use tesuji_forms::Text;
use tesuji_gallery::amazons;
use tesuji_game::Game;
use tesuji_search::Limits;

use super::Arguments;
use super::summary::COLUMNS;
use crate::columns::{padded, places};
use crate::commands::analyze::{self, Given, amazons as analysis};
use crate::files;
use crate::input::Source;
use crate::picture::{OPEN, PLAIN};
use crate::pool::{Pool, jobs};
use crate::sheet::{self, Objects};
use crate::status::{self, Failure, Status};
use crate::text::{self, count, with_separators};

/// A position with its name.
struct Case {
    id: String,
    position: Position,
}

/// Final result.
struct Answer {
    /// `None`: undecided.
    winner: Option<Player>,
    /// By how many moves.
    margin: Option<Margin>,
    /// A move that wins.
    mv: Option<Move>,
    /// All moves that win, if they were asked for and found.
    winning: Option<Vec<Move>>,
    /// The record of how the winner wins, if it was asked for and the winner is known.
    record: Option<Result<ResultRecord, WriteError>>,
    nodes: u64,
    seconds: f64,
}

/// The game.
pub(super) fn kind() -> GameKind {
    GameSpec::amazons(10, 10).kind()
}

/// A longer record is not written.
const MOST_RECORD_NODES: usize = 10_000_000;

pub(super) fn run(arguments: &Arguments, sources: &[Source], texts: Vec<Text<'_>>) -> status::Result {
    refuse(arguments)?;
    let to_move = arguments.to_move;
    let mut cases = Vec::new();
    for (source, text) in sources.iter().zip(texts) {
        cases.extend(read(&Given { source, text: text.of_game(kind()) }, arguments.n_moves, to_move)?);
    }
    arguments.only.retain(&mut cases, "position", |case| &case.id)?;
    let options = &arguments.options;
    let ids = cases.iter().map(|case| case.id.as_str());
    // Named like certificates, except for the ending.
    let paths = options.certificates.as_ref().map_or(Ok(Vec::new()), |folder| files::certificate_paths(folder, ids))?;
    let paths: Vec<PathBuf> = paths.into_iter().map(|path| path.with_extension("json")).collect();
    let pool = Pool::new(options.time, options.nodes, cases.len())?;
    let width = cases.iter().map(|case| places(&case.id)).max().unwrap_or(0).max(2);
    if !options.data.json {
        let bold = PLAIN.bold();
        let head = format!(
            "{:<width$}  {:>5}  {:<7}  {:<9}  {:>6}  {:>13}  {:>10}  winning moves",
            "id", "board", "to move", "winner", "margin", "nodes", "seconds"
        );
        writeln!(anstream::stdout(), "{bold}{head}{bold:#}")?;
    }
    let mut rows = Objects::new(&options.data.csv, COLUMNS);
    let (mut is_sound, mut is_decided) = (true, true);
    let mut pictures = Vec::new();
    let outcome = pool.run(
        &cases,
        jobs(Some(options.jobs)),
        |case_idx, case| {
            let ask = (arguments.moves, paths.get(case_idx).is_some());
            let search = |limits: &Limits| solve(&case.position, ask, limits);
            let (mut answer, seconds) = pool.search(case_idx, &case.id, |limits, _| search(limits));
            answer.seconds = seconds;
            (answer.winner.is_some() || !pool.is_stopped()).then_some((case, answer, paths.get(case_idx)))
        },
        |(case, answer, path): (&Case, Answer, Option<&PathBuf>)| {
            is_sound &= keep(case, &answer, path)?;
            is_decided &= answer.winner.is_some();
            rows.add(|| json_line(case, &answer));
            if arguments.picture.is_wanted() {
                pictures.push(drawn(case, &answer, arguments.picture.theme())?);
            }
            let mut out = anstream::stdout().lock();
            if options.data.json {
                writeln!(out, "{}", sheet::line(&json_line(case, &answer)))?;
            } else {
                writeln!(out, "{}", line(case, &answer, width))?;
            }
            out.flush().map_err(Failure::from)
        },
    );
    rows.write()?;
    if !pictures.is_empty() {
        arguments.picture.write(pictures)?;
    }
    outcome.map(|()| match pool.is_stopped() {
        _ if !is_sound => Status::Fault,
        true => Status::Interrupted,
        false if !is_decided => Status::Undecided,
        false => Status::Fine,
    })
}

/// The picture of a position with its answer.
fn drawn(case: &Case, answer: &Answer, theme: Theme) -> Result<Picture> {
    let position = &case.position;
    let size = position.size();
    let topology = GameSpec::amazons(size.columns.into(), size.rows.into()).topology().into_diagnostic()?;
    let (moves, is_all) = match (&answer.winning, answer.mv) {
        (Some(moves), _) => (moves.clone(), true),
        (None, mv) => (mv.into_iter().filter(|_| answer.winner == Some(position.to_move())).collect(), false),
    };
    Ok(amazons::solved(&case.id, &topology, position, answer.winner, (&moves, is_all), theme))
}

/// Writes the record of an answer, if one is wanted and the checker accepts it. Complains if there is none. Returns
/// whether the checker had no objection.
fn keep(case: &Case, answer: &Answer, path: Option<&PathBuf>) -> Result<bool> {
    let Some(path) = path else { return Ok(true) };
    let record = match &answer.record {
        Some(Ok(record)) => record,
        Some(Err(fault)) => {
            text::complain(&format!("{}: no record: {fault}", case.id));
            return Ok(true);
        }
        None => return Ok(true),
    };
    match check(record) {
        Ok(checked) if checked.position == case.position && Some(checked.winner) == answer.winner => {
            files::write_whole(path, record.to_json().as_bytes())?;
            Ok(true)
        }
        Ok(_) => {
            text::complain(&format!("{}: the solver's record is of another position or winner", case.id));
            Ok(false)
        }
        Err(fault) => {
            text::complain(&format!("{}: the solver's record does not check: {fault}", case.id));
            Ok(false)
        }
    }
}

/// Refuses options that only the solver of Hex has.
fn refuse(arguments: &Arguments) -> Result<()> {
    let options = &arguments.options;
    let of_hex = [
        ("--depth-to-win", arguments.depth_to_win),
        ("--board", arguments.board.size.is_some()),
        ("--store", options.store.is_some()),
        ("--threads", options.threads.get() > 1),
    ];
    match of_hex.iter().find(|(_, is_set)| *is_set) {
        Some((option, _)) => Err(miette!("`{option}` is not for Amazons")),
        None => Ok(()),
    }
}

/// The positions of a file or a text: FEN, a diagram, or records. Of a record it is the position after `n_moves` moves,
/// or the last.
fn read(given: &Given<'_>, n_moves: Option<usize>, to_move: Option<Player>) -> Result<Vec<Case>> {
    let usual = GameSpec::amazons(10, 10);
    let moments = given.moments(n_moves, |_| usual.clone()).map_err(|error| given.source.wrong(&error))?;
    let case = |mut moment: analyze::Case| {
        if let Some(player) = to_move {
            moment.session.set_to_move(player).into_diagnostic()?;
        }
        Ok(Case { position: analysis::position(&moment.session)?.clone(), id: moment.id })
    };
    moments.into_iter().map(case).collect()
}

/// The most nodes for the margin, ...
const MARGIN_NODES: u64 = 10_000;

/// ... or this many times the nodes that the winner took, if that is more.
const MARGIN_FACTOR: u64 = 4;

/// The winner and the margin, with all winning moves if they are asked for, and the record. A node of the limits is one
/// of the solver.
fn solve(position: &Position, (wants_moves, wants_record): (bool, bool), limits: &Limits) -> Answer {
    let mut solver = EndingSolver::default();
    let solved = solver.solve(position, limits);
    let mover = position.to_move();
    let winning = match &solved {
        Some(solved) if wants_moves && solved.winner == mover => winning_moves(&mut solver, position, limits),
        Some(solved) if solved.winner != mover => Some(Vec::new()),
        _ => None,
    };
    let record =
        (wants_record && solved.is_some()).then(|| record::record(&mut solver, position, limits, MOST_RECORD_NODES));
    let nodes = solver.n_nodes();
    let left = limits.nodes.map_or(u64::MAX, |all| all.saturating_sub(nodes));
    let most = left.min(MARGIN_NODES.max(MARGIN_FACTOR.saturating_mul(nodes)));
    let margin_limits = Limits { nodes: Some(most), ..limits.clone() };
    let margin = solved.and_then(|_| solver.margin(position, &margin_limits));
    let (winner, mv) = (solved.map(|solved| solved.winner), solved.and_then(|solved| solved.mv));
    Answer { record, winner, margin, mv, winning, nodes, seconds: 0.0 }
}

/// All moves that win; `None` if a limit was reached first.
fn winning_moves(solver: &mut EndingSolver, position: &Position, limits: &Limits) -> Option<Vec<Move>> {
    let mover = position.to_move();
    let mut winning = Vec::new();
    for mv in position.moves() {
        let mut next = position.clone();
        next.play_unchecked(mv);
        // The limit is for all moves together.
        let left = limits.nodes.map(|most| most.saturating_sub(solver.n_nodes()));
        let limits = Limits { nodes: left, ..limits.clone() };
        if solver.solve(&next, &limits)?.winner == mover {
            winning.push(mv);
        }
    }
    Some(winning)
}

/// Most moves that a table names.
const MOST_MOVES: usize = 8;

fn line(case: &Case, answer: &Answer, width: usize) -> String {
    let position = &case.position;
    let name = |mv: &Move| notation::write_move(position.size(), *mv);
    let moves = match (&answer.winning, &answer.mv) {
        (Some(moves), _) if moves.is_empty() => "none".to_owned(),
        (Some(moves), _) => {
            let named = moves.iter().take(MOST_MOVES).map(name).collect::<Vec<_>>().join(" ");
            let more = moves.len().saturating_sub(MOST_MOVES);
            if more > 0 { format!("{named} and {}", count(more as u64, "other")) } else { named }
        }
        (None, Some(mv)) => format!("{} and perhaps others", name(mv)),
        (None, None) => String::new(),
    };
    let style = if answer.winner.is_none() { OPEN } else { PLAIN };
    let line = format!(
        "{}  {:>5}  {:<7}  {style}{:<9}{style:#}  {:>6}  {:>13}  {:>10.3}  {moves}",
        padded(&case.id, width),
        position.size().to_string(),
        position.to_move().name(),
        answer.winner.map_or("undecided", Player::name),
        answer
            .margin
            .map_or(String::new(), |Margin { moves, is_exact }| format!("{moves}{}", if is_exact { "" } else { "+" })),
        with_separators(answer.nodes),
        answer.seconds,
    );
    line.trim_end().to_owned()
}

fn json_line(case: &Case, answer: &Answer) -> serde_json::Value {
    let name = |mv: &Move| notation::write_move(case.position.size(), *mv);
    let mut line = json!({
        "id": case.id,
        "position": notation::fen::write(&case.position),
        "to_move": case.position.to_move().name(),
        "winner": answer.winner.map(Player::name),
        "winning_move": answer.mv.as_ref().map(name),
        "winning_moves": answer.winning.as_ref().map(|moves| moves.iter().map(name).collect::<Vec<_>>()),
        "decided": answer.winner.is_some(),
        "state": match (&answer.record, answer.winner) {
            (Some(Ok(_)), _) => "proved",
            (_, Some(_)) => "decided",
            (_, None) => "open",
        },
        "seconds": answer.seconds,
        "nodes": answer.nodes,
    });
    if let Some(margin) = answer.margin {
        line["margin"] = json!(margin);
    }
    line
}
