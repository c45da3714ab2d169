//! Cells that can be counted as stones, filled in one inference at a time.

use tesuji_board::{Bits, Player};

use super::surroundings::Surroundings;
use super::view::{Life, View};

/// Why cells were filled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FillKind {
    /// Neither colour can matter.
    Dead,
    /// The player has them all, because each intrusion can be answered ([`Filled::answer`]) by a stone that kills it.
    Captured,
    /// A stone on the empty cell `killer`, whose ever, makes the cell dead. An intrusion is answered there.
    Permanent {
        /// The cell that kills for both.
        killer: usize,
    },
    /// The cell is dead once the opponent has `partner`, which the next step gives to the opponent: it would be dead
    /// if the player had this cell. So whoever of the two plays first gets the same, and nobody needs to.
    Mutual {
        /// The opponent's cell in the next step.
        partner: usize,
    },
}

/// Cells that were empty and now count as stones of `player`: the winner stays the same, whoever moves.
///
/// This holds in every position in which `player` has `rests_on`, the opponent has the stones it had before this step
/// (played or filled; for a mutual fill the partner too), and `cells`, and the killer of a permanent one, are empty; all
/// else may be empty or anyone's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fill<const W: usize> {
    /// Whose stones the cells become.
    pub player: Player,
    /// The cells, empty until this step.
    pub cells: Bits<W>,
    /// Stones of `player`, played or filled by earlier steps, that the inference needs.
    pub rests_on: Bits<W>,
    /// Why.
    pub kind: FillKind,
}

/// A position with the stones that follow from it. Kept and handed in again, it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Filled<const W: usize> {
    /// The stones of Black and of White, played and filled.
    pub stones: [Bits<W>; 2],
    /// The inferences, each resting on played stones and on earlier ones only.
    pub steps: Vec<Fill<W>>,
    /// Stones that were played.
    pub(super) played: Bits<W>,
    /// What each player can still join.
    pub(super) views: [View<W>; 2],
    /// By player and cell: where the player can kill the cell, as far as the opponent's view tells. Up to date for
    /// empty cells when the fill-in is done.
    pub(super) killers: [Vec<Bits<W>>; 2],
    /// By cell: the answer to an intrusion.
    answers: Vec<u16>,
}

const NO_ANSWER: u16 = u16::MAX;

impl<const W: usize> Filled<W> {
    /// The stones of both.
    #[must_use]
    pub fn occupied(&self) -> Bits<W> {
        self.stones[0] | self.stones[1]
    }

    /// How the player of a fill answers when the opponent plays on `cell`, which was filled.
    ///
    /// The answer is an empty cell, or one of the same step that the opponent has played on already, to no avail, or that
    /// is answered already; then nothing need be done. Dead cells need no answer.
    #[must_use]
    pub fn answer(&self, cell: usize) -> Option<usize> {
        self.answers.get(cell).filter(|answer| **answer != NO_ANSWER).map(|&answer| usize::from(answer))
    }

    fn start(&mut self, surroundings: &Surroundings<W>, stones: [Bits<W>; 2]) {
        self.stones = stones;
        self.played = stones[0] | stones[1];
        self.steps.clear();
        self.answers.clear();
        self.answers.resize(surroundings.n_cells(), NO_ANSWER);
        for player in Player::BOTH {
            let view = &mut self.views[player.index()];
            view.reset(&surroundings.links, surroundings.ends[player.index()]);
            for stone in stones[player.index()].iter() {
                view.join(stone);
            }
            self.killers[player.index()].clear();
            self.killers[player.index()].resize(surroundings.n_cells(), Bits::EMPTY);
        }
    }

    /// Takes in an inference, with the least it rests on: `holds` tells whether it still holds if the cells it is given
    /// are all that the opponent could get.
    fn fill(&mut self, player: Player, cells: Bits<W>, kind: FillKind, empty: Bits<W>, around: Bits<W>) {
        debug_assert!(self.holds(player, cells, kind, empty), "{kind:?} {cells:?} does not hold");
        let own = self.stones[player.index()];
        let rests_on = self.least(around & own, empty, |open| self.holds(player, cells, kind, open));
        self.steps.push(Fill { player, cells, rests_on, kind });
        self.stones[player.index()] |= cells;
        for cell in cells.iter() {
            self.views[player.index()].join(cell);
        }
    }

    /// The stones among `stones` that are needed for `holds`, told which cells the opponent could get.
    pub(super) fn least(&self, stones: Bits<W>, empty: Bits<W>, holds: impl Fn(Bits<W>) -> bool) -> Bits<W> {
        let mut open = empty;
        let mut rests_on = stones;
        // A filled stone costs the cells of its own step, so those are given up first.
        for stone in (stones - self.played).iter().chain((stones & self.played).iter()) {
            if holds(open.with(stone)) {
                open.insert(stone);
                rests_on.remove(stone);
            }
        }
        rests_on
    }

