//! A position of any game in which moves are numbers (actions), for programs that play millions of them.

use std::ops::ControlFlow;

use rand::{Rng, SeedableRng};
use tesuji_amazons::Square;
use tesuji_board::{Cell, Player};
use tesuji_game::{Evaluation, Evaluator, Game, Outcome, zobrist_key};
use tesuji_network::Linking;
use tesuji_network::evaluation::HexEvaluator;
use tesuji_neural::graph;
use tesuji_search::mcts::PlayoutRng;

use super::in_play::Written;
use super::{PositionRef, amazons, hex, planes};
use crate::{GameSpec, Session, SessionError};

/// A position of any game. Each move has a number, its *action*, so that moves fit arrays.
///
/// | game | actions |
/// | --- | --- |
/// | Hex | the cell, row by row from the top left; one more for `swap-pieces` |
/// | Go | the cell; one more for `pass` |
/// | Amazons, n squares | (from n + to) n + arrow |
///
/// It keeps no list of moves: copy it before a move that is to be taken back. Useful for: environments, batches, data.
/// Not useful for: players and analysis ([`Session`]).
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "positions are copied all the time, and a box would be one more place")]
pub enum State {
    /// Hex.
    Hex(tesuji_hex::Position),
    /// Go.
    Go(tesuji_go::Position),
    /// Amazons.
    Amazons(tesuji_amazons::Position),
}

/// Does the same for a position of each game.
macro_rules! of_each {
    ($state:expr, $position:ident => $body:expr) => {
        match $state {
            State::Hex($position) => $body,
            State::Go($position) => $body,
            State::Amazons($position) => $body,
        }
    };
}

/// A game whose moves have actions.
trait Numbered: Game {
    fn n_actions(&self) -> u32;
    fn action(&self, mv: Self::Move) -> u32;
    fn move_of(&self, number: u32) -> Option<Self::Move>;
}

/// Numbers the moves of a game by their cells; the last action is the one move that has none.
macro_rules! number_cells {
    ($game:ident, $other:ident) => {
        impl Numbered for $game::Position {
            fn n_actions(&self) -> u32 {
                self.topology().n_cells() as u32 + 1
            }

            fn action(&self, mv: Self::Move) -> u32 {
                match mv {
                    $game::Move::Place(cell) => cell.index() as u32,
                    $game::Move::$other => self.n_actions() - 1,
                }
            }

            fn move_of(&self, number: u32) -> Option<Self::Move> {
                let last = self.n_actions() - 1;
                (number <= last).then(|| match number {
                    other if other == last => $game::Move::$other,
                    cell => $game::Move::Place(Cell::new(cell as usize)),
                })
            }
        }
    };
}

number_cells!(tesuji_hex, Swap);
number_cells!(tesuji_go, Pass);

impl Numbered for tesuji_amazons::Position {
    fn n_actions(&self) -> u32 {
        (self.n_squares() as u32).pow(3)
    }

    fn action(&self, mv: Self::Move) -> u32 {
        let n = self.n_squares() as u32;
        (u32::from(mv.from) * n + u32::from(mv.to)) * n + u32::from(mv.arrow)
    }

    fn move_of(&self, number: u32) -> Option<Self::Move> {
        let n = self.n_squares() as u32;
        let square = |number: u32| (number % n) as u8;
        let (from, to, arrow) = (square(number / n / n), square(number / n), square(number));
        (number < self.n_actions()).then_some(tesuji_amazons::Move { from, to, arrow })
    }
}

impl State {
    /// The position in which a game begins.
    ///
    /// # Errors
    ///
    /// If the game cannot be played on such a board.
    pub fn new(spec: &GameSpec) -> Result<Self, SessionError> {
        Ok(Session::new(spec)?.state())
    }

    /// Whose turn it is; after the end, whose it would be.
    #[must_use]
    pub fn to_move(&self) -> Player {
        of_each!(self, position => position.to_move())
    }

