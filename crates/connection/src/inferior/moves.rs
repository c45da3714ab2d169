//! Moves that need not be tried, because the reply or another move makes them worthless.

use tesuji_board::{Bits, Player};

use super::fill::Filled;
use super::gain::{Gain, gained};
use super::surroundings::Surroundings;
use super::view::{Life, View};

/// A move that loses if all other moves do: the opponent's reply `killer` makes it dead.
///
/// `cell` is dead in every position in which the opponent has `killer` and `rests_on` and the player to move has the
/// stones it has here; all else may be empty or anyone's.
///
/// All vulnerable moves of a position may be left out together, unless the player to move has won already. Say P is to
/// move and Q wins against every other move. After a vulnerable move m and its killer k, m is dead and may be Q's too: the
/// position is the old one with two more stones of Q. There each move of P is answered: one that was not
/// vulnerable as in the old position, where Q had less; one that was, by its killer, or at will if Q has the killer already
/// (what kills rests on stones that are still there). So two more cells become Q's, and so on until the board
/// is full. P has gained no stone that matters, so P has not won; so Q has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vulnerable<const W: usize> {
    /// The move to leave out.
    pub cell: usize,
    /// The opponent's reply.
    pub killer: usize,
    /// Stones of the opponent, played or filled, that the inference needs beside the killer.
    pub rests_on: Bits<W>,
    /// Empty cells, without `cell` and `killer`, that the opponent captures after the killer, although `cell` is taken.
    pub carrier: Bits<W>,
}

/// A move that is no better than the same player's move `by`, which kills or captures `cell` for that player.
///
/// It guides: try `by` first. The fill-in after `by` contains `cell`, so the opponent's win against `by`, if there is one,
/// has a carrier without `cell`, and serves against `cell` as well. `by` is itself neither vulnerable nor dominated in
/// the list it stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dominated {
    /// The move that can wait.
    pub cell: usize,
    /// The move that is at least as good.
    pub by: usize,
}

/// What [`Surroundings::inferior_moves`] finds. Kept and handed in again, it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Inferior<const W: usize> {
    /// Moves to leave out, ascending.
    pub vulnerable: Vec<Vulnerable<W>>,
    /// Moves that can wait, ascending; none is vulnerable.
    pub dominated: Vec<Dominated>,
    gains: Vec<Gain<W>>,
    view: View<W>,
    /// By cell: the moves of the player not to move that gain it.
    gained_by: Vec<Bits<W>>,
    by_move: Vec<Bits<W>>,
}

impl<const W: usize> Surroundings<W> {
    /// The inferior moves of `mover` in this position.
    pub fn inferior_moves(&self, filled: &Filled<W>, mover: Player, inferior: &mut Inferior<W>) {
        self.vulnerable(filled, mover, inferior);
        self.dominated(filled, mover, inferior);
    }

    /// The moves of `mover` that the opponent can kill, each once, ascending, into `moves`.
    fn vulnerable(&self, filled: &Filled<W>, mover: Player, inferior: &mut Inferior<W>) {
        inferior.vulnerable.clear();
        let view = &filled.views[mover.index()];
        let empty = self.all - filled.occupied();
        let own = filled.stones[(!mover).index()];
        self.all_gains(view, empty, inferior);
        for cell in empty.iter() {
            if let Some(killer) = filled.killers[(!mover).index()][cell].first() {
                let rests_on = filled
                    .least(view.links[cell] & own, empty, |open| view.life(cell, open.without(killer)) == Life::Dead);
                inferior.vulnerable.push(Vulnerable { cell, killer, rests_on, carrier: Bits::EMPTY });
                continue;
            }
            let candidates = match view.first_gap(cell, empty) {
                None => continue,
                Some((one, Some(other))) => (inferior.gained_by[one] | inferior.gained_by[other]).with(one).with(other),
                Some((one, None)) => inferior.gained_by[one].with(one),
            };
            let mut joined = false;
            for killer in (candidates & empty).without(cell).iter() {
                let most = inferior.by_move[killer];
                if view.life(cell, empty.without(killer) - most) != Life::Dead {
                    continue;
                }
                if !joined {
                    inferior.view.clone_from(view);
                    inferior.view.join(cell);
                    joined = true;
                }
                let carrier = gained(&inferior.view, killer, empty.without(cell), &mut inferior.gains);
                if view.life(cell, empty.without(killer) - carrier) == Life::Dead {
                    let gone = carrier.with(killer);
                    let mut rests_on =
                        filled.least(view.links[cell] & own, empty, |open| view.life(cell, open - gone) == Life::Dead);
                    for gain in &inferior.gains {
                        let around = gain.cells.iter().fold(Bits::EMPTY, |all, at| all | inferior.view.links[at]);
                        rests_on |= filled.least(around & own, gain.open, |open| gain.holds(&inferior.view, open));
                    }
                    inferior.vulnerable.push(Vulnerable { cell, killer, rests_on, carrier });
                    break;
                }
            }
        }
    }

    fn all_gains(&self, view: &View<W>, empty: Bits<W>, inferior: &mut Inferior<W>) {
        inferior.by_move.clear();
        inferior.by_move.resize(self.n_cells(), Bits::EMPTY);
        inferior.gained_by.clear();
        inferior.gained_by.resize(self.n_cells(), Bits::EMPTY);
        for stone in empty.iter() {
            let cells = gained(view, stone, empty, &mut inferior.gains);
            inferior.by_move[stone] = cells;
            for cell in cells.iter() {
                inferior.gained_by[cell].insert(stone);
            }
        }
    }

    /// Moves of `mover` that another move of `mover` makes dead, each once, ascending, into `moves`.
    ///
    /// `vulnerable` is the list for the same position and mover; its moves neither dominate nor appear.
    fn dominated(&self, filled: &Filled<W>, mover: Player, inferior: &mut Inferior<W>) {
        inferior.dominated.clear();
        let empty = self.all - filled.occupied();
        self.all_gains(&filled.views[(!mover).index()], empty, inferior);
        let mut open = empty;
        for vulnerable in &inferior.vulnerable {
            open.remove(vulnerable.cell);
        }
        let mut kept = Bits::<W>::EMPTY;
        for cell in open.iter() {
            if kept.contains(cell) {
                continue;
            }
            if let Some(by) = (inferior.gained_by[cell] & open).first() {
                kept.insert(by);
                open.remove(cell);
                inferior.dominated.push(Dominated { cell, by });
            }
        }
    }
}
