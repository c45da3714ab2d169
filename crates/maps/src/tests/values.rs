use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Cell, CellSet};
use tesuji_game::Game;
use tesuji_go::model::GraphModel;
use tesuji_go::{Komi, Move, Position, Rules};

use super::*;
use crate::{MapEvaluator, PositionSample};

/// Boards of all kinds, whose sets take one, two, four, eight and sixteen words.
const BOARDS: [&str; 11] =
    ["1x1", "2x1", "5x5", "torus:4x5", "hexagon:4", "triangle:8", "honeycomb:2", "ring:9", "10x10", "17x13", "18x20"];

/// The value of a map, computed with the model's own sets.
fn reference(map: &Map, model: &GraphModel) -> CellSet {
    let all = CellSet::full(model.topology().n_cells());
    let without = |mut set: CellSet, other: &CellSet| {
        set.subtract(other);
        set
    };
    let both = |mut set: CellSet, other: &CellSet| {
        set.intersect_with(other);
        set
    };
    let over = |set: &CellSet, of: &dyn Fn(Cell) -> CellSet| {
        set.iter().fold(CellSet::new(), |mut union, cell| {
            union.union_with(&of(cell));
            union
        })
    };
    let reached = |set: &CellSet, is_such: &dyn Fn(usize) -> bool| {
        let count = |cell: Cell| both(model.connection(cell).clone(), set).len();
        model.topology().cells().filter(|&cell| is_such(count(cell))).collect::<CellSet>()
    };
    map.fold(|operator, operands: &mut [CellSet]| match (operator, &*operands) {
        (Operator::Black, _) => model.stones(Player::Black).clone(),
        (Operator::White, _) => model.stones(Player::White).clone(),
        (Operator::Empty, _) => model.empty(),
        (Operator::Atari, _) => model.atari(),
        (Operator::Complement, [set]) => without(all.clone(), set),
        (Operator::Reach, [set]) => model.image(set),
        (Operator::Near, [set]) => model.initial(set),
        (Operator::Joined(player), [set]) => over(set, &|cell| model.joined(player, cell)),
        (Operator::Captured(player), [set]) => over(set, &|cell| model.captured(player, cell)),
        (Operator::AtLeast(number), [set]) => reached(set, &|count| count >= usize::from(number)),
        (Operator::AtMost(number), [set]) => reached(set, &|count| count <= usize::from(number)),
        (Operator::Intersection, [left, right]) => both(left.clone(), right),
        (Operator::Difference, [left, right]) => without(left.clone(), right),
        (Operator::Union, [left, right]) => {
            let mut union = left.clone();
            union.union_with(right);
            union
        }
        _ => panic!("{operator:?} has {} operands", operands.len()),
    })
}

/// Plays a random game without ko in the model; after each move a position is set up from it.
fn positions(board: &Arc<Topology>, n_moves: usize, seed: u64, mut visit: impl FnMut(&GraphModel, &Position)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut model = GraphModel::new(Arc::clone(board));
    let mut player = Player::Black;
    for _ in 0..n_moves {
        let legal: Vec<Cell> = model.legal(player).iter().collect();
        if !legal.is_empty() {
            model.play(player, legal[rng.random_range(0..legal.len())]).unwrap();
        }
        player = if rng.random_bool(0.8) { player.opponent() } else { player };
        let stones = [model.stones(Player::Black), model.stones(Player::White)];
        let position =
            Position::setup(Arc::clone(board), Rules::CHINESE, Komi::default(), stones, player).expect("liberties");
        visit(&model, &position);
    }
}

/// One map for each operator and number, over sets of all kinds.
fn basic_maps() -> Vec<Map> {
    let unary = ["~", "F", "F0", "A_B", "A_W", "D_B", "D_W", "P0", "P1", "P2", "P4", "P9", "Q0", "Q2", "Q5"];
    let sets = ["B", "W", "V", "H", "B & H", "~V", "P2(W) | B", "V \\ H", "W \\ F(V)"];
    let pairs = unary.iter().flat_map(|operator| sets.iter().map(move |set| map(&format!("{operator}({set})"))));
    sets.iter().map(|set| map(set)).chain(pairs).collect()
}

#[test]
fn values_are_those_of_the_graph_model() {
    let maps = basic_maps();
    for (seed, text) in BOARDS.iter().enumerate() {
        let board = board(text);
        let mut evaluator = MapEvaluator::new(&board);
        let mut turn = 0;
        let step = (board.n_cells() / 12).max(1);
        positions(&board, 2 * board.n_cells().min(150), seed as u64, |model, position| {
            turn += 1;
            // The reference is slow on large boards, so only some positions are compared.
            if turn % step != 0 {
                return;
            }
            for map in &maps {
                let value = evaluator.value(map, position, Player::Black).unwrap();
                assert_eq!(value, reference(map, model), "{map} on {text}, move {turn}");
            }
        });
        assert!(turn > 0);
    }
}

