//! The winner of a whole position: depth-first proof-number search, cut off by counts, values and facts of regions.

use std::fmt;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use tesuji_amazons::{Move, Position};
use tesuji_board::Player;
use tesuji_cgt::{Bounds, Exceeded, Value};
use tesuji_search::Limits;
use tesuji_search::dfpn::{self, Choice};

use super::facts::Facts;
use super::node::{EndingKey, EndingNode};
use super::plot::{Plot, Stand};
use super::question::EndingQuestion;
use super::sum::{RegionPart, sign};
use super::table::EndingTable;
use super::values::{PlotTables, ValueBounds, Valuer};

/// The maximum number of slots of the search table, 56 bytes each, and of the table of facts.
const MAX_SLOTS: usize = 1 << 23;
/// Valuing one stand of a region takes as long as looking at this many positions.
const LOOKS_A_STAND: u64 = 5;
/// After this many nodes, what the values keep only for speed is discarded if it has grown large.
const NODES_BETWEEN_CLEANINGS: u64 = 1 << 16;

/// A solved position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedEnding {
    /// Winner under best play.
    pub winner: Player,
    /// A winning move, if the player to move wins.
    pub mv: Option<Move>,
}

/// By how much a position is won: the most moves that the loser could be given, to make at any time, so that the winner
/// would still win. In a position that has fallen into territories it is the difference of the moves left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Margin {
    /// It is at least this.
    pub moves: u32,
    /// Whether it is known to be no more.
    #[serde(rename = "exact")]
    pub is_exact: bool,
}

impl Margin {
    /// Of a win of which nothing else is known.
    pub const UNKNOWN: Self = Self { moves: 0, is_exact: false };

    /// The margin as every answer to people states it.
    #[must_use]
    pub fn sentence(self) -> String {
        format!("The margin is {self}.")
    }
}

/// `3 moves`, `at least 3 moves` or `not known`.
impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = if self.moves == 1 { "move" } else { "moves" };
        match self {
            Self { moves: 0, is_exact: false } => f.write_str("not known"),
            Self { moves: n, is_exact: false } => write!(f, "at least {n} {moves}"),
            Self { moves: n, is_exact: true } => write!(f, "{n} {moves}"),
        }
    }
}

/// Nodes that a short margin may take however few the winner took.
pub const SHORT_MARGIN: u64 = 2_000;

/// Infinity: proved or disproved.
const SURE: u32 = u32::MAX;
/// Sums of proof numbers are cut off here.
const MOST: u32 = 1 << 30;

/// Solves positions with at most 64 squares without arrows, and keeps what it finds for the next question.
///
/// Its tables are bounded, the largest to half a gigabyte. When they are full, what was cheapest to find is forgotten.
#[derive(Debug)]
pub struct EndingSolver {
    pub(super) valuer: Valuer,
    pub(super) table: EndingTable<EndingKey, Numbers>,
    pub(super) facts: Facts,
    /// The number of plots searched so far. What is known only for one plot is kept under its number.
    n_plots: u32,
    nodes: u64,
    pub(super) looks: u64,
    /// The search stops at this many looks.
    most_looks: u64,
}

/// Proof number and disproof number of "the player to move wins".
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    const WON: Self = Self { proof: 0, disproof: SURE };
    const LOST: Self = Self { proof: SURE, disproof: 0 };

    /// Whether the player to move wins.
    pub(super) const fn is_won(self) -> bool {
        self.proof == 0
    }

    const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    const fn reach(self, proof: u32, disproof: u32) -> bool {
        self.proof >= proof || self.disproof >= disproof
    }
}

struct SolverChild {
    node: EndingNode,
    key: EndingKey,
    numbers: Numbers,
}

impl Default for EndingSolver {
    fn default() -> Self {
        Self::new(Self::BOUNDS)
    }
}

