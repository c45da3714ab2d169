//! A search's knowledge of its ground, and the state that it keeps from one question to the next.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tesuji_board::{Bits, Player, Topology};
use tesuji_connection::inferior::{Filled, Surroundings};
use tesuji_connection::{Region, Side};
use tesuji_search::Limits;

use super::dfpn::{Shared, WinSearch};
use super::guess::Guesses;
use super::journal::{Record, SearchJournal};
use super::known::KnownWin;
use super::lemmas::{Anatomy, Lemmas, Places, no_lemmas};
use super::patterns::WinPatterns;
use super::state::{SearchState, state};
use super::table::{WinDecision, WinKey, WinNeed, WinTable};
use crate::TrainingSample;
use crate::view::{NetGuesser, View};

/// A board or a part of one, as two players can link it.
///
/// Player 0 is Black, or the owner of a claim; player 1 is White, or its opponent. Sets of cells are numbered as in the
/// regions, which have the same cells.
#[derive(Debug)]
pub(crate) struct Ground<const W: usize> {
    /// By player: what the player can link, and the goal.
    pub regions: [Region<W>; 2],
    /// By player: whether the player wants the goal of its region or wants to prevent it.
    pub sides: [Side; 2],
    /// The surroundings for fill-in.
    pub surroundings: Surroundings<W>,
    /// Whether a half turn of the board gives the same ground with its cells in reverse order.
    turns: bool,
    /// The board, if links can be moved on it, and its places here.
    places: Option<(Arc<Topology>, Places)>,
}

impl<const W: usize> Ground<W> {
    /// A whole board: each player has a goal of its own.
    #[must_use]
    pub(crate) const fn of_board(regions: [Region<W>; 2], surroundings: Surroundings<W>) -> Self {
        Self { regions, sides: [Side::Owner, Side::Owner], surroundings, turns: true, places: None }
    }

    /// A claim: its owner wants the goal, its opponent wants to prevent it.
    #[must_use]
    pub(crate) fn of_claim(region: Region<W>) -> Self {
        let surroundings = Surroundings::of_region(&region);
        Self { regions: [region.clone(), region], sides: Side::BOTH, surroundings, turns: false, places: None }
    }

    /// This ground, where links learned in one place are used wherever this board has room for them.
    pub(crate) fn on(mut self, board: &Arc<Topology>) -> Self {
        self.places = Places::new(board, &self.regions, self.sides).map(|places| (board.clone(), places));
        self
    }

    pub(super) fn places(&self) -> Option<(&Topology, &Places)> {
        self.places.as_ref().map(|(board, places)| (&**board, places))
    }

    pub(crate) const fn turns(&self) -> bool {
        self.turns
    }
}

impl<const W: usize> Ground<W> {
    /// Keeps the links that are part of a win, for every place to which they can be moved.
    pub(super) fn learn_links(&self, winner: usize, need: WinNeed<W>, lemmas: &RwLock<[Lemmas<W>; 2]>) {
        let Some((board, places)) = self.places().filter(|_| self.sides[winner] == Side::Owner) else { return };
        let anatomy = Anatomy::new(&self.regions[winner], need);
        anatomy.for_each_link(|carrier, ends, inside| {
            let Some(lemma) = anatomy.lemma(board, carrier, ends, inside) else { return };
            let mut is_known = false;
            read(lemmas)[winner].matches(need.stones, !(need.stones | carrier), 0, |found| {
                let mut joined = found.with.map(|node| anatomy.chain[usize::from(node)]);
                joined.sort_unstable();
                is_known |= found.missing.is_none() && joined == ends;
            });
            if !is_known {
                let mut placed = Vec::new();
                lemma.for_each_place(places, |player, need, nodes| placed.push((player, need, nodes)));
                let mut lemmas = write(lemmas);
                placed.into_iter().for_each(|(player, need, nodes)| lemmas[player].push(need, nodes));
            }
        });
    }
}

/// Access to what threads share. A thread that panicked has left it intact, because each win is added whole.
pub(super) fn read<T>(shared: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    shared.read().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn write<T>(shared: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    shared.write().unwrap_or_else(PoisonError::into_inner)
}

/// Limits of a search, and its number of threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchLimits<'a> {
    /// The limits that stop it.
    pub limits: &'a Limits,
    /// Number of threads that search one position together, at least one.
    pub n_threads: usize,
    /// The journal in which the search keeps its table; an earlier search's table there is read first.
    pub journal: Option<&'a dyn SearchJournal>,
}

