//! A game in play, whichever it is.

use std::sync::Arc;

use tesuji_board::Player;
use tesuji_game::Outcome;
use tesuji_search::Limits;
use tesuji_solve::board::Question;

use crate::book::Book;
use crate::games::{AnyGame, begin};
use crate::{Choice, GameSpec, PlayerSpec, SessionError};

/// A game in play. Moves come in and go out as text, the way the game writes them: `a1`, `swap-pieces`, `pass`.
///
/// Resigning is no move of the rules: whoever runs the game ends it.
pub struct Session {
    spec: GameSpec,
    game: Box<dyn AnyGame>,
    moves: Vec<(Player, String)>,
}

impl Session {
    /// A game that has not begun.
    ///
    /// # Errors
    ///
    /// If such a board cannot be played on.
    pub fn new(spec: &GameSpec) -> Result<Self, SessionError> {
        Ok(Self { spec: spec.clone(), game: begin(spec)?, moves: Vec::new() })
    }

    /// Which game on which board.
    #[must_use]
    pub const fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// Whose turn it is; after the end, whose it would be.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.game.to_move()
    }

    /// Gives the turn to `player`, for games that take a move of either colour, as GTP does for Go.
    ///
    /// # Errors
    ///
    /// [`SessionError::Turn`] if it is the other player's turn and the game knows no other.
    pub fn set_to_move(&mut self, player: Player) -> Result<(), SessionError> {
        self.game.set_to_move(player)
    }

    /// How the game ended by its rules, or `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The result by the rules as a record states it (`B+`, `W+3.5`, `0` for a draw), or `None` while the game goes on.
    #[must_use]
    pub fn score_text(&self) -> Option<String> {
        self.game.score_text()
    }

    /// Plays a move. Upper and lower case mean the same.
    ///
    /// # Errors
    ///
    /// If the text is no move, the move is not allowed, the game is over, or the turn is the other player's in a
    /// game in which that counts.
    pub fn play(&mut self, player: Player, mv: &str) -> Result<(), SessionError> {
        let text = self.game.play(player, mv)?;
        self.moves.push((player, text));
        Ok(())
    }

    /// Takes the last move back. Costs playing all before it again.
    ///
    /// # Errors
    ///
    /// [`SessionError::NothingPlayed`].
    pub fn undo(&mut self) -> Result<(), SessionError> {
        self.game.undo()?;
        self.moves.pop();
        Ok(())
    }

    /// The moves played, as the game writes them.
    #[must_use]
    pub fn moves(&self) -> &[(Player, String)] {
        &self.moves
    }

    /// Every move that the player to move may make, in the order of the game; none once it is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        self.game.legal_moves()
    }

    /// The Zobrist hash of the position: equal positions have equal hashes.
    #[must_use]
    pub fn position_hash(&self) -> u64 {
        self.game.position_hash()
    }

    /// Lets `player` choose a move for the side to move, and does not play it.
    ///
    /// The same moves, player, limits on nodes and seed give the same choice on any machine, unless the search was
    /// interrupted. The strong player of Hex remembers ([`StrongSpec`](crate::StrongSpec)): its choice depends on what it
    /// was asked before in this session too.
    ///
    /// # Errors
    ///
    /// [`SessionError::Over`], or [`SessionError::Player`] if the settings are out of bounds.
    pub fn genmove(&mut self, player: &PlayerSpec, limits: &Limits, seed: u64) -> Result<Choice, SessionError> {
        self.game.choose(player, limits, seed)
    }

    /// Gives the strong player a book, by which it plays where it has moves, in place of any other.
    ///
    /// # Errors
    ///
    /// [`SessionError::Book`] if the book is for another board or another game.
    pub fn set_book(&mut self, book: Arc<Book>) -> Result<(), SessionError> {
        self.game.set_book(book)
    }

    /// The position as the solver of whole boards takes it; `None` in games that it does not know, and while White may
    /// still swap.
    #[must_use]
    pub fn question(&self) -> Option<Question> {
        self.game.question()
    }

    /// The board as text of several lines.
    #[must_use]
    pub fn render(&self) -> String {
        self.game.render()
    }

    /// The root properties of an SGF record, in order: game, size and what the rules add. Values are not escaped
    /// and need not be.
    #[must_use]
    pub fn sgf_header(&self) -> Vec<(&'static str, String)> {
        self.game.sgf_header()
    }

    /// How SGF writes a move of this game.
    ///
    /// # Errors
    ///
    /// If the text is no move of this game on this board.
    pub fn sgf_point(&self, mv: &str) -> Result<String, SessionError> {
        self.game.sgf_point(mv)
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("spec", &self.spec).field("moves", &self.moves).finish_non_exhaustive()
    }
}
