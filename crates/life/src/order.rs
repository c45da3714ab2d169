//! Order of moves: a guess, on which nothing but the order of a search rests.

use tesuji_reading::numbers;

use crate::game::{Game, PASS, State};

/// Estimates of what each move of a position leaves to be done.
pub(crate) struct Rates {
    works: [u8; 64],
}

/// Of a pass.
const PASS_WORK: u32 = 5;
/// Of a move that seems to do nothing.
const MOST_WORK: u8 = 9;

impl Rates {
    pub(crate) fn new(game: &Game<'_>, state: &State) -> Self {
        let ground = game.ground;
        let field = &ground.field;
        let (defender, attacker) = (ground.defender, ground.defender.opponent());
        let (own, other) =
            (state.local.stones[state.mover.index()], state.local.stones[state.mover.opponent().index()]);
        let attackers = state.local.stones[attacker.index()];
        let empties = field.empties(&state.local);
        let safe = field.flood(attackers & field.held(attacker), attackers);
        // Cells that may become eyes.
        let inner =
            field.all() & !state.local.stones[defender.index()] & !field.around(safe) & !field.held(attacker) & !safe;
        // Last liberties, and last but one.
        let (mut last, mut scarce) = (0, 0);
        for (stones, player) in [(own, state.mover), (other, state.mover.opponent())] {
            for chain in field.parts(stones).filter(|chain| chain & field.held(player) == 0) {
                let liberties = field.around(chain) & empties;
                match liberties.count_ones() {
                    1 => last |= liberties,
                    2 => scarce |= liberties,
                    _ => {}
                }
            }
        }
        let mut works = [MOST_WORK; 64];
        for at in numbers(empties) {
            let (near, bit) = (field.near(at), 1u64 << at);
            let mut rate = (near & inner).count_ones() + 2 * u32::from(inner & bit != 0);
            rate += 4 * u32::from(last & bit != 0) + 2 * u32::from(scarce & bit != 0);
            rate += u32::from(near & other != 0);
            // The player's own eye.
            if near & !own == 0 && last & bit == 0 {
                rate = 0;
            }
            works[at] = MOST_WORK.saturating_sub(rate as u8).max(1);
        }
        Self { works }
    }

    pub(crate) fn work(&self, mv: u8) -> u32 {
        if mv == PASS { PASS_WORK } else { u32::from(self.works[usize::from(mv)]) }
    }
}
