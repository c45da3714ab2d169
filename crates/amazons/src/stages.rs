//! A turn in two stages: first the amazon moves, then it shoots.
//!
//! A search that looks at all moves of a position then sees a few dozen per stage instead of their product.

use std::ops::ControlFlow;

use tesuji_board::Player;
use tesuji_game::{Game, Outcome, Undo, zobrist_key};

use crate::{Move, Position};

/// One stage of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// The amazon on the first square moves to the second.
    Step(u8, u8),
    /// The amazon that has moved shoots at this square.
    Arrow(u8),
}

/// A position of Amazons, possibly in the middle of a turn: the same game, one stage of a turn at a time.
///
/// ```
/// use tesuji_amazons::{Position, Stage, Stages};
/// use tesuji_game::Game;
///
/// let mut stages = Stages::from(Position::standard(10)?);
/// assert_eq!(stages.moves().len(), 80);
/// stages.play(Stage::Step(93, 33))?;
/// stages.play(Stage::Arrow(36))?;
/// assert!(stages.shooter().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stages {
    position: Position,
    /// The square of the amazon that has moved but not yet shot.
    shooter: Option<u8>,
}

impl Stages {
    /// The position. After a step it is still the turn of the player who has to shoot.
    #[must_use]
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The square of the amazon that has to shoot, if one has moved.
    #[must_use]
    #[inline]
    pub const fn shooter(&self) -> Option<u8> {
        self.shooter
    }

    /// The hash computed from scratch, for tests; [`Game::zobrist`] must equal it.
    #[must_use]
    pub fn zobrist_from_scratch(&self) -> u64 {
        self.position.zobrist_from_scratch() ^ shooter_key(self.shooter)
    }

    /// The stages of a whole turn.
    #[must_use]
    pub const fn of_move(mv: Move) -> [Stage; 2] {
        [Stage::Step(mv.from, mv.to), Stage::Arrow(mv.arrow)]
    }
}

impl From<Position> for Stages {
    fn from(position: Position) -> Self {
        Self { position, shooter: None }
    }
}

impl Game for Stages {
    type Move = Stage;

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        // A player who has moved can shoot, at least back.
        if self.shooter.is_some() { None } else { self.position.outcome() }
    }

    fn try_for_each_move<B>(&self, mut visit: impl FnMut(Stage) -> ControlFlow<B>) -> ControlFlow<B> {
        let lines = self.position.lines();
        match self.shooter {
            Some(shooter) => lines.targets(shooter).iter().try_for_each(|&arrow| visit(Stage::Arrow(arrow))),
            None => self
                .position
                .amazons(self.to_move())
                .iter()
                .try_for_each(|&from| lines.targets(from).iter().try_for_each(|&to| visit(Stage::Step(from, to)))),
        }
    }

    fn play_unchecked(&mut self, mv: Stage) {
        match mv {
            Stage::Step(from, to) => {
                self.position.step(self.position.to_move(), from, to);
                self.shooter = Some(to);
            }
            Stage::Arrow(arrow) => {
                self.position.put_arrow(arrow);
                self.position.give_turn();
                self.shooter = None;
            }
        }
    }

    fn zobrist(&self) -> u64 {
        self.position.zobrist() ^ shooter_key(self.shooter)
    }

    fn is_legal(&self, mv: Stage) -> bool {
        match (mv, self.shooter) {
            (Stage::Step(from, to), None) => {
                self.position.amazons(self.to_move()).contains(&from) && self.position.lines().sees(from, to)
            }
            (Stage::Arrow(arrow), Some(shooter)) => self.position.lines().sees(shooter, arrow),
            _ => false,
        }
    }
}

impl Undo for Stages {
    /// The stage, and the square of the amazon that had to shoot before it.
    type Undone = (Stage, Option<u8>);

    fn play_undoable(&mut self, mv: Stage) -> (Stage, Option<u8>) {
        let shooter = self.shooter;
        self.play_unchecked(mv);
        (mv, shooter)
    }

    fn undo(&mut self, (mv, shooter): (Stage, Option<u8>)) {
        match mv {
            Stage::Step(from, to) => self.position.step(self.position.to_move(), to, from),
            Stage::Arrow(arrow) => {
                self.position.give_turn();
                self.position.lift_arrow(arrow);
            }
        }
        self.shooter = shooter;
    }
}

fn shooter_key(shooter: Option<u8>) -> u64 {
    /// Greater than the numbers of the position's own keys.
    const FIRST: u64 = 4096;
    shooter.map_or(0, |square| zobrist_key(FIRST + u64::from(square)))
}
