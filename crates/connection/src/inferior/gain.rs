//! What a move brings beside its own stone.

use tesuji_board::Bits;

use super::view::{Life, View};

/// An inference made after a move: cells that the player who moved has for sure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gain<const W: usize> {
    /// One dead cell, or two cells each of which is dead once the other is the player's.
    pub cells: Bits<W>,
    /// What the opponent could still get before this inference.
    pub open: Bits<W>,
}

impl<const W: usize> Gain<W> {
    /// Does the inference hold if the opponent, whose view this is, could get the cells of `open`?
    pub(super) fn holds(&self, view: &View<W>, open: Bits<W>) -> bool {
        let is_single = self.cells.len() == 1;
        self.cells.iter().all(|cell| {
            let gone = if is_single { Bits::EMPTY } else { self.cells };
            view.is_dead(cell, open - gone)
        })
    }
}

/// The cells that a player gains by a stone on `stone`, without it; `view` is the opponent's, `empty` the cells that are.
///
/// `stirred` are the cells that the stone kills, or that one more stone kills. The position before must be filled in as far as dead and captured cells go. The inferences, in order, go to `gains`.
pub(super) fn gained<const W: usize>(
    view: &View<W>,
    stone: usize,
    stirred: Bits<W>,
    empty: Bits<W>,
    gains: &mut Vec<Gain<W>>,
) -> Bits<W> {
    gains.clear();
    let mut open = empty.without(stone);
    let mut changed = stirred & open;
    while let Some(cell) = changed.first() {
        changed.remove(cell);
        let cells = match view.life(cell, open) {
            Life::Dead => Bits::single(cell),
            Life::Alive(killers) => match killers.iter().find(|&killer| view.is_dead(killer, open.without(cell))) {
                Some(other) => Bits::single(cell).with(other),
                None => continue,
            },
        };
        gains.push(Gain { cells, open });
        open -= cells;
        for cell in cells.iter() {
            changed |= view.links[cell];
        }
        changed &= open;
    }
    empty.without(stone) - open
}
