//! A session without the name of the game, and how any game becomes one.

use std::sync::Arc;

use tesuji_board::Player;
use tesuji_game::{Evaluation, Game, Outcome, Undo};
use tesuji_search::Limits;
use tesuji_search::mcts::Playout;
use tesuji_solve::Question;

use crate::book::Book;
use crate::player::{ByMap, Evaluators, MakeEvaluator, Players, Strong, Turn};
use crate::statistics::Counted;
use crate::{
    Analysis, GameSpec, Handicap, Linked, Overlay, OverlayName, PlayerSpec, SessionError, Settled, Solved, SolvedMoves,
    StatisticsSpec, VirtualConnection,
};

/// What a [`Session`](crate::Session) asks, whatever the game; its pages say what each method means.
pub(crate) trait AnyGame: Send {
    fn to_move(&self) -> Player;
    fn set_to_move(&mut self, player: Player) -> Result<(), SessionError>;
    fn outcome(&self) -> Option<Outcome>;
    fn score_text(&self) -> Option<String>;
    /// Gives back the move as the game writes it.
    fn play(&mut self, player: Player, text: &str) -> Result<String, SessionError>;
    fn undo(&mut self) -> Result<(), SessionError>;
    fn legal_moves(&self) -> Vec<String>;
    fn n_left(&self) -> usize;
    fn position_hash(&self) -> u64;
    fn set_book(&mut self, book: Arc<Book>) -> Result<(), SessionError>;
    fn accepts(&self, player: &PlayerSpec) -> Result<(), SessionError>;
    fn analyze(&mut self, player: &PlayerSpec, limits: &Limits, seed: u64) -> Result<Analysis, SessionError>;
    fn judge(&self, evaluator: &str) -> Result<Evaluation, SessionError>;
    fn judge_moves(&self, evaluator: &str) -> Result<Vec<(String, Evaluation)>, SessionError>;
    fn stones(&self) -> Vec<(String, Player)>;
    fn blocked(&self) -> Vec<String>;
    fn position_text(&self) -> Option<String>;
    fn render(&self) -> String;
    fn sgf_point(&self, text: &str) -> Result<String, SessionError>;
    /// Places handicap stones before the first move, and names them.
    fn set_handicap(&mut self, handicap: &Handicap) -> Result<Vec<String>, SessionError>;
    /// Plays all moves again under the rules of `spec`; if one is forbidden by them, nothing changes.
    fn set_rules(&mut self, spec: &GameSpec) -> Result<(), SessionError>;
    fn start(&self) -> Start;
    /// Gives White so many half points more for moving second, from the beginning.
    fn raise_komi(&mut self, half_points: i32);
    fn settled(&self, seed: u64) -> Option<Settled>;
    fn question(&self) -> Option<Question>;
    /// The stones with `to_move` to move, without a thought of swapping.
    fn question_of_stones(&self, to_move: Player) -> Option<Question>;
    /// Who wins with this player to move, in games with a solver of their own.
    fn solve(&self, player: Player, limits: &Limits) -> Option<Solved>;
    fn solve_moves(&self, player: Player, limits: &Limits) -> Option<SolvedMoves>;
    fn has_endings(&self) -> bool;
    fn ending(&self, most_empty: usize, limits: &Limits) -> Option<Player>;
    fn overlays(&self) -> &'static [OverlayName];
    /// `None` if there is no such overlay.
    fn overlay(&self, name: &str, player: Player) -> Option<Overlay>;
    fn count(&self, asked: (&StatisticsSpec, &Limits)) -> Result<Counted, SessionError>;
    fn links(&self, player: Player, from: &str, to: &str) -> Result<Vec<VirtualConnection>, SessionError>;
    fn linked(&self, player: Player, from: &str) -> Result<Linked, SessionError>;
}

/// A game read from a record.
pub(crate) struct Loaded {
    pub(crate) spec: GameSpec,
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) moves: Vec<(Player, String)>,
    /// What was not taken as it stands there, and why.
    pub(crate) notices: Vec<String>,
}

