//! Depth-first proof-number search with must-play sets of both sides.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::Bits;
use tesuji_connection::vc::{Connections, GoalSemi, Standing, VcConfig};
use tesuji_connection::{Region, Side};
use tesuji_proof::Mover;
use tesuji_search::Limits;

use super::order::Circuit;
use super::proofs::{Match, Proof, ProofId, Proofs, Reason};

/// Larger than any proof number of an undecided position.
const INFINITY: u32 = 1 << 30;

/// How a position ends, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Decision {
    /// It plays this cell, and then the proof is its own.
    Wins(u16, ProofId),
    /// The proof is the other side's.
    Loses(ProofId),
}

/// What is known of a position: proof and disproof numbers from the view of the side to move.
#[derive(Clone, Copy, Debug)]
struct Entry {
    phi: u32,
    delta: u32,
    decision: Option<Decision>,
}

const FRESH: Entry = Entry { phi: 1, delta: 1, decision: None };

/// The connections of both sides at one depth.
#[derive(Debug)]
struct Frame<const W: usize> {
    connections: [Connections<W>; 2],
}

/// A reply that leaves a region untouched.
struct Reply<const W: usize> {
    key: u16,
    region: Bits<W>,
    /// The proof of what remains; `None` if connections show it.
    proof: Option<ProofId>,
}

struct Move {
    cell: u16,
    rank: u32,
    entry: Entry,
}

pub(crate) struct Search<'a, const W: usize> {
    region: &'a Region<W>,
    limits: &'a Limits,
    stopped: bool,
    n_nodes: u64,
    table: HashMap<(Bits<W>, Bits<W>, Side), Entry, FxBuildHasher>,
    proofs: Proofs<W>,
    frames: Vec<Frame<W>>,
    circuit: Circuit,
    stat: [[u64; 6]; 64],
}

impl<'a, const W: usize> Search<'a, W> {
    pub(crate) fn new(region: &'a Region<W>, limits: &'a Limits) -> Self {
        Self {
            region,
            limits,
            stopped: false,
            n_nodes: 0,
            table: HashMap::default(),
            proofs: Proofs::new(),
            frames: Vec::new(),
            circuit: Circuit::default(),
            stat: [[0; 6]; 64],
        }
    }

    pub(crate) const fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    pub(crate) const fn proofs(&self) -> &Proofs<W> {
        &self.proofs
    }

    /// Searches until the claim is decided: the deciding proof and the prover's first move, if it moves first.
    pub(crate) fn run(&mut self, to_move: Mover) -> Option<(Option<u16>, ProofId)> {
        let connections = Side::BOTH.map(|side| Connections::new(self.region, side, VcConfig::default()));
        self.frames.push(Frame { connections });
        let mover = match to_move {
            Mover::Owner => Side::Owner,
            Mover::Opponent => Side::Opponent,
        };
        let entry = self.expand(0, mover, INFINITY, INFINITY);
        if std::env::var("ST").is_ok() {
            for e in 0..8 {
                eprintln!("depth {e} {:?}", self.stat[e]);
            }
            let n = self.table.values().filter(|e| matches!(e.decision, Some(Decision::Wins(..)))).count();
            let l = self.table.values().filter(|e| matches!(e.decision, Some(Decision::Loses(..)))).count();
            if let Some(d) = entry.decision {
                let root = match d {
                    Decision::Wins(_, p) | Decision::Loses(p) => p,
                };
                let mut seen = std::collections::BTreeSet::new();
                let mut st = vec![root];
                let (mut a, mut b) = (0, 0);
                while let Some(x) = st.pop() {
                    if seen.insert(x) {
                        match &self.proofs.get(x).reason {
                            Reason::Connections => a += 1,
                            Reason::Replies(r) => {
                                b += 1;
                                st.extend(r.iter().map(|r| r.1));
                            }
                        }
                    }
                }
                if self.n_nodes > 500 {
                    eprintln!("final proof: {a} leaves, {b} inner, nodes {}", self.n_nodes);
                }
            }
            eprintln!(
                "decided wins {n} loses {l}; proofs owner {:?} opp {:?}",
                self.proofs.count(Side::Owner),
                self.proofs.count(Side::Opponent)
            );
            eprintln!(
                "nodes {} unique {} proofs {} links {:?}",
                self.n_nodes,
                self.table.len(),
                self.proofs.len(),
                self.frames
                    .iter()
                    .map(|f| (f.connections[0].n_links(), f.connections[1].n_links()))
                    .take(12)
                    .collect::<Vec<_>>()
            );
        }
        match entry.decision? {
            Decision::Wins(first, proof) => Some((Some(first), proof)),
            Decision::Loses(proof) => Some((None, proof)),
        }
    }

