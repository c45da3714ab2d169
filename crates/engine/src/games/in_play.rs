//! The interface of every game in a session, and a type that has it for any game that can be written.

use tesuji_board::Player;
use tesuji_game::{Game, Outcome};

use crate::{MovesLeft, SessionError};

/// A game in play, as a [`Session`](crate::Session) sees it. Its documentation says what each method means. Features
/// that only some games have are separate capabilities, not methods here.
pub(crate) trait Core: Send {
    fn to_move(&self) -> Player;
    fn set_to_move(&mut self, player: Player) -> Result<(), SessionError>;
    fn outcome(&self) -> Option<Outcome>;
    /// Returns the move as the game writes it.
    fn play(&mut self, player: Player, text: &str) -> Result<String, SessionError>;
    fn undo(&mut self) -> Result<(), SessionError>;
    fn legal_moves(&self) -> Vec<String>;
    fn shown(&self) -> &dyn Shown;
    /// A move as SGF writes it.
    fn sgf_point(&self, text: &str) -> Result<String, SessionError>;
    /// Content of the board before the first move.
    fn start(&self) -> Start;
}

/// A position as it is drawn.
pub(crate) trait Shown {
    /// The result by the rules as a record states it.
    fn score_text(&self) -> Option<String>;
    /// The cells with stones, by name, in the order of the board.
    fn stones(&self) -> Vec<(String, Player)>;
    fn render(&self) -> String;

