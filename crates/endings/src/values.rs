//! Regions as values of combinatorial games. Black is Left, White is Right.

use rustc_hash::FxHashMap;
use tesuji_amazons::Position;
use tesuji_board::Player;
use tesuji_cgt::{Arena, Bounds, Exceeded, Value};
use tesuji_search::Limits;

use super::fill::{Filler, owned};
use super::plot::{Plot, Stand};
use super::regions::EndingRegion;
use super::shape::RegionShape;

/// The maximum number of entries of a table. A larger table is cleared, and its values are found again if needed.
const MAX_KEPT: usize = 2_000_000;

/// The average number of steps of the arena for each stand.
const STEPS_A_STAND: u64 = 500;

/// Bounds on the size of regions and on kept values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueBounds {
    /// The maximum number of empty squares of a contested region.
    pub empty: u32,
    /// The maximum number of nodes of a search for the longest walk in a region of one owner.
    pub walk_nodes: u64,
    /// The bounds of the values.
    pub arena: Bounds,
}

impl Default for ValueBounds {
    /// Contested regions of up to 9 empty squares, which take seconds at worst.
    fn default() -> Self {
        Self { empty: 9, walk_nodes: 200_000, arena: Bounds { nodes: 2_000_000, steps: 200_000_000, birthday: 200 } }
    }
}

/// Reason why a region has no value here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoValue {
    /// The region has more empty squares than the bounds allow.
    #[error("too many empty squares")]
    TooLarge,
    /// A limit was reached.
    #[error("stopped by a limit")]
    Stopped,
    /// Values grew past their bounds.
    #[error(transparent)]
    Exceeded(#[from] Exceeded),
}

/// A value, unless there is none.
pub(super) type Valued<T = Value> = Result<T, NoValue>;

/// Finds values of regions, and keeps those of all shapes that it has met.
#[derive(Debug)]
pub struct Valuer {
    /// The arena of the values.
    pub arena: Arena,
    bounds: ValueBounds,
    shapes: FxHashMap<RegionShape, Value>,
    /// The maximum number of empty squares among regions that were valued; larger ones need not be looked up.
    largest: u32,
    nodes: u64,
}

impl Default for Valuer {
    fn default() -> Self {
        Self::new(ValueBounds::default())
    }
}

/// Tables that are valid as long as the plot stays the same.
#[derive(Default, Debug)]
pub(super) struct PlotTables {
    pub(super) filler: Filler,
    values: FxHashMap<Stand, Value>,
}

impl Valuer {
    /// A valuer without any values yet.
    #[must_use]
    pub fn new(bounds: ValueBounds) -> Self {
        Self { arena: Arena::new(bounds.arena), bounds, shapes: FxHashMap::default(), largest: 0, nodes: 0 }
    }

    /// The value of `region` in `position`; whose turn it is there does not matter.
    ///
    /// # Errors
    ///
    /// See [`NoValue`]. A node of the limits is a contested stand whose moves were generated.
    pub fn value(&mut self, position: &Position, region: &EndingRegion, limits: &Limits) -> Valued {
        let (plot, stand) = Plot::new(position, region.squares).ok_or(NoValue::TooLarge)?;
        self.begin();
        self.value_of(&plot, &mut PlotTables::default(), stand, limits)
    }

    pub(super) const fn bounds(&self) -> ValueBounds {
        self.bounds
    }

    /// Resets the counts of nodes and steps.
    pub(super) fn begin(&mut self) {
        self.nodes = 0;
        self.arena.renew_steps();
    }

    /// [`Self::value_of`] for regions of up to `most_empty` empty squares. The work has its own bound: the nodes of
    /// `limits` in stands, and steps of the arena in proportion. Also returns the number of stands examined.
    pub(super) fn value_within(
        &mut self,
        (plot, tables, stand): (&Plot, &mut PlotTables, Stand),
        most_empty: u32,
        limits: &Limits,
    ) -> (Valued, u64) {
        let usual = std::mem::replace(&mut self.bounds.empty, most_empty);
        self.begin();
        let steps = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(STEPS_A_STAND));
        self.arena.allow_steps(steps.min(self.bounds.arena.steps));
        let value = self.value_of(plot, tables, stand, limits);
        self.bounds.empty = usual;
        self.arena.allow_steps(self.bounds.arena.steps);
        (value, self.nodes)
    }

    /// The value of the whole `stand`, which is the sum of its parts.
    pub(super) fn value_of(&mut self, plot: &Plot, tables: &mut PlotTables, stand: Stand, limits: &Limits) -> Valued {
        let mut sum = Value::ZERO;
        for part in plot.parts(stand) {
            let value = self.value_of_part(plot, tables, part, limits)?;
            sum = self.arena.sum(sum, value)?;
        }
        Ok(sum)
    }

    /// The value of one part.
    pub(super) fn value_of_part(
        &mut self,
        plot: &Plot,
        tables: &mut PlotTables,
        part: Stand,
        limits: &Limits,
    ) -> Valued {
        if let Some(&known) = tables.values.get(&part) {
            return Ok(known);
        }
        let value = if part.white == 0 || part.black == 0 {
            let (owner, sign) = if part.white == 0 { (Player::Black, 1) } else { (Player::White, -1) };
            let most = tables.filler.most(plot, owned(part, owner), self.bounds.walk_nodes);
            self.arena.integer(sign * i64::from(most.map_err(|_| NoValue::Stopped)?))?
        } else {
            self.contested(plot, tables, part, limits)?
        };
        if tables.values.len() >= MAX_KEPT {
            tables.values.clear();
        }
        tables.values.insert(part, value);
        Ok(value)
    }

    fn contested(&mut self, plot: &Plot, tables: &mut PlotTables, part: Stand, limits: &Limits) -> Valued {
        let n_empty = part.empty.count_ones();
        if n_empty > self.bounds.empty.max(self.largest) {
            return Err(NoValue::TooLarge);
        }
        let shape = RegionShape::new(plot, part);
        if let Some((shape, exchanged)) = shape
            && let Some(&known) = self.shapes.get(&shape)
        {
            return Ok(if exchanged { self.arena.negative(known)? } else { known });
        }
        if n_empty > self.bounds.empty {
            return Err(NoValue::TooLarge);
        }
        self.nodes += 1;
        if limits.reached(self.nodes) {
            return Err(NoValue::Stopped);
        }
        let left = self.options(plot, tables, part, Player::Black, limits)?;
        let right = self.options(plot, tables, part, Player::White, limits)?;
        let value = self.arena.game(&left, &right)?;
        if let Some((shape, exchanged)) = shape {
            let kept = if exchanged { self.arena.negative(value)? } else { value };
            if self.shapes.len() >= MAX_KEPT {
                self.shapes.clear();
            }
            self.shapes.insert(shape, kept);
            self.largest = self.largest.max(n_empty);
        }
        Ok(value)
    }

    /// Options of `player`, each value once.
    fn options(
        &mut self,
        plot: &Plot,
        tables: &mut PlotTables,
        part: Stand,
        player: Player,
        limits: &Limits,
    ) -> Valued<Vec<Value>> {
        let mut stands = Vec::new();
        plot.for_each_step(part, player, |_, next| stands.push(next));
        let mut options = Vec::with_capacity(stands.len());
        for stand in stands {
            options.push(self.value_of(plot, tables, stand, limits)?);
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }
}
