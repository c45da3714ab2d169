//! A game between two seats, each taken by a person or by one of our players.

use tesuji_board::Player;
use tesuji_search::Limits;

use crate::{Analysis, Glance, GlanceSpec, PlayerSpec, Session, SessionError, move_seed};

/// A game between two seats. Whoever shows it, in a terminal or on a page, asks whose turn it is, passes on the moves
/// of persons, and lets players reply.
#[derive(Debug)]
pub struct Contest {
    session: Session,
    seats: [Option<PlayerSpec>; 2],
    seed: u64,
    resigned: Option<Player>,
}

/// The player to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A person with this colour.
    Person(Player),
    /// One of our players with this colour.
    Ours(Player),
    /// Nobody: the game is over.
    Over,
}

impl Contest {
    /// A game that goes on from `session`. A seat without a player is a person's.
    ///
    /// # Errors
    ///
    /// [`SessionError::Player`] if the game has no such player.
    pub fn new(session: Session, seats: [Option<PlayerSpec>; 2], seed: u64) -> Result<Self, SessionError> {
        for player in seats.iter().flatten() {
            session.accepts(player)?;
        }
        Ok(Self { session, seats, seed, resigned: None })
    }

    /// The game.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Goes on with another game, with the same players.
    ///
    /// # Errors
    ///
    /// [`SessionError::Player`] if that game has no such player. Then nothing changes.
    pub fn set_session(&mut self, session: Session) -> Result<(), SessionError> {
        for player in self.seats.iter().flatten() {
            session.accepts(player)?;
        }
        (self.session, self.resigned) = (session, None);
        Ok(())
    }

    /// The player to act.
    #[must_use]
    pub fn turn(&self) -> Turn {
        let player = self.session.to_move();
        match &self.seats[player.index()] {
            _ if self.resigned.is_some() || self.session.outcome().is_some() => Turn::Over,
            None => Turn::Person(player),
            Some(_) => Turn::Ours(player),
        }
    }

    /// Plays a person's move.
    ///
    /// # Errors
    ///
    /// Those of [`Session::play`]; [`SessionError::Over`] after a resignation.
    pub fn play(&mut self, mv: &str) -> Result<(), SessionError> {
        if self.resigned.is_some() {
            return Err(SessionError::Over);
        }
        self.session.play(self.session.to_move(), mv)
    }

    /// Lets the player who is to move choose a move, and plays it. A search that is interrupted plays the move that it
    /// likes best so far. `None` if it is not a player's turn.
    ///
    /// # Errors
    ///
    /// Those of [`Session::genmove`].
    pub fn reply(&mut self, limits: &Limits) -> Result<Option<Analysis>, SessionError> {
        let Turn::Ours(player) = self.turn() else { return Ok(None) };
        let Some(spec) = &self.seats[player.index()] else { return Ok(None) };
        let analysis = self.session.analyze(spec, limits, move_seed(self.seed, self.session.moves().len()))?;
        self.session.play(player, &analysis.choice.mv)?;
        Ok(Some(analysis))
    }

    /// Evaluations by `adviser` of the moves of the player to move, of at least `n_moves` if it compares that many.
    /// Nothing is played.
    ///
    /// # Errors
    ///
    /// Those of [`Session::analyze`].
    pub fn hint(&mut self, adviser: &PlayerSpec, n_moves: usize, limits: &Limits) -> Result<Analysis, SessionError> {
        if self.turn() == Turn::Over {
            return Err(SessionError::Over);
        }
        let adviser = adviser.clone().with_lines(self.session.spec().kind(), n_moves);
        self.session.analyze(&adviser, limits, move_seed(self.seed, self.session.moves().len()))
    }

