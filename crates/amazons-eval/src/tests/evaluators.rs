use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_amazons::{Move, Position, Setup, Size, Square};
use tesuji_board::Player;
use tesuji_game::{Evaluation as Judgement, Evaluator, Game, Symmetric, Undo};

use super::super::{
    AmazonsEvaluator, Evaluation, OwnershipDecision, evaluator, first_reach_map, move_terms, ownership,
    path_interception_map,
};
use super::reference::{FAR, LinesBySize, On};

/// Positions of random games on boards of many sizes.
fn positions() -> Vec<Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut positions = Vec::new();
    for side in [4, 5, 6, 8, 10] {
        for _ in 0..6 {
            let mut position = Position::standard(side).expect("a board with a start");
            while position.outcome().is_none() {
                positions.push(position.clone());
                let moves = position.moves();
                position.play_unchecked(moves[random.random_range(0..moves.len())]);
            }
        }
    }
    for (columns, rows) in [(12, 12), (12, 5), (7, 12), (3, 1), (1, 4)] {
        let size = Size::new(columns, rows).expect("a size");
        let mut setup = Setup::empty(size);
        setup.black = vec![0];
        setup.white = vec![size.n_squares() as u8 - 1];
        positions.push(Position::new(&setup).expect("two amazons"));
    }
    positions
}

fn board(position: &Position) -> LinesBySize {
    let on = |square: usize| match position.at(square as u8) {
        Square::Empty => On::Nothing,
        Square::Arrow => On::Arrow,
        Square::Amazon(player) => On::Amazon(usize::from(player != position.to_move())),
    };
    let size = position.size();
    let on = (0..position.n_squares()).map(on).collect();
    LinesBySize { columns: usize::from(size.columns), rows: usize::from(size.rows), on }
}

/// Squares are numbered alike on both sides, the player to move is the first player, and one evaluator works for all
/// sizes in turn.
#[test]
fn values_of_positions_are_those_of_their_squares() {
    let [mut first_reach, mut interception, mut average, mut moves, mut black] =
        ["first-reach", "path-interception", "average", "moves", "own-moves"]
            .map(|name| evaluator(name, Player::Black).expect("a name"));
    for position in positions() {
        let value = |evaluator: &mut Box<dyn Evaluator<Position>>| match evaluator.evaluate(&position) {
            Judgement::Estimate(value) => value,
            Judgement::Decided(_) => panic!("an evaluator of Amazons decides nothing"),
        };
        let board = board(&position);
        let [own, other] = [0, 1].map(|player| board.distances(player, true));
        let reach: i32 =
            own.iter().zip(&other).map(|(own, other)| i32::from(own < other) - i32::from(other < own)).sum();
        assert_eq!(value(&mut first_reach), f64::from(reach), "{position:?}");
        let owners = board.interception().into_iter().flatten().filter_map(|(_, owner)| owner);
        let paths: i32 = owners.map(|owner| 1 - 2 * owner as i32).sum();
        assert_eq!(value(&mut interception), f64::from(paths), "{position:?}");
        assert_eq!(value(&mut average), f64::from(reach + paths) / 2.0, "{position:?}");
        let n_moves = |position: &Position| position.moves().len() as f64;
        let passed = position.with_to_move(position.to_move().opponent());
        assert_eq!(value(&mut moves), n_moves(&position) - n_moves(&passed), "{position:?}");
        let of_black = if position.to_move() == Player::Black { n_moves(&position) } else { -n_moves(&passed) };
        assert_eq!(value(&mut black), of_black, "{position:?}");
        assert_eq!(AmazonsEvaluator::new(Evaluation::OwnMoves).value(&position), n_moves(&position));
    }
}

fn with_colours_exchanged(position: &Position) -> Position {
    let mut setup = position.setup();
    std::mem::swap(&mut setup.black, &mut setup.white);
    setup.to_move = setup.to_move.opponent();
    Position::new(&setup).expect("the same squares are taken")
}

