//! Nodes of the search: the part of a position without a value, what is known of it, and who has won.

use tesuji_board::Player;
use tesuji_cgt::{Arena, Dyadic, Exceeded, Value};

use super::guards::range;
use super::plot::Stand;
use super::search::{EndingSearch, GivenUp, Numbers};
use super::shape::RegionShape;
use super::sum::Cloud;

/// The maximum number of steps of the arena to sum or compare values for a node: far more than small regions need.
const STEPS_A_NODE: u64 = 20_000;

/// Identity of a search node: the regions without a value, the sum of the others, and the player to move. Regions are
/// equal up to place and symmetry, and up to an exchange of the players if everything is exchanged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct EndingKey {
    shape: RegionShape,
    known: Value,
    black_moves: bool,
}

/// A node before it is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndingNode {
    /// The parts without a value.
    pub(super) stand: Stand,
    /// The sum of the other parts.
    pub(super) known: Value,
    pub(super) mover: Player,
    /// The sum of the open parts lies between these integers.
    low: i64,
    high: i64,
    /// Open parts that have a value but are too much work to sum.
    cloud: Option<Cloud>,
    /// The open part and whether the players are exchanged in its shape, if it is the only one and has a shape.
    single: Option<(RegionShape, bool)>,
}

impl EndingSearch<'_> {
    /// The node of a stand and a value. Parts of the stand that have a value are added to the known value.
    pub(super) fn node(&mut self, stand: Stand, known: Value, mover: Player) -> Result<EndingNode, GivenUp> {
        self.solver.looks += 1;
        let mut node = EndingNode { stand, known, mover, low: 0, high: 0, cloud: None, single: None };
        let mut open = 0;
        for part in self.plot.parts(stand) {
            let valuer = &mut self.solver.valuer;
            valuer.arena.allow_steps(STEPS_A_NODE);
            if let Ok(value) = valuer.value_of_part(self.plot, &mut self.tables, part, &self.no_limits) {
                if let Ok(sum) = valuer.arena.sum(node.known, value) {
                    node.known = sum;
                } else {
                    node.cloud = Some(node.cloud.unwrap_or_default().and(&mut valuer.arena, value)?);
                    node.single = None;
                    open |= part.all();
                }
                continue;
            }
            let (mut low, mut high) = range(self.plot, &mut self.tables.filler, part);
            let shape = RegionShape::new(self.plot, part);
            if let Some((shape, exchanged)) = &shape {
                let fact = self.solver.facts.of(shape, *exchanged);
                low = low.max(fact.low.into());
                high = high.min(fact.high.into());
            }
            if low == high {
                let arena = &mut self.solver.valuer.arena;
                let number = arena.integer(low)?;
                node.known = arena.sum(node.known, number)?;
                continue;
            }
            node.single = if open == 0 { shape } else { None };
            open |= part.all();
            node.low += low;
            node.high += high;
        }
        node.stand = stand.on(open);
        Ok(node)
    }

    /// The winner, if it follows from facts, the bounds of the open regions and the sum of the others.
    pub(super) fn decided(&mut self, node: &EndingNode) -> Option<Player> {
        if let Some((shape, exchanged)) = &node.single
            && let Some(known) = self.integer(node.known)
            && let Some(winner) = self.solver.facts.of(shape, *exchanged).winner(known, node.mover)
        {
            return Some(winner);
        }
        let (low, high) = (node.low, node.high);
        let arena = &mut self.solver.valuer.arena;
        if let Some(cloud) = node.cloud {
            return cloud.and(arena, node.known).ok()?.winner(low, high);
        }
        // A quick test for sums far from even: a stop is compared with an integer by its whole part.
        let floor = |stop: Dyadic| stop.numerator() >> stop.log_denominator();
        let ceiling = |stop: Dyadic| -(-stop.numerator() >> stop.log_denominator());
        let (left, right) = (arena.left_stop(node.known), arena.right_stop(node.known));
        if ceiling(right) > -low {
            return Some(Player::Black);
        }
        if floor(left) < -high {
            return Some(Player::White);
        }
        if floor(left) < -low && ceiling(right) > -high {
            return None;
        }
        arena.allow_steps(STEPS_A_NODE);
        by_comparison(arena, node).unwrap_or(None)
    }

    pub(super) fn key(&mut self, node: &EndingNode) -> Result<EndingKey, GivenUp> {
        let shape = node.single.or_else(|| RegionShape::new(self.plot, node.stand));
        let (shape, exchanged) = shape.unwrap_or_else(|| (RegionShape::unmoved(self.number, node.stand), false));
        let black_moves = (node.mover == Player::Black) != exchanged;
        let known = if exchanged { self.solver.valuer.arena.negative(node.known)? } else { node.known };
        Ok(EndingKey { shape, known, black_moves })
    }

    /// Keeps what was proved of `node` in `work` nodes. It becomes a fact if there is only one open part and the rest
    /// is an integer.
    pub(super) fn learn(&mut self, node: &EndingNode, key: EndingKey, numbers: Numbers, work: u32) {
        let winner = if numbers.is_won() { node.mover } else { node.mover.opponent() };
        let known = self.integer(node.known).and_then(|known| i8::try_from(known).ok());
        match (node.single, known) {
            (Some(shape), Some(known)) => self.solver.facts.learn(shape, known, node.mover, winner, work),
            _ => self.solver.table.insert(key, numbers, work),
        }
    }

    fn integer(&self, value: Value) -> Option<i64> {
        self.solver.valuer.arena.number(value).and_then(Dyadic::as_integer)
    }
}

/// The winner, if it follows from the known sum with the worst or the best value of the rest.
fn by_comparison(arena: &mut Arena, node: &EndingNode) -> Result<Option<Player>, Exceeded> {
    let (low, high) = (arena.integer(node.low)?, arena.integer(node.high)?);
    let (worst, best) = (arena.sum(node.known, low)?, arena.sum(node.known, high)?);
    Ok(match node.mover {
        Player::Black if !arena.is_at_most(worst, Value::ZERO)? => Some(Player::Black),
        Player::Black if arena.is_at_most(best, Value::ZERO)? => Some(Player::White),
        Player::White if !arena.is_at_most(Value::ZERO, best)? => Some(Player::White),
        Player::White if arena.is_at_most(Value::ZERO, worst)? => Some(Player::Black),
        _ => None,
    })
}
