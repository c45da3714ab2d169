//! The rules against a plain model of them, and positions with a known winner.

use std::collections::HashMap;

use crate::setups::setups;
use proptest::prelude::*;
use tesuji_amazons::notation::{read_move, read_setup, strings, write_move};
use tesuji_amazons::{Move, Position, Setup, SetupError, Size};
use tesuji_board::{Player, SizeError};
use tesuji_game::{Game, IllegalMove, Outcome};

/// A board of letters: plain and slow.
#[derive(Clone, PartialEq, Debug)]
struct Model {
    size: Size,
    squares: Vec<char>,
    to_move: char,
}

impl Model {
    fn new(setup: &Setup) -> Self {
        let mut squares = vec!['.'; setup.size.n_squares()];
        for (letter, at) in [('x', &setup.black), ('o', &setup.white), ('#', &setup.arrows)] {
            at.iter().for_each(|&square| squares[usize::from(square)] = letter);
        }
        Self { size: setup.size, squares, to_move: if setup.to_move == Player::Black { 'x' } else { 'o' } }
    }

    /// The squares that a queen on `square` reaches, step by step in each direction.
    fn reached(&self, square: u8) -> Vec<u8> {
        let mut reached = Vec::new();
        for (dx, dy) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let (mut x, mut y) = (i32::from(self.size.column_of(square)), i32::from(self.size.row_of(square)));
            loop {
                (x, y) = (x + dx, y + dy);
                if x < 0 || y < 0 || x >= i32::from(self.size.columns) || y >= i32::from(self.size.rows) {
                    break;
                }
                let to = (y * i32::from(self.size.columns) + x) as u8;
                if self.squares[usize::from(to)] != '.' {
                    break;
                }
                reached.push(to);
            }
        }
        reached
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in (0..self.size.n_squares() as u8).filter(|&square| self.squares[usize::from(square)] == self.to_move)
        {
            for to in self.reached(from) {
                let mut stepped = self.clone();
                stepped.squares.swap(usize::from(from), usize::from(to));
                moves.extend(stepped.reached(to).into_iter().map(|arrow| Move { from, to, arrow }));
            }
        }
        moves.sort_unstable();
        moves
    }

    fn play(&mut self, mv: Move) {
        self.squares.swap(usize::from(mv.from), usize::from(mv.to));
        self.squares[usize::from(mv.arrow)] = '#';
        self.to_move = if self.to_move == 'x' { 'o' } else { 'x' };
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_go_as_the_model_says(setup in setups(), choices in prop::collection::vec(any::<u16>(), 0..30)) {
        let mut position = Position::new(&setup).unwrap();
        let mut model = Model::new(&setup);
        for choice in choices {
            let moves = model.moves();
            prop_assert_eq!(position.moves(), &*moves);
            let loser = moves.is_empty().then_some(if model.to_move == 'x' { Player::Black } else { Player::White });
            prop_assert_eq!(position.outcome(), loser.map(|loser| Outcome::Win(loser.opponent())));
            // Anything else is refused.
            let [from, to, arrow] = [choice, choice / 7, choice / 31].map(|n| (n % 160) as u8);
            let mv = Move { from, to, arrow };
            prop_assert_eq!(position.is_legal(mv), moves.contains(&mv));
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            position.play(mv).unwrap();
            model.play(mv);
            prop_assert_eq!(Model::new(&position.setup()), model.clone());
        }
    }
}

#[test]
fn an_arrow_may_land_where_its_amazon_came_from_and_beyond() {
    // An amazon in a corner of two free squares: from b2 the arrow may go back to a2, or on to c2.
    let position = Position::new(&strings::read("x..#|####").unwrap()).unwrap();
    let names: Vec<_> = position.moves().iter().map(|&mv| write_move(position.size(), mv)).collect();
    assert_eq!(names, ["a2-b2/a2", "a2-b2/c2", "a2-c2/a2", "a2-c2/b2"]);
    // A move may pass between two arrows that touch at a corner, but not past an amazon.
    let diagonal = Position::new(&strings::read("x#.|#..|..o").unwrap()).unwrap();
    let to: Vec<u8> = diagonal.moves().iter().map(|mv| mv.to).collect();
    assert!(to.iter().all(|&to| to == 4), "{to:?}");
}

