//! Endings against brute force.

mod sums;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;
use tesuji_amazons::{Move, Position, Setup, Size};
use tesuji_board::Player;
use tesuji_cgt::{Bounds, Exceeded, Style, Value, Winner};
use tesuji_game::Game;
use tesuji_search::Limits;

use super::fill::Filler;
use super::guards::range;
use super::plot::{Plot, Stand, cells};
use super::regions::alone;
use super::shape::RegionShape;
use super::*;

/// A position from its rows, from the top, such as `x..|.#.|..o`. Black is `x` and to move.
fn position(text: &str) -> Position {
    let rows: Vec<&str> = text.split('|').collect();
    let size = Size::new(rows[0].len(), rows.len()).unwrap();
    let mut setup = Setup::empty(size);
    for (square, sign) in (0..).zip(rows.concat().chars()) {
        match sign {
            'x' => setup.black.push(square),
            'o' => setup.white.push(square),
            '#' => setup.arrows.push(square),
            '.' => {}
            other => panic!("{other} is not a sign"),
        }
    }
    setup.to_move = Player::Black;
    Position::new(&setup).unwrap()
}

#[test]
fn known_values() {
    // The values of these positions are in Berlekamp's and Snatzke's papers on Amazons, and in CGSuite's examples.
    let mut valuer = Valuer::default();
    for (text, value) in [
        ("x.", "1"),
        ("x..o", "+-1"),
        ("xx.|..o", "{2|0}"),
        ("x...|...o", "+-(3,{4|0,{1|0,*}})"),
        ("x..|...|..o", "+-{5|{2|-1/4},{1*|0,{1/2|0}}}"),
    ] {
        let position = position(text);
        let regions = regions(&position);
        let [region] = regions.as_slice() else { panic!("{text} is one region") };
        let found = valuer.value(&position, region, &Limits::default()).unwrap();
        assert_eq!(valuer.arena.text(found, Style::Ascii, 1000).unwrap().unwrap(), value, "{text}");
    }
}

/// Plain exhaustive search that visits each position once.
#[derive(Default)]
struct Referee(FxHashMap<Position, bool>);

impl Referee {
    fn mover_wins(&mut self, position: &Position) -> bool {
        if let Some(&known) = self.0.get(position) {
            return known;
        }
        let wins = position.moves().into_iter().any(|mv| !self.mover_wins(&after(position, mv)));
        self.0.insert(position.clone(), wins);
        wins
    }

