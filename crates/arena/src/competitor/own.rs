//! One of our own players, in this process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cpu_time::ThreadTime;
use tesuji_archive::{SearchWatcher, Within};
use tesuji_board::Player;
use tesuji_engine::time::Deadline;
use tesuji_engine::{Handicap, PlayerSpec, Session, SessionError, move_seed};
use tesuji_search::{Limits, TimeMeter};

use super::{Competitor, HandicapStones, MoveBudget, NewGame, PlayerAction, PlayerChoice, PlayerError, ResultClaim};
use crate::control::set_handicap;
use crate::record::Forfeit;

/// One of our own players, with its own board.
///
/// Its moves follow from the game's seed and the moves before. Time plays no part unless the settings say how long to
/// think. A player that is too slow is interrupted when its time is over, and loses.
#[derive(Debug)]
pub struct Own {
    spec: PlayerSpec,
    think: Option<Duration>,
    watch: Arc<SearchWatcher>,
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
    pub const fn new(
        spec: PlayerSpec,
        think: Option<Duration>,
        watch: Arc<SearchWatcher>,
        stop: Arc<AtomicBool>,
    ) -> Self {
        Self { spec, think, watch, stop, game: None }
    }

    fn game(&mut self) -> Result<&mut OwnGame, PlayerError> {
        self.game.as_mut().ok_or_else(|| PlayerError::Void("no game has begun".to_owned()))
    }
}

/// Whether it searches on threads of its own.
const fn has_threads(spec: &PlayerSpec) -> bool {
    matches!(spec, PlayerSpec::Strong(strong) if strong.threads > 1)
}

/// Interrupts a search when the thread that began it has worked for this time from now on; `None` where the system does
/// not report thread times. Other work on the machine costs the player nothing.
fn limit(time: Duration, interrupt: Arc<AtomicBool>) -> Option<Arc<dyn TimeMeter>> {
    Some(Arc::new(Deadline::after(time, thread_time, interrupt)?))
}

/// The processor time of this thread, where the system reports it.
fn thread_time() -> Option<Duration> {
    ThreadTime::try_now().ok().map(|time| time.as_duration())
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
        let (spec, watch, stop) = (self.spec.clone(), Arc::clone(&self.watch), Arc::clone(&self.stop));
        let think = self.think;
        let OwnGame { session, seed } = self.game()?;
        let mut limits = Limits::default();
        limits.meter = think.and_then(|time| limit(time, Arc::clone(&limits.interrupt)));
        let watched = watch.search(Within::time(Some(budget.wall)), &stop, &limits.interrupt, Default::default());
        let before = thread_time();
        let choice = session.genmove(&spec, &limits, move_seed(*seed, session.moves().len())).map_err(void)?;
        let cpu = thread_time().zip(before).map(|(now, before)| now.saturating_sub(before));
        drop(watched);
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
        // With several threads only one of them is measured here, and a wrong figure is worse than none.
        let cpu = cpu.filter(|_| !has_threads(&self.spec));
        let (decision, comment) = (PlayerAction::Play(choice.mv.clone()), choice.comment.clone());
        Ok(PlayerChoice { decision, cpu, comment, hope: Some(choice) })
    }

    fn end(&mut self, _score: &str) -> Option<ResultClaim> {
        self.game = None;
        None
    }

    fn version(&self) -> String {
        concat!("tesuji ", env!("CARGO_PKG_VERSION")).to_owned()
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn the_search_is_interrupted_after_the_time_and_not_before() {
        let interrupt = Arc::<AtomicBool>::default();
        let long = limit(Duration::from_secs(3600), Arc::clone(&interrupt)).unwrap();
        (0..100).for_each(|_| long.tick());
        assert!(!interrupt.load(Ordering::Relaxed));
        let begun = thread_time().unwrap();
        let short = limit(Duration::from_millis(5), Arc::clone(&interrupt)).unwrap();
        while !interrupt.load(Ordering::Relaxed) {
            short.tick();
        }
        assert!(thread_time().unwrap() >= begun + Duration::from_millis(5));
    }
}