    /// Result by the rules, or `None` while the game goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        of_each!(self, position => position.outcome())
    }

    /// The number of cells of the board.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        match self {
            Self::Hex(position) => position.topology().n_cells(),
            Self::Go(position) => position.topology().n_cells(),
            Self::Amazons(position) => position.n_squares(),
        }
    }

    /// Number of actions, legal here or not; they begin with 0.
    #[must_use]
    pub fn n_actions(&self) -> u32 {
        of_each!(self, position => position.n_actions())
    }

    /// Appends the actions of all legal moves, ascending but in Amazons, where the order is that of the game.
    pub fn legal_actions(&self, actions: &mut Vec<u32>) {
        of_each!(self, position => {
            let _: ControlFlow<()> = position.try_for_each_move(|mv| {
                actions.push(position.action(mv));
                ControlFlow::Continue(())
            });
        });
    }

    /// Number of legal moves. In Amazons this costs far less than to list them.
    #[must_use]
    pub fn n_legal(&self) -> usize {
        match self {
            Self::Amazons(position) => position.n_moves_of(position.to_move()) as usize,
            Self::Hex(position) => position.moves().len(),
            Self::Go(position) => position.moves().len(),
        }
    }

    /// The text of an action, as the game writes it; `None` if there is no such action.
    #[must_use]
    pub fn text_of(&self, action: u32) -> Option<String> {
        of_each!(self, position => Some(Written::move_text(position, position.move_of(action)?)))
    }

    /// The action of a move, legal or not.
    ///
    /// # Errors
    ///
    /// [`SessionError::Unknown`] if the text is not a move of this board.
    pub fn action_of(&self, text: &str) -> Result<u32, SessionError> {
        of_each!(self, position => Ok(position.action(Written::read_move(position, text)?)))
    }

    /// Whether an action is legal.
    #[must_use]
    pub fn is_legal(&self, action: u32) -> bool {
        of_each!(self, position => position.move_of(action).is_some_and(|mv| position.is_legal(mv)))
    }

    /// Plays an action.
    ///
    /// # Errors
    ///
    /// [`SessionError::Over`], [`SessionError::Unknown`] or [`SessionError::Illegal`]; the position is then unchanged.
    pub fn play(&mut self, action: u32) -> Result<(), SessionError> {
        of_each!(self, position => {
            let Some(mv) = position.move_of(action) else {
                let expected = format!("a number below {}", position.n_actions());
                return Err(SessionError::unknown(&action.to_string(), expected));
            };
            if position.outcome().is_some() {
                return Err(SessionError::Over);
            }
            if !position.is_legal(mv) {
                let (player, text) = (position.to_move(), Written::move_text(position, mv));
                return Err(SessionError::Illegal { player, mv: text, reason: Written::objection(position, mv) });
            }
            position.play_unchecked(mv);
        });
        Ok(())
    }

    /// Gives the turn to `player`, as in GTP and SGF.
    ///
    /// # Errors
    ///
    /// If the game does not allow another turn.
    pub fn set_to_move(&mut self, player: Player) -> Result<(), SessionError> {
        of_each!(self, position => Written::give_turn(position, player))
    }

    /// The Zobrist hash: equal positions have equal hashes.
    #[must_use]
    pub fn hash(&self) -> u64 {
        of_each!(self, position => position.zobrist())
    }

    /// Writes what is on each cell: 0 nothing, 1 Black, 2 White, 3 an arrow.
    ///
    /// # Panics
    ///
    /// If `cells` has another length than the board.
    pub fn write_stones(&self, cells: &mut [i8]) {
        assert_eq!(cells.len(), self.n_cells(), "one number for each cell");
        let stone = |stone: Option<Player>| stone.map_or(0, |player| player.index() as i8 + 1);
        for (idx, cell) in cells.iter_mut().enumerate() {
            *cell = match self {
                Self::Hex(position) => stone(position.stone(Cell::new(idx))),
                Self::Go(position) => stone(position.stone(Cell::new(idx))),
                Self::Amazons(position) => match position.at(idx as u8) {
                    Square::Empty => 0,
                    Square::Amazon(player) => stone(Some(player)),
                    Square::Arrow => 3,
                },
            };
        }
    }

    /// Plays a random legal move, all equally likely, and returns its action; `None` once the game is over.
    pub fn play_random(&mut self, rng: &mut PlayoutRng) -> Option<u32> {
        match self {
            Self::Hex(position) => played(position, random_action(position, rng)?),
            Self::Go(position) => played(position, random_action(position, rng)?),
            Self::Amazons(position) => played(position, random_shot(position, rng)?),
        }
    }

    /// Plays random legal moves, as [`Self::play_random`], until the game is over or `most` moves have been played.
    /// Returns the number of moves.
    pub fn play_randomly(&mut self, most: usize, rng: &mut PlayoutRng) -> usize {
        (0..most).find(|_| self.play_random(rng).is_none()).unwrap_or(most)
    }

    /// Writes which actions are legal.
    ///
    /// # Panics
    ///
    /// If `mask` has another length than there are actions.
    pub fn write_legal(&self, mask: &mut [bool]) {
        assert_eq!(mask.len(), self.n_actions() as usize, "one for each action");
        match self {
            Self::Hex(position) => {
                let is_open = position.outcome().is_none();
                for (idx, is_legal) in mask.iter_mut().enumerate() {
                    *is_legal =
                        is_open && idx < position.topology().n_cells() && position.stone(Cell::new(idx)).is_none();
                }
                if let Some(last) = mask.last_mut() {
                    *last = position.is_legal(tesuji_hex::Move::Swap);
                }
            }
            Self::Go(_) | Self::Amazons(_) => {
                let mut actions = Vec::new();
                self.legal_actions(&mut actions);
                mask.fill(false);
                actions.iter().for_each(|&action| mask[action as usize] = true);
            }
        }
    }

    /// The generator of random numbers for game number `number` of a series with this seed. Games are then the same
    /// whatever thread plays them.
    #[must_use]
    pub fn rng(seed: u64, number: u64) -> PlayoutRng {
        PlayoutRng::seed_from_u64(zobrist_key(seed).wrapping_add(number))
    }
}