/// What was there before the first move.
pub(crate) struct Start {
    /// As SGF writes points.
    pub(crate) stones: [Vec<String>; 2],
    /// The same of cells that nobody can use.
    pub(crate) blocked: Vec<String>,
    pub(crate) n_handicap: usize,
    pub(crate) to_move: Player,
}

/// What a game adds to its rules: how it is written.
pub(crate) trait Written: Game {
    /// Reads a move of this board, legal or not.
    fn read_move(&self, text: &str) -> Result<Self::Move, SessionError>;
    /// Writes a move of this board.
    fn move_text(&self, mv: Self::Move) -> String;
    /// Which rule forbids `mv`, which is not legal, while the game is not over.
    fn objection(&self, mv: Self::Move) -> &'static str;
    /// Gives the turn to `player`, or refuses.
    fn give_turn(&mut self, player: Player) -> Result<(), SessionError>;
    fn score_text(&self) -> Option<String>;
    /// The cells with stones, by name, in the order of the board.
    fn stones(&self) -> Vec<(String, Player)>;
    fn render(&self) -> String;
    fn sgf_point(&self, mv: Self::Move) -> String;

    /// How SGF writes the cell of this name, where it sets up stones.
    fn sgf_cell(&self, name: &str) -> String {
        self.read_move(name).map_or_else(|_| name.to_owned(), |mv| self.sgf_point(mv))
    }

    /// The cells that nobody can use any more and that have no stone, by name, in the order of the board.
    fn blocked(&self) -> Vec<String> {
        Vec::new()
    }

    /// How many moves `player` would have if it were its turn; none if the game knows no such turn, or is over.
    fn n_moves_of(&self, player: Player) -> u64 {
        let mut position = self.clone();
        match position.give_turn(player) {
            Ok(()) => position.moves().len() as u64,
            Err(_) => 0,
        }
    }

    /// What an evaluator's number for a player is as that player's chance to win; of Hex, whose numbers go from -1 to 1.
    fn chance_of(value: f64) -> f64 {
        f64::midpoint(1.0, value).clamp(0.0, 1.0)
    }

    /// How much of the game is left, for sharing out time: in most games the number of moves to choose from.
    fn n_left(&self) -> usize {
        self.moves().len()
    }

    /// The whole position in one line, where the game has a notation for that.
    fn position_text(&self) -> Option<String> {
        None
    }

    /// The position with handicap stones, and their names; the position is that before the first move.
    fn with_handicap(&self, _handicap: &Handicap) -> Result<(Self, Vec<String>), SessionError> {
        Err(SessionError::Unsupported("handicap"))
    }

    /// The position, before the first move, under the rules of `spec`, which make up for so many stones of handicap.
    fn under(&self, _spec: &GameSpec, _n_handicap: usize) -> Result<Self, SessionError> {
        Err(SessionError::Unsupported("rule sets"))
    }

    fn raise_komi(&mut self, _half_points: i32) {}

    fn settled(&self, _seed: u64) -> Option<Settled> {
        None
    }

    /// The position as the solver of boards takes it, if it does.
    fn question(&self) -> Option<Question> {
        None
    }

    fn question_of_stones(&self, _to_move: Player) -> Option<Question> {
        None
    }

    fn solve(&self, _player: Player, _limits: &Limits) -> Option<Solved> {
        None
    }

    fn solve_moves(&self, _player: Player, _limits: &Limits) -> Option<SolvedMoves> {
        None
    }

    /// Can boards of this game fall into parts that are counted exactly?
    fn has_endings() -> bool {
        false
    }

    /// Who wins by such a count, if at most so many cells are empty.
    fn ending(&self, _most_empty: usize, _limits: &Limits) -> Option<Player> {
        None
    }

