//! Replies that undo an intrusion, and the sets of cells that they capture.

use tesuji_board::Bits;

use super::gain::{Gain, Kills};
use super::view::LinkView;
use crate::watch::Looks;

/// A stone of the opponent on `cell` is answered on `killer`; then the player has `carrier` for sure, and `cell` is dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KillerReply<const W: usize> {
    pub cell: usize,
    pub killer: usize,
    /// Empty cells other than these two.
    pub carrier: Bits<W>,
    /// The player's stones that capture the carrier. [`ReplyScene::rests_on`] says what else the reply needs.
    capturing: Bits<W>,
}

impl<const W: usize> KillerReply<W> {
    /// All cells that become the player's.
    pub(super) fn cells(&self) -> Bits<W> {
        self.carrier.with(self.cell).with(self.killer)
    }
}

/// A position as seen by one player who looks for replies to the opponent's moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReplyScene<'a, const W: usize> {
    /// The opponent's view.
    pub view: &'a LinkView<W>,
    /// By cell: where the player can kill it.
    pub killers: &'a [Bits<W>],
    pub empty: Bits<W>,
    /// The player's stones.
    pub own: Bits<W>,
    /// Stones that were played.
    pub played: Bits<W>,
}

impl<const W: usize> ReplyScene<'_, W> {
    /// The player's stones that a reply needs.
    pub(super) fn rests_on(&self, reply: &KillerReply<W>) -> Bits<W> {
        let gone = reply.carrier.with(reply.killer);
        let around = self.view.around(reply.cell) & self.own;
        reply.capturing | least(around, self.played, self.empty - gone, |open| self.view.is_dead(reply.cell, open))
    }
}

/// Gains of one player's moves, and answers to the opponent's moves.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownReplies<const W: usize> {
    /// All replies found, in ascending order of the cells they answer.
    list: Vec<KillerReply<W>>,
    /// The replies found the last time, to be taken over where nothing has changed.
    former: Vec<KillerReply<W>>,
    /// By cell: what a stone there gains, not counting its own cell.
    pub gains: Vec<Bits<W>>,
    /// By cell: the moves that gain it.
    pub gained_by: Vec<Bits<W>>,
    kills: Kills<W>,
    /// By cell: the cells whose surroundings say what a stone there gains.
    gains_see: Vec<Bits<W>>,
    /// By cell: the cells whose surroundings say how it is answered, and the stones that were tried.
    replies_see: Vec<[Bits<W>; 2]>,
    /// The opponent's view after an intrusion.
    intruded: LinkView<W>,
    steps: Vec<Gain<W>>,
}

impl<const W: usize> KnownReplies<W> {
    /// Takes over what [`Self::find`] has found in another position.
    pub(super) fn copy_from(&mut self, from: &Self) {
        self.kills.copy_from(&from.kills);
        self.list.clone_from(&from.list);
        self.gains.clone_from(&from.gains);
        self.gains_see.clone_from(&from.gains_see);
        self.replies_see.clone_from(&from.replies_see);
    }

    /// Finds all gains and replies. What was found the last time is taken over where it rests on no `stale` cell: one
    /// around which links, or stones that the replies rest on, may have changed.
    ///
    /// PERF: taking over saves 4 % of the instructions of a search of 8x8 (opening d5, 250 nodes), 3 % on 7x7. Counted
    /// by callgrind, in no kept run.
    ///
    /// Nothing is known if the work has to end meanwhile.
    pub(super) fn find(&mut self, scene: &ReplyScene<'_, W>, stale: Bits<W>, looks: &mut Looks<'_>) {
        let n_cells = scene.view.links.len();
        let restless = self.kills.find(scene.view, scene.killers, scene.empty, stale);
        let Some(changed) = self.find_gains(scene, stale, restless, looks) else { return self.forget(n_cells) };
        self.replies_see.resize(n_cells, [Bits::EMPTY; 2]);
        std::mem::swap(&mut self.list, &mut self.former);
        self.list.clear();
        let mut next = 0;
        for cell in scene.empty.iter() {
            if looks.are_over() {
                return self.forget(n_cells);
            }
            next += self.former[next..].iter().take_while(|reply| reply.cell < cell).count();
            let [seen, tried] = self.replies_see[cell];
            let candidates = self.candidates(scene, cell);
            if !seen.with(cell).meets(&stale) && !(tried | candidates).meets(&changed) {
                let same = self.former[next..].iter().take_while(|reply| reply.cell == cell);
                self.list.extend(same.copied());
                continue;
            }
            let kills = scene.killers[cell];
            let kill = |killer| KillerReply { cell, killer, carrier: Bits::EMPTY, capturing: Bits::EMPTY };
            self.list.extend(kills.iter().map(kill));
            self.replies_see[cell] = [self.find_replies(scene, cell, candidates, looks), candidates];
            if looks.have_ended() {
                return self.forget(n_cells);
            }
        }
    }

