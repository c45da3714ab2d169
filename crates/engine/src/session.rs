//! A game in play, whichever it is.

use std::cell::RefCell;
use std::sync::Arc;

use tesuji_board::Player;
use tesuji_game::{Evaluation, Outcome};
use tesuji_search::Limits;
use tesuji_solve::board::{BoardSolver, Question};

use crate::book::Book;
use crate::games::{AnyGame, Loaded, Start, begin, load, sgf_header};
use crate::statistics::{self, Counted};
use crate::{
    Analysis, Choice, GameSpec, Handicap, Linked, Overlay, OverlayName, PlayerSpec, SessionError, Settled,
    StatisticsReport, StatisticsSpec, VirtualConnection,
};

/// A game in play. Moves come in and go out as text, the way the game writes them: `a1`, `swap-pieces`, `pass`.
///
/// Resigning is no move of the rules: whoever runs the game ends it.
pub struct Session {
    spec: GameSpec,
    pub(crate) game: Box<dyn AnyGame>,
    moves: Vec<(Player, String)>,
    /// Of a record.
    notices: Vec<String>,
    /// For questions about whole boards; made when the first is asked.
    pub(crate) solver: Option<BoardSolver>,
    /// What overlays of playouts were counted from last, with the hash of the position: a menu is asked again and again.
    counted: RefCell<Option<(u64, Arc<Counted>)>>,
}

impl Session {
    /// A game that has not begun.
    ///
    /// # Errors
    ///
    /// If such a board cannot be played on.
    pub fn new(spec: &GameSpec) -> Result<Self, SessionError> {
        Ok(Self {
            spec: spec.clone(),
            game: begin(spec)?,
            moves: Vec::new(),
            notices: Vec::new(),
            solver: None,
            counted: RefCell::default(),
        })
    }

    /// The game that a record tells of (SGF; Go: or JSON), up to its first `n_moves` moves. The board is that of the record;
    /// otherwise it is played as `spec` says, and with the swap rule if the record has a swap.
    ///
    /// # Errors
    ///
    /// [`SessionError::Record`] if the text is no record of this game or a move cannot be made;
    /// [`SessionError::Unsupported`] if this game has no records.
    pub fn from_record(spec: &GameSpec, record: &str, n_moves: usize) -> Result<Self, SessionError> {
        let Loaded { spec, game, moves, notices } = load(spec, record, n_moves)?;
        Ok(Self { spec, game, moves, notices, solver: None, counted: RefCell::default() })
    }

