//! Depth-first proof-number search over positions with their fill-in.
//!
//! At every position cells are filled in, the connections of both players decide it or leave the mover a must-play set,
//! and vulnerable moves are left out. A result comes back with what it needs ([`Need`]), which shrinks the must-play
//! sets above it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tesuji_board::{Bits, Player};
use tesuji_connection::inferior::{Fill, FillKind, Filled, Inferior, Surroundings, Vulnerable};
use tesuji_connection::vc::{Connections, GoalSemi, Standing, VcConfig};
use tesuji_connection::{Region, Side};
use tesuji_search::Limits;

use super::patterns::Patterns;
use super::table::{Decision, Entry, INFINITY, Key, NO_MOVE, Need, Table};
use crate::order::{Circuit, forecast};

/// Of how many moves one more is searched beside the best.
///
/// Focused widening: moves beyond the width wait until those before them are refuted.
const MOVES_PER_WIDTH: usize = 6;

/// Which part of the moves is looked at before one is chosen, in percent; the others are looked at when they are chosen first.
const EAGER: usize = 35;

/// How much a move's share of the current weighs against the share of cells it leaves the other player.
const CURRENT: f64 = 0.3;

/// The lists of connections in this search: longer than usual between chains, hardly any between cells.
pub(super) const LISTS: VcConfig =
    VcConfig { max_full_chains: 40, max_semi_chains: 80, max_full: 20, max_semi: 40, max_full_cells: 3, max_semi_cells: 6, max_cells_carrier: 2, max_or: 4 };

/// What the threads of one search share.
#[derive(Debug)]
pub(super) struct Shared<'a, const W: usize> {
    /// The board as Black and as White link it.
    pub regions: &'a [Region<W>; 2],
    pub surroundings: &'a Surroundings<W>,
    pub table: &'a Table<W>,
    pub limits: &'a Limits,
    /// By winner: what earlier searches of this board found, and where a search leaves what it found.
    pub patterns: &'a Mutex<[Patterns<W>; 2]>,
    pub n_threads: usize,
    pub n_nodes: AtomicU64,
    /// Set when nothing is left to do, or a limit is reached.
    pub stop: AtomicBool,
}

/// A reply of the winner that leaves a region untouched.
#[derive(Clone, Copy, Debug)]
struct Reply<const W: usize> {
    key: u16,
    region: Bits<W>,
    /// The winner's stones it needs; `None` if connections show it.
    stones: Option<Bits<W>>,
}

#[derive(Debug)]
struct Move<const W: usize> {
    cell: u16,
    /// Not looked at yet: its numbers are a forecast.
    unseen: bool,
    /// Another move is at least as good.
    waits: bool,
    /// The position after it, once that has been looked at.
    key: Option<Key<W>>,
    entry: Entry<W>,
}

/// What is seen of a position that is not decided at sight.
#[derive(Debug, Default)]
struct Sight<const W: usize> {
    replies: Vec<Reply<W>>,
    vulnerable: Vec<Vulnerable<W>>,
    /// The moves that can wait.
    waits: Bits<W>,
    must_play: Bits<W>,
}

impl<const W: usize> Sight<W> {
    /// What to make of a position that has only been looked at.
    fn entry(&self) -> Entry<W> {
        let open = self.must_play.len();
        Entry { phi: 1, delta: open as u32, open: open as u16, busy: 0, decision: None }
    }
}

/// One thread of a search.
pub(super) struct Search<'a, const W: usize> {
    shared: &'a Shared<'a, W>,
    connections: [Connections<W>; 2],
    /// By depth: the position with its fill-in, whose steps are those since the depth before.
    filled: Vec<Filled<W>>,
    inferior: Inferior<W>,
    semis: Vec<GoalSemi<W>>,
    /// By winner.
    patterns: [Patterns<W>; 2],
    circuit: Circuit,
    /// The depth whose position another thread has decided: everything below it is to be left.
    overtaken: Option<usize>,
    /// Whose turn it is at depth 0.
    first: usize,
}

const PLAYERS: [Player; 2] = [Player::Black, Player::White];

