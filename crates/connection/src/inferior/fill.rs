//! Cells that can be counted as stones, filled in one inference at a time.

use tesuji_board::{Bits, Player};

use super::reply::{KnownReplies, ReplyScene, least};
use super::surroundings::Surroundings;
use super::view::{LinkView, Liveness};
use crate::once::compiled_once;
use crate::watch::Looks;

/// Reason for a fill.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FillKind {
    /// The cell's colour cannot matter.
    Dead,
    /// The player has them all, because each intrusion can be answered ([`Filled::answer`]).
    Captured,
    /// A stone of either player on the empty cell `killer` makes the cell dead. An intrusion is answered there.
    Permanent {
        /// The cell on which either player's stone kills.
        killer: usize,
    },
}

/// Cells that were empty and now count as stones of `player`. The winner stays the same, whoever moves.
///
/// This holds in every position in which `player` has `rests_on`, the opponent has the stones it had before this step
/// (played or filled), and `cells` are empty, as is the killer of a permanent one. All other cells may be empty or
/// anyone's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fill<const W: usize> {
    /// The player whose stones the cells become.
    pub player: Player,
    /// The cells, empty until this step.
    pub cells: Bits<W>,
    /// Stones of `player`, played or filled by earlier steps, that the inference needs.
    pub rests_on: Bits<W>,
    /// Reason for the fill.
    pub kind: FillKind,
}

/// A position with the stones that follow from it. If it is kept and passed in again, nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Filled<const W: usize> {
    /// The stones of Black and of White, played and filled.
    pub stones: [Bits<W>; 2],
    /// The inferences. Each rests only on played stones and on earlier inferences.
    pub steps: Vec<Fill<W>>,
    /// Stones that were played.
    pub(super) played: Bits<W>,
    /// By player: what the player can still join.
    pub(super) views: [LinkView<W>; 2],
    /// By player and cell: where the player can kill the cell.
    pub(super) killers: [Vec<Bits<W>>; 2],
    /// By player: the cells whose killers are out of date.
    changed: [Bits<W>; 2],
    /// By player: the cells around which links or stones may have changed since the player's replies were found.
    stale: [Bits<W>; 2],
    /// By player: how the opponent's moves are answered.
    pub(super) replies: [KnownReplies<W>; 2],
    /// By cell: the answer to an intrusion.
    answers: Vec<u16>,
}

const NO_ANSWER: u16 = u16::MAX;

impl<const W: usize> Filled<W> {
    /// The stones of both players.
    #[must_use]
    pub fn occupied(&self) -> Bits<W> {
        self.stones[0] | self.stones[1]
    }

    /// The player's answer to the opponent's move on `cell`, which was filled for that player.
    ///
    /// The answer is on a cell of the same step, or on the killer of a permanent cell. Dead cells need none. After the
    /// answer, what is left of a captured set with more than two cells is captured again, perhaps with other answers.
    /// Fill in the new position to see them.
    #[must_use]
    pub fn answer(&self, cell: usize) -> Option<usize> {
        self.answers.get(cell).filter(|answer| **answer != NO_ANSWER).map(|&answer| usize::from(answer))
    }

