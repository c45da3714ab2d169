//! The engine's own board, its player and its clock.

use std::sync::Arc;
use std::time::Duration;

use tesuji_board::Player;
use tesuji_engine::{Analysis, GameSpec, Session, SessionError, Thinking};

use super::EngineSettings;
use super::clock::Clock;
use super::input::Bell;

/// Everything that a controller can change.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) settings: EngineSettings,
    pub(super) session: Session,
    pub(super) clock: Clock,
    /// The player's comment on the last move it chose.
    pub(super) comment: String,
    /// The player who has resigned.
    pub(super) resigned: Option<Player>,
    /// The latest analysis, with the hash of its position.
    pub(super) analysis: Option<(u64, Analysis)>,
    /// By player: how many moves in a row were chosen with little hope.
    pub(super) n_hopeless: [u32; 2],
    /// By player: whether the last move chosen was proved to win.
    pub(super) has_proved: [bool; 2],
    /// The search of a position, by its hash, to go on with while no command is running.
    pub(super) pondering: Option<(u64, Thinking)>,
    /// Time that the last search within a time was allowed to take.
    pub(super) until: Duration,
    pub(super) bell: Arc<Bell>,
    is_over: bool,
}

impl Board {
    pub(super) fn new(settings: EngineSettings, bell: Arc<Bell>) -> Result<Self, SessionError> {
        let session = Session::new(&settings.game)?;
        session.accepts(&settings.player)?;
        Ok(Self {
            settings,
            session,
            clock: Clock::default(),
            comment: String::new(),
            resigned: None,
            analysis: None,
            n_hopeless: [0; 2],
            has_proved: [false; 2],
            pondering: None,
            until: Duration::ZERO,
            bell,
            is_over: false,
        })
    }

    /// Begins a game, perhaps on another board. If that board cannot be played on, nothing changes.
    pub(super) fn begin(&mut self, game: GameSpec) -> Result<(), SessionError> {
        self.set_session(Session::new(&game)?);
        self.clock.time.restart();
        Ok(())
    }

    /// Goes on with another game.
    pub(super) fn set_session(&mut self, session: Session) {
        self.settings.game = session.spec().clone();
        self.session = session;
        self.comment.clear();
        self.resigned = None;
        self.forget_thoughts();
    }

    /// Forgets analyses, because they were about other rules or other stones.
    pub(super) fn forget_thoughts(&mut self) {
        self.analysis = None;
        self.n_hopeless = [0; 2];
        self.has_proved = [false; 2];
        self.pondering = None;
    }

    /// Goes on under other rules of the same game on the same board.
    pub(super) fn change_rules(&mut self, game: GameSpec) -> Result<(), SessionError> {
        let mut session = Session::new(&game)?;
        for (player, mv) in self.session.moves() {
            session.play(*player, mv)?;
        }
        (self.settings.game, self.session) = (game, session);
        Ok(())
    }

    /// Makes a move. `resign` counts as one: it ends the game until it is taken back.
    pub(super) fn play(&mut self, player: Player, mv: &str) -> Result<(), String> {
        self.check_resigned()?;
        if mv.eq_ignore_ascii_case(RESIGN) {
            self.resigned = Some(player);
            return Ok(());
        }
        self.session.play(player, mv).map_err(|error| error.to_string())?;
        self.has_proved[player.index()] = false;
        Ok(())
    }

    /// Takes back the last move or the resignation.
    pub(super) fn undo(&mut self) -> Result<(), SessionError> {
        match self.resigned.take() {
            Some(_) => Ok(()),
            None => {
                self.has_proved = [false; 2];
                self.session.undo()
            }
        }
    }

    /// Returns an error if somebody has resigned.
    pub(super) fn check_resigned(&self) -> Result<(), String> {
        match self.resigned {
            Some(player) => Err(format!("the game is over: {player} has resigned")),
            None => Ok(()),
        }
    }

    /// No further command will be answered.
    pub(super) const fn quit(&mut self) {
        self.is_over = true;
    }

    pub(super) const fn is_over(&self) -> bool {
        self.is_over
    }
}

/// The move that resigns, in commands and in answers.
pub(super) const RESIGN: &str = "resign";

#[cfg(feature = "testing")]
mod tests {
    use tesuji_engine::PlayerSpec;

    use super::*;

    #[test]
    fn a_proof_is_of_the_moves_that_were_made() {
        let game = GameSpec::Hex { columns: 3, rows: 3, swap: false };
        let settings = EngineSettings::new(game, PlayerSpec::Random, 1);
        let mut board = Board::new(settings, Arc::default()).unwrap();
        board.play(Player::Black, "b2").unwrap();
        board.has_proved = [true; 2];
        board.play(Player::Black, "b2").unwrap_err();
        assert_eq!(board.has_proved, [true; 2]);
        board.play(Player::White, "a1").unwrap();
        assert_eq!(board.has_proved, [true, false], "a move that White did not choose");
        board.undo().unwrap();
        assert_eq!(board.has_proved, [false; 2]);
    }
}
