//! Many positions of one game at once, for environments and data.

use std::mem::discriminant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use tesuji_engine::{Judge, SessionError, State};
use tesuji_game::Evaluation;

use crate::error::wrong;
use crate::position::{Position, number_of, winner_of};
use crate::search::planes_of;
use crate::threads::{checked, for_each, for_pieces, stoppable};

/// Many positions of one game on one board. Threads may share it: each call has it for itself.
#[pyclass(frozen, module = "tesuji._tesuji")]
pub(crate) struct Batch {
    states: Mutex<Vec<State>>,
}

type Array<'py, T> = Bound<'py, PyArray1<T>>;
type Table<'py, T> = Bound<'py, PyArray2<T>>;

/// The most entries of a table: 4 GiB of bytes.
const MOST_ENTRIES: usize = 1 << 32;

/// The most positions: a small board takes some 300 bytes, so that these take 5 GB.
const MOST_POSITIONS: usize = 1 << 24;

impl Batch {
    fn of(states: Vec<State>) -> Self {
        Self { states: Mutex::new(states) }
    }

    /// Waits for other threads without Python's lock, which they may need.
    fn states(&self, py: Python<'_>) -> MutexGuard<'_, Vec<State>> {
        self.states.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Batch {
    /// The positions, which must be of one game on one board.
    #[new]
    fn new(py: Python<'_>, positions: Vec<PyRef<'_, Position>>) -> PyResult<Self> {
        let kind = |state: &State| (discriminant(state), state.n_cells());
        let mut states: Vec<State> = Vec::with_capacity(positions.len());
        for position in &positions {
            let state = position.now(py);
            if states.first().is_some_and(|first| kind(first) != kind(&state)) {
                return Err(wrong(py, &"a batch has positions of one game on boards of one size"));
            }
            states.push(state);
        }
        Ok(Self::of(states))
    }

    /// `n` copies of a position.
    #[staticmethod]
    fn repeat(py: Python<'_>, position: &Position, n: usize) -> PyResult<Self> {
        if n > MOST_POSITIONS {
            let text = format!("a batch of {n} positions is too large: at most {MOST_POSITIONS}");
            return Err(PyMemoryError::new_err(text));
        }
        Ok(Self::of(vec![position.now(py); n]))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.states(py).len()
    }

    /// A copy.
    fn copy(&self, py: Python<'_>) -> Self {
        Self::of(self.states(py).clone())
    }

    /// Content of each cell, int8 (n, cells): 0 nothing, 1 Black, 2 White, 3 an arrow.
    fn stones<'py>(&self, py: Python<'py>) -> PyResult<Table<'py, i8>> {
        let states = self.states(py);
        let n_cells = states.first().map_or(0, State::n_cells);
        let mut stones = vec![0; n_cells * states.len()];
        for (state, row) in states.iter().zip(stones.chunks_exact_mut(n_cells.max(1))) {
            state.write_stones(row);
        }
        stones.into_pyarray(py).reshape([states.len(), n_cells])
    }

    /// The planes that a net sees, float32 (n, planes, rows, columns), from the view of the player to move.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        planes_of(py, &self.states(py))
    }

    /// Whose turn it is, int8 (n): 1 Black, 2 White.
    fn to_move<'py>(&self, py: Python<'py>) -> Array<'py, i8> {
        self.states(py).iter().map(|state| number_of(state.to_move())).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Games that are over, bool (n).
    fn is_over<'py>(&self, py: Python<'py>) -> Array<'py, bool> {
        self.states(py).iter().map(|state| state.outcome().is_some()).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Winners, int8 (n): 1 Black, 2 White, 0 a draw or a game that goes on.
    fn winners<'py>(&self, py: Python<'py>) -> Array<'py, i8> {
        self.states(py).iter().map(|state| winner_of(state.outcome())).collect::<Vec<_>>().into_pyarray(py)
    }

    /// The Zobrist hashes, uint64 (n): equal positions have equal hashes.
    fn hashes<'py>(&self, py: Python<'py>) -> Array<'py, u64> {
        self.states(py).iter().map(State::hash).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Legal actions, bool (n, actions).
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Table<'py, bool>> {
        let states = self.states(py);
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
        let states = self.states(py);
        let n_cells = states.first().map_or(0, State::n_cells);
        let (mut actions, mut ends) = (Vec::with_capacity(n_cells * states.len()), vec![0]);
        for state in &*states {
            state.legal_actions(&mut actions);
            ends.push(actions.len() as i64);
        }
        (actions.into_pyarray(py), ends.into_pyarray(py))
    }

    /// Plays an action in each position; a negative one plays nothing there. If one is not legal, nothing is played.
    fn play(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let states = &mut *self.states(py);
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
        let most = most.unwrap_or(usize::MAX);
        let threads = checked(py, threads)?;
        let mut current = self.states(py);
        let mut states = current.clone();
        let mut counts = vec![0_i64; states.len()];
        let done = stoppable(py, |stop| {
            for_pieces(&mut states, &mut counts, threads, stop, |first, states, counts| {
                for (idx, (state, count)) in states.iter_mut().zip(counts).enumerate() {
                    let mut rng = State::rng(seed, (first + idx) as u64);
                    *count = state.play_randomly(most, &mut rng) as i64;
                }
            });
            (states, counts)
        });
        let (states, counts) = done?;
        *current = states;
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
        let states = self.states(py).clone();
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
            for_each(&pieces, &mut results, n_threads, stop, &evaluated);
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
