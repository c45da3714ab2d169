//! Who wins a whole position: depth-first proof-number search, cut off by counts and values of regions.

use rustc_hash::FxHashMap;
use tesuji_amazons::{Move, Position};
use tesuji_board::Player;
use tesuji_cgt::{Bounds, Exceeded, Value};
use tesuji_search::Limits;

use super::plot::{Plot, Stand, Step, cells};
use super::shape::Shape;
use super::values::{NoValue, PlotTables, ValueBounds, Valuer};

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
#[derive(Debug)]
pub struct Solver {
    valuer: Valuer,
    table: FxHashMap<Key, Numbers>,
    nodes: u64,
    max_entries: usize,
}

/// What a search node is: the regions without a value, the sum of the others, and whose turn it is. Regions count up to
/// place and symmetry, and up to an exchange of the players if all is exchanged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Key {
    shape: Shape,
    known: Value,
    black_moves: bool,
}

/// Proof and disproof number: of "the player to move wins".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const WON: Self = Self { proof: 0, disproof: SURE };
    const LOST: Self = Self { proof: SURE, disproof: 0 };
}

/// A node before it is searched.
#[derive(Clone, Copy, Debug)]
struct Node {
    stand: Stand,
    known: Value,
    mover: Player,
}

#[derive(Clone, Copy, Debug)]
struct Child {
    node: Node,
    key: Key,
    first: Numbers,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new(Self::BOUNDS)
    }
}

impl Solver {
    /// What a search can afford at each node: contested regions of up to 5 empty squares.
    pub const BOUNDS: ValueBounds = ValueBounds {
        empty: 5,
        walk_nodes: 20_000,
        arena: Bounds { nodes: 4_000_000, steps: u64::MAX, birthday: 200 },
    };

    /// With bounds on the regions that get a value.
    #[must_use]
    pub fn new(bounds: ValueBounds) -> Self {
        Self { valuer: Valuer::new(bounds), table: FxHashMap::default(), nodes: 0, max_entries: 30_000_000 }
    }

    /// How many nodes were searched so far.
    #[must_use]
    pub fn n_nodes(&self) -> u64 {
        self.nodes
    }

    /// Who wins `position`, and by which move. `None` if a limit was met (a node: a position whose moves were generated), or
    /// if more than 64 squares are without arrow.
    ///
    /// Exact: nothing but the rules, counts and sums of values decides.
    pub fn solve(&mut self, position: &Position, limits: &Limits) -> Option<Solved> {
        let taken = position.arrows();
        let open = (0..position.n_squares()).filter(|&square| !taken.contains(square)).collect();
        let (plot, stand) = Plot::new(position, open)?;
        let limits = Limits { nodes: limits.nodes.map(|most| most.saturating_add(self.nodes)), ..limits.clone() };
        let mut search = Search { solver: self, plot: &plot, tables: PlotTables::default(), limits: &limits };
        search.root(stand, position.to_move()).ok()
    }
}

struct Search<'a> {
    solver: &'a mut Solver,
    plot: &'a Plot,
    tables: PlotTables,
    limits: &'a Limits,
}

