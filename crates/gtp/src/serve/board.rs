//! The engine's own board, its player and its clock.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tesuji_board::Player;
use tesuji_engine::{Choice, GameSpec, Session, SessionError, move_seed};
use tesuji_search::Limits;

use super::EngineSettings;
use super::clock::{Clock, with_alarm};

/// All that a controller can change.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) settings: EngineSettings,
    pub(super) session: Session,
    pub(super) clock: Clock,
    /// What the player said about the last move that it chose.
    pub(super) comment: String,
    is_over: bool,
}

impl Board {
    pub(super) fn new(settings: EngineSettings) -> Result<Self, SessionError> {
        settings.player.check()?;
        let session = Session::new(&settings.game)?;
        Ok(Self { settings, session, clock: Clock::default(), comment: String::new(), is_over: false })
    }

    /// Begins a game, perhaps on another board. If that cannot be played on, nothing changes.
    pub(super) fn begin(&mut self, game: GameSpec) -> Result<(), SessionError> {
        self.session = Session::new(&game)?;
        self.settings.game = game;
        self.clock.restart();
        self.comment.clear();
        Ok(())
    }

    /// Plays on under another komi.
    pub(super) fn set_komi(&mut self, komi: &str) -> Result<(), SessionError> {
        let game = self.settings.game.clone().with_komi(komi)?;
        let mut session = Session::new(&game)?;
        for (player, mv) in self.session.moves() {
            session.play(*player, mv)?;
        }
        (self.settings.game, self.session) = (game, session);
        Ok(())
    }

    /// Lets the player choose and make a move for `player`, whose clock runs.
    pub(super) fn genmove(&mut self, player: Player) -> Result<String, String> {
        let started = Instant::now();
        // The players take turns with the moves that are left.
        let share = self.clock.share(player, self.session.legal_moves().len() / 2);
        let choice = self.choose(player, share)?;
        self.clock.spend(player, started.elapsed());
        self.session.play(player, &choice.mv).map_err(|error| error.to_string())?;
        self.comment = choice.comment;
        Ok(choice.mv)
    }

    /// Lets the player choose a move for `player`, perhaps within a time, and does not make it.
    pub(super) fn choose(&mut self, player: Player, time: Option<Duration>) -> Result<Choice, String> {
        self.session.set_to_move(player).map_err(|error| error.to_string())?;
        let (session, settings) = (&mut self.session, &self.settings);
        let seed = move_seed(settings.seed, session.moves().len());
        let limits = Limits::default();
        let interrupt = Arc::clone(&limits.interrupt);
        let mut work = || session.genmove(&settings.player, &limits, seed);
        let choice = match time {
            None => work(),
            Some(time) => {
                with_alarm(time, &interrupt, work).map_err(|error| format!("cannot keep the time: {error}"))?
            }
        };
        choice.map_err(|error| error.to_string())
    }

    /// No further command will be answered.
    pub(super) const fn quit(&mut self) {
        self.is_over = true;
    }

    pub(super) const fn is_over(&self) -> bool {
        self.is_over
    }
}