impl<'a, const W: usize> Search<'a, W> {
    /// A search of the position with these stones of Black and White.
    pub(super) fn new(shared: &'a Shared<'a, W>, stones: [Bits<W>; 2], to_move: Player) -> Self {
        let mut filled = Filled::default();
        shared.surroundings.fill_in(stones, &mut filled);
        let connections = [0, 1].map(|p| {
            Connections::with_stones(&shared.regions[p], Side::Owner, lists(), filled.stones[p], filled.stones[1 - p])
        });
        Self {
            shared,
            connections,
            filled: vec![filled],
            inferior: Inferior::default(),
            semis: Vec::new(),
            patterns: shared.patterns.lock().map(|known| known.clone()).unwrap_or_default(),
            circuit: Circuit::default(),
            overtaken: None,
            first: to_move as usize,
        }
    }

    /// Searches until the position is decided, here or by another thread, or a limit is reached.
    ///
    /// What the win needs is stated without the fill-in.
    pub(super) fn run(&mut self) -> Option<Decision<W>> {
        let decision = loop {
            let entry = self.expand(0, false, INFINITY, INFINITY);
            self.overtaken = None;
            if entry.decision.is_some() || self.stopped() {
                break entry.decision;
            }
        };
        self.shared.stop.store(true, Ordering::Relaxed);
        if let Ok(mut known) = self.shared.patterns.lock() {
            known.clone_from(&self.patterns);
        }
        let steps = &self.filled[0].steps;
        decision.map(|decision| match decision {
            Decision::Wins(key, need) => Decision::Wins(key, unfill(need, self.first, steps)),
            Decision::Loses(need) => Decision::Loses(unfill(need, 1 - self.first, steps)),
        })
    }