    /// The cells that nobody can use any more and that have no stone, by name, in the order of the board.
    fn blocked(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Content of the board before the first move.
pub(crate) struct Start {
    /// The stones of each player, as SGF writes points.
    pub(crate) stones: [Vec<String>; 2],
    /// The cells that nobody can use, in the same form.
    pub(crate) blocked: Vec<String>,
    pub(crate) n_handicap: usize,
    pub(crate) to_move: Player,
}

/// Notation of a game's moves, in addition to its rules.
pub(crate) trait Written: Game + Shown {
    /// Reads a move of this board, legal or not.
    fn read_move(&self, text: &str) -> Result<Self::Move, SessionError>;
    /// Writes a move of this board.
    fn move_text(&self, mv: Self::Move) -> String;
    /// The rule that forbids `mv`. The move is not legal, and the game is not over.
    fn objection(&self, mv: Self::Move) -> &'static str;
    /// Gives the turn to `player`, or refuses.
    fn give_turn(&mut self, player: Player) -> Result<(), SessionError>;
    fn sgf_point(&self, mv: Self::Move) -> String;

    /// SGF's text for the cell of this name, where it sets up stones.
    fn sgf_cell(&self, name: &str) -> String {
        self.read_move(name).map_or_else(|_| name.to_owned(), |mv| self.sgf_point(mv))
    }

    /// Number of moves that `player` would have if it were its turn; 0 if the game has no such turn, or is over.
    fn n_moves_of(&self, player: Player) -> u64 {
        let mut position = self.clone();
        match position.give_turn(player) {
            Ok(()) => position.moves().len() as u64,
            Err(_) => 0,
        }
    }

    /// An evaluator's number for a player as that player's chance to win. The default is that of Hex, whose numbers go
    /// from -1 to 1.
    fn chance_of(value: f64) -> f64 {
        f64::midpoint(1.0, value).clamp(0.0, 1.0)
    }

    /// Number of moves that a player still has to make.
    fn moves_left(&self) -> MovesLeft {
        MovesLeft::of(self.moves().len())
    }
}

/// Any written game in play: its start and its moves.
pub(crate) struct InPlay<G: Game> {
    start: G,
    /// Number of stones at the start that are handicap.
    n_handicap: usize,
    played: Vec<(Player, G::Move)>,
    /// After the moves played.
    reached: G,
    /// The position reached, with the turn as it was given last. Giving the turn may end the game here, but the next
    /// move is still possible, because it is played from `reached`.
    position: G,
}

impl<G: Written> InPlay<G> {
    pub(crate) fn new(start: G) -> Self {
        Self { reached: start.clone(), position: start.clone(), start, n_handicap: 0, played: Vec::new() }
    }

    /// This game, in which this many stones of the start are handicap.
    pub(crate) const fn with_n_handicap(mut self, n_handicap: usize) -> Self {
        self.n_handicap = n_handicap;
        self
    }

    /// The position, with the turn as it was given last.
    pub(crate) const fn position(&self) -> &G {
        &self.position
    }

    /// The position before the first move.
    pub(crate) const fn start_position(&self) -> &G {
        &self.start
    }

    /// Number of stones at the start that are handicap.
    pub(crate) const fn n_handicap(&self) -> usize {
        self.n_handicap
    }

    /// Plays a move of this board, and returns it as the game writes it.
    pub(crate) fn play_move(&mut self, player: Player, mv: G::Move) -> Result<String, SessionError> {
        if self.position.outcome().is_some() {
            return Err(SessionError::Over);
        }
        let mut next = self.reached.clone();
        next.give_turn(player)?;
        if !next.is_legal(mv) {
            return Err(SessionError::Illegal { player, mv: next.move_text(mv), reason: next.objection(mv) });
        }
        next.play_unchecked(mv);
        self.position.clone_from(&next);
        self.reached = next;
        self.played.push((player, mv));
        Ok(self.position.move_text(mv))
    }

    /// Returns an error if a move has been played.
    pub(crate) const fn check_unplayed(&self) -> Result<(), SessionError> {
        if self.played.is_empty() { Ok(()) } else { Err(SessionError::Begun) }
    }

    /// Begins with another position, before the first move.
    pub(crate) fn begin_with(&mut self, start: G, n_handicap: usize) -> Result<(), SessionError> {
        self.check_unplayed()?;
        self.reached.clone_from(&start);
        self.position.clone_from(&start);
        self.start = start;
        self.n_handicap = n_handicap;
        Ok(())
    }

    /// Plays all moves again from another start. If one of them is not allowed, nothing changes.
    pub(crate) fn play_again_from(&mut self, start: G) -> Result<(), SessionError> {
        let mut reached = start.clone();
        for &(player, mv) in &self.played {
            reached.give_turn(player)?;
            if !reached.is_legal(mv) {
                return Err(SessionError::Illegal { player, mv: reached.move_text(mv), reason: reached.objection(mv) });
            }
            reached.play_unchecked(mv);
        }
        let mut position = reached.clone();
        position.give_turn(self.position.to_move())?;
        (self.start, self.reached, self.position) = (start, reached, position);
        Ok(())
    }

    /// Changes what all positions of the game have in common.
    pub(crate) fn change(&mut self, change: impl Fn(&mut G)) {
        [&mut self.start, &mut self.reached, &mut self.position].into_iter().for_each(change);
    }
}

impl<G: Written<Move: Send> + Send> Core for InPlay<G> {
    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn set_to_move(&mut self, player: Player) -> Result<(), SessionError> {
        self.position.clone_from(&self.reached);
        self.position.give_turn(player)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn play(&mut self, player: Player, text: &str) -> Result<String, SessionError> {
        self.play_move(player, self.position.read_move(text)?)
    }

    fn undo(&mut self) -> Result<(), SessionError> {
        let (&(last, _), rest) = self.played.split_last().ok_or(SessionError::NothingPlayed)?;
        let mut position = self.start.clone();
        for &(player, mv) in rest {
            position.give_turn(player)?;
            position.play_unchecked(mv);
        }
        self.reached.clone_from(&position);
        // The turn as it was, even if it was given out of order.
        position.give_turn(last)?;
        self.position = position;
        self.played.pop();
        Ok(())
    }

    fn legal_moves(&self) -> Vec<String> {
        self.position.moves().into_iter().map(|mv| self.position.move_text(mv)).collect()
    }

    fn shown(&self) -> &dyn Shown {
        &self.position
    }

    fn sgf_point(&self, text: &str) -> Result<String, SessionError> {
        Ok(self.position.sgf_point(self.position.read_move(text)?))
    }

    fn start(&self) -> Start {
        let all = self.start.stones();
        let point = |name: &String| self.start.sgf_cell(name);
        let stones = Player::BOTH
            .map(|player| all.iter().filter(|(_, owner)| *owner == player).map(|(name, _)| point(name)).collect());
        let blocked = self.start.blocked().iter().map(point).collect();
        Start { stones, blocked, n_handicap: self.n_handicap, to_move: self.start.to_move() }
    }
}
