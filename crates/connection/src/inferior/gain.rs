//! Gains of a stone besides itself.

use tesuji_board::Bits;

use super::view::{LinkView, Liveness};

/// Cells that a player has for sure after a stone. The inference rests on the ones before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gain<const W: usize> {
    /// One dead cell, or two cells, each of which is dead once the other is the player's.
    pub cells: Bits<W>,
    /// Cells open to the opponent before this inference.
    pub open: Bits<W>,
}

impl<const W: usize> Gain<W> {
    /// Whether the inference holds if the opponent, whose view this is, could get the cells of `open`.
    pub(super) fn holds(&self, view: &LinkView<W>, open: Bits<W>) -> bool {
        let gone = if self.cells.len() == 1 { Bits::EMPTY } else { self.cells };
        self.cells.iter().all(|cell| view.is_dead(cell, open - gone))
    }
}

/// To kill a cell with two stones, a player takes one of two given cells, and then one of two others.
const MAX_PAIRS: usize = 4;

/// Cells killed by a player's stones, alone and in pairs.
#[derive(Clone, Debug, Default)]
pub(super) struct Kills<const W: usize> {
    /// By cell: pairs of cells that kill it together, where neither does alone. The rest is padding.
    pairs: Vec<[Bits<W>; MAX_PAIRS]>,
    /// By cell: the cells that a stone there kills, alone or in a pair.
    stirs: Vec<Bits<W>>,
    /// The sets before the last [`Self::find`].
    former: Vec<Bits<W>>,
}

impl<const W: usize> Kills<W> {
    /// Takes over the pairs of another position.
    pub(super) fn copy_from(&mut self, from: &Self) {
        self.pairs.clone_from(&from.pairs);
        self.stirs.clone_from(&from.stirs);
    }

    /// Finds the pairs of the `stale` cells again. `view` is the opponent's. `killers` are the cells that kill alone.
    /// Returns the stones that do not kill the same cells as before.
    pub(super) fn find(&mut self, view: &LinkView<W>, killers: &[Bits<W>], empty: Bits<W>, stale: Bits<W>) -> Bits<W> {
        self.pairs.resize(view.links.len(), [Bits::EMPTY; MAX_PAIRS]);
        for cell in (stale & empty).iter() {
            self.pairs[cell] = Self::find_pairs(view, cell, empty);
        }
        std::mem::swap(&mut self.stirs, &mut self.former);
        self.stirs.clear();
        self.stirs.resize(view.links.len(), Bits::EMPTY);
        for cell in empty.iter() {
            let pairs = self.pairs[cell].iter().take_while(|pair| !pair.is_empty());
            let stirring = pairs.fold(killers[cell], |all, pair| all | *pair);
            for stone in stirring.iter() {
                self.stirs[stone].insert(cell);
            }
        }
        empty.iter().filter(|&stone| self.former.get(stone) != Some(&self.stirs[stone])).collect()
    }

    fn find_pairs(view: &LinkView<W>, cell: usize, empty: Bits<W>) -> [Bits<W>; MAX_PAIRS] {
        let mut pairs = [Bits::EMPTY; MAX_PAIRS];
        let Some((one, other)) = view.first_gap(cell, empty) else { return pairs };
        let mut n_pairs = 0;
        for first in [Some(one), other].into_iter().flatten() {
            let Liveness::Alive(seconds) = view.life(cell, empty.without(first)) else { continue };
            for second in seconds.iter() {
                pairs[n_pairs] = Bits::single(first).with(second);
                n_pairs += 1;
            }
        }
        pairs
    }

    /// The stones that gain anything: they kill a cell, or they make a pair of two cells that kill each other.
    pub(super) fn gaining(&self, killers: &[Bits<W>], empty: Bits<W>) -> Bits<W> {
        let mut gaining = Bits::EMPTY;
        for cell in empty.iter() {
            gaining |= killers[cell];
            for pair in self.pairs[cell].iter().take_while(|pair| !pair.is_empty()) {
                for partner in pair.iter() {
                    let stone = pair.without(partner);
                    if killers[partner].contains(cell) || self.pairs[partner].contains(&stone.with(cell)) {
                        gaining |= stone;
                    }
                }
            }
        }
        gaining
    }

    /// Takes from `open` what the player gains by a stone on `stone`, which is not in `open`, until nothing more
    /// follows.
    ///
    /// `view` is the opponent's, perhaps with one more stone. Cells that are dead or a captured pair even without the
    /// player's stone must have been filled in already. The inferences, in order, go to `gains`. Returns the cells
    /// whose surroundings were looked at.
    pub(super) fn settle(
        &self,
        view: &LinkView<W>,
        stone: usize,
        open: &mut Bits<W>,
        gains: &mut Vec<Gain<W>>,
    ) -> Bits<W> {
        gains.clear();
        let mut seen = Bits::EMPTY;
        let mut changed = self.stirs[stone] & *open;
        while let Some(cell) = changed.first() {
            changed.remove(cell);
            seen.insert(cell);
            let cells = match view.life(cell, *open) {
                Liveness::Dead => Bits::single(cell),
                Liveness::Alive(killers) => {
                    seen |= killers;
                    match killers.iter().find(|&killer| view.is_dead(killer, open.without(cell))) {
                        Some(other) => Bits::single(cell).with(other),
                        None => continue,
                    }
                }
            };
            gains.push(Gain { cells, open: *open });
            *open -= cells;
            changed = cells.iter().fold(changed, |changed, cell| changed | view.around(cell)) & *open;
        }
        seen
    }
}
