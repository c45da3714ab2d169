//! Positions.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{IntoPyArray, PyArray1};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use tesuji_board::Player;
use tesuji_engine::State;
use tesuji_game::Outcome;
use tesuji_search::mcts::PlayoutRng;
use tesuji_workbench::Trouble;
use tesuji_workbench::types::{Colour, GameState, PlayedMove};

use crate::error::{arguments, trouble, wrong};

/// A position of any game, and the moves that led to it. Threads may share it: each call has it for itself.
#[pyclass(subclass, frozen, module = "tesuji._tesuji")]
pub(crate) struct Position {
    line: Mutex<Line>,
}

#[derive(Clone)]
struct Line {
    /// Beginning of the game, and the moves.
    game: GameState,
    /// The positions before each move.
    past: Vec<State>,
    now: State,
}

/// A move of Python: its text, or its action.
enum MoveOf {
    Action(u32),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for MoveOf {
    type Error = PyErr;

    fn extract(found: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = || found.extract().map(Self::Text);
        found.extract().map(Self::Action).or_else(|_| text()).or_else(|_| {
            let what = format!("move: expected a text such as `c3`, or an action, 0 or more; found {}", found.repr()?);
            Err(wrong(found.py(), &what))
        })
    }
}

/// Sources of a position.
#[derive(FromPyObject)]
enum Source<'py> {
    Position(PyRef<'py, Position>),
    State(String),
}

/// Black is 1 and White 2, as in arrays.
pub(crate) const fn number_of(player: Player) -> i8 {
    player.index() as i8 + 1
}

/// The winner as in arrays: 0 is a draw, or a game that goes on.
pub(crate) fn winner_of(outcome: Option<Outcome>) -> i8 {
    outcome.and_then(Outcome::winner).map_or(0, number_of)
}

fn name_of(player: Player) -> &'static str {
    match player {
        Player::Black => "black",
        Player::White => "white",
    }
}

pub(crate) fn player_of(py: Python<'_>, name: &str) -> PyResult<Player> {
    match name {
        "black" => Ok(Player::Black),
        "white" => Ok(Player::White),
        _ => Err(wrong(py, &format!("`{name:.20}` is no player: expected black or white"))),
    }
}

