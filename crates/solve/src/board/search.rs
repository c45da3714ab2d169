//! Depth-first proof-number search over whole boards.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, Player};
use tesuji_connection::vc::{Connections, GoalSemi, Standing, VcConfig};
use tesuji_connection::Region;
use tesuji_search::Limits;

use super::Question;
use super::fill::{Fill, Surroundings};
use super::proofs::{Match, Proof, ProofId, Proofs, Reason};
use crate::program_c::order::{Circuit, forecast};

const INFINITY: u32 = 1 << 30;
const MOVES_PER_WIDTH: usize = 4;
const MAX_TABLE: usize = 8_000_000;

/// How a position ends, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Decision {
    Wins(u16, ProofId),
    Loses(ProofId),
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    phi: u32,
    delta: u32,
    open: u16,
    score: f32,
    decision: Option<Decision>,
}

impl Entry {
    const fn decided(decision: Decision) -> Self {
        Self { phi: INFINITY, delta: INFINITY, open: 0, score: 0.0, decision: Some(decision) }
    }
}

#[derive(Clone, Debug)]
struct Frame<const W: usize> {
    connections: [Connections<W>; 2],
    stones: [Bits<W>; 2],
    /// What was filled in since the frame before.
    steps: Vec<Fill<W>>,
}

#[derive(Clone)]
struct Reply<const W: usize> {
    key: u16,
    region: Bits<W>,
    proof: Option<ProofId>,
}

struct Move {
    cell: u16,
    entry: Entry,
    unseen: bool,
}

pub(crate) struct Search<'a, const W: usize> {
    regions: &'a [Region<W>; 2],
    around: &'a Surroundings,
    limits: &'a Limits,
    stopped: bool,
    pub(crate) n_nodes: u64,
    pub(crate) n_expanded: u64,
    pub(crate) n_hits: u64,
    pub(crate) n_leaf: u64,
    pub(crate) oracle: HashMap<(Bits<W>, Bits<W>, u8), u16>,
    seen: std::collections::HashSet<(Bits<W>, Bits<W>)>,
    pub(crate) n_first: u64,
    pub(crate) sums: [u64; 6],
    table: HashMap<(Bits<W>, Bits<W>, u8), Entry, FxBuildHasher>,
    proofs: Proofs<W>,
    frames: Vec<Frame<W>>,
    circuit: Circuit,
}

impl<'a, const W: usize> Search<'a, W> {
    pub(crate) fn new(regions: &'a [Region<W>; 2], around: &'a Surroundings, limits: &'a Limits) -> Self {
        Self {
            regions,
            around,
            limits,
            stopped: false,
            n_nodes: 0,
            n_expanded: 0,
            n_hits: 0,
            n_leaf: 0,
            seen: Default::default(),
            oracle: HashMap::default(),
            n_first: 0,
            sums: [0; 6],
            table: HashMap::default(),
            proofs: Proofs::new(),
            frames: Vec::new(),
            circuit: Circuit::default(),
        }
    }

    pub(crate) fn set_patterns(&mut self, n: usize) {
        self.proofs.max_patterns = n;
    }

    pub(crate) fn run(&mut self, question: &Question) -> Option<(Option<u16>, Player)> {
        let black: Bits<W> = question.black.iter().map(|c| c.index()).collect();
        let white: Bits<W> = question.white.iter().map(|c| c.index()).collect();
        let mut stones = [black, white];
        let mut steps = Vec::new();
        let all = Bits::first_n(self.regions[0].n_cells());
        self.around.fill(&mut stones, all, &mut steps);
        let connections = [0, 1].map(|p| {
            let empty = Connections::new(&self.regions[p], tesuji_connection::Side::Owner, config());
            let mut after = empty.clone();
            after.advance(&self.regions[p], &empty, stones[p], stones[1 - p]);
            after
        });
        self.frames.push(Frame { connections, stones, steps });
        let mover = question.to_move as usize;
        let entry = self.expand(0, mover, INFINITY, INFINITY);
        if let Some(Decision::Wins(_, p) | Decision::Loses(p)) = entry.decision {
            let mut seen = std::collections::HashSet::new();
            let mut todo = vec![p];
            let mut c = [0; 3];
            while let Some(p) = todo.pop() {
                if !seen.insert(p) {
                    continue;
                }
                match &self.proofs.get(p).reason {
                    Reason::Connections => c[0] += 1,
                    Reason::Replies(r, k) => {
                        c[1] += 1;
                        todo.extend(r.iter().map(|x| x.1));
                        c[2] += k.len();
                    }
                    Reason::Filled(q, _) => todo.push(*q),
                }
            }
            eprintln!("proof {c:?}");
        }
        let player = |p: usize| if p == 0 { Player::Black } else { Player::White };
        match entry.decision? {
            Decision::Wins(first, _) => Some((Some(first), player(mover))),
            Decision::Loses(_) => Some((None, player(1 - mover))),
        }
    }