    fn overlays() -> &'static [OverlayName] {
        &[]
    }

    fn overlay(&self, _name: &str, _player: Player) -> Option<Overlay> {
        None
    }

    /// Plays from the position and counts, if the game tells its playouts.
    fn count(&self, _asked: (&StatisticsSpec, &Limits)) -> Result<Counted, SessionError> {
        Err(SessionError::Unsupported("statistics of playouts"))
    }

    fn links(&self, _player: Player, _from: &str, _to: &str) -> Result<Vec<VirtualConnection>, SessionError> {
        Err(SessionError::Unsupported("virtual connections"))
    }

    fn linked(&self, _player: Player, _from: &str) -> Result<Linked, SessionError> {
        Err(SessionError::Unsupported("virtual connections"))
    }
}

/// Any written game in play: where it began, what was played, who can choose.
pub(crate) struct InPlay<G: Game, P> {
    start: G,
    /// How many of the stones at the start are handicap.
    n_handicap: usize,
    played: Vec<(Player, G::Move)>,
    /// After the moves played.
    reached: G,
    /// The same, with the turn where it was given last: what a question out of turn ends, a move does not find ended.
    position: G,
    players: Players<G, P>,
}

impl<G: Written, P: Playout<G>> InPlay<G, P> {
    pub(crate) fn new(start: G, playout: P) -> Self {
        Self {
            reached: start.clone(),
            position: start.clone(),
            start,
            n_handicap: 0,
            played: Vec::new(),
            players: Players::new(playout),
        }
    }

    /// The same, with so many of the first stones being handicap.
    pub(crate) const fn with_n_handicap(mut self, n_handicap: usize) -> Self {
        self.n_handicap = n_handicap;
        self
    }

    /// The same, with evaluators for a player by alpha-beta; `check` says whether there is one of a name.
    pub(crate) fn with_evaluators(mut self, check: fn(&str) -> Result<(), SessionError>, make: MakeEvaluator<G>) -> Self
    where
        G: Undo<Move: Send> + 'static,
    {
        self.players.add_alpha_beta(Evaluators { check, make, n_moves_of: G::n_moves_of, chance_of: G::chance_of });
        self
    }

    /// The same, with a strong player.
    pub(crate) fn with_strong(mut self, strong: impl Strong<G> + 'static) -> Self {
        self.players.add_strong(Box::new(strong));
        self
    }

    /// The same, with a player by tactical maps.
    pub(crate) fn with_maps(mut self, maps: impl ByMap<G> + 'static) -> Self {
        self.players.add_maps(Box::new(maps));
        self
    }
}

