//! Agreements of players of Go: komi, rules and handicap before the game, dead stones after it.

use std::sync::Arc;

use tesuji_board::Player;
use tesuji_game::Game;
use tesuji_go::{Komi, Position, Rules};

use super::{GoGame, handicap, settled};
use crate::games::AnyGame;
use crate::{GameSpec, Handicap, Session, SessionError, Settled};

/// Komi and rules in force, and the status of stones at the end.
#[derive(Clone, Copy, Debug)]
pub struct GoTable<'a> {
    position: &'a Position,
    komi: Komi,
    rules: Rules,
}

/// Mutable access to the table.
pub struct GoTableMut<'a> {
    game: &'a mut GoGame,
    komi: &'a mut Komi,
    rules: &'a mut Rules,
}

impl Session {
    /// Komi, rules and dead stones; `None` in other games than Go.
    #[must_use]
    pub const fn table(&self) -> Option<GoTable<'_>> {
        match (&self.game, &self.spec) {
            (AnyGame::Go(game), GameSpec::Go { komi, rules, .. }) => {
                Some(GoTable { position: game.position(), komi: *komi, rules: *rules })
            }
            _ => None,
        }
    }

    /// Result on which the players would agree: in Go the score without the stones that are dead
    /// ([`GoTable::settled`]), elsewhere the result by the rules. `None` while the game goes on.
    #[must_use]
    pub fn agreed_result(&self, seed: u64) -> Option<String> {
        let by_rules = self.record().result()?;
        Some(self.table().map_or(by_rules, |table| table.settled(seed).score))
    }

    /// Mutable access to komi, rules and handicap; `None` in other games than Go.
    #[must_use]
    pub fn table_mut(&mut self) -> Option<GoTableMut<'_>> {
        match (&mut self.game, &mut self.spec) {
            (AnyGame::Go(game), GameSpec::Go { komi, rules, .. }) => {
                // The counts were made under the old rules.
                *self.counted.get_mut() = None;
                Some(GoTableMut { game, komi, rules })
            }
            _ => None,
        }
    }
}

impl GoTable<'_> {
    /// White's compensation for moving second, without that for handicap.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Stones that this program would agree to remove, and the score without them. This is certain where it can be
    /// known, and otherwise decided by random games. Equal seeds give equal answers.
    #[must_use]
    pub fn settled(&self, seed: u64) -> Settled {
        settled::settle(self.position, seed)
    }
}

impl GoTableMut<'_> {
    /// Gives Black handicap stones before the first move, and White the turn and the compensation of the rules. Returns
    /// their names. They are not among the recorded moves.
    ///
    /// # Errors
    ///
    /// [`SessionError::Begun`], or if the board cannot take such stones.
    pub fn set_handicap(&mut self, handicap: &Handicap) -> Result<Vec<String>, SessionError> {
        self.game.check_unplayed()?;
        let (start, names) = handicap::place(self.game.start_position(), handicap)?;
        self.game.begin_with(start, names.len())?;
        Ok(names)
    }

    /// Changes the komi; moves and handicap stay.
    pub fn set_komi(&mut self, komi: Komi) {
        let half_points = i32::from(komi.half_points()) - i32::from(self.komi.half_points());
        self.game.change(|position| raise_komi(position, half_points));
        *self.komi = komi;
    }

    /// Changes the rules. Moves and handicap stay; the compensation for handicap is that of the new rules.
    ///
    /// # Errors
    ///
    /// If the new rules forbid a move that was played.
    pub fn set_rules(&mut self, rules: Rules) -> Result<(), SessionError> {
        let start = under(self.game.start_position(), *self.komi, rules, self.game.n_handicap())?;
        self.game.play_again_from(start)?;
        *self.rules = rules;
        Ok(())
    }
}

impl std::fmt::Debug for GoTableMut<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GoTableMut").field("komi", self.komi).field("rules", self.rules).finish_non_exhaustive()
    }
}

/// The position before the first move under other rules, which compensate White for this many handicap stones.
fn under(position: &Position, komi: Komi, rules: Rules, n_handicap: usize) -> Result<Position, SessionError> {
    let komi = komi.plus_points(rules.points_for_handicap(n_handicap));
    let [black, white] = Player::BOTH.map(|player| position.stones(player));
    let anew = Position::setup(Arc::clone(position.topology()), rules, komi, [&black, &white], position.to_move());
    // The same stones are allowed under any rules.
    anew.map_err(|error| SessionError::Record(error.to_string()))
}

fn raise_komi(position: &mut Position, half_points: i32) {
    let raised = i32::from(position.komi().half_points()).saturating_add(half_points);
    let raised = raised.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    *position = position.clone().with_komi(Komi::from_half_points(raised));
}
