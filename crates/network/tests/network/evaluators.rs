//! Evaluators of Hex: their claims are true, their opinions are symmetric, and neither depends on positions seen
//! before.

use std::collections::BTreeMap;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Cell, CellSet, Player};
use tesuji_game::{Evaluation, Evaluator, Game, Outcome, Symmetric};
use tesuji_hex::{Move, Position};
use tesuji_network::evaluation::{Formula, GAMMA_FIRST, HexEvaluator};
use tesuji_network::{Betweenness, ThroughEdge};

const EV_PRIME: Formula = Formula::EvPrime { betweenness: Betweenness::Brandes, gamma: GAMMA_FIRST };

const FORMULAS: [Formula; 7] = [
    Formula::Distance,
    Formula::MeanDistance,
    Formula::Ev(Betweenness::Indicator),
    Formula::Ev(Betweenness::Brandes),
    EV_PRIME,
    Formula::Share,
    Formula::Resistance,
];

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A position with `n_stones` stones on random cells, half of each colour; `None` if somebody has won.
fn position(rng: &mut impl Rng, (columns, rows): (usize, usize), n_stones: usize) -> Option<Position> {
    let mut cells: Vec<Cell> = (0..columns * rows).map(Cell::new).collect();
    cells.shuffle(rng);
    let (black, white) = cells[..n_stones].split_at(n_stones.div_ceil(2));
    let [black, white]: [CellSet; 2] = [black, white].map(|cells| cells.iter().copied().collect());
    let to_move = if rng.random_bool(0.5) { Player::Black } else { Player::White };
    let position = Position::setup((columns, rows), &black, &white, to_move).expect("different cells");
    position.outcome().is_none().then_some(position)
}

/// The position with rows and columns exchanged, and with them the players.
fn exchanged(position: &Position) -> Position {
    let of = |player: Player| -> CellSet {
        position.stones(player).iter().map(|cell| position.mirror(cell).expect("a square board")).collect()
    };
    let (black, white) = (of(Player::White), of(Player::Black));
    Position::setup(position.size(), &black, &white, !position.to_move()).expect("different cells")
}

fn assert_close(a: Evaluation, b: Evaluation, place: &str) {
    match (a, b) {
        (Evaluation::Estimate(a), Evaluation::Estimate(b)) => assert!((a - b).abs() < 1e-9, "{a}, {b}: {place}"),
        _ => assert_eq!(a, b, "{place}"),
    }
}

#[test]
fn values_are_symmetric() {
    let mut rng = rng(1);
    let mut n_estimates = 0;
    for side in [2, 3, 4, 5, 7] {
        for _ in 0..6 {
            let n_stones = rng.random_range(0..=side * side / 3);
            let Some(position) = position(&mut rng, (side, side), n_stones) else { continue };
            for formula in FORMULAS {
                let mut evaluator = HexEvaluator::new(formula, ThroughEdge::default(), &position);
                let here = evaluator.evaluate(&position);
                let place = format!("{formula} in {position:?}");
                assert_close(evaluator.evaluate(&position.image(1)), here, &place);
                let other = evaluator.evaluate(&exchanged(&position));
                match (here, other) {
                    (Evaluation::Decided(here), Evaluation::Decided(other)) => {
                        assert_eq!(here.winner().map(Player::opponent), other.winner(), "{place}");
                    }
                    // Ev' is a sum of ratios, which does not just change sign.
                    (Evaluation::Estimate(_), Evaluation::Estimate(_)) if formula == EV_PRIME => {}
                    _ => assert_close(here, other, &place),
                }
                n_estimates += usize::from(matches!(here, Evaluation::Estimate(_)));
            }
        }
    }
    assert!(n_estimates > 40, "{n_estimates} estimates");
}

/// The winner with best play, found by trying everything.
fn winner(position: &Position, known: &mut BTreeMap<u64, Player>) -> Player {
    if let Some(Outcome::Win(winner)) = position.outcome() {
        return winner;
    }
    if let Some(&winner) = known.get(&position.zobrist()) {
        return winner;
    }
    let mover = position.to_move();
    let wins = position.moves().into_iter().any(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        winner(&next, known) == mover
    });
    let winner = if wins { mover } else { !mover };
    known.insert(position.zobrist(), winner);
    winner
}

