//! Depth-first proof-number search without fill-in, whose results are proofs at once.
//!
//! [`super::prove`] takes turns with it where what it decided is long to prove. Then the winner has many bridges that the
//! decider counted as stones, and each would have to be proved with its cells open and with either of them taken. This
//! search takes more positions to decide, but it looks for short proofs from the start.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, SortOnce as _};
use tesuji_connection::vc::{Connections, GoalSemi, Standing, VcConfig};
use tesuji_connection::{Region, Side};
use tesuji_search::Limits;
use tesuji_search::dfpn::{self, Child};

use super::proofs::{ClaimReply, ProofId, Proofs};
use tesuji_connection::order::{GoalCurrents, forecast};

/// Larger than any proof number of an undecided position.
const INFINITY: u32 = 1 << 30;

/// One move in this many (rounded up) is searched besides the best.
///
/// Focused widening: moves beyond this width wait until those before them are refuted.
///
/// PERF: on eight problems of 33 to 48 cells (large templates, patterns of Yang's wins), searching all moves at once
/// took 0.7 to 7 times the nodes, and more nodes on seven of them. Seen while tuning, in no kept run.
const MOVES_PER_WIDTH: usize = 4;

/// The maximum number of positions in the table. By the size of an entry, this is under 1 GB on regions of at most 64
/// cells; that was not measured.
const MAX_TABLE: usize = 8_000_000;

/// The outcome of a position, from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClaimDecision {
    /// The side wins by playing this cell; the proof holds after that move.
    Wins(u16, ProofId),
    /// The other side wins, by this proof.
    Loses(ProofId),
}

/// What is known of a position: proof and disproof numbers from the point of view of the side to move.
#[derive(Clone, Copy, Debug)]
struct ClaimEntry {
    phi: u32,
    delta: u32,
    /// The number of cells of its must-play set when it was first examined.
    open: u16,
    decision: Option<ClaimDecision>,
}

impl ClaimEntry {
    const fn decided(decision: ClaimDecision) -> Self {
        Self { phi: INFINITY, delta: INFINITY, open: 0, decision: Some(decision) }
    }
}

struct Move {
    cell: u16,
    entry: ClaimEntry,
}

pub(crate) struct ClaimSearch<'a, const W: usize> {
    region: &'a Region<W>,
    limits: &'a Limits,
    stopped: bool,
    n_nodes: u64,
    /// The number of positions after which it pauses.
    pause_at: u64,
    table: HashMap<(Bits<W>, Bits<W>, Side), ClaimEntry, FxBuildHasher>,
    proofs: Proofs<W>,
    /// The connections of both sides in the current position.
    sides: [Connections<W>; 2],
    circuit: GoalCurrents,
}

impl<'a, const W: usize> ClaimSearch<'a, W> {
    pub(crate) fn new(region: &'a Region<W>, limits: &'a Limits) -> Self {
        Self {
            region,
            limits,
            stopped: false,
            n_nodes: 0,
            pause_at: u64::MAX,
            table: HashMap::default(),
            proofs: Proofs::new(),
            sides: Side::BOTH.map(|side| Connections::new(region, side, VcConfig::default())),
            circuit: GoalCurrents::default(),
        }
    }

    pub(crate) const fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    pub(crate) fn into_proofs(self) -> Proofs<W> {
        self.proofs
    }

    /// Searches until the claim is decided, a limit is reached, or it has seen `pause_at` positions in all; it goes on where it
    /// stopped. Returns the deciding proof, and the prover's first move if the prover moves first.
    pub(crate) fn run(&mut self, mover: Side, pause_at: u64) -> Option<(Option<u16>, ProofId)> {
        (self.stopped, self.pause_at) = (false, pause_at);
        let entry = self.expand(mover, INFINITY, INFINITY);
        match entry.decision? {
            ClaimDecision::Wins(first, proof) => Some((Some(first), proof)),
            ClaimDecision::Loses(proof) => Some((None, proof)),
        }
    }

