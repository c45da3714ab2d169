//! Moves that need not be tried, because the reply or another move makes them worthless.

use tesuji_board::{Bits, Player};

use super::fill::Filled;
use super::reply::Reply;
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
}

impl<const W: usize> Surroundings<W> {
    /// The inferior moves of `mover` in this position, into `inferior`.
    ///
    /// Of several replies to a vulnerable move the one with the smallest carrier is named.
    pub fn inferior_moves(&self, filled: &Filled<W>, mover: Player, inferior: &mut Inferior<W>) {
        let empty = self.all - filled.occupied();
        let mut open = empty;
        inferior.vulnerable.clear();
        let scene = filled.scene(!mover, empty);
        for replies in filled.replies[(!mover).index()].by_cell() {
            let Some(reply) = replies.iter().min_by_key(|reply| reply.carrier.len()) else { continue };
            let Reply { cell, killer, carrier, .. } = *reply;
            inferior.vulnerable.push(Vulnerable { cell, killer, rests_on: scene.rests_on(reply), carrier });
            open.remove(cell);
        }
        inferior.dominated.clear();
        let mut kept = Bits::<W>::EMPTY;
        for cell in open.iter() {
            let replies = &filled.replies[mover.index()];
            let by =
                (replies.gained_by[cell] & open).iter().max_by_key(|&by| (kept.contains(by), replies.gains[by].len()));
            if let Some(by) = by.filter(|_| !kept.contains(cell)) {
                kept.insert(by);
                open.remove(cell);
                inferior.dominated.push(Dominated { cell, by });
            }
        }
    }
}
