//! What the six places around a cell tell about it: derived once, by looking at every completion.
//!
//! A cell is *pivotal* on a full board if its colour decides who wins. Then a winning chain of each player passes
//! through it, so around it stand Black, White, Black, White in this cyclic order: going round, the colour changes at
//! least four times. A cell whose ring can no longer be completed so is dead.

use std::sync::LazyLock;

use tesuji_board::Player;

/// How many places lie around a cell.
pub(super) const N_PLACES: usize = 6;
const ALL_PLACES: u8 = (1 << N_PLACES) - 1;

/// Which places of a ring are of which player, one bit a place; a place in neither is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Ring(pub(super) [u8; 2]);

impl Ring {
    /// This ring with `place` of `player`.
    pub(super) const fn with(mut self, place: usize, player: Player) -> Self {
        self.0[player.index()] |= 1 << place;
        self
    }

    const fn index(self) -> usize {
        self.0[0] as usize | (self.0[1] as usize) << N_PLACES
    }
}

/// What is known about a cell with a certain ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Verdict {
    /// No completion makes the cell pivotal.
    pub dead: bool,
    /// By player: a smallest part of this player's places with which the cell is dead already, whatever the player's
    /// other places and the empty ones are; for dead cells only.
    pub needs: [u8; 2],
    /// By player: the empty places where a stone of this player makes the cell dead; for cells that are not.
    pub killers: [u8; 2],
}

/// The verdict on each of the 3^6 rings.
#[derive(Debug)]
pub(super) struct RingTable {
    verdicts: Vec<Verdict>,
}

impl RingTable {
    /// The only one, computed when first asked for.
    pub(super) fn shared() -> &'static Self {
        static TABLE: LazyLock<RingTable> = LazyLock::new(RingTable::derive);
        &TABLE
    }

    pub(super) fn verdict(&self, ring: Ring) -> &Verdict {
        &self.verdicts[ring.index()]
    }

    fn derive() -> Self {
        let mut verdicts = vec![Verdict::default(); 1 << (2 * N_PLACES)];
        for ring in rings() {
            verdicts[ring.index()].dead = !can_be_pivotal(ring);
        }
        for ring in rings() {
            if verdicts[ring.index()].dead {
                verdicts[ring.index()].needs = Player::BOTH.map(|player| smallest_need(&verdicts, ring, player));
            } else {
                let empty = ALL_PLACES & !(ring.0[0] | ring.0[1]);
                let kills = |place: usize, player: Player| {
                    empty >> place & 1 != 0 && verdicts[ring.with(place, player).index()].dead
                };
                verdicts[ring.index()].killers = Player::BOTH.map(|player| {
                    (0..N_PLACES).filter(|&place| kills(place, player)).fold(0, |set, place| set | 1 << place)
                });
            }
        }
        Self { verdicts }
    }
}

/// Every ring, each place empty, black or white.
fn rings() -> impl Iterator<Item = Ring> {
    (0..=ALL_PLACES).flat_map(|black| {
        (0..=ALL_PLACES).filter(move |white| black & white == 0).map(move |white| Ring([black, white]))
    })
}

/// Does some completion of the ring have four changes of colour?
fn can_be_pivotal(ring: Ring) -> bool {
    (0..=ALL_PLACES)
        .filter(|full_black| ring.0[0] & !full_black == 0 && ring.0[1] & full_black == 0)
        .any(|full_black| n_changes(full_black) >= 4)
}

/// How often the colour changes going once around a full ring.
const fn n_changes(black: u8) -> u32 {
    let next = (black >> 1 | black << (N_PLACES - 1)) & ALL_PLACES;
    (black ^ next).count_ones()
}

fn smallest_need(verdicts: &[Verdict], ring: Ring, player: Player) -> u8 {
    let all = ring.0[player.index()];
    (0..=ALL_PLACES)
        .filter(|part| part & !all == 0)
        .filter(|&part| {
            let mut less = ring;
            less.0[player.index()] = part;
            verdicts[less.index()].dead
        })
        .min_by_key(|part| part.count_ones())
        .unwrap_or(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(text: &str) -> Ring {
        text.bytes().enumerate().fold(Ring::default(), |ring, (place, mark)| match mark {
            b'B' => ring.with(place, Player::Black),
            b'W' => ring.with(place, Player::White),
            _ => ring,
        })
    }

    fn verdict(text: &str) -> Verdict {
        *RingTable::shared().verdict(ring(text))
    }

    #[test]
    fn known_dead_cells() {
        for dead in ["BBBB..", "..WWWW", "BBB.W.", "BB.WW.", "BWWWWB", "BBBBBB", "B.BBBB"] {
            assert!(verdict(dead).dead, "{dead}");
        }
        for alive in ["......", "BBB...", "BB.W..", "B.B...", "BWBW..", "B.W.B.", "BB..WW", "BBW.WW"] {
            assert!(!verdict(alive).dead, "{alive}");
        }
    }

    #[test]
    fn needs_no_more_than_it_must() {
        // Four stones in a row kill by themselves, a fifth adds nothing; beside three a white stone can stand for the fourth.
        assert_eq!(verdict("BBBBB.").needs[0].count_ones(), 4);
        assert_eq!(verdict("BBBB..").needs, [0b001111, 0]);
        assert_eq!(verdict("BBB.W.").needs, [0b000111, 0b010000]);
        // The white ones are enough by themselves, and so are the black ones with two white.
        assert_eq!(verdict("BWWWWB").needs[0], 0);
    }

    #[test]
    fn killers_complete_a_dead_ring() {
        assert_eq!(verdict("BBB...").killers, [0b101000, 0b010000]);
        assert_eq!(verdict("......").killers, [0, 0]);
    }

    #[test]
    fn colours_and_directions_are_alike() {
        let table = RingTable::shared();
        let turned = |places: u8| (places << 1 | places >> (N_PLACES - 1)) & ALL_PLACES;
        let mut n_dead = 0;
        for ring in rings() {
            let (here, there) = (table.verdict(ring), table.verdict(Ring([ring.0[1], ring.0[0]])));
            assert_eq!((here.dead, here.killers), (there.dead, [there.killers[1], there.killers[0]]));
            let there = table.verdict(Ring(ring.0.map(turned)));
            assert_eq!((here.dead, here.killers.map(turned)), (there.dead, there.killers));
            n_dead += usize::from(here.dead);
        }
        // Full rings with fewer than four changes are 32 of these: one colour, or one run of one to five places.
        assert_eq!(n_dead, 122);
    }
}
