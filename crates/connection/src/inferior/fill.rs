//! Dead and captured cells, filled in one inference at a time.

use tesuji_board::{Bits, Player};

use super::ring::{N_PLACES, Ring};
use super::surroundings::{Surroundings, opposite};

/// Why cells were filled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FillKind {
    /// Neither colour can matter.
    Dead,
    /// The player has them all, because intrusions can be answered.
    Captured,
}

/// Cells that were empty and now count as stones of `player`: the winner stays the same, whoever moves.
///
/// This holds in every position in which `player` has `rests_on`, the opponent has the stones it had before this step
/// (played or filled), and `cells` are empty; all else may be empty or anyone's.
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

impl<const W: usize> Fill<W> {
    /// How `player` answers when the opponent plays in `cells`; the rest of them is dead then.
    ///
    /// Dead cells need no answer.
    #[must_use]
    pub fn answer(&self, intrusion: usize) -> Option<usize> {
        match self.kind {
            FillKind::Dead => None,
            FillKind::Captured => self.cells.without(intrusion).first(),
        }
    }
}

/// A position with the stones that follow from it. Kept and handed in again, it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Filled<const W: usize> {
    /// The stones of Black and of White, played and filled.
    pub stones: [Bits<W>; 2],
    /// The inferences, each resting on played stones and on earlier ones only.
    pub steps: Vec<Fill<W>>,
    /// By cell: what surrounds it now.
    pub(super) rings: Vec<Ring>,
}

impl<const W: usize> Filled<W> {
    /// The stones of both.
    #[must_use]
    pub fn occupied(&self) -> Bits<W> {
        self.stones[0] | self.stones[1]
    }
}

impl<const W: usize> Surroundings<W> {
    /// Fills in dead and captured cells until there is none left, into `filled`.
    ///
    /// `stones` are Black's and White's. A dead cell goes to the player with more places around it, to Black if both
    /// have as many: the ring of its neighbours then changes colour less often.
    pub fn fill_in(&self, stones: [Bits<W>; 2], filled: &mut Filled<W>) {
        filled.stones = stones;
        filled.steps.clear();
        self.rings(&stones, &mut filled.rings);
        let mut changed = self.all - filled.occupied();
        while let Some(cell) = changed.first() {
            changed.remove(cell);
            if filled.occupied().contains(cell) {
                continue;
            }
            if let Some(fill) = self.dead(filled, cell).or_else(|| self.captured_pair(filled, cell)) {
                for stone in fill.cells.iter() {
                    self.mark(&mut filled.rings, stone, fill.player);
                    for (_, at) in self.around(stone) {
                        changed.insert(at);
                    }
                }
                filled.stones[fill.player.index()] |= fill.cells;
                filled.steps.push(fill);
            }
        }
    }

    fn dead(&self, filled: &Filled<W>, cell: usize) -> Option<Fill<W>> {
        let ring = filled.rings[cell];
        let verdict = self.table.verdict(ring);
        verdict.dead.then(|| {
            let player = if ring.0[0].count_ones() >= ring.0[1].count_ones() { Player::Black } else { Player::White };
            let rests_on = self.at_places(cell, verdict.needs[player.index()]);
            Fill { player, cells: Bits::single(cell), rests_on, kind: FillKind::Dead }
        })
    }

    /// Two neighbours, one of them `cell`, each of which is dead once the other is the player's.
    fn captured_pair(&self, filled: &Filled<W>, cell: usize) -> Option<Fill<W>> {
        let ring = filled.rings[cell];
        let killers = self.table.verdict(ring).killers;
        let places = killers[0] | killers[1];
        if places == 0 {
            return None;
        }
        let occupied = filled.occupied();
        for place in (0..N_PLACES).filter(|place| places >> place & 1 != 0) {
            let Some((_, other)) =
                self.around(cell).find(|&(at_place, at)| at_place == place && !occupied.contains(at))
            else {
                continue;
            };
            let back = opposite(place);
            let other_ring = filled.rings[other];
            let other_killers = self.table.verdict(other_ring).killers;
            for player in Player::BOTH {
                let i = player.index();
                if killers[i] >> place & 1 != 0 && other_killers[i] >> back & 1 != 0 {
                    let needs = self.table.verdict(ring.with(place, player)).needs[i];
                    let other_needs = self.table.verdict(other_ring.with(back, player)).needs[i];
                    let cells = Bits::single(cell).with(other);
                    let rests_on = (self.at_places(cell, needs) | self.at_places(other, other_needs)) - cells;
                    return Some(Fill { player, cells, rests_on, kind: FillKind::Captured });
                }
            }
        }
        None
    }
}
