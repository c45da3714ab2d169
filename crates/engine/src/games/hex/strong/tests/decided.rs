//! The solver gets time where it is likely to decide, and what is decided takes no more.

use super::*;

fn position(side: usize, moves: &str) -> Position {
    let mut position = Position::empty(side, side).unwrap();
    for name in moves.split_whitespace() {
        position.play(cell(&position, name)).unwrap();
    }
    position
}

/// Issue 22: the trees take this game to be even, and the solver needs 613 nodes to decide it.
const LATE: &str = "a6 f6 g6 g5 e6 e7 c8 c9 a10 a11 d8 d9 e8 e9 b10 b11 c10 c11 d10 d11 f10 g8 f8 f9 e10 b9 a9 b8 a8 b4 \
                    b7 f4 e4 f2 c4 e1 e2 f1 f3 g2 g3 h2 j2 i3 j3 i4 j4 i5";

#[test]
fn a_late_position_that_looks_even_is_decided() {
    let position = position(11, LATE);
    let mut player = HexStrong::default();
    let judged = choose(&mut player, &spec(100_000), &position, 1);
    assert_eq!(judged.winner, Some(Player::White));
    // All of 10,000 leaves would take a second.
    assert!(judged.n_playouts < 4_000, "{}", judged.n_playouts);
    // The next position is decided at once, whatever was played.
    let next = after(&after(&position, judged.mv), cell(&position, "i6"));
    if winner(&mut solver(), &next) == Player::White {
        let judged = choose(&mut player, &spec(100_000), &next, 2);
        assert_eq!(judged.winner, Some(Player::White));
        assert!(judged.n_playouts <= 600, "{}", judged.n_playouts);
    }
}

#[test]
fn a_move_by_the_net_alone_asks_no_solver() {
    let position = position(11, LATE);
    let mut player = HexStrong::default();
    let judged = choose(&mut player, &spec(1), &position, 1);
    assert_eq!((judged.n_playouts, judged.winner), (1, None));
    assert_eq!(player.n_unasked, 1);
}

/// Of the moves to the best that a loser has: the one after which the solver has to search most.
fn best_defence(position: &Position) -> Move {
    let work = |mv: &Move| {
        let next = after(position, *mv);
        if next.outcome().is_some() {
            return u64::MAX;
        }
        solver().solve(&Question::from(&next), &Limits::nodes(300)).nodes
    };
    position.moves().into_iter().max_by_key(work).expect("a move")
}

#[test]
fn won_games_of_7x7_are_won() {
    let mut judge = solver();
    for (seed, opening) in (0..).zip(["a1", "d2", "c2", "g1", "b4", "a7"]) {
        let mut position = position(7, opening);
        let winner = winner(&mut judge, &position);
        let (mut player, mut is_proved) = (HexStrong::default(), false);
        while position.outcome().is_none() {
            let mv = if position.to_move() == winner {
                let judged = choose(&mut player, &spec(5_000), &position, seed);
                is_proved |= judged.winner == Some(winner);
                judged.mv
            } else if is_proved {
                random_move(&position, seed).expect("a move")
            } else {
                best_defence(&position)
            };
            position.play(mv).unwrap();
        }
        assert_eq!(position.winner(), Some(winner), "{opening}: {position:?}");
    }
}

/// The most stones that a winner who is to move needs, and whether they are the fewest: by the search of a player that
/// makes this many playouts, or by a certificate.
fn promised(position: &Position, playouts: u64) -> (usize, bool) {
    let question = Question::from(position);
    let short = to_finish(position, playouts, &Limits::default());
    let quickest = QuickestWin::search(&question, usize::MAX, &short);
    quickest.map(|quickest| (quickest.n_stones, true)).unwrap_or_else(|| {
        let nothing = DepthToWin::search(&question, position.to_move(), &Limits::nodes(0), 0);
        let certificate = solver().certificate(&question, &Limits::default()).expect("no limit");
        (nothing.bounded_by(&question, &certificate).at_most.expect("the certificate checks"), false)
    })
}

