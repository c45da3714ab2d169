//! The solver's advice: moves that a proof tries first but never relies on.

use tesuji_board::{Bits, Player};
use tesuji_connection::inferior::{Fill, FillKind, Filled};
use tesuji_search::Limits;

use super::decider::{Decider, SearchLimits};
use super::table::{NO_MOVE, WinDecision, WinKey};

const NO_ANSWER: u16 = u16::MAX;

/// A position as the solver reached it, with its fill-in and what is known of the filled cells.
///
/// Cells that the winner had captured still count as the winner's after the loser has played on them: the solver never
/// looked at such moves.
#[derive(Clone, Debug)]
pub(crate) struct Guide<const W: usize> {
    /// The stones of Black and White, including filled ones.
    pub stones: [Bits<W>; 2],
    /// For each cell, where an intrusion on it is answered.
    answers: Vec<u16>,
    /// Filled cells that are dead, so of no use to either player.
    dead: Bits<W>,
    /// Cells filled in for the winner; each step rests only on earlier ones.
    steps: Vec<AdviceStep<W>>,
    /// Cells filled in after the last moves.
    pub fresh: Vec<Fill<W>>,
}

/// Cells filled in for the winner.
#[derive(Clone, Copy, Debug)]
struct AdviceStep<const W: usize> {
    cells: Bits<W>,
    /// Whether this is a captured set of more than two cells, in which one answer changes the other answers.
    is_loose: bool,
}

impl<const W: usize> Guide<W> {
    /// The stones of both players.
    pub(crate) fn occupied(&self) -> Bits<W> {
        self.stones[0] | self.stones[1]
    }

    /// The answer to an intrusion on a filled cell, if there is one.
    fn answer(&self, cell: usize) -> Option<usize> {
        self.answers.get(cell).filter(|&&answer| answer != NO_ANSWER).map(|&answer| usize::from(answer))
    }
}

/// Asks the solver for the winner's moves.
pub(crate) struct Advisor<'a, const W: usize> {
    decider: &'a Decider<W>,
    limits: &'a Limits,
    winner: usize,
    filled: Filled<W>,
    /// Positions that had to be searched.
    pub n_nodes: u64,
}

impl<'a, const W: usize> Advisor<'a, W> {
    /// Asks `decider` for the moves of the player with this number.
    #[must_use]
    pub(crate) fn new(decider: &'a Decider<W>, winner: usize, limits: &'a Limits) -> Self {
        Self { decider, limits, winner, filled: Filled::default(), n_nodes: 0 }
    }

    /// The guide of a position with these stones, without any history.
    pub(crate) fn guide(&mut self, stones: [Bits<W>; 2]) -> Guide<W> {
        let answers = vec![NO_ANSWER; self.decider.ground().surroundings.n_cells()];
        let mut guide = Guide { stones, answers, dead: Bits::EMPTY, steps: Vec::new(), fresh: Vec::new() };
        guide.stones = self.learn(&mut guide, stones, !Bits::EMPTY);
        guide
    }

    /// The guide after `player` plays on a cell that the guide has empty.
    fn play(&mut self, guide: &Guide<W>, player: usize, cell: usize) -> Guide<W> {
        let mut next = guide.clone();
        next.stones[player].insert(cell);
        let stones = next.stones;
        next.stones = self.learn(&mut next, stones, !Bits::EMPTY);
        next
    }

    /// Fills in a position and records in the guide what this says about the cells `about`.
    fn learn(&mut self, guide: &mut Guide<W>, stones: [Bits<W>; 2], about: Bits<W>) -> [Bits<W>; 2] {
        self.decider.ground().surroundings.fill_in(stones, &mut self.filled);
        if about == !Bits::EMPTY {
            guide.fresh.extend_from_slice(&self.filled.steps);
        }
        for step in &self.filled.steps {
            let cells = step.cells & about;
            if cells.is_empty() {
                continue;
            }
            if step.player.index() == self.winner {
                let is_loose = step.kind == FillKind::Captured && step.cells.len() > 2;
                guide.steps.push(AdviceStep { cells, is_loose });
            }
            if step.kind == FillKind::Dead {
                guide.dead |= cells;
            }
            for cell in cells.iter() {
                guide.answers[cell] = self.filled.answer(cell).map_or(NO_ANSWER, |answer| answer as u16);
            }
        }
        self.filled.stones
    }

