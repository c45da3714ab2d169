//! The journal of a search: its table as records that a later search reads back, here or on another machine.
//!
//! A record is a position with what is known of it, or the need of a win. Records are in the order in which the search made
//! them. `Record::write` defines their bytes, `docs/SOLVE.md` the file around them.

use std::fmt::Debug;

use tesuji_board::Bits;

use super::state::SearchState;
use super::table::{INFINITY, NO_MOVE, WinDecision, WinEntry, WinKey, WinNeed};

/// The fewest positions searched below an undecided position that is written again with better numbers. Below that, a later
/// search finds the numbers from the positions after it without counting one.
pub(crate) const LEAST_WORK: u64 = 16;

/// Takes one record.
pub type RecordSink<'a> = dyn FnMut(&[u8]) + 'a;

/// Journal in which a search keeps its table while it runs.
///
/// Threads share it. It has no say in the search, which goes on whatever happens to the journal.
pub trait SearchJournal: Debug + Sync {
    /// Passes to `take` what earlier searches appended, oldest first, in blocks of whole records. `take` returns false if a
    /// block makes no sense; nothing more is passed then. Returns whether the search may begin.
    fn replay(&self, take: &mut dyn FnMut(&[u8]) -> bool) -> bool;

    /// Appends one record of a search that has examined `n_nodes` positions.
    fn append(&self, record: &[u8], n_nodes: u64) -> JournalWish;

    /// Replaces all records by those that `records` passes on.
    fn rewrite(&self, records: &mut dyn FnMut(&mut RecordSink<'_>));

    /// The fewest positions searched below a position whose decided replies are passed to [`Self::settle`].
    fn least_settled(&self) -> u64;

    /// A decided reply of the position in question or of one below it.
    fn settle(&self, settled: &SettledReply<'_>);

    /// Whether anybody wants to know how far the search is, also when a limit ends it.
    fn is_watched(&self) -> bool;

    /// Reports the state of the search, or that at its end.
    fn show(&self, state: &SearchState, is_last: bool);
}

/// A journal's request to the thread that appended to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JournalWish {
    /// Nothing.
    Nothing,
    /// [`SearchJournal::rewrite`], because it has grown too large.
    Rewrite,
    /// [`SearchJournal::show`].
    State,
}

/// A position below the one in question that the search has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettledReply<'a> {
    /// The moves that lead there, as numbers of cells.
    pub moves: &'a [u16],
    /// Whether the player to move there wins.
    pub wins: bool,
    /// A move that wins.
    pub winning_move: Option<u16>,
    /// The number of positions searched for it.
    pub nodes: u64,
    /// The number of positions searched so far for the question.
    pub of: u64,
}

/// A record.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Record<const W: usize> {
    /// A position, the number of positions searched to learn this, and whether its decision is a win to recognise elsewhere.
    Position(WinKey<W>, WinEntry<W>, u32, bool),
    /// A win of this player to recognise elsewhere.
    Win(usize, WinNeed<W>),
}

const WINS: u8 = 1 << 1;
const LOSES: u8 = 2 << 1;
const WIN: u8 = 3 << 1;
const IS_LEARNT: u8 = 1 << 3;

impl<const W: usize> Record<W> {
    /// Appends its bytes; sets are of `n_cells` cells.
    pub(crate) fn write(&self, n_cells: usize, bytes: &mut Vec<u8>) {
        let n_bytes = n_cells.div_ceil(8);
        let set = |bytes: &mut Vec<u8>, set: &Bits<W>| {
            let words = set.words().iter().flat_map(|word| word.to_le_bytes());
            bytes.extend(words.take(n_bytes));
        };
        match self {
            Self::Win(winner, need) => {
                bytes.push(*winner as u8 | WIN);
                set(bytes, &need.stones);
                set(bytes, &need.carrier);
            }
            Self::Position(key, entry, work, is_learnt) => {
                let kind = match entry.decision {
                    None => 0,
                    Some(WinDecision::Wins(..)) => WINS,
                    Some(WinDecision::Loses(_)) => LOSES,
                };
                bytes.push(key.mover | kind | if *is_learnt { IS_LEARNT } else { 0 });
                set(bytes, &key.own);
                set(bytes, &key.theirs);
                bytes.extend(work.to_le_bytes());
                let need = match &entry.decision {
                    None => {
                        bytes.extend(entry.phi.to_le_bytes());
                        bytes.extend(entry.delta.to_le_bytes());
                        bytes.extend(entry.open.to_le_bytes());
                        return;
                    }
                    Some(WinDecision::Wins(cell, need)) => {
                        bytes.extend(cell.to_le_bytes());
                        need
                    }
                    Some(WinDecision::Loses(need)) => need,
                };
                set(bytes, &need.stones);
                set(bytes, &need.carrier);
            }
        }
    }

