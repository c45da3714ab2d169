//! Sessions: players that remember their searches.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use tesuji_archive::within;
use tesuji_board::Player;
use tesuji_engine::{Choice, PlayerSpec, SessionError};
use tesuji_search::Limits;
use tesuji_workbench::types::{Colour, GameState, PlayedMove};

use crate::error::{arguments, trouble, wrong};
use crate::position::{Position, player_of};
use crate::threads::stoppable;

/// A game in play with players that remember from move to move.
#[pyclass(module = "tesuji._tesuji")]
pub(crate) struct Session {
    session: Mutex<tesuji_engine::Session>,
    game: GameState,
}

impl Session {
    fn with<T>(&self, act: impl FnOnce(&mut tesuji_engine::Session) -> T) -> T {
        act(&mut self.session.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl Session {
    /// A game that goes on from a position.
    #[new]
    fn new(py: Python<'_>, position: &Position) -> PyResult<Self> {
        let game = position.game_state(py);
        let session = tesuji_workbench::session(&game).map_err(|error| trouble(py, &error))?;
        Ok(Self { session: Mutex::new(session), game })
    }

    /// Whose turn it is.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.with(|session| if session.to_move() == Player::Black { "black" } else { "white" })
    }

    /// The moves played.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.with(|session| session.moves().iter().map(|(_, mv)| mv.clone()).collect())
    }

    /// Whether the game is over by its rules.
    #[getter]
    fn is_over(&self) -> bool {
        self.with(|session| session.outcome().is_some())
    }

    /// Plays a move, by `player` if it is given.
    #[pyo3(signature = (text, player = None))]
    fn play(&self, py: Python<'_>, text: &str, player: Option<&str>) -> PyResult<()> {
        let player = player.map(|player| player_of(py, player)).transpose()?;
        let played = self.with(|session| session.play(player.unwrap_or_else(|| session.to_move()), text));
        played.map_err(|error| wrong(py, &error))
    }

    /// Takes the last move back.
    fn undo(&self, py: Python<'_>) -> PyResult<()> {
        self.with(tesuji_engine::Session::undo).map_err(|error| wrong(py, &error))
    }

    /// Lets a player (its settings as JSON) choose a move within nodes or seconds, and does not play it. Returns the
    /// move, its value for the player to move from 0 to 1 (or None), and the nodes.
    #[pyo3(signature = (player, nodes = None, seconds = None, seed = 1))]
    fn genmove(
        &self,
        py: Python<'_>,
        player: &str,
        nodes: Option<u64>,
        seconds: Option<f64>,
        seed: u64,
    ) -> PyResult<(String, Option<f64>, u64)> {
        let player: PlayerSpec = arguments(player).map_err(|error| trouble(py, &error))?;
        let seconds = seconds.map(Duration::try_from_secs_f64).transpose().map_err(|error| wrong(py, &error))?;
        let chosen = stoppable(py, |stop| -> Result<Choice, SessionError> {
            within(seconds, stop, |limits| {
                let limits = Limits { nodes, ..limits.clone() };
                self.with(|session| session.genmove(&player, &limits, seed))
            })
        })?;
        let Choice { mv, value, nodes, .. } = chosen.map_err(|error| wrong(py, &error))?;
        Ok((mv, value, nodes))
    }

    /// The game state of the workbench as JSON.
    fn state(&self) -> String {
        let start = GameState { moves: Vec::new(), ..self.game.clone() };
        let Ok(begun) = tesuji_workbench::session(&start) else { return String::new() };
        let mut turn = begun.to_move();
        let mut moves = Vec::new();
        for (player, mv) in self.with(|session| session.moves().to_vec()) {
            let colour = if player == Player::Black { Colour::Black } else { Colour::White };
            let by = PlayedMove::By { player: colour, mv: mv.clone() };
            moves.push(if player == turn { PlayedMove::InTurn(mv) } else { by });
            turn = player.opponent();
        }
        serde_json::to_string(&GameState { moves, ..start }).unwrap_or_default()
    }
}
