//! Takes the steps of a search: plays their games, in any order, and adds them up in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::{StepResult, TuneError, Tuning, counts};
use crate::executor::{Executor, GameOutcome};
use crate::record::GameEnd;
use crate::run::MOST_TRIES;
use crate::schedule::Schedule;
use crate::stats::Games;
use crate::tally::score;

impl Tuning {
    /// Plays the games of the next step and moves on. `None` if the executor was stopped: the step then leaves nothing
    /// behind, and `Some(false)` after the last step.
    ///
    /// # Errors
    ///
    /// If a game cannot be played.
    pub fn step(&mut self, executor: &dyn Executor) -> Result<Option<bool>, TuneError> {
        let Some([first, second]) = self.points() else { return Ok(Some(false)) };
        let step = self.n_steps();
        let control = self.control(step, [&first, &second])?;
        let schedule = Schedule::new(&control);
        let mut endings: BTreeMap<u64, GameEnd> = BTreeMap::new();
        for tries in 1.. {
            let open: Vec<u64> = (1..=schedule.n_games()).filter(|number| !endings.contains_key(number)).collect();
            if open.is_empty() {
                break;
            }
            let mut failure = None;
            let mut n_back = 0;
            executor.execute(&control.terms, &mut open.iter().map(|&number| schedule.task(number)), &mut |played| {
                n_back += 1;
                match played {
                    GameOutcome::Game(game) => _ = endings.insert(game.task.number, game.ending),
                    GameOutcome::Void { number, why } => failure = Some((number, why)),
                }
                ControlFlow::Continue(())
            });
            if n_back < open.len() {
                return Ok(None);
            }
            if let Some((number, why)) = failure.filter(|_| tries >= MOST_TRIES) {
                return Err(TuneError::Stuck { step: step + 1, number, why });
            }
        }
        // By player: an opponent comes first, then the two points.
        let mut games = vec![Games::default(); control.terms.players.len()];
        for (number, ending) in &endings {
            for colour in tesuji_board::Player::BOTH {
                games[schedule.task(*number).player(colour)].record(score(ending, colour));
            }
        }
        let [.., first_games, second_games] = games.as_slice() else { return Ok(Some(false)) };
        let (first_games, second_games) = (counts(first_games), counts(second_games));
        self.record(StepResult { first, second, first_games, second_games });
        Ok(Some(true))
    }
}