    /// What [`Self::from_record`] did not take as the record has it, and why: a sentence each, without a full stop.
    #[must_use]
    pub fn notices(&self) -> &[String] {
        &self.notices
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

    /// Gives the turn to `player`, as GTP does, whose boards set up positions by moves of either colour.
    ///
    /// # Errors
    ///
    /// If the game knows no other turn.
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

    /// Gives Black handicap stones before the first move, and White the turn and what the rules make up for them. Returns
    /// their names. The record of moves does not have them.
    ///
    /// # Errors
    ///
    /// [`SessionError::Begun`], or if the board cannot take such stones, or the game has no handicap.
    pub fn set_handicap(&mut self, handicap: &Handicap) -> Result<Vec<String>, SessionError> {
        self.game.set_handicap(handicap)
    }

    /// Changes the komi, a number of points such as `7` or `6.5`; moves and handicap stay.
    ///
    /// # Errors
    ///
    /// If the text is no komi, or the game has none.
    pub fn set_komi(&mut self, points: &str) -> Result<(), SessionError> {
        let spec = self.spec.clone().with_komi(points.parse()?)?;
        self.game.raise_komi(spec.half_points() - self.spec.half_points());
        self.spec = spec;
        Ok(())
    }

    /// Changes the rules, as text: `chinese`, `tromp-taylor,suicide=forbidden`. Moves and handicap stay, and what White gets for
    /// handicap is that of the new rules.
    ///
    /// # Errors
    ///
    /// If the text is no rules, a move that was played is forbidden by them, or the game has no rules to choose from.
    pub fn set_rules(&mut self, rules: &str) -> Result<(), SessionError> {
        let spec = self.spec.clone().with_rules(rules.parse()?)?;
        self.game.set_rules(&spec)?;
        self.spec = spec;
        *self.counted.borrow_mut() = None;
        Ok(())
    }

    /// Which stones this program would agree to take off, and the score without them: for certain where that can be known,
    /// and by random games where not. Equal seeds give equal answers; `None` in games without dead stones.
    #[must_use]
    pub fn settled(&self, seed: u64) -> Option<Settled> {
        self.game.settled(seed)
    }

    /// Plays a move. Upper and lower case mean the same.
    ///
    /// # Errors
    ///
    /// If the text is no move, the move is not allowed, or the game is over.
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

    /// How much of the game is left, for sharing out time among moves: in most games the number of moves to choose from; in
    /// Amazons, where there are thousands, four thirds of the number of empty squares.
    #[must_use]
    pub fn n_left(&self) -> usize {
        self.game.n_left()
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
        self.analyze(player, limits, seed).map(|analysis| analysis.choice)
    }

    /// As [`Self::genmove`], with what the player thinks of the other moves.
    ///
    /// The strong player goes on where it stopped if it is asked about the same position again.
    ///
    /// # Errors
    ///
    /// Those of [`Self::genmove`].
    pub fn analyze(&mut self, player: &PlayerSpec, limits: &Limits, seed: u64) -> Result<Analysis, SessionError> {
        self.game.analyze(player, limits, seed)
    }

    /// What the evaluator of this name says of the position, for the player to move.
    ///
    /// # Errors
    ///
    /// [`SessionError::Over`], [`SessionError::Player`] if the game knows no such evaluator, [`SessionError::Unsupported`] if
    /// it has none.
    pub fn judge(&self, evaluator: &str) -> Result<Evaluation, SessionError> {
        self.game.judge(evaluator)
    }

    /// What it says of the positions after each move, for the player who makes it, in the order of the game.
    ///
    /// # Errors
    ///
    /// Those of [`Self::judge`], but for the end of the game, after which there are no moves.
    pub fn judge_moves(&self, evaluator: &str) -> Result<Vec<(String, Evaluation)>, SessionError> {
        self.game.judge_moves(evaluator)
    }

    /// Has this game such a player, with settings in their bounds?
    ///
    /// # Errors
    ///
    /// [`SessionError::Player`] if not.
    pub fn accepts(&self, player: &PlayerSpec) -> Result<(), SessionError> {
        player.check()?;
        self.game.accepts(player)
    }

    /// What can be shown of a position of this game, in the order of a menu.
    #[must_use]
    pub fn overlays(&self) -> &'static [OverlayName] {
        self.game.overlays()
    }

    /// What the overlay of this name shows of the position for `player`, who is to move where that matters. An overlay of one
    /// cell is named with it: `joint D4`. Costs up to a second on the largest boards.
    ///
    /// Overlays of playouts, such as `criticality`, are about 10,000 of them with a seed that never changes, counted once for
    /// all overlays of a position.
    ///
    /// # Errors
    ///
    /// [`SessionError::UnknownOverlay`], or [`SessionError::Unknown`] if the cell is none.
    pub fn overlay(&self, name: &str, player: Player) -> Result<Overlay, SessionError> {
        let unknown = || SessionError::UnknownOverlay(name.chars().take(32).collect());
        let (kind, cell) = name.split_once(' ').map_or((name, None), |(kind, cell)| (kind, Some(cell)));
        // A game may have another overlay under a name that playouts know.
        if let Some(overlay) = self.game.overlay(name, player) {
            return Ok(overlay);
        }
        if statistics::is_name(kind) && self.overlays().iter().any(|overlay| overlay.name == kind) {
            return statistics::overlay(&*self.counted()?, kind, cell, player);
        }
        Err(unknown())
    }

    /// What random playouts from the position say of cells, pairs of cells and orders of moves. `limits` interrupts it and is
    /// told how many playouts are done; its bound on nodes is not looked at.
    ///
    /// Costs 50 ms for 10,000 playouts on 9x9 on one thread, ten times as much on 19x19.
    ///
    /// # Errors
    ///
    /// [`SessionError::Statistics`] and [`SessionError::Unknown`] if the request makes no sense,
    /// [`SessionError::Interrupted`], and [`SessionError::Unsupported`] in games that tell nothing of their playouts.
    pub fn statistics(&self, spec: &StatisticsSpec, limits: &Limits) -> Result<StatisticsReport, SessionError> {
        Ok(self.game.count((spec, limits))?.report(spec))
    }

