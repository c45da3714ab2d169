//! Positions that a search has left and will come back to, with all that it had found out about them.

use tesuji_board::Bits;
use tesuji_connection::inferior::Filled;

use super::moves::Move;
use super::sight::WinSight;
use super::table::WinKey;

/// The most positions that a search keeps, and about how many bytes they take.
///
/// PERF: 18 puzzles take 177,053 positions with 512, 170,846 with 2,048 and 185,876 with 8,192; the openings of 7x7 take
/// 72,730 with 2,048 and 72,470 with 8,192. With none, 181,755 and 73,424, and more time for each.
const MAX_KEPT: usize = 1 << 11;
const MAX_BYTES: usize = 64 << 20;

/// About how many sets of cells a fill-in holds for each cell.
const SETS: usize = 24;

/// A position whose moves are known, or are about to be looked at.
#[derive(Debug)]
pub(crate) struct Expanded<const W: usize> {
    pub key: WinKey<W>,
    /// The position before it and the move from there: the steps of its fill-in are those since then.
    pub from: (WinKey<W>, u16),
    pub filled: Filled<W>,
    pub sight: WinSight<W>,
    /// `None` if it was only examined.
    pub moves: Option<Vec<Move<W>>>,
}

/// Positions, each at the place that its key has. A new one drives out the one that was there.
#[derive(Debug)]
pub(crate) struct Expansions<const W: usize> {
    kept: Vec<Option<Box<Expanded<W>>>>,
    /// One that was driven out: its memory serves the next.
    idle: Option<Box<Expanded<W>>>,
}

impl<const W: usize> Expansions<W> {
    /// Room for positions of this many cells.
    pub(crate) fn new(n_cells: usize) -> Self {
        let n = (MAX_BYTES / (n_cells.max(1) * SETS * size_of::<Bits<W>>())).clamp(1, MAX_KEPT);
        Self { kept: (0..n).map(|_| None).collect(), idle: None }
    }

    /// Takes out the position, if it is there as it is reached by this move.
    pub(crate) fn take(&mut self, key: &WinKey<W>, from: (WinKey<W>, u16)) -> Option<Box<Expanded<W>>> {
        let place = key.place(self.kept.len());
        self.kept[place].take_if(|kept| kept.key == *key && kept.from == from)
    }

    /// Keeps a position. What was in `filled` is taken, and something of the same kind is left there.
    pub(crate) fn keep(
        &mut self,
        key: WinKey<W>,
        from: (WinKey<W>, u16),
        filled: &mut Filled<W>,
        sight: WinSight<W>,
        moves: Option<Vec<Move<W>>>,
    ) {
        let mut expanded = match self.idle.take() {
            Some(mut idle) => {
                (idle.key, idle.from, idle.sight, idle.moves) = (key, from, sight, moves);
                idle
            }
            None => Box::new(Expanded { key, from, filled: Filled::default(), sight, moves }),
        };
        std::mem::swap(&mut expanded.filled, filled);
        let place = key.place(self.kept.len());
        self.idle = self.kept[place].replace(expanded);
    }

    /// Gives back the memory of a position that is not needed any more.
    pub(crate) fn release(&mut self, expanded: Box<Expanded<W>>) {
        self.idle = Some(expanded);
    }
}