impl EndingSolver {
    /// Bounds for values at each node of a search: contested regions of up to 3 empty squares.
    pub const BOUNDS: ValueBounds = ValueBounds {
        empty: 3,
        walk_nodes: 20_000,
        arena: Bounds { nodes: 4_000_000, steps: u64::MAX, birthday: 200 },
    };

    /// A solver with bounds on the regions that get a value at each node.
    #[must_use]
    pub fn new(bounds: ValueBounds) -> Self {
        Self::with_slots(bounds, MAX_SLOTS)
    }

    /// As above with a search table of at most `n_slots` slots of 56 bytes each, a power of two, and half as many facts
    /// of 40 bytes each. A smaller table forgets sooner.
    #[must_use]
    pub fn with_slots(bounds: ValueBounds, n_slots: usize) -> Self {
        Self {
            valuer: Valuer::new(bounds),
            table: EndingTable::new(n_slots),
            facts: Facts::new(n_slots / 2),
            n_plots: 0,
            nodes: 0,
            looks: 0,
            most_looks: u64::MAX,
        }
    }

    /// The number of nodes searched so far.
    #[must_use]
    pub fn n_nodes(&self) -> u64 {
        self.nodes
    }

    /// The number of positions looked at so far. Each takes about the same time; a node has as many as it has moves.
    #[must_use]
    pub fn n_looks(&self) -> u64 {
        self.looks
    }

    /// The winner of `position`, with a winning move. `None` if a limit was reached, if values grew past their bounds,
    /// or if regions without a value have more than 64 squares. A node is a position whose moves were generated.
    ///
    /// Exact: only the rules, counts and sums of values decide.
    pub fn solve(&mut self, position: &Position, limits: &Limits) -> Option<SolvedEnding> {
        let mut question = self.question(position);
        self.work(&mut question, limits)
    }

    /// Prepares a question to be worked on, perhaps with breaks.
    pub fn question(&mut self, position: &Position) -> EndingQuestion {
        if self.valuer.arena.n_forms() > self.valuer.bounds().arena.nodes / 2 {
            // Nodes of the table refer to values, so both are cleared together.
            self.valuer = Valuer::new(self.valuer.bounds());
            self.table.clear();
        }
        let mut question = EndingQuestion::new(position, &mut self.valuer);
        question.number = self.next_number();
        question
    }

    fn next_number(&mut self) -> u32 {
        self.n_plots += 1;
        self.n_plots
    }

    /// Continues with a question, as [`EndingSolver::solve`] does. A question from another solver gets no answer.
    ///
    /// Values of regions and search take turns, each time with four times as much work, because nobody can tell
    /// beforehand which of them will decide. If there is only one contested region, or all are large, the search gets
    /// all the work.
    pub fn work(&mut self, question: &mut EndingQuestion, limits: &Limits) -> Option<SolvedEnding> {
        let end = limits.nodes.map_or(u64::MAX, |most| most.saturating_add(self.nodes));
        let mut is_idle = false;
        loop {
            let before = self.nodes;
            let mut nodes = question.left_of_turn().min(end - self.nodes);
            if question.is_for_values() {
                nodes = nodes.min(self.most_looks.saturating_sub(self.looks).div_ceil(LOOKS_A_STAND));
                let n_stands = question.value(&mut self.valuer, &within(limits, nodes));
                question.number = self.next_number();
                self.nodes += n_stands;
                self.looks += n_stands * LOOKS_A_STAND;
            } else {
                if let Ok(solved) = self
                    .search(question, &within(limits, nodes), |search, question, stand| search.root(question, stand))
                {
                    return Some(solved);
                }
                if !question.is_searched(self.nodes - before, nodes) && self.nodes - before < nodes {
                    return None;
                }
            }
            let was_idle = std::mem::replace(&mut is_idle, self.nodes == before);
            let is_stopped = limits.interrupt.load(Ordering::Relaxed) || self.looks >= self.most_looks;
            if is_stopped || self.nodes >= end || (was_idle && is_idle) {
                return None;
            }
        }
    }

