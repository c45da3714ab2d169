//! Who wins a whole position: depth-first proof-number search, cut off by counts, values and facts of regions.

use tesuji_amazons::{Move, Position};
use tesuji_board::Player;
use tesuji_cgt::{Bounds, Exceeded, Value};
use tesuji_search::Limits;

use super::facts::Facts;
use super::node::{Key, Node};
use super::plot::{Plot, Stand, Step};
use super::table::Table;
use super::values::{PlotTables, ValueBounds, Valuer};

/// The most slots of the search table, 56 bytes each.
const MAX_SLOTS: usize = 1 << 23;
/// After so many nodes what the values need for speed alone is forgotten, if it has grown large.
const NODES_BETWEEN_CLEANINGS: u64 = 1 << 16;

/// A position solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// Who wins, both playing their best.
    pub winner: Player,
    /// A move that wins, if the player to move does.
    pub mv: Option<Move>,
}

/// Infinity: proved, or disproved.
const SURE: u32 = u32::MAX;
/// Sums of proof numbers stop here.
const MOST: u32 = 1 << 30;

/// Solves positions with at most 64 squares without arrows, and keeps what it found out for the next.
///
/// Its tables are bounded, the largest to half a gigabyte; when they are full, what cost least is forgotten.
#[derive(Debug)]
pub struct Solver {
    pub(super) valuer: Valuer,
    pub(super) table: Table<Key, Numbers>,
    pub(super) facts: Facts,
    /// How many positions were asked about: what is kept of one place on a board alone is kept for one of them alone.
    pub(super) n_plots: u32,
    nodes: u64,
}

/// Proof and disproof number: of "the player to move wins".
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    const WON: Self = Self { proof: 0, disproof: SURE };
    const LOST: Self = Self { proof: SURE, disproof: 0 };

    /// Does the player to move win?
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

struct Child {
    node: Node,
    key: Key,
    numbers: Numbers,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new(Self::BOUNDS)
    }
}

impl Solver {
    /// What a search can afford at each node: contested regions of up to 3 empty squares.
    pub const BOUNDS: ValueBounds = ValueBounds {
        empty: 3,
        walk_nodes: 20_000,
        arena: Bounds { nodes: 4_000_000, steps: u64::MAX, birthday: 200 },
    };

    /// With bounds on the regions that get a value.
    #[must_use]
    pub fn new(bounds: ValueBounds) -> Self {
        Self {
            valuer: Valuer::new(bounds),
            table: Table::new(MAX_SLOTS),
            facts: Facts::default(),
            n_plots: 0,
            nodes: 0,
        }
    }

    /// How many nodes were searched so far.
    #[must_use]
    pub fn n_nodes(&self) -> u64 {
        self.nodes
    }

    /// Who wins `position`, and by which move. `None` if a limit was met (a node: a position whose moves were generated), if
    /// values grew past their bounds, or if more than 64 squares are without arrow.
    ///
    /// Exact: nothing but the rules, counts and sums of values decides.
    pub fn solve(&mut self, position: &Position, limits: &Limits) -> Option<Solved> {
        let taken = position.arrows();
        let open = (0..position.n_squares()).filter(|&square| !taken.contains(square)).collect();
        let (plot, stand) = Plot::new(position, open)?;
        self.n_plots += 1;
        let limits = Limits { nodes: limits.nodes.map(|most| most.saturating_add(self.nodes)), ..limits.clone() };
        let mut search = Search {
            solver: self,
            plot: &plot,
            tables: PlotTables::default(),
            limits: &limits,
            no_limits: Limits::default(),
        };
        search.root(stand, position.to_move()).ok()
    }
}

pub(super) struct Search<'a> {
    pub(super) solver: &'a mut Solver,
    pub(super) plot: &'a Plot,
    pub(super) tables: PlotTables,
    limits: &'a Limits,
    /// For values of parts: the stop of the inner limits is not the search's.
    pub(super) no_limits: Limits,
}

/// A limit was met, or values grew past their bounds.
pub(super) struct Stopped;

impl From<Exceeded> for Stopped {
    fn from(_: Exceeded) -> Self {
        Self
    }
}