/// A limit was met, or values grew past their bounds.
struct Stopped;

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
                self.search(&node, key, SURE, SURE)?.proof == 0
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
                    let numbers = self.numbers(&key).unwrap_or_else(|| self.guess(&next));
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

    /// The node of a stand beside a value: parts that have a value are added to it.
    fn node(&mut self, stand: Stand, known: Value, mover: Player) -> Result<Node, Stopped> {
        let mut known = known;
        let mut open = 0;
        for part in self.plot.parts(stand) {
            // The stop of the inner limits is not the search's.
            match self.solver.valuer.value_of_part(self.plot, &mut self.tables, part, &Limits::default()) {
                Ok(value) => known = self.solver.valuer.arena.sum(known, value)?,
                Err(NoValue::Exceeded(_)) => return Err(Stopped),
                Err(_) => open |= part.all(),
            }
        }
        Ok(Node { stand: stand.on(open), known, mover })
    }

    /// The winner, if the bounds of the open regions and the sum of the others tell.
    fn decided(&mut self, node: &Node) -> Result<Option<Player>, Stopped> {
        let (mut low, mut high) = (0, 0);
        for part in self.plot.parts(node.stand) {
            let n_empty = i64::from(part.empty.count_ones());
            if part.black != 0 {
                high += n_empty;
            }
            if part.white != 0 {
                low -= n_empty;
            }
        }
        let arena = &mut self.solver.valuer.arena;
        // Quickly, where everything is far from even.
        let (left, right) = (arena.left_stop(node.known), arena.right_stop(node.known));
        let plus = |stop: tesuji_cgt::Dyadic, n: i64| tesuji_cgt::Dyadic::integer(n).and_then(|n| stop.checked_add(n));
        let zero = Some(tesuji_cgt::Dyadic::ZERO);
        if plus(right, low) > zero {
            return Ok(Some(Player::Black));
        }
        if plus(left, high) < zero && plus(left, high).is_some() {
            return Ok(Some(Player::White));
        }
        if plus(left, low) < zero && plus(right, high) > zero && low != high {
            return Ok(None);
        }
        let (low, high) = (arena.integer(low)?, arena.integer(high)?);
        let (worst, best) = (arena.sum(node.known, low)?, arena.sum(node.known, high)?);
        Ok(match node.mover {
            Player::Black if !arena.is_at_most(worst, Value::ZERO)? => Some(Player::Black),
            Player::Black if arena.is_at_most(best, Value::ZERO)? => Some(Player::White),
            Player::White if !arena.is_at_most(Value::ZERO, best)? => Some(Player::White),
            Player::White if arena.is_at_most(Value::ZERO, worst)? => Some(Player::Black),
            _ => None,
        })
    }

    fn key(&mut self, node: &Node) -> Result<Key, Stopped> {
        let (shape, exchanged) =
            Shape::new(self.plot, node.stand).unwrap_or_else(|| (Shape::unmoved(node.stand), false));
        let black_moves = (node.mover == Player::Black) != exchanged;
        let known = if exchanged { self.solver.valuer.arena.negative(node.known)? } else { node.known };
        Ok(Key { shape, known, black_moves })
    }

    fn numbers(&self, key: &Key) -> Option<Numbers> {
        self.solver.table.get(key).copied()
    }

    /// First numbers: by how many squares each side sees.
    fn guess(&self, node: &Node) -> Numbers {
        let seen = |player: Player| -> i64 {
            let count = |amazon| i64::from(self.plot.targets(amazon, node.stand.empty).count_ones());
            cells(node.stand.of(player)).map(count).sum()
        };
        let arena = &self.solver.valuer.arena;
        let stop = if node.mover == Player::Black { arena.left_stop(node.known) } else { arena.right_stop(node.known) };
        let known = (stop.numerator() >> stop.log_denominator()) * if node.mover == Player::Black { 1 } else { -1 };
        let lead = seen(node.mover) - seen(node.mover.opponent()) + 4 * known;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 64")]
        let number = |lead: i64| (8 - lead).clamp(1, 64) as u32;
        Numbers { proof: number(lead), disproof: number(-lead) }
    }

    /// Searches until the proof number reaches `proof` or the disproof number `disproof`.
    fn search(&mut self, node: &Node, key: Key, proof: u32, disproof: u32) -> Result<Numbers, Stopped> {
        if let Some(known) = self.numbers(&key)
            && (known.proof >= proof || known.disproof >= disproof)
        {
            return Ok(known);
        }
        self.solver.nodes += 1;
        if self.limits.reached(self.solver.nodes) || self.solver.table.len() >= self.solver.max_entries {
            return Err(Stopped);
        }
        let Some(children) = self.children(node)? else {
            self.solver.table.insert(key, Numbers::WON);
            return Ok(Numbers::WON);
        };
        loop {
            // The child that is the easiest to refute, and the next.
            let mut best: Option<(u32, usize)> = None;
            let mut second = SURE;
            let (mut most, mut n_open) = (0_u32, 0_u32);
            for (i, child) in children.iter().enumerate() {
                let numbers = self.numbers(&child.key).unwrap_or(child.first);
                if numbers.proof == 0 {
                    continue;
                }
                n_open += 1;
                most = most.max(numbers.proof);
                match best {
                    Some((least, _)) if numbers.disproof >= least => second = second.min(numbers.disproof),
                    _ => {
                        second = best.map_or(SURE, |(least, _)| least);
                        best = Some((numbers.disproof, i));
                    }
                }
            }
            let now = match best {
                None => Numbers::LOST,
                Some((0, _)) => Numbers::WON,
                Some((least, _)) => {
                    Numbers { proof: least.min(MOST), disproof: (most.min(MOST) + (n_open - 1)).min(MOST) }
                }
            };
            if now.proof == 0 || now.disproof == 0 || now.proof >= proof || now.disproof >= disproof {
                self.solver.table.insert(key, now);
                return Ok(now);
            }
            let (_, i) = best.expect("an undecided node has an open child");
            let child = &children[i];
            let slack = second.saturating_add(second / 4).saturating_add(1);
            let child_disproof = proof.min(slack);
            let child_proof = if disproof == SURE { SURE } else { disproof - (n_open - 1).min(disproof - 1) };
            self.search(&child.node, child.key, child_proof, child_disproof)?;
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
                    children.push(Child { node: next, key, first: self.guess(&next) });
                }
            }
        }
        children.sort_by_key(|child| child.key);
        children.dedup_by_key(|child| child.key);
        Ok(Some(children))
    }
}
