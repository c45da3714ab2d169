//! The player's proofs, that it keeps them, and when it swaps.

mod decided;
mod kept;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use tesuji_problem::board::file::{PositionDefaults, parse};
use tesuji_prove::DepthToWin;
use tesuji_search::random_move;

use super::*;
use crate::player::{NetworkChoice, OpeningSource, StrongGame};

fn spec(playouts: u64) -> StrongSpec {
    StrongSpec { playouts, memory_mib: 4, ..StrongSpec::default() }
}

fn choose(player: &mut HexStrong, spec: &StrongSpec, position: &Position, seed: u64) -> Judgement<Move> {
    player.choose(spec, position, &Limits::default(), seed).unwrap()
}

fn solver() -> BoardSolver {
    BoardSolver::new(BoardConfig { table_bytes: 1 << 22, ..BoardConfig::default() })
}

fn winner(solver: &mut BoardSolver, position: &Position) -> Player {
    solver.solve(&Question::from(position), &Limits::default()).winner.expect("no limit")
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play(mv).expect("a legal move");
    next
}

fn cell(position: &Position, name: &str) -> Move {
    Move::Place(position.topology().cell(name).unwrap())
}

#[test]
fn puzzles_are_solved() {
    let text = include_str!("../../../../../../testdata/boards/puzzles.toml");
    let mut n_solved = 0;
    for puzzle in parse(text, &PositionDefaults::default()).unwrap() {
        let (Some(all), Ok(position)) = (&puzzle.expected.all_winning, puzzle.question.position()) else { continue };
        if position.size().0 > 8 || position.outcome().is_some() || all.is_empty() {
            continue;
        }
        let judged = choose(&mut HexStrong::default(), &spec(30_000), &position, 1);
        let Move::Place(chosen) = judged.mv else { panic!("{}: a swap", puzzle.id) };
        assert!(all.contains(chosen), "{}: {judged:?}", puzzle.id);
        assert_ne!(judged.winner, Some(!position.to_move()), "{}", puzzle.id);
        n_solved += 1;
    }
    assert!(n_solved > 5, "{n_solved}");
}

#[test]
fn what_is_proved_is_what_the_solver_says() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut solver = solver();
    let (mut n_proved, mut player) = (0, HexStrong::default());
    for game in 0..40 {
        let mut position = Position::empty(5, 5).unwrap();
        for _ in 0..rng.next_u32() % 8 {
            let mv = random_move(&position, rng.next_u64()).unwrap();
            position.play(mv).unwrap();
        }
        // By the tree alone, and with the solver.
        let spec = StrongSpec { game: by_net(20 * u64::from(game % 2 == 0)), ..spec(3_000) };
        let judged = choose(&mut player, &spec, &position, game);
        if let Some(proved) = judged.winner {
            assert_eq!(proved, winner(&mut solver, &position), "{position:?}");
            if proved == position.to_move() {
                assert_eq!(
                    winner(&mut solver, &after(&position, judged.mv)),
                    proved,
                    "{:?} in {position:?}",
                    judged.mv
                );
            }
            n_proved += 1;
        }
    }
    assert!(n_proved > 25, "{n_proved}");
}

/// The settings with the small net, and this many nodes of the solver beside 200 leaves.
fn by_net(solver_nodes: u64) -> StrongGame {
    let net = NetSettings { solver_nodes, ..NetSettings::default() };
    HexSettings { network: NetworkChoice::Small, net, ..HexSettings::default() }.into()
}

