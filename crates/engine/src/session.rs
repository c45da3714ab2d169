//! A game in play, of any kind.

use std::cell::RefCell;
use std::sync::Arc;

use tesuji_board::Player;
use tesuji_game::Outcome;
use tesuji_search::Limits;

use crate::games::{AnyGame, AnyPlayers, AnyPosition, AnyRecord, Loaded, PositionRef};
use crate::statistics::Counted;
use crate::{Analysis, Choice, Evaluators, GameSpec, LeafJudge, PlayerSpec, Playouts, SessionError, Solver};

/// A game in play. Moves come in and go out as text, the way the game writes them: `a1`, `swap-pieces`, `pass`.
///
/// Every game has all methods but these, which give `None` where a game lacks what they give: [`hex`](Self::hex) and
/// [`hex_mut`](Self::hex_mut), [`table`](Self::table) and [`table_mut`](Self::table_mut) of Go,
/// [`endings`](Self::endings) of Amazons, [`solver`](Self::solver), [`evaluators`](Self::evaluators) and
/// [`playouts`](Self::playouts). A search or count takes [`Limits`], by which another thread can interrupt it and see
/// its progress.
///
/// Resigning is not a move of the rules: the caller, who runs the game, ends it.
pub struct Session {
    pub(crate) spec: GameSpec,
    pub(crate) game: AnyGame,
    players: AnyPlayers,
    moves: Vec<(Player, String)>,
    /// The notices about the record that was read.
    notices: Vec<String>,
    /// The last counts for overlays of playouts, with the hash of the position: a menu asks for them again and again.
    pub(crate) counted: RefCell<Option<(u64, Arc<Counted>)>>,
}

impl Session {
    /// A game that has not begun.
    ///
    /// # Errors
    ///
    /// If the game cannot be played on such a board.
    pub fn new(spec: &GameSpec) -> Result<Self, SessionError> {
        Ok(Self::begun(spec.clone(), AnyGame::begin(spec)?))
    }

    /// A game that begins with this position. [`Self::spec`] then describes it as plain data: in Amazons in full, in
    /// Hex and Go without the stones.
    ///
    /// # Errors
    ///
    /// [`SessionError::Position`] if a position of Go is not on the board that is given with it.
    pub fn from_position(position: impl Into<AnyPosition>) -> Result<Self, SessionError> {
        let (spec, game) = position.into().begin()?;
        Ok(Self::begun(spec, game))
    }

    /// The game of a record (SGF; in Go also JSON), up to its first `n_moves` moves. The board is that of the record.
    /// Everything else is as in `spec`, with the swap rule if the record has a swap.
    ///
    /// # Errors
    ///
    /// [`SessionError::Record`] if the text is not a record of this game or a move cannot be made.
    pub fn from_record(spec: &GameSpec, record: &str, n_moves: usize) -> Result<Self, SessionError> {
        Self::replay(spec, &AnyRecord::read(spec, record)?, n_moves)
    }

    /// As [`Self::from_record`], with a record that has been read. The game is that of the record.
    ///
    /// # Errors
    ///
    /// [`SessionError::Record`] if a move cannot be made.
    pub fn replay(spec: &GameSpec, record: &AnyRecord, n_moves: usize) -> Result<Self, SessionError> {
        let Loaded { spec, game, moves, notices } = record.replay(spec, n_moves)?;
        Ok(Self { moves, notices, ..Self::begun(spec, game) })
    }

    fn begun(spec: GameSpec, game: AnyGame) -> Self {
        let players = AnyPlayers::new(spec.kind());
        Self { spec, game, players, moves: Vec::new(), notices: Vec::new(), counted: RefCell::default() }
    }

