//! Depth-first proof-number search of one claim.
//!
//! An answer for the side against which repetition counts rests on no position above it. One for the other side may rest on
//! a position of the line that came back, and the table does not say which. So it counts only once a
//! [`Strategy`](crate::Strategy) has been made of it that is closed in itself.

use rustc_hash::{FxHashMap, FxHashSet};
use tesuji_search::dfpn::{Child, choose};
use tesuji_search::{Limits, Stopped};

use tesuji_board::Player;
use tesuji_reading::Local;

use crate::game::{Game, PASS, State};

pub(crate) const INFINITY: u32 = 1 << 30;
/// The most entries of the table; beyond it those that decide nothing are forgotten.
const MOST_ENTRIES: usize = 3_600_000;
/// The longest line.
const MOST_PLIES: usize = 250;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Work left until the aim is achieved, and until it is prevented.
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    /// The move that decides, once one does.
    pub(crate) mv: u8,
}

impl Entry {
    const fn decided(is_achieved: bool, mv: u8) -> Self {
        let (proof, disproof) = if is_achieved { (0, INFINITY) } else { (INFINITY, 0) };
        Self { proof, disproof, mv }
    }

    pub(crate) const fn answer(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

struct Kid {
    mv: u8,
    state: State,
    key: u64,
    /// The numbers if they are fixed; otherwise those while the table has no entry.
    numbers: Entry,
    is_fixed: bool,
}

/// The nodes that all searches of a question have used, and their limits.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) n_nodes: u64,
    /// A bound on nodes of the present search, whatever the limits.
    pub(crate) most: u64,
}

#[derive(Debug)]
pub(crate) struct Search<'a> {
    pub(crate) game: Game<'a>,
    table: FxHashMap<u64, Entry>,
    path: FxHashSet<u64>,
    /// Moves that answered the same positions in other searches, which are tried first.
    hints: FxHashMap<(Local, Player), u8>,
}