    /// Forgets all gains and replies on a board of this many cells.
    pub(super) fn forget(&mut self, n_cells: usize) {
        self.list.clear();
        for sets in [&mut self.gains, &mut self.gained_by] {
            sets.clear();
            sets.resize(n_cells, Bits::EMPTY);
        }
        self.gains_see.clear();
        self.gains_see.resize(n_cells, !Bits::EMPTY);
        self.replies_see.clear();
        self.replies_see.resize(n_cells, [!Bits::EMPTY; 2]);
    }

    /// Finds what the stones gain, from scratch for the `restless` ones. Returns those that gain something else than
    /// before, and the `restless` ones; `None` if the work has to end.
    fn find_gains(
        &mut self,
        scene: &ReplyScene<'_, W>,
        stale: Bits<W>,
        restless: Bits<W>,
        looks: &mut Looks<'_>,
    ) -> Option<Bits<W>> {
        let n_cells = scene.view.links.len();
        self.gained_by.clear();
        for sets in [&mut self.gained_by, &mut self.gains, &mut self.gains_see] {
            sets.resize(n_cells, Bits::EMPTY);
        }
        let gaining = self.kills.gaining(scene.killers, scene.empty);
        let mut changed = restless;
        for stone in scene.empty.iter() {
            if looks.are_over() {
                return None;
            }
            let before = self.gains[stone];
            if !gaining.contains(stone) {
                // As if it had seen all cells, so that this is not taken over.
                (self.gains[stone], self.gains_see[stone]) = (Bits::EMPTY, !Bits::EMPTY);
            } else if restless.contains(stone) || self.gains_see[stone].meets(&stale) {
                let mut open = scene.empty.without(stone);
                self.gains_see[stone] = self.kills.settle(scene.view, stone, &mut open, &mut self.steps);
                self.gains[stone] = scene.empty.without(stone) - open;
            }
            if self.gains[stone] != before {
                changed.insert(stone);
            }
            for cell in self.gains[stone].iter() {
                self.gained_by[cell].insert(stone);
            }
        }
        Some(changed)
    }

    /// The stones that may answer an intrusion on `cell` by what they gain.
    fn candidates(&self, scene: &ReplyScene<'_, W>, cell: usize) -> Bits<W> {
        let Some((one, other)) = scene.view.first_gap(cell, scene.empty) else { return Bits::EMPTY };
        // One of the two must become the player's, either as the killer or by what the killer gains.
        let gaining = self.gained_by[one] | other.map_or(Bits::EMPTY, |other| self.gained_by[other]);
        gaining.with(one).with(other.unwrap_or(one)).without(cell) - scene.killers[cell]
    }

    /// Finds replies to `cell` by what the `candidates` gain, as far as there is time. Returns the cells whose surroundings
    /// were looked at.
    fn find_replies(
        &mut self,
        scene: &ReplyScene<'_, W>,
        cell: usize,
        candidates: Bits<W>,
        looks: &mut Looks<'_>,
    ) -> Bits<W> {
        let &ReplyScene { view, empty, .. } = scene;
        let mut seen = Bits::single(cell);
        let mut is_joined = false;
        for killer in candidates.iter() {
            // The killer gains no more with the intrusion than without it.
            let most = self.gains[killer].without(cell);
            if most.is_empty() || !view.is_dead(cell, empty.without(killer) - most) {
                continue;
            }
            if looks.are_over() {
                break;
            }
            if !is_joined {
                self.intruded.clone_from(view);
                self.intruded.join(cell);
                is_joined = true;
            }
            let mut open = empty.without(cell).without(killer);
            seen |= self.kills.settle(&self.intruded, killer, &mut open, &mut self.steps);
            if view.is_dead(cell, open) {
                let reply = self.shrink(scene, cell, killer, open);
                self.list.push(reply);
            }
        }
        seen
    }