    /// Searches the position at `depth` until a number reaches its bound.
    fn expand(&mut self, depth: usize, mover: Side, phi_bound: u32, delta_bound: u32) -> Entry {
        self.n_nodes += 1;
        self.stopped |= self.limits.reached(self.n_nodes);
        let other = mover.other();
        let frame = &self.frames[depth];
        let own = frame.connections[mover.index()].own();
        let theirs = frame.connections[other.index()].own();
        let mut replies = Vec::new();
        let decision = self.decide(depth, mover, &mut replies);
        let st = &mut self.stat[depth.min(63)];
        st[0] += 1;
        match decision {
            Some(Decision::Wins(..)) => st[1] += 1,
            Some(Decision::Loses(..)) => st[2] += 1,
            None => {
                st[3] += 1;
                st[4] += replies
                    .iter()
                    .fold(self.frames[depth].connections[0].empties(), |set, reply| set & reply.region)
                    .len() as u64;
                st[5] += self.frames[depth].connections[0].empties().len() as u64;
            }
        }
        if decision.is_some() {
            let entry = Entry { phi: INFINITY, delta: INFINITY, decision };
            self.table.insert((own, theirs, mover), entry);
            return entry;
        }
        let empties = self.frames[depth].connections[0].empties();
        let mut must_play = replies.iter().fold(empties, |set, reply| set & reply.region);
        let mut moves = self.order(depth, mover, must_play);
        for mv in &mut moves {
            let child = (theirs, own.with(usize::from(mv.cell)), other);
            if let Some(known) = self.table.get(&child) {
                mv.entry = *known;
            }
        }
        loop {
            // Take up what the decided children say.
            let mut decision = None;
            for mv in &moves {
                match mv.entry.decision {
                    Some(Decision::Loses(proof)) => {
                        decision = Some(Decision::Wins(mv.cell, proof));
                        break;
                    }
                    Some(Decision::Wins(key, proof)) if must_play.contains(usize::from(mv.cell)) => {
                        let region = self.proofs.get(proof).carrier.with(usize::from(key));
                        must_play &= region;
                        must_play.remove(usize::from(mv.cell));
                        replies.push(Reply { key, region, proof: Some(proof) });
                    }
                    _ => {}
                }
            }
            if decision.is_none() && must_play.is_empty() {
                decision = Some(Decision::Loses(self.losing_proof(depth, other, &replies)));
            }
            if decision.is_some() {
                let entry = Entry { phi: INFINITY, delta: INFINITY, decision };
                self.table.insert((own, theirs, mover), entry);
                return entry;
            }
            moves.retain(|mv| must_play.contains(usize::from(mv.cell)));
            let (mut best, mut phi, mut second, mut delta) = (0, INFINITY, INFINITY, 0_u32);
            let wide = (wb() + (moves.len() * wf()).div_ceil(100)).min(moves.len());
            for (i, mv) in moves[..wide].iter().enumerate() {
                if mv.entry.delta < phi {
                    second = phi;
                    phi = mv.entry.delta;
                    best = i;
                } else if mv.entry.delta < second {
                    second = mv.entry.delta;
                }
                if wpn() {
                    delta = delta.max(mv.entry.phi);
                } else {
                    delta = (delta + mv.entry.phi).min(INFINITY - 1);
                }
            }
            let extra = if wpn() { (wide as u32 - 1) / wpd() } else { 0 };
            delta += extra;
            if phi >= phi_bound || delta >= delta_bound || self.stopped {
                let entry = Entry { phi, delta, decision: None };
                self.table.insert((own, theirs, mover), entry);
                return entry;
            }
            let chosen = &moves[best];
            let cell = usize::from(chosen.cell);
            let child_phi_bound = if wpn() { delta_bound - extra } else { delta_bound - (delta - chosen.entry.phi) };
            let child_delta_bound = phi_bound.min(second.saturating_add(1 + second / 4));
            self.enter(depth, mover, cell);
            moves[best].entry = self.expand(depth + 1, other, child_phi_bound, child_delta_bound);
        }
    }

    /// Makes the frame after the one at `depth` that of the position after `mover` plays `cell`.
    fn enter(&mut self, depth: usize, mover: Side, cell: usize) {
        if self.frames.len() == depth + 1 {
            let connections = self.frames[depth].connections.clone();
            self.frames.push(Frame { connections });
        }
        let (before, after) = self.frames.split_at_mut(depth + 1);
        let (from, to) = (&before[depth].connections, &mut after[0].connections);
        let (mine, others) = (mover.index(), mover.other().index());
        to[mine].play_own(self.region, &from[mine], cell);
        to[others].play_other(&from[others], cell);
    }