    fn expand(&mut self, depth: usize, mover: usize, phi_bound: u32, delta_bound: u32) -> Entry {
        self.n_expanded += 1;
        { let st = self.frames[depth].stones; if self.seen.insert((st[0], st[1])) { self.n_first += 1; } }
        let mut replies = Vec::new();
        let mut killed = Vec::new();
        if let Some(decision) = self.decide(depth, mover, &mut replies, &mut killed) {
            return self.remember(depth, mover, Entry::decided(decision));
        }
        let pruned: Bits<W> = killed.iter().map(|k: &(u16, u16, Bits<W>)| usize::from(k.0)).collect();
        let empties = self.empties(depth);
        let mut must_play = replies.iter().fold(empties, |set, reply| set & reply.region) - pruned;
        let before = replies.iter().fold(empties, |set, reply| set & reply.region).len();
        self.sums[0] += before as u64;
        self.sums[1] += must_play.len() as u64;
        let mut moves = self.order(depth, mover, must_play);
        let n_eager = match env("EAGER", 100) { 100 => moves.len(), k => (moves.len() * k).div_ceil(100).max(1) };
        for mv in &mut moves[..n_eager] {
            if must_play.contains(usize::from(mv.cell)) {
                mv.unseen = false;
                mv.entry = self.glance(depth, mover, usize::from(mv.cell));
                if let Some(decision) = self.take_up(depth, mv, &mut must_play, &mut replies) {
                    return self.remember(depth, mover, Entry::decided(decision));
                }
            }
        }
        moves.retain(|mv| must_play.contains(usize::from(mv.cell)));
        match env("SORT", 0) {
            0 => moves.sort_by_key(|mv| mv.entry.open),
            1 => moves.sort_by(|a, b| b.entry.score.total_cmp(&a.entry.score)),
            2 => moves.sort_by(|a, b| {
                let f = |m: &Move| m.entry.score - 0.1 * env("OW", 1) as f32 * f32::from(m.entry.open).ln();
                f(b).total_cmp(&f(a))
            }),
            _ => {}
        }
        let st = self.frames[depth].stones;
        let known = self.oracle.get(&(st[mover], st[1 - mover], mover as u8)).copied();
        if let Some(m) = known {
            moves.sort_by_key(|mv| mv.cell != m);
        }
        self.sums[2] += must_play.len() as u64;
        self.sums[3] += 1;
        loop {
            if must_play.is_empty() {
                let proof = self.losing_proof(depth, 1 - mover, &replies, &killed);
                return self.remember(depth, mover, Entry::decided(Decision::Loses(proof)));
            }
            let n_wide = if known.is_some() { 1 } else { 1 } + if known.is_some() { 0 } else { 1 } * moves.len().div_ceil(env("MPW", 4));
            let (mut best, mut phi, mut second, mut delta) = (0, INFINITY, INFINITY, 0_u32);
            for (i, mv) in moves.iter().take(n_wide).enumerate() {
                if mv.entry.delta < phi {
                    second = phi;
                    phi = mv.entry.delta;
                    best = i;
                } else if mv.entry.delta < second {
                    second = mv.entry.delta;
                }
                delta = (delta + mv.entry.phi).min(INFINITY - 1);
            }
            if phi >= phi_bound || delta >= delta_bound || self.stopped {
                let open = must_play.len() as u16;
                return self.remember(depth, mover, Entry { phi, delta, open, score: 0.0, decision: None });
            }
            if moves[best].unseen {
                let cell = usize::from(moves[best].cell);
                moves[best].unseen = false;
                moves[best].entry = self.glance(depth, mover, cell);
                if let Some(decision) = self.take_up(depth, &moves[best], &mut must_play, &mut replies) {
                    return self.remember(depth, mover, Entry::decided(decision));
                }
                moves.retain(|mv| must_play.contains(usize::from(mv.cell)));
                continue;
            }
            let chosen = &moves[best];
            let child_phi_bound = delta_bound - (delta - chosen.entry.phi);
            let child_delta_bound = phi_bound.min(second.saturating_add(1 + second * env("EPS", 25) as u32 / 100));
            let cell = usize::from(chosen.cell);
            self.fill_child(depth, mover, cell);
            self.advance_child(depth);
            moves[best].entry = self.expand(depth + 1, 1 - mover, child_phi_bound, child_delta_bound);
            if let Some(decision) = self.take_up(depth, &moves[best], &mut must_play, &mut replies) {
                return self.remember(depth, mover, Entry::decided(decision));
            }
            moves.retain(|mv| must_play.contains(usize::from(mv.cell)));
        }
    }

