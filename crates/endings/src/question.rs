//! A position that is being solved: what of it has a value by now, and what is left to be searched.

use tesuji_amazons::Position;
use tesuji_board::Player;
use tesuji_cgt::Value;
use tesuji_search::Limits;

use super::plot::{Plot, Stand};
use super::regions::regions;
use super::sum::{Sum, squares};
use super::values::{PlotTables, Valuer};

/// Regions with more empty squares are not valued: who wins the whole is found sooner than what each of them is worth.
const MOST_EMPTY: u32 = 9;

/// Stands of the first turn of the values.
const FIRST_TURN: u64 = 1_024;

/// For so many stands the search has a node, which takes as long.
const STANDS_A_NODE: u64 = 8;

/// In the next turns it is so many times as much.
const FACTOR: u64 = 4;

/// The arena may take so many steps for a sum of values.
const STEPS_A_SUM: u64 = 1_000_000;

/// A position that a [`Solver`](super::Solver) works at.
#[derive(Debug)]
pub struct Question {
    position: Position,
    pub(super) mover: Player,
    pub(super) sum: Sum,
    /// The parts of the sum that make up what is known, with their values; ...
    pub(super) summed: Vec<(usize, Value)>,
    pub(super) known: Value,
    /// ... and the place and the stand of the others. `None` if they are too large.
    pub(super) rest: Option<(Plot, Stand)>,
    /// The number of that place: what the solver knows of places by number is of it alone.
    pub(super) number: u32,
    /// What is known of it.
    pub(super) tables: PlotTables,
    /// How long the turns are, in stands; `None` if the search alone is left.
    turn: Option<u64>,
    /// What has been done of this turn.
    done: u64,
    is_for_values: bool,
}

impl Question {
    pub(super) fn new(position: &Position, valuer: &mut Valuer) -> Self {
        let bounds = valuer.bounds();
        let mut question = Self {
            position: position.clone(),
            mover: position.to_move(),
            sum: Sum::new(position, regions(position), bounds.walk_nodes),
            summed: Vec::new(),
            known: Value::ZERO,
            rest: None,
            number: 0,
            tables: PlotTables::default(),
            turn: None,
            done: 0,
            is_for_values: false,
        };
        // What the search values at every node is valued at once.
        question.sum.value(valuer, bounds.empty, &Limits::default());
        question.fold(valuer);
        // Beside one region all is known, and who wins is less to find out than what it is worth.
        question.turn = (question.sum.n_contested() > 1 && question.is_open()).then_some(FIRST_TURN);
        question.is_for_values = question.turn.is_some();
        question
    }

    /// The number of empty squares of the largest region in which both players can move; 0 if there is none. What a question costs
    /// depends on it above all.
    #[must_use]
    pub fn largest_contested(&self) -> usize {
        self.sum.largest_contested()
    }

    /// Is it the turn of the values?
    pub(super) const fn is_for_values(&self) -> bool {
        self.is_for_values
    }

    /// How many nodes or stands are left of the turn.
    pub(super) fn left_of_turn(&self) -> u64 {
        let turn = self.turn.map(|turn| if self.is_for_values { turn } else { turn / STANDS_A_NODE });
        turn.map_or(u64::MAX, |turn| turn.saturating_sub(self.done))
    }

    /// Notes that the search has had so many nodes of those that it might have had, and says whether the values can help it.
    pub(super) fn is_searched(&mut self, n_nodes: u64, most: u64) -> bool {
        self.done += n_nodes;
        if self.turn.is_some() && (self.left_of_turn() == 0 || n_nodes < most) {
            self.turn = self.turn.map(|turn| turn.saturating_mul(FACTOR));
            (self.done, self.is_for_values) = (0, true);
        }
        self.turn.is_some()
    }

    /// Looks for values for what is left of the turn, and says how many stands were looked at.
    pub(super) fn value(&mut self, valuer: &mut Valuer, limits: &Limits) -> u64 {
        let used = self.sum.value(valuer, MOST_EMPTY, limits);
        self.fold(valuer);
        self.done += used;
        let is_open = self.is_open();
        // What stops early has grown past its bounds.
        if self.left_of_turn() == 0 || !is_open || limits.nodes.is_some_and(|most| used < most) {
            self.turn = self.turn.filter(|_| is_open);
            (self.done, self.is_for_values) = (0, false);
        }
        used
    }

    fn is_open(&self) -> bool {
        self.sum.n_open(MOST_EMPTY) > 0
    }

    /// Sums what has a value, and lays out the rest.
    fn fold(&mut self, valuer: &mut Valuer) {
        let n_before = self.summed.len();
        self.known = Value::ZERO;
        self.summed.clear();
        let mut rest = Vec::new();
        for (idx, part) in self.sum.parts.iter().enumerate() {
            valuer.arena.allow_steps(STEPS_A_SUM);
            let value = part.value(&mut valuer.arena).ok().flatten();
            let summed = value.and_then(|value| Some((value, valuer.arena.sum(self.known, value).ok()?)));
            match summed {
                Some((value, sum)) => {
                    self.known = sum;
                    self.summed.push((idx, value));
                }
                None => rest.push(part),
            }
        }
        if self.rest.is_none() || self.summed.len() != n_before {
            self.rest = Plot::new(&self.position, squares(rest.into_iter()));
            self.tables = PlotTables::default();
        }
    }
}
