//! Positions.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use tesuji_board::Player;
use tesuji_engine::State;
use tesuji_game::Outcome;
use tesuji_search::mcts::PlayoutRng;
use tesuji_workbench::types::{Colour, GameState, PlayedMove};
use tesuji_workbench::{Place, Trouble};

use crate::error::{trouble, wrong};

/// A position of any game, and the moves that led to it.
#[pyclass(subclass, module = "tesuji._tesuji")]
#[derive(Clone)]
pub(crate) struct Position {
    /// How the game began, and the moves.
    pub(crate) game: GameState,
    /// The positions before each move.
    past: Vec<State>,
    pub(crate) now: State,
}

/// A move of Python: its text, or its action.
#[derive(FromPyObject)]
enum MoveOf {
    Action(u32),
    Text(String),
}

/// What a position is made from.
#[derive(FromPyObject)]
enum Source<'py> {
    Position(PyRef<'py, Position>),
    State(String),
}

/// Black is 1 and White 2, as in arrays.
pub(crate) const fn number_of(player: Player) -> i8 {
    player.index() as i8 + 1
}

/// Who won as in arrays: 0 is a draw, or a game that goes on.
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
        let state = match state {
            Source::Position(position) => return Ok(position.clone()),
            Source::State(state) => state,
        };
        let game: GameState = serde_json::from_str(&state).map_err(|error| {
            let place = (error.line() > 0).then(|| Place { line: error.line(), column: error.column().max(1) });
            trouble(py, &Trouble { place, ..Trouble::new(error.to_string()) })
        })?;
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
        Ok(Self { game, past, now })
    }

    /// The game state of the workbench as JSON.
    fn state(&self) -> String {
        serde_json::to_string(&self.game).unwrap_or_default()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let state = slf.borrow().state();
        Ok((slf.get_type().into_any(), (state,)))
    }

    /// "hex", "go" or "amazons".
    #[getter]
    fn game(&self) -> &'static str {
        self.game.game.description().name
    }

    /// Whose turn it is: "black" or "white".
    #[getter]
    fn to_move(&self) -> &'static str {
        name_of(self.now.to_move())
    }

    /// Whether the game is over by its rules.
    #[getter]
    fn is_over(&self) -> bool {
        self.now.outcome().is_some()
    }

    /// Who has won: "black", "white", or None for a draw or a game that goes on.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.now.outcome()?.winner().map(name_of)
    }

    /// The number of cells of the board.
    #[getter]
    fn n_cells(&self) -> usize {
        self.now.n_cells()
    }

    /// How many actions there are, legal here or not.
    #[getter]
    fn n_actions(&self) -> u32 {
        self.now.n_actions()
    }

    /// The number of moves played.
    #[getter]
    fn n_moves(&self) -> usize {
        self.game.moves.len()
    }

    /// The moves played, as text.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.game.moves.iter().map(|mv| mv.text().to_owned()).collect()
    }

    /// Plays a move, given as text or as an action.
    fn play(&mut self, py: Python<'_>, r#move: MoveOf) -> PyResult<()> {
        let action = self.action(py, r#move)?;
        self.act(py, action)
    }

    /// Plays a move of this player, even if it is not its turn.
    fn play_by(&mut self, py: Python<'_>, player: &str, text: &str) -> PyResult<()> {
        let player = player_of(py, player)?;
        let mut next = self.now.clone();
        let fault = |error| wrong(py, &error);
        next.set_to_move(player).map_err(fault)?;
        let action = next.action_of(text).map_err(fault)?;
        let text = next.text_of(action).unwrap_or_default();
        next.play(action).map_err(fault)?;
        let in_turn = self.now.to_move() == player;
        self.past.push(std::mem::replace(&mut self.now, next));
        let colour = if player == Player::Black { Colour::Black } else { Colour::White };
        let by = PlayedMove::By { player: colour, mv: text.clone() };
        self.game.moves.push(if in_turn { PlayedMove::InTurn(text) } else { by });
        Ok(())
    }

    /// Takes the last move back.
    fn undo(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(past) = self.past.pop() else { return Err(wrong(py, &"there is no move to take back")) };
        self.now = past;
        self.game.moves.pop();
        Ok(())
    }

    /// All legal moves as text, in the order of the game.
    fn legal_moves(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.now.legal_actions(&mut actions);
        actions.into_iter().filter_map(|action| self.now.text_of(action)).collect()
    }

    /// All legal moves as an array of actions (uint32), in the order of the game.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let mut actions = Vec::with_capacity(self.now.n_cells());
        self.now.legal_actions(&mut actions);
        actions.into_pyarray(py)
    }

    /// How many legal moves there are.
    fn n_legal(&self) -> usize {
        self.now.n_legal()
    }

    /// Whether a move, given as text or as an action, is legal.
    fn is_legal(&self, py: Python<'_>, r#move: MoveOf) -> PyResult<bool> {
        Ok(self.now.is_legal(self.action(py, r#move)?))
    }

    /// The action of a move.
    fn action_of(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        self.now.action_of(text).map_err(|error| wrong(py, &error))
    }

    /// The text of an action.
    fn text_of(&self, py: Python<'_>, action: u32) -> PyResult<String> {
        let text = self.now.text_of(action);
        text.ok_or_else(|| wrong(py, &format!("{action} is no action: expected 0 to {}", self.now.n_actions() - 1)))
    }

    /// What is on each cell (int8): 0 nothing, 1 Black, 2 White, 3 an arrow.
    fn stones<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut stones = vec![0; self.now.n_cells()];
        self.now.write_stones(&mut stones);
        stones.into_pyarray(py)
    }

    /// Plays random legal moves until the game is over or `most` were played. Returns their number.
    #[pyo3(signature = (seed = 1, most = None))]
    fn play_randomly(&mut self, seed: u64, most: Option<usize>) -> usize {
        let most = most.unwrap_or(usize::MAX);
        let mut rng: PlayoutRng = State::rng(seed, 0);
        let mut n_moves = 0;
        while n_moves < most {
            let mut next = self.now.clone();
            let Some(action) = next.play_random(&mut rng) else { break };
            let text = self.now.text_of(action).unwrap_or_default();
            self.past.push(std::mem::replace(&mut self.now, next));
            self.game.moves.push(PlayedMove::InTurn(text));
            n_moves += 1;
        }
        n_moves
    }

    /// The Zobrist hash: equal positions have equal hashes.
    fn __hash__(&self) -> u64 {
        self.now.hash()
    }

    /// Whether it is the same position, whatever moves led to it.
    fn __eq__(&self, other: &Self) -> bool {
        self.game.game.kind() == other.game.game.kind() && self.now == other.now
    }

    /// A copy that can be played on by itself.
    fn copy(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        Ok(slf.get_type().call1((slf,))?.unbind())
    }
}