/// Plays a move, and returns its action.
fn played<G: Numbered>(position: &mut G, mv: G::Move) -> Option<u32> {
    let action = position.action(mv);
    position.play_unchecked(mv);
    Some(action)
}

/// One of the legal moves of Hex or Go, all equally likely: actions are drawn until one is legal. Some action is, because
/// the game is not over.
fn random_action<G: Numbered>(position: &G, rng: &mut PlayoutRng) -> Option<G::Move> {
    if position.outcome().is_some() {
        return None;
    }
    loop {
        let drawn = position.move_of(rng.random_range(0..position.n_actions()));
        if let Some(mv) = drawn.filter(|&mv| position.is_legal(mv)) {
            return Some(mv);
        }
    }
}

/// As above for Amazons, where few actions are legal: moves are counted, and one of them is looked up.
fn random_shot(position: &tesuji_amazons::Position, rng: &mut PlayoutRng) -> Option<tesuji_amazons::Move> {
    let n_moves = position.n_moves_of(position.to_move());
    (n_moves > 0).then(|| rng.random_range(0..n_moves)).and_then(|drawn| position.nth_move(drawn))
}

impl From<PositionRef<'_>> for State {
    fn from(position: PositionRef<'_>) -> Self {
        match position {
            PositionRef::Hex(position) => Self::Hex(position.clone()),
            PositionRef::Go(position) => Self::Go(position.clone()),
            PositionRef::Amazons(position) => Self::Amazons(position.clone()),
        }
    }
}

impl Session {
    /// The position, as one that is played on by actions.
    #[must_use]
    pub fn state(&self) -> State {
        self.position().into()
    }
}

/// An evaluator of Hex or Amazons that judges one position after another. Values are those of
/// [`Evaluators`](crate::Evaluators); what it keeps from one to the next only makes it faster.
pub struct Judge {
    judge: Inner,
}

enum Inner {
    Hex(Box<HexEvaluator>),
    Amazons(Box<dyn Evaluator<tesuji_amazons::Position>>),
}

impl Judge {
    /// The evaluator of this name, for positions such as `root`.
    ///
    /// # Errors
    ///
    /// [`SessionError::Player`] if the game has no such evaluator, [`SessionError::Unsupported`] if it has none at all.
    pub fn new(evaluator: &str, root: &State) -> Result<Self, SessionError> {
        let judge = match root {
            State::Hex(root) => {
                Inner::Hex(Box::new(HexEvaluator::new(hex::formula(evaluator)?, Linking::default(), root)))
            }
            State::Amazons(root) => Inner::Amazons(amazons::evaluator(evaluator, Linking::default(), root)?),
            State::Go(_) => return Err(SessionError::Unsupported("evaluators; it has statistics of playouts")),
        };
        Ok(Self { judge })
    }

    /// The evaluator's value of a position, for the player to move.
    ///
    /// # Errors
    ///
    /// [`SessionError::Unsupported`] if the position is of another game than the root.
    pub fn judge(&mut self, state: &State) -> Result<Evaluation, SessionError> {
        if let Some(outcome) = state.outcome() {
            return Ok(Evaluation::Decided(outcome));
        }
        match (&mut self.judge, state) {
            (Inner::Hex(judge), State::Hex(position)) => {
                // Positions of a batch have few stones in common, so each is its own root.
                judge.set_root(position);
                Ok(judge.evaluate(position))
            }
            (Inner::Amazons(judge), State::Amazons(position)) => Ok(judge.evaluate(position)),
            _ => Err(SessionError::Unsupported("evaluators of another game")),
        }
    }
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge").finish_non_exhaustive()
    }
}

impl State {
    /// The shape of the planes of a position: planes, rows and columns; planes and cells on boards that are no grids.
    /// `None` in Amazons, which has no planes.
    #[must_use]
    pub fn planes_shape(&self) -> Option<Vec<usize>> {
        let (n_planes, size) = match self {
            Self::Hex(position) => (planes::HEX_PLANES, position.topology().size()),
            Self::Go(position) => (graph::PLANES, position.topology().grid_size()),
            Self::Amazons(_) => return None,
        };
        Some(size.map_or_else(|| vec![n_planes, self.n_cells()], |(columns, rows)| vec![n_planes, rows, columns]))
    }

