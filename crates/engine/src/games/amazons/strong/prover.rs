//! A solver beside the search of a move.
//!
//! Towards the end of a game positions are decided that no evaluation sees through, and often a solver needs few nodes to say
//! so. It gets a share of the time: each time the search has judged so many leaves it goes on for some nodes, from where it
//! was. A win that it finds is played, and ends the search. Of a loss it says no more than that: which move resists longest is for the
//! search to find, which goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tesuji_amazons::{Move, Position};
use tesuji_board::Player;
use tesuji_search::{Limits, Meter};
use tesuji_solve::amazons::{Solved, Solver};

/// Positions with more empty squares are not tried.
const MOST_EMPTY: usize = 40;

/// The solver goes on each time so many leaves were judged, ...
const LEAVES: u64 = 16_384;

/// ... for so many nodes: about an eighth of the time altogether.
const NODES: u64 = 128;

/// After so many nodes for one position it is given up: what it remembers would grow too large.
const MOST_NODES: u64 = 200_000;

/// A solver at work on one position.
#[derive(Default)]
pub(super) struct Prover {
    solver: Solver,
    /// `None` once there is nothing more to do for it.
    position: Option<Position>,
    /// How many nodes this position may still have.
    left: u64,
    n_leaves: u64,
    solved: Option<Solved>,
    stop: Arc<AtomicBool>,
}

impl Prover {
    /// Begins with a position, and goes on for a first share of nodes.
    pub(super) fn begin(&mut self, position: &Position) {
        self.solved = None;
        self.n_leaves = 0;
        self.stop = Arc::default();
        let is_tried = position.empty().len() <= MOST_EMPTY;
        self.position = is_tried.then(|| position.clone());
        self.left = MOST_NODES;
        if self.solver.n_nodes() > MOST_NODES {
            // What it knows of earlier positions is mostly of no use any more.
            self.solver = Solver::default();
        }
        self.go_on();
    }

    /// Who wins, if that was found out.
    pub(super) fn winner(&self) -> Option<Player> {
        self.solved.map(|solved| solved.winner)
    }

    /// A move that wins, if one was found.
    pub(super) fn winning_move(&self) -> Option<Move> {
        self.solved.and_then(|solved| solved.mv)
    }

    /// Tells that a leaf was judged.
    pub(super) fn leaf(&mut self) {
        self.n_leaves += 1;
        if self.n_leaves.is_multiple_of(LEAVES) {
            self.go_on();
        }
    }

    fn go_on(&mut self) {
        let Some(position) = &self.position else { return };
        let nodes = NODES.min(self.left);
        self.solved = self.solver.solve(position, &Limits::nodes(nodes));
        self.left -= nodes;
        if self.solved.is_some() || self.left == 0 {
            self.position = None;
        }
        if self.winning_move().is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Limits of a search that ends when `outer` says so, and when the solver has found a win.
    pub(super) fn limits(&self, outer: &Limits) -> Limits {
        let relay = Relay { outer: outer.clone(), stop: self.stop.clone() };
        Limits { interrupt: self.stop.clone(), meter: Some(Arc::new(relay)), ..outer.clone() }
    }
}

/// Hands an interrupt from outside on to the search within.
#[derive(Debug)]
struct Relay {
    outer: Limits,
    stop: Arc<AtomicBool>,
}

impl Meter for Relay {
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