impl<const W: usize> Shared<'_, W> {
    pub(super) fn take_guesses(&self) -> Option<Guesses<W>> {
        let idle = || self.guesses.lock().ok()?.pop();
        self.guesser.map(|guesser| idle().unwrap_or_else(|| Guesses::new(guesser.another())))
    }
}

/// Searches positions of one ground and keeps what it learns.
#[derive(Debug)]
pub(crate) struct Decider<const W: usize> {
    ground: Ground<W>,
    pub(crate) table: WinTable<W>,
    /// For each winner, what earlier searches found.
    patterns: RwLock<[WinPatterns<W>; 2]>,
    /// For each player, links learned from wins.
    lemmas: RwLock<[Lemmas<W>; 2]>,
    guesser: Option<NetGuesser>,
    /// Guess caches kept from finished searches, reused by the next one.
    guesses: Mutex<Vec<Guesses<W>>>,
}

impl<const W: usize> Decider<W> {
    /// A decider that knows nothing yet, with a table of at most `table_bytes`.
    #[must_use]
    pub(crate) fn new(ground: Ground<W>, table_bytes: usize) -> Self {
        let table = WinTable::new(table_bytes);
        Self {
            ground,
            table,
            patterns: RwLock::default(),
            lemmas: RwLock::new(no_lemmas()),
            guesser: None,
            guesses: Mutex::default(),
        }
    }

    /// This solver, ordering moves by the guesser.
    #[must_use]
    pub(crate) fn with_guesser(self, guesser: NetGuesser) -> Self {
        Self { guesser: Some(guesser), ..self }
    }

    /// The ground of its positions.
    #[must_use]
    pub(crate) const fn ground(&self) -> &Ground<W> {
        &self.ground
    }

    /// Keeps the links that are part of a win.
    pub(crate) fn learn(&self, winner: usize, need: WinNeed<W>) {
        self.ground.learn_links(winner, need, &self.lemmas);
    }

