//! Moves that need not be tried, because the reply or another move makes them worthless.

use tesuji_board::{Bits, Player};

use super::fill::Filled;
use super::reply::KillerReply;
use super::surroundings::Surroundings;

/// A move that loses if all other moves do. The opponent replies on `killer` and then has `carrier`, and the move is
/// dead.
///
/// So after both moves the opponent can count `carrier` and even `cell` as stones. This holds in every position in
/// which the opponent has `rests_on`, the player to move has the stones it has here, and `carrier` is empty. All other
/// cells may be empty or anyone's. Fill in the position after the two moves to see how the opponent holds the carrier.
///
/// All vulnerable moves of a position may be left out together, unless the player to move has won already. Say P is to
/// move and Q wins against every other move. A vulnerable move and its killer give the old position with more stones of
/// Q: the move's cell, the killer and the carrier. There Q can answer each move of P. If it was not vulnerable, Q
/// answers as in the old position, where Q had less. If it was, Q answers with its killer, or anywhere if Q has the
/// killer already. (What a reply rests on still stands, and more stones of Q do not harm it.) So more and more cells
/// become Q's, until the board is full. P has gained no stone that matters, so P has not won, and Q has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vulnerable<const W: usize> {
    /// The move to leave out.
    pub cell: usize,
    /// The opponent's reply.
    pub killer: usize,
    /// Stones of the opponent, played or filled, that the inference needs besides the killer.
    pub rests_on: Bits<W>,
    /// Empty cells other than `cell` and `killer` that the opponent gains by the killer, although `cell` is taken.
    pub carrier: Bits<W>,
}

/// A move that is no better than the same player's move `by`, which kills or captures `cell` for that player.
///
/// It guides: try `by` first. If the opponent wins against `by`, the win has a carrier without `cell`, because `cell`
/// is filled in after `by`. The same win then serves against `cell`, which never has to be tried. `by` itself is
/// neither vulnerable nor dominated in the same list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DominatedMove {
    /// The move that can wait.
    pub cell: usize,
    /// The move that is at least as good.
    pub by: usize,
}

/// Result of [`Surroundings::inferior_moves`]. If it is kept and passed in again, nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Inferior<const W: usize> {
    /// Moves to leave out, ascending.
    pub vulnerable: Vec<Vulnerable<W>>,
    /// Moves that can wait, ascending; none is vulnerable.
    pub dominated: Vec<DominatedMove>,
}

impl<const W: usize> Surroundings<W> {
    /// Writes the inferior moves of `mover` in this position to `inferior`.
    ///
    /// If a vulnerable move has several replies, the one with the smallest carrier is named.
    pub fn inferior_moves(&self, filled: &Filled<W>, mover: Player, inferior: &mut Inferior<W>) {
        let empty = self.all - filled.occupied();
        let mut open = empty;
        inferior.vulnerable.clear();
        let scene = filled.scene(!mover, empty);
        for replies in filled.replies[(!mover).index()].by_cell() {
            let Some(reply) = replies.iter().min_by_key(|reply| reply.carrier.len()) else { continue };
            let KillerReply { cell, killer, carrier, .. } = *reply;
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
                inferior.dominated.push(DominatedMove { cell, by });
            }
        }
    }
}