impl Search<'_> {
    fn root(&mut self, stand: Stand, mover: Player) -> Result<Solved, Stopped> {
        let mut steps: Vec<(Step, Stand)> = Vec::new();
        self.plot.for_each_step(stand, mover, |step, next| steps.push((step, next)));
        let node = self.node(stand, Value::ZERO, mover)?;
        let mover_wins = match self.decided(&node)? {
            Some(winner) => winner == mover,
            None => {
                let key = self.key(&node)?;
                self.search(&node, key, SURE, SURE)?.is_won()
            }
        };
        if !mover_wins {
            return Ok(Solved { winner: mover.opponent(), mv: None });
        }
        // Children that are known first; then the others are searched, the most promising before.
        let mut open = Vec::new();
        for &(step, next) in &steps {
            let next = self.node(next, Value::ZERO, mover.opponent())?;
            match self.decided(&next)? {
                Some(winner) if winner == mover => return Ok(self.solved(mover, step)),
                Some(_) => {}
                None => {
                    let key = self.key(&next)?;
                    let numbers = self.solver.table.get(&key).unwrap_or_else(|| self.first_numbers(&next));
                    if numbers.disproof == 0 {
                        return Ok(self.solved(mover, step));
                    }
                    open.push((numbers.disproof, step, next, key));
                }
            }
        }
        open.sort_by_key(|&(disproof, step, _, _)| (disproof, step));
        for (_, step, next, key) in open {
            if self.search(&next, key, SURE, SURE)?.disproof == 0 {
                return Ok(self.solved(mover, step));
            }
        }
        unreachable!("a won position has a move that wins")
    }

    fn solved(&self, winner: Player, step: Step) -> Solved {
        Solved { winner, mv: Some(self.plot.board_move(step)) }
    }

    /// Searches until the proof number reaches `proof` or the disproof number `disproof`.
    fn search(&mut self, node: &Node, key: Key, proof: u32, disproof: u32) -> Result<Numbers, Stopped> {
        // Since the node was made, more may have become known.
        if let Some(winner) = self.decided(node)? {
            return Ok(if winner == node.mover { Numbers::WON } else { Numbers::LOST });
        }
        if let Some(known) = self.solver.table.get(&key)
            && known.reach(proof, disproof)
        {
            return Ok(known);
        }
        let start = self.solver.nodes;
        self.solver.nodes += 1;
        if self.limits.reached(self.solver.nodes) {
            return Err(Stopped);
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
            let now = choice.numbers;
            if now.is_decided() || now.reach(proof, disproof) {
                let work = u32::try_from(self.solver.nodes - start).unwrap_or(u32::MAX);
                if now.is_decided() {
                    self.learn(node, key, now, work);
                } else {
                    self.solver.table.insert(key, now, work);
                }
                return Ok(now);
            }
            let slack = choice.second.saturating_add(choice.second / 4).saturating_add(1);
            let child_disproof = proof.min(slack);
            let others = choice.n_open - 1;
            let child_proof = if disproof == SURE { SURE } else { disproof - others.min(disproof - 1) };
            let child = &mut children[choice.best];
            child.numbers = self.search(&child.node, child.key, child_proof, child_disproof)?;
        }
    }

    /// What can be moved to, without what loses at once. `None` if a move wins at once.
    fn children(&mut self, node: &Node) -> Result<Option<Vec<Child>>, Stopped> {
        let mut stands: Vec<Stand> = Vec::new();
        self.plot.for_each_step(node.stand, node.mover, |_, next| stands.push(next));
        stands.sort_unstable();
        stands.dedup();
        let opponent = node.mover.opponent();
        let arena = &self.solver.valuer.arena;
        let options = if node.mover == Player::Black { arena.left(node.known) } else { arena.right(node.known) };
        let mut nodes: Vec<(Stand, Value)> = stands.into_iter().map(|stand| (stand, node.known)).collect();
        nodes.extend(options.iter().map(|&option| (node.stand, option)));
        let mut children: Vec<Child> = Vec::with_capacity(nodes.len());
        for (stand, known) in nodes {
            let next = self.node(stand, known, opponent)?;
            match self.decided(&next)? {
                Some(winner) if winner == node.mover => return Ok(None),
                Some(_) => {}
                None => {
                    let key = self.key(&next)?;
                    let numbers = self.solver.table.get(&key).unwrap_or_else(|| self.first_numbers(&next));
                    if numbers.disproof == 0 {
                        return Ok(None);
                    }
                    if numbers.proof > 0 {
                        children.push(Child { node: next, key, numbers });
                    }
                }
            }
        }
        children.sort_by_key(|child| child.key);
        children.dedup_by_key(|child| child.key);
        Ok(Some(children))
    }
}

/// What the children say of their parent.
struct Choice {
    numbers: Numbers,
    /// The child that is the easiest to refute, if none is refuted and one is open.
    best: usize,
    /// The disproof number of the next.
    second: u32,
    n_open: u32,
}

fn choose(children: &[Child]) -> Choice {
    let mut choice = Choice { numbers: Numbers::LOST, best: 0, second: SURE, n_open: 0 };
    let (mut least, mut most) = (SURE, 0);
    for (i, Child { numbers, .. }) in children.iter().enumerate() {
        if numbers.proof == 0 {
            continue;
        }
        choice.n_open += 1;
        most = numbers.proof.max(most);
        if numbers.disproof < least {
            choice.second = least;
            (least, choice.best) = (numbers.disproof, i);
        } else {
            choice.second = choice.second.min(numbers.disproof);
        }
    }
    if least == 0 {
        choice.numbers = Numbers::WON;
    } else if choice.n_open > 0 {
        // The sum would count what is behind several children several times.
        let disproof = (most.min(MOST) + (choice.n_open - 1)).min(MOST);
        choice.numbers = Numbers { proof: least.min(MOST), disproof };
    }
    choice
}
