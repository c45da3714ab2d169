//! Many positions of one game at once, for environments and data.

use std::mem::discriminant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyType;
use tesuji_engine::{Judge, SessionError, State};
use tesuji_game::Evaluation;
use tesuji_workbench::types::GameState;

use crate::error::wrong;
use crate::position::{Position, number_of, winner_of};
use crate::search::planes_of;
use crate::threads::{checked, share, stoppable};

/// Many positions of one game on one board. Threads may share it: each call has it for itself.
#[pyclass(frozen, module = "tesuji._tesuji")]
pub(crate) struct Batch {
    content: Mutex<Content>,
}

/// The positions, and what makes them again: a state has no text of its own, since it knows more than its stones.
#[derive(Clone, Default)]
struct Content {
    states: Vec<State>,
    /// The first positions, each with the number of its copies.
    starts: Vec<(GameState, usize)>,
    calls: Vec<Call>,
}

/// A call that changed the positions: a seed and the most moves, or actions.
#[derive(Clone, FromPyObject, IntoPyObject)]
enum Call {
    Randomly((u64, Option<usize>)),
    Play(Vec<i64>),
}

/// Content of a pickle: the first positions with the numbers of their copies, and the calls.
type Pickled = (Vec<(String, usize)>, Vec<Call>);
type Array<'py, T> = Bound<'py, PyArray1<T>>;
type Table<'py, T> = Bound<'py, PyArray2<T>>;

/// The most entries of a table: 4 GiB of bytes.
const MOST_ENTRIES: usize = 1 << 32;

/// The most positions: a small board takes some 300 bytes, so that these take 5 GB.
const MOST_POSITIONS: usize = 1 << 24;

impl Batch {
    /// Waits for other threads without Python's lock, which they may need.
    fn content(&self, py: Python<'_>) -> MutexGuard<'_, Content> {
        self.content.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

impl Content {
    fn add(&mut self, py: Python<'_>, position: &Position, n: usize) {
        self.states.resize(self.states.len() + n, position.now(py));
        self.starts.push((position.game_state(py), n));
    }
}

#[pymethods]
impl Batch {
    /// The positions, which must be of one game on one board.
    #[new]
    fn new(py: Python<'_>, positions: Vec<PyRef<'_, Position>>) -> PyResult<Self> {
        let kind = |state: &State| (discriminant(state), state.n_cells());
        let mut content = Content::default();
        positions.iter().for_each(|position| content.add(py, position, 1));
        if content.states.windows(2).any(|pair| kind(&pair[0]) != kind(&pair[1])) {
            return Err(wrong(py, &"a batch has positions of one game on boards of one size"));
        }
        Ok(Self { content: Mutex::new(content) })
    }

    /// `n` copies of a position.
    #[staticmethod]
    fn repeat(py: Python<'_>, position: &Position, n: usize) -> PyResult<Self> {
        if n > MOST_POSITIONS {
            let text = format!("a batch of {n} positions is too large: at most {MOST_POSITIONS}");
            return Err(PyMemoryError::new_err(text));
        }
        let mut content = Content::default();
        content.add(py, position, n);
        Ok(Self { content: Mutex::new(content) })
    }

    /// For `pickle`: an empty batch, the positions it began with and the calls that are made again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (Vec<usize>,), Pickled)> {
        let content = slf.get().content(slf.py());
        let text = |game: &GameState| serde_json::to_string(game).map_err(|error| wrong(slf.py(), &error));
        let starts = content.starts.iter().map(|(game, n)| Ok((text(game)?, *n))).collect::<PyResult<_>>()?;
        Ok((slf.get_type(), (Vec::new(),), (starts, content.calls.clone())))
    }

    fn __setstate__(&self, py: Python<'_>, pickled: Pickled) -> PyResult<()> {
        for (text, n) in pickled.0 {
            self.content(py).add(py, &Position::of_json(py, &text)?, n.min(MOST_POSITIONS));
        }
        for call in pickled.1 {
            match call {
                Call::Randomly((seed, most)) => _ = self.play_randomly(py, seed, most, 1)?,
                Call::Play(actions) => self.play(py, actions.into_pyarray(py).readonly())?,
            }
        }
        Ok(())
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.content(py).states.len()
    }

    /// A copy.
    fn copy(&self, py: Python<'_>) -> Self {
        Self { content: Mutex::new(self.content(py).clone()) }
    }

    /// Content of each cell, int8 (n, cells): 0 nothing, 1 Black, 2 White, 3 an arrow.
    fn stones<'py>(&self, py: Python<'py>) -> PyResult<Table<'py, i8>> {
        let states = &self.content(py).states;
        let n_cells = states.first().map_or(0, State::n_cells);
        let mut stones = vec![0; n_cells * states.len()];
        for (state, row) in states.iter().zip(stones.chunks_exact_mut(n_cells.max(1))) {
            state.write_stones(row);
        }
        stones.into_pyarray(py).reshape([states.len(), n_cells])
    }

