//! Moves that need not be tried, because the reply or another move makes them worthless.

use tesuji_board::{Bits, Player};

use super::fill::Filled;
use super::surroundings::Surroundings;

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

impl<const W: usize> Surroundings<W> {
    /// The moves of `mover` that the opponent can kill, each once, ascending, into `moves`.
    ///
    /// Of several killers the one that rests on the fewest stones is named, of those the first around the cell.
    pub fn vulnerable(&self, filled: &Filled<W>, mover: Player, moves: &mut Vec<Vulnerable<W>>) {
        moves.clear();
        let killing = !mover;
        let empty = self.all - filled.occupied();
        for cell in empty.iter() {
            let ring = filled.rings[cell];
            let killers = self.table.verdict(ring).killers[killing.index()];
            let choices = self.around(cell).filter(|&(place, at)| killers >> place & 1 != 0 && empty.contains(at));
            let best = choices
                .map(|(place, killer)| {
                    let needs = self.table.verdict(ring.with(place, killing)).needs[killing.index()];
                    (killer, self.at_places(cell, needs).without(killer))
                })
                .min_by_key(|(_, rests_on)| rests_on.len());
            if let Some((killer, rests_on)) = best {
                moves.push(Vulnerable { cell, killer, rests_on });
            }
        }
    }

    /// Moves of `mover` that another move of `mover` makes dead, each once, ascending, into `moves`.
    ///
    /// `vulnerable` is the list for the same position and mover; its moves neither dominate nor appear.
    pub fn dominated(
        &self,
        filled: &Filled<W>,
        mover: Player,
        vulnerable: &[Vulnerable<W>],
        moves: &mut Vec<Dominated>,
    ) {
        moves.clear();
        let mut open = self.all - filled.occupied();
        for inferior in vulnerable {
            open.remove(inferior.cell);
        }
        let mut kept = Bits::<W>::EMPTY;
        for cell in open.iter() {
            let killers = self.table.verdict(filled.rings[cell]).killers[mover.index()];
            if kept.contains(cell) || killers == 0 {
                continue;
            }
            let by = self.around(cell).find(|&(place, at)| killers >> place & 1 != 0 && open.contains(at));
            if let Some((_, by)) = by {
                kept.insert(by);
                open.remove(cell);
                moves.push(Dominated { cell, by });
            }
        }
    }
}
