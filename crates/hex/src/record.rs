//! Records of games: what notations read and write.

use std::collections::BTreeMap;

use tesuji_board::{Cell, CellSet, Player, check_size};
use tesuji_game::Game;

use crate::{MAX_RECORD_SIDE, MAX_SIDE, Move, Position, SetupError, Swap};

/// An action of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Placed a stone.
    Place(Cell),
    /// Took over the first stone, mirrored and with its colour changed ([`Swap`](crate::Swap)).
    SwapPieces,
    /// Took over the opponent's colour. The board stays as it is, and the same colour is to move, now played by the
    /// other person.
    SwapSides,
    /// Gave up the turn.
    Pass,
    /// Gave up the game.
    Resign,
    /// Lost the game by time or by rule.
    Forfeit,
}

/// The action, and the colour of its player at that moment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordMove {
    /// The colour.
    pub player: Player,
    /// The action.
    pub action: Action,
}

/// Reason for a win, if not on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WinReason {
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Time,
    /// The loser broke a rule or did not play.
    Forfeit,
}

/// The result as stated in the record; the moves may contradict it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameResult {
    /// This colour won. `None` means on the board, or not stated how.
    Win(Player, Option<WinReason>),
    /// The game does not count.
    Void,
}

/// A game: board, set-up, moves and what is recorded about them. Sides are 1 to [`MAX_RECORD_SIDE`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    columns: usize,
    rows: usize,
    /// Set-up stones of Black and of White, by [`Player::index`].
    pub setup: [CellSet; 2],
    /// The player who moves first.
    pub to_move: Player,
    /// The actions, in order.
    pub moves: Vec<RecordMove>,
    /// Names of Black and White at the start, by [`Player::index`]; empty if not known.
    pub players: [String; 2],
    /// The stated result; `None` if not known, or if the game is not over.
    pub result: Option<GameResult>,
    /// The tournament or other occasion; empty if not known.
    pub event: String,
    /// Remarks, by the number of moves made before them; 0 is the start.
    pub comments: BTreeMap<usize, String>,
}

/// Error of replaying a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The set-up is impossible.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The stone's cell is not empty, or not on the board.
    #[error("move {number}: {cell} is taken, or is not on the board")]
    Taken {
        /// Number of the move, from 1.
        number: usize,
        /// The cell's name, or its number if it is not on the board.
        cell: String,
    },
    /// A swap that is not the second move, or on a board where it has no meaning.
    #[error("move {number}: swapping is not allowed here")]
    Swap {
        /// Number of the move, from 1.
        number: usize,
    },
    /// A move after the game was won, resigned or forfeited.
    #[error("move {number}: the game is over before it")]
    Over {
        /// Number of the move, from 1.
        number: usize,
    },
}

impl Record {
    /// The record of a game that has not begun, with Black to move.
    ///
    /// # Errors
    ///
    /// [`SetupError::Size`].
    pub fn new(columns: usize, rows: usize) -> Result<Self, SetupError> {
        check_size(columns, rows, MAX_RECORD_SIDE)?;
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

    /// Whether the board is small enough to be searched: its sides are at most [`MAX_SIDE`].
    ///
    /// # Errors
    ///
    /// [`SetupError::Size`].
    pub fn check_searchable(&self) -> Result<(), SetupError> {
        Ok(check_size(self.columns, self.rows, MAX_SIDE)?)
    }

    /// Whose turn it is after the recorded moves. Who resigns or forfeits need not be to move and changes nothing.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.turn_after(self.moves.len())
    }

    /// Whose turn it is after this many moves.
    #[must_use]
    pub fn turn_after(&self, n_moves: usize) -> Player {
        let made = self.moves.iter().take(n_moves).rev();
        let last = made.into_iter().find(|mv| !matches!(mv.action, Action::Resign | Action::Forfeit));
        last.map_or(self.to_move, RecordMove::next_turn)
    }

    /// Appends an action of the player to move.
    pub fn push(&mut self, action: Action) {
        self.moves.push(RecordMove { player: self.turn(), action });
    }

    /// Appends a remark after the moves made so far, and after earlier remarks there.
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
        let has_swap = black.is_empty() && white.is_empty() && self.columns == self.rows;
        let swap = if has_swap { Swap::Pending } else { Swap::Off };
        Position::of_record(self.size(), [black, white], self.to_move, swap)
    }

    /// The position after the first `n_moves` moves, or after all if there are fewer.
    ///
    /// Stones out of turn are placed too, because handicap games have them.
    ///
    /// # Errors
    ///
    /// At the first move that cannot be made.
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

    /// The winning colour: as stated; otherwise the player who did not resign or forfeit; otherwise the player whose
    /// edges are joined on the board.
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

/// Makes the moves of a record one by one.
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

    /// The number of moves made.
    #[must_use]
    pub const fn n_made(&self) -> usize {
        self.n_made
    }

    /// Makes the next move and returns it; `None` if there is none.
    ///
    /// Stones out of turn are placed too, because handicap games have them.
    ///
    /// # Errors
    ///
    /// If the move cannot be made.
    pub fn advance(&mut self) -> Result<Option<RecordMove>, ReplayError> {
        let Some(&mv) = self.record.moves.get(self.n_made) else { return Ok(None) };
        let number = self.n_made + 1;
        let position = &mut self.position;
        let ends = matches!(mv.action, Action::Resign | Action::Forfeit);
        // Some sites record the resignation of a player who has already lost on the board.
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
