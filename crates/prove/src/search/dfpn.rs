//! Depth-first proof-number search over positions with their fill-in.
//!
//! At every position cells are filled in. Then the connections of both players decide it or leave the mover a must-play
//! set, and vulnerable moves are left out. A result comes with what it needs ([`WinNeed`]), which shrinks the must-play
//! sets above it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, RwLock};

use tesuji_board::{Bits, Player, SortOnce as _};
use tesuji_connection::Side;
use tesuji_connection::inferior::{Filled, Inferior};
use tesuji_connection::vc::{Connections, GoalSemi, KnownLink, VcConfig};
use tesuji_search::Limits;
use tesuji_search::dfpn;

use super::decider::{Ground, write};
use super::expanded::{Expanded, Expansions};
use super::guess::{Guesses, Trust};
use super::journal::{LEAST_WORK, Record, SearchJournal};
use super::lemmas::Lemmas;
use super::moves::{Move, times};
use super::patterns::WinPatterns;
use super::sight::{SightReply, WinSight, unfill};
use super::table::{INFINITY, NO_MOVE, WinDecision, WinEntry, WinKey, WinNeed, WinTable};
use crate::view::NetGuesser;
use tesuji_connection::order::{GoalCurrents, forecast};

/// One move in this many (rounded up) is searched besides the best.
///
/// Focused widening: moves beyond this width wait until those before them are refuted.
///
/// PERF: of widths and eager shares that were tried, 5 and 27 % take 112,337 positions for the openings of 7x7 and 20,197
/// for VI1a; 6 and 35 % take 151,139 and 36,344, 6 and 20 % take 142,837 and 20,106, 4 and 30 % take 128,961 and 17,867.
const MOVES_PER_WIDTH: usize = 5;

/// The share of the moves, in percent, that is examined before one is chosen. Each of the others is examined when it is
/// first chosen.
const EAGER: usize = 27;

/// The weight of a move's share of the current against the share of the cells that it leaves to the other player.
const CURRENT: f64 = 0.3;

/// Initial proof number of an unexpanded position. Large enough that the prior can scale it.
const UNIT: f64 = 4.0;

/// Logits of wins beyond this count as this.
const SURE: f64 = 4.0;

/// A move whose logit is this far below that of the best move is unlikely, and so are those beyond.
const UNLIKELY: f64 = 9.2;

/// The lists of connections in this search: longer than usual between chains, hardly any between cells.
pub(crate) const LISTS: VcConfig = VcConfig::BOARDS;

/// Shared state of the threads of one search.
#[derive(Debug)]
pub(crate) struct Shared<'a, const W: usize> {
    pub ground: &'a Ground<W>,
    pub table: &'a WinTable<W>,
    pub limits: &'a Limits,
    /// For each winner, the wins that this search and earlier ones of this board found.
    pub patterns: &'a RwLock<[WinPatterns<W>; 2]>,
    /// For each player, links learned from wins.
    pub lemmas: &'a RwLock<[Lemmas<W>; 2]>,
    pub guesser: Option<&'a NetGuesser>,
    /// Guesses of searches that have ended.
    pub guesses: &'a Mutex<Vec<Guesses<W>>>,
    /// The journal in which the table is kept.
    pub journal: Option<&'a dyn SearchJournal>,
    pub n_threads: usize,
    pub n_nodes: AtomicU64,
    /// Set when nothing is left to do or a limit is reached.
    pub stop: AtomicBool,
}

/// Ways in which the search reaches a position.
enum Visit<const W: usize> {
    /// For the first time.
    New,
    /// It is in the table.
    Known,
    /// It was left a while ago.
    Again(Box<Expanded<W>>),
}