    /// What a child, whose stones stand in the next frame, says of its parent.
    fn take_up(
        &mut self,
        depth: usize,
        mv: &Move,
        must_play: &mut Bits<W>,
        replies: &mut Vec<Reply<W>>,
    ) -> Option<Decision> {
        match mv.entry.decision? {
            Decision::Loses(proof) => {
                let proof = self.unfill(depth + 1, proof);
                Some(Decision::Wins(mv.cell, proof))
            }
            Decision::Wins(key, proof) => {
                let proof = self.unfill(depth + 1, proof);
                let region = self.proofs.get(proof).carrier.with(usize::from(key));
                *must_play &= region.without(usize::from(mv.cell));
                replies.push(Reply { key, region, proof: Some(proof) });
                None
            }
        }
    }

    /// The proof without what was filled in at `depth`.
    fn unfill(&mut self, depth: usize, id: ProofId) -> ProofId {
        let proof = self.proofs.get(id);
        let side = proof.side;
        let (mut stones, mut carrier) = (proof.stones, proof.carrier);
        let mut used = Vec::new();
        for step in self.frames[depth].steps.iter().rev() {
            if step.player as usize == side && step.cells.meets(&stones) {
                stones = (stones - step.cells) | step.rests_on;
                if step.cells.len() > 1 {
                    carrier |= step.cells;
                }
                used.push(step.clone());
            }
        }
        if used.is_empty() {
            return id;
        }
        self.proofs.add(Proof { side, stones, carrier, reason: Reason::Filled(id, used.into()) })
    }

    fn fill_child(&mut self, depth: usize, mover: usize, cell: usize) {
        if self.frames.len() == depth + 1 {
            let frame = self.frames[depth].clone();
            self.frames.push(frame);
        }
        let (before, after) = self.frames.split_at_mut(depth + 1);
        let (from, to) = (&before[depth], &mut after[0]);
        to.stones = from.stones;
        to.stones[mover].insert(cell);
        to.steps.clear();
        let todo = self.around.near2(cell);
        self.around.fill(&mut to.stones, todo, &mut to.steps);
    }

    fn advance_child(&mut self, depth: usize) {
        let (before, after) = self.frames.split_at_mut(depth + 1);
        let (from, to) = (&before[depth], &mut after[0]);
        for p in [0, 1] {
            let own = to.stones[p] - from.stones[p];
            let other = to.stones[1 - p] - from.stones[1 - p];
            to.connections[p].advance(&self.regions[p], &from.connections[p], own, other);
        }
    }

    fn empties(&self, depth: usize) -> Bits<W> {
        let stones = &self.frames[depth].stones;
        Bits::first_n(self.regions[0].n_cells()) - stones[0] - stones[1]
    }

    fn glance(&mut self, depth: usize, mover: usize, cell: usize) -> Entry {
        self.fill_child(depth, mover, cell);
        let stones = self.frames[depth + 1].stones;
        if let Some(&known) = self.table.get(&(stones[1 - mover], stones[mover], (1 - mover) as u8)) {
            self.n_hits += 1;
            return known;
        }
        self.n_nodes += 1;
        self.stopped |= self.limits.reached(self.n_nodes);
        self.advance_child(depth);
        let mut replies = Vec::new();
        let mut killed = Vec::new();
        let entry = match self.decide(depth + 1, 1 - mover, &mut replies, &mut killed) {
            Some(decision) => {
                self.n_leaf += 1;
                Entry::decided(decision)
            }
            None => {
                let pruned: Bits<W> = killed.iter().map(|k| usize::from(k.0)).collect();
                let empties = self.empties(depth + 1);
                let open = (replies.iter().fold(empties, |set, reply| set & reply.region) - pruned).len();
                let score = self.score(depth + 1, mover);
                Entry { phi: 1, delta: open as u32, open: open as u16, score, decision: None }
            }
        };
        self.remember(depth + 1, 1 - mover, entry)
    }

    fn remember(&mut self, depth: usize, mover: usize, entry: Entry) -> Entry {
        let stones = self.frames[depth].stones;
        if self.table.len() >= MAX_TABLE {
            self.table.retain(|_, entry| entry.decision.is_some());
            if self.table.len() > MAX_TABLE / 2 {
                self.table.clear();
            }
        }
        let mut entry = entry;
        if let Some(old) = self.table.get(&(stones[mover], stones[1 - mover], mover as u8)) {
            entry.score = old.score;
        }
        self.table.insert((stones[mover], stones[1 - mover], mover as u8), entry);
        entry
    }

