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
fn best_resistance(position: &Position) -> Move {
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
                best_resistance(&position)
            };
            position.play(mv).unwrap();
        }
        assert_eq!(position.winner(), Some(winner), "{opening}: {position:?}");
    }
}
