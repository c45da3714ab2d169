//! Whole games, and their two forms as text: [`sgf`] and [`json`]. Games of [`govariants`] are read.
//!
//! | board | SGF | JSON |
//! | --- | --- | --- |
//! | rectangle of at most 52 columns and rows | `FF[4]GM[1]`, as everybody writes it | yes |
//! | torus or cylinder of that size | the same with the board as a private property | yes |
//! | any other | private property, cells by name | yes |
//!
//! A [`Record`] is what a file says, not what the rules make of it. [`Record::start`] and [`Record::position`] apply
//! the rules.
//!
//! Not here: marks, times.

mod error;
pub mod govariants;
pub mod json;
mod komi;
mod line;
pub mod sgf;
mod variation;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use error::RecordError;
pub use line::{MainLine, NumberedMove, RecordNotice};
use tesuji_board::{BoardSpec, Cell, CellSet, Player, Topology};
use tesuji_game::Game;
pub use tesuji_sgf::{PropertyError, SgfError};
pub use variation::{Edit, Variation};

use crate::{Komi, Move, Position, Rules};

/// A game from its beginning: board, rules, set-up stones, moves, and what is recorded about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    board: BoardSpec,
    topology: Arc<Topology>,
    /// `None` if the record does not say.
    pub rules: Option<Rules>,
    /// Without the compensation for handicap; `None` if the record does not say.
    pub komi: Option<Komi>,
    /// Number of handicap stones on the board at the beginning.
    pub handicap: usize,
    /// Stones before the first move, by [`Player::index`].
    pub setup: [CellSet; 2],
    /// Whose turn it is before the first move; `None` if only the first move shows it.
    pub to_move: Option<Player>,
    /// The moves. In records the same player may move twice in a row.
    pub moves: Vec<(Player, Move)>,
    /// The result as in SGF: `B+3.5`, `W+R`, `0`, `Void`; empty if the record does not say.
    pub result: String,
    /// Names, by [`Player::index`]; may be empty.
    pub players: [String; 2],
    /// The match or tournament; may be empty.
    pub event: String,
    /// The date, as SGF writes dates; may be empty.
    pub date: String,
    /// Remarks, by the number of moves played before them.
    pub comments: BTreeMap<usize, String>,
    /// Changes of the board in the middle of the game, by the number of moves before them.
    pub edits: BTreeMap<usize, Edit>,
    /// Other lines, each after the line that it leaves.
    pub variations: Vec<Variation>,
}

/// The result of playing the moves of a record.
#[derive(Clone, Debug)]
pub struct RecordReplay {
    /// The position after the moves.
    pub position: Position,
    /// The number of stones each player has captured, by [`Player::index`]. Suicides count for the opponent.
    pub captured: [usize; 2],
}

impl Record {
    /// A game that has not begun.
    ///
    /// # Errors
    ///
    /// [`RecordError::Board`] if there is no such board.
    pub fn new(board: BoardSpec) -> Result<Self, RecordError> {
        let topology = Arc::new(board.topology()?);
        Ok(Self {
            board,
            topology,
            rules: None,
            komi: None,
            handicap: 0,
            setup: [CellSet::new(), CellSet::new()],
            to_move: None,
            moves: Vec::new(),
            result: String::new(),
            players: [String::new(), String::new()],
            event: String::new(),
            date: String::new(),
            comments: BTreeMap::new(),
            edits: BTreeMap::new(),
            variations: Vec::new(),
        })
    }

    /// Reads a record in either form. Only JSON begins with a brace.
    ///
    /// # Errors
    ///
    /// Those of [`json::read`] or [`sgf::read`].
    pub fn read(text: &str) -> Result<Self, RecordError> {
        // The byte order mark that some editors put before a text.
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with('{') { json::read(text) } else { sgf::read(text) }
    }

    /// The board as plain data.
    #[must_use]
    pub const fn board(&self) -> &BoardSpec {
        &self.board
    }

