use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Bits, Cell};
use tesuji_game::Game;
use tesuji_go::{Komi, Move, Position, Rules};

use super::*;
use crate::field::{MapField, Neighbours};
use crate::{ContestError, ContestSide, ContestTally, ContestTerms, Course, Eyes, MapContest, Passing};

fn cells<const W: usize>(set: impl Iterator<Item = Cell>) -> Bits<W> {
    set.map(Cell::index).collect()
}

/// Compares a random game under simple ko, in bits and by the rules, move by move.
fn compare<const W: usize>(text: &str, n_moves: usize, seed: u64) {
    let board = board(text);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let ground = Neighbours::<W>::new(&board);
    let mut field = MapField::new(&ground);
    let mut position = Position::empty(Arc::clone(&board), Rules::CHINESE, Komi::default());
    let mut ko = None;
    for ply in 0..n_moves {
        let player = position.to_move();
        let mut legal = field.legal(player);
        ko.into_iter().for_each(|cell| legal.remove(cell));
        let expected = position.moves().into_iter().filter_map(|mv| match mv {
            Move::Place(cell) => Some(cell),
            Move::Pass => None,
        });
        assert_eq!(legal, cells(expected), "{text}, ply {ply}\n{position:?}");
        let Some(cell) = legal.iter().nth(rng.random_range(0..legal.len().max(1))) else { break };
        ko = field.play(&ground, cell, player);
        position.play(Move::Place(Cell::new(cell))).unwrap();
        assert_eq!(ko, position.ko().map(Cell::index), "{text}, ply {ply}");
        for player in Player::BOTH {
            assert_eq!(field.stones[player.index()], cells(position.stones(player).iter()), "{text}, ply {ply}");
        }
        let areas = position.areas(&Default::default());
        assert_eq!(ground.areas(&field.stones), [0, 1].map(|idx| cells(areas[idx].iter())), "{text}, ply {ply}");
    }
}

#[test]
fn games_in_bits_are_games_by_the_rules() {
    for seed in 0..10 {
        compare::<1>("3x2", 60, seed);
        compare::<1>("6x6", 150, seed);
        compare::<1>("honeycomb:2", 120, seed);
        compare::<1>("triangle:6", 120, seed);
        compare::<1>("torus:5x5", 120, seed);
        compare::<1>("ring:12", 60, seed);
    }
    compare::<2>("9x9", 200, 1);
    compare::<4>("hexagon:8", 300, 1);
    compare::<16>("23x23", 300, 1);
}

fn contest(text: &str, terms: ContestTerms, sides: [ContestSide; 2]) -> MapContest {
    MapContest::new(board(text), terms, sides, 5).unwrap()
}

#[test]
fn a_game_depends_on_its_number_alone() {
    let sides = [ContestSide::Map(map("P1(W)")), ContestSide::Random];
    for text in ["6x6", "hexagon:5"] {
        let contest = contest(text, ContestTerms::default(), sides.clone());
        let whole = contest.play(3..60);
        let mut parts = ContestTally::default();
        for games in [40..60, 3..4, 4..40] {
            parts += contest.play(games);
        }
        assert_eq!(parts, whole);
        assert_eq!(whole.games(), 57);
    }
}

#[test]
fn a_map_that_points_nowhere_plays_as_the_random_player() {
    let nowhere = ContestSide::Map(map("B & W"));
    for passing in [Passing::Candidate, Passing::LastResort] {
        let terms = ContestTerms { passing, ..ContestTerms::default() };
        let of = |side: &ContestSide| contest("5x5", terms, [side.clone(), ContestSide::Random]).play(0..50);
        assert_eq!(of(&nowhere), of(&ContestSide::Random));
    }
}

#[test]
fn whoever_captures_beats_who_does_not_in_either_colour() {
    let capture = ContestSide::Map(map("V & F(H & W)"));
    let first = contest("6x6", ContestTerms::default(), [capture.clone(), ContestSide::Random]).play(0..400);
    let second = contest("6x6", ContestTerms::default(), [ContestSide::Random, capture]).play(0..400).reversed();
    assert!(first.score() > 0.75 && second.score() > 0.7, "{first:?} {second:?}");
}

#[test]
fn terms_are_kept() {
    let random = [ContestSide::Random, ContestSide::Random];
    // A player who gives more komi than the board has points cannot win.
    let terms = ContestTerms { komi: Komi::from_half_points(2 * 37), ..ContestTerms::default() };
    assert_eq!(contest("6x6", terms, random.clone()).play(0..100).losses, 100);
    // If players fill their own eyes and pass only as a last resort, the game never ends.
    let endless = ContestTerms { passing: Passing::LastResort, most_plies_a_cell: 2, ..ContestTerms::default() };
    let tally = contest("6x6", endless, random.clone()).play(0..50);
    assert_eq!((tally.capped, tally.plies), (50, 50 * 72));
    let spared = ContestTerms { eyes: Eyes::Spared, most_plies_a_cell: 20, ..endless };
    assert!(contest("6x6", spared, random).play(0..50).capped < 10);
    let refused = MapContest::new(
        board("3x3"),
        ContestTerms { most_plies_a_cell: 0, ..endless },
        [ContestSide::Random, ContestSide::Random],
        1,
    );
    assert_eq!(refused.map(|_| ()), Err(ContestError::Plies(0)));
}

#[test]
fn a_course_has_a_cell_for_each_board_opponent_and_colour() {
    let boards = vec![board("4x4"), board("triangle:5")];
    let strong = map("P1(W)");
    let opponents = vec![ContestSide::Random, ContestSide::Map(strong.clone())];
    let course = Course::new(boards, opponents, ContestTerms::default(), 1).unwrap();
    assert_eq!(course.n_cells(), 8);
    let scores: Vec<f64> = (0..8).map(|cell| course.play(&strong, cell, 0..300).score()).collect();
    for (cell, &score) in scores.iter().enumerate() {
        // Cells come in pairs: against the random player, then against itself.
        let is_random = cell / 2 % 2 == 0;
        assert_eq!(score > 0.75, is_random, "cell {cell}: {scores:?}");
    }
    // Against itself, one side's wins are the other's losses, on average.
    assert!((scores[2] + scores[3] - 1.0).abs() < 0.1, "{scores:?}");
    assert_eq!(course.play(&strong, 8, 0..10), ContestTally::default());
}
