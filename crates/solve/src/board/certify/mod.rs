//! The proof phase: a win that the solver has found is proved again, on the stones that were played.
//!
//! The solver counts filled-in cells as stones and leaves out vulnerable moves, for which no rule of a certificate
//! stands. So nothing of its search is translated. It is asked for the winner's moves ([`advice`]), and what they achieve
//! is shown by the winner's connections, by claims proved before ([`claims`]), and by replies whose regions
//! have no cell in common. If the advice should be wrong, there is no proof: never a wrong one.
//!
//! How a claim becomes nodes of a certificate is the matter of `program_c::extract`.

mod advice;
mod claims;

use tesuji_board::{Bits, Cell};
use tesuji_connection::vc::{Connections, GoalSemi, Standing};
use tesuji_connection::{Region, Side};
use tesuji_proof::Certificate;
use tesuji_search::Limits;

use self::advice::{Advisor, Guide};
use self::claims::Claims;
use super::engine::Engine;
use super::search::LISTS;
use super::{Answer, Question};
use crate::order::Circuit;
use crate::program_c::{Proof, ProofId, Proofs, Reason, certificate};
use crate::replies::few;

impl<const W: usize> Engine<W> {
    /// A certificate of the win that `answer` states; `None` if a limit or `max_bytes` of memory are reached first.
    pub(super) fn certificate(
        &self,
        question: &Question,
        answer: &Answer,
        limits: &Limits,
        max_bytes: usize,
    ) -> Option<Certificate> {
        let winner = answer.winner?;
        let p = winner.index();
        let region = &self.regions[p];
        let all = Bits::first_n(region.n_cells());
        let mut stones = [&question.black, &question.white]
            .map(|set| set.iter().map(Cell::index).filter(|&at| at < region.n_cells()).collect::<Bits<W>>());
        let mut first = None;
        if winner == question.to_move {
            // Who has won already may move anywhere.
            first = answer.winning_move.map(Cell::index).or_else(|| (all - stones[0] - stones[1]).first());
            stones[p] |= first.into_iter().collect();
        }
        let mut advisor = Advisor::new(self, p, limits);
        let guide = advisor.guide(stones);
        let position = Position { own: stones[p], other: stones[1 - p], played: stones[1 - p], guide };
        let mut prover = Prover {
            region,
            ends: ends(region),
            winner: p,
            connections: Connections::with_stones(region, Side::Owner, LISTS, position.own, position.other),
            advisor,
            proofs: Proofs::new(),
            claims: Claims::default(),
            semis: Vec::new(),
            circuit: Circuit::default(),
            limits,
            max_bytes,
            n_positions: 0,
        };
        let proof = prover.defend(&position);
        let first = first.map(|cell| cell as u16);
        let bytes_left = max_bytes.saturating_sub(prover.n_bytes());
        certificate(&question.claim(winner), region, &prover.proofs, (first, proof?), limits, bytes_left)
    }
}

/// The cells at each of the owner's edges.
fn ends<const W: usize>(region: &Region<W>) -> Vec<Bits<W>> {
    let n_cells = region.n_cells();
    let graph = &region.sides[Side::Owner.index()];
    let end = |node: usize| graph.neighbours[node].iter().map(|&(cell, _)| usize::from(cell)).collect();
    (n_cells..n_cells + graph.chains.len()).map(end).collect()
}

/// A position in which the loser is to move.
struct Position<const W: usize> {
    /// The winner's stones.
    own: Bits<W>,
    /// The loser's, and what the winner gives up because it is of no use to it.
    other: Bits<W>,
    /// The loser's alone.
    played: Bits<W>,
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

/// One proof phase.
struct Prover<'a, const W: usize> {
    /// The board as the winner links it; its cells have the numbers of the board's.
    region: &'a Region<W>,
    ends: Vec<Bits<W>>,
    winner: usize,
    /// The winner's connections where the search is.
    connections: Connections<W>,
    advisor: Advisor<'a, W>,
    proofs: Proofs<W>,
    claims: Claims<W>,
    semis: Vec<GoalSemi<W>>,
    circuit: Circuit,
    limits: &'a Limits,
    max_bytes: usize,
    n_positions: u64,
}