    /// The board.
    #[must_use]
    pub const fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// Whose turn it is before the first move: as the record says; otherwise as its first move shows; otherwise White's
    /// after a handicap.
    #[must_use]
    pub fn first_to_move(&self) -> Player {
        let shown = || self.moves.first().map(|(player, _)| *player);
        let is_handicap = self.handicap > 1 || (!self.setup[0].is_empty() && self.setup[1].is_empty());
        self.to_move.or_else(shown).unwrap_or(if is_handicap { Player::White } else { Player::Black })
    }

    /// The position before the first move, under the record's own rules and komi, or, where it has none, under these.
    /// The compensation that the rules give White for handicap is added to the komi.
    ///
    /// # Errors
    ///
    /// [`RecordError::Setup`] if the set-up is impossible.
    pub fn start(&self, rules: Rules, komi: Komi) -> Result<Position, RecordError> {
        let (rules, komi) = (self.rules.unwrap_or(rules), self.komi.unwrap_or(komi));
        // A handicap of one stone is simply the first move of an even game.
        let handicap = if self.handicap > 1 { self.handicap } else { 0 };
        let komi = komi.plus_points(rules.points_for_handicap(handicap));
        let [black, white] = &self.setup;
        Ok(Position::setup(Arc::clone(&self.topology), rules, komi, [black, white], self.first_to_move())?)
    }

    /// The position after the first `n_moves` moves, or all if there are fewer. A player who moves out of turn is given
    /// the turn. Moves after the end of the game are handled as described in [`MainLine`].
    ///
    /// # Errors
    ///
    /// As [`Self::start`], and [`RecordError::Illegal`] at the first move that the rules forbid.
    pub fn position(&self, rules: Rules, komi: Komi, n_moves: usize) -> Result<Position, RecordError> {
        Ok(self.played(rules, komi, n_moves)?.position)
    }

    /// As above, with the numbers of captured stones.
    ///
    /// # Errors
    ///
    /// Those of [`Self::position`].
    pub fn played(&self, rules: Rules, komi: Komi, n_moves: usize) -> Result<RecordReplay, RecordError> {
        let mut position = self.start(rules, komi)?;
        let mut captured = [0; 2];
        let count = |position: &Position| Player::BOTH.map(|player| position.stones(player).len());
        let mut edits = self.edits.range(..=n_moves).peekable();
        for NumberedMove { number, player, mv } in self.main_line(n_moves).moves {
            while let Some((_, edit)) = edits.next_if(|(after, _)| **after < number) {
                position = self.edited(&position, edit)?;
            }
            position.set_to_move(player);
            let reason = |reason| RecordError::Illegal { number, mv: self.move_name(mv), reason };
            position.check(mv).map_err(reason)?;
            let mut before = count(&position);
            before[player.index()] += usize::from(mv != Move::Pass);
            position.play_unchecked(mv);
            for (owner, after) in Player::BOTH.into_iter().zip(count(&position)) {
                captured[owner.opponent().index()] += before[owner.index()] - after;
            }
        }
        for (_, edit) in edits {
            position = self.edited(&position, edit)?;
        }
        Ok(RecordReplay { position, captured })
    }

    /// A move as GTP writes it.
    fn move_name(&self, mv: Move) -> String {
        match mv {
            Move::Place(cell) => self.cell_name(cell).unwrap_or("?").to_owned(),
            Move::Pass => PASS.to_owned(),
        }
    }

    fn cell_name(&self, cell: Cell) -> Result<&str, RecordError> {
        let is_on_board = cell.index() < self.topology.n_cells();
        if is_on_board { Ok(self.topology.name(cell)) } else { Err(RecordError::Beyond(cell.index())) }
    }

    /// Refuses cells that the board does not have, because the fields are public.
    fn check_cells(&self) -> Result<(), RecordError> {
        let lines = || (0..=self.variations.len()).map(|number| self.line(number));
        let placed = lines().flat_map(|line| line.moves).filter_map(|(_, mv)| match mv {
            Move::Place(cell) => Some(*cell),
            Move::Pass => None,
        });
        let edited = lines().flat_map(|line| line.edits.values()).map(|edit| &edit.stones);
        let stones = std::iter::once(&self.setup).chain(edited).flatten().flat_map(CellSet::iter);
        stones.chain(placed).try_for_each(|cell| self.cell_name(cell).map(|_| ()))
    }
}

const PASS: &str = "pass";
