//! Records that a search writes into its journal.

use std::sync::atomic::Ordering;

use tesuji_board::Player;

use super::decider::read;
use super::dfpn::{Shared, WinSearch};
use super::journal::{JournalWish, Record, SearchJournal, SettledReply};
use super::state::state;
use super::table::{NO_MOVE, WinDecision};
use crate::view::NetGuesser;

impl<const W: usize> WinSearch<'_, W> {
    /// Has the record of the position at `depth` kept, if records are.
    pub(super) fn note(&mut self, depth: usize, record: &Record<W>) {
        let Some(journal) = self.shared.journal else { return };
        let Record::Position(_, entry, work, _) = record else { return };
        let n_cells = self.shared.ground.regions[0].n_cells();
        self.record.clear();
        record.write(n_cells, &mut self.record);
        let n_nodes = self.shared.n_nodes.load(Ordering::Relaxed);
        if let (Some(decision), 1..) = (entry.decision, depth) {
            // The work below the position before this one is at least that below this one.
            let nodes = u64::from(*work);
            if if depth == 1 { n_nodes } else { nodes } >= journal.least_settled() {
                let (wins, key) = match decision {
                    WinDecision::Wins(key, _) => (true, Some(key).filter(|&key| key != NO_MOVE)),
                    WinDecision::Loses(_) => (false, None),
                };
                let moves = &self.last_moves[1..=depth];
                journal.settle(&SettledReply { moves, wins, winning_move: key, nodes, of: n_nodes });
            }
        }
        match journal.append(&self.record, n_nodes) {
            JournalWish::Nothing => {}
            JournalWish::Rewrite => self.rewrite(journal),
            JournalWish::State => {
                let Shared { ground, table, guesser, .. } = self.shared;
                let guesser = guesser.map(NetGuesser::another);
                journal.show(&state(ground, table, guesser, self.stones, Player::BOTH[self.first]), false);
            }
        }
    }

    /// Replaces the records of the journal by what the table and the wins have.
    fn rewrite(&mut self, journal: &dyn SearchJournal) {
        let (n_cells, record) = (self.shared.ground.regions[0].n_cells(), &mut self.record);
        journal.rewrite(&mut |write| {
            let mut pass = |of: &Record<W>| {
                record.clear();
                of.write(n_cells, record);
                write(record);
            };
            for (winner, wins) in read(self.shared.patterns).iter().enumerate() {
                wins.iter().for_each(|need| pass(&Record::Win(winner, *need)));
            }
            self.shared.table.for_each(|key, entry, work| pass(&Record::Position(*key, *entry, work, false)));
        });
    }
}
