//! The game that a claim is about: stones of a region, ko, and ko threats elsewhere.
//!
//! One player, the *achiever*, wants something to happen: the attacker to capture the target, or the defender to make two
//! eyes. The other player prevents it, forever if need be, so a position that comes back counts for that player, unless
//! the aim says otherwise. A pass stands
//! for a move elsewhere. The achiever gains nothing by one, as the other player would pass too, but for lifting a ban.
//! Suicide is not played. One player may have ko threats outside: each pays for
//! retaking a ko at once, because the opponent has to answer it.

use tesuji_board::Player;
use tesuji_reading::{Field, Local, living, numbers};

/// A pass instead of the number of a cell.
pub(crate) const PASS: u8 = u8::MAX;
/// No cell is banned.
pub(crate) const NO_BAN: u8 = u8::MAX;

/// Event that one player wants and the other prevents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// The attacker captures the target.
    Capture,
    /// The defender makes the target unconditionally alive.
    Eyes,
    /// The attacker captures the target, or positions come back forever.
    CaptureOrRepeat,
}

/// External ko threats of one player; the other has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Threats {
    /// The player who has them.
    pub owner: Player,
    /// Number of threats; [`Self::UNBOUNDED`] is as many as needed.
    pub n: u8,
}

impl Threats {
    /// As many threats as needed.
    pub const UNBOUNDED: u8 = u8::MAX;
}

/// A statement about the target of a question: that its aim is achieved, or that it is not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    /// The event in question.
    pub aim: Aim,
    /// The player who moves first.
    pub first: Player,
    /// Ko threats outside the region.
    pub threats: Threats,
}

/// A position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    pub(crate) local: Local,
    /// The stones of the target that have never been captured.
    pub(crate) left: u64,
    /// The cell where the player to move may not retake a ko without a threat.
    pub(crate) ban: u8,
    pub(crate) threats: u8,
    pub(crate) mover: Player,
}

/// The region and the target, common to all claims of a question.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub(crate) field: Field,
    pub(crate) local: Local,
    pub(crate) target: u64,
    pub(crate) defender: Player,
    /// Whether all stones of the target have to be captured, rather than any.
    pub(crate) all: bool,
}

/// The game of one aim with the threats of one player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Game<'a> {
    pub(crate) ground: &'a Ground,
    pub(crate) aim: Aim,
    pub(crate) threat_owner: Player,
}

impl Ground {
    pub(crate) const fn start(&self, first: Player, threats: Threats) -> State {
        State { local: self.local, left: self.target, ban: NO_BAN, threats: threats.n, mover: first }
    }

    pub(crate) const fn is_captured(&self, left: u64) -> bool {
        if self.all { left == 0 } else { left != self.target }
    }

    /// Whether the target is unconditionally alive.
    fn is_alive(&self, state: &State) -> bool {
        let [alive, _] = living(&self.field, &state.local, self.defender, u32::MAX);
        if self.all { alive & state.left != 0 } else { state.left & !alive == 0 }
    }

    /// Whether the target is dead whatever the defender does, because no room is left for two eyes: of the space around one
    /// of its chains that holds no safe attacker, all cells that touch no safe attacker touch each other. The attacker
    /// fills the other cells first, each connected to a safe stone, and those cells last.
    /// Returns that space.
    pub(crate) fn doomed(&self, state: &State) -> Option<u64> {
        let field = &self.field;
        let (own, other) = (self.defender.index(), self.defender.opponent());
        let attackers = state.local.stones[other.index()];
        let safe = field.flood(attackers & field.held(other), attackers);
        let touches_safe = field.around(safe) | field.held(other);
        let doomed = |chain: u64| {
            let space = field.flood(chain, field.all() & !safe);
            let inner = space & !chain & !touches_safe;
            let is_small = || numbers(inner).all(|at| inner & !(1 << at) & !field.near(at) == 0);
            (space & field.held(self.defender) == 0 && is_small()).then_some(space)
        };
        let mut chains = field.parts(state.local.stones[own]).filter(|chain| chain & state.left != 0);
        match self.all {
            false => chains.find_map(doomed),
            true => chains.next().filter(|chain| state.left & !chain == 0).and_then(doomed),
        }
    }
}

impl Game<'_> {
    pub(crate) fn achiever(&self) -> Player {
        match self.aim {
            Aim::Capture | Aim::CaptureOrRepeat => self.ground.defender.opponent(),
            Aim::Eyes => self.ground.defender,
        }
    }

    /// Number of cells where the target may still make eyes, if the aim is to capture it: none touches a safe attacker.
    pub(crate) fn room(&self, state: &State) -> u32 {
        if self.aim == Aim::Eyes {
            return 0;
        }
        let field = &self.ground.field;
        let attacker = self.ground.defender.opponent();
        let attackers = state.local.stones[attacker.index()];
        let safe = field.flood(attackers & field.held(attacker), attackers);
        let taken = safe | field.around(safe) | field.held(attacker) | state.local.stones[attacker.opponent().index()];
        (field.all() & !taken).count_ones()
    }

    /// Whether positions that come back forever achieve the aim.
    pub(crate) fn repeating_achieves(&self) -> bool {
        self.aim == Aim::CaptureOrRepeat
    }

    /// Whether the aim is achieved or prevented for certain; `None` if play goes on.
    pub(crate) fn decided(&self, state: &State) -> Option<bool> {
        let ground = self.ground;
        let is_capture = self.aim != Aim::Eyes;
        if ground.is_captured(state.left) {
            return Some(is_capture);
        }
        if ground.doomed(state).is_some() {
            return Some(is_capture);
        }
        ground.is_alive(state).then_some(!is_capture)
    }

    /// The position after a move; `None` if the move is not allowed.
    pub(crate) fn after(&self, state: &State, mv: u8) -> Option<State> {
        let mover = state.mover.opponent();
        if mv == PASS {
            let may_pass = state.mover != self.achiever() || state.ban != NO_BAN;
            return may_pass.then_some(State { mover, ban: NO_BAN, ..*state });
        }
        let mut threats = state.threats;
        if mv == state.ban {
            if state.mover != self.threat_owner || threats == 0 {
                return None;
            }
            threats -= u8::from(threats != Threats::UNBOUNDED);
        }
        let field = &self.ground.field;
        let at = usize::from(mv);
        if at >= field.cells().len() || field.empties(&state.local) >> at & 1 == 0 {
            return None;
        }
        let effect = field.place(&state.local, state.mover, at)?;
        let defender = self.ground.defender.index();
        let taken = state.local.stones[state.mover.opponent().index()] & !effect.local.stones[mover.index()];
        let ban = if effect.is_ko { taken.trailing_zeros() as u8 } else { NO_BAN };
        Some(State { local: effect.local, left: state.left & effect.local.stones[defender], ban, threats, mover })
    }

    /// The moves of the player to move that are allowed, in the order of cells, a pass last.
    pub(crate) fn moves(&self, state: &State) -> impl Iterator<Item = (u8, State)> + use<'_> {
        let state = *state;
        let cells = numbers(self.ground.field.empties(&state.local)).map(|at| at as u8);
        cells.chain([PASS]).filter_map(move |mv| Some((mv, self.after(&state, mv)?)))
    }
}