impl<const W: usize> Prover<'_, W> {
    fn stopped(&self) -> bool {
        self.limits.reached(self.n_positions + self.advisor.n_nodes) || self.n_bytes() > self.max_bytes
    }

    /// About how many bytes the claims take.
    fn n_bytes(&self) -> usize {
        self.proofs.n_bytes() + self.claims.n_bytes()
    }

    /// A proof that the winner wins `position`, whose connections stand; `None` if none is found or a limit is reached.
    fn defend(&mut self, position: &Position<W>) -> Option<ProofId> {
        self.n_positions += 1;
        if self.stopped() {
            return None;
        }
        let &Position { own, other, .. } = position;
        let empties = self.connections.empties();
        if let Standing::Secured(carrier) = self.connections.standing(&self.region.goal, &mut self.semis) {
            return Some(self.connection_proof(own, carrier));
        }
        let from_semi = |semi: &GoalSemi<W>| Reply { key: semi.key as u16, region: semi.carrier, proof: None };
        let mut replies: Vec<Reply<W>> = self.semis.iter().map(from_semi).collect();
        let mut must = replies.iter().fold(empties, |set, reply| set & reply.region);
        let mut n_seen = 0;
        let mut order = None;
        loop {
            if let Some(known) = self.look_up(own, other, &mut n_seen, &mut replies, &mut must) {
                return Some(known);
            }
            if must.is_empty() {
                return (!replies.is_empty()).then(|| self.replies_proof(own, empties, &replies));
            }
            let order = order.get_or_insert_with(|| self.order(position, empties));
            let cell = must.iter().min_by(|&a, &b| {
                let (a, b) = (order[a], order[b]);
                a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
            })?;
            let (key, proof) = self.answer(position, cell)?;
            let region = self.proofs.get(proof).carrier.with(key);
            must &= region;
            replies.push(Reply { key: key as u16, region, proof: Some(proof) });
        }
    }

    /// By cell: how early the loser's move there is to be answered.
    ///
    /// Moves that the solver looked at come first, since the winner's answers to these tell most; and where most of the
    /// current flows, since their regions have least in common with others.
    fn order(&mut self, position: &Position<W>, empties: Bits<W>) -> Vec<(bool, f64)> {
        let filled = position.guide.occupied();
        let n_cells = self.region.n_cells();
        let (_, currents) = self.circuit.currents(&self.connections, empties, &self.region.goal, n_cells);
        (0..n_cells).map(|cell| (filled.contains(cell), -currents[cell])).collect()
    }

    /// Adds the replies that known claims give since `n_seen` of them; a claim that decides the position is returned.
    fn look_up(
        &self,
        own: Bits<W>,
        other: Bits<W>,
        n_seen: &mut usize,
        replies: &mut Vec<Reply<W>>,
        must: &mut Bits<W>,
    ) -> Option<ProofId> {
        let mut smallest: Option<(usize, ProofId)> = None;
        self.claims.matches(own, other, *n_seen, |found| match found.missing {
            None => {
                let size = found.carrier.len();
                if smallest.is_none_or(|(least, _)| size < least) {
                    smallest = Some((size, found.id));
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
        *n_seen = self.claims.len();
        smallest.map(|(_, id)| id)
    }

    /// The winner's answer to the loser's move on `cell`, and the proof that it wins.
    fn answer(&mut self, position: &Position<W>, cell: usize) -> Option<(usize, ProofId)> {
        let p = self.winner;
        if let Some((key, guide)) = self.advice(position, cell) {
            let useless = self.advisor.useless(&guide);
            if let Some(proof) = self.defend_after(position, cell, key, useless, guide) {
                return Some((key, proof));
            }
        }
        if self.stopped() {
            return None;
        }
        // What was given up, or the loser's stone on a captured cell, matters after all.
        let mut stones = [position.own; 2];
        stones[1 - p] = position.played.with(cell);
        let key = self.advisor.winning_move(stones, self.connections.empties().without(cell))?;
        stones[p].insert(key);
        let guide = self.advisor.guide(stones);
        Some((key, self.defend_after(position, cell, key, Bits::EMPTY, guide)?))
    }

    /// The answer to the loser's move on `cell` that the fill-in or the solver advises, and the guide after it.
    fn advice(&mut self, position: &Position<W>, cell: usize) -> Option<(usize, Guide<W>)> {
        let guide = &position.guide;
        let p = self.winner;
        let empties = self.connections.empties().without(cell);
        if !guide.occupied().contains(cell) {
            let guide = self.advisor.play(guide, 1 - p, cell);
            let key = self.advisor.winning_move(guide.stones, empties)?;
            let guide = self.advisor.play(&guide, p, key);
            return Some((key, guide));
        }
        let key = match guide.answer(cell).filter(|&key| empties.contains(key)) {
            Some(key) => key,
            // The move was a pass.
            None => self.advisor.winning_move(guide.stones, empties)?,
        };
        Some((
            key,
            self.advisor.answer_intrusion(
                &position.guide,
                cell,
                key,
                [position.own.with(key), position.played.with(cell)],
            ),
        ))
    }

    /// The proof of `position` after the loser's move on `cell` and the winner's on `key`, which gives up `useless`.
    fn defend_after(
        &mut self,
        position: &Position<W>,
        cell: usize,
        key: usize,
        useless: Bits<W>,
        guide: Guide<W>,
    ) -> Option<ProofId> {
        let own = position.own.with(key);
        let other = position.other.with(cell) | (useless - own);
        let next = Position { own, other, played: position.played.with(cell), guide };
        self.connections.play(self.region, Bits::single(key), other - position.other);
        let proof = self.defend(&next);
        self.connections.undo();
        proof
    }

    /// The proof by a few of these replies, whose regions have no cell of `empties` in common.
    fn replies_proof(&mut self, own: Bits<W>, empties: Bits<W>, replies: &[Reply<W>]) -> ProofId {
        let mut children: Vec<(u16, ProofId)> = Vec::new();
        let mut in_all = !Bits::EMPTY;
        for reply in few(empties, replies, |reply| (reply.key, reply.region)).0 {
            let key = usize::from(reply.key);
            let proof = reply.proof.unwrap_or_else(|| self.connection_proof(own.with(key), reply.region.without(key)));
            in_all &= self.proofs.get(proof).carrier.with(key);
            children.push((reply.key, proof));
        }
        // Known claims may want cells empty that are the winner's here. One of them must not, or the proof would not
        // tell what to do if such a cell is the loser's.
        if !in_all.is_empty() {
            let (key, proof) = children[0];
            children[0].1 = self.proofs.with_stones(proof, own.with(usize::from(key)));
        }
        let id = self.proofs.add_replies(Side::Owner, children);
        let proof = self.proofs.get(id);
        self.claims.push(proof.stones, proof.carrier, id);
        id
    }

    /// A proof by connections in `carrier`, with the chains of `own` that may be part of them.
    fn connection_proof(&mut self, own: Bits<W>, carrier: Bits<W>) -> ProofId {
        let (mut rest, mut stones) = (own, Bits::EMPTY);
        while let Some(start) = rest.first() {
            let (mut chain, mut around, mut todo) = (Bits::EMPTY, Bits::EMPTY, Bits::single(start));
            while let Some(cell) = todo.first() {
                chain.insert(cell);
                around |= self.region.adjacent[cell];
                todo = (todo | self.region.adjacent[cell] & own) - chain;
            }
            rest -= chain;
            // A connection enters a chain on one side and leaves it on another.
            let n_ends = self.ends.iter().filter(|end| end.meets(&chain)).count();
            if n_ends + (around & carrier).len() >= 2 {
                stones |= chain;
            }
        }
        self.proofs.add(Proof { side: Side::Owner, stones, carrier, reason: Reason::Connections })
    }
}