    /// As above, but for no longer than it takes to examine about `n_looks` positions.
    pub fn work_for(&mut self, question: &mut EndingQuestion, n_looks: u64, limits: &Limits) -> Option<SolvedEnding> {
        self.most_looks = self.looks.saturating_add(n_looks);
        let solved = self.work(question, limits);
        self.most_looks = u64::MAX;
        solved
    }

    /// By how much `position` is won, by the player who wins it. `None` if a limit is reached before the winner is found
    /// again, which takes little if this solver has solved the position before.
    pub fn margin(&mut self, position: &Position, limits: &Limits) -> Option<Margin> {
        let end = limits.nodes.map_or(u64::MAX, |most| most.saturating_add(self.nodes));
        let question = &mut self.question(position);
        let winner = self.work(question, limits)?.winner;
        let mut margin = Margin { moves: 0, is_exact: false };
        // With more moves than there are empty squares, the loser outlasts everybody.
        for given in 1..=question.n_empty() + 1 {
            self.valuer.arena.renew_steps();
            let limits = within(limits, end.saturating_sub(self.nodes));
            let found = self.search(question, &limits, |search, question, stand| {
                let arena = &mut search.solver.valuer.arena;
                let given = arena.integer(-sign(winner) * i64::from(given))?;
                let known = arena.sum(question.known, given)?;
                search.winner(stand, known, question.mover)
            });
            match found {
                Ok(still) if still == winner => margin.moves = given,
                Ok(_) => return Some(Margin { is_exact: true, ..margin }),
                Err(GivenUp) => break,
            }
        }
        Some(margin)
    }

    /// The margin for callers to whom the winner matters more, which took `winner_nodes`: costs at most half as many and
    /// [`SHORT_MARGIN`] more.
    pub fn short_margin(&mut self, position: &Position, winner_nodes: u64, limits: &Limits) -> Margin {
        let most = limits.nodes.map_or(u64::MAX, |all| all.saturating_sub(winner_nodes));
        let nodes = most.min(winner_nodes / 2 + SHORT_MARGIN);
        self.margin(position, &within(limits, nodes)).unwrap_or(Margin::UNKNOWN)
    }

    fn search<R>(
        &mut self,
        question: &mut EndingQuestion,
        limits: &Limits,
        ask: impl FnOnce(&mut EndingSearch<'_>, &mut EndingQuestion, Stand) -> Result<R, GivenUp>,
    ) -> Result<R, GivenUp> {
        let limits = Limits { nodes: limits.nodes.map(|most| most.saturating_add(self.nodes)), ..limits.clone() };
        let Some((plot, stand)) = question.rest.clone() else { return Err(GivenUp) };
        let tables = std::mem::take(&mut question.tables);
        let (number, no_limits) = (question.number, Limits::default());
        let mut search = EndingSearch { solver: self, plot: &plot, number, tables, limits: &limits, no_limits };
        let found = ask(&mut search, question, stand);
        question.tables = search.tables;
        found
    }
}

/// The winner of `position`, for callers that ask about many positions: the answer depends only on the position and
/// these limits, not on earlier questions.
#[must_use]
pub fn decide(position: &Position, deciding: &Deciding, limits: &Limits) -> Option<SolvedEnding> {
    let mut solver = EndingSolver::default();
    let mut question = solver.question(position);
    let is_tried = question.largest_contested() <= deciding.empties;
    let limits = within(limits, deciding.nodes);
    is_tried.then(|| solver.work(&mut question, &limits)).flatten()
}

/// Limits for a position where many are to be decided: by analysis, for records, and by the referee of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deciding {
    /// The maximum number of nodes, as [`EndingSolver::solve`] counts them.
    pub nodes: u64,
    /// A position with a contested region of more empty squares than this is left undecided.
    pub empties: usize,
}

impl Default for Deciding {
    /// A few tenths of a second at most.
    fn default() -> Self {
        Self { nodes: 5_000, empties: 30 }
    }
}

