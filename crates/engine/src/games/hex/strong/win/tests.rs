//! Wins are played out against all kinds of moves, sensible or not.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use tesuji_prove::BoardConfig;
use tesuji_search::random_move;

use super::*;

fn solver() -> BoardSolver {
    BoardSolver::new(BoardConfig { table_bytes: 1 << 22, proof_bytes: 1 << 22, ..BoardConfig::default() })
}

/// A board of `side` after the winning move in its centre.
fn centre(side: usize) -> Position {
    let mut position = Position::empty(side, side).unwrap();
    position.play(Move::Place(Cell::new((side - 1) / 2 * side + side / 2))).unwrap();
    position
}

fn win(position: &Position) -> Win {
    Win::prove(&mut solver(), position, &Limits::default()).expect("the other player to move has lost")
}

#[test]
fn every_answer_is_answered() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for side in [3, 4, 5, 6] {
        let start = centre(side);
        let win = win(&start);
        for _ in 0..200 {
            let (mut position, mut left) = (start.clone(), usize::MAX);
            while position.outcome().is_none() {
                let mv = match win.reply(&position) {
                    Some((cell, n_stones)) => {
                        assert!(n_stones < left, "{n_stones} stones, {left} before, in {position:?}");
                        left = n_stones;
                        Move::Place(cell)
                    }
                    None => {
                        assert_eq!(position.to_move(), !win.winner, "no move in {position:?}");
                        random_move(&position, rng.next_u64()).unwrap()
                    }
                };
                position.play(mv).unwrap();
            }
            assert_eq!(position.winner(), Some(Player::Black));
        }
    }
}

#[test]
fn stones_count_and_not_how_they_came_there() {
    let start = centre(5);
    let win = win(&start);
    // Before the first move of the proof, after moves that somebody else has chosen, and with the turn given away.
    assert_eq!(win.reply(&Position::empty(5, 5).unwrap()).map(|(cell, _)| cell), Some(Cell::new(12)));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut n_free = 0;
    for _ in 0..100 {
        let mut position = start.clone();
        for _ in 0..3 {
            position.play_unchecked(random_move(&position, rng.next_u64()).unwrap());
            if position.outcome().is_none() && win.reply(&position).is_some() {
                let mut asked = solver();
                let won = asked.solve(&Question::from(&position), &Limits::default()).winner;
                assert_eq!(won, Some(Player::Black), "{position:?}");
                n_free += 1;
            }
        }
    }
    assert!(n_free > 100, "{n_free}");
}

#[test]
fn no_win_is_seen_where_there_is_none() {
    let win = win(&centre(4));
    let mut other = Position::empty(4, 4).unwrap();
    other.play(Move::Place(Cell::new(0))).unwrap();
    other.play(Move::Place(Cell::new(6))).unwrap();
    // The other player has the stone that the proof begins with, another board, the other player's turn.
    assert_eq!(win.reply(&other), None);
    assert_eq!(win.reply(&Position::empty(5, 5).unwrap()), None);
    assert_eq!(win.reply(&centre(4)), None);
    assert!(Win::prove(&mut solver(), &Position::empty(4, 4).unwrap(), &Limits::default()).is_none());
    let stopped = Limits::default();
    stopped.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(Win::prove(&mut solver(), &centre(6), &stopped).is_none());
}