    /// Calls `visit` with each link that the player has learned and that applies, as [`KnownWins::matches`](super::known::KnownWins::matches) does.
    pub(crate) fn learned(
        &self,
        player: usize,
        [own, other]: [Bits<W>; 2],
        visit: impl FnMut(KnownWin<'_, [u16; 2], W>),
    ) {
        read(&self.lemmas)[player].matches(own, other, 0, visit);
    }

    /// Decides the position in which the players have these stones; `None` if a limit is reached first. The second part
    /// is the number of positions searched.
    ///
    /// The needs of the win are stated without fill-in.
    pub(crate) fn decide(
        &self,
        stones: [Bits<W>; 2],
        to_move: Player,
        SearchLimits { limits, n_threads, journal }: SearchLimits<'_>,
    ) -> (Option<WinDecision<W>>, u64) {
        if journal.is_some_and(|journal| !self.replay(journal)) {
            return (None, 0);
        }
        let shared = Shared {
            ground: &self.ground,
            table: &self.table,
            patterns: &self.patterns,
            lemmas: &self.lemmas,
            guesser: self.guesser.as_ref(),
            guesses: &self.guesses,
            limits,
            journal,
            n_threads: n_threads.max(1),
            n_nodes: AtomicU64::new(0),
            stop: AtomicBool::new(limits.interrupt.load(Ordering::Relaxed)),
        };
        let search = || WinSearch::new(&shared, stones, to_move).run();
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
        if let Some(journal) = journal.filter(|journal| decision.is_none() && journal.is_watched()) {
            journal.show(&self.current(stones, to_move), true);
        }
        (decision, shared.n_nodes.into_inner())
    }

    /// Takes over what earlier searches kept. Returns whether the search may begin.
    fn replay(&self, journal: &dyn SearchJournal) -> bool {
        let learn = |winner: usize, need| {
            write(&self.patterns)[winner].add(need);
            self.ground.learn_links(winner, need, &self.lemmas);
        };
        let n_cells = self.ground.regions[0].n_cells();
        journal.replay(&mut |mut block| {
            while !block.is_empty() {
                match Record::read(n_cells, &mut block) {
                    None => return false,
                    Some(Record::Win(winner, need)) => learn(winner, need),
                    Some(Record::Position(key, entry, work, is_learnt)) => {
                        self.table.put(&key, entry, u64::from(work));
                        let mover = usize::from(key.mover);
                        match entry.decision.filter(|_| is_learnt) {
                            Some(WinDecision::Wins(_, need)) => learn(mover, need),
                            Some(WinDecision::Loses(need)) => learn(1 - mover, need),
                            None => {}
                        }
                    }
                }
            }
            true
        })
    }

    /// The state of a search that was kept; `None` if what was kept makes no sense.
    pub(crate) fn state(
        &self,
        stones: [Bits<W>; 2],
        to_move: Player,
        journal: &dyn SearchJournal,
    ) -> Option<SearchState> {
        self.replay(journal).then(|| self.current(stones, to_move))
    }

    fn current(&self, stones: [Bits<W>; 2], to_move: Player) -> SearchState {
        let guesser = self.guesser.as_ref().map(NetGuesser::another);
        state(&self.ground, &self.table, guesser, stones, to_move)
    }

    /// Positions decided in its searches that took at least this many others. In no particular order.
    pub(crate) fn samples(&self, view: &View, least_nodes: u32) -> Vec<TrainingSample> {
        let mut samples = Vec::new();
        self.table.for_each(|key, entry, nodes| {
            if let Some(decision) = entry.decision.filter(|_| nodes >= least_nodes) {
                samples.push(TrainingSample::new(view, key.stones(), usize::from(key.mover), decision, nodes));
            }
        });
        samples
    }

    /// The proof and disproof number of a position whose search was given up, from the point of view of the player to
    /// move; `None` if the table does not have it.
    #[must_use]
    pub(crate) fn numbers(&self, stones: [Bits<W>; 2], to_move: Player) -> Option<(u32, u32)> {
        let mut filled = Filled::default();
        self.ground.surroundings.fill_in(stones, &mut filled);
        let mover = to_move.index();
        let (own, theirs) = (filled.stones[mover], filled.stones[1 - mover]);
        let entry = self.table.get(&WinKey { own, theirs, mover: mover as u8 })?;
        Some((entry.phi, entry.delta))
    }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_board::{BOTTOM, Cell, CellSet, LEFT, RIGHT, TOP};
    use tesuji_proof::{Claim, Goal, Mover, Terminal};
    use tesuji_search::Limits;

    use super::*;
    use crate::{Question, verify};

    /// Searches 5x5 with both players' wins taken apart, and has what was learned proved at every place.
    #[test]
    fn what_is_learned_in_one_place_holds_in_all() {
        let board = Arc::new(Topology::rhombus(5, 5).unwrap());
        let empty = CellSet::new();
        let question = Question { topology: board.clone(), black: empty.clone(), white: empty, to_move: Player::Black };
        let regions = Player::BOTH.map(|player| Region::<1>::new(&question.claim(player)).unwrap());
        let ground = Ground::of_board(regions, Surroundings::new(&board).unwrap()).on(&board);
        let decider = Decider::new(ground, 1 << 20);
        let limits = Limits::default();
        for first in 0..13 {
            let within = SearchLimits { limits: &limits, n_threads: 1, journal: None };
            decider.decide([Bits::EMPTY.with(first), Bits::EMPTY], Player::White, within);
        }
        let lemmas = decider.lemmas.read().unwrap();
        let mut n_proved = 0;
        for (player, lemmas) in Player::BOTH.into_iter().zip(&*lemmas) {
            let edges = if player == Player::Black { [TOP, BOTTOM] } else { [LEFT, RIGHT] };
            lemmas.matches(!Bits::EMPTY, Bits::EMPTY, 0, |found| {
                let cells = |set: Bits<1>| set.iter().map(Cell::new).collect::<CellSet>();
                let terminal = |node: u16| match usize::from(node).checked_sub(25) {
                    None => Terminal::Cell(Cell::new(node.into())),
                    Some(edge) => Terminal::Edge(edges[edge]),
                };
                let [a, b] = found.with.map(terminal);
                let (stones, carrier) = (cells(found.need.stones), cells(found.need.carrier));
                let goal = Goal::pair(a, b);
                let claim =
                    Claim { topology: board.clone(), owner: player, stones, carrier, goal, to_move: Mover::Opponent };
                assert_eq!(verify(&claim, &limits).outcome.holds(), Some(true), "{claim:?}");
                n_proved += 1;
            });
        }
        assert!(n_proved > 100, "the sample shows little: {n_proved}");
    }
}