/// A position of a random game that its mover wins, or loses.
fn decided_position(side: usize, wins: bool, rng: &mut Xoshiro256PlusPlus) -> Position {
    loop {
        let mut position = Position::empty(side, side).unwrap();
        for _ in 0..1 + rng.next_u32() as usize % (side * side / 2) {
            if position.outcome().is_none() {
                position.play_unchecked(random_move(&position, rng.next_u64()).unwrap());
            }
        }
        if position.outcome().is_none() && (winner(&mut solver(), &position) == position.to_move()) == wins {
            return position;
        }
    }
}

/// Issue 40: in a won position each winning move counted as equally good, so that won games did not end.
#[test]
fn won_games_end_within_the_stones_that_are_promised() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(40);
    let mut n_exact = 0;
    for game in 0..24 {
        let start = decided_position(5 + game % 4, true, &mut rng);
        let (winner, (most, is_exact)) = (start.to_move(), promised(&start, 500));
        n_exact += u32::from(is_exact);
        // Each size of board meets each defender twice.
        let defender = game % 3;
        let spec = StrongSpec { game: by_net(20 * u64::from(defender == 1)), ..spec(500) };
        let (mut player, mut position, mut placed) = (HexStrong::default(), start.clone(), 0);
        while position.outcome().is_none() {
            let mv = if position.to_move() == winner {
                placed += 1;
                choose(&mut player, &spec, &position, rng.next_u64()).mv
            } else {
                let random = random_move(&position, rng.next_u64()).unwrap();
                let longest = || position.longest_defence(&position.moves(), 500, &Limits::default());
                // One at random, one that holds out, and one that does both.
                match defender {
                    0 => random,
                    1 => longest().unwrap_or(random),
                    _ if rng.next_u32() % 2 == 0 => random,
                    _ => longest().unwrap_or(random),
                }
            };
            position.play(mv).unwrap();
        }
        assert_eq!(position.winner(), Some(winner), "{start:?}");
        assert!(placed <= most, "{placed} stones of {most} against {defender} from {start:?}");
    }
    assert!(n_exact > 5, "{n_exact}");
}

#[test]
fn lost_games_last_as_long_as_they_can() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(41);
    let mut n_known = 0;
    for game in 0..16 {
        let mut position = decided_position(5 + game % 2, false, &mut rng);
        let (start, loser) = (position.clone(), position.to_move());
        let known = DepthToWin::search(&Question::from(&start), !loser, &Limits::nodes(1_000), 1 << 24);
        let Some(n_stones) = known.at_most else { continue };
        let (mut player, mut placed) = (HexStrong::default(), 0);
        while position.outcome().is_none() {
            let mv = if position.to_move() == loser {
                choose(&mut player, &spec(500), &position, rng.next_u64()).mv
            } else {
                placed += 1;
                let quickest = QuickestWin::search(&Question::from(&position), usize::MAX, &Limits::default());
                Move::Place(quickest.expect("no limit").mv)
            };
            position.play(mv).unwrap();
        }
        assert_eq!(placed, n_stones, "{start:?}");
        n_known += 1;
    }
    assert!(n_known > 8, "{n_known}");
}

/// A game that is won without a further move of the opponent comes to its end by the winner's moves alone.
#[test]
fn a_win_at_sight_is_played_to_its_end() {
    for (moves, most) in [("c1 a1 c2 a2 c3 e1", 1), ("c2 a1 c4 a2", 2), ("c3 a1 b5 a2", 2)] {
        for playouts in [1, 1_000] {
            let (mut player, mut position, mut placed) = (HexStrong::default(), position(5, moves), 0);
            let winner = position.to_move();
            let most = most.max(promised(&position, 10_000).0);
            while position.outcome().is_none() {
                position.set_to_move(winner);
                let judged = choose(&mut player, &spec(playouts), &position, 1);
                assert_eq!(judged.winner, Some(winner), "{moves}: {position:?}");
                position.play(judged.mv).unwrap();
                placed += 1;
            }
            assert!(placed <= most, "{moves}: {placed} stones");
        }
    }
}