    fn decide(
        &mut self,
        depth: usize,
        mover: usize,
        replies: &mut Vec<Reply<W>>,
        killed: &mut Vec<(u16, u16, Bits<W>)>,
    ) -> Option<Decision> {
        let other = 1 - mover;
        let empties = self.empties(depth);
        let frame = &self.frames[depth];
        let (own, theirs) = (frame.stones[mover], frame.stones[other]);
        let mut semis: Vec<GoalSemi<W>> = Vec::new();
        let standing = frame.connections[mover].standing(&self.regions[mover].goal, &mut semis);
        if let Standing::Secured(carrier) = standing {
            return Some(match carrier.first().or_else(|| empties.first()) {
                Some(cell) => {
                    Decision::Wins(cell as u16, self.connection_proof(mover, own.with(cell), carrier.without(cell)))
                }
                // The board is full: whoever joined his edges, the other may be said to move.
                None => Decision::Loses(self.connection_proof(mover, own, carrier)),
            });
        }
        if let Some(best) = semis.iter().min_by_key(|semi| semi.carrier.len()).copied() {
            let proof = self.connection_proof(mover, own.with(best.key), best.carrier.without(best.key));
            return Some(Decision::Wins(best.key as u16, proof));
        }
        let standing = self.frames[depth].connections[other].standing(&self.regions[other].goal, &mut semis);
        if let Standing::Secured(carrier) = standing {
            return Some(Decision::Loses(self.connection_proof(other, theirs, carrier)));
        }
        if self.proofs.max_patterns > 0 {
            let mut found = None;
            let mut smallest = usize::MAX;
            self.proofs.matches(mover, own, theirs, |pattern| {
                if let Match::AllBut(cell, proof) = pattern {
                    let size = self.proofs.get(proof).carrier.len();
                    if size < smallest {
                        smallest = size;
                        found = Some(Decision::Wins(cell as u16, proof));
                    }
                }
            });
            if found.is_some() {
                return found;
            }
            self.proofs.matches(other, theirs, own, |pattern| match pattern {
                Match::Whole(proof) => found = Some(Decision::Loses(proof)),
                Match::AllBut(cell, proof) => {
                    let region = self.proofs.get(proof).carrier.with(cell);
                    replies.push(Reply { key: cell as u16, region, proof: Some(proof) });
                }
            });
            if found.is_some() {
                return found;
            }
        }
        replies.extend(semis.iter().map(|semi| Reply { key: semi.key as u16, region: semi.carrier, proof: None }));
        self.around.vulnerable(&self.frames[depth].stones, mover, killed);
        let pruned: Bits<W> = killed.iter().map(|k| usize::from(k.0)).collect();
        let must_play = replies.iter().fold(empties, |set, reply| set & reply.region) - pruned;
        must_play.is_empty().then(|| Decision::Loses(self.losing_proof(depth, other, replies, killed)))
    }

    fn losing_proof(
        &mut self,
        depth: usize,
        winner: usize,
        replies: &[Reply<W>],
        killed: &[(u16, u16, Bits<W>)],
    ) -> ProofId {
        let empties = self.empties(depth);
        let own = self.frames[depth].stones[winner];
        let pruned: Bits<W> = killed.iter().map(|k| usize::from(k.0)).collect();
        let mut chosen: Vec<Reply<W>> = Vec::new();
        let (mut common, mut union) = (empties, Bits::EMPTY);
        // First without help of the killers, as far as that goes.
        while !common.is_empty() {
            let cost = |reply: &&Reply<W>| {
                let grown = (reply.region - union).len();
                let left = (common & reply.region).len();
                (left * 2 + grown, reply.key)
            };
            let Some(next) = replies.iter().filter(|reply| !common.is_subset(&reply.region)).min_by_key(cost) else {
                break;
            };
            common &= next.region;
            union |= next.region;
            chosen.push(next.clone());
        }
        debug_assert!((common - pruned).is_empty(), "a move without a reply");
        let mut i = 0;
        while i < chosen.len() {
            let rest = chosen.iter().enumerate().filter(|&(j, _)| j != i);
            if rest.fold(empties, |set, (_, reply)| set & reply.region).is_subset(&common) {
                chosen.remove(i);
            } else {
                i += 1;
            }
        }
        let used: Vec<(u16, u16, Bits<W>)> =
            killed.iter().filter(|k| common.contains(usize::from(k.0))).copied().collect();
        if used.is_empty() && chosen.iter().all(|reply| reply.proof.is_none()) {
            let carrier = chosen.iter().fold(Bits::EMPTY, |union, reply| union | reply.region);
            return self.connection_proof(winner, own, carrier);
        }
        let mut children = Vec::with_capacity(chosen.len());
        for Reply { key, region, proof } in chosen {
            let cell = usize::from(key);
            let proof = proof.unwrap_or_else(|| self.connection_proof(winner, own.with(cell), region.without(cell)));
            children.push((key, proof));
        }
        // Known proofs may want cells empty that are the winner's here: not to be answered, they stand.
        let in_all = children
            .iter()
            .fold(!Bits::EMPTY, |set, &(key, proof)| set & self.proofs.get(proof).carrier.with(usize::from(key)));
        if !(in_all - common).is_empty() {
            for child in &mut children {
                child.1 = self.proofs.with_stones(child.1, own.with(usize::from(child.0)));
            }
        }
        self.proofs.add_replies(winner, children, used)
    }