    /// Searches the position until it is decided or one of its numbers reaches its bound.
    fn expand(&mut self, mover: Side, phi_bound: u32, delta_bound: u32) -> ClaimEntry {
        let mut replies = Vec::new();
        if let Some(decision) = self.decide(mover, &mut replies) {
            return self.remember(mover, ClaimEntry::decided(decision));
        }
        let empties = self.sides[0].empties();
        let mut must_play = replies.iter().fold(empties, |set, reply| set & reply.region);
        let mut moves = self.order(mover, must_play);
        // Examine every child once: many are decided without search, and each of these shrinks the must-play set.
        for mv in &mut moves {
            // On a large board the glances of one position take seconds.
            if self.limits.interrupt.load(Ordering::Relaxed) {
                self.stopped = true;
                break;
            }
            if must_play.contains(usize::from(mv.cell)) {
                mv.entry = self.glance(mover, usize::from(mv.cell));
                if let Some(decision) = self.take_up(mv, &mut must_play, &mut replies) {
                    return self.remember(mover, ClaimEntry::decided(decision));
                }
            }
        }
        moves.retain(|mv| must_play.contains(usize::from(mv.cell)));
        moves.sort_once_by_key(|mv| mv.entry.open);
        loop {
            if must_play.is_empty() {
                let proof = self.losing_proof(mover.other(), &replies);
                return self.remember(mover, ClaimEntry::decided(ClaimDecision::Loses(proof)));
            }
            let wide = moves.iter().take(dfpn::width(moves.len(), MOVES_PER_WIDTH));
            let children = wide.map(|mv| Child::new(mv.entry.phi, mv.entry.delta));
            let choice = dfpn::choose(children.enumerate(), INFINITY);
            let (best, phi, delta) = (choice.best, choice.phi, choice.sum);
            if phi >= phi_bound || delta >= delta_bound || self.stopped {
                let open = must_play.len() as u16;
                return self.remember(mover, ClaimEntry { phi, delta, open, decision: None });
            }
            let chosen = &moves[best];
            let child_phi_bound = choice.phi_bound(delta_bound, chosen.entry.phi);
            let child_delta_bound = choice.delta_bound(phi_bound);
            self.enter(mover, usize::from(chosen.cell));
            moves[best].entry = self.expand(mover.other(), child_phi_bound, child_delta_bound);
            self.leave();
            if let Some(decision) = self.take_up(&moves[best], &mut must_play, &mut replies) {
                return self.remember(mover, ClaimEntry::decided(decision));
            }
            moves.retain(|mv| must_play.contains(usize::from(mv.cell)));
        }
    }

    /// Takes over what a child says about its parent: a win, or a region that the mover has to meet.
    fn take_up(&self, mv: &Move, must_play: &mut Bits<W>, replies: &mut Vec<ClaimReply<W>>) -> Option<ClaimDecision> {
        match mv.entry.decision? {
            ClaimDecision::Loses(proof) => Some(ClaimDecision::Wins(mv.cell, proof)),
            ClaimDecision::Wins(key, proof) => {
                let region = self.proofs.get(proof).carrier.with(usize::from(key));
                *must_play &= region.without(usize::from(mv.cell));
                replies.push(ClaimReply { key, region, proof: Some(proof) });
                None
            }
        }
    }

    /// What is known of the position after `mover` plays `cell`: from the table, or without search.
    fn glance(&mut self, mover: Side, cell: usize) -> ClaimEntry {
        let connections = &self.sides;
        let own = connections[mover.index()].own().with(cell);
        let theirs = connections[mover.other().index()].own();
        if let Some(&known) = self.table.get(&(theirs, own, mover.other())) {
            return known;
        }
        self.n_nodes += 1;
        self.stopped |= self.n_nodes >= self.pause_at || self.limits.reached(self.n_nodes);
        self.enter(mover, cell);
        let mut replies = Vec::new();
        let entry = match self.decide(mover.other(), &mut replies) {
            Some(decision) => ClaimEntry::decided(decision),
            None => {
                let empties = self.sides[0].empties();
                let open = replies.iter().fold(empties, |set, reply| set & reply.region).len();
                ClaimEntry { phi: 1, delta: open as u32, open: open as u16, decision: None }
            }
        };
        let entry = self.remember(mover.other(), entry);
        self.leave();
        entry
    }

    /// Stores what is known of the position in the table.
    fn remember(&mut self, mover: Side, entry: ClaimEntry) -> ClaimEntry {
        let connections = &self.sides;
        let (own, theirs) = (connections[mover.index()].own(), connections[mover.other().index()].own());
        if self.table.len() >= MAX_TABLE {
            // Decisions are worth more than numbers, which a search finds again.
            self.table.retain(|_, entry| entry.decision.is_some());
            if self.table.len() > MAX_TABLE / 2 {
                self.table.clear();
            }
        }
        self.table.insert((own, theirs, mover), entry);
        entry
    }

    /// Goes to the position after `mover` plays `cell`.
    fn enter(&mut self, mover: Side, cell: usize) {
        let stone = Bits::single(cell);
        self.sides[mover.index()].play(self.region, stone, Bits::EMPTY);
        self.sides[mover.other().index()].play(self.region, Bits::EMPTY, stone);
    }

