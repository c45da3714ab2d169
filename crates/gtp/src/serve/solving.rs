//! Asks the solver of whole boards who wins, and with which moves; and whether stones of Go live, as on all other ways in.
//!
//! Each question ends with `# interrupt`, or after a number of positions and a time: [`USUAL_NODES`] and the setting
//! `solve_time`, unless the command gives a number. What is known by then is the answer.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use tesuji_board::Player;
use tesuji_engine::{PositionRef, SolvedMoves};
use tesuji_life::{Answer as LifeAnswer, AnswerConfig, Question, Status, TargetRule, Threats};
use tesuji_search::Limits;

use super::arguments::{Reply, argument, colour, colour_or, number, syntax_error};
use super::board::Board;
use crate::protocol::{Answer, Command};

/// Number of positions that are searched for an answer unless the command gives a number.
const USUAL_NODES: u64 = 100_000;
/// Time for which HexGui's picture stays before the next one.
const INTERVAL: Duration = Duration::from_millis(200);
/// Number of moves named where one line has to do.
const MOST_NAMED: usize = 8;

const STONE: &str = "a vertex with a stone";
const NO_SOLVER: &str = "this game has no solver";
const NO_LINE: &str = "lines of won play are known for Hex alone";

pub(super) fn solve_state(board: &mut Board, arguments: &[String]) -> Reply {
    state(board, arguments, "unknown")
}

/// Answers as benzene does.
pub(super) fn benzene_solve_state(board: &mut Board, arguments: &[String]) -> Reply {
    state(board, arguments, "empty")
}

fn state(board: &mut Board, arguments: &[String], unknown: &str) -> Reply {
    let player = colour_or(arguments, board.session.to_move())?;
    let bounds = SolverBounds::read(board, arguments)?;
    let winner = board
        .solve_within(bounds, |session, limits| Ok(session.solver().ok_or(NO_SOLVER)?.solve(player, limits).winner))?;
    Ok(winner.map_or(unknown, |winner| winner.name()).to_owned())
}

/// The winning moves; an error if not all are known.
pub(super) fn find_winning(board: &mut Board, arguments: &[String]) -> Reply {
    let (player, moves) = moves(board, arguments, &mut |_| {})?;
    if moves.is_complete { Ok(moves.winning.join(" ")) } else { Err(format!("unknown: {}", told(player, &moves))) }
}

/// `tesuji-solve-moves [colour] [positions]`: what is known of each move, whether that is all or not.
pub(super) fn solve_moves(board: &mut Board, arguments: &[String]) -> Reply {
    let (_, moves) = moves(board, arguments, &mut |_| {})?;
    let line = |name: &str, moves: &[String]| format!("{name} {}", moves.join(" ")).trim_end().to_owned();
    Ok([line("winning", &moves.winning), line("losing", &moves.losing), line("open", &moves.open)].join("\n"))
}

pub(super) fn line(board: &mut Board, arguments: &[String]) -> Reply {
    let player = colour_or(arguments, board.session.to_move())?;
    let bounds = SolverBounds::read(board, arguments)?;
    let line = board
        .solve_within(bounds, |session, limits| Ok(session.hex_mut().ok_or(NO_LINE)?.solved_line(player, limits)))?;
    Ok(line.join(" "))
}

/// Whether this is `dfpn-solver-find-winning COLOUR live`, from HexGui's menu.
///
/// HexGui lets its user stop a command only if the name begins with these words.
pub(super) fn is_live(command: &Command) -> bool {
    let is_word = |word: &String| word.eq_ignore_ascii_case("live");
    command.name == "dfpn-solver-find-winning" && command.arguments.get(1).is_some_and(is_word)
}

/// Answers `command` in one line, and before it draws each step on HexGui's board.
///
/// HexGui reads such pictures from the output, as blocks that begin with `gogui-gfx:` and end with a blank line.
///
/// # Errors
///
/// If `output` fails.
pub(super) fn run_live(board: &mut Board, command: &Command, output: &mut impl Write) -> io::Result<()> {
    let (mut drawn, mut written) = (None::<Instant>, Ok(()));
    let result = moves(board, &command.arguments[..1], &mut |moves| {
        if written.is_ok() && drawn.is_none_or(|drawn| drawn.elapsed() >= INTERVAL) {
            drawn = Some(Instant::now());
            written = output.write_all(picture(moves).as_bytes()).and_then(|()| output.flush());
        }
    });
    written?;
    let result = match result {
        Ok((player, moves)) => {
            output.write_all(picture(&moves).as_bytes())?;
            Ok(told(player, &moves))
        }
        Err(error) => Err(error),
    };
    output.write_all(Answer { id: command.id, result }.to_string().as_bytes())?;
    output.flush()
}

