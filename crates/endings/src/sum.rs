//! A position as the sum of its regions, each with its value as far as that is known.
//!
//! This is the only place that sums regions: playing endings, solving positions and reporting what regions are worth
//! all begin here.

use tesuji_amazons::{Move, Position};
use tesuji_board::{Bits, Player};
use tesuji_cgt::{Arena, Dyadic, Exceeded, Value};
use tesuji_search::Limits;

use super::fill::{Filling, fill};
use super::guards::range;
use super::plot::{Plot, Stand};
use super::regions::{EndingRegion, RegionKind, regions};
use super::values::{NoValue, PlotTables, Valuer};

/// Value of a region on its own. Black is Left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Only this player can move there; the filling counts the moves.
    Moves(Player, Filling),
    /// Both players can move: a game.
    Value(Value),
    /// Both players can move, and no value is known, only integer bounds.
    Between {
        /// The value is at least this.
        low: i64,
        /// The value is at most this.
        high: i64,
        /// Reason for the lack of a value.
        why: NoValue,
    },
}

/// The regions in which somebody can move, in the order of the board.
#[derive(Debug)]
pub(super) struct Sum {
    pub(super) parts: Vec<RegionPart>,
}

/// One of these regions.
#[derive(Debug)]
pub(super) struct RegionPart {
    pub(super) region: EndingRegion,
    pub(super) content: RegionContent,
}

#[derive(Debug)]
pub(super) enum RegionContent {
    Filling(Player, Filling),
    /// `None` if it is too large to be examined.
    Contested(Option<Box<ContestedRegion>>),
}

/// A region with amazons of both players.
#[derive(Debug)]
pub(super) struct ContestedRegion {
    pub(super) plot: Plot,
    pub(super) tables: PlotTables,
    pub(super) stand: Stand,
    pub(super) value: Result<Value, NoValue>,
}

impl Sum {
    /// Examines every region of `position`; `regions` are its regions. Those of one owner are counted, each with at
    /// most `walk_nodes` nodes. The contested ones have no value yet.
    pub(super) fn new(position: &Position, regions: Vec<EndingRegion>, walk_nodes: u64) -> Self {
        let mut parts = Vec::new();
        for region in regions {
            let content = match region.kind {
                RegionKind::Dead => continue,
                RegionKind::Owned(owner) => match fill(position, &region, walk_nodes) {
                    Some(filling) => RegionContent::Filling(owner, filling),
                    None => continue,
                },
                RegionKind::Contested => {
                    RegionContent::Contested(Plot::new(position, region.squares).map(|(plot, stand)| {
                        let value = Err(NoValue::TooLarge);
                        Box::new(ContestedRegion { plot, tables: PlotTables::default(), stand, value })
                    }))
                }
            };
            parts.push(RegionPart { region, content });
        }
        Self { parts }
    }

    /// Looks for values of contested regions of up to `most_empty` empty squares, the smallest first. The limit on
    /// nodes applies to all of them together. Returns how many were used.
    pub(super) fn value(&mut self, valuer: &mut Valuer, most_empty: u32, limits: &Limits) -> u64 {
        let mut open: Vec<&mut RegionPart> = self.parts.iter_mut().filter(|part| part.is_open(most_empty)).collect();
        open.sort_by_key(|part| part.region.empty.len());
        let mut used = 0;
        for part in open {
            let RegionContent::Contested(Some(contested)) = &mut part.content else { continue };
            let ContestedRegion { plot, tables, stand, value } = contested.as_mut();
            let left = limits.nodes.map(|most| most.saturating_sub(used));
            let limits = Limits { nodes: left, ..limits.clone() };
            let (found, nodes) = valuer.value_within((plot, tables, *stand), most_empty, &limits);
            *value = found;
            used += nodes;
        }
        used
    }

    /// The number of empty squares of the largest region in which both players can move.
    pub(super) fn largest_contested(&self) -> usize {
        let contested = self.parts.iter().filter(|part| part.filling().is_none());
        contested.map(|part| part.region.empty.len()).max().unwrap_or(0)
    }

    /// The number of regions in which both players can move.
    pub(super) fn n_contested(&self) -> usize {
        self.parts.iter().filter(|part| part.filling().is_none()).count()
    }

    /// The number of regions of up to `most_empty` empty squares that have no value.
    pub(super) fn n_open(&self, most_empty: u32) -> usize {
        self.parts.iter().filter(|part| part.is_open(most_empty)).count()
    }
}

impl RegionPart {
    /// The owner and the owner's moves, if there is an owner.
    pub(super) fn filling(&self) -> Option<(Player, &Filling)> {
        match &self.content {
            RegionContent::Filling(owner, filling) => Some((*owner, filling)),
            RegionContent::Contested(_) => None,
        }
    }