    /// Departures of [`Self::from_record`] from the record, with the reasons: one sentence each, without a full stop.
    #[must_use]
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// The game and its board.
    #[must_use]
    pub const fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// The position, with the turn as it was given last.
    #[must_use]
    pub const fn position(&self) -> PositionRef<'_> {
        self.game.position()
    }

    /// Whose turn it is; after the end, whose it would be.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.game.core().to_move()
    }

    /// Gives the turn to `player`. GTP needs this, because its boards set up positions by moves of either colour.
    ///
    /// # Errors
    ///
    /// If the game does not allow another turn.
    pub fn set_to_move(&mut self, player: Player) -> Result<(), SessionError> {
        self.game.core_mut().set_to_move(player)
    }

    /// Result by the rules, or `None` while the game goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.core().outcome()
    }

    /// Plays a move. Upper and lower case mean the same.
    ///
    /// # Errors
    ///
    /// If the text is not a move, the move is not allowed, or the game is over.
    pub fn play(&mut self, player: Player, mv: &str) -> Result<(), SessionError> {
        let text = self.game.core_mut().play(player, mv)?;
        self.moves.push((player, text));
        Ok(())
    }

    /// Takes the last move back. Costs as much as playing all moves before it again.
    ///
    /// # Errors
    ///
    /// [`SessionError::NothingPlayed`].
    pub fn undo(&mut self) -> Result<(), SessionError> {
        self.game.core_mut().undo()?;
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
        self.game.core().legal_moves()
    }

    /// Lets `player` choose a move for the side to move, and does not play it.
    ///
    /// The same moves, player, limits on nodes and seed give the same choice on any machine, unless the search was
    /// interrupted. The strong player of Hex and Go remembers ([`StrongSpec`](crate::StrongSpec)):
    /// its choice also depends on earlier requests in this session.
    ///
    /// # Errors
    ///
    /// [`SessionError::Over`], or [`SessionError::Player`] if the settings are out of bounds.
    pub fn genmove(&mut self, player: &PlayerSpec, limits: &Limits, seed: u64) -> Result<Choice, SessionError> {
        self.analyze(player, limits, seed).map(|analysis| analysis.choice)
    }

    /// As [`Self::genmove`], with what the player thinks of the other moves.
    ///
    /// The strong player continues where it stopped if it is asked about the same position again.
    ///
    /// # Errors
    ///
    /// Those of [`Self::genmove`].
    pub fn analyze(&mut self, player: &PlayerSpec, limits: &Limits, seed: u64) -> Result<Analysis, SessionError> {
        player.check_game(self.spec.kind())?;
        self.players.analyze(player, self.game.position(), self.moves.len(), limits, seed)
    }

    /// Makes a net of the caller the judge of the strong player's leaves from now on, in place of its own net or playouts.
    /// Then a node of the limits is a judged leaf, nothing is random, and openings and swaps are searched. Solver and
    /// knowledge stay.
    ///
    /// # Errors
    ///
    /// [`SessionError::Unsupported`] in Amazons.
    pub fn judge_by(&mut self, judge: Arc<dyn LeafJudge>) -> Result<(), SessionError> {
        self.players.judge_by(judge)
    }

    /// Whether the game has such a player, with settings in their bounds.
    ///
    /// # Errors
    ///
    /// [`SessionError::Player`] if not.
    pub fn accepts(&self, player: &PlayerSpec) -> Result<(), SessionError> {
        // The game knows best what it has: a fault that it finds names what this game expects.
        self.players.accepts(player)?;
        player.check_game(self.spec.kind())?;
        player.check()
    }

    /// The evaluators of the game; `None` in games that have none.
    #[must_use]
    pub fn evaluators(&self) -> Option<Box<dyn Evaluators + '_>> {
        self.players.evaluators(self.position())
    }

    /// The solver of the game; `None` in games that have none.
    #[must_use]
    pub fn solver(&mut self) -> Option<Solver<'_>> {
        Some(Solver { game: self.game.solves()? })
    }

    /// Random playouts from the position; `None` in games without such statistics.
    #[must_use]
    pub const fn playouts(&self) -> Option<Playouts<'_>> {
        match self.game.counting() {
            Some(game) => Some(Playouts { game }),
            None => None,
        }
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("spec", &self.spec).field("moves", &self.moves).finish_non_exhaustive()
    }
}