    /// Appends the planes of the position, each cell by cell, from the view of the player to move.
    ///
    /// Hex: the mover's stones, the other player's, and everywhere 1 if the mover is Black, who joins top and bottom.
    /// Go: those of [`graph::write_planes`], divided by 127.
    pub fn write_planes(&self, out: &mut Vec<f32>) {
        match self {
            Self::Hex(position) => planes::of_hex(position, out),
            Self::Go(position) => planes::of_go(position, out),
            Self::Amazons(_) => {}
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn games() -> Vec<State> {
        let hex = GameSpec::Hex { columns: 4, rows: 4, swap: true };
        let go = GameSpec::go("torus:4".parse().unwrap(), "0.5".parse().unwrap(), tesuji_go::Rules::CHINESE);
        let amazons = GameSpec::amazons(6, 6);
        [hex, go, amazons].iter().map(|spec| State::new(spec).unwrap()).collect()
    }

    #[test]
    fn numbers_and_texts_name_the_same_moves() {
        for start in games() {
            for game in 0..20 {
                let (mut state, mut rng) = (start.clone(), State::rng(1, game));
                while state.outcome().is_none() && state.n_legal() > 0 {
                    let mut numbers = Vec::new();
                    state.legal_actions(&mut numbers);
                    assert_eq!(numbers.len(), state.n_legal());
                    for &number in &numbers {
                        assert_eq!(state.action_of(&state.text_of(number).unwrap()), Ok(number));
                        assert!(state.is_legal(number));
                    }
                    assert_eq!(state.play_randomly(1, &mut rng), 1);
                }
                assert!(state.play(0).is_err());
            }
            assert!(start.clone().play(start.n_actions()).is_err());
        }
    }

    #[test]
    fn random_moves_are_equally_likely() {
        for start in games() {
            let mut state = start.clone();
            state.play_randomly(3, &mut State::rng(5, 0));
            let (mut actions, mut mask) = (Vec::new(), vec![true; state.n_actions() as usize]);
            state.legal_actions(&mut actions);
            state.write_legal(&mut mask);
            assert_eq!(mask.iter().filter(|&&is_legal| is_legal).count(), actions.len());
            assert!(actions.iter().all(|&action| mask[action as usize]));
            if let State::Amazons(position) = &state {
                let listed: Vec<_> = (0..=actions.len() as u32).map_while(|number| position.nth_move(number)).collect();
                assert_eq!(listed, position.moves());
            }
            let n_each = 40;
            let mut counts = std::collections::BTreeMap::new();
            let mut rng = State::rng(6, 1);
            for _ in 0..n_each * actions.len() {
                let action = state.clone().play_random(&mut rng).unwrap();
                *counts.entry(action).or_insert(0) += 1;
            }
            assert_eq!(counts.len(), actions.len(), "each legal move is drawn");
            // The sum of squares is chi-square distributed; 6 deviations above its mean are too many.
            let (n, each) = (actions.len() as f64, n_each as f64);
            let spread: f64 = counts.values().map(|&count| (f64::from(count) - each).powi(2) / each).sum();
            assert!(spread < n + 6.0 * (2.0 * n).sqrt(), "{spread} for {n} moves");
        }
    }

    #[test]
    fn numbered_play_is_that_of_a_session() {
        for (start, spec) in games().into_iter().zip([
            GameSpec::Hex { columns: 4, rows: 4, swap: true },
            GameSpec::go("torus:4".parse().unwrap(), "0.5".parse().unwrap(), tesuji_go::Rules::CHINESE),
            GameSpec::amazons(6, 6),
        ]) {
            let (mut state, mut session) = (start, Session::new(&spec).unwrap());
            let mut rng = State::rng(7, 0);
            for _ in 0..60 {
                let mut numbers = Vec::new();
                state.legal_actions(&mut numbers);
                let texts: Vec<String> = numbers.iter().filter_map(|&number| state.text_of(number)).collect();
                assert_eq!(texts, session.legal_moves());
                assert_eq!(state.outcome(), session.outcome());
                if texts.is_empty() {
                    break;
                }
                let chosen = rng.random_range(0..texts.len());
                session.play(session.to_move(), &texts[chosen]).unwrap();
                state.play(numbers[chosen]).unwrap();
                assert_eq!(state.hash(), session.position().hash());
            }
        }
    }

    #[test]
    fn judges_agree_with_the_evaluators_of_a_session() {
        let mut session = Session::new(&GameSpec::hex(5, 5)).unwrap();
        let mut judge = Judge::new("resistance", &session.state()).unwrap();
        for mv in ["c3", "b4", "d2"] {
            session.play(session.to_move(), mv).unwrap();
            let expected = session.evaluators().unwrap().judge("resistance").unwrap();
            assert_eq!(judge.judge(&session.state()).unwrap(), expected);
        }
        assert!(Judge::new("nonsense", &session.state()).is_err());
    }
}