#[test]
fn a_map_of_white_is_that_of_black_with_colours_exchanged() {
    let board = board("hexagon:4");
    let mut evaluator = MapEvaluator::new(&board);
    let exchanged = |map: &Map| {
        let exchange = |operator: &Operator| match *operator {
            Operator::Black => Operator::White,
            Operator::White => Operator::Black,
            Operator::Joined(player) => Operator::Joined(player.opponent()),
            Operator::Captured(player) => Operator::Captured(player.opponent()),
            other => other,
        };
        Map::from_postfix(map.postfix().iter().map(exchange).collect()).unwrap()
    };
    positions(&board, 40, 3, |_, position| {
        for map in basic_maps() {
            let white = evaluator.value(&map, position, Player::White);
            assert_eq!(white, evaluator.value(&exchanged(&map), position, Player::Black), "{map}");
        }
    });
}

#[test]
fn a_position_of_another_board_has_no_value() {
    let mut evaluator = MapEvaluator::new(&board("5x5"));
    let other = Position::empty(board("6x6"), Rules::CHINESE, Komi::default());
    assert_eq!(evaluator.value(&map("V"), &other, Player::Black), None);
    let same = Position::empty(board("5x5"), Rules::CHINESE, Komi::default());
    assert_eq!(evaluator.value(&map("V"), &same, Player::Black).map(|value| value.len()), Some(25));
}

#[test]
fn a_capture_in_the_paper_s_terms() {
    //  3 . B .
    //  2 B W B        White's last liberty is B1.
    //  1 . . .
    //    A B C
    let mut position = Position::empty(board("3x3"), Rules::CHINESE, Komi::default());
    for name in ["B3", "B2", "A2", "pass", "C2", "pass"] {
        let mv: Move = position.parse_move(name).unwrap();
        position.play(mv).unwrap();
    }
    let mut evaluator = MapEvaluator::new(&Arc::clone(position.topology()));
    let mut names = |text: &str| {
        let value = evaluator.value(&map(text), &position, Player::Black).unwrap();
        value.iter().map(|cell| position.topology().name(cell).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("V & F(H & W)"), ["B1"]);
    assert_eq!(names("D_B(V & F(H & W))"), ["B2"]);
    assert_eq!(names("D_W(V)"), [""; 0]);
    assert_eq!(names("A_B(V & F(H & W))"), ["B1"]);
    assert_eq!(names("A_W(V & F(H & W))"), ["B2", "B1"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_map_has_the_value_of_the_model(map in any_map(), seed in 0_u64..50) {
        let boards = ["4x4", "triangle:4", "honeycomb:2", "torus:3x4", "ring:6"];
        let board = board(boards[seed as usize % boards.len()]);
        let mut evaluator = MapEvaluator::new(&board);
        let mut differs = None;
        positions(&board, 20, seed, |model, position| {
            if evaluator.value(&map, position, Player::Black) != Some(reference(&map, model)) {
                differs = Some(position.render());
            }
        });
        prop_assert_eq!(differs, None);
    }

    #[test]
    fn simplified_maps_are_no_larger_and_equal(map in any_map()) {
        let simplified = map.simplified();
        prop_assert!(simplified.n_nodes() <= map.n_nodes().max(3), "{} became {}", map, simplified);
        prop_assert_eq!(&simplified.simplified(), &simplified);
        let sample = PositionSample::new(&[board("5x5"), board("triangle:5")], 40, 7);
        prop_assert_eq!(sample.fingerprint(&map), sample.fingerprint(&simplified), "{} became {}", map, simplified);
    }
}

#[test]
fn rules_of_simplification() {
    for (text, expected) in [
        ("~~B", "B"),
        ("B & B", "B"),
        ("H | B | H", "B | H"),
        ("W | B | W", "~V"),
        ("B | W", "~V"),
        ("B & W", "~P0(B)"),
        ("B \\ V", "B"),
        ("H \\ H", "~P0(B)"),
        ("H | P0(V)", "P0(B)"),
        ("H & P0(V)", "H"),
        ("P0(W) \\ H", "~H"),
        ("H \\ ~V", "V & H"),
        ("~P3(V)", "Q2(V)"),
        ("~Q3(V)", "P4(V)"),
        ("F(B & W)", "~P0(B)"),
        ("Q1(B & W)", "P0(B)"),
        ("F0(~(B & W))", "P0(B)"),
        ("A_B(A_B(V))", "A_B(V)"),
        ("A_W(W)", "W"),
        ("H & (H | P1(B))", "H"),
        ("H | H & P1(B)", "H"),
        ("H \\ (H \\ P1(B))", "H & P1(B)"),
        ("~H & ~W", "~(W | H)"),
        ("~H & ~P1(B)", "Q0(B) \\ H"),
        ("Q1(B) & P2(B)", "~P0(B)"),
    ] {
        assert_eq!(map(text).simplified().to_string(), expected, "{text}");
    }
}