    /// Goes back to where [`ClaimSearch::enter`] came from.
    fn leave(&mut self) {
        for side in &mut self.sides {
            side.undo();
        }
    }

    /// Decides the position without search if possible; otherwise collects the other side's replies.
    fn decide(&mut self, mover: Side, replies: &mut Vec<ClaimReply<W>>) -> Option<ClaimDecision> {
        let other = mover.other();
        let connections = &self.sides;
        let (own, theirs) = (connections[mover.index()].own(), connections[other.index()].own());
        let mut semis: Vec<GoalSemi<W>> = Vec::new();
        // Is there nothing left to win? The opponent's connections also know, but only for goals of up to 64
        // alternatives.
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
            return Some(ClaimDecision::Wins(best.key as u16, proof));
        }
        let mut found = None;
        let mut smallest = usize::MAX;
        self.proofs.known[mover.index()].matches(own, theirs, 0, |known| {
            if let Some(cell) = known.missing
                && known.need.carrier.len() < smallest
            {
                smallest = known.need.carrier.len();
                found = Some(ClaimDecision::Wins(cell as u16, *known.with));
            }
        });
        if found.is_some() {
            return found;
        }
        // Is the other side safe?
        if let Standing::Secured(carrier) = connections[other.index()].standing(&self.region.goal, &mut semis) {
            return Some(ClaimDecision::Loses(self.connection_proof(other, theirs, carrier)));
        }
        replies.extend(semis.iter().map(|semi| ClaimReply { key: semi.key as u16, region: semi.carrier, proof: None }));
        self.proofs.known[other.index()].matches(theirs, own, 0, |known| match known.missing {
            None => found = Some(ClaimDecision::Loses(*known.with)),
            Some(cell) => {
                let region = known.need.carrier.with(cell);
                replies.push(ClaimReply { key: cell as u16, region, proof: Some(*known.with) });
            }
        });
        if found.is_some() {
            return found;
        }
        let must_play = replies.iter().fold(connections[0].empties(), |set, reply| set & reply.region);
        must_play.is_empty().then(|| ClaimDecision::Loses(self.losing_proof(other, replies)))
    }

    /// The decision if connections give `winner` its goal even when the other side moves first; `mover` is to move.
    fn standing_result(
        &mut self,
        mover: Side,
        winner: Side,
        own: Bits<W>,
        carrier: Bits<W>,
        empties: Bits<W>,
    ) -> ClaimDecision {
        match carrier.first().or_else(|| empties.first()) {
            // The winner need not move at all, but no move does harm.
            Some(cell) if mover == winner => {
                ClaimDecision::Wins(cell as u16, self.connection_proof(winner, own.with(cell), carrier.without(cell)))
            }
            // If no cell is left, there is no move either; the proof names the side that succeeds.
            _ => ClaimDecision::Loses(self.connection_proof(winner, own, carrier)),
        }
    }

    /// The proof that `winner` succeeds by these replies, whose regions have no common cell.
    fn losing_proof(&mut self, winner: Side, replies: &[ClaimReply<W>]) -> ProofId {
        let (empties, own) = (self.sides[0].empties(), self.sides[winner.index()].own());
        self.proofs.combined(self.region, winner, own, empties, replies)
    }

    /// A proof by connections in `carrier`, with those stones of `own` that may matter.
    fn connection_proof(&mut self, side: Side, own: Bits<W>, carrier: Bits<W>) -> ProofId {
        self.proofs.connected(self.region, side, own, carrier)
    }

    /// The moves of the must-play set, the most promising first.
    fn order(&mut self, mover: Side, must_play: Bits<W>) -> Vec<Move> {
        let owner = &self.sides[Side::Owner.index()];
        let n_cells = self.region.n_cells();
        let me = &self.sides[mover.index()];
        let n_open = owner.empties().len();
        let (total, currents) = self.circuit.currents(owner, owner.empties(), &self.region.goal, n_cells);
        let mut moves: Vec<(f64, usize)> = must_play
            .iter()
            .map(|cell| {
                let left = forecast(me, &self.region.goal, cell).unwrap_or(n_open);
                let share = if total > 0.0 { currents[cell] / total } else { 0.0 };
                (left as f64 / n_open as f64 - share, cell)
            })
            .collect();
        moves.sort_once_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let unseen = ClaimEntry { phi: 1, delta: 1, open: 0, decision: None };
        moves.iter().map(|&(_, cell)| Move { cell: cell as u16, entry: unseen }).collect()
    }
}
