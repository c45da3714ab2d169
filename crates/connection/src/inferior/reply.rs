//! Replies that undo an intrusion, and the sets of cells that they capture.

use tesuji_board::Bits;

use super::gain::{Gain, gained};
use super::view::{Life, View};

/// A stone of the opponent on `cell` is answered on `killer`; then the player has `carrier` for sure, and `cell` is dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reply<const W: usize> {
    pub cell: usize,
    pub killer: usize,
    /// Empty cells, without the two.
    pub carrier: Bits<W>,
}

impl<const W: usize> Reply<W> {
    /// All cells that become the player's.
    pub(super) fn cells(&self) -> Bits<W> {
        self.carrier.with(self.cell).with(self.killer)
    }
}

/// What one player's moves bring, and how the player answers those of the opponent.
#[derive(Clone, Debug, Default)]
pub(super) struct Replies<const W: usize> {
    /// By cell: what a stone there gains, without itself; meaningful for empty cells.
    pub gains: Vec<Bits<W>>,
    /// By cell: the moves that gain it.
    pub gained_by: Vec<Bits<W>>,
    /// All replies found, those to one cell together, in ascending order of cells.
    pub list: Vec<Reply<W>>,
    /// By cell: the least pairs of cells that kill it together, where one alone does not; the rest is padding.
    pairs: Vec<[Bits<W>; MAX_PAIRS]>,
    /// By cell: the cells that a stone there kills, or kills together with another stone where neither does alone.
    pub stirs: Vec<Bits<W>>,
    pub scratch: Scratch<W>,
}

/// Whoever kills a cell by two stones takes one of two given cells, and then one of two others.
const MAX_PAIRS: usize = 4;

/// Working space.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch<const W: usize> {
    /// The opponent's view with an intrusion.
    intruded: View<W>,
    gains: Vec<Gain<W>>,
}

impl<const W: usize> Replies<W> {
    /// Finds them anew; `view` is the opponent's and `killers` are the player's.
    pub(super) fn find(&mut self, view: &View<W>, killers: &[Bits<W>], empty: Bits<W>) {
        self.find_gains(view, killers, empty);
        self.list.clear();
        for cell in empty.iter() {
            let kills = killers[cell];
            self.list.extend(kills.iter().map(|killer| Reply { cell, killer, carrier: Bits::EMPTY }));
            let Some((one, other)) = view.first_gap(cell, empty) else { continue };
            // One of the two must become the player's, by the killer or by what it gains.
            let candidates = self.gained_by[one] | other.map_or(Bits::EMPTY, |other| self.gained_by[other]);
            let candidates = candidates.with(one).with(other.unwrap_or(one)).without(cell) - kills;
            let mut is_joined = false;
            for killer in candidates.iter() {
                // With the intrusion the killer gains no more than without it.
                let most = self.gains[killer].without(cell);
                if most.is_empty() || !view.is_dead(cell, empty.without(killer) - most) {
                    continue;
                }
                if !is_joined {
                    self.scratch.intruded.clone_from(view);
                    self.scratch.intruded.join(cell);
                    is_joined = true;
                }
                let carrier = gained(
                    &self.scratch.intruded,
                    killer,
                    self.stirs[killer],
                    empty.without(cell),
                    &mut self.scratch.gains,
                );
                if view.is_dead(cell, empty.without(killer) - carrier) {
                    self.list.push(Reply { cell, killer, carrier });
                }
            }
        }
    }

    fn find_gains(&mut self, view: &View<W>, killers: &[Bits<W>], empty: Bits<W>) {
        self.gains.clear();
        self.gains.resize(view.links.len(), Bits::EMPTY);
        self.gained_by.clear();
        self.gained_by.resize(view.links.len(), Bits::EMPTY);
        for stone in self.gaining(view, killers, empty).iter() {
            let cells = gained(view, stone, self.stirs[stone], empty, &mut self.scratch.gains);
            self.gains[stone] = cells;
            for cell in cells.iter() {
                self.gained_by[cell].insert(stone);
            }
        }
    }