/// One thread of a search.
pub(crate) struct WinSearch<'a, const W: usize> {
    pub(crate) shared: &'a Shared<'a, W>,
    pub(crate) connections: [Connections<W>; 2],
    /// For each depth, the position with its fill-in; the steps are those since the depth before.
    pub(crate) filled: Vec<Filled<W>>,
    /// For each depth, the move that led there.
    pub(super) last_moves: Vec<u16>,
    pub(crate) inferior: Inferior<W>,
    pub(crate) semis: Vec<GoalSemi<W>>,
    /// The lemmas that apply to a position.
    pub(super) links: Vec<KnownLink<W>>,
    circuit: GoalCurrents,
    guesses: Option<Guesses<W>>,
    /// Their weights.
    trust: Trust,
    /// Positions to come back to.
    expansions: Expansions<W>,
    /// By player: the depth of the position whose connections these are; `None` before the first. They follow the search when
    /// they are asked.
    played: [Option<usize>; 2],
    /// The depth of a position that another thread has decided: everything below it is to be abandoned.
    overtaken: Option<usize>,
    /// Whose turn it is at depth 0.
    pub(super) first: usize,
    /// The stones at depth 0, without fill-in.
    pub(super) stones: [Bits<W>; 2],
    /// The bytes of the record that is being written.
    pub(super) record: Vec<u8>,
}

impl<'a, const W: usize> WinSearch<'a, W> {
    /// A search of the position with these stones of Black and White.
    pub(crate) fn new(shared: &'a Shared<'a, W>, stones: [Bits<W>; 2], to_move: Player) -> Self {
        let mut filled = Filled::default();
        shared.ground.surroundings.fill_in(stones, &mut filled);
        let connections = [0, 1].map(|p| {
            let (region, side) = (&shared.ground.regions[p], shared.ground.sides[p]);
            Connections::unset(region, side, LISTS)
        });
        let guesses = shared.take_guesses();
        Self {
            shared,
            connections,
            trust: guesses.as_ref().map_or(Trust::NONE, Guesses::trust),
            guesses,
            filled: vec![filled],
            last_moves: vec![NO_MOVE],
            inferior: Inferior::default(),
            semis: Vec::new(),
            links: Vec::new(),
            circuit: GoalCurrents::default(),
            expansions: Expansions::new(shared.ground.regions[0].n_cells()),
            played: [None; 2],
            overtaken: None,
            first: to_move as usize,
            stones,
            record: Vec::new(),
        }
    }

    /// Searches until the position is decided, here or by another thread, or a limit is reached.
    ///
    /// The needs of the win are stated without the fill-in.
    pub(crate) fn run(&mut self) -> Option<WinDecision<W>> {
        let decision = loop {
            let entry = self.expand(0, Visit::Known, INFINITY, INFINITY);
            self.overtaken = None;
            if entry.decision.is_some() || self.stopped() {
                break entry.decision;
            }
        };
        self.shared.stop.store(true, Ordering::Relaxed);
        let steps = &self.filled[0].steps;
        let decision = decision.map(|decision| match decision {
            WinDecision::Wins(key, need) => WinDecision::Wins(key, unfill(need, self.first, steps)),
            WinDecision::Loses(need) => WinDecision::Loses(unfill(need, 1 - self.first, steps)),
        });
        let turned = self.shared.ground.turns().then(|| self.shared.ground.regions[0].n_cells());
        match decision {
            Some(WinDecision::Wins(_, need)) => write(self.shared.patterns)[self.first].keep(need, turned),
            Some(WinDecision::Loses(need)) => write(self.shared.patterns)[1 - self.first].keep(need, turned),
            None => {}
        }
        if let Ok(mut idle) = self.shared.guesses.lock() {
            idle.extend(self.guesses.take());
        }
        decision
    }

