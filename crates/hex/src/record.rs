//! Records of games: what notations read and write.

use std::collections::BTreeMap;

use tesuji_board::{Cell, CellSet, Player};
use tesuji_game::Game;

use crate::{MAX_SIDE, Move, Position, SetupError};

/// What a player did.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Placed a stone.
    Place(Cell),
    /// Took over the first stone, mirrored and recoloured ([`Swap`](crate::Swap)).
    SwapPieces,
    /// Took over the opponent's colour: the board stays, and the same colour is to move, now the other person.
    SwapSides,
    /// Gave up the turn.
    Pass,
    /// Gave up the game.
    Resign,
    /// Lost the game by time or by rule.
    Forfeit,
}

/// What was done, and by whom: the colour at that moment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordMove {
    /// Who.
    pub player: Player,
    /// What.
    pub action: Action,
}

/// How a game was won, where it was not on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Time,
    /// The loser broke a rule or did not play.
    Forfeit,
}

/// The result as the record states it; it may be at odds with the moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameResult {
    /// This colour won; `None`: on the board, or not said how.
    Win(Player, Option<Reason>),
    /// The game does not count.
    Void,
}

/// A game: board, set-up, moves and what is said about them. Sides are 1 to [`MAX_SIDE`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    columns: usize,
    rows: usize,
    /// Set-up stones of Black and of White, by [`Player::index`].
    pub setup: [CellSet; 2],
    /// Who moves first.
    pub to_move: Player,
    /// What was done, in order.
    pub moves: Vec<RecordMove>,
    /// Names of Black and White at the start, by [`Player::index`]; empty where not known.
    pub players: [String; 2],
    /// The stated result; `None` where not known or not over.
    pub result: Option<GameResult>,
    /// Tournament or other occasion; empty where not known.
    pub event: String,
    /// Remarks, by the number of moves made when they stand; 0 is the start.
    pub comments: BTreeMap<usize, String>,
}

/// Why the moves of a record cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The set-up is impossible.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The stone has no free cell on the board.
    #[error("move {number}: {cell} is taken, or is not on the board")]
    Taken {
        /// Which move, counted from 1.
        number: usize,
        /// The cell's name, or number if it is beyond the board.
        cell: String,
    },
    /// A swap that is not the second move, or on a board where it has no meaning.
    #[error("move {number}: swapping is not allowed here")]
    Swap {
        /// Which move, counted from 1.
        number: usize,
    },
    /// A move after the game was won, resigned or forfeited.
    #[error("move {number}: the game is over before it")]
    Over {
        /// Which move, counted from 1.
        number: usize,
    },
}

impl Record {
    /// The record of a game not yet begun: Black to move.
    ///
    /// # Errors
    ///
    /// [`SetupError::Size`].
    pub fn new(columns: usize, rows: usize) -> Result<Self, SetupError> {
        if !(1..=MAX_SIDE).contains(&columns) || !(1..=MAX_SIDE).contains(&rows) {
            return Err(SetupError::Size { columns, rows });
        }
        Ok(Self {
            columns,
            rows,
            setup: [CellSet::new(), CellSet::new()],
            to_move: Player::Black,
            moves: Vec::new(),
            players: [String::new(), String::new()],
            result: None,
            event: String::new(),
            comments: BTreeMap::new(),
        })
    }

    /// Columns and rows.
    #[must_use]
    pub const fn size(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// Whose turn it is after the recorded moves.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.moves.last().map_or(self.to_move, RecordMove::next_turn)
    }

    /// Appends what the player to move does.
    pub fn push(&mut self, action: Action) {
        self.moves.push(RecordMove { player: self.turn(), action });
    }

    /// Appends a remark to those that stand after the moves made so far.
    pub fn remark(&mut self, text: &str) {
        let remarks = self.comments.entry(self.moves.len()).or_default();
        if !remarks.is_empty() {
            remarks.push('\n');
        }
        remarks.push_str(text);
    }