    /// The counts for overlays of this position.
    fn counted(&self) -> Result<Arc<Counted>, SessionError> {
        let position = self.position_hash();
        if let Some((of, counted)) = &*self.counted.borrow()
            && *of == position
        {
            return Ok(Arc::clone(counted));
        }
        let counted = Arc::new(self.game.count((&statistics::spec(), &Limits::default()))?);
        *self.counted.borrow_mut() = Some((position, Arc::clone(&counted)));
        Ok(counted)
    }

    /// The virtual connections and semi-connections of `player` between two cells or chains, the smallest first.
    ///
    /// A chain is named by any of its cells; Hex: an edge is `north`, `south`, `west` or `east`.
    ///
    /// # Errors
    ///
    /// If a name is no cell or edge that `player` can use, or the game has no connections.
    pub fn connections(&self, player: Player, from: &str, to: &str) -> Result<Vec<VirtualConnection>, SessionError> {
        self.game.links(player, from, to)
    }

    /// What `player` has connected with a cell or chain, named as for [`Self::connections`].
    ///
    /// # Errors
    ///
    /// Those of [`Self::connections`].
    pub fn connected(&self, player: Player, from: &str) -> Result<Linked, SessionError> {
        self.game.linked(player, from)
    }

    /// The stones with `to_move` to move, without a thought of swapping, for the solver.
    pub(crate) fn question_of_stones(&self, to_move: Player) -> Result<Question, SessionError> {
        self.game.question_of_stones(to_move).ok_or(SessionError::Unsupported("solver"))
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

    /// The cells with stones, by name, in the order of the board.
    #[must_use]
    pub fn stones(&self) -> Vec<(String, Player)> {
        self.game.stones()
    }

    /// The cells that have no stone and that nobody can use any more, by name, in the order of the board: in Amazons those
    /// with arrows.
    #[must_use]
    pub fn blocked(&self) -> Vec<String> {
        self.game.blocked()
    }

    /// The whole position in one line, in a notation that [`GameSpec`] takes as a set-up; `None` in games that have none.
    /// Amazons: FEN as Fairy-Stockfish writes it.
    #[must_use]
    pub fn position_text(&self) -> Option<String> {
        self.game.position_text()
    }

    /// The board as text of several lines.
    #[must_use]
    pub fn render(&self) -> String {
        self.game.render()
    }

    /// The root properties of an SGF record, in order: game, board and what the rules add. Values are as they stand in a
    /// file.
    #[must_use]
    pub fn sgf_header(&self) -> Vec<(&'static str, String)> {
        sgf_header(&self.spec)
    }

    /// The properties of an SGF record's root that set up the board before the first move, each with its values; none where
    /// games begin on the empty board and Black moves first.
    #[must_use]
    pub fn sgf_setup(&self) -> Vec<(&'static str, Vec<String>)> {
        let Start { stones: [black, white], blocked, n_handicap, to_move } = self.game.start();
        let is_set_up = to_move == Player::White || !black.is_empty() || !white.is_empty();
        let handicap = if n_handicap > 1 { vec![n_handicap.to_string()] } else { Vec::new() };
        let turn = if is_set_up { vec![letter(to_move).to_owned()] } else { Vec::new() };
        let all = [("HA", handicap), ("AB", black), ("AW", white), ("AA", blocked), ("PL", turn)];
        all.into_iter().filter(|(_, values)| !values.is_empty()).collect()
    }

    /// The game so far as a file of SGF, with set-up and handicap, which [`Self::from_record`] reads. `result` is as SGF writes
    /// results, empty while nobody knows.
    #[must_use]
    pub fn to_sgf(&self, result: &str) -> String {
        let mut text = format!("(;FF[4]CA[UTF-8]AP[Tesuji:{}]", env!("CARGO_PKG_VERSION"));
        for (name, value) in self.sgf_header() {
            text += &format!("{name}[{value}]");
        }
        if !result.is_empty() {
            text += &format!("RE[{}]", result.replace('\\', "\\\\").replace(']', "\\]"));
        }
        for (name, values) in self.sgf_setup() {
            text += &format!("{name}[{}]", values.join("]["));
        }
        for (player, mv) in &self.moves {
            // A move that was played is one of the board.
            text += &format!("\n;{}[{}]", letter(*player), self.game.sgf_point(mv).unwrap_or_default());
        }
        text + ")\n"
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

/// The property of a player's moves in SGF.
const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "B",
        Player::White => "W",
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("spec", &self.spec).field("moves", &self.moves).finish_non_exhaustive()
    }
}
