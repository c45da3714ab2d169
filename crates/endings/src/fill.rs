//! Number of moves that a player has in a region of its own.

use rustc_hash::FxHashMap;
use tesuji_amazons::{Move, Position};
use tesuji_board::Player;
use tesuji_search::Stopped;

use super::plot::{Plot, PlotStep, Stand, cells};
use super::regions::{EndingRegion, RegionKind};

/// The maximum number of table entries at the start of a search; a larger table is cleared.
const MAX_KEPT: usize = 1_000_000;

/// The number of moves that the owner of a region can make there, one after another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filling {
    /// At least this many can be made: the length of the walk.
    pub lower: u32,
    /// At most this many can be made. Equal to `lower` unless a limit was reached.
    pub upper: u32,
    /// The moves, in order. The opponent cannot disturb them.
    pub walk: Vec<Move>,
}

impl Filling {
    /// The number of moves, if it is known exactly.
    #[must_use]
    pub fn exact(&self) -> Option<u32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Searches for the longest walk in `region` with at most `max_nodes` nodes (stands whose moves were generated). `None`
/// if the region has no owner. For a region of more than 64 squares the result is only an interval.
///
/// Each move fills an empty square, so the number of empty squares is an upper bound. The parts that a move cuts off
/// tighten it.
#[must_use]
pub fn fill(position: &Position, region: &EndingRegion, max_nodes: u64) -> Option<Filling> {
    let RegionKind::Owned(owner) = region.kind else { return None };
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 144 squares")]
    let n_empty = region.empty.len() as u32;
    let Some((plot, stand)) = Plot::new(position, region.squares) else {
        return Some(Filling { lower: 0, upper: n_empty, walk: Vec::new() });
    };
    let mut filler = Filler::default();
    Some(filler.filling(&plot, owned(stand, owner), max_nodes))
}

/// A stand of one owner: the empty squares, and the owner's amazons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct OwnerRegion {
    pub(super) empty: u64,
    pub(super) amazons: u64,
    /// The amazons that keep the opponent out. One that leaves must shoot back at the square it left.
    pub(super) guards: u64,
}

pub(super) fn owned(stand: Stand, owner: Player) -> OwnerRegion {
    OwnerRegion { empty: stand.empty, amazons: stand.of(owner), guards: 0 }
}

/// The interval in which the number of moves lies.
#[derive(Clone, Copy, Debug)]
struct Range {
    lower: u8,
    upper: u8,
}

/// A search for walks on one plot, with what it has found.
#[derive(Clone, Default, Debug)]
pub(super) struct Filler {
    table: FxHashMap<OwnerRegion, Range>,
    /// The moves of all nodes on the current path, one after another.
    stack: Vec<FillChild>,
    nodes: u64,
    max_nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct FillChild {
    /// Smaller is tried first: squares cut off, then how free the arrow's square was, then how far the amazon went.
    order: (u32, u32, u32),
    step: PlotStep,
}

impl Filler {
    /// The exact number of moves, unless that takes more than `max_nodes` nodes.
    pub(super) fn most(&mut self, plot: &Plot, stand: OwnerRegion, max_nodes: u64) -> Result<u32, Stopped> {
        // Never within a search, because a search reads back what it wrote.
        if self.table.len() >= MAX_KEPT {
            self.table.clear();
        }
        self.nodes = 0;
        self.max_nodes = max_nodes;
        self.stack.clear();
        self.longest(plot, stand)
    }

    /// The interval, with a walk that reaches its lower end.
    pub(super) fn filling(&mut self, plot: &Plot, stand: OwnerRegion, max_nodes: u64) -> Filling {
        let exact = self.most(plot, stand, max_nodes);
        let mut walk = Vec::new();
        match exact {
            Ok(most) => {
                self.max_nodes = u64::MAX;
                self.walk(plot, stand, most, &mut walk);
                Filling { lower: most, upper: most, walk }
            }
            Err(Stopped) => {
                let upper = self.upper(plot, stand);
                self.greedy(plot, stand, &mut walk);
                #[expect(clippy::cast_possible_truncation, reason = "at most 64 moves")]
                let lower = walk.len() as u32;
                Filling { lower, upper: upper.max(lower), walk }
            }
        }
    }

    /// The sum of the upper bounds of the parts.
    fn upper(&self, plot: &Plot, stand: OwnerRegion) -> u32 {
        parts(plot, stand).map(|part| u32::from(self.range(part).upper)).sum()
    }

    fn range(&self, part: OwnerRegion) -> Range {
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let n_empty = part.empty.count_ones() as u8;
        self.table.get(&part).copied().unwrap_or(Range { lower: 0, upper: n_empty })
    }

    /// The sum over the parts, which are independent.
    fn longest(&mut self, plot: &Plot, stand: OwnerRegion) -> Result<u32, Stopped> {
        let mut sum = 0;
        let mut left = stand.amazons;
        while let Some(part) = next_part(plot, stand, &mut left) {
            sum += self.longest_of_part(plot, part)?;
        }
        Ok(sum)
    }

    fn longest_of_part(&mut self, plot: &Plot, part: OwnerRegion) -> Result<u32, Stopped> {
        loop {
            let range = self.range(part);
            if range.lower == range.upper || self.has_walk(plot, part, u32::from(range.upper))? {
                return Ok(u32::from(self.range(part).upper));
            }
        }
    }