    /// The moves that gain anything: they kill a cell, or make a pair of two cells that kill each other.
    fn gaining(&mut self, view: &View<W>, killers: &[Bits<W>], empty: Bits<W>) -> Bits<W> {
        self.pairs.clear();
        self.pairs.resize(view.links.len(), [Bits::EMPTY; MAX_PAIRS]);
        self.stirs.clear();
        self.stirs.resize(view.links.len(), Bits::EMPTY);
        let mut gaining = Bits::EMPTY;
        for cell in empty.iter() {
            gaining |= killers[cell];
            for killer in killers[cell].iter() {
                self.stirs[killer].insert(cell);
            }
            let Some((one, other)) = view.first_gap(cell, empty) else { continue };
            let mut n_pairs = 0;
            for first in [Some(one), other].into_iter().flatten() {
                if let Life::Alive(seconds) = view.life(cell, empty.without(first)) {
                    for second in seconds.iter() {
                        self.pairs[cell][n_pairs] = Bits::single(first).with(second);
                        self.stirs[first].insert(cell);
                        self.stirs[second].insert(cell);
                        n_pairs += 1;
                    }
                }
            }
        }
        for cell in empty.iter() {
            for pair in self.pairs[cell].iter().take_while(|pair| !pair.is_empty()) {
                for partner in pair.iter() {
                    let stone = *pair - Bits::single(partner);
                    let back = stone.with(cell);
                    if killers[partner].contains(cell) || self.pairs[partner].contains(&back) {
                        gaining |= stone;
                    }
                }
            }
        }
        gaining
    }

    /// The largest set of cells each of which has a reply within the set: the player captures it.
    ///
    /// After an intrusion and its reply the cells of the reply are the player's, and the others have their replies still,
    /// because more stones of the player harm no reply. So at last all cells of the set are the player's.
    pub(super) fn captured(&self, empty: Bits<W>) -> Bits<W> {
        let mut safe = empty;
        loop {
            let within = self.list.iter().filter(|reply| reply.cells().is_subset(&safe));
            let kept = within.fold(Bits::EMPTY, |kept: Bits<W>, reply| kept.with(reply.cell));
            if kept == safe {
                return safe;
            }
            safe = kept;
        }
    }

    /// A small part of `safe`, a captured set, that is captured by itself: one that holds `cell`.
    pub(super) fn closure(&self, cell: usize, safe: Bits<W>) -> Bits<W> {
        let mut cells = Bits::single(cell);
        let mut waiting = cells;
        while let Some(next) = waiting.first() {
            waiting.remove(next);
            if let Some(reply) = self.reply_within(next, safe, cells) {
                waiting |= reply.cells() - cells;
                cells |= reply.cells();
            }
        }
        cells
    }

    /// The reply to `cell` with all its cells in `safe` and the fewest out of `near`.
    pub(super) fn reply_within(&self, cell: usize, safe: Bits<W>, near: Bits<W>) -> Option<&Reply<W>> {
        let start = self.list.partition_point(|reply| reply.cell < cell);
        self.list[start..]
            .iter()
            .take_while(|reply| reply.cell == cell)
            .filter(|reply| reply.cells().is_subset(&safe))
            .min_by_key(|reply| (reply.cells() - near).len())
    }
}

/// The stones among `own` that `reply` needs, `played` ones rather than others.
///
/// `view` is the opponent's before the intrusion.
pub(super) fn rests_on<const W: usize>(
    reply: &Reply<W>,
    stirred: Bits<W>,
    view: &View<W>,
    own: Bits<W>,
    played: Bits<W>,
    empty: Bits<W>,
    scratch: &mut Scratch<W>,
) -> Bits<W> {
    let gone = reply.carrier.with(reply.killer);
    let mut all =
        least(view.links[reply.cell] & own, played, empty, |open| view.life(reply.cell, open - gone) == Life::Dead);
    if !reply.carrier.is_empty() {
        let Scratch { intruded, gains } = scratch;
        intruded.clone_from(view);
        intruded.join(reply.cell);
        gained(intruded, reply.killer, stirred, empty.without(reply.cell), gains);
        for gain in &*gains {
            let around = gain.cells.iter().fold(Bits::EMPTY, |all, cell| all | intruded.links[cell]);
            all |= least(around & own, played, gain.open, |open| gain.holds(intruded, open));
        }
    }
    all
}

/// The stones among `stones` that are needed for `holds`, which is told which cells the opponent could get.
///
/// A filled stone costs the cells of its own step, so those that were not played are given up first.
pub(super) fn least<const W: usize>(
    stones: Bits<W>,
    played: Bits<W>,
    empty: Bits<W>,
    holds: impl Fn(Bits<W>) -> bool,
) -> Bits<W> {
    let mut open = empty;
    let mut needed = stones;
    for stone in (stones - played).iter().chain((stones & played).iter()) {
        if holds(open.with(stone)) {
            open.insert(stone);
            needed.remove(stone);
        }
    }
    needed
}
