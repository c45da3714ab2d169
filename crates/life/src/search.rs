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

use crate::game::{Game, PASS, State, Threats};
use crate::zone::EVERYWHERE;

pub(crate) const INFINITY: u32 = 1 << 30;
/// The most entries of the table; beyond it those that decide nothing are forgotten.
const MOST_ENTRIES: usize = 3_600_000;
/// A pass is refuted before the moves that are this many times as hard to refute, because its zone excludes others.
const PASS_WEIGHT: u32 = 4;
/// Work added to other moves if one answered the same stones in another search.
const MORE_WORK: u32 = 5;
/// Work for each cell that the attacker has to take before the target is dead at sight.
const ROOM_WEIGHT: u32 = 2;
/// An answer rests on no position above it.
const NOTHING: u16 = u16::MAX;
/// The longest line.
const MOST_PLIES: usize = 250;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Work left until the aim is achieved, and until it is prevented.
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    /// The move that decides, once one does.
    pub(crate) mv: u8,
    /// The cells on which the answer rests, once there is one.
    zone: u64,
    /// The depth of the highest position above that came back where the answer rests on that; [`NOTHING`] if none does.
    above: u16,
}

impl Entry {
    const fn decided(is_achieved: bool, mv: u8, zone: u64, above: u16) -> Self {
        let (proof, disproof) = if is_achieved { (0, INFINITY) } else { (INFINITY, 0) };
        Self { proof, disproof, mv, zone, above }
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
    numbers: Entry,
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
    /// The depths of the positions of the line.
    path: FxHashMap<u64, u16>,
    /// Answers that hold whoever has threats, by the keys of positions without these.
    known: FxHashMap<u64, Entry>,
    hints: Vec<Hints>,
    /// Preference of a pass; [`INFINITY`] if moves outside a zone are searched too.
    pass_weight: u32,
}

/// Moves that answered the same stones of these cells in other searches, which are tried first.
#[derive(Clone, Debug)]
pub(crate) struct Hints {
    pub(crate) cells: u64,
    pub(crate) moves: FxHashMap<(Local, Player), u8>,
    /// Stones after such a move. If the other player then plays elsewhere, a pass answers that.
    pub(crate) answered: FxHashSet<(Local, Player)>,
}

impl Hints {
    fn get(&self, state: &State) -> Option<u8> {
        let local = Local { stones: state.local.stones.map(|stones| stones & self.cells) };
        let elsewhere = || self.answered.contains(&(local, state.mover.opponent())).then_some(PASS);
        self.moves.get(&(local, state.mover)).copied().or_else(elsewhere)
    }
}

/// A key of 64 bits. Equal keys of different positions would make a wrong entry, which no strategy survives.
fn key_of(state: &State) -> u64 {
    let rest = u64::from(state.ban) << 16 | state.mover.index() as u64;
    let mut key = 0u64;
    for word in [state.local.stones[0], state.local.stones[1], state.left, rest] {
        key = (key ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15);
        key = (key ^ key >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        key = (key ^ key >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        key ^= key >> 31;
    }
    key ^ of_threats(state.threats)
}

/// The share of the threats in a key.
fn of_threats(threats: u8) -> u64 {
    u64::from(threats).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<'a> Search<'a> {
    pub(crate) fn new(game: Game<'a>, hints: Vec<Hints>) -> Self {
        let (table, known) = Default::default();
        Self { game, table, path: FxHashMap::default(), known, hints, pass_weight: PASS_WEIGHT }
    }

    /// Takes over what another search of the same aim has found for the side against which the threats were unbounded.
    pub(crate) fn know(&mut self, other: &Self) {
        let holds = other.game.threat_owner != other.game.achiever();
        let found = other.table.iter().filter(|(_, entry)| entry.answer() == Some(holds));
        self.known.extend(found.map(|(key, &entry)| (key ^ of_threats(Threats::UNBOUNDED), entry)));
    }

    fn find(&self, key: u64, threats: u8) -> Option<Entry> {
        self.table.get(&key).or_else(|| self.known.get(&(key ^ of_threats(threats)))).copied()
    }

    /// Whether the aim is achieved, as far as the search can say, and the move that decides. A position that comes back to
    /// one of `above` counts as repeated.
    pub(crate) fn solve(&mut self, state: &State, above: &[State], budget: &mut Budget<'_>) -> Result<Entry, Stopped> {
        if let Some(entry) = self.find(key_of(state), state.threats).filter(|entry| entry.answer().is_some()) {
            return Ok(entry);
        }
        if let Some(is_achieved) = self.game.decided(state) {
            return Ok(Entry::decided(is_achieved, PASS, self.game.zone(state), NOTHING));
        }
        loop {
            self.path = (0..).zip(above).map(|(depth, state)| (key_of(state), depth)).collect();
            let entry = self.expand(state, key_of(state), INFINITY, INFINITY, budget)?;
            if entry.answer().is_some() {
                return Ok(entry);
            }
        }
    }

    /// Forgets what is known of these positions, and answers of this kind that may rest on repetition.
    pub(crate) fn retract(&mut self, states: &[State], is_achieved: bool) {
        for state in states {
            let key = key_of(state);
            self.table.remove(&key);
            self.known.remove(&(key ^ of_threats(state.threats)));
        }
        let stays = |entry: &Entry| entry.above == NOTHING || entry.answer() != Some(is_achieved);
        self.table.retain(|_, entry| stays(entry));
        self.known.retain(|_, entry| stays(entry));
    }

    /// Forgets everything, and searches all moves from now on.
    pub(crate) fn leave_zones(&mut self) {
        self.table.clear();
        self.known.clear();
        self.pass_weight = INFINITY;
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
        let mut kids = match self.kids(state) {
            Ok(kids) => kids,
            Err(entry) => return self.store(key, entry),
        };
        let n_above = self.path.len() as u16;
        let depth = *self.path.entry(key).or_insert(n_above);
        let rests = |above: u16| if above >= depth { NOTHING } else { above };
        // As the player to move in the child sees them.
        let numbers = |entry: &Entry| match achieves {
            true => (entry.disproof, entry.proof),
            false => (entry.proof, entry.disproof),
        };
        // A move that is refuted without use of its stone shows which moves are left to search.
        let game = self.game;
        let weight = self.pass_weight;
        let left_by = |kid: &Kid| match weight != INFINITY && kid.numbers.answer() == Some(!achieves) {
            true if kid.mv == PASS || kid.numbers.zone >> kid.mv & 1 == 0 => game.closed(state, kid.numbers.zone),
            _ => EVERYWHERE,
        };
        let mut must = kids.iter().fold(EVERYWHERE, |must, kid| must & left_by(kid));
        loop {
            let mut won = None;
            let open = kids.iter().enumerate().filter_map(|(idx, kid)| {
                let (phi, delta) = numbers(&kid.numbers);
                if delta == 0 {
                    won = Some(kid);
                }
                let is_open = phi != 0 && (kid.mv == PASS || must >> kid.mv & 1 == 1);
                let turn = if kid.mv == PASS { delta.min(phi.saturating_mul(weight)) } else { delta };
                is_open.then_some((idx, Child { turn, phi, delta }))
            });
            let choice = choose(open, INFINITY);
            let decided = match won {
                Some(kid) => {
                    let zone = game.zone_before(state, kid.mv, &kid.state, kid.numbers.zone);
                    Some(Entry::decided(achieves, kid.mv, zone, rests(kid.numbers.above)))
                }
                None if choice.n_open > 0 => None,
                None => {
                    let lost = || kids.iter().filter(|kid| numbers(&kid.numbers).0 == 0);
                    let zone = lost().fold(0, |zone, kid| zone | kid.numbers.zone);
                    let zone = game.closed(state, zone);
                    if kids.iter().any(|kid| numbers(&kid.numbers).0 != 0 && zone >> kid.mv & 1 == 1) {
                        must |= zone;
                        continue;
                    }
                    let above = lost().map(|kid| kid.numbers.above).min().unwrap_or(NOTHING);
                    Some(Entry::decided(!achieves, PASS, zone, rests(above)))
                }
            };
            let (phi, delta) = (choice.phi, (choice.largest + choice.n_open.saturating_sub(1)).min(INFINITY - 1));
            if decided.is_some() || phi >= phi_bound || delta >= delta_bound {
                self.path.remove(&key);
                let (proof, disproof) = if achieves { (phi, delta) } else { (delta, phi) };
                return self.store(
                    key,
                    decided.unwrap_or(Entry { proof, disproof, mv: PASS, zone: EVERYWHERE, above: NOTHING }),
                );
            }
            let kid = &mut kids[choice.best];
            let (mut of_phi, mut of_delta) = (delta_bound - (choice.n_open - 1), choice.delta_bound(phi_bound));
            let (of_kid, delta_of_kid) = numbers(&kid.numbers);
            if kid.mv == PASS && of_kid.saturating_mul(weight) < delta_of_kid {
                of_phi = of_phi.min(choice.second / weight + 1).max(of_kid + 1);
                of_delta = INFINITY;
            }
            match self.expand(&kid.state, kid.key, of_phi, of_delta, budget) {
                Ok(entry) => {
                    kid.numbers = entry;
                    must &= left_by(kid);
                }
                Err(stopped) => {
                    self.path.remove(&key);
                    return Err(stopped);
                }
            }
        }
    }

    /// The positions after each move, or the answer if a move decides at once for the player who makes it.
    fn kids(&mut self, state: &State) -> Result<Vec<Kid>, Entry> {
        let achieves = state.mover == self.game.achiever();
        let game = self.game;
        let rates = crate::order::Rates::new(&game, state);
        let hint = self.hints.iter().find_map(|hints| hints.get(state));
        let more = if hint.is_some() { MORE_WORK } else { 0 };
        let mut kids = Vec::with_capacity(32);
        for (mv, after) in game.moves(state) {
            let key = key_of(&after);
            let work = if hint == Some(mv) { 1 } else { more + rates.work(mv) };
            let numbers = if let Some(&depth) = self.path.get(&key) {
                Entry::decided(game.repeating_achieves(), PASS, EVERYWHERE, depth)
            } else if let Some(known) = self.find(key, after.threats) {
                // Of another line.
                Entry { above: if known.above == NOTHING { NOTHING } else { 0 }, ..known }
            } else if let Some(is_achieved) = game.decided(&after) {
                Entry::decided(is_achieved, PASS, game.zone(&after), NOTHING)
            } else {
                let room = ROOM_WEIGHT * game.room(&after);
                let (proof, disproof) = if achieves { (work + room, 1) } else { (1 + room, work) };
                Entry { proof, disproof, mv: PASS, zone: EVERYWHERE, above: NOTHING }
            };
            if numbers.answer() == Some(achieves) {
                let zone = game.zone_before(state, mv, &after, numbers.zone);
                return Err(Entry::decided(achieves, mv, zone, numbers.above));
            }
            kids.push((work, Kid { mv, state: after, key, numbers }));
        }
        kids.sort_by_key(|&(work, _)| work);
        Ok(kids.into_iter().map(|(_, kid)| kid).collect())
    }
}