impl<G, P> AnyGame for InPlay<G, P>
where
    G: Written<Move: Send> + Send,
    P: Playout<G> + Send,
{
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

    fn score_text(&self) -> Option<String> {
        self.position.score_text()
    }

    fn play(&mut self, player: Player, text: &str) -> Result<String, SessionError> {
        let mv = self.position.read_move(text)?;
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

    fn undo(&mut self) -> Result<(), SessionError> {
        let (&(last, _), rest) = self.played.split_last().ok_or(SessionError::NothingPlayed)?;
        let mut position = self.start.clone();
        for &(player, mv) in rest {
            position.give_turn(player)?;
            position.play_unchecked(mv);
        }
        self.reached.clone_from(&position);
        // The turn that it was, even if that was given out of order.
        position.give_turn(last)?;
        self.position = position;
        self.played.pop();
        Ok(())
    }

    fn legal_moves(&self) -> Vec<String> {
        self.position.moves().into_iter().map(|mv| self.position.move_text(mv)).collect()
    }

    fn n_left(&self) -> usize {
        self.position.n_left()
    }

    fn position_hash(&self) -> u64 {
        self.position.zobrist()
    }

    fn accepts(&self, player: &PlayerSpec) -> Result<(), SessionError> {
        self.players.accepts(player)
    }

    fn analyze(&mut self, player: &PlayerSpec, limits: &Limits, seed: u64) -> Result<Analysis, SessionError> {
        let position = &self.position;
        let text = |mv| position.move_text(mv);
        self.players.analyze(player, &Turn { position, n_played: self.played.len(), seed, text: &text }, limits)
    }

    fn judge(&self, evaluator: &str) -> Result<Evaluation, SessionError> {
        self.players.judges()?.judge(evaluator, &self.position)
    }

    fn judge_moves(&self, evaluator: &str) -> Result<Vec<(String, Evaluation)>, SessionError> {
        let judged = self.players.judges()?.judge_moves(evaluator, &self.position)?;
        Ok(judged.into_iter().map(|(mv, evaluation)| (self.position.move_text(mv), evaluation)).collect())
    }

    fn set_book(&mut self, book: Arc<Book>) -> Result<(), SessionError> {
        self.players.set_book(book, &self.position)
    }

    fn stones(&self) -> Vec<(String, Player)> {
        self.position.stones()
    }

    fn blocked(&self) -> Vec<String> {
        self.position.blocked()
    }

    fn position_text(&self) -> Option<String> {
        self.position.position_text()
    }

    fn render(&self) -> String {
        self.position.render()
    }

    fn sgf_point(&self, text: &str) -> Result<String, SessionError> {
        Ok(self.position.sgf_point(self.position.read_move(text)?))
    }

    fn set_handicap(&mut self, handicap: &Handicap) -> Result<Vec<String>, SessionError> {
        if !self.played.is_empty() {
            return Err(SessionError::Begun);
        }
        let (start, names) = self.start.with_handicap(handicap)?;
        self.reached.clone_from(&start);
        self.position.clone_from(&start);
        self.start = start;
        self.n_handicap = names.len();
        Ok(names)
    }

    fn set_rules(&mut self, spec: &GameSpec) -> Result<(), SessionError> {
        let start = self.start.under(spec, self.n_handicap)?;
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

    fn start(&self) -> Start {
        let all = self.start.stones();
        let point = |name: &String| self.start.sgf_cell(name);
        let stones = Player::BOTH
            .map(|player| all.iter().filter(|(_, owner)| *owner == player).map(|(name, _)| point(name)).collect());
        let blocked = self.start.blocked().iter().map(point).collect();
        Start { stones, blocked, n_handicap: self.n_handicap, to_move: self.start.to_move() }
    }

    fn raise_komi(&mut self, half_points: i32) {
        for position in [&mut self.start, &mut self.reached, &mut self.position] {
            position.raise_komi(half_points);
        }
    }

    fn settled(&self, seed: u64) -> Option<Settled> {
        self.position.settled(seed)
    }

    fn question(&self) -> Option<Question> {
        self.position.question()
    }

    fn question_of_stones(&self, to_move: Player) -> Option<Question> {
        self.position.question_of_stones(to_move)
    }

    fn solve(&self, player: Player, limits: &Limits) -> Option<Solved> {
        self.position.solve(player, limits)
    }

    fn solve_moves(&self, player: Player, limits: &Limits) -> Option<SolvedMoves> {
        self.position.solve_moves(player, limits)
    }

    fn has_endings(&self) -> bool {
        G::has_endings()
    }

    fn ending(&self, most_empty: usize, limits: &Limits) -> Option<Player> {
        self.position.ending(most_empty, limits)
    }

    fn overlays(&self) -> &'static [OverlayName] {
        G::overlays()
    }

    fn overlay(&self, name: &str, player: Player) -> Option<Overlay> {
        self.position.overlay(name, player)
    }

    fn count(&self, asked: (&StatisticsSpec, &Limits)) -> Result<Counted, SessionError> {
        self.position.count(asked)
    }

    fn links(&self, player: Player, from: &str, to: &str) -> Result<Vec<VirtualConnection>, SessionError> {
        self.position.links(player, from, to)
    }

    fn linked(&self, player: Player, from: &str) -> Result<Linked, SessionError> {
        self.position.linked(player, from)
    }
}
