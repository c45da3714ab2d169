//! Records of searches of one board, gathered from several journals.

use std::collections::{BTreeMap, BTreeSet};

use tesuji_board::{Bits, Cell, CellSet, Player};

use super::journal::Record;
use super::table::{WinKey, WinNeed};

/// Sets for every board that a search knows.
const WIDEST: usize = 6;

type Set = Bits<WIDEST>;

/// Positions and wins of searches of one board of Hex, each once; of several records about a position the last decided one
/// counts, otherwise the last one.
///
/// Nothing here is proved: what a search is given by [`SearchJournal::replay`](super::SearchJournal::replay) it believes.
#[derive(Clone, Default, Debug)]
pub struct SearchRecords {
    n_cells: usize,
    positions: BTreeMap<([Set; 2], u8), Record<WIDEST>>,
    /// The winner, the stones and the carrier of each.
    wins: BTreeSet<(usize, [Set; 2])>,
}

fn bits(cells: &CellSet) -> Set {
    cells.iter().map(Cell::index).filter(|&cell| cell < Set::CAPACITY).collect()
}

impl SearchRecords {
    /// No record of a board with this many cells.
    #[must_use]
    pub fn new(n_cells: usize) -> Self {
        Self { n_cells, ..Self::default() }
    }

    /// True if there is no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty() && self.wins.is_empty()
    }

    /// Adds the records of a block. Returns false at the first that makes no sense; those before it stay.
    pub fn add(&mut self, mut block: &[u8]) -> bool {
        while !block.is_empty() {
            match Record::read(self.n_cells, &mut block) {
                None => return false,
                Some(Record::Win(winner, need)) => {
                    self.wins.insert((winner, [need.stones, need.carrier]));
                }
                Some(record @ Record::Position(WinKey { own, theirs, mover }, entry, ..)) => {
                    let known = self.positions.entry(([own, theirs], mover)).or_insert(record);
                    if !matches!(known, Record::Position(_, known, ..) if known.decision.is_some() && entry.decision.is_none())
                    {
                        *known = record;
                    }
                }
            }
        }
        true
    }

    /// Adds a win of this player, with these stones and these empty cells left to it and the other player to move.
    pub fn add_win(&mut self, winner: Player, stones: &CellSet, carrier: &CellSet) {
        let (stones, carrier) = (bits(stones), bits(carrier));
        self.wins.insert((winner.index(), [stones, carrier - stones]));
    }

    /// The records that a search of the position with these stones of Black and White can use, as a block of at most
    /// `most_bytes`: wins that are still possible there, those that lack fewest stones first, then positions below it, those
    /// that took most work first.
    #[must_use]
    pub fn below(&self, black: &CellSet, white: &CellSet, most_bytes: usize) -> Vec<u8> {
        let stones = [bits(black), bits(white)];
        let mut block = Vec::new();
        let mut write = |record: &Record<WIDEST>| {
            let before = block.len();
            record.write(self.n_cells, &mut block);
            if block.len() > most_bytes {
                block.truncate(before);
            }
        };
        let possible =
            |(winner, [needed, carrier]): &&(usize, [Set; 2])| !(*needed | *carrier).meets(&stones[1 - winner]);
        let mut wins: Vec<_> = self.wins.iter().filter(possible).collect();
        wins.sort_by_key(|(winner, [needed, _])| (*needed - stones[*winner]).len());
        for &&(winner, [needed, carrier]) in &wins {
            write(&Record::Win(winner, WinNeed { stones: needed, carrier }));
        }
        let below = |record: &&Record<WIDEST>| match record {
            Record::Position(key, ..) => {
                key.stones().iter().zip(&stones).all(|(there, here)| (*here - *there).is_empty())
            }
            Record::Win(..) => false,
        };
        let mut positions: Vec<_> = self.positions.values().filter(below).collect();
        positions.sort_by_key(|record| match record {
            Record::Position(_, _, work, _) => std::cmp::Reverse(*work),
            Record::Win(..) => std::cmp::Reverse(0),
        });
        positions.into_iter().for_each(write);
        block
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::search::table::{WinDecision, WinEntry};

    fn cells(of: &[usize]) -> CellSet {
        of.iter().map(|&cell| Cell::new(cell)).collect()
    }

    #[test]
    fn a_search_gets_what_it_can_use_of_what_others_found() {
        let set = |of: &[usize]| of.iter().copied().collect::<Bits<1>>();
        let key = |own: &[usize], theirs: &[usize]| WinKey { own: set(own), theirs: set(theirs), mover: 0 };
        let open = WinEntry { phi: 7, delta: 9, open: 3, busy: 0, decision: None };
        let need = WinNeed { stones: set(&[1]), carrier: set(&[2, 3]) };
        let lost = WinEntry::decided(WinDecision::Loses(need));
        let mut block = Vec::new();
        for record in [
            Record::Position(key(&[0], &[1]), open, 5, false),
            Record::Position(key(&[0], &[1]), lost, 6, true),
            Record::Position(key(&[0], &[1]), open, 7, false),
            Record::Position(key(&[4], &[5]), open, 8, false),
            Record::Win(1, need),
        ] {
            record.write(16, &mut block);
        }
        let mut records = SearchRecords::new(16);
        assert!(records.add(&block) && records.add(&block));
        assert!(!records.add(&block[..9]), "cut short");
        records.add_win(Player::White, &cells(&[1]), &cells(&[2, 3]));
        let read = |mut bytes: &[u8]| std::iter::from_fn(|| Record::<1>::read(16, &mut bytes)).collect::<Vec<_>>();
        let all = records.below(&cells(&[]), &cells(&[]), usize::MAX);
        assert_eq!(
            read(&all),
            [
                Record::Win(1, need),
                Record::Position(key(&[4], &[5]), open, 8, false),
                Record::Position(key(&[0], &[1]), lost, 6, true)
            ]
        );
        let here = records.below(&cells(&[0, 2]), &cells(&[1]), usize::MAX);
        assert_eq!(read(&here), [], "Black holds a cell of the win, and neither position has that stone");
        let here = records.below(&cells(&[0]), &cells(&[]), usize::MAX);
        assert_eq!(read(&here), [Record::Win(1, need), Record::Position(key(&[0], &[1]), lost, 6, true)]);
        assert_eq!(records.below(&cells(&[]), &cells(&[]), 6).len(), 5, "room for one win");
    }
}
