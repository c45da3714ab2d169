//! One of our own players, in this process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tesuji_board::Player;
use tesuji_engine::{Choice, Handicap, PlayerSpec, Proved, Session, SessionError, move_seed};
use tesuji_search::Limits;

use super::thinking::{self, thread_time};
use super::{
    Competitor, HandicapStones, Hope, MoveBudget, NewGame, PlayerAction, PlayerChoice, PlayerError, ResultClaim,
};
use crate::alarm::Alarm;
use crate::control::set_handicap;
use crate::record::Forfeit;

/// As good as forever: a clock cannot represent the longest times that a control file may give.
const FAR: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// One of our own players, with its own board.
///
/// Its moves follow from the game's seed and the moves before. Time plays no part unless the settings say how long to
/// think. A player that is too slow is interrupted when its time is over, and loses.
#[derive(Debug)]
pub struct Own {
    spec: PlayerSpec,
    think: Option<Duration>,
    alarm: Arc<Alarm>,
    stop: Arc<AtomicBool>,
    game: Option<OwnGame>,
}

#[derive(Debug)]
struct OwnGame {
    session: Session,
    seed: u64,
}

impl Own {
    /// A player with these settings, which gives up when `stop` is set. With `think` it plays the move it likes best
    /// after that much processor time, unless its settings end the search earlier.
    #[must_use]
    pub const fn new(spec: PlayerSpec, think: Option<Duration>, alarm: Arc<Alarm>, stop: Arc<AtomicBool>) -> Self {
        Self { spec, think, alarm, stop, game: None }
    }

    fn game(&mut self) -> Result<&mut OwnGame, PlayerError> {
        self.game.as_mut().ok_or_else(|| PlayerError::Void("no game has begun".to_owned()))
    }
}

fn hope(choice: &Choice) -> Option<Hope> {
    match choice.proved {
        Some(Proved::Win) => Some(Hope::Won),
        Some(Proved::Loss) => Some(Hope::Lost),
        None => choice.value.map(Hope::Value),
    }
}

/// Whether it searches on threads of its own.
const fn has_threads(spec: &PlayerSpec) -> bool {
    matches!(spec, PlayerSpec::Strong(strong) if strong.threads > 1)
}

/// Our own session always agrees with the referee's. If it did not, no player would be to blame.
fn void(error: SessionError) -> PlayerError {
    PlayerError::Void(error.to_string())
}

impl Competitor for Own {
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), PlayerError> {
        let mut session = Session::new(game.spec).map_err(void)?;
        if let HandicapStones::Fixed(stones) | HandicapStones::Free(stones) = game.handicap {
            set_handicap(&mut session, &Handicap::On(stones.to_vec())).map_err(void)?;
        }
        for (player, mv) in game.opening {
            session.play(*player, mv).map_err(void)?;
        }
        self.game = Some(OwnGame { session, seed: game.seed });
        Ok(())
    }

    fn place_handicap(&mut self, n_stones: usize) -> Result<Vec<String>, PlayerError> {
        set_handicap(&mut self.game()?.session, &Handicap::Free(n_stones)).map_err(void)
    }

    fn watch(&mut self, player: Player, mv: &str) -> Result<(), PlayerError> {
        self.game()?.session.play(player, mv).map_err(void)
    }

    fn choose(&mut self, player: Player, budget: &MoveBudget) -> Result<PlayerChoice, PlayerError> {
        let (spec, alarm, stop) = (self.spec.clone(), Arc::clone(&self.alarm), Arc::clone(&self.stop));
        let think = self.think;
        let OwnGame { session, seed } = self.game()?;
        let mut limits = Limits::default();
        limits.meter = think.and_then(|time| thinking::limit(time, Arc::clone(&limits.interrupt)));
        let armed = alarm.arm(Instant::now() + budget.wall.min(FAR), Arc::clone(&limits.interrupt));
        let before = thread_time();
        let choice = session.genmove(&spec, &limits, move_seed(*seed, session.moves().len())).map_err(void)?;
        let cpu = thread_time().zip(before).map(|(now, before)| now.saturating_sub(before));
        drop(armed);
        if stop.load(Ordering::Relaxed) {
            return Err(PlayerError::Stopped);
        }
        if let (Some(used), Some(most)) = (cpu, budget.cpu)
            && used > most
        {
            let detail = format!("{used:.2?} of processor time for a move, {most:.2?} allowed");
            return Err(PlayerError::Fault { forfeit: Forfeit::Cpu, detail });
        }
        session.play(player, &choice.mv).map_err(void)?;
        let hope = hope(&choice);
        // With several threads only one of them is measured here, and a wrong figure is worse than none.
        let cpu = cpu.filter(|_| !has_threads(&self.spec));
        Ok(PlayerChoice { decision: PlayerAction::Play(choice.mv), cpu, comment: choice.comment, hope })
    }

    fn end(&mut self, _score: &str) -> Option<ResultClaim> {
        self.game = None;
        None
    }

    fn version(&self) -> String {
        concat!("tesuji ", env!("CARGO_PKG_VERSION")).to_owned()
    }
}