    /// Decides the position without search if that can be, else collects the other side's replies.
    fn decide(&mut self, depth: usize, mover: Side, replies: &mut Vec<Reply<W>>) -> Option<Decision> {
        let other = mover.other();
        let connections = &self.frames[depth].connections;
        let (own, theirs) = (connections[mover.index()].own(), connections[other.index()].own());
        let mut semis: Vec<GoalSemi<W>> = Vec::new();
        // Is there nothing left to win? Cycles do not tell on every board, nor when it takes several of them.
        let owner = &connections[Side::Owner.index()];
        if !self.region.is_possible(owner.own() | owner.empties()) {
            return Some(self.standing_result(
                mover,
                Side::Opponent,
                connections[Side::Opponent.index()].own(),
                Bits::EMPTY,
                owner.empties(),
            ));
        }
        // Does the mover win at once?
        let standing = connections[mover.index()].standing(&self.region.goal, &mut semis);
        if let Standing::Secured(carrier) = standing {
            let empties = connections[0].empties();
            return Some(self.standing_result(mover, mover, own, carrier, empties));
        }
        if let Some(best) = semis.iter().min_by_key(|semi| semi.carrier.len()).copied() {
            let proof = self.connection_proof(mover, own.with(best.key), best.carrier.without(best.key));
            return Some(Decision::Wins(best.key as u16, proof));
        }
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
        // Is the other side safe?
        if let Standing::Secured(carrier) = connections[other.index()].standing(&self.region.goal, &mut semis) {
            return Some(Decision::Loses(self.connection_proof(other, theirs, carrier)));
        }
        replies.extend(semis.iter().map(|semi| Reply { key: semi.key as u16, region: semi.carrier, proof: None }));
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
        let must_play = replies.iter().fold(connections[0].empties(), |set, reply| set & reply.region);
        must_play.is_empty().then(|| Decision::Loses(self.losing_proof(depth, other, replies)))
    }

    /// The decision where connections give `winner` its goal though the other side moved first, now that `mover` moves.
    fn standing_result(
        &mut self,
        mover: Side,
        winner: Side,
        own: Bits<W>,
        carrier: Bits<W>,
        empties: Bits<W>,
    ) -> Decision {
        match carrier.first().or_else(|| empties.first()) {
            // It need not move at all, but any move does no harm.
            Some(cell) if mover == winner => {
                Decision::Wins(cell as u16, self.connection_proof(winner, own.with(cell), carrier.without(cell)))
            }
            // With no cell left there is no move either; the proof says whose it is.
            _ => Decision::Loses(self.connection_proof(winner, own, carrier)),
        }
    }

