//! The player against the rules, the solver, and itself.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_amazons::{Move, Position, Setup};
use tesuji_board::Player;
use tesuji_endings::{EndingSolver, RegionKind, regions};
use tesuji_game::{Game, Outcome};
use tesuji_search::{Limits, random_move};

use super::{AmazonsStrong, moves_between};
use crate::player::{AmazonsSearch, AmazonsSettings, Judgement, Strong, StrongSpec};

fn by_alpha_beta(nodes: u64) -> StrongSpec {
    StrongSpec { playouts: nodes, memory_mib: 64, ..StrongSpec::default() }
}

fn by_tree(playouts: u64) -> StrongSpec {
    let amazons = AmazonsSettings { search: AmazonsSearch::Tree, ..AmazonsSettings::default() };
    StrongSpec { game: amazons.into(), ..by_alpha_beta(playouts) }
}

fn choose(strong: &mut AmazonsStrong, spec: &StrongSpec, position: &Position, seed: u64) -> Judgement<Move> {
    strong.choose(spec, position, &Limits::default(), seed).expect("the game goes on")
}

/// Plays to the end against uniformly random moves. Returns whether the strong player won.
fn wins_from(mut position: Position, player: Player, spec: &StrongSpec, seed: u64) -> bool {
    let mut strong = AmazonsStrong::default();
    for ply in 0.. {
        if let Some(outcome) = position.outcome() {
            return outcome == Outcome::Win(player);
        }
        let mv = if position.to_move() == player {
            choose(&mut strong, spec, &position, seed).mv
        } else {
            random_move(&position, seed * 1_000 + ply).unwrap()
        };
        position.play(mv).expect("a move chosen is legal");
    }
    unreachable!("every game ends")
}

/// Plays random games up to the first position that is wanted.
fn reach(side: usize, seed: u64, wanted: impl Fn(&Position) -> bool) -> Option<Position> {
    let mut position = Position::standard(side).unwrap();
    for ply in 0.. {
        if wanted(&position) {
            return Some(position);
        }
        position.play_unchecked(random_move(&position, seed * 1_000 + ply)?);
    }
    None
}

fn is_filling(position: &Position) -> bool {
    position.outcome().is_none() && regions(position).iter().all(|region| region.kind != RegionKind::Contested)
}

#[test]
fn random_play_is_beaten() {
    for seed in 0..4 {
        let player = if seed % 2 == 0 { Player::Black } else { Player::White };
        for spec in [by_tree(100), by_alpha_beta(2_000)] {
            assert!(wins_from(Position::standard(6).unwrap(), player, &spec, seed), "seed {seed}");
        }
    }
}

#[test]
fn a_filling_ending_that_is_won_is_won() {
    let (mut n_won, mut solver) = (0, EndingSolver::default());
    let mut winner = |position: &Position| solver.solve(position, &Limits::default()).map(|solved| solved.winner);
    for (side, seed) in (0..60).map(|seed| (6, seed)).chain((0..12).map(|seed| (10, seed))) {
        let Some(mut position) = reach(side, seed, is_filling) else { continue };
        let expected = winner(&position).expect("no more than 64 squares are open");
        let mut strong = AmazonsStrong::default();
        for ply in 0.. {
            if position.outcome().is_some() {
                break;
            }
            let mv = if position.to_move() == expected {
                let judged = choose(&mut strong, &by_alpha_beta(1), &position, seed);
                // No search is needed, so no limit can prevent it.
                assert_eq!((judged.winner, judged.n_playouts), (Some(expected), 0), "{position:?}");
                judged.mv
            } else {
                random_move(&position, seed * 1_000 + ply).unwrap()
            };
            position.play(mv).unwrap();
            // Not one move may be wasted.
            assert_eq!(winner(&position), Some(expected), "after {mv:?}: {position:?}");
        }
        n_won += 1;
    }
    assert!(n_won > 30, "{n_won}");
}

