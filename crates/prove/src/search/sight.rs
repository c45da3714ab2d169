//! Static results for a position, and the needs of the wins found there.
//!
//! The sources are tried in this order: wins found elsewhere ([`super::patterns`]), the connections of both players,
//! the must-play set against all threats of the other player, and vulnerable moves.

use tesuji_board::{Bits, Player};
use tesuji_connection::Side;
use tesuji_connection::inferior::{Fill, FillKind, Vulnerable};
use tesuji_connection::vc::{GoalSemi, KnownLink, Standing};

use super::decider::read;
use super::dfpn::WinSearch;
use super::table::{NO_MOVE, WinDecision, WinNeed};
use tesuji_connection::replies::few;

/// A reply of the winner that leaves its region untouched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SightReply<const W: usize> {
    pub key: u16,
    pub region: Bits<W>,
    /// The winner's stones it needs; `None` if connections show it.
    pub stones: Option<Bits<W>>,
}

/// Static results for a position that they do not decide.
#[derive(Debug, Default)]
pub(crate) struct WinSight<const W: usize> {
    pub replies: Vec<SightReply<W>>,
    pub vulnerable: Vec<Vulnerable<W>>,
    /// The dominated moves, which can wait.
    pub waits: Bits<W>,
    pub must_play: Bits<W>,
}

impl<const W: usize> WinSight<W> {
    /// The static results once these replies are known too.
    pub(crate) fn with(mut self, later: &Self) -> Self {
        for reply in &later.replies {
            if !(self.must_play - reply.region).is_empty() {
                self.must_play &= reply.region;
                self.replies.push(*reply);
            }
        }
        self
    }
}