    /// The position as `player` sees it, with these cells empty.
    pub(super) fn scene(&self, player: Player, empty: Bits<W>) -> ReplyScene<'_, W> {
        ReplyScene {
            view: &self.views[(!player).index()],
            killers: &self.killers[player.index()],
            empty,
            own: self.stones[player.index()] - empty,
            played: self.played,
        }
    }

    fn start(&mut self, surroundings: &Surroundings<W>, stones: [Bits<W>; 2]) {
        self.stones = stones;
        self.played = stones[0] | stones[1];
        self.steps.clear();
        self.answers.clear();
        self.answers.resize(surroundings.n_cells(), NO_ANSWER);
        for player in Player::BOTH {
            let view = &mut self.views[player.index()];
            view.reset(&surroundings.sights[player.index()], surroundings.n_cells());
            for stone in stones[player.index()].iter() {
                view.join(stone);
            }
            self.killers[player.index()].clear();
            self.killers[player.index()].resize(surroundings.n_cells(), Bits::EMPTY);
            self.changed[player.index()] = surroundings.all;
            self.stale[player.index()] = surroundings.all;
        }
    }

    /// Makes `self` the position of `before`, as if all its stones had been played.
    fn copy_from(&mut self, before: &Self) {
        self.stones = before.stones;
        self.played = before.occupied();
        self.steps.clear();
        self.answers.clear();
        self.answers.resize(before.answers.len(), NO_ANSWER);
        (self.changed, self.stale) = (before.changed, before.stale);
        for step in &before.steps {
            // These stones count as played from now on, which can change what a reply rests on.
            let (player, opponent) = (step.player.index(), (!step.player).index());
            let around = step.cells.iter().map(|cell| before.views[opponent].around(cell));
            self.stale[player] = around.fold(self.stale[player], |all, links| all | links);
        }
        for i in 0..2 {
            self.views[i].clone_from(&before.views[i]);
            self.killers[i].clone_from(&before.killers[i]);
            self.replies[i].copy_from(&before.replies[i]);
        }
    }

    /// Adds stones on empty cells.
    fn add(&mut self, player: Player, cells: Bits<W>) {
        debug_assert!(!cells.meets(&self.occupied()), "{cells:?}: not empty");
        self.stones[player.index()] |= cells;
        let (player, opponent) = (player.index(), (!player).index());
        for cell in cells.iter() {
            // The opponent loses the cell. The player's links now run through it, which can affect the cells around its
            // neighbours.
            self.changed[player] |= self.views[opponent].around(cell);
            let view = &mut self.views[player];
            let n_ends = view.ends.len();
            view.join(cell);
            // If the stone has joined ends, all cells at them reach each other now.
            let joined = view.ends.last().filter(|_| view.ends.len() < n_ends).copied();
            for at in (view.around(cell) | joined.unwrap_or(Bits::EMPTY)).iter() {
                self.changed[opponent] |= view.around(at);
            }
            if view.is_won() {
                self.changed[opponent] = !Bits::EMPTY;
            }
        }
    }

    fn fill(&mut self, step: Fill<W>) {
        self.add(step.player, step.cells);
        self.steps.push(step);
    }

    /// The player's stones that an inference from the opponent's links of `cells` needs, as in [`least`].
    fn least(&self, player: Player, cells: Bits<W>, empty: Bits<W>, holds: impl Fn(Bits<W>) -> bool) -> Bits<W> {
        debug_assert!(holds(empty), "the inference about {cells:?} does not hold");
        let view = &self.views[(!player).index()];
        let around = cells.iter().fold(Bits::EMPTY, |all, cell| all | view.around(cell));
        least(around & self.stones[player.index()], self.played, empty, holds)
    }
}

fn fill_in<const W: usize>(filled: &mut Filled<W>, surroundings: &Surroundings<W>, stones: &[Bits<W>; 2]) {
    filled.start(surroundings, *stones);
    surroundings.fill_on(filled);
}

fn fill_more<const W: usize>(filled: &mut Filled<W>, surroundings: &Surroundings<W>, stones: &[Bits<W>; 2]) {
    for player in Player::BOTH {
        filled.played |= stones[player.index()];
        filled.add(player, stones[player.index()] - filled.stones[player.index()]);
    }
    surroundings.fill_on(filled);
}

impl<const W: usize> Surroundings<W> {
    /// Fills in cells until no more can be filled, and writes the result to `filled`.
    ///
    /// `stones` are Black's and White's. A cell that is dead for both goes to Black.
    pub fn fill_in(&self, stones: [Bits<W>; 2], filled: &mut Filled<W>) {
        compiled_once!(W, fill_in(filled => Filled, self => Surroundings, &stones));
    }

    /// As [`Self::fill_in`], but keeps what was inferred where nothing has changed. `stones` are a few more than all
    /// those of `before`, which has been filled in.
    ///
    /// PERF: of 949 million instructions for the openings d2 and f2 of 7x7 (647 nodes), it saves about 160 million.
    /// Counted by callgrind, in no kept run.
    pub fn fill_in_after(&self, before: &Filled<W>, stones: [Bits<W>; 2], filled: &mut Filled<W>) {
        filled.copy_from(before);
        compiled_once!(W, fill_more(filled => Filled, self => Surroundings, &stones));
    }