#[test]
fn what_is_proved_is_so() {
    for spec in [by_tree(3_000), by_alpha_beta(3_000)] {
        // Few random games get that far.
        let mut n_proved = 0;
        for seed in 0..200 {
            let is_near_end = |position: &Position| position.empty().len() <= 9 && position.outcome().is_none();
            let Some(position) = reach(5, seed, is_near_end) else { continue };
            let solved = EndingSolver::default().solve(&position, &Limits::default()).expect("it is small");
            let judged = choose(&mut AmazonsStrong::default(), &spec, &position, seed);
            if let Some(winner) = judged.winner {
                assert_eq!(winner, solved.winner, "{position:?}");
                n_proved += 1;
            }
            if judged.winner == Some(position.to_move()) {
                let mut after = position.clone();
                after.play(judged.mv).unwrap();
                let replied = EndingSolver::default().solve(&after, &Limits::default()).expect("it is small");
                assert_eq!(replied.winner, position.to_move(), "{:?} does not win in {position:?}", judged.mv);
            }
        }
        assert!(n_proved > 20, "{n_proved}");
    }
}

/// A position of a game on 10x10 in which the tree saw nothing special, and the solver needs few nodes.
#[test]
fn what_a_solver_sees_is_played() {
    let text = "**1q*1*1*1/*****1***1/2***Q***q/1*1**1**Q*/1*2*Q**1*/1*1*1*1***/********1*/1****2*2/*q*Qq**3/1*1*1*2*1 b - - 0 1";
    let mut position = Position::new(&tesuji_amazons::notation::read_setup(text).unwrap()).unwrap();
    let (player, mut strong) = (position.to_move(), AmazonsStrong::default());
    for _ in 0..3 {
        let judged = choose(&mut strong, &by_alpha_beta(100), &position, 1);
        assert_eq!(judged.winner, Some(player), "{position:?}");
        position.play(judged.mv).unwrap();
        position.play(random_move(&position, 1).unwrap()).unwrap();
    }
}

#[test]
fn what_is_lost_is_searched_on() {
    // Random games become small enough for the solver before the endings decide them.
    let is_wanted = |position: &Position| position.empty().len() <= 12 && position.outcome().is_none();
    let mut n_lost = 0;
    for seed in 0..100 {
        let Some(position) = reach(6, seed, is_wanted) else { continue };
        let solved = EndingSolver::default().solve(&position, &Limits::nodes(128));
        if solved.is_none_or(|solved| solved.winner == position.to_move()) {
            continue;
        }
        let judged = choose(&mut AmazonsStrong::default(), &by_alpha_beta(100), &position, seed);
        assert_eq!(judged.winner, Some(!position.to_move()), "{position:?}");
        // Without a search, any move would do, except for what endings need.
        let is_filled = AmazonsStrong::default().endings.best_filling_move(&position, &Limits::default()).is_some();
        n_lost += u32::from(!is_filled && judged.n_playouts > 0 && judged.report.unwrap().line.len() > 1);
    }
    assert!(n_lost > 5, "{n_lost}");
}

/// A player whose time is twice what the solver needs to look at `n_looks` positions: half of it goes to the search.
fn with_time_for(n_looks: u64) -> StrongSpec {
    // 30 leaves take as long as 100 looks; of the nodes more than half are leaves.
    by_alpha_beta((n_looks * 30 / 100 * 2).div_ceil(40))
}

/// Plays on with this player. Returns whether `mover` still wins.
fn wins_after(spec: &StrongSpec, position: &Position) -> bool {
    let judged = choose(&mut AmazonsStrong::default(), spec, position, 1);
    let mut after = position.clone();
    after.play(judged.mv).unwrap();
    let replied =
        EndingSolver::default().solve(&after, &Limits::nodes(1_000_000)).expect("it was decided before the move");
    assert_eq!(judged.winner == Some(position.to_move()), replied.winner == position.to_move(), "{position:?}");
    replied.winner == position.to_move()
}