    fn winner(&mut self, position: &Position) -> Player {
        if self.mover_wins(position) { position.to_move() } else { position.to_move().opponent() }
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

/// Random positions of up to 6 columns and 5 rows with up to `max_empty` empty squares.
fn random_positions(seed: u64, n: usize, max_empty: usize, players: &[Player]) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < n {
        let size = Size::new(rng.random_range(1..=6), rng.random_range(2..=5)).unwrap();
        let mut setup = Setup::empty(size);
        let mut squares: Vec<u8> = (0..u8::try_from(size.n_squares()).unwrap()).collect();
        squares.shuffle(&mut rng);
        for _ in 0..rng.random_range(1..=4) {
            let player = players[rng.random_range(0..players.len())];
            setup.amazons_mut(player).extend(squares.pop());
        }
        let n_empty = rng.random_range(0..=max_empty).min(squares.len());
        setup.arrows = squares.split_off(n_empty);
        setup.to_move = if rng.random() { Player::Black } else { Player::White };
        positions.push(Position::new(&setup).unwrap());
    }
    positions
}

const BOTH: [Player; 2] = [Player::Black, Player::White];

#[test]
fn regions_are_independent() {
    let mut n_several = 0;
    for position in random_positions(1, 400, 12, &BOTH) {
        let regions = regions(&position);
        n_several += u32::from(regions.len() > 1);
        let mut moves = Vec::new();
        for region in &regions {
            let alone = Position::new(&alone(&position, region)).unwrap();
            let here = alone.moves();
            assert_eq!(here.is_empty() && alone.with_to_move(position.to_move().opponent()).moves().is_empty(), {
                // In a region that is not dead, somebody can move.
                region.kind == RegionKind::Dead
            });
            // A move in one region leaves all others unchanged.
            for &mv in &here {
                let next = self::regions(&after(&position, mv));
                for other in regions.iter().filter(|other| *other != region) {
                    assert!(next.contains(other), "{mv:?} changes another region");
                }
            }
            moves.extend(here);
        }
        moves.sort_unstable();
        assert_eq!(moves, position.moves(), "the moves are those of the regions");
    }
    assert!(n_several > 50);
}

/// The maximum number of moves in a row, by trying all.
fn longest(position: &Position, table: &mut FxHashMap<Position, u32>) -> u32 {
    if let Some(&known) = table.get(position) {
        return known;
    }
    let mover = position.to_move();
    let moves = position.moves().into_iter();
    let most = moves.map(|mv| 1 + longest(&after(position, mv).with_to_move(mover), table)).max().unwrap_or(0);
    table.insert(position.clone(), most);
    most
}

/// One white amazon on 3x3, with arrows anywhere.
fn lone_amazons() -> impl Iterator<Item = Position> {
    let set = |squares: u32| (0..9_u8).filter(move |square| squares >> square & 1 != 0);
    let positions = (0..9).flat_map(move |amazon| (0..1 << 9).map(move |arrows| (amazon, arrows)));
    positions.filter(|(amazon, arrows)| arrows >> amazon & 1 == 0).map(move |(amazon, arrows)| {
        let white = set(1 << amazon).collect();
        let arrows = set(arrows).collect();
        Position::new(&Setup { white, arrows, ..Setup::empty(Size::new(3, 3).unwrap()) }).unwrap()
    })
}

#[test]
fn walks_are_the_longest() {
    let mut n_defective = 0;
    for position in lone_amazons().chain(random_positions(2, 200, 8, &[Player::White])) {
        let position = position.with_to_move(Player::White);
        let mut walked = 0;
        for region in regions(&position) {
            let alone = Position::new(&alone(&position, &region)).unwrap().with_to_move(Player::White);
            let most = longest(&alone, &mut FxHashMap::default());
            let Some(filling) = fill(&position, &region, u64::MAX) else {
                assert_eq!(most, 0);
                continue;
            };
            assert_eq!(filling.exact(), Some(most));
            n_defective += u32::from(u32::try_from(region.empty.len()).unwrap() > most);
            let mut walking = alone;
            for &mv in &filling.walk {
                walking.play(mv).unwrap();
                walking = walking.with_to_move(Player::White);
                walked += 1;
            }
            assert_eq!(filling.walk.len(), most as usize);
            // With a small limit the answer is an interval around it, with a walk for its lower end.
            let short = fill(&position, &region, 2).unwrap();
            assert!(short.lower <= most && most <= short.upper && short.walk.len() == short.lower as usize);
        }
        assert_eq!(walked, longest(&position, &mut FxHashMap::default()));
    }
    assert!(n_defective > 50, "some regions cannot be filled: {n_defective}");
}

#[test]
fn values_say_who_wins() {
    let mut valuer = Valuer::default();
    let mut referee = Referee::default();
    for position in random_positions(3, 300, 7, &BOTH) {
        let mut sum = Value::ZERO;
        for region in regions(&position) {
            let value = valuer.value(&position, &region, &Limits::default()).unwrap();
            let negative = valuer.arena.negative(value).unwrap();
            // With the players exchanged the value is the negative.
            let mut setup = position.setup();
            std::mem::swap(&mut setup.black, &mut setup.white);
            let exchanged = Position::new(&setup).unwrap();
            assert_eq!(valuer.value(&exchanged, &region, &Limits::default()), Ok(negative));
            // A fresh valuer, which knows no shapes, finds the same.
            let mut fresh = Valuer::default();
            let again = fresh.value(&position, &region, &Limits::default()).unwrap();
            let text = |valuer: &mut Valuer, value| valuer.arena.text(value, Style::Ascii, 5000).unwrap();
            assert_eq!(text(&mut fresh, again), text(&mut valuer, value));
            sum = valuer.arena.sum(sum, value).unwrap();
        }
        let by_value = valuer.arena.winner(sum).unwrap();
        let played = BOTH.map(|mover| referee.winner(&position.with_to_move(mover)));
        let expected = match played {
            [Player::Black, Player::Black] => Winner::Left,
            [Player::White, Player::White] => Winner::Right,
            [Player::Black, Player::White] => Winner::First,
            [Player::White, Player::Black] => Winner::Second,
        };
        assert_eq!(by_value, expected, "{position:?}");
    }
}

#[test]
fn values_within_limits_are_undecided() {
    let position = position("x..|...|..o");
    let region = regions(&position)[0];
    let mut small = Valuer::new(ValueBounds { empty: 6, ..ValueBounds::default() });
    assert_eq!(small.value(&position, &region, &Limits::default()), Err(NoValue::TooLarge));
    assert_eq!(Valuer::default().value(&position, &region, &Limits::nodes(10)), Err(NoValue::Stopped));
    let arena = Bounds { nodes: 5, ..Bounds::default() };
    let mut few = Valuer::new(ValueBounds { arena, ..ValueBounds::default() });
    assert!(matches!(few.value(&position, &region, &Limits::default()), Err(NoValue::Exceeded(Exceeded::Nodes(5)))));
}

#[test]
fn what_guards_keep_bounds_the_value() {
    let mut valuer = Valuer::default();
    let (mut n_contested, mut n_kept) = (0, 0);
    for position in random_positions(6, 700, 8, &BOTH) {
        for region in regions(&position).into_iter().filter(|region| region.kind == RegionKind::Contested) {
            let (plot, stand) = Plot::new(&position, region.squares).unwrap();
            let (low, high) = range(&plot, &mut Filler::default(), stand);
            let value = valuer.value(&position, &region, &Limits::default()).unwrap();
            let [least, most] = [low, high].map(|bound| valuer.arena.integer(bound).unwrap());
            assert!(valuer.arena.is_at_most(least, value).unwrap(), "{low} in {position:?}");
            assert!(valuer.arena.is_at_most(value, most).unwrap(), "{high} in {position:?}");
            let n_empty = i64::try_from(region.empty.len()).unwrap();
            n_contested += 1;
            n_kept += u32::from(low > -n_empty || high < n_empty);
        }
    }
    assert!(n_contested > 200 && n_kept > n_contested / 4, "{n_kept} of {n_contested}");
}

/// Random stands in regions of random squares, on boards that may be too large for eight by eight.
fn random_stands(seed: u64) -> impl Iterator<Item = (Plot, Stand)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..300).map(move |_| {
        let size = Size::new(rng.random_range(1..=12), rng.random_range(1..=12)).unwrap();
        let mut squares: Vec<u8> = (0..u8::try_from(size.n_squares()).unwrap()).collect();
        squares.shuffle(&mut rng);
        let mut some = || squares.split_off(squares.len() - squares.len().min(rng.random_range(0..=5)));
        let mut setup = Setup { black: some(), white: some(), ..Setup::empty(size) };
        let n_empty = squares.len().min(rng.random_range(0..=50));
        setup.arrows = squares.split_off(n_empty);
        let position = Position::new(&setup).unwrap();
        let taken = position.arrows();
        let open = (0..position.n_squares()).filter(|&square| !taken.contains(square)).collect();
        Plot::new(&position, open).unwrap()
    })
}

