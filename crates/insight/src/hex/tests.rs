//! Static results, compared with a search of every line on small boards.

use std::collections::HashMap;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Cell, Player};
use tesuji_game::Game;

use tesuji_hex::Move;

use super::*;

/// The winner, by searching every line. `known` holds the positions already searched.
fn winner(known: &mut HashMap<u64, Player>, position: &Position) -> Player {
    if let Some(winner) = position.winner() {
        return winner;
    }
    let key = position.zobrist();
    if let Some(&winner) = known.get(&key) {
        return winner;
    }
    let mover = position.to_move();
    let wins = position.moves().into_iter().any(|mv| winner(known, &after(position, mv)) == mover);
    let found = if wins { mover } else { !mover };
    known.insert(key, found);
    found
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play(mv).expect("a legal move");
    next
}

#[test]
fn what_is_seen_is_true() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut seen = [0; 3];
    for (columns, rows, least) in [(4, 4, 1), (5, 4, 8), (4, 5, 8)] {
        let mut known = HashMap::new();
        let mut insight = HexInsight::default();
        insight.start(&Position::empty(columns, rows).unwrap());
        for _ in 0..200 {
            let mut position = Position::empty(columns, rows).unwrap();
            for _ in 0..rng.random_range(least..least + 5) {
                let moves = position.moves();
                position.play_unchecked(moves[rng.random_range(0..moves.len())]);
                if position.outcome().is_some() {
                    break;
                }
            }
            if position.outcome().is_some() {
                continue;
            }
            let mover = position.to_move();
            let expected = winner(&mut known, &position);
            match insight.look(&position) {
                Insight::Won(mv) => {
                    assert_eq!(expected, mover, "{position:?}");
                    let next = after(&position, mv);
                    assert_eq!(winner(&mut known, &next), mover, "{mv:?} in {position:?}");
                    seen[0] += 1;
                }
                Insight::Lost => {
                    assert_eq!(expected, !mover, "{position:?}");
                    seen[1] += 1;
                }
                Insight::Open(moves) => {
                    assert!(!moves.is_empty() && moves.iter().all(|&mv| position.is_legal(mv)));
                    let wins = moves.iter().any(|&mv| winner(&mut known, &after(&position, mv)) == mover);
                    assert_eq!(wins, expected == mover, "{moves:?} in {position:?}");
                    seen[2] += 1;
                }
                Insight::Nothing => panic!("nothing is seen of {position:?}"),
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 2), "too few of a kind: {seen:?}");
}

#[test]
fn where_looks_began_does_not_matter() {
    let mut position = Position::empty(7, 7).unwrap();
    let mut fresh = HexInsight::default();
    let mut kept = HexInsight::default();
    kept.start(&position);
    for cell in [24, 17, 31, 38, 9] {
        position.play(Move::Place(Cell::new(cell))).unwrap();
        fresh.start(&position);
        let (fresh, kept) = (fresh.look(&position), kept.look(&position));
        // The lists overflow in a different order. So the moves may differ, but not what is decided.
        let kind = |insight: &Insight<Move>| std::mem::discriminant(insight);
        assert_eq!(kind(&fresh), kind(&kept), "{position:?}");
    }
    // Another board, and a position that does not follow.
    kept.look(&Position::empty(3, 4).unwrap());
    let mut other = Position::empty(7, 7).unwrap();
    other.play(Move::Place(Cell::new(0))).unwrap();
    assert!(matches!(kept.look(&other), Insight::Open(_)), "7x7 is not decided at sight");
}

#[test]
fn swapping_is_not_looked_at() {
    let mut position = Position::with_swap(5).unwrap();
    let mut insight = HexInsight::default();
    assert_eq!(insight.look(&position), Insight::Nothing);
    position.play(Move::Place(Cell::new(12))).unwrap();
    assert_eq!(insight.look(&position), Insight::Nothing);
    position.exchange_sides();
    assert_eq!(insight.look(&position), Insight::Lost);
}