/// Issue 16: played away at 200 ms, and solved in half of that.
#[test]
fn a_win_that_needs_half_of_the_time_is_played() {
    let text = "2*5/2*Q1Q1*/1*q*2Qq/*****1*1/2****2/**1q**Q1/1****2*/1q1**2* w";
    let position = Position::new(&tesuji_amazons::notation::read_setup(text).unwrap()).unwrap();
    let mut solver = EndingSolver::default();
    let mut question = solver.question(&position);
    assert!(solver.work_for(&mut question, 100_000, &Limits::default()).is_some());
    assert!(wins_after(&with_time_for(100_000), &position));
}

/// Positions of games that the player plays against itself, with little time.
#[test]
fn no_win_is_lost_that_the_solver_finds_in_half_of_the_time() {
    const LOOKS: u64 = 30_000;
    let mut n_won = 0;
    for seed in 0..3 {
        let mut position = reach(8, seed, |position| position.empty().len() <= 48).unwrap();
        let mut strong = AmazonsStrong::default();
        while position.outcome().is_none() {
            let mut solver = EndingSolver::default();
            let mut question = solver.question(&position);
            let is_searched = question.largest_contested() > 7;
            let solved = if is_searched { solver.work_for(&mut question, LOOKS, &Limits::default()) } else { None };
            if solved.is_some_and(|solved| solved.winner == position.to_move()) {
                assert!(wins_after(&with_time_for(LOOKS), &position), "{position:?}");
                n_won += 1;
            }
            let mv = choose(&mut strong, &by_alpha_beta(50), &position, seed).mv;
            position.play(mv).unwrap();
        }
    }
    assert!(n_won > 5, "{n_won}");
}

#[test]
fn equal_questions_have_equal_answers() {
    let position = Position::standard(8).unwrap();
    let [first, second] = [(); 2].map(|()| choose(&mut AmazonsStrong::default(), &by_alpha_beta(2_000), &position, 5));
    assert_eq!(first, second);
    // A given number of searchers finds the same on any number of threads, and they do share the work.
    for trees in [2, 3] {
        let on = |threads| StrongSpec { trees, threads, ..by_alpha_beta(2_000) };
        let found = [1, 2, 5].map(|n| choose(&mut AmazonsStrong::default(), &on(n), &position, 5));
        assert!(found.iter().all(|judged| *judged == found[0]), "{found:?}");
        assert!(position.is_legal(found[0].mv) && found[0].n_playouts <= 80_000);
        assert!(found[0].n_playouts > 40_000, "{}", found[0].n_playouts);
    }
    let two = StrongSpec { trees: 2, ..by_tree(300) };
    for (asked, again) in [(by_tree(300), by_tree(300)), (two, StrongSpec { threads: 2, ..two })] {
        let [first, second] = [asked, again].map(|spec| choose(&mut AmazonsStrong::default(), &spec, &position, 5));
        assert_eq!(first, second);
        let report = first.report.unwrap();
        assert_eq!(report.n_playouts, 300);
        assert_eq!(report.line[0], first.mv);
        let mut moves: Vec<Move> = report.moves.iter().map(|stats| stats.mv).collect();
        assert!(moves.len() > 10 && moves.iter().all(|&mv| position.is_legal(mv)));
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), report.moves.len(), "a move is reported twice");
        assert!(report.moves.iter().all(|stats| (0.0..=1.0).contains(&stats.value)));
        let mut line = position.clone();
        report.line.iter().for_each(|&mv| line.play(mv).expect("the line is legal"));
    }
    let of = |seed| choose(&mut AmazonsStrong::default(), &by_tree(300), &position, seed).report;
    assert_ne!(of(1), of(2), "games of different seeds should differ");
}