    fn holds(&self, player: Player, cells: Bits<W>, kind: FillKind, open: Bits<W>) -> bool {
        let view = &self.views[(!player).index()];
        let is_dead = |cell: usize, gone: Bits<W>| view.life(cell, open - gone) == Life::Dead;
        cells.iter().all(|cell| match kind {
            FillKind::Dead => is_dead(cell, Bits::EMPTY),
            FillKind::Captured => is_dead(cell, Bits::single(usize::from(self.answers[cell]))),
            FillKind::Permanent { killer } => {
                is_dead(cell, Bits::single(killer)) && view.is_dead_after_join(cell, killer, open)
            }
            FillKind::Mutual { partner } => view.is_dead_after_join(cell, partner, open),
        })
    }
}

impl<const W: usize> Surroundings<W> {
    /// Fills in cells until there is none left to be filled, into `filled`.
    ///
    /// `stones` are Black's and White's.
    pub fn fill_in(&self, stones: [Bits<W>; 2], filled: &mut Filled<W>) {
        filled.start(self, stones);
        loop {
            let n_steps = filled.steps.len();
            self.fill_dead(filled);
            for player in Player::BOTH {
                self.fill_captured(filled, player);
            }
            self.fill_permanent(filled);
            self.fill_mutual(filled);
            if filled.steps.len() == n_steps {
                break;
            }
        }
    }

    fn fill_dead(&self, filled: &mut Filled<W>) {
        loop {
            let n_steps = filled.steps.len();
            for player in Player::BOTH {
                let mut empty = self.all - filled.occupied();
                for cell in empty.iter() {
                    match filled.views[(!player).index()].life(cell, empty) {
                        Life::Dead => {
                            let around = filled.views[(!player).index()].links[cell];
                            filled.fill(player, Bits::single(cell), FillKind::Dead, empty, around);
                            empty.remove(cell);
                        }
                        Life::Alive(killers) => filled.killers[player.index()][cell] = killers,
                    }
                }
            }
            if filled.steps.len() == n_steps {
                break;
            }
        }
    }

    fn fill_captured(&self, filled: &mut Filled<W>, player: Player) {
        let i = player.index();
        loop {
            let empty = self.all - filled.occupied();
            // What is left when cells whose killers are gone are given up is captured.
            let mut safe: Bits<W> = empty;
            loop {
                let kept: Bits<W> = safe.iter().filter(|&cell| filled.killers[i][cell].meets(&safe)).collect();
                if kept == safe {
                    break;
                }
                safe = kept;
            }
            let Some(first) = safe.first() else { break };
            // The shortest cycles are pairs.
            let pair = safe.iter().find_map(|cell| {
                let killers = filled.killers[i][cell] & safe;
                killers.iter().find(|&killer| filled.killers[i][killer].contains(cell)).map(|killer| (cell, killer))
            });
            let mut cells = Bits::EMPTY;
            match pair {
                Some((a, b)) => {
                    filled.answers[a] = b as u16;
                    filled.answers[b] = a as u16;
                    cells = Bits::single(a).with(b);
                }
                None => {
                    let next = |cell: usize| (filled.killers[i][cell] & safe).first().unwrap_or(cell);
                    let mut start = first;
                    for _ in safe.iter() {
                        start = next(start);
                    }
                    let mut at = start;
                    while !cells.contains(at) {
                        cells.insert(at);
                        let answer = next(at);
                        filled.answers[at] = answer as u16;
                        at = answer;
                    }
                }
            }
            let view = &filled.views[(!player).index()];
            let around = cells.iter().fold(Bits::EMPTY, |all, cell| all | view.links[cell]);
            filled.fill(player, cells, FillKind::Captured, empty, around);
        }
    }

    fn fill_permanent(&self, filled: &mut Filled<W>) {
        for player in Player::BOTH {
            let mut empty = self.all - filled.occupied();
            for cell in empty.iter() {
                let view = &filled.views[(!player).index()];
                let killers = filled.killers[player.index()][cell] & empty;
                if let Some(killer) = killers.iter().find(|&killer| view.is_dead_after_join(cell, killer, empty)) {
                    let around = view.links[cell] | view.links[killer];
                    filled.answers[cell] = killer as u16;
                    filled.fill(player, Bits::single(cell), FillKind::Permanent { killer }, empty, around);
                    empty.remove(cell);
                }
            }
        }
    }

    fn fill_mutual(&self, filled: &mut Filled<W>) {
        let mut empty = self.all - filled.occupied();
        for black in empty.iter() {
            if !empty.contains(black) {
                continue;
            }
            let [of_black, of_white] = &filled.views;
            // White kills Black's cell, Black kills White's.
            let partner = (filled.killers[1][black] & empty).iter().find(|&white| {
                filled.killers[0][white].contains(black)
                    && of_white.is_dead_after_join(black, white, empty)
                    && of_black.is_dead_after_join(white, black, empty)
            });
            if let Some(white) = partner {
                let kind = FillKind::Mutual { partner: white };
                let around = of_white.links[black] | of_white.links[white];
                let around_partner = of_black.links[white] | of_black.links[black];
                filled.fill(Player::Black, Bits::single(black), kind, empty, around);
                empty.remove(black);
                // Black's stone would count as White's hindrance in the proof, which rests on nothing of Black's.
                filled.fill(Player::White, Bits::single(white), FillKind::Dead, empty, around_partner);
                empty.remove(white);
            }
        }
    }
}