    fn connection_proof(&mut self, side: usize, own: Bits<W>, carrier: Bits<W>) -> ProofId {
        let stones = self.stones_that_matter(own, &carrier);
        self.proofs.add(Proof { side, stones, carrier, reason: Reason::Connections })
    }

    /// Leaves out chains of stones that do not touch the carrier.
    fn stones_that_matter(&self, own: Bits<W>, carrier: &Bits<W>) -> Bits<W> {
        if carrier.is_empty() {
            return own;
        }
        let adjacent = &self.regions[0].adjacent;
        let mut near = Bits::EMPTY;
        for cell in carrier.iter() {
            near |= adjacent[cell];
        }
        let mut kept = near & own;
        let mut todo = kept;
        while let Some(cell) = todo.first() {
            todo.remove(cell);
            let new = (adjacent[cell] & own) - kept;
            kept |= new;
            todo |= new;
        }
        kept
    }

    pub(crate) fn wins(&self) -> HashMap<(Bits<W>, Bits<W>, u8), u16> {
        self.table
            .iter()
            .filter_map(|(k, e)| match e.decision {
                Some(Decision::Wins(m, _)) => Some((*k, m)),
                _ => None,
            })
            .collect()
    }

    fn score(&mut self, depth: usize, mover: usize) -> f32 {
        let n_cells = self.regions[0].n_cells();
        let empties = self.empties(depth);
        let g = [0, 1].map(|p| {
            let owner = &self.frames[depth].connections[p];
            self.circuit.currents(owner, empties, &self.regions[p].goal, n_cells).0
        });
        ((g[mover] + 1e-9) / (g[1 - mover] + 1e-9)).ln() as f32
    }

    fn order(&mut self, depth: usize, mover: usize, must_play: Bits<W>) -> Vec<Move> {
        let n_cells = self.regions[0].n_cells();
        let empties = self.empties(depth);
        let n_open = empties.len();
        let owner = &self.frames[depth].connections[0];
        let me = &self.frames[depth].connections[mover];
        let (total, currents) = self.circuit.currents(owner, empties, &self.regions[0].goal, n_cells);
        let mut moves: Vec<(f64, usize)> = must_play
            .iter()
            .map(|cell| {
                let left = forecast(me, &self.regions[mover].goal, cell).unwrap_or(n_open);
                let share = if total > 0.0 { currents[cell] / total } else { 0.0 };
                (env("FW", 100) as f64 * 0.01 * left as f64 / n_open as f64 - share * env("CW", 100) as f64 * 0.01, cell)
            })
            .collect();
        moves.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let unseen = Entry { phi: 1, delta: 1, open: 0, score: 0.0, decision: None };
        moves
            .iter()
            .map(|&(_, cell)| {
                let left = forecast(me, &self.regions[mover].goal, cell).unwrap_or(n_open);
                let delta = (left.max(1) * env("SCALE", 100) / 100).max(1);
                let entry = Entry { delta: delta as u32, open: delta as u16, ..unseen };
                Move { cell: cell as u16, entry, unseen: true }
            })
            .collect()
    }
}

pub(crate) fn env(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}

fn config() -> VcConfig {
    let d = VcConfig::default();
    VcConfig {
        max_full: env("MF", d.max_full),
        max_semi: env("MS", d.max_semi),
        max_full_cells: env("MFC", d.max_full_cells),
        max_semi_cells: env("MSC", d.max_semi_cells),
        max_cells_carrier: env("MCC", d.max_cells_carrier),
        max_or: env("MO", d.max_or),
    }
}
