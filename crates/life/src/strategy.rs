//! Strategies: what the side that is right about a claim replies to every move of the other.

use rustc_hash::FxHashMap;
use tesuji_board::Player;
use tesuji_reading::{Local, living};
use tesuji_search::Stopped;

use crate::game::{Claim, Game, Ground, NO_BAN, State};
use crate::search::{Budget, Search};

/// A claim with its truth and a reply to every move of the side that is wrong.
#[derive(Clone, Debug)]
pub struct Strategy {
    claim: Claim,
    is_achieved: bool,
    /// The replies in the order in which a walk meets the positions: moves in the order of cells, a pass last.
    replies: Vec<(State, u8)>,
    by_state: FxHashMap<State, u8>,
    repeats: bool,
    has_ko: bool,
}

/// Reasons why a sequence of tries cannot be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The move with this number, from 1, is not allowed.
    #[error("move {0} is not allowed here")]
    Illegal(usize),
    /// The line ended before the move with this number, from 1.
    #[error("the question is settled before move {0}")]
    Settled(usize),
}

/// Stones and the player to move.
type Stones = (Local, Player);

enum Step {
    Enter(State),
    Leave(State),
}

impl Strategy {
    /// The claim.
    #[must_use]
    pub const fn claim(&self) -> &Claim {
        &self.claim
    }

    /// Whether the aim of the claim is achieved.
    #[must_use]
    pub const fn is_achieved(&self) -> bool {
        self.is_achieved
    }

    /// Number of positions that have a reply.
    #[must_use]
    pub fn n_replies(&self) -> usize {
        self.replies.len()
    }

    /// Whether a position may come back. A rule that forbids repetition may then matter.
    #[must_use]
    pub const fn repeats(&self) -> bool {
        self.repeats
    }

    /// Whether a ko comes up anywhere. If not, the claim has the same answer whoever has threats.
    pub(crate) const fn has_ko(&self) -> bool {
        self.has_ko
    }

    pub(crate) fn replies(&self) -> &[(State, u8)] {
        &self.replies
    }

    /// The replies by the stones alone, and the stones after them, where the winner may pass.
    pub(crate) fn hints(&self, ground: &Ground) -> Vec<(Stones, u8, Option<Stones>)> {
        let game = Game { ground, aim: self.claim.aim, threat_owner: self.claim.threats.owner };
        let may_pass = self.winner(&game) != game.achiever();
        let after = |state, mv| game.after(state, mv).filter(|_| may_pass).map(|next| (next.local, next.mover));
        self.replies.iter().map(|(state, mv)| ((state.local, state.mover), *mv, after(state, *mv))).collect()
    }

    /// The player whose moves the strategy chooses.
    pub(crate) fn winner(&self, game: &Game<'_>) -> Player {
        if self.is_achieved { game.achiever() } else { game.achiever().opponent() }
    }

    /// Decides a claim and makes a strategy of it. The inner `None` means that the search took a repetition for an
    /// answer that it is not.
    pub(crate) fn find(
        search: &mut Search<'_>,
        claim: Claim,
        start: &State,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let Some(is_achieved) = search.solve(start, &[], budget)?.answer() else { return Ok(None) };
        let game = search.game;
        let mut strategy = Self {
            claim,
            is_achieved,
            replies: Vec::new(),
            by_state: FxHashMap::default(),
            repeats: false,
            has_ko: false,
        };
        let winner = strategy.winner(&game);
        let mut open: FxHashMap<State, bool> = FxHashMap::default();
        let mut steps = vec![Step::Enter(*start)];
        // The positions of the line.
        let mut above: Vec<State> = Vec::new();
        while let Some(step) = steps.pop() {
            let state = match step {
                Step::Enter(state) => state,
                Step::Leave(state) => {
                    open.insert(state, false);
                    above.pop();
                    continue;
                }
            };
            if let Some(decided) = game.decided(&state) {
                if decided != is_achieved {
                    search.retract(&above, is_achieved);
                    return Ok(None);
                }
                continue;
            }
            if let Some(&is_open) = open.get(&state) {
                if is_open && is_achieved != game.repeating_achieves() {
                    search.retract(&above, is_achieved);
                    return Ok(None);
                }
                strategy.repeats |= is_open;
                continue;
            }
            if budget.limits.is_interrupted() {
                return Err(Stopped);
            }
            open.insert(state, true);
            strategy.has_ko |= state.ban != NO_BAN;
            steps.push(Step::Leave(state));
            above.push(state);
            if state.mover == winner {
                let entry = search.solve(&state, &above, budget)?;
                let next = if entry.answer() == Some(is_achieved) { game.after(&state, entry.mv) } else { None };
                let Some(next) = next else {
                    search.retract(&above, is_achieved);
                    return Ok(None);
                };
                strategy.replies.push((state, entry.mv));
                strategy.by_state.insert(state, entry.mv);
                steps.push(Step::Enter(next));
            } else {
                let first = steps.len();
                steps.extend(game.moves(&state).map(|(_, next)| Step::Enter(next)));
                steps[first..].reverse();
            }
        }
        Ok(Some(strategy))
    }

    /// Cells by which a target that lives in this game touches the outside, which is the attacker's on `closed`.
    pub(crate) fn exits(&self, game: &Game<'_>, closed: &Ground) -> u64 {
        let (field, defender) = (&game.ground.field, game.ground.defender);
        let out = field.held(defender) & !closed.field.held(defender);
        let of = |state: &State| {
            if game.decided(state).is_none() {
                return 0;
            }
            let alive = living(field, &state.local, defender, u32::MAX)[0];
            if alive & out != 0 {
                return alive & out;
            }
            let rest = field.all() & !state.local.stones[defender.index()];
            let held = field.held(defender.opponent());
            let eyes = field.parts(rest).filter(|part| part & held == 0 && field.around(*part) & alive != 0);
            eyes.fold(0, |out, part| out | part) & out
        };
        let next = self.replies.iter().filter_map(|(state, mv)| game.after(state, *mv));
        next.fold(0, |exits, state| {
            exits | of(&state) | game.moves(&state).fold(0, |exits, (_, next)| exits | of(&next))
        })
    }

    /// The line in which the other side makes these moves and the strategy answers each: players and numbers of cells. Also
    /// returns whether no further move changes the outcome.
    pub(crate) fn line(&self, ground: &Ground, tries: &[u8]) -> Result<(Vec<(Player, u8)>, bool), LineError> {
        let game = Game { ground, aim: self.claim.aim, threat_owner: self.claim.threats.owner };
        let winner = self.winner(&game);
        let mut state = ground.start(self.claim.first, self.claim.threats);
        let (mut line, mut n_tried) = (Vec::new(), 0);
        loop {
            let is_settled = game.decided(&state).is_some();
            let mv = if state.mover == winner {
                match self.by_state.get(&state).filter(|_| !is_settled) {
                    Some(&mv) => mv,
                    None if n_tried == tries.len() => return Ok((line, true)),
                    None => return Err(LineError::Settled(n_tried + 1)),
                }
            } else if let Some(&mv) = tries.get(n_tried) {
                n_tried += 1;
                if is_settled {
                    return Err(LineError::Settled(n_tried));
                }
                mv
            } else {
                return Ok((line, is_settled));
            };
            line.push((state.mover, mv));
            state = game.after(&state, mv).ok_or(LineError::Illegal(n_tried))?;
        }
    }
}
