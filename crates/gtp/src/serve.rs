//! Our players as an engine: commands in, answers out.
//!
//! Every line that is a command gets exactly one answer, whatever is in it; [`serve`] ends with `quit` or with the
//! input. `docs/GTP.md` describes the commands.
//!
//! The engine keeps a board of its own, a [`Session`](tesuji_engine::Session). A move that it chooses follows from the
//! moves before and the seed, as it does for a player in the same process: a game over a pipe is the same game. Only a
//! controller that sets times brings the clock in.

mod board;
mod clock;
mod commands;

use std::io::{self, BufRead, Write};

use tesuji_engine::{GameSpec, PlayerSpec, SessionError};

use self::board::Board;
use crate::protocol::{Answer, CommandReader};

/// What the engine plays and how.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSettings {
    /// The game, and the board until the controller asks for another.
    pub game: GameSpec,
    /// Who chooses the moves.
    pub player: PlayerSpec,
    /// The seed of each game, until the controller sets another.
    pub seed: u64,
}

/// Answers the commands of `input` on `output` until `quit` or the end of the input.
///
/// # Errors
///
/// The outer one if `input` or `output` fails, the inner one if such a game cannot be played or the player's settings
/// are out of bounds; nothing has been read then.
pub fn serve(
    settings: EngineSettings,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<Result<(), SessionError>> {
    let mut board = match Board::new(settings) {
        Ok(board) => board,
        Err(error) => return Ok(Err(error)),
    };
    let mut commands = CommandReader::new(input);
    while let Some(command) = commands.next_command()? {
        let answer = match command {
            Ok(command) => Answer { id: command.id, result: commands::run(&mut board, &command) },
            Err(error) => Answer { id: error.id(), result: Err(error.to_string()) },
        };
        // One write for one answer, so that it arrives whole.
        output.write_all(answer.to_string().as_bytes())?;
        output.flush()?;
        if board.is_over() {
            break;
        }
    }
    Ok(Ok(()))
}