    fn stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
    }

    fn count_node(&self) {
        let n_nodes = self.shared.n_nodes.fetch_add(1, Ordering::Relaxed) + 1;
        if self.shared.limits.reached(n_nodes) {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
    }

    const fn mover(&self, depth: usize) -> usize {
        (self.first + depth) % 2
    }

    fn key(&self, depth: usize) -> Key<W> {
        let (stones, mover) = (&self.filled[depth].stones, self.mover(depth));
        Key { own: stones[mover], theirs: stones[1 - mover], mover: mover as u8 }
    }

    fn empties(&self, depth: usize) -> Bits<W> {
        Bits::first_n(self.shared.regions[0].n_cells()) - self.filled[depth].occupied()
    }

    /// Searches the position at `depth`, where the connections are still those before it, until it is decided or a
    /// number reaches its bound. A position not seen before is looked at first, which may do.
    fn expand(&mut self, depth: usize, is_new: bool, phi_bound: u32, delta_bound: u32) -> Entry<W> {
        let key = self.key(depth);
        let start = self.shared.n_nodes.load(Ordering::Relaxed);
        let entry = match self.recall(depth) {
            Ok(decision) => Entry::decided(decision),
            Err(sight) => {
                self.play(depth);
                let entry = match self.decide(depth, sight) {
                    Ok(decision) => Entry::decided(decision),
                    Err(sight) if is_new && sight.must_play.len() as u32 >= delta_bound => sight.entry(),
                    Err(sight) => self.expand_until(depth, sight, phi_bound, delta_bound),
                };
                self.undo(depth);
                entry
            }
        };
        if self.shared.n_nodes.load(Ordering::Relaxed) - start >= 1 {
            match entry.decision {
                Some(Decision::Wins(_, need)) => self.patterns[self.mover(depth)].add(need),
                Some(Decision::Loses(need)) => self.patterns[1 - self.mover(depth)].add(need),
                None => {}
            }
        }
        if self.overtaken.is_none() {
            self.shared.table.put(&key, entry, self.shared.n_nodes.load(Ordering::Relaxed) - start + 1);
        }
        entry
    }

    fn expand_until(&mut self, depth: usize, mut sight: Sight<W>, phi_bound: u32, delta_bound: u32) -> Entry<W> {
        let mut moves = self.order(depth, &sight);
        let n_eager = (moves.len() * EAGER).div_ceil(100).max(1);
        for mv in &mut moves[..n_eager] {
            if sight.must_play.contains(usize::from(mv.cell)) {
                self.glance(depth, mv);
                if let Some(decision) = self.take_up(depth, mv, &mut sight) {
                    return Entry::decided(decision);
                }
            }
        }
        moves.retain(|mv| sight.must_play.contains(usize::from(mv.cell)));
        moves.sort_by_key(|mv| (mv.waits, mv.entry.open));
        loop {
            if sight.must_play.is_empty() {
                return Entry::decided(Decision::Loses(self.losing_need(depth, &sight)));
            }
            if self.shared.n_threads > 1 {
                if let Some(decision) = self.refresh(depth, &mut moves, &mut sight) {
                    return Entry::decided(decision);
                }
                if sight.must_play.is_empty() {
                    continue;
                }
            }
            let n_wide = 1 + moves.len().div_ceil(MOVES_PER_WIDTH);
            let (mut best, mut phi, mut second, mut delta) = (0, INFINITY, INFINITY, 0_u32);
            let mut best_value = INFINITY;
            for (i, mv) in moves.iter().take(n_wide).enumerate() {
                // A move that others are at work on looks worse, so that threads part.
                let value = mv.entry.delta.saturating_add(mv.entry.delta.saturating_mul(u32::from(mv.entry.busy)));
                phi = phi.min(mv.entry.delta);
                if value < best_value {
                    second = best_value;
                    best_value = value;
                    best = i;
                } else if value < second {
                    second = value;
                }
                delta = (delta + mv.entry.phi).min(INFINITY - 1);
            }
            if phi >= phi_bound || delta >= delta_bound || self.stopped() {
                let open = sight.must_play.len() as u16;
                return Entry { phi, delta, open, busy: 0, decision: None };
            }
            let chosen = &moves[best];
            let is_new = self.enter(depth, usize::from(chosen.cell), chosen.unseen);
            if let Err(known) = is_new {
                moves[best].entry = known;
                moves[best].key = Some(self.key(depth + 1));
                moves[best].unseen = false;
            } else {
                let child_phi_bound = delta_bound - (delta - chosen.entry.phi);
                let child_delta_bound = phi_bound.min(second.saturating_add(1 + second / 4));
                let child = self.key(depth + 1);
                if self.shared.n_threads > 1 {
                    if chosen.unseen {
                        self.shared.table.put(&child, chosen.entry, 0);
                    }
                    self.shared.table.set_busy(&child, true);
                }
                moves[best].entry = self.expand(
                    depth + 1,
                    chosen.unseen,
                    child_phi_bound,
                    if chosen.unseen { child_delta_bound } else { child_delta_bound.max(chosen.entry.delta + 1) },
                );
                moves[best].unseen = false;
                moves[best].key = Some(child);
                if self.shared.n_threads > 1 {
                    self.shared.table.set_busy(&child, false);
                }
                match self.overtaken {
                    Some(at) if at == depth => {
                        self.overtaken = None;
                        if let Some(known) = self.shared.table.get(&self.key(depth)).filter(|e| e.decision.is_some()) {
                            return known;
                        }
                        continue;
                    }
                    Some(_) => return Entry { phi: 1, delta: 1, open: 0, busy: 0, decision: None },
                    None => {}
                }
            }
            if let Some(decision) = self.take_up(depth, &moves[best], &mut sight) {
                return Entry::decided(decision);
            }
            moves.retain(|mv| sight.must_play.contains(usize::from(mv.cell)));
            if self.shared.n_threads > 1 {
                self.look_up(depth);
                if self.overtaken.is_some() {
                    return Entry { phi: 1, delta: 1, open: 0, busy: 0, decision: None };
                }
            }
        }
    }

    /// Has another thread decided a position above this one?
    fn look_up(&mut self, depth: usize) {
        self.overtaken = (0..depth)
            .find(|&above| self.shared.table.get(&self.key(above)).is_some_and(|entry| entry.decision.is_some()));
    }

    /// Takes over what other threads have learnt about the moves, the decision of this position among it.
    fn refresh(&mut self, depth: usize, moves: &mut Vec<Move<W>>, sight: &mut Sight<W>) -> Option<Decision<W>> {
        for mv in moves.iter_mut().filter(|mv| !mv.unseen) {
            let Some(key) = mv.key else { continue };
            let Some(known) = self.shared.table.get(&key) else { continue };
            mv.entry = known;
            if known.decision.is_some() && sight.must_play.contains(usize::from(mv.cell)) {
                self.fill_child(depth, usize::from(mv.cell));
                if let Some(decision) = self.take_up(depth, mv, sight) {
                    return Some(decision);
                }
            }
        }
        moves.retain(|mv| sight.must_play.contains(usize::from(mv.cell)));
        None
    }

    /// What a child, whose stones stand at the next depth, says of its parent.
    fn take_up(&self, depth: usize, mv: &Move<W>, sight: &mut Sight<W>) -> Option<Decision<W>> {
        let winner = self.mover(depth);
        match mv.entry.decision? {
            Decision::Loses(need) => Some(Decision::Wins(mv.cell, unfill(need, winner, &self.filled[depth + 1].steps))),
            Decision::Wins(key, need) => {
                let need = unfill(need, 1 - winner, &self.filled[depth + 1].steps);
                let reply = if key == NO_MOVE {
                    Reply { key, region: need.carrier, stones: Some(need.stones) }
                } else {
                    let cell = usize::from(key);
                    Reply { key, region: need.carrier.with(cell), stones: Some(need.stones.without(cell)) }
                };
                sight.must_play &= reply.region.without(usize::from(mv.cell));
                sight.replies.push(reply);
                None
            }
        }
    }

    /// Fills in the position after the mover at `depth` plays `cell`.
    fn fill_child(&mut self, depth: usize, cell: usize) {
        let mut stones = self.filled[depth].stones;
        stones[self.mover(depth)].insert(cell);
        if self.filled.len() == depth + 1 {
            self.filled.push(Filled::default());
        }
        self.shared.surroundings.fill_in(stones, &mut self.filled[depth + 1]);
    }

    /// Makes the position after the mover at `depth` plays `cell` the next one; what is known of it, if it is asked for
    /// the first time and known already.
    fn enter(&mut self, depth: usize, cell: usize, ask: bool) -> Result<(), Entry<W>> {
        self.fill_child(depth, cell);
        if ask {
            if let Some(known) = self.shared.table.get(&self.key(depth + 1)) {
                return Err(known);
            }
            self.count_node();
        }
        Ok(())
    }

    /// Brings the connections to the position at `depth`, from the one before.
    fn play(&mut self, depth: usize) {
        let Some(before) = depth.checked_sub(1) else { return };
        let (from, to) = (self.filled[before].stones, self.filled[depth].stones);
        let new = [to[0] - from[0], to[1] - from[1]];
        for p in [0, 1] {
            self.connections[p].play(&self.shared.regions[p], new[p], new[1 - p]);
        }
    }

    fn undo(&mut self, depth: usize) {
        if depth > 0 {
            for connections in &mut self.connections {
                connections.undo();
            }
        }
    }

    /// Looks at the position after a move: in the table, or at sight.
    fn glance(&mut self, depth: usize, mv: &mut Move<W>) {
        mv.unseen = false;
        if let Err(known) = self.enter(depth, usize::from(mv.cell), true) {
            mv.key = Some(self.key(depth + 1));
            mv.entry = known;
            return;
        }
        mv.entry = match self.recall(depth + 1) {
            Ok(decision) => Entry::decided(decision),
            Err(sight) => {
                self.play(depth + 1);
                let seen = self.decide(depth + 1, sight);
                self.undo(depth + 1);
                match seen {
                    Ok(decision) => Entry::decided(decision),
                    Err(sight) => sight.entry(),
                }
            }
        };
        let key = self.key(depth + 1);
        mv.key = Some(key);
        self.shared.table.put(&key, mv.entry, 1);
    }

    /// Decides the position by wins found elsewhere, before its connections are known, or begins a sight of it with the
    /// replies they give.
    fn recall(&self, depth: usize) -> Result<Decision<W>, Sight<W>> {
        let mover = self.mover(depth);
        let stones = self.filled[depth].stones;
        let (own, theirs) = (stones[mover], stones[1 - mover]);
        let mut best: Option<(usize, Need<W>)> = None;
        self.patterns[mover].matches(own, theirs, |found| {
            if let Some(cell) = found.missing
                && best.is_none_or(|(_, need)| found.need.carrier.len() < need.carrier.len())
            {
                best = Some((cell, found.need));
            }
        });
        if let Some((cell, need)) = best {
            return Ok(Decision::Wins(cell as u16, need));
        }
        let mut sight = Sight::default();
        let mut lost = None;
        self.patterns[1 - mover].matches(theirs, own, |found| match found.missing {
            None => lost = Some(found.need),
            Some(cell) => sight.replies.push(Reply {
                key: cell as u16,
                region: found.need.carrier.with(cell),
                stones: Some(found.need.stones.without(cell)),
            }),
        });
        lost.map_or(Err(sight), |need| Ok(Decision::Loses(need)))
    }

    /// Decides the position by its connections if that can be, else says what is to be tried.
    fn decide(&mut self, depth: usize, mut sight: Sight<W>) -> Result<Decision<W>, Sight<W>> {
        let mover = self.mover(depth);
        let other = 1 - mover;
        let empties = self.empties(depth);
        let stones = self.filled[depth].stones;
        let standing = self.connections[mover].standing(&self.shared.regions[mover].goal, &mut self.semis);
        if let Standing::Secured(carrier) = standing {
            return Ok(match carrier.first().or_else(|| empties.first()) {
                Some(cell) => {
                    let need = self.connection_need(stones[mover].with(cell), carrier.without(cell));
                    Decision::Wins(cell as u16, need)
                }
                // The board is full, and it is won: whose turn it is says nothing.
                None => Decision::Wins(NO_MOVE, self.connection_need(stones[mover], carrier)),
            });
        }
        if let Some(best) = self.semis.iter().min_by_key(|semi| semi.carrier.len()) {
            let need = self.connection_need(stones[mover].with(best.key), best.carrier.without(best.key));
            return Ok(Decision::Wins(best.key as u16, need));
        }
        let standing = self.connections[other].standing(&self.shared.regions[other].goal, &mut self.semis);
        if let Standing::Secured(carrier) = standing {
            return Ok(Decision::Loses(self.connection_need(stones[other], carrier)));
        }
        let from_semi = |semi: &GoalSemi<W>| Reply { key: semi.key as u16, region: semi.carrier, stones: None };
        sight.replies.extend(self.semis.iter().map(from_semi));
        sight.must_play = sight.replies.iter().fold(empties, |set, reply| set & reply.region);
        self.shared.surroundings.inferior_moves(&self.filled[depth], PLAYERS[mover], &mut self.inferior);
        for vulnerable in &self.inferior.vulnerable {
            if sight.must_play.contains(vulnerable.cell) {
                sight.must_play.remove(vulnerable.cell);
                sight.vulnerable.push(*vulnerable);
            }
        }
        sight.waits = self.inferior.dominated.iter().map(|dominated| dominated.cell).collect();
        if sight.must_play.is_empty() {
            return Ok(Decision::Loses(self.losing_need(depth, &sight)));
        }
        Err(sight)
    }

    /// What the win over the mover at `depth` needs: few replies without a common cell that is not vulnerable.
    fn losing_need(&self, depth: usize, sight: &Sight<W>) -> Need<W> {
        let own = self.filled[depth].stones[1 - self.mover(depth)];
        let empties = self.empties(depth);
        let mut chosen: Vec<Reply<W>> = Vec::new();
        let (mut common, mut union) = (empties, Bits::EMPTY);
        while !common.is_empty() {
            let cost = |reply: &&Reply<W>| {
                let grown = (reply.region - union).len();
                let left = (common & reply.region).len();
                (left * 2 + grown, reply.key)
            };
            let useful = sight.replies.iter().filter(|reply| !common.is_subset(&reply.region));
            let Some(next) = useful.min_by_key(cost) else { break };
            common &= next.region;
            union |= next.region;
            chosen.push(*next);
        }
        let mut i = 0;
        while i < chosen.len() {
            let rest = chosen.iter().enumerate().filter(|&(j, _)| j != i);
            if rest.fold(empties, |set, (_, reply)| set & reply.region).is_subset(&common) {
                chosen.remove(i);
            } else {
                i += 1;
            }
        }
        let mut need = Need { stones: Bits::EMPTY, carrier: Bits::EMPTY };
        for reply in &chosen {
            let key = usize::from(reply.key);
            need.carrier |= reply.region;
            need.stones |= reply
                .stones
                .unwrap_or_else(|| self.connection_need(own.with(key), reply.region.without(key)).stones.without(key));
        }
        for vulnerable in &sight.vulnerable {
            if common.contains(vulnerable.cell) {
                need.carrier |= vulnerable.carrier.with(vulnerable.killer);
                need.stones |= vulnerable.rests_on;
                common.remove(vulnerable.cell);
            }
        }
        debug_assert!(common.is_empty(), "a move without a reply");
        need
    }

    /// What connections of `own` in `carrier` need: the chains that touch it.
    fn connection_need(&self, own: Bits<W>, carrier: Bits<W>) -> Need<W> {
        if carrier.is_empty() {
            return Need { stones: own, carrier };
        }
        let adjacent = &self.shared.regions[0].adjacent;
        let mut stones = carrier.iter().fold(Bits::EMPTY, |near, cell| near | adjacent[cell]) & own;
        let mut todo = stones;
        while let Some(cell) = todo.first() {
            todo.remove(cell);
            let new = (adjacent[cell] & own) - stones;
            stones |= new;
            todo |= new;
        }
        Need { stones, carrier }
    }

    /// The moves of the must-play set, the most promising first.
    fn order(&mut self, depth: usize, sight: &Sight<W>) -> Vec<Move<W>> {
        let mover = self.mover(depth);
        let n_cells = self.shared.regions[0].n_cells();
        let empties = self.empties(depth);
        let n_open = empties.len();
        let (goal, me) = (&self.shared.regions[mover].goal, &self.connections[mover]);
        let (total, currents) = self.circuit.currents(me, empties, goal, n_cells);
        let mut moves: Vec<(bool, f64, usize, usize)> = sight
            .must_play
            .iter()
            .map(|cell| {
                let left = forecast(me, goal, cell).unwrap_or(n_open);
                let share = if total > 0.0 { currents[cell] / total } else { 0.0 };
                (sight.waits.contains(cell), left as f64 / n_open as f64 - CURRENT * share, cell, left)
            })
            .collect();
        moves.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        moves
            .iter()
            .map(|&(waits, _, cell, left)| {
                let left = left.max(1);
                let entry = Entry { phi: 1, delta: left as u32, open: left as u16, busy: 0, decision: None };
                Move { cell: cell as u16, unseen: true, waits, key: None, entry }
            })
            .collect()
    }
}

/// What a win needs without the stones that were filled in by `steps`.
fn unfill<const W: usize>(mut need: Need<W>, winner: usize, steps: &[Fill<W>]) -> Need<W> {
    for step in steps.iter().rev() {
        if step.player as usize == winner && step.cells.meets(&need.stones) {
            need.stones = (need.stones - step.cells) | step.rests_on;
            match step.kind {
                FillKind::Dead => {}
                FillKind::Captured => need.carrier |= step.cells,
                FillKind::Permanent { killer } => need.carrier |= step.cells.with(killer),
            }
        }
    }
    need.carrier = need.carrier - need.stones;
    need
}

fn env(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}
fn lists() -> VcConfig {
    VcConfig {
        max_full_chains: env("MF", LISTS.max_full_chains),
        max_semi_chains: env("MS", LISTS.max_semi_chains),
        max_full: env("MFX", LISTS.max_full),
        max_semi: env("MSX", LISTS.max_semi),
        max_full_cells: env("MFC", LISTS.max_full_cells),
        max_semi_cells: env("MSC", LISTS.max_semi_cells),
        max_cells_carrier: env("MCC", LISTS.max_cells_carrier),
        max_or: env("MO", LISTS.max_or),
    }
}
