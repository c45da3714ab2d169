//! The games of a match as a short text, a line each. From it another machine goes on with the match.

use tesuji_board::Player;

use super::{MatchStore, MatchStoreError};
use crate::audit::plies;
use crate::control::OpeningPlan;
use crate::record::{EndReason, GameEnd, GameRecord, SeatRecord};
use crate::schedule::Schedule;

impl MatchStore {
    /// The games that the rules ended: a line each, with its number, its winner and its moves.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn moves_text(&self) -> Result<String, MatchStoreError> {
        let games = self.games()?.into_iter().filter(|game| game.ending.reason == EndReason::Rules);
        let line = |game: super::StoredGame| {
            let winner = game.ending.winner.map_or("nobody", Player::name);
            format!("{} {winner} {}\n", game.number, game.moves)
        };
        Ok(games.map(line).collect())
    }

    /// Takes in the games of such a text that are not there yet, each played again on a board of our own. Their times are
    /// not known.
    ///
    /// # Errors
    ///
    /// If a line is no game of this match that the rules ended, or a game cannot be kept.
    pub fn take_moves(&self, text: &str) -> Result<(), MatchStoreError> {
        let (known, schedule) = (self.numbers()?, Schedule::new(&self.control));
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let unfit = |fault: String| MatchStoreError::Unfit {
                path: self.path.clone(),
                fault: format!("the line `{}` of moves: {fault}", line.chars().take(40).collect::<String>()),
            };
            let number = line.split_whitespace().next().and_then(|word| word.parse().ok()).filter(|&number| number > 0);
            let number: u64 = number.ok_or_else(|| unfit("expected the number of a game".to_owned()))?;
            if !known.contains(&number) {
                self.keep(&self.replayed(&schedule, number, line).map_err(unfit)?)?;
            }
        }
        Ok(())
    }

    /// The game with this number, from its line.
    fn replayed(&self, schedule: &Schedule, number: u64, line: &str) -> Result<GameRecord, String> {
        let terms = &self.control.terms;
        if !matches!(terms.openings, OpeningPlan::Empty) || terms.handicap.is_some() {
            return Err("only games from the empty board are kept so".to_owned());
        }
        let mut session = terms.begin().map_err(|error| error.to_string())?;
        let mut words = line.split_whitespace().skip(1);
        let winner = words.next().unwrap_or_default();
        let moves = plies(&mut session, words, &[])?;
        let outcome = session.outcome().ok_or("the game is not over")?;
        if outcome.winner().map_or("nobody", Player::name) != winner {
            return Err(format!("by the rules {winner} has not won"));
        }
        let task = schedule.task(number);
        let sides = Player::BOTH.map(|player| SeatRecord {
            name: terms.players[task.player(player)].name.clone(),
            ..SeatRecord::default()
        });
        let detail = session.record().result().unwrap_or_default();
        let ending = GameEnd { winner: outcome.winner(), reason: EndReason::Rules, detail };
        let position = session.position().hash();
        Ok(GameRecord {
            task,
            ending,
            handicap: Vec::new(),
            moves,
            n_opening: 0,
            position,
            sides,
            started: 0,
            seconds: 0.0,
        })
    }
}