#[test]
fn as_many_moves_are_valued_as_asked_for() {
    let position = Position::standard(6).unwrap();
    let amazons = AmazonsSettings { lines: 7, ..AmazonsSettings::default() };
    let judged = choose(
        &mut AmazonsStrong::default(),
        &StrongSpec { game: amazons.into(), ..by_alpha_beta(5_000) },
        &position,
        1,
    );
    let report = judged.report.unwrap();
    assert_eq!((report.moves.len(), report.moves[0].mv, report.line[0]), (7, judged.mv, judged.mv));
    assert!(report.moves.iter().all(|stats| position.is_legal(stats.mv) && (0.0..1.0).contains(&stats.value)));
    let mut moves: Vec<Move> = report.moves.iter().map(|stats| stats.mv).collect();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 7);
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let mut position = Position::standard(6).unwrap();
    let mut strong = AmazonsStrong::default();
    let first = choose(&mut strong, &by_tree(20_000), &position, 1).report.unwrap();
    position.play(first.line[0]).unwrap();
    position.play(first.line[1]).unwrap();
    let visits = |report: &tesuji_search::mcts::TreeReport<Move>| {
        report.moves.iter().map(|stats| u64::from(stats.visits)).sum::<u64>()
    };
    let second = choose(&mut strong, &by_tree(50), &position, 1).report.unwrap();
    assert!(visits(&second) > 100, "{}", visits(&second));
    let afresh = choose(&mut AmazonsStrong::default(), &by_tree(50), &position, 1).report.unwrap();
    assert!(visits(&afresh) <= 50);
}

#[test]
fn moves_between_positions_are_found() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for round in 0..200 {
        let side = [4, 5, 6, 10][round % 4];
        let mut position = Position::standard(side).unwrap();
        for _ in 0..rng.random_range(0..5) {
            position.play_unchecked(random_move(&position, rng.random()).unwrap());
        }
        assert_eq!(moves_between(&position, &position), Some(vec![]));
        let mut reached = position.clone();
        for _ in 0..2 {
            let Some(mv) = random_move(&reached, rng.random()) else { break };
            reached.play_unchecked(mv);
            // The arrows in another order may do as well.
            let moves = moves_between(&position, &reached).expect("there are such moves");
            let mut after = position.clone();
            moves.iter().for_each(|&mv| after.play(mv).unwrap());
            assert_eq!(after, reached);
        }
        if let Some(mv) = random_move(&reached, 1) {
            reached.play_unchecked(mv);
            assert_eq!(moves_between(&position, &reached), None, "three moves are too many");
        }
    }
    let other = Position::standard(8).unwrap();
    assert_eq!(moves_between(&Position::standard(10).unwrap(), &other), None);
}

#[test]
fn a_move_is_found_whatever_the_limits() {
    let start = Position::standard(10).unwrap();
    let interrupted = Limits::default();
    interrupted.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    for spec in [by_tree(100), by_alpha_beta(100)] {
        for limits in [&Limits::nodes(0), &Limits::nodes(1), &Limits::nodes(2), &interrupted] {
            let judged = AmazonsStrong::default().choose(&spec, &start, limits, 1).unwrap();
            assert!(start.is_legal(judged.mv));
        }
    }
    let over = Position::new(&Setup::empty(start.size())).unwrap();
    assert!(AmazonsStrong::default().choose(&by_tree(100), &over, &Limits::default(), 1).is_err());
}

#[test]
fn settings_out_of_bounds_are_refused() {
    let start = Position::standard(4).unwrap();
    let good = AmazonsSettings::default();
    for amazons in [
        AmazonsSettings { exploration: -1.0, ..good },
        AmazonsSettings { minimax: 1.5, ..good },
        AmazonsSettings { scale: 0.0, ..good },
        AmazonsSettings { temperature: f64::NAN, ..good },
        AmazonsSettings { width: 0, ..good },
        AmazonsSettings { lines: 0, ..good },
        AmazonsSettings { jitter: f64::INFINITY, ..good },
    ] {
        let spec = StrongSpec { game: amazons.into(), ..by_tree(10) };
        assert!(AmazonsStrong::default().choose(&spec, &start, &Limits::default(), 1).is_err(), "{amazons:?}");
    }
}