    /// The proof that `winner` succeeds by these replies, whose regions have nothing in common; as few of them as
    /// a greedy choice finds.
    fn losing_proof(&mut self, depth: usize, winner: Side, replies: &[Reply<W>]) -> ProofId {
        let position = &self.frames[depth].connections;
        let empties = position[0].empties();
        let own = position[winner.index()].own();
        let mut chosen: Vec<&Reply<W>> = Vec::new();
        let (mut common, mut union) = (empties, Bits::EMPTY);
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
            chosen.push(next);
        }
        let mut i = 0;
        while i < chosen.len() {
            let rest = chosen.iter().enumerate().filter(|&(j, _)| j != i);
            if rest.fold(empties, |set, (_, reply)| set & reply.region).is_empty() {
                chosen.remove(i);
            } else {
                i += 1;
            }
        }
        if chosen.iter().all(|reply| reply.proof.is_none()) {
            let carrier = chosen.iter().fold(Bits::EMPTY, |union, reply| union | reply.region);
            return self.connection_proof(winner, own, carrier);
        }
        let parts: Vec<(u16, Option<ProofId>, Bits<W>)> =
            chosen.iter().map(|reply| (reply.key, reply.proof, reply.region)).collect();
        let mut children = Vec::with_capacity(parts.len());
        let mut in_all = !Bits::EMPTY;
        for (key, proof, region) in parts {
            let cell = usize::from(key);
            let proof = proof.unwrap_or_else(|| self.connection_proof(winner, own.with(cell), region.without(cell)));
            in_all &= self.proofs.get(proof).carrier.with(cell);
            children.push((key, proof));
        }
        // Known proofs may want cells empty that are the winner's here. One of them must not, or the proof would
        // not tell what to do if such a cell is the other side's.
        if !in_all.is_empty() {
            let (key, proof) = children[0];
            children[0].1 = self.proofs.with_stones(proof, own.with(usize::from(key)));
        }
        self.proofs.add_replies(winner, children)
    }

    /// A proof by connections in `carrier`, with those of `own` that may matter.
    fn connection_proof(&mut self, side: Side, own: Bits<W>, carrier: Bits<W>) -> ProofId {
        let stones = self.stones_that_matter(side, own, &carrier);
        self.proofs.add(Proof { side, stones, carrier, reason: Reason::Connections })
    }

    /// Leaves out chains of stones that touch neither the carrier nor the claim's chains in two ways.
    fn stones_that_matter(&self, side: Side, own: Bits<W>, carrier: &Bits<W>) -> Bits<W> {
        if side == Side::Opponent && carrier.is_empty() {
            return own;
        }
        let graph = &self.region.sides[side.index()];
        let n_cells = self.region.n_cells();
        let is_terminal = |cell: usize| {
            let mut terminals = self.region.goal.alternatives.iter().flatten().flatten();
            side == Side::Owner && terminals.any(|&node| usize::from(node) == cell)
        };
        let (mut rest, mut kept) = (own, Bits::EMPTY);
        while let Some(start) = rest.first() {
            // Its chain, with the label of the way to each of its stones.
            let mut chain = Bits::EMPTY;
            let mut stack = vec![(start, 0)];
            let mut anchor = None;
            let mut matters = false;
            while let Some((cell, way)) = stack.pop() {
                if chain.contains(cell) {
                    continue;
                }
                chain.insert(cell);
                matters |= is_terminal(cell) || self.region.adjacent[cell].meets(carrier);
                for &(to, label) in &graph.neighbours[cell] {
                    if usize::from(to) >= n_cells {
                        matters |= *anchor.get_or_insert((to, way ^ label)) != (to, way ^ label);
                    } else if own.contains(usize::from(to)) {
                        stack.push((usize::from(to), way ^ label));
                    }
                }
            }
            rest -= chain;
            if matters {
                kept |= chain;
            }
        }
        kept
    }

    /// The moves of the must-play set, the most promising first.
    fn order(&mut self, depth: usize, mover: Side, must_play: Bits<W>) -> Vec<Move> {
        let owner = &self.frames[depth].connections[Side::Owner.index()];
        let n_cells = self.region.n_cells();
        let me = &self.frames[depth].connections[mover.index()];
        let n_open = owner.empties().len();
        let (total, currents) = self.circuit.currents(owner, owner.empties(), &self.region.goal, n_cells);
        let mut moves: Vec<(f64, usize)> = must_play.iter().map(|cell| (currents[cell], cell)).collect();
        moves.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let (k, al, be, base) = par();
        moves
            .iter()
            .enumerate()
            .map(|(rank, &(current, cell))| {
                let _ = (total, k, al, be, base);
                let seen = me.forecast(&self.region.goal, cell);
                let n = match seen {
                    Some(set) => (set.len() as f64 * al) as u32 + 1,
                    None => (n_open as f64 * be) as u32 + 1,
                };
                let entry = Entry { phi: 1, delta: n + rank as u32 / rank_scale(), decision: None };
                Move { cell: cell as u16, rank: rank as u32, entry }
            })
            .collect()
    }
}

fn par() -> (f64, f64, f64, f64) {
    static S: std::sync::OnceLock<(f64, f64, f64, f64)> = std::sync::OnceLock::new();
    let e = |n: &str, d: f64| std::env::var(n).ok().and_then(|s| s.parse().ok()).unwrap_or(d);
    *S.get_or_init(|| (e("PK", 1.0), e("PA", 1.0), e("PB", 1.0), e("PBASE", 8.0)))
}
fn rank_scale() -> u32 {
    static S: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *S.get_or_init(|| std::env::var("RS").ok().and_then(|s| s.parse().ok()).unwrap_or(1000))
}

fn wpn() -> bool {
    static S: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *S.get_or_init(|| std::env::var("WPN").is_ok())
}
fn wpd() -> u32 {
    static S: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *S.get_or_init(|| std::env::var("WPN").unwrap().parse().unwrap())
}

fn wb() -> usize {
    static S: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *S.get_or_init(|| std::env::var("WB").map_or(100, |s| s.parse().unwrap()))
}
fn wf() -> usize {
    static S: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *S.get_or_init(|| std::env::var("WF").map_or(100, |s| s.parse().unwrap()))
}
