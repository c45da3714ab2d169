//! The best move in a position where every region has an owner or a value.

use tesuji_amazons::{Move, Position};
use tesuji_board::Player;
use tesuji_cgt::{Arena, Dyadic, Exceeded, Value};
use tesuji_search::Limits;

use super::fill::Filling;
use super::regions::{EndingRegion, RegionKind, regions};
use super::sum::{RegionContent, RegionPart, Sum, sign};
use super::values::{ValueBounds, Valuer};

/// Result of analysing an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Winner under best play from here. `None` if the count of some region of one owner is not exact,
    /// because the region is too large, and the intervals leave the winner open.
    pub winner: Option<Player>,
    /// A move that wins if the player to move can win; otherwise the one that costs least. `None` only if there is no
    /// move.
    pub mv: Option<Move>,
}

/// Plays endings and keeps the values of the shapes it has met.
#[derive(Debug, Default)]
pub struct Endings {
    valuer: Valuer,
    bounds: ValueBounds,
}

/// The position after a move.
struct EndingMove {
    mv: Move,
    /// The sum of the contested regions after it, and the change in the numbers of the other regions.
    rest: Value,
    change: i64,
}

impl Endings {
    /// Plays endings with bounds on the regions that get values.
    #[must_use]
    pub fn new(bounds: ValueBounds) -> Self {
        Self { valuer: Valuer::new(bounds), bounds }
    }

    /// The best move in `position`, if each region is dead, has one owner, or is contested and small enough to get a
    /// value. Otherwise `None`: then nothing is known here.
    ///
    /// The winner is exact: sums of values are compared with 0. Temperatures only choose among moves that win, or among
    /// moves that lose. A player in a won position who makes every move this way wins. Regions of one owner cost
    /// milliseconds. The cost of contested regions is bounded by [`ValueBounds`] and `limits`, where a node is a
    /// contested stand whose moves are generated.
    #[must_use]
    pub fn best_filling_move(&mut self, position: &Position, limits: &Limits) -> Option<Ending> {
        // Regions that are too large are noticed before anything is searched. In most of a game this is the whole
        // answer.
        let is_large = |region: &EndingRegion| region.empty.len() > self.bounds.empty as usize;
        let regions = regions(position);
        if regions.iter().any(|region| region.kind == RegionKind::Contested && is_large(region)) {
            return None;
        }
        let mut sum = Sum::new(position, regions, self.bounds.walk_nodes);
        sum.value(&mut self.valuer, self.bounds.empty, limits);
        let mut values = Vec::new();
        for part in &sum.parts {
            if let RegionContent::Contested(contested) = &part.content {
                values.push(contested.as_ref()?.value.ok()?);
            }
        }
        let mover = position.to_move();
        let mut candidates = Vec::new();
        let total = add(&mut self.valuer.arena, values.iter().copied()).ok()?;
        for part in &sum.parts {
            if let RegionContent::Filling(owner, filling) = &part.content
                && *owner == mover
                && let Some(&mv) = filling.walk.first()
            {
                candidates.push(EndingMove { mv, rest: total, change: -sign(mover) });
            }
        }
        let contested = sum.parts.iter_mut().filter(|part| matches!(part.content, RegionContent::Contested(_)));
        for (i, part) in contested.enumerate() {
            let others = values.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &value)| value);
            let others = add(&mut self.valuer.arena, others).ok()?;
            for (mv, option) in part.options(mover, &mut self.valuer, limits).ok()? {
                let rest = self.valuer.arena.sum(others, option).ok()?;
                candidates.push(EndingMove { mv, rest, change: 0 });
            }
        }
        let owned: Vec<(Player, &Filling)> = sum.parts.iter().filter_map(RegionPart::filling).collect();
        self.choose(mover, &owned, total, &candidates).ok()
    }

    fn choose(
        &mut self,
        mover: Player,
        owned: &[(Player, &Filling)],
        total: Value,
        moves: &[EndingMove],
    ) -> Result<Ending, Exceeded> {
        let arena = &mut self.valuer.arena;
        // The interval for the owned regions, for Black, and its worse and better end for the mover.
        let low: i64 = owned.iter().map(|&part| end(part, Player::White)).sum();
        let high: i64 = owned.iter().map(|&part| end(part, Player::Black)).sum();
        let (worse, better) = if mover == Player::Black { (low, high) } else { (high, low) };
        let mut best: Option<(bool, Dyadic, Move)> = None;
        for candidate in moves {
            let number = arena.integer(worse + candidate.change)?;
            let after = arena.sum(candidate.rest, number)?;
            let mean = arena.mean(after)?;
            let (wins, mean) = match mover {
                Player::Black => (arena.is_at_most(Value::ZERO, after)?, mean),
                Player::White => (arena.is_at_most(after, Value::ZERO)?, -mean),
            };
            // Among equals the first stays: the least move of the first region.
            if best.is_none_or(|(known, value, _)| (wins, mean) > (known, value)) {
                best = Some((wins, mean, candidate.mv));
            }
        }
        let wins = best.is_some_and(|(wins, _, _)| wins);
        let hope = {
            let number = arena.integer(better)?;
            let sum = arena.sum(total, number)?;
            // If the mover wins anywhere in the interval by moving first, then at its better end.
            match mover {
                Player::Black => !arena.is_at_most(sum, Value::ZERO)?,
                Player::White => !arena.is_at_most(Value::ZERO, sum)?,
            }
        };
        let winner = match (wins, hope) {
            (true, _) => Some(mover),
            (false, false) => Some(mover.opponent()),
            (false, true) => None,
        };
        Ok(Ending { winner, mv: best.map(|(_, _, mv)| mv) })
    }
}

fn add(arena: &mut Arena, mut values: impl Iterator<Item = Value>) -> Result<Value, Exceeded> {
    values.try_fold(Value::ZERO, |sum, value| arena.sum(sum, value))
}

/// The number of a region of one owner for Black, at the end of the interval that is better for `best_for`.
fn end((owner, filling): (Player, &Filling), best_for: Player) -> i64 {
    sign(owner) * i64::from(if owner == best_for { filling.upper } else { filling.lower })
}
