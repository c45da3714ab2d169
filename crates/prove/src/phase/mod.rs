//! The proof phase: a win that the solver has found is proved again, using only the stones that were played.
//!
//! The solver counts filled-in cells as stones and leaves out vulnerable moves. Certificates have a rule for some of these
//! cells ([`fill`]), and none for the others and for such moves. So nothing of its search is translated. The solver only
//! suggests the winner's moves ([`Advisor`]). What these achieve is shown by the winner's connections ([`ways`], [`cuts`]),
//! by claims proved before ([`KnownWins`]), and by replies whose regions have no common cell. If the advice is wrong, there
//! is no proof, but never a wrong one.
//!
//! The connections include links that took a search, found again by shape ([`learned`]). Each is proved once, as a claim of
//! its own. Without them two such links of a position would be proved together, as many times as the one has positions.
//!
//! The winner is a player of a whole board, the owner of a claim, or its opponent. An opponent's proof is a refutation: it
//! has no joins, so it holds no bridges.
//!
//! Bridges whose cells are of no other use are *held* ([`held`], [`routes`]). While the rest is proved, their ends
//! count as joined, and a `Join` puts the bridge back. Otherwise each bridge would triple the number of positions: its
//! cells are open, or the loser has one, or the other.
//!
//! Nodes go to a sink as they are made ([`CertificateBuilder`]). Memory holds the claims with which positions are compared, and
//! what is needed to find equal nodes. Of both, only the latest are kept, as many as the budget allows.

mod adjacency;
mod combine;
mod cuts;
mod fill;
mod graph;
mod held;
mod learned;
mod links;
mod nodes;
mod routes;
mod setting;
mod ways;

use tesuji_board::Bits;
use tesuji_connection::order::GoalCurrents;
use tesuji_connection::vc::{Connections, GoalSemi, Standing};
use tesuji_connection::{Region, Side};
use tesuji_proof::{CertificateBuilder, CertificateError, Claim, Heading, NodeId, NodeSink, Recent, Verdict};
use tesuji_search::Limits;

use self::graph::Graph;
use self::held::Held;
use self::learned::{Learned, ProveClaim};
use self::nodes::{Part, PlanNodes, PlansId};
use self::ways::WrittenLinks;
use crate::search::{Advisor, Decider, Guide, KnownWins, LISTS};

/// A proved win: what its certificate says, and which node is the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Everything except the nodes.
    pub heading: Heading,
    /// The last node that the certificate needs.
    pub root: NodeId,
}

/// A win to be proved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Win<'a, const W: usize> {
    /// The claim to prove or refute. Its region is that of the decider's ground, or has fewer stones.
    pub claim: &'a Claim,
    /// The number of the winner.
    pub winner: usize,
    /// By player: the stones that the region does not have, without the first move.
    pub stones: [Bits<W>; 2],
    /// The winner's first move, if it moves first and a cell is left.
    pub first: Option<usize>,
    /// Proves the links that the winner has learned.
    pub prove_link: ProveClaim,
}

/// The end of a proof phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Proved {
    /// `None` if a limit was reached first.
    pub proof: Option<Proof>,
    /// The positions that had to be searched for it.
    pub n_nodes: u64,
}

impl<const W: usize> Decider<W> {
    /// Proves a win and sends the nodes to `sink`. It uses about `max_bytes` of memory. Some of the nodes may not be needed
    /// in the end.
    ///
    /// # Errors
    ///
    /// The first error of `sink`.
    pub(crate) fn prove(
        &self,
        win: &Win<'_, W>,
        limits: &Limits,
        max_bytes: usize,
        sink: &mut dyn NodeSink,
    ) -> Result<Proved, CertificateError> {
        let &Win { claim, winner: p, mut stones, first, prove_link } = win;
        let (region, side) = (&self.ground().regions[p], self.ground().sides[p]);
        stones[p] |= first.into_iter().collect();
        let graph = Graph::new(region, &claim.goal, side);
        let mut advisor = Advisor::new(self, p, limits);
        let guide = advisor.guide(stones);
        let (own, other) = (stones[p], stones[1 - p]);
        let mut root = ProofPosition { own, other, played: other, held: Held::default(), guide };
        let verdict = match side {
            Side::Owner => Verdict::Holds,
            Side::Opponent => Verdict::Fails,
        };
        let cells = region.cells.clone();
        let builder = CertificateBuilder::<&mut dyn NodeSink, _>::over(claim, verdict, cells, sink, max_bytes / 8 * 3);
        let mut prover = Prover {
            region,
            claim,
            winner: p,
            connections: Connections::with_stones(region, side, LISTS, own, other),
            advisor,
            nodes: PlanNodes::new(&graph, builder),
            leaves: Recent::new(max_bytes / 16, size_of::<Won<W>>()),
            learned: Learned::new(self, p, claim, (prove_link, limits)),
            links: Recent::new(max_bytes / 16, 2 * size_of::<Part<W>>() + 200),
            claims: KnownWins::new(max_bytes / 16 * 7 / KnownWins::<Won<W>, W>::n_bytes()),
            failed: Recent::new(max_bytes / 16, 0),
            semis: Vec::new(),
            circuit: GoalCurrents::default(),
            limits,
            n_positions: 0,
        };
        let fills = prover.fill(&mut root);
        root.hold(&graph, p);
        prover.connections.set(region, root.own | root.held.cells, other);
        prover.learned.add(&mut prover.connections, root.own, other | root.held.cells);
        let won = prover.defend(&root).map(|won| prover.unfilled(won, &fills));
        let whole = won.and_then(|won| prover.whole(won, own));
        let n_nodes = prover.advisor.n_nodes + prover.learned.n_nodes;
        let (heading, _) = prover.nodes.builder.finish(first.map(|cell| region.cells[cell]))?;
        Ok(Proved { proof: whole.map(|part| Proof { heading, root: part.node }), n_nodes })
    }
}

