//! A position that is being solved: the part that has a value by now, and the part that is left to be searched.

use tesuji_amazons::Position;
use tesuji_board::Player;
use tesuji_cgt::Value;
use tesuji_search::Limits;

use super::plot::{Plot, Stand};
use super::regions::regions;
use super::sum::{Sum, squares};
use super::values::{PlotTables, Valuer};

/// Regions with more empty squares get no value: it takes less to find who wins the whole than what each of them is
/// worth.
const MOST_EMPTY: u32 = 9;

/// The number of stands in the first turn of the values.
const FIRST_TURN: u64 = 1_024;

/// One node of the search takes as long as this many stands.
const STANDS_A_NODE: u64 = 8;

/// Each turn is this many times as long as the one before.
const FACTOR: u64 = 4;

/// The maximum number of steps of the arena for a sum of values.
const STEPS_A_SUM: u64 = 1_000_000;

/// A position that a [`EndingSolver`](super::EndingSolver) works on.
#[derive(Debug)]
pub struct EndingQuestion {
    position: Position,
    pub(super) mover: Player,
    pub(super) sum: Sum,
    /// The parts whose values make up `known`, with their values; ...
    pub(super) summed: Vec<(usize, Value)>,
    pub(super) known: Value,
    /// ... and the plot and the stand of the other parts. `None` if they are too large.
    pub(super) rest: Option<(Plot, Stand)>,
    /// The number of that plot; what the solver keeps under this number is about this plot alone.
    pub(super) number: u32,
    /// Tables of the plot.
    pub(super) tables: PlotTables,
    /// The length of the turns, in stands; `None` if only the search is left.
    turn: Option<u64>,
    /// Work done in this turn.
    done: u64,
    is_for_values: bool,
}

impl EndingQuestion {
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
        // Regions that the search would value at every node are valued once here.
        question.sum.value(valuer, bounds.empty, &Limits::default());
        question.fold(valuer);
        // If only one contested region is left, finding who wins takes less than finding what the region is worth.
        question.turn = (question.sum.n_contested() > 1 && question.is_open()).then_some(FIRST_TURN);
        question.is_for_values = question.turn.is_some();
        question
    }

    /// The number of empty squares of the largest region in which both players can move; 0 if there is none. The cost
    /// of a question depends mostly on it.
    #[must_use]
    pub fn largest_contested(&self) -> usize {
        self.sum.largest_contested()
    }

    /// The number of empty squares of the board.
    pub(super) fn n_empty(&self) -> u32 {
        self.position.empty().len() as u32
    }

    /// Whether it is the turn of the values.
    pub(super) const fn is_for_values(&self) -> bool {
        self.is_for_values
    }

    /// The number of nodes or stands left in the turn.
    pub(super) fn left_of_turn(&self) -> u64 {
        let turn = self.turn.map(|turn| if self.is_for_values { turn } else { turn / STANDS_A_NODE });
        turn.map_or(u64::MAX, |turn| turn.saturating_sub(self.done))
    }

    /// Notes that the search has used `n_nodes` of at most `most` nodes. Returns whether the values can still help it.
    pub(super) fn is_searched(&mut self, n_nodes: u64, most: u64) -> bool {
        self.done += n_nodes;
        if self.turn.is_some() && (self.left_of_turn() == 0 || n_nodes < most) {
            self.turn = self.turn.map(|turn| turn.saturating_mul(FACTOR));
            (self.done, self.is_for_values) = (0, true);
        }
        self.turn.is_some()
    }

    /// Looks for values for the rest of the turn. Returns the number of stands that were looked at.
    pub(super) fn value(&mut self, valuer: &mut Valuer, limits: &Limits) -> u64 {
        let used = self.sum.value(valuer, MOST_EMPTY, limits);
        self.fold(valuer);
        self.done += used;
        let is_open = self.is_open();
        // If it stops early, values have grown past their bounds.
        if self.left_of_turn() == 0 || !is_open || limits.nodes.is_some_and(|most| used < most) {
            self.turn = self.turn.filter(|_| is_open);
            (self.done, self.is_for_values) = (0, false);
        }
        used
    }

    fn is_open(&self) -> bool {
        self.sum.n_open(MOST_EMPTY) > 0
    }

    /// Sums the parts that have a value, and lays out the rest on a plot.
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