    /// Whether it may have a value that is not known yet.
    fn is_open(&self, most_empty: u32) -> bool {
        let is_small = self.region.empty.len() <= most_empty as usize;
        is_small && matches!(&self.content, RegionContent::Contested(Some(contested)) if contested.value.is_err())
    }

    /// Its value, if known.
    pub(super) fn value(&self, arena: &mut Arena) -> Result<Option<Value>, Exceeded> {
        match &self.content {
            RegionContent::Filling(owner, filling) => {
                filling.exact().map(|n| arena.integer(sign(*owner) * i64::from(n))).transpose()
            }
            RegionContent::Contested(Some(contested)) => Ok(contested.value.ok()),
            RegionContent::Contested(None) => Ok(None),
        }
    }

    /// The moves of `mover` that matter, each with the value after it. In a region of one owner, only the first move of
    /// a longest walk matters.
    pub(super) fn options(
        &mut self,
        mover: Player,
        valuer: &mut Valuer,
        limits: &Limits,
    ) -> Result<Vec<(Move, Value)>, NoValue> {
        match &mut self.content {
            RegionContent::Filling(owner, filling) => {
                let first = filling.walk.first().filter(|_| *owner == mover);
                let after = sign(*owner) * (i64::from(filling.lower) - 1);
                first.map(|&mv| Ok((mv, valuer.arena.integer(after)?))).into_iter().collect()
            }
            RegionContent::Contested(Some(contested)) => {
                let ContestedRegion { plot, tables, stand, .. } = contested.as_mut();
                let mut steps = Vec::new();
                plot.for_each_step(*stand, mover, |step, next| steps.push((step, next)));
                let most_empty = stand.empty.count_ones();
                let mut options = Vec::with_capacity(steps.len());
                for (step, next) in steps {
                    let (value, _) = valuer.value_within((plot, tables, next), most_empty, limits);
                    options.push((plot.board_move(step), value?));
                }
                Ok(options)
            }
            RegionContent::Contested(None) => Err(NoValue::TooLarge),
        }
    }

    fn worth(self) -> Worth {
        match self.content {
            RegionContent::Filling(owner, filling) => Worth::Moves(owner, filling),
            RegionContent::Contested(None) => {
                let n = i64::try_from(self.region.empty.len()).unwrap_or(i64::MAX);
                Worth::Between { low: -n, high: n, why: NoValue::TooLarge }
            }
            RegionContent::Contested(Some(mut contested)) => match contested.value {
                Ok(value) => Worth::Value(value),
                Err(why) => {
                    let (low, high) = range(&contested.plot, &mut contested.tables.filler, contested.stand);
                    Worth::Between { low, high, why }
                }
            },
        }
    }
}

impl Valuer {
    /// The regions of `position` in which somebody can move, in the order of the board, and what each is worth.
    ///
    /// A node of `limits` is a contested stand whose moves are generated. The limit applies to all regions together,
    /// and the smallest are examined first.
    pub fn worths(&mut self, position: &Position, limits: &Limits) -> Vec<(EndingRegion, Worth)> {
        let bounds = self.bounds();
        let mut sum = Sum::new(position, regions(position), bounds.walk_nodes);
        sum.value(self, bounds.empty, limits);
        sum.parts.into_iter().map(|part| (part.region, part.worth())).collect()
    }
}

/// Bounds for a sum of values too large to compute, from their thermographs. Means add up, and no
/// sum is hotter than its hottest part. So the stops of the sum are no further from the mean than the temperature of
/// the hottest part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cloud {
    mean: Dyadic,
    heat: Dyadic,
}

impl Default for Cloud {
    fn default() -> Self {
        Self { mean: Dyadic::ZERO, heat: Dyadic::ZERO }
    }
}

impl Cloud {
    /// With one more value.
    pub(super) fn and(self, arena: &mut Arena, value: Value) -> Result<Self, Exceeded> {
        let mean = self.mean.checked_add(arena.mean(value)?).ok_or(Exceeded::Number)?;
        Ok(Self { mean, heat: self.heat.max(arena.temperature(value)?) })
    }

    /// The winner whoever moves first, if something between the integers `low` and `high` is added.
    pub(super) fn winner(self, low: i64, high: i64) -> Option<Player> {
        let worst = self.mean.checked_sub(self.heat)?.checked_add(Dyadic::integer(low)?)?;
        let best = self.mean.checked_add(self.heat)?.checked_add(Dyadic::integer(high)?)?;
        if worst > Dyadic::ZERO {
            Some(Player::Black)
        } else if best < Dyadic::ZERO {
            Some(Player::White)
        } else {
            None
        }
    }
}

/// The squares of these regions.
pub(super) fn squares<'p>(parts: impl Iterator<Item = &'p RegionPart>) -> Bits<3> {
    parts.fold(Bits::EMPTY, |all, part| all | part.region.squares)
}

pub(super) const fn sign(player: Player) -> i64 {
    match player {
        Player::Black => 1,
        Player::White => -1,
    }
}