#[test]
fn the_same_game_again_has_the_same_moves() {
    let run = |seed| {
        let spec = StrongSpec { game: by_net(0), ..spec(200) };
        let mut player = HexStrong::default();
        let mut position = Position::empty(7, 7).unwrap();
        let mut said = Vec::new();
        while position.outcome().is_none() && said.len() < 12 {
            let judged = choose(&mut player, &spec, &position, seed + said.len() as u64);
            position.play(judged.mv).unwrap();
            said.push(judged);
        }
        said
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
}

#[test]
fn threads_change_nothing() {
    let game = |threads| {
        // The solver would decide 7x7 in the first turn.
        let start = Position::empty(9, 9).unwrap();
        let spec = StrongSpec { trees: 3, threads, game: by_net(20), ..spec(5_500) };
        let (mut player, mut position) = (HexStrong::default(), start.clone());
        let mut said = Vec::new();
        while position.outcome().is_none() && said.len() < 8 {
            let judged = choose(&mut player, &spec, &position, said.len() as u64);
            position.play(judged.mv).unwrap();
            said.push(judged);
        }
        said
    };
    let alone = game(1);
    assert_eq!(alone[0].n_playouts, 550);
    for threads in [2, 3, 8] {
        assert_eq!(game(threads), alone, "{threads} threads");
    }
}

#[test]
fn what_cannot_be_overtaken_is_played_at_once() {
    let start = Position::empty(6, 6).unwrap();
    for seed in 0..3 {
        let spec = StrongSpec { game: by_net(0), ..spec(40_000) };
        let position = after(&after(&start, cell(&start, "a5")), cell(&start, "f1"));
        let patient = choose(&mut HexStrong::default(), &spec, &position, seed);
        let early = choose(&mut HexStrong::default(), &StrongSpec { stop_early: true, ..spec }, &position, seed);
        assert_eq!((early.mv, early.winner), (patient.mv, patient.winner));
        let report = early.report.expect("a search");
        let left = 4_000 - early.n_playouts;
        assert!(
            early.winner.is_some() || left == 0 || u64::from(report.moves[0].visits - report.moves[1].visits) > left
        );
    }
}

#[test]
fn strong_openings_are_swapped_and_weak_ones_are_not() {
    let start = Position::with_swap(7).unwrap();
    // The centre wins, the acute corner loses; both are beyond doubt.
    let by_search = StrongSpec {
        game: HexSettings { openings: OpeningSource::Search, ..HexSettings::default() }.into(),
        ..spec(1_000)
    };
    for (opening, swaps) in [("d4", true), ("a1", false), ("c5", true), ("b1", false)] {
        let position = after(&start, cell(&start, opening));
        let judged = choose(&mut HexStrong::default(), &by_search, &position, 1);
        assert_eq!(judged.mv == Move::Swap, swaps, "{opening}: {judged:?}");
        if swaps {
            assert_ne!(judged.winner, Some(Player::Black));
        }
    }
    // Afterwards the game goes on.
    let swapped = after(&after(&start, cell(&start, "d4")), Move::Swap);
    let judged = choose(&mut HexStrong::default(), &spec(100), &swapped, 1);
    assert!(matches!(judged.mv, Move::Place(_)));
}

#[test]
fn first_moves_that_nobody_knows_are_fair_in_the_opinion_of_the_net() {
    // No table has boards of these sizes.
    for side in [12, 17] {
        let start = Position::with_swap(side).unwrap();
        let judged = choose(&mut HexStrong::default(), &spec(1), &start, 1);
        let value = judged.report.unwrap().value;
        assert!((0.35..=0.5).contains(&value), "{side}x{side}: {value}");
    }
}

#[test]
fn a_swap_that_wins_is_played_on_from_its_proof() {
    let start = Position::with_swap(5).unwrap();
    let opened = after(&start, cell(&start, "c3"));
    let mut player = HexStrong::default();
    let by_search = StrongSpec {
        game: HexSettings { openings: OpeningSource::Search, ..HexSettings::default() }.into(),
        ..spec(1_000)
    };
    let swap = choose(&mut player, &by_search, &opened, 1);
    assert_eq!((swap.mv, swap.winner), (Move::Swap, Some(Player::White)));
    let swapped = after(&opened, Move::Swap);
    let next = after(&swapped, random_move(&swapped, 3).unwrap());
    let judged = choose(&mut player, &by_search, &next, 1);
    assert_eq!((judged.winner, judged.n_playouts), (Some(Player::White), 0));
}

#[test]
fn limits_are_kept() {
    let start = Position::empty(11, 11).unwrap();
    let alone = StrongSpec { game: by_net(0), ..spec(1_000) };
    let few = HexStrong::default().choose(&alone, &start, &Limits::nodes(17), 1).unwrap();
    assert_eq!(few.n_playouts, 2);
    let stopped = Limits::default();
    stopped.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let none = HexStrong::default().choose(&spec(1_000_000), &start, &stopped, 1).unwrap();
    assert!(none.n_playouts == 1 && matches!(none.mv, Move::Place(_)), "one evaluation, whatever the interrupt");
    let over =
        Position::setup((1, 1), &start.stones(Player::Black), &start.stones(Player::White), Player::Black).unwrap();
    let over = after(&over, Move::Place(Cell::new(0)));
    let refused = HexStrong::default().choose(&alone, &over, &Limits::default(), 1);
    assert_eq!(refused, Err(SessionError::Over));
}

#[test]
fn a_search_cut_into_short_ones_asks_the_solver_as_often_as_a_whole_one() {
    let position = Position::empty(9, 9).unwrap();
    let spec = StrongSpec { game: by_net(10), ..spec(200_000) };
    let short = Limits::nodes(100);
    let mut player = HexStrong::default();
    let mut seen = Vec::new();
    for slice in 0..8 {
        player.choose(&spec, &position, &short, slice).unwrap();
        seen.push(player.n_unasked);
    }
    assert_eq!(seen, [10, 20, 30, 40, 10, 20, 30, 40]);
    // In another position it is asked at once.
    player.choose(&spec, &after(&position, cell(&position, "e5")), &short, 9).unwrap();
    assert_eq!(player.n_unasked, 10);
}

#[test]
fn short_searches_make_playouts() {
    // With one thread the time is over long before the solver would be done; the trees come first.
    let position = Position::empty(19, 19).unwrap();
    let mut player = HexStrong::default();
    for slice in 0..3 {
        let limits = kept::interrupted_after(20);
        let judged = player.choose(&spec(100_000), &position, &limits, slice).unwrap();
        assert!(judged.n_playouts > 10, "{slice}: {judged:?}");
    }
}

#[test]
fn fewer_playouts_than_trees_may_be_left() {
    // Lost for White. A tree that gets the remaining playouts proves this; another gets none.
    let mut position = Position::empty(4, 6).unwrap();
    let black = ["b1", "b2", "b3", "a4", "c4", "d4", "a5", "b5", "d5"];
    for (player, names) in [(Player::Black, &black[..]), (Player::White, &["c1", "d1", "a2", "a3", "c3", "b4", "a6"])] {
        for name in names {
            position.set_to_move(player);
            position.play(cell(&position, name)).unwrap();
        }
    }
    position.set_to_move(Player::White);
    for (playouts, seed) in (1..=140).flat_map(|playouts| (0..20).map(move |seed| (playouts, seed))) {
        let judged = choose(&mut HexStrong::default(), &StrongSpec { trees: 2, ..spec(playouts) }, &position, seed);
        assert!(judged.n_playouts <= playouts);
    }
}

#[test]
fn a_lost_position_is_defended() {
    // Black's bridges join top and bottom. White has lost, and still plays where it matters.
    let mut position = Position::empty(5, 5).unwrap();
    for name in ["c3", "a1", "d1", "e5", "b5", "a2"] {
        position.play(cell(&position, name)).unwrap();
    }
    position.set_to_move(Player::White);
    let judged = choose(&mut HexStrong::default(), &spec(500), &position, 1);
    assert_eq!(judged.winner, Some(Player::Black));
    assert!(judged.n_playouts > 0, "{judged:?}");
}
