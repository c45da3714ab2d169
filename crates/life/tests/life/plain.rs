//! The referee: the same questions by plain fixpoints over all positions that can come about, passes and ko included,
//! with rules written down a second time.

use std::collections::HashSet;

use rustc_hash::FxHashMap;
use tesuji_board::{Cell, CellSet, Player};
use tesuji_go::Position;
use tesuji_life::{Aim, Claim, Question, TargetRule, Threats};

/// Everything on which the future depends. Sets of cells are bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Now {
    stones: [u32; 2],
    left: u32,
    mover: Player,
    ban: Option<u8>,
    threats: u8,
}

pub(crate) struct Plain {
    near: Vec<u32>,
    /// The cells that touch safe stones of each player around the region.
    held: [u32; 2],
    stones: [u32; 2],
    target: u32,
    defender: Player,
    rule: TargetRule,
}

impl Plain {
    pub(crate) fn new(position: &Position, question: &Question, target: &CellSet, rule: TargetRule) -> Self {
        let cells: Vec<Cell> = question.region().iter().collect();
        let topology = position.topology();
        let defender = question.defender();
        let holder = |cell: Cell| position.stone(cell).unwrap_or(defender.opponent());
        let bits = |belongs: &dyn Fn(Cell) -> bool| {
            (0..cells.len()).filter(|&at| belongs(cells[at])).fold(0, |bits, at| bits | 1 << at)
        };
        let near = |cell: Cell| bits(&|to| topology.neighbours(cell).contains(&to));
        let held = |player| {
            let is_wall = |to: &Cell| cells.binary_search(to).is_err() && holder(*to) == player;
            bits(&|cell| topology.neighbours(cell).iter().any(is_wall))
        };
        Self {
            near: cells.iter().map(|&cell| near(cell)).collect(),
            held: Player::BOTH.map(held),
            stones: Player::BOTH.map(|player| bits(&|cell| position.stone(cell) == Some(player))),
            target: bits(&|cell| target.contains(cell)),
            defender,
            rule,
        }
    }

    fn members(&self, set: u32) -> impl Iterator<Item = usize> + use<> {
        (0..self.near.len()).filter(move |at| set >> at & 1 == 1)
    }

    fn chain(&self, stones: u32, at: usize) -> u32 {
        let mut chain = 1 << at;
        loop {
            let grown = self.members(chain).fold(chain, |grown, at| grown | self.near[at] & stones);
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }

    fn liberties(&self, stones: [u32; 2], chain: u32) -> u32 {
        self.members(chain).fold(0, |near, at| near | self.near[at]) & !stones[0] & !stones[1]
    }

    fn put(&self, now: &Now, at: usize) -> Option<Now> {
        let (mover, other) = (now.mover.index(), now.mover.opponent().index());
        let mut stones = now.stones;
        stones[mover] |= 1 << at;
        let mut taken = 0;
        for to in self.members(self.near[at] & stones[other]) {
            let chain = self.chain(stones[other], to);
            if chain & self.held[other] == 0 && self.liberties(stones, chain) == 0 {
                taken |= chain;
            }
        }
        stones[other] &= !taken;
        let chain = self.chain(stones[mover], at);
        let liberties = self.liberties(stones, chain);
        let is_held = chain & self.held[mover] != 0;
        let is_ko = taken.count_ones() == 1 && chain == 1 << at && liberties == taken && !is_held;
        let ban = is_ko.then(|| taken.trailing_zeros() as u8);
        let next = Now { stones, left: now.left & !taken, mover: now.mover.opponent(), ban, ..*now };
        (liberties != 0 || is_held).then_some(next)
    }

    fn nexts(&self, now: &Now, owner: Player, may_pass: bool) -> Vec<Now> {
        let mut nexts = Vec::new();
        if may_pass || now.ban.is_some() {
            nexts.push(Now { mover: now.mover.opponent(), ban: None, ..*now });
        }
        for at in self.members(!now.stones[0] & !now.stones[1]) {
            let mut from = *now;
            if now.ban == Some(at as u8) {
                if now.mover != owner || now.threats == 0 {
                    continue;
                }
                from.threats -= u8::from(now.threats != Threats::UNBOUNDED);
            }
            nexts.extend(self.put(&from, at));
        }
        nexts
    }

    fn is_captured(&self, now: &Now) -> bool {
        match self.rule {
            TargetRule::Any => now.left != self.target,
            TargetRule::All => now.left == 0,
        }
    }

    /// Whether the attacker cannot capture the target even if the defender always passes.
    fn is_alive(&self, now: &Now) -> bool {
        let alone = |now: Now| Now { mover: self.defender.opponent(), ban: None, threats: 0, ..now };
        let mut open = vec![alone(*now)];
        let mut seen: HashSet<Now> = open.iter().copied().collect();
        while let Some(now) = open.pop() {
            if self.is_captured(&now) {
                return false;
            }
            for at in self.members(!now.stones[0] & !now.stones[1]) {
                open.extend(self.put(&now, at).map(alone).filter(|next| seen.insert(*next)));
            }
        }
        true
    }

    /// Whether the aim of a claim is achieved; `None` if there are more positions than this.
    pub(crate) fn is_achieved(&self, claim: &Claim, most: usize) -> Option<bool> {
        let (stones, left) = (self.stones, self.target);
        let start = Now { stones, left, mover: claim.first, ban: None, threats: claim.threats.n };
        let achiever = match claim.aim {
            Aim::Capture | Aim::CaptureOrRepeat => self.defender.opponent(),
            Aim::Eyes => self.defender,
        };
        let mut numbers = FxHashMap::from_iter([(start, 0)]);
        let mut all = vec![start];
        let (mut nexts, mut ends): (Vec<Vec<usize>>, Vec<Option<bool>>) = (Vec::new(), Vec::new());
        let mut alive: FxHashMap<([u32; 2], u32), bool> = FxHashMap::default();
        while nexts.len() < all.len() {
            let now = all[nexts.len()];
            let is_captured = self.is_captured(&now);
            let is_achieved = match claim.aim {
                Aim::Capture | Aim::CaptureOrRepeat => is_captured,
                Aim::Eyes => {
                    !is_captured && *alive.entry((now.stones, now.left)).or_insert_with(|| self.is_alive(&now))
                }
            };
            // To pass forever is no repetition that achieves anything.
            let may_pass = claim.aim != Aim::CaptureOrRepeat || now.mover != achiever;
            let mut after = Vec::new();
            for next in
                if is_captured || is_achieved { Vec::new() } else { self.nexts(&now, claim.threats.owner, may_pass) }
            {
                let number = *numbers.entry(next).or_insert(all.len());
                if number == all.len() {
                    all.push(next);
                }
                after.push(number);
            }
            ends.push((is_captured || is_achieved).then_some(is_achieved));
            nexts.push(after);
            if all.len() > most {
                return None;
            }
        }
        let endless = claim.aim == Aim::CaptureOrRepeat;
        let mut achieved: Vec<bool> = ends.iter().map(|end| end.unwrap_or(endless)).collect();
        loop {
            let mut has_changed = false;
            for idx in (0..all.len()).rev().filter(|&idx| ends[idx].is_none()) {
                let mut after = nexts[idx].iter().map(|&next| achieved[next]);
                let is = if all[idx].mover == achiever { after.any(|is| is) } else { after.all(|is| is) };
                has_changed |= is != achieved[idx];
                achieved[idx] = is;
            }
            if !has_changed {
                return Some(achieved[0]);
            }
        }
    }
}