/// A position in which the loser is to move.
struct ProofPosition<const W: usize> {
    /// The winner's stones, and the cells that are filled in.
    own: Bits<W>,
    /// The loser's cells, and those that the winner gives up as useless.
    other: Bits<W>,
    /// The loser's stones alone.
    played: Bits<W>,
    /// The held bridges.
    held: Held<W>,
    guide: Guide<W>,
}

impl<const W: usize> ProofPosition<W> {
    /// Holds as many bridges as possible.
    fn hold(&mut self, graph: &Graph<W>, winner: usize) {
        self.held.extend(graph, self.own, self.other);
        self.guide.stones[winner] |= self.held.cells;
        self.guide.stones[1 - winner] -= self.held.cells;
    }
}

/// A proved part, in which the winner achieves one of these plans, apart from held bridges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Won<const W: usize> {
    part: Part<W>,
    plans: PlansId,
}

/// A reply of the winner that leaves its region untouched.
#[derive(Clone, Copy)]
struct ProofReply<const W: usize> {
    key: u16,
    region: Bits<W>,
    /// The proof of the rest; `None` if connections show it.
    won: Option<Won<W>>,
}

/// One run of the proof phase.
struct Prover<'a, const W: usize> {
    /// The winner's graph.
    region: &'a Region<W>,
    claim: &'a Claim,
    winner: usize,
    /// The winner's connections in the current position, with held bridges counted as stones.
    connections: Connections<W>,
    advisor: Advisor<'a, W>,
    nodes: PlanNodes<'a, W>,
    /// Wins by connections, by carrier.
    leaves: Recent<Bits<W>, Vec<Won<W>>>,
    links: WrittenLinks<W>,
    learned: Learned<'a, W>,
    /// Proved wins, with which positions are compared.
    claims: KnownWins<Won<W>, W>,
    /// Positions in which the winner has given up cells and no proof was found, as the winner's stones and the loser's cells.
    /// Where nothing is given up, a proof is always tried.
    failed: Recent<[Bits<W>; 2], ()>,
    semis: Vec<GoalSemi<W>>,
    circuit: GoalCurrents,
    limits: &'a Limits,
    n_positions: u64,
}

