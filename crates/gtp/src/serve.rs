//! Our players as an engine that reads commands and writes answers.
//!
//! Every line that is a command gets exactly one answer, whatever it contains. [`serve`] ends with `quit` or at the end
//! of the input. `docs/GTP.md` describes the commands.
//!
//! The engine keeps its own board, a [`Session`](tesuji_engine::Session). A move that it chooses follows from the moves
//! before and the seed, as it does for a player in the same process: a game over a pipe is the same game. Only time
//! settings bring in the clock, and the engine thinks without being asked only if that is switched on.
//!
//! A separate thread reads the input (`input`), so that a new line can end work that runs until one comes.

mod arguments;
mod board;
mod clock;
mod commands;
mod input;
mod menu;
mod overlays;
mod params;
mod record;
mod rules;
mod shapes;
mod solving;
mod statistics;
mod stones;
mod streams;
mod thinking;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use tesuji_engine::{GameSpec, PlayerSpec, Resignation, SessionError};

use self::board::Board;
use self::input::Input;
use crate::protocol::{Answer, Command, CommandError, Line};

/// Game, player and limits of the engine.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSettings {
    /// The game, and the board until the controller asks for another one.
    pub game: GameSpec,
    /// The player that chooses the moves.
    pub player: PlayerSpec,
    /// The seed of each game, until the controller sets another.
    pub seed: u64,
    /// Whether the player's playouts or depth still bound a search that has a time. If not, only the time does.
    pub is_bounded: bool,
    /// Time for a move when the controller sets none.
    pub move_time: Option<Duration>,
    /// Time for the solver of whole boards; without end if `None`.
    pub solve_time: Option<Duration>,
    /// Whether a player that remembers thinks on the opponent's time. Its moves then depend on how long that takes.
    pub ponder: bool,
    /// Rule for giving up; never if `None`.
    pub resignation: Option<Resignation>,
    /// Go: whether stones can be dead at the end. If so, `final_score` removes those that `final_status_list dead`
    /// names. If not, all stones count as alive in both, as the rules have it.
    pub removes_dead_stones: bool,
}

impl EngineSettings {
    /// A player that thinks only when asked, never resigns, and takes all the time it is given, whatever its playouts
    /// are.
    #[must_use]
    pub const fn new(game: GameSpec, player: PlayerSpec, seed: u64) -> Self {
        Self {
            game,
            player,
            seed,
            is_bounded: false,
            move_time: None,
            solve_time: Some(SOLVE_TIME),
            ponder: false,
            resignation: None,
            removes_dead_stones: true,
        }
    }
}

/// Time of the solver unless the settings have another: a board program waits for it.
const SOLVE_TIME: Duration = Duration::from_secs(10);

/// Answers the commands of `input` on `output` until `quit` or the end of the input.
///
/// Every command that was read is answered. If the input was held open and then ended without `quit`, searches are
/// interrupted and report what they know by then; work that cannot be interrupted is finished ([`serve_until`]).
///
/// After `quit`, a background thread goes on reading `input`. It is never joined.
///
/// # Errors
///
/// The outer one if `input` or `output` fails. The inner one if the game cannot be played or the player's settings are
/// out of bounds; in that case nothing has been read.
pub fn serve(
    settings: EngineSettings,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<Result<(), SessionError>> {
    serve_until(settings, input, output, || {})
}

/// [`serve`] for an engine that has a process of its own.
///
/// `left` is called if the controller has gone and the engine is still at work most of a second later: with something
/// that cannot be interrupted, such as the connections of a large board. It runs in a background thread, and is meant
/// to end the process.
///
/// # Errors
///
/// As [`serve`].
pub fn serve_until(
    settings: EngineSettings,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    left: impl FnOnce() + Send + 'static,
) -> io::Result<Result<(), SessionError>> {
    let bell = Arc::default();
    let mut board = match Board::new(settings, Arc::clone(&bell)) {
        Ok(board) => board,
        Err(error) => return Ok(Err(error)),
    };
    let input = Input::new(input, bell, left)?;
    while !board.is_over() {
        board.ponder();
        let command = match input.take()? {
            None => break,
            Some(Line::Command(command)) => command,
            Some(Line::Blank | Line::Interrupt) => continue,
        };
        board.clock.receive(input.received());
        answer(&mut board, command, &mut output)?;
        board.clock.answered();
    }
    Ok(Ok(()))
}

fn answer(board: &mut Board, command: Result<Command, CommandError>, output: &mut impl Write) -> io::Result<()> {
    let answer = match command {
        Ok(command) if solving::is_live(&command) => return solving::run_live(board, &command, output),
        Ok(command) => match streams::find(&command.name) {
            Some(stream) => return stream.run(board, &command, output),
            None => Answer { id: command.id, result: commands::run(board, &command) },
        },
        Err(error) => Answer { id: error.id(), result: Err(error.to_string()) },
    };
    // Each answer is written at once, so that it arrives whole.
    output.write_all(answer.to_string().as_bytes())?;
    output.flush()
}