    /// Reads one record and leaves the rest in `bytes`; `None` if it makes no sense.
    pub(crate) fn read(n_cells: usize, bytes: &mut &[u8]) -> Option<Self> {
        let mut reader = RecordReader { n_cells, bytes };
        let [head] = reader.take()?;
        let (player, kind, is_learnt) = (head & 1, head & WIN, head & IS_LEARNT != 0);
        if head & !(1 | WIN | IS_LEARNT) != 0 {
            return None;
        }
        if kind == WIN {
            return (!is_learnt).then_some(Self::Win(usize::from(player), reader.need()?));
        }
        let (own, theirs) = reader.apart()?;
        let work = u32::from_le_bytes(reader.take()?);
        let entry = match kind {
            WINS => {
                let cell = u16::from_le_bytes(reader.take()?);
                let is_open = usize::from(cell) < n_cells && !(own | theirs).contains(usize::from(cell));
                let need = reader.need().filter(|_| is_open || cell == NO_MOVE)?;
                WinEntry::decided(WinDecision::Wins(cell, need))
            }
            LOSES => WinEntry::decided(WinDecision::Loses(reader.need()?)),
            _ => {
                let [phi, delta] = [u32::from_le_bytes(reader.take()?), u32::from_le_bytes(reader.take()?)];
                let open = u16::from_le_bytes(reader.take()?);
                if is_learnt || phi > INFINITY || delta > INFINITY {
                    return None;
                }
                WinEntry { phi, delta, open, busy: 0, decision: None }
            }
        };
        Some(Self::Position(WinKey { own, theirs, mover: player }, entry, work, is_learnt))
    }
}

struct RecordReader<'b, 'a> {
    n_cells: usize,
    bytes: &'b mut &'a [u8],
}

impl RecordReader<'_, '_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.bytes.split_first_chunk()?;
        *self.bytes = rest;
        Some(*first)
    }

    fn set<const W: usize>(&mut self) -> Option<Bits<W>> {
        let (first, rest) = self.bytes.split_at_checked(self.n_cells.div_ceil(8))?;
        *self.bytes = rest;
        let mut set = Bits::EMPTY;
        for (at, _) in (0..first.len() * 8).enumerate().filter(|&(at, _)| first[at / 8] >> (at % 8) & 1 == 1) {
            if at >= self.n_cells {
                return None;
            }
            set.insert(at);
        }
        Some(set)
    }

    /// Two sets without a common cell.
    fn apart<const W: usize>(&mut self) -> Option<(Bits<W>, Bits<W>)> {
        let (a, b) = (self.set()?, self.set()?);
        (!Bits::meets(&a, &b)).then_some((a, b))
    }

    fn need<const W: usize>(&mut self) -> Option<WinNeed<W>> {
        self.apart().map(|(stones, carrier)| WinNeed { stones, carrier })
    }
}

#[cfg(feature = "testing")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn set(n_cells: usize, seed: u64) -> Bits<2> {
        (0..n_cells).filter(|&cell| seed.rotate_left(cell as u32 * 7).is_multiple_of(3)).collect()
    }

    proptest! {
        #[test]
        fn records_survive_their_bytes(n_cells in 1..128_usize, a: u64, b: u64, numbers: (u32, u32, u16, u32), kind in 0..5_u8) {
            let (own, stones) = (set(n_cells, a), set(n_cells, b));
            let need = WinNeed { stones, carrier: set(n_cells, a ^ b) - stones };
            let key = WinKey { own, theirs: stones - own, mover: kind & 1 };
            let open = WinEntry { phi: numbers.0 % INFINITY, delta: numbers.1 % INFINITY, open: numbers.2, busy: 0, decision: None };
            let free = (Bits::first_n(n_cells) - own - stones).first().map_or(NO_MOVE, |cell| cell as u16);
            let record = match kind {
                0 => Record::Win(1, need),
                1 => Record::Position(key, open, numbers.3, false),
                2 => Record::Position(key, WinEntry::decided(WinDecision::Loses(need)), numbers.3, true),
                3 => Record::Position(key, WinEntry::decided(WinDecision::Wins(free, need)), numbers.3, false),
                _ => Record::Position(key, WinEntry::decided(WinDecision::Wins(NO_MOVE, need)), numbers.3, true),
            };
            let mut bytes = Vec::new();
            record.write(n_cells, &mut bytes);
            record.write(n_cells, &mut bytes);
            let mut rest = &bytes[..];
            prop_assert_eq!(Record::<2>::read(n_cells, &mut rest), Some(record));
            prop_assert_eq!(rest.len() * 2, bytes.len());
            for n in 0..rest.len() {
                prop_assert!(Record::<2>::read(n_cells, &mut &rest[..n]).is_none(), "cut short");
            }
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(n_cells in 1..128_usize, bytes: Vec<u8>) {
            let mut rest = &bytes[..];
            while let Some(record) = Record::<2>::read(n_cells, &mut rest) {
                let mut again = Vec::new();
                record.write(n_cells, &mut again);
                prop_assert!(again.len() <= bytes.len());
            }
        }
    }
}
