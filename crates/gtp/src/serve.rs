//! Our players as an engine: commands in, answers out.
//!
//! Every line that is a command gets exactly one answer, whatever is in it; [`serve`] ends with `quit` or with the
//! input. `docs/GTP.md` describes the commands.
//!
//! The engine keeps a board of its own, a [`Session`](tesuji_engine::Session). A move that it chooses follows from the
//! moves before and the seed, as it does for a player in the same process: a game over a pipe is the same game. Only
//! times bring the clock in, and only who wants it has the engine think while nothing is asked.
//!
//! The input is read by a thread of its own (`input`), so that a line can end what goes on until one comes.

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

use tesuji_engine::book::Book;
use tesuji_engine::{GameSpec, PlayerSpec, SessionError};

use self::board::Board;
use self::input::Input;
use crate::protocol::{Answer, Line};

/// What the engine plays and how.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSettings {
    /// The game, and the board until the controller asks for another.
    pub game: GameSpec,
    /// Who chooses the moves.
    pub player: PlayerSpec,
    /// The seed of each game, until the controller sets another.
    pub seed: u64,
    /// Do the player's playouts or depth bound a search for which there is a time? Else the time alone does.
    pub is_bounded: bool,
    /// How long a move may take where the controller sets no time.
    pub move_time: Option<Duration>,
    /// Does a player that remembers think while the opponent does? Its moves then depend on how long that takes.
    pub ponder: bool,
    /// When the player gives up; never if `None`.
    pub resignation: Option<Resignation>,
    /// Go: does `final_score` take off the stones that the program takes for dead? Else all count, as the rules have it.
    pub removes_dead_stones: bool,
    /// What the strong player opens by on the book's board; it has to be the board of `game`.
    pub book: Option<Arc<Book>>,
}

impl EngineSettings {
    /// A player that thinks when it is asked, never resigns, and takes the time it is given whatever its playouts are.
    #[must_use]
    pub const fn new(game: GameSpec, player: PlayerSpec, seed: u64) -> Self {
        Self {
            game,
            player,
            seed,
            is_bounded: false,
            move_time: None,
            ponder: false,
            resignation: None,
            removes_dead_stones: false,
            book: None,
        }
    }
}

/// When a player gives up: a loss that is proved, or little hope for some moves in a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Resignation {
    /// There is little hope below this value, which is from 0 (loss) to 1 (win).
    below: f64,
    /// After so many moves.
    moves: u32,
}

impl Resignation {
    /// So many moves with little hope in a row.
    const MOVES: u32 = 3;

    /// Gives up after a proved loss or three moves in a row whose value is below this one; 0 leaves proved losses alone.
    ///
    /// # Errors
    ///
    /// If the value is not from 0 to 1/2.
    pub fn below(below: f64) -> Result<Self, String> {
        if (0.0..=0.5).contains(&below) {
            Ok(Self { below, moves: Self::MOVES })
        } else {
            Err(format!("one resigns below a value from 0 to 0.5, not {below}"))
        }
    }
}

/// Answers the commands of `input` on `output` until `quit` or the end of the input.
///
/// What was read is answered. If the input was held open and then ended without `quit`, the answers come within a second:
/// searches are interrupted and tell what they know by then.
///
/// What is left of the input is read on by a thread that nobody waits for.
///
/// # Errors
///
/// The outer one if `input` or `output` fails, the inner one if such a game cannot be played or the player's settings
/// are out of bounds; nothing has been read then.
pub fn serve(
    settings: EngineSettings,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<Result<(), SessionError>> {
    let bell = Arc::default();
    let mut board = match Board::new(settings, Arc::clone(&bell)) {
        Ok(board) => board,
        Err(error) => return Ok(Err(error)),
    };
    let input = Input::new(input, bell)?;
    while !board.is_over() {
        board.ponder();
        let command = match input.take()? {
            None => break,
            Some(Line::Command(command)) => command,
            Some(Line::Blank | Line::Interrupt) => continue,
        };
        let answer = match command {
            Ok(command) => match streams::find(&command.name) {
                Some(stream) => {
                    stream.run(&mut board, &command, &mut output)?;
                    continue;
                }
                None => Answer { id: command.id, result: commands::run(&mut board, &command) },
            },
            Err(error) => Answer { id: error.id(), result: Err(error.to_string()) },
        };
        // One write for one answer, so that it arrives whole.
        output.write_all(answer.to_string().as_bytes())?;
        output.flush()?;
    }
    Ok(Ok(()))
}