    /// The planes that a net sees, float32 (n, planes, rows, columns), from the view of the player to move.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        planes_of(py, &self.content(py).states)
    }

    /// Whose turn it is, int8 (n): 1 Black, 2 White.
    fn to_move<'py>(&self, py: Python<'py>) -> Array<'py, i8> {
        self.content(py).states.iter().map(|state| number_of(state.to_move())).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Games that are over, bool (n).
    fn is_over<'py>(&self, py: Python<'py>) -> Array<'py, bool> {
        self.content(py).states.iter().map(|state| state.outcome().is_some()).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Winners, int8 (n): 1 Black, 2 White, 0 a draw or a game that goes on.
    fn winners<'py>(&self, py: Python<'py>) -> Array<'py, i8> {
        self.content(py).states.iter().map(|state| winner_of(state.outcome())).collect::<Vec<_>>().into_pyarray(py)
    }

    /// The Zobrist hashes, uint64 (n): equal positions have equal hashes.
    fn hashes<'py>(&self, py: Python<'py>) -> Array<'py, u64> {
        self.content(py).states.iter().map(State::hash).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Legal actions, bool (n, actions).
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Table<'py, bool>> {
        let states = &self.content(py).states;
        let n_actions = states.first().map_or(0, State::n_actions) as usize;
        let n_entries = n_actions.saturating_mul(states.len());
        if n_entries > MOST_ENTRIES {
            let advice = "use legal_actions, or a smaller batch";
            return Err(wrong(py, &format!("a mask of {n_entries} actions is too large: {advice}")));
        }
        let mut mask = vec![false; n_entries];
        for (state, row) in states.iter().zip(mask.chunks_exact_mut(n_actions.max(1))) {
            state.write_legal(row);
        }
        mask.into_pyarray(py).reshape([states.len(), n_actions])
    }

    /// The legal actions of all positions, one after the other (uint32), and where those of each begin and end
    /// (int64, n + 1).
    fn legal_actions<'py>(&self, py: Python<'py>) -> (Array<'py, u32>, Array<'py, i64>) {
        let states = &self.content(py).states;
        let n_cells = states.first().map_or(0, State::n_cells);
        let (mut actions, mut ends) = (Vec::with_capacity(n_cells * states.len()), vec![0]);
        for state in states {
            state.legal_actions(&mut actions);
            ends.push(actions.len() as i64);
        }
        (actions.into_pyarray(py), ends.into_pyarray(py))
    }

    /// Plays an action in each position; a negative one plays nothing there. If one is not legal, nothing is played.
    fn play(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let content = &mut *self.content(py);
        let states = &mut content.states;
        let actions = actions.as_array();
        if actions.len() != states.len() {
            let (n, found) = (states.len(), actions.len());
            return Err(wrong(py, &format!("{found} actions for {n} positions: expected one for each")));
        }
        let legal = |(idx, (state, &action)): (usize, (&State, &i64))| {
            let action = u32::try_from(action).unwrap_or(u32::MAX);
            match state.is_legal(action) {
                true => Ok(()),
                // The error is that of playing it.
                false => state.clone().play(action).map_err(|error| wrong(py, &format!("position {idx}: {error}"))),
            }
        };
        let mut played = states.iter().zip(&actions).enumerate().filter(|(_, (_, action))| **action >= 0);
        played.try_for_each(legal)?;
        for (state, &action) in states.iter_mut().zip(&actions).filter(|(_, action)| **action >= 0) {
            state.play(u32::try_from(action).unwrap_or(u32::MAX)).map_err(|error| wrong(py, &error))?;
        }
        content.calls.push(Call::Play(actions.to_vec()));
        Ok(())
    }

    /// Plays random legal moves in every position until its game is over or `most` were played. Returns the numbers of
    /// moves, int64 (n). Position number i has the same moves whatever the batch and the threads are.
    #[pyo3(signature = (seed = 1, most = None, threads = 1))]
    fn play_randomly<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        most: Option<usize>,
        threads: usize,
    ) -> PyResult<Array<'py, i64>> {
        const PIECE: usize = 16;
        let threads = checked(py, threads)?;
        let mut current = self.content(py);
        let mut states = current.states.clone();
        let mut counts = vec![0_i64; states.len()];
        let done = stoppable(py, |stop| {
            let pieces = states.chunks_mut(PIECE).zip(counts.chunks_mut(PIECE)).enumerate();
            share(pieces, threads, stop, &|(piece, (states, counts))| {
                for (idx, (state, count)) in states.iter_mut().zip(counts).enumerate() {
                    let mut rng = State::rng(seed, (piece * PIECE + idx) as u64);
                    *count = state.play_randomly(most.unwrap_or(usize::MAX), &mut rng) as i64;
                }
            });
            (states, counts)
        });
        let (states, counts) = done?;
        current.states = states;
        current.calls.push(Call::Randomly((seed, most)));
        Ok(counts.into_pyarray(py))
    }

    /// Results of an evaluator for each position: the value for the player to move, float64 (n), and certain winners,
    /// int8 (n): 1 Black wins, 2 White wins, 0 an opinion. A certain value is inf or -inf.
    #[pyo3(signature = (evaluator, threads = 1))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        evaluator: &str,
        threads: usize,
    ) -> PyResult<(Array<'py, f64>, Array<'py, i8>)> {
        let n_threads = checked(py, threads)?;
        let states = self.content(py).states.clone();
        let judge = |stop: &Arc<AtomicBool>| -> Result<(Vec<f64>, Vec<i8>), SessionError> {
            let Some(first) = states.first() else { return Ok((Vec::new(), Vec::new())) };
            Judge::new(evaluator, first)?;
            // Pieces keep their order, so that each evaluator sees positions of one game in a row.
            let piece = states.len().div_ceil(n_threads * 4).max(1);
            let pieces: Vec<&[State]> = states.chunks(piece).collect();
            let mut results = vec![Ok(Vec::new()); pieces.len()];
            let evaluated = |states: &&[State]| -> Result<Vec<(f64, i8)>, SessionError> {
                let mut judge = Judge::new(evaluator, &states[0])?;
                // A piece may take long: an interrupt does not wait for its end.
                states
                    .iter()
                    .take_while(|_| !stop.load(Ordering::Relaxed))
                    .map(|state| Ok(numbers_of(judge.judge(state)?, state)))
                    .collect()
            };
            let tasks = pieces.iter().zip(&mut results);
            share(tasks, n_threads, stop, &|(states, result)| *result = evaluated(states));
            let mut all = (Vec::new(), Vec::new());
            for values in results {
                for (value, certain) in values? {
                    all.0.push(value);
                    all.1.push(certain);
                }
            }
            Ok(all)
        };
        let (values, certain) = stoppable(py, judge)?.map_err(|error| wrong(py, &error))?;
        Ok((values.into_pyarray(py), certain.into_pyarray(py)))
    }
}

/// A value for the player to move, and who wins for certain.
fn numbers_of(evaluation: Evaluation, state: &State) -> (f64, i8) {
    match evaluation {
        Evaluation::Estimate(value) => (value, 0),
        Evaluation::Decided(outcome) => {
            let value = match outcome.winner() {
                Some(winner) if winner == state.to_move() => f64::INFINITY,
                Some(_) => f64::NEG_INFINITY,
                None => 0.0,
            };
            (value, winner_of(Some(outcome)))
        }
    }
}