    /// Takes back moves until a person is to move again, at least one. Without persons, and with two of them, it is one
    /// move. A resignation is taken back alone. Returns the moves taken back, the last one first.
    ///
    /// # Errors
    ///
    /// [`SessionError::NothingPlayed`].
    pub fn undo(&mut self) -> Result<Vec<(Player, String)>, SessionError> {
        if self.resigned.take().is_some() {
            return Ok(Vec::new());
        }
        let has_person = self.seats.iter().any(Option::is_none);
        let persons_moved = self.session.moves().iter().any(|(player, _)| self.seats[player.index()].is_none());
        if has_person && !persons_moved {
            return Err(SessionError::NothingPlayed);
        }
        let mut taken = Vec::new();
        loop {
            let last = self.session.moves().last().cloned().ok_or(SessionError::NothingPlayed)?;
            self.session.undo()?;
            let is_persons = self.seats[last.0.index()].is_none();
            taken.push(last);
            if is_persons || !has_person {
                return Ok(taken);
            }
        }
    }

    /// Ends the game: the player to move resigns. After the end nothing happens.
    pub fn resign(&mut self) {
        if self.turn() != Turn::Over {
            self.resigned = Some(self.session.to_move());
        }
    }

    /// The result as a record states it, once the game is over: `B+3.5`, `W+Resign`, `0` for a draw. In Go it is the
    /// score without dead stones, as players agree on it.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        match self.resigned {
            Some(Player::Black) => Some("W+Resign".to_owned()),
            Some(Player::White) => Some("B+Resign".to_owned()),
            None => self.session.outcome().map(|_| self.session.agreed_result(self.seed).unwrap_or_default()),
        }
    }

    /// The game so far as SGF.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        self.session.record().to_sgf(&self.result().unwrap_or_default())
    }

    /// A short look at the position by everything that the game has: a solver, random playouts, evaluators.
    ///
    /// # Errors
    ///
    /// [`SessionError::Over`] or [`SessionError::Interrupted`].
    pub fn glance(&mut self, spec: &GlanceSpec, limits: &Limits) -> Result<Glance, SessionError> {
        self.session.glance(spec, limits)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::{GameSpec, UctSpec};

    fn uct() -> PlayerSpec {
        PlayerSpec::Uct(UctSpec { playouts: 30, ..UctSpec::default() })
    }

    fn contest(seats: [Option<PlayerSpec>; 2]) -> Contest {
        Contest::new(Session::new(&GameSpec::hex(4, 4)).unwrap(), seats, 1).unwrap()
    }

    #[test]
    fn a_person_plays_and_takes_back_with_the_reply() {
        let mut game = contest([None, Some(uct())]);
        assert_eq!(game.turn(), Turn::Person(Player::Black));
        assert!(matches!(game.undo(), Err(SessionError::NothingPlayed)));
        game.play("b2").unwrap();
        assert_eq!(game.turn(), Turn::Ours(Player::White));
        let reply = game.reply(&Limits::default()).unwrap().unwrap();
        assert_eq!(game.session().moves().last().map(|(_, mv)| mv), Some(&reply.choice.mv));
        assert_eq!(game.reply(&Limits::default()).unwrap(), None, "it is the person's turn");
        let taken = game.undo().unwrap();
        assert_eq!(taken.len(), 2);
        assert_eq!(game.turn(), Turn::Person(Player::Black));
        // The same moves get the same reply.
        game.play("b2").unwrap();
        assert_eq!(game.reply(&Limits::default()).unwrap().unwrap().choice.mv, reply.choice.mv);
    }

    #[test]
    fn an_opening_of_the_player_is_not_taken_back() {
        let mut game = contest([Some(uct()), None]);
        game.reply(&Limits::default()).unwrap();
        assert!(matches!(game.undo(), Err(SessionError::NothingPlayed)));
        assert_eq!(game.session().moves().len(), 1);
    }

    #[test]
    fn a_resignation_ends_the_game_and_can_be_taken_back() {
        let mut game = contest([None, None]);
        game.play("a1").unwrap();
        game.resign();
        assert_eq!((game.turn(), game.result().as_deref()), (Turn::Over, Some("B+Resign")));
        assert!(matches!(game.play("b2"), Err(SessionError::Over)));
        assert!(game.to_sgf().contains("RE[B+Resign]"), "{}", game.to_sgf());
        assert_eq!(game.undo().unwrap(), []);
        assert_eq!(game.turn(), Turn::Person(Player::White));
        assert_eq!(game.undo().unwrap().len(), 1, "two persons take back one move at a time");
    }
}