/// These limits with another bound on nodes.
fn within(limits: &Limits, nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..limits.clone() }
}

pub(super) struct EndingSearch<'a> {
    pub(super) solver: &'a mut EndingSolver,
    pub(super) plot: &'a Plot,
    /// The number of the plot.
    pub(super) number: u32,
    pub(super) tables: PlotTables,
    limits: &'a Limits,
    /// For values of parts: limits of the search must not stop these.
    pub(super) no_limits: Limits,
}

/// A limit was reached, or values grew past their bounds.
pub(super) struct GivenUp;

impl From<Exceeded> for GivenUp {
    fn from(_: Exceeded) -> Self {
        Self
    }
}

impl EndingSearch<'_> {
    fn root(&mut self, question: &mut EndingQuestion, stand: Stand) -> Result<SolvedEnding, GivenUp> {
        let mover = question.mover;
        if self.winner(stand, question.known, mover)? != mover {
            return Ok(SolvedEnding { winner: mover.opponent(), mv: None });
        }
        let solved = |mv| Ok(SolvedEnding { winner: mover, mv: Some(mv) });
        // Children that are known come first. The others are then searched, the most promising first.
        let mut open = Vec::new();
        for (mv, next, known) in self.moves(question, stand)? {
            let next = self.node(next, known, mover.opponent())?;
            match self.decided(&next) {
                Some(winner) if winner == mover => return solved(mv),
                Some(_) => {}
                None => {
                    let key = self.key(&next)?;
                    let numbers = self.solver.table.get(&key).unwrap_or_else(|| self.first_numbers(&next));
                    if numbers.disproof == 0 {
                        return solved(mv);
                    }
                    open.push((numbers.disproof, mv, next, key));
                }
            }
        }
        open.sort_by_key(|&(disproof, mv, _, _)| (disproof, mv));
        for (_, mv, next, key) in open {
            if self.search(&next, key, SURE, SURE)?.disproof == 0 {
                return solved(mv);
            }
        }
        unreachable!("a won position has a move that wins")
    }

    fn winner(&mut self, stand: Stand, known: Value, mover: Player) -> Result<Player, GivenUp> {
        let node = self.node(stand, known, mover)?;
        if let Some(winner) = self.decided(&node) {
            return Ok(winner);
        }
        let key = self.key(&node)?;
        Ok(if self.search(&node, key, SURE, SURE)?.is_won() { mover } else { mover.opponent() })
    }

    /// The moves of the position. Each has the stand after it of the regions without a value, and the sum of the other
    /// regions' values.
    fn moves(&mut self, question: &mut EndingQuestion, stand: Stand) -> Result<Vec<(Move, Stand, Value)>, GivenUp> {
        let mover = question.mover;
        let mut moves: Vec<(Move, Stand, Value)> = Vec::new();
        let plot = self.plot;
        plot.for_each_step(stand, mover, |step, next| moves.push((plot.board_move(step), next, question.known)));
        let valuer = &mut self.solver.valuer;
        for i in 0..question.summed.len() {
            let others = question.summed.iter().enumerate().filter(|&(j, _)| j != i);
            let others: Vec<Value> = others.map(|(_, &(_, value))| value).collect();
            let others = others.into_iter().try_fold(Value::ZERO, |sum, value| valuer.arena.sum(sum, value))?;
            let part: &mut RegionPart = &mut question.sum.parts[question.summed[i].0];
            for (mv, value) in part.options(mover, valuer, &self.no_limits).map_err(|_| GivenUp)? {
                moves.push((mv, stand, valuer.arena.sum(others, value)?));
            }
        }
        Ok(moves)
    }

    /// Searches until the proof number reaches `proof` or the disproof number reaches `disproof`.
    fn search(&mut self, node: &EndingNode, key: EndingKey, proof: u32, disproof: u32) -> Result<Numbers, GivenUp> {
        // More may have become known since the node was made.
        if let Some(winner) = self.decided(node) {
            return Ok(if winner == node.mover { Numbers::WON } else { Numbers::LOST });
        }
        if let Some(known) = self.solver.table.get(&key)
            && known.reach(proof, disproof)
        {
            return Ok(known);
        }
        let start = self.solver.nodes;
        self.solver.nodes += 1;
        if self.limits.reached(self.solver.nodes) || self.solver.looks >= self.solver.most_looks {
            return Err(GivenUp);
        }
        if self.solver.nodes.is_multiple_of(NODES_BETWEEN_CLEANINGS) {
            self.solver.valuer.arena.renew_steps();
        }
        let Some(mut children) = self.children(node)? else {
            self.learn(node, key, Numbers::WON, 1);
            return Ok(Numbers::WON);
        };
        loop {
            let choice = choose(&children);
            let now = numbers(&choice);
            if now.is_decided() || now.reach(proof, disproof) {
                let work = u32::try_from(self.solver.nodes - start).unwrap_or(u32::MAX);
                if now.is_decided() {
                    self.learn(node, key, now, work);
                } else {
                    self.solver.table.insert(key, now, work);
                }
                return Ok(now);
            }
            let child_disproof = choice.delta_bound(proof);
            let others = choice.n_open - 1;
            let child_proof = if disproof == SURE { SURE } else { disproof - others.min(disproof - 1) };
            let child = &mut children[choice.best];
            child.numbers = self.search(&child.node, child.key, child_proof, child_disproof)?;
        }
    }

    /// The children, without those that lose at once. `None` if a move wins at once.
    fn children(&mut self, node: &EndingNode) -> Result<Option<Vec<SolverChild>>, GivenUp> {
        let mut stands: Vec<Stand> = Vec::new();
        self.plot.for_each_step(node.stand, node.mover, |_, next| stands.push(next));
        stands.sort_unstable();
        stands.dedup();
        let opponent = node.mover.opponent();
        let arena = &self.solver.valuer.arena;
        let options = if node.mover == Player::Black { arena.left(node.known) } else { arena.right(node.known) };
        let mut nodes: Vec<(Stand, Value)> = stands.into_iter().map(|stand| (stand, node.known)).collect();
        nodes.extend(options.iter().map(|&option| (node.stand, option)));
        let mut children: Vec<SolverChild> = Vec::with_capacity(nodes.len());
        for (stand, known) in nodes {
            let next = self.node(stand, known, opponent)?;
            match self.decided(&next) {
                Some(winner) if winner == node.mover => return Ok(None),
                Some(_) => {}
                None => {
                    let key = self.key(&next)?;
                    let numbers = self.solver.table.get(&key).unwrap_or_else(|| self.first_numbers(&next));
                    if numbers.disproof == 0 {
                        return Ok(None);
                    }
                    if numbers.proof > 0 {
                        children.push(SolverChild { node: next, key, numbers });
                    }
                }
            }
        }
        children.sort_by_key(|child| child.key);
        children.dedup_by_key(|child| child.key);
        Ok(Some(children))
    }
}

/// The child that is the easiest to refute among those that are not lost.
fn choose(children: &[SolverChild]) -> Choice {
    let open = children.iter().enumerate().filter(|(_, child)| child.numbers.proof != 0);
    dfpn::choose(
        open.map(|(i, SolverChild { numbers, .. })| (i, dfpn::Child::new(numbers.proof, numbers.disproof))),
        SURE,
    )
}

/// Numbers of a node, from its children.
fn numbers(choice: &Choice) -> Numbers {
    match choice {
        Choice { n_open: 0, .. } => Numbers::LOST,
        Choice { phi: 0, .. } => Numbers::WON,
        &Choice { phi, largest, n_open, .. } => {
            // The sum would count what is behind several children several times.
            let disproof = (largest.min(MOST) + (n_open - 1)).min(MOST);
            Numbers { proof: phi.min(MOST), disproof }
        }
    }
}
