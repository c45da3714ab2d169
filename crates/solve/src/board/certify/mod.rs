//! The proof phase: a win that the solver knows, proved again on the stones that were played.
//!
//! The solver counts filled-in cells as stones and leaves out vulnerable moves; no rule of a certificate
//! says that. So nothing of its search is translated. It is asked for the winner's moves, and what they achieve is shown
//! by the winner's connections and by replies whose regions have no cell in common.

mod oracle;
mod patterns;

use tesuji_board::{Bits, Cell};
use tesuji_connection::vc::{Connections, GoalSemi, Standing};
use tesuji_connection::{Region, Side};
use tesuji_proof::Certificate;
use tesuji_search::Limits;

use self::oracle::{Guide, Oracle};
use self::patterns::Patterns;
use super::engine::Engine;
use super::search::LISTS;
use super::{Answer, Question};
use crate::order::Circuit;
use crate::program_c::{Proof, ProofId, Proofs, Reason};

impl<const W: usize> Engine<W> {
    /// A certificate of the win that `answer` states.
    pub(super) fn certificate(&self, question: &Question, answer: &Answer, limits: &Limits) -> Option<Certificate> {
        let winner = answer.winner?;
        let stones = [&question.black, &question.white].map(|set| set.iter().map(Cell::index).collect::<Bits<W>>());
        let p = winner as usize;
        let first = if winner == question.to_move { Some(answer.winning_move?.index()) } else { None };
        let mut now = stones;
        now[p] |= first.into_iter().collect::<Bits<W>>();
        let mut oracle = Oracle::new(self, limits);
        let guide = oracle.guide(now);
        let position = Position { own: now[p], other: now[1 - p], real: now[1 - p], guide };
        let region = &self.regions[p];
        let mut prover = Prover {
            region,
            winner: p,
            connections: Connections::with_stones(region, Side::Owner, LISTS, position.own, position.other),
            oracle,
            proofs: Proofs::new(),
            patterns: Patterns::default(),
            semis: Vec::new(),
            circuit: Circuit::default(),
            limits,
            n_claims: 0,
            n_leaf: 0,
            n_hit: 0,
            n_weak: 0,
            n_retry: 0,
            n_wrong: 0,
        };
        let proof = prover.defend(&position);
        #[allow(clippy::print_stderr)]
        {
            eprintln!(
                "claims {} leaves {} hits {} weak {} retry {} wrong {} patterns {} asked {} solved {} nodes {}",
                prover.n_claims,
                prover.n_leaf,
                prover.n_hit,
                prover.n_weak,
                prover.n_retry,
                prover.n_wrong,
                prover.patterns.len(),
                prover.oracle.n_asked,
                prover.oracle.n_solved,
                prover.oracle.n_nodes
            );
        }
        let claim = question.claim(winner);
        crate::program_c::certificate(&claim, region, &prover.proofs, (first.map(|cell| cell as u16), proof?), limits)
    }
}

/// A position in which the loser is to move.
struct Position<const W: usize> {
    /// The winner's stones.
    own: Bits<W>,
    /// The loser's, and what the winner gives up because it is of no use to it.
    other: Bits<W>,
    /// The loser's alone.
    real: Bits<W>,
    guide: Guide<W>,
}

/// A reply of the winner that leaves a region untouched.
#[derive(Clone, Copy)]
struct Reply<const W: usize> {
    key: u16,
    region: Bits<W>,
    /// The proof of what remains; `None` if connections show it.
    proof: Option<ProofId>,
}

struct Prover<'a, const W: usize> {
    region: &'a Region<W>,
    winner: usize,
    connections: Connections<W>,
    oracle: Oracle<'a, W>,
    proofs: Proofs<W>,
    patterns: Patterns<W>,
    semis: Vec<GoalSemi<W>>,
    circuit: Circuit,
    limits: &'a Limits,
    n_claims: u64,
    n_leaf: u64,
    n_hit: u64,
    n_weak: u64,
    n_retry: u64,
    n_wrong: u64,
}