#[test]
fn queens_go_together_as_they_go_alone() {
    for (plot, stand) in random_stands(8) {
        let alone = cells(stand.black).fold(0, |all, amazon| all | plot.targets(amazon, stand.empty));
        assert_eq!(plot.queens(stand.black, stand.empty), alone);
        // The same square by square.
        let mut reached = stand.black;
        let mut open: Vec<u32> = cells(stand.black).collect();
        while let Some(cell) = open.pop() {
            open.extend(cells(plot.near(cell) & stand.empty & !reached));
            reached |= plot.near(cell) & stand.empty;
        }
        assert_eq!(plot.reach(stand.black, stand.black | stand.empty), reached);
    }
}

#[test]
fn a_shape_is_the_same_in_all_images_and_places() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    for position in random_positions(9, 200, 14, &BOTH) {
        let shape_of = |setup: &Setup| {
            let position = Position::new(setup).unwrap();
            let open =
                position.empty() | position.amazon_squares(Player::Black) | position.amazon_squares(Player::White);
            let (plot, stand) = Plot::new(&position, open).unwrap();
            RegionShape::new(&plot, stand).unwrap()
        };
        let setup = position.setup();
        let (shape, _) = shape_of(&setup);
        // The position is put into a larger board, turned, and its players exchanged, all at random.
        let (size, large) = (setup.size, Size::new(12, 12).unwrap());
        let (across, down) = (rng.random_range(0..=12 - size.columns.max(size.rows)), rng.random_range(0..=6));
        let symmetry: u32 = rng.random_range(0..8);
        let image = |square: &u8| {
            let (mut x, mut y) = (size.column_of(*square), size.row_of(*square));
            if symmetry & 1 != 0 {
                x = size.columns - 1 - x;
            }
            if symmetry & 2 != 0 {
                y = size.rows - 1 - y;
            }
            if symmetry & 4 != 0 {
                (x, y) = (y, x);
            }
            (y + down) * large.columns + x + across
        };
        let images = |squares: &[u8]| -> Vec<u8> { squares.iter().map(image).collect() };
        let (mut black, mut white) = (images(&setup.black), images(&setup.white));
        let is_open = |square: &u8| !setup.arrows.contains(square);
        let n_squares = u8::try_from(size.n_squares()).unwrap();
        let open = images(&(0..n_squares).filter(is_open).collect::<Vec<_>>());
        let arrows: Vec<u8> = (0..144).filter(|square| !open.contains(square)).collect();
        let exchanged: bool = rng.random();
        if exchanged {
            std::mem::swap(&mut black, &mut white);
        }
        let moved = Setup { black, white, arrows, ..Setup::empty(large) };
        assert_eq!(shape_of(&moved).0, shape);
        // With one square less the shape is different.
        if let Some(&square) = setup.black.first() {
            let less =
                Setup { black: setup.black[1..].to_vec(), arrows: [&setup.arrows[..], &[square]].concat(), ..setup };
            assert!(less.black.is_empty() && less.white.is_empty() || shape_of(&less).0 != shape);
        }
    }
}

