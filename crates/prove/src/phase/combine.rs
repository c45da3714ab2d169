//! From what is proved after each reply to what is proved before it, and to the claim at the root.
//!
//! On the way, bridges that are no longer held are built, and cells that known claims want empty are filled with the
//! stones that stand there.

use tesuji_board::{Bits, Cell};

use super::graph::BridgeId;
use super::held::Held;
use super::nodes::{Part, PlanNodes, PlansId};
use super::routes::Plan;
use super::ways::{OpenWay, Ways};
use super::{ProofPosition, ProofReply, Prover, Won, cuts};
use crate::search::WinNeed;
use tesuji_connection::Side;
use tesuji_connection::replies::few;

impl<const W: usize> Prover<'_, W> {
    /// The empty cells that `won` needs if the winner has the stones `own` and these bridges are held.
    pub(super) fn region_of(&self, won: &Won<W>, own: Bits<W>, held: &Held<W>) -> Bits<W> {
        let built = self.nodes.bridges_of(won.plans).iter().filter(|&&id| !held.contains(id));
        let bridges = built.map(|&id| self.nodes.graph.bridge(id).set()).filter(|cells| !cells.meets(&own));
        bridges.fold(won.part.carrier, |all, cells| all | cells)
    }

    /// A few of these replies whose regions have no common cell of `empties`, each with what is proved after it. If the
    /// connections cannot confirm a reply again, the reply is removed and the result is `None`.
    pub(super) fn chosen(
        &mut self,
        position: &ProofPosition<W>,
        empties: Bits<W>,
        replies: &mut Vec<ProofReply<W>>,
    ) -> Option<Vec<(usize, Won<W>)>> {
        let ProofPosition { own, held, .. } = position;
        let chosen: Vec<ProofReply<W>> =
            few(empties, replies, |reply| (reply.key, reply.region)).0.into_iter().copied().collect();
        let mut children: Vec<(usize, Won<W>)> = Vec::new();
        for reply in chosen {
            let key = usize::from(reply.key);
            let won = match reply.won {
                Some(won) => Some(won),
                None => self.connected(own.with(key), held, Some(key), reply.region.without(key)),
            };
            let at = replies.iter().position(|one| (one.key, one.region) == (reply.key, reply.region))?;
            match won {
                Some(won) => replies[at].won = Some(won),
                None => _ = replies.remove(at),
            }
            children.push((key, won?));
        }
        Some(children)
    }

    /// The proof by these replies, whose regions have no common empty cell.
    pub(super) fn combined(&mut self, position: &ProofPosition<W>, children: &[(usize, Won<W>)]) -> Option<Won<W>> {
        let ProofPosition { own, held, .. } = position;
        let mut plans = Vec::new();
        for (_, won) in children {
            let built = |id| !held.contains(id);
            let all = self.nodes.plans_of(won.plans).iter();
            plans.extend(all.map(|plan| plan.with_built(self.nodes.graph, built)));
        }
        let plans = self.nodes.plans(plans)?;
        // Known claims may want cells empty on which the winner has stones here. At least one child must assume these
        // stones instead, or the proof would not say what to do if such a cell is the loser's.
        let mut filled = children
            .iter()
            .fold(!Bits::EMPTY, |all, (key, won)| all & self.region_of(won, own.with(*key), held).with(*key));
        let mut parts = Vec::new();
        for &(key, won) in children {
            parts.push((key as u16, self.adapted(won, own.with(key), filled, held, plans)?));
            filled = Bits::EMPTY;
        }
        let part = match self.side() {
            Side::Opponent => self.nodes.refuted(&parts),
            Side::Owner => {
                let parts: Vec<_> = parts.iter().map(|&(key, part)| (Cell::new(key.into()), part)).collect();
                self.nodes.builder.replies(self.nodes.goal_of(plans), &parts)
            }
        };
        let won = Won { part, plans };
        self.claims.push(WinNeed { stones: part.assumes, carrier: part.carrier }, won);
        if self.side() == Side::Owner {
            let bridges = self.nodes.bridges_of(plans).iter();
            let stones = bridges.fold(part.assumes, |all, &id| all | self.nodes.graph.end_cells(id));
            let carrier = self.region_of(&won, stones, &Held::default());
            self.learned.learn(WinNeed { stones, carrier });
        }
        Some(won)
    }

    /// The proved part with the goal `plans`. Bridges that are not held are built, and the cells `filled` of
    /// the winner's stones `own` are assumed.
    fn adapted(
        &mut self,
        won: Won<W>,
        own: Bits<W>,
        filled: Bits<W>,
        held: &Held<W>,
        plans: PlansId,
    ) -> Option<Part<W>> {
        if self.side() == Side::Opponent {
            let own = if filled.is_empty() { filled } else { own };
            return Some(self.nodes.without(won.part, own));
        }
        let built: Vec<BridgeId> =
            self.nodes.bridges_of(won.plans).iter().copied().filter(|&id| !held.contains(id)).collect();
        let goal = self.nodes.goal_of(plans);
        let mut stones = filled;
        let mut parts = vec![won.part];
        for id in built {
            match (self.nodes.graph.bridge(id).set() & own).first() {
                Some(cell) => stones |= self.nodes.graph.end_cells(id).with(cell),
                None => parts.push(self.nodes.bridge(id)?),
            }
        }
        let is_adapted = parts.len() == 1 && stones.is_empty() && self.nodes.goal_of(won.plans) == goal;
        Some(if is_adapted { won.part } else { self.nodes.builder.join(goal, stones, &parts) })
    }

    /// The proof of the root, as the proof of the claim itself.
    pub(super) fn whole(&mut self, won: Won<W>, own: Bits<W>) -> Option<Part<W>> {
        let plans = self.nodes.plans(vec![Plan::DONE])?;
        self.adapted(won, own, won.part.carrier & own, &Held::default(), plans)
    }

    /// Connections in `carrier` if the winner has the stones `own`, `key` among them.
    pub(super) fn connected(
        &mut self,
        own: Bits<W>,
        held: &Held<W>,
        key: Option<usize>,
        carrier: Bits<W>,
    ) -> Option<Won<W>> {
        let serves = |won: &Won<W>, nodes: &PlanNodes<'_, W>| {
            won.part.assumes.is_subset(&own) && nodes.bridges_of(won.plans).iter().all(|&id| held.contains(id))
        };
        let known = self.leaves.get(&carrier).into_iter().flatten();
        if let Some(won) = known.map(|won| &*won).find(|won| serves(won, &self.nodes)) {
            return Some(*won);
        }
        let (part, plans) = match self.side() {
            Side::Owner => {
                let whole = key.map_or(carrier, |key| carrier.with(key));
                let mut found = None;
                self.connections.for_each_way(&self.region.goal, |way| {
                    if found.is_none() && (way.key, way.carrier) == (key, whole) {
                        found = Some(OpenWay::new(way));
                    }
                });
                let (nodes, written, learned) = (&mut self.nodes, &mut self.links, &mut self.learned);
                let (claim, region, connections) = (self.claim, self.region, &self.connections);
                Ways { nodes, written, learned, claim, region, connections, own, held }.write(&found?)?
            }
            Side::Opponent => {
                let part = cuts::connected(&mut self.nodes, (self.claim, self.region), own, carrier)?;
                (part, self.nodes.plans(vec![Plan::DONE])?)
            }
        };
        let won = Won { part, plans };
        match self.leaves.get(&carrier) {
            Some(known) => known.push(won),
            None => self.leaves.insert(carrier, vec![won]),
        }
        Some(won)
    }
}