/// Winning moves with a `W`, losing ones with an `L`, in the words of benzene's depth-first proof-number search.
fn picture(moves: &SolvedMoves) -> String {
    let label = |letter: &'static str| move |mv: &String| format!(" {mv} {letter}");
    let labels = moves.winning.iter().map(label("W")).chain(moves.losing.iter().map(label("L")));
    let labels: String = labels.collect();
    format!("gogui-gfx:\ndfpn\nVAR\nLABEL{labels}\nTEXT {}\n\n", counted(moves))
}

fn counted(moves: &SolvedMoves) -> String {
    let SolvedMoves { winning, losing, open, .. } = moves;
    format!("{} win, {} lose, {} not settled", winning.len(), losing.len(), open.len())
}

/// The results in one line: `black: 2 win, 20 lose, 1 not settled: c2 a5 win`.
fn told(player: Player, moves: &SolvedMoves) -> String {
    let counted = counted(moves);
    let named: Vec<&str> = moves.winning.iter().map(String::as_str).take(MOST_NAMED).collect();
    let more = if moves.winning.len() > MOST_NAMED { " and others" } else { "" };
    match named.as_slice() {
        [] => format!("{player}: {counted}"),
        [one] => format!("{player}: {counted}; {one} wins"),
        _ => format!("{player}: {counted}; {}{more} win", named.join(" ")),
    }
}

/// Solves the moves of the player in the first argument, within what the second says.
fn moves(
    board: &mut Board,
    arguments: &[String],
    seen: &mut dyn FnMut(&SolvedMoves),
) -> Result<(Player, SolvedMoves), String> {
    let player = colour_or(arguments, board.session.to_move())?;
    let bounds = SolverBounds::read(board, arguments)?;
    let moves = board.solve_within(bounds, |session, limits| {
        Ok(session.solver().ok_or(NO_SOLVER)?.watch_moves(player, limits, seen))
    })?;
    Ok((player, moves))
}

/// Bounds of the solver.
#[derive(Clone, Copy)]
pub(super) struct SolverBounds {
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
}

impl SolverBounds {
    /// The number of positions after the colour, which takes the place of the usual number and of the time; 0 means no
    /// bound at all.
    fn read(board: &Board, arguments: &[String]) -> Result<Self, String> {
        Ok(match arguments.len() {
            0 | 1 => Self { nodes: Some(USUAL_NODES), time: board.settings.solve_time },
            _ => {
                let nodes: u64 = number(arguments, 1, "a number of positions, 0 for no bound")?;
                Self { nodes: (nodes > 0).then_some(nodes), time: None }
            }
        })
    }
}

/// `tesuji-life VERTEX [colour]`: a line for each first player.
pub(super) fn life(board: &mut Board, arguments: &[String]) -> Reply {
    let vertex = argument(arguments, 0, STONE)?;
    let firsts = match &arguments[1..] {
        [] => Player::BOTH.to_vec(),
        rest => vec![colour(rest)?],
    };
    let bounds = SolverBounds { nodes: None, time: board.settings.solve_time };
    board.solve_within(bounds, |session, limits| {
        let PositionRef::Go(position) = session.position() else { return Err("this game has no groups".to_owned()) };
        let topology = position.topology();
        let cell = topology.cell(vertex).or_else(|| topology.cell_in_any_case(vertex));
        let target = [cell.ok_or_else(|| syntax_error(STONE, vertex))?].into_iter().collect();
        let question = Question::new(position, &target, TargetRule::Any, None).map_err(|error| error.to_string())?;
        let (_, answers) = question.settle(&firsts, AnswerConfig { all_moves: true }, None, &|_, nodes, search| {
            search(&Limits { nodes, ..limits.clone() })
        });
        let line = |answer: &LifeAnswer| {
            let mut line = format!("first {} status {}", answer.first, life_status(answer.status));
            let names = answer.moves.iter().map(|mv| mv.map_or("pass", |cell| topology.name(cell)));
            let names: Vec<&str> = names.collect();
            if !names.is_empty() {
                line += &format!(" {} {}", if answer.has_all_moves { "moves" } else { "some" }, names.join(" "));
            }
            line + if answer.is_conditional { " conditional" } else { "" }
        };
        Ok(answers.iter().map(line).collect::<Vec<_>>().join("\n"))
    })
}

fn life_status(status: Option<Status>) -> String {
    match status {
        None => "unknown".to_owned(),
        Some(Status::Alive) => "alive".to_owned(),
        Some(Status::Seki) => "seki".to_owned(),
        Some(Status::Repetition) => "repetition".to_owned(),
        Some(Status::Lives) => "lives".to_owned(),
        Some(Status::Dead) => "dead".to_owned(),
        Some(Status::Ko { needs, threats: Threats::UNBOUNDED }) => format!("ko needs {needs} threats many"),
        Some(Status::Ko { needs, threats }) => format!("ko needs {needs} threats {threats}"),
    }
}
