//! Zones: the cells on which an answer rests.
//!
//! If a player loses after a pass, every move outside the zone of that answer loses too, so only moves in the zone are
//! searched. A zone is a guess about what matters: a [`Strategy`](crate::Strategy) answers the other moves as well, and so
//! finds out where a zone was too small.

use tesuji_reading::{living, numbers};

use crate::game::{Game, PASS, State};

/// An answer that rests on everything.
pub(crate) const EVERYWHERE: u64 = u64::MAX;

impl Game<'_> {
    /// The zone of a position that is decided at sight.
    pub(crate) fn zone(&self, state: &State) -> u64 {
        let ground = self.ground;
        let field = &ground.field;
        if ground.is_captured(state.left) {
            return 0;
        }
        if let Some(space) = ground.doomed(state) {
            // More of the defender's stones in the space change nothing.
            let attackers = state.local.stones[ground.defender.opponent().index()];
            return field.flood(field.around(space) & !space, attackers);
        }
        // Nor do more of the attacker's stones in the eyes.
        living(field, &state.local, ground.defender, u32::MAX)[0]
    }

    /// The zone of a position in which this move decides, given the position after it and its zone.
    pub(crate) fn zone_before(&self, state: &State, mv: u8, after: &State, zone: u64) -> u64 {
        if mv == PASS {
            return zone;
        }
        let field = &self.ground.field;
        let (own, other) = (state.mover.index(), state.mover.opponent().index());
        let taken = state.local.stones[other] & !after.local.stones[other];
        let mut zone = zone | 1 << mv | taken | field.around(taken);
        let chain = field.flood(1 << mv, after.local.stones[own]);
        let liberties = field.around(chain) & field.empties(&after.local);
        if chain & field.held(state.mover) == 0 && liberties & zone == 0 {
            zone |= liberties & liberties.wrapping_neg();
        }
        zone
    }

    /// A zone with everything by which the player to move, who loses, can interfere with it: the winner's chains in it with
    /// two liberties, and what makes a move suicide.
    pub(crate) fn closed(&self, state: &State, mut zone: u64) -> u64 {
        let field = &self.ground.field;
        zone &= field.all();
        let (own, other) = (state.local.stones[state.mover.index()], state.mover.opponent());
        let empties = field.empties(&state.local);
        loop {
            let before = zone;
            for chain in field.parts(state.local.stones[other.index()]).filter(|chain| chain & before != 0) {
                zone |= chain;
                let liberties = field.around(chain) & empties;
                while chain & field.held(other) == 0 && (liberties & zone).count_ones() < 2 && liberties & !zone != 0 {
                    let rest = liberties & !zone;
                    zone |= rest & rest.wrapping_neg();
                }
            }
            for at in numbers(zone & empties) {
                if field.near(at) & empties == 0 && field.place(&state.local, state.mover, at).is_none() {
                    let chain = field.flood(1 << at, own | 1 << at);
                    zone |= chain | field.around(chain);
                }
            }
            if zone == before {
                return zone;
            }
        }
    }
}
