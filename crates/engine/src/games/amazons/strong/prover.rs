//! A solver next to the search of a move.
//!
//! Towards the end of a game, positions are decided that no evaluation sees through, and a solver often finds this out
//! with little work. It and the search take turns. If it is likely to decide, it gets half of the time: then no win is
//! lost that it can find in half of the time given. If that is less likely, it gets an eighth. A win that it finds is
//! played, and ends the search. If it finds a loss, the search goes on, to find the move that resists longest.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tesuji_amazons::{Move, Position};
use tesuji_board::Player;
use tesuji_endings::{EndingQuestion, EndingSolver, SolvedEnding};
use tesuji_search::{Limits, TimeMeter};

/// The solver does not try positions with a contested region of more empty squares than this; ...
const MOST_EMPTY: usize = 44;

/// ... those with at most this many are likely to be decided.
const LIKELY_EMPTY: usize = 36;

/// For this many leaves that the search judges, the solver looks at a hundred positions. For equal times it would be
/// 30: a look takes 0.77 us, a node of the search 2.1 us, and four in five nodes are leaves. The solver loses a tenth
/// of its time by being interrupted.
const LEAVES_TO_100_LOOKS: u64 = 25;

/// If the solver is not likely to decide, it gets one part in this many of the search's time.
const UNLIKELY: u64 = 7;

/// After this many leaves it is checked whose turn it is.
const LEAVES: u64 = 64;

/// The first turn of the solver, in positions looked at: a few milliseconds.
const FIRST_TURN: u64 = 2_000;

/// Each further turn is one part in this many of the work done so far. It begins at the root each time, so short turns
/// would be a waste.
const PART: u64 = 4;

/// Slots of the solver's search table: 56 MiB.
const SLOTS: usize = 1 << 20;

/// A solver at work on one position.
pub(super) struct Prover {
    solver: EndingSolver,
    /// `None` once the solver has nothing more to do.
    question: Option<EndingQuestion>,
    /// Number of leaves that the search evaluates per hundred looks of the solver.
    leaves_to_100_looks: u64,
    n_leaves: u64,
    n_looks: u64,
    solved: Option<SolvedEnding>,
    /// The limits of the search, which bind the solver too.
    limits: Limits,
    stop: Arc<AtomicBool>,
}

impl Default for Prover {
    fn default() -> Self {
        Self {
            solver: EndingSolver::with_slots(EndingSolver::BOUNDS, SLOTS),
            question: None,
            leaves_to_100_looks: 0,
            n_leaves: 0,
            n_looks: 0,
            solved: None,
            limits: Limits::default(),
            stop: Arc::default(),
        }
    }
}

impl Prover {
    /// Begins with a position, and takes the first turn.
    pub(super) fn begin(&mut self, position: &Position, limits: &Limits) {
        (self.solved, self.n_leaves, self.n_looks) = (None, 0, 0);
        self.limits = Limits { nodes: None, ..limits.clone() };
        self.stop = Arc::default();
        let question = self.solver.question(position);
        let n_empty = question.largest_contested();
        self.leaves_to_100_looks = LEAVES_TO_100_LOOKS * if n_empty <= LIKELY_EMPTY { 1 } else { UNLIKELY };
        self.question = (n_empty <= MOST_EMPTY).then_some(question);
        self.go_on();
    }

    /// The winner, if that has been found.
    pub(super) fn winner(&self) -> Option<Player> {
        self.solved.map(|solved| solved.winner)
    }

    /// A move that wins, if one has been found.
    pub(super) fn winning_move(&self) -> Option<Move> {
        self.solved.and_then(|solved| solved.mv)
    }

    /// Notes that a leaf was judged.
    pub(super) fn leaf(&mut self) {
        self.n_leaves += 1;
        if self.n_leaves.is_multiple_of(LEAVES) && 100 * self.n_leaves >= self.n_looks * self.leaves_to_100_looks {
            self.go_on();
        }
    }

    fn go_on(&mut self) {
        let Some(question) = &mut self.question else { return };
        let turn = FIRST_TURN.max(self.n_looks / PART);
        let (before, limits) = (self.solver.n_looks(), Limits { progress: Arc::default(), ..self.limits.clone() });
        self.solved = self.solver.work_for(question, turn, &limits);
        let n_looks = self.solver.n_looks() - before;
        self.n_looks += n_looks;
        // A solver that does not use up its turn has nothing left to do.
        if self.solved.is_some() || n_looks < turn / 2 {
            self.question = None;
        }
        if self.winning_move().is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Limits of a search that ends when the limits of the position say so, or when the solver has found a win.
    pub(super) fn limits(&self, nodes: u64) -> Limits {
        let relay = Relay { outer: self.limits.clone(), stop: self.stop.clone() };
        Limits { nodes: Some(nodes), interrupt: self.stop.clone(), meter: Some(Arc::new(relay)), ..self.limits.clone() }
    }
}

/// Passes an interrupt from outside on to the inner search.
#[derive(Debug)]
struct Relay {
    outer: Limits,
    stop: Arc<AtomicBool>,
}

impl TimeMeter for Relay {
    fn tick(&self) {
        if let Some(meter) = &self.outer.meter {
            meter.tick();
        }
        if self.outer.interrupt.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn leave(&self) {
        if let Some(meter) = &self.outer.meter {
            meter.leave();
        }
    }
}