    /// The position before the first move. Square boards without set-up are played with the swap rule.
    ///
    /// # Errors
    ///
    /// If the set-up is impossible.
    pub fn start(&self) -> Result<Position, SetupError> {
        let [black, white] = &self.setup;
        if black.is_empty() && white.is_empty() && self.columns == self.rows {
            let mut position = Position::with_swap(self.columns)?;
            position.set_to_move(self.to_move);
            return Ok(position);
        }
        Position::setup(self.size(), black, white, self.to_move)
    }

    /// The position after the first `n_moves` moves, or after all if there are fewer.
    ///
    /// A stone out of turn is placed all the same, as handicap games have them.
    ///
    /// # Errors
    ///
    /// The first move that cannot be made.
    pub fn position_after(&self, n_moves: usize) -> Result<Position, ReplayError> {
        let mut replay = Replay::new(self)?;
        while replay.n_made() < n_moves && replay.advance()?.is_some() {}
        Ok(replay.position)
    }

    /// The position after all moves.
    ///
    /// # Errors
    ///
    /// As [`Self::position_after`].
    pub fn final_position(&self) -> Result<Position, ReplayError> {
        self.position_after(usize::MAX)
    }

    /// The winning colour: as stated, else who did not resign or forfeit, else whose edges are joined on the board.
    ///
    /// # Errors
    ///
    /// If the board is needed and a move cannot be made.
    pub fn winner(&self) -> Result<Option<Player>, ReplayError> {
        if let Some(GameResult::Win(player, _)) = self.result {
            return Ok(Some(player));
        }
        match self.moves.last() {
            Some(RecordMove { player, action: Action::Resign | Action::Forfeit }) => Ok(Some(player.opponent())),
            _ => Ok(self.final_position()?.winner()),
        }
    }
}

/// Makes the moves of a record one after the other.
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    record: &'r Record,
    position: Position,
    n_made: usize,
    is_over: bool,
}

impl<'r> Replay<'r> {
    /// Before the first move.
    ///
    /// # Errors
    ///
    /// If the set-up is impossible.
    pub fn new(record: &'r Record) -> Result<Self, SetupError> {
        Ok(Self { record, position: record.start()?, n_made: 0, is_over: false })
    }

    /// The position after the moves made so far.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How many moves were made.
    #[must_use]
    pub const fn n_made(&self) -> usize {
        self.n_made
    }

    /// Makes the next move and says which; `None` if there is none.
    ///
    /// A stone out of turn is placed all the same, as handicap games have them.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn advance(&mut self) -> Result<Option<RecordMove>, ReplayError> {
        let Some(&mv) = self.record.moves.get(self.n_made) else { return Ok(None) };
        let number = self.n_made + 1;
        let position = &mut self.position;
        let ends = matches!(mv.action, Action::Resign | Action::Forfeit);
        // Some sites record the resignation of a player whose game is lost on the board already.
        if self.is_over || position.winner().is_some() && !ends {
            return Err(ReplayError::Over { number });
        }
        match mv.action {
            Action::Place(cell) => {
                position.set_to_move(mv.player);
                position.play(Move::Place(cell)).map_err(|_| ReplayError::Taken {
                    number,
                    cell: if cell.index() < position.topology().n_cells() {
                        position.topology().name(cell).to_owned()
                    } else {
                        format!("number {}", cell.index())
                    },
                })?;
            }
            Action::SwapPieces if position.to_move() == mv.player => {
                position.play(Move::Swap).map_err(|_| ReplayError::Swap { number })?;
            }
            Action::SwapSides if number == 2 && position.to_move() == mv.player => position.exchange_sides(),
            Action::SwapPieces | Action::SwapSides => return Err(ReplayError::Swap { number }),
            Action::Pass => position.set_to_move(mv.player.opponent()),
            Action::Resign | Action::Forfeit => self.is_over = true,
        }
        self.n_made = number;
        Ok(Some(mv))
    }
}

impl RecordMove {
    /// Whose turn it is after this move.
    #[must_use]
    pub const fn next_turn(&self) -> Player {
        match self.action {
            Action::Place(_) | Action::SwapPieces | Action::Pass => self.player.opponent(),
            Action::SwapSides | Action::Resign | Action::Forfeit => self.player,
        }
    }
}