#[test]
fn what_is_decided_is_true() {
    let mut rng = rng(2);
    let mut known = BTreeMap::new();
    let mut n_decided = 0;
    for size in [(3, 3), (4, 3), (2, 5)] {
        for n_stones in 0..8 {
            for _ in 0..8 {
                let Some(position) = position(&mut rng, size, n_stones) else { continue };
                for formula in [Formula::Ev(Betweenness::Indicator), Formula::Resistance] {
                    let mut evaluator = HexEvaluator::new(formula, ThroughEdge::default(), &position);
                    if let Evaluation::Decided(outcome) = evaluator.evaluate(&position) {
                        let winner = winner(&position, &mut known);
                        assert_eq!(outcome, Outcome::Win(winner), "{formula} in {position:?}");
                        n_decided += 1;
                    }
                }
            }
        }
    }
    assert!(n_decided > 80, "{n_decided} decided");
}

#[test]
fn swapping_is_taken_into_account() {
    // On 2x2 both b1 and a2 win for Black, and for White after a swap; a1 and b2 lose, and are not swapped.
    let mut known = BTreeMap::new();
    for side in [2, 3, 4] {
        for cell in (0..side * side).map(Cell::new) {
            let mut position = Position::with_swap(side).expect("a board");
            position.play(Move::Place(cell)).expect("an empty cell");
            let mut evaluator =
                HexEvaluator::new(Formula::Ev(Betweenness::Indicator), ThroughEdge::default(), &position);
            let found = evaluator.evaluate(&position);
            if side < 4
                && let Evaluation::Decided(outcome) = found
            {
                assert_eq!(outcome, Outcome::Win(winner(&position, &mut known)), "{position:?}");
            }
            // The player who may swap gets at least what either of the two choices gives.
            let mut stays = position.clone();
            stays.set_to_move(Player::Black);
            stays.set_to_move(Player::White);
            if let (Evaluation::Estimate(found), Evaluation::Estimate(stays)) = (found, evaluator.evaluate(&stays)) {
                assert!(found >= stays, "{position:?}");
            }
        }
    }
    let mut centre = Position::with_swap(3).expect("a board");
    centre.play(Move::Place(Cell::new(4))).expect("an empty cell");
    let found =
        HexEvaluator::new(Formula::Ev(Betweenness::Indicator), ThroughEdge::default(), &centre).evaluate(&centre);
    assert_eq!(found, Evaluation::Decided(Outcome::Win(Player::White)), "the centre of 3x3 is worth a swap");
}

#[test]
fn what_was_seen_before_changes_nothing() {
    let mut rng = rng(3);
    for size in [(5, 5), (8, 8), (11, 11)] {
        let root = loop {
            if let Some(root) = position(&mut rng, size, size.0) {
                break root;
            }
        };
        for formula in [EV_PRIME, Formula::Resistance] {
            let mut old = HexEvaluator::new(formula, ThroughEdge::default(), &root);
            let other = Position::empty(4, 4).expect("a board");
            for round in 0..12 {
                let mut at = root.clone();
                for _ in 0..rng.random_range(0..4) {
                    let moves = at.moves();
                    if let Some(&mv) = moves.choose(&mut rng) {
                        at.play_unchecked(mv);
                    }
                }
                if round % 5 == 0 {
                    // A position that does not descend from the root, then a board of another size: they leave the root
                    // as it was, or replace it.
                    old.evaluate(&Position::empty(size.0, size.1).expect("a board"));
                    if round % 10 == 0 {
                        old.evaluate(&other);
                        old.set_root(&root);
                    }
                }
                if at.outcome().is_none() {
                    // The root does not matter either.
                    let far = if round % 2 == 0 { &at } else { &Position::empty(size.0, size.1).expect("a board") };
                    let mut new = HexEvaluator::new(formula, ThroughEdge::default(), far);
                    assert_eq!(old.evaluate(&at), new.evaluate(&at), "{formula} in {at:?}");
                    let moves = at.moves();
                    let mut ratings = [vec![0.0; moves.len()], vec![0.0; moves.len()]];
                    old.rate(&at, &moves, &mut ratings[0]);
                    new.rate(&at, &moves, &mut ratings[1]);
                    assert_eq!(ratings[0], ratings[1], "{at:?}");
                }
            }
        }
    }
}

#[test]
fn the_centre_is_rated_highest_on_a_small_board() {
    let empty = Position::empty(5, 5).expect("a board");
    let moves = empty.moves();
    let mut ratings = vec![0.0; moves.len()];
    HexEvaluator::new(Formula::Resistance, ThroughEdge::default(), &empty).rate(&empty, &moves, &mut ratings);
    let best = (0..moves.len()).max_by(|&a, &b| ratings[a].total_cmp(&ratings[b])).map(|i| moves[i]);
    assert_eq!(best, Some(Move::Place(Cell::new(2 * 5 + 2))), "{ratings:?}");
}
