//! What is seen at a glance, compared with a search of every line on small boards.

use std::collections::HashMap;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Cell, Player};
use tesuji_game::Game;

use super::*;

/// Who wins, by searching every line. `known` holds the positions already searched.
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
    let mut seen = [0; 4];
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
                Insight::Open { moves, position: further } => {
                    assert!(!moves.is_empty() && moves.iter().all(|&mv| position.is_legal(mv)));
                    let wins = moves.iter().any(|&mv| winner(&mut known, &after(&position, mv)) == mover);
                    assert_eq!(wins, expected == mover, "{moves:?} in {position:?}");
                    if let Some(further) = further {
                        further.assert_valid();
                        assert_eq!(further.to_move(), mover);
                        assert!(moves.iter().all(|&mv| further.is_legal(mv)));
                        assert_eq!(winner(&mut known, &further), expected, "{further:?}");
                        seen[3] += 1;
                    }
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
        let kind = |insight: &Insight<Position>| std::mem::discriminant(insight);
        assert_eq!(kind(&fresh), kind(&kept), "{position:?}");
    }
    // Another board, and a position that does not follow.
    kept.look(&Position::empty(3, 4).unwrap());
    let mut other = Position::empty(7, 7).unwrap();
    other.play(Move::Place(Cell::new(0))).unwrap();
    assert!(matches!(kept.look(&other), Insight::Open { .. }), "7x7 is not decided at sight");
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

#[test]
fn chances_are_those_of_patterns_and_a_bridge_is_saved() {
    // f6 and g4 are a bridge: White breaks it at f5, and saving it at g5 is the likeliest answer.
    let mut position = Position::empty(11, 11).unwrap();
    let cell = |name| Move::Place(Position::empty(11, 11).unwrap().topology().cell(name).unwrap());
    for name in ["f6", "b2", "g4", "j9", "d9", "f5"] {
        position.play(cell(name)).unwrap();
    }
    let last = [Some(cell("f5")), Some(cell("d9"))];
    let priors = |kind, last| {
        let mut insight = HexInsight { priors: kind, ..HexInsight::default() };
        let none = |mv| Prior { mv, visits: 0, half_points: 0, chance: 0.0 };
        let mut priors: Vec<Prior<Move>> = position.moves().into_iter().map(none).collect();
        insight.priors(&position, last, &mut priors);
        priors
    };
    let chance = |priors: &[Prior<Move>], name| priors.iter().find(|prior| prior.mv == cell(name)).unwrap().chance;
    let learnt = priors(HexPriors::Patterns, last);
    assert!((learnt.iter().map(|prior| prior.chance).sum::<f32>() - 1.0).abs() < 1e-4);
    assert!(learnt.iter().all(|prior| prior.visits > 0 && prior.chance <= chance(&learnt, "g5")));
    assert!(chance(&learnt, "g5") > 0.5 && chance(&learnt, "a1") < 0.01, "{learnt:?}");
    // The same moves, with less confidence in the bridge where the last moves are not known. Without patterns there are
    // no chances.
    let forgetful = priors(HexPriors::Patterns, [None, None]);
    assert!(chance(&forgetful, "g5") < chance(&learnt, "g5"));
    assert!(priors(HexPriors::Plain, last).iter().all(|prior| prior.visits > 0 && prior.chance == 0.0));
}
