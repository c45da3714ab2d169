//! Games of Hex by the first guesses of a net: they lead to the positions that are solved to train on.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::Cell;
use tesuji_game::{Evaluator, Game};
use tesuji_hex::{Move, Position};
use tesuji_neural::Net;
use tesuji_search::Limits;

use super::strong::NetJudge;
use crate::SessionError;
use crate::player::wrong;
use crate::seed::move_seed;

/// Games of a net against itself, without a search. Early moves are drawn by the chances that it gives them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlaySpec {
    /// The side of the board.
    pub side: usize,
    /// At most this many random stones at the start, at least 1, so that games differ and favour neither side.
    pub stones: usize,
}

impl SelfPlaySpec {
    /// Refuses settings that make no sense.
    ///
    /// # Errors
    ///
    /// Names the setting.
    pub fn check(&self) -> Result<(), SessionError> {
        self.start().map(|_| ())
    }

    fn start(&self) -> Result<Position, SessionError> {
        if self.stones == 0 || self.stones >= self.side * self.side {
            return Err(wrong("stones", self.stones, "at least 1, and fewer than there are cells"));
        }
        Position::empty(self.side, self.side).map_err(|_| wrong("side", self.side, "the side of a board of Hex"))
    }

    /// The random stones with which the game of this seed begins, by the names of cells. No net is needed to know them.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check).
    pub fn opening(&self, seed: u64) -> Result<Vec<String>, SessionError> {
        Ok(begin(&mut self.start()?, self.stones, &mut Xoshiro256PlusPlus::seed_from_u64(seed)))
    }

    /// The moves of a game by [`Net::shipped`], by the names of cells; `None` if it was interrupted. The same settings, net
    /// and seed give the same game.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check).
    pub fn play(&self, seed: u64, limits: &Limits) -> Result<Option<Vec<String>>, SessionError> {
        let (mut position, mut rng) = (self.start()?, Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut judge = NetJudge::new(Net::shipped());
        let mut names = begin(&mut position, self.stones, &mut rng);
        while position.outcome().is_none() {
            if limits.reached(0) {
                return Ok(None);
            }
            let moves = position.moves();
            let mut ratings = vec![0.0; moves.len()];
            judge.stir((names.len() < self.side).then(|| (position.zobrist(), rng.random())));
            judge.rate(&position, &moves, &mut ratings);
            // Of equals the first; a game that goes on has a move.
            let best = (0..moves.len()).reduce(|best, at| if ratings[at] > ratings[best] { at } else { best });
            names.extend(play(&mut position, moves[best.unwrap_or_default()]));
        }
        Ok(Some(names))
    }
}

/// Places up to `stones` random stones, at least one, and returns their cells.
fn begin(position: &mut Position, stones: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<String> {
    let mut names = Vec::new();
    for _ in 0..rng.random_range(1..=stones) {
        let moves = position.moves();
        if !moves.is_empty() {
            names.extend(play(position, moves[rng.random_range(0..moves.len())]));
        }
    }
    names
}

/// Plays a move, and returns the name of its cell.
fn play(position: &mut Position, mv: Move) -> Option<String> {
    let name = placed(mv).map(|cell| position.topology().name(cell).to_owned());
    position.play_unchecked(mv);
    name
}

const fn placed(mv: Move) -> Option<Cell> {
    match mv {
        Move::Place(cell) => Some(cell),
        Move::Swap => None,
    }
}

/// The seed of the game with this number in a run.
#[must_use]
pub fn game_seed(seed: u64, number: u64) -> u64 {
    move_seed(seed, usize::try_from(number).unwrap_or(usize::MAX))
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_board::Player;

    use super::*;

    #[test]
    fn games_are_legal_and_repeatable() {
        let spec = SelfPlaySpec { side: 5, stones: 3 };
        let mut winners = [0; 2];
        for seed in 0..16 {
            let moves = spec.play(seed, &Limits::default()).unwrap().unwrap();
            assert_eq!(Some(&moves), spec.play(seed, &Limits::default()).unwrap().as_ref());
            assert!(moves.starts_with(&spec.opening(seed).unwrap()));
            let mut position = Position::empty(5, 5).unwrap();
            for name in &moves {
                let cell = position.topology().cell(name).unwrap();
                position.play(Move::Place(cell)).unwrap();
            }
            winners[usize::from(position.winner() == Some(Player::White))] += 1;
        }
        assert!(winners.iter().all(|&n| n > 0), "{winners:?}");
        let senseless = [SelfPlaySpec { side: 0, stones: 1 }, SelfPlaySpec { side: 5, stones: 0 }];
        assert!(senseless.iter().all(|spec| spec.play(1, &Limits::default()).is_err()));
    }
}
