//! What a solver keeps between questions about one board, in the width that fits the board.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

use tesuji_board::{Bits, ByWidth, Cell, CellSet, Player, Topology, by_width};
use tesuji_connection::Region;
use tesuji_connection::inferior::{Filled, Surroundings};

use tesuji_search::Limits;

use super::patterns::WinPatterns;
use super::search::{BoardSearch, Shared};
use super::table::{BoardDecision, BoardKey, BoardTable, NO_MOVE};
use super::{Answer, Distance, Question};

/// An engine with sets just wide enough for its board.
pub(super) type AnyEngine = ByWidth<Engine<1>, Engine<2>, Engine<4>, Engine<6>>;

/// The board as each player can link it, and the table.
#[derive(Debug)]
pub(super) struct Engine<const W: usize> {
    pub(super) topology: Arc<Topology>,
    pub(super) regions: [Region<W>; 2],
    pub(super) surroundings: Surroundings<W>,
    pub(super) table: BoardTable<W>,
    patterns: Mutex<[WinPatterns<W>; 2]>,
}

/// `None` for a board that is not a rhombus or is too large.
pub(super) fn engine(topology: &Arc<Topology>, table_bytes: usize) -> Option<AnyEngine> {
    let n_cells = topology.n_cells();
    let is_known = n_cells <= Bits::<6>::CAPACITY;
    is_known.then(|| Some(by_width!(n_cells, W => Engine::<W>::new(topology, table_bytes)?))).flatten()
}

impl<const W: usize> Engine<W> {
    fn new(topology: &Arc<Topology>, table_bytes: usize) -> Option<Self> {
        let surroundings = Surroundings::new(topology).ok()?;
        let empty = Question {
            topology: topology.clone(),
            black: CellSet::new(),
            white: CellSet::new(),
            to_move: Player::Black,
        };
        let regions = [Region::new(&empty.claim(Player::Black)).ok()?, Region::new(&empty.claim(Player::White)).ok()?];
        Some(Self {
            topology: topology.clone(),
            regions,
            surroundings,
            table: BoardTable::new(table_bytes),
            patterns: Mutex::default(),
        })
    }

    pub(super) fn solve(&self, question: &Question, limits: &Limits, n_threads: usize) -> Answer {
        let stones = [&question.black, &question.white].map(|stones| {
            stones.iter().map(Cell::index).filter(|&at| at < self.topology.n_cells()).collect::<Bits<W>>()
        });
        let shared = Shared {
            regions: &self.regions,
            surroundings: &self.surroundings,
            table: &self.table,
            patterns: &self.patterns,
            limits,
            n_threads: n_threads.max(1),
            n_nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        let search = || BoardSearch::new(&shared, stones, question.to_move).run();
        let decision = if n_threads > 1 {
            std::thread::scope(|scope| {
                let of_thread = || {
                    let decision = search();
                    limits.leave();
                    decision
                };
                // If the system refuses to create more threads, the existing ones search.
                let others: Vec<_> = (1..n_threads)
                    .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, of_thread).ok())
                    .collect();
                let known = search();
                // A thread that panicked decides nothing, but the others may.
                others.into_iter().fold(known, |known, thread| known.or(thread.join().unwrap_or(None)))
            })
        } else {
            search()
        };
        let nodes = shared.n_nodes.into_inner();
        let Some(decision) = decision else {
            return Answer { nodes, distance: self.distance(stones, question.to_move), ..Answer::default() };
        };
        let (winner, key, need) = match decision {
            BoardDecision::Wins(key, need) => (question.to_move, Some(key).filter(|&key| key != NO_MOVE), need),
            BoardDecision::Loses(need) => (!question.to_move, None, need),
        };
        let winning_move = key.map(|key| Cell::new(usize::from(key)));
        let carrier = need.carrier.iter().map(Cell::new).chain(winning_move).collect();
        Answer { winner: Some(winner), winning_move, carrier, nodes, distance: None }
    }

    /// What the table says about a position whose search was given up.
    fn distance(&self, stones: [Bits<W>; 2], to_move: Player) -> Option<Distance> {
        let mut filled = Filled::default();
        self.surroundings.fill_in(stones, &mut filled);
        let mover = to_move.index();
        let (own, theirs) = (filled.stones[mover], filled.stones[1 - mover]);
        let entry = self.table.get(&BoardKey { own, theirs, mover: mover as u8 })?;
        Some(Distance { to_win: entry.phi, to_lose: entry.delta })
    }
}