    /// The reply that the steps prove, with no more cells and stones than it needs. `open` is what the steps left open.
    fn shrink(&self, scene: &ReplyScene<'_, W>, cell: usize, killer: usize, open: Bits<W>) -> KillerReply<W> {
        let &ReplyScene { view, own, played, .. } = scene;
        let gone = scene.empty.without(cell).without(killer) - open;
        let mut carrier = least(view.around(cell) & gone, played, open, |open| view.is_dead(cell, open));
        let mut capturing = Bits::EMPTY;
        for step in self.steps.iter().rev() {
            if !step.cells.meets(&carrier) {
                continue;
            }
            let before = gone - step.open;
            let around = step.cells.iter().fold(Bits::EMPTY, |all, cell| all | self.intruded.around(cell));
            let needed = least(around & (own | before), played, step.open, |open| step.holds(&self.intruded, open));
            capturing |= needed & own;
            carrier |= (needed & before) | step.cells;
        }
        KillerReply { cell, killer, carrier, capturing }
    }

    /// The replies, in groups by the cell they answer, in ascending order of these cells.
    pub(super) fn by_cell(&self) -> impl Iterator<Item = &[KillerReply<W>]> {
        self.list.chunk_by(|a, b| a.cell == b.cell)
    }

    /// The largest set of cells in which each cell has a reply within the set. The player captures it.
    ///
    /// After an intrusion and its reply, the cells of the reply are the player's. The others still have their replies,
    /// because more stones of the player harm no reply. So in the end all cells of the set are the player's.
    pub(super) fn captured(&self, empty: Bits<W>) -> Bits<W> {
        let mut safe = empty;
        loop {
            let within = self.list.iter().filter(|reply| reply.cells().is_subset(&safe));
            let kept = within.fold(Bits::EMPTY, |kept: Bits<W>, reply| kept.with(reply.cell));
            if kept == safe {
                return safe;
            }
            safe = kept;
        }
    }

    /// A small part of `safe`, a captured set, that holds `cell` and is captured by itself.
    pub(super) fn closure(&self, cell: usize, safe: Bits<W>) -> Bits<W> {
        let mut cells = Bits::single(cell);
        let mut waiting = cells;
        while let Some(next) = waiting.first() {
            waiting.remove(next);
            if let Some(reply) = self.reply_within(next, safe, cells) {
                waiting |= reply.cells() - cells;
                cells |= reply.cells();
            }
        }
        cells
    }

    /// The reply to `cell` that has all its cells in `within` and the fewest outside `near`.
    pub(super) fn reply_within(&self, cell: usize, within: Bits<W>, near: Bits<W>) -> Option<&KillerReply<W>> {
        let start = self.list.partition_point(|reply| reply.cell < cell);
        self.list[start..]
            .iter()
            .take_while(|reply| reply.cell == cell)
            .filter(|reply| reply.cells().is_subset(&within))
            .min_by_key(|reply| (reply.cells() - near).len())
    }
}

/// The cells among `stones` that `holds` needs. The argument of `holds` is the cells that the opponent could get.
///
/// A stone that was not played needs what its own step rests on, so it is given up before the `played` stones.
pub(super) fn least<const W: usize>(
    stones: Bits<W>,
    played: Bits<W>,
    empty: Bits<W>,
    holds: impl Fn(Bits<W>) -> bool,
) -> Bits<W> {
    let mut open = empty;
    let mut needed = stones;
    for stone in (stones - played).iter().chain((stones & played).iter()) {
        if holds(open.with(stone)) {
            open.insert(stone);
            needed.remove(stone);
        }
    }
    needed
}