    /// Fills in what follows from what has changed, until the work has to end.
    fn fill_on(&self, filled: &mut Filled<W>) {
        // On a plain board more stones of a player make none of its cells useful that were dead. Across a terminal such a
        // cell may no longer be seen to be dead, so what was noted is looked at again after each step.
        let is_plain = self.sights.iter().all(|sight| sight.cross.is_empty());
        'again: loop {
            if self.watch.is_over() {
                // They may be those of another position.
                filled.replies.iter_mut().for_each(|replies| replies.forget(self.n_cells()));
                break;
            }
            let n_steps = filled.steps.len();
            self.fill_dead(filled);
            for (fill, player) in [Self::fill_pairs, Self::fill_permanent]
                .into_iter()
                .flat_map(|fill| Player::BOTH.map(|player| (fill, player)))
            {
                let n_before = filled.steps.len();
                fill(self, filled, player);
                if !is_plain && filled.steps.len() > n_before {
                    continue 'again;
                }
            }
            if filled.steps.len() > n_steps {
                continue;
            }
            // Larger sets cost most to find, so they come after everything else.
            for player in Player::BOTH {
                self.fill_sets(filled, player);
                if !is_plain && filled.steps.len() > n_steps {
                    continue 'again;
                }
            }
            if filled.steps.len() == n_steps {
                break;
            }
        }
    }

    /// Fills dead cells, and notes where the other cells can be killed.
    fn fill_dead(&self, filled: &mut Filled<W>) {
        loop {
            let n_steps = filled.steps.len();
            for player in Player::BOTH {
                let mut empty = self.all - filled.occupied();
                let changed = std::mem::take(&mut filled.changed[player.index()]);
                filled.stale[player.index()] |= changed;
                for cell in (changed & empty).iter() {
                    let view = &filled.views[(!player).index()];
                    match view.life(cell, empty) {
                        Liveness::Dead => {
                            let cells = Bits::single(cell);
                            let rests_on = filled.least(player, cells, empty, |open| view.is_dead(cell, open));
                            filled.fill(Fill { player, cells, rests_on, kind: FillKind::Dead });
                            empty.remove(cell);
                        }
                        Liveness::Alive(killers) => filled.killers[player.index()][cell] = killers,
                    }
                }
            }
            if filled.steps.len() == n_steps || self.watch.is_over() {
                break;
            }
        }
    }

    /// Fills pairs of cells in which each cell kills the other.
    fn fill_pairs(&self, filled: &mut Filled<W>, player: Player) {
        let mut empty = self.all - filled.occupied();
        for a in empty.iter() {
            let killers = &filled.killers[player.index()];
            let partner = (killers[a] & empty).iter().find(|&b| empty.contains(a) && killers[b].contains(a));
            let Some(b) = partner else { continue };
            let view = &filled.views[(!player).index()];
            let cells = Bits::single(a).with(b);
            let rests_on =
                filled.least(player, cells, empty, |open| cells.iter().all(|cell| view.is_dead(cell, open - cells)));
            filled.answers[a] = b as u16;
            filled.answers[b] = a as u16;
            filled.fill(Fill { player, cells, rests_on, kind: FillKind::Captured });
            empty -= cells;
        }
    }

    /// Fills cells that either player's stone on one other cell would kill.
    ///
    /// If the opponent takes the cell, the player takes the killer and has both. If the opponent takes the killer, the
    /// cell is dead and as good as the player's. So the player loses nothing by not playing there.
    fn fill_permanent(&self, filled: &mut Filled<W>, player: Player) {
        let mut empty = self.all - filled.occupied();
        for cell in empty.iter() {
            let view = &filled.views[(!player).index()];
            let killers = filled.killers[player.index()][cell] & empty;
            let both = killers.iter().find(|&killer| view.is_dead_after_join(cell, killer, empty));
            let Some(killer) = both else { continue };
            let rests_on = filled.least(player, Bits::single(cell).with(killer), empty, |open| {
                view.is_dead(cell, open.without(killer)) && view.is_dead_after_join(cell, killer, open)
            });
            filled.answers[cell] = killer as u16;
            let kind = FillKind::Permanent { killer };
            filled.fill(Fill { player, cells: Bits::single(cell), rests_on, kind });
            empty.remove(cell);
        }
    }

    /// Finds the replies of a player and fills the sets they capture.
    fn fill_sets(&self, filled: &mut Filled<W>, player: Player) {
        let mut replies = std::mem::take(&mut filled.replies[player.index()]);
        let empty = self.all - filled.occupied();
        let stale = std::mem::take(&mut filled.stale[player.index()]) | filled.changed[player.index()];
        let mut looks = Looks::new(&self.watch);
        replies.find(&filled.scene(player, empty), stale, &mut looks);
        let mut safe = replies.captured(empty);
        // For each cell, the part that holds it.
        let parts: Vec<(usize, Bits<W>)> =
            safe.iter().map_while(|cell| (!looks.are_over()).then(|| (cell, replies.closure(cell, safe)))).collect();
        while let Some(&(_, smallest)) =
            parts.iter().filter(|&&(cell, _)| safe.contains(cell)).min_by_key(|(_, cells)| (*cells & safe).len())
        {
            // Sets may overlap; what the one before filled is already the player's.
            let cells = smallest & safe;
            let mut rests_on = smallest - safe;
            for cell in cells.iter() {
                if let Some(reply) = replies.reply_within(cell, smallest, smallest) {
                    rests_on |= filled.scene(player, empty).rests_on(reply);
                    if cells.contains(reply.killer) {
                        filled.answers[cell] = reply.killer as u16;
                    }
                }
            }
            filled.fill(Fill { player, cells, rests_on, kind: FillKind::Captured });
            safe -= cells;
        }
        filled.replies[player.index()] = replies;
    }
}