    fn stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed) || self.shared.limits.interrupt.load(Ordering::Relaxed)
    }

    fn count_node(&self) {
        let n_nodes = self.shared.n_nodes.fetch_add(1, Ordering::Relaxed) + 1;
        if self.shared.limits.reached(n_nodes) {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) const fn mover(&self, depth: usize) -> usize {
        (self.first + depth) % 2
    }

    pub(crate) fn key(&self, depth: usize) -> WinKey<W> {
        let (stones, mover) = (&self.filled[depth].stones, self.mover(depth));
        WinKey { own: stones[mover], theirs: stones[1 - mover], mover: mover as u8 }
    }

    pub(crate) fn empties(&self, depth: usize) -> Bits<W> {
        Bits::first_n(self.shared.ground.regions[0].n_cells()) - self.filled[depth].occupied()
    }

    /// Searches the position at `depth` until it is decided or one of its numbers reaches its bound. A new position is at
    /// first only evaluated if that is enough to reach the bound.
    fn expand(&mut self, depth: usize, visit: Visit<W>, phi_bound: u32, delta_bound: u32) -> WinEntry<W> {
        let (key, is_new) = (self.key(depth), matches!(visit, Visit::New));
        let start = self.shared.n_nodes.load(Ordering::Relaxed);
        let entry = match self.recall(depth) {
            Ok(decision) => WinEntry::decided(decision),
            Err(recalled) => self.expand_on(depth, visit, recalled, phi_bound, delta_bound),
        };
        self.leave(depth);
        let n_searched = self.shared.n_nodes.load(Ordering::Relaxed) - start;
        if n_searched >= 1 {
            match entry.decision {
                Some(WinDecision::Wins(_, need)) => self.learn(self.mover(depth), need),
                Some(WinDecision::Loses(need)) => self.learn(1 - self.mover(depth), need),
                None => {}
            }
        }
        if self.overtaken.is_none() {
            self.shared.table.put(&key, entry, n_searched + 1);
            let is_decided = entry.decision.is_some();
            if is_decided || is_new || n_searched >= LEAST_WORK {
                let work = n_searched.min(u64::from(u32::MAX) - 1) as u32 + 1;
                self.note(depth, &Record::Position(key, entry, work, is_decided && n_searched >= 1));
            }
        }
        entry
    }

    fn learn(&self, winner: usize, need: WinNeed<W>) {
        write(self.shared.patterns)[winner].add(need);
        self.shared.ground.learn_links(winner, need, self.shared.lemmas);
    }

    /// As above for a position that no known win decides.
    fn expand_on(
        &mut self,
        depth: usize,
        visit: Visit<W>,
        recalled: WinSight<W>,
        phi_bound: u32,
        delta_bound: u32,
    ) -> WinEntry<W> {
        let is_new = matches!(visit, Visit::New);
        let (mut sight, moves) = match visit {
            Visit::Again(mut kept) => {
                let (sight, moves) = (std::mem::take(&mut kept.sight), kept.moves.take());
                self.expansions.release(kept);
                (sight.with(&recalled), moves)
            }
            Visit::New | Visit::Known => match self.decide(depth, recalled) {
                Ok(decision) => return WinEntry::decided(decision),
                Err(sight) => (sight, None),
            },
        };
        if is_new {
            let first = self.examined(depth, &sight);
            if first.phi >= phi_bound || first.delta >= delta_bound {
                self.keep(depth, sight, None);
                return first;
            }
        }
        let mut moves = match moves {
            Some(mut moves) => {
                if let Some(decision) = self.refresh(depth, &mut moves, &mut sight) {
                    return WinEntry::decided(decision);
                }
                moves.sort_once_by_key(Move::place);
                moves
            }
            None => match self.look_around(depth, &mut sight) {
                Ok(decision) => return WinEntry::decided(decision),
                Err(moves) => moves,
            },
        };
        let entry = self.expand_until(depth, &mut moves, &mut sight, phi_bound, delta_bound);
        if entry.decision.is_none() && self.overtaken.is_none() {
            self.keep(depth, sight, Some(moves));
        }
        entry
    }

    /// Keeps what was found out about the position at `depth`, which the search leaves.
    fn keep(&mut self, depth: usize, sight: WinSight<W>, moves: Option<Vec<Move<W>>>) {
        let Some(before) = depth.checked_sub(1) else { return };
        let (key, from) = (self.key(depth), (self.key(before), self.last_moves[depth]));
        self.expansions.keep(key, from, &mut self.filled[depth], sight, moves);
    }

    /// The moves of a position in their order, some of them examined, unless one of these decides it.
    fn look_around(&mut self, depth: usize, sight: &mut WinSight<W>) -> Result<WinDecision<W>, Vec<Move<W>>> {
        let mut moves = self.order(depth, sight);
        let n_eager = (moves.len() * EAGER).div_ceil(100).max(1);
        for mv in moves.iter_mut().take(n_eager) {
            // On a large board the glances of one position take seconds.
            if self.stopped() {
                break;
            }
            if sight.must_play.contains(usize::from(mv.cell)) {
                self.glance(depth, mv);
                if let Some(decision) = self.take_up(depth, mv, sight) {
                    return Ok(decision);
                }
            }
        }
        moves.retain(|mv| sight.must_play.contains(usize::from(mv.cell)));
        moves.sort_once_by_key(Move::place);
        Err(moves)
    }

    /// Searches moves until the position is decided or one of its numbers reaches its bound.
    fn expand_until(
        &mut self,
        depth: usize,
        moves: &mut Vec<Move<W>>,
        sight: &mut WinSight<W>,
        phi_bound: u32,
        delta_bound: u32,
    ) -> WinEntry<W> {
        loop {
            if sight.must_play.is_empty() {
                return WinEntry::decided(WinDecision::Loses(self.losing_need(depth, sight)));
            }
            if self.shared.n_threads > 1 {
                if let Some(decision) = self.refresh(depth, moves, sight) {
                    return WinEntry::decided(decision);
                }
                if sight.must_play.is_empty() {
                    continue;
                }
            }
            let wide = moves.iter().take(dfpn::width(moves.len(), MOVES_PER_WIDTH));
            let choice = dfpn::choose(wide.map(Move::as_child).enumerate(), INFINITY);
            let (best, phi, delta) = (choice.best, choice.phi, choice.sum);
            if phi >= phi_bound || delta >= delta_bound || self.stopped() {
                let open = sight.must_play.len() as u16;
                return WinEntry { phi, delta, open, busy: 0, decision: None };
            }
            let chosen = &mut moves[best];
            match self.enter(depth, chosen) {
                Err(known) => chosen.entry = known,
                Ok(visit) => {
                    let child_phi_bound = choice.phi_bound(delta_bound, chosen.entry.phi);
                    // The next child's turn came by its own delay.
                    let until = phi_bound.min(times(choice.delta_bound(INFINITY), chosen.late.recip()));
                    let child_delta_bound = match visit {
                        Visit::New => until,
                        _ => until.max(chosen.entry.delta + 1),
                    };
                    let child = self.key(depth + 1);
                    if self.shared.n_threads > 1 {
                        if matches!(visit, Visit::New) {
                            self.shared.table.put(&child, chosen.entry, 0);
                        }
                        self.shared.table.set_busy(&child, true);
                    }
                    chosen.entry = self.expand(depth + 1, visit, child_phi_bound, child_delta_bound);
                    if self.shared.n_threads > 1 {
                        self.shared.table.set_busy(&child, false);
                    }
                    match self.overtaken {
                        Some(at) if at == depth => {
                            self.overtaken = None;
                            let known = self.shared.table.get(&self.key(depth));
                            if let Some(known) = known.filter(|entry| entry.decision.is_some()) {
                                return known;
                            }
                            continue;
                        }
                        Some(_) => return WinEntry { phi: 1, delta: 1, open: 0, busy: 0, decision: None },
                        None => {}
                    }
                }
            }
            if let Some(decision) = self.take_up(depth, &moves[best], sight) {
                return WinEntry::decided(decision);
            }
            moves.retain(|mv| sight.must_play.contains(usize::from(mv.cell)));
            if self.shared.n_threads > 1 {
                self.look_up(depth);
                if self.overtaken.is_some() {
                    return WinEntry { phi: 1, delta: 1, open: 0, busy: 0, decision: None };
                }
            }
        }
    }

    /// Checks whether another thread has decided a position above this one.
    fn look_up(&mut self, depth: usize) {
        self.overtaken = (0..depth)
            .find(|&above| self.shared.table.get(&self.key(above)).is_some_and(|entry| entry.decision.is_some()));
    }

    /// Takes over what has been learnt about the moves elsewhere, by other threads or since this position was left. Returns a
    /// decision of this position, if one follows.
    fn refresh(&mut self, depth: usize, moves: &mut Vec<Move<W>>, sight: &mut WinSight<W>) -> Option<WinDecision<W>> {
        for mv in moves.iter_mut().filter(|mv| !mv.unseen) {
            let Some(key) = mv.key else { continue };
            let Some(known) = self.shared.table.get(&key) else { continue };
            mv.entry = known;
            if known.decision.is_some() && sight.must_play.contains(usize::from(mv.cell)) {
                self.fill_child(depth, mv.cell);
                if let Some(decision) = self.take_up(depth, mv, sight) {
                    return Some(decision);
                }
            }
        }
        moves.retain(|mv| sight.must_play.contains(usize::from(mv.cell)));
        None
    }

    /// Takes over what a child says about its parent; the child's stones are at the next depth.
    pub(crate) fn take_up(&self, depth: usize, mv: &Move<W>, sight: &mut WinSight<W>) -> Option<WinDecision<W>> {
        let winner = self.mover(depth);
        match mv.entry.decision? {
            WinDecision::Loses(need) => {
                Some(WinDecision::Wins(mv.cell, unfill(need, winner, &self.filled[depth + 1].steps)))
            }
            WinDecision::Wins(key, need) => {
                let need = unfill(need, 1 - winner, &self.filled[depth + 1].steps);
                let reply = if key == NO_MOVE {
                    SightReply { key, region: need.carrier, stones: Some(need.stones) }
                } else {
                    let cell = usize::from(key);
                    SightReply { key, region: need.carrier.with(cell), stones: Some(need.stones.without(cell)) }
                };
                sight.must_play &= reply.region.without(usize::from(mv.cell));
                sight.replies.push(reply);
                None
            }
        }
    }

    /// The position at `depth` and room for the one after a move there.
    fn next(&mut self, depth: usize, cell: u16) -> (&Filled<W>, &mut Filled<W>) {
        self.last_moves.truncate(depth + 1);
        self.last_moves.push(cell);
        if self.filled.len() == depth + 1 {
            self.filled.push(Filled::default());
        }
        let (before, after) = self.filled.split_at_mut(depth + 1);
        (&before[depth], &mut after[0])
    }

    /// Fills in the position after the mover at `depth` plays `cell`.
    pub(crate) fn fill_child(&mut self, depth: usize, cell: u16) {
        let mover = self.mover(depth);
        let ground = self.shared.ground;
        let (before, after) = self.next(depth, cell);
        let mut stones = before.stones;
        stones[mover].insert(usize::from(cell));
        ground.surroundings.fill_in_after(before, stones, after);
    }

    /// Makes the position after a move the next one. An unseen move to a position that is already in the table returns its
    /// entry as `Err`, and one to a new position is counted.
    fn enter(&mut self, depth: usize, mv: &mut Move<W>) -> Result<Visit<W>, WinEntry<W>> {
        let kept = mv.key.and_then(|key| self.expansions.take(&key, (self.key(depth), mv.cell)));
        if let Some(mut kept) = kept {
            std::mem::swap(self.next(depth, mv.cell).1, &mut kept.filled);
            return Ok(Visit::Again(kept));
        }
        self.fill_child(depth, mv.cell);
        let key = self.key(depth + 1);
        mv.key = Some(key);
        if !std::mem::replace(&mut mv.unseen, false) {
            return Ok(Visit::Known);
        }
        if let Some(known) = self.shared.table.get(&key) {
            return Err(known);
        }
        self.count_node();
        Ok(Visit::New)
    }

    /// Advances the connections of a player to the position at `depth`.
    pub(crate) fn play(&mut self, player: usize, depth: usize) {
        let region = &self.shared.ground.regions[player];
        let from = self.played[player].unwrap_or_else(|| {
            let stones = self.filled[0].stones;
            self.connections[player].set(region, stones[player], stones[1 - player]);
            0
        });
        for at in from..depth {
            let (from, to) = (self.filled[at].stones, self.filled[at + 1].stones);
            let [own, other] = [player, 1 - player].map(|p| to[p] - from[p]);
            self.connections[player].play(region, own, other);
        }
        self.played[player] = Some(from.max(depth));
    }

    /// Takes the connections back to the position before the one at `depth`.
    fn leave(&mut self, depth: usize) {
        let before = depth.saturating_sub(1);
        for (connections, played) in self.connections.iter_mut().zip(self.played.iter_mut().flatten()) {
            for _ in before..*played {
                connections.undo();
            }
            *played = before.min(*played);
        }
    }

    /// Examines the position after a move: in the table, or without search.
    fn glance(&mut self, depth: usize, mv: &mut Move<W>) {
        if let Err(known) = self.enter(depth, mv) {
            mv.entry = known;
            return;
        }
        let key = self.key(depth + 1);
        mv.entry = match self.recall(depth + 1) {
            Ok(decision) => WinEntry::decided(decision),
            Err(sight) => match self.decide(depth + 1, sight) {
                Ok(decision) => WinEntry::decided(decision),
                Err(sight) => {
                    let entry = self.examined(depth + 1, &sight);
                    self.keep(depth + 1, sight, None);
                    entry
                }
            },
        };
        self.leave(depth + 1);
        self.shared.table.put(&key, mv.entry, 1);
        self.note(depth + 1, &Record::Position(key, mv.entry, 1, false));
    }

    /// The entry of a position that has only been examined: as many things to do as there are moves to refute, fewer for
    /// the player who seems to win.
    fn examined(&mut self, depth: usize, sight: &WinSight<W>) -> WinEntry<W> {
        let key = self.key(depth);
        let asks = self.trust.win != 0.0 && self.shared.n_nodes.load(Ordering::Relaxed) >= self.trust.after;
        let guesses = self.guesses.as_mut().filter(|_| asks);
        let win = guesses.map_or(0.0, |guesses| guesses.of(&key).win.clamp(-SURE, SURE));
        let open = sight.must_play.len();
        let more = libm::exp(self.trust.win * win);
        let delta = (UNIT * open as f64 * more).round().max(1.0) as u32;
        WinEntry { phi: (UNIT / more).round().max(1.0) as u32, delta, open: open as u16, busy: 0, decision: None }
    }

    /// The moves of the must-play set, the most promising first.
    fn order(&mut self, depth: usize, sight: &WinSight<W>) -> Vec<Move<W>> {
        self.play(0, depth);
        self.play(1, depth);
        let (mover, trust) = (self.mover(depth), self.trust);
        let n_cells = self.shared.ground.regions[0].n_cells();
        let empties = self.empties(depth);
        let n_open = empties.len();
        let key = self.key(depth);
        let asks = self.shared.n_nodes.load(Ordering::Relaxed) >= trust.after;
        let guesses = self.guesses.as_mut().filter(|_| asks);
        let guessed: &[f32] = guesses.map_or(&[], |guesses| &guesses.of(&key).moves);
        let best =
            sight.must_play.iter().filter_map(|cell| guessed.get(cell)).copied().fold(f32::NEG_INFINITY, f32::max);
        let unlikely = |cell: usize| guessed.get(cell).map_or(0.0, |&at| (f64::from(best - at) / UNLIKELY).min(1.0));
        let (goal, me) = (&self.shared.ground.regions[mover].goal, &self.connections[mover]);
        // Where the goal is the other player's, the cells that carry much of its current are those to take away.
        let conductor = if self.shared.ground.sides[mover] == Side::Owner { me } else { &self.connections[1 - mover] };
        let (total, currents) = self.circuit.currents(conductor, empties, goal, n_cells);
        let mut moves: Vec<(bool, f64, usize, usize)> = sight
            .must_play
            .iter()
            .map(|cell| {
                let left = forecast(me, goal, cell).unwrap_or(n_open);
                let share = if total > 0.0 { currents[cell] / total } else { 0.0 };
                let place = left as f64 / n_open as f64 - CURRENT * share + trust.order * unlikely(cell);
                (sight.waits.contains(cell), place, cell, left)
            })
            .collect();
        moves.sort_once_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        moves
            .iter()
            .map(|&(waits, _, cell, left)| {
                let left = left.max(1);
                let (phi, delta) = (UNIT as u32, (UNIT * left as f64) as u32);
                let entry = WinEntry { phi, delta, open: left as u16, busy: 0, decision: None };
                let late = libm::exp(trust.delay * UNLIKELY * unlikely(cell)) as f32;
                Move { cell: cell as u16, unseen: true, waits, late, key: None, entry }
            })
            .collect()
    }
}