    /// The guide after the loser has played on the filled cell `intrusion` and the winner on `key`. `played` are the
    /// winner's and the loser's stones after these moves.
    fn answer_intrusion(&mut self, guide: &Guide<W>, intrusion: usize, key: usize, played: [Bits<W>; 2]) -> Guide<W> {
        let p = self.winner;
        let mut next = if guide.occupied().contains(key) { guide.clone() } else { self.play(guide, p, key) };
        if !next.steps.iter().any(|step| step.is_loose && step.cells.contains(intrusion)) {
            return next;
        }
        // Later steps may rest on this set, so all of them are examined again.
        let first = next.steps.iter().position(|step| step.is_loose).unwrap_or(0);
        let about = next.steps.drain(first..).fold(Bits::EMPTY, |all, step| all | step.cells);
        next.dead -= about;
        let mut stones = next.stones;
        stones[p] = (stones[p] - about) | played[0];
        stones[1 - p] |= played[1] & about;
        // With the answer, the winner has some of the cells in spite of the intrusion, which is then dead ...
        let had = self.learn(&mut next, stones, about)[p];
        // ... and the others as before, perhaps with other answers.
        let about = about - had - played[0] - played[1];
        let mut stones = next.stones;
        stones[p] -= about;
        self.learn(&mut next, stones, about);
        next
    }

    /// The cells that are of no use to the winner.
    pub(crate) fn useless(&self, guide: &Guide<W>) -> Bits<W> {
        guide.stones[1 - self.winner] | guide.dead
    }

    /// The answer to the loser's move on `cell` that the fill-in or the decider advises, on one of the cells `open`, and the
    /// guide after it. `stones` are the winner's and the loser's before these moves.
    pub(crate) fn answer(
        &mut self,
        guide: &Guide<W>,
        cell: usize,
        open: Bits<W>,
        [own, other]: [Bits<W>; 2],
    ) -> Option<(usize, Guide<W>)> {
        let p = self.winner;
        if !guide.occupied().contains(cell) {
            let guide = self.play(guide, 1 - p, cell);
            let key = self.winning_move(guide.stones, open)?;
            return Some((key, self.play(&guide, p, key)));
        }
        let key = match guide.answer(cell).filter(|&key| open.contains(key)) {
            Some(key) => key,
            // The intrusion has no answer, so it counts as a pass.
            None => self.winning_move(guide.stones, open)?,
        };
        Some((key, self.answer_intrusion(guide, cell, key, [own.with(key), other.with(cell)])))
    }

    /// As above without a guide, for cases in which its advice failed: a cell that was given up, or the loser's stone
    /// on a captured cell, matters after all. `None` too if the decider finds the position lost with these stones.
    pub(crate) fn answer_afresh(
        &mut self,
        cell: usize,
        open: Bits<W>,
        [own, other]: [Bits<W>; 2],
    ) -> Option<(usize, Guide<W>)> {
        let p = self.winner;
        let mut stones = [own; 2];
        stones[1 - p] = other.with(cell);
        let key = self.winning_move(stones, open)?;
        stones[p].insert(key);
        Some((key, self.guide(stones)))
    }

    /// A winning move of the winner on one of the cells `open`, if the solver finds one.
    fn winning_move(&mut self, stones: [Bits<W>; 2], open: Bits<W>) -> Option<usize> {
        let p = self.winner;
        self.decider.ground().surroundings.fill_in(stones, &mut self.filled);
        let filled = self.filled.stones;
        let key = WinKey { own: filled[p], theirs: filled[1 - p], mover: p as u8 };
        match self.decider.table.get(&key).and_then(|entry| entry.decision) {
            Some(WinDecision::Wins(NO_MOVE, _)) => return open.first(),
            Some(WinDecision::Wins(cell, _)) => return Some(usize::from(cell)).filter(|&cell| open.contains(cell)),
            Some(WinDecision::Loses(_)) => return None,
            None => {}
        }
        let limits = SearchLimits { limits: self.limits, n_threads: 1, journal: None };
        let (decision, n_nodes) = self.decider.decide(stones, Player::BOTH[p], limits);
        self.n_nodes += n_nodes;
        match decision? {
            // The winner has won already, counting filled-in cells, so any move will do.
            WinDecision::Wins(NO_MOVE, _) => open.first(),
            WinDecision::Wins(cell, _) => Some(usize::from(cell)).filter(|&cell| open.contains(cell)),
            WinDecision::Loses(_) => None,
        }
    }
}
