//! Other lines of a game, and changes of the board in the middle of one.
//!
//! Lines are kept in one list, so that no depth of variations within variations needs a stack.

use std::collections::BTreeMap;
use std::sync::Arc;

use tesuji_board::{CellSet, Player};
use tesuji_game::Game;

use super::{Record, RecordError};
use crate::{Komi, Move, Position, Rules};

/// The board as a record sets it up in the middle of a game. What was on it before is gone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// All stones from here on, by [`Player::index`].
    pub stones: [CellSet; 2],
    /// Whose turn it is; `None` if only the next move shows it.
    pub to_move: Option<Player>,
}

/// A line that leaves the main line of a [`Record`], or another variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// The line that it leaves: 0 is the main line, and `n` is number `n - 1` of [`Record::variations`], which comes
    /// before this one.
    pub leaves: usize,
    /// The number of moves before it in the line that it leaves.
    pub after: usize,
    /// The moves from there on.
    pub moves: Vec<(Player, Move)>,
    /// Changes of the board, by the number of moves of this line before them.
    pub edits: BTreeMap<usize, Edit>,
    /// Remarks, by the number of moves of this line played before them.
    pub comments: BTreeMap<usize, String>,
}

/// The parts of a line, whether it is the main one or a variation.
#[derive(Clone, Copy)]
pub(super) struct LineParts<'r> {
    pub(super) moves: &'r [(Player, Move)],
    pub(super) edits: &'r BTreeMap<usize, Edit>,
    pub(super) comments: &'r BTreeMap<usize, String>,
}

impl Record {
    /// A line by its number; see [`Variation::leaves`].
    pub(super) fn line(&self, number: usize) -> LineParts<'_> {
        match number.checked_sub(1) {
            None => LineParts { moves: &self.moves, edits: &self.edits, comments: &self.comments },
            Some(idx) => {
                let Variation { moves, edits, comments, .. } = &self.variations[idx];
                LineParts { moves, edits, comments }
            }
        }
    }

    /// The stones after the first `n_moves` moves of a line, by [`Player::index`]. A change of the board at the end
    /// counts unless it `stops_before` it. Moves that no rules allow are left out.
    pub(super) fn stones_at(&self, line: usize, n_moves: usize, stops_before: bool) -> [CellSet; 2] {
        // The lines from this one back to the main line, each with the number of its moves that count.
        let mut path = vec![(line, n_moves)];
        while let Some(&(number, _)) = path.last()
            && let Some(idx) = number.checked_sub(1)
        {
            path.push((self.variations[idx].leaves, self.variations[idx].after));
        }
        let mut board = VariationBoard::new(self, self.setup.clone());
        for (place, &(number, n_moves)) in path.iter().enumerate().rev() {
            let line = self.line(number);
            for n_made in 0..=n_moves {
                let is_end = place == 0 && n_made == n_moves;
                if let Some(edit) = line.edits.get(&n_made).filter(|_| !(is_end && stops_before)) {
                    board = VariationBoard::new(self, edit.stones.clone());
                }
                if let Some(&(player, mv)) = line.moves.get(n_made).filter(|_| n_made < n_moves) {
                    board.play(player, mv);
                }
            }
        }
        board.stones()
    }
}

/// A board on which moves are made as far as that is possible.
enum VariationBoard {
    Playable(Box<Position>),
    /// A set-up that no rules allow: stones are placed and none is captured.
    Strange([CellSet; 2]),
}

impl VariationBoard {
    fn new(record: &Record, stones: [CellSet; 2]) -> Self {
        let [black, white] = &stones;
        let topology = Arc::clone(record.topology());
        match Position::setup(topology, Rules::LOOSEST, Komi::default(), [black, white], Player::Black) {
            Ok(position) => Self::Playable(Box::new(position)),
            Err(_) => Self::Strange(stones),
        }
    }

    fn play(&mut self, player: Player, mv: Move) {
        // A pass changes no stone, and two would end the game.
        let Move::Place(cell) = mv else { return };
        match self {
            Self::Playable(position) => {
                position.set_to_move(player);
                if position.check(mv).is_ok() {
                    position.play_unchecked(mv);
                }
            }
            Self::Strange(stones) => {
                if !stones.iter().any(|stones| stones.contains(cell)) {
                    stones[player.index()].insert(cell);
                }
            }
        }
    }

    fn stones(self) -> [CellSet; 2] {
        match self {
            Self::Playable(position) => Player::BOTH.map(|player| position.stones(player)),
            Self::Strange(stones) => stones,
        }
    }
}

impl Record {
    /// The position with the board as an edit sets it up.
    ///
    /// # Errors
    ///
    /// [`RecordError::Setup`] if the stones cannot stand so.
    pub(super) fn edited(&self, position: &Position, edit: &Edit) -> Result<Position, RecordError> {
        let [black, white] = &edit.stones;
        let to_move = edit.to_move.unwrap_or_else(|| position.to_move());
        let topology = Arc::clone(self.topology());
        Ok(Position::setup(topology, *position.rules(), position.komi(), [black, white], to_move)?)
    }
}