#[test]
fn images_and_exchanged_colours_are_worth_the_same() {
    for evaluation in Evaluation::ALL.into_iter().chain([Evaluation::PathInterception { decay: 0.5 }]) {
        let mut evaluator = AmazonsEvaluator::new(evaluation);
        for position in positions().iter().step_by(3) {
            let value = evaluator.value(position);
            assert!(value.is_finite());
            let images = (0..position.n_symmetries()).map(|symmetry| position.image(symmetry));
            for image in images.chain([with_colours_exchanged(position)]) {
                assert!((evaluator.value(&image) - value).abs() < 1e-9, "{evaluation}: {position:?} and {image:?}");
            }
        }
    }
}

/// Earlier positions do not show, neither in the value nor in what is kept for the next one.
#[test]
fn evaluators_have_no_memory() {
    let mut kept = AmazonsEvaluator::new(Evaluation::Lieberum);
    for mut position in positions() {
        let value = kept.value(&position);
        assert_eq!(value, AmazonsEvaluator::new(Evaluation::Lieberum).value(&position), "{position:?}");
        let mv: Option<Move> = position.moves().first().copied();
        if let Some(mv) = mv {
            let undone = position.play_undoable(mv);
            kept.value(&position);
            position.undo(undone);
            assert_eq!(kept.value(&position), value);
        }
    }
}

/// With separate regions Lieberum's value is the difference of squares, because f1(0) = 1.
#[test]
fn separate_regions_are_counted() {
    let text =
        Setup { black: vec![0], white: vec![6], arrows: vec![3], ..Setup::empty(Size::new(7, 1).expect("a size")) };
    let position = Position::new(&text).expect("a position");
    assert_eq!(AmazonsEvaluator::new(Evaluation::Lieberum).value(&position), 0.0);
    let more = Position::new(&Setup { arrows: vec![3, 5], ..text }).expect("a position");
    assert_eq!(AmazonsEvaluator::new(Evaluation::Lieberum).value(&more), 2.0);
}

#[test]
fn maps_say_who_owns_what() {
    for position in positions() {
        let (board, mover) = (board(&position), position.to_move());
        let player = |side: usize| if side == 0 { mover } else { mover.opponent() };
        let decided = board.interception();
        let expected: Vec<Option<OwnershipDecision>> = decided
            .iter()
            .map(|decided| decided.map(|(round, owner)| OwnershipDecision { owner: owner.map(player), round }))
            .collect();
        assert_eq!(path_interception_map(&position), expected, "{position:?}");
        let distances = [0, 1].map(|side| board.distances(side, true));
        let (by_reach, owned) = (first_reach_map(&position), ownership(&position));
        for square in 0..position.n_squares() {
            let [own, other] = [distances[0][square], distances[1][square]];
            let owner = match own.cmp(&other) {
                std::cmp::Ordering::Less => Some(player(0)),
                std::cmp::Ordering::Greater => Some(player(1)),
                std::cmp::Ordering::Equal => None,
            };
            let round = own.min(other);
            assert_eq!(
                by_reach[square],
                (round != FAR).then_some(OwnershipDecision { owner, round }),
                "{square}: {position:?}"
            );
            let sign = owner.map_or(0.0, |owner| if owner == Player::Black { 1.0 } else { -1.0 });
            let size = if own.max(other) == FAR {
                if round == FAR { 0.0 } else { 1.0 }
            } else {
                let ratio = 2_f64.powi(own.abs_diff(other) as i32);
                (ratio - 1.0) / (ratio + 1.0)
            };
            assert!((owned[square] - sign * size).abs() < 1e-12, "{square}: {position:?}");
        }
    }
}

#[test]
fn ratings_follow_symmetries() {
    let mut evaluator = AmazonsEvaluator::new(Evaluation::Learned);
    for position in positions() {
        let moves = position.moves();
        let mut ratings = [0.0, 1.0].map(|start| vec![start; moves.len()]);
        evaluator.rate_moves(&position, &moves, &mut ratings[0]);
        let images: Vec<_> = moves.iter().map(|&mv| position.move_image(mv, 3)).collect();
        evaluator.rate_moves(&position.image(3), &images, &mut ratings[1]);
        assert_eq!(ratings[0], ratings[1], "{position:?}");
        assert!(move_terms(&position).1.iter().map(|(mv, _)| mv).eq(&moves));
    }
}