impl<const W: usize> Prover<'_, W> {
    /// A proof that the winner wins `position`, whose connections stand.
    fn defend(&mut self, position: &Position<W>) -> Option<ProofId> {
        self.n_claims += 1;
        if self.limits.reached(self.n_claims + self.oracle.n_nodes) {
            return None;
        }
        let &Position { own, other, .. } = position;
        let empties = self.connections.empties();
        if let Standing::Secured(carrier) = self.connections.standing(&self.region.goal, &mut self.semis) {
            self.n_leaf += 1;
            return Some(self.connection_proof(own, carrier));
        }
        let mut replies: Vec<Reply<W>> =
            self.semis.iter().map(|semi| Reply { key: semi.key as u16, region: semi.carrier, proof: None }).collect();
        let mut must = replies.iter().fold(empties, |set, reply| set & reply.region);
        let mut seen = 0;
        let mut order: Vec<(bool, f64)> = Vec::new();
        loop {
            if let Some(whole) = self.look_up(own, other, &mut seen, &mut replies, &mut must) {
                self.n_hit += 1;
                return Some(whole);
            }
            if replies.is_empty() && empties.is_empty() {
                return None;
            }
            if must.is_empty() {
                return Some(self.replies_proof(own, empties, &replies));
            }
            if order.is_empty() {
                let n_cells = self.region.n_cells();
                let (_, currents) = self.circuit.currents(&self.connections, empties, &self.region.goal, n_cells);
                let filled = position.guide.stones[0] | position.guide.stones[1];
                order = (0..n_cells).map(|cell| (filled.contains(cell), -currents[cell])).collect();
            }
            let cell = must.iter().min_by(|&a, &b| {
                order[a].0.cmp(&order[b].0).then(order[a].1.total_cmp(&order[b].1)).then(a.cmp(&b))
            })?;
            let (key, proof) = self.answer(position, cell)?;
            let region = self.proofs.get(proof).carrier.with(key);
            must &= region;
            replies.push(Reply { key: key as u16, region, proof: Some(proof) });
        }
    }

    /// Adds what known claims say since `seen`; a claim that holds as the position stands is returned.
    fn look_up(
        &self,
        own: Bits<W>,
        other: Bits<W>,
        seen: &mut usize,
        replies: &mut Vec<Reply<W>>,
        must: &mut Bits<W>,
    ) -> Option<ProofId> {
        let mut whole: Option<(usize, ProofId)> = None;
        self.patterns.matches(own, other, *seen, |found| match found.missing {
            None => {
                let size = found.carrier.len();
                if whole.is_none_or(|(least, _)| size < least) {
                    whole = Some((size, found.id));
                }
            }
            Some(cell) => {
                let region = found.carrier.with(cell);
                if !must.is_subset(&region) {
                    *must &= region;
                    replies.push(Reply { key: cell as u16, region, proof: Some(found.id) });
                }
            }
        });
        *seen = self.patterns.len();
        whole.map(|(_, id)| id)
    }

    /// The winner's answer to the loser's move on `cell`, and the proof that it wins.
    fn answer(&mut self, position: &Position<W>, cell: usize) -> Option<(usize, ProofId)> {
        let p = self.winner;
        if let Some((key, guide)) = self.advice(position, cell) {
            let given_up = guide.given_up(p);
            if let Some(proof) = self.defend_after(position, cell, key, guide, given_up) {
                return Some((key, proof));
            }
            self.n_retry += 1;
        } else {
            self.n_wrong += 1;
        }
        // What the guide leaves out may matter after all.
        if self.limits.reached(self.n_claims + self.oracle.n_nodes) {
            return None;
        }
        let mut stones = [position.own; 2];
        stones[1 - p] = position.real.with(cell);
        let guide = self.oracle.guide(stones);
        let key = self.oracle.winning_move(guide.stones, p).filter(|&key| self.connections.empties().contains(key));
        let key = key?;
        let guide = self.oracle.guide_after(&guide, p, key);
        Some((key, self.defend_after(position, cell, key, guide, Bits::EMPTY)?))
    }

    /// The answer that the fill-in or the solver gives, and the guide after it.
    fn advice(&mut self, position: &Position<W>, cell: usize) -> Option<(usize, Guide<W>)> {
        let p = self.winner;
        let empties = self.connections.empties().without(cell);
        let guide = &position.guide;
        if (guide.stones[0] | guide.stones[1]).contains(cell) {
            self.n_weak += 1;
            let key = guide.answer(cell).filter(|&key| empties.contains(key));
            let key = match key {
                Some(key) => key,
                None => self.oracle.winning_move(guide.stones, p).filter(|&key| empties.contains(key))?,
            };
            if (guide.stones[0] | guide.stones[1]).contains(key) {
                return Some((key, guide.clone()));
            }
            return Some((key, self.oracle.guide_after(guide, p, key)));
        }
        let guide = self.oracle.guide_after(guide, 1 - p, cell);
        let key = self.oracle.winning_move(guide.stones, p).filter(|&key| empties.contains(key))?;
        let guide = self.oracle.guide_after(&guide, p, key);
        Some((key, guide))
    }

    /// The proof of `position` after `cell` and `key`, where the winner gives up some cells.
    fn defend_after(
        &mut self,
        position: &Position<W>,
        cell: usize,
        key: usize,
        guide: Guide<W>,
        given_up: Bits<W>,
    ) -> Option<ProofId> {
        let (own, real) = (position.own.with(key), position.real.with(cell));
        let next = Position { own, other: (position.other.with(cell) | given_up) - own, real, guide };
        self.connections.play(self.region, Bits::single(key), next.other - position.other);
        let proof = self.defend(&next);
        self.connections.undo();
        proof
    }

    /// The proof by a few of these replies, whose regions have no empty cell in common.
    fn replies_proof(&mut self, own: Bits<W>, empties: Bits<W>, replies: &[Reply<W>]) -> ProofId {
        let mut chosen: Vec<Reply<W>> = Vec::new();
        let (mut common, mut union) = (empties, Bits::EMPTY);
        while !common.is_empty() {
            let cost = |reply: &&Reply<W>| {
                let grown = (reply.region - union).len();
                let left = (common & reply.region).len();
                (left * 2 + grown, reply.key)
            };
            let useful = replies.iter().filter(|reply| !common.is_subset(&reply.region));
            let Some(next) = useful.min_by_key(cost) else { break };
            common &= next.region;
            union |= next.region;
            chosen.push(*next);
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
        let mut children: Vec<(u16, ProofId)> = Vec::with_capacity(chosen.len());
        let mut in_all = !Bits::EMPTY;
        for reply in &chosen {
            let cell = usize::from(reply.key);
            let proof =
                reply.proof.unwrap_or_else(|| self.connection_proof(own.with(cell), reply.region.without(cell)));
            in_all &= self.proofs.get(proof).carrier.with(cell);
            children.push((reply.key, proof));
        }
        // Known proofs may want cells empty that are the winner's here. One of them must not, or the proof would not
        // tell what to do if such a cell is the other side's.
        if !in_all.is_empty() {
            let (key, proof) = children[0];
            children[0].1 = self.proofs.with_stones(proof, own.with(usize::from(key)));
        }
        let id = self.proofs.add_replies(Side::Owner, children);
        let proof = self.proofs.get(id);
        self.patterns.push(proof.stones, proof.carrier, id);
        id
    }

    /// A proof by connections in `carrier`, with the chains of `own` that touch it.
    fn connection_proof(&mut self, own: Bits<W>, carrier: Bits<W>) -> ProofId {
        let adjacent = &self.region.adjacent;
        let mut stones = own;
        if !carrier.is_empty() {
            stones = carrier.iter().fold(Bits::EMPTY, |near, cell| near | adjacent[cell]) & own;
            let mut todo = stones;
            while let Some(cell) = todo.first() {
                todo.remove(cell);
                let new = (adjacent[cell] & own) - stones;
                stones |= new;
                todo |= new;
            }
        }
        self.proofs.add(Proof { side: Side::Owner, stones, carrier, reason: Reason::Connections })
    }
}
