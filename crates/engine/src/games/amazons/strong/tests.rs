//! The player against the rules, the solver, and itself.

use tesuji_amazons::{Move, Position, Setup};
use tesuji_board::Player;
use tesuji_endings::{EndingSolver, RegionKind, regions};
use tesuji_game::{Game, Outcome};
use tesuji_search::{Limits, random_move};

use super::AmazonsStrong;
use crate::player::{AmazonsSettings, Judgement, Strong, StrongSpec};

fn by_alpha_beta(nodes: u64) -> StrongSpec {
    StrongSpec { playouts: nodes, memory_mib: 64, ..StrongSpec::default() }
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
        assert!(wins_from(Position::standard(6).unwrap(), player, &by_alpha_beta(2_000), seed), "seed {seed}");
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
    // Few random games get that far.
    let mut n_proved = 0;
    for seed in 0..200 {
        let is_near_end = |position: &Position| position.empty().len() <= 9 && position.outcome().is_none();
        let Some(position) = reach(5, seed, is_near_end) else { continue };
        let solved = EndingSolver::default().solve(&position, &Limits::default()).expect("it is small");
        let judged = choose(&mut AmazonsStrong::default(), &by_alpha_beta(3_000), &position, seed);
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

/// A position of a game on 10x10 in which a search saw nothing special, and the solver needs few nodes.
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
fn a_move_is_found_whatever_the_limits() {
    let start = Position::standard(10).unwrap();
    let interrupted = Limits::default();
    interrupted.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    for limits in [&Limits::nodes(0), &Limits::nodes(1), &Limits::nodes(2), &interrupted] {
        let judged = AmazonsStrong::default().choose(&by_alpha_beta(100), &start, limits, 1).unwrap();
        assert!(start.is_legal(judged.mv));
    }
    let over = Position::new(&Setup::empty(start.size())).unwrap();
    assert!(AmazonsStrong::default().choose(&by_alpha_beta(100), &over, &Limits::default(), 1).is_err());
}

#[test]
fn settings_out_of_bounds_are_refused() {
    let start = Position::standard(4).unwrap();
    let none = AmazonsSettings { lines: 0, ..AmazonsSettings::default() };
    let spec = StrongSpec { game: none.into(), ..by_alpha_beta(10) };
    assert!(AmazonsStrong::default().choose(&spec, &start, &Limits::default(), 1).is_err());
}