impl<const W: usize> WinSearch<'_, W> {
    /// Decides the position by wins found elsewhere, before its connections are known. Otherwise begins a `WinSight` of it
    /// with the replies that those wins give.
    pub(crate) fn recall(&self, depth: usize) -> Result<WinDecision<W>, WinSight<W>> {
        let mover = self.mover(depth);
        let stones = self.filled[depth].stones;
        let (own, theirs) = (stones[mover], stones[1 - mover]);
        let mut best: Option<(usize, WinNeed<W>)> = None;
        let patterns = read(self.shared.patterns);
        patterns[mover].matches(own, theirs, |found| {
            if let Some(cell) = found.missing
                && best.is_none_or(|(_, need)| found.need.carrier.len() < need.carrier.len())
            {
                best = Some((cell, found.need));
            }
        });
        if let Some((cell, need)) = best {
            return Ok(WinDecision::Wins(cell as u16, need));
        }
        let mut sight = WinSight::default();
        let mut lost = None;
        patterns[1 - mover].matches(theirs, own, |found| match found.missing {
            None => lost = Some(found.need),
            Some(cell) => sight.replies.push(SightReply {
                key: cell as u16,
                region: found.need.carrier.with(cell),
                stones: Some(found.need.stones.without(cell)),
            }),
        });
        lost.map_or(Err(sight), |need| Ok(WinDecision::Loses(need)))
    }

    /// Adds to the connections of a player the links of lemmas that apply to the position at `depth`.
    pub(super) fn recall_links(&mut self, player: usize, depth: usize) {
        let stones = self.filled[depth].stones;
        let (own, connections, links) = (stones[player], &mut self.connections[player], &mut self.links);
        links.clear();
        read(self.shared.lemmas)[player].matches(own, stones[1 - player], 0, |found| {
            let ends = found.with.map(|node| connections.chain_of(node));
            let carrier = found.need.carrier - own;
            let key = found.key();
            if ends[0] != ends[1] {
                links.push(KnownLink { ends, carrier: key.map_or(carrier, |key| carrier.with(key)), key });
            }
        });
        if !links.is_empty() {
            connections.add(links);
        }
    }

    /// Decides the position by its connections if possible; otherwise says which moves to try.
    pub(crate) fn decide(&mut self, depth: usize, mut sight: WinSight<W>) -> Result<WinDecision<W>, WinSight<W>> {
        let mover = self.mover(depth);
        let other = 1 - mover;
        let empties = self.empties(depth);
        let stones = self.filled[depth].stones;
        if let Some(decision) = self.hopeless(depth) {
            return Ok(decision);
        }
        self.play(mover, depth);
        self.recall_links(mover, depth);
        let standing = self.connections[mover].standing(&self.shared.ground.regions[mover].goal, &mut self.semis);
        if let Standing::Secured(carrier) = standing {
            return Ok(match carrier.first().or_else(|| empties.first()) {
                Some(cell) => {
                    let need = self.connection_need(mover, stones[mover].with(cell), carrier.without(cell));
                    WinDecision::Wins(cell as u16, need)
                }
                // The board is full and the mover has won, so there is no move left.
                None => WinDecision::Wins(NO_MOVE, self.connection_need(mover, stones[mover], carrier)),
            });
        }
        if let Some(best) = self.semis.iter().min_by_key(|semi| semi.carrier.len()) {
            let need = self.connection_need(mover, stones[mover].with(best.key), best.carrier.without(best.key));
            return Ok(WinDecision::Wins(best.key as u16, need));
        }
        self.play(other, depth);
        self.recall_links(other, depth);
        let standing = self.connections[other].standing(&self.shared.ground.regions[other].goal, &mut self.semis);
        if let Standing::Secured(carrier) = standing {
            return Ok(WinDecision::Loses(self.connection_need(other, stones[other], carrier)));
        }
        let from_semi = |semi: &GoalSemi<W>| SightReply { key: semi.key as u16, region: semi.carrier, stones: None };
        sight.replies.extend(self.semis.iter().map(from_semi));
        sight.must_play = sight.replies.iter().fold(empties, |set, reply| set & reply.region);
        self.shared.ground.surroundings.inferior_moves(&self.filled[depth], Player::BOTH[mover], &mut self.inferior);
        for vulnerable in &self.inferior.vulnerable {
            if sight.must_play.contains(vulnerable.cell) {
                sight.must_play.remove(vulnerable.cell);
                sight.vulnerable.push(*vulnerable);
            }
        }
        sight.waits = self.inferior.dominated.iter().map(|dominated| dominated.cell).collect();
        if sight.must_play.is_empty() {
            return Ok(WinDecision::Loses(self.losing_need(depth, &sight)));
        }
        Err(sight)
    }

    /// The need of the win over the mover at `depth`: a few replies whose regions have only vulnerable cells in common.
    pub(crate) fn losing_need(&self, depth: usize, sight: &WinSight<W>) -> WinNeed<W> {
        let winner = 1 - self.mover(depth);
        let own = self.filled[depth].stones[winner];
        let empties = self.empties(depth);
        let (chosen, mut common) = few(empties, &sight.replies, |reply| (reply.key, reply.region));
        let mut need = WinNeed { stones: Bits::EMPTY, carrier: Bits::EMPTY };
        for reply in chosen {
            let key = usize::from(reply.key);
            need.carrier |= reply.region;
            need.stones |= reply.stones.unwrap_or_else(|| {
                self.connection_need(winner, own.with(key), reply.region.without(key)).stones.without(key)
            });
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

    /// The win of a claim's opponent if the owner could not have its goal even with all empty cells. The opponent's
    /// connections also know, but not for goals of more than 64 alternatives or on boards without a plane.
    fn hopeless(&self, depth: usize) -> Option<WinDecision<W>> {
        let ground = self.shared.ground;
        let opponent = ground.sides.iter().position(|&side| side == Side::Opponent)?;
        let stones = self.filled[depth].stones;
        let empties = self.empties(depth);
        if ground.regions[opponent].is_possible(stones[1 - opponent] | empties) {
            return None;
        }
        let own = stones[opponent];
        Some(match empties.first() {
            Some(cell) if self.mover(depth) == opponent => {
                WinDecision::Wins(cell as u16, WinNeed { stones: own.with(cell), carrier: Bits::EMPTY })
            }
            None if self.mover(depth) == opponent => {
                WinDecision::Wins(NO_MOVE, WinNeed { stones: own, carrier: Bits::EMPTY })
            }
            _ => WinDecision::Loses(WinNeed { stones: own, carrier: Bits::EMPTY }),
        })
    }

    /// The need of connections of `own`, stones of `player`, in `carrier`.
    fn connection_need(&self, player: usize, own: Bits<W>, carrier: Bits<W>) -> WinNeed<W> {
        let ground = self.shared.ground;
        let stones = if carrier.is_empty() {
            own
        } else {
            ground.regions[player].stones_that_matter(ground.sides[player], own, &carrier)
        };
        WinNeed { stones, carrier }
    }
}

/// The need of a win if the stones filled in by `steps` are taken away.
pub(crate) fn unfill<const W: usize>(mut need: WinNeed<W>, winner: usize, steps: &[Fill<W>]) -> WinNeed<W> {
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
    need.carrier -= need.stones;
    need
}