impl Position {
    /// Waits for other threads without Python's lock, which they may need.
    fn line(&self, py: Python<'_>) -> MutexGuard<'_, Line> {
        self.line.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Beginning of the game, and the moves.
    pub(crate) fn game_state(&self, py: Python<'_>) -> GameState {
        self.line(py).game.clone()
    }

    /// From a game state as JSON.
    pub(crate) fn of_json(py: Python<'_>, state: &str) -> PyResult<Self> {
        let game: GameState = arguments(state).map_err(|error| trouble(py, &error))?;
        let moves = &game.moves;
        let begun = GameState { moves: Vec::new(), ..game.clone() };
        let fault = |error: &Trouble| trouble(py, error);
        let mut now = tesuji_workbench::session(&begun).map_err(|error| fault(&error))?.state();
        let mut past = Vec::with_capacity(moves.len());
        for (idx, mv) in moves.iter().enumerate() {
            let mut next = now.clone();
            let played = (|| {
                if let PlayedMove::By { player, .. } = mv {
                    next.set_to_move((*player).into())?;
                }
                next.play(next.action_of(mv.text())?)
            })();
            played.map_err(|error| {
                let text: String = mv.text().chars().take(32).collect();
                wrong(py, &format!("move {} ({text}): {error}", idx + 1))
            })?;
            past.push(std::mem::replace(&mut now, next));
        }
        Ok(Self { line: Mutex::new(Line { game, past, now }) })
    }

    /// The position after the last move.
    pub(crate) fn now(&self, py: Python<'_>) -> State {
        self.line(py).now.clone()
    }
}

impl Line {
    fn act(&mut self, py: Python<'_>, action: u32) -> PyResult<()> {
        let mut next = self.now.clone();
        next.play(action).map_err(|error| wrong(py, &error))?;
        let text = self.now.text_of(action).unwrap_or_default();
        self.past.push(std::mem::replace(&mut self.now, next));
        self.game.moves.push(PlayedMove::InTurn(text));
        Ok(())
    }

    fn action(&self, py: Python<'_>, mv: MoveOf) -> PyResult<u32> {
        match mv {
            MoveOf::Action(action) => Ok(action),
            MoveOf::Text(text) => self.now.action_of(&text).map_err(|error| wrong(py, &error)),
        }
    }
}

#[pymethods]
impl Position {
    /// From a game state of the workbench as JSON, or a copy of another position.
    #[new]
    fn new(py: Python<'_>, state: Source<'_>) -> PyResult<Self> {
        match state {
            Source::Position(position) => Ok(Self { line: Mutex::new(position.line(py).clone()) }),
            Source::State(state) => Self::of_json(py, &state),
        }
    }

    /// The game state of the workbench as JSON.
    fn state(&self, py: Python<'_>) -> String {
        serde_json::to_string(&self.line(py).game).unwrap_or_default()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let state = slf.get().state(slf.py());
        Ok((slf.get_type().into_any(), (state,)))
    }

    /// "hex", "go" or "amazons".
    #[getter]
    fn game(&self, py: Python<'_>) -> &'static str {
        self.line(py).game.game.description().name
    }

    /// Whose turn it is: "black" or "white".
    #[getter]
    fn to_move(&self, py: Python<'_>) -> &'static str {
        name_of(self.line(py).now.to_move())
    }

    /// Whether the game is over by its rules.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> bool {
        self.line(py).now.outcome().is_some()
    }

    /// The winner: "black", "white", or None for a draw or a game that goes on.
    #[getter]
    fn winner(&self, py: Python<'_>) -> Option<&'static str> {
        self.line(py).now.outcome()?.winner().map(name_of)
    }

    /// The number of cells of the board.
    #[getter]
    fn n_cells(&self, py: Python<'_>) -> usize {
        self.line(py).now.n_cells()
    }

    /// Number of actions, legal here or not.
    #[getter]
    fn n_actions(&self, py: Python<'_>) -> u32 {
        self.line(py).now.n_actions()
    }

    /// The number of moves played.
    #[getter]
    fn n_moves(&self, py: Python<'_>) -> usize {
        self.line(py).game.moves.len()
    }

    /// The moves played, as text.
    #[getter]
    fn moves(&self, py: Python<'_>) -> Vec<String> {
        self.line(py).game.moves.iter().map(|mv| mv.text().to_owned()).collect()
    }

    /// Plays a move, given as text or as an action.
    fn play(&self, py: Python<'_>, r#move: MoveOf) -> PyResult<()> {
        let mut line = self.line(py);
        let action = line.action(py, r#move)?;
        line.act(py, action)
    }

    /// Plays a move of this player, even if it is not its turn.
    fn play_by(&self, py: Python<'_>, player: &str, text: &str) -> PyResult<()> {
        let player = player_of(py, player)?;
        let line = &mut *self.line(py);
        let mut next = line.now.clone();
        let fault = |error| wrong(py, &error);
        next.set_to_move(player).map_err(fault)?;
        let action = next.action_of(text).map_err(fault)?;
        let text = next.text_of(action).unwrap_or_default();
        next.play(action).map_err(fault)?;
        let in_turn = line.now.to_move() == player;
        line.past.push(std::mem::replace(&mut line.now, next));
        let colour = if player == Player::Black { Colour::Black } else { Colour::White };
        let by = PlayedMove::By { player: colour, mv: text.clone() };
        line.game.moves.push(if in_turn { PlayedMove::InTurn(text) } else { by });
        Ok(())
    }

    /// Takes the last move back.
    fn undo(&self, py: Python<'_>) -> PyResult<()> {
        let line = &mut *self.line(py);
        let Some(past) = line.past.pop() else { return Err(wrong(py, &"there is no move to take back")) };
        line.now = past;
        line.game.moves.pop();
        Ok(())
    }

    /// All legal moves as text, in the order of the game.
    fn legal_moves(&self, py: Python<'_>) -> Vec<String> {
        let now = self.now(py);
        let mut actions = Vec::new();
        now.legal_actions(&mut actions);
        actions.into_iter().filter_map(|action| now.text_of(action)).collect()
    }

    /// All legal moves as an array of actions (uint32), in the order of the game.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let mut actions = Vec::new();
        self.line(py).now.legal_actions(&mut actions);
        actions.into_pyarray(py)
    }

    /// Number of legal moves.
    fn n_legal(&self, py: Python<'_>) -> usize {
        self.line(py).now.n_legal()
    }

    /// Whether a move, given as text or as an action, is legal.
    fn is_legal(&self, py: Python<'_>, r#move: MoveOf) -> PyResult<bool> {
        let line = self.line(py);
        Ok(line.now.is_legal(line.action(py, r#move)?))
    }

    /// The action of a move.
    fn action_of(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        self.line(py).now.action_of(text).map_err(|error| wrong(py, &error))
    }

    /// The text of an action.
    fn text_of(&self, py: Python<'_>, action: u32) -> PyResult<String> {
        let now = self.now(py);
        let text = now.text_of(action);
        text.ok_or_else(|| wrong(py, &format!("{action} is no action: expected 0 to {}", now.n_actions() - 1)))
    }

    /// Content of each cell (int8): 0 nothing, 1 Black, 2 White, 3 an arrow.
    fn stones<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let now = self.now(py);
        let mut stones = vec![0; now.n_cells()];
        now.write_stones(&mut stones);
        stones.into_pyarray(py)
    }

    /// Plays random legal moves until the game is over or `most` were played. Returns their number.
    #[pyo3(signature = (seed = 1, most = None))]
    fn play_randomly(&self, py: Python<'_>, seed: u64, most: Option<usize>) -> usize {
        let most = most.unwrap_or(usize::MAX);
        let mut rng: PlayoutRng = State::rng(seed, 0);
        let mut n_moves = 0;
        let line = &mut *self.line(py);
        while n_moves < most {
            let mut next = line.now.clone();
            let Some(action) = next.play_random(&mut rng) else { break };
            let text = line.now.text_of(action).unwrap_or_default();
            line.past.push(std::mem::replace(&mut line.now, next));
            line.game.moves.push(PlayedMove::InTurn(text));
            n_moves += 1;
        }
        n_moves
    }

    /// The Zobrist hash: equal positions have equal hashes.
    fn __hash__(&self, py: Python<'_>) -> u64 {
        self.line(py).now.hash()
    }

    /// Whether it is the same position, whatever moves led to it.
    fn __eq__(&self, py: Python<'_>, other: &Self) -> bool {
        let look = |position: &Self| {
            let line = position.line(py);
            (line.game.game.kind(), line.now.clone())
        };
        // Between two looks at one position another thread may play.
        std::ptr::eq(self, other) || look(self) == look(other)
    }

    /// A copy that can be played on by itself.
    fn copy(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        Ok(slf.get_type().call1((slf,))?.unbind())
    }
}