/// A key of 64 bits. Equal keys of different positions would make a wrong entry, which no strategy survives.
fn key_of(state: &State) -> u64 {
    let rest = u64::from(state.ban) << 16 | u64::from(state.threats) << 8 | state.mover.index() as u64;
    let mut key = 0u64;
    for word in [state.local.stones[0], state.local.stones[1], state.left, rest] {
        key = (key ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15);
        key = (key ^ key >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        key = (key ^ key >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        key ^= key >> 31;
    }
    key
}

impl<'a> Search<'a> {
    pub(crate) fn new(game: Game<'a>) -> Self {
        Self { game, table: FxHashMap::default(), path: FxHashSet::default(), hints: FxHashMap::default() }
    }

    /// Takes over the moves of a strategy.
    pub(crate) fn hint(&mut self, replies: impl Iterator<Item = (State, u8)>) {
        self.hints.extend(replies.map(|(state, mv)| ((state.local, state.mover), mv)));
    }

    pub(crate) fn entry(&self, state: &State) -> Option<Entry> {
        self.table.get(&key_of(state)).copied()
    }

    /// Whether the aim is achieved, as far as the search can say, and the move that decides.
    pub(crate) fn solve(&mut self, state: &State, budget: &mut Budget<'_>) -> Result<Entry, Stopped> {
        if let Some(entry) = self.entry(state).filter(|entry| entry.answer().is_some()) {
            return Ok(entry);
        }
        if let Some(is_achieved) = self.game.decided(state) {
            return Ok(Entry::decided(is_achieved, PASS));
        }
        loop {
            self.path.clear();
            let entry = self.expand(state, key_of(state), INFINITY, INFINITY, budget)?;
            if entry.answer().is_some() {
                return Ok(entry);
            }
        }
    }

    /// Forgets all answers that may rest on repetition.
    pub(crate) fn forget_doubtful(&mut self) {
        let doubtful = self.game.repeating_achieves();
        self.table.retain(|_, entry| entry.answer() != Some(doubtful));
    }

    fn store(&mut self, key: u64, entry: Entry) -> Result<Entry, Stopped> {
        if self.table.len() >= MOST_ENTRIES {
            self.table.retain(|_, entry| entry.answer().is_some());
            if self.table.len() >= MOST_ENTRIES / 2 {
                return Err(Stopped);
            }
        }
        self.table.insert(key, entry);
        Ok(entry)
    }

    /// Searches a position until one of its numbers, as the player to move sees them, reaches its bound.
    fn expand(
        &mut self,
        state: &State,
        key: u64,
        phi_bound: u32,
        delta_bound: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Entry, Stopped> {
        if self.path.len() >= MOST_PLIES || budget.n_nodes >= budget.most || budget.limits.reached(budget.n_nodes) {
            return Err(Stopped);
        }
        budget.n_nodes += 1;
        let achieves = state.mover == self.game.achiever();
        let kids = match self.kids(state) {
            Ok(kids) => kids,
            Err(mv) => return self.store(key, Entry::decided(achieves, mv)),
        };
        self.path.insert(key);
        loop {
            // As the player to move in the child sees them.
            let numbers = |kid: &Kid| {
                let entry = match kid.is_fixed {
                    true => kid.numbers,
                    false => self.table.get(&kid.key).copied().unwrap_or(kid.numbers),
                };
                if achieves { (entry.disproof, entry.proof) } else { (entry.proof, entry.disproof) }
            };
            let mut won = None;
            let open = kids.iter().enumerate().filter_map(|(idx, kid)| {
                let (phi, delta) = numbers(kid);
                if delta == 0 {
                    won = Some(kid.mv);
                }
                (phi != 0).then_some((idx, Child::new(phi, delta)))
            });
            let choice = choose(open, INFINITY);
            let decided = match won {
                Some(mv) => Some(Entry::decided(achieves, mv)),
                None => (choice.n_open == 0).then(|| Entry::decided(!achieves, PASS)),
            };
            let (phi, delta) = (choice.phi, (choice.largest + choice.n_open.saturating_sub(1)).min(INFINITY - 1));
            if decided.is_some() || phi >= phi_bound || delta >= delta_bound {
                self.path.remove(&key);
                let (proof, disproof) = if achieves { (phi, delta) } else { (delta, phi) };
                return self.store(key, decided.unwrap_or(Entry { proof, disproof, mv: PASS }));
            }
            let kid = &kids[choice.best];
            let of_kid = delta_bound - (choice.n_open - 1);
            if let Err(stopped) = self.expand(&kid.state, kid.key, of_kid, choice.delta_bound(phi_bound), budget) {
                self.path.remove(&key);
                return Err(stopped);
            }
        }
    }

    /// The positions after each move, or a move that decides at once for the player who makes it.
    fn kids(&mut self, state: &State) -> Result<Vec<Kid>, u8> {
        let achieves = state.mover == self.game.achiever();
        let game = self.game;
        let rates = crate::order::Rates::new(&game, state);
        let hint = self.hints.get(&(state.local, state.mover)).copied();
        let mut kids = Vec::with_capacity(32);
        for (mv, after) in game.moves(state) {
            let key = key_of(&after);
            let work = if hint == Some(mv) { 1 } else { rates.work(mv) };
            let is_repeated = self.path.contains(&key);
            let mut numbers = Entry::decided(game.repeating_achieves(), PASS);
            if !is_repeated {
                if let Some(&known) = self.table.get(&key) {
                    numbers = known;
                } else if let Some(is_achieved) = game.decided(&after) {
                    numbers = Entry::decided(is_achieved, PASS);
                } else {
                    let (proof, disproof) = if achieves { (work, 1) } else { (1, work) };
                    numbers = Entry { proof, disproof, mv: PASS };
                }
            }
            if numbers.answer() == Some(achieves) {
                return Err(mv);
            }
            kids.push((
                work,
                Kid { mv, state: after, key, numbers, is_fixed: is_repeated || numbers.answer().is_some() },
            ));
        }
        kids.sort_by_key(|&(work, _)| work);
        Ok(kids.into_iter().map(|(_, kid)| kid).collect())
    }
}
