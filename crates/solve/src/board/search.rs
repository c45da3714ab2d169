//! Depth-first proof-number search over positions with their fill-in.
//!
//! At every position cells are filled in, the connections of both players decide it or leave the mover a must-play set,
//! and vulnerable moves are left out. A result comes back with what it needs ([`Need`]), which shrinks the must-play
//! sets above it.

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

/// The lists of connections in this search: longer than usual between chains, hardly any between cells.
pub(super) const LISTS: VcConfig =
    VcConfig { max_full: 40, max_semi: 80, max_full_cells: 3, max_semi_cells: 6, max_cells_carrier: 2, max_or: 4 };

/// What the threads of one search share.
#[derive(Debug)]
pub(super) struct Shared<'a, const W: usize> {
    /// The board as Black and as White link it.
    pub regions: &'a [Region<W>; 2],
    pub surroundings: &'a Surroundings<W>,
    pub table: &'a Table<W>,
    pub limits: &'a Limits,
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
    share: f32,
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
            patterns: [Patterns::default(), Patterns::default()],
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
            let entry = self.expand(0, INFINITY, INFINITY);
            self.overtaken = None;
            if entry.decision.is_some() || self.stopped() {
                break entry.decision;
            }
        };
        self.shared.stop.store(true, Ordering::Relaxed);
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

    /// Searches the position at `depth`, whose connections stand, until it is decided or a number reaches its bound.
    fn expand(&mut self, depth: usize, phi_bound: u32, delta_bound: u32) -> Entry<W> {
        let key = self.key(depth);
        let start = self.shared.n_nodes.load(Ordering::Relaxed);
        let entry = self.expand_until(depth, phi_bound, delta_bound);
        if self.shared.n_nodes.load(Ordering::Relaxed) - start >= env("PMIN", 1) as u64 {
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

    fn expand_until(&mut self, depth: usize, phi_bound: u32, delta_bound: u32) -> Entry<W> {
        let mut sight = match self.decide(depth) {
            Ok(decision) => return Entry::decided(decision),
            Err(sight) => sight,
        };
        let mut moves = self.order(depth, &sight);
        let n_eager = (moves.len() * env("EAGER", EAGER)).div_ceil(100).max(1);
        for mv in &mut moves[..n_eager] {
            if sight.must_play.contains(usize::from(mv.cell)) {
                self.glance(depth, mv);
                if let Some(decision) = self.take_up(depth, mv, &mut sight) {
                    return Entry::decided(decision);
                }
            }
        }
        moves.retain(|mv| sight.must_play.contains(usize::from(mv.cell)));
        let w = env("SW", 0) as f32 * 0.01 * self.empties(depth).len() as f32;
        moves.sort_by(|a, b| {
            let f = |m: &Move<W>| (m.waits, f32::from(m.entry.open) - w * m.share);
            f(a).0.cmp(&f(b).0).then(f(a).1.total_cmp(&f(b).1))
        });
        loop {
            if sight.must_play.is_empty() {
                return Entry::decided(Decision::Loses(self.losing_need(depth, &sight)));
            }
            if self.shared.n_threads > 1 {
                self.refresh(depth, &mut moves);
            }
            let n_wide = 1 + moves.len().div_ceil(env("MPW", MOVES_PER_WIDTH));
            let (mut best, mut phi, mut second, mut delta) = (0, INFINITY, INFINITY, 0_u32);
            let mut best_value = INFINITY;
            let mut worst = 0;
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
                worst = worst.max(mv.entry.phi);
            }
            if env("WEAK", 0) == 1 {
                delta = (worst + n_wide.min(moves.len()) as u32 - 1).min(INFINITY - 1);
            }
            if phi >= phi_bound || delta >= delta_bound || self.stopped() {
                let open = sight.must_play.len() as u16;
                return Entry { phi, delta, open, busy: 0, decision: None };
            }
            if moves[best].unseen {
                self.glance(depth, &mut moves[best]);
            } else {
                let chosen = &moves[best];
                let child_phi_bound = if env("WEAK", 0) == 1 { (delta_bound + 1).saturating_sub(n_wide.min(moves.len()) as u32).max(chosen.entry.phi + 1) } else { delta_bound - (delta - chosen.entry.phi) };
                let child_delta_bound =
                    phi_bound.min(second.saturating_add(1 + second / 4)).max(chosen.entry.delta + 1);
                let cell = usize::from(chosen.cell);
                self.fill_child(depth, cell);
                let child = self.key(depth + 1);
                self.shared.table.set_busy(&child, true);
                self.play_child(depth);
                moves[best].entry = self.expand(depth + 1, child_phi_bound, child_delta_bound);
                self.undo_child();
                self.shared.table.set_busy(&child, false);
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

    /// Takes over what other threads have learnt about the moves.
    fn refresh(&mut self, depth: usize, moves: &mut [Move<W>]) {
        let _ = (depth, moves);
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

    /// Brings the connections to the position at `depth + 1`, from the one before.
    fn play_child(&mut self, depth: usize) {
        let (from, to) = (self.filled[depth].stones, self.filled[depth + 1].stones);
        let new = [to[0] - from[0], to[1] - from[1]];
        for p in [0, 1] {
            self.connections[p].play(&self.shared.regions[p], new[p], new[1 - p]);
        }
    }

    fn undo_child(&mut self) {
        for connections in &mut self.connections {
            connections.undo();
        }
    }

    /// Looks at the position after a move: in the table, or at sight.
    fn glance(&mut self, depth: usize, mv: &mut Move<W>) {
        mv.unseen = false;
        self.fill_child(depth, usize::from(mv.cell));
        let key = self.key(depth + 1);
        if let Some(known) = self.shared.table.get(&key) {
            mv.entry = known;
            return;
        }
        self.count_node();
        self.play_child(depth);
        mv.entry = match self.decide(depth + 1) {
            Ok(decision) => Entry::decided(decision),
            Err(sight) => {
                let open = sight.must_play.len();
                let (phi, delta) = self.first_numbers(depth + 1, &sight);
                Entry { phi, delta, open: open as u16, busy: 0, decision: None }
            }
        };
        self.undo_child();
        self.shared.table.put(&key, mv.entry, 1);
    }

    /// Decides the position without search if that can be, else says what is to be tried.
    fn decide(&mut self, depth: usize) -> Result<Decision<W>, Sight<W>> {
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
        if env("PAT", 1) > 0 {
            let mut best: Option<(usize, Need<W>)> = None;
            self.patterns[mover].matches(stones[mover], stones[other], |found| {
                if let Some(cell) = found.missing
                    && best.is_none_or(|(_, need)| found.need.carrier.len() < need.carrier.len())
                {
                    best = Some((cell, found.need));
                }
            });
            if let Some((cell, need)) = best {
                return Ok(Decision::Wins(cell as u16, need));
            }
        }
        let mut sight = Sight::default();
        if env("PAT", 1) > 0 {
            let mut lost: Option<Need<W>> = None;
            let replies = &mut sight.replies;
            self.patterns[other].matches(stones[other], stones[mover], |found| match found.missing {
                None => lost = Some(found.need),
                Some(cell) => replies.push(Reply {
                    key: cell as u16,
                    region: found.need.carrier.with(cell),
                    stones: Some(found.need.stones.without(cell)),
                }),
            });
            if let Some(need) = lost {
                return Ok(Decision::Loses(need));
            }
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

    fn first_numbers(&mut self, depth: usize, sight: &Sight<W>) -> (u32, u32) {
        let open = sight.must_play.len() as u32;
        let mover = self.mover(depth);
        let (goal, me) = (&self.shared.regions[mover].goal, &self.connections[mover]);
        let n_open = self.empties(depth).len();
        match env("INIT", 0) {
            1 => {
                let k = env("K", 2) as u32;
                let least = sight.must_play.iter().filter_map(|cell| forecast(me, goal, cell)).min().unwrap_or(n_open) as u32;
                ((least / k).max(1), open)
            }
            2 => {
                let n_cells = self.shared.regions[0].n_cells();
                let empties = self.empties(depth);
                let g = [0, 1].map(|p| {
                    self.circuit.currents(&self.connections[p], empties, &self.shared.regions[p].goal, n_cells).0
                });
                let k = env("K", 100) as f64 * 0.01;
                let r = ((g[mover] + 1e-9) / (g[1 - mover] + 1e-9)).powf(k);
                let b = env("B", 4) as f64;
                (((b / r) as u32).clamp(1, 1000), ((f64::from(open) * r) as u32).clamp(1, 1000))
            }
            _ => (1, open),
        }
    }

    /// The moves of the must-play set, the most promising first.
    fn order(&mut self, depth: usize, sight: &Sight<W>) -> Vec<Move<W>> {
        let mover = self.mover(depth);
        let n_cells = self.shared.regions[0].n_cells();
        let empties = self.empties(depth);
        let n_open = empties.len();
        let (goal, me) = (&self.shared.regions[mover].goal, &self.connections[mover]);
        let black = &self.connections[0];
        let (total, currents) = self.circuit.currents(black, empties, &self.shared.regions[0].goal, n_cells);
        let mut moves: Vec<(bool, f64, usize, usize, f64)> = sight
            .must_play
            .iter()
            .map(|cell| {
                let left = forecast(me, goal, cell).unwrap_or(n_open);
                let share = if total > 0.0 { currents[cell] / total } else { 0.0 };
                (sight.waits.contains(cell), left as f64 / n_open as f64 - 0.01 * env("CW", 30) as f64 * share, cell, left, share)
            })
            .collect();
        moves.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        moves
            .iter()
            .map(|&(waits, _, cell, left, share)| {
                let left = left.max(1);
                let entry = Entry { phi: 1, delta: (left * env("SCALE", 100)).div_ceil(100) as u32, open: left as u16, busy: 0, decision: None };
                Move { cell: cell as u16, unseen: true, waits, entry, share: share as f32 }
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

pub(super) fn env(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}

fn lists() -> VcConfig {
    VcConfig {
        max_full: env("MF", LISTS.max_full),
        max_semi: env("MS", LISTS.max_semi),
        max_full_cells: env("MFC", LISTS.max_full_cells),
        max_semi_cells: env("MSC", LISTS.max_semi_cells),
        max_cells_carrier: env("MCC", LISTS.max_cells_carrier),
        max_or: env("MO", LISTS.max_or),
        ..LISTS
    }
}
