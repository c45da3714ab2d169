//! What the player proves, that it keeps what it proved, and when it swaps.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use tesuji_playout::HexFill;
use tesuji_search::mcts::{Uct, UctConfig};
use tesuji_search::random_move;
use tesuji_solve::board::file::{Unsaid, parse};

use super::*;
use crate::player::OpeningSource;

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
    for puzzle in parse(text, &Unsaid::default()).unwrap() {
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
        let spec = StrongSpec { solver_nodes: u64::from(game % 2 == 0), ..spec(300) };
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

/// An opponent: what it plays in a position, by a seed.
type Opponent<'a> = &'a mut dyn FnMut(&Position, u64) -> Move;

/// Plays a game; gives back who won, and who had proved to win after the last choice of ours.
fn play(size: usize, ours: Player, opponent: Opponent<'_>, seed: u64) -> (Player, Option<Player>) {
    let mut player = HexStrong::default();
    let mut position = Position::empty(size, size).unwrap();
    let mut proved = None;
    loop {
        if let Some(winner) = position.winner() {
            return (winner, proved);
        }
        let seed = seed * 1_000 + position.stones(Player::Black).len() as u64;
        let mv = if position.to_move() == ours {
            let judged = choose(&mut player, &spec(60), &position, seed);
            assert!(proved != Some(ours) || judged.winner == proved, "a proved win is forgotten in {position:?}");
            proved = judged.winner;
            judged.mv
        } else {
            opponent(&position, seed)
        };
        position.play(mv).unwrap();
    }
}

#[test]
fn a_proved_position_is_never_lost() {
    let mut uct = Uct::new(HexFill::default());
    let config = UctConfig { exploration: 0.2, expand_after: std::num::NonZeroU32::MIN, max_nodes: 10_000 };
    let mut by_uct =
        |position: &Position, seed| uct.search(position, &config, &Limits::nodes(300), seed).unwrap().best();
    let mut at_random = |position: &Position, seed| random_move(position, seed).unwrap();
    let (mut n_proved, mut n_won, mut n_games) = (0, 0, 0);
    for size in 5..=7 {
        for seed in 0..12 {
            let ours = Player::BOTH[seed as usize % 2];
            let opponent: Opponent<'_> = if seed % 3 == 0 { &mut at_random } else { &mut by_uct };
            let (winner, proved) = play(size, ours, opponent, seed);
            if let Some(proved) = proved {
                assert!(proved == winner || proved != ours, "{size}x{size}, game {seed}: a proved win is lost");
                n_proved += u32::from(proved == ours);
            }
            n_won += u32::from(winner == ours);
            n_games += 1;
        }
    }
    assert!(n_proved > n_games / 2 && n_won > n_games * 3 / 4, "{n_proved} proved, {n_won} won of {n_games}");
}

#[test]
fn the_same_game_again_has_the_same_moves() {
    let run = |seed| {
        let mut player = HexStrong::default();
        let mut position = Position::empty(7, 7).unwrap();
        let mut said = Vec::new();
        while position.outcome().is_none() && said.len() < 12 {
            let judged = choose(&mut player, &spec(200), &position, seed + said.len() as u64);
            position.play(judged.mv).unwrap();
            said.push(judged);
        }
        said
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
}

#[test]
fn strong_openings_are_swapped_and_weak_ones_are_not() {
    let start = Position::with_swap(7).unwrap();
    // The centre wins, the acute corner loses; both are beyond doubt.
    let by_search = StrongSpec { openings: OpeningSource::Search, ..spec(1_000) };
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
fn limits_are_kept() {
    let start = Position::empty(11, 11).unwrap();
    let alone = StrongSpec { solver_nodes: 0, ..spec(1_000) };
    let few = HexStrong::default().choose(&alone, &start, &Limits::nodes(17), 1).unwrap();
    assert_eq!(few.n_playouts, 17);
    let stopped = Limits::default();
    stopped.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let none = HexStrong::default().choose(&spec(1_000_000), &start, &stopped, 1).unwrap();
    assert!(none.n_playouts == 0 && matches!(none.mv, Move::Place(_)));
    let over =
        Position::setup((1, 1), &start.stones(Player::Black), &start.stones(Player::White), Player::Black).unwrap();
    let over = after(&over, Move::Place(Cell::new(0)));
    let refused = HexStrong::default().choose(&alone, &over, &Limits::default(), 1);
    assert_eq!(refused, Err(SessionError::Over));
}

#[test]
fn a_lost_position_is_defended() {
    // Black's bridges join top and bottom; White has nothing, and plays where it counts all the same.
    let mut position = Position::empty(5, 5).unwrap();
    for name in ["c3", "a1", "d1", "e5", "b5", "a2"] {
        position.play(cell(&position, name)).unwrap();
    }
    position.set_to_move(Player::White);
    let judged = choose(&mut HexStrong::default(), &spec(500), &position, 1);
    assert_eq!(judged.winner, Some(Player::Black));
    assert!(judged.n_playouts > 0, "{judged:?}");
}