#[test]
fn endings_are_played_as_exhaustive_search_plays() {
    let mut endings = Endings::default();
    let mut referee = Referee::default();
    for position in random_positions(4, 400, 8, &BOTH) {
        let ending = endings.best_filling_move(&position, &Limits::default()).unwrap();
        let winner = referee.winner(&position);
        assert_eq!(ending.winner, Some(winner), "{position:?}");
        assert_eq!(ending.mv.is_none(), position.moves().is_empty());
        if let Some(mv) = ending.mv {
            assert!(position.is_legal(mv));
            assert_eq!(referee.winner(&after(&position, mv)), winner, "{mv:?} in {position:?}");
        }
    }
}

#[test]
fn the_solver_agrees_with_exhaustive_search() {
    let mut referee = Referee::default();
    // Without values of regions, with small ones, and with a table from other positions.
    let mut solvers = [0, 4].map(|empty| EndingSolver::new(ValueBounds { empty, ..EndingSolver::BOUNDS }));
    let positions = random_positions(5, 300, 9, &BOTH);
    for position in positions.into_iter().chain(random_positions(7, 60, 11, &BOTH)) {
        let winner = referee.winner(&position);
        for solver in &mut solvers {
            let solved = solver.solve(&position, &Limits::default()).unwrap();
            assert_eq!(solved.winner, winner, "{position:?}");
            assert_eq!(solved.mv.is_some(), winner == position.to_move());
            if let Some(mv) = solved.mv {
                assert!(position.is_legal(mv));
                assert_eq!(referee.winner(&after(&position, mv)), winner);
            }
        }
    }
}

#[test]
fn a_solver_within_limits_is_undecided() {
    let start = Position::standard(4).unwrap();
    assert_eq!(EndingSolver::default().solve(&start, &Limits::nodes(5)), None);
    assert_eq!(
        EndingSolver::default().solve(&Position::standard(10).unwrap(), &Limits::default()),
        None,
        "too many squares"
    );
}