#[test]
fn what_cannot_stand_is_refused() {
    let size = Size::new(3, 2).unwrap();
    let refused = |change: fn(&mut Setup)| {
        let mut setup = Setup::empty(size);
        change(&mut setup);
        Position::new(&setup).unwrap_err()
    };
    assert_eq!(refused(|setup| setup.black = vec![6]), SetupError::Beyond { square: 6, size });
    assert_eq!(
        refused(|setup| (setup.black, setup.arrows) = (vec![5], vec![5])),
        SetupError::Occupied("c1".to_owned())
    );
    assert_eq!(refused(|setup| setup.white = vec![0, 0]), SetupError::Occupied("a2".to_owned()));
    assert_eq!(refused(|setup| setup.size.rows = 0), SetupError::Size(SizeError { columns: 3, rows: 0, most: 12 }));
    assert_eq!(refused(|setup| setup.white = vec![0; 17]), SetupError::TooMany { player: Player::White, n: 17 });
}

/// The winner, found by trying everything; known positions are looked up.
fn winner(position: &Position, known: &mut HashMap<Position, Player>) -> Player {
    if let Some(&winner) = known.get(position) {
        return winner;
    }
    let mover = position.to_move();
    let wins = position.moves().into_iter().any(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        self::winner(&next, known) == mover
    });
    let winner = if wins { mover } else { mover.opponent() };
    known.insert(position.clone(), winner);
    winner
}

/// Origin: issue 7 for 4x4; the others follow from the number of moves that each player has left in their own part.
#[test]
fn winners_that_are_known() {
    let cases = [
        ("x.", Player::Black, Player::Black),
        ("x.", Player::White, Player::Black),
        ("x..o", Player::Black, Player::Black),
        ("x..o", Player::White, Player::White),
        ("x.#.o", Player::Black, Player::White),
        ("x.#.o", Player::White, Player::Black),
        ("x..#.o", Player::White, Player::Black),
        (".x#o.", Player::Black, Player::White),
        ("xo", Player::White, Player::Black),
    ];
    for (text, to_move, expected) in cases {
        let position = Position::new(&read_setup(text).unwrap()).unwrap().with_to_move(to_move);
        assert_eq!(winner(&position, &mut HashMap::new()), expected, "{text}, {to_move} to move");
        let mut setup = position.setup();
        std::mem::swap(&mut setup.black, &mut setup.white);
        setup.to_move = to_move.opponent();
        let exchanged = Position::new(&setup).unwrap();
        assert_eq!(winner(&exchanged, &mut HashMap::new()), expected.opponent(), "{text} with the sides exchanged");
    }
    let start = Position::standard(4).unwrap();
    assert_eq!(winner(&start, &mut HashMap::new()), Player::White);
    assert_eq!(winner(&start.with_to_move(Player::White), &mut HashMap::new()), Player::Black);
}

#[test]
fn moves_are_refused_out_of_turn_and_beyond_the_board() {
    let mut position = Position::standard(10).unwrap();
    let before = position.clone();
    // Three illegal moves: of White's amazon, with an arrow that turns, with an amazon that passes another.
    for text in ["d10-d9/d8", "d1-d8/e10", "a4-a8/a5"] {
        let mv = read_move(position.size(), text).unwrap();
        assert_eq!(position.play(mv), Err(IllegalMove { mv }), "{text}");
    }
    assert!(position.play(Move { from: 93, to: 255, arrow: 93 }).is_err());
    assert!(position.play(Move { from: 93, to: 83, arrow: 100 }).is_err());
    assert_eq!(position, before);
}