    /// Whether these parts together allow `need` moves.
    fn has(&mut self, plot: &Plot, stand: OwnerRegion, need: u32) -> Result<bool, Stopped> {
        let mut left = stand.amazons;
        let Some(first) = next_part(plot, stand, &mut left) else { return Ok(need == 0) };
        if left == 0 {
            return self.has_walk(plot, first, need);
        }
        if self.upper(plot, stand) < need {
            return Ok(false);
        }
        // Beginning with the smallest parts would be quicker still; the sum is exact in any order.
        let mut slack = self.upper(plot, stand) - need;
        let mut left = stand.amazons;
        while let Some(part) = next_part(plot, stand, &mut left) {
            let upper = u32::from(self.range(part).upper);
            let most = self.longest_of_part(plot, part)?;
            if upper - most > slack {
                return Ok(false);
            }
            slack -= upper - most;
        }
        Ok(true)
    }

    /// Whether this one part allows `need` moves.
    fn has_walk(&mut self, plot: &Plot, part: OwnerRegion, need: u32) -> Result<bool, Stopped> {
        let range = self.range(part);
        if need <= u32::from(range.lower) {
            return Ok(true);
        }
        if need > u32::from(range.upper) {
            return Ok(false);
        }
        if self.nodes >= self.max_nodes {
            return Err(Stopped);
        }
        self.nodes += 1;
        let start = self.stack.len();
        self.push_children(plot, part, need - 1);
        let end = self.stack.len();
        self.stack[start..].sort_unstable();
        let mut found = Ok(false);
        for i in start..end {
            let next = after(part, self.stack[i].step);
            found = self.has(plot, next, need - 1);
            if found != Ok(false) {
                break;
            }
        }
        self.stack.truncate(start);
        let found = found?;
        let range = self.range(part);
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let need = need as u8;
        let range = if found { Range { lower: need, ..range } } else { Range { upper: need - 1, ..range } };
        self.table.insert(part, range);
        Ok(found)
    }

    /// Pushes the moves after which `need` squares can still be reached.
    fn push_children(&mut self, plot: &Plot, part: OwnerRegion, need: u32) {
        for from in cells(part.amazons) {
            for to in cells(plot.targets(from, part.empty)) {
                let arrows =
                    if part.guards >> from & 1 != 0 { 1 << from } else { plot.targets(to, part.empty | 1 << from) };
                for arrow in cells(arrows) {
                    let step = PlotStep { from, to, arrow };
                    let next = after(part, step);
                    let n_left = (plot.reach(next.amazons, next.empty | next.amazons) & next.empty).count_ones();
                    if n_left >= need {
                        let freedom = (plot.near(arrow) & next.empty).count_ones();
                        let far = u32::from(plot.near(from) >> to & 1 == 0);
                        self.stack.push(FillChild { order: (64 - n_left, freedom, far), step });
                    }
                }
            }
        }
    }

    /// Appends a walk of `need` moves, which is known to exist.
    fn walk(&mut self, plot: &Plot, stand: OwnerRegion, need: u32, walk: &mut Vec<Move>) {
        let mut left = stand.amazons;
        let mut rest = need;
        while let Some(part) = next_part(plot, stand, &mut left) {
            let most = self.longest_of_part(plot, part).expect("there is no limit here").min(rest);
            rest -= most;
            self.walk_part(plot, part, most, walk);
        }
        debug_assert_eq!(rest, 0, "there are fewer moves than were found");
    }

    fn walk_part(&mut self, plot: &Plot, part: OwnerRegion, need: u32, walk: &mut Vec<Move>) {
        if need == 0 {
            return;
        }
        let start = self.stack.len();
        self.push_children(plot, part, need - 1);
        let mut children = self.stack.split_off(start);
        children.sort_unstable();
        for child in children {
            let next = after(part, child.step);
            if self.has(plot, next, need - 1) == Ok(true) {
                walk.push(plot.board_move(child.step));
                return self.walk(plot, next, need - 1, walk);
            }
        }
        unreachable!("a walk that was found is not there");
    }

    /// Appends the walk that always takes the first move in order; stops when there is none.
    fn greedy(&mut self, plot: &Plot, stand: OwnerRegion, walk: &mut Vec<Move>) {
        let mut now = stand;
        loop {
            self.stack.clear();
            self.push_children(plot, now, 0);
            let Some(first) = self.stack.iter().min() else { return };
            walk.push(plot.board_move(first.step));
            now = after(now, first.step);
        }
    }
}

fn after(part: OwnerRegion, step: PlotStep) -> OwnerRegion {
    OwnerRegion {
        empty: (part.empty | 1 << step.from) & !(1 << step.to | 1 << step.arrow),
        amazons: part.amazons ^ (1 << step.from) ^ (1 << step.to),
        guards: part.guards & !(1 << step.from),
    }
}

/// The part of `stand` with the first amazon of `left`; removes all amazons of that part from `left`. Parts without
/// empty squares are skipped.
fn next_part(plot: &Plot, stand: OwnerRegion, left: &mut u64) -> Option<OwnerRegion> {
    while *left != 0 {
        let squares = plot.reach(*left & left.wrapping_neg(), stand.empty | stand.amazons);
        *left &= !squares;
        if stand.empty & squares != 0 {
            return Some(OwnerRegion {
                empty: stand.empty & squares,
                amazons: stand.amazons & squares,
                guards: stand.guards & squares,
            });
        }
    }
    None
}

fn parts(plot: &Plot, stand: OwnerRegion) -> impl Iterator<Item = OwnerRegion> {
    let mut left = stand.amazons;
    std::iter::from_fn(move || next_part(plot, stand, &mut left))
}