impl<const W: usize> Prover<'_, W> {
    fn side(&self) -> Side {
        self.connections.side()
    }

    fn stopped(&self) -> bool {
        self.limits.reached(self.n_positions + self.advisor.n_nodes + self.learned.n_nodes)
            || self.nodes.builder.has_failed()
    }

    /// Proves that the winner wins `position`, whose connections are in place; `None` if no proof is found or a limit
    /// is reached.
    fn defend(&mut self, position: &ProofPosition<W>) -> Option<Won<W>> {
        let stones = [position.own, position.other];
        let gives_up = position.other != position.played;
        if self.stopped() || (gives_up && self.failed.get(&stones).is_some()) {
            return None;
        }
        self.n_positions += 1;
        let won = self.reply_everywhere(position);
        if gives_up && won.is_none() && !self.stopped() {
            self.failed.insert(stones, ());
        }
        won
    }

    /// Finds replies of the winner whose regions have no common cell, and proves each.
    fn reply_everywhere(&mut self, position: &ProofPosition<W>) -> Option<Won<W>> {
        let empties = self.connections.empties();
        // The opponent's cycles also know, but not for goals of more than 64 alternatives or on boards without a plane.
        if self.side() == Side::Opponent && !self.region.is_possible(position.other | empties) {
            return self.connected(position.own, &position.held, None, Bits::EMPTY);
        }
        let mut urgent = empties;
        if let Standing::Secured(carrier) = self.connections.standing(&self.region.goal, &mut self.semis) {
            if let Some(won) = self.connected(position.own, &position.held, None, carrier) {
                return Some(won);
            }
            // Lists of connections are bounded, so another order may miss what these contain. Moves elsewhere change
            // nothing.
            urgent = carrier;
        }
        let from_semi = |semi: &GoalSemi<W>| ProofReply { key: semi.key as u16, region: semi.carrier, won: None };
        let mut replies: Vec<ProofReply<W>> = self.semis.iter().map(from_semi).collect();
        let mut n_seen = 0;
        let mut order = None;
        loop {
            if let Some(known) = self.look_up(position, &mut n_seen, &mut replies) {
                return Some(known);
            }
            let must = replies.iter().fold(empties, |set, reply| set & reply.region);
            if must.is_empty() {
                if replies.is_empty() {
                    return None;
                }
                match self.chosen(position, empties, &mut replies) {
                    Some(children) => return self.combined(position, &children),
                    None => continue,
                }
            }
            let order = order.get_or_insert_with(|| self.order(position, empties));
            let cell = must.iter().min_by(|&a, &b| {
                let key = |cell: usize| (!urgent.contains(cell), order[cell].0);
                key(a).cmp(&key(b)).then(order[a].1.total_cmp(&order[b].1))
            })?;
            let (key, won) = self.answer(position, cell)?;
            let region = self.region_of(&won, position.own.with(key), &position.held).with(key);
            replies.push(ProofReply { key: key as u16, region, won: Some(won) });
        }
    }

    /// For each cell, a sort key that says how early the loser's move there should be answered.
    ///
    /// Moves that the solver looked at come first, because the winner's answers to them tell the most. Then come cells
    /// with much current, because the regions of their answers have the least in common with others.
    fn order(&mut self, position: &ProofPosition<W>, empties: Bits<W>) -> Vec<(bool, f64)> {
        let filled = position.guide.occupied();
        let n_cells = self.region.n_cells();
        if self.side() == Side::Opponent {
            return (0..n_cells).map(|cell| (filled.contains(cell), 0.0)).collect();
        }
        let (_, currents) = self.circuit.currents(&self.connections, empties, &self.region.goal, n_cells);
        (0..n_cells).map(|cell| (filled.contains(cell), -currents[cell])).collect()
    }

    /// Adds the replies from known claims since number `n_seen`. If a claim decides the position, it is returned.
    fn look_up(
        &self,
        position: &ProofPosition<W>,
        n_seen: &mut usize,
        replies: &mut Vec<ProofReply<W>>,
    ) -> Option<Won<W>> {
        let ProofPosition { own, other, held, .. } = position;
        let empties = self.connections.empties();
        let mut must = replies.iter().fold(empties, |set, reply| set & reply.region);
        let mut smallest: Option<(usize, Won<W>)> = None;
        self.claims.matches(*own, *other | held.cells, *n_seen, |found| {
            let own = found.missing.map_or(*own, |cell| own.with(cell));
            let bridges = self.nodes.bridges_of(found.with.plans);
            if !bridges.iter().all(|&id| held.admits(self.nodes.graph, id, own, *other)) {
                return;
            }
            let region = self.region_of(found.with, own, held);
            match found.missing {
                None => {
                    let size = region.len();
                    if smallest.is_none_or(|(least, _)| size < least) {
                        smallest = Some((size, *found.with));
                    }
                }
                Some(cell) => {
                    let region = region.with(cell);
                    if !must.is_subset(&region) {
                        must &= region;
                        replies.push(ProofReply { key: cell as u16, region, won: Some(*found.with) });
                    }
                }
            }
        });
        *n_seen = self.claims.n_seen();
        smallest.map(|(_, won)| won)
    }

    /// The winner's answer to the loser's move on `cell`, and the proof that it wins.
    fn answer(&mut self, position: &ProofPosition<W>, cell: usize) -> Option<(usize, Won<W>)> {
        let open = self.connections.empties().without(cell);
        let own = position.own | position.held.cells;
        if let Some((key, guide)) = self.advisor.answer(&position.guide, cell, open, [own, position.played]) {
            let useless = self.advisor.useless(&guide);
            if let Some(won) = self.defend_after(position, cell, key, useless, guide) {
                return Some((key, won));
            }
        }
        if self.stopped() {
            return None;
        }
        // If the cells given up are what the winner needs, the position is lost, and nothing more is tried.
        let (key, guide) = self.advisor.answer_afresh(cell, open, [own, position.other])?;
        Some((key, self.defend_after(position, cell, key, Bits::EMPTY, guide)?))
    }

    /// The proof of `position` after the loser's move on `cell` and the winner's on `key`; the winner gives up the
    /// cells `useless`.
    fn defend_after(
        &mut self,
        position: &ProofPosition<W>,
        cell: usize,
        key: usize,
        useless: Bits<W>,
        guide: Guide<W>,
    ) -> Option<Won<W>> {
        let own = position.own.with(key);
        let other = position.other.with(cell) | (useless - own - position.held.cells);
        let played = position.played.with(cell);
        let mut next = ProofPosition { own, other, played, held: position.held.clone(), guide };
        let fills = self.fill(&mut next);
        next.hold(self.nodes.graph, self.winner);
        let gained = (next.own | next.held.cells) - position.own - position.held.cells;
        self.connections.play(self.region, gained, next.other - position.other);
        self.learned.add(&mut self.connections, next.own, next.other | next.held.cells);
        let won = self.defend(&next);
        self.connections.undo();
        won.map(|won| self.unfilled(won, &fills))
    }
}
